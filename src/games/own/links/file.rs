//! Levels of a game as files of pzprv3, the program of the puzzle sites.
//!
//! A file says the same as a link, but in grids: rows of entries, one for each place (`Entries`). What
//! they mean, the parts of the link say. Answers that follow the board are left.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

use super::format::LinkFormat;
use super::places::{Grid, LinkPlaces};
use super::{ClueMarks, LinkPart, Says};
use crate::form::GameForm;
use crate::links::link_form::LinkFileForm;
use crate::manifest::SettingForm;
use foolproof_game::{Format, FormatError, FormatFault, numbered};
use foolproof_level::{Level, Mark, Place, Site, Spot};
use foolproof_links::{Entries, FileFault, PuzzleFile, ROOMS, entries, entries_of};

/// The format of a game's files.
pub(crate) struct FileFormat {
    link: LinkFormat,
    form: LinkFileForm,
    pages: Vec<FilePage>,
}

/// What stands together in a file, in its order.
#[derive(Clone, Debug)]
enum FilePage {
    /// A line with a number of the level.
    Setting(SettingForm),
    /// The rooms that walls on edges cut out.
    Rooms(FilePart),
    /// One place after the other; what several parts say stands in one grid.
    Grid(FilePart, Vec<FilePart>),
    /// The cells with the clues about them.
    Board { rim: Option<FilePart>, cells: Option<FilePart> },
}

/// A part of the link in the file.
#[derive(Clone, Debug)]
struct FilePart {
    entries: &'static Entries,
    on: LinkPlaces,
    marks: ClueMarks,
}

impl FileFormat {
    /// `None` where files of the game have something that is not known here.
    pub(crate) fn of(form: &GameForm) -> Option<Self> {
        let link = LinkFormat::of(form)?;
        let file = form.manifest.link.as_ref()?.file.clone().unwrap_or_default();
        let pages = pages(&link)?;
        Some(Self { link, form: file, pages })
    }

    fn read_file(&self, file: PuzzleFile) -> Result<Level, FileFault> {
        let mut lines = FileLines { lines: file.lines, at: 0 };
        let flags = self.flags(&mut lines);
        self.link.allows(&flags).map_err(|why| lines.fault(why))?;
        let (grid, mut level) = self.link.blank(file.cols, file.rows, &flags);
        for page in &self.pages {
            match page {
                FilePage::Setting(setting) => {
                    let number = lines.next().parse().unwrap_or_default();
                    self.link.set(setting, number, &mut level).map_err(|why| lines.fault(why))?;
                }
                FilePage::Rooms(part) => self.read_rooms(part, grid, &mut lines, &mut level)?,
                // Older files have rooms where newer ones have walls.
                FilePage::Grid(part, _)
                    if part.on == LinkPlaces::Edges && file.version < self.form.version =>
                {
                    self.read_rooms(part, grid, &mut lines, &mut level)?;
                }
                FilePage::Grid(part, more) => {
                    self.read_grid((part, more), grid, &mut lines, &mut level)?;
                }
                FilePage::Board { rim, cells } => {
                    self.read_board((rim, cells), grid, &mut lines, &mut level)?;
                }
            }
        }
        let mut level = self.link.fitted(level, grid);
        if let Some(info) = &file.info {
            told_by(info, &mut level);
        }
        Ok(level)
    }

    /// The flags that stand before the board.
    fn flags(&self, lines: &mut FileLines) -> String {
        if self.form.head.is_some() {
            let head = lines.next();
            let flag = |word: &str| self.form.words.get(word).copied();
            return head.split(',').filter_map(flag).collect();
        }
        let has_letters = |page: &FilePage| {
            let of = |part: &FilePart| part.entries.has_letters;
            matches!(page, FilePage::Grid(part, _) if of(part))
        };
        let mut flags = String::new();
        while let Some(flag) = lines.letter().filter(|_| !self.pages.iter().any(has_letters)) {
            lines.next();
            flags.push(flag);
        }
        flags
    }

    fn paint(
        &self,
        (part, at): (&FilePart, Site),
        text: &str,
        grid: Grid,
        lines: &FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        let clue = part.entries.clue(text);
        self.link.paint(&part.marks, (at, &clue), grid, level).map_err(|why| lines.fault(why))
    }

    fn read_grid(
        &self,
        (part, more): (&FilePart, &[FilePart]),
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        for rows in rows_of(part, grid, level) {
            let places: usize = rows.iter().map(Vec::len).sum();
            let entries = lines.entries(rows.len(), places, part.entries.is_spaced)?;
            for (at, text) in rows.into_iter().flatten().zip(entries) {
                for part in [part].into_iter().chain(more) {
                    self.paint((part, at), &text, grid, lines, level)?;
                }
            }
        }
        Ok(())
    }

    fn read_board(
        &self,
        (rim, cells): (&Option<FilePart>, &Option<FilePart>),
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        let sheet = grid.sheet(rim.as_ref().map(|rim| rim.on));
        let entries = lines.entries(sheet.rows, sheet.places.len(), true)?;
        for (at, text) in sheet.places.iter().zip(entries) {
            // The sites mark clues so that the player has ticked off.
            let text = text.trim_start_matches('c');
            let part = if sheet.is_inner(*at) { cells } else { rim };
            let Some((part, at)) = part.as_ref().zip(*at) else { continue };
            self.paint((part, at), text, grid, lines, level)?;
        }
        if rim.as_ref().is_some_and(|rim| rim.on == LinkPlaces::Margin) {
            close_gaps(grid, level);
        }
        Ok(())
    }

    fn read_rooms(
        &self,
        part: &FilePart,
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        lines.next();
        let cells = usize::from(grid.cols) * usize::from(grid.rows);
        let rooms = lines.entries(grid.rows.into(), cells, true)?;
        let room = |cell: Site| {
            let (col, row) = (cell.col - grid.outside.left, cell.row - grid.outside.top);
            rooms.get(usize::from(row) * usize::from(grid.cols) + usize::from(col))
        };
        for edge in grid.runs(LinkPlaces::Edges, false, level).concat() {
            let is_wall = room(before(edge)) != room(Site::cell(edge.col, edge.row));
            if is_wall {
                self.paint((part, edge), "1", grid, lines, level)?;
            }
        }
        Ok(())
    }

    fn written(&self, level: &Level) -> Result<PuzzleFile, FormatFault> {
        let grid = self.link.grid_of(level);
        let has_margin = |page: &FilePage| matches!(page, FilePage::Board { rim: Some(rim), .. } if rim.on == LinkPlaces::Margin);
        let mut closed = Cow::Borrowed(level);
        if self.pages.iter().any(has_margin) {
            close_gaps(grid, closed.to_mut());
        }
        let level = closed.as_ref();
        let (mut told, mut lines) = (BTreeSet::new(), self.head(level));
        for page in &self.pages {
            match page {
                FilePage::Setting(setting) => lines.push(setting.of(level).to_string()),
                FilePage::Rooms(part) => {
                    let edges = grid.runs(LinkPlaces::Edges, false, level).concat();
                    // A wall that ends within a room is in no such file.
                    for at in edges.into_iter().filter(|at| divides(grid, level, *at)) {
                        self.entry(part, at, grid, level, &mut told)?;
                    }
                    lines.extend(rooms_of(grid, level));
                }
                FilePage::Grid(part, more) => {
                    for row in rows_of(part, grid, level).into_iter().flatten() {
                        let mut entry = |at| {
                            let mut entry = self.entry(part, at, grid, level, &mut told)?;
                            for part in more {
                                let other = self.entry(part, at, grid, level, &mut told)?;
                                entry = if other == part.entries.nothing { entry } else { other };
                            }
                            Ok(entry)
                        };
                        let row = row.into_iter().map(&mut entry);
                        let row = row.collect::<Result<Vec<String>, FormatFault>>()?;
                        lines.push(row.join(if part.entries.is_spaced { " " } else { "" }));
                    }
                }
                FilePage::Board { rim, cells } => {
                    lines.extend(self.board_lines((rim, cells), grid, level, &mut told)?);
                }
            }
        }
        self.link.lost(level, &told)?;
        let kind = self.form.kind.clone().or_else(|| self.link.types.first().cloned());
        Ok(PuzzleFile {
            kind: kind.unwrap_or_default(),
            version: self.form.version,
            cols: grid.cols,
            rows: grid.rows,
            lines: lines.into_iter().map(|line| (0, line)).collect(),
            info: None,
        })
    }

    fn board_lines(
        &self,
        (rim, cells): (&Option<FilePart>, &Option<FilePart>),
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<Vec<String>, FormatFault> {
        let widest = self.link.blank(grid.cols, grid.rows, "").0;
        let sheet = widest.sheet(rim.as_ref().map(|rim| rim.on));
        let entry = |at: &Option<Site>| {
            let part = if sheet.is_inner(*at) { cells } else { rim };
            let at = at.and_then(|at| grid.moved_from(widest, at));
            match part.as_ref().zip(at) {
                Some((part, at)) => self.entry(part, at, grid, level, told),
                None => Ok(".".to_owned()),
            }
        };
        let all: Vec<String> = sheet.places.iter().map(entry).collect::<Result<_, _>>()?;
        Ok(all.chunks(sheet.cols.max(1)).map(|row| row.join(" ")).collect())
    }

    /// The lines before the board.
    fn head(&self, level: &Level) -> Vec<String> {
        let flags = self.link.flags_of(level);
        let Some(head) = &self.form.head else {
            return flags.chars().map(String::from).collect();
        };
        let on = self.form.words.iter().filter(|(_, flag)| flags.contains(**flag));
        let words: Vec<&str> = on.map(|(word, _)| word.as_str()).collect();
        vec![if words.is_empty() { head.clone() } else { words.join(",") }]
    }

    /// The entry of a place; `told` learns the sites whose marks it tells.
    fn entry(
        &self,
        part: &FilePart,
        at: Site,
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<String, FormatFault> {
        // A room has its number on its first cell.
        let is_first = || grid.room(level, at).first() == Some(&at);
        if part.on == LinkPlaces::Rooms && !is_first() {
            return Ok(part.entries.nothing.to_owned());
        }
        let found = self.link.clue_of(part.on, grid, level, at, &part.marks);
        let (clue, sites) = found.unwrap_or_default();
        told.extend(sites);
        part.entries.written(&clue).ok_or_else(|| {
            format!("a file of {} cannot say `{clue}` on {}", self.link.name, at.name()).into()
        })
    }
}

/// What a link's files hold, in their order.
fn pages(link: &LinkFormat) -> Option<Vec<FilePage>> {
    let parts: Vec<&LinkPart> = link.parts_of(&link.writes).collect();
    let is_beside = |on: LinkPlaces| {
        use LinkPlaces::{Margin, Rim, Starts};
        matches!(on, Rim | Starts | Margin)
    };
    let has_rim =
        parts.iter().any(|part| matches!(part.says, Says::Clues { on, .. } if is_beside(on)));
    let (mut settings, mut edges, mut grids) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rim, mut cells) = (None, None);
    for part in parts {
        match &part.says {
            Says::Text(_) => {}
            Says::Setting(setting) => settings.push(FilePage::Setting(setting.clone())),
            Says::Counts { .. } => return None,
            Says::Clues { coding, on, marks } => {
                let named = part.file.as_deref();
                let is_rooms = named == Some(ROOMS);
                let known = match named {
                    Some(ROOMS) => entries("walls"),
                    Some(name) => entries(name),
                    None => entries_of(coding.name()),
                };
                let part = FilePart { entries: known?, on: *on, marks: marks.clone() };
                use LinkPlaces::{Cells, Corners, Edges, InnerCorners, Middles, Rooms};
                match on {
                    Edges if is_rooms => edges.push(FilePage::Rooms(part)),
                    Edges => edges.push(FilePage::Grid(part, Vec::new())),
                    on if is_beside(*on) && rim.is_none() => rim = Some(part),
                    Cells if has_rim && cells.is_none() => cells = Some(part),
                    Cells | Rooms | Corners | InnerCorners | Middles if !has_rim => {
                        match grids.last_mut() {
                            Some(FilePage::Grid(_, more)) if part.entries.joins => more.push(part),
                            _ => grids.push(FilePage::Grid(part, Vec::new())),
                        }
                    }
                    _ => return None,
                }
            }
        }
    }
    if has_rim {
        grids.push(FilePage::Board { rim, cells });
    }
    Some([settings, edges, grids].concat())
}

/// The places of a grid, in groups that follow each other.
fn rows_of(part: &FilePart, grid: Grid, level: &Level) -> Vec<Vec<Vec<Site>>> {
    let (cols, rows) = (usize::from(grid.cols), usize::from(grid.rows));
    let (on, sizes) = match part.on {
        LinkPlaces::Edges => (LinkPlaces::Edges, vec![(rows, cols - 1), (rows - 1, cols)]),
        LinkPlaces::Corners => (LinkPlaces::Corners, vec![(rows + 1, cols + 1)]),
        LinkPlaces::InnerCorners => (LinkPlaces::InnerCorners, vec![(rows - 1, cols - 1)]),
        LinkPlaces::Middles => (LinkPlaces::Middles, vec![(2 * rows - 1, 2 * cols - 1)]),
        _ => (LinkPlaces::Cells, vec![(rows, cols)]),
    };
    let runs = grid.runs(on, true, level);
    let group = |(run, (rows, width)): (Vec<Site>, (usize, usize))| {
        let row = |at: usize| run.iter().skip(at * width).take(width).copied().collect();
        (0..rows).map(row).collect()
    };
    runs.into_iter().zip(sizes).map(group).collect()
}

/// Puts the clues of a margin next to the grid: gaps between them mean nothing.
fn close_gaps(grid: Grid, level: &mut Level) {
    for line in grid.margin_lines() {
        let clues: Vec<Mark> = line.iter().filter_map(|at| level.mark(*at).cloned()).collect();
        line.iter().for_each(|at| level.set(*at, Spot::default()));
        line.into_iter().zip(clues).for_each(|(at, clue)| level.paint(at, Some(clue)));
    }
}

/// The cell at the left of an edge, or above it.
fn before(edge: Site) -> Site {
    match edge.place {
        Place::VEdge => Site::cell(edge.col - 1, edge.row),
        _ => Site::cell(edge.col, edge.row - 1),
    }
}

/// Whether an edge lies between two rooms.
fn divides(grid: Grid, level: &Level, edge: Site) -> bool {
    !grid.room(level, before(edge)).contains(&Site::cell(edge.col, edge.row))
}

/// The lines that say which cells lie in one room.
fn rooms_of(grid: Grid, level: &Level) -> Vec<String> {
    let firsts = grid.runs(LinkPlaces::Rooms, false, level).concat();
    let mut rooms = std::collections::BTreeMap::new();
    for (number, first) in firsts.iter().enumerate() {
        rooms.extend(grid.room(level, *first).into_iter().map(|cell| (cell, number.to_string())));
    }
    let row = |row: u16| {
        let cells = (0..grid.cols).filter_map(|col| rooms.get(&grid.cell(col, row)).cloned());
        cells.collect::<Vec<_>>().join(" ")
    };
    [firsts.len().to_string()].into_iter().chain((0..grid.rows).map(row)).collect()
}

/// The lines of a file as they are read.
struct FileLines {
    lines: VecDeque<(usize, String)>,
    /// The number of the line that was read last.
    at: usize,
}

impl FileLines {
    /// The next line; nothing behind the last one.
    fn next(&mut self) -> String {
        let (at, line) = self.lines.pop_front().unwrap_or((self.at, String::new()));
        self.at = at;
        line.trim().to_owned()
    }

    /// The letter that the next line is, if it is one.
    fn letter(&self) -> Option<char> {
        let (_, line) = self.lines.front()?;
        let mut letters = line.trim().chars();
        letters.next().filter(|letter| letter.is_ascii_lowercase() && letters.next().is_none())
    }

    /// The entries of so many lines. Those that are missing are nothing.
    fn entries(
        &mut self,
        rows: usize,
        places: usize,
        is_spaced: bool,
    ) -> Result<Vec<String>, FileFault> {
        let mut entries: Vec<String> = Vec::new();
        for _ in 0..rows {
            let line = self.next();
            match is_spaced {
                true => entries.extend(line.split_whitespace().map(str::to_owned)),
                false => entries.extend(line.chars().map(String::from)),
            }
            if entries.len() > places {
                return Err(self.fault(format!("there are {places} places here at the most")));
            }
        }
        entries.resize(places, String::new());
        Ok(entries)
    }

    fn fault(&self, why: impl Into<String>) -> FileFault {
        FileFault { line: self.at.max(1), why: why.into() }
    }
}

/// Who made a level, and what they say of it.
fn told_by(info: &str, level: &mut Level) {
    let Ok(info) = serde_json::from_str::<serde_json::Value>(info) else { return };
    let word = |name: &str| info["metadata"][name].as_str().unwrap_or_default().to_owned();
    level.author = word("author");
    level.notes = word("comment");
}

impl Format for FileFormat {
    fn id(&self) -> &str {
        "pzprv3"
    }

    fn name(&self) -> &str {
        "pzprv3 file"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["txt"]
    }

    fn recognises(&self, text: &str) -> bool {
        PuzzleFile::kind_of(text).is_some_and(|kind| self.link.types.contains(&kind))
    }

    fn holds_many(&self) -> bool {
        false
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let none = format!("this is no file of {}", self.link.name);
        let file = PuzzleFile::read(text).filter(|_| self.recognises(text));
        let fault = |fault: FileFault| FormatError::at(fault.line, 1, fault.why);
        let read = file.map(|file| file.and_then(|file| self.read_file(file)).map_err(fault));
        numbered(read.into_iter(), &self.link.name, &none)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let [level] = levels else {
            return Err(FormatError::at(1, 1, "a pzprv3 file holds one puzzle"));
        };
        self.written(level).map(|file| file.written()).map_err(|why| why.at(1))
    }
}
