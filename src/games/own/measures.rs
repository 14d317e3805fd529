//! Measures of a level in a game of moves: how long its shortest solutions are, how many there are, and
//! how much there is to get lost in.
//!
//! Knows steps.

use super::OwnGame;
use super::form::PlayKind;
use crate::games::{Measure, Rating};
use crate::ground::ExploreEnd;
use crate::level::{Level, Play};

impl Rating for OwnGame {
    fn rate(&self, level: &Level, _: &[Play], stop: &(dyn Fn() -> bool + Sync)) -> Vec<Measure> {
        let measures = || {
            let rules = self.ready(level)?;
            let explored = rules.explored(stop)?;
            let from = explored.find(&self.position(&rules, level)?)?;
            let all = explored.end() == ExploreEnd::Complete;
            let mut found = Vec::new();
            let mut add = |id: &str, name: &str, value: f64, note: &str| {
                let (id, name, note) = (id.to_owned(), name.to_owned(), note.to_owned());
                found.push(Measure { id, name, value, note });
            };
            if let Some(length) = explored.distance(from) {
                add("moves", "Moves", f64::from(length), "of a shortest solution");
                let ways = explored.continuations(from) as f64;
                add("shortest", "Shortest solutions", ways, "ways to win in as few moves");
            }
            let note =
                if all { "that can be reached" } else { "were searched, and there are more" };
            add("positions", "Positions", explored.n_positions() as f64, note);
            if let Some(dead) = explored.n_dead_ends().filter(|_| all) {
                add("dead_ends", "Dead ends", dead as f64, "positions that cannot be won any more");
            }
            Some(found)
        };
        match self.form.kind {
            PlayKind::Moves => measures().unwrap_or_default(),
            PlayKind::Put | PlayKind::Line => Vec::new(),
        }
    }
}
