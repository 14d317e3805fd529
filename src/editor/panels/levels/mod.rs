//! The pack browser: the levels of the open pack in order, with thumbnails and what is known of
//! each.
//!
//! Shows, and says what the designer wants as a [`PackDeed`]; a deed changes a pack through its
//! history, so everything here can be undone. Knows packs, games and egui. Must never know the
//! solver.

mod badge;
mod deed;
pub mod panel;

use std::sync::Arc;

use egui::{Key, Modifiers, Rect, Response, RichText, ScrollArea, Sense, Ui, Vec2, pos2};

pub use badge::{Badge, Certainty};
pub use deed::PackDeed;

use crate::editor::kit::icon::{self, Icon};
use crate::editor::kit::theme::{self, Role, Theme};
use crate::editor::kit::thumbs::{Subject, Thumbs};
use crate::editor::text;
use crate::games::Games;
use crate::level::{Level, LevelId, Pack};

const ROW: f32 = 60.0;
const THUMB: f32 = 52.0;

/// What the browser shows in this frame.
pub struct BrowserView<'a> {
    pub pack: &'a Pack,
    pub current: LevelId,
    pub games: &'a Games,
    /// What the last findings say of a level.
    pub badges: &'a dyn Fn(LevelId) -> Vec<Badge>,
    /// What a new level starts as in a pack that has none.
    pub fresh: &'a dyn Fn() -> Option<Level>,
}

/// The browser's own state: what is being renamed or dragged.
#[derive(Default)]
pub struct PackBrowser {
    thumbs: Thumbs<LevelId>,
    renaming: Option<Renaming>,
    dragging: Option<LevelId>,
    /// The level that was last scrolled to, so that a new current one comes into view once.
    shown: LevelId,
}

struct Renaming {
    level: LevelId,
    title: String,
    fresh: bool,
}

impl PackBrowser {
    /// Begins to write a level's title in place.
    pub fn rename(&mut self, level: &Level) {
        let title = level.title.clone();
        self.renaming = Some(Renaming { level: level.id, title, fresh: true });
    }

    /// How many thumbnails were drawn since the start; for tests and benches.
    pub fn drawn(&self) -> u64 {
        self.thumbs.drawn()
    }

    /// Shows the list; gives what is to be done.
    pub fn show(&mut self, ui: &mut Ui, view: &BrowserView<'_>) -> Option<PackDeed> {
        let mut deed = None;
        ui.horizontal(|ui| {
            theme::section(ui, &text::levels(view.pack.levels.len()));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if icon::button(ui, Icon::PLUS, text::ADD_LEVEL).clicked() {
                    deed = deed::added(view);
                }
            });
        });
        if view.pack.levels.is_empty() {
            ui.label(RichText::new(text::EMPTY_PACK).color(Theme::of(ui).role(Role::Weak)));
            return deed;
        }
        let mut rows = Vec::with_capacity(view.pack.levels.len());
        ScrollArea::vertical().id_salt("levels").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for (number, level) in view.pack.levels.iter().enumerate() {
                let (rect, wish) = self.row(ui, view, (number, level));
                rows.push((level.id, rect));
                deed = deed.take().or(wish);
            }
            deed = deed.take().or(self.drag(ui, &rows));
        });
        deed
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        view: &BrowserView<'_>,
        (number, level): (usize, &Arc<Level>),
    ) -> (Rect, Option<PackDeed>) {
        let size = Vec2::new(ui.available_width(), ROW);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let current = level.id == view.current;
        let name = text::level_name(number, level);
        response.widget_info(|| {
            let role = egui::Role::Button;
            egui::WidgetInfo::selected(role, true, current, &name)
        });
        if current && self.shown != level.id {
            ui.scroll_to_rect(rect, None);
            self.shown = level.id;
        }
        if response.drag_started() {
            self.dragging = Some(level.id);
        }
        if ui.is_rect_visible(rect) {
            self.paint_row(ui, view, (number, level, rect, &response));
        }
        let renamed = self.title(ui, (level, rect));
        let wish = self.wish(ui, view, (level, &response));
        (rect, renamed.or(wish))
    }

    fn paint_row(
        &mut self,
        ui: &Ui,
        view: &BrowserView<'_>,
        (number, level, rect, response): (usize, &Arc<Level>, Rect, &Response),
    ) {
        let theme = Theme::of(ui);
        let current = level.id == view.current;
        let fill = match (current, response.hovered()) {
            (true, _) => Some(Role::Tint),
            (false, true) => Some(Role::Button),
            (false, false) => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::ROUND, theme.role(fill));
        }
        if response.has_focus() {
            let ring = egui::Stroke::new(1.5, theme.role(Role::Accent));
            ui.painter().rect_stroke(rect, theme::ROUND, ring, egui::StrokeKind::Inside);
        }
        let thumb = Rect::from_min_size(
            pos2(rect.left() + 22.0, rect.center().y - THUMB / 2.0),
            Vec2::splat(THUMB),
        );
        let small = egui::TextStyle::Small.resolve(ui.style());
        ui.painter().text(
            pos2(rect.left() + 11.0, rect.center().y),
            egui::Align2::CENTER_CENTER,
            number + 1,
            small.clone(),
            theme.role(Role::Weak),
        );
        match view.games.by_id(&level.game) {
            Some(game) => {
                let play = level.intended.as_ref();
                let subject = Subject { game: &*game, level, play, against: None };
                self.thumbs.paint(ui, thumb, level.id, subject);
            }
            None => icon_in(ui, thumb, Icon::QUESTION),
        }
        let left = thumb.right() + 9.0;
        if self.renaming.as_ref().is_none_or(|renaming| renaming.level != level.id) {
            let words = text::title_of(level);
            let colour = theme.role(if level.title.is_empty() { Role::Weak } else { Role::Text });
            let font = egui::TextStyle::Body.resolve(ui.style());
            let mut job = egui::text::LayoutJob::simple_singleline(words, font, colour);
            job.wrap = egui::text::TextWrapping::truncate_at_width(rect.right() - left - 4.0);
            let galley = ui.painter().layout_job(job);
            ui.painter().galley(pos2(left, rect.top() + 12.0), galley, colour);
        }
        let badges = (view.badges)(level.id);
        badge::row(ui, level.id, pos2(left, rect.bottom() - 25.0), &badges);
    }

    /// The field in which a title is changed in place.
    fn title(&mut self, ui: &mut Ui, (level, rect): (&Level, Rect)) -> Option<PackDeed> {
        let renaming = self.renaming.as_mut().filter(|renaming| renaming.level == level.id)?;
        let field = Rect::from_min_max(
            pos2(rect.left() + 28.0 + THUMB, rect.top() + 8.0),
            pos2(rect.right() - 4.0, rect.top() + 32.0),
        );
        let edit = egui::TextEdit::singleline(&mut renaming.title)
            .char_limit(crate::level::bounds::LONGEST_OWN_TITLE)
            .hint_text(text::UNTITLED);
        let response = ui.put(field, edit);
        if std::mem::take(&mut renaming.fresh) {
            response.request_focus();
        }
        if !response.lost_focus() {
            return None;
        }
        let kept = !ui.input(|input| input.key_pressed(Key::Escape));
        let renaming = self.renaming.take()?;
        kept.then_some(PackDeed::Rename(renaming.level, renaming.title))
    }

    /// What a click, a key or the menu of a row asks for.
    fn wish(
        &mut self,
        ui: &Ui,
        view: &BrowserView<'_>,
        (level, response): (&Arc<Level>, &Response),
    ) -> Option<PackDeed> {
        if response.double_clicked() {
            self.rename(level);
        }
        let mut deed = response.clicked().then_some(PackDeed::Show(level.id));
        let key = |modifiers, key| {
            response.has_focus() && ui.input_mut(|input| input.consume_key(modifiers, key))
        };
        if key(Modifiers::NONE, Key::F2) {
            self.rename(level);
        }
        if key(Modifiers::NONE, Key::Delete) {
            deed = Some(PackDeed::Delete(level.id));
        }
        if key(Modifiers::ALT, Key::ArrowUp) {
            deed = deed::moved(view.pack, level.id, -1);
        }
        if key(Modifiers::ALT, Key::ArrowDown) {
            deed = deed::moved(view.pack, level.id, 1);
        }
        response.context_menu(|ui| {
            if ui.button(text::RENAME).clicked() {
                self.rename(level);
            }
            let rest = [
                (text::DUPLICATE, Some(PackDeed::Duplicate(level.id))),
                (text::MOVE_UP, deed::moved(view.pack, level.id, -1)),
                (text::MOVE_DOWN, deed::moved(view.pack, level.id, 1)),
                (text::DELETE_LEVEL, Some(PackDeed::Delete(level.id))),
            ];
            for (words, wish) in rest {
                if ui.add_enabled(wish.is_some(), egui::Button::new(words)).clicked() {
                    deed = wish;
                }
            }
        });
        deed
    }

    /// Shows where the dragged level would go, and sends it there when it is dropped.
    fn drag(&mut self, ui: &Ui, rows: &[(LevelId, Rect)]) -> Option<PackDeed> {
        let dragged = self.dragging?;
        let pointer = ui.ctx().pointer_interact_pos()?;
        let from = rows.iter().position(|(id, _)| *id == dragged)?;
        let above = rows.iter().filter(|(_, rect)| rect.center().y < pointer.y).count();
        let line = rows
            .get(above)
            .map(|(_, rect)| rect.top())
            .or_else(|| rows.last().map(|(_, rect)| rect.bottom()))?;
        let x = rows.first()?.1.x_range();
        let colour = Theme::of(ui).role(Role::Accent);
        ui.painter().hline(x, line - 1.0, egui::Stroke::new(2.0, colour));
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        if ui.input(|input| input.pointer.any_down()) {
            return None;
        }
        self.dragging = None;
        // The levels behind the dragged one move up when it is taken out.
        let to = if above > from { above - 1 } else { above };
        (to != from).then_some(PackDeed::Move(dragged, to))
    }
}

fn icon_in(ui: &Ui, rect: Rect, icon: Icon) {
    let theme = Theme::of(ui);
    ui.painter().rect_filled(rect, theme::ROUND, theme.role(Role::Canvas));
    icon.paint(ui.painter(), rect.shrink(rect.width() / 3.0), theme.role(Role::Weak));
}
