//! Draws the shapes of a picture with egui: the canvas, palettes and thumbnails.
//!
//! Flowing lines move with the caller's time; without a time everything is static.

use std::f32::consts::TAU;
use std::sync::Arc;
use std::time::Duration;

use egui::epaint::{PathShape, PathStroke, RectShape, StrokeKind};
use egui::{Align2, Color32, CornerRadius, FontFamily, FontId, Pos2, Rect, Vec2};

use crate::kit::pack_look::{PackLooks, ShownLook};
use crate::kit::polygon;
use crate::kit::theme::{Role, Theme, UNTINTED};
use foolproof_picture::{
    Align, CLUE_STROKE, Dash, Ink, Piece, Pixels, Point, Shape, Stroke, pieces,
};

/// Maps a picture to the screen: points of the screen for one cell, and the position of the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    pub origin: Pos2,
    pub scale: f32,
}

impl Transform {
    /// Fits a picture of `size` cells into the middle of `into`.
    pub fn fit(into: Rect, size: Vec2) -> Self {
        let scale = (into.width() / size.x.max(0.01)).min(into.height() / size.y.max(0.01));
        Self { origin: into.center() - size * scale / 2.0, scale }
    }

    pub fn to_screen(&self, at: Point) -> Pos2 {
        self.origin + Vec2::new(at.x, at.y) * self.scale
    }

    pub fn to_board(&self, at: Pos2) -> Point {
        let cells = (at - self.origin) / self.scale;
        Point::new(cells.x, cells.y)
    }

    pub fn rect_to_screen(&self, rect: foolproof_picture::Rect) -> Rect {
        Rect::from_min_max(self.to_screen(rect.min), self.to_screen(rect.max))
    }
}

/// Converts the pixels of a picture for egui.
pub fn image_of(pixels: &Pixels) -> egui::ColorImage {
    let size = [pixels.width as usize, pixels.height as usize];
    egui::ColorImage::from_rgba_unmultiplied(size, &pixels.rgba)
}

/// Motion in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Motion {
    #[default]
    Still,
    Flowing,
}

impl Motion {
    /// Asks for the next frame while something moves, about thirty times a second.
    pub fn keep_going(self, context: &egui::Context) {
        if self == Motion::Flowing {
            context.request_repaint_after(Duration::from_millis(33));
        }
    }
}

/// The clock of flowing lines: it runs briefly after the picture has changed, then rests, so that an idle
/// window costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct Flow {
    /// The clock's time, in seconds.
    clock: f64,
    /// Time of the last reading, by the window's clock, in seconds.
    looked: Option<f64>,
    /// Time until the clock rests, in seconds.
    left: f64,
}

/// Time that lines flow after a change, in seconds.
const FLOWS: f64 = 2.0;
/// Maximum time counted for a frame, in seconds, so that nothing jumps.
const LONGEST_FRAME: f64 = 0.1;

impl Default for Flow {
    fn default() -> Self {
        Self { clock: 0.0, looked: None, left: FLOWS }
    }
}

impl Flow {
    /// Starts the clock for a changed picture.
    pub fn begin(&mut self) {
        self.left = FLOWS;
    }

    /// Returns the time for [`paint`] at a time of the window's clock; `None` if nothing should move.
    pub fn time(&mut self, now: Option<f64>) -> Option<f64> {
        let now = now?;
        let passed = self.looked.map_or(0.0, |before| now - before).clamp(0.0, LONGEST_FRAME);
        let passed = passed.min(self.left);
        self.looked = Some(now);
        self.left -= passed;
        self.clock += passed;
        Some(self.clock)
    }

    /// Asks for the next frame as long as the clock runs and something in the picture flows.
    pub fn keep_going(&self, motion: Motion, context: &egui::Context) {
        if self.left > 0.0 {
            motion.keep_going(context);
        }
    }
}

/// Text below this height in points is left out: nobody could read it.
const MIN_TEXT: f32 = 5.0;
/// Flowing lines: distance between two lights, in cells, and speed in cells per second.
const SPARK_GAP: f32 = 0.5;
const SPEED: f32 = 1.1;
/// A whole texture.
const WHOLE: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(1.0, 1.0) };

/// Draws shapes; `time` in seconds makes flowing lines flow, `None` leaves them at rest.
pub fn paint(
    painter: &egui::Painter,
    transform: Transform,
    shapes: &[Shape],
    theme: &Theme,
    time: Option<f64>,
) -> Motion {
    let (drawn, motion) = ShapePainter::new(painter, transform, theme, time).all(shapes);
    painter.extend(drawn);
    motion
}

/// Returns the shapes at rest as egui's shapes, which can be cached.
pub(crate) fn shapes(
    painter: &egui::Painter,
    transform: Transform,
    shapes: &[Shape],
    theme: &Theme,
) -> Vec<egui::Shape> {
    ShapePainter::new(painter, transform, theme, None).all(shapes).0
}

struct ShapePainter<'a> {
    painter: &'a egui::Painter,
    transform: Transform,
    theme: Theme,
    time: Option<f64>,
    /// The look of the played pack.
    look: Option<Arc<ShownLook>>,
    out: Vec<egui::Shape>,
}

impl<'a> ShapePainter<'a> {
    fn new(
        painter: &'a egui::Painter,
        transform: Transform,
        theme: &Theme,
        time: Option<f64>,
    ) -> Self {
        let look = PackLooks::of(painter.ctx(), theme);
        Self { painter, transform, theme: *theme, time, look, out: Vec::new() }
    }

    fn all(mut self, shapes: &[Shape]) -> (Vec<egui::Shape>, Motion) {
        self.out.reserve(shapes.len() + shapes.len() / 2);
        let mut motion = Motion::Still;
        let look = self.look.clone();
        for piece in pieces(shapes, |mark| look.as_ref()?.tile(mark, self.theme.style())) {
            match piece {
                Piece::Shape(shape) => motion = motion.max(self.styled(shape)),
                Piece::Tile(tile, rect) => {
                    let rect = self.transform.rect_to_screen(rect);
                    self.out.push(egui::Shape::image(tile, rect, WHOLE, UNTINTED));
                }
            }
        }
        (self.out, motion)
    }

    /// Draws a shape in the style.
    fn styled(&mut self, shape: &Shape) -> Motion {
        match self.theme.style().drawn(shape) {
            None => self.shape(shape),
            Some(drawn) => {
                let motions = drawn.iter().map(|shape| self.shape(shape));
                motions.max().unwrap_or_default()
            }
        }
    }

    fn shape(&mut self, shape: &Shape) -> Motion {
        match shape {
            Shape::Polyline { points, stroke } => {
                let points = self.points(points);
                self.line(&points, *stroke)
            }
            Shape::Polygon { points, fill, stroke } => {
                let points = self.points(points);
                fill.iter().for_each(|fill| self.fill_polygon(&points, *fill));
                self.outline(points, *stroke)
            }
            Shape::Area { rings, fill } => {
                let rings = rings.iter().map(|ring| self.points(ring)).collect();
                self.fill_area(rings, *fill);
                Motion::Still
            }
            Shape::Circle { centre, radius, fill, stroke } => {
                let centre = self.transform.to_screen(*centre);
                self.circle(centre, radius * self.transform.scale, *fill, *stroke)
            }
            Shape::Rect { rect, radius, fill, stroke } => {
                let rect = self.transform.rect_to_screen(*rect);
                self.rect(rect, radius * self.transform.scale, *fill, *stroke)
            }
            Shape::Text { at, text, size, ink, align } => {
                let font = size * self.transform.scale;
                self.text(self.transform.to_screen(*at), text, font, *ink, *align);
                Motion::Still
            }
            Shape::Mark { shapes, .. } => {
                let motions = shapes.iter().map(|shape| self.styled(shape));
                motions.max().unwrap_or_default()
            }
        }
    }

    fn points(&self, points: &[Point]) -> Vec<Pos2> {
        points.iter().map(|point| self.transform.to_screen(*point)).collect()
    }

    fn pen(&self, stroke: Stroke) -> egui::Stroke {
        let width = (stroke.width * self.transform.scale).max(0.5);
        egui::Stroke::new(width, self.theme.ink(stroke.ink))
    }

    fn rect(
        &mut self,
        rect: Rect,
        radius: f32,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    ) -> Motion {
        let corners = CornerRadius::from(radius);
        let colour = fill.map_or(Color32::TRANSPARENT, |ink| self.theme.ink(ink));
        let solid = stroke.filter(|stroke| stroke.dash == Dash::Solid);
        let pen = solid.map_or(egui::Stroke::NONE, |stroke| self.pen(stroke));
        if fill.is_some() || solid.is_some() {
            let shape = RectShape::new(rect, corners, colour, pen, StrokeKind::Middle);
            self.out.push(shape.into());
        }
        let Some(stroke) = stroke.filter(|stroke| stroke.dash != Dash::Solid) else {
            return Motion::Still;
        };
        self.line(&rounded(rect, radius), stroke)
    }

    fn circle(
        &mut self,
        centre: Pos2,
        radius: f32,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    ) -> Motion {
        let solid = stroke.filter(|stroke| stroke.dash == Dash::Solid);
        let pen = solid.map_or(egui::Stroke::NONE, |stroke| self.pen(stroke));
        let fill = fill.map_or(Color32::TRANSPARENT, |ink| self.theme.ink(ink));
        if fill != Color32::TRANSPARENT || solid.is_some() {
            let shape = epaint::CircleShape { center: centre, radius, fill, stroke: pen };
            self.out.push(shape.into());
        }
        let Some(stroke) = stroke.filter(|stroke| stroke.dash != Dash::Solid) else {
            return Motion::Still;
        };
        let steps = 32u8;
        let round: Vec<Pos2> = (0..=steps)
            .map(|n| TAU * f32::from(n) / f32::from(steps))
            .map(|angle| centre + Vec2::angled(angle) * radius)
            .collect();
        self.line(&round, stroke)
    }

    fn fill_polygon(&mut self, points: &[Pos2], ink: Ink) {
        if !polygon::is_convex(points) {
            return self.fill_area(vec![points.to_vec()], ink);
        }
        let colour = self.theme.ink(ink);
        let shape = PathShape::convex_polygon(points.to_vec(), colour, PathStroke::NONE);
        self.out.push(shape.into());
    }

    /// Fills an outline with holes.
    fn fill_area(&mut self, rings: Vec<Vec<Pos2>>, ink: Ink) {
        let colour = self.theme.ink(ink);
        let mut mesh = egui::Mesh::default();
        for point in rings.iter().flatten() {
            mesh.colored_vertex(*point, colour);
        }
        mesh.indices = polygon::triangles(&rings);
        self.out.push(egui::Shape::mesh(mesh));
        // A mesh has hard edges; a hairline in the same colour smooths them.
        let rim = egui::Stroke::new(1.0 / self.painter.pixels_per_point(), colour);
        self.out.extend(rings.into_iter().map(|ring| egui::Shape::closed_line(ring, rim)));
    }

    fn outline(&mut self, mut points: Vec<Pos2>, stroke: Option<Stroke>) -> Motion {
        let Some(stroke) = stroke else { return Motion::Still };
        if stroke.dash == Dash::Solid {
            let pen = self.pen(stroke);
            self.out.push(egui::Shape::closed_line(points, pen));
            return Motion::Still;
        }
        points.extend(points.first().copied());
        self.line(&points, stroke)
    }

    fn line(&mut self, points: &[Pos2], stroke: Stroke) -> Motion {
        let pen = self.pen(stroke);
        let cell = self.transform.scale;
        match stroke.dash {
            Dash::Solid => self.solid(points, pen),
            Dash::Dashed => self.dashes(points, pen, 0.16 * cell, 0.12 * cell),
            Dash::Dotted => self.dots(points, pen),
            Dash::Flowing => return self.flow(points, pen),
        }
        Motion::Still
    }

    fn solid(&mut self, points: &[Pos2], pen: egui::Stroke) {
        match points {
            [] | [_] => {}
            [from, to] => self.out.push(egui::Shape::line_segment([*from, *to], pen)),
            _ => self.out.push(egui::Shape::line(points.to_vec(), pen)),
        }
    }

    /// Draws a line in its own colour; in motion, small lights run along it.
    fn flow(&mut self, points: &[Pos2], pen: egui::Stroke) -> Motion {
        self.solid(points, pen);
        let Some(time) = self.time else { return Motion::Still };
        let phase = (time * f64::from(SPEED)).rem_euclid(f64::from(SPARK_GAP));
        let gap = (SPARK_GAP * self.transform.scale).max(1.0);
        // Between 0 and SPARK_GAP, so the cast loses nothing.
        let mut next = phase as f32 * self.transform.scale;
        let light = self.theme.role(Role::Spark);
        for pair in points.windows(2) {
            let [from, to] = pair else { continue };
            let length = from.distance(*to);
            if length <= 0.0 || !length.is_finite() {
                continue;
            }
            while next < length {
                let at = from.lerp(*to, next / length);
                self.out.push(egui::Shape::circle_filled(at, pen.width * 0.36, light));
                next += gap;
            }
            next -= length;
        }
        Motion::Flowing
    }

    /// Draws dashes of a length and a gap along a path, from its beginning.
    fn dashes(&mut self, points: &[Pos2], pen: egui::Stroke, dash: f32, gap: f32) {
        let period = (dash + gap).max(1.0);
        // The start of the current segment, measured along the pattern.
        let mut along = 0.0_f32;
        for pair in points.windows(2) {
            let [from, to] = pair else { continue };
            let length = from.distance(*to);
            if length <= 0.0 || !length.is_finite() {
                continue;
            }
            let way = (*to - *from) / length;
            let mut begin = -along.rem_euclid(period);
            while begin < length {
                let (head, tail) = (begin.max(0.0), (begin + dash).min(length));
                if tail > head {
                    let ends = [*from + way * head, *from + way * tail];
                    self.out.push(egui::Shape::line_segment(ends, pen));
                }
                begin += period;
            }
            along += length;
        }
    }

    fn dots(&mut self, points: &[Pos2], pen: egui::Stroke) {
        let spacing = (pen.width * 2.5).max(3.0);
        let shapes = egui::Shape::dotted_line(points, pen.color, spacing, pen.width / 2.0);
        self.out.extend(shapes);
    }

    fn text(&mut self, at: Pos2, text: &str, size: f32, ink: Ink, align: Align) {
        if size < MIN_TEXT || text.is_empty() {
            return;
        }
        // Only half points, so that zooming does not fill the font texture with every size.
        let family = self.look.as_ref().map_or(FontFamily::Proportional, |look| look.family());
        let font = FontId::new((size * 2.0).round() / 2.0, family);
        let colour = self.theme.ink(ink);
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, colour);
        let anchor = match align {
            Align::Left => Align2::LEFT_CENTER,
            Align::Centre => Align2::CENTER_CENTER,
            Align::Right => Align2::RIGHT_CENTER,
        };
        let at = anchor.anchor_size(at, galley.size()).min;
        // Copies around the place make the letters of clues heavier; small ones would become blots.
        let off = 0.5 * CLUE_STROKE * size;
        let (n_copies, off) = if ink == Ink::Clue && off >= 0.4 { (8_u8, off) } else { (1, 0.0) };
        for copy in 0..n_copies {
            let at = at + Vec2::angled(f32::from(copy) / 8.0 * TAU) * off;
            self.out.push(egui::Shape::galley(at, Arc::clone(&galley), colour));
        }
    }
}

/// Returns the outline of a rectangle with round corners, closed.
fn rounded(rect: Rect, radius: f32) -> Vec<Pos2> {
    const STEPS: u8 = 6;
    let radius = radius.min(rect.width() / 2.0).min(rect.height() / 2.0).max(0.0);
    let inner = rect.shrink(radius);
    let corners = [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom()];
    let mut outline = Vec::new();
    for (quarter, corner) in (2_u8..).zip(corners) {
        for step in 0..=STEPS {
            let turn = f32::from(quarter) + f32::from(step) / f32::from(STEPS);
            outline.push(corner + radius * Vec2::angled(turn * std::f32::consts::FRAC_PI_2));
        }
    }
    outline.extend(outline.first().copied());
    outline
}
