//! Levels of a game as links of puzzle sites.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::margin::Margin;
use super::places::{Grid, LinkPlaces};
use super::{ClueMarks, LinkPart, Says, known_setting};
use crate::reading::form::{GameForm, MarkKind};
use crate::reading::manifest::{ManifestWord, SettingForm};
use foolproof_game::{
    Format, FormatError, FormatFault, OutsideClues, first_link, note_unread, read_lines,
    write_lines,
};
use foolproof_level::{Board, Level, Mark, Place, Site};
use foolproof_links::{Address, Clue, Coding, CodingFault, Letters, NotWritten, read_bare};

/// Maximum number of clues without a place that are counted.
const MAX_COUNTED: usize = 200;

/// The format of a game's links.
pub(crate) struct LinkFormat {
    /// The identifier of the game and of the format.
    game: String,
    pub(super) name: String,
    rules: u32,
    outside: OutsideClues,
    tray: u16,
    /// The game's marks.
    kinds: Vec<MarkKind>,
    /// Names of the game on puzzle sites; links are written with the first.
    pub(super) types: Vec<String>,
    /// Flags of addresses that change nothing here, or that select parts.
    flags: String,
    /// Those flags that are written.
    pub(super) writes: String,
    /// Flags that switch a setting on.
    switches: Vec<(char, SettingForm)>,
    /// Settings that are the greatest number in marks of a functor.
    greatest: Vec<(SettingForm, String)>,
    /// Settings that have the same value in every link.
    always: Vec<(SettingForm, i32)>,
    /// Clue cells on the board itself.
    margin: Option<Margin>,
    parts: Vec<LinkPart>,
}

impl LinkFormat {
    /// `None` if the manifest has no format for links.
    pub(crate) fn of(form: &GameForm) -> Option<Self> {
        let manifest = &form.manifest;
        let link = manifest.link.as_ref().filter(|link| !link.part.is_empty())?;
        let margin = link.margin.as_ref();
        let setting = |word: &ManifestWord| known_setting(word, &manifest.setting).ok().cloned();
        let switch = |(flag, word): (&char, &ManifestWord)| Some((*flag, setting(word)?));
        let greatest = |(name, mark): (&String, &ManifestWord)| {
            Some((form.setting(name)?.clone(), mark.get_ref().clone()))
        };
        let always = |(name, value): (&String, &Spanned<i32>)| {
            Some((form.setting(name)?.clone(), *value.get_ref()))
        };
        Some(Self {
            game: manifest.id.get_ref().clone(),
            name: manifest.name.get_ref().clone(),
            rules: manifest.rules_version,
            outside: form.outside_clues(),
            tray: manifest.board.tray,
            kinds: form.marks.clone(),
            types: link.types.clone(),
            flags: link.flags.clone(),
            writes: link.writes.clone(),
            switches: link.switches.iter().filter_map(switch).collect(),
            greatest: link.greatest.iter().filter_map(greatest).collect(),
            always: link.always.iter().filter_map(always).collect(),
            margin: margin.and_then(|margin| Margin::read(margin, &manifest.setting)),
            parts: form.link.clone(),
        })
    }

    fn is_of(&self, word: &str) -> bool {
        Address::kind_of(word).is_some_and(|kind| self.types.contains(&kind))
    }

    /// Reads an address. Faults give the letter of the word.
    fn read_word(&self, word: &str) -> Result<Level, CodingFault> {
        let none = || CodingFault { at: 0, why: format!("this is not a link of {}", self.name) };
        let word = &*Address::unescaped(word);
        let address = Address::read(word).filter(|_| self.is_of(word)).ok_or_else(none)??;
        self.allows(&address.flags).map_err(|why| CodingFault { at: 0, why })?;
        let needed: String = self.parts.iter().filter_map(|part| part.flag).collect();
        if !needed.is_empty() && !needed.chars().any(|flag| address.flags.contains(flag)) {
            let name = &self.name;
            let why = format!("links of {name} without one of the flags `{needed}` are not read");
            return Err(CodingFault { at: 0, why });
        }
        let before = word.len().saturating_sub(address.body.len());
        let level = read_bare(&address.body, |body| self.level(&address, body));
        level.map_err(|fault| CodingFault { at: fault.at + before, ..fault })
    }

    fn level(&self, address: &Address, body: &str) -> Result<Level, CodingFault> {
        let (grid, mut level) = self.blank(address.cols, address.rows, &address.flags);
        let mut letters = Letters::new(body);
        for part in self.parts_of(&address.flags) {
            self.read_part(&part.says, grid, &mut letters, &mut level)?;
        }
        while letters.takes('/') {}
        if !letters.is_done() {
            return Err(letters.fault("the link goes on where nothing is left to say"));
        }
        self.note_flags(&address.flags, &mut level);
        Ok(self.fitted(level, grid))
    }

    /// Notes flags that change nothing here.
    pub(super) fn note_flags(&self, flags: &str, level: &mut Level) {
        let is_read = |flag: &char| {
            self.writes.contains(*flag)
                || self.switches.iter().any(|(switch, _)| switch == flag)
                || self.parts.iter().any(|part| part.flag == Some(*flag))
        };
        let unread = flags.chars().filter(|flag| !is_read(flag));
        let unread: Vec<String> = unread.map(|flag| format!("the flag `{flag}`")).collect();
        note_unread(level, &unread);
    }

    /// Refuses flags that change the rules.
    pub(super) fn allows(&self, flags: &str) -> Result<(), String> {
        let is_switch = |flag: &char| self.switches.iter().any(|(switch, _)| switch == flag);
        let is_known = |flag: &char| self.flags.contains(*flag) || is_switch(flag);
        match flags.chars().find(|flag| !is_known(flag)) {
            None => Ok(()),
            Some(flag) => {
                let why = "it stands for other rules, or for an older form";
                Err(format!("links of {} with the flag `{flag}` are not read: {why}", self.name))
            }
        }
    }

    /// Returns an empty level of this size with room for all clues, and its grid.
    pub(super) fn blank(&self, cols: u16, rows: u16, flags: &str) -> (Grid, Level) {
        let outside = self.margin.as_ref().map(|_| Margin::widest(cols, rows));
        let grid = Grid::new(cols, rows, outside.unwrap_or(self.outside));
        let mut level = Level::open(self.game.as_str(), grid.board(self.tray));
        level.rules = self.rules;
        for (flag, setting) in &self.switches {
            let value = i32::from(flags.contains(*flag));
            level.settings.insert(setting.name.get_ref().clone(), value);
        }
        for (setting, value) in &self.always {
            level.settings.insert(setting.name.get_ref().clone(), *value);
        }
        (grid, level)
    }

    /// Fits the board of a level to the size that its clues need.
    pub(super) fn fitted(&self, mut level: Level, grid: Grid) -> Level {
        // Clues were noted one by one.
        let mut unkept = BTreeMap::<String, usize>::new();
        for (_, clue) in std::mem::take(&mut level.site_notes) {
            *unkept.entry(clue).or_default() += 1;
        }
        let unkept = unkept.into_iter().map(|(clue, times)| format!("{times} x `{clue}`"));
        note_unread(&mut level, &unkept.collect::<Vec<_>>());
        if let Some(margin) = &self.margin {
            level = margin.fitted(&level, grid.outside);
        }
        for (setting, functor) in &self.greatest {
            let numbers = level.marks().filter(|(_, mark)| mark.functor() == functor);
            let numbers = numbers.filter_map(|(_, mark)| mark.args().first()?.parse::<i32>().ok());
            let greatest = numbers.max().unwrap_or_default().max(*setting.default.get_ref());
            level.settings.insert(setting.name.get_ref().clone(), greatest.min(setting.most));
        }
        let is_tray =
            |part: &LinkPart| matches!(part.says, Says::Clues { on: LinkPlaces::Tray, .. });
        if self.parts.iter().any(is_tray) {
            let pieces = level.marks().filter(|(site, _)| site.place == Place::Tray).count();
            let tray = u16::try_from(pieces).unwrap_or(u16::MAX);
            level.resize(Board { tray, ..level.board });
        }
        level
    }

    /// Returns the clue cells outside the grid. Kakuro has its first sums there, though they are on edges here.
    pub(super) fn rim(&self) -> OutsideClues {
        let on_edges =
            |part: &LinkPart| matches!(part.says, Says::Clues { on: LinkPlaces::Starts, .. });
        match self.parts.iter().any(on_edges) {
            true => OutsideClues { left: 1, top: 1, ..OutsideClues::NONE },
            false => self.outside,
        }
    }

    /// Returns the grid of a level's board.
    pub(super) fn grid_of(&self, level: &Level) -> Grid {
        let outside = self.margin.as_ref().map_or(self.outside, |margin| margin.of(level));
        Grid::of(level.board, outside)
    }

    /// Returns the grid of a level's board; an error if all cells are clue cells, which cannot be written.
    pub(super) fn grid_with_room(&self, level: &Level) -> Result<Grid, FormatFault> {
        let grid = self.grid_of(level);
        match grid.cols.min(grid.rows) {
            0 => Err("the board has no room beside its clues".into()),
            _ => Ok(grid),
        }
    }

    /// Returns the flags of a level's link.
    pub(super) fn flags_of(&self, level: &Level) -> String {
        let on = self.switches.iter().filter(|(_, setting)| setting.of(level) == 1);
        self.writes.chars().chain(on.map(|(flag, _)| *flag)).collect()
    }

    /// Returns the difference between a level and what the sites read from its link: there, some settings have
    /// only one value.
    pub(super) fn read_otherwise(&self, level: &Level) -> Option<String> {
        let (setting, value) = self.always.iter().find(|(setting, is)| setting.of(level) != *is)?;
        let name = setting.name.get_ref();
        Some(format!("there, `{name}` is always {value}: {}", setting.words))
    }

    /// Paints the meaning of a clue.
    pub(super) fn paint(
        &self,
        marks: &ClueMarks,
        (at, clue): (Site, &Clue),
        grid: Grid,
        level: &mut Level,
    ) -> Result<(), String> {
        if clue.is_nothing() {
            return Ok(());
        }
        let is_known = |(_, mark): &(Site, Mark)| {
            self.kinds.iter().any(|kind| !kind.by_player && kind.pattern.matches(mark))
        };
        let meant = marks
            .marks(clue, at, grid.kind(at))
            .filter(|meant| meant.iter().all(is_known))
            .ok_or_else(|| format!("`{clue}` on {} is not a mark of {}", at.name(), self.name))?;
        if marks.leaves_out(clue) {
            level.site_notes.insert(at, clue.to_string());
        }
        for (site, mark) in meant {
            let over = level.mark(site).and_then(|lies| marks.over(lies, clue));
            level.paint(site, Some(over.unwrap_or(mark)));
        }
        Ok(())
    }

    /// Sets a setting to a number that was read.
    pub(super) fn set(
        &self,
        setting: &SettingForm,
        number: u32,
        level: &mut Level,
    ) -> Result<(), String> {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        setting.allows(number)?;
        level.settings.insert(setting.name.get_ref().clone(), number);
        Ok(())
    }

    /// Checks that all marks of the level were written; the error names one that was not.
    pub(super) fn lost(&self, level: &Level, told: &BTreeSet<Site>) -> Result<(), FormatFault> {
        match level.marks().find(|(site, _)| !told.contains(site)) {
            None => Ok(()),
            Some((site, mark)) => {
                let (name, at) = (&self.name, site.name());
                Err(format!("a link of {name} has no place for `{mark}` on {at}").into())
            }
        }
    }

    /// Returns the parts of links with these flags.
    pub(super) fn parts_of(&self, flags: &str) -> impl Iterator<Item = &LinkPart> {
        let has = |part: &&LinkPart| part.flag.is_none_or(|flag| flags.contains(flag));
        self.parts.iter().filter(has)
    }

    pub(super) fn read_part(
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
                let number = letters.decimal();
                self.set(setting, number, level).map_err(|why| start.fault(why))?;
            }
            Says::Counts { coding, settings } => {
                let clues = coding.read(letters, MAX_COUNTED)?;
                self.count(&clues, settings, level).map_err(|why| start.fault(why))?;
            }
            Says::Clues { coding, on, marks } => {
                // Sites omit codings without content before a slash.
                if letters.peek() == Some('/') && !coding.begins_with_slash() {
                    return Ok(());
                }
                for run in grid.runs(*on, coding.parts_directions(), level) {
                    let start = letters.clone();
                    let clues = coding.read(letters, run.len())?;
                    for (at, clue) in run.into_iter().zip(clues) {
                        let (at, clue) = self.placed(*on, grid, at, clue);
                        let painted = self.paint(marks, (at, &clue), grid, level);
                        painted.map_err(|why| start.fault(why))?;
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

    /// Returns the place of a clue, and its content there.
    pub(super) fn placed(&self, on: LinkPlaces, grid: Grid, at: Site, clue: Clue) -> (Site, Clue) {
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
        let grid = self.grid_with_room(level)?;
        let mut told: BTreeSet<Site> = BTreeSet::new();
        let mut body = String::new();
        // Length of the body without trailing parts that the sites omit.
        let mut said = 0;
        for part in self.parts_of(&self.writes) {
            let before = told.len();
            body.push_str(&self.written_part(&part.says, grid, level, &mut told)?);
            if !part.optional || told.len() > before {
                said = body.len();
            }
        }
        body.truncate(said);
        self.lost(level, &told)?;
        let kind = self.types.first().cloned().unwrap_or_default();
        let (cols, rows) = (grid.cols, grid.rows);
        let flags = self.flags_of(level);
        Ok(Address { kind, flags, cols, rows, body }.written())
    }

    /// Writes a part of a level's link. `told` collects the sites of the marks that it covers.
    pub(super) fn written_part(
        &self,
        part: &Says,
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<String, FormatFault> {
        match part {
            Says::Text(text) => Ok(text.clone()),
            Says::Setting(setting) => Ok(setting.of(level).to_string()),
            Says::Counts { coding, settings } => {
                let number = |setting: &SettingForm| setting.of(level).max(0) as usize;
                let clues = settings
                    .iter()
                    .flat_map(|(clue, setting)| std::iter::repeat_n(clue.clone(), number(setting)));
                let text = coding.write(&clues.collect::<Vec<_>>());
                text.map_err(|why| why.to_string().into())
            }
            Says::Clues { coding, on, marks } => {
                let mut written = String::new();
                for run in grid.runs(*on, coding.parts_directions(), level) {
                    let mut clues = Vec::new();
                    for at in &run {
                        let found = self.clue_of(*on, grid, level, *at, marks);
                        let (clue, sites) = found.unwrap_or_default();
                        clues.push(clue);
                        told.extend(sites);
                    }
                    written.push_str(&self.written_run(*coding, &run, &clues)?);
                }
                Ok(written)
            }
        }
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

    /// Returns the clue of a place, with the sites of the marks that it covers.
    pub(super) fn clue_of(
        &self,
        on: LinkPlaces,
        grid: Grid,
        level: &Level,
        at: Site,
        marks: &ClueMarks,
    ) -> Option<(Clue, Vec<Site>)> {
        let clue_at = |at: Site| marks.clue(at, grid.kind(at), |site| level.mark(site).cloned());
        match on {
            // The number of a room may be on any of its cells.
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

    fn reads_otherwise(&self, level: &Level) -> Option<String> {
        self.read_otherwise(level)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, |level| self.written(level))
    }
}
