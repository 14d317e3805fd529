//! Files of the sites' program, pzprv3: a header, and lines for the board.

use std::collections::VecDeque;

/// The parts of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The sites' name for the type of puzzle.
    pub kind: String,
    /// Version of the type's own format.
    pub version: u32,
    pub cols: u16,
    pub rows: u16,
    /// The lines of the board, with their numbers in the file; answers may follow.
    pub lines: VecDeque<(usize, String)>,
    /// The text after `info:`: the author and more, as JSON.
    pub info: Option<String>,
    /// Number of addresses after the board.
    pub addresses: usize,
}

/// The reason why a text is not a valid file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct FileFault {
    /// Counted from 1.
    pub line: usize,
    pub why: String,
}

/// The start of files.
const HEAD: &str = "pzprv3";

/// Maximum side of a board.
const LARGEST: u16 = 120;

/// A type with square boards, whose size is a single number.
const SQUARE: &str = "sudoku";

impl PuzzleFile {
    /// Returns the type of the puzzle, if a text is a file, or an address that contains a whole file.
    pub fn kind_of(text: &str) -> Option<String> {
        // Most texts are not files, and long ones are checked often.
        let first = text.trim_start().lines().next()?;
        (first.contains(HEAD) || first.starts_with("v:")).then_some(())?;
        // A file in one line is the whole text, or an item of a list.
        (!is_line(first) || text.trim().lines().count() == 1).then_some(())?;
        let lines = lines(text);
        let begins = lines.iter().position(|line| is_head(line))?;
        // A line before the head names a variant.
        (begins == 0 || begins == 1 && lines.first()?.starts_with("v:")).then_some(())?;
        lines.into_iter().nth(begins + 1).filter(|kind| !kind.is_empty())
    }

    /// Splits a text into files, each with the number of its first line, from 0.
    pub fn parts(text: &str) -> Vec<(usize, &str)> {
        let is_list = text.trim_start().lines().next().is_some_and(is_line);
        let mut parts: Vec<(usize, &str)> = Vec::new();
        let (mut begins, mut first, mut at, mut before) = (0, 0, 0, "");
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let trimmed = line.trim();
            let is_next = match is_list {
                true => !trimmed.is_empty(),
                // The line before a head may name a variant.
                false => trimmed.starts_with("v:") || is_head(trimmed) && !before.starts_with("v:"),
            };
            let part = text.get(begins..at).unwrap_or_default();
            if is_next && !part.trim().is_empty() {
                parts.push((first, part));
                (begins, first) = (at, number);
            }
            (at, before) = (at + line.len(), trimmed);
        }
        parts.push((first, text.get(begins..).unwrap_or_default()));
        parts
    }

    /// Reads a file; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Result<Self, FileFault>> {
        let kind = Self::kind_of(text)?;
        Some(Self::read_lines(kind, lines(text)))
    }

    fn read_lines(kind: String, lines: Vec<String>) -> Result<Self, FileFault> {
        let mut lines: VecDeque<(usize, String)> =
            lines.into_iter().enumerate().map(|(at, line)| (at + 1, line)).collect();
        let mut next = || lines.pop_front().unwrap_or_default();
        let (line, head) = next();
        if head.starts_with("v:") {
            let why = "variants of a type (`v:`) are not read".to_owned();
            return Err(FileFault { line, why });
        }
        let version = head.strip_prefix(HEAD).and_then(|rest| rest.strip_prefix('.'));
        next();
        let mut side = || {
            let (line, text) = next();
            let side = text.parse().ok().filter(|side| (1..=LARGEST).contains(side));
            let why = "the file has no size: a line for the rows, and one for the columns";
            side.ok_or_else(|| FileFault { line, why: why.to_owned() })
        };
        let rows = side()?;
        let cols = if kind == SQUARE { rows } else { side()? };
        let ends = |line: &str| {
            ["http://", "https://", "info:{", "history:{", "__HISTORY__"]
                .iter()
                .any(|end| line.starts_with(end))
        };
        let end = lines.iter().position(|(_, line)| ends(line)).unwrap_or(lines.len());
        let rest: Vec<String> = lines.drain(end..).map(|(_, line)| line).collect();
        let addresses = rest.iter().filter(|line| line.starts_with("http")).count();
        let info = rest.join("\n").strip_prefix("info:").map(str::to_owned);
        let version = version.and_then(|version| version.parse().ok()).unwrap_or(0);
        Ok(Self { kind, version, cols, rows, lines, info, addresses })
    }

    /// Returns the file as text.
    pub fn written(&self) -> String {
        let Self { kind, version, cols, rows, .. } = self;
        let head = if *version > 0 { format!("{HEAD}.{version}") } else { HEAD.to_owned() };
        let size = if kind == SQUARE { rows.to_string() } else { format!("{rows}\n{cols}") };
        let lines: String = self.lines.iter().map(|(_, line)| format!("{line}\n")).collect();
        format!("{head}\n{kind}\n{size}\n{lines}")
    }
}

/// True if a line, perhaps an address, contains a whole file, with slashes for line breaks.
fn is_line(line: &str) -> bool {
    line.contains('/') && line.contains(HEAD)
}

fn is_head(line: &str) -> bool {
    line.strip_prefix(HEAD).is_some_and(|rest| {
        rest.strip_prefix('.')
            .map_or(rest, |version| version.trim_start_matches(char::is_numeric))
            .is_empty()
    })
}

/// Returns the lines of a file. In an address, slashes separate them.
fn lines(text: &str) -> Vec<String> {
    let text = text.trim_start();
    let first = text.lines().next().unwrap_or_default().trim_end();
    let address = first.split_once('?').filter(|(site, _)| site.contains("/p"));
    let query = address.map(|(_, query)| match query.split_once('&') {
        Some((setting, rest)) if setting.contains('=') => rest,
        _ => query,
    });
    match query {
        Some(query) => split(&plain(query)),
        None if first.contains('/') => split(first),
        None => text.lines().map(|line| line.trim_end().to_owned()).collect(),
    }
}

fn split(text: &str) -> Vec<String> {
    text.split('/').map(|line| line.trim_end().to_owned()).collect()
}

/// Decodes letters that browsers have percent-encoded: `%20` for a space.
pub(crate) fn plain(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut plain = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let code = piece.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        match code {
            Some(code) => {
                plain.push(code);
                plain.extend(piece.bytes().skip(2));
            }
            None => {
                plain.push(b'%');
                plain.extend(piece.bytes());
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_apart_and_written_again() {
        let text = "pzprv3.1\nlits\n2\n3\n0 1 \n0 0 \n1 1 0 \n. . . \n";
        let file = PuzzleFile::read(text).expect("a file").expect("one that can be read");
        assert_eq!((file.kind.as_str(), file.version, file.cols, file.rows), ("lits", 1, 3, 2));
        assert_eq!(file.lines.front(), Some(&(5, "0 1".to_owned())));
        assert_eq!(file.written().replace(' ', ""), text.replace(' ', ""));
        for address in [
            "http://pzv.jp/p.html?pzprv3.1/lits/2/3/0%201%20/0%200%20/1%201%200%20/.%20.%20.%20/",
            "https://puzz.link/p?type=editor&pzprv3.1/lits/2/3/0%201%20/0%200%20/1%201%200%20/",
            "pzprv3.1/lits/2/3/0 1 /0 0 /1 1 0 /",
        ] {
            let other = PuzzleFile::read(address).expect(address).expect("one that can be read");
            assert_eq!((other.version, other.cols, other.rows), (1, 3, 2));
            let lines = |file: &PuzzleFile| -> Vec<String> {
                file.lines.iter().take(3).map(|(_, line)| line.clone()).collect()
            };
            assert_eq!(lines(&other), lines(&file));
        }
    }

    #[test]
    fn what_is_no_file_is_left_and_a_broken_one_says_why() {
        for text in ["", "pzprv3", "pzprv4\nlits\n2\n2\n", "https://puzz.link/p?lits/2/2/00"] {
            assert_eq!(PuzzleFile::read(text), None, "{text}");
        }
        let fault = |text: &str| PuzzleFile::read(text).expect("a file").expect_err(text);
        assert_eq!(fault("pzprv3\nlits\n2\nx\n").line, 4);
        assert_eq!(fault("v:new\npzprv3\nlits\n2\n2\n").line, 1);
    }

    #[test]
    fn several_files_are_taken_apart() {
        let file = "pzprv3\nlits\n1\n1\n0\n";
        let parts = |text: &str| -> Vec<(usize, String)> {
            let parts = PuzzleFile::parts(text).into_iter();
            parts.map(|(line, text)| (line, text.trim().to_owned())).collect()
        };
        let one = file.trim().to_owned();
        assert_eq!(parts(file), [(0, one.clone())]);
        let variant = "v:x\npzprv3\nlits\n1\n1\n0";
        assert_eq!(
            parts(&format!("{file}{file}\n{variant}")),
            [(0, one.clone()), (5, one.clone()), (11, variant.to_owned())]
        );
        let line = "pzprv3/lits/1/1/0 /";
        assert_eq!(
            parts(&format!("{line}\n\n{line}\n")),
            [(0, line.to_owned()), (2, line.to_owned())]
        );
        assert_eq!(PuzzleFile::kind_of(&format!("{line}\nhttps://puzz.link/p?lits/1/1/0")), None);
        assert_eq!(PuzzleFile::kind_of(&format!("{line}\n")).as_deref(), Some("lits"));
    }

    #[test]
    fn what_follows_the_board_is_kept_apart() {
        let text = "pzprv3\nsudoku\n4\n. . . 1\ninfo:{\n \"metadata\": {}\n}\n";
        let file = PuzzleFile::read(text).expect("a file").expect("one that can be read");
        assert_eq!((file.cols, file.rows, file.lines.len()), (4, 4, 1));
        assert_eq!(file.info.as_deref(), Some("{\n \"metadata\": {}\n}"));
    }
}
