//! What a search may put on open sites: as much of everything as levels of the game's sample have, or
//! all that there is.
//!
//! Knows the form.

use super::OwnGame;
use super::form::{GameForm, MarkKind};
use super::marks::lies_on;
use crate::games::{Extent, Game as _, Range, StockItem};
use crate::level::{Level, Pack, Place, Site};

/// The share of its sites that a kind of mark takes where no level of the sample has it.
const RARE: f64 = 1.0 / 3.0;

/// For each kind of mark, the greatest share of its sites that it takes in a level of the sample.
#[derive(Clone, Debug, Default)]
pub struct UsualShares(Vec<f64>);

impl UsualShares {
    pub fn of(form: &GameForm, sample: &str) -> Self {
        let pack = Pack::from_json(sample).ok();
        let levels: Vec<&Level> =
            pack.iter().flat_map(|pack| &pack.levels).map(|level| &**level).collect();
        let share = |kind: &MarkKind, level: &&Level| {
            let held = level.marks().filter(|(_, mark)| kind.pattern.matches(mark)).count();
            let cells = level.board.cells().count().max(1);
            (held as f64 / cells as f64).min(1.0)
        };
        let most = |kind| levels.iter().map(|level| share(kind, level)).fold(0.0, f64::max);
        Self(form.marks.iter().map(most).collect())
    }

    fn share(&self, kind: usize) -> f64 {
        self.0.get(kind).copied().filter(|share| *share > 0.0).unwrap_or(RARE)
    }
}

/// A kind of mark on one kind of site, with those sites of a board.
struct KindOnPlace<'a> {
    number: usize,
    kind: &'a MarkKind,
    place: Place,
    sites: Vec<Site>,
    group: String,
}

impl KindOnPlace<'_> {
    fn item(&self, most: usize) -> StockItem {
        StockItem {
            group: self.group.clone(),
            place: self.place,
            marks: self.kind.pattern.marks(),
            least: 0,
            most: u32::try_from(most).unwrap_or(u32::MAX),
        }
    }

    fn n_held(&self, level: &Level) -> usize {
        let of_kind =
            |site: &&Site| level.mark(**site).is_some_and(|mark| self.kind.pattern.matches(mark));
        self.sites.iter().filter(of_kind).count()
    }
}

/// Marks that a designer paints, kind by kind and place by place.
fn painted<'a>(game: &'a OwnGame, level: &Level) -> Vec<KindOnPlace<'a>> {
    let layout = game.layout(&level.board);
    let mut found = Vec::new();
    for (number, kind) in game.form.marks.iter().enumerate().filter(|(_, kind)| !kind.by_player) {
        let mut places: Vec<Place> =
            kind.on.iter().flat_map(|spot| spot.places()).copied().collect();
        places.dedup();
        for place in places {
            let lies = |site: &Site| site.place == place && lies_on(&game.form, kind, *site);
            let sites: Vec<Site> =
                layout.sites.iter().map(|(site, _)| *site).filter(lies).collect();
            let group = kind.group.to_lowercase();
            let group = match place {
                Place::HEdge => format!("{group} between rows"),
                Place::VEdge => format!("{group} between columns"),
                _ => group,
            };
            if !sites.is_empty() {
                found.push(KindOnPlace { number, kind, place, sites, group });
            }
        }
    }
    found
}

/// As much of each kind as levels of the sample have, or as this one has.
pub fn stock(game: &OwnGame, level: &Level) -> Vec<StockItem> {
    let usual = |of: &KindOnPlace<'_>| {
        let most = (game.usual.share(of.number) * of.sites.len() as f64).ceil() as usize;
        of.item(most.max(of.n_held(level)))
    };
    painted(game, level).iter().map(usual).collect()
}

/// Any number of every mark.
pub fn range(game: &OwnGame, level: &Level) -> Range {
    let stock = painted(game, level).iter().map(|of| of.item(of.sites.len())).collect();
    Range { stock, extent: Extent::Every }
}
