//! Light in play: lines of light have a halo, and a line that is being drawn reaches up to the pointer.

use egui::{Color32, Pos2, Ui, Vec2};

use crate::play::window::scene::PlayScene;
use crate::play::window::session::PlaySession;
use foolproof_editor::kit::painter;
use foolproof_editor::kit::theme::Theme;
use foolproof_game::{LineStart, Scene};
use foolproof_level::{Place, Play, Site};
use foolproof_picture::{Dash, Ink, Point, Shape, Stroke};

/// A halo is made of faint discs along a line, so that it fades outwards: their radius as a multiple of the
/// line's width, their distance as a part of the radius, and their opacity.
const HALO: f32 = 2.0;
const APART: f32 = 0.3;
const OPACITY: f32 = 0.1;
/// Width below which lines have a plainer halo, in cells, and the opacity of that halo.
const THICK: f32 = 0.12;
const THIN_OPACITY: f32 = 0.3;
/// Time for which a failed line flashes, in seconds.
const FLASH: f64 = 0.7;

/// A line between the pen's last corner and the pointer.
pub(super) struct Reach {
    /// The play drawn without it.
    play: Play,
    stretches: Vec<[Point; 2]>,
}

/// Returns the part of a line towards the pointer, in games whose lines are drawn from a start.
pub(super) fn reach(ui: &Ui, session: &PlaySession, scene: &PlayScene<'_>) -> Option<Reach> {
    let pen = session.pen.filter(|_| session.cursor.is_none())?;
    let drawing = scene.game.drawing().filter(|drawing| drawing.begins() == LineStart::Start)?;
    let here = scene.layout.rect(pen)?.centre();
    let at = scene.transform.to_board(ui.ctx().pointer_interact_pos()?);
    let (across, down) = (at.x - here.x, at.y - here.y);
    let mut ways = [(across, true), (down, false)];
    if down.abs() > across.abs() {
        ways.reverse();
    }
    ways.into_iter().filter(|(far, _)| far.abs() > 0.03).find_map(|(far, across)| {
        let to = beside(pen, across, far > 0.0)?;
        let (next, _) = drawing.pen(&session.level, &session.play, pen, to)?;
        let part = far.abs().min(0.5);
        let goes_back = next.len() < session.play.len();
        let now = session.play.clone();
        let (kept, other, part) =
            if goes_back { (next, now, 1.0 - part) } else { (now, next, part) };
        let pen = (!goes_back).then_some(here);
        let stretch = |edge: Site| stretch(scene, edge, &kept, pen, part);
        let stretches = other.minus(&kept).filter_map(|(edge, _)| stretch(edge)).collect();
        Some(Reach { stretches, play: kept })
    })
}

/// Returns the adjacent corner.
fn beside(corner: Site, across: bool, on: bool) -> Option<Site> {
    let step = if on { 1 } else { -1 };
    Some(match across {
        true => Site { col: corner.col.checked_add_signed(step)?, ..corner },
        false => Site { row: corner.row.checked_add_signed(step)?, ..corner },
    })
}

/// Returns the drawn part of an edge, from the end that meets the line or the pen.
fn stretch(
    scene: &PlayScene<'_>,
    edge: Site,
    line: &Play,
    pen: Option<Point>,
    part: f32,
) -> Option<[Point; 2]> {
    let [one, other] = ends(scene, edge)?;
    let is_met = |end: Point| {
        pen.is_some_and(|pen| is_near(pen, end))
            || line.iter().any(|(edge, _)| {
                ends(scene, edge).is_some_and(|ends| ends.iter().any(|at| is_near(*at, end)))
            })
    };
    let (from, to) = if is_met(one) { (one, other) } else { (other, one) };
    let tip = Point::new(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    Some([from, tip])
}

fn is_near(one: Point, other: Point) -> bool {
    (one.x - other.x).abs() + (one.y - other.y).abs() < 0.01
}

fn ends(scene: &PlayScene<'_>, edge: Site) -> Option<[Point; 2]> {
    let at = scene.layout.rect(edge)?.centre();
    let (x, y) = if edge.place == Place::HEdge { (0.5, 0.0) } else { (0.0, 0.5) };
    Some([Point::new(at.x - x, at.y - y), Point::new(at.x + x, at.y + y)])
}

/// Draws the board while a line reaches towards the pointer.
pub(super) fn reaching(session: &PlaySession, scene: &PlayScene<'_>, reach: &Reach) -> Vec<Shape> {
    let quiet = !session.marks_clashes;
    let shown = Scene { play: Some(&reach.play), quiet, ..Scene::default() };
    let mut shapes = scene.game.draw(&session.level, shown);
    for [from, tip] in &reach.stretches {
        let stroke = shapes.iter().rev().find_map(|shape| line_from(shape, *from));
        let stroke = stroke.unwrap_or(Stroke::new(Ink::Beam, 0.17));
        let ball = |centre: Point| Shape::Circle {
            centre,
            radius: stroke.width / 2.0,
            fill: Some(stroke.ink),
            stroke: None,
        };
        shapes.push(Shape::Polyline { points: vec![*from, *tip], stroke });
        shapes.extend([ball(*from), ball(*tip)]);
    }
    shapes
}

/// Returns the stroke of a line with a vertex at a point; each of two lines has its own colour.
fn line_from(shape: &Shape, at: Point) -> Option<Stroke> {
    match shape {
        Shape::Polyline { points, stroke }
            if matches!(stroke.ink, Ink::Beam | Ink::Colour(_))
                && points.iter().any(|point| is_near(*point, at)) =>
        {
            Some(*stroke)
        }
        _ => None,
    }
}

/// Returns the points and the stroke of a shape that is a line of light.
fn light_of(shape: &Shape) -> Option<(&[Point], Stroke)> {
    match shape {
        Shape::Polyline { points, stroke }
            if stroke.ink == Ink::Beam && matches!(stroke.dash, Dash::Solid | Dash::Flowing) =>
        {
            Some((points, *stroke))
        }
        _ => None,
    }
}

/// Times of the events that make light brighter, in seconds of the window's clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shine {
    failed: Option<f64>,
    solved: Option<f64>,
}

impl Shine {
    pub(super) fn of(session: &PlaySession) -> Self {
        Self { failed: session.failed_at, solved: session.solved_at }
    }
}

/// Draws the halos of lines of light: brighter for a moment when the level is solved, and in the ink of a
/// fault when a line has just failed.
fn halos(ui: &Ui, shine: Shine, scene: &PlayScene<'_>, shapes: &[Shape]) {
    let now = ui.input(|input| input.time);
    let since = |begun: Option<f64>| begun.filter(|_| scene.time.is_some()).map(|at| now - at);
    let failing = since(shine.failed).filter(|since| *since < FLASH);
    let won = since(shine.solved).filter(|since| *since < 1.0);
    // Between 0 and 1, so the casts lose nothing visible.
    let strength = match (failing, won) {
        (Some(since), _) => 1.0 + 2.0 * (1.0 - since / FLASH) as f32,
        (None, Some(since)) => 1.0 + 2.0 * (since * std::f64::consts::PI).sin().max(0.0) as f32,
        (None, None) => 1.0,
    };
    let ink = if failing.is_some() { Ink::Conflict } else { Ink::Beam };
    let colour = Theme::of(ui).ink(ink);
    for (points, stroke) in shapes.iter().filter_map(light_of) {
        let radius = stroke.width * HALO;
        for ends in points.windows(2) {
            if stroke.width < THICK {
                let opacity = (THIN_OPACITY * strength).min(1.0);
                let ends = ends.iter().map(|at| scene.transform.to_screen(*at)).collect::<Vec<_>>();
                let radius = 2.0 * radius * scene.transform.scale;
                ui.painter().extend(band(&ends, radius, colour.gamma_multiply(opacity)));
                continue;
            }
            let (opacity, radius_px) =
                ((OPACITY * strength).min(1.0), radius * scene.transform.scale);
            for at in along(ends, radius * APART) {
                let at = scene.transform.to_screen(at);
                ui.painter().add(ball(at, radius_px, colour.gamma_multiply(opacity)));
            }
        }
    }
}

/// Returns a disc that fades outwards.
fn ball(at: Pos2, radius: f32, colour: Color32) -> egui::Shape {
    const CORNERS: u8 = 24;
    let mut mesh = egui::Mesh::default();
    mesh.colored_vertex(at, colour);
    for corner in 0..CORNERS {
        let turn = f32::from(corner) / f32::from(CORNERS) * std::f32::consts::TAU;
        mesh.colored_vertex(at + Vec2::angled(turn) * radius, Color32::TRANSPARENT);
    }
    for corner in 0..u32::from(CORNERS) {
        mesh.add_triangle(0, corner + 1, (corner + 1) % u32::from(CORNERS) + 1);
    }
    egui::Shape::mesh(mesh)
}

/// Returns a straight band that fades to both sides. Cheaper than discs, for thin lines are many and long.
fn band(ends: &[Pos2], radius: f32, colour: Color32) -> Option<egui::Shape> {
    let [from, to] = ends else { return None };
    let aside = (*to - *from).normalized().rot90() * radius;
    let mut mesh = egui::Mesh::default();
    for at in [*from, *to] {
        mesh.colored_vertex(at + aside, Color32::TRANSPARENT);
        mesh.colored_vertex(at, colour);
        mesh.colored_vertex(at - aside, Color32::TRANSPARENT);
    }
    for [a, b, c] in [[0, 1, 3], [1, 4, 3], [1, 2, 4], [2, 5, 4]] {
        mesh.add_triangle(a, b, c);
    }
    Some(egui::Shape::mesh(mesh))
}

/// Returns points evenly along a line, about `apart` from each other.
fn along(ends: &[Point], apart: f32) -> Vec<Point> {
    let [from, to] = ends else { return Vec::new() };
    let (x, y) = (to.x - from.x, to.y - from.y);
    // As many as fit on a board, so the cast loses nothing.
    let many = (x.hypot(y) / apart.max(0.01)).round().clamp(1.0, 1000.0) as u16;
    let part = |at: u16| (f32::from(at) + 0.5) / f32::from(many);
    (0..many).map(part).map(|part| Point::new(from.x + x * part, from.y + y * part)).collect()
}

/// Draws shapes with their halos. Returns whether something in them moves.
pub(super) fn paint(
    ui: &Ui,
    shine: Shine,
    scene: &PlayScene<'_>,
    shapes: &[Shape],
    flowing: Option<f64>,
) -> painter::Motion {
    let motion = painter::paint(ui.painter(), scene.transform, shapes, &Theme::of(ui), flowing);
    halos(ui, shine, scene, shapes);
    motion
}
