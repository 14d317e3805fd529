//! Animations of a player's gestures: a pointer over a few cells, and its effect.
//!
//! They show no level and so give nothing away. Time runs from 0 to 1 and starts again.

use crate::abilities::drawing::{LineStart, TaughtLine};
use crate::game::Game;
use crate::gestures::{DOT, HandGesture};
use foolproof_level::{Level, Place};
use foolproof_picture::{Align, Ink, Point, Rect, Shape, Stroke};

/// Size of the picture: columns and rows of its cells, with the room around them.
pub const SCENE_SIZE: Point = Point::new(4.2, 2.4);
/// Duration of a picture until it starts again, in seconds.
pub const SCENE_SECONDS: f32 = 3.2;

/// Position of the pointer and state of its button at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandPose {
    pub time: f32,
    pub at: Point,
    pub down: bool,
}

/// Something that is shown from one time to another.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenePart {
    pub shapes: Vec<Shape>,
    pub from: f32,
    pub to: f32,
    /// Moves with the pointer; its shapes are then drawn around the origin.
    pub carried: bool,
}

/// An animation of a gesture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GestureScene {
    pub parts: Vec<ScenePart>,
    /// Path of the pointer in order of time; straight between two poses.
    pub hand: Vec<HandPose>,
    /// The pointer's other button is used.
    pub other_button: bool,
}

/// The middle of a cell.
const fn cell(col: u8, row: u8) -> Point {
    Point::new(0.6 + col as f32, 0.6 + row as f32)
}

const LINE: Stroke = Stroke::new(Ink::Source, 0.16);

fn disc(centre: Point) -> Shape {
    let edge = Some(Stroke::new(Ink::PieceEdge, 0.05));
    Shape::Circle { centre, radius: 0.3, fill: Some(Ink::Source), stroke: edge }
}

fn filled(centre: Point) -> Shape {
    Shape::Rect {
        rect: Rect::square(centre, 0.78),
        radius: 0.06,
        fill: Some(Ink::Source),
        stroke: None,
    }
}

fn dot(centre: Point) -> Shape {
    Shape::Circle { centre, radius: 0.12, fill: Some(Ink::Text), stroke: None }
}

fn text(at: Point, text: &str, size: f32) -> Shape {
    Shape::Text { at, text: text.to_owned(), size, ink: Ink::Text, align: Align::Centre }
}

fn line(points: &[Point]) -> Shape {
    Shape::Polyline { points: points.to_vec(), stroke: LINE }
}

fn cross(centre: Point) -> [Shape; 2] {
    let by = |x: f32, y: f32| Point::new(centre.x + x * 0.14, centre.y + y * 0.14);
    let bar = |a: Point, b: Point| Shape::Polyline {
        points: vec![a, b],
        stroke: Stroke::new(Ink::Bad, 0.08),
    };
    [bar(by(-1.0, -1.0), by(1.0, 1.0)), bar(by(-1.0, 1.0), by(1.0, -1.0))]
}

/// A key with a sign on it, pressed or not.
fn key(centre: Point, sign: &str, pressed: bool) -> [Shape; 2] {
    let (fill, edge) =
        if pressed { (Ink::Selection, Ink::Text) } else { (Ink::Ground, Ink::Faint) };
    let stroke = Some(Stroke::new(edge, 0.05));
    let rect = Rect::square(centre, 0.62);
    [Shape::Rect { rect, radius: 0.12, fill: Some(fill), stroke }, text(centre, sign, 0.4)]
}

impl GestureScene {
    /// Starts with the cells and no pointer.
    fn new() -> Self {
        let edge = Some(Stroke::new(Ink::Grid, 0.04));
        let square = |col: u8, row: u8| Shape::Rect {
            rect: Rect::square(cell(col, row), 1.0),
            radius: 0.0,
            fill: Some(Ink::Ground),
            stroke: edge,
        };
        let cells = (0..2).flat_map(|row| (0..4).map(move |col| (col, row)));
        let shapes = cells.map(|(col, row)| square(col, row)).collect();
        Self::default().with(shapes, 0.0, 1.0)
    }

    fn with(mut self, shapes: Vec<Shape>, from: f32, to: f32) -> Self {
        self.parts.push(ScenePart { shapes, from, to, carried: false });
        self
    }

    /// Adds something that moves with the pointer.
    fn carrying(mut self, shape: Shape, from: f32, to: f32) -> Self {
        self.parts.push(ScenePart { shapes: vec![shape], from, to, carried: true });
        self
    }

    fn hand_at(mut self, time: f32, at: Point) -> Self {
        let down = self.hand.last().is_some_and(|pose| pose.down);
        self.hand.push(HandPose { time, at, down });
        self
    }

    fn press(mut self, time: f32, at: Point) -> Self {
        self.hand.push(HandPose { time, at, down: true });
        self
    }

    fn let_go(mut self, time: f32, at: Point) -> Self {
        self.hand.push(HandPose { time, at, down: false });
        self
    }

    /// Goes to a place and clicks there.
    fn click(self, time: f32, at: Point) -> Self {
        self.hand_at(time - 0.02, at).press(time, at).let_go(time + 0.06, at)
    }

    fn by_other_button(mut self) -> Self {
        self.other_button = true;
        self
    }

    /// Pose of the pointer at a time.
    fn pose(&self, time: f32) -> Option<HandPose> {
        let after = self.hand.iter().position(|pose| pose.time > time);
        let (before, next) = match after {
            None => return self.hand.last().copied(),
            Some(0) => return self.hand.first().copied(),
            Some(after) => (self.hand[after - 1], self.hand[after]),
        };
        let share = (time - before.time) / (next.time - before.time).max(0.001);
        let between = |a: f32, b: f32| a + (b - a) * share;
        let at = Point::new(between(before.at.x, next.at.x), between(before.at.y, next.at.y));
        Some(HandPose { time, at, down: before.down })
    }

    /// Shapes of the picture at a time from 0 to 1.
    pub fn shapes(&self, time: f32) -> Vec<Shape> {
        let (mut all, pose) = (Vec::new(), self.pose(time));
        for part in self.parts.iter().filter(|part| part.from <= time && time < part.to) {
            let by = pose.filter(|_| part.carried).map_or(Point::new(0.0, 0.0), |pose| pose.at);
            all.extend(part.shapes.iter().map(|shape| moved(shape, by)));
        }
        if let Some(pose) = pose {
            let hand = pointer(pose.down, self.other_button);
            all.extend(hand.iter().map(|shape| moved(shape, pose.at)));
        }
        all
    }
}

/// Draws a pointer with its tip at the origin, and its button.
pub fn pointer(down: bool, other_button: bool) -> Vec<Shape> {
    const OUTLINE: [(f32, f32); 7] = [
        (0.0, 0.0),
        (0.0, 0.62),
        (0.15, 0.48),
        (0.25, 0.7),
        (0.36, 0.65),
        (0.26, 0.44),
        (0.45, 0.42),
    ];
    let mut shapes = Vec::new();
    if down {
        let stroke = Some(Stroke::new(Ink::Selection, 0.07));
        let centre = Point::new(0.0, 0.0);
        shapes.push(Shape::Circle { centre, radius: 0.26, fill: None, stroke });
    }
    let points: Vec<Point> = OUTLINE.iter().map(|(x, y)| Point::new(*x, *y)).collect();
    // Two convex halves and an outline: the whole is not convex.
    let part = |at: &[usize]| Shape::Polygon {
        points: at.iter().map(|at| points[*at]).collect(),
        fill: Some(Ink::Text),
        stroke: None,
    };
    shapes.extend([part(&[0, 1, 2, 5, 6]), part(&[2, 3, 4, 5])]);
    if other_button {
        let body = Rect { min: Point::new(0.55, 0.2), max: Point::new(0.95, 0.75) };
        let half = Rect { min: Point::new(0.75, 0.2), max: Point::new(0.95, 0.45) };
        let stroke = Some(Stroke::new(Ink::Text, 0.05));
        shapes.push(Shape::Rect { rect: body, radius: 0.18, fill: Some(Ink::Ground), stroke });
        let fill = Some(if down { Ink::Selection } else { Ink::Text });
        shapes.push(Shape::Rect { rect: half, radius: 0.1, fill, stroke: None });
    }
    shapes
}

/// Moves a shape right and down.
fn moved(shape: &Shape, by: Point) -> Shape {
    shape.clone().mapped(&|at| Point::new(at.x + by.x, at.y + by.y), 1.0)
}

/// Marks of a drag over several sites in its picture: something that the rules allow side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SweptSites {
    /// Cells that stay empty.
    Dots,
    /// Edges along one line.
    Edges,
}

/// Facts on which the picture of a gesture depends.
#[derive(Clone, Debug)]
struct SceneOf {
    line: TaughtLine,
    swept: Option<SweptSites>,
    /// Something that can be typed.
    typed: String,
}

impl dyn Game + '_ {
    /// Returns an animation of a gesture, with marks that the rules allow; `None` if no picture fits all
    /// levels.
    pub fn scene(&self, level: &Level, gesture: &HandGesture) -> Option<GestureScene> {
        let swept = self.gestures(level).iter().find_map(|one| match one {
            HandGesture::Cycle { place: Place::HEdge, .. } => Some(SweptSites::Edges),
            HandGesture::Cycle { marks, .. } if marks.iter().any(|mark| mark == DOT) => {
                Some(SweptSites::Dots)
            }
            _ => None,
        });
        let typed = || {
            let marks = self.marks_put(level, Place::Cell);
            marks.iter().find_map(|mark| self.typed_text(mark))
        };
        let of = SceneOf {
            line: self.drawing().map(|drawing| drawing.taught()).unwrap_or_default(),
            swept,
            typed: typed().unwrap_or_default().to_uppercase(),
        };
        gesture.scene(&of)
    }
}

impl HandGesture {
    fn scene(&self, of: &SceneOf) -> Option<GestureScene> {
        match self {
            Self::Sweep => of.swept.map(swept),
            _ => Some(self.usual_scene(of)),
        }
    }

    fn usual_scene(&self, of: &SceneOf) -> GestureScene {
        let (a, b, c) = (cell(0, 1), cell(1, 1), cell(2, 1));
        let scene = GestureScene::new();
        match self {
            Self::Carry => {
                let (from, to) = (cell(0, 1), cell(2, 0));
                scene
                    .with(vec![disc(from)], 0.0, 0.2)
                    .carrying(disc(Point::new(0.0, 0.0)), 0.2, 0.7)
                    .with(vec![disc(to)], 0.7, 1.0)
                    .hand_at(0.0, cell(1, 1))
                    .hand_at(0.15, from)
                    .press(0.2, from)
                    .let_go(0.7, to)
                    .hand_at(0.95, cell(3, 1))
            }
            Self::Cycle { place, marks } => cycle(scene, *place, marks),
            Self::Sweep => scene,
            Self::Type => typed(scene, &of.typed),
            Self::Draw(start) => drawn(scene, *start, of.line),
            Self::Follow => followed(scene),
            Self::TakeOff => clicked(scene, b).with(vec![disc(b)], 0.0, 0.5).by_other_button(),
            Self::CycleBack => clicked(scene, b)
                .with(vec![filled(b)], 0.0, 0.5)
                .with(vec![dot(b)], 0.5, 1.0)
                .by_other_button(),
            Self::Cross => {
                let edge = Point::new(b.x + 0.5, b.y);
                clicked(scene, edge).with(cross(edge).to_vec(), 0.5, 1.0).by_other_button()
            }
            Self::Steer => steered(scene),
            // At the side of the picture: sliding pieces stop there as well.
            Self::Push => scene
                .with(vec![disc(c)], 0.0, 0.25)
                .carrying(disc(Point::new(0.0, 0.0)), 0.25, 0.65)
                .with(vec![disc(cell(3, 1))], 0.65, 1.0)
                .hand_at(0.0, cell(1, 0))
                .press(0.25, c)
                .let_go(0.65, cell(3, 1))
                .hand_at(0.95, cell(2, 0)),
            Self::Press => clicked(scene, b).with(vec![disc(b)], 0.5, 1.0),
            // Pieces are left out, since different things may lie between the two.
            Self::PressTwo => scene
                .with(vec![ring(a)], 0.3, 1.0)
                .with(vec![ring(c)], 0.65, 1.0)
                .hand_at(0.0, cell(3, 0))
                .click(0.3, a)
                .click(0.65, c)
                .hand_at(0.95, cell(3, 0)),
            Self::Name => named(scene),
            Self::Letters(letters) => lettered(scene, letters),
        }
    }
}

/// Clicks halfway through.
fn clicked(scene: GestureScene, at: Point) -> GestureScene {
    scene.hand_at(0.0, cell(3, 0)).click(0.5, at).hand_at(0.95, cell(3, 0))
}

/// Clicks a button over the board.
fn named(scene: GestureScene) -> GestureScene {
    let button = Point::new(cell(1, 0).x + 0.5, cell(1, 0).y);
    let corner = |x: f32, y: f32| Point::new(button.x + x * 0.9, button.y + y * 0.3);
    let rect = Rect { min: corner(-1.0, -1.0), max: corner(1.0, 1.0) };
    let shown = Shape::Rect { rect, radius: 0.12, fill: Some(Ink::Selection), stroke: None };
    scene
        .with(vec![shown, text(button, "…", 0.4)], 0.0, 1.0)
        .with(vec![disc(cell(2, 1))], 0.55, 1.0)
        .hand_at(0.0, cell(3, 1))
        .click(0.5, button)
        .hand_at(0.95, cell(3, 1))
}

/// Shows a key, and a ring around the piece that acts.
fn lettered(scene: GestureScene, letters: &[(char, String)]) -> GestureScene {
    let (at, piece) = (Point::new(3.1, 1.2), cell(1, 0));
    let sign = letters.first().map(|(letter, _)| letter.to_string()).unwrap_or_default();
    let stroke = Some(Stroke::new(Ink::Beam, 0.08));
    let ring = |radius| Shape::Circle { centre: piece, radius, fill: None, stroke };
    let mut scene = scene.with(vec![disc(piece)], 0.0, 1.0);
    for from in [0.2, 0.6] {
        scene = scene
            .with(key(at, &sign, false).to_vec(), from - 0.2, from)
            .with(key(at, &sign, true).to_vec(), from, from + 0.2)
            .with(vec![ring(0.38)], from, from + 0.1)
            .with(vec![ring(0.5)], from + 0.1, from + 0.2);
    }
    scene.with(key(at, &sign, false).to_vec(), 0.8, 1.0)
}

/// Clicks through the marks that a site can hold.
fn cycle(scene: GestureScene, place: Place, marks: &[String]) -> GestureScene {
    let b = cell(1, 1);
    let (x, y) = (b.x, b.y);
    // A line along an edge, or the content of a cell.
    let (at, shown): (Point, Vec<Vec<Shape>>) = match place {
        Place::HEdge | Place::VEdge => {
            let at = Point::new(x + 0.5, y);
            let edge = line(&[Point::new(x + 0.5, y - 0.5), Point::new(x + 0.5, y + 0.5)]);
            (at, vec![vec![edge], cross(at).to_vec()])
        }
        _ => (b, vec![vec![filled(b)], vec![dot(b)]]),
    };
    let many = if marks.iter().any(|mark| mark == DOT) || marks.len() > 1 { 2 } else { 1 };
    let (mut scene, times) = (scene.hand_at(0.0, cell(3, 0)), [0.25, 0.5, 0.75]);
    for (number, shapes) in shown.into_iter().take(many).enumerate() {
        scene = scene.click(times[number], at).with(shapes, times[number], times[number + 1]);
    }
    scene.click(times[many], at).hand_at(0.97, cell(3, 0))
}

/// Drags over sites and marks each of them.
fn swept(sites: SweptSites) -> GestureScene {
    let row: Vec<Point> = (0..3).map(|col| cell(col, 1)).collect();
    let at = |place: Point| match sites {
        SweptSites::Dots => place,
        SweptSites::Edges => Point::new(place.x, place.y - 0.5),
    };
    let mark = |place: Point| match sites {
        SweptSites::Dots => dot(place),
        SweptSites::Edges => {
            let Point { x, y } = at(place);
            line(&[Point::new(x - 0.5, y), Point::new(x + 0.5, y)])
        }
    };
    let mut scene = GestureScene::new().hand_at(0.0, cell(1, 0)).press(0.2, at(row[0]));
    for (number, place) in row.iter().enumerate() {
        scene = scene.with(vec![mark(*place)], 0.2 + 0.2 * number as f32, 1.0);
    }
    scene.let_go(0.62, at(row[2])).hand_at(0.95, cell(3, 0))
}

/// The frame of a chosen cell.
fn ring(at: Point) -> Shape {
    Shape::Rect {
        rect: Rect::square(at, 0.9),
        radius: 0.04,
        fill: None,
        stroke: Some(Stroke::new(Ink::Selection, 0.08)),
    }
}

fn typed(scene: GestureScene, sign: &str) -> GestureScene {
    let b = cell(1, 0);
    let at = Point::new(3.2, 1.5);
    scene
        .with(vec![ring(b)], 0.25, 1.0)
        .with(key(at, sign, false).to_vec(), 0.0, 0.55)
        .with(key(at, sign, true).to_vec(), 0.55, 0.7)
        .with(key(at, sign, false).to_vec(), 0.7, 1.0)
        .with(vec![text(b, sign, 0.7)], 0.6, 1.0)
        .hand_at(0.0, cell(0, 1))
        .click(0.25, b)
        .hand_at(0.5, cell(0, 1))
}

fn drawn(scene: GestureScene, start: LineStart, line: TaughtLine) -> GestureScene {
    let by = if start == LineStart::Corner { 0.5 } else { 0.0 };
    let place = |(col, row): &(u8, u8)| {
        let Point { x, y } = cell(*col, *row);
        Point::new(x - by, y + by)
    };
    let places: &[(u8, u8)] = match line {
        TaughtLine::Bent => &[(0, 1), (1, 1), (2, 1), (2, 0)],
        TaughtLine::Straight => &[(0, 1), (1, 1), (2, 1)],
        TaughtLine::Step => &[(0, 1), (1, 1)],
    };
    let path: Vec<Point> = places.iter().map(place).collect();
    let (Some(first), Some(last)) = (path.first(), path.last()) else { return scene };
    let mut scene = scene.hand_at(0.0, cell(3, 1)).press(0.2, *first);
    scene = traced(scene, &path, |step| 0.2 + 0.18 * step, 0.06);
    scene = match start {
        // The number of cells that the line has.
        LineStart::Number => scene.with(vec![text(*first, &path.len().to_string(), 0.6)], 0.0, 1.0),
        LineStart::Start => scene.with(vec![disc(*first)], 0.0, 1.0),
        LineStart::Cell | LineStart::Corner => scene,
    };
    scene.let_go(0.76, *last).hand_at(0.97, cell(3, 1))
}

/// Moves the pointer along a path and draws a line a moment before it arrives at each place.
fn traced(
    mut scene: GestureScene,
    path: &[Point],
    time_of: impl Fn(f32) -> f32,
    before: f32,
) -> GestureScene {
    for (step, ends) in path.windows(2).enumerate() {
        let time = time_of(step as f32 + 1.0);
        scene = scene.hand_at(time, ends[1]).with(vec![line(ends)], time - before, 1.0);
    }
    scene
}

/// Clicks, moves and clicks again.
fn followed(scene: GestureScene) -> GestureScene {
    let path = [cell(0, 1), cell(1, 1), cell(2, 1), cell(2, 0)];
    let scene = scene.hand_at(0.0, cell(3, 1)).click(0.18, path[0]);
    let scene = traced(scene, &path, |step| 0.25 + 0.15 * step, 0.05);
    scene.with(vec![disc(path[0])], 0.0, 1.0).click(0.78, path[3]).hand_at(0.97, cell(3, 1))
}

/// Shows arrow keys, and a piece that follows them.
fn steered(scene: GestureScene) -> GestureScene {
    let at = |x: f32, y: f32| Point::new(3.05 + x * 0.68, 1.75 + y * 0.68);
    let keys = [(0.0, -1.0, "↑"), (-1.0, 0.0, "←"), (0.0, 0.0, "↓"), (1.0, 0.0, "→")];
    let pressed = [(0.2, 0.32, "→"), (0.45, 0.57, "→"), (0.7, 0.82, "↑")];
    let mut scene = scene;
    for (x, y, sign) in keys {
        scene = scene.with(key(at(x, y), sign, false).to_vec(), 0.0, 1.0);
        for (from, to, _) in pressed.iter().filter(|(.., name)| *name == sign) {
            scene = scene.with(key(at(x, y), sign, true).to_vec(), *from, *to);
        }
    }
    scene
        .with(vec![disc(cell(0, 1))], 0.0, 0.22)
        .with(vec![disc(cell(1, 1))], 0.22, 0.47)
        .with(vec![disc(cell(1, 0))], 0.72, 1.0)
        .with(vec![disc(Point::new(cell(1, 1).x, cell(1, 1).y))], 0.47, 0.72)
}

#[cfg(test)]
mod tests {
    use foolproof_picture::plain_shapes;

    use super::*;

    fn all() -> Vec<HandGesture> {
        let marks = |all: &[&str]| all.iter().map(|mark| (*mark).to_owned()).collect();
        vec![
            HandGesture::Carry,
            HandGesture::Cycle { place: Place::Cell, marks: marks(&["star", DOT]) },
            HandGesture::Cycle { place: Place::VEdge, marks: marks(&["line"]) },
            HandGesture::Sweep,
            HandGesture::Type,
            HandGesture::Draw(LineStart::Number),
            HandGesture::Draw(LineStart::Start),
            HandGesture::Draw(LineStart::Cell),
            HandGesture::Draw(LineStart::Corner),
            HandGesture::Follow,
            HandGesture::TakeOff,
            HandGesture::CycleBack,
            HandGesture::Cross,
            HandGesture::Steer,
            HandGesture::Push,
            HandGesture::Press,
            HandGesture::PressTwo,
            HandGesture::Name,
            HandGesture::Letters(vec![('X', "act".to_owned())]),
        ]
    }

    fn bounds(shapes: &[Shape]) -> (f32, f32, f32, f32) {
        let mut points = Vec::new();
        for shape in plain_shapes(shapes) {
            match shape {
                Shape::Polyline { points: own, .. } | Shape::Polygon { points: own, .. } => {
                    points.extend(own.iter().copied());
                }
                Shape::Circle { centre, .. } => points.push(*centre),
                Shape::Rect { rect, .. } => points.extend([rect.min, rect.max]),
                Shape::Text { at, .. } => points.push(*at),
                Shape::Area { .. } | Shape::Mark { .. } => {}
            }
        }
        let of = |pick: fn(&Point) -> f32, fold: fn(f32, f32) -> f32| {
            points.iter().map(pick).reduce(fold).expect("a point")
        };
        (of(|p| p.x, f32::min), of(|p| p.y, f32::min), of(|p| p.x, f32::max), of(|p| p.y, f32::max))
    }

    #[test]
    fn each_gesture_moves_within_its_picture_and_changes_something() {
        let typed = "5".to_owned();
        let of = SceneOf { line: TaughtLine::Bent, swept: Some(SweptSites::Dots), typed };
        for gesture in all() {
            let scene = gesture.scene(&of).expect("a picture");
            assert!(scene.hand.windows(2).all(|two| two[0].time <= two[1].time), "{gesture:?}");
            let frames: Vec<Vec<Shape>> =
                (0..50).map(|at| scene.shapes(at as f32 / 50.0)).collect();
            let distinct = frames.windows(2).filter(|two| two[0] != two[1]).count();
            assert!(distinct > 5 || gesture == HandGesture::Steer && distinct > 4, "{gesture:?}");
            for frame in &frames {
                let (left, top, right, bottom) = bounds(frame);
                let fits = left >= -0.1 && top >= -0.1 && right <= SCENE_SIZE.x + 0.6;
                assert!(fits && bottom <= SCENE_SIZE.y + 0.5, "{gesture:?}: {:?}", bounds(frame));
            }
            // Shown at the start, before any action.
            let begins = |part: &&ScenePart| !part.carried && part.from <= 0.0;
            assert!(scene.parts.iter().any(|part| begins(&part)), "{gesture:?}");
        }
    }
}
