//! A concept in plain words. Knows concepts and the phrases of games.

use crate::editor::features::concept::property;
use crate::games::{ConceptKind, Game};
use crate::level::{Concept, Place};

/// The concept as a sentence.
pub fn sentence(game: &dyn Game, concept: &Concept) -> String {
    let kinds = game.concepts();
    match concept {
        Concept::Any => ANY_SOLUTION.to_owned(),
        _ => format!("In every solution, {}.", clause(game, &kinds, concept, Nesting::Outside)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Outside,
    Inside,
}

fn clause(game: &dyn Game, kinds: &[ConceptKind], concept: &Concept, nesting: Nesting) -> String {
    let (parts, word) = match concept {
        Concept::Any => return "anything may happen".to_owned(),
        Concept::Is(mark) => return property::phrase(game, kinds, mark),
        Concept::Asp(_) => return "the level’s own rules hold".to_owned(),
        Concept::Not(part) => {
            let inner = clause(game, kinds, part, Nesting::Inside);
            return format!("it is not so that {inner}");
        }
        Concept::And(parts) => (parts, " and "),
        Concept::Or(parts) => (parts, " or "),
    };
    let clauses: Vec<String> =
        parts.iter().map(|part| clause(game, kinds, part, Nesting::Inside)).collect();
    let joined = clauses.join(word);
    match (clauses.len(), nesting) {
        (0, _) => "anything may happen".to_owned(),
        (1, _) | (_, Nesting::Outside) => joined,
        (_, Nesting::Inside) => format!("({joined})"),
    }
}

/// A property without values, for a menu: "at least … of … are used".
pub(super) fn outline(kind: &ConceptKind) -> String {
    let mut words = String::new();
    let mut rest: &str = &kind.phrase;
    while let Some((before, after)) = rest.split_once('{') {
        words.push_str(before);
        let Some((number, behind)) = after.split_once('}') else { break };
        let at: usize = number.parse().unwrap_or(usize::MAX);
        words.push_str(kind.params.get(at).map_or("…", |param| &param.name));
        rest = behind;
    }
    words.push_str(rest);
    words
}

pub const CHANGE_CONCEPT: &str = "Change concept";
pub const ANY_SOLUTION: &str = "Any solution will do.";
pub const ALL_OF: &str = "all of";
pub const ANY_OF: &str = "any of";
pub const JOINED_BY: &str = "How these are joined";
pub const NOT: &str = "not";
pub const NOT_TIP: &str = "Asks for the opposite.";
pub const REMOVE: &str = "Remove";
pub const ADD_PROPERTY: &str = "Add property";
pub const ADD_GROUP: &str = "Add group";
pub const ADD_GROUP_TIP: &str = "A group of properties of which any, or all, have to hold.";
pub const OWN_RULES: &str = "Own rules";
pub const OWN_RULES_TIP: &str =
    "Rules of an answer set program, for what the properties cannot say; one set for each concept.";
pub const OWN_RULES_START: &str = "% A play is wanted when ...\nwanted :- play(_,_).";
pub const OWN_RULES_HINT: &str = "Derive “wanted” from has(Site,Mark), play(Site,Mark) and what else the game lets rules ask; a wrong name is told with those that there are.";
pub const UNKNOWN_PROPERTY: &str = "This game has no such property.";
pub const OTHER_PROPERTY: &str = "Choose another property";
pub const COLUMN: &str = "column";
pub const ROW: &str = "row";
pub const CONCEPT_TIP: &str = "What every solution has to practise";
pub const CONCEPT: &str = "Concept";

pub fn at_line(line: usize, column: usize) -> String {
    format!("Line {line}, column {column}")
}

pub fn solution_of(pieces: usize) -> String {
    match pieces {
        0 => "a solution without pieces".to_owned(),
        1 => "a certain solution of one piece".to_owned(),
        n => format!("a certain solution of {n} pieces"),
    }
}

/// What a part of a grid line is called before its column and row.
pub fn line_place(place: Place) -> &'static str {
    match place {
        Place::HEdge => "edge above",
        Place::VEdge => "edge left of",
        _ => "corner",
    }
}
