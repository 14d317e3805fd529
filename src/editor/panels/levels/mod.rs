//! The pack browser: the levels of the open pack in order, with thumbnails and the findings about each.
//!
//! It shows the pack and returns the designer's wish as a [`PackDeed`]; a deed changes a pack through its
//! history, so everything here can be undone.

mod badge;
mod deed;
mod filter;
pub(crate) mod panel;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Key, Modifiers, Rect, Response, RichText, ScrollArea, Sense, Ui, Vec2, pos2};

pub use badge::{Badge, Certainty};
pub use deed::PackDeed;
use filter::{Known, LevelFilter};

use crate::kit::icon::{self, Icon};
use crate::kit::one_stop::OneStop;
use crate::kit::theme::{self, Role, Theme};
use crate::kit::thumbs::{Subject, Thumbs};
use crate::session::choice::LevelChoice;
use crate::session::command::{Command, Entry};
use crate::text;
use foolproof_game::Games;
use foolproof_level::{Level, LevelId, Pack};

/// The list as one stop of the Tab key.
pub(crate) const LIST: &str = "levels";
const ROW: f32 = 50.0;
const THUMB: f32 = 44.0;
/// Distance between two rows, and height above the first, in points.
const APART: f32 = 2.0;
const HEAD: f32 = 40.0;

/// Returns the preferred height of a list with this many levels, in points.
pub(crate) fn height(levels: usize) -> f32 {
    HEAD + levels as f32 * (ROW + APART)
}

/// Contents of the browser in this frame.
pub struct BrowserView<'a> {
    pub pack: &'a Pack,
    pub current: LevelId,
    pub games: &'a Games,
    /// The latest findings about a level.
    pub badges: &'a dyn Fn(LevelId) -> Vec<Badge>,
    /// The state of a level's properties, as far as known.
    pub known: Known<'a>,
    /// The table of commands: the menu of a row offers some of them.
    pub commands: &'a [Entry],
    /// Makes the first level of a pack without levels.
    pub fresh: &'a dyn Fn() -> Option<Level>,
    /// The file is a source with errors, whose levels cannot be read yet.
    pub is_broken: bool,
}

/// The browser's own state: renaming, dragging and the filter.
#[derive(Default)]
pub struct PackBrowser {
    thumbs: Thumbs<LevelId>,
    renaming: Option<Renaming>,
    dragging: Option<LevelId>,
    /// The selected levels.
    pub choice: LevelChoice,
    /// The filter text, while the filter is open.
    filter: Option<String>,
    /// The row that takes the keyboard next.
    next_focus: Option<LevelId>,
    /// The row whose menu is open.
    menu: Option<LevelId>,
    /// The levels in list order.
    order: Vec<LevelId>,
    /// The level that was last scrolled to, so that a newly shown level comes into view once.
    shown: LevelId,
}

struct Renaming {
    level: LevelId,
    title: String,
    fresh: bool,
}

impl PackBrowser {
    /// Begins to edit a level's title in place.
    pub(crate) fn rename(&mut self, level: &Level) {
        let title = level.title.clone();
        self.renaming = Some(Renaming { level: level.id, title, fresh: true });
    }

    /// Returns the number of thumbnails drawn since the start; for tests and benches.
    pub fn drawn(&self) -> u64 {
        self.thumbs.drawn()
    }

    /// Shows the list; returns the action that the user asked for.
    pub fn show(&mut self, ui: &mut Ui, view: &BrowserView<'_>) -> Option<PackDeed> {
        let mut deed = None;
        let filter = LevelFilter::parse(self.filter.as_deref().unwrap_or_default());
        let all = view.pack.levels.iter().enumerate();
        let listed: Vec<(usize, &Arc<Level>)> =
            all.filter(|(_, level)| filter.takes(level, view.games, view.known)).collect();
        ui.horizontal(|ui| {
            let count = view.pack.levels.len();
            theme::section(
                ui,
                &match filter.is_empty() {
                    true => text::levels(count),
                    false => text::listed(listed.len(), count),
                },
            );
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if icon::button(ui, Icon::PLUS, text::ADD_LEVEL).clicked() {
                    deed = deed::added(view);
                }
                self.filter_switch(ui);
            });
        });
        self.filter_field(ui);
        self.choice.has_keys = false;
        if std::mem::take(&mut self.choice.renames)
            && let Some(level) = view.pack.level(view.current)
        {
            self.rename(level);
            self.shown = LevelId::default();
        }
        if view.pack.levels.is_empty() {
            let words = if view.is_broken { text::NO_LEVELS_YET } else { text::EMPTY_PACK };
            ui.label(RichText::new(words).color(Theme::of(ui).role(Role::Weak)));
            return deed;
        }
        if listed.is_empty() {
            ui.label(RichText::new(text::NONE_LISTED).color(Theme::of(ui).role(Role::Weak)));
        }
        self.order = listed.iter().map(|(_, level)| level.id).collect();
        let mut rows = Vec::with_capacity(listed.len());
        ScrollArea::vertical().id_salt("levels").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = APART;
            let mut stop = OneStop::begin(ui, LIST);
            for (number, level) in listed {
                let (rect, wish) = self.row(ui, view, number, level, &mut stop);
                rows.push((level.id, rect));
                deed = deed.take().or(wish);
            }
            stop.end(ui);
            deed = deed.take().or(self.drag(ui, &rows));
        });
        deed
    }

    /// Opens the field for a filter, or closes it, which lists all levels.
    fn filter_switch(&mut self, ui: &mut Ui) {
        let stand =
            if self.filter.is_some() { icon::IconState::Chosen } else { icon::IconState::Plain };
        let name = if self.filter.is_some() { text::CLEAR_FILTER } else { text::FILTER };
        if icon::with_tip(ui, Icon::SEARCH, name, name, stand).clicked() {
            self.filter = self.filter.is_none().then(String::new);
            ui.ctx().data_mut(|data| data.insert_temp(filter_id(), true));
        }
    }

    fn filter_field(&mut self, ui: &mut Ui) {
        let Some(words) = &mut self.filter else { return };
        let mut clears = false;
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(words)
                .id(filter_id())
                .hint_text(text::FILTER_HINT)
                .desired_width(ui.available_width() - 32.0);
            let field = ui.add(field).on_hover_text(text::FILTER_TIP);
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::TextInput, true, text::FILTER)
            });
            if ui.ctx().data_mut(|data| data.remove_temp::<bool>(filter_id())).is_some() {
                field.request_focus();
            }
            clears = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape));
            clears |= icon::button(ui, Icon::CROSS, text::CLEAR_FILTER).clicked();
        });
        if clears {
            self.filter = None;
        }
    }

    fn row(
        &mut self,
        ui: &mut Ui,
        view: &BrowserView<'_>,
        number: usize,
        level: &Arc<Level>,
        stop: &mut OneStop,
    ) -> (Rect, Option<PackDeed>) {
        let size = Vec2::new(ui.available_width(), ROW);
        let sense = stop.sense(ui, Sense::click_and_drag());
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let current = level.id == view.current;
        stop.add(&response, current);
        let name = text::level_name(number, level);
        response.widget_info(|| {
            let role = egui::Role::Button;
            let chosen = current || self.choice.contains(level.id);
            egui::WidgetInfo::selected(role, true, chosen, &name)
        });
        if self.next_focus.take_if(|id| *id == level.id).is_some() {
            response.request_focus();
            response.scroll_to_me(None);
        }
        self.choice.has_keys |= response.has_focus();
        if current && self.shown != level.id {
            ui.scroll_to_rect(rect, None);
            self.shown = level.id;
        }
        if response.drag_started() {
            self.dragging = Some(level.id);
        }
        if ui.is_rect_visible(rect) {
            self.paint_row(ui, view, number, level, &response);
        }
        let renamed = self.title(ui, level, rect);
        let wish = self.wish(ui, view, level, &response);
        (rect, renamed.or(wish))
    }

    fn paint_row(
        &mut self,
        ui: &Ui,
        view: &BrowserView<'_>,
        number: usize,
        level: &Arc<Level>,
        response: &Response,
    ) {
        let (theme, rect) = (Theme::of(ui), response.rect);
        let current = level.id == view.current;
        let fill = match (current, self.choice.contains(level.id), response.hovered()) {
            (true, ..) => Some(theme.role(Role::Tint)),
            (_, true, _) => Some(theme.faded(Role::Tint, 0.6)),
            (.., true) => Some(theme.role(Role::Button)),
            _ => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::ROUND, fill);
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
            ui.painter().galley(pos2(left, rect.top() + 8.0), galley, colour);
        }
        let badges = (view.badges)(level.id);
        badge::row(ui, level.id, pos2(left, rect.bottom() - 21.0), rect.right() - 4.0, &badges);
    }

    /// Shows the field for editing a title in place.
    fn title(&mut self, ui: &mut Ui, level: &Level, rect: Rect) -> Option<PackDeed> {
        let renaming = self.renaming.as_mut().filter(|renaming| renaming.level == level.id)?;
        let field = Rect::from_min_max(
            pos2(rect.left() + 28.0 + THUMB, rect.top() + 4.0),
            pos2(rect.right() - 4.0, rect.top() + 28.0),
        );
        let edit = egui::TextEdit::singleline(&mut renaming.title)
            .char_limit(foolproof_level::bounds::LONGEST_OWN_TITLE)
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

    /// Returns the action that a click, a key or the menu of a row asks for.
    fn wish(
        &mut self,
        ui: &mut Ui,
        view: &BrowserView<'_>,
        level: &Arc<Level>,
        response: &Response,
    ) -> Option<PackDeed> {
        if response.double_clicked() {
            self.rename(level);
        }
        let mut deed = self.clicked(ui, view, level, response);
        if response.has_focus() {
            deed = self.keys(ui, view, level).or(deed);
        }
        if response.secondary_clicked() && !self.choice.contains(level.id) {
            self.choice.only(level.id);
            deed = Some(PackDeed::Show(level.id));
        }
        let was_open = self.menu.take_if(|id| *id == level.id).is_some();
        let menu = response.context_menu(|ui| {
            let several = self.several();
            if several.is_none() && ui.button(text::RENAME).clicked() {
                self.rename(level);
            }
            let single = [
                (text::DUPLICATE, Some(PackDeed::Duplicate(level.id))),
                (text::MOVE_UP, deed::moved(view.pack, level.id, -1)),
                (text::MOVE_DOWN, deed::moved(view.pack, level.id, 1)),
                (text::DELETE_LEVEL, Some(PackDeed::Delete(level.id))),
            ];
            let single = single.map(|(words, wish)| (words.to_owned(), wish));
            let rest: Vec<_> = match several {
                None => single.into(),
                Some(ids) => {
                    let words = text::delete_levels(ids.len());
                    vec![(words, Some(PackDeed::DeleteThese(ids)))]
                }
            };
            for (words, wish) in rest {
                if ui.add_enabled(wish.is_some(), egui::Button::new(words)).clicked() {
                    deed = wish;
                }
            }
            ui.separator();
            for command in OF_THE_CHOSEN {
                let entry = view.commands.iter().find(|entry| entry.command == command);
                if entry.is_some_and(|entry| ui.button(entry.name).clicked()) {
                    deed = Some(PackDeed::Run(command));
                }
            }
        });
        match menu {
            Some(_) => self.menu = Some(level.id),
            // Escape closed the menu and released the keyboard: copying must still copy levels.
            None if was_open && ui.memory(|memory| memory.focused().is_none()) => {
                self.next_focus = Some(level.id);
            }
            None => {}
        }
        deed
    }

    /// Handles a click: it shows a level; with Ctrl it selects one more, with Shift all up to there.
    fn clicked(
        &mut self,
        ui: &Ui,
        view: &BrowserView<'_>,
        level: &Level,
        response: &Response,
    ) -> Option<PackDeed> {
        if !response.clicked() {
            return None;
        }
        let held = ui.input(|input| input.modifiers);
        match (held.command, held.shift) {
            (true, _) => self.choice.toggle(level.id, view.current),
            (_, true) => self.choice.extend(&self.order, level.id, view.current),
            _ => {
                self.choice.only(level.id);
                return Some(PackDeed::Show(level.id));
            }
        }
        response.request_focus();
        None
    }

    /// Returns the selected levels, if there are several.
    fn several(&self) -> Option<BTreeSet<LevelId>> {
        (self.choice.count() > 1).then(|| self.choice.ids().collect())
    }

    /// Handles keys while a row has the focus.
    fn keys(
        &mut self,
        ui: &mut Ui,
        view: &BrowserView<'_>,
        level: &Arc<Level>,
    ) -> Option<PackDeed> {
        let key = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if key(Modifiers::NONE, Key::F2) {
            self.rename(level);
        }
        if key(Modifiers::COMMAND, Key::A) {
            self.choice.these(self.order.iter().copied());
        }
        for (code, step) in [(Key::ArrowUp, -1), (Key::ArrowDown, 1)] {
            if key(Modifiers::SHIFT, code) {
                let at = self.order.iter().position(|id| *id == level.id);
                let to = at.and_then(|at| at.checked_add_signed(step));
                if let Some(next) = to.and_then(|to| self.order.get(to).copied()) {
                    self.choice.extend(&self.order, next, level.id);
                    self.next_focus = Some(next);
                }
            }
            if key(Modifiers::ALT, code) {
                return match self.several() {
                    Some(ids) => deed::moved_these(view.pack, ids, step),
                    None => deed::moved(view.pack, level.id, step),
                };
            }
        }
        key(Modifiers::NONE, Key::Delete).then(|| match self.several() {
            Some(ids) => PackDeed::DeleteThese(ids),
            None => PackDeed::Delete(level.id),
        })
    }

    /// Shows the destination of the dragged levels, and moves them there when they are dropped.
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
        let several = self.several().filter(|ids| ids.contains(&dragged));
        if several.is_none() && (above == from || above == from + 1) {
            return None;
        }
        let moved = several.unwrap_or_else(|| BTreeSet::from([dragged]));
        Some(PackDeed::Place(moved, rows.get(above).map(|(id, _)| *id)))
    }
}

/// Commands in the menu of a row that act on all selected levels.
const OF_THE_CHOSEN: [Command; 4] =
    [Command::COPY_LEVELS, Command::CUT_LEVELS, Command::PASTE_LEVELS, Command::LABEL_LEVELS];

fn filter_id() -> egui::Id {
    egui::Id::unique("filter of the levels")
}

fn icon_in(ui: &Ui, rect: Rect, icon: Icon) {
    let theme = Theme::of(ui);
    ui.painter().rect_filled(rect, theme::ROUND, theme.role(Role::Canvas));
    icon.paint(ui.painter(), rect.shrink(rect.width() / 3.0), theme.role(Role::Weak));
}
