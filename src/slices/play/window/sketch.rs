//! A player's drawings in addition to the play: colours of cells, lines through cells or along the grid,
//! and crosses. None of it belongs to the play; undo reverts it.

use std::collections::{BTreeMap, BTreeSet};

use egui::Ui;

use crate::play::window::entry::EntryMode;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::{PlaySession, Played};
use foolproof_editor::kit::painter;
use foolproof_editor::kit::theme::Theme;
use foolproof_level::{Place, Site};
use foolproof_picture::{Dash, Ink, Layout, Point, Rect, Shape, Stroke};

/// The colours, in the order of their digits.
pub(super) const COLOURS: [Ink; 9] = [
    Ink::Colour(13),
    Ink::Colour(2),
    Ink::Colour(8),
    Ink::Colour(5),
    Ink::Colour(11),
    Ink::Colour(4),
    Ink::Colour(6),
    Ink::Colour(3),
    Ink::Colour(9),
];
/// Opacity of the colours, which also cover the marks.
const OPACITY: f32 = 0.42;
/// Distance from the middle of a cell up to which the pointer counts as in the middle, in cells along each
/// axis. A stroke that begins there runs through cells rather than along the grid.
const NEAR: f32 = 0.33;
/// Half the side of a cross, in cells.
const ARM: f32 = 0.09;

/// A point of a sketch in half cells: both coordinates are odd in the middle of a cell, even at a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SketchPoint {
    pub x: u16,
    pub y: u16,
}

/// A piece of a line, from the lesser point to the greater one.
pub type SketchLine = (SketchPoint, SketchPoint);

/// The drawings in addition to a play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The colours of cells, by their digits.
    pub colours: BTreeMap<Site, BTreeSet<u8>>,
    pub lines: BTreeSet<SketchLine>,
    pub crosses: BTreeSet<SketchPoint>,
}

/// A line that is being drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct SketchStroke {
    /// Point at which the button was pressed. A cross is put there if nothing is drawn.
    pressed: SketchPoint,
    at: SketchPoint,
    /// True if the stroke erases; `None` before its first piece of a line.
    erases: Option<bool>,
}

impl SketchPoint {
    fn is_middle(self) -> bool {
        self.x % 2 == 1 && self.y % 2 == 1
    }

    /// The point nearest to a place in a cell; `across` and `down` go from 0 to 1.
    fn in_cell(cell: Site, across: f32, down: f32) -> Self {
        let near = |part: f32| match part {
            part if (part - 0.5).abs() <= NEAR => 1,
            part if part < 0.5 => 0,
            _ => 2,
        };
        Self { x: 2 * cell.col + near(across), y: 2 * cell.row + near(down) }
    }

    /// Returns the next point of the same kind on the way to another one.
    fn towards(self, to: Self) -> Self {
        let step = |at: u16, to: u16| match at.cmp(&to) {
            std::cmp::Ordering::Less => at + 2,
            std::cmp::Ordering::Equal => at,
            std::cmp::Ordering::Greater => at.saturating_sub(2),
        };
        // Lines along the grid do not cut across cells.
        let straight = !self.is_middle() && self.x != to.x;
        Self { x: step(self.x, to.x), y: if straight { self.y } else { step(self.y, to.y) } }
    }

    /// Returns its position on a board.
    fn on(self, layout: &Layout) -> Option<Point> {
        let cells = |at: u16| [at / 2, (at / 2).saturating_sub(1)];
        let around = cells(self.x)
            .into_iter()
            .flat_map(|col| cells(self.y).into_iter().map(move |row| Site::cell(col, row)));
        around.filter_map(|cell| Some((cell, layout.rect(cell)?))).find_map(|(cell, rect)| {
            let part = |at: u16, cell: u16| Some(f32::from(at.checked_sub(2 * cell)?) / 2.0);
            let (across, down) = (part(self.x, cell.col)?, part(self.y, cell.row)?);
            let at = |from: f32, size: f32, part: f32| from + size * part;
            (across <= 1.0 && down <= 1.0).then(|| {
                let x = at(rect.min.x, rect.width(), across);
                Point::new(x, at(rect.min.y, rect.height(), down))
            })
        })
    }
}

/// Returns the cell at a place of the board, and the position in the cell, from 0 to 1.
fn cell_at(layout: &Layout, at: Point) -> Option<(Site, f32, f32)> {
    let is_cell = |site: Site| site.place == Place::Cell && site == site.cell_of_layer();
    layout.sites.iter().filter(|(site, _)| is_cell(*site)).find_map(|(site, rect)| {
        let across = (at.x - rect.min.x) / rect.width().max(0.01);
        let down = (at.y - rect.min.y) / rect.height().max(0.01);
        let inside = |part: f32| (0.0..=1.0).contains(&part);
        (inside(across) && inside(down)).then_some((*site, across, down))
    })
}

impl PlaySession {
    /// Gives the chosen cells a colour, or removes it if all of them have it.
    pub(crate) fn colour(&mut self, digit: u8) {
        let chosen = &self.entry.chosen;
        let mut sketch = self.sketch.clone();
        let has = |site: &Site| sketch.colours.get(site).is_some_and(|all| all.contains(&digit));
        let all_have = chosen.iter().all(has);
        for site in chosen {
            let colours = sketch.colours.entry(*site).or_default();
            if all_have {
                colours.remove(&digit);
            } else {
                colours.insert(digit);
            }
        }
        sketch.colours.retain(|_, colours| !colours.is_empty());
        self.go(Played { sketch, ..self.here() });
    }

    /// Removes the colours of the chosen cells. Returns whether there were any.
    pub(super) fn clear_colours(&mut self) -> bool {
        let mut sketch = self.sketch.clone();
        sketch.colours.retain(|site, _| !self.entry.chosen.contains(site));
        let had = sketch != self.sketch;
        self.go(Played { sketch, ..self.here() });
        had
    }

    /// Adds the next piece of the line to `to`, or removes it if the stroke began by erasing.
    fn sketch_bit(&mut self, to: SketchPoint) {
        let Some(stroke) = self.entry.stroke else { return };
        let bit = (stroke.at.min(to), stroke.at.max(to));
        let there = self.sketch.lines.contains(&bit);
        let erases = stroke.erases.unwrap_or(there);
        self.entry.stroke = Some(SketchStroke { at: to, erases: Some(erases), ..stroke });
        if there != erases {
            return;
        }
        let mut sketch = self.sketch.clone();
        match erases {
            true => _ = sketch.lines.remove(&bit),
            false => _ = sketch.lines.insert(bit),
        }
        match stroke.erases {
            None => self.go(Played { sketch, ..self.here() }),
            // The whole stroke is one step.
            Some(_) => self.sketch = sketch,
        }
    }

    fn cross(&mut self, at: SketchPoint) {
        let mut sketch = self.sketch.clone();
        if !sketch.crosses.remove(&at) {
            sketch.crosses.insert(at);
        }
        self.go(Played { sketch, ..self.here() });
    }
}

/// Draws lines by dragging, and crosses by clicks.
pub(super) fn pointer(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let (pressed, down) =
        ui.input(|input| (input.pointer.primary_pressed(), input.pointer.primary_down()));
    let at = ui.ctx().pointer_interact_pos().map(|at| scene.transform.to_board(at));
    let at = at.and_then(|at| cell_at(&scene.layout, at));
    match (at, session.entry.stroke) {
        (Some((cell, across, down)), _) if pressed && scene.is_in_sight(ui) => {
            let pressed = SketchPoint::in_cell(cell, across, down);
            let at = match pressed.is_middle() {
                true => pressed,
                false => corner(cell, across, down),
            };
            session.entry.stroke = Some(SketchStroke { pressed, at, erases: None });
        }
        (Some((cell, across, downward)), Some(stroke)) if down => {
            let near = SketchPoint::in_cell(cell, across, downward);
            let is_corner = near.x.is_multiple_of(2) && near.y.is_multiple_of(2);
            let of_kind = if stroke.at.is_middle() { near.is_middle() } else { is_corner };
            let mut here = stroke.at;
            while of_kind && here != near {
                here = here.towards(near);
                session.sketch_bit(here);
            }
        }
        (_, Some(stroke)) if !down => {
            session.entry.stroke = None;
            if stroke.erases.is_none() {
                session.cross(stroke.pressed);
            }
        }
        _ => {}
    }
}

/// Returns the corner of a cell that is nearest to a place in it.
fn corner(cell: Site, across: f32, down: f32) -> SketchPoint {
    let near = |part: f32| if part < 0.5 { 0 } else { 2 };
    SketchPoint { x: 2 * cell.col + near(across), y: 2 * cell.row + near(down) }
}

/// Draws colours, lines and crosses.
pub(super) fn draw(ui: &Ui, session: &PlaySession, scene: &PlayScene<'_>) {
    let (sketch, layout) = (&session.sketch, &scene.layout);
    let mut grounds = Vec::new();
    for (site, colours) in &sketch.colours {
        let Some(rect) = layout.rect(*site) else { continue };
        grounds.extend(sectors(rect, colours));
    }
    let mut faint = ui.painter().clone();
    faint.multiply_opacity(OPACITY);
    painter::paint(&faint, scene.transform, &grounds, &Theme::of(ui), None);
    let stroke = Stroke { ink: Ink::Good, width: 0.08, dash: Dash::Solid };
    let lines = sketch.lines.iter().filter_map(|(from, to)| {
        Some(Shape::Polyline { points: vec![from.on(layout)?, to.on(layout)?], stroke })
    });
    let crosses = sketch
        .crosses
        .iter()
        .filter_map(|at| at.on(layout))
        .flat_map(|at| cross(at, Stroke { width: 0.05, ..stroke }));
    let shapes: Vec<Shape> = lines.chain(crosses).collect();
    scene.paint(ui, &shapes);
}

/// Returns a small cross around a point.
pub(super) fn cross(centre: Point, stroke: Stroke) -> [Shape; 2] {
    let at = |x: f32, y: f32| Point::new(centre.x + x * ARM, centre.y + y * ARM);
    [[at(-1.0, -1.0), at(1.0, 1.0)], [at(-1.0, 1.0), at(1.0, -1.0)]]
        .map(|ends| Shape::Polyline { points: ends.to_vec(), stroke })
}

/// Returns the colours of a cell as equal sectors.
fn sectors(rect: Rect, colours: &BTreeSet<u8>) -> Vec<Shape> {
    let inks = colours
        .iter()
        .filter_map(|digit| COLOURS.get(usize::from(*digit).checked_sub(1)?).copied());
    let inks: Vec<Ink> = inks.collect();
    if let [ink] = inks.as_slice() {
        return vec![Shape::Rect { rect, radius: 0.0, fill: Some(*ink), stroke: None }];
    }
    // A cell has few colours, so the casts lose nothing.
    let share = |part: usize| 4.0 * part as f32 / inks.len() as f32 + 0.5;
    let sector = |(number, ink): (usize, &Ink)| {
        let (from, to) = (share(number), share(number + 1));
        let corners = (1u8..=5).map(f32::from).filter(|turn| *turn > from && *turn < to);
        let around = std::iter::once(from).chain(corners).chain([to]);
        let points = around.map(|turn| on_rim(rect, turn));
        let points = std::iter::once(rect.centre()).chain(points).collect();
        Shape::Polygon { points, fill: Some(*ink), stroke: None }
    };
    inks.iter().enumerate().map(sector).collect()
}

/// Returns the point on the rim that is `turn` sides from the top left corner, clockwise.
fn on_rim(rect: Rect, turn: f32) -> Point {
    let turn = turn.rem_euclid(4.0);
    let (side, part) = (turn.floor(), turn.fract());
    let (x, y) = match side {
        side if side < 1.0 => (part, 0.0),
        side if side < 2.0 => (1.0, part),
        side if side < 3.0 => (1.0 - part, 1.0),
        _ => (0.0, 1.0 - part),
    };
    Point::new(rect.min.x + x * rect.width(), rect.min.y + y * rect.height())
}

/// True if dragging on the board draws lines instead of selecting cells.
pub(super) fn draws_lines(session: &PlaySession) -> bool {
    session.entry.mode == EntryMode::Line
}
