//! Levels of a game as links of puzzle sites.

use std::collections::BTreeSet;

use super::LinkPart;
use super::margin::Margin;
use super::places::{Grid, LinkPlaces};
use foolproof_game::{
    Format, FormatError, FormatFault, OutsideClues, first_link, read_lines, write_lines,
};
use foolproof_level::{Expect, Level, Policy, Site};
use foolproof_links::{Address, Clue, CodingFault, Letters};

/// The format of a game's links.
pub(crate) struct LinkFormat {
    /// The game's identifier, which is the format's as well.
    pub game: String,
    pub name: String,
    pub rules: u32,
    pub outside: OutsideClues,
    pub tray: u16,
    /// What the sites call the game, the name that is written first.
    pub types: Vec<String>,
    /// Flags of addresses that change nothing here.
    pub flags: String,
    /// Clue cells on the board itself.
    pub margin: Option<Margin>,
    pub parts: Vec<LinkPart>,
}

impl LinkFormat {
    fn is_of(&self, word: &str) -> bool {
        Address::kind_of(word).is_some_and(|kind| self.types.iter().any(|known| known == kind))
    }

    /// Reads an address; faults tell the letter of the word.
    fn read_word(&self, word: &str) -> Result<Level, CodingFault> {
        let none = || CodingFault { at: 0, why: format!("this is no link of {}", self.name) };
        let address = Address::read(word).filter(|_| self.is_of(word)).ok_or_else(none)??;
        if let Some(flag) = address.flags.chars().find(|flag| !self.flags.contains(*flag)) {
            let why = format!("links of {} with the flag `{flag}` have other rules", self.name);
            return Err(CodingFault { at: 0, why });
        }
        let before = word.len().saturating_sub(address.body.len());
        self.level(&address).map_err(|fault| CodingFault { at: fault.at + before, ..fault })
    }

    fn level(&self, address: &Address) -> Result<Level, CodingFault> {
        let (cols, rows) = (address.cols, address.rows);
        let outside = self.margin.as_ref().map(|_| Margin::widest(cols, rows));
        let outside = outside.unwrap_or(self.outside);
        let grid = Grid::new(cols, rows, outside);
        let mut level = Level::open(self.game.as_str(), grid.board(self.tray));
        level.rules = self.rules;
        level.policy =
            Policy { solvable: Expect::Yes, unique: Expect::Yes, shortcut_free: Expect::Any };
        let mut letters = Letters::new(&address.body);
        for part in &self.parts {
            self.read_part(part, grid, &mut letters, &mut level)?;
        }
        while letters.takes('/') {}
        if !letters.is_done() {
            return Err(letters.fault("the link goes on where nothing is left to say"));
        }
        Ok(match &self.margin {
            Some(margin) => margin.fitted(&level, outside),
            None => level,
        })
    }

    fn read_part(
        &self,
        part: &LinkPart,
        grid: Grid,
        letters: &mut Letters<'_>,
        level: &mut Level,
    ) -> Result<(), CodingFault> {
        match part {
            LinkPart::Text(text) => {
                for letter in text.chars() {
                    if !letters.takes(letter) && !letters.is_done() {
                        return Err(letters.fault(format!("`{letter}` should stand here")));
                    }
                }
            }
            LinkPart::Setting(setting) => {
                let fault = letters.fault(format!(
                    "{} goes from {} to {}",
                    setting.words, setting.least, setting.most
                ));
                let mut number = 0_i32;
                while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                    letters.takes(letters.peek().unwrap_or_default());
                    number = number.saturating_mul(10).saturating_add(digit.cast_signed());
                }
                if !(setting.least..=setting.most).contains(&number) {
                    return Err(fault);
                }
                level.settings.insert(setting.name.get_ref().clone(), number);
            }
            LinkPart::Clues { coding, on, marks } => {
                for run in grid.runs(*on, coding.parts_directions(), level) {
                    let fault = letters.fault("");
                    let clues = coding.read(letters, run.len())?;
                    for (at, clue) in run.into_iter().zip(clues) {
                        let (at, clue) = self.placed(*on, grid, at, clue);
                        if clue.is_nothing() {
                            continue;
                        }
                        let meant = marks.marks(&clue, at).ok_or_else(|| CodingFault {
                            why: format!("`{clue}` on {} is no mark of {}", at.name(), self.name),
                            ..fault.clone()
                        })?;
                        meant.into_iter().for_each(|(site, mark)| level.paint(site, Some(mark)));
                    }
                }
            }
        }
        Ok(())
    }

    /// The place of a clue, and what it says there.
    fn placed(&self, on: LinkPlaces, grid: Grid, at: Site, clue: Clue) -> (Site, Clue) {
        let number =
            |n: usize| clue.0.get(n).copied().flatten().and_then(|n| u16::try_from(n).ok());
        match (on, number(0), number(1)) {
            (LinkPlaces::Somewhere, Some(col @ 1..), Some(row @ 1..)) => {
                (grid.cell(col - 1, row - 1), Clue::number(1))
            }
            (LinkPlaces::Somewhere, ..) => (at, Clue::NOTHING),
            _ => (at, clue),
        }
    }

    fn written(&self, level: &Level) -> Result<String, FormatFault> {
        let outside = self.margin.as_ref().map_or(self.outside, |margin| margin.of(level));
        let grid = Grid::of(level.board, outside);
        let mut told: BTreeSet<Site> = BTreeSet::new();
        let mut body = String::new();
        // Parts at the end that say nothing are left out, as the sites do.
        let mut said = 0;
        for part in &self.parts {
            match part {
                LinkPart::Text(text) => body.push_str(text),
                LinkPart::Setting(setting) => body.push_str(&setting.of(level).to_string()),
                LinkPart::Clues { coding, on, marks } => {
                    for run in grid.runs(*on, coding.parts_directions(), level) {
                        let mut clues = Vec::new();
                        for at in &run {
                            let found = self.clue_of(*on, grid, level, *at, marks);
                            let (clue, sites) = found.unwrap_or_default();
                            clues.push(clue);
                            told.extend(sites);
                        }
                        let text =
                            coding.write(&clues).map_err(|foolproof_links::NotWritten(n)| {
                                let at = run.get(n).map(|site| site.name()).unwrap_or_default();
                                let clue = clues.get(n).cloned().unwrap_or_default();
                                format!("a link of {} cannot say `{clue}` on {at}", self.name)
                            })?;
                        body.push_str(&text);
                        if said == 0 || clues.iter().any(|clue| !clue.is_nothing()) {
                            said = body.len();
                        }
                    }
                }
            }
        }
        body.truncate(said);
        let lost = level.marks().find(|(site, _)| !told.contains(site));
        if let Some((site, mark)) = lost {
            let at = site.name();
            return Err(format!("a link of {} has no place for `{mark}` on {at}", self.name).into());
        }
        let kind = self.types.first().cloned().unwrap_or_default();
        let (cols, rows) = (grid.cols, grid.rows);
        Ok(Address { kind, flags: String::new(), cols, rows, body }.written())
    }

    /// The clue of a place, with the sites whose marks it tells.
    fn clue_of(
        &self,
        on: LinkPlaces,
        grid: Grid,
        level: &Level,
        at: Site,
        marks: &super::ClueMarks,
    ) -> Option<(Clue, Vec<Site>)> {
        let clue_at = |at: Site| marks.clue(at, |site| level.mark(site).cloned());
        match on {
            // The number of a room may stand on any of its cells.
            LinkPlaces::Rooms => grid.room(level, at).into_iter().find_map(clue_at),
            LinkPlaces::Somewhere => {
                let cells =
                    (0..grid.rows).flat_map(|row| (0..grid.cols).map(move |col| (col, row)));
                cells.into_iter().find_map(|(col, row)| {
                    let (_, told) = clue_at(grid.cell(col, row))?;
                    let place = [col, row].map(|at| Some(u32::from(at) + 1));
                    Some((Clue(place.to_vec()), told))
                })
            }
            _ => clue_at(at),
        }
    }
}

impl Format for LinkFormat {
    fn id(&self) -> &str {
        "puzz.link"
    }

    fn name(&self) -> &str {
        "puzz.link address"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["url"]
    }

    fn is_link(&self) -> bool {
        true
    }

    fn recognises(&self, text: &str) -> bool {
        first_link(text).is_some_and(|link| self.is_of(link))
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let none = format!("there is no link of {} here", self.name);
        read_lines(text, "Puzzle", &none, |number, line| {
            let begins = line.len() - line.trim_start().len();
            let fault =
                |fault: CodingFault| FormatError::at(number, begins + fault.at + 1, fault.why);
            self.read_word(line.trim()).map_err(fault)
        })
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| self.written(level))
    }
}
