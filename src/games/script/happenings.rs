//! What happens in a solution, and whether it happens in every one, of whatever length.
//!
//! Knows boards and words.

use super::ScriptedGame;
use super::boards::limits;
use super::concepts::Watched;
use super::keys::{keys_of, play_of};
use crate::games::{EventElsewhere, EventOfPlay, StopCheck};
use crate::level::{Level, Play};
use crate::puzzlescript::{EveryVerdict, PlayEvent, SolutionDeed, SolutionStudy};

/// The events of a play in the order in which they happen first, cells that are entered behind all
/// others; the patterns of the level's concept are among them. `None` when stopped, or where nobody can tell.
pub fn events(
    game: &ScriptedGame,
    level: &Level,
    play: &Play,
    stop: StopCheck<'_>,
) -> Option<Vec<EventOfPlay>> {
    let board = game.board_of(level)?;
    let space = board.space(stop)?.ok()?;
    let patterns = Watched::of(&game.words, level).map(|watched| watched.patterns);
    let patterns = patterns.unwrap_or_default();
    let keys = keys_of(play).ok()?;
    let study = SolutionStudy::new(&space, &keys, &patterns, &limits(), &stop).ok()?;
    let rows = u32::from(level.board.rows);
    let event = |deed: &SolutionDeed| {
        let (event, words) = match deed.event {
            PlayEvent::Shown { pattern } => {
                let text = patterns.get(pattern as usize).cloned().unwrap_or_default();
                let term = super::patterns::term_of_brackets(&game.words, &text).ok();
                let event = term.map(|term| term.to_string()).unwrap_or_default();
                (event, format!("the board shows {text}"))
            }
            event => (game.words.term(event, rows), game.words.event_at_length(event, rows)),
        };
        let (always, elsewhere) = match &deed.verdict {
            EveryVerdict::Every if deed.turns <= 1 => (1, EventElsewhere::Everywhere),
            EveryVerdict::Every => (1, EventElsewhere::AtLeastOnce),
            EveryVerdict::Without(way) => (0, EventElsewhere::NotIn(play_of(way))),
            EveryVerdict::Unknown => (0, EventElsewhere::Unknown),
        };
        let times = u32::try_from(deed.turns.max(1)).unwrap_or(u32::MAX);
        EventOfPlay { event, words, times, always, elsewhere }
    };
    let is_cell = |deed: &&SolutionDeed| matches!(deed.event, PlayEvent::Entered { .. });
    let (cells, others): (Vec<_>, Vec<_>) = study.deeds().iter().partition(is_cell);
    Some(others.into_iter().chain(cells).map(event).collect())
}
