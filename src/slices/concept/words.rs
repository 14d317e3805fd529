//! Words of the concept editor.

use foolproof_level::Place;

/// Explains what a concept is.
pub(crate) const WHAT: &str =
    "What every solution of this level must do. A solution without it is a shortcut.";
pub(crate) const ONLY_INTENDED: &str = "Every solution is the intended one";
pub(crate) const CHANGE_CONCEPT: &str = "Change concept";
pub(crate) const ANY_SOLUTION: &str = "Any solution will do.";
pub(crate) const ALL_OF: &str = "all of";
pub(crate) const ANY_OF: &str = "any of";
pub(crate) const JOINED_BY: &str = "How these are joined";
pub(crate) const NOT: &str = "not";
pub(crate) const NOT_TIP: &str = "Asks for the opposite.";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const ADD_PROPERTY: &str = "Add property";
pub(crate) const ADD_GROUP: &str = "Add group";
pub(crate) const ADD_GROUP_TIP: &str = "A group of properties: all of them must hold, or any one.";
pub(crate) const OWN_RULES: &str = "Own rules";
pub(crate) const OWN_RULES_TIP: &str =
    "Rules of an answer set program, for what the properties cannot say; one set for each concept.";
pub(crate) const OWN_RULES_START: &str = "% A play is wanted when ...\nwanted :- play(_,_).";
pub(crate) const OWN_RULES_HINT: &str = "Derive “wanted” from has(Site,Mark), play(Site,Mark) and the game’s other names; a wrong name gets a list of them.";
pub(crate) const UNKNOWN_PROPERTY: &str = "This game has no such property.";
pub(crate) const OTHER_PROPERTY: &str = "Choose another property";
pub(crate) const COLUMN: &str = "column";
pub(crate) const ROW: &str = "row";
pub(crate) const CONCEPT_TIP: &str = "What every solution has to do";
pub(crate) const CONCEPT: &str = "Concept";
pub(crate) const TECHNIQUE: &str = "Technique";
pub(crate) const TECHNIQUE_WHAT: &str =
    "What every way to solve this level has to need, by steps of at most three sentences.";
pub(crate) const NO_TECHNIQUES: &str = "The pack names no technique yet. Solving steps… has a field for the name of what a step combines.";
pub(crate) const ANY_WAY: &str = "any way will do";
pub(crate) const CHANGE_TECHNIQUE: &str = "Change technique";

/// Says that a technique is needed.
pub(crate) fn needs(technique: &str) -> String {
    format!("Every way to solve it by small steps needs {technique}.")
}

pub(crate) fn at_line(line: usize, column: usize) -> String {
    format!("Line {line}, column {column}")
}

/// Names a part of a grid line, before its column and row.
pub(crate) fn line_place(place: Place) -> &'static str {
    match place {
        Place::HEdge => "edge above",
        Place::VEdge => "edge left of",
        _ => "corner",
    }
}
