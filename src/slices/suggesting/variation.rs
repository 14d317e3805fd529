//! Variations of a level, each a few changes away from it.

use std::collections::BTreeSet;

use fastrand::Rng;

use foolproof_game::Game;
use foolproof_level::{Hold, INTENDED, Level, Mark, Site, Spot};
use foolproof_solver::{GenerateSettings, PaintedMarks, is_made_by_trial};

/// A way to vary a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VariationKind {
    /// Marks are taken off, and the solver fills the level again.
    Refill,
    /// Marks move, come, go or change their places.
    Edit,
    /// A local search of the solver changes the level.
    Search,
}

use VariationKind::{Edit, Refill, Search};

/// The ways to vary a level, with their numbers of changes.
const WAYS: [(VariationKind, usize); 10] = [
    (Edit, 1),
    (Edit, 2),
    (Edit, 3),
    (Refill, 1),
    (Refill, 2),
    (Refill, 3),
    (Refill, 4),
    (Refill, 6),
    (Refill, 10),
    (Search, 1),
];

/// Results of the ways to vary a level so far: tries, and levels found. A way with results is tried more often.
#[derive(Clone, Debug, Default)]
pub(super) struct VariationOdds {
    results: [(u32, u32); WAYS.len()],
    last: usize,
}

impl VariationOdds {
    /// Draws a way to vary a level of the game.
    fn draw(&mut self, game: &dyn Game, rng: &mut Rng) -> (VariationKind, usize) {
        let by_trial = is_made_by_trial(game);
        let odds = WAYS.iter().zip(self.results).map(|((kind, _), (tries, found))| match kind {
            Refill if by_trial => 0.0,
            Search if !by_trial => 0.0,
            _ => f64::from(found + 1) / f64::from(tries + 1),
        });
        let odds: Vec<f64> = odds.collect();
        let mut drawn = rng.f64() * odds.iter().sum::<f64>();
        let is_drawn = |share: &f64| {
            drawn -= share;
            drawn < 0.0
        };
        self.last = odds.iter().position(is_drawn).unwrap_or_default();
        if let Some((tries, _)) = self.results.get_mut(self.last) {
            *tries += 1;
        }
        WAYS.get(self.last).copied().unwrap_or((Edit, 1))
    }

    /// Records that the last way led to a level.
    pub(super) fn found(&mut self) {
        if let Some((_, found)) = self.results.get_mut(self.last) {
            *found += 1;
        }
    }
}

/// A variation of a level.
pub(super) enum Variation {
    /// A level to check.
    Level(Level),
    /// A level in which marks are missing, and how to generate the rest.
    Template(Level, GenerateSettings),
}

impl Variation {
    /// Draws a variation. Locked and spared sites stay as they are. `None` if nothing may change.
    pub(super) fn draw(
        game: &dyn Game,
        level: &Level,
        spared: &BTreeSet<Site>,
        odds: &mut VariationOdds,
        seed: u64,
    ) -> Option<Self> {
        let mut rng = Rng::with_seed(seed);
        let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
        let may_change = |site: &Site| level.hold(*site) != Hold::Locked && !spared.contains(site);
        let sites: Vec<Site> = sites.filter(may_change).collect();
        let mut marked: Vec<Site> =
            sites.iter().copied().filter(|site| level.mark(*site).is_some()).collect();
        if marked.is_empty() {
            return None;
        }
        let mut varied = level.clone();
        if !level.concept.names(INTENDED) && level.intended_locked.is_empty() {
            varied.intended = None;
        }
        let (kind, n_changes) = odds.draw(game, &mut rng);
        let mut painted = PaintedMarks::Stay;
        match kind {
            Edit => {
                for _ in 0..n_changes {
                    edit(game, &mut varied, &sites, &mut rng);
                }
                return Some(Self::Level(varied));
            }
            Refill => {
                rng.shuffle(&mut marked);
                marked.truncate(n_changes);
                marked.into_iter().for_each(|site| varied.set(site, Spot::default()));
            }
            Search => painted = PaintedMarks::Change,
        }
        let stock = game.stock(&varied);
        let settings = GenerateSettings {
            seed,
            count: 1,
            distance: 1,
            closer: true,
            stock,
            painted,
            ..GenerateSettings::default()
        };
        Some(Self::Template(varied, settings))
    }
}

/// Makes a random change on some of these sites, or none where marks do not fit.
fn edit(game: &dyn Game, level: &mut Level, sites: &[Site], rng: &mut Rng) {
    let marked: Vec<Site> =
        sites.iter().copied().filter(|site| level.mark(*site).is_some()).collect();
    let (Some(one), Some(other)) = (rng.choice(&marked).copied(), rng.choice(sites).copied())
    else {
        return;
    };
    let stock = game.stock(level);
    let drawn = rng.choice(&stock).and_then(|item| Some((item.place, rng.choice(&item.marks)?)));
    match (rng.u8(..8), drawn) {
        (0, _) => level.set(one, Spot::default()),
        (1 | 2, Some((place, mark))) if place == other.place => {
            put(game, level, other, Some(mark.clone()));
        }
        (3, Some((place, mark))) if place == one.place => {
            put(game, level, one, Some(mark.clone()));
        }
        _ => {
            let marks = [one, other].map(|site| level.mark(site).cloned());
            let [of_one, of_other] = marks;
            put(game, level, one, of_other);
            put(game, level, other, of_one);
        }
    }
}

fn put(game: &dyn Game, level: &mut Level, site: Site, mark: Option<Mark>) {
    match mark {
        Some(mark) if game.accepts(&level.board, site, &mark).is_ok() => {
            level.paint(site, Some(mark));
        }
        _ => level.set(site, Spot::default()),
    }
}

/// Returns the sites whose marks differ between two levels.
pub(super) fn differing(one: &Level, other: &Level) -> BTreeSet<Site> {
    let sites = one.marks().chain(other.marks()).map(|(site, _)| site);
    sites.filter(|site| one.mark(*site) != other.mark(*site)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locked_and_spared_sites_keep_their_marks_in_every_variation() {
        let games = foolproof_built_in::built_in();
        let mut seen = [0, 0];
        for game in games.all() {
            let pack = foolproof_level::Pack::from_json(&game.sample()).expect("a sample");
            let mut level = (*pack.levels[0]).clone();
            let marked: Vec<Site> = level.marks().map(|(site, _)| site).collect();
            let (locked, spared) = (marked[0], BTreeSet::from([marked[marked.len() - 1]]));
            let mark = level.mark(locked).cloned();
            level.set(locked, Spot { mark, hold: Hold::Locked });
            let mut odds = VariationOdds::default();
            for seed in 0..200 {
                let Some(drawn) = Variation::draw(&*game, &level, &spared, &mut odds, seed) else {
                    continue;
                };
                let (kind, varied) = match drawn {
                    Variation::Level(level) => (0, level),
                    Variation::Template(level, _) => (1, level),
                };
                seen[kind] += 1;
                let changed = differing(&level, &varied);
                assert!(!changed.contains(&locked) && changed.is_disjoint(&spared), "{seed}");
                let lies = |(site, mark)| game.accepts(&level.board, site, mark).is_ok();
                assert!(varied.marks().all(lies), "{}: {seed}", game.about().id);
            }
        }
        assert!(seen.iter().all(|n| *n > 100), "{seen:?}");
    }

    #[test]
    fn a_way_that_leads_to_levels_is_tried_more_often() {
        let games = foolproof_built_in::built_in();
        let game = games.by_id("sudoku").expect("it is built in");
        let (mut odds, mut rng) = (VariationOdds::default(), Rng::with_seed(1));
        let mut drawn = [0; 2];
        for _ in 0..500 {
            let way = odds.draw(&*game, &mut rng);
            drawn[usize::from(way == (Edit, 2))] += 1;
            if way == (Edit, 2) {
                odds.found();
            }
        }
        assert!(drawn[1] > 250, "{drawn:?}");
    }
}
