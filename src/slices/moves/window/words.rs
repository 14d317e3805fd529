//! Words about games that are played move by move.

use foolproof_editor::text::{of_shortest, sentence};
use foolproof_game::{Position, Side, StateGraph, counted, dead_ends_among};

pub(crate) const DEAD_END: &str = "A dead end: undo.";
pub(crate) const ASKING: &str = "Asking…";
pub(crate) const NOT_KNOWN: &str = "Not known: whether it can still be solved.";
pub(crate) const HINT: &str = "Hint";
pub(crate) const HINT_TIP: &str = "Shows the next move of a solution (H).";

pub fn solved(moves: usize) -> String {
    match moves {
        0 => "Solved without a move.".to_owned(),
        1 => "Solved in one move.".to_owned(),
        _ => format!("Solved in {moves} moves."),
    }
}

pub(crate) fn hint(described: &str) -> String {
    format!("Hint: {described}.")
}

/// Describes the arrow next to a chosen piece.
pub fn towards(side: Side) -> String {
    format!("Move to the {}", side.name())
}

pub(crate) const PAUSED: &str = "The solver is paused.";
pub(crate) const NO_MOVES: &str = "This game is not played move by move.";
pub(crate) const GRAPH: &str = "State graph";
pub(crate) const GRAPH_BUTTON: &str = "State graph…";
pub(crate) const BACK: &str = "Back";
pub(crate) const TO_START: &str = "To the start";
pub(crate) const ALONG: &str = "Along a solution";
pub(crate) const ALONG_TIP: &str = "Makes the next move of a solution.";
pub(crate) const PLAY_HERE: &str = "Play from here";
pub(crate) const PLAY_HERE_TIP: &str = "Plays on from this position.";
pub(crate) const ADD_LEVEL: &str = "Add as a level";
pub(crate) const ADD_LEVEL_TIP: &str = "Adds this position to the pack as a level.";
pub(crate) const NOT_UNIQUE_HERE: &str = "Several moves lead to solutions from here.";
pub(crate) const NOTHING_LEFT: &str = "No move is left.";
pub(crate) const NOT_LISTED: &str = "Too many positions: this one is not listed.";
pub(crate) const LEGEND: &str = "Each row is one move on. Click a dot to go there.";
pub(crate) const LEADS_ON: &str = "leads to a solution";
pub(crate) const IS_DEAD: &str = "dead end";
pub(crate) const IS_DEAD_TIP: &str = "No solution can be reached from here.";
pub(crate) const IS_SOLVED: &str = "solved";
pub(crate) const ADD_STEP: &str = "Add a position as a level";

/// Formats a number of solutions or ways with its noun.
fn count(n: u64, one: &str, many: &str) -> String {
    match n {
        u64::MAX => format!("very many {many}"),
        _ => counted(n, one, many),
    }
}

/// Formats a number of solutions, or of shortest ones if the game counts only those.
fn solutions(n: u64, shortest: bool) -> String {
    let words = count(n, "solution", "solutions");
    if shortest { of_shortest(&words) } else { words }
}

/// Formats a number to fit into a small disc.
pub(crate) fn short(n: u64) -> String {
    match n {
        0..1_000 => n.to_string(),
        1_000..1_000_000 => format!("{}k", n / 1_000),
        _ => "∞".to_owned(),
    }
}

pub(crate) fn graph(graph: &StateGraph, shortest: bool) -> String {
    let all = count(graph.reached, "position", "positions");
    let all = match graph.dead {
        0 => format!("{all}, no dead ends."),
        _ if graph.reached == 1 => format!("{all}, a dead end."),
        dead => format!("{all}, {}.", counted(dead, "of them a dead end", "of them dead ends")),
    };
    match graph.ratio() {
        Some(_) => format!("{all} {}", worth_of_uniqueness(graph.reached_once, shortest)),
        None => all,
    }
}

/// Says what players save if they skip positions that are reached in two ways.
fn worth_of_uniqueness(reached_once: u64, shortest: bool) -> String {
    let solution = if shortest { "shortest solution" } else { "solution" };
    format!("Knowing that the {solution} is unique, a player need look at only {reached_once}.")
}

pub(crate) fn listed(n: usize) -> String {
    format!("The first {n} are drawn.")
}

/// Describes the arrow of a move.
pub(crate) fn choice(described: &str, number: u64, shortest: bool) -> String {
    match number {
        0 => format!("{described}: a dead end"),
        n => format!("{described}: {}", solutions(n, shortest)),
    }
}

/// Lists the facts about a position.
pub(crate) fn facts(position: &Position, shortest: bool) -> Vec<String> {
    let made = match position.depth {
        0 => "The start.".to_owned(),
        n => format!("After {}.", counted(n, "move", "moves")),
    };
    let onward = match (position.solutions, position.choices.is_empty()) {
        (0, _) => "A dead end: no solution from here.".to_owned(),
        (_, true) => "Solved.".to_owned(),
        (n, _) => format!("{} from here.", solutions(n, shortest)),
    };
    let ways = format!("Reached in {}.", count(position.ways, "way", "ways"));
    vec![made, onward, ways]
}

/// Titles a position that becomes a level of its own.
pub(crate) fn level_after(title: &str, moves: usize) -> String {
    match moves {
        0 => title.to_owned(),
        n => format!("{title}, after {}", counted(n, "move", "moves")),
    }
}

/// Says how many positions are dead ends, and what uniqueness is worth.
pub(crate) fn positions(graph: &StateGraph, shortest: bool) -> String {
    if graph.reached == 0 {
        return "There is nothing to move.".to_owned();
    }
    let dead = sentence(&dead_ends_among(graph.reached, graph.dead));
    let unique = graph.ratio().map(|_| worth_of_uniqueness(graph.reached_once, shortest));
    let left_out = graph.on_what_was_left_out();
    let sentences = [Some(dead), unique, graph.on_what_has_no_effect(), left_out];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_the_shortest_solutions_are_counted_the_words_say_so() {
        let graph =
            StateGraph { reached: 9, reached_once: 7, solutions: 1, ..StateGraph::default() };
        let (all, shortest) = (positions(&graph, false), positions(&graph, true));
        assert!(all.contains("that the solution is unique"), "{all}");
        assert!(shortest.contains("that the shortest solution is unique"), "{shortest}");
        let position = |solutions| Position { depth: 0, solutions, ways: 1, choices: Vec::new() };
        let dead = "A dead end: no solution from here.".to_owned();
        assert_eq!(facts(&position(0), true).get(1), Some(&dead));
        assert_eq!(choice("Up", 2, true), "Up: 2 shortest solutions");
        assert_eq!(choice("Up", 1, false), "Up: 1 solution");
    }
}
