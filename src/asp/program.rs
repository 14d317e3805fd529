//! Programs: named sources. clingo reads each separately, so that every message can be traced to
//! its source and line.
//!
//! Refuses by name what an untrusted program must not do: `#include` reads any file, `#script` runs code,
//! `@f(x)` silently has no value. The words are found before clingo sees the text, since it opens an included
//! file while it parses.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::Located;
use super::lexer::{self, Token, TokenKind};

/// A named text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub text: Arc<str>,
    /// The limits of these rules, if they are definitions.
    pub(crate) defines: Option<Definitions>,
}

/// Permissions of a user's rules: they define one atom, with names of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Definitions {
    /// The atom that they have to define.
    pub wanted: String,
    /// Names of other sources that they may use: those that mean the same in every program with these rules.
    pub asks: Vec<String>,
    /// Names that they may not define, besides those of the other sources.
    pub taken: Vec<String>,
}

/// Texts that form one program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    pub sources: Vec<Source>,
}

impl Program {
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        self.sources.push(Source { name: name.into(), text: text.into(), defines: None });
        self
    }

    /// Adds rules that may define an atom, with names of their own, and change nothing else.
    #[must_use]
    pub fn with_definitions(
        mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        defines: Definitions,
    ) -> Self {
        let (name, text) = (name.into(), text.into());
        self.sources.push(Source { name, text, defines: Some(defines) });
        self
    }

    /// Joins all sources into one text, as clingo reads it; each starts on a line of its own.
    pub fn joined(&self) -> String {
        let mut joined = String::new();
        for source in &self.sources {
            joined.push_str(&source.text);
            if !source.text.ends_with('\n') {
                joined.push('\n');
            }
        }
        joined
    }

    /// Returns each source separately for clingo: an unfinished statement must not swallow the beginning of the
    /// next source. Leading empty lines keep the line numbers of the joined text.
    pub(super) fn parts(&self) -> impl Iterator<Item = String> {
        let mut before = 0;
        self.sources.iter().map(move |source| {
            let part = "\n".repeat(before) + &source.text;
            before += n_lines(&source.text);
            part
        })
    }

    /// Locates a message that clingo logged while it read the part with this number. clingo reports something
    /// missing at the end of a part on the line after it; this moves it back to the end.
    pub(super) fn read_message_of(&self, part: usize, message: &str) -> Located {
        let lines = |sources: &[Source]| sources.iter().map(|source| n_lines(&source.text)).sum();
        let end: usize = self.sources.get(..=part).map_or(usize::MAX, lines);
        match LogMessage::read(message) {
            Some(LogMessage { line, text, .. }) if line > end => {
                let source = self.sources.get(part).map_or("", |source| &source.text);
                let column = source.lines().last().map_or(0, str::len) + 1;
                self.locate(end, column, &self.plain(&text))
            }
            _ => self.read_message(message),
        }
    }

    /// Returns the signatures of `#project` statements, such as `play/2`.
    pub(super) fn projected(&self) -> impl Iterator<Item = &str> {
        let lines = self.sources.iter().flat_map(|source| source.text.lines());
        lines.filter_map(|line| line.strip_prefix("#project ")?.strip_suffix('.'))
    }

    /// Returns the index of the source from which a line of the joined text (from 1) came.
    pub(super) fn source_at(&self, line: usize) -> Option<usize> {
        let mut end = 0;
        self.sources.iter().position(|source| {
            end += n_lines(&source.text);
            line <= end
        })
    }

    /// Returns the source, and the line in it, from which a line of the joined text (from 1) came.
    fn origin(&self, line: usize) -> Option<(&Source, usize)> {
        let Some(at) = self.source_at(line) else {
            let last = self.sources.last()?;
            return Some((last, n_lines(&last.text)));
        };
        let before: usize = self.sources.iter().take(at).map(|source| n_lines(&source.text)).sum();
        Some((self.sources.get(at)?, line.saturating_sub(before).max(1)))
    }

    /// Converts a position in the joined text with a column in bytes to a position in its source with a column
    /// in characters.
    pub(super) fn locate(&self, line: usize, column: usize, text: &str) -> Located {
        match self.origin(line) {
            Some((source, at)) => {
                let excerpt = source.text.lines().nth(at - 1).unwrap_or_default().to_owned();
                // Something missing after the last line is reported at its end.
                let all: usize = self.sources.iter().map(|source| n_lines(&source.text)).sum();
                let column = if line > all { excerpt.len() + 1 } else { column };
                let before = excerpt.char_indices().filter(|(at, _)| at + 1 < column).count();
                let (source, text) = (source.name.clone(), text.trim().to_owned());
                Located { source, line: at, column: before + 1, text, excerpt }
            }
            None => Located::nowhere(text.trim().to_owned()),
        }
    }

    /// Converts a message of clingo's log.
    pub(super) fn read_message(&self, message: &str) -> Located {
        match LogMessage::read(message) {
            Some(LogMessage { line, column, text }) => {
                self.locate(line, column, &self.plain(&text))
            }
            None => Located::nowhere(message.trim().replace('\n', " ")),
        }
    }

    /// Removes clingo's internals from a message: lines of the joined text, and its own atoms.
    fn plain(&self, text: &str) -> String {
        let text = text.replace("[#inc_base];", "").replace("[#inc_base]", "");
        let mut parts = text.split("<block>:");
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (line, rest) = part.split_at(digits);
            match line.parse().ok().and_then(|line| self.origin(line)) {
                Some((source, line)) => {
                    let rest =
                        rest.trim_start_matches(|c: char| c.is_ascii_digit() || ":-".contains(c));
                    plain.push_str(&format!("{}, line {line}:{rest}", source.name));
                }
                None => plain.push_str(part),
            }
        }
        plain
    }

    /// True if a name occurs in the code of any source, ignoring comments and strings.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.sources.iter().any(|source| uses_name(&source.text, word))
    }

    /// Refuses forbidden words, and comments and strings without an end, which would reach into the next
    /// source.
    pub fn check(&self) -> Result<(), Vec<Located>> {
        let mut found: Vec<Located> =
            self.sources.first().into_iter().filter_map(numbers).collect();
        found.extend(self.sources.iter().flat_map(forbidden));
        if found.is_empty() { Ok(()) } else { Err(found) }
    }
}

/// A message of clingo's log at a place of the joined text.
struct LogMessage {
    line: usize,
    /// In bytes, from 1.
    column: usize,
    text: String,
}

impl LogMessage {
    /// Reads a message whose first line begins with `<block>:3:5-6:`, or with `<string>:` if it was only parsed.
    fn read(message: &str) -> Option<Self> {
        let rest = message.strip_prefix("<block>:").or(message.strip_prefix("<string>:"))?;
        let (line, rest) = rest.split_once(':')?;
        let (columns, text) = rest.split_once(": ")?;
        let column = columns.split(['-', ':']).next()?.parse().ok()?;
        let line = line.split('-').next()?.parse().ok()?;
        let text = text.trim().trim_start_matches("error: ").trim_start_matches("info: ");
        Some(Self { line, column, text: text.replace('\n', " ") })
    }
}

/// Number of lines of a text in the joined one, where even an empty text has a line.
fn n_lines(text: &str) -> usize {
    text.lines().count().max(1)
}

/// True if a name occurs in the code of a text.
pub(crate) fn uses_name(text: &str, word: &str) -> bool {
    lexer::tokens(text).0.iter().any(|token| token.kind == TokenKind::Name && token.text == word)
}

/// Returns all names in the code of a text.
pub fn names(text: &str) -> BTreeSet<String> {
    let tokens = lexer::tokens(text).0.into_iter();
    tokens
        .filter(|token| token.kind == TokenKind::Name)
        .map(|token| token.text.to_owned())
        .collect()
}

/// Forbidden words of a program, with the reasons.
const FORBIDDEN: [(&str, &str); 5] = [
    ("#include", "#include is not allowed: it reads any file"),
    ("#script", "#script is not allowed: it runs code"),
    ("#external", "#external is not allowed: the solver would silently take it as false"),
    ("#program", "#program is not allowed: only the part `base` is solved"),
    ("#theory", "#theory is not allowed: the solver has no theories"),
];

/// Says what a user's rules change beyond their own predicates: the set of solutions, their costs, or constants
/// that other sources use as names.
pub fn meddling(own: &str, others: &Program) -> Option<String> {
    let (tokens, _) = lexer::tokens(own);
    tokens.iter().zip(tokens.iter().skip(1)).find_map(|(token, next)| match token.text {
        "#project" => Some(
            "#project is not allowed: it would change what counts as another solution".to_owned(),
        ),
        word @ ("#minimize" | "#minimise" | "#maximize" | "#maximise") => Some(format!(
            "{word} is not allowed: it would change what counts as the smallest change of a level"
        )),
        ":" if next.text == "~" && next.at == token.at + 1 => Some(
            ":~ is not allowed: it would change what counts as the smallest change of a level"
                .to_owned(),
        ),
        "#const" if others.mentions(next.text) => {
            Some(format!("#const {0} is not allowed: the game's rules use {0}", next.text))
        }
        _ => None,
    })
}

/// Creates a message about a byte of a source.
fn at_byte(source: &Source, at: usize, text: &str) -> Located {
    let before = source.text.get(..at).unwrap_or_default();
    let begins = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    Located {
        source: source.name.clone(),
        line,
        column: source.text.get(begins..at).map_or(0, |before| before.chars().count()) + 1,
        text: text.to_owned(),
        excerpt: source.text.lines().nth(line - 1).unwrap_or_default().to_owned(),
    }
}

fn forbidden(source: &Source) -> Vec<Located> {
    let (tokens, slip) = lexer::tokens(&source.text);
    let mut found = Vec::new();
    let mut before = None;
    for token in tokens {
        let keyword = FORBIDDEN.iter().find(|(word, _)| token.text == *word);
        if let Some((_, why)) = keyword.filter(|_| token.kind == TokenKind::Keyword) {
            found.push(at_byte(source, token.at, why));
        }
        if token.text == "@" && !before.is_some_and(ends_term) {
            let why = "a call with @ is not allowed: there are no scripts here";
            found.push(at_byte(source, token.at, why));
        }
        // `0xff` is one number for clingo, but a digit followed by a name here.
        let zero: Option<Token<'_>> =
            before.filter(|zero| zero.text == "0" && zero.at + 1 == token.at);
        let number = match (token.kind, zero) {
            (TokenKind::Value, _) => token.text.to_owned(),
            (TokenKind::Name, Some(_)) => format!("0{}", token.text),
            _ => String::new(),
        };
        if is_too_large(&number) {
            let why = "numbers only go to 2147483647: clingo would read a different one";
            found.push(at_byte(source, token.at, why));
        }
        before = Some(token);
    }
    found.extend(slip.map(|slip| at_byte(source, slip.at, slip.why)));
    if let Some(at) = source.text.find('\0') {
        found.push(at_byte(source, at, "a NUL character is not allowed"));
    }
    found
}

/// True if a number is too large; clingo silently uses its last 32 bits.
fn is_too_large(text: &str) -> bool {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0o") => (&text[2..], 8),
        Some("0b") => (&text[2..], 2),
        _ => (text, 10),
    };
    text.starts_with(|c: char| c.is_ascii_digit()) && i32::from_str_radix(digits, radix).is_err()
}

/// True if a term can end with the token: then a following `@` names the priority of a weight, and does not
/// begin a call.
fn ends_term(token: Token<'_>) -> bool {
    match token.kind {
        TokenKind::Name => token.text != "not",
        TokenKind::Value | TokenKind::Text => true,
        TokenKind::Keyword => matches!(token.text, "#inf" | "#infimum" | "#sup" | "#supremum"),
        TokenKind::Sign => matches!(token.text, ")" | "_"),
    }
}

/// Refuses numeric ground programs, which clingo accepts instead of rules: forbidden words in them would not be
/// found.
fn numbers(source: &Source) -> Option<Located> {
    let digit = source.text.strip_prefix("asp ")?.starts_with(|c: char| c.is_ascii_digit());
    digit.then(|| at_byte(source, 0, "a ground program (the aspif format) is not read here"))
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::ffi::tree::{NodeKind, SyntaxNode, parse_all};

    fn program(text: &str) -> Program {
        Program::default().with("test.lp", text)
    }

    /// Pieces for random comments, strings and words.
    const PIECES: [&str; 44] = [
        "%", "%*", "*%", "*", "%%", "#!", "#", "!", "\"", "\\", "\\\"", "\\\\", "\\n", "\\t", "'",
        " ", "\n", "\n", "\r", "\t", "a.", "b", "X", "_", "1", "(", ")", "/", "..", ";", ":-", "@",
        "é", "&x{", "}", "{", "#show ", "#end.", "#sum", "not", "#inf", ",", "asp 1 0 0", "|",
    ];

    fn mixed(rng: &mut fastrand::Rng, forbidden: &str) -> String {
        let (n, at) = (rng.usize(1..14), rng.usize(..14));
        let mut text = String::new();
        for place in 0..n {
            if place == at % n {
                text.push_str(forbidden);
            }
            text.push_str(PIECES[rng.usize(..PIECES.len())]);
        }
        text
    }

    fn has(nodes: &[SyntaxNode], wanted: &dyn Fn(&SyntaxNode) -> bool) -> bool {
        nodes.iter().any(|node| {
            let below = node.children.iter().any(|(_, child)| {
                wanted(child) || child.children.iter().any(|(_, node)| wanted(node))
            });
            wanted(node) || below
        })
    }

    /// Words with which clingo would read another file, obey or call are refused before it sees them: random
    /// texts, read by clingo's own parser.
    #[test]
    fn what_clingo_would_obey_is_refused_however_it_is_wrapped() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("leak.lp");
        std::fs::write(&path, "leaked. leaked :- ").expect("written");
        let include = format!("#include \"{}\".", path.display());
        let mut rng = fastrand::Rng::with_seed(17);
        let (mut opened, mut passed) = (0, 0);
        for _ in 0..30_000 {
            let (words, kind) = match rng.u32(..6) {
                0..=3 => (include.as_str(), NodeKind::Rule),
                4 => ("#external e.", NodeKind::External),
                _ => ("&x { 1 }.", NodeKind::Theory),
            };
            let text = mixed(&mut rng, words);
            let refused = program(&text).check().is_err();
            passed += usize::from(!refused);
            let (nodes, said, _) = parse_all(&text);
            let obeyed = match kind {
                NodeKind::Rule => {
                    has(&nodes, &|node| node.name == "leaked")
                        || said.iter().any(|(_, said)| said.contains("leak.lp:"))
                }
                NodeKind::External => has(&nodes, &|node| node.kind == kind),
                // Allowed: without its definition clingo does not ground it.
                _ => false,
            };
            opened += usize::from(obeyed);
            assert!(refused || !obeyed, "{text:?}");
        }
        assert!(opened > 3000 && passed > 3000, "{opened} were read, {passed} passed");
    }

    #[test]
    fn tricks_around_forbidden_words_are_refused_at_their_place() {
        for (text, place, words) in [
            ("a.\n#! \" \n#include \"x\".", (3, 1), "#include"),
            ("%* %* *% *% #include \"x\". %* \" *%", (1, 13), "#include"),
            ("%* % *%\n*% #include \"x\".", (2, 4), "#include"),
            ("a(\"\\t #include \\\"x\\\". \").", (1, 3), "string"),
            ("a(\"\n#include \"x\". b(\").", (1, 3), "string"),
            ("a. %* b.", (1, 4), "comment"),
            (" #include <incmode>.", (1, 2), "#include"),
            ("#program p(k).", (1, 1), "#program"),
            ("a :- not@f(1) = 2.", (1, 9), "call"),
            ("#theory t { }.", (1, 1), "#theory"),
            ("asp 1 0 0\n0\n", (1, 1), "aspif"),
        ] {
            let found = program(text).check().expect_err(text);
            let at: Vec<(usize, usize)> = found.iter().map(|at| (at.line, at.column)).collect();
            assert!(at.contains(&place), "{text:?}: {found:?}");
            assert!(found.iter().any(|found| found.text.contains(words)), "{text:?}: {found:?}");
        }
        for text in [
            "a. % #include \"x\".",
            "a(\"#include \\\"x\\\".\").",
            "%* %* *% #include \"x\". *% a.",
            "#! #include\na.",
            "%* \" *% a.",
            "{ a }. :~ a. [1@2] #minimize { X@1,X : X = #sup }.",
        ] {
            assert_eq!(program(text).check(), Ok(()), "{text:?}");
        }
    }

    /// A comment that one source leaves open would hide the beginning of the next.
    #[test]
    fn no_source_reaches_into_the_next() {
        let program =
            Program::default().with("one", "a. %*").with("two", "*% #include \"x\". %* *%");
        let found = program.check().expect_err("refused");
        assert_eq!((found[0].source.as_str(), found[0].line, found[0].column), ("one", 1, 4));
    }

    #[test]
    fn messages_speak_of_sources_and_of_nothing_that_is_clingos_own() {
        let program = Program::default().with("one", "a.\n#const n = 1.").with("two", "b.\nc.");
        let said =
            "<block>:4:1-9: error: redefinition of constant:\n  <block>:2:1-14: note: here\n";
        let told = program.read_message(said).to_string();
        assert_eq!(
            told,
            "two, line 2, column 1: redefinition of constant:   one, line 2: note: here — `c.`"
        );
        let said = "<block>:3:1-9: error: variables without a value in:\n  a(X):-[#inc_base];b.\n";
        assert!(program.read_message(said).to_string().contains("a(X):-b."));
    }

    #[test]
    fn own_rules_meddle_with_nothing() {
        let game = program("side(e). cell(1..n). % const");
        for (own, word) in [
            ("wanted. #project a/1.", "#project"),
            ("wanted. #minimize { 1 : a }.", "#minimize"),
            ("wanted. :~ a. [1]", ":~"),
            ("#const e = w. wanted.", "#const e"),
        ] {
            let why = meddling(own, &game).expect(own);
            assert!(why.contains(word), "{why}");
        }
        for own in ["#const k = 2. wanted :- a(k).", "wanted :- b : ~X = 2, x(X). % #project"] {
            assert_eq!(meddling(own, &game), None, "{own}");
        }
    }
}
