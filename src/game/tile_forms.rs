//! Drawings of games that a pack's pictures replace.

use foolproof_level::{LookPicture, Mark, PackLook};
use foolproof_picture::{MarkForm, PictureLook, Point, Rect, TileForms, pixels_of_png};

use super::Game;

/// Returns the drawings in these games that the tiles of a look replace; a tile's number is its index among the
/// look's marks.
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

/// Converts a pack's look for pictures of levels of these games; `None` if it has none. Pictures that cannot be
/// drawn are left out.
pub fn picture_look<'a>(
    look: &PackLook,
    games: impl IntoIterator<Item = &'a dyn Game>,
) -> Option<PictureLook> {
    if look.is_default() {
        return None;
    }
    let can_be_drawn = |picture: &LookPicture| {
        [false, true].into_iter().all(|dark| pixels_of_png(picture.on(dark).bytes()).is_ok())
    };
    let mut drawable = look.clone();
    drawable.tiles.retain(|_, picture| can_be_drawn(picture));
    let tiles = tile_forms(&drawable, games);
    Some(PictureLook::new(&drawable, tiles))
}
