//! Finds minimal sets of sites and rules that rule out every acceptable level.
//!
//! A conflict is about what a completion may do: every site that is not blamed is free, trays included, and
//! holds marks of the same stock. First the game's own choice of marks is searched, then all that there are;
//! a conflict speaks of the last of them that was searched to the end. If neither was, it speaks of the level
//! as it stands, and says so.

use crate::questions::design_questions::shortcut_of;
use crate::questions::several::several_of;
use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding};
use crate::engine::preconditions::{may_be_made, unanswered};
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::{has_concept, level_properties, why};
use crate::questions::design_questions::{NoDesign, concept_holds};
use crate::questions::several::SeveralSolutions;
use crate::values::answer::{Truth, sites_json};
use crate::values::blame::{Among, Blame, Lacking};
use crate::values::report::{LevelReport, ReportKind};
use crate::values::searched::{Freed, SearchedLevels};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use crate::values::worker_messages::{SessionRequest, SessionSlot, TaggedRequest, Word};
use crate::worker::remote::another_answer;
use foolproof_asp::{Assume, Atom, Core, EnumerationOutcome, Program, SessionOptions};
use foolproof_game::{Range, Searched, StockItem, Wanted};
use foolproof_kernel::unquote;
use foolproof_level::words::one_line;
use foolproof_level::{Hold, Site};

pub(crate) const SLICE: QuerySlice = QuerySlice::of(
    &[QueryKind::of::<FindConflict>()],
    &[ReportKind::of::<FoundConflict>(), ReportKind::of::<SeveralSolutions>()],
);

pub const CONFLICT: Topic = Topic(
    &TopicWords::new("conflict", "What is in the way?", "conflict").job("Finding the conflict"),
);

/// Finds a minimal set of locked (else painted) sites that makes the level unsolvable; for a level with
/// several solutions, the sites where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindConflict;

/// The reason why no level qualifies; `None` if one does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundConflict(pub Option<Blame>);

impl Query for FindConflict {
    fn topic() -> Topic {
        CONFLICT
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let blame = may_be_made(ask).and_then(|()| conflict_of(ask));
        // Nothing rules out a solution, so look for what rules out uniqueness.
        if blame == Ok(None)
            && !has_concept(ask.level)
            && let Ok(Some(several)) = several_of(ask)
        {
            return ask.report(Ok(several));
        }
        ask.report(blame.map(FoundConflict));
    }

    fn asks_for_concept(&self) -> bool {
        true
    }

    fn may_be_kept(&self) -> bool {
        false
    }
}

/// Refuted if nothing is in the way.
impl LevelReport for FoundConflict {
    fn topic() -> Topic {
        CONFLICT
    }

    fn status(&self) -> Status {
        self.0.as_ref().map_or(Status::Refuted, Blame::status)
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let blame = self.0.as_ref()?;
        let json = json!({
            "sites": sites_json(&blame.sites),
            "concept": blame.concept,
            "sentences": blame.sentences,
            "lacking": blame.lacking,
            "minimal": blame.minimal,
            "among": blame.among,
            "intended": blame.intended,
            "searched": blame.searched.json(),
            "room": blame.room,
        });
        Some(("conflict", json))
    }
}

/// Refuses games that are neither encoded nor played move by move.
fn may_be_asked_of_moves(ask: &Ask<'_>) -> Result<(), Why> {
    match ask.game.moves() {
        Some(_) => Ok(()),
        None => Err(Why::Undecided(unanswered(ask.game))),
    }
}

/// The conflict if no marks can be blamed for a shortcut.
const SHORTCUT: &str = "the shortcut";

/// Returns the reason why nothing can be blamed for a level whose positions are searched: no marks can.
fn blame_of_moves(ask: &Ask<'_>) -> Why {
    let wanted = Wanted { shortcuts: false, plays: 1, most: 1, marks: false };
    let patience = ask.patience();
    let search = ask.game.search();
    let found =
        search.and_then(|search| search.solutions(ask.level, wanted, &|| patience.is_over()));
    let limit = || search.and_then(|search| search.limit(ask.level));
    match found {
        None => limit().map_or_else(|| patience.why(), Why::Undecided),
        Some(Searched { count: 0, exhausted: true, why_none: Some(why), .. }) => {
            Why::Undecided(why.strip_prefix("No solution: ").unwrap_or(&why).to_owned())
        }
        Some(found) if found.count == 0 && found.exhausted => {
            let positions = match (found.effort, found.dead) {
                (1, _) => "the only position that can be reached is not won".to_owned(),
                (n, Some(_)) => format!("none of the {n} positions that can be reached is won"),
                (n, None) => format!(
                    "nothing is won behind dead ends, and none of the {n} other positions is won"
                ),
            };
            Why::Undecided(positions)
        }
        Some(found) if found.count == 0 => Why::Undecided(limit().unwrap_or_default()),
        Some(_) if has_concept(ask.level) => Why::Undecided(SHORTCUT.to_owned()),
        Some(_) => Why::Moot("the level can be solved".to_owned()),
    }
}

/// Looks for a conflict among the locks that no filling of the other cells resolves; failing that, for one
/// among painted and locked sites.
fn conflict_of(ask: &mut Ask<'_>) -> Result<Option<Blame>, Why> {
    if ask.game.assets().encoding.is_none() {
        may_be_asked_of_moves(ask)?;
        return Err(blame_of_moves(ask));
    }
    let properties = level_properties(ask.game, ask.level);
    if let Some(property) = properties.first() {
        // No program can find the conflict with a property of the level as a whole.
        let plain = ask.level.without_concept();
        let found = conflict_of(&mut ask.about(&plain))?;
        // The answer whether other marks would help is about a level without that property.
        return found.map(|blame| Some(Blame { room: None, ..blame })).ok_or_else(|| {
            Why::Moot(format!(
                "the marks leave room for a solution; what stands in the way of `{property}` \
                 cannot be told, since it is about the level as a whole"
            ))
        });
    }
    // Small programs first: what can stay when the rest is removed can stay in any case.
    match unsolvable(ask, &Range::nothing())? {
        Some(as_it_stands) => conflict_of_unsolvable(ask, as_it_stands).map(Some),
        // It has a solution, so the conflict is about shortcuts.
        None if !has_concept(ask.level) => Ok(None),
        None => {
            let Some(as_it_stands) = why_none(ask, &Range::nothing())? else {
                return Ok(None);
            };
            match widely(ask, Lacking::ShortcutFreedom) {
                Err(Why::Stopped) => Err(Why::Stopped),
                Err(_) => Ok(Some(as_it_stands)),
                found => found,
            }
        }
    }
}

/// Looks for a conflict that no filling of the other cells resolves; if there is none, or that is unknown,
/// returns the conflict in the level as it stands.
fn conflict_of_unsolvable(ask: &mut Ask<'_>, as_it_stands: Blame) -> Result<Blame, Why> {
    let mut found = widely(ask, Lacking::Solution);
    if found == Ok(None) && has_concept(ask.level) {
        found = widely(ask, Lacking::ShortcutFreedom);
    }
    match found {
        Ok(Some(blame)) => Ok(blame),
        Ok(None) => Ok(Blame { room: Some(true), ..as_it_stands }),
        Err(Why::Stopped) => Err(Why::Stopped),
        Err(_) => Ok(as_it_stands),
    }
}

/// Finds what is to blame among the levels of the game's own stock, then among all. Returns `None` if one of
/// them keeps everything held and qualifies.
fn widely(ask: &mut Ask<'_>, lacking: Lacking) -> Result<Option<Blame>, Why> {
    let mut found = None;
    for range in ranges(ask) {
        let answer = ask.spending(ask.left() / 2, |ask| match lacking {
            Lacking::Solution => unsolvable(ask, &range),
            Lacking::ShortcutFreedom => why_none(ask, &range),
        });
        match answer {
            Ok(None) => return Ok(None),
            Ok(blame) => found = blame,
            Err(Why::Stopped) => return Err(Why::Stopped),
            Err(why) => return found.map(Some).ok_or(why),
        }
        if range.is_whole() {
            break;
        }
    }
    Ok(found)
}

/// Finds what rules out every shortcut-free level that keeps what is held, fills the other sites from this
/// stock, and practises the concept. Returns `None` if there is such a level.
pub(crate) fn why_none(ask: &mut Ask<'_>, range: &Range) -> Result<Option<Blame>, Why> {
    let program =
        plan::explanation_program(ask.game, ask.level, &range.stock).map_err(Why::from)?;
    let sites = held(ask);
    let parts = plan::parts(&ask.level.concept);
    let kept = sites.iter().map(|site| format!("__keep({site})"));
    let asked = kept.chain((0..parts.len()).map(plan::asked_part)).collect();
    let options = SessionOptions::default();
    let slot = match ask.open_tagged(program, options).map_err(NoDesign::of) {
        Err(NoDesign::ForAll) if range.stock.is_empty() => {
            return why_none_of_fewer(ask, range);
        }
        slot => slot?,
    };
    let answer = ask.call_counting(slot.ask(TaggedRequest::Blame { held: asked }));
    ask.close(slot.ask(TaggedRequest::Close));
    let part = |at: &usize| parts.get(at.checked_sub(sites.len())?).cloned();
    let Some((core, minimal)) = core_of(answer?)? else { return Ok(None) };
    Ok(Some(Blame {
        concept: core.iter().filter_map(part).collect(),
        intended: !ask.level.intended_locked.is_empty(),
        lacking: Lacking::ShortcutFreedom,
        minimal,
        ..blamed(ask, range, core.iter().filter_map(|at| sites.get(*at)).copied())
    }))
}

/// Like [`why_none`], if nothing else may be on the other sites, and the rules contain "for all" themselves:
/// asks about the levels with fewer marks one by one. Up to 2^n questions for n marks; if time runs out
/// before the core is minimal, more is blamed than necessary.
fn why_none_of_fewer(ask: &mut Ask<'_>, range: &Range) -> Result<Option<Blame>, Why> {
    let mut trials = FewerMarks::new(ask)?;
    let mut core = held(ask);
    if trials.any_is_good(ask, &core)? {
        return Ok(None);
    }
    let (mut at, mut ended) = (0, true);
    while at < core.len() {
        let mut rest = core.clone();
        rest.remove(at);
        match trials.any_is_good(ask, &rest) {
            Ok(true) => at += 1,
            Ok(false) => core = rest,
            Err(Why::Time) => {
                ended = false;
                break;
            }
            Err(why) => return Err(why),
        }
    }
    let parts = plan::parts(&ask.level.concept);
    Ok(Some(Blame {
        lacking: Lacking::ShortcutFreedom,
        minimal: ended && parts.len() == 1,
        concept: parts,
        ..blamed(ask, range, core.into_iter())
    }))
}

/// Finds what no solvable level can keep together if the other cells are filled from this stock. Returns
/// `None` if all that is held can stay.
pub(crate) fn unsolvable(ask: &mut Ask<'_>, range: &Range) -> Result<Option<Blame>, Why> {
    let program = plan::design_program(ask.game, ask.level, &range.stock, Holding::Everything)
        .map_err(Why::from)?;
    let sites = held(ask);
    let slot = ask.own_session(&program, &SessionOptions::default()).map_err(why)?;
    let keep = |site: &Site| (Atom::new("__keep", [site.to_string()]), true);
    let mut assume: Vec<Assume> = sites.iter().map(keep).collect();
    assume.extend(concept_holds());
    let all = assume.clone();
    let answer = ask.call(slot.ask(SessionRequest::Core { assume }));
    ask.close(slot.ask(SessionRequest::Close));
    let Some((core, minimal)) = core_of(answer.map_err(why)?)? else { return Ok(None) };
    let concept = core.contains(&sites.len()).then(|| ask.level.concept.clone());
    let held = core.iter().filter_map(|at| all.get(*at)).cloned().collect();
    let sentences = match broken_sentences(ask, range, held) {
        Err(Why::Stopped) => return Err(Why::Stopped),
        found => found.unwrap_or_default(),
    };
    Ok(Some(Blame {
        concept: concept.into_iter().collect(),
        sentences,
        intended: core.contains(&(sites.len() + 1)),
        lacking: Lacking::Solution,
        minimal,
        ..blamed(ask, range, core.iter().filter_map(|at| sites.get(*at)).copied())
    }))
}

/// Finds a minimal set of rule sentences that rules out every level with what is held, by dropping them one
/// by one. Empty if the rules have no sentences.
fn broken_sentences(
    ask: &mut Ask<'_>,
    range: &Range,
    held: Vec<Assume>,
) -> Result<Vec<String>, Why> {
    let program = plan::design_program(ask.game, ask.level, &range.stock, Holding::Everything)
        .map_err(Why::from)?;
    let Some(program) = plan::with_constraints_chosen(ask.game, program) else {
        return Ok(Vec::new());
    };
    let slot = ask.own_session(&program, &SessionOptions::default()).map_err(why)?;
    let found = fewest_constraints(ask, slot, held);
    ask.close(slot.ask(SessionRequest::Close));
    found
}

fn fewest_constraints(
    ask: &mut Ask<'_>,
    slot: SessionSlot,
    held: Vec<Assume>,
) -> Result<Vec<String>, Why> {
    let request = SessionRequest::Atoms { name: plan::NAMED.to_owned(), arity: 1 };
    let Word::Atoms(atoms) = ask.call(slot.ask(request)).map_err(why)? else {
        return Err(why(another_answer()));
    };
    let mut needed: Vec<Atom> = atoms.into_iter().map(|(atom, _)| atom).collect();
    let mut at = 0;
    while at < needed.len() {
        let others = needed.iter().enumerate().filter(|(n, _)| *n != at);
        let others = others.map(|(_, atom)| (atom.clone(), true));
        let assume = held.iter().cloned().chain(others).collect();
        let request = SessionRequest::Models { assume, cap: 1, show: Vec::new() };
        match ask.call(slot.ask(request)).map_err(why)? {
            Word::Models(EnumerationOutcome { n_models: 0, exhausted: true, .. }) => {
                needed.remove(at);
            }
            Word::Models(EnumerationOutcome { n_models: 1.., .. }) => at += 1,
            Word::Models(EnumerationOutcome { halt, .. }) => {
                return Err(halt.map_or(Why::Stopped, Why::from));
            }
            _ => return Err(why(another_answer())),
        }
    }
    let sentence =
        |atom: &Atom| atom.args.first().map(|text| one_line(&unquote(text)).into_owned());
    Ok(needed.iter().filter_map(sentence).collect())
}

/// A level with some of its marks removed; each is asked about separately.
struct FewerMarks {
    marked: Vec<Site>,
    /// Known verdicts: whether the level with the marks of a set of these sites, as bits, is acceptable.
    known: HashMap<u64, bool>,
}

impl FewerMarks {
    fn new(ask: &Ask<'_>) -> Result<Self, Why> {
        let marked: Vec<Site> = ask.level.marks().map(|(site, _)| site).collect();
        // The locked or essential part of an intended solution says which solution is meant.
        let level = ask.level;
        if !level.intended_locked.is_empty()
            || level.concept.names("intended")
            || marked.len() >= u64::BITS as usize
        {
            return Err(NoDesign::ForAll.into());
        }
        Ok(Self { marked, known: HashMap::new() })
    }

    /// Returns whether the level is acceptable with the marks on these sites and any of the others.
    fn any_is_good(&mut self, ask: &mut Ask<'_>, kept: &[Site]) -> Result<bool, Why> {
        let bits = |wanted: &dyn Fn(&Site) -> bool| -> u64 {
            let all = self.marked.iter().enumerate();
            all.filter(|(_, site)| wanted(site)).map(|(n, _)| 1 << n).sum()
        };
        let (kept, others) =
            (bits(&|site| kept.contains(site)), bits(&|site| !kept.contains(site)));
        // The subsets of the others, starting with the whole set.
        let mut some = others;
        loop {
            if self.is_good(ask, kept | some)? {
                return Ok(true);
            }
            if some == 0 {
                return Ok(false);
            }
            some = (some - 1) & others;
        }
    }

    fn is_good(&mut self, ask: &mut Ask<'_>, marks: u64) -> Result<bool, Why> {
        if let Some(known) = self.known.get(&marks) {
            return Ok(*known);
        }
        let mut level = ask.level.clone();
        for (n, site) in self.marked.iter().enumerate() {
            if marks >> n & 1 == 0 {
                level.paint(*site, None);
            }
        }
        ask.patience().check()?;
        let good = match shortcut_of(ask, &level) {
            // A level without any solution is never reported as free of shortcuts.
            Truth::Holds(()) => true,
            Truth::Fails(_) | Truth::Unknown(Why::Moot(_)) => false,
            Truth::Unknown(why) => return Err(why),
        };
        self.known.insert(marks, good);
        Ok(good)
    }
}

/// Returns the ranges to search: the game's own stock, a wide one, and everything. A stock's minimum numbers
/// are dropped, because the designer did not ask for them.
fn ranges(ask: &Ask<'_>) -> Vec<Range> {
    let mut widest = ask.game.range(ask.level);
    let beyond = widest.beyond.take().map(|beyond| *beyond);
    let free = |item| StockItem { least: 0, ..item };
    let stock = ask.game.stock(ask.level).into_iter().map(free).collect();
    [widest.cut_to(stock), widest].into_iter().chain(beyond).collect()
}

/// Returns every site that holds something. The first ones are given up first: a conflict of locks says more
/// than one of painted marks.
fn held(ask: &Ask<'_>) -> Vec<Site> {
    let mut sites: Vec<Site> = ask.level.spots().map(|(site, _)| site).collect();
    sites.sort_by_key(|site| ask.level.hold(*site) == Hold::Locked);
    sites
}

pub(crate) fn core_of(answer: Word) -> Result<Option<(Vec<usize>, bool)>, Why> {
    match answer {
        Word::Core(Core::Satisfiable) => Ok(None),
        Word::Core(Core::Unsatisfiable { core, minimal }) => Ok(Some((core, minimal))),
        Word::Core(Core::Unknown(halt)) => Err(halt.into()),
        _ => Err(why(another_answer())),
    }
}

/// Returns the blame for these sites, with the levels that were searched.
fn blamed(ask: &Ask<'_>, range: &Range, sites: impl Iterator<Item = Site>) -> Blame {
    let sites: BTreeSet<Site> = sites.collect();
    let locked = sites.iter().all(|site| ask.level.hold(*site) == Hold::Locked);
    Blame {
        among: match locked {
            _ if range.stock.is_empty() => Among::Fewer,
            true => Among::Locks,
            false => Among::Any,
        },
        sites: sites.into_iter().collect(),
        concept: Vec::new(),
        sentences: Vec::new(),
        intended: false,
        lacking: Lacking::Solution,
        minimal: false,
        searched: SearchedLevels::new(ask.game, ask.level, Freed::Others, range),
        room: None,
    }
}
