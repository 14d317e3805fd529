//! Patterns of boards as terms that a concept can hold: `[ Player | Crate no Wall ]` is
//! `shown(row(player,cell(crate,no(wall))))`, with `gap` for an ellipsis and a direction in front.

use crate::words::ObjectWords;
use foolproof_game::ConceptFault;
use foolproof_level::Mark;

/// The functors of patterns.
const SHOWN: &str = "shown";
const ROW: &str = "row";
const CELL: &str = "cell";
const NO: &str = "no";
const GAP: &str = "gap";
const EMPTY: &str = "any";
/// Directions that may precede the brackets.
const DIRECTIONS: [&str; 6] = ["up", "down", "left", "right", "horizontal", "vertical"];

/// Returns the brackets that a term stands for; `None` if it is not a pattern, an error if it names something
/// that the game lacks.
pub(crate) fn brackets(words: &ObjectWords, term: &Mark) -> Option<Result<String, ConceptFault>> {
    if term.functor() != SHOWN {
        return None;
    }
    let part = |text: &str| {
        let part: Mark = text.parse().map_err(|why| ConceptFault::from(format!("{why}")))?;
        match (part.functor(), part.args().as_slice()) {
            (direction, []) if DIRECTIONS.contains(&direction) => Ok(direction.to_owned()),
            (ROW, cells) if !cells.is_empty() => {
                let cells = cells.iter().map(|cell| cell_text(words, cell));
                Ok(format!("[ {} ]", cells.collect::<Result<Vec<_>, _>>()?.join(" | ")))
            }
            _ => Err(format!("`{text}` in a pattern is neither row(…) nor a direction").into()),
        }
    };
    let parts: Result<Vec<String>, ConceptFault> = term.args().into_iter().map(part).collect();
    Some(parts.map(|parts| parts.join(" ")))
}

fn cell_text(words: &ObjectWords, text: &str) -> Result<String, ConceptFault> {
    let cell: Mark = text.parse().map_err(|why| ConceptFault::from(format!("{why}")))?;
    match (cell.functor(), cell.args().as_slice()) {
        (GAP, []) => Ok("...".to_owned()),
        (EMPTY, []) => Ok(String::new()),
        (CELL, parts) => {
            let parts: Result<Vec<String>, ConceptFault> =
                parts.iter().map(|part| object_text(words, part)).collect();
            Ok(parts?.join(" "))
        }
        _ => object_text(words, text),
    }
}

fn object_text(words: &ObjectWords, text: &str) -> Result<String, ConceptFault> {
    let object: Mark = text.parse().map_err(|why| ConceptFault::from(format!("{why}")))?;
    let source_name = |word: &str| words.source_name(word).map_err(|why| why.to_string().into());
    match (object.functor(), object.args().as_slice()) {
        (NO, [inner]) => Ok(format!("no {}", source_name(inner)?)),
        (name, []) => source_name(name),
        _ => Err(format!("`{text}` in a pattern is no object").into()),
    }
}

/// Converts brackets that a designer typed to a term; fails if they cannot be read.
pub(crate) fn term_of_brackets(words: &ObjectWords, text: &str) -> Result<Mark, ConceptFault> {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix('[') {
            let (inside, after) = behind.split_once(']').ok_or("a `]` is missing")?;
            let cells: Result<Vec<String>, ConceptFault> =
                inside.split('|').map(|cell| cell_term(words, cell)).collect();
            parts.push(format!("{ROW}({})", cells?.join(",")));
            rest = after.trim_start();
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '[').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let lower = word.to_lowercase();
            if !DIRECTIONS.contains(&lower.as_str()) {
                return Err(format!("`{word}` is neither a bracket nor a direction").into());
            }
            parts.push(lower);
            rest = after.trim_start();
        }
    }
    if parts.is_empty() {
        return Err("write a pattern, such as [ Player | Crate ]".into());
    }
    format!("{SHOWN}({})", parts.join(","))
        .parse()
        .map_err(|why| ConceptFault::from(format!("{why}")))
}

fn cell_term(words: &ObjectWords, text: &str) -> Result<String, ConceptFault> {
    let mut terms = Vec::new();
    let mut denied = false;
    for name in text.split_whitespace() {
        if name == "..." || name == "…" {
            return Ok(GAP.to_owned());
        }
        if name.eq_ignore_ascii_case("no") && !denied {
            denied = true;
            continue;
        }
        let word = words.word_of_name(name).ok_or_else(|| match name {
            ">" | "<" | "^" | "v" => {
                "a board that lies still has no movements: leave the arrows out".to_owned()
            }
            _ => format!("the game has no `{name}`"),
        })?;
        terms.push(if denied { format!("{NO}({word})") } else { word });
        denied = false;
    }
    Ok(match terms.as_slice() {
        [] => EMPTY.to_owned(),
        [one] if !one.starts_with("no(") => one.clone(),
        several => format!("{CELL}({})", several.join(",")),
    })
}

/// Returns a pattern for display: the brackets in the source's own names.
pub(crate) fn pattern_words(words: &ObjectWords, term: &Mark) -> Option<String> {
    let pattern = brackets(words, term)?.ok()?;
    Some(format!("the board shows {pattern}"))
}
