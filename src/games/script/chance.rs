//! PuzzleScript levels with chance: the odds of winning, a strategy, and a play that wins with this window's
//! random numbers.

use std::collections::VecDeque;

use crate::boards::BoardInPlay;
use crate::game::ScriptedGame;
use crate::kept_play::press;
use crate::keys::{mark, play_of};
use crate::search::why_not_all;
use foolproof_game::{
    ChancePlay, LevelOdds, NeededEvent, Searched, StopCheck, StrategyStep, WinningChance,
};
use foolproof_level::Level;
use foolproof_puzzlescript::{NeededDeed, ScriptChances, ScriptInput, SpaceEnd};

/// Maximum number of plays tried to find one that wins with these random numbers, and of turns in each.
const MAX_TRIES: u64 = 2_000;
const MAX_TURNS: usize = 1_000;
/// In a try, one key in this many leaves the strategy, so that other outcomes come up.
const ODD_KEY: u8 = 6;

/// Tells why plays of a level with this random line are not counted or compared.
pub(crate) fn plays_differ(line: u32) -> String {
    format!("line {line} is random, so solutions cannot be counted or compared")
}

/// Tells why the chances of winning are unknown, if neither time nor a stop is the cause.
pub(crate) fn why_unknown(board: &BoardInPlay, stop: StopCheck<'_>) -> Option<String> {
    match board.chances(stop)? {
        Ok(chances) => match chances.end() {
            // A turn has too many outcomes; the keys before it are not known.
            SpaceEnd::Fault { fault, .. } => Some(fault.to_string()),
            end => why_not_all(end, chances.n_states()),
        },
        Err(why) => Some(why.to_string()),
    }
}

impl ScriptedGame {
    /// Finds a play that wins with the random numbers of this window, or shows that no luck wins; `None` if
    /// neither is known. A position in the course of a play is looked up in the level that it came from.
    pub(crate) fn won_by_chance(
        &self,
        board: &BoardInPlay,
        stop: StopCheck<'_>,
    ) -> Option<Searched> {
        // `least`: the fewest moves to a win, if known; a lost position has none.
        let (chances, least, is_lost) = match self.boards.weighed(board) {
            Some((chances, number)) => {
                let least = chances.with_luck(number);
                (chances, least, least.is_none())
            }
            None => {
                if board.is_hopeless() {
                    return Some(crate::search::hopeless());
                }
                let chances = board.chances(stop)?.ok()?;
                let odds = chances.at_start()?;
                let least = odds.with_luck.filter(|_| odds.is_complete);
                (chances, least, odds.with_luck.is_none() && odds.is_complete)
            }
        };
        let effort = chances.n_states() as u64;
        let dead = chances.n_dead_ends().map(|dead| dead as u64);
        let searched = Searched { effort, dead, ..Searched::default() };
        if is_lost {
            return Some(Searched { exhausted: true, marks_exact: true, ..searched });
        }
        let keys = lucky_play(board, &chances, stop)?;
        let shortest = least.is_some_and(|least| least as usize == keys.len());
        Some(Searched { count: 1, plays: vec![play_of(&keys)], shortest, ..searched })
    }
}

/// Plays by the strategy with the random numbers of this window, mixing in other keys, until a play wins. The
/// first key is the strategy's as long as that can win.
fn lucky_play(
    board: &BoardInPlay,
    chances: &ScriptChances,
    stop: StopCheck<'_>,
) -> Option<Vec<ScriptInput>> {
    let keys = foolproof_puzzlescript::keys_of(&board.game);
    (0..MAX_TRIES).find_map(|attempt| {
        let mut rng = fastrand::Rng::with_seed(attempt);
        let is_odd = |rng: &mut fastrand::Rng, at: usize| {
            attempt > 0 && (at > 0 || attempt > MAX_TRIES / 2) && rng.u8(..ODD_KEY) == 0
        };
        let played = board.play(|stepper, mut state| {
            let mut play = Vec::new();
            while play.len() < MAX_TURNS && !stop() {
                let best = chances.number_of(&state).and_then(|number| chances.best_key(number));
                let Some(best) = best else { return Ok(None) };
                let odd = is_odd(&mut rng, play.len()).then(|| rng.choice(&keys).copied());
                let key = odd.flatten().unwrap_or(best);
                play.push(key);
                if press(stepper, &mut state, key)?.won {
                    return Ok(Some(play));
                }
            }
            Ok(None)
        });
        played.ok().flatten()
    })
}

/// Lists the strategy's steps for the positions that it leads to, breadth first.
fn strategy(chances: &ScriptChances, most: usize) -> Vec<Option<StrategyStep>> {
    let mut places: std::collections::BTreeMap<u32, usize> = Default::default();
    let mut open: VecDeque<u32> = VecDeque::new();
    let mut place_of = |number: u32, open: &mut VecDeque<u32>| {
        let next = places.len();
        *places.entry(number).or_insert_with(|| {
            open.push_back(number);
            next
        })
    };
    chances.starts().for_each(|number| {
        place_of(number, &mut open);
    });
    let mut steps = Vec::new();
    while let Some(number) = open.pop_front().filter(|_| steps.len() < most) {
        let key = chances.best_key(number);
        let step = key.and_then(|key| {
            let ways = chances.turn(number, key).into_iter().map(|(target, chance)| {
                let chance = *chance.numer() as f64 / *chance.denom() as f64;
                (target.map(|target| place_of(target, &mut open)), chance)
            });
            Some(StrategyStep { made: mark(key)?, ways: ways.collect() })
        });
        steps.push(step);
    }
    steps
}

impl ScriptedGame {
    /// Lists the events that wins need.
    fn needs(
        &self,
        level: &Level,
        chances: &ScriptChances,
        stop: StopCheck<'_>,
    ) -> Option<Vec<NeededEvent>> {
        let rows = u32::from(level.board.rows);
        let told = |deed: NeededDeed| NeededEvent {
            event: self.words.term(deed.event, rows),
            words: self.words.event_at_length(deed.event, rows),
            in_every_win: deed.need.in_every_win,
            in_sure_wins: deed.need.in_sure_wins,
        };
        Some(chances.needed_deeds(stop)?.into_iter().map(told).collect())
    }
}

impl ChancePlay for ScriptedGame {
    fn decides(&self, level: &Level) -> bool {
        self.board_of(level).is_some_and(|board| board.is_of_chance())
    }

    fn odds(
        &self,
        level: &Level,
        most: usize,
        stop: StopCheck<'_>,
    ) -> Option<Result<LevelOdds, String>> {
        let Some(board) = self.board_of(level) else {
            return Some(Err("the level has a mark that the game does not know".to_owned()));
        };
        if let Some(why) = self.why_hopeless(&board) {
            return Some(Ok(LevelOdds::hopeless(why)));
        }
        let by_luck = |positions| board.odds_by_luck(positions).map(Ok);
        match board.chances_or_luck(stop) {
            None => {
                let so_far = board.weigh_so_far(|chances| odds_of(chances, most)).map(Ok);
                let seen = || board.weigh_so_far(|chances| Some(chances.n_states()));
                so_far.or_else(|| by_luck(seen().unwrap_or_default()))
            }
            Some(Err(why)) => by_luck(0).or_else(|| Some(Err(why.to_string()))),
            Some(Ok(chances)) => match odds_of(&chances, most) {
                Some(odds) => {
                    let needs = self.needs(level, &chances, stop);
                    Some(Ok(LevelOdds { needs, ..odds }))
                }
                None => by_luck(chances.n_states()).or_else(|| why_unknown(&board, stop).map(Err)),
            },
        }
    }
}

/// Returns the known odds of winning a level; `None` if nothing is known.
fn odds_of(chances: &ScriptChances, most: usize) -> Option<LevelOdds> {
    let odds = chances.at_start().filter(|odds| odds.is_complete || odds.with_luck.is_some())?;
    let exact = odds.best.exact.map(|exact| (*exact.numer(), *exact.denom()));
    Some(LevelOdds {
        with_luck: odds.with_luck,
        for_sure: odds.for_sure,
        almost_surely: odds.almost_surely,
        best: WinningChance { low: odds.best.low, high: odds.best.high, exact },
        is_complete: odds.is_complete,
        positions: chances.n_states() as u64,
        dead: chances.n_dead_ends().map(|dead| dead as u64),
        strategy: strategy(chances, most),
        why_none: None,
        needs: None,
    })
}
