//! Shows the board at a step, the sentences and marks of the step, and the course of all steps.

use egui::{EventFilter, Key, Modifiers, Response, RichText, Sense, Ui, Vec2};

use super::chart::{self, Bar};
use super::icons;
use super::place::{Chosen, StepPlace};
use super::{details, leaks, words};
use crate::solving::drawing;
use crate::solving::question::{FoundSteps, StepsBy};
use crate::solving::words::marks_text;
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::{Game, KnownMark, NamedRule, Scene, Step, counted};
use foolproof_level::{Board, Level, LevelId, Site};
use foolproof_picture::{Ink, Layout, Shape};

/// Height of the part beneath the picture, in points.
const BENEATH: f32 = 34.0;
/// Time for which each step is shown while all are played, in seconds.
const BEAT: f64 = 1.4;

/// The steps on view, and what they are of.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub game: &'a dyn Game,
    pub level: &'a Level,
    pub found: &'a FoundSteps,
    pub by: StepsBy,
}

impl<'a> Shown<'a> {
    /// Puts marks of the level into words.
    pub(super) fn marks(&self, marks: &[KnownMark]) -> String {
        marks_text(self.game, self.level.board, marks)
    }

    /// Counts what the size of a step counts.
    pub(super) fn size(&self, size: usize) -> String {
        let (one, more) = self.by.unit(self.game);
        counted(size, one, more)
    }

    /// Returns the rules that name the steps, from easy to hard; none if there are no such rules.
    pub(super) fn rules(&self) -> &'a [NamedRule] {
        let own = self.game.own_steps().filter(|_| self.by == StepsBy::Own);
        own.map_or(&[], |source| source.rules())
    }

    /// Returns the number of the rule that names a step.
    pub(super) fn rule_of(&self, step: &Step) -> Option<usize> {
        let name = step.technique.as_deref()?;
        self.rules().iter().position(|rule| rule.name == name)
    }

    /// Counts the leaks that show after this many steps and no fewer.
    pub(super) fn leaks_before(&self, steps: usize) -> usize {
        let last = self.found.steps.len();
        self.found.leaks.iter().filter(|leak| leak.after.min(last) == steps).count()
    }

    pub(super) fn bars(&self) -> impl Iterator<Item = Bar> + '_ {
        self.found.steps.iter().enumerate().map(|(at, step)| {
            let leaks = self.leaks_before(at);
            let name = words::bar(at + 1, step, &self.size(step.size), leaks);
            Bar { size: step.size, name, rule: self.rule_of(step), leaks }
        })
    }
}

/// The position in the steps of a level.
#[derive(Default)]
pub(super) struct StepsView {
    of: Option<(LevelId, StepsBy)>,
    pub(super) place: StepPlace,
    brought: Option<StepPlace>,
    /// Last height of the list, in points.
    pub(super) room: Option<f32>,
    /// The last pass in which the window was shown.
    shown: u64,
    /// The site of the question *Why is this forced?*
    asked_of: Option<Site>,
    /// The answer, in words.
    told: Option<String>,
    /// Time at which the shown step was reached, in seconds of the window's clock, while the steps are played.
    since: Option<f64>,
}

impl StepsView {
    /// Asks for the step that decides a site. It is shown once it is found.
    pub(super) fn ask_why(&mut self, site: Site) {
        (self.asked_of, self.told) = (Some(site), None);
    }

    /// Goes to the step that decides the site of the question.
    fn answer(&mut self, found: &FoundSteps, board: Board) {
        let Some(site) = self.asked_of else { return };
        let name = site.name_on(board);
        match found.decides(site) {
            Some(at) => {
                self.go_to(StepPlace::step(at));
                self.told = Some(words::decided(&name, at + 1));
            }
            None if found.grows() => {
                self.told = Some(words::still_looking(&name));
                return;
            }
            None => self.told = Some(words::undecided(&name, &found.end)),
        }
        self.asked_of = None;
    }

    /// Goes to a place. Forgets the answer about a site, and stops playing.
    pub(super) fn go_to(&mut self, place: StepPlace) {
        (self.place, self.told, self.since) = (place, None, None);
    }

    /// Advances automatically while the steps are played.
    fn play_on(&mut self, ui: &Ui, last: usize) {
        let Some(since) = self.since else { return };
        let now = ui.input(|input| input.time);
        if self.place.at >= last {
            self.since = None;
        } else if now - since >= BEAT {
            self.go_to(StepPlace::step(self.place.at + 1));
            self.since = Some(now);
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(BEAT / 8.0));
    }

    /// Shows the steps. Returns whether the window has to close.
    pub(super) fn show(&mut self, ui: &mut Ui, shown: &Shown<'_>) -> bool {
        let found = shown.found;
        let of = Some((shown.level.id, shown.by));
        if std::mem::replace(&mut self.of, of) != of {
            let asked_of = self.asked_of;
            self.go_to(StepPlace::default());
            self.asked_of = asked_of;
        }
        self.place.at = self.place.at.min(found.steps.len());
        self.play_on(ui, found.steps.len());
        self.answer(found, shown.level.board);
        let screen = ui.ctx().content_rect();
        let high = (screen.height() - 240.0).clamp(300.0, 760.0);
        let wide = (screen.width() * 0.34).clamp(300.0, 620.0);
        self.headline(ui, shown);
        ui.add_space(theme::TIGHT);
        let pass = ui.ctx().cumulative_pass_nr();
        let fresh = pass > self.shown + 2;
        self.shown = pass;
        let place = self.place;
        let bring = self.brought.replace(place) != Some(place);
        ui.horizontal_top(|ui| {
            let column = Vec2::new(wide, high);
            let down = egui::Layout::top_down(egui::Align::Min);
            let (board, closes) = ui
                .allocate_ui_with_layout(column, down, |ui| {
                    ui.set_min_size(column);
                    let board = self.picture(ui, shown, high - BENEATH);
                    self.buttons(ui, found.steps.len());
                    let closes = self.keys(ui, found, &board, fresh);
                    (board, closes)
                })
                .inner;
            ui.add_space(theme::GAP);
            let place = self.place;
            ui.vertical(|ui| {
                ui.set_width((screen.width() * 0.78 - wide).clamp(360.0, 640.0));
                let top = ui.cursor().top();
                if let Some(to) = chart::show(ui, shown, place.at, bring) {
                    self.go_to(StepPlace::step(to));
                }
                if !shown.rules().is_empty() {
                    chart::rules(ui, shown);
                }
                ui.separator();
                details::show(ui, self, shown, high - (ui.cursor().top() - top), bring);
            });
            // A click on something else leaves the keys to the board.
            if self.place != place {
                board.request_focus();
            }
            closes
        })
        .inner
    }

    /// Shows the end of the steps, the hardest step, the moment with the fewest available steps, and the answer
    /// to the last question.
    fn headline(&mut self, ui: &mut Ui, shown: &Shown<'_>) {
        let found = shown.found;
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            let (sign, ink) = chart::end_sign(found);
            icon::inline(ui, sign, Theme::of(ui).ink(ink));
            ui.strong(words::end(found));
            if let Some((at, size)) = found.combined() {
                link(ui, words::hardest(at + 1, &shown.size(size)), at, &mut asked);
            }
            let narrow = found.narrowest().filter(|_| shown.by == StepsBy::Rules);
            if let Some((at, step)) = narrow.and_then(|at| Some((at, found.steps.get(at)?))) {
                link(ui, words::narrowest(at + 1, step.available), at, &mut asked);
            }
        });
        if let Some(told) = &self.told {
            ui.label(RichText::new(told).color(Theme::of(ui).ink(Ink::Intended)));
        }
        if let Some(at) = asked {
            self.go_to(StepPlace::step(at));
        }
    }

    /// Shows the board with what is known before the step and what follows. A click chooses a sentence about the
    /// site, or asks why it has its contents.
    fn picture(&mut self, ui: &mut Ui, shown: &Shown<'_>, high: f32) -> Response {
        let theme = Theme::of(ui);
        let size = Vec2::new(ui.available_width(), high);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let response = ui.interact(rect, ui.scope_id().with("solving board"), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::BOARD));
        ui.painter().rect_filled(rect, theme::ROUND_CARD, theme.role(Role::Canvas));
        let layout = shown.game.layout_of(shown.level);
        let transform = Transform::fit(rect.shrink(6.0), Vec2::new(layout.width, layout.height));
        if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
            && let Some(site) = layout.site_at(transform.to_board(at))
        {
            let own = shown.by == StepsBy::Own;
            match self.place.about(shown.found, site).filter(|_| own) {
                Some(place) => self.go_to(place),
                None => self.ask_why(site),
            }
        }
        let shapes = board_at(shown, self.place, &layout);
        painter::paint(ui.painter(), transform, &shapes, &theme, None);
        let role = if response.has_focus() { Role::Accent } else { Role::Line };
        let pen = egui::Stroke::new(1.0, theme.role(role));
        ui.painter().rect_stroke(rect, theme::ROUND_CARD, pen, egui::StrokeKind::Inside);
        response
    }

    /// Shows buttons to the first step, back, on and to the end, and one that plays all of them.
    fn buttons(&mut self, ui: &mut Ui, last: usize) {
        let at = self.place.at;
        let stand = |able: bool| if able { IconState::Plain } else { IconState::Disabled };
        let (back, on) = (stand(at > 0), stand(at < last));
        let ways = [
            (icons::FIRST, words::FIRST, back, 0),
            (Icon::LEFT, words::BACK, back, at.saturating_sub(1)),
            (Icon::RIGHT, words::FORWARD, on, (at + 1).min(last)),
            (icons::LAST, words::LAST, on, last),
        ];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = theme::TIGHT;
            for (sign, tip, stand, to) in ways {
                if icon::toggle(ui, sign, tip, stand).clicked() {
                    self.go_to(StepPlace::step(to));
                }
            }
            ui.add_space(theme::TIGHT);
            let (sign, name) = match self.since {
                Some(_) => (Icon::PAUSE, words::PAUSE),
                None => (Icon::PLAY, words::PLAY),
            };
            if icon::toggle(ui, sign, name, stand(self.since.is_some() || at < last)).clicked() {
                let now = ui.input(|input| input.time);
                self.since = if self.since.is_some() { None } else { Some(now) };
            }
            let words = match at < last {
                true => words::step(at + 1, last),
                false => words::END.to_owned(),
            };
            ui.label(words).on_hover_text(words::HOW);
        });
    }

    /// Handles keys. The window has the focus after it is opened or clicked. Returns whether it has to close.
    fn keys(&mut self, ui: &Ui, found: &FoundSteps, board: &Response, fresh: bool) -> bool {
        if fresh || board.clicked() {
            board.request_focus();
        }
        let all = EventFilter {
            tab: false,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(board.id, all));
        if !board.has_focus() {
            return false;
        }
        // Keys that are held or typed fast can come twice between two frames.
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let last = found.steps.len();
        let back = |place: StepPlace| StepPlace::step(place.at.saturating_sub(1));
        let forward = |place: StepPlace| StepPlace::step((place.at + 1).min(last));
        let ways: [(Key, &dyn Fn(StepPlace) -> StepPlace); 6] = [
            (Key::ArrowLeft, &back),
            (Key::ArrowRight, &forward),
            (Key::ArrowUp, &StepPlace::previous),
            (Key::ArrowDown, &|place| place.next(found)),
            (Key::Home, &|_| StepPlace::step(0)),
            (Key::End, &|_| StepPlace::step(last)),
        ];
        for (key, way) in ways {
            (0..pressed(key)).for_each(|_| self.go_to(way(self.place)));
        }
        pressed(Key::Escape) > 0
    }
}

fn board_at(shown: &Shown<'_>, place: StepPlace, layout: &Layout) -> Vec<Shape> {
    let Shown { game, level, found, by } = *shown;
    let highlighted = match place.chosen {
        Chosen::All => None,
        Chosen::Sentence(number) => Some(number),
        // A number of no sentence: nothing is highlighted besides the leak.
        Chosen::Leak(_) => Some(usize::MAX),
    };
    let own = game.own_steps().filter(|_| by == StepsBy::Own);
    let mut shapes = match own.and_then(|source| source.draw(level, place.at, highlighted)) {
        Some(known) => {
            let mut shapes = game.draw(level, Scene::default());
            shapes.extend(known);
            shapes.extend(leaks::chosen(found, place, layout));
            shapes
        }
        None => {
            let play = found.play_after(place.at + 1);
            let mut shapes = game.draw(level, Scene { play: Some(&play), ..Scene::default() });
            shapes.extend(drawing::drawn(found, place.at, highlighted, game, layout));
            shapes
        }
    };
    shapes.extend(leaks::left_open(found, place, layout));
    shapes
}

/// Shows words that link to a step.
fn link(ui: &mut Ui, words: String, to: usize, asked: &mut Option<usize>) {
    if ui.link(RichText::new(words)).on_hover_text(words::GO_THERE).clicked() {
        *asked = Some(to);
    }
}
