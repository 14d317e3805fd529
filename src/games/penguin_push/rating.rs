//! Measures of a board: the size of a search for its solution, and the effect of uniqueness on it.
//!
//! Source: "Using Large Scale Search for Game Design" (AIIDE 2014): the sizes of the breadth-first search
//! with every push and with those that the uniqueness of the solution leaves, and their ratio.

use crate::about::PenguinPush;
use crate::ice::Ice;
use crate::search::BoardSearch;
use crate::web::{Sizes, Web};
use foolproof_game::{COUNTED, MeasureKind, Rated, Rating, SeenSolutions, StopCheck};
use foolproof_level::Level;

const SEARCH: &str = "Sturtevant, “Using Large Scale Search for Game Design” (2014).";

const PENGUINS: MeasureKind =
    MeasureKind::new(6, ["penguins", "Penguins", "How many penguins there are.", COUNTED]);
const SOLUTIONS: MeasureKind = MeasureKind::new(
    4,
    ["solutions", "Solutions", "How many orders of pushes solve the level.", COUNTED],
);
const ROUTES: MeasureKind = MeasureKind::new(
    5,
    ["routes", "Solutions as in Fling!", "How many sequences of boards solve the level.", COUNTED],
);
const TREE: MeasureKind = MeasureKind::new(
    0,
    ["tree", "Search", "How many boards a search over all pushes visits.", SEARCH],
);
const REDUCED: MeasureKind = MeasureKind::new(
    1,
    [
        "reduced",
        "Search if unique",
        "How many of them a search visits that knows that the solution is the only one.",
        SEARCH,
    ],
);
const RATIO: MeasureKind = MeasureKind::new(
    2,
    [
        "ratio",
        "Ratio",
        "How many times smaller the search is for a player who knows that the solution is the \
             only one.",
        SEARCH,
    ],
);
const DEAD_ENDS: MeasureKind = MeasureKind::new(
    3,
    ["dead_ends", "Dead ends", "How many boards cannot be solved any more.", COUNTED],
);

impl Rating for PenguinPush {
    fn measures(&self) -> Vec<MeasureKind> {
        vec![PENGUINS, SOLUTIONS, ROUTES, TREE, REDUCED, RATIO, DEAD_ENDS]
    }

    fn rate(&self, level: &Level, _: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        let Some((ice, board)) = Ice::of_level(level) else { return Rated::default() };
        let penguins = f64::from(board.count_ones());
        let mut measures = vec![PENGUINS.is(penguins, "on the ice")];
        let count = BoardSearch::new(&ice, stop).count(board).ok();
        let unique = count.as_ref().is_some_and(|count| count.pushes == 1);
        if let Some(count) = count {
            let (pushes, boards) = (count.pushes as f64, count.boards as f64);
            let note = "different orders of pushes; which of the last two penguins is pushed makes no \
                        difference";
            measures.push(SOLUTIONS.is(pushes, note));
            measures.push(ROUTES.is(boards, "pushes that leave the same board count as one"));
        }
        let Some(sizes) = Sizes::of(&ice, board, &mut Default::default(), stop) else {
            return measures.into();
        };
        let reached = "boards that a search over all pushes visits";
        measures.push(TREE.is(sizes.reached as f64, reached));
        // If there are several solutions, or none, this knowledge gains nothing; and with one
        // penguin there is nothing to look for.
        if unique && sizes.once > 0 {
            let note =
                "boards that can be reached in just one way; the only solution passes no others";
            measures.push(REDUCED.is(sizes.once as f64, note));
            let note =
                "how many times smaller the search is if you know that the solution is unique";
            measures.push(RATIO.is(sizes.ratio(), note));
        }
        if let Some(web) = Web::of(&ice, board, stop) {
            let dead = web.graph(&ice, board.count_ones(), 0).dead as f64;
            let note = "boards from which the level cannot be solved any more";
            measures.push(DEAD_ENDS.is(dead, note));
        }
        measures.into()
    }
}
