//! Every sentence of the rules heard in some random play.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{TestBench, TestEnd, TestLine};
use crate::cli::report::counted;
use crate::games::Game as _;
use crate::games::own::sentences_in;
use crate::level::{Level, Play};

/// Plays of a level in each round, and rounds.
const PLAYS: usize = 8;
const ROUNDS: usize = 6;

pub fn test(bench: &mut TestBench) -> Vec<TestLine> {
    let until = bench.share(2);
    let text = bench.game.text().map(|text| text.rules.clone()).unwrap_or_default();
    let (mut possible, mut said) = (sentences_in(&text), BTreeSet::new());
    let levels: Vec<Arc<Level>> = bench.sample.iter().chain(&bench.small).cloned().collect();
    let mut plays = 0;
    'all: for _ in 0..ROUNDS {
        for level in &levels {
            for play in some_plays(bench, level) {
                if bench.is_over(until) {
                    break 'all;
                }
                let Some(heard) = bench.game.sentences(level, &play) else { continue };
                plays += 1;
                possible.extend(heard.possible);
                said.extend(heard.said);
            }
        }
        if possible.is_subset(&said) {
            break;
        }
    }
    if possible.is_empty() {
        let says =
            "the rules have no sentence: wrong(\"why\",Site) would tell people what is wrong";
        return vec![TestLine::new("sentences", TestEnd::Warned, says)];
    }
    let never: Vec<&String> = possible.difference(&said).collect();
    let of = counted(possible.len(), "sentence", "sentences");
    let heard = format!("{of}, {} heard in {plays} random plays", possible.len() - never.len());
    let end = match never.is_empty() {
        true => TestEnd::Passed,
        // Whoever had no time cannot say that they are never heard.
        false if bench.is_over(until) => {
            return vec![TestLine::new("sentences", TestEnd::Unfinished, heard)];
        }
        false => TestEnd::Warned,
    };
    let mut lines = vec![TestLine::new("sentences", end, heard)];
    lines.extend(never.iter().map(|sentence| {
        let says = format!("“{sentence}” was never heard: can it come true at all?");
        TestLine::new("sentences", TestEnd::Warned, says)
    }));
    lines
}

/// Nothing, plays at random, and solutions with a mark taken off or put.
fn some_plays(bench: &mut TestBench, level: &Arc<Level>) -> Vec<Play> {
    let mut plays = vec![Play::default()];
    for _ in 0..PLAYS {
        plays.push(bench.game.random_play(level, &mut bench.rng));
    }
    if bench.game.moves().is_some() {
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
