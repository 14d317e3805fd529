//! The window of a level's positions: one of them as a picture with its moves, and all of them as a
//! graph, to walk through.
//!
//! Returns requests about a position as a [`GraphDeed`]. Must never change the pack.

use std::sync::Arc;

use egui::{Rect, RichText, ScrollArea, Sense, Ui, Vec2};

use crate::moves::window::arrow::{self, MoveStanding};
use crate::moves::window::chart::{self, DotKind};
use crate::moves::window::walk::PositionWalk;
use crate::moves::window::words;
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::text;
use foolproof_game::{Choice, Game, Moves, Position, Scene, StateGraph};
use foolproof_level::{Level, LevelId, Play};
use foolproof_picture::{Ink, Shape};

/// Width of the picture's column, and height of the part beneath the picture, in points.
const COLUMN: f32 = 380.0;
const BENEATH: f32 = 140.0;
/// Side of the picture of a position under the pointer.
const SMALL: f32 = 120.0;

/// A request about a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GraphDeed {
    /// Plays the level with these moves made.
    Play(Play),
    /// Puts the position into the pack as a level.
    Add(Box<Level>),
}

/// State of the window that lasts from one frame to the next.
#[derive(Default)]
pub(crate) struct GraphWindow {
    walk: Option<PositionWalk>,
    /// The moves made, the resulting board, and its picture.
    drawn: Option<(Play, Arc<Level>, Vec<Shape>)>,
    /// The position under the pointer, and its board.
    under: Option<(usize, Arc<Level>)>,
    /// The position last scrolled into view.
    brought: Option<usize>,
    thumbs: Thumbs<usize>,
}

impl GraphWindow {
    /// Shows the positions of a level. Returns a request about one.
    pub(crate) fn show(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Arc<Level>,
        graph: &Arc<StateGraph>,
    ) -> Option<GraphDeed> {
        let moves = game.moves()?;
        if self.walk.as_ref().is_none_or(|walk| !walk.is_of(level, graph)) {
            self.walk = Some(PositionWalk::new(level, graph));
            (self.drawn, self.under, self.brought) = (None, None, None);
        }
        let high = (ui.ctx().content_rect().height() - 260.0).clamp(340.0, 620.0);
        ui.strong(words::graph(graph, game.counts_shortest()));
        if let Some(without_effect) = graph.on_what_has_no_effect() {
            ui.weak(without_effect);
        }
        if graph.positions.len() < usize::try_from(graph.reached).unwrap_or(usize::MAX) {
            ui.weak(words::listed(graph.positions.len()));
        }
        ui.add_space(theme::TIGHT);
        ui.horizontal_top(|ui| {
            let column = Vec2::new(COLUMN, high);
            let left = egui::Layout::top_down(egui::Align::Min);
            let deed = ui.allocate_ui_with_layout(column, left, |ui| {
                ui.set_min_size(column);
                self.position(ui, game, moves, high - BENEATH)
            });
            ui.separator();
            ui.vertical(|ui| self.graph(ui, game, moves, high));
            deed.inner
        })
        .inner
    }

    /// Shows the current position of the walk, its moves, its facts, and the possible actions.
    fn position(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        moves: &dyn Moves,
        high: f32,
    ) -> Option<GraphDeed> {
        self.draw(game, moves);
        let walk = self.walk.as_mut()?;
        let (play, lies, shapes) = self.drawn.as_ref()?;
        let (rect, _) = ui.allocate_exact_size(Vec2::new(COLUMN, high), Sense::hover());
        let position = walk.position()?.clone();
        if let Some(choice) = picture(ui, rect, game, lies, shapes, &position) {
            walk.make(choice);
        }
        steps(ui, walk);
        facts(ui, &position, game.counts_shortest());
        let mut deed = None;
        ui.horizontal(|ui| {
            if ui.button(words::PLAY_HERE).on_hover_text(words::PLAY_HERE_TIP).clicked() {
                deed = Some(GraphDeed::Play(play.clone()));
            }
            if ui.button(words::ADD_LEVEL).on_hover_text(words::ADD_LEVEL_TIP).clicked() {
                let mut level = (**lies).clone();
                level.id = LevelId::default();
                level.title = words::level_after(&text::title_of(lies), play.len());
                deed = Some(GraphDeed::Add(Box::new(level)));
            }
        });
        deed
    }

    /// Redraws if the position has changed.
    fn draw(&mut self, game: &dyn Game, moves: &dyn Moves) {
        let Some(walk) = &self.walk else { return };
        let play = walk.play();
        if self.drawn.as_ref().is_none_or(|(drawn, ..)| *drawn != play) {
            let lies = moves.after(&walk.level, &play);
            let shapes = game.draw(&lies, Scene::default());
            self.drawn = Some((play, Arc::new(lies), shapes));
        }
    }

    /// Shows all positions; a click goes to one, the pointer shows one.
    fn graph(&mut self, ui: &mut Ui, game: &dyn Game, moves: &dyn Moves, high: f32) {
        let Some(walk) = &mut self.walk else { return };
        legend(ui);
        let area = ScrollArea::both().max_height(high - 24.0).auto_shrink([false, false]);
        let bring = Some(walk.at()).filter(|at| self.brought != Some(*at));
        self.brought = Some(walk.at());
        let (response, under) =
            area.show(ui, |ui| chart::show(ui, walk, bring, game.counts_shortest())).inner;
        let clicked = response.clicked();
        let Some(number) = under else { return };
        if self.under.as_ref().is_none_or(|(known, _)| *known != number) {
            let play = walk.play_to(number);
            self.under = Some((number, Arc::new(moves.after(&walk.level, &play))));
        }
        let (Some((_, level)), Some(position)) =
            (&self.under, walk.graph.positions.get(number).cloned())
        else {
            return;
        };
        let thumbs = &mut self.thumbs;
        response.on_hover_ui_at_pointer(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(SMALL), Sense::hover());
            thumbs.paint(ui, rect, 0, Subject { game, level, play: None, against: None });
            for line in words::facts(&position, game.counts_shortest()) {
                ui.small(line);
            }
        });
        if clicked {
            walk.go_to(number);
        }
    }
}

/// Draws the board with an arrow for every move. Returns the number of the one that was clicked.
fn picture(
    ui: &mut Ui,
    rect: Rect,
    game: &dyn Game,
    lies: &Level,
    shapes: &[Shape],
    position: &Position,
) -> Option<usize> {
    let theme = Theme::of(ui);
    ui.painter().rect_filled(rect, theme::ROUND, theme.role(Role::Canvas));
    let layout = game.layout_of(lies);
    let transform = Transform::fit(rect.shrink(4.0), Vec2::new(layout.width, layout.height));
    painter::paint(ui.painter(), transform, shapes, &theme, None);
    let mut made = None;
    for (number, choice) in position.choices.iter().enumerate() {
        let Some(cell) = layout.rect(choice.made.from) else { continue };
        let arrow = arrow::counted(cell, choice, MoveStanding::of(position, choice));
        painter::paint(ui.painter(), transform, &arrow, &theme, None);
        let middle = transform.to_screen(arrow::place(cell, choice.made.towards, 0.62));
        let room = Rect::from_center_size(middle, Vec2::splat(0.56 * transform.scale));
        if pressed(ui, room, game, choice) {
            made = Some(number);
        }
    }
    made
}

/// Makes an arrow that can be clicked, reached by Tab and read out. Returns whether it was pressed.
fn pressed(ui: &mut Ui, room: Rect, game: &dyn Game, choice: &Choice) -> bool {
    let theme = Theme::of(ui);
    let id = ui.scope_id().with(("choice", choice.made.from, choice.made.towards));
    let response = ui.interact(room, id, Sense::click());
    let described = game.describe(&choice.made.mark);
    let words = words::choice(&described, choice.solutions, game.counts_shortest());
    let name = text::capital(&words);
    let listed = choice.to.is_some();
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, listed, &name));
    if response.hovered() || response.has_focus() {
        let ring = egui::Stroke::new(1.5, theme.role(Role::Accent));
        ui.painter().rect_stroke(room, theme::ROUND, ring, egui::StrokeKind::Outside);
    }
    let tip = if listed { name.as_str() } else { words::NOT_LISTED };
    response.on_hover_text(tip).clicked()
}

/// Shows buttons that go from position to position.
fn steps(ui: &mut Ui, walk: &mut PositionWalk) {
    let walked = walk.trail().len() > 1;
    let onward = walk.onward();
    ui.horizontal(|ui| {
        if ui.add_enabled(walked, egui::Button::new(words::BACK)).clicked() {
            walk.back();
        }
        if ui.add_enabled(walked, egui::Button::new(words::TO_START)).clicked() {
            walk.restart();
        }
        let along = ui.add_enabled(onward.is_some(), egui::Button::new(words::ALONG));
        if let (true, Some(choice)) = (along.on_hover_text(words::ALONG_TIP).clicked(), onward) {
            walk.make(choice);
        }
    });
}

fn facts(ui: &mut Ui, position: &Position, shortest: bool) {
    let theme = Theme::of(ui);
    ui.label(words::facts(position, shortest).join(" "));
    let several = |choice| MoveStanding::of(position, choice) == MoveStanding::OneOfSeveral;
    let (words, colour) = if position.choices.is_empty() {
        (words::NOTHING_LEFT, theme.role(Role::Weak))
    } else if position.choices.iter().any(several) {
        (words::NOT_UNIQUE_HERE, theme.ink(Ink::Good))
    } else {
        return;
    };
    ui.label(RichText::new(words).color(colour));
}

/// Explains the dots.
fn legend(ui: &mut Ui) {
    let kinds = [
        (DotKind::LeadsOn, words::LEADS_ON),
        (DotKind::DeadEnd, words::IS_DEAD),
        (DotKind::Solved, words::IS_SOLVED),
    ];
    ui.horizontal(|ui| {
        for (kind, name) in kinds {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(12.0), Sense::hover());
            chart::dot(ui, rect.center(), 5.0, kind);
            let label = ui.small(name);
            if kind == DotKind::DeadEnd {
                label.on_hover_text(words::IS_DEAD_TIP);
            }
        }
        ui.add_space(theme::GAP);
        ui.label(RichText::new(words::LEGEND).small().weak());
    });
}
