//! Shows the board at a step, the sentences and marks of the step, and the course of all steps.

use egui::style::ScrollAnimation;
use egui::{Button, EventFilter, Key, Modifiers, Response, RichText, ScrollArea, Sense, Ui, Vec2};

use super::{chart, words};
use crate::deduction::window::walk;
use crate::solving::drawing;
use crate::solving::question::{FoundSteps, KnownMark, StepsEnd};
use crate::solving::words::{BY_CHOICE, marks_text, sentence_text};
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::text;
use foolproof_game::{Game, Scene};
use foolproof_level::{Board, Level, LevelId, Site};
use foolproof_picture::Ink;

/// Height of the part beneath the picture, in points.
const BENEATH: f32 = 34.0;
/// Time for which each step is shown while all are played, in seconds.
const BEAT: f64 = 1.4;

/// Function that puts marks of the level into words.
type MarksText<'a> = &'a dyn Fn(&[KnownMark]) -> String;

/// The position in the steps of a level.
#[derive(Default)]
pub(super) struct StepsView {
    level: Option<LevelId>,
    /// Index of the shown step.
    at: usize,
    brought: Option<usize>,
    /// Last height of the list, in points.
    room: Option<f32>,
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
    /// Returns the index of the shown step, from 0.
    pub(super) fn at(&self) -> usize {
        self.at
    }

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
                self.go_to(at);
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

    /// Goes to a step. Forgets the answer about a site, and stops playing.
    fn go_to(&mut self, at: usize) {
        (self.at, self.told, self.since) = (at, None, None);
    }

    /// Advances automatically while the steps are played.
    fn play_on(&mut self, ui: &Ui, last: usize) {
        let Some(since) = self.since else { return };
        let now = ui.input(|input| input.time);
        if self.at >= last {
            self.since = None;
        } else if now - since >= BEAT {
            (self.at, self.told, self.since) = (self.at + 1, None, Some(now));
        }
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(BEAT / 8.0));
    }

    /// Shows the steps. Returns whether the window has to close.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Level,
        found: &FoundSteps,
    ) -> bool {
        if self.level.replace(level.id) != Some(level.id) {
            let asked_of = self.asked_of;
            self.go_to(0);
            self.asked_of = asked_of;
        }
        self.at = self.at.min(found.steps.len());
        self.play_on(ui, found.steps.len());
        self.answer(found, level.board);
        let told = |marks: &[KnownMark]| marks_text(game, level.board, marks);
        let screen = ui.ctx().content_rect();
        let high = (screen.height() - 210.0).clamp(330.0, 760.0);
        let wide = (screen.width() * 0.34).clamp(300.0, 620.0);
        self.headline(ui, found);
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
                if let Some(to) = chart::show(ui, found, self.at, bring) {
                    self.go_to(to);
                }
                ui.separator();
                self.step(ui, &told, found);
                ui.separator();
                let left = (high - (ui.cursor().top() - top)).max(90.0);
                // Scrolls also if the part above takes more room than before.
                let is_other = self.room.replace(left) != Some(left);
                self.list(ui, &told, found, left, bring || is_other);
            });
            closes.inner
        })
        .inner
    }

    /// Shows the end of the steps, the hardest step, the moment with the fewest available steps, and the answer
    /// to the last question.
    fn headline(&mut self, ui: &mut Ui, found: &FoundSteps) {
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            ui.strong(words::end(found));
            if let Some((at, sentences)) = found.combined() {
                chart::link(ui, words::hardest(at + 1, sentences), at, &mut asked);
            }
            let narrow = found.narrowest().and_then(|at| Some((at, found.steps.get(at)?)));
            if let Some((at, step)) = narrow {
                chart::link(ui, words::narrowest(at + 1, step.available), at, &mut asked);
            }
        });
        if let Some(told) = &self.told {
            ui.label(RichText::new(told).color(Theme::of(ui).ink(Ink::Intended)));
        }
        if let Some(at) = asked {
            self.go_to(at);
        }
    }

    /// Shows the board with the marks known before the step and those that follow. A click asks why a site has
    /// its contents.
    fn picture(
        &mut self,
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
        let layout = game.layout_of(level);
        let transform = Transform::fit(rect.shrink(6.0), Vec2::new(layout.width, layout.height));
        if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
            && let Some(site) = layout.site_at(transform.to_board(at))
        {
            self.ask_why(site);
        }
        let play = found.play_after(self.at + 1);
        let mut shapes = game.draw(level, Scene { play: Some(&play), ..Scene::default() });
        shapes.extend(drawing::drawn(found, self.at, game, &layout));
        painter::paint(ui.painter(), transform, &shapes, &theme, None);
        walk::frame(ui, rect, &response);
        response
    }

    fn buttons(&mut self, ui: &mut Ui, last: usize) {
        let tips = [words::FIRST, words::BACK, words::FORWARD, words::LAST];
        ui.horizontal(|ui| {
            if let Some(to) = walk::buttons(ui, self.at, last, tips) {
                self.go_to(to.min(last));
            }
            let (sign, name, stand) = match self.since {
                Some(_) => (Icon::PAUSE, words::PAUSE, IconState::Plain),
                None if self.at < last => (Icon::PLAY, words::PLAY, IconState::Plain),
                None => (Icon::PLAY, words::PLAY, IconState::Disabled),
            };
            if icon::toggle(ui, sign, name, stand).clicked() {
                let now = ui.input(|input| input.time);
                self.since = if self.since.is_some() { None } else { Some(now) };
            }
            let words = match self.at < last {
                true => words::step(self.at + 1, last),
                false => words::END.to_owned(),
            };
            ui.label(words).on_hover_text(words::HOW);
        });
    }

    /// Handles keys. The window has the focus after it is opened or clicked. Returns whether it has to close.
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
        let back = self.at.saturating_sub(pressed(Key::ArrowLeft) + pressed(Key::ArrowUp));
        let mut to = (back + pressed(Key::ArrowRight) + pressed(Key::ArrowDown)).min(last);
        if pressed(Key::Home) > 0 {
            to = 0;
        }
        if pressed(Key::End) > 0 {
            to = last;
        }
        if to != self.at {
            self.go_to(to);
        }
        pressed(Key::Escape) > 0
    }

    /// Shows the sentences and marks of the step, or after the last one the end of the steps.
    fn step(&self, ui: &mut Ui, told: MarksText<'_>, found: &FoundSteps) {
        let area = ScrollArea::vertical().id_salt("the step").max_height(190.0);
        area.auto_shrink([false, true]).show(ui, |ui| {
            let Some(step) = found.steps.get(self.at) else {
                ui.label(words::end(found));
                match &found.end {
                    StepsEnd::Differ { marks } => {
                        ui.label(format!("They differ in {}.", told(marks)));
                    }
                    StepsEnd::NoSolution { sentences, .. } => {
                        for sentence in sentences {
                            ui.strong(sentence_text(sentence));
                        }
                    }
                    StepsEnd::Solved | StepsEnd::More { .. } => {}
                }
                return;
            };
            theme::section(ui, words::FOLLOWS);
            ui.strong(told(&step.marks));
            if !step.reasons.is_empty() {
                theme::section(ui, words::KNOWN);
                ui.label(told(&step.reasons));
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

    /// Shows all steps, one per line.
    fn list(
        &mut self,
        ui: &mut Ui,
        told: MarksText<'_>,
        found: &FoundSteps,
        high: f32,
        bring: bool,
    ) {
        let area = ScrollArea::vertical().id_salt("list of steps").max_height(high);
        area.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::new(0.0, 1.0);
            for (at, step) in found.steps.iter().enumerate() {
                let words = format!("{}. {}", at + 1, told(&step.marks));
                let wide = Vec2::new(ui.available_width(), 0.0);
                let button = Button::selectable(self.at == at, words).truncate().min_size(wide);
                let response = ui.add(button);
                if self.at == at && bring {
                    // Without animation, which the next key would overtake.
                    response.scroll_to_me_animation(None, ScrollAnimation::none());
                }
                if response.clicked() {
                    self.go_to(at);
                }
            }
        });
    }
}
