//! A concept in plain words. Knows concepts and the phrases of games.

use super::property;
use crate::editor::text;
use crate::games::{ConceptKind, Game};
use crate::level::Concept;

/// The concept as a sentence.
pub fn sentence(game: &dyn Game, concept: &Concept) -> String {
    let kinds = game.concepts();
    match concept {
        Concept::Any => text::ANY_SOLUTION.to_owned(),
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
    let mut rest = kind.phrase;
    while let Some((before, after)) = rest.split_once('{') {
        words.push_str(before);
        let Some((number, behind)) = after.split_once('}') else { break };
        let at: usize = number.parse().unwrap_or(usize::MAX);
        words.push_str(kind.params.get(at).map_or("…", |param| param.name));
        rest = behind;
    }
    words.push_str(rest);
    words
}
