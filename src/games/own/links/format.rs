//! Levels of a game as links of puzzle sites.

use std::collections::BTreeSet;

use super::margin::Margin;
use super::places::{Grid, LinkPlaces};
use super::{ClueMarks, LinkPart, Says};
use crate::form::GameForm;
use crate::manifest::SettingForm;
use foolproof_game::{
    Format, FormatError, FormatFault, OutsideClues, first_link, read_lines, write_lines,
};
use foolproof_level::{Board, Expect, Level, Place, Policy, Site};
use foolproof_links::{Address, Clue, Coding, CodingFault, Letters, NotWritten};

/// The most clues without a place that are counted.
const MOST_COUNTED: usize = 200;

/// The format of a game's links.
pub(crate) struct LinkFormat {
    /// The game's identifier, which is the format's as well.
    game: String,
    name: String,
    rules: u32,
    outside: OutsideClues,
    tray: u16,
    /// What the sites call the game, the name that is written first.
    types: Vec<String>,
    /// Flags of addresses that change nothing here, or which parts there are.
    flags: String,
    /// Those of them that are written.
    writes: String,
    /// Clue cells on the board itself.
    margin: Option<Margin>,
    parts: Vec<LinkPart>,
}

impl LinkFormat {
    /// `None` where the manifest does not say how links are written.
    pub(crate) fn of(form: &GameForm) -> Option<Self> {
        let manifest = &form.manifest;
        let link = manifest.link.as_ref().filter(|link| !link.part.is_empty())?;
        let margin = link.margin.as_ref();
        Some(Self {
            game: manifest.id.get_ref().clone(),
            name: manifest.name.get_ref().clone(),
            rules: manifest.rules_version,
            outside: form.outside_clues(),
            tray: manifest.board.tray,
            types: link.types.clone(),
            flags: link.flags.clone(),
            writes: link.writes.clone(),
            margin: margin.and_then(|margin| Margin::read(margin, &manifest.setting)),
            parts: form.link.clone(),
        })
    }

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
        let needed: String = self.parts.iter().filter_map(|part| part.flag).collect();
        if !needed.is_empty() && !needed.chars().any(|flag| address.flags.contains(flag)) {
            let name = &self.name;
            let why = format!("links of {name} without one of the flags `{needed}` are not read");
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
        for part in self.parts_of(&address.flags) {
            self.read_part(&part.says, grid, &mut letters, &mut level)?;
        }
        while letters.takes('/') {}
        if !letters.is_done() {
            return Err(letters.fault("the link goes on where nothing is left to say"));
        }
        if let Some(margin) = &self.margin {
            level = margin.fitted(&level, outside);
        }
        let is_tray =
            |part: &LinkPart| matches!(part.says, Says::Clues { on: LinkPlaces::Tray, .. });
        if self.parts.iter().any(is_tray) {
            let pieces = level.marks().filter(|(site, _)| site.place == Place::Tray).count();
            let tray = u16::try_from(pieces).unwrap_or(u16::MAX);
            level.resize(Board { tray, ..level.board });
        }
        Ok(level)
    }

    /// The parts of links with these flags.
    fn parts_of(&self, flags: &str) -> impl Iterator<Item = &LinkPart> {
        let has = |part: &&LinkPart| part.flag.is_none_or(|flag| flags.contains(flag));
        self.parts.iter().filter(has)
    }

    fn read_part(
        &self,
        part: &Says,
        grid: Grid,
        letters: &mut Letters<'_>,
        level: &mut Level,
    ) -> Result<(), CodingFault> {
        let start = letters.clone();
        match part {
            Says::Text(text) => {
                for letter in text.chars() {
                    if !letters.takes(letter) && !letters.is_done() {
                        return Err(letters.fault(format!("`{letter}` should stand here")));
                    }
                }
            }
            Says::Setting(setting) => {
                let number = i32::try_from(letters.decimal()).unwrap_or(i32::MAX);
                setting.allows(number).map_err(|why| start.fault(why))?;
                level.settings.insert(setting.name.get_ref().clone(), number);
            }
            Says::Counts { coding, settings } => {
                let clues = coding.read(letters, MOST_COUNTED)?;
                self.count(&clues, settings, level).map_err(|why| start.fault(why))?;
            }
            Says::Clues { coding, on, marks } => {
                for run in grid.runs(*on, coding.parts_directions(), level) {
                    let start = letters.clone();
                    let clues = coding.read(letters, run.len())?;
                    for (at, clue) in run.into_iter().zip(clues) {
                        let (at, clue) = self.placed(*on, grid, at, clue);
                        if clue.is_nothing() {
                            continue;
                        }
                        let meant = marks.marks(&clue, at, grid.kind(at)).ok_or_else(|| {
                            let at = at.name();
                            start.fault(format!("`{clue}` on {at} is no mark of {}", self.name))
                        })?;
                        meant.into_iter().for_each(|(site, mark)| level.paint(site, Some(mark)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Sets the settings that count clues.
    fn count(
        &self,
        clues: &[Clue],
        settings: &[(Clue, SettingForm)],
        level: &mut Level,
    ) -> Result<(), String> {
        let is_counted = |clue: &Clue| settings.iter().any(|(kind, _)| kind == clue);
        let mut said = clues.iter().filter(|clue| !clue.is_nothing());
        if let Some(clue) = said.find(|clue| !is_counted(clue)) {
            return Err(format!("{} counts no `{clue}`", self.name));
        }
        for (kind, setting) in settings {
            let number = clues.iter().filter(|clue| *clue == kind).count() as i32;
            setting.allows(number)?;
            level.settings.insert(setting.name.get_ref().clone(), number);
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
        for part in self.parts_of(&self.writes) {
            match &part.says {
                Says::Text(text) => body.push_str(text),
                Says::Setting(setting) => body.push_str(&setting.of(level).to_string()),
                Says::Counts { coding, settings } => {
                    let number = |setting: &SettingForm| setting.of(level).max(0) as usize;
                    let clues = settings.iter().flat_map(|(clue, setting)| {
                        std::iter::repeat_n(clue.clone(), number(setting))
                    });
                    let text = coding.write(&clues.collect::<Vec<_>>());
                    body.push_str(&text.map_err(|why| why.to_string())?);
                    said = body.len();
                }
                Says::Clues { coding, on, marks } => {
                    for run in grid.runs(*on, coding.parts_directions(), level) {
                        let mut clues = Vec::new();
                        for at in &run {
                            let found = self.clue_of(*on, grid, level, *at, marks);
                            let (clue, sites) = found.unwrap_or_default();
                            clues.push(clue);
                            told.extend(sites);
                        }
                        let text = self.written_run(*coding, &run, &clues)?;
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
        Ok(Address { kind, flags: self.writes.clone(), cols, rows, body }.written())
    }

    fn written_run(
        &self,
        coding: &dyn Coding,
        run: &[Site],
        clues: &[Clue],
    ) -> Result<String, FormatFault> {
        coding.write(clues).map_err(|NotWritten(place)| {
            let at = run.get(place).map(|site| site.name()).unwrap_or_default();
            let clue = clues.get(place).cloned().unwrap_or_default();
            match clue.is_nothing() {
                true => format!("a link of {} tells where a mark lies that is missing", self.name),
                false => format!("a link of {} cannot say `{clue}` on {at}", self.name),
            }
            .into()
        })
    }

    /// The clue of a place, with the sites whose marks it tells.
    fn clue_of(
        &self,
        on: LinkPlaces,
        grid: Grid,
        level: &Level,
        at: Site,
        marks: &ClueMarks,
    ) -> Option<(Clue, Vec<Site>)> {
        let clue_at = |at: Site| marks.clue(at, grid.kind(at), |site| level.mark(site).cloned());
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
        read_lines(text, &self.name, &none, |number, line| {
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
