//! Tests that each property for concepts holds in some solution, and fails in another.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use super::{TestBench, TestEnd, TestLine};
use foolproof_game::{ConceptKind, Game, Param, ParamKind};
use foolproof_level::{Level, Mark, Place, Play};

/// Maximum number of properties tried of each kind, each on a solution.
const TRIES: usize = 120;

/// The observations of a property.
#[derive(Clone, Copy, Default)]
struct Seen {
    holds: bool,
    fails: bool,
}

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let solutions = solutions(bench);
    if solutions.is_empty() {
        let says = "no solution is known in which they could be looked for";
        return vec![TestLine::new("concepts", TestEnd::Warned, says)];
    }
    if bench.game.abilities().moves.is_some() {
        return events(bench, &solutions);
    }
    let mut lines = Vec::new();
    let game: &dyn Game = &bench.game;
    for kind in game.concepts() {
        let seen = tried(bench, &kind, &solutions, until);
        let name = format!("concept {}", kind.functor);
        lines.push(match (seen.holds && seen.fails) || !bench.is_over(until) {
            true => told(name, seen),
            false => TestLine::new(name, TestEnd::Unfinished, "was not looked for to the end"),
        });
    }
    lines
}

/// Returns the known solutions: intended ones, and those found by other tests.
fn solutions(bench: &TestBench) -> Vec<(Arc<Level>, Play)> {
    let intended = bench
        .sample
        .iter()
        .filter_map(|level| level.intended.clone().map(|play| (Arc::clone(level), play)));
    let found = bench.solved.iter().flat_map(|(level, plays)| {
        plays.iter().take(4).map(|play| (Arc::clone(level), play.clone()))
    });
    intended.chain(found).collect()
}

/// Returns a line for each event in games of moves.
fn events(bench: &TestBench, solutions: &[(Arc<Level>, Play)]) -> Vec<TestLine> {
    let happened: Vec<BTreeSet<String>> =
        solutions.iter().filter_map(|(level, play)| bench.game.events_in(level, play)).collect();
    let seen = |event: &String| Seen {
        holds: happened.iter().any(|events| events.contains(event)),
        fails: happened.iter().any(|events| !events.contains(event)),
    };
    let terms = bench.game.event_terms();
    let name = |event: &str| event.split_once('(').map_or(event, |(name, _)| name).to_owned();
    let mut of_name: BTreeMap<String, Seen> = BTreeMap::new();
    for event in &terms {
        let (all, one) = (of_name.entry(name(event)).or_default(), seen(event));
        (all.holds, all.fails) = (all.holds || one.holds, all.fails || one.fails);
    }
    let line = |event: &String| {
        let mut line = told(format!("event {event}"), seen(event));
        let all = of_name.get(&name(event)).copied().unwrap_or_default();
        // For a pattern with numbers, such as `fall(1..5)`, one of its events is enough.
        if line.end == TestEnd::Warned && all.holds && all.fails {
            line.end = TestEnd::Passed;
            line.says.push_str("; others of its pattern were seen to hold and to fail");
        }
        line
    };
    terms.iter().map(line).collect()
}

fn tried(
    bench: &mut TestBench,
    kind: &ConceptKind,
    solutions: &[(Arc<Level>, Play)],
    until: Instant,
) -> Seen {
    let mut seen = Seen::default();
    for _ in 0..TRIES {
        if (seen.holds && seen.fails) || bench.is_over(until) {
            break;
        }
        let Some((level, play)) = bench.rng.choice(solutions) else { break };
        let Some(property) = random_property(bench, kind, level) else { continue };
        let game: &dyn Game = &bench.game;
        match game.practises(level, play, &property) {
            Some(true) => seen.holds = true,
            Some(false) => seen.fails = true,
            None => {}
        }
    }
    seen
}

fn random_property(bench: &mut TestBench, kind: &ConceptKind, level: &Level) -> Option<Mark> {
    let args: Vec<String> = kind
        .params
        .iter()
        .map(|param| random_argument(bench, param, level))
        .collect::<Option<_>>()?;
    let term = match args.as_slice() {
        [] => kind.functor.to_string(),
        args => format!("{}({})", kind.functor, args.join(",")),
    };
    term.parse().ok()
}

fn random_argument(bench: &mut TestBench, param: &Param, level: &Level) -> Option<String> {
    let sites = bench.game.layout_of(level).sites.into_iter().map(|(site, _)| site);
    match &param.kind {
        // Small numbers are the most likely.
        ParamKind::Number { least, most } => {
            let (one, other) = (bench.rng.i32(*least..=*most), bench.rng.i32(*least..=*most));
            Some(one.min(other).to_string())
        }
        ParamKind::Choice(all) => bench.rng.choice(all).map(|(value, _)| value.to_string()),
        ParamKind::Site => {
            let cells: Vec<_> = sites.filter(|site| site.place == Place::Cell).collect();
            bench.rng.choice(cells).map(|site| site.to_string())
        }
        ParamKind::Line => {
            let is_line = |place| matches!(place, Place::HEdge | Place::VEdge | Place::Vertex);
            let lines: Vec<_> = sites.filter(|site| is_line(site.place)).collect();
            bench.rng.choice(lines).map(|site| site.to_string())
        }
        _ => Some(param.default.to_string()),
    }
}

fn told(name: String, seen: Seen) -> TestLine {
    let (end, says) = match (seen.holds, seen.fails) {
        (true, true) => (TestEnd::Passed, "holds in a solution, and fails in another"),
        (true, false) => (TestEnd::Warned, "was not seen to fail in any solution"),
        (false, true) => (TestEnd::Warned, "was not seen to hold in any solution"),
        (false, false) => (TestEnd::Warned, "could not be told of any solution"),
    };
    TestLine::new(name, end, says)
}
