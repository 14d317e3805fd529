//! The marks that a search may put on open sites: as many of each as sample levels have, or any number.

use std::collections::BTreeMap;

use crate::marking::marks::lies_on;
use crate::own_game::OwnGame;
use crate::reading::form::{GameForm, MarkKind};
use foolproof_game::{Extent, Game as _, Range, StockItem};
use foolproof_level::{Level, Mark, Pack, Place, Site};

/// Largest share of its sites that a piece takes if no level of the sample has it.
const RARE: f64 = 1.0 / 3.0;
/// Largest number of a moving piece if no level of the sample has it.
const SOME: usize = 2;
/// Up to this number in the sample, it does not grow with the board.
const FEW: usize = 8;

/// The usual numbers of a piece in levels of the sample.
#[derive(Clone, Copy, Debug, Default)]
struct UsualNumber {
    least: usize,
    most: usize,
    /// The largest share of a board's cells.
    share: f64,
    moves: bool,
}

/// The usual numbers of all pieces in levels of the sample.
#[derive(Clone, Debug, Default)]
pub(crate) struct UsualNumbers {
    pieces: BTreeMap<String, UsualNumber>,
    levels: usize,
}

/// Returns the piece that a kind of mark shows: `player_on(goal)` is a player, too.
fn piece(kind: &MarkKind) -> &str {
    let functor = kind.pattern.functor.as_str();
    functor.split_once("_on").map_or(functor, |(piece, _)| piece)
}

/// Returns the kinds of marks that a designer paints, by their pieces, in the order of the manifest.
fn pieces(form: &GameForm) -> Vec<(&str, Vec<&MarkKind>)> {
    let mut found: Vec<(&str, Vec<&MarkKind>)> = Vec::new();
    for kind in form.marks.iter().filter(|kind| !kind.by_player) {
        match found.iter_mut().find(|(name, _)| *name == piece(kind)) {
            Some((_, kinds)) => kinds.push(kind),
            None => found.push((piece(kind), vec![kind])),
        }
    }
    found
}

fn n_marks(level: &Level, kinds: &[&MarkKind]) -> usize {
    let is_one = |mark: &Mark| kinds.iter().any(|kind| kind.pattern.matches(mark));
    level.marks().filter(|(_, mark)| is_one(mark)).count()
}

impl UsualNumbers {
    pub(crate) fn of(form: &GameForm, sample: &str) -> Self {
        let pack = Pack::from_json(sample).ok();
        let levels: Vec<&Level> =
            pack.iter().flat_map(|pack| &pack.levels).map(|level| &**level).collect();
        let usual = |kinds: &[&MarkKind]| {
            let moves = kinds.iter().any(|kind| form.moving.contains(&kind.pattern.functor));
            let mut usual = UsualNumber { least: usize::MAX, moves, ..UsualNumber::default() };
            for level in &levels {
                let (n, cells) = (n_marks(level, kinds), level.board.cells().count().max(1));
                usual.least = usual.least.min(n);
                usual.most = usual.most.max(n);
                usual.share = usual.share.max((n as f64 / cells as f64).min(1.0));
            }
            usual
        };
        let named = pieces(form).into_iter().map(|(name, kinds)| (name.to_owned(), usual(&kinds)));
        Self { pieces: named.collect(), levels: levels.len() }
    }

    /// Returns the least and the greatest number of a piece on this many sites.
    fn bounds(&self, piece: &str, sites: usize) -> (usize, usize) {
        let usual = self.pieces.get(piece).copied().unwrap_or_default();
        if usual.most == 0 {
            let rare = (RARE * sites as f64).ceil() as usize;
            return (0, if usual.moves { SOME.min(sites) } else { rare });
        }
        // If all levels have the same number, it is most likely required.
        let always = self.levels > 1 && usual.least == usual.most;
        let most = match usual.most {
            few @ ..=FEW => few.min(sites),
            _ => (usual.share * sites as f64).ceil() as usize,
        };
        (if always && most == usual.most { most } else { 0 }, most)
    }
}

/// A piece on one kind of site, with those sites of a board.
struct PieceOnPlace<'a> {
    piece: &'a str,
    kinds: Vec<&'a MarkKind>,
    place: Place,
    sites: Vec<Site>,
}

impl PieceOnPlace<'_> {
    fn item(&self, least: usize, most: usize) -> StockItem {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let words = self.piece.replace('_', " ");
        StockItem {
            group: match self.place {
                Place::HEdge => format!("{words} between rows"),
                Place::VEdge => format!("{words} between columns"),
                _ => words,
            },
            place: self.place,
            marks: self.kinds.iter().flat_map(|kind| kind.pattern.marks()).collect(),
            least: number(least),
            most: number(most),
        }
    }
}

fn painted<'a>(game: &'a OwnGame, level: &Level) -> Vec<PieceOnPlace<'a>> {
    let layout = game.layout_of(level);
    let mut found = Vec::new();
    for (piece, kinds) in pieces(&game.form) {
        let mut places: Vec<Place> =
            kinds.iter().flat_map(|kind| &kind.on).flat_map(|on| on.places()).copied().collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let lies = |site: &Site| {
                site.place == place
                    && kinds.iter().any(|kind| lies_on(&game.form, &level.board, kind, *site))
            };
            let sites: Vec<Site> =
                layout.sites.iter().map(|(site, _)| *site).filter(lies).collect();
            if !sites.is_empty() {
                found.push(PieceOnPlace { piece, kinds: kinds.clone(), place, sites });
            }
        }
    }
    found
}

/// Returns the numbers of each piece: as in levels of the sample, or more if this level has more.
pub(crate) fn stock(game: &OwnGame, level: &Level) -> Vec<StockItem> {
    let usual = |of: &PieceOnPlace<'_>| {
        let numbers = game.usual.get_or_init(|| UsualNumbers::of(&game.form, &game.text.sample));
        let (least, most) = numbers.bounds(of.piece, of.sites.len());
        let here = level.marks().filter(|(site, _)| of.sites.contains(site));
        let is_one = |mark: &Mark| of.kinds.iter().any(|kind| kind.pattern.matches(mark));
        let held = here.filter(|(_, mark)| is_one(mark)).count();
        of.item(least, most.max(held))
    };
    painted(game, level).iter().map(usual).collect()
}

/// Any number of each mark.
pub(crate) fn range(game: &OwnGame, level: &Level) -> Range {
    let stock = painted(game, level).iter().map(|of| of.item(0, of.sites.len())).collect();
    Range::new(stock, Extent::Every)
}
