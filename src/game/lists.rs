//! Lists within marks: `runs(list(3,1))` has the numbers 3 and 1, in this order.
//!
//! Rules cannot take apart terms of any length, so each list comes with facts about its items.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use foolproof_kernel::split;
use foolproof_level::Mark;

/// Functor of lists among the parts of a mark.
const LIST: &str = "list";

/// Returns the items of a list; `None` for any other term.
pub fn list_items(term: &str) -> Option<Vec<&str>> {
    match split(term) {
        (LIST, items) if !items.is_empty() => Some(items),
        _ => None,
    }
}

/// Builds the list of these items.
pub fn list_of<A: AsRef<str>>(items: &[A]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    format!("{LIST}({})", items.join(","))
}

/// Writes facts about the lists in these marks.
pub fn list_facts<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> String {
    let lists: BTreeSet<&str> =
        marks.into_iter().flat_map(Mark::args).filter(|part| list_items(part).is_some()).collect();
    let mut facts = String::new();
    for list in lists {
        let items = list_items(list).unwrap_or_default();
        let _ = writeln!(facts, "__length({list},{}).", items.len());
        for (number, item) in (1..).zip(items) {
            let _ = writeln!(facts, "__item({list},{number},{item}).");
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_name_each_list_once() {
        let marks: Vec<Mark> = ["runs(list(3,1))", "sum(list(3,1),e)", "wall", "clue(4)"]
            .iter()
            .filter_map(|word| word.parse().ok())
            .collect();
        let facts = "__length(list(3,1),2).\n__item(list(3,1),1,3).\n__item(list(3,1),2,1).\n";
        assert_eq!(list_facts(&marks), facts);
        assert_eq!(list_of(&["3", "1"]), "list(3,1)");
        assert_eq!(list_items("list"), None);
    }
}
