//! Plays of a PuzzleScript level: a key on each step.

use foolproof_game::Side;
use foolproof_level::{Mark, Play, Site};
use foolproof_puzzlescript::ScriptInput;

const WORDS: [(ScriptInput, &str); 6] = [
    (ScriptInput::Up, "up"),
    (ScriptInput::Left, "left"),
    (ScriptInput::Down, "down"),
    (ScriptInput::Right, "right"),
    (ScriptInput::Action, "action"),
    (ScriptInput::Wait, "wait"),
];

/// Returns the word that a play puts on a step for a key.
pub(crate) fn word(key: ScriptInput) -> &'static str {
    WORDS.iter().find(|(known, _)| *known == key).map_or("wait", |(_, word)| word)
}

pub(crate) fn mark(key: ScriptInput) -> Option<Mark> {
    word(key).parse().ok()
}

pub(crate) fn key(mark: &Mark) -> Option<ScriptInput> {
    WORDS.iter().find(|(_, word)| *word == mark.as_str()).map(|(key, _)| *key)
}

/// Returns the side to which a key moves.
pub(crate) fn side(key: ScriptInput) -> Option<Side> {
    Some(match key {
        ScriptInput::Up => Side::North,
        ScriptInput::Left => Side::West,
        ScriptInput::Down => Side::South,
        ScriptInput::Right => Side::East,
        ScriptInput::Action | ScriptInput::Wait => return None,
    })
}

/// Returns the key that moves to a side.
pub(crate) fn towards(side: Side) -> ScriptInput {
    match side {
        Side::North => ScriptInput::Up,
        Side::West => ScriptInput::Left,
        Side::South => ScriptInput::Down,
        Side::East => ScriptInput::Right,
    }
}

/// Returns the keys of a play; fails with the first step that has none.
pub(crate) fn keys_of(play: &Play) -> Result<Vec<ScriptInput>, usize> {
    let of = |at: usize| play.get(Site::step(at)).and_then(key).ok_or(at);
    (0..play.len()).map(of).collect()
}

pub(crate) fn play_of(keys: &[ScriptInput]) -> Play {
    let steps = keys.iter().enumerate();
    steps.filter_map(|(at, key)| Some((Site::step(at), mark(*key)?))).collect()
}
