//! The marks that the clues of a link mean: `"{1}" = "clue({1})"`, and back.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::reading::manifest::{ManifestFault, ManifestWord};
use crate::reading::term::{filled, side, split, term};
use foolproof_game::Side;
use foolproof_level::{Mark, Place, Site};
use foolproof_links::Clue;

/// Kinds of places that marks can be limited to: edges, and the sides of a rim.
pub(super) const KINDS: [&str; 6] = ["hedge", "vedge", "top", "bottom", "left", "right"];

/// The meaning of a part's clues. More specific rows come first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClueMarks {
    rows: Vec<ClueRow>,
    /// The word for a question mark in marks that otherwise have numbers.
    unknown: Option<String>,
    /// Replacements of marks that already lie in a place, by name.
    over: Vec<(String, LinkMark)>,
    /// The clue of a black cell in drawings.
    black: Option<Clue>,
    /// The number of the letter A in drawings.
    letters: Option<u32>,
}

/// A kind of clue, and the marks that it means.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ClueRow {
    clue: Vec<CluePart>,
    marks: Vec<LinkMark>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CluePart {
    Number(u32),
    Unknown,
    /// Any number: `{1}` and so on in the mark.
    Any(usize),
}

/// A mark with `{1}` and so on for the numbers of its clue.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LinkMark {
    on: MarkOn,
    functor: String,
    args: Vec<String>,
}

/// The position of a clue's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkOn {
    /// On the clue's place, of any kind.
    Place,
    /// Only on places of this kind; clues elsewhere do not mean the mark.
    Kind(&'static str),
    Side(Side),
}

impl ClueMarks {
    pub(crate) fn read(
        rows: &Spanned<BTreeMap<String, Vec<String>>>,
        unknown: Option<&str>,
        black: Option<&str>,
    ) -> Result<Self, ManifestFault> {
        let fault = |why: String| ManifestFault::new(rows.span(), why);
        let read = |(clue, marks): (&String, &Vec<String>)| {
            let clue: Vec<CluePart> =
                clue.split_whitespace().map(clue_part).collect::<Result<_, _>>().map_err(fault)?;
            let marks = marks.iter().map(|mark| placed_mark(mark)).collect::<Result<_, _>>();
            Ok(ClueRow { clue, marks: marks.map_err(fault)? })
        };
        let mut read: Vec<ClueRow> =
            rows.get_ref().iter().map(read).collect::<Result<_, ManifestFault>>()?;
        let variables =
            |row: &ClueRow| row.clue.iter().filter(|part| matches!(part, CluePart::Any(_))).count();
        read.sort_by_key(variables);
        let black = black.map(|word| black_clue(word, &read)).transpose().map_err(fault)?;
        Ok(Self {
            rows: read,
            unknown: unknown.map(str::to_owned),
            over: Vec::new(),
            black,
            letters: None,
        })
    }

    /// Adds replacements of marks that already lie in a place.
    pub(crate) fn with_over(
        mut self,
        over: &BTreeMap<String, ManifestWord>,
    ) -> Result<Self, ManifestFault> {
        for (name, word) in over {
            let mark = placed_mark(word.get_ref()).map_err(|why| ManifestFault::of(word, why))?;
            self.over.push((name.clone(), mark));
        }
        Ok(self)
    }

    /// Adds letters that stand for numbers in drawings.
    pub(crate) fn with_letters(self, letters: Option<u32>) -> Self {
        Self { letters, ..self }
    }

    /// Returns the clue of a black cell in drawings.
    pub(super) fn black(&self) -> Option<&Clue> {
        self.black.as_ref()
    }

    /// Returns the mark that replaces an existing one when a clue is put on it, if the manifest defines it.
    pub(super) fn over(&self, lies: &Mark, clue: &Clue) -> Option<Mark> {
        let (_, becomes) = self.over.iter().find(|(name, _)| lies.as_str() == name)?;
        let number = |part: &Option<u32>| part.map_or(String::new(), |number| number.to_string());
        let numbers: Vec<String> = clue.0.iter().map(number).collect();
        filled(&term(&becomes.functor, &becomes.args), &numbers).parse().ok()
    }

    /// Returns the clue of a mark that has replaced another.
    fn clue_over(&self, lies: &Mark) -> Option<Clue> {
        let is_it = |becomes: &&LinkMark| {
            becomes.functor == lies.functor() && becomes.args.len() == lies.args().len()
        };
        let becomes = self.over.iter().map(|(_, becomes)| becomes).find(is_it)?;
        let numbered =
            becomes.args.iter().zip(lies.args()).filter(|(arg, _)| variable(arg).is_some());
        let numbers: Option<Vec<u32>> = numbered.map(|(_, arg)| arg.parse().ok()).collect();
        let clue = Clue(numbers?.into_iter().map(Some).collect());
        (!clue.is_nothing()).then_some(clue)
    }

    /// Returns the marks that a clue on a place of this kind means, with their sites; `None` if it means none.
    pub(super) fn marks(&self, clue: &Clue, at: Site, kind: &str) -> Option<Vec<(Site, Mark)>> {
        let (row, numbers) =
            self.rows.iter().find_map(|row| Some((row, self.matched(row, clue)?)))?;
        let mark = |placed: &LinkMark| {
            let text = term(&placed.functor, &placed.args);
            let text = filled(&text, &numbers);
            Some((placed.site(at), text.parse().ok()?))
        };
        // A mark whose number is unknown is left out.
        let is_said = |placed: &&LinkMark| {
            let nothing = |(n, number): (usize, &String)| {
                number.is_empty() && placed.args.contains(&format!("{{{}}}", n + 1))
            };
            !numbers.iter().enumerate().any(nothing)
        };
        let meant = row.marks.iter().filter(|placed| placed.is_for(kind));
        meant.filter(is_said).map(mark).collect()
    }

    /// True if a clue says more than its marks.
    pub(super) fn leaves_out(&self, clue: &Clue) -> bool {
        let Some(row) = self.rows.iter().find(|row| self.matched(row, clue).is_some()) else {
            return false;
        };
        let is_kept = |(part, number): (&CluePart, &Option<u32>)| match part {
            CluePart::Any(_) if number.is_none() => true,
            CluePart::Any(n) => {
                let word = format!("{{{}}}", n + 1);
                row.marks.iter().any(|mark| mark.args.contains(&word))
            }
            // A game may have a number that means nothing.
            CluePart::Number(_) => true,
            CluePart::Unknown => !row.marks.is_empty(),
        };
        !row.clue.iter().zip(&clue.0).all(is_kept)
    }

    /// Returns the values of a row's variables, if the clue is of its kind.
    fn matched(&self, row: &ClueRow, clue: &Clue) -> Option<Vec<String>> {
        if row.clue.len() != clue.0.len() {
            return None;
        }
        let mut numbers = vec![String::new(); row.clue.len()];
        for (part, number) in row.clue.iter().zip(&clue.0) {
            match (part, number) {
                (CluePart::Number(one), Some(other)) if one == other => {}
                (CluePart::Unknown, None) => {}
                (CluePart::Any(n), Some(number)) => *numbers.get_mut(*n)? = number.to_string(),
                (CluePart::Any(n), None) => match &self.unknown {
                    Some(word) => *numbers.get_mut(*n)? = word.clone(),
                    // It has no mark except next to the place.
                    None if row.marks.iter().any(|mark| mark.is_beside()) => {}
                    None => return None,
                },
                _ => return None,
            }
        }
        Some(numbers)
    }

    /// Returns the clue of a place, with the sites of the marks that it covers; `None` if the place is empty,
    /// or no clue would be read as its contents.
    pub(super) fn clue(
        &self,
        at: Site,
        kind: &str,
        mark: impl Fn(Site) -> Option<Mark>,
    ) -> Option<(Clue, Vec<Site>)> {
        if let Some(clue) = mark(at).and_then(|lies| self.clue_over(&lies)) {
            return Some((clue, vec![at]));
        }
        let clues = self.rows.iter().filter_map(|row| self.clue_of(row, at, kind, &mark));
        let (clue, told) = clues.max_by_key(|(_, told)| told.len())?;
        let read = self.marks(&clue, at, kind)?;
        let lies = told.iter().filter_map(|site| Some((*site, mark(*site)?)));
        lies.eq(read).then_some((clue, told))
    }

    /// Returns the clue of a place if it matches this row, with the sites of the marks that it covers.
    fn clue_of(
        &self,
        row: &ClueRow,
        at: Site,
        kind: &str,
        mark: &impl Fn(Site) -> Option<Mark>,
    ) -> Option<(Clue, Vec<Site>)> {
        let mut numbers: Vec<Option<Option<u32>>> = vec![None; row.clue.len()];
        let mut told = Vec::new();
        for placed in row.marks.iter().filter(|placed| placed.is_for(kind)) {
            let site = placed.site(at);
            let Some(mark) = mark(site) else {
                // A mark next to the place may be missing; its number is then a question mark.
                placed.is_beside().then_some(())?;
                continue;
            };
            if mark.functor() != placed.functor || mark.args().len() != placed.args.len() {
                return None;
            }
            for (wanted, arg) in placed.args.iter().zip(mark.args()) {
                match variable(wanted) {
                    Some(n) if self.unknown.as_deref() == Some(arg) => {
                        *numbers.get_mut(n)? = Some(None)
                    }
                    Some(n) => *numbers.get_mut(n)? = Some(Some(arg.parse().ok()?)),
                    None if wanted == arg => {}
                    None => return None,
                }
            }
            told.push(site);
        }
        let part = |part: &CluePart| match part {
            CluePart::Number(number) => Some(*number),
            CluePart::Unknown => None,
            CluePart::Any(n) => numbers.get(*n).copied().flatten().flatten(),
        };
        (!told.is_empty()).then(|| (Clue(row.clue.iter().map(part).collect()), told))
    }

    /// Returns the clue of a word in a drawing: a number, a question mark, or the argument of a clue's mark,
    /// such as a letter. An empty circle, without a word, is an unknown number.
    pub(super) fn said(&self, word: &str) -> Option<Clue> {
        let is_silent = |row: &ClueRow| row.clue == [CluePart::Unknown] && row.marks.is_empty();
        match word {
            "" => (self.unknown.is_some() || self.rows.iter().any(is_silent)).then_some(())?,
            "?" => {}
            _ => return self.named(&word.to_lowercase()).map(Clue::number),
        }
        Some(Clue(vec![None]))
    }

    /// Returns the number of the clue that means a mark with this argument.
    fn named(&self, word: &str) -> Option<u32> {
        let has_word = |row: &ClueRow| row.marks.iter().any(|mark| mark.args == [word]);
        let row = self.rows.iter().find(|row| has_word(row));
        if let Some(&[CluePart::Number(number)]) = row.map(|row| row.clue.as_slice()) {
            return Some(number);
        }
        let number = word.parse().ok().or_else(|| self.lettered(word))?;
        // The numbers of letters and holes are not words of a drawing.
        let is_other =
            |row: &ClueRow| row.clue == [CluePart::Number(number)] && !row.marks.is_empty();
        (!self.rows.iter().any(is_other)).then_some(number)
    }

    /// Returns the number of a letter that is not an argument of a mark.
    fn lettered(&self, word: &str) -> Option<u32> {
        let &[letter @ b'a'..=b'z'] = word.as_bytes() else { return None };
        self.letters?.checked_add(u32::from(letter - b'a'))
    }

    /// Returns the functors of all marks that clues mean.
    pub(crate) fn functors(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| row.marks.iter().map(|mark| mark.functor.as_str()))
    }
}

impl LinkMark {
    /// True if clues on places of this kind mean the mark.
    fn is_for(&self, kind: &str) -> bool {
        !matches!(self.on, MarkOn::Kind(other) if other != kind)
    }

    fn is_beside(&self) -> bool {
        matches!(self.on, MarkOn::Side(_))
    }

    /// Returns its position.
    fn site(&self, at: Site) -> Site {
        let edge = |place: Place, col: u16, row: u16| Site { place, col, row };
        match self.on {
            MarkOn::Place | MarkOn::Kind(_) => at,
            MarkOn::Side(Side::North) => edge(Place::HEdge, at.col, at.row),
            MarkOn::Side(Side::West) => edge(Place::VEdge, at.col, at.row),
            MarkOn::Side(Side::South) => edge(Place::HEdge, at.col, at.row + 1),
            MarkOn::Side(Side::East) => edge(Place::VEdge, at.col + 1, at.row),
        }
    }
}

/// Returns the index of a variable, from 0: `{1}` is 0.
fn variable(text: &str) -> Option<usize> {
    text.strip_prefix('{')?.strip_suffix('}')?.parse::<usize>().ok()?.checked_sub(1)
}

fn clue_part(text: &str) -> Result<CluePart, String> {
    if text == "?" {
        return Ok(CluePart::Unknown);
    }
    match (variable(text), text.parse()) {
        (Some(n), _) => Ok(CluePart::Any(n)),
        (None, Ok(number)) => Ok(CluePart::Number(number)),
        (None, Err(_)) => Err(format!("`{text}` is neither a number nor `?` nor `{{1}}`")),
    }
}

/// Returns the clue of a word, if it is among these rows.
fn black_clue(word: &str, rows: &[ClueRow]) -> Result<Clue, String> {
    let part = clue_part(word)?;
    let number = match part {
        CluePart::Number(number) => Some(number),
        CluePart::Unknown | CluePart::Any(_) => None,
    };
    let is_known = rows.iter().any(|row| row.clue == [part]);
    is_known.then(|| Clue(vec![number])).ok_or_else(|| format!("`marks` has no clue `{word}`"))
}

fn placed_mark(text: &str) -> Result<LinkMark, String> {
    let (on, mark) = match text.split_once(':') {
        None => (MarkOn::Place, text),
        Some((word, mark)) => {
            let kind = || KINDS.into_iter().find(|kind| *kind == word).map(MarkOn::Kind);
            let on = side(word).map(MarkOn::Side).or_else(kind);
            let unknown =
                || format!("`{word}` is not a side (n, e, s, w); nor {}", KINDS.join(", "));
            (on.ok_or_else(unknown)?, mark)
        }
    };
    let (functor, args) = split(mark).map_err(|why| why.to_string())?;
    let args = args.into_iter().map(|arg| arg.trim().to_owned()).collect();
    Ok(LinkMark { on, functor: functor.to_owned(), args })
}
