//! Files of other Sudoku programs: 81-character lines, SadMan's `.sdm` and `.sdk`, puzz.link.

use crate::grid::{Grid, digit_marks};
use crate::shape::GridShape;
use foolproof_game::{
    Format, FormatError, FormatFault, first_link, note_unread, numbered, write_lines,
};
use foolproof_level::{Board, Level, Place, Play};
use foolproof_links::{Address, Clue, CodingFault, Letters, coding, read_bare};

/// The digit of a character; 0 for an empty cell.
fn digit_of(character: char) -> Option<u8> {
    match character {
        '.' | '0' | '_' | '*' => Some(0),
        '1'..='9' => character.to_digit(10).and_then(|digit| u8::try_from(digit).ok()),
        _ => None,
    }
}

/// The level with these digits, row by row; or the index of a wrong digit, and the reason.
pub(super) fn level_of(digits: &[u8]) -> Result<Level, (usize, String)> {
    let Some(shape) = GridShape::of_cells(digits.len()) else {
        let why = format!(
            "{} cells do not make a Sudoku; it has 81, or 36 for 6x6, or 16 for 4x4",
            digits.len()
        );
        return Err((digits.len(), why));
    };
    let mut level = Level::open("sudoku", shape.board());
    let marks = digit_marks(shape.n);
    for (cell, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        if usize::from(*digit) > shape.n {
            return Err((cell, format!("the digits of this board go from 1 to {}", shape.n)));
        }
        level.paint(shape.site(cell), marks.get(usize::from(digit - 1)).cloned());
    }
    Ok(level)
}

/// A row of characters as a level; an error gives the column.
fn level_of_line(text: &str, line: usize) -> Result<Level, FormatError> {
    let mut digits = Vec::new();
    for (at, character) in text.chars().enumerate() {
        let digit = digit_of(character).ok_or_else(|| {
            FormatError::at(
                line,
                at + 1,
                format!("`{character}` is neither a digit nor `.` for an empty cell"),
            )
        })?;
        digits.push(digit);
    }
    level_of(&digits).map_err(|(at, why)| FormatError::at(line, at + 1, why))
}

/// The digits of a level; an error says why these formats cannot express it.
fn line_of(level: &Level, empty: char) -> Result<String, FormatFault> {
    let grid = Grid::plain(level).map_err(|error| error.to_string())?;
    if let Some((site, _)) = level.marks().find(|(site, _)| site.place != Place::Cell) {
        return Err(format!("{} is not a cell", site.name()).into());
    }
    let cells = grid.given.iter().take(grid.shape.cells());
    let digit = |digit: &u8| char::from_digit(u32::from(*digit), 10).filter(|d| *d != '0');
    Ok(cells.map(|held| digit(held).unwrap_or(empty)).collect())
}

/// Lines with content, with their numbers; `#` begins a comment.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Separators between a puzzle and its solution and other words in a line.
const SEPARATORS: [char; 5] = [':', ',', ' ', '\t', ';'];

/// The first part of a line: a puzzle.
fn head(line: &str) -> &str {
    line.split(SEPARATORS).next().unwrap_or(line)
}

/// A puzzle, and the rest of its line: a solution is the intended one, other words are notes.
fn level_with_words(line: &str, number: usize) -> Result<Level, FormatError> {
    let mut words = line.split(SEPARATORS).filter(|word| !word.is_empty());
    let mut level = level_of_line(words.next().unwrap_or_default(), number)?;
    let mut notes = Vec::new();
    for word in words {
        match solution_of(&level, word) {
            Some(play) if level.intended.is_none() => level.intended = Some(play),
            _ => notes.push(word),
        }
    }
    level.notes = notes.join(" ");
    Ok(level)
}

/// The play of a word of digits, if it agrees with the given ones.
fn solution_of(level: &Level, word: &str) -> Option<Play> {
    let digits: Vec<u8> = word.chars().map(digit_of).collect::<Option<_>>()?;
    let full = level_of(&digits).ok().filter(|full| full.board == level.board)?;
    let is_full = digits.iter().all(|digit| *digit > 0);
    let agrees = level.marks().all(|(site, mark)| full.mark(site) == Some(mark));
    (is_full && agrees).then_some(())?;
    let open = full.marks().filter(|(site, _)| level.mark(*site).is_none());
    Some(Play(open.map(|(site, mark)| (site, mark.clone())).collect()))
}

fn looks_like_cells(line: &str) -> bool {
    let length = line.chars().count();
    // For a row of cells with a small error, a reason is better than an unknown format.
    length >= 14 && line.chars().all(|c| digit_of(c).is_some())
}

fn read_lines(text: &str) -> Vec<Result<Level, FormatError>> {
    named(lines(text).map(|(number, line)| level_with_words(line, number)))
}

/// Levels with the numbers that they have in their file.
fn named(
    read: impl Iterator<Item = Result<Level, FormatError>>,
) -> Vec<Result<Level, FormatError>> {
    numbered(read, "Puzzle", "there is no puzzle")
}

/// A puzzle a line, its cells row by row.
pub(crate) struct PuzzleALine;

impl Format for PuzzleALine {
    fn id(&self) -> &'static str {
        "sudoku-lines"
    }

    fn name(&self) -> &'static str {
        "Sudoku lines (81 characters each)"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["txt", "sudoku"]
    }

    fn recognises(&self, text: &str) -> bool {
        lines(text).next().is_some_and(|(_, line)| looks_like_cells(head(line)))
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        read_lines(text)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| line_of(level, '.'))
    }
}

/// SadMan Software's collections: a puzzle a line, 0 for an empty cell.
pub(crate) struct Sdm;

impl Format for Sdm {
    fn id(&self) -> &'static str {
        "sdm"
    }

    fn name(&self) -> &'static str {
        "Sudoku collection (.sdm)"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["sdm"]
    }

    /// Only lines of text, so it must be named explicitly.
    fn recognises(&self, _: &str) -> bool {
        false
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        read_lines(text)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| line_of(level, '0'))
    }
}

/// SadMan Software's puzzles: lines of metadata that begin with `#` and a letter, then the rows.
pub(crate) struct Sdk;

/// Lines of metadata without a field of their own in a level.
const METADATA: [(char, &str); 4] =
    [('B', "Date"), ('S', "Source"), ('L', "Difficulty"), ('U', "Address")];

/// Start of the saved state of a game in such a file, after the puzzle.
const SECTION: char = '[';

impl Format for Sdk {
    fn id(&self) -> &'static str {
        "sdk"
    }

    fn name(&self) -> &'static str {
        "Sudoku puzzle (.sdk)"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["sdk"]
    }

    fn recognises(&self, text: &str) -> bool {
        let mut rows = text.lines().map(str::trim).filter(|line| {
            !line.is_empty() && !line.starts_with('#') && !line.starts_with(SECTION)
        });
        let row = |line: &str| {
            matches!(line.chars().count(), 4 | 6 | 9) && line.chars().all(|c| digit_of(c).is_some())
        };
        let begins = rows.clone().next().is_some_and(row) && rows.clone().nth(1).is_some_and(row);
        // Rows of dots alone could be those of a board of penguins.
        begins && rows.all(|line| !line.chars().all(|c| matches!(c, '.' | 'o' | 'O')) || row(line))
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        vec![read_sdk(text)]
    }

    fn holds_many(&self) -> bool {
        false
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let [level] = levels else {
            return Err(FormatError::at(
                1,
                1,
                "an .sdk file holds one puzzle; an .sdm file holds many",
            ));
        };
        let cells = line_of(level, '.').map_err(|why| why.at(1))?;
        let mut text = String::new();
        for (letter, value) in [('A', &level.author), ('N', &level.title)] {
            if !value.is_empty() {
                text.push_str(&format!("#{letter}{}\n", value.replace('\n', " ")));
            }
        }
        for note in level.notes.lines() {
            text.push_str(&format!("#C{note}\n"));
        }
        let cells: Vec<char> = cells.chars().collect();
        for row in cells.chunks(usize::from(level.board.cols).max(1)) {
            text.extend(row);
            text.push('\n');
        }
        Ok(text)
    }
}

fn read_sdk(text: &str) -> Result<Level, FormatError> {
    let (mut title, mut author, mut notes) = (String::new(), String::new(), Vec::new());
    let mut has_state = false;
    let (mut digits, mut rows, mut in_puzzle) = (Vec::new(), Vec::new(), true);
    for (at, line) in text.lines().enumerate() {
        let (number, line) = (at + 1, line.trim());
        if let Some(section) = line.strip_prefix(SECTION) {
            in_puzzle = section.to_ascii_lowercase().starts_with("puzzle");
        } else if let Some(meta) = line.strip_prefix('#') {
            let value = meta.get(1..).unwrap_or_default().trim().to_owned();
            match meta.chars().next() {
                Some('A') => author = value,
                Some('N') if title.is_empty() => title = value,
                Some('D' | 'C' | 'N') if !value.is_empty() => notes.push(value),
                Some(letter) if !value.is_empty() => {
                    let known = METADATA.iter().find(|(of, _)| *of == letter);
                    notes.push(known.map_or(value.clone(), |(_, name)| format!("{name}: {value}")));
                }
                _ => {}
            }
        } else if in_puzzle && !line.is_empty() {
            for (col, character) in line.chars().enumerate() {
                let why = || format!("`{character}` is neither a digit nor `.`");
                digits.push(
                    digit_of(character).ok_or_else(|| FormatError::at(number, col + 1, why()))?,
                );
            }
            rows.push((number, line.chars().count()));
        } else {
            has_state |= !line.is_empty();
        }
    }
    let side = rows.len();
    if let Some((number, length)) = rows.iter().find(|(_, length)| *length != side) {
        let why = format!("the puzzle has {side} rows, but this one has {length} cells");
        return Err(FormatError::at(*number, (*length).min(side) + 1, why));
    }
    let last = rows.last().map_or(1, |(number, _)| *number);
    let mut level = level_of(&digits).map_err(|(cell, why)| {
        let row = rows.get(cell / side.max(1)).map_or(last, |(number, _)| *number);
        FormatError::at(row, cell % side.max(1) + 1, why)
    })?;
    level.title = if title.is_empty() { "Puzzle 1".to_owned() } else { title };
    level.author = author;
    level.notes = notes.join("\n");
    if has_state {
        note_unread(&mut level, &["the state of a game".to_owned()]);
    }
    Ok(level)
}

/// Addresses of puzz.link: digits in hexadecimal, and a letter from g on for a run of empty cells.
pub(crate) struct PuzzLink;

/// The name of the game in addresses.
const KIND: &str = "sudoku";

/// The address in a line, which may begin with the type alone.
fn address(line: &str) -> Option<(usize, Result<Address, CodingFault>)> {
    let bare = line.strip_prefix(KIND).is_some_and(|rest| rest.starts_with('/'));
    let site = if bare { "puzz.link/p?" } else { "" };
    let word = format!("{site}{line}");
    (Address::kind_of(&word).as_deref() == Some(KIND)).then_some(())?;
    let read = Address::read(&word)?;
    let length = Address::unescaped(&word).len();
    let at = read.as_ref().map_or(0, |address| length.saturating_sub(address.body.len()));
    Some((at.saturating_sub(site.len()), read))
}

/// A text from its first line that is not a comment.
fn comments_off(text: &str) -> &str {
    let mut rest = text;
    while let Some((line, behind)) = rest.split_once('\n')
        && (line.trim().is_empty() || line.trim_start().starts_with('#'))
    {
        rest = behind;
    }
    rest
}

impl Format for PuzzLink {
    fn id(&self) -> &'static str {
        "puzz.link"
    }

    fn name(&self) -> &'static str {
        "puzz.link address"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["url"]
    }

    fn is_link(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        first_link(comments_off(text)).is_some_and(|line| address(line).is_some())
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        named(lines(text).map(|(number, line)| {
            let (at, address) = address(line)
                .ok_or_else(|| FormatError::at(number, 1, "this is not the address of a Sudoku"))?;
            let level = address
                .and_then(|address| read_bare(&address.body, |body| of_address(&address, body)));
            level.map_err(|fault| FormatError::at(number, at + fault.at + 1, fault.why))
        }))
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| {
            let cells = line_of(level, '.')?;
            let clues: Vec<Clue> = cells
                .chars()
                .map(|cell| cell.to_digit(10).map_or(Clue::NOTHING, Clue::number))
                .collect();
            let coding = coding("numbers-16").ok_or_else(|| "there is no coding".to_owned())?;
            let body = coding.write(&clues).map_err(|fault| fault.to_string())?;
            let Board { cols, rows, .. } = level.board;
            let (kind, flags) = ("sudoku".to_owned(), String::new());
            Ok(Address { kind, flags, cols, rows, body }.written())
        })
    }
}

/// The level of an address; an error gives the letter of its body.
fn of_address(address: &Address, body: &str) -> Result<Level, CodingFault> {
    let fault = |why: String| CodingFault { at: 0, why };
    let Address { cols, rows, flags, .. } = address;
    if cols != rows || !matches!(cols, 4 | 6 | 9) {
        return Err(fault(format!("a Sudoku cannot be {cols}x{rows} here")));
    }
    if !flags.is_empty() {
        return Err(fault(format!("links with the flag `{flags}` have other rules")));
    }
    let mut letters = Letters::new(body);
    let coding = coding("numbers-16").ok_or_else(|| fault("there is no coding".to_owned()))?;
    let clues = coding.read(&mut letters, usize::from(*cols) * usize::from(*rows))?;
    if !letters.is_done() {
        return Err(letters.fault("the link goes on where nothing is left to say"));
    }
    let digit = |clue: &Clue| match clue.0[..] {
        [Some(digit)] => u8::try_from(digit).unwrap_or(u8::MAX),
        _ => 0,
    };
    let digits: Vec<u8> = clues.iter().map(digit).collect();
    let mut level = level_of(&digits).map_err(|(_, why)| fault(why))?;
    let unknown = clues.iter().filter(|clue| **clue == Clue::unknown()).count();
    if unknown > 0 {
        note_unread(&mut level, &[format!("{unknown} x `?`")]);
    }
    Ok(level)
}
