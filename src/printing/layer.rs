//! What can be drawn with a level, and the level with it.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::solving::KnownOfLevel;
use crate::games::{Game, Scene};
use crate::level::{Level, Play, Site};
use crate::picture::{Align, Ink, Picture, Placed, Point, Rect, Shape, Stroke};

/// Something that is drawn with a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PictureLayer {
    Coordinates,
    /// The intended solution, as it stands.
    Intended,
    /// A solution: the intended one where it is one, else one that is found.
    Solution,
    Shortcut,
    Forced,
}

/// A word that is no layer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` cannot be drawn over a level; choose from coordinates, intended, solution, shortcut and \
     forced"
)]
pub struct UnknownLayer(String);

impl PictureLayer {
    pub const ALL: [PictureLayer; 5] = [
        PictureLayer::Coordinates,
        PictureLayer::Intended,
        PictureLayer::Solution,
        PictureLayer::Shortcut,
        PictureLayer::Forced,
    ];

    /// Its name on the command line.
    pub fn id(self) -> &'static str {
        match self {
            PictureLayer::Coordinates => "coordinates",
            PictureLayer::Intended => "intended",
            PictureLayer::Solution => "solution",
            PictureLayer::Shortcut => "shortcut",
            PictureLayer::Forced => "forced",
        }
    }
}

impl FromStr for PictureLayer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let named = |layer: &PictureLayer| layer.id().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| UnknownLayer(text.to_owned()))
    }
}

/// Room for the numbers of columns and rows, in cells.
const MARGIN: f32 = 0.55;
/// Height of those numbers, in cells.
const NUMBER: f32 = 0.26;

/// Draws a level with what is known of it, as far as the layers say so.
pub fn level_picture(
    game: &dyn Game,
    level: &Level,
    (layers, known): (&BTreeSet<PictureLayer>, &KnownOfLevel),
) -> Picture {
    let has = |layer: PictureLayer| layers.contains(&layer);
    let layout = game.layout(&level.board);
    let intended = level.intended.as_ref().filter(|_| has(PictureLayer::Intended));
    let shortcut = known.shortcut.as_ref().filter(|_| has(PictureLayer::Shortcut));
    let solution = known.solution(level).filter(|_| has(PictureLayer::Solution));
    let below = intended.or(solution);
    let play = shortcut.or(below);
    let against = shortcut.and(below);
    let mut shapes = game.draw(level, Scene { play, against });
    if has(PictureLayer::Forced) {
        shapes.extend(forced(game, level, (known, play)));
    }
    let margin = if has(PictureLayer::Coordinates) { MARGIN } else { 0.0 };
    let mut parts = vec![Placed { at: Point::new(margin, margin), scale: 1.0, shapes }];
    if margin > 0.0 {
        parts.push(Placed::points(numbers(level, &|site| layout.rect(site), margin)));
    }
    Picture { width: layout.width + margin, height: layout.height + margin, parts }
}

/// Marks that all solutions have: ghosts with a pin, where no play shows them already.
fn forced(
    game: &dyn Game,
    level: &Level,
    (known, play): (&KnownOfLevel, Option<&Play>),
) -> Vec<Shape> {
    let layout = game.layout(&level.board);
    let mut shapes = Vec::new();
    for (site, mark) in &known.forced {
        let Some(rect) = layout.rect(*site) else { continue };
        if play.is_none_or(|play| play.get(*site) != Some(mark)) {
            shapes.extend(game.draw_mark(mark, rect));
        }
        let at = Point::new(rect.min.x + 0.14, rect.min.y + 0.14);
        let tip = Point::new(at.x + 0.09, at.y + 0.11);
        let stroke = Stroke::new(Ink::Forced, 0.03);
        shapes.push(Shape::Polyline { points: vec![at, tip], stroke });
        let fill = Some(Ink::Forced);
        shapes.push(Shape::Circle { centre: at, radius: 0.065, fill, stroke: None });
    }
    shapes
}

/// The numbers of columns above and of rows at the left, as sites are named.
fn numbers(level: &Level, rect: &dyn Fn(Site) -> Option<Rect>, margin: f32) -> Vec<Shape> {
    let number = |at: Point, number: u16| Shape::Text {
        at,
        text: number.to_string(),
        size: NUMBER,
        ink: Ink::Faint,
        align: Align::Centre,
    };
    let board = level.board;
    let columns = (0..board.cols).filter_map(|col| {
        let rect = rect(Site::cell(col, 0))?;
        let at = Point::new(rect.centre().x + margin, rect.min.y + margin - 0.26);
        Some(number(at, col + 1))
    });
    let rows = (0..board.rows).filter_map(|row| {
        let rect = rect(Site::cell(0, row))?;
        let at = Point::new(rect.min.x + margin - 0.28, rect.centre().y + margin);
        Some(number(at, row + 1))
    });
    columns.chain(rows).collect()
}
