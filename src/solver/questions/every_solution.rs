//! Properties of every solution of a level: events of a play, and properties that concepts can ask for.
//!
//! Candidates are read off one solution and weakened by others. The rest is put to the proof as a concept,
//! whose shortcut is another solution to weaken them by. So all candidates are proved by one search that
//! finds no shortcut, after a few that did. If that search is cut short, each candidate is asked about
//! separately; those that stay unknown are reported as such.

use crate::engine::own_search::first_solution;
use crate::engine::play_questions::{look_for_shortcut, solutions};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::solves;
use crate::values::answer::Truth;
use crate::values::candidates::{CandidateList, FoundPractice, PractisedCandidate};
use crate::values::finding::Origin;
use crate::values::report::{LevelReport, ReportKind};
use crate::values::solutions::{CountedSolutions, SolvableLevel};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use foolproof_asp::Program;
use foolproof_game::{ConceptKind, EventElsewhere, EventOfPlay, HAPPENS, kind_of};
use foolproof_level::{Concept, Mark, Play};

pub(crate) const SLICE: QuerySlice = QuerySlice::of(
    &[QueryKind::of::<FindEvents>(), QueryKind::of::<FindPractice>()],
    &[ReportKind::of::<EventsOfPlay>(), ReportKind::of::<FoundPractice>()],
);

const ASKS: &str = "What does every solution do?";
const PROVED: &str = "what every solution does";

/// The events of a play, and whether they happen in every other one.
pub const EVENTS: Topic = Topic(&TopicWords::new("events", ASKS, "events").proved(PROVED));
/// The properties of every solution, of all that concepts can ask for.
pub const PRACTISED: Topic = Topic(&TopicWords::new("practised", ASKS, PROVED).proved(PROVED));

/// Number of solutions to weaken candidates by before anything is proved.
const SEEN: u32 = 20;

/// Finds the events of a solution, and whether they happen in every other one, in games that are played move
/// by move. Without a play, takes a shortest solution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindEvents {
    pub play: Option<Play>,
}

/// Finds the properties of every solution, of all that the game's concepts can ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindPractice {
    /// Properties to decide by name, besides those that a solution suggests.
    pub also: Vec<Mark>,
}

/// A solution and its events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EventsOfPlay {
    pub play: Play,
    /// The search has shown that no solution has fewer moves.
    pub shortest: bool,
    pub events: Vec<EventOfPlay>,
}

impl Query for FindEvents {
    fn topic() -> Topic {
        EVENTS
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let found = events_of(ask, self.play.as_ref());
        ask.origin = Origin::Search;
        ask.report(found);
    }
}

impl Query for FindPractice {
    fn topic() -> Topic {
        PRACTISED
    }

    fn answer(&self, ask: &mut Ask<'_>, program: &Program) {
        let found = find_practised(ask, program, &self.also);
        ask.report(found);
    }
}

/// Proved once it is known for every event whether all solutions have it.
impl LevelReport for EventsOfPlay {
    fn topic() -> Topic {
        EVENTS
    }

    fn status(&self) -> Status {
        let open = |event: &&EventOfPlay| event.elsewhere == EventElsewhere::Unknown;
        proved_but_for(self.events.iter().filter(open).count(), |n| {
            format!("of {n} of the events it is not known whether all solutions have it")
        })
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let list: Value = self.events.iter().map(event_json).collect();
        Some(("events", json!({ "play": self.play, "shortest": self.shortest, "list": list })))
    }
}

/// Proved once it is known for every candidate whether all solutions have it.
impl LevelReport for FoundPractice {
    fn topic() -> Topic {
        PRACTISED
    }

    fn status(&self) -> Status {
        proved_but_for(self.open.len(), |n| {
            format!("of {n} properties it is not known whether all solutions have them")
        })
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("practised", json!({ "proved": self.proved, "open": self.open })))
    }
}

/// Proved if nothing is open.
fn proved_but_for(open: usize, words: impl FnOnce(usize) -> String) -> Status {
    match open {
        0 => Status::Proved,
        n => Status::Unknown(Why::Undecided(words(n))),
    }
}

fn event_json(event: &EventOfPlay) -> Value {
    let (everywhere, other) = match &event.elsewhere {
        EventElsewhere::Everywhere => (Some(true), None),
        EventElsewhere::NotIn(play) => (Some(false), Some(play)),
        EventElsewhere::AtLeastOnce | EventElsewhere::Unknown => (None, None),
    };
    json!({
        "event": event.event,
        "words": event.words,
        "times": event.times,
        "always": event.always,
        "in_every_solution": everywhere,
        "other": other,
    })
}

/// Returns the deadline for one in `of` parts of the remaining time.
fn part(ask: &Ask<'_>, of: u32) -> Duration {
    ask.started.elapsed() + ask.left() / of.max(1)
}

/// Finds the events of a play, or of a shortest solution.
fn events_of(ask: &mut Ask<'_>, play: Option<&Play>) -> Result<EventsOfPlay, Why> {
    let Some(moves) = ask.game.moves() else {
        return Err(Why::moot("this game is not played move by move"));
    };
    let patience = ask.patience();
    let (play, shortest) = match play {
        Some(play) if solves(ask.game, ask.level, play) => (play.clone(), false),
        Some(_) => return Err(Why::moot("the play is not a solution")),
        None => first_solution(ask)?,
    };
    match moves.events(ask.level, &play, &|| patience.is_over()) {
        Some(events) => Ok(EventsOfPlay { play, shortest, events }),
        None if patience.is_over() => Err(patience.why()),
        None => Err(ask.unseen()),
    }
}

fn find_practised(
    ask: &mut Ask<'_>,
    program: &Program,
    also: &[Mark],
) -> Result<FoundPractice, Why> {
    let kinds = ask.game.concepts();
    if kinds.is_empty() {
        return Err(Why::moot("this game has no properties to ask for"));
    }
    let seen = some_solutions(ask, program)?;
    let first = seen.first().ok_or(Why::Time)?;
    let asked: Vec<Mark> =
        also.iter().filter(|property| can_be_asked(ask, &kinds, property)).cloned().collect();
    let (mut found, happen) = (FoundPractice::default(), happens(&kinds));
    // Properties that the level has no room for, no solution has.
    found.asked = also.to_vec();
    of_level(ask, first, &asked, happen, &mut found);
    if happen {
        happenings(ask, first, &mut found)?;
    }
    let list = match happen {
        // The search for events already reports all of them.
        true => CandidateList::default(),
        false => CandidateList::read(ask.game, ask.level, first, false, &mut |property| {
            ask.game.practises(ask.level, first, property)
        }),
    };
    found.tried.extend(list.tried.iter().map(ToString::to_string));
    let mut candidates = list.candidates;
    for property in asked.iter().filter(|property| !ask.game.is_of_level(property)) {
        // Properties that plain Rust cannot judge are asked of the solver, one by one.
        match ask.game.practises(ask.level, first, property) {
            Some(true) => candidates.push(PractisedCandidate::of(property)),
            Some(false) => {}
            None => found.open.push(property.clone()),
        }
    }
    for play in seen.iter().skip(1) {
        candidates = weakened(ask, candidates, play);
    }
    prove_all(ask, candidates, &mut found);
    ask_open(ask, &mut found);
    found.tidy();
    Ok(found)
}

/// Returns some solutions, the intended one first.
fn some_solutions(ask: &mut Ask<'_>, program: &Program) -> Result<Vec<Play>, Why> {
    let intended = ask.level.intended.clone();
    let mut seen: Vec<Play> = intended
        .filter(|play| !play.is_empty() && solves(ask.game, ask.level, play))
        .into_iter()
        .collect();
    let time = part(ask, 3);
    let mut inner = ask.about(ask.level).ending(time);
    solutions(&mut inner, program, SEEN);
    let mut why = None;
    for answer in std::mem::take(&mut inner.found) {
        match answer.result::<CountedSolutions>() {
            Some(Ok(counted)) => seen.extend(counted.plays.iter().cloned()),
            Some(Err(reason)) => why = Some(reason.clone()),
            None => {}
        }
        match answer.report() {
            Some(SolvableLevel(Truth::Holds(Some(play)))) => seen.push(play.clone()),
            Some(SolvableLevel(Truth::Fails(()))) => {
                return Err(Why::moot("the level has no solution"));
            }
            _ => {}
        }
    }
    match seen.is_empty() {
        true => Err(why.unwrap_or(Why::Time)),
        false => Ok(seen),
    }
}

/// Finds the events of every solution, if the game can tell directly.
fn happenings(ask: &mut Ask<'_>, play: &Play, found: &mut FoundPractice) -> Result<(), Why> {
    let time = part(ask, 2);
    let EventsOfPlay { events, .. } =
        events_of(&mut ask.about(ask.level).ending(time), Some(play))?;
    let mut whole = true;
    for event in events {
        let property = |times: u32| format!("{HAPPENS}({},{times})", event.event).parse().ok();
        let known = event.elsewhere != EventElsewhere::Unknown;
        let proved = property(event.always).filter(|_| event.always > 0);
        whole &= known || proved.is_some();
        match proved {
            Some(proved) => found.proved.push(proved),
            None if !known => found.open.extend(property(1)),
            None => {}
        }
    }
    if whole {
        found.tried.push(HAPPENS.to_owned());
    }
    Ok(())
}

/// Proves the remaining candidates: all together, or one by one if that takes too long.
fn prove_all(
    ask: &mut Ask<'_>,
    mut candidates: Vec<PractisedCandidate>,
    found: &mut FoundPractice,
) {
    loop {
        let properties = properties(&candidates);
        if properties.is_empty() {
            return;
        }
        ask.note(found.proved.len() as u64, "what every solution does");
        let all = properties.iter().cloned().map(Concept::Is).collect();
        match shortcut_to(ask, Concept::And(all), 2) {
            Truth::Holds(()) => {
                found.proved.extend(properties);
                return;
            }
            Truth::Fails(play) => {
                let left = weakened(ask, candidates.clone(), &play);
                if left == candidates {
                    break;
                }
                candidates = left;
            }
            Truth::Unknown(_) => break,
        }
    }
    while !candidates.is_empty() {
        let next = candidates.remove(0);
        let Some(property) = next.property() else { continue };
        let shares = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
        match shortcut_to(ask, Concept::Is(property.clone()), shares) {
            Truth::Holds(()) => found.proved.push(property),
            Truth::Unknown(_) => found.open.push(property),
            Truth::Fails(play) => {
                let weaker = weakened(ask, vec![next.clone()], &play);
                if weaker.first() == Some(&next) {
                    found.open.push(property);
                    continue;
                }
                candidates = weakened(ask, candidates, &play);
                candidates.splice(0..0, weaker);
            }
        }
    }
}

/// Asks the solver about properties that plain Rust cannot judge in a play.
fn ask_open(ask: &mut Ask<'_>, found: &mut FoundPractice) {
    let untold = |property: &Mark| found.asked.contains(property);
    let (asked, mut open): (Vec<Mark>, Vec<Mark>) =
        std::mem::take(&mut found.open).into_iter().partition(untold);
    for (at, property) in asked.iter().enumerate() {
        let shares = u32::try_from(asked.len() - at).unwrap_or(u32::MAX);
        match shortcut_to(ask, Concept::Is(property.clone()), shares) {
            Truth::Holds(()) => found.proved.push(property.clone()),
            Truth::Fails(_) => {}
            Truth::Unknown(_) => open.push(property.clone()),
        }
    }
    found.open = open;
}

/// Looks for a solution that does not practise a concept, within one in `of` parts of the remaining time.
fn shortcut_to(ask: &mut Ask<'_>, concept: Concept, of: u32) -> Truth<(), Play> {
    if ask.stop.is_set() {
        return Truth::Unknown(Why::Stopped);
    }
    let mut level = ask.level.clone();
    level.concept = concept;
    let program = match plan::fixed_program(ask.game, &level) {
        Ok(program) => program,
        Err(error) => return Truth::Unknown(Why::from(error)),
    };
    let time = part(ask, of);
    look_for_shortcut(&mut ask.about(&level).ending(time), &program)
}

/// Weakens candidates by a further solution.
fn weakened(
    ask: &Ask<'_>,
    candidates: Vec<PractisedCandidate>,
    play: &Play,
) -> Vec<PractisedCandidate> {
    let mut has = |property: &Mark| ask.game.practises(ask.level, play, property);
    candidates.into_iter().filter_map(|one| one.weakened(&mut has)).collect()
}

fn properties(candidates: &[PractisedCandidate]) -> Vec<Mark> {
    candidates.iter().filter_map(PractisedCandidate::property).collect()
}

/// Returns whether the game's concepts speak of events.
fn happens(kinds: &[ConceptKind]) -> bool {
    kinds.iter().any(|kind| kind.functor == HAPPENS)
}

/// Returns whether a property is complete, and one that the game can read.
fn can_be_asked(ask: &Ask<'_>, kinds: &[ConceptKind], property: &Mark) -> bool {
    kind_of(kinds, property).is_some()
        && (ask.game.is_of_level(property)
            || ask.game.concept_rules(ask.level, property, "wanted").is_ok())
}

/// Finds properties of the level as a whole, which hold for all its solutions alike.
fn of_level(ask: &Ask<'_>, play: &Play, asked: &[Mark], happen: bool, found: &mut FoundPractice) {
    let patience = ask.patience().until(part(ask, 2));
    let mut has = |property: &Mark| ask.game.level_has(ask.level, property, &|| patience.is_over());
    if !happen {
        let list = CandidateList::read(ask.game, ask.level, play, true, &mut has);
        found.proved.extend(properties(&list.candidates));
        found.tried.extend(list.tried.iter().map(ToString::to_string));
    }
    for property in asked.iter().filter(|property| ask.game.is_of_level(property)) {
        match has(property) {
            Some(true) => found.proved.push(property.clone()),
            Some(false) => {}
            None => found.open.push(property.clone()),
        }
    }
}
