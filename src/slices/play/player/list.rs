//! The list of levels: the pack, with its solved and its open levels.

use std::sync::Arc;

use egui::{
    Align, Frame, Key, Layout, Margin, Modifiers, Rect, Response, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, Ui, Vec2,
};

use super::frame::PlayerFrame;
use super::progress::PlayerProgress;
use super::recording::Recording;
use super::words;
use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_game::Games;
use foolproof_level::{Level, Pack};
use foolproof_picture::Ink;

/// Size of a card and the width of a column of text, in points.
const CARD: Vec2 = Vec2::new(172.0, 168.0);
const PICTURE: f32 = 124.0;
const TEXT: f32 = 760.0;

/// Size of the title over the levels, in points.
pub(super) const TITLE: f32 = 24.0;
/// Maximum number of games of a pack whose goals are shown above its levels.
const MAX_GOALS: usize = 3;

/// The state of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LevelStanding {
    solved: bool,
    open: bool,
}

pub(crate) struct LevelList {
    standings: Vec<LevelStanding>,
    /// The level on which the keys act.
    chosen: usize,
    /// The chosen level has to be scrolled into view.
    brings: bool,
    thumbs: Thumbs<usize>,
}

impl LevelList {
    pub(crate) fn new(pack: &Pack, progress: &PlayerProgress) -> Self {
        let (standings, thumbs) = (Vec::new(), Thumbs::default());
        let mut list = Self { standings, chosen: 0, brings: true, thumbs };
        list.look_again(pack, progress);
        let last = |level: &Arc<Level>| Some(level.digest_for_players()) == progress.last;
        list.chosen = pack.levels.iter().position(last).unwrap_or_default();
        list
    }

    /// Updates the solved and the open levels.
    pub(crate) fn look_again(&mut self, pack: &Pack, progress: &PlayerProgress) {
        let is_solved = |l: &Arc<Level>| progress.solved.contains(&l.digest_for_players());
        let solved: Vec<bool> = pack.levels.iter().map(is_solved).collect();
        let open = pack.play.unlock.open(&solved).into_iter();
        self.standings = solved
            .iter()
            .zip(open)
            .map(|(solved, open)| LevelStanding { solved: *solved, open })
            .collect();
    }

    pub(crate) fn is_open(&self, number: usize) -> bool {
        self.standings.get(number).is_some_and(|standing| standing.open)
    }

    pub(crate) fn is_solved(&self, number: usize) -> bool {
        self.standings.get(number).is_some_and(|standing| standing.solved)
    }

    pub(crate) fn choose(&mut self, number: usize) {
        (self.chosen, self.brings) = (number, true);
    }

    /// Returns the level to play after another: the next that is open and not solved. After the last level,
    /// the search continues from the first.
    pub(crate) fn after(&self, number: usize) -> Option<usize> {
        let all = self.standings.len();
        let to_do = |at: &usize| self.is_open(*at) && !self.is_solved(*at);
        (number + 1..all).chain(0..number).find(to_do)
    }

    /// Returns the level to begin or continue with, or the first one if all are solved.
    pub(super) fn to_begin_with(&self) -> Option<usize> {
        let to_do = |at: usize| self.is_open(at) && !self.is_solved(at);
        let next = if to_do(self.chosen) { Some(self.chosen) } else { self.after(self.chosen) };
        next.or((!self.standings.is_empty()).then_some(0)).filter(|at| self.is_open(*at))
    }

    pub(super) fn solved(&self) -> usize {
        self.standings.iter().filter(|standing| standing.solved).count()
    }

    /// Shows the number of solved levels and the state of the record. Returns whether the player asked for
    /// the first screen.
    pub(super) fn state_line(&self, ui: &mut Ui, recording: &mut Recording) -> bool {
        let mut leaves = false;
        let weak = Theme::of(ui).role(Role::Weak);
        ui.horizontal(|ui| {
            leaves =
                ui.button(words::FIRST_SCREEN).on_hover_text(words::FIRST_SCREEN_TIP).clicked();
            ui.label(RichText::new(words::solved_of(self.solved(), self.standings.len())).strong());
            ui.add_space(theme::WIDE);
            if recording.is_on() {
                let said = RichText::new(words::recorded_in(recording.path())).color(weak);
                if recording.is_players() && ui.button(words::STOP_RECORD).clicked() {
                    recording.stop();
                }
                ui.add(egui::Label::new(said).truncate());
            } else if recording.is_players() && ui.button(words::START_RECORD).clicked() {
                recording.ask_again();
            }
        });
        leaves
    }

    /// Shows a card for each level. Returns the level to play, if one was chosen.
    pub(super) fn cards(
        &mut self,
        ui: &mut Ui,
        pack: &Pack,
        games: &Games,
        awake: bool,
    ) -> Option<usize> {
        let all = self.standings.len();
        if all == 0 {
            ui.label(words::NO_LEVELS);
            return None;
        }
        self.chosen = self.chosen.min(all - 1);
        let gap = theme::WIDE;
        // A window's width in cards: small, and above 0.
        let columns = ((ui.available_width() - 16.0 + gap) / (CARD.x + gap)).floor().max(1.0);
        let columns = (columns as usize).min(all.max(1));
        let mut chosen = awake.then(|| self.keys(ui, columns)).flatten();
        ui.spacing_mut().item_spacing = Vec2::splat(gap);
        let height = ui.available_height();
        let mut scroll = ScrollArea::vertical().auto_shrink([false, false]);
        if std::mem::take(&mut self.brings) {
            let row = (self.chosen / columns) as f32 * (CARD.y + gap);
            scroll = scroll.vertical_scroll_offset((row - (height - CARD.y) / 2.0).max(0.0));
        }
        scroll.show_rows(ui, CARD.y, all.div_ceil(columns), |ui, rows| {
            for row in rows {
                ui.horizontal(|ui| {
                    for number in (row * columns)..(row * columns + columns).min(all) {
                        if self.card(ui, pack, games, number).clicked() && self.is_open(number) {
                            chosen = Some(number);
                        }
                    }
                });
            }
        });
        chosen
    }

    /// Handles keys: arrows go over the cards, Enter opens one.
    fn keys(&mut self, ui: &Ui, columns: usize) -> Option<usize> {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let last = self.standings.len() - 1;
        let before = self.chosen;
        let to = match () {
            () if pressed(Key::ArrowLeft) => before.checked_sub(1),
            () if pressed(Key::ArrowRight) => Some(before + 1),
            () if pressed(Key::ArrowUp) => before.checked_sub(columns),
            () if pressed(Key::ArrowDown) => Some(before + columns),
            () if pressed(Key::Home) => Some(0),
            () if pressed(Key::End) => Some(last),
            () => None,
        };
        if let Some(to) = to.filter(|to| *to <= last) {
            self.choose(to);
        }
        // A focused button keeps its Enter.
        let free = ui.memory(|memory| memory.focused().is_none());
        let enters = free && (pressed(Key::Enter) || pressed(Key::Space));
        (enters && self.is_open(self.chosen)).then_some(self.chosen)
    }

    fn card(&mut self, ui: &mut Ui, pack: &Pack, games: &Games, number: usize) -> Response {
        let theme = Theme::of(ui);
        let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
        let Some(level) = pack.levels.get(number) else { return response };
        let standing = self.standings.get(number).copied().unwrap_or_default();
        let LevelStanding { solved, open } = standing;
        let state = match (solved, open) {
            (true, _) => words::SOLVED,
            (false, true) => words::OPEN,
            (false, false) => words::LOCKED,
        };
        response.widget_info(|| {
            let name = words::card(number, &level.title, state);
            egui::WidgetInfo::labeled(egui::Role::Button, open, name)
        });
        let chosen = number == self.chosen || response.has_focus();
        let (width, line) = match (chosen, open && response.hovered()) {
            (true, _) => (2.5, theme.role(Role::Accent)),
            (_, true) => (1.5, theme.faded(Role::Accent, 0.6)),
            _ => (1.0, theme.role(Role::Line)),
        };
        let fill = theme.role(if open { Role::Card } else { Role::Panel });
        ui.painter().rect_filled(rect, theme::ROUND_CARD, fill);
        ui.painter().rect_stroke(
            rect,
            theme::ROUND_CARD,
            Stroke::new(width, line),
            StrokeKind::Inside,
        );
        let inside = rect.shrink(theme::GAP);
        let picture = Rect::from_min_size(inside.min, Vec2::new(inside.width(), PICTURE));
        match games.by_id(&level.game).filter(|_| open) {
            Some(game) => {
                let subject = Subject { game: &*game, level, play: None, against: None };
                self.thumbs.paint(ui, picture, number, subject);
            }
            None => {
                let side = Rect::from_center_size(picture.center(), Vec2::splat(36.0));
                let sign = if open { Icon::QUESTION } else { Icon::LOCK };
                sign.paint(ui.painter(), side, theme.faded(Role::Weak, 0.7));
            }
        }
        let foot = inside.with_min_y(picture.bottom() + theme::TIGHT);
        title(ui, foot, number, level, standing);
        response
    }
}

/// Shows number, title and an icon for solved levels beneath the picture of a card.
fn title(ui: &mut Ui, foot: Rect, number: usize, level: &Level, standing: LevelStanding) {
    let theme = Theme::of(ui);
    // The title takes no room of its own: the room belongs to the card.
    let mut foot = ui.new_child(egui::UiBuilder::new().max_rect(foot));
    foot.spacing_mut().item_spacing = Vec2::splat(theme::TIGHT);
    foot.horizontal(|ui| {
        if standing.solved {
            icon::inline(ui, Icon::CHECK, theme.ink(Ink::Good));
        }
        let colour = theme.role(if standing.open { Role::Text } else { Role::Weak });
        let words = RichText::new(words::level_title(number, &level.title)).color(colour);
        ui.add(egui::Label::new(words).truncate().selectable(false));
    });
}

/// Returns the background of the list.
pub(super) fn ground(ui: &Ui) -> Frame {
    let margin = Margin { left: 28, right: 28, top: 18, bottom: 12 };
    Frame::NONE.fill(Theme::of(ui).around()).inner_margin(margin)
}

/// Shows the pack's title, `size` points high, its description, and the buttons of the window.
pub(super) fn head(ui: &mut Ui, pack: &Pack, games: &Games, frame: &mut PlayerFrame, size: f32) {
    let weak = Theme::of(ui).role(Role::Weak);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            frame.buttons(ui);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let name = if pack.title.trim().is_empty() { words::UNTITLED } else { &pack.title };
                let name = RichText::new(name).size(size).strong();
                ui.add(egui::Label::new(name).truncate());
            });
        });
    });
    if !pack.author.trim().is_empty() {
        ui.label(RichText::new(words::by(&pack.author)).color(weak));
    }
    for game in games.of_pack(pack).iter().take(MAX_GOALS) {
        let about = game.about();
        if !about.tagline.trim().is_empty() {
            let goal = match pack.title.contains(&*about.name) {
                true => about.tagline.clone().into_owned(),
                false => words::goal(&about.name, &about.tagline),
            };
            let goal = RichText::new(goal).size(size * 0.6);
            ui.add(egui::Label::new(goal).wrap());
        }
    }
    let about = pack.play.about.trim();
    if !about.is_empty() {
        ui.add_space(theme::TIGHT);
        // A long description leaves room for the levels.
        ScrollArea::vertical().id_salt("about").max_height(140.0).show(ui, |ui| {
            ui.set_max_width(TEXT);
            ui.add(egui::Label::new(RichText::new(about).size(14.5)).wrap());
        });
    }
    ui.add_space(theme::GAP);
}
