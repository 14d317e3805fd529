//! Shapes of a picture. Units: 1.0 is the side of one cell; x grows rightwards, y downwards.
//!
//! An ink is a role, never a colour: the theme of the window and the style of an export decide.

use foolproof_level::{Mark, Site};

/// Thickness of the outline that makes clues heavier, in text sizes.
pub const CLUE_STROKE: f32 = 0.05;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub min: Point,
    pub max: Point,
}

impl Rect {
    /// Returns the square with the given centre and side.
    pub fn square(centre: Point, side: f32) -> Self {
        let half = side / 2.0;
        Self {
            min: Point::new(centre.x - half, centre.y - half),
            max: Point::new(centre.x + half, centre.y + half),
        }
    }

    pub fn centre(&self) -> Point {
        Point::new((self.min.x + self.max.x) / 2.0, (self.min.y + self.max.y) / 2.0)
    }

    pub fn width(&self) -> f32 {
        self.max.x - self.min.x
    }

    pub fn height(&self) -> f32 {
        self.max.y - self.min.y
    }

    pub(crate) fn contains(&self, at: Point) -> bool {
        self.min.x <= at.x && at.x < self.max.x && self.min.y <= at.y && at.y < self.max.y
    }
}

/// The role of a shape; the theme gives it a colour, light and dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The board's ground, its grid and its rim.
    Ground,
    /// The ground of a board on which black or white has a meaning: lighter than black in the dark.
    Paper,
    Grid,
    Rim,
    /// Text and outlines.
    Text,
    /// Numbers and letters of clues: the colour of text, but heavier.
    Clue,
    Faint,
    /// Bodies of pieces: sources, targets, obstacles, and the player's pieces.
    Source,
    Target,
    Blocker,
    Piece,
    PieceEdge,
    /// Materials of pieces and boards: glass with its shine, ice with its cracks.
    Glass,
    Gloss,
    Ice,
    Frost,
    /// A satisfied target, and one that gets the wrong power.
    Good,
    Bad,
    /// Beams: carrying power, and wasted.
    Beam,
    BeamDim,
    /// The intended solution, a shortcut, and where the two differ.
    Intended,
    Shortcut,
    /// Findings on the board.
    Forced,
    Possible,
    Conflict,
    Preview,
    Locked,
    Open,
    Selection,
    /// Openness, from 1 for settled to 9.
    Heat(u8),
    /// Colours of games whose marks have a colour by rule, by number.
    Colour(u8),
    /// Pale grounds, by number: for regions and other distinctions beneath the marks.
    Tint(u8),
    /// Lines in the hue of the tint of this number, which show on the ground, and digits on them.
    Band(u8),
    /// Cells that a player shades: darker than the paper, and words on it can be read.
    Shade,
    /// A colour that a designer chose for a sprite: red, green and blue, the same on every ground.
    Exact(u8, u8, u8),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dash {
    #[default]
    Solid,
    Dashed,
    Dotted,
    /// Moves along the line from its first point to its last in the window; arrowheads elsewhere.
    Flowing,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub ink: Ink,
    pub width: f32,
    pub dash: Dash,
}

impl Stroke {
    pub const fn new(ink: Ink, width: f32) -> Self {
        Self { ink, width, dash: Dash::Solid }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Align {
    Left,
    Centre,
    Right,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Polyline {
        points: Vec<Point>,
        stroke: Stroke,
    },
    /// Convex, or filled by the non-zero rule.
    Polygon {
        points: Vec<Point>,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    },
    /// An outline and its holes; nothing crosses.
    Area {
        rings: Vec<Vec<Point>>,
        fill: Ink,
    },
    Circle {
        centre: Point,
        radius: f32,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    },
    Rect {
        rect: Rect,
        radius: f32,
        fill: Option<Ink>,
        stroke: Option<Stroke>,
    },
    /// `at` is the middle of the line of text in y, and its `align` in x. `size` is its height.
    Text {
        at: Point,
        text: String,
        size: f32,
        ink: Ink,
        align: Align,
    },
    /// The drawing of a mark in its square, which the pictures of a pack replace. It may come in several parts
    /// of the same square, with other drawings in between.
    Mark {
        mark: Mark,
        rect: Rect,
        shapes: Vec<Shape>,
    },
}

impl Shape {
    /// Returns the drawing of a mark; `None` without shapes.
    pub fn of_mark(mark: &Mark, rect: Rect, shapes: Vec<Shape>) -> Option<Self> {
        (!shapes.is_empty()).then(|| Self::Mark { mark: mark.clone(), rect, shapes })
    }

    /// Returns the ink that fills the shape, and its line; `None` for a mark, which has several.
    pub fn paint(&self) -> (Option<Ink>, Option<Stroke>) {
        match self {
            Self::Polyline { stroke, .. } => (None, Some(*stroke)),
            Self::Polygon { fill, stroke, .. }
            | Self::Circle { fill, stroke, .. }
            | Self::Rect { fill, stroke, .. } => (*fill, *stroke),
            Self::Text { ink: Ink::Clue, size, .. } => {
                (Some(Ink::Clue), Some(Stroke::new(Ink::Clue, CLUE_STROKE * size)))
            }
            Self::Area { fill, .. } | Self::Text { ink: fill, .. } => (Some(*fill), None),
            Self::Mark { .. } => (None, None),
        }
    }

    /// Returns the shape with other inks.
    #[must_use]
    pub fn in_inks(mut self, other: &dyn Fn(Ink) -> Ink) -> Self {
        let pen = |stroke: &mut Stroke| stroke.ink = other(stroke.ink);
        match &mut self {
            Self::Polyline { stroke, .. } => pen(stroke),
            Self::Polygon { fill, stroke, .. }
            | Self::Circle { fill, stroke, .. }
            | Self::Rect { fill, stroke, .. } => {
                *fill = fill.map(other);
                stroke.iter_mut().for_each(pen);
            }
            Self::Area { fill: ink, .. } | Self::Text { ink, .. } => *ink = other(*ink),
            Self::Mark { shapes, .. } => {
                let inked = std::mem::take(shapes).into_iter().map(|shape| shape.in_inks(other));
                *shapes = inked.collect();
            }
        }
        self
    }
}

impl Shape {
    /// Returns the shape with each point moved to another, and all lengths multiplied by `scale`.
    #[must_use]
    pub fn mapped(mut self, to: &dyn Fn(Point) -> Point, scale: f32) -> Self {
        let all = |points: &mut Vec<Point>| points.iter_mut().for_each(|point| *point = to(*point));
        let corners = |rect: &mut Rect| *rect = Rect { min: to(rect.min), max: to(rect.max) };
        let pen = |stroke: &mut Stroke| stroke.width *= scale;
        match &mut self {
            Self::Polyline { points, stroke } => {
                all(points);
                pen(stroke);
            }
            Self::Polygon { points, stroke, .. } => {
                all(points);
                stroke.iter_mut().for_each(pen);
            }
            Self::Area { rings, .. } => rings.iter_mut().for_each(all),
            Self::Circle { centre, radius, stroke, .. } => {
                *centre = to(*centre);
                *radius *= scale;
                stroke.iter_mut().for_each(pen);
            }
            Self::Rect { rect, radius, stroke, .. } => {
                corners(rect);
                *radius *= scale;
                stroke.iter_mut().for_each(pen);
            }
            Self::Text { at, size, .. } => {
                *at = to(*at);
                *size *= scale;
            }
            Self::Mark { rect, shapes, .. } => {
                corners(rect);
                let inner = std::mem::take(shapes).into_iter();
                *shapes = inner.map(|shape| shape.mapped(to, scale)).collect();
            }
        }
        self
    }
}

/// Positions of a board's sites: for drawing and for finding the site under the pointer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    pub width: f32,
    pub height: f32,
    pub sites: Vec<(Site, Rect)>,
}

impl Layout {
    pub fn rect(&self, site: Site) -> Option<Rect> {
        self.sites.iter().find(|(s, _)| *s == site).map(|(_, rect)| *rect)
    }

    /// Returns the last site whose rectangle contains the point: later ones lie on top.
    pub fn site_at(&self, at: Point) -> Option<Site> {
        self.sites.iter().rev().find(|(_, rect)| rect.contains(at)).map(|(site, _)| *site)
    }
}
