//! The events of a solution, and whether they happen in every solution of any length.

use crate::concepts::Watched;
use crate::game::ScriptedGame;
use crate::keys::{keys_of, play_of};
use foolproof_game::{EventElsewhere, EventOfPlay, StopCheck};
use foolproof_level::{Level, Play};
use foolproof_puzzlescript::{PlayEvent, ScriptInput, SolutionDeed, SolutionStudy, StudyError};
use foolproof_space::ShortcutSearch;

/// Maximum number of orders of two events to examine, and of states of the levels in which to do so.
const MAX_ORDERS: usize = 12;
const MAX_ORDERED: usize = 200_000;

/// Lists the events of a play in order of first occurrence, with cells entered at the end, including the
/// patterns of the level's concept. `None` when stopped, or if they are unknown.
pub(crate) fn events(
    game: &ScriptedGame,
    level: &Level,
    play: &Play,
    stop: StopCheck<'_>,
) -> Option<Vec<EventOfPlay>> {
    let board = game.board_of(level)?;
    let patterns = Watched::of(&game.words, level).map(|watched| watched.patterns);
    let patterns = patterns.unwrap_or_default();
    let keys = keys_of(play).ok()?;
    if let Some(deeds) = board.deeds_by_regions(&keys, &patterns, stop) {
        return listed(game, level, &patterns, &deeds, |_| Some(Vec::new()));
    }
    let space = board.told_apart(stop)?.ok()?;
    let (whole, limits) = (board.whole_game(), board.limits());
    let study = SolutionStudy::of_whole(&whole, &space, &keys, &patterns, &limits, &stop).ok()?;
    listed(game, level, &patterns, study.deeds(), |event| {
        match space.n_states() <= MAX_ORDERED && space.left_out().is_empty() {
            true => orders(&study, event, stop),
            false => Some(Vec::new()),
        }
    })
}

/// Converts the deeds of a play to events, with orders of events before the cells entered.
fn listed(
    game: &ScriptedGame,
    level: &Level,
    patterns: &[String],
    deeds: &[SolutionDeed],
    orders: impl FnOnce(&dyn Fn(&SolutionDeed) -> EventOfPlay) -> Option<Vec<EventOfPlay>>,
) -> Option<Vec<EventOfPlay>> {
    let rows = u32::from(level.board.rows);
    let event = |deed: &SolutionDeed| {
        let (event, words) = match deed.event {
            PlayEvent::Shown { pattern } => {
                let text = patterns.get(pattern as usize).cloned().unwrap_or_default();
                let term = crate::patterns::term_of_brackets(&game.words, &text).ok();
                let event = term.map(|term| term.to_string()).unwrap_or_default();
                (event, format!("the board shows {text}"))
            }
            event => (game.words.term(event, rows), game.words.event_at_length(event, rows)),
        };
        let (always, elsewhere) = match elsewhere(&deed.verdict) {
            (1, _) if deed.turns > 1 => (1, EventElsewhere::AtLeastOnce),
            found => found,
        };
        let times = u32::try_from(deed.turns.max(1)).unwrap_or(u32::MAX);
        EventOfPlay { event, words, times, always, elsewhere }
    };
    let is_cell = |deed: &&SolutionDeed| matches!(deed.event, PlayEvent::Entered { .. });
    let (cells, others): (Vec<_>, Vec<_>) = deeds.iter().partition(is_cell);
    let others = others.into_iter().map(&event);
    let mut all: Vec<EventOfPlay> = others.collect();
    all.extend(orders(&event)?);
    all.extend(cells.into_iter().map(&event));
    Some(all)
}

/// Returns how often something happens at least in every solution, and a solution without it.
fn elsewhere(verdict: &ShortcutSearch<ScriptInput>) -> (u32, EventElsewhere) {
    match verdict {
        ShortcutSearch::Proved => (1, EventElsewhere::Everywhere),
        ShortcutSearch::Found { play, .. } => (0, EventElsewhere::NotIn(play_of(play))),
        ShortcutSearch::Limit | ShortcutSearch::Stopped => (0, EventElsewhere::Unknown),
    }
}

/// For each event that every solution has, checks whether it always precedes the next such event of this play.
fn orders(
    study: &SolutionStudy<'_>,
    event: &dyn Fn(&SolutionDeed) -> EventOfPlay,
    stop: StopCheck<'_>,
) -> Option<Vec<EventOfPlay>> {
    let is_sure = |(_, deed): &(usize, &SolutionDeed)| {
        deed.verdict == ShortcutSearch::Proved && !matches!(deed.event, PlayEvent::Entered { .. })
    };
    let sure: Vec<(usize, &SolutionDeed)> =
        study.deeds().iter().enumerate().filter(is_sure).collect();
    let mut found = Vec::new();
    for (at, (first, one)) in sure.iter().enumerate() {
        let later = sure.iter().skip(at + 1).find(|(_, deed)| deed.first > one.first);
        let Some((second, other)) = later.filter(|_| found.len() < MAX_ORDERS) else { continue };
        if stop() {
            return None;
        }
        let (one, other) = (event(one), event(other));
        let (always, elsewhere) = match study.comes_before(*first, *second, stop) {
            Ok(found) => elsewhere(&found),
            Err(StudyError::Stopped) => return None,
            Err(_) => (0, EventElsewhere::Unknown),
        };
        found.push(EventOfPlay {
            event: format!("before({},{})", one.event, other.event),
            words: format!("{} before {}", short(&one.words), short(&other.words)),
            times: 1,
            always,
            elsewhere,
        });
    }
    Some(found)
}

/// Returns the words of an event without the text of its rule.
fn short(words: &str) -> &str {
    words.split(": ").next().unwrap_or(words)
}
