//! Searches of all states of a PuzzleScript level: solutions, shortcuts, and the keys that all solutions press.
//!
//! Solutions are endless, so only the shortest ones are counted; proofs cover plays of any length.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::boards::{BoardInPlay, EarlyAnswer};
use crate::by_regions::{RegionAnswer, ShortestByRegions};
use crate::concepts::Watched;
use crate::game::ScriptedGame;
use crate::keys::{mark, play_of, word};
use crate::play::MAX_GRAPH_STATES;
use foolproof_game::{Search, Searched, StopCheck, Wanted, explored::note_step_marks};
use foolproof_level::Level;
use foolproof_puzzlescript::{ScriptInput, ScriptSpace, SpaceEnd, SpaceRefusal};
use foolproof_space::ShortcutSearch;

/// Maximum number of listed solutions.
const MAX_PLAYS: usize = 1000;

impl Search for ScriptedGame {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        let board = self.board_of(level)?;
        let found = self.found_on(level, &board, wanted, stop)?;
        Some(match found.exhausted && found.count == 0 && !wanted.shortcuts {
            true => {
                let why = [self.why_hopeless(&board), board.why_stuck()].into_iter().flatten();
                let why = why.collect::<Vec<_>>().join(" ");
                let why_sites = board.why_hopeless().map(crate::hopeless::sites);
                let why_sites = why_sites.unwrap_or_default();
                Searched { why_none: (!why.is_empty()).then_some(why), why_sites, ..found }
            }
            false => found,
        })
    }

    fn allow_memory(&self, bytes: usize) {
        self.boards.allow_memory(bytes);
    }

    fn counts_shortest(&self) -> bool {
        true
    }

    fn refusal(&self) -> Option<String> {
        let line = self.game.chance_line()?;
        Some(crate::chance::plays_differ(line))
    }

    fn limit(&self, level: &Level) -> Option<String> {
        let board = self.board_of(level)?;
        let space = match board.told_apart(&|| true)? {
            Ok(space) => space,
            Err(SpaceRefusal::Random { line }) => {
                let why = crate::chance::why_unknown(&board, &|| true);
                return Some(why.unwrap_or_else(|| crate::chance::plays_differ(line)));
            }
            Err(why) => return Some(why.to_string()),
        };
        match space.end() {
            SpaceEnd::Complete if !space.left_out().is_empty() => {
                Some(match board.game.random_line() {
                    Some(line) => {
                        format!("line {line} is random, though it does not decide about the win")
                    }
                    None => "with all that moves there are more states than there is memory for"
                        .to_owned(),
                })
            }
            SpaceEnd::Complete if space.n_states() > MAX_GRAPH_STATES => Some(format!(
                "there are {} states, too many to look at all ways through them",
                space.n_states()
            )),
            end => why_not_all(end, space.n_states()),
        }
    }
}

impl ScriptedGame {
    /// Returns the sentence that tells why a level has no solution, if abstractions show it.
    pub(crate) fn why_hopeless(&self, board: &BoardInPlay) -> Option<String> {
        board.why_hopeless().map(|reason| crate::hopeless::sentence(reason, &self.words))
    }

    fn found_on(
        &self,
        level: &Level,
        board: &BoardInPlay,
        wanted: Wanted,
        stop: StopCheck<'_>,
    ) -> Option<Searched> {
        if board.is_of_chance() {
            return if wanted.shortcuts { None } else { self.won_by_chance(board, stop) };
        }
        if wanted.shortcuts {
            return self.shortcut(level, board, stop);
        }
        let all = wanted.marks || wanted.most > 1;
        if !all && let Some(found) = self.goes_on(board) {
            return Some(found);
        }
        // Often the answer is known long before all states are.
        let early = match early(board, wanted, all, stop) {
            Some(Early { found, is_final: true }) => return Some(found),
            early => early.map(|early| early.found),
        };
        // A win found before the search was stopped is a nearest one.
        let seen = |space: &mut ScriptSpace| {
            space.shortest_length()?;
            space.find_distances();
            Some(shortest(space, wanted))
        };
        if !all && let Some(found) = early.clone().or_else(|| board.so_far(seen)) {
            return Some(found);
        }
        if early.is_none() && !board.is_searched() && board.is_hopeless() {
            return Some(hopeless());
        }
        match board.space(stop) {
            None => board.so_far(seen).or(early),
            Some(Err(_)) => early,
            Some(Ok(space)) => match space.shortest_length() {
                None if !space.is_complete() && early.is_some() => early,
                _ => Some(shortest(&space, wanted)),
            },
        }
    }

    /// Tells whether a position leads to a win, from the states of a level that was already searched.
    fn goes_on(&self, board: &BoardInPlay) -> Option<Searched> {
        let (space, number) = self.boards.reaching(board)?;
        let effort = space.n_states() as u64;
        Some(match space.way_to_win(number) {
            Some(way) => {
                let plays = vec![play_of(&way)];
                Searched { count: 1, plays, shortest: true, effort, ..Searched::default() }
            }
            None => Searched { exhausted: true, marks_exact: true, effort, ..Searched::default() },
        })
    }

    fn shortcut(
        &self,
        level: &Level,
        board: &BoardInPlay,
        stop: StopCheck<'_>,
    ) -> Option<Searched> {
        let watched = Watched::of(&self.words, level)?;
        let found = match board.shortcut_by_regions(&watched, stop) {
            Some(found) => found,
            None => {
                let space = board.told_apart(stop)?.ok()?;
                // States that leave something out do not show everything that may happen.
                if !space.left_out().is_empty() {
                    return None;
                }
                let Watched { formula, patterns } = &watched;
                space.shortcut(formula, patterns, &board.limits(), stop).ok()?
            }
        };
        Some(match found {
            ShortcutSearch::Found { play, .. } => {
                Searched { count: 1, plays: vec![play_of(&play)], ..Searched::default() }
            }
            ShortcutSearch::Proved => Searched { exhausted: true, ..Searched::default() },
            ShortcutSearch::Limit | ShortcutSearch::Stopped => return None,
        })
    }
}

/// Search result that is known before all states are kept.
struct Early {
    found: Searched,
    /// All states would add nothing to it.
    is_final: bool,
}

fn early(board: &BoardInPlay, wanted: Wanted, all: bool, stop: StopCheck<'_>) -> Option<Early> {
    let answer = match board.answer_early(all, stop)? {
        EarlyAnswer::ByRegions(answer) => answer,
        EarlyAnswer::Found(keys) => {
            // The heuristic's solution need not be a shortest one.
            let by_regions = if all { board.answer_by_regions(all, stop) } else { None };
            match by_regions {
                Some(answer) => answer,
                None => {
                    let found = found(&keys, board.so_far(|space| space.n_states()));
                    return Some(Early { found, is_final: false });
                }
            }
        }
    };
    match answer {
        RegionAnswer::NoSolution { n_states } => {
            let found = Searched { effort: n_states as u64, ..hopeless() };
            Some(Early { found, is_final: true })
        }
        RegionAnswer::Shortest { play, n_states } => {
            let shortest = if all { board.all_shortest(stop) } else { None };
            let is_final = shortest.is_some();
            let one = || Searched { shortest: true, ..found(&play, n_states) };
            let found = shortest.map_or_else(one, |shortest| all_shortest(&shortest, wanted));
            Some(Early { found, is_final })
        }
    }
}

/// Returns the result for a solution that was found after this many states.
fn found(keys: &[ScriptInput], n_states: usize) -> Searched {
    let (plays, effort) = (vec![play_of(keys)], n_states as u64);
    Searched { count: 1, plays, effort, ..Searched::default() }
}

/// Returns the result for a level without a solution, if that is known without its states.
pub(crate) fn hopeless() -> Searched {
    Searched { exhausted: true, marks_exact: true, ..Searched::default() }
}

/// Tells why a search ended before it saw all states, if neither time nor a stop is the cause.
pub(crate) fn why_not_all(end: &SpaceEnd, n_states: usize) -> Option<String> {
    match end {
        SpaceEnd::Complete | SpaceEnd::Stopped => None,
        SpaceEnd::Limit => Some(format!(
            "there are more than {n_states} states, which is as many as there is memory for"
        )),
        SpaceEnd::Fault { fault, way } => {
            let keys: Vec<&str> = way.iter().map(|key| word(*key)).collect();
            Some(format!("after {}: {fault}", keys.join(" ")))
        }
        SpaceEnd::Checkpoints => Some(
            "there are several checkpoints, and the board does not show from which one RESTART goes on"
                .to_owned(),
        ),
    }
}

/// Returns the shortest solutions of a space, which need not be complete.
fn shortest(space: &ScriptSpace, wanted: Wanted) -> Searched {
    let complete = space.is_complete();
    let dead = space.space().n_dead_ends().filter(|_| space.space().n_unfollowed() == 0);
    let mut searched = Searched {
        exhausted: complete,
        marks_exact: complete,
        effort: space.n_states() as u64,
        dead: dead.map(|dead| dead as u64),
        ..Searched::default()
    };
    let Some(length) = space.shortest_length() else { return searched };
    let number = space.space().n_shortest();
    let plays = space.shortest_plays(wanted.plays.min(MAX_PLAYS));
    note_shortest(length, &plays, number, &mut searched);
    if wanted.marks && searched.marks_exact {
        note_marks(space.space().shortest_steps(0), space.keys(), &mut searched);
    }
    searched
}

/// Returns the shortest solutions found by a search by regions.
fn all_shortest(shortest: &ShortestByRegions, wanted: Wanted) -> Searched {
    let mut searched = Searched { effort: shortest.n_states as u64, ..Searched::default() };
    let plays = shortest.plays(wanted.plays.min(MAX_PLAYS));
    note_shortest(shortest.ways.length(), &plays, Some(shortest.ways.n_plays()), &mut searched);
    if wanted.marks {
        note_marks(shortest.ways.labels(), &shortest.keys, &mut searched);
    }
    searched
}

/// Notes shortest solutions, and their number if it is known.
fn note_shortest(
    length: usize,
    plays: &[Vec<ScriptInput>],
    number: Option<u64>,
    searched: &mut Searched,
) {
    searched.plays = plays.iter().map(|keys| play_of(keys)).collect();
    searched.shortest = true;
    searched.count = number.unwrap_or(1).max(1);
    // All shortest solutions are known once all states at their distance are.
    searched.exhausted = number.is_some_and(|number| number < u64::MAX);
    searched.marks_exact = number.is_some();
    let mut hasher = DefaultHasher::new();
    (length, searched.count, &searched.plays).hash(&mut hasher);
    searched.digest = hasher.finish();
}

/// Notes the marks of all and of some shortest solutions, given the labels of each step.
fn note_marks(steps: Vec<BTreeSet<u32>>, keys: &[ScriptInput], searched: &mut Searched) {
    let mark_of = |label: u32| keys.get(label as usize).and_then(|key| mark(*key));
    note_step_marks(steps, &mark_of, searched);
}
