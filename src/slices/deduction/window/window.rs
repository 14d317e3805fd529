//! The window of a level's deduction: the board after each round, its findings with their reasons, the
//! widths of rounds, the leaks of the level, and the end of deduction.
//!
//! Follows the level while it is painted. Must never change the pack.

use std::sync::Arc;

use egui::{EventFilter, Key, Modifiers, Response, Sense, Ui, Vec2};

use crate::deduction::window::steps::{Chosen, Steps};
use crate::deduction::window::words;
use crate::deduction::window::{board, chart, lists, walk};
use foolproof_editor::kit::icon;
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::{Deduced, Deduction, Game, Scene};
use foolproof_level::Level;
use foolproof_picture::Shape;

/// Height of the part beneath the picture, in points.
const BENEATH: f32 = 34.0;

/// Next action of the window after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterFrame {
    Stay,
    Close,
}

/// The known deduction of a level.
pub(crate) enum KnownDeduction {
    Waiting,
    Known(Arc<Deduced>),
    /// Reason why there is none, in words.
    Trouble(String),
}

/// Moves to another position.
type StepTo = fn(&mut Steps);

/// The drawn picture, and what it was drawn of.
#[derive(Clone, Debug)]
struct DrawnStep {
    at: usize,
    look: Chosen,
    shapes: Vec<Shape>,
}

/// State of the window that lasts from one frame to the next.
#[derive(Default)]
pub(crate) struct DeductionWindow {
    steps: Option<Steps>,
    /// Reason why there is no deduction.
    trouble: Option<(Arc<Level>, String)>,
    drawn: Option<DrawnStep>,
    /// The place last scrolled into view.
    brought: Option<(usize, Chosen)>,
    /// The pass in which it was last shown.
    shown: u64,
}

impl DeductionWindow {
    /// Shows the deduction of a level, or why there is none, once known.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Arc<Level>,
        deduced: KnownDeduction,
    ) -> AfterFrame {
        let Some(rules) = game.deduction() else { return AfterFrame::Close };
        self.follow(rules, level, deduced);
        if let Some((_, why)) = &self.trouble {
            ui.label(foolproof_editor::text::sentence(why));
            let escape = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            return if escape { AfterFrame::Close } else { AfterFrame::Stay };
        }
        let Some(steps) = &mut self.steps else { return AfterFrame::Stay };
        let screen = ui.ctx().content_rect();
        let high = (screen.height() - 230.0).clamp(330.0, 760.0);
        let wide = (screen.width() * 0.31).clamp(300.0, 560.0);
        headline(ui, steps);
        let pass = ui.ctx().cumulative_pass_nr();
        let fresh = pass > self.shown + 2;
        self.shown = pass;
        let here = Some((steps.at(), steps.look()));
        let bring = std::mem::replace(&mut self.brought, here) != here;
        let drawn = &mut self.drawn;
        ui.horizontal_top(|ui| {
            let column = Vec2::new(wide, high);
            let down = egui::Layout::top_down(egui::Align::Min);
            let after = ui
                .allocate_ui_with_layout(column, down, |ui| {
                    ui.set_min_size(column);
                    let response = picture(ui, steps, drawn, game, rules, high - BENEATH);
                    buttons(ui, steps);
                    keys(ui, steps, &response, fresh)
                })
                .inner;
            ui.add_space(theme::GAP);
            ui.vertical(|ui| {
                ui.set_width((screen.width() * 0.8 - wide).clamp(380.0, 700.0));
                let top = ui.cursor().top();
                chart::show(ui, steps, bring);
                chart::legend(ui, steps);
                ui.separator();
                let left = high - (ui.cursor().top() - top) - lists::leaks_high(steps);
                lists::round(ui, steps, left, bring);
                lists::leaks(ui, steps, bring);
            });
            after
        })
        .inner
    }

    /// Switches to another level, or to a new version of the same one at the same round.
    fn follow(&mut self, rules: &dyn Deduction, level: &Arc<Level>, deduced: KnownDeduction) {
        let known = self.steps.as_ref().map(|steps| &steps.level);
        let known = known.or(self.trouble.as_ref().map(|(level, _)| level));
        let is_followed = known.is_some_and(|known| Arc::ptr_eq(known, level));
        let before = |steps: &Steps| steps.level.id == level.id;
        match deduced {
            // The deduction of the level before an edit stays for the moment.
            KnownDeduction::Waiting => self.steps = self.steps.take().filter(before),
            _ if is_followed => {}
            KnownDeduction::Known(deduced) => {
                (self.drawn, self.trouble) = (None, None);
                self.steps = Some(match self.steps.take().filter(before) {
                    Some(steps) => steps.renewed(level, deduced),
                    None => Steps::new(level, deduced, rules.rules()),
                });
            }
            KnownDeduction::Trouble(why) => {
                (self.drawn, self.steps) = (None, None);
                self.trouble = Some((Arc::clone(level), why));
            }
        }
    }
}

/// Shows the end of deduction as a headline.
fn headline(ui: &mut Ui, steps: &Steps) {
    let (sign, colour) = chart::end_sign(Theme::of(ui), steps);
    ui.horizontal(|ui| {
        icon::inline(ui, sign, colour);
        ui.strong(words::end(&steps.deduced));
    });
    ui.add_space(theme::TIGHT);
}

/// Draws the board after the previous rounds, with the findings of this one; a click chooses findings about
/// a site.
fn picture(
    ui: &mut Ui,
    steps: &mut Steps,
    drawn: &mut Option<DrawnStep>,
    game: &dyn Game,
    rules: &dyn Deduction,
    high: f32,
) -> Response {
    let theme = Theme::of(ui);
    let size = Vec2::new(ui.available_width(), high);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, ui.scope_id().with("deduction board"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::BOARD));
    ui.painter().rect_filled(rect, theme::ROUND_CARD, theme.role(Role::Canvas));
    let layout = game.layout_of(&steps.level);
    let transform = Transform::fit(rect.shrink(6.0), Vec2::new(layout.width, layout.height));
    if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
        && let Some(site) = layout.site_at(transform.to_board(at))
    {
        steps.choose_about(site);
    }
    let (at, look) = (steps.at(), steps.look());
    let known = drawn.take().filter(|drawn| (drawn.at, drawn.look) == (at, look));
    let drawn = drawn.insert(known.unwrap_or_else(|| {
        let mut shapes = game.draw(&steps.level, Scene::default());
        let stands_out = match look {
            Chosen::All => None,
            Chosen::Insight(number) => Some(number),
            // An index of no finding: nothing is highlighted besides the leak.
            Chosen::Leak(_) => Some(usize::MAX),
        };
        shapes.extend(rules.draw(&steps.level, at, stands_out));
        shapes.extend(board::marked(steps, &layout));
        DrawnStep { at, look, shapes }
    }));
    painter::paint(ui.painter(), transform, &drawn.shapes, &theme, None);
    walk::frame(ui, rect, &response);
    response
}

/// Shows buttons that go from round to round.
fn buttons(ui: &mut Ui, steps: &mut Steps) {
    let (at, last) = (steps.at(), steps.len());
    let tips = [words::FIRST, words::BACK, words::FORWARD, words::LAST];
    ui.horizontal(|ui| {
        if let Some(to) = walk::buttons(ui, at, last, tips) {
            steps.go_to(to);
        }
        let words = match steps.round() {
            Some(_) => words::round(at + 1, last),
            None => words::END.to_owned(),
        };
        ui.label(words).on_hover_text(words::HOW);
    });
}

/// Gives the keys to the window when it is opened or clicked, to the board when that is clicked.
fn keys(ui: &Ui, steps: &mut Steps, board: &Response, fresh: bool) -> AfterFrame {
    let within = ui.input(|input| {
        let clicks = input.pointer.any_pressed() || input.pointer.any_released();
        input.pointer.interact_pos().filter(|_| clicks)
    });
    let within = within.is_some_and(|at| ui.ctx().layer_id_at(at) == Some(ui.layer_id()));
    if fresh || within {
        board.request_focus();
    }
    let all =
        EventFilter { tab: false, horizontal_arrows: true, vertical_arrows: true, escape: true };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(board.id, all));
    if !board.has_focus() {
        return AfterFrame::Stay;
    }
    // Keys that are held or typed fast can come twice between two frames.
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    let moves: [(Key, StepTo); 6] = [
        (Key::ArrowLeft, Steps::back),
        (Key::ArrowRight, Steps::forward),
        (Key::ArrowDown, Steps::next_insight),
        (Key::ArrowUp, Steps::previous_insight),
        (Key::Home, |steps| steps.go_to(0)),
        (Key::End, |steps| steps.go_to(steps.len())),
    ];
    for (key, go) in moves {
        (0..pressed(key)).for_each(|_| go(steps));
    }
    if pressed(Key::Escape) > 0 { AfterFrame::Close } else { AfterFrame::Stay }
}
