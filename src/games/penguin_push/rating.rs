//! Measures of a board: how large a search for its solution is, and what uniqueness is worth.
//!
//! Source: "Using Large Scale Search for Game Design" (AIIDE 2014): the sizes of the breadth-first
//! search with every push and with those that the uniqueness of the solution leaves, and their ratio.

use std::time::{Duration, Instant};

use super::ice::Ice;
use super::search::BoardHunt;
use super::web::{Sizes, Web};
use crate::games::{Measure, StopCheck};
use crate::level::Level;

/// Longer than this, a rating is not worth.
const MOST: Duration = Duration::from_secs(20);

pub fn rate(level: &Level, stop: StopCheck<'_>) -> Vec<Measure> {
    let Some((ice, board)) = Ice::of_level(level) else { return Vec::new() };
    let measure = |id: &str, name: &str, value: f64, note: &str| Measure {
        id: id.to_owned(),
        name: name.to_owned(),
        value,
        note: note.to_owned(),
    };
    let started = Instant::now();
    let stop = || started.elapsed() > MOST || stop();
    let penguins = f64::from(board.count_ones());
    let mut measures = vec![measure("penguins", "Penguins", penguins, "on the ice")];
    let count = BoardHunt::new(&ice, &stop).count(board).ok();
    let unique = count.as_ref().is_some_and(|count| count.pushes == 1);
    if let Some(count) = count {
        let (pushes, boards) = (count.pushes as f64, count.boards as f64);
        measures.push(measure(
            "solutions",
            "Solutions",
            pushes,
            "different orders of pushes; which of the last two penguins is pushed makes no \
             difference",
        ));
        let note = "pushes that leave the same board count as one";
        measures.push(measure("routes", "Solutions as in Fling!", boards, note));
    }
    let Some(sizes) = Sizes::of(&ice, board, &mut Default::default(), &stop) else {
        return measures;
    };
    let reached = "boards that a search over all pushes visits";
    measures.push(measure("tree", "Search", sizes.reached as f64, reached));
    // Who looks for one of several solutions, or for none, gains nothing by this; and with one
    // penguin there is nothing to look for.
    if unique && sizes.once > 0 {
        measures.push(measure(
            "reduced",
            "Search if unique",
            sizes.once as f64,
            "boards that can be reached in just one way; the only solution passes no others",
        ));
        measures.push(measure(
            "ratio",
            "Ratio",
            sizes.ratio(),
            "how many times smaller the search is if you know that the solution is unique",
        ));
    }
    if let Some(web) = Web::of(&ice, board, &stop) {
        let dead = web.graph(&ice, board.count_ones(), 0).dead as f64;
        measures.push(measure(
            "dead_ends",
            "Dead ends",
            dead,
            "boards from which the level cannot be solved any more",
        ));
    }
    measures
}
