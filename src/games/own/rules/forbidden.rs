//! Statements that rules of a game may not contain, though clingo would accept them: they could fake a proof or
//! change what counts as a solution.
//!
//! Statements that open files or run code are refused where programs are read (`asp/program.rs`).

use crate::reading::fault::OwnFault;
use crate::reading::folder;

/// The house's facts about a level; rules only read it.
const GIVEN: [&str; 4] = ["has", "site", "rim", "board"];
/// Refused statements, with the reasons.
const REFUSED: [(&str, &str); 6] = [
    ("#minimize", "would change what counts as the smallest change of a level"),
    ("#minimise", "would change what counts as the smallest change of a level"),
    ("#maximize", "would change what counts as the smallest change of a level"),
    ("#maximise", "would change what counts as the smallest change of a level"),
    ("#project", "would change what counts as another solution"),
    (":~", "would change what counts as the smallest change of a level"),
];

/// Returns the code of a line, with comments removed and strings emptied. Columns stay.
pub(crate) fn code(line: &str) -> String {
    let (mut code, mut in_text, mut escaped) = (String::new(), false, false);
    for c in line.chars() {
        match (in_text, c) {
            (true, _) if escaped => escaped = false,
            (true, '\\') => escaped = true,
            (_, '"') => in_text = !in_text,
            (false, '%') => break,
            (true, _) => {
                // Columns stay unchanged.
                code.push(' ');
                continue;
            }
            _ => {}
        }
        code.push(if in_text && c != '"' { ' ' } else { c });
    }
    code
}

/// Returns the words of a line with their columns, from 0.
pub(crate) fn words(code: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (at, c) in code.chars().enumerate() {
        let letter = c.is_alphanumeric() || c == '_';
        match found.last_mut() {
            Some((_, word)) if letter && open => word.push(c),
            _ if letter => found.push((at, c.to_string())),
            _ => {}
        }
        open = letter;
    }
    found
}

/// Returns all refused statements of a game's rules, with their places.
pub(crate) fn faults(rules: &str) -> Vec<OwnFault> {
    let mut found = Vec::new();
    // True if a rule begins at the next word.
    let mut begins = true;
    for (number, line) in rules.lines().enumerate() {
        let code = code(line);
        let mut fault = |column: usize, why: String| {
            let (file, line) = (folder::RULES.to_owned(), number + 1);
            found.push(OwnFault { file, line, column: column + 1, why });
        };
        for (word, why) in REFUSED {
            if let Some(at) = code.find(word) {
                fault(code.get(..at).unwrap_or_default().chars().count(), format!("{word} {why}"));
            }
        }
        for (at, word) in words(&code) {
            if word.starts_with("__") {
                fault(at, format!("`{word}` is a name of the house; begin yours with a letter"));
            }
        }
        let mut from = 0;
        for (at, c) in code.char_indices() {
            let ends = c == '.' && !code.get(at + 1..).is_some_and(|rest| rest.starts_with('.'));
            let range = c == '.' && code.get(..at).is_some_and(|before| before.ends_with('.'));
            if ends && !range {
                if begins {
                    refused_heads(code.get(from..at).unwrap_or_default())
                        .for_each(|why| fault(from, why));
                }
                (begins, from) = (true, at + 1);
            }
        }
        let rest = code.get(from..).unwrap_or_default();
        if !rest.trim().is_empty() {
            if begins {
                refused_heads(rest).for_each(|why| fault(from, why));
            }
            begins = false;
        }
    }
    found
}

/// Returns the reasons to refuse a rule: it derives or chooses facts that belong to the house.
fn refused_heads(rule: &str) -> impl Iterator<Item = String> {
    let head = rule.split(":-").next().unwrap_or_default();
    // In a choice, a condition follows the colon, not a head.
    let heads = head.split(';').map(|one| one.split(':').next().unwrap_or_default());
    let given = heads.filter_map(|one| words(one).into_iter().next());
    let given = given.filter(|(_, word)| GIVEN.contains(&word.as_str()));
    given.map(|(_, word)| format!("the house says what `{word}` is; rules only read it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(rules: &str) -> Vec<String> {
        faults(rules).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_would_fake_a_proof_is_refused_with_its_place() {
        let told = told(
            "p :- site(_).\n__concept.\n% __concept in a comment\nwrong(\"__c has(S,M).\",S) :- p.\n\
             has(cell(0,0),wall).\n{ has(S,lamp) : site(S) }.\n:~ p. [1]\n#minimize { 1 : p }.\n",
        );
        assert_eq!(
            told,
            [
                "rules.lp, line 2, column 1: `__concept` is a name of the house; begin yours with a \
                 letter",
                "rules.lp, line 5, column 1: the house says what `has` is; rules only read it",
                "rules.lp, line 6, column 1: the house says what `has` is; rules only read it",
                "rules.lp, line 7, column 1: :~ would change what counts as the smallest change of a \
                 level",
                "rules.lp, line 8, column 1: #minimize would change what counts as the smallest \
                 change of a level",
            ]
        );
    }

    #[test]
    fn rules_that_only_read_are_let_be() {
        let rules = "{ play(S,lamp) } :- site(S), not has(S,_).\n\
                     free(S) :- site(S),\n    has(S,M), n(1..3).\n\
                     1 { play(S,M) : has(S,M) } 1 :- board(_,_).\n";
        assert_eq!(told(rules), Vec::<String>::new());
        // The atoms that distinguish solutions belong to the house.
        assert_eq!(told("__play(A) :- play(A).\n").len(), 1);
    }
}
