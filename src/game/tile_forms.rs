//! Which drawings of a game the pictures of a pack stand for.

use foolproof_level::{Mark, PackLook};
use foolproof_picture::{MarkForm, Point, Rect, TileForms};

use super::Game;

/// The drawings that the tiles of a look stand for in these games; a tile's number is its place among
/// the look's marks.
pub fn tile_forms<'a>(look: &PackLook, games: impl IntoIterator<Item = &'a dyn Game>) -> TileForms {
    let square = Rect::square(Point::new(0.5, 0.5), 1.0);
    let mut tiles = TileForms::default();
    if look.tiles.is_empty() {
        return tiles;
    }
    for game in games {
        let mut marks: Vec<Mark> = look.tiles.keys().cloned().collect();
        for brush in game.palette().into_iter().flat_map(|group| group.brushes) {
            if !look.tiles.contains_key(&brush.mark) {
                marks.push(brush.mark);
            }
        }
        let form = |(at, mark): (usize, &Mark)| MarkForm {
            tile: Some(at).filter(|at| *at < look.tiles.len()),
            shapes: game.draw_on_board(mark, square),
        };
        let forms: Vec<MarkForm> = marks.iter().enumerate().map(form).collect();
        tiles.join(TileForms::new(&forms));
    }
    tiles
}
