//! The licences of all parts linked into the program, as listed in `assets/licences.txt`.
//!
//! That file is written and checked by `tests/command_line/licences.rs`; it uses Debian's format for copyright
//! files, so that the package ships it unchanged.

/// The whole list.
pub const LICENCES: &str = include_str!("../../assets/licences.txt");

/// A library, a font or another part of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkedPart {
    /// Its name with its version, such as `clap-4.6.1`.
    pub name: String,
    pub copyright: Vec<String>,
    /// The names of its licences, as in the paragraphs with their texts.
    pub licence: String,
    /// Its origin; empty if unknown.
    pub source: String,
}

/// Returns all parts in their order, this program first.
pub fn linked_parts() -> Vec<LinkedPart> {
    LICENCES.split("\n\n").filter_map(part).collect()
}

fn part(paragraph: &str) -> Option<LinkedPart> {
    let files = paragraph.strip_prefix("Files: ")?.lines().next()?;
    let name = match files.trim_end_matches("/*") {
        "*" => "foolproof",
        name => name,
    };
    let mut part = LinkedPart { name: name.to_owned(), ..LinkedPart::default() };
    let mut field = "";
    for line in paragraph.lines().skip(1) {
        let words = match (line.strip_prefix(' '), line.split_once(": ")) {
            (Some(more), _) => more,
            (None, Some((name, words))) => {
                field = name;
                words
            }
            _ => continue,
        };
        match field {
            "Copyright" => part.copyright.push(words.trim().to_owned()),
            "License" => part.licence = words.to_owned(),
            "Comment" => part.source = words.to_owned(),
            _ => {}
        }
    }
    Some(part)
}

/// Returns the names of the licences in such an expression.
pub fn licence_names(expression: &str) -> impl Iterator<Item = &str> {
    expression.split(' ').filter(|word| !matches!(*word, "and" | "or" | ""))
}

/// Returns the text of a licence by its name.
pub fn licence_text(name: &str) -> Option<String> {
    let paragraphs = LICENCES.split("\n\n");
    let mut texts = paragraphs.filter_map(|text| text.strip_prefix("License: "));
    let text = texts.find(|text| text.lines().next() == Some(name))?;
    let lines = text.lines().skip(1).map(|line| match line {
        " ." => "",
        line => line.strip_prefix(' ').unwrap_or(line),
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}
