//! Layers of a picture of a level, and the picture itself.

use std::collections::BTreeSet;
use std::str::FromStr;

use super::solving::KnownOfLevel;
use foolproof_game::{Game, Scene, listed};
use foolproof_level::{Level, Site};
use foolproof_overlay::{OVERLAYS, Overlay, OverlayQuestion, OverlayScene, fills_sites, shared};
use foolproof_picture::{Align, Ink, Picture, Placed, Point, Rect, Shape};

/// A layer of a picture of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PictureLayer {
    Coordinates,
    /// The intended solution, unchecked.
    Intended,
    /// A solution: the intended one if it is valid, or else one that is found.
    Solution,
    Shortcut,
    /// An overlay that the window also has.
    Over(Overlay),
}

/// The error for a word that does not name a layer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot be drawn over a level; choose from {names}", names = names())]
pub struct UnknownLayer(String);

fn names() -> String {
    let names: Vec<&str> = PictureLayer::all().into_iter().map(PictureLayer::id).collect();
    listed(&names, "and")
}

impl PictureLayer {
    pub fn all() -> Vec<PictureLayer> {
        use PictureLayer::{Coordinates, Intended, Over, Shortcut, Solution};
        let mut all = vec![Coordinates, Intended, Solution, Shortcut];
        all.extend(OVERLAYS.into_iter().map(|shared| Over(shared.overlay)));
        all
    }

    /// Returns its name on the command line.
    pub(crate) fn id(self) -> &'static str {
        match self {
            PictureLayer::Coordinates => "coordinates",
            PictureLayer::Intended => "intended",
            PictureLayer::Solution => "solution",
            PictureLayer::Shortcut => "shortcut",
            PictureLayer::Over(Overlay(name)) => name,
        }
    }

    /// Returns the question that an overlay of the window depends on.
    pub(super) fn overlay_question(self) -> Option<OverlayQuestion> {
        match self {
            PictureLayer::Over(overlay) => shared(overlay)?.asks,
            _ => None,
        }
    }
}

impl FromStr for PictureLayer {
    type Err = UnknownLayer;

    fn from_str(text: &str) -> Result<Self, UnknownLayer> {
        let named = |layer: &PictureLayer| layer.id().eq_ignore_ascii_case(text.trim());
        Self::all().into_iter().find(named).ok_or_else(|| UnknownLayer(text.to_owned()))
    }
}

/// Room for the numbers of columns and rows, in cells.
const MARGIN: f32 = 0.55;
/// Height of those numbers, in cells.
const NUMBER: f32 = 0.26;

/// Draws a level with the known facts that the layers show.
pub fn level_picture(
    game: &dyn Game,
    level: &Level,
    layers: &BTreeSet<PictureLayer>,
    known: &KnownOfLevel,
) -> Picture {
    let has = |layer: PictureLayer| layers.contains(&layer);
    let layout = game.layout_of(level);
    let intended = level.intended.as_ref().filter(|_| has(PictureLayer::Intended));
    let shortcut = known.shortcut.as_ref().filter(|_| has(PictureLayer::Shortcut));
    let solution = known.solution(level).filter(|_| has(PictureLayer::Solution));
    let below = intended.or(solution);
    let play = shortcut.or(below);
    let against = shortcut.and(below);
    let mut shapes = game.draw(level, Scene { play, against, ..Scene::default() });
    let possible = has(PictureLayer::Over(Overlay::POSSIBLE));
    let scene = OverlayScene {
        game,
        level,
        layout: &layout,
        play,
        board: &shapes,
        filled: possible && fills_sites(game, level),
        finding: &|topic| known.findings.get(&topic),
    };
    let over = OVERLAYS.iter().filter(|shared| has(PictureLayer::Over(shared.overlay)));
    let over: Vec<Shape> = over.flat_map(|shared| (shared.draw)(&scene).shapes).collect();
    shapes.extend(over);
    let margin = if has(PictureLayer::Coordinates) { MARGIN } else { 0.0 };
    let mut parts = vec![Placed::board(Point::new(margin, margin), &layout, shapes)];
    if margin > 0.0 {
        parts.push(Placed::points(numbers(level, &|site| layout.rect(site), margin)));
    }
    Picture { width: layout.width + margin, height: layout.height + margin, parts }
}

/// Draws the numbers of columns above and of rows at the left, as in the names of sites.
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
