//! Finds repairs of one or two marks in a session in which marks are left open.
//!
//! A known solution shows at once which edits spare it, that is, leave it a solution: the clues that the game
//! reads off it, or the edits that the solver finds while the solution is fixed. An edit that spares exactly
//! one known solution is worth asking about: does it leave any other? Every answer becomes known, so edits
//! are decided by the dozen, without grounding in between. A pair of edits is a single edit of a level that
//! is one edit away. Results are proved like any other level.

use crate::making::unique_by_encoding::sole_solution;
use crate::questions::design_questions::{design_atoms, open_atoms};
use std::collections::{BTreeMap, BTreeSet};

use crate::engine::ask::Ask;
use crate::engine::plan::{self, atoms_of, painted, read_play};
use crate::engine::{solves, why};
use crate::making::complete_to_unique::as_it_should_be;
use crate::making::completion::CompletionStep;
use crate::making::drawn_plays::{fixed, hurried, of_name};
use crate::making::stock::takes_of_stock;
use crate::values::answer::{FoundLevel, Truth};
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, SessionSlot};
use foolproof_asp::{Assume, Atom, SessionOptions};
use foolproof_game::{StockItem, counted};
use foolproof_level::{Hold, Level, Mark, Place, Play, Site, Spot};

/// Maximum number of pairs of a site and a mark that may be open at once.
const MAX_PAIRS: usize = 1000;
/// Number of initial solutions.
const MAX_BEGUN: usize = 6;
/// Number of solutions to ask for per edit.
const SOME_PLAYS: u64 = 3;
/// Number of times that marks are read off the known solutions.
const READINGS: usize = 3;
/// Number of edits to ask about, of the level itself.
const MAX_ASKED: usize = 40;
/// Number of edits to ask about, of each level that is one edit away.
const MAX_ASKED_BESIDE: usize = 12;
/// Number of levels one edit away to continue from.
const MAX_BESIDE: usize = 8;

/// Another mark on a site, or none.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MarkEdit {
    site: Site,
    mark: Option<Mark>,
}

/// A session of all levels that differ from the asked one in these marks only.
struct NearLevels {
    slot: SessionSlot,
    pairs: BTreeSet<(Site, Mark)>,
    /// The pairs as atoms of the session.
    paints: Vec<Atom>,
    /// Those of the atoms whose marks are on the asked level.
    lying: BTreeSet<Atom>,
    /// The marks that the player may place, as atoms.
    plays: Vec<Atom>,
    /// The bare level to read clues for, if clues read off a solution show which edits spare it.
    read_for: Option<Level>,
    stock: Vec<StockItem>,
}

impl NearLevels {
    /// Returns the marks of the level with these edits, as atoms.
    fn edited(&self, edits: &[MarkEdit]) -> BTreeSet<Atom> {
        let is_edited = |site: Site| edits.iter().any(|edit| edit.site == site);
        let kept = self.pairs.iter().filter(|(site, _)| !is_edited(*site));
        let kept = kept.map(|(site, mark)| painted(*site, mark));
        let mut all: BTreeSet<Atom> = kept.filter(|atom| self.lying.contains(atom)).collect();
        all.extend(edits.iter().filter_map(|edit| Some(painted(edit.site, edit.mark.as_ref()?))));
        all
    }

    /// Returns the assumptions that these edits are made, and one more.
    fn one_beyond(&self, edits: &[MarkEdit]) -> Vec<Assume> {
        let of_edit = |edit: &MarkEdit| {
            let marks = self.pairs.iter().filter(|(site, _)| *site == edit.site);
            let made = edit.mark.clone();
            let atom =
                |(site, mark): &(Site, Mark)| (painted(*site, mark), Some(mark) == made.as_ref());
            marks.map(atom).collect::<Vec<Assume>>()
        };
        let number = (edits.len() + 1).to_string();
        let count = (Atom::new(plan::EDITS, [number]), true);
        edits.iter().flat_map(of_edit).chain([count]).collect()
    }
}

/// Knowledge about the levels one edit away from a level.
struct EditSearch {
    /// The edits that make that level of the asked one.
    made: Vec<MarkEdit>,
    known: BTreeSet<BTreeSet<Atom>>,
    /// Number of known solutions that each edit spares.
    spared: BTreeMap<MarkEdit, usize>,
    /// The edits that keep the intended solution, if there is one.
    kept: Option<BTreeSet<MarkEdit>>,
    /// Edits that are known to leave none or several solutions.
    refuted: BTreeSet<MarkEdit>,
}

impl EditSearch {
    fn of(made: Vec<MarkEdit>) -> Self {
        let (known, spared) = (BTreeSet::new(), BTreeMap::new());
        Self { made, known, spared, kept: None, refuted: BTreeSet::new() }
    }

    /// Returns the mildest open edit that spares exactly one known solution.
    fn next(&self, level: &Level) -> Option<MarkEdit> {
        let is_open = |edit: &&MarkEdit| {
            !self.refuted.contains(*edit)
                && self.kept.as_ref().is_none_or(|kept| kept.contains(*edit))
        };
        let ones = self.spared.iter().filter(|(_, spared)| **spared == 1).map(|(edit, _)| edit);
        ones.filter(is_open).min_by_key(|edit| cost(level, edit)).cloned()
    }

    /// Returns the edits that spare the fewest known solutions.
    fn nearest(&self, level: &Level) -> Vec<MarkEdit> {
        let mut edits: Vec<(&MarkEdit, usize)> =
            self.spared.iter().map(|(edit, spared)| (edit, *spared)).collect();
        edits.retain(|(edit, _)| self.kept.as_ref().is_none_or(|kept| kept.contains(*edit)));
        edits.sort_by_key(|(edit, spared)| (*spared, cost(level, edit)));
        edits.into_iter().take(MAX_BESIDE).map(|(edit, _)| edit.clone()).collect()
    }
}

/// Sort key for edits, those that a designer minds least first: edits of open sites, then replaced marks.
fn cost(level: &Level, edit: &MarkEdit) -> (bool, bool) {
    (level.hold(edit.site) != Hold::Open, edit.mark.is_none())
}

/// The sessions that were asked about single edits, with the results.
pub(crate) struct NearSearch {
    asked: Vec<(NearLevels, EditSearch)>,
    /// The asked level has solutions.
    solvable: bool,
    /// Known solutions of the asked level and of levels near it.
    solutions: Vec<Play>,
    intended: Option<BTreeSet<Atom>>,
    /// The asked level is known not to have exactly one solution.
    refuted: bool,
}

impl NearSearch {
    pub(crate) fn new(ask: &Ask<'_>, solutions: &[Play], refuted: bool) -> Self {
        let intended = ask.level.intended.as_ref();
        let intended = intended.filter(|play| solves(ask.game, ask.level, play)).map(atoms_of);
        let (solvable, solutions) = (!solutions.is_empty(), solutions.to_vec());
        Self { asked: Vec::new(), solvable, solutions, intended, refuted }
    }
}

/// Returns a step that found this level, or none.
fn settled_by(found: Option<FoundLevel>) -> CompletionStep {
    found.map_or(CompletionStep::Open(None), CompletionStep::Settled)
}

/// Looks for a level with one solution that is one edit away from the asked one; its mark is read off a
/// solution.
pub(crate) fn one_by_reading(
    ask: &mut Ask<'_>,
    search: &mut NearSearch,
) -> Result<CompletionStep, Why> {
    // New solutions suggest further marks.
    let mut once = |_| with_one_edit(ask, search, OpenMarks::Read).transpose();
    (0..READINGS).find_map(&mut once).transpose().map(settled_by)
}

/// Looks for a level with one solution that is one or two edits away, with any mark.
pub(crate) fn one_by_searching(
    ask: &mut Ask<'_>,
    search: &mut NearSearch,
) -> Result<CompletionStep, Why> {
    one_searched(ask, search).map(settled_by)
}

fn one_searched(ask: &mut Ask<'_>, search: &mut NearSearch) -> Result<Option<FoundLevel>, Why> {
    if let Some(found) = with_one_edit(ask, search, OpenMarks::Used)? {
        return Ok(Some(found));
    }
    // Edits that make a level solvable again are found quickly.
    if !search.solvable
        && let Some(found) = with_one_edit(ask, search, OpenMarks::All)?
    {
        return Ok(Some(found));
    }
    if let Some(found) = with_two_edits(ask, search)? {
        return Ok(Some(found));
    }
    let n_narrow = search.asked.len();
    if let Some(found) = with_one_edit(ask, search, OpenMarks::All)? {
        return Ok(Some(found));
    }
    let narrow: Vec<_> = search.asked.drain(..n_narrow).collect();
    let found = with_two_edits(ask, search);
    search.asked.splice(0..0, narrow);
    found
}

pub(crate) fn close_near(ask: &mut Ask<'_>, search: &NearSearch) {
    for (near, _) in &search.asked {
        ask.close(near.slot.ask(SessionRequest::Close));
    }
}

/// Opens a session of this width, if it has more marks than the others, and looks for one edit.
fn with_one_edit(
    ask: &mut Ask<'_>,
    search: &mut NearSearch,
    width: OpenMarks,
) -> Result<Option<FoundLevel>, Why> {
    let pairs = width.pairs(ask, &search.solutions, search.solvable);
    if search.asked.iter().any(|(near, _)| pairs.is_subset(&near.pairs)) {
        return Ok(None);
    }
    let mut near = open_near(ask, pairs)?;
    if search.solvable && width == OpenMarks::Read && ask.game.clue_reading().is_some() {
        near.read_for = Some(bare(ask.level, &near.pairs));
    }
    let mut edits = EditSearch::of(Vec::new());
    if let Some(intended) = &search.intended {
        learn(ask, &near, &mut edits, intended.clone())?;
        edits.kept = Some(edits.spared.keys().cloned().collect());
    }
    let apart = match near.read_for {
        Some(_) => 1,
        None => search.solutions.len().div_ceil(MAX_BEGUN).max(1),
    };
    for play in search.solutions.iter().step_by(apart).map(atoms_of) {
        learn(ask, &near, &mut edits, play)?;
    }
    let found = edited_once(ask, &near, &mut edits, MAX_ASKED)?;
    let news = edits.known.iter().map(read_play);
    let news: Vec<Play> = news.filter(|play| !search.solutions.contains(play)).collect();
    search.solutions.extend(news);
    search.asked.push((near, edits));
    Ok(found.map(|found| found.with_fewest(search.refuted)))
}

/// Looks for a second edit of the nearest levels one edit away.
fn with_two_edits(ask: &mut Ask<'_>, search: &NearSearch) -> Result<Option<FoundLevel>, Why> {
    for (near, edits) in &search.asked {
        for edit in edits.nearest(ask.level) {
            let mut beside = EditSearch::of(vec![edit]);
            for play in plays_after(ask, near, &beside.made, SOME_PLAYS)?.0 {
                learn(ask, near, &mut beside, play)?;
            }
            if let Some(intended) = &search.intended {
                let spared = sparing(ask, near, &beside.made, intended)?;
                beside.kept = Some(spared.into_iter().collect());
            }
            if let Some(found) = edited_once(ask, near, &mut beside, MAX_ASKED_BESIDE)? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

fn open_near(ask: &mut Ask<'_>, pairs: BTreeSet<(Site, Mark)>) -> Result<NearLevels, Why> {
    let lies = |(site, mark): &&(Site, Mark)| ask.level.mark(*site) == Some(mark);
    let lying: Vec<&(Site, Mark)> = pairs.iter().filter(lies).collect();
    let bare = bare(ask.level, &pairs);
    let program = plan::edits_program(ask.game, &bare, &pairs, &lying).map_err(Why::from)?;
    let lying = lying.into_iter().map(|(site, mark)| painted(*site, mark)).collect();
    let options = SessionOptions { project: true, ..SessionOptions::default() };
    let slot = ask.own_session(&program, &options).map_err(why)?;
    let paints = design_atoms(ask, slot)?;
    let plays = open_atoms(ask, slot, "play", 2)?;
    let stock = ask.game.stock(ask.level);
    Ok(NearLevels { slot, pairs, paints, lying, plays, read_for: None, stock })
}

/// Looks for a level with one solution that is one edit away from that of a search.
fn edited_once(
    ask: &mut Ask<'_>,
    near: &NearLevels,
    search: &mut EditSearch,
    most: usize,
) -> Result<Option<FoundLevel>, Why> {
    for asked in 0..most {
        ask.patience().check()?;
        ask.note(asked as u64, format!("{} tried", counted(asked as u64, "repair", "repairs")));
        let Some(edit) = search.next(ask.level) else {
            let all_told = search.kept.is_some() || near.read_for.is_some();
            if all_told || !another(ask, near, search)? {
                return Ok(None);
            }
            continue;
        };
        let edits: Vec<MarkEdit> = search.made.iter().chain([&edit]).cloned().collect();
        let (plays, exhausted) = plays_after(ask, near, &edits, SOME_PLAYS)?;
        if plays.len() == 1
            && exhausted
            && let Some(found) = hurried(ask, |ask| proved_near(ask, near, &edits))?
        {
            return Ok(Some(found));
        }
        search.refuted.insert(edit);
        for play in plays {
            learn(ask, near, search, play)?;
        }
    }
    Ok(None)
}

/// Returns the level with these edits, if it is new, meets the aims, and has one solution, as proved.
fn proved_near(
    ask: &mut Ask<'_>,
    near: &NearLevels,
    edits: &[MarkEdit],
) -> Result<Option<FoundLevel>, Why> {
    let mut level = ask.level.clone();
    edits.iter().for_each(|edit| level.paint(edit.site, edit.mark.clone()));
    if !ask.goal.earlier.is_new(&level) || !takes_of_stock(&near.stock, ask.level, &level) {
        return Ok(None);
    }
    match sole_solution(ask, &level) {
        Truth::Holds(play) if ask.allows(&level)? => Ok(Some(as_it_should_be(ask, level, play))),
        Truth::Holds(_) | Truth::Fails(_) => Ok(None),
        Truth::Unknown(why @ (Why::Stopped | Why::Memory(_))) => Err(why),
        Truth::Unknown(_) => Ok(None),
    }
}

/// Adds a solution to the known ones, unless it is known.
fn learn(
    ask: &mut Ask<'_>,
    near: &NearLevels,
    search: &mut EditSearch,
    play: BTreeSet<Atom>,
) -> Result<(), Why> {
    if search.known.contains(&play) {
        return Ok(());
    }
    for edit in sparing(ask, near, &search.made, &play)? {
        *search.spared.entry(edit).or_default() += 1;
    }
    search.known.insert(play);
    Ok(())
}

/// Returns the further edits, beyond these, after which a play is still a solution.
fn sparing(
    ask: &mut Ask<'_>,
    near: &NearLevels,
    made: &[MarkEdit],
    play: &BTreeSet<Atom>,
) -> Result<Vec<MarkEdit>, Why> {
    if let Some(bare) = &near.read_for {
        let clues = read_off(ask, &[read_play(play)], bare).into_iter();
        let edits = clues.filter(|clue| near.pairs.contains(clue));
        let edits = edits.filter(|(site, mark)| ask.level.mark(*site) != Some(mark));
        let is_made = |site: Site| made.iter().any(|edit| edit.site == site);
        let edits = edits.filter(|(site, _)| !is_made(*site));
        return Ok(edits.map(|(site, mark)| MarkEdit { site, mark: Some(mark) }).collect());
    }
    let mut assume = fixed(&near.plays, play);
    assume.extend(near.one_beyond(made));
    let (models, ended) = hurried(ask, |ask| ask.models(near.slot, assume, 0, shown_edits()))?;
    if !ended.exhausted {
        return Err(ended.halt.map_or(Why::Stopped, Why::from));
    }
    let edits = models.iter().flat_map(|model| edits_of(&model.atoms));
    Ok(edits.filter(|edit| !made.contains(edit)).collect())
}

/// Returns up to `cap` solutions of the level with these edits and no others, and whether these are all.
fn plays_after(
    ask: &mut Ask<'_>,
    near: &NearLevels,
    edits: &[MarkEdit],
    cap: u64,
) -> Result<(Vec<BTreeSet<Atom>>, bool), Why> {
    let assume = fixed(&near.paints, &near.edited(edits));
    let (models, ended) =
        hurried(ask, |ask| ask.models(near.slot, assume, cap, vec!["play".to_owned()]))?;
    Ok((models.iter().map(|model| of_name(model, "play")).collect(), ended.exhausted))
}

/// Looks for a new solution after an edit that excludes all known ones. Returns whether there is one.
fn another(ask: &mut Ask<'_>, near: &NearLevels, search: &mut EditSearch) -> Result<bool, Why> {
    let mut assume = near.one_beyond(&search.made);
    assume.extend(search.spared.keys().map(|edit| (edit.atom(), false)));
    let (mut models, _) =
        hurried(ask, |ask| ask.models(near.slot, assume, 1, vec!["play".to_owned()]))?;
    let Some(model) = models.pop() else { return Ok(false) };
    learn(ask, near, search, of_name(&model, "play"))?;
    Ok(true)
}

impl MarkEdit {
    /// Returns the atom of this edit.
    fn atom(&self) -> Atom {
        match &self.mark {
            Some(mark) => Atom::new(plan::PUT, [self.site.to_string(), mark.to_string()]),
            None => Atom::new(plan::TAKEN_OFF, [self.site.to_string()]),
        }
    }
}

fn shown_edits() -> Vec<String> {
    [plan::PUT, plan::TAKEN_OFF].map(str::to_owned).to_vec()
}

/// Returns the edits of a model.
fn edits_of(atoms: &[Atom]) -> Vec<MarkEdit> {
    let edit = |atom: &Atom| match (atom.name.as_str(), atom.args.as_slice()) {
        (plan::PUT, [site, mark]) => {
            Some(MarkEdit { site: site.parse().ok()?, mark: Some(mark.parse().ok()?) })
        }
        (plan::TAKEN_OFF, [site]) => Some(MarkEdit { site: site.parse().ok()?, mark: None }),
        _ => None,
    };
    atoms.iter().filter_map(edit).collect()
}

/// Returns the level without marks on the sites of these pairs.
fn bare(level: &Level, pairs: &BTreeSet<(Site, Mark)>) -> Level {
    let mut bare = level.clone();
    pairs.iter().for_each(|(site, _)| bare.set(*site, Spot::default()));
    bare
}

/// The marks that may change, and to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenMarks {
    /// Marks of kinds that the game reads off a play, as read off known solutions; if it reads none, all
    /// marks not on edges. The walls of rooms, which unfold to many rules, stay.
    Read,
    /// The same kinds, and also marks in use on any site that accepts them.
    Used,
    /// All marks, and also marks in use on any site that accepts them.
    All,
}

impl OpenMarks {
    fn holds(self, ask: &Ask<'_>, site: Site, mark: &Mark) -> bool {
        let is_on_edge = matches!(site.place, Place::HEdge | Place::VEdge);
        let read = || ask.game.clue_reading()?.may_read(mark);
        let is_read = || read().unwrap_or(!is_on_edge);
        !site.place.is_linear() && (self == Self::All || is_read())
    }

    /// Returns the existing marks and others in their places, those read off solutions first, up to the
    /// maximum.
    fn pairs(self, ask: &Ask<'_>, solutions: &[Play], solvable: bool) -> BTreeSet<(Site, Mark)> {
        let level = ask.level;
        let lying: BTreeSet<(Site, Mark)> = level
            .marks()
            .filter(|(site, mark)| {
                level.hold(*site) != Hold::Locked && self.holds(ask, *site, mark)
            })
            .map(|(site, mark)| (site, mark.clone()))
            .collect();
        let mut pairs = lying.clone();
        let mut open = |more: BTreeSet<(Site, Mark)>| {
            let is_free = |(site, mark): &(Site, Mark)| {
                level.hold(*site) != Hold::Locked
                    && (level.mark(*site).is_none() || lying.iter().any(|(held, _)| held == site))
                    && ask.game.accepts(&level.board, *site, mark).is_ok()
            };
            let room = MAX_PAIRS.saturating_sub(pairs.len());
            pairs.extend(more.into_iter().filter(is_free).take(room));
        };
        open(read_off(ask, solutions, &bare(level, &lying)));
        // Solutions of the level itself suggest no other clues.
        if self != Self::Read || !solvable {
            open(of_same_kind(ask, &lying));
        }
        if self == Self::Read {
            return pairs;
        }
        let used: BTreeSet<(Place, Mark)> =
            lying.iter().map(|(site, mark)| (site.place, mark.clone())).collect();
        let sites = ask.game.layout_of(level).sites;
        for (place, mark) in used {
            let sites = sites.iter().filter(|(site, _)| site.place == place);
            open(sites.map(|(site, _)| (*site, mark.clone())).collect());
        }
        pairs
    }
}

/// Returns the clues of these solutions on a bare level.
fn read_off(ask: &Ask<'_>, solutions: &[Play], bare: &Level) -> BTreeSet<(Site, Mark)> {
    let Some(reading) = ask.game.clue_reading() else { return BTreeSet::new() };
    let clues = solutions.iter().filter_map(|play| reading.clues_of(bare, play, 0).ok());
    clues.flatten().collect()
}

/// Returns marks of the stock with the same functor that may replace these.
fn of_same_kind(ask: &Ask<'_>, lying: &BTreeSet<(Site, Mark)>) -> BTreeSet<(Site, Mark)> {
    let stock = ask.game.stock(ask.level);
    let others = |(site, mark): &(Site, Mark)| {
        let items = stock.iter().filter(|item| item.place == site.place);
        let marks = items.flat_map(|item| &item.marks);
        let alike = marks.filter(|other| other.functor() == mark.functor());
        alike.map(|other| (*site, other.clone())).collect::<Vec<_>>()
    };
    lying.iter().flat_map(others).collect()
}
