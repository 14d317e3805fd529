//! The events in a play of a game of moves, and which of them occur in every solution of any length.

use std::collections::BTreeMap;

use crate::movement::move_rules::MoveRules;
use crate::movement::moves::actions_of;
use crate::own_game::OwnGame;
use foolproof_game::{EventElsewhere, EventOfPlay, StopCheck};
use foolproof_ground::{EveryEvent, split};
use foolproof_level::{Level, Play, named_sites};
use foolproof_space::{ActionId, ShortcutSearch};

/// Returns the events of a play in the order of their names; `None` when stopped, or if the play cannot be made
/// from the beginning of the level.
pub(crate) fn events(
    game: &OwnGame,
    level: &Level,
    play: &Play,
    stop: StopCheck<'_>,
) -> Option<Vec<EventOfPlay>> {
    let rules = game.ready(level)?;
    let explored = game.explored(&rules, stop)?;
    let start = game.position(&rules, level)?;
    // The events before a position in the course of a play are unknown.
    if explored.find(&start)? != 0 {
        return None;
    }
    let action = |mark: Option<&foolproof_level::Mark>| rules.game.action(mark?.as_str());
    let actions: Vec<ActionId> = actions_of(play).map(action).collect::<Option<_>>()?;
    let limits = game.search_memory.limits();
    let found = explored.every_solution(&actions, &limits, stop).ok()?;
    if found.iter().any(|event| event.verdict == ShortcutSearch::Stopped) {
        return None;
    }
    let mut by_name: BTreeMap<&str, Vec<&EveryEvent>> = BTreeMap::new();
    for event in &found {
        by_name.entry(&event.event).or_default().push(event);
    }
    Some(by_name.into_iter().map(|(name, times)| joined(game, &rules, name, &times)).collect())
}

/// Combines the findings about one occurrence of an event, two and so on.
fn joined(game: &OwnGame, rules: &MoveRules, name: &str, times: &[&EveryEvent]) -> EventOfPlay {
    let first_lacking = times.iter().find(|event| event.verdict != ShortcutSearch::Proved);
    let most = times.iter().map(|event| event.times).max().unwrap_or(0);
    let elsewhere = match first_lacking.map(|event| &event.verdict) {
        None => EventElsewhere::Everywhere,
        Some(ShortcutSearch::Found { play, .. }) => EventElsewhere::NotIn(rules.play_of(play)),
        Some(_) => EventElsewhere::Unknown,
    };
    EventOfPlay {
        event: name.to_owned(),
        words: words(game, name),
        times: most,
        always: first_lacking.map_or(most, |event| event.times.saturating_sub(1)),
        elsewhere,
    }
}

/// Returns an event in the manifest's words, or its name if the manifest has none.
fn words(game: &OwnGame, name: &str) -> String {
    let known = game.form.events.iter().find(|(event, _)| event.as_str() == name);
    let spoken = || match split(name) {
        (functor, args) if args.is_empty() => functor.replace('_', " "),
        (functor, args) => {
            let args: Vec<String> = args.iter().map(|arg| named_sites(arg)).collect();
            format!("{} {}", functor.replace('_', " "), args.join(", "))
        }
    };
    known.map_or_else(spoken, |(_, words)| words.clone())
}
