//! Levels of a PuzzleScript source as levels of a pack, and back as rows of characters.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::game::ScriptFault;
use crate::words::{ObjectWords, UnknownWord};
use foolproof_level::words::one_line;
use foolproof_level::{Board, GameText, LARGEST_SIDE, Level, Pack, Site, bounds, file};
use foolproof_own::{LONGEST_ID, id_of_name};
use foolproof_puzzlescript::{
    Diagnostic, LevelPlace, ScriptBoard, ScriptGame, ScriptLevel, ScriptSource, Severity, compile,
};

/// File extensions of sources.
const ENDINGS: [&str; 3] = ["txt", "puzzlescript", "ps"];
/// Prefix of the identifiers of PuzzleScript games.
const ID: &str = "ps-";
/// A level, added so that a source without levels gets no error for that.
const SMALLEST_LEVEL: &str = ".";
/// Identifier of a game without a title.
const UNTITLED: &str = "untitled";

/// Returns whether a file has an extension of PuzzleScript sources.
pub fn is_named_so(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    ENDINGS.contains(&ending.as_str())
}

/// Returns whether a file is a PuzzleScript source, by its name and content.
pub fn is_script(path: &Path) -> bool {
    let text = || file::read_regular(path, file::LARGEST);
    is_named_so(path) && text().is_ok_and(|(text, _)| looks_like_script(&text))
}

/// Returns whether a text has the headings of the language.
pub fn looks_like_script(text: &str) -> bool {
    let heading = |word: &str| {
        text.lines().any(|line| without_comments(line).trim().eq_ignore_ascii_case(word))
    };
    heading("objects") && (heading("collisionlayers") || heading("rules") || heading("levels"))
}

/// Returns a line without its comments, including those that span several lines.
fn without_comments(line: &str) -> String {
    let (mut kept, mut depth) = (String::new(), 0_u32);
    for c in line.chars() {
        match c {
            '(' => depth += 1,
            // Everything before it belongs to a comment that began on an earlier line.
            ')' if depth == 0 => kept.clear(),
            ')' => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// A source after reading.
pub(crate) struct ScriptRead {
    pub source: ScriptSource,
    pub game: Arc<ScriptGame>,
    pub words: ObjectWords,
    pub id: String,
    /// Errors that do not prevent playing.
    pub errors: Vec<Diagnostic>,
    /// Things that work, but probably not as meant.
    pub warnings: Vec<ScriptFault>,
}

/// Reads a source; fails with all its errors if nothing can be played.
pub(crate) fn read(text: &str) -> Result<ScriptRead, Vec<ScriptFault>> {
    let mut compiled = compile(text);
    compiled.diagnostics.sort_by_key(|one| (one.line, one.column));
    let told = compiled.diagnostics.into_iter();
    let (errors, warnings): (Vec<_>, Vec<_>) =
        told.partition(|one| one.severity == Severity::Error);
    let Some(game) = compiled.game else {
        return Err(errors.into_iter().map(ScriptFault).collect());
    };
    let source = ScriptSource::new(text);
    let id = new_id(&game, rules_of(&source));
    let warnings = warnings.into_iter().map(ScriptFault).collect();
    Ok(ScriptRead { source, words: ObjectWords::new(&game, text), game, id, errors, warnings })
}

/// A board that a pack can hold: its number among the levels, and its entry in the source.
#[derive(Clone, Copy)]
pub(crate) struct FittingBoard<'a> {
    pub number: usize,
    pub entry: usize,
    pub board: &'a ScriptBoard,
}

/// A level of a source that no pack can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number among the levels, from 1.
    pub number: usize,
    /// Its place and the reason.
    pub why: String,
    /// The level, if the game can be played on it.
    pub level: Option<Arc<Level>>,
}

/// The longest side of a level that a pack can hold.
const LONGEST: usize = LARGEST_SIDE as usize;

/// Characters that are proposed for the legend.
const FREE_GLYPHS: &str = "+*@%&$!?xoabcdefghijklmnqrstuvwyz";

/// Returns the title of a level without one.
pub(crate) fn titled(number: usize) -> String {
    format!("Level {number}")
}

/// Error when reading the game of a source.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{}", .0.first().map_or(String::new(), ToString::to_string))]
    Faults(Vec<ScriptFault>),
}

/// Error when writing a level in characters of the legend.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RowsError {
    #[error(transparent)]
    Word(#[from] UnknownWord),
    #[error(
        "the legend has no character for {objects}, which is on {}. Add a line to the LEGEND, such as {line}, \
         or paint something else there, or save as a pack",
        site.name()
    )]
    NoGlyph { site: Site, objects: String, line: String },
}

/// Reads the game of a source, which keeps the identifier that it had before, if any.
pub fn read_game(path: &Path, id: Option<&str>) -> Result<GameText, SourceError> {
    let (text, _) = file::read_regular(path, file::LARGEST)?;
    read(&text).map(|script| script.text(id)).map_err(SourceError::Faults)
}

/// Reads the game of a source that changed. An error that the game did not have before means that the file is
/// still being written.
pub fn read_game_anew(path: &Path, id: &str, before: &GameText) -> Result<GameText, SourceError> {
    let (text, _) = file::read_regular(path, file::LARGEST)?;
    let script = read(&text).map_err(SourceError::Faults)?;
    let had = compile(&format!("{}\n{SMALLEST_LEVEL}", before.script)).diagnostics;
    let known = |one: &Diagnostic| had.iter().any(|other| other.text == one.text);
    let new: Vec<ScriptFault> =
        script.errors.iter().filter(|one| !known(one)).cloned().map(ScriptFault).collect();
    match new.is_empty() {
        true => Ok(script.text(Some(id))),
        false => Err(SourceError::Faults(new)),
    }
}

/// Returns the rules of a source as its author wrote them, without the heading.
pub fn rules_as_written(script: &str) -> String {
    let source = ScriptSource::new(script);
    let section = source.sections.iter().find(|(name, _)| *name == "rules");
    let text = section.and_then(|(_, range)| script.get(range.clone())).unwrap_or_default();
    let is_ruler = |line: &str| !line.is_empty() && line.chars().all(|c| c == '=');
    let is_heading = |line: &str| without_comments(line).trim().eq_ignore_ascii_case("rules");
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !is_ruler(line.trim()) && !is_heading(line))
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Returns everything in a source before its levels.
fn rules_of(source: &ScriptSource) -> &str {
    let whole = source.text();
    let section = source.sections.iter().find(|(name, _)| *name == "levels");
    section.and_then(|(_, range)| whole.get(..range.start)).unwrap_or(whole)
}

/// Makes an identifier of the title and a digest of the rules, since games may share a title.
fn new_id(game: &ScriptGame, rules: &str) -> String {
    let title = game.settings.title.clone().unwrap_or_default();
    let name = match title.trim().is_empty() {
        true => UNTITLED.to_owned(),
        false => id_of_name(&title),
    };
    let mark = crate::words::mark_of(rules);
    let room = LONGEST_ID.saturating_sub(ID.len() + 1 + mark.len());
    let name: String = name.chars().take(room).collect();
    format!("{ID}{}-{mark}", name.trim_end_matches('-'))
}

/// Returns the title of a PuzzleScript game, as far as its identifier contains it, for display; `None` for
/// the identifier of any other game.
pub fn title_in_id(id: &str) -> Option<String> {
    let (title, mark) = id.strip_prefix(ID)?.rsplit_once('-')?;
    let is_mark = mark.len() == 4 && mark.chars().all(|c| c.is_ascii_hexdigit());
    (is_mark && !title.is_empty()).then(|| title.replace('-', " "))
}

/// Returns the identifier of a game's text.
pub(crate) fn id_of(text: &GameText) -> String {
    let table: Option<toml::Table> = text.manifest.parse().ok();
    let id = table.and_then(|table| Some(table.get("id")?.as_str()?.to_owned()));
    id.unwrap_or_else(|| format!("{ID}{UNTITLED}"))
}

impl ScriptRead {
    /// Returns the text of the game without its levels, which are its sample. `id` is its previous identifier.
    pub(crate) fn text(&self, id: Option<&str>) -> GameText {
        let id = id.unwrap_or(&self.id);
        let rules = rules_of(&self.source);
        GameText {
            manifest: format!("id = \"{id}\"\n"),
            script: format!("{rules}LEVELS\n"),
            sample: Pack { levels: self.levels(id), ..self.head() }.to_json(),
            messages: self.messages(),
            ..GameText::default()
        }
    }

    /// Returns the source's messages before each level that a pack can hold, and after the last one.
    fn messages(&self) -> Vec<Vec<String>> {
        let fitting: Vec<usize> = self.fitting().iter().map(|one| one.entry).collect();
        let mut said: Vec<Vec<String>> = vec![Vec::new(); fitting.len() + 1];
        let mut next = 0;
        for (entry, level) in self.game.levels.iter().enumerate() {
            match (level, said.get_mut(next)) {
                (ScriptLevel::Message(text), Some(before)) => before.push(text.clone()),
                _ => next += usize::from(fitting.get(next) == Some(&entry)),
            }
        }
        if said.iter().all(Vec::is_empty) { Vec::new() } else { said }
    }

    /// Returns a pack with title and author only.
    pub(crate) fn head(&self) -> Pack {
        let short = |text: &Option<String>| {
            let text = one_line(text.as_deref().unwrap_or_default());
            bounds::shortened(&text, bounds::LONGEST_OWN_TITLE)
        };
        let settings = &self.game.settings;
        Pack { title: short(&settings.title), author: short(&settings.author), ..Pack::default() }
    }

    /// Returns the boards of the source that a pack can hold, in order.
    pub(crate) fn fitting(&self) -> Vec<FittingBoard<'_>> {
        let numbered = (1..).zip(self.game.numbered());
        let fitting = numbered.filter_map(|(number, (entry, level))| match level {
            ScriptLevel::Board(board) => Some(FittingBoard { number, entry, board }),
            _ => None,
        });
        fitting.filter(|one| one.board.width.max(one.board.height) <= LONGEST).collect()
    }

    /// Returns the levels of the source, except those that are too large for a pack.
    pub(crate) fn levels(&self, id: &str) -> Vec<Arc<Level>> {
        let level = |one: &FittingBoard<'_>| self.level(id, one.number, one.board);
        self.fitting().iter().filter_map(level).map(Arc::new).collect()
    }

    fn level(&self, id: &str, number: usize, board: &ScriptBoard) -> Option<Level> {
        let (cols, rows) = (u16::try_from(board.width).ok()?, u16::try_from(board.height).ok()?);
        let mut level = Level::open(id, Board { cols, rows, tray: 0 });
        level.title = titled(number);
        for (cell, objects) in self.game.cells(board).iter().enumerate() {
            let site = crate::words::site_of(u32::try_from(cell).ok()?, u32::from(rows));
            level.paint(site, self.words.mark(objects));
        }
        Some(level)
    }

    /// Returns the levels of the source that no pack can hold.
    pub(crate) fn left_out(&self) -> Vec<LeftOut> {
        let large = |cols: usize, rows: usize| {
            let why =
                format!("this level is {cols}x{rows}, and sides are limited to {LONGEST} cells");
            (cols.max(rows) > LONGEST).then_some(why)
        };
        let left_out = |(number, (entry, level)): (usize, (usize, &ScriptLevel))| {
            let why = match level {
                ScriptLevel::Board(board) => large(board.width, board.height),
                ScriptLevel::TooLarge(cols, rows) => large(*cols, *rows),
                ScriptLevel::Unreadable(why) => Some(why.clone()),
                ScriptLevel::Message(_) => None,
            }?;
            let why = format!("line {}: {why}", self.line_of(entry));
            let board = self.game.board(entry);
            let level = board.and_then(|board| self.level(&self.id, number, board));
            Some(LeftOut { number, why, level: level.map(Arc::new) })
        };
        (1..).zip(self.game.numbered()).filter_map(left_out).collect()
    }

    /// Returns the line of an entry of the levels, from 1.
    fn line_of(&self, entry: usize) -> usize {
        let start = match self.source.levels.get(entry) {
            Some(LevelPlace::Rows(rows)) => rows.first().map_or(0, |row| row.start),
            Some(LevelPlace::Message { range, .. }) => range.start,
            None => 0,
        };
        let before = self.source.text().get(..start).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    /// Returns the objects of a level's cells, column by column.
    pub(crate) fn cells_of(&self, level: &Level) -> Result<Vec<Vec<usize>>, UnknownWord> {
        let mut cells = self.words.cells(level)?;
        cells.iter_mut().for_each(|cell| cell.sort_unstable());
        Ok(cells)
    }

    /// Writes the rows of a level in characters of the legend; fails with the first cell that has none. `entry`
    /// is its previous entry: rows with the same meaning stay unchanged, and so do characters.
    pub(crate) fn rows(
        &self,
        level: &Level,
        entry: Option<usize>,
    ) -> Result<Vec<String>, RowsError> {
        let cells = self.cells_of(level)?;
        let before = entry.map(|entry| self.old_rows(entry)).unwrap_or_default();
        let old = entry.and_then(|entry| self.old_cells(entry, level.board));
        let glyphs = self.written_glyphs();
        let mut failed = None;
        // A cell written without a background gets the first one of the level, which may be the wrong one.
        for explicit in [false, true] {
            let drawn = DrawnRows { script: self, cells: &cells, glyphs: &glyphs, explicit };
            let mut rows = Vec::new();
            for row in 0..usize::from(level.board.rows) {
                let line = |cells: &[Vec<usize>]| -> Vec<Vec<usize>> {
                    cells.iter().skip(row).step_by(usize::from(level.board.rows)).cloned().collect()
                };
                let was = before.get(row);
                let kept =
                    was.filter(|_| old.as_ref().is_some_and(|old| line(old) == line(&cells)));
                rows.push(match kept {
                    Some(was) => was.iter().collect(),
                    None => drawn.row(level.board, row, was.map_or(&[], Vec::as_slice))?,
                });
            }
            match self.misread(&rows, &cells) {
                None => return Ok(rows),
                Some(cell) => failed = failed.or(Some(cell)),
            }
        }
        Err(self.no_glyph(level.board, failed.unwrap_or(0), &cells))
    }

    /// Makes the error for a cell that cannot be drawn.
    fn no_glyph(&self, board: Board, cell: usize, cells: &[Vec<usize>]) -> RowsError {
        let number = u32::try_from(cell).unwrap_or(0);
        let site = crate::words::site_of(number, u32::from(board.rows));
        let objects = cells.get(cell).cloned().unwrap_or_default();
        let mark = self.words.mark(&objects);
        let shown = mark.as_ref().and_then(|mark| self.words.objects(mark).ok()).unwrap_or(objects);
        let told = mark.map(|mark| self.words.describe(&mark));
        let name = |id: &usize| self.game.objects.get(*id).map(|object| object.name.as_str());
        let names: Vec<&str> = shown.iter().filter_map(name).collect();
        let taken = self.game.glyphs();
        let is_free = |c: &char| taken.iter().all(|(glyph, _)| glyph != c);
        let free = FREE_GLYPHS.chars().find(is_free).unwrap_or('?');
        let line = format!("{free} = {}", names.join(" and "));
        RowsError::NoGlyph { site, objects: told.unwrap_or_else(|| names.join(" on ")), line }
    }

    /// Returns the cells of an entry, if it has the size of a board.
    fn old_cells(&self, entry: usize, board: Board) -> Option<Vec<Vec<usize>>> {
        let old = self.game.board(entry)?;
        if (old.width, old.height) != (usize::from(board.cols), usize::from(board.rows)) {
            return None;
        }
        let mut cells = self.game.cells(old);
        cells.iter_mut().for_each(|cell| cell.sort_unstable());
        Some(cells)
    }

    fn is_ground(&self, object: usize) -> bool {
        let layer = self.game.background_layer();
        self.game.objects.get(object).map(|object| object.layer) == layer
    }

    /// Returns the characters that levels may use, each with its objects in order; of several with the same
    /// meaning, the one that levels use most, in the case that they use.
    fn written_glyphs(&self) -> Vec<(char, Vec<usize>)> {
        let text = self.source.text();
        let mut used: BTreeMap<char, usize> = BTreeMap::new();
        for level in &self.source.levels {
            let LevelPlace::Rows(rows) = level else { continue };
            for c in rows.iter().flat_map(|row| text.get(row.clone()).unwrap_or_default().chars()) {
                *used.entry(c).or_default() += 1;
            }
        }
        let written = |glyph: char| {
            let name = glyph.to_string();
            let line = self.source.legend.iter().find(|(known, _)| *known == name);
            let line = line.and_then(|(_, range)| text.get(range.clone()));
            let first = line.and_then(|line| line.trim_start().chars().next());
            let alike = |c: &char| c.to_lowercase().eq(glyph.to_lowercase());
            let most = used.iter().filter(|(c, _)| alike(c)).max_by_key(|(_, n)| **n);
            most.map(|(c, _)| *c).or(first.filter(alike)).unwrap_or(glyph)
        };
        let glyphs = self.game.glyphs().into_iter();
        let mut found: Vec<(char, Vec<usize>)> = glyphs
            .filter(|(glyph, _)| !matches!(glyph, '(' | ')' | '='))
            .map(|(glyph, mut objects)| {
                objects.sort_unstable();
                objects.dedup();
                (written(glyph), objects)
            })
            .collect();
        // Signs come before letters, since most sources draw walls and floors with signs.
        found.sort_by_key(|(glyph, _)| {
            (Reverse(used.get(glyph).copied().unwrap_or(0)), glyph.is_alphanumeric(), *glyph)
        });
        found
    }

    fn old_rows(&self, entry: usize) -> Vec<Vec<char>> {
        let Some(LevelPlace::Rows(rows)) = self.source.levels.get(entry) else {
            return Vec::new();
        };
        let text = self.source.text();
        rows.iter().map(|row| text.get(row.clone()).unwrap_or_default().chars().collect()).collect()
    }

    /// Returns the first cell that would be misread: a row that is too short continues with its last character,
    /// cells without a background get the first one of the level.
    fn misread(&self, rows: &[String], cells: &[Vec<usize>]) -> Option<usize> {
        let glyphs = self.written_glyphs();
        let n_rows = rows.len().max(1);
        let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let objects = |at: usize| {
            let row = grid.get(at % n_rows)?;
            let glyph = row.get(at / n_rows).or(row.last())?;
            let found = glyphs.iter().find(|(known, _)| is_same_letter(*known, *glyph));
            found.map(|(_, objects)| objects.clone())
        };
        let mut read: Vec<Vec<usize>> =
            (0..cells.len()).map(|at| objects(at).unwrap_or_default()).collect();
        let grounds = |cell: &Vec<usize>| -> Vec<usize> {
            cell.iter().copied().filter(|id| self.is_ground(*id)).collect()
        };
        let first = read.iter().map(grounds).find(|found| !found.is_empty());
        let ground = first.unwrap_or_else(|| self.game.background().into_iter().collect());
        for cell in &mut read {
            if grounds(cell).is_empty() {
                cell.extend(&ground);
                cell.sort_unstable();
            }
        }
        read.iter().zip(cells).position(|(read, wanted)| read != wanted)
    }
}

fn is_same_letter(one: char, other: char) -> bool {
    one.to_lowercase().eq(other.to_lowercase())
}

/// Writes rows anew.
struct DrawnRows<'a> {
    script: &'a ScriptRead,
    cells: &'a [Vec<usize>],
    glyphs: &'a [(char, Vec<usize>)],
    /// Prefer characters that name a background.
    explicit: bool,
}

impl DrawnRows<'_> {
    /// Writes a row; characters of the old one stay if they mean the same.
    fn row(&self, board: Board, row: usize, before: &[char]) -> Result<String, RowsError> {
        let rows = usize::from(board.rows);
        let mut text = String::new();
        for col in 0..usize::from(board.cols) {
            let cell = col * rows + row;
            let wanted = self.cells.get(cell).cloned().unwrap_or_default();
            let plain: Vec<usize> =
                wanted.iter().copied().filter(|id| !self.script.is_ground(*id)).collect();
            let ways = if self.explicit { [&wanted, &plain] } else { [&plain, &wanted] };
            let means = |c: char, objects: &Vec<usize>| {
                let known =
                    |(glyph, of): &(char, Vec<usize>)| of == objects && is_same_letter(*glyph, c);
                self.glyphs.iter().any(known)
            };
            let old = before.get(col).copied();
            let kept = old.filter(|c| means(*c, ways[0]) || !self.explicit && means(*c, ways[1]));
            let first = |objects: &&Vec<usize>| {
                self.glyphs.iter().find(|(_, of)| of == *objects).map(|(glyph, _)| *glyph)
            };
            match kept.or_else(|| ways.iter().find_map(first)) {
                Some(glyph) => text.push(glyph),
                None => return Err(self.script.no_glyph(board, cell, self.cells)),
            }
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_with_comments_around_them() {
        let text = |objects: &str| format!("title A\n{objects}\nBackground\nblack\nRULES (none)\n");
        for objects in ["OBJECTS", "Objects (cat)", "(a (b)) objects", "ends) OBJECTS (begins"] {
            assert!(looks_like_script(&text(objects)), "{objects}");
        }
        for objects in ["OBJECT", "my objects", "(OBJECTS)", "OBJECTS cat", "(begins OBJECTS"] {
            assert!(!looks_like_script(&text(objects)), "{objects}");
        }
    }
    #[test]
    fn the_title_is_read_off_an_identifier() {
        assert_eq!(title_in_id("ps-my-game-3f2a").as_deref(), Some("my game"));
        for id in ["my-game-3f2a", "ps-my-game", "ps-3f2a"] {
            assert_eq!(title_in_id(id), None, "{id}");
        }
    }

    #[test]
    fn rules_stand_as_they_are_written() {
        let script = "title A\n\nOBJECTS\n\nBackground\nblack\n\n=====\nRULES\n=====\n\n(push)\n\
                      [ > Player | Crate ] -> [ > Player | > Crate ]\n\n=====\nWINCONDITIONS\n\nLEVELS\n";
        let says = "(push)\n[ > Player | Crate ] -> [ > Player | > Crate ]";
        assert_eq!(rules_as_written(script), says);
    }
}
