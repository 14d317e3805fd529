//! Parts of the library that a game's rules use. Statements that derive nothing that the rules ask for are
//! omitted, or all of them would be ground.

use std::collections::BTreeSet;

use crate::levels::clue_reading::ROOMS;
use crate::levels::frames::asked_by_drawn_rooms;
use crate::rules::shelf::Module;
use crate::rules::statements::{PlacedToken, RuleStatement, RuleToken, statement, tokens};
use foolproof_level::GameText;

/// A statement of a module, with the bytes from its first letter to its full stop.
struct Stated {
    module: usize,
    span: (usize, usize),
    heads: Vec<String>,
    /// All words in it: rather too many than too few.
    words: BTreeSet<String>,
}

/// Returns the texts of modules, without statements that neither the game's rules nor its manifest use. Lines
/// keep their numbers.
pub(crate) fn in_use(modules: &[&'static Module], text: &GameText) -> Vec<String> {
    let mut used: BTreeSet<String> = words_in(&tokens(&text.rules)).collect();
    used.extend(asked_in(&text.manifest));
    // Names used by the rules that the house may substitute for a module.
    if modules.iter().any(|module| module.name == ROOMS) {
        used.extend(asked_by_drawn_rooms());
    }
    let mut left: Vec<Stated> = modules.iter().enumerate().flat_map(stated).collect();
    loop {
        let is_used = |one: &mut Stated| {
            one.heads.is_empty() || one.heads.iter().any(|head| used.contains(head))
        };
        let found: Vec<Stated> = left.extract_if(.., is_used).collect();
        if found.is_empty() {
            break;
        }
        used.extend(found.into_iter().flat_map(|one| one.words));
    }
    let mut texts: Vec<String> = modules.iter().map(|module| module.text.to_owned()).collect();
    for Stated { module, span: (from, to), .. } in left.into_iter().rev() {
        let Some(text) = texts.get_mut(module) else { continue };
        let lines = text.get(from..to).unwrap_or_default().matches('\n').count();
        text.replace_range(from..to, &"\n".repeat(lines));
    }
    texts
}

/// Returns the words before an opening bracket in a manifest, where rules occur as texts.
fn asked_in(manifest: &str) -> BTreeSet<String> {
    let mut asked = BTreeSet::new();
    for (at, _) in manifest.match_indices('(') {
        let before = manifest.get(..at).unwrap_or_default().trim_end();
        let rest = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let word = before.strip_prefix(rest).unwrap_or_default();
        // After a backslash, the first letter may belong to an escape such as a line break.
        if rest.ends_with('\\') {
            asked.extend(word.get(1..).map(str::to_owned));
        }
        asked.insert(word.to_owned());
    }
    asked
}

fn words_in(tokens: &[PlacedToken]) -> impl Iterator<Item = String> {
    tokens.iter().filter_map(|(token, ..)| match token {
        RuleToken::Word(word) => Some(word.clone()),
        _ => None,
    })
}

/// Returns the statements of a module, in their order.
fn stated((module, of): (usize, &&'static Module)) -> Vec<Stated> {
    let starts: Vec<usize> =
        std::iter::once(0).chain(of.text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    // The library is ASCII, so columns are bytes.
    let place = |(_, line, column): &PlacedToken| starts.get(line - 1).map(|at| at + column - 1);
    let is_end = |(token, ..): &PlacedToken| *token == RuleToken::Sign('.');
    let tokens = tokens(of.text);
    let all = tokens.split_inclusive(is_end).filter_map(|tokens| {
        let (first, last) = (tokens.first()?, tokens.last()?);
        let RuleStatement { heads, .. } = statement(tokens.split_last()?.1);
        Some(Stated {
            module,
            span: (place(first)?, place(last)? + 1),
            heads: heads.into_iter().map(|head| head.name).collect(),
            words: words_in(tokens).collect(),
        })
    });
    all.collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::rules::shelf::{SHELF, module, with_needs};

    fn used_by(rules: &str, names: &[&str]) -> String {
        let modules: Vec<&'static Module> = names.iter().filter_map(|name| module(name)).collect();
        let text = GameText { rules: rules.to_owned(), ..GameText::default() };
        in_use(&with_needs(&modules), &text).concat()
    }

    #[test]
    fn what_is_used_stays_with_all_that_it_stands_on() {
        let used = used_by(":- straight(S), clue(S).", &["bends"]);
        for kept in ["straight(S) :-", "goes(S,D) :-", "flank(cell(C,R),n,hedge(C,R)) :-"] {
            assert!(used.contains(kept), "{kept}\n{used}");
        }
        for dropped in ["\nturns(S) :-", "\nahead(S,D,T) :-", "\ntouches(S,T) :-"] {
            assert!(!used.contains(dropped), "{dropped}\n{used}");
        }
    }

    #[test]
    fn lines_keep_their_numbers_and_modules_are_ascii() {
        for one in SHELF {
            assert!(one.text.is_ascii(), "{}", one.name);
            let text = GameText::default();
            let texts = in_use(&[one], &text);
            let lines = texts.first().map(|text| text.lines().count());
            assert_eq!(lines, Some(one.text.lines().count()), "{}", one.name);
        }
    }
}
