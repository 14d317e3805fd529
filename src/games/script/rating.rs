//! Measures of a PuzzleScript level, from all of its states.
//!
//! Knows boards.

use super::ScriptedGame;
use super::keys::keys_of;
use crate::games::{Measure, Rating, StopCheck};
use crate::level::{Level, Play};

impl Rating for ScriptedGame {
    fn rate(&self, level: &Level, solutions: &[Play], stop: StopCheck<'_>) -> Vec<Measure> {
        let found = || {
            let board = self.board_of(level)?;
            let space = board.space(stop)?.ok()?;
            let length = space.shortest_length()?;
            let complete = space.is_complete();
            let mut measures = vec![measure(
                ("length", "Moves"),
                length as f64,
                "moves of a shortest solution".to_owned(),
            )];
            if let Some(number) = space.n_shortest() {
                let note = "solutions with as few moves".to_owned();
                measures.push(measure(("shortest", "Shortest solutions"), number as f64, note));
            }
            let least = if complete { "" } else { ", at least" };
            let note = format!("positions that moves can reach, before the win{least}");
            measures.push(measure(("states", "Positions"), space.n_states() as f64, note));
            if let Some(dead) = space.n_dead_ends() {
                let share = dead as f64 / space.n_states().max(1) as f64;
                let note = format!("of the positions, {dead}, cannot be solved any more");
                measures.push(measure(("dead_ends", "Dead ends"), share, note));
            }
            let keys = solutions.first().and_then(|play| keys_of(play).ok());
            let course = keys.and_then(|keys| space.course(&keys).ok());
            let mistake = course.filter(|_| complete).and_then(|one| one.mistake_possible_after);
            if let Some(moves) = mistake {
                let note = "moves before the first that may lead to a dead end".to_owned();
                measures.push(measure(("first_mistake", "First mistake"), moves as f64, note));
            }
            Some(measures)
        };
        found().unwrap_or_default()
    }
}

fn measure((id, name): (&str, &str), value: f64, note: String) -> Measure {
    Measure { id: id.to_owned(), name: name.to_owned(), value, note }
}
