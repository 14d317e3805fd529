//! The window of a level's deduction: the board after each round, what the round finds and why, how
//! wide rounds are, where the level leaks, and how deduction ends.
//!
//! Follows the level while it is painted. Knows the course, games as a trait, and egui. Must never
//! change the pack.

use std::sync::Arc;

use egui::{EventFilter, Key, Modifiers, Rect, Response, RichText, Sense, Ui, Vec2};

use super::course::{Course, Look};
use super::{board, chart, lists};
use crate::editor::icon::{self, Icon};
use crate::editor::painter::{self, Transform};
use crate::editor::patience::patience;
use crate::editor::text::deduction as words;
use crate::editor::theme::{self, Role, Theme};
use crate::games::{Deduction, Game, Halted, Scene};
use crate::level::Level;
use crate::picture::Shape;

/// Height of what stands beneath the picture, in points.
const BENEATH: f32 = 34.0;

/// What is to become of the window after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    Stay,
    Close,
}

/// Goes to another place of a course.
type Step = fn(&mut Course);

/// What the picture was drawn of.
#[derive(Clone, Debug)]
struct Drawn {
    at: usize,
    look: Look,
    shapes: Vec<Shape>,
}

/// What the window remembers from one frame to the next.
#[derive(Default)]
pub struct DeductionWindow {
    course: Option<Course>,
    /// Why there is none.
    trouble: Option<(Arc<Level>, String)>,
    drawn: Option<Drawn>,
    /// What was brought into view last.
    brought: Option<(usize, Look)>,
    /// The pass in which it was shown last.
    shown: u64,
}

impl DeductionWindow {
    /// Shows the deduction of a level.
    pub fn show(&mut self, ui: &mut Ui, game: &dyn Game, level: &Arc<Level>) -> After {
        let Some(rules) = game.deduction() else { return After::Close };
        self.follow(rules, level);
        if let Some((_, why)) = &self.trouble {
            ui.label(crate::editor::text::sentence(why));
            let escape = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
            return if escape { After::Close } else { After::Stay };
        }
        let Some(course) = &mut self.course else { return After::Stay };
        let screen = ui.ctx().content_rect();
        let high = (screen.height() - 230.0).clamp(330.0, 760.0);
        let wide = (screen.width() * 0.31).clamp(300.0, 560.0);
        headline(ui, course);
        let pass = ui.ctx().cumulative_pass_nr();
        let fresh = pass > self.shown + 2;
        self.shown = pass;
        let here = Some((course.at(), course.look()));
        let bring = std::mem::replace(&mut self.brought, here) != here;
        let drawn = &mut self.drawn;
        ui.horizontal_top(|ui| {
            let column = Vec2::new(wide, high);
            let down = egui::Layout::top_down(egui::Align::Min);
            let after = ui
                .allocate_ui_with_layout(column, down, |ui| {
                    ui.set_min_size(column);
                    let response = picture(ui, (course, drawn), (game, rules), high - BENEATH);
                    steps(ui, course);
                    keys(ui, course, (&response, fresh))
                })
                .inner;
            ui.add_space(theme::GAP);
            ui.vertical(|ui| {
                ui.set_width((screen.width() * 0.8 - wide).clamp(380.0, 700.0));
                let top = ui.cursor().top();
                chart::show(ui, course, bring);
                chart::legend(ui, course);
                ui.separator();
                let left = high - (ui.cursor().top() - top) - lists::leaks_high(course);
                lists::round(ui, course, (left, bring));
                lists::leaks(ui, course, bring);
            });
            after
        })
        .inner
    }

    /// Takes up another level, or the same one as it is now, at the same round.
    fn follow(&mut self, rules: &dyn Deduction, level: &Arc<Level>) {
        let known = self.course.as_ref().map(|course| &course.level);
        let known = known.or(self.trouble.as_ref().map(|(level, _)| level));
        if known.is_some_and(|known| Arc::ptr_eq(known, level)) {
            return;
        }
        self.drawn = None;
        self.trouble = None;
        let deduced = rules.deduce(level, &patience());
        match deduced.and_then(|deduced| deduced.map_err(|Halted| words::TOO_LONG.to_owned())) {
            Ok(deduced) => {
                let same = self.course.take().filter(|course| course.level.id == level.id);
                self.course = Some(match same {
                    Some(course) => course.renewed(level, deduced),
                    None => Course::new(level, deduced, rules.rules()),
                });
            }
            Err(why) => {
                self.course = None;
                self.trouble = Some((Arc::clone(level), why));
            }
        }
    }
}

/// How it ends, before all else.
fn headline(ui: &mut Ui, course: &Course) {
    let (sign, colour) = chart::end_sign(Theme::of(ui), course);
    ui.horizontal(|ui| {
        icon::inline(ui, sign, colour);
        ui.label(RichText::new(words::end(&course.deduced)).strong());
    });
    ui.add_space(theme::TIGHT);
}

/// The board after the rounds before, with what this one finds; a click chooses what is said of a
/// site.
fn picture(
    ui: &mut Ui,
    (course, drawn): (&mut Course, &mut Option<Drawn>),
    (game, rules): (&dyn Game, &dyn Deduction),
    high: f32,
) -> Response {
    let theme = Theme::of(ui);
    let size = Vec2::new(ui.available_width(), high);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, ui.scope_id().with("deduction board"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words::BOARD));
    ui.painter().rect_filled(rect, theme::ROUND_CARD, theme.role(Role::Canvas));
    let layout = game.layout(&course.level.board);
    let transform = Transform::fit(rect.shrink(6.0), Vec2::new(layout.width, layout.height));
    if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
        && let Some(site) = layout.site_at(transform.to_board(at))
    {
        course.choose_about(site);
    }
    let (at, look) = (course.at(), course.look());
    let known = drawn.take().filter(|drawn| (drawn.at, drawn.look) == (at, look));
    let drawn = drawn.insert(known.unwrap_or_else(|| {
        let mut shapes = game.draw(&course.level, Scene::default());
        shapes.extend(match look {
            Look::All => rules.draw(&course.level, at, None),
            Look::Insight(number) => rules.draw(&course.level, at, Some(number)),
            // A finding that is not there: nothing stands out beside the leak.
            Look::Leak(_) => rules.draw(&course.level, at, Some(usize::MAX)),
        });
        shapes.extend(board::marked(course, &layout));
        Drawn { at, look, shapes }
    }));
    painter::paint(ui.painter(), transform, &drawn.shapes, &theme, None);
    frame(ui, rect, &response);
    response
}

/// Whether keys go to the window.
fn frame(ui: &Ui, rect: Rect, response: &Response) {
    let role = if response.has_focus() { Role::Accent } else { Role::Line };
    let pen = egui::Stroke::new(1.0, Theme::of(ui).role(role));
    ui.painter().rect_stroke(rect, theme::ROUND_CARD, pen, egui::StrokeKind::Inside);
}

/// Buttons that go from round to round.
fn steps(ui: &mut Ui, course: &mut Course) {
    let (at, last) = (course.at(), course.len());
    let stand = |able: bool| if able { icon::State::Plain } else { icon::State::Disabled };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = theme::TIGHT;
        if icon::toggle(ui, Icon::First, words::FIRST, stand(at > 0)).clicked() {
            course.go_to(0);
        }
        if icon::toggle(ui, Icon::Left, words::BACK, stand(at > 0)).clicked() {
            course.back();
        }
        if icon::toggle(ui, Icon::Right, words::FORWARD, stand(at < last)).clicked() {
            course.forward();
        }
        if icon::toggle(ui, Icon::Last, words::LAST, stand(at < last)).clicked() {
            course.go_to(last);
        }
        ui.add_space(theme::TIGHT);
        let words = match course.round() {
            Some(_) => words::round(at + 1, last),
            None => words::END.to_owned(),
        };
        ui.label(words).on_hover_text(words::HOW);
    });
}

/// Keys go to the window when it is opened and when it is clicked, to the board when that is.
fn keys(ui: &Ui, course: &mut Course, (board, fresh): (&Response, bool)) -> After {
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
        return After::Stay;
    }
    // Keys that are held or typed fast can come twice between two frames.
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    let moves: [(Key, Step); 6] = [
        (Key::ArrowLeft, Course::back),
        (Key::ArrowRight, Course::forward),
        (Key::ArrowDown, Course::next_insight),
        (Key::ArrowUp, Course::previous_insight),
        (Key::Home, |course| course.go_to(0)),
        (Key::End, |course| course.go_to(course.len())),
    ];
    for (key, go) in moves {
        (0..pressed(key)).for_each(|_| go(course));
    }
    if pressed(Key::Escape) > 0 { After::Close } else { After::Stay }
}
