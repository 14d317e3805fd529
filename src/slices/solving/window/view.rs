//! The board at a step, what the step needs, and a bar for each step.

use egui::{
    Button, EventFilter, Key, Modifiers, Pos2, Rect, Response, ScrollArea, Sense, Ui, Vec2,
};

use super::{board, words};
use crate::deduction::window::walk;
use crate::solving::question::{FoundSteps, StepsEnd, ToldStep};
use crate::solving::words::{BY_CHOICE, marks_text, sentence_text};
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::text;
use foolproof_games::{Game, Scene};
use foolproof_level::{Level, LevelId, Play};
use foolproof_picture::Ink;

/// Height of what stands beneath the picture, in points.
const BENEATH: f32 = 34.0;
/// Height of the bars with their numbers, and of a number.
const BARS: f32 = 76.0;
const NUMBER: f32 = 17.0;
/// The least and the greatest width of a bar's place.
const PLACE: (f32, f32) = (9.0, 26.0);
const RIM: f32 = 6.0;

/// The place in the steps of a level.
#[derive(Default)]
pub(super) struct StepsView {
    level: Option<LevelId>,
    /// Steps that were taken before the one that is looked at.
    at: usize,
    brought: Option<usize>,
    /// The pass in which it was shown last.
    shown: u64,
}

impl StepsView {
    /// Shows the steps; whether the window is to close.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Level,
        found: &FoundSteps,
    ) -> bool {
        if self.level.replace(level.id) != Some(level.id) {
            self.at = 0;
        }
        self.at = self.at.min(found.steps.len());
        let screen = ui.ctx().content_rect();
        let high = (screen.height() - 210.0).clamp(330.0, 760.0);
        let wide = (screen.width() * 0.34).clamp(300.0, 620.0);
        ui.strong(words::end(found));
        ui.add_space(theme::TIGHT);
        let pass = ui.ctx().cumulative_pass_nr();
        let fresh = pass > self.shown + 2;
        self.shown = pass;
        let bring = self.brought.replace(self.at) != Some(self.at);
        ui.horizontal_top(|ui| {
            let column = Vec2::new(wide, high);
            let down = egui::Layout::top_down(egui::Align::Min);
            let closes = ui.allocate_ui_with_layout(column, down, |ui| {
                ui.set_min_size(column);
                let board = self.picture(ui, game, level, found, high - BENEATH);
                self.buttons(ui, found.steps.len());
                self.keys(ui, found.steps.len(), &board, fresh)
            });
            ui.add_space(theme::GAP);
            ui.vertical(|ui| {
                ui.set_width((screen.width() * 0.78 - wide).clamp(360.0, 640.0));
                let top = ui.cursor().top();
                self.bars(ui, found, bring);
                ui.separator();
                self.step(ui, game, found);
                ui.separator();
                let left = (high - (ui.cursor().top() - top)).max(90.0);
                self.list(ui, game, found, left, bring);
            });
            closes.inner
        })
        .inner
    }

    /// The board with what is known before the step, and what follows from it.
    fn picture(
        &self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Level,
        found: &FoundSteps,
        high: f32,
    ) -> Response {
        let theme = Theme::of(ui);
        let size = Vec2::new(ui.available_width(), high);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let response = ui.interact(rect, ui.scope_id().with("solving board"), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::BOARD));
        ui.painter().rect_filled(rect, theme::ROUND_CARD, theme.role(Role::Canvas));
        let layout = game.layout(&level.board);
        let transform = Transform::fit(rect.shrink(6.0), Vec2::new(layout.width, layout.height));
        let play = play_after(found, self.at + 1);
        let mut shapes = game.draw(level, Scene { play: Some(&play), against: None });
        shapes.extend(board::drawn(found, self.at, game, &layout));
        painter::paint(ui.painter(), transform, &shapes, &theme, None);
        walk::frame(ui, rect, &response);
        response
    }

    fn buttons(&mut self, ui: &mut Ui, last: usize) {
        let tips = [words::FIRST, words::BACK, words::FORWARD, words::LAST];
        ui.horizontal(|ui| {
            if let Some(to) = walk::buttons(ui, self.at, last, tips) {
                self.at = to.min(last);
            }
            let words = match self.at < last {
                true => words::step(self.at + 1, last),
                false => words::END.to_owned(),
            };
            ui.label(words).on_hover_text(words::HOW);
        });
    }

    /// Keys go to the window when it is opened and when it is clicked; whether it is to close.
    fn keys(&mut self, ui: &Ui, last: usize, board: &Response, fresh: bool) -> bool {
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
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        self.at = self.at.saturating_sub(pressed(Key::ArrowLeft) + pressed(Key::ArrowUp));
        self.at = (self.at + pressed(Key::ArrowRight) + pressed(Key::ArrowDown)).min(last);
        if pressed(Key::Home) > 0 {
            self.at = 0;
        }
        if pressed(Key::End) > 0 {
            self.at = last;
        }
        pressed(Key::Escape) > 0
    }

    /// How many sentences each step needs; a click goes there.
    fn bars(&mut self, ui: &mut Ui, found: &FoundSteps, bring: bool) {
        theme::section(ui, words::SENTENCES);
        let places = found.steps.len() + 1;
        // Numbers of steps on a screen: nothing that matters is lost.
        let place = ((ui.available_width() - 2.0 * RIM) / places as f32).clamp(PLACE.0, PLACE.1);
        let size = Vec2::new(place * places as f32 + 2.0 * RIM, BARS);
        let area =
            ScrollArea::horizontal().id_salt("sentences of steps").auto_shrink([false, true]);
        area.show(ui, |ui| {
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            ui.painter().rect_filled(rect, theme::ROUND, Theme::of(ui).role(Role::Panel));
            let columns = Columns { left: rect.left() + RIM, width: place, count: places };
            let ground = rect.bottom() - 4.0;
            let sentences = found.steps.iter().map(|step| step.sentences.len() as f64);
            let up = Axis::from_zero(sentences, ground, rect.top() + NUMBER);
            for (at, step) in found.steps.iter().enumerate() {
                let room = columns.place(at, rect.y_range());
                let bar = columns.bar(at, step.sentences.len() as f64, &up, 1.5);
                self.bar(ui, at, step, [room, bar]);
            }
            let room = columns.place(found.steps.len(), rect.y_range());
            let end =
                chart::column(ui, "end of steps", room, self.at == found.steps.len(), words::END);
            if end.clicked() {
                self.at = found.steps.len();
            }
            let middle = Pos2::new(columns.middle(found.steps.len()), ground - 10.0);
            let (sign, ink) = match &found.end {
                StepsEnd::Solved => (Icon::CHECK, Ink::Good),
                StepsEnd::NoSolution { .. } => (Icon::CROSS, Ink::Conflict),
                StepsEnd::Differ { .. } | StepsEnd::More { .. } => (Icon::STOP, Ink::Bad),
            };
            let sign_rect = Rect::from_center_size(middle, Vec2::splat(12.0));
            sign.paint(ui.painter(), sign_rect, Theme::of(ui).ink(ink));
            ui.painter().hline(columns.left..=columns.right(), ground, chart::axis_pen(ui));
            if bring {
                ui.scroll_to_rect(columns.place(self.at, rect.y_range()), None);
            }
        });
    }

    /// The bar of a step within its room.
    fn bar(&mut self, ui: &Ui, at: usize, step: &ToldStep, [room, bar]: [Rect; 2]) {
        let sentences = step.sentences.len();
        let name = words::bar(at + 1, sentences, step.marks.len(), step.available);
        let response = chart::column(ui, ("step", at), room, self.at == at, &name);
        let ink = if self.at == at { Ink::Selection } else { Ink::Forced };
        ui.painter().rect_filled(bar, 1.5, Theme::of(ui).ink(ink));
        if sentences > 1 {
            let weak = Theme::of(ui).role(Role::Weak);
            chart::label_above(ui, bar, &sentences.to_string(), weak);
        }
        if response.clicked() {
            self.at = at;
        }
    }

    /// What the step needs and what follows; at the end, how it ends.
    fn step(&self, ui: &mut Ui, game: &dyn Game, found: &FoundSteps) {
        let area = ScrollArea::vertical().id_salt("the step").max_height(190.0);
        area.auto_shrink([false, true]).show(ui, |ui| {
            let Some(step) = found.steps.get(self.at) else {
                ui.label(words::end(found));
                match &found.end {
                    StepsEnd::Differ { marks } => {
                        ui.label(format!("They differ in {}.", marks_text(game, marks)));
                    }
                    StepsEnd::NoSolution { sentences } => {
                        for sentence in sentences {
                            ui.strong(sentence_text(sentence));
                        }
                    }
                    StepsEnd::Solved | StepsEnd::More { .. } => {}
                }
                return;
            };
            theme::section(ui, words::FOLLOWS);
            ui.strong(marks_text(game, &step.marks));
            if !step.reasons.is_empty() {
                theme::section(ui, words::KNOWN);
                ui.label(marks_text(game, &step.reasons));
            }
            if step.sentences.is_empty() {
                ui.label(text::sentence(BY_CHOICE));
            } else {
                theme::section(ui, words::RULES);
            }
            for sentence in &step.sentences {
                ui.label(sentence_text(sentence));
            }
            if !step.smallest {
                ui.weak(words::NOT_SMALLEST);
            }
        });
    }

    /// All steps, a line each.
    fn list(&mut self, ui: &mut Ui, game: &dyn Game, found: &FoundSteps, high: f32, bring: bool) {
        let area = ScrollArea::vertical().id_salt("list of steps").max_height(high);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::new(0.0, 1.0);
            for (at, step) in found.steps.iter().enumerate() {
                let marks = marks_text(game, &step.marks);
                let words = format!("{}. {}", at + 1, marks);
                let wide = Vec2::new(ui.available_width(), 0.0);
                let button = Button::selectable(self.at == at, words).truncate().min_size(wide);
                let response = ui.add(button);
                if self.at == at && bring {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    self.at = at;
                }
            }
        });
    }
}

/// What is there after so many steps.
fn play_after(found: &FoundSteps, steps: usize) -> Play {
    let taken = found.steps.iter().take(steps).flat_map(|step| &step.marks);
    let there = taken.filter(|mark| mark.on);
    Play(there.map(|of| (of.site, of.mark.clone())).collect())
}
