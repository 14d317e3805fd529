//! Remarks on a look: unreadable colours, and pictures that do not show up on any board.

use std::collections::BTreeSet;

use foolproof_game::{Game, Games, Scene};
use foolproof_level::{Level, LookColour, Mark, Pack, PackLook, Place, Rgb};
use foolproof_picture::{Ink, Piece, Style, ink_of, pieces};

/// A mark's picture that does not show up where it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UnseenTile {
    /// No game of the pack has the mark.
    Unknown(Mark),
    /// Boards draw the mark depending on what lies around it.
    DrawnOtherwise(Mark),
}

impl std::fmt::Display for UnseenTile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown(mark) => write!(f, "no game of this pack has the mark `{mark}`"),
            Self::DrawnOtherwise(mark) => write!(
                f,
                "`{mark}` is drawn differently on these boards, so its picture is not seen there"
            ),
        }
    }
}

/// Returns the program's own colour of a part, for packs that have none.
pub(super) fn plain_colour(part: LookColour, dark: bool) -> Rgb {
    let style = if dark { Style::Dark } else { Style::Light };
    let ink = ink_of(part).unwrap_or(Ink::Heat(8));
    let [red, green, blue, _] = style.colour(ink);
    Rgb([red, green, blue])
}

/// Lists the colours of a look that cannot be read on each other.
pub(super) fn unreadable(look: &PackLook) -> Vec<String> {
    look.unreadable(&plain_colour).iter().map(ToString::to_string).collect()
}

/// Lists the pictures of a pack's look that its levels do not show.
pub(super) fn unseen(games: &Games, pack: &Pack) -> Vec<UnseenTile> {
    let look = &pack.play.look;
    let (mut known, mut shown, mut used) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    if look.tiles.is_empty() {
        return Vec::new();
    }
    for game in games.of_pack(pack) {
        known.extend(brushes_of(&*game));
    }
    for level in &pack.levels {
        let Some(game) = games.by_id(&level.game) else { continue };
        used.extend(marks_of(&*game, level).cloned());
        shown.extend(seen_tiles(&*game, look, level));
    }
    let tiles = look.tiles.keys();
    tiles
        .filter_map(|mark| match () {
            () if shown.contains(mark) => None,
            () if used.contains(mark) => Some(UnseenTile::DrawnOtherwise(mark.clone())),
            () if known.contains(mark) => None,
            () => Some(UnseenTile::Unknown(mark.clone())),
        })
        .collect()
}

/// Returns the marks on cells of a level, and those of its intended solution unless it consists of moves.
pub(super) fn marks_of<'a>(game: &dyn Game, level: &'a Level) -> impl Iterator<Item = &'a Mark> {
    let intended = level.intended.as_ref().filter(|_| game.moves().is_none());
    let played = intended.into_iter().flat_map(|play| play.iter());
    let all = level.marks().chain(played);
    all.filter(|(site, _)| site.place == Place::Cell).map(|(_, mark)| mark)
}

/// Returns the marks that a game's palette paints on cells.
pub(super) fn brushes_of(game: &dyn Game) -> impl Iterator<Item = Mark> {
    let groups = game.palette().into_iter().filter(|group| group.place == Place::Cell);
    groups.flat_map(|group| group.brushes).map(|brush| brush.mark)
}

/// Returns the marks whose tiles a level shows, with and without its solution.
fn seen_tiles(game: &dyn Game, look: &PackLook, level: &Level) -> BTreeSet<Mark> {
    let solved = Scene { play: level.intended.as_ref(), ..Scene::default() };
    let pictures = [Scene::default(), solved].map(|scene| game.draw(level, scene));
    let tile = |mark: &Mark| look.tiles.contains_key(mark).then(|| mark.clone());
    let seen = pictures.iter().flat_map(|shapes| pieces(shapes, tile));
    let mark = |piece: Piece<'_, Mark>| match piece {
        Piece::Tile(mark, _) => Some(mark),
        Piece::Shape(_) => None,
    };
    seen.filter_map(mark).collect()
}
