//! Generates levels of games that have a search and no encoding, mostly games of moves: a local search
//! changes a level, solves it again, and keeps improvements.
//!
//! Levels are compared, in this order, by: solvable, with a solution that practises the concept, without a
//! shortcut, with the wanted number of moves, and better at the main aim. It cannot prove that there is no
//! level. Every level is proved again on its own before it is returned.

use crate::making::completion::settled_or_mended;
use crate::questions::design_questions::shortcut_of;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::engine::ask::{Ask, Patience};
use crate::engine::plan::{image, is_alike};
use crate::engine::tasks::has_task;
use crate::engine::{has_concept, practises, solves};
use crate::making::around_intended::filled;
use crate::making::emitted::{GeneratedLevel, GivenLevels};
use crate::making::stock::{is_of_stock, n_of_group};
use crate::questions::design_questions::proposed;
use crate::values::answer::{FoundLevel, Truth};
use crate::values::finding::Origin;
use crate::values::limits::{GenerateSettings, LevelAim, PaintedMarks};
use crate::values::status::Why;
use foolproof_game::{Game, Search, Searched, StockItem, StopCheck, Wanted};
use foolproof_level::{Hold, Level, Mark, Play, Site, Spot};

/// Maximum number of changes in one series.
const CHANGES: usize = 240;
/// Maximum number of changes in a row without an improvement.
const IN_VAIN: usize = 90;
/// The same maxima if the asked level is changed, which is often a good one to start with.
const CHANGES_OF_GIVEN: usize = 60;
const IN_VAIN_OF_GIVEN: usize = 25;
/// Maximum number of random changes with which a series begins.
const BEGUN_WITH: usize = 3;
/// One change in this many is kept though it makes the level worse: a better level may lie beyond a worse
/// one.
const DARING: u32 = 12;
/// Number of failed series in a row after which a generation gives up.
const FAILURES: usize = 40;
/// Time limit of one search. A level that takes longer counts as unsolvable: thousands are tried.
const MAX_TIME: Duration = Duration::from_millis(400);
/// Number of random draws for one change that is allowed.
const DRAWS: usize = 60;
/// Number of solutions among which to look for one with the concept.
const LOOKED_AT: usize = 8;

/// Quality of a level; greater is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct LevelWorth {
    solvable: bool,
    practised: bool,
    shortcut_free: bool,
    /// Number of moves by which a shortest solution misses the wanted range.
    off: Reverse<u64>,
    /// Merit for the main aim; without a solution, the number of reachable positions.
    merit: u64,
}

impl LevelWorth {
    fn is_good(self) -> bool {
        self.solvable && self.practised && self.shortcut_free && self.off == Reverse(0)
    }
}

/// Permission to remove marks even if a shortest solution becomes shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnyLength {
    Yes,
    No,
}

/// The state of a local search.
struct TrialBench<'a> {
    game: &'a dyn Game,
    search: &'a dyn Search,
    asked: &'a Level,
    patience: Patience<'a>,
    settings: GenerateSettings,
    open: Vec<Site>,
    rng: Rng,
    tried: u64,
}

/// A level that was searched.
#[derive(Clone)]
struct TriedLevel {
    level: Level,
    worth: LevelWorth,
    solution: Option<Play>,
}

impl<'a> TrialBench<'a> {
    fn new(ask: &Ask<'a>, search: &'a dyn Search, settings: &GenerateSettings, seed: u64) -> Self {
        let Ask { game, level, .. } = *ask;
        let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
        let is_open = |site: &Site| match level.hold(*site) {
            Hold::Open => true,
            Hold::Painted => settings.painted == PaintedMarks::Change,
            Hold::Locked => false,
        };
        let open = sites.filter(is_open).collect();
        let rng = Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x7121);
        let patience = ask.patience();
        let settings = settings.clone();
        Self { game, search, asked: level, patience, settings, open, rng, tried: 0 }
    }

    /// Searches a level. Returns `None` if time is over.
    fn tried(&mut self, level: Level) -> Option<TriedLevel> {
        self.tried += 1;
        let (patience, started) = (self.patience, Instant::now());
        let stop = || patience.is_over() || started.elapsed() > MAX_TIME;
        let wanted = Wanted { shortcuts: false, plays: LOOKED_AT, most: u64::MAX, marks: false };
        // Only a shortest solution shows how many moves a level takes.
        let asks = self.search.counts_shortest();
        let is_told = |found: &Searched| !asks || found.plays.is_empty() || found.shortest;
        let found = self.search.solutions(&level, wanted, &stop).filter(is_told);
        let Some(found) = found else {
            let (worth, solution) = (LevelWorth::default(), None);
            return (!self.patience.is_over()).then_some(TriedLevel { level, worth, solution });
        };
        let asks = has_concept(self.asked);
        let good = |play: &&Play| !asks || practises(self.game, &level, play) == Some(true);
        let solution = found.plays.iter().find(good).or(found.plays.first()).cloned();
        let practised = solution.as_ref().is_some_and(|play| good(&play));
        let shortcut_free = practised && (!asks || self.is_shortcut_free(&level, &stop));
        let length = solution.as_ref().map(|play| play.len() as u64);
        let merit = length.map_or(found.effort, |length| merit(self.settings.aim, length, &found));
        let off = match (length, self.settings.moves) {
            (Some(length), Some((least, most))) => {
                let (least, most) = (u64::from(least), u64::from(most));
                least.saturating_sub(length) + length.saturating_sub(most)
            }
            _ => 0,
        };
        let solvable = solution.is_some() && has_task(self.game, &level);
        let worth = LevelWorth { solvable, practised, shortcut_free, off: Reverse(off), merit };
        (!self.patience.is_over()).then_some(TriedLevel { level, worth, solution })
    }

    fn is_shortcut_free(&self, level: &Level, stop: StopCheck<'_>) -> bool {
        let wanted = Wanted { shortcuts: true, plays: 1, most: 1, marks: false };
        let found = self.search.solutions(level, wanted, stop);
        found.is_some_and(|found| found.count == 0 && found.exhausted)
    }

    /// Returns the asked level with random marks on open sites, about as many of each group as levels usually
    /// have.
    fn sown(&mut self) -> Level {
        let mut level = self.asked.clone();
        for item in self.settings.stock.clone() {
            let (least, most) = (item.least, item.most.max(item.least));
            let wanted = self.rng.u32((most / 2).max(least)..=most) as usize;
            for _ in 0..DRAWS * wanted.max(1) {
                if n_of_group(&level, &item) >= wanted {
                    break;
                }
                let (Some(mark), Some(site)) =
                    (self.rng.choice(&item.marks), self.rng.choice(&self.open).copied())
                else {
                    break;
                };
                if level.mark(site).is_none() && self.accepts(site, mark, &item) {
                    self.put(&mut level, site, Some(mark.clone()));
                }
            }
        }
        level
    }

    /// Returns the asked level with a few random changes.
    fn varied(&mut self) -> Level {
        let mut level = self.asked.clone();
        for _ in 0..self.rng.usize(1..=BEGUN_WITH) {
            level = self.changed(&level).unwrap_or(level);
        }
        level
    }

    fn accepts(&self, site: Site, mark: &Mark, item: &StockItem) -> bool {
        site.place == item.place && self.game.accepts(&self.asked.board, site, mark).is_ok()
    }

    /// Puts a mark, or nothing, on an open site and on its image.
    fn put(&self, level: &mut Level, site: Site, mark: Option<Mark>) {
        let image = self
            .settings
            .shape
            .symmetry
            .map(|symmetry| image(self.game, level.board, site, symmetry));
        let alike = |mark: Option<&Mark>| mark.is_none_or(|mark| is_alike(self.game, mark));
        if let Some(image) = image.filter(|image| self.open.contains(image))
            && alike(mark.as_ref())
            && alike(level.mark(image))
        {
            lay(level, image, mark.clone());
        }
        lay(level, site, mark);
    }

    /// Returns the level with a random allowed change, or `None` if none is drawn.
    fn changed(&mut self, level: &Level) -> Option<Level> {
        for _ in 0..DRAWS {
            let mut changed = level.clone();
            // One time in four, two changes that may need each other.
            for _ in 0..=u32::from(self.rng.u8(..4) == 0) {
                self.change(&mut changed);
            }
            if !changed.same_puzzle(level) && self.is_allowed(&changed) {
                return Some(changed);
            }
        }
        None
    }

    fn change(&mut self, level: &mut Level) {
        let Some(site) = self.rng.choice(&self.open).copied() else { return };
        let other = self.rng.choice(&self.open).copied().unwrap_or(site);
        match self.rng.u8(..4) {
            0 => self.put(level, site, None),
            // Swap the contents of two sites.
            1 if site.place == other.place => {
                let (one, two) = (level.mark(site).cloned(), level.mark(other).cloned());
                self.put(level, site, two);
                self.put(level, other, one);
            }
            _ => {
                let Some(item) = self.rng.choice(&self.settings.stock) else { return };
                let Some(mark) = self.rng.choice(&item.marks) else { return };
                if self.accepts(site, mark, item) {
                    self.put(level, site, Some(mark.clone()));
                }
            }
        }
    }

    fn is_allowed(&self, level: &Level) -> bool {
        let (least, most) = self.settings.shape.filled(level.board.cells().count());
        let lies =
            |(site, mark): (Site, &Mark)| self.game.accepts(&level.board, site, mark).is_ok();
        (least..=most).contains(&filled(level))
            && is_of_stock(level, &self.settings.stock)
            && level.marks().all(lies)
    }

    /// Makes a series of changes. Returns the best level, if it meets all requirements.
    fn climb(&mut self, from: Level, ask: &mut Ask<'_>, made: usize) -> Option<TriedLevel> {
        let mut here = self.tried(from)?;
        let mut best = here.clone();
        let mut in_vain = 0;
        let (changes, most_in_vain) = match self.settings.painted {
            PaintedMarks::Stay => (CHANGES, IN_VAIN),
            PaintedMarks::Change => (CHANGES_OF_GIVEN, IN_VAIN_OF_GIVEN),
        };
        for _ in 0..changes {
            if in_vain == most_in_vain {
                break;
            }
            ask.note_made(made, &format!(", {} tried", self.tried));
            let Some(next) = self.changed(&here.level) else { break };
            let Some(next) = self.tried(next) else { break };
            in_vain += 1;
            if next.worth > best.worth && self.is_allowed(&next.level) {
                (best, in_vain) = (next.clone(), 0);
            }
            if next.worth >= here.worth || self.rng.u32(..DARING) == 0 {
                here = next;
            }
        }
        best.worth.is_good().then_some(best)
    }

    /// Removes added marks as long as the level stays as good; fewer added marks are better. With
    /// `AnyLength::Yes`, a level with shorter solutions counts as equally good.
    fn leaner(&mut self, mut found: TriedLevel, any_length: AnyLength) -> TriedLevel {
        let added: Vec<Site> = found
            .level
            .marks()
            .map(|(site, _)| site)
            .filter(|site| self.open.contains(site))
            .collect();
        for site in added {
            let mut fewer = found.level.clone();
            self.put(&mut fewer, site, None);
            if !self.is_allowed(&fewer) {
                continue;
            }
            match self.tried(fewer) {
                Some(fewer)
                    if fewer.worth.is_good()
                        && (any_length == AnyLength::Yes || fewer.worth >= found.worth) =>
                {
                    found = fewer;
                }
                Some(_) => {}
                None => break,
            }
        }
        found
    }
}

/// Returns the merit for the main aim of a level whose shortest solution has this many moves.
fn merit(aim: LevelAim, length: u64, found: &Searched) -> u64 {
    // In thousandths of moves, so that small improvements count.
    let fine = length.saturating_mul(1000);
    match aim {
        LevelAim::Long => fine,
        LevelAim::Narrow => fine / found.count.max(1),
        LevelAim::FewDeadEnds => {
            let alive = found.effort.saturating_sub(found.dead.unwrap_or(0));
            fine.saturating_mul(alive) / found.effort.max(1)
        }
    }
}

fn lay(level: &mut Level, site: Site, mark: Option<Mark>) {
    match mark {
        Some(mark) => level.paint(site, Some(mark)),
        // Open sites stay open.
        None => level.set(site, Spot::default()),
    }
}

/// Returns whether levels of this game are made by local search. If so, painted marks may change, too.
pub fn is_made_by_trial(game: &dyn Game) -> bool {
    game.assets().encoding.is_none() && game.search().is_some() && game.maker().is_none()
}

/// Generates new levels until the series of changes fail; it cannot prove that there are no more.
pub(crate) fn generate_by_trial(
    ask: &mut Ask<'_>,
    settings: &mut GenerateSettings,
    made: &mut GivenLevels,
) {
    let Some(search) = ask.game.search() else { return };
    ask.origin = Origin::Search;
    if let Some(why) = search.refusal() {
        return ask.report::<GeneratedLevel>(Err(Why::Undecided(why)));
    }
    let (mut series, mut failures) = (0, 0);
    while made.len() < settings.count as usize {
        let patience = ask.patience();
        if patience.is_over() {
            return ask.report::<GeneratedLevel>(Err(patience.why()));
        }
        if failures >= FAILURES {
            let text = format!("{failures} series of changes made no further level");
            return ask.report::<GeneratedLevel>(Err(Why::Stock(text)));
        }
        let seed = settings.seed.wrapping_mul(1_000_003).wrapping_add(series);
        (series, failures) = (series + 1, failures + 1);
        let mut bench = TrialBench::new(ask, search, settings, seed);
        let from = match settings.painted {
            PaintedMarks::Stay => bench.sown(),
            PaintedMarks::Change => bench.varied(),
        };
        let Some(mut found) = bench.climb(from, ask, made.len()) else { continue };
        if settings.minimal {
            found = bench.leaner(found, AnyLength::No);
        }
        if found.level.same_puzzle(ask.level) {
            continue;
        }
        if !made.is_far(&found.level, settings.distance) {
            settings.distance /= if settings.closer { 2 } else { 1 };
            continue;
        }
        match proved_by_trial(ask, found) {
            Ok(Some((level, verdict))) => {
                failures = 0;
                made.give(ask, level, verdict);
            }
            Ok(None) => {}
            Err(why) => return ask.report::<GeneratedLevel>(Err(why)),
        }
    }
}

/// Returns the level with its solution, if the checks for a painted level confirm it.
fn proved_by_trial(ask: &mut Ask<'_>, found: TriedLevel) -> Result<Option<(Level, Truth)>, Why> {
    let TriedLevel { mut level, solution: Some(play), .. } = found else { return Ok(None) };
    if !solves(ask.game, &level, &play) {
        let text = "a new level turned out not to be solved by what its search found";
        return Err(Why::EncodingFault(text.to_owned()));
    }
    (level.intended, level.intended_locked) = (Some(play), BTreeSet::new());
    match shortcut_of(ask, &level).bare() {
        Truth::Unknown(why @ (Why::BadInput(_) | Why::Stopped)) if has_concept(ask.level) => {
            Err(why)
        }
        verdict if has_concept(ask.level) && !verdict.holds() => Ok(None),
        verdict => Ok(Some((level, verdict))),
    }
}

/// Completes the level with as few added marks as possible; painted marks stay.
pub(crate) fn completed_by_trial(ask: &mut Ask<'_>) -> Result<FoundLevel, Why> {
    let text = "this game's own search cannot tell";
    let search = ask.game.search().ok_or_else(|| Why::Undecided(text.to_owned()))?;
    ask.origin = Origin::Search;
    if let Some(why) = search.refusal() {
        return Err(Why::Undecided(why));
    }
    if let Some(found) = mended_by_trial(ask)? {
        return Ok(found);
    }
    let sites = ask.game.layout_of(ask.level).sites;
    if sites.iter().all(|(site, _)| ask.level.hold(*site) != Hold::Open) && has_concept(ask.level) {
        return Err(Why::moot(
            "no cell is open, and no change of one or two cells mends it around an intended solution",
        ));
    }
    let stock = ask.game.stock(ask.level);
    let settings = GenerateSettings { stock, ..GenerateSettings::default() };
    for series in 0..FAILURES as u64 {
        let patience = ask.patience();
        if patience.is_over() {
            return Err(patience.why());
        }
        let mut bench = TrialBench::new(ask, search, &settings, series);
        // Few marks first: from the level as it is, then from boards with random marks.
        let from = match series % 2 {
            0 => ask.level.clone(),
            _ => bench.sown(),
        };
        let begun = bench.tried(from.clone()).filter(|found| found.worth.is_good());
        let found = match begun {
            Some(found) => Some(found),
            None => bench.climb(from, ask, 0),
        };
        let Some(found) = found else { continue };
        // Nobody asked for more moves than the painted marks require.
        let found = bench.leaner(found, AnyLength::Yes);
        if let Some((level, verdict)) = proved_by_trial(ask, found)?
            && ask.goal.earlier.is_new(&level)
        {
            return Ok(FoundLevel::Level(proposed(ask.level, level, verdict)));
        }
    }
    Err(Why::moot("no try filled the open cells so that the level is as it should be"))
}

/// Looks for changes of one or two cells after which the intended solution still works and no shortcut is
/// left. Returns `None` if there are none, or if the level has no such solution, or no shortcut.
fn mended_by_trial(ask: &mut Ask<'_>) -> Result<Option<FoundLevel>, Why> {
    let (game, level) = (ask.game, ask.level);
    let works =
        |play: &Play| solves(game, level, play) && practises(game, level, play) == Some(true);
    let asks = has_concept(level) && level.intended.as_ref().is_some_and(works);
    if !asks || !matches!(shortcut_of(ask, level), Truth::Fails(_)) {
        return Ok(None);
    }
    Ok(settled_or_mended(ask, level, Truth::Fails(()))?.settled())
}
