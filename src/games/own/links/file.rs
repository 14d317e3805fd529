//! Levels of a game as files of pzprv3, the program of the puzzle sites.
//!
//! A file holds the same information as a link, but in grids: rows of entries, one for each place (`Entries`).
//! The parts of the link give their meaning. A player's answer is the intended solution (`answers.rs`).

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::answers::{Answer, Answers};
use super::file_lines::FileLines;
use super::file_pages::{FilePage, FilePart, pages};
use super::format::LinkFormat;
use super::places::{Grid, LinkPlaces, NOWHERE};
use super::{ClueMarks, Says};
use crate::links::link_form::LinkFileForm;
use crate::reading::form::GameForm;
use foolproof_game::{Format, FormatError, FormatFault, note_unread, numbered};
use foolproof_level::{Level, Mark, Place, Site, Spot};
use foolproof_links::{Clue, FileFault, Letters, PuzzleFile};

/// The format of a game's files.
pub(crate) struct FileFormat {
    link: LinkFormat,
    form: LinkFileForm,
    pages: Vec<FilePage>,
    answers: Answers,
}

impl FileFormat {
    /// `None` if files of the game have an unknown part.
    pub(crate) fn of(form: &GameForm) -> Option<Self> {
        let link = LinkFormat::of(form)?;
        let file = form.manifest.link.as_ref()?.file.clone().unwrap_or_default();
        let pages = pages(&link)?;
        Some(Self { link, form: file, pages, answers: Answers::of(form) })
    }

    fn read_file(&self, file: PuzzleFile) -> Result<Level, FileFault> {
        let mut lines = FileLines { lines: file.lines, at: 0, answer: Answer::default() };
        if file.version < self.form.oldest {
            let why = format!(
                "files of {} before version {} are not read",
                self.link.name, self.form.oldest
            );
            return Err(FileFault { line: 1, why });
        }
        let flags = self.flags(&mut lines, file.version);
        self.link.allows(&flags).map_err(|why| lines.fault(why))?;
        let (grid, mut level) = self.link.blank(file.cols, file.rows, &flags);
        for page in &self.pages {
            self.read_page((page, file.version), grid, &mut lines, &mut level)?;
        }
        self.answers.read_behind(grid, &mut lines);
        if let Some(info) = &file.info {
            told_by(info, &mut level);
        }
        lines.answer.kept_in(&mut level);
        if file.addresses > 0 {
            note_unread(&mut level, &[format!("{} x address", file.addresses)]);
        }
        self.link.note_flags(&flags, &mut level);
        Ok(self.link.fitted(level, grid))
    }

    fn read_page(
        &self,
        (page, version): (&FilePage, u32),
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        match page {
            FilePage::Setting(setting) => {
                let number = lines.next().parse().unwrap_or_default();
                self.link.set(setting, number, level).map_err(|why| lines.fault(why))
            }
            FilePage::Bank(says) => self.read_line((says, lines.bank()), grid, lines, level),
            FilePage::Edge(says) => {
                let number = lines.next().parse::<usize>().ok();
                let place = number.and_then(|number| number.checked_sub(inner_edges(grid, level)));
                let place = place.ok_or_else(|| {
                    lines.fault("the number of an edge at the rim should stand here")
                })?;
                self.read_line((says, place.to_string()), grid, lines, level)
            }
            FilePage::Positions(places) => self.read_positions(places, grid, lines, level),
            FilePage::Rooms(part) => self.read_rooms(part, grid, lines, level),
            // Older files have rooms where newer ones have walls.
            FilePage::Grid(parts) if version < self.form.version && is_walls(parts) => {
                parts.iter().try_for_each(|part| self.read_rooms(part, grid, lines, level))
            }
            FilePage::Grid(parts) => self.read_grid(parts, grid, lines, level),
            FilePage::Answers => {
                self.answers.read_cells(grid, lines);
                Ok(())
            }
            FilePage::Board { rim, cells } => self.read_board((rim, cells), grid, lines, level),
        }
    }

    /// Reads letters in the coding of links.
    fn read_line(
        &self,
        (says, text): (&Says, String),
        grid: Grid,
        lines: &FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        let mut letters = Letters::new(&text);
        let read = self.link.read_part(says, grid, &mut letters, level);
        read.map_err(|fault| lines.fault(fault.why))
    }

    /// Reads the columns and rows of places, counted in halves of cells; the middle of the first cell is 1.
    fn read_positions(
        &self,
        places: &[(LinkPlaces, ClueMarks)],
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        let line = lines.next();
        let halves: Vec<Option<u32>> =
            line.split_whitespace().map(|half| half.parse().ok()).collect();
        for ((on, marks), halves) in places.iter().zip(halves.chunks(2)) {
            let cell =
                |half: &Option<u32>| half.filter(|half| half % 2 == 1).map(|half| half / 2 + 1);
            let clue = Clue(halves.iter().map(cell).collect());
            let is_on =
                |(number, most): (&Option<u32>, u16)| number.is_some_and(|n| n <= most.into());
            if clue.0.len() != 2 || !clue.0.iter().zip([grid.cols, grid.rows]).all(is_on) {
                return Err(lines.fault("the columns and rows of two cells should stand here"));
            }
            let (at, clue) = self.link.placed(*on, grid, grid.cell(0, 0), clue);
            self.link.paint(marks, (at, &clue), grid, level).map_err(|why| lines.fault(why))?;
        }
        Ok(())
    }

    /// Reads the flags before the board. The first of several versions has none.
    fn flags(&self, lines: &mut FileLines, version: u32) -> String {
        if self.form.head.is_some() && version >= self.form.version.min(1) {
            let head = lines.next();
            let flag = |word: &str| self.form.words.get(word).copied();
            return head.split(',').filter_map(flag).collect();
        }
        let has_letters = |page: &FilePage| match page {
            FilePage::Bank(_) => true,
            FilePage::Grid(parts) => parts.iter().any(|part| part.entries.has_letters),
            _ => false,
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
        parts: &[FilePart],
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        let Some(first) = parts.first() else { return Ok(()) };
        for rows in rows_of(first, grid, level) {
            let places: usize = rows.iter().map(Vec::len).sum();
            let entries = lines.entries(rows.len(), places, first.entries.is_spaced)?;
            let said = rows.into_iter().flatten().zip(entries);
            for (at, text) in said.filter(|(at, _)| *at != NOWHERE) {
                self.paint_entry((parts, at), &text, grid, lines, level)?;
            }
        }
        Ok(())
    }

    /// Paints the meaning of an entry in one of the parts. Without such a part, the entry is an answer.
    fn paint_entry(
        &self,
        (parts, at): (&[FilePart], Site),
        text: &str,
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        for part in parts {
            self.paint((part, at), text, grid, lines, level)?;
        }
        let is_clue = parts
            .iter()
            .any(|part| text == part.entries.nothing || !part.entries.clue(text).is_nothing());
        if !is_clue {
            self.answers.read(at, text, &mut lines.answer);
        }
        Ok(())
    }

    fn read_board(
        &self,
        (rim, cells): (&[FilePart], &[FilePart]),
        grid: Grid,
        lines: &mut FileLines,
        level: &mut Level,
    ) -> Result<(), FileFault> {
        let sheet = grid.sheet(rim.first().map(|rim| rim.on));
        let entries = lines.entries(sheet.rows, sheet.places.len(), true)?;
        for (at, text) in sheet.places.iter().zip(entries) {
            // The sites prefix clues that the player has ticked off.
            let text = text.trim_start_matches('c');
            let parts = if sheet.is_inner(*at) { cells } else { rim };
            let Some(at) = *at else { continue };
            self.paint_entry((parts, at), text, grid, lines, level)?;
        }
        if has_margin(rim) {
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
        let grid = self.link.grid_with_room(level)?;
        let mut closed = Cow::Borrowed(level);
        let is_beside =
            |page: &FilePage| matches!(page, FilePage::Board { rim, .. } if has_margin(rim));
        if self.pages.iter().any(is_beside) {
            close_gaps(grid, closed.to_mut());
        }
        let level = closed.as_ref();
        let (mut told, mut lines) = (BTreeSet::new(), self.head(level));
        for page in &self.pages {
            lines.extend(self.page_lines(page, grid, level, &mut told)?);
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
            addresses: 0,
        })
    }

    fn page_lines(
        &self,
        page: &FilePage,
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<Vec<String>, FormatFault> {
        match page {
            FilePage::Setting(setting) => Ok(vec![setting.of(level).to_string()]),
            FilePage::Bank(says) => {
                let text = self.link.written_part(says, grid, level, told)?;
                let text = text.strip_prefix('/').unwrap_or(&text);
                Ok(text.split('/').map(str::to_owned).collect())
            }
            FilePage::Edge(says) => {
                let text = self.link.written_part(says, grid, level, told)?;
                let number = text.parse::<usize>().unwrap_or_default();
                Ok(vec![(number + inner_edges(grid, level)).to_string()])
            }
            FilePage::Positions(places) => {
                let mut halves: Vec<String> = Vec::new();
                for (on, marks) in places {
                    let at = grid.cell(0, 0);
                    let (clue, sites) =
                        self.link.clue_of(*on, grid, level, at, marks).ok_or_else(|| {
                            format!(
                                "a file of {} tells where a mark lies that is missing",
                                self.link.name
                            )
                        })?;
                    told.extend(sites);
                    halves.extend(clue.0.iter().flatten().map(|cell| (2 * cell - 1).to_string()));
                }
                Ok(vec![halves.join(" ")])
            }
            FilePage::Rooms(part) => {
                let edges = grid.runs(LinkPlaces::Edges, false, level).concat();
                // A wall that ends within a room cannot be written.
                for at in edges.into_iter().filter(|at| divides(grid, level, *at)) {
                    self.entry(part, at, grid, level, told)?;
                }
                Ok(rooms_of(grid, level))
            }
            FilePage::Grid(parts) => self.grid_lines(parts, grid, level, told),
            FilePage::Answers => {
                let row = vec!["."; grid.cols.into()].join(" ");
                Ok(vec![row; grid.rows.into()])
            }
            FilePage::Board { rim, cells } => self.board_lines((rim, cells), grid, level, told),
        }
    }

    fn grid_lines(
        &self,
        parts: &[FilePart],
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<Vec<String>, FormatFault> {
        let Some(first) = parts.first() else { return Ok(Vec::new()) };
        let rows = rows_of(first, grid, level).into_iter().flatten().map(|row| {
            let row = row.into_iter().map(|at| self.entry_of(parts, at, grid, level, told));
            let row = row.collect::<Result<Vec<String>, FormatFault>>()?;
            Ok(row.join(if first.entries.is_spaced { " " } else { "" }))
        });
        rows.collect()
    }

    /// Returns the entry of a place that belongs to several parts: that of the last part with a clue there.
    fn entry_of(
        &self,
        parts: &[FilePart],
        at: Site,
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<String, FormatFault> {
        let mut entry = parts.first().map_or(".", |part| part.entries.nothing).to_owned();
        for part in parts {
            let other = self.entry(part, at, grid, level, told)?;
            entry = if other == part.entries.nothing { entry } else { other };
        }
        Ok(entry)
    }

    fn board_lines(
        &self,
        (rim, cells): (&[FilePart], &[FilePart]),
        grid: Grid,
        level: &Level,
        told: &mut BTreeSet<Site>,
    ) -> Result<Vec<String>, FormatFault> {
        let widest = self.link.blank(grid.cols, grid.rows, "").0;
        let sheet = widest.sheet(rim.first().map(|rim| rim.on));
        let entry = |at: &Option<Site>| {
            let parts = if sheet.is_inner(*at) { cells } else { rim };
            match at.and_then(|at| grid.moved_from(widest, at)) {
                Some(at) => self.entry_of(parts, at, grid, level, told),
                None => Ok(".".to_owned()),
            }
        };
        let all: Vec<String> = sheet.places.iter().map(entry).collect::<Result<_, _>>()?;
        Ok(all.chunks(sheet.cols.max(1)).map(|row| row.join(" ")).collect())
    }

    /// Returns the lines before the board.
    fn head(&self, level: &Level) -> Vec<String> {
        // The flags that tell how a link is coded have no meaning here.
        let mut flags = self.link.flags_of(level);
        flags.retain(|flag| !self.link.writes.contains(flag));
        let Some(head) = &self.form.head else {
            return flags.chars().map(String::from).collect();
        };
        let on = self.form.words.iter().filter(|(_, flag)| flags.contains(**flag));
        let words: Vec<&str> = on.map(|(word, _)| word.as_str()).collect();
        vec![if words.is_empty() { head.clone() } else { words.join(",") }]
    }

    /// Returns the entry of a place. `told` collects the sites of the marks that it covers.
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

/// True if a grid holds walls.
fn is_walls(parts: &[FilePart]) -> bool {
    parts.first().is_some_and(|part| part.on == LinkPlaces::Edges)
}

fn has_margin(rim: &[FilePart]) -> bool {
    rim.iter().any(|rim| rim.on == LinkPlaces::Margin)
}

/// Number of edges within the board.
fn inner_edges(grid: Grid, level: &Level) -> usize {
    grid.runs(LinkPlaces::Edges, false, level).iter().map(Vec::len).sum()
}

/// Returns the places of a grid, in consecutive groups of rows.
fn rows_of(part: &FilePart, grid: Grid, level: &Level) -> Vec<Vec<Vec<Site>>> {
    let (cols, rows) = (usize::from(grid.cols), usize::from(grid.rows));
    let (on, sizes) = match part.on {
        LinkPlaces::Edges => (LinkPlaces::Edges, vec![(rows, cols - 1), (rows - 1, cols)]),
        LinkPlaces::Corners => (LinkPlaces::Corners, vec![(rows + 1, cols + 1)]),
        LinkPlaces::InnerCorners => (LinkPlaces::InnerCorners, vec![(rows - 1, cols - 1)]),
        LinkPlaces::Middles => (LinkPlaces::Middles, vec![(2 * rows - 1, 2 * cols - 1)]),
        _ => (LinkPlaces::Cells, vec![(rows, cols)]),
    };
    let (runs, sizes) = match part.entries.has_frame {
        true => (grid.edges_with_frame(), vec![(rows, cols + 1), (rows + 1, cols)]),
        false => (grid.runs(on, true, level), sizes),
    };
    let group = |(run, (rows, width)): (Vec<Site>, (usize, usize))| {
        let row = |at: usize| run.iter().skip(at * width).take(width).copied().collect();
        (0..rows).map(row).collect()
    };
    runs.into_iter().zip(sizes).map(group).collect()
}

/// Moves the clues of a margin next to the grid. Gaps between them mean nothing.
fn close_gaps(grid: Grid, level: &mut Level) {
    for line in grid.margin_lines() {
        let clues: Vec<Mark> = line.iter().filter_map(|at| level.mark(*at).cloned()).collect();
        line.iter().for_each(|at| level.set(*at, Spot::default()));
        line.into_iter().zip(clues).for_each(|(at, clue)| level.paint(at, Some(clue)));
    }
}

/// Returns the cell to the left of an edge, or above it.
fn before(edge: Site) -> Site {
    match edge.place {
        Place::VEdge => Site::cell(edge.col - 1, edge.row),
        _ => Site::cell(edge.col, edge.row - 1),
    }
}

/// True if an edge separates two rooms.
fn divides(grid: Grid, level: &Level, edge: Site) -> bool {
    !grid.room(level, before(edge)).contains(&Site::cell(edge.col, edge.row))
}

/// Returns the lines that assign cells to rooms.
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

/// Reads the author of a level, and remarks about it.
fn told_by(info: &str, level: &mut Level) {
    let Ok(info) = serde_json::from_str::<serde_json::Value>(info) else { return };
    let word = |name: &str| info["metadata"][name].as_str().unwrap_or_default().to_owned();
    level.author = word("author");
    level.notes = word("comment");
    let other = |(name, value): (&String, &serde_json::Value)| {
        let is_read = ["author", "comment"].contains(&name.as_str());
        let is_empty = value.is_null() || *value == "" || *value == false;
        (!is_read && !is_empty).then(|| format!("`{name}` {value}"))
    };
    let others = info["metadata"].as_object().into_iter().flatten().filter_map(other);
    note_unread(level, &others.collect::<Vec<_>>());
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
        let none = format!("this is not a file of {}", self.link.name);
        let read = |(line, text): (usize, &str)| {
            let fault = |fault: FileFault| FormatError::at(line + fault.line, 1, fault.why);
            let file = PuzzleFile::read(text).filter(|_| self.recognises(text));
            let file = file.ok_or_else(|| FormatError::at(line + 1, 1, none.clone()))?;
            file.and_then(|file| self.read_file(file)).map_err(fault)
        };
        numbered(PuzzleFile::parts(text).into_iter().map(read), &self.link.name, &none)
    }

    fn reads_otherwise(&self, level: &Level) -> Option<String> {
        self.link.read_otherwise(level)
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let [level] = levels else {
            return Err(FormatError::at(1, 1, "a pzprv3 file holds one puzzle"));
        };
        self.written(level).map(|file| file.written()).map_err(|why| why.at(1))
    }
}
