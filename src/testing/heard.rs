//! Tests that all sentences of the rules can be violated: in a random play, or else in one that is searched
//! for.
//!
//! In a game of moves every action is tried in every position; for other games the solver is asked for a play
//! that violates the sentence. A sentence that was never violated is reported together with what was searched.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use super::{LONGEST_QUESTION, TestBench, TestEnd, TestLine};
use foolproof_game::{Game as _, counted};
use foolproof_games::own::sentences_in;
use foolproof_level::{Level, Play};

/// Number of plays of a level in each round, and number of rounds.
const PLAYS: usize = 8;
const ROUNDS: usize = 6;

/// All sentences, and those that a play violated.
struct SentencesHeard {
    possible: BTreeSet<String>,
    said: BTreeSet<String>,
    /// Number of random plays.
    plays: usize,
}

/// The result of searching for sentences that no random play violated.
#[derive(Default)]
struct Looked {
    said: BTreeSet<String>,
    /// Number of levels that were searched completely.
    whole: usize,
    /// Number of positions searched, in a game of moves.
    positions: usize,
    /// Sentences on which solver and judge disagree.
    disputed: BTreeSet<String>,
}

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    let text = bench.game.assets().text.as_ref().map(|text| text.rules.clone()).unwrap_or_default();
    let levels: Vec<Arc<Level>> = bench.sample.iter().chain(&bench.small).cloned().collect();
    let at_random = bench.part(until, 2);
    let mut heard = heard_at_random(bench, &levels, sentences_in(&text), at_random);
    if heard.possible.is_empty() {
        let says = match bench.game.abilities().moves {
            Some(_) => {
                "the rules have no sentence: refused(\"why\",Site) would tell people why a move cannot be made"
            }
            None => {
                "the rules have no sentence: wrong(\"why\",Site) would tell people what is wrong"
            }
        };
        return vec![TestLine::new("sentences", TestEnd::Warned, says)];
    }
    let by_chance = heard.said.len();
    let shown: BTreeSet<String> = bench.forbidding.difference(&heard.said).cloned().collect();
    heard.said.extend(shown.iter().cloned());
    let never: BTreeSet<String> = heard.possible.difference(&heard.said).cloned().collect();
    let looked = look_for(bench, &levels, &never, until);
    heard.said.extend(looked.said.iter().cloned());
    let of = counted(heard.possible.len(), "sentence", "sentences");
    let mut says = format!("{of}, {by_chance} heard in {} random plays", heard.plays);
    if !shown.is_empty() {
        says.push_str(&format!(", {} in minimal pairs", shown.len()));
    }
    if !looked.said.is_empty() {
        let how = if bench.game.abilities().moves.is_some() { "positions" } else { "plays" };
        says.push_str(&format!(", {} in {how} that were looked for", looked.said.len()));
    }
    let never: Vec<&String> = heard.possible.difference(&heard.said).collect();
    let end = match never.is_empty() {
        true => TestEnd::Passed,
        // If time ran out, it is unknown if they can be violated.
        false if bench.is_over(until) => {
            let names: Vec<String> = never.iter().map(|why| format!("“{why}”")).collect();
            says.push_str(&format!("; time ran out before {} came up", names.join(", ")));
            return vec![TestLine::new("sentences", TestEnd::Unfinished, says)];
        }
        false => TestEnd::Warned,
    };
    let mut lines = vec![TestLine::new("sentences", end, says)];
    let searched = searched(bench, &looked, levels.len());
    lines.extend(never.into_iter().map(|sentence| match looked.disputed.contains(sentence) {
        true => {
            let says = format!("the solver has a play that hears “{sentence}”, the judge has none");
            TestLine::new("sentences", TestEnd::Failed, says)
        }
        false => {
            let says = format!("“{sentence}” {searched}: can it come true at all?");
            TestLine::new("sentences", TestEnd::Warned, says)
        }
    }));
    lines
}

/// Describes the search for a sentence that was never violated.
fn searched(bench: &TestBench, looked: &Looked, n_levels: usize) -> String {
    let levels = counted(n_levels, "level", "levels");
    let positions = counted(looked.positions, "position", "positions");
    match (bench.game.abilities().moves.is_some(), looked.whole == n_levels) {
        (true, true) => format!("is refused in none of the {positions} of {levels}"),
        (true, false) => {
            format!("is refused in none of {positions} of {levels}, which are not all there are")
        }
        (false, true) => format!("is true of no play that the rules allow on {levels}"),
        (false, false) => format!(
            "was not heard, and is true of no play that the rules allow on {} of {levels}; the \
             others were not searched to the end",
            looked.whole
        ),
    }
}

fn heard_at_random(
    bench: &mut TestBench,
    levels: &[Arc<Level>],
    possible: BTreeSet<String>,
    until: Instant,
) -> SentencesHeard {
    let mut heard = SentencesHeard { possible, said: BTreeSet::new(), plays: 0 };
    for _ in 0..ROUNDS {
        for level in levels {
            for play in some_plays(bench, level) {
                if bench.is_over(until) {
                    return heard;
                }
                let Some(sentences) = bench.game.sentences(level, &play) else { continue };
                heard.plays += 1;
                heard.possible.extend(sentences.possible);
                heard.said.extend(sentences.said);
            }
        }
        if heard.possible.is_subset(&heard.said) {
            break;
        }
    }
    heard
}

/// Searches each level for these sentences, until all are found.
fn look_for(
    bench: &mut TestBench,
    levels: &[Arc<Level>],
    wanted: &BTreeSet<String>,
    until: Instant,
) -> Looked {
    let mut looked = Looked::default();
    for level in levels {
        let missing: BTreeSet<String> = wanted.difference(&looked.said).cloned().collect();
        if missing.is_empty() || bench.is_over(until) {
            break;
        }
        match bench.game.abilities().moves.is_some() {
            true => look_at_positions(bench, level, &missing, until, &mut looked),
            false => look_at_plays(bench, level, &missing, until, &mut looked),
        }
    }
    looked
}

fn look_at_positions(
    bench: &TestBench,
    level: &Level,
    missing: &BTreeSet<String>,
    until: Instant,
    looked: &mut Looked,
) {
    let stop = &bench.stop;
    let is_over = || stop.is_set() || Instant::now() >= until;
    match bench.game.refusals_reached(level, missing, &is_over) {
        Some(reached) => {
            looked.said.extend(missing.intersection(&reached.said).cloned());
            looked.positions += reached.positions;
            looked.whole += usize::from(reached.all);
        }
        // If no piece can move, nothing is refused.
        None => looked.whole += 1,
    }
}

fn look_at_plays(
    bench: &mut TestBench,
    level: &Level,
    missing: &BTreeSet<String>,
    until: Instant,
    looked: &mut Looked,
) {
    let Ok(sources) = bench.game.open_rules(level) else { return };
    let left = bench.for_question(until, LONGEST_QUESTION);
    let found = bench.sentences.look(&sources, missing, left, &bench.stop);
    looked.whole += usize::from(found.all);
    for (sentence, play) in found.heard {
        // If there was no time to read the rules, the judge says nothing.
        let judged = bench.game.sentences(level, &play);
        // With other helpers, the same play may violate other sentences.
        let may_differ = bench.game.has_helpers();
        match judged.is_none_or(|judged| judged.said.contains(&sentence) || may_differ) {
            true => looked.said.insert(sentence),
            false => looked.disputed.insert(sentence),
        };
    }
}

/// Returns the empty play, random plays, and solutions with a mark removed or added.
fn some_plays(bench: &mut TestBench, level: &Arc<Level>) -> Vec<Play> {
    let mut plays = vec![Play::default()];
    for _ in 0..PLAYS {
        plays.push(bench.game.random_play(level, &mut bench.rng));
    }
    if bench.game.abilities().moves.is_some() {
        return plays;
    }
    let known = bench.solved.iter().filter(|(of, _)| of == level).flat_map(|(_, plays)| plays);
    let known: Vec<Play> = known.chain(&level.intended).take(PLAYS).cloned().collect();
    for solution in known {
        let mut play = solution.clone();
        let sites: Vec<_> = play.0.keys().copied().collect();
        if let Some(site) = bench.rng.choice(sites) {
            play.0.remove(&site);
        }
        plays.push(play);
        let other = bench.game.random_play(level, &mut bench.rng);
        let mut play = solution;
        for (site, mark) in other.iter().take(bench.rng.usize(1..4)) {
            play.0.insert(site, mark.clone());
        }
        plays.push(play);
    }
    plays
}
