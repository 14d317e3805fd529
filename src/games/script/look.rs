//! The board's picture: the sprites of the source, pixel for pixel.

use crate::game::ScriptedGame;
use crate::keys::keys_of;
use foolproof_game::Scene;
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_own::drawn_steps;
use foolproof_picture::{Dash, Ink, Layout, Point, Rect, Shape, Stroke};
use foolproof_puzzlescript::SpriteDraft;

/// Distance of two parallel ways from the middle, in cells.
const BESIDE: f32 = 0.09;
/// Overlap of a pixel with its right and lower neighbours, in cells: if two rectangles only touch, the ground
/// shines through at their smoothed edges.
const UNDERLAP: f32 = 0.015;
/// Side of a sprite, in pixels.
const SIDE: usize = 5;

/// The sprite of an object.
#[derive(Clone, Debug)]
pub(crate) struct Sprite {
    /// The mark of a cell with this object; `None` if no board has one.
    mark: Option<Mark>,
    /// Rectangles, each with its colour: columns, rows, width and height in pixels.
    rects: Vec<(Ink, [usize; 4])>,
}

impl Sprite {
    /// Merges runs of one colour in each row, then equal runs downwards, into few rectangles. O(pixels). `word`
    /// is that of the object.
    pub(crate) fn of(draft: &SpriteDraft, word: &str) -> Self {
        let colour = |row: usize, col: usize| {
            let number = (*draft.pixels.get(row)?.get(col)?)?;
            *draft.colours.get(usize::from(number))?
        };
        let mut done: Vec<(Ink, [usize; 4])> = Vec::new();
        for row in 0..SIDE {
            let mut col = 0;
            while col < SIDE {
                let here = colour(row, col);
                let width = (col..SIDE).take_while(|at| colour(row, *at) == here).count();
                if let Some(hex) = here {
                    let ink = ink(hex);
                    let above = done.iter_mut().find(|(known, [left, top, wide, high])| {
                        *known == ink && *left == col && *wide == width && *top + *high == row
                    });
                    match above {
                        Some((_, [.., high])) => *high += 1,
                        None => done.push((ink, [col, row, width, 1])),
                    }
                }
                col += width;
            }
        }
        Self { mark: word.parse().ok(), rects: done }
    }

    /// Draws the sprite over the pixels of a cell.
    fn cover(&self, pixels: &mut CellPixels) {
        for (ink, [col, row, width, height]) in &self.rects {
            for pixel in pixels.iter_mut().skip(*row).take(*height) {
                pixel.iter_mut().skip(*col).take(*width).for_each(|at| *at = Some(*ink));
            }
        }
    }

    /// Draws the sprite in a square.
    fn draw(&self, into: Rect) -> Option<Shape> {
        let (wide, high) = (into.width() / SIDE as f32, into.height() / SIDE as f32);
        let run = |(ink, [col, row, width, height]): &(Ink, [usize; 4])| {
            let at = |left: usize, top: usize| {
                Point::new(into.min.x + left as f32 * wide, into.min.y + top as f32 * high)
            };
            let end = at(col + width, row + height);
            let max = Point::new(end.x + UNDERLAP * into.width(), end.y + UNDERLAP * into.height());
            let rect = Rect { min: at(*col, *row), max };
            Shape::Rect { rect, radius: 0.0, fill: Some(*ink), stroke: None }
        };
        Shape::of_mark(self.mark.as_ref()?, into, self.rects.iter().map(run).collect())
    }
}

/// Visible pixels of a cell, row by row.
pub(crate) type CellPixels = [[Option<Ink>; SIDE]; SIDE];

/// Returns the visible pixels of objects in one cell.
pub(crate) fn seen(sprites: &[Sprite], objects: &[usize]) -> CellPixels {
    let mut sorted = objects.to_vec();
    sorted.sort_unstable();
    let mut pixels = CellPixels::default();
    sorted.iter().filter_map(|id| sprites.get(*id)).for_each(|sprite| sprite.cover(&mut pixels));
    pixels
}

fn ink(hex: u32) -> Ink {
    let [_, red, green, blue] = hex.to_be_bytes();
    Ink::Exact(red, green, blue)
}

pub(crate) fn layout(board: &Board) -> Layout {
    let cell = |site: Site| {
        let (col, row) = (f32::from(site.col), f32::from(site.row));
        (site, Rect { min: Point::new(col, row), max: Point::new(col + 1.0, row + 1.0) })
    };
    Layout {
        width: f32::from(board.cols),
        height: f32::from(board.rows),
        sites: board.cells().map(cell).collect(),
    }
}

/// Draws the objects of a mark, the lowest first.
pub(crate) fn draw_mark(game: &ScriptedGame, mark: &Mark, into: Rect) -> Vec<Shape> {
    draw_objects(game, mark, game.words.objects(mark).unwrap_or_default(), into)
}

/// Draws a cell with a mark: its objects, and the usual background beneath them if it has no other.
pub(crate) fn draw_cell(game: &ScriptedGame, mark: Option<&Mark>, into: Rect) -> Vec<Shape> {
    let mut objects = game.words.cell(mark).unwrap_or_default();
    let Some(mark) = mark else { return sprites(game, objects, into) };
    objects.sort_unstable();
    let own = game.words.objects(mark).unwrap_or_default();
    let beneath = objects.iter().take_while(|id| !own.contains(id)).count();
    let own = objects.split_off(beneath);
    let mut shapes = sprites(game, objects, into);
    shapes.extend(draw_objects(game, mark, own, into));
    shapes
}

/// Draws objects as a mark that consists of them.
fn draw_objects(game: &ScriptedGame, mark: &Mark, objects: Vec<usize>, into: Rect) -> Vec<Shape> {
    Shape::of_mark(mark, into, sprites(game, objects, into)).into_iter().collect()
}

/// Draws objects, the lowest first.
fn sprites(game: &ScriptedGame, mut objects: Vec<usize>, into: Rect) -> Vec<Shape> {
    objects.sort_unstable();
    let sprites = objects.iter().filter_map(|id| game.sprites.get(*id));
    sprites.filter_map(|sprite| sprite.draw(into)).collect()
}

/// Draws the board, and the ways of the plays of the scene.
pub(crate) fn draw(game: &ScriptedGame, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (site, rect) in layout(&level.board).sites {
        shapes.extend(draw_cell(game, level.mark(site), rect));
    }
    // Ways that run along each other lie side by side, the intended one dashed.
    let ways = match scene.against {
        Some(_) => vec![
            (scene.against, Ink::Intended, Dash::Dashed, BESIDE),
            (scene.play, Ink::Shortcut, Dash::Solid, -BESIDE),
        ],
        None => vec![(scene.play, Ink::Intended, Dash::Solid, 0.0)],
    };
    for (play, ink, dash, by) in ways {
        let steps = play.map(|play| trail(game, level, play, by)).unwrap_or_default();
        let [lines, numbers] = drawn_steps(&steps, ink, dash);
        // A line on colours of any kind needs a rim to be seen.
        shapes.extend(lines.iter().filter_map(|line| match line {
            Shape::Polyline { points, stroke } => {
                let stroke = Stroke::new(Ink::Ground, 2.0 * stroke.width);
                Some(Shape::Polyline { points: points.clone(), stroke })
            }
            _ => None,
        }));
        shapes.extend(lines.into_iter().chain(numbers));
    }
    shapes
}

/// Returns the players' moves in a play, key by key, shifted by `by` cells right and down.
fn trail(game: &ScriptedGame, level: &Level, play: &Play, by: f32) -> Vec<Vec<(Point, Point)>> {
    let ways = || {
        let board = game.board_of(level)?;
        let course = board.course(&keys_of(play).ok()?).ok()?;
        let aside = |site: Site| {
            let Point { x, y } = centre(site);
            Point::new(x + by, y + by)
        };
        let steps = course.states.windows(2).map(|pair| {
            let [before, after] = pair else { return Vec::new() };
            let moved = crate::play::moved(game, &board, before, after).into_iter();
            let own = moved.filter(|(object, ..)| game.words.is_player(*object));
            own.map(|(_, from, to)| (aside(from), aside(to))).collect()
        });
        Some(steps.collect())
    };
    ways().unwrap_or_default()
}

/// Returns the middle of a cell.
pub(crate) fn centre(site: Site) -> Point {
    debug_assert_eq!(site.place, Place::Cell);
    Point::new(f32::from(site.col) + 0.5, f32::from(site.row) + 0.5)
}
