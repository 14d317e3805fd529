//! The gallery: different solutions of a level, or generated levels, as cards side by side.
//!
//! Each solution shows how it differs from the intended one, in words and in its picture.

mod difference;

use std::sync::Arc;

use egui::{Rect, Response, ScrollArea, Sense, Ui, Vec2};

pub use difference::difference;

use crate::kit::icon::{self, Icon};
use crate::kit::theme::{self, Role, Theme};
use crate::kit::thumbs::{Subject, Thumbs};
use crate::text;
use foolproof_game::{Game, Games};
use foolproof_level::{Level, Play};
use foolproof_picture::Ink;

/// Minimum and maximum width of a card, and room for words beneath its picture, in points.
const NARROWEST: f32 = 240.0;
const WIDEST: f32 = 440.0;
const WORDS: f32 = 124.0;
/// Space left free beneath the cards, in points: the rim of their window, messages and the status bar.
const BENEATH: f32 = 88.0;

/// An action on a solution or a generated level, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GalleryDeed {
    /// Shows it on the canvas.
    Show(usize),
    /// Makes it the intended solution.
    Intend(usize),
    /// Forbids it by a stronger concept.
    Forbid(usize),
    /// Puts a generated level into the pack.
    Add(usize),
    /// Replaces the level on the canvas by a generated one.
    Replace(usize),
}

/// A generated level and its known properties.
#[derive(Clone)]
pub struct MadeLevel<'a> {
    pub level: &'a Arc<Level>,
    pub proved: Proved,
    /// It is already in the pack.
    pub added: bool,
    /// Other known properties, in a line: "1 solution, 9 marks".
    pub facts: String,
}

/// Proof that a generated level is free of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    Yes,
    /// No concept is asked for, and it has one solution.
    OneSolution,
    No,
    /// No concept is asked for.
    NotAsked,
}

/// State of the gallery between two frames.
#[derive(Default)]
pub struct Gallery {
    thumbs: Thumbs<(usize, Size)>,
    /// The solution shown next to the intended one.
    compared: Option<usize>,
    /// The size of a card, in points.
    size: Vec2,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Small,
    Large,
    Intended,
}

/// Contents of one card.
struct Card<'a> {
    number: usize,
    title: String,
    note: String,
    /// The sign of the intended solution, or of a level proved free of shortcuts.
    sign: Option<(Icon, &'static str)>,
    subject: Subject<'a>,
}

impl Gallery {
    /// Shows solutions of a level as cards.
    pub fn solutions(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Arc<Level>,
        plays: &[Play],
    ) -> Option<GalleryDeed> {
        if plays.is_empty() {
            ui.weak(text::NO_SOLUTIONS);
            return None;
        }
        self.compared = self.compared.filter(|number| *number < plays.len());
        if let Some((number, play)) = self.compared.and_then(|n| Some((n, plays.get(n)?))) {
            self.side_by_side(ui, game, level, number, play);
        }
        let mut deed = None;
        let actions = |gallery: &mut Self, ui: &mut Ui, number: usize| {
            let mut wish = None;
            if icon::button(ui, Icon::EYE, text::SHOW_ON_CANVAS).clicked() {
                wish = Some(GalleryDeed::Show(number));
            }
            if icon::button(ui, Icon::FLAG, text::MAKE_INTENDED).clicked() {
                wish = Some(GalleryDeed::Intend(number));
            }
            if icon::button(ui, Icon::CROSS, text::FORBID).clicked() {
                wish = Some(GalleryDeed::Forbid(number));
            }
            if level.intended.is_some() && icon::button(ui, Icon::COMPARE, text::COMPARE).clicked()
            {
                let again = gallery.compared == Some(number);
                gallery.compared = (!again).then_some(number);
            }
            wish
        };
        self.grid(ui, plays.len(), plays.len(), |gallery, ui, number| {
            let Some(play) = plays.get(number) else { return };
            let card = solution(game, level, number, play);
            let wish = gallery.card(ui, card, |gallery, ui| actions(gallery, ui, number));
            deed = deed.or(wish);
        });
        deed
    }

    /// Shows generated levels as cards. These stay where they are while more come, up to `wanted`.
    pub fn levels(
        &mut self,
        ui: &mut Ui,
        games: &Games,
        made: &[MadeLevel<'_>],
        wanted: usize,
    ) -> Option<GalleryDeed> {
        let mut deed = None;
        self.grid(ui, made.len(), wanted, |gallery, ui, number| {
            let Some(made) = made.get(number) else { return };
            let Some(game) = games.by_id(&made.level.game) else { return };
            let play = made.level.intended.as_ref();
            let sign = match made.proved {
                Proved::Yes => (Icon::CHECK, text::PROVED_FREE),
                Proved::OneSolution => (Icon::CHECK, text::PROVED_ONE),
                Proved::No => (Icon::QUESTION, text::NOT_PROVED_FREE),
                Proved::NotAsked => (Icon::MINUS, text::NO_CONCEPT),
            };
            let card = Card {
                number,
                title: text::generated_level(number),
                note: match (made.facts.as_str(), made.proved) {
                    ("", _) => sign.1.to_owned(),
                    (facts, Proved::NotAsked | Proved::OneSolution) => facts.to_owned(),
                    (facts, _) => format!("{}\n{facts}", sign.1),
                },
                sign: Some(sign),
                subject: Subject { game: &*game, level: made.level, play, against: None },
            };
            let wish = gallery.card(ui, card, |_, ui| {
                let words = if made.added { text::IN_PACK } else { text::ADD_TO_PACK };
                let add = ui.add_enabled(!made.added, egui::Button::new(words)).clicked();
                let replace = ui.button(text::REPLACE).on_hover_text(text::REPLACE_LEVEL_TIP);
                let add = add.then_some(GalleryDeed::Add(number));
                add.or_else(|| replace.clicked().then_some(GalleryDeed::Replace(number)))
            });
            deed = deed.or(wish);
        });
        deed
    }

    /// Shows cards as large as possible for this number or `wanted`; only those in view are drawn.
    fn grid(
        &mut self,
        ui: &mut Ui,
        count: usize,
        wanted: usize,
        mut add: impl FnMut(&mut Self, &mut Ui, usize),
    ) {
        let gap = theme::GAP;
        ui.spacing_mut().item_spacing = Vec2::splat(gap);
        let most = ui.ctx().content_rect().bottom() - ui.cursor().top() - BENEATH;
        let (columns, card) = card_size(Vec2::new(ui.available_width(), most), count.max(wanted));
        self.size = card;
        let rows = count.div_ceil(columns);
        // As high as all rows, as far as the main window has room: egui would keep the height of the first row.
        let high = (rows as f32 * (card.y + gap)).min(most.max(card.y));
        let cards = ScrollArea::vertical().min_scrolled_height(high).max_height(high);
        cards.auto_shrink([false, true]).show_rows(ui, card.y, rows, |ui, shown| {
            for row in shown {
                ui.horizontal(|ui| {
                    for number in (row * columns..(row + 1) * columns).take_while(|n| *n < count) {
                        add(self, ui, number);
                    }
                });
            }
        });
    }

    fn card(
        &mut self,
        ui: &mut Ui,
        card: Card<'_>,
        actions: impl FnOnce(&mut Self, &mut Ui) -> Option<GalleryDeed>,
    ) -> Option<GalleryDeed> {
        let theme = Theme::of(ui);
        let (rect, response) = ui.allocate_exact_size(self.size, Sense::click());
        let name = format!("{}: {}", card.title, card.note.replace('\n', " "));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        ground(ui, rect, &response);
        let inner = rect.shrink(theme::GAP);
        let picture = inner.with_max_y(rect.bottom() - WORDS);
        self.thumbs.paint(ui, picture, (card.number, Size::Small), card.subject);
        let below = inner.with_min_y(picture.bottom() + theme::TIGHT);
        let down = egui::Layout::top_down(egui::Align::Min);
        let place = egui::UiBuilder::new().max_rect(below).layout(down).id_salt(card.number);
        let mut inside = ui.new_child(place);
        inside.spacing_mut().item_spacing = Vec2::new(theme::TIGHT, 2.0);
        inside.horizontal(|ui| {
            if let Some((icon, words)) = card.sign {
                icon::inline(ui, icon, theme.ink(Ink::Intended)).on_hover_text(words);
            }
            ui.add(egui::Label::new(&card.title).selectable(false).truncate());
        });
        let font = egui::TextStyle::Small.resolve(ui.style());
        let colour = theme.role(Role::Weak);
        let mut note =
            egui::text::LayoutJob::simple(card.note.clone(), font, colour, below.width());
        note.wrap.max_rows = 3;
        inside.add(egui::Label::new(note).selectable(false)).on_hover_text(&card.note);
        let bottom = below.with_min_y(below.bottom() - 26.0);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        let mut row = ui.new_child(egui::UiBuilder::new().max_rect(bottom).layout(layout));
        let wish = row.push_id(card.number, |ui| actions(self, ui)).inner;
        wish.or_else(|| response.clicked().then_some(GalleryDeed::Show(card.number)))
    }

    /// Shows the intended solution and another one, each in half of the width.
    fn side_by_side(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Arc<Level>,
        number: usize,
        play: &Play,
    ) {
        let Some(intended) = level.intended.as_ref() else { return };
        let width = (ui.available_width() - theme::GAP) / 2.0;
        let height = (ui.available_height() * 0.5).clamp(140.0, width);
        ui.horizontal(|ui| {
            let halves = [
                (text::INTENDED.to_owned(), intended, None, Size::Intended),
                (text::solution(number), play, Some(intended), Size::Large),
            ];
            for (title, play, against, size) in halves {
                ui.vertical(|ui| {
                    theme::section(ui, &title);
                    let (rect, _) =
                        ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
                    let subject = Subject { game, level, play: Some(play), against };
                    self.thumbs.paint(ui, rect, (number, size), subject);
                });
            }
        });
        ui.label(difference(game, level, play, intended));
        ui.separator();
    }
}

/// Returns the number of columns, and the size of a card: the largest at which all cards fit, if they do.
fn card_size(room: Vec2, count: usize) -> (usize, Vec2) {
    let gap = theme::GAP;
    // A window is never wide enough for the count to be cut.
    let most = (((room.x + gap) / (NARROWEST + gap)).floor() as usize).max(1);
    let size = |columns: usize| {
        let width = (room.x - gap * (columns - 1) as f32) / columns as f32;
        let width = width.min(WIDEST);
        Vec2::new(width, width - 2.0 * gap + WORDS)
    };
    let fits =
        |columns: &usize| count.div_ceil(*columns) as f32 * (size(*columns).y + gap) <= room.y;
    let columns = (1..=most).find(fits).unwrap_or(most);
    (columns, size(columns))
}

fn solution<'a>(
    game: &'a dyn Game,
    level: &'a Arc<Level>,
    number: usize,
    play: &'a Play,
) -> Card<'a> {
    let intended = level.intended.as_ref();
    let note = intended.map(|intended| difference(game, level, play, intended));
    let same = note.as_deref() == Some(text::SAME_AS_INTENDED);
    Card {
        number,
        title: text::solution(number),
        note: note.unwrap_or_else(|| text::marks_used(play.len(), game.moves().is_some())),
        sign: same.then_some((Icon::FLAG, text::INTENDED)),
        subject: Subject { game, level, play: Some(play), against: intended.filter(|_| !same) },
    }
}

fn ground(ui: &Ui, rect: Rect, response: &Response) {
    let theme = Theme::of(ui);
    let edge = if response.hovered() || response.has_focus() { Role::Accent } else { Role::Line };
    let line = egui::Stroke::new(1.0, theme.role(edge));
    let painter = ui.painter();
    painter.rect(rect, theme::ROUND_CARD, theme.role(Role::Card), line, egui::StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_use_the_room_that_there_is() {
        let room = Vec2::new(1100.0, 600.0);
        for (count, columns) in [(1, 1), (2, 2), (4, 4), (5, 4), (40, 4)] {
            let (found, card) = card_size(room, count);
            assert_eq!(found, columns, "{count}");
            assert!((NARROWEST..=WIDEST).contains(&card.x) && found as f32 * card.x <= room.x);
        }
        // A window that is narrower than a card has one column.
        assert_eq!(card_size(Vec2::new(180.0, 300.0), 3).0, 1);
    }
}
