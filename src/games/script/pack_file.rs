//! A PuzzleScript source as the file of a pack: opening and saving it, with a companion file for data that the
//! source cannot hold.
//!
//! Saving changes the rows of levels that changed, and no other byte. Concepts, locks, intended
//! solutions, titles and verdicts go into `<name>.foolproof.json`, a pack that opens on its own.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::game::{ScriptFault, ScriptedGame};
use crate::levels::{
    LeftOut, RowsError, ScriptRead, is_named_so, is_script, looks_like_script, read, titled,
};
use crate::words::UnknownWord;
use foolproof_game::Game;
use foolproof_level::file::{self, Fingerprint, There, WriteError, WriteOrder};
use foolproof_level::{GameSource, Hold, Level, Pack, PackError, Site, Spot, bounds};
use foolproof_own::companion_of;
use foolproof_puzzlescript::{ScriptLevel, ScriptLevelEdit};

/// A source that was read as a pack.
pub struct SourcePack {
    pub pack: Pack,
    pub known: Fingerprint,
    /// Errors that do not prevent playing.
    pub faults: Vec<String>,
    /// Things that work, but probably not as meant.
    pub warnings: Vec<ScriptFault>,
    /// The levels that the pack cannot hold.
    pub left_out: Vec<LeftOut>,
}

/// Reads a pack, or a PuzzleScript source as one; also returns the errors of a source that do not prevent
/// playing, and its warnings.
pub fn load_any(
    path: &Path,
) -> Result<(Pack, Fingerprint, Vec<String>, Vec<ScriptFault>), PackError> {
    if !is_script(path) {
        return Pack::load_known(path).map(|(pack, known)| (pack, known, Vec::new(), Vec::new()));
    }
    let SourcePack { pack, known, mut faults, warnings, left_out } = load_source(path)?;
    let told = left_out.iter().map(|LeftOut { number, why, .. }| {
        format!("level {number} is left out of the pack and stays in the file: {why}")
    });
    faults.extend(told);
    Ok((pack, known, faults, warnings))
}

/// Saves a pack as ordered; into its source, if the file is one.
pub fn save_any(pack: &Pack, path: &Path, order: &WriteOrder) -> Result<Fingerprint, WriteError> {
    match is_script(path) {
        true => save_pack(pack, path, order),
        false => pack.save_as_ordered(path, order),
    }
}

/// Gives the game of a re-read source the name that the levels of its open pack use: its rules, which
/// determine the name, may have changed.
pub fn call_as(read: &mut Pack, open: &Pack) {
    let (Some(source), Some(known)) = (read.games.first_mut(), open.games.first()) else { return };
    if source.at != known.at || !is_named_so(Path::new(&source.at)) || source.id == known.id {
        return;
    }
    let old = std::mem::replace(&mut source.id, known.id.clone());
    for level in read.levels.iter_mut().filter(|level| level.game == old) {
        Arc::make_mut(level).game.clone_from(&known.id);
    }
}

/// Reads a source as a pack, with its companion file.
pub fn load_source(path: &Path) -> Result<SourcePack, PackError> {
    let io = |source| PackError::Io { path: path.to_owned(), source };
    let (text, known) = file::read_regular(path, file::LARGEST).map_err(io)?;
    let script = read(&text).map_err(refused)?;
    let mut faults: Vec<String> =
        script.errors.iter().map(|one| ScriptFault(one.clone()).to_string()).collect();
    let mut pack = Pack { levels: script.levels(&script.id), ..script.head() };
    pack.games = vec![source_of(&script, path)?];
    let beside = companion_of(path);
    if beside.exists() {
        match Pack::load(&beside) {
            Ok(kept) => join(&mut pack, &kept),
            Err(why) => faults.push(format!("{}: {why}", file_name(&beside))),
        }
    }
    let left_out = script.left_out();
    Ok(SourcePack { pack, known, faults, warnings: script.warnings, left_out })
}

/// A source in which nothing can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenSource {
    pub known: Fingerprint,
    /// All of its errors.
    pub faults: Vec<ScriptFault>,
}

/// Returns the errors of a source in which nothing can be played; `None` for any other file.
pub fn broken(path: &Path) -> Option<BrokenSource> {
    if !is_named_so(path) {
        return None;
    }
    let (text, known) = file::read_regular(path, file::LARGEST).ok()?;
    let faults = if looks_like_script(&text) { read(&text).err()? } else { return None };
    Some(BrokenSource { known, faults })
}

/// Converts a source without a file to a pack that includes its game; also returns the levels that do not fit.
pub fn carried(text: &str) -> Result<(Pack, Vec<LeftOut>), PackError> {
    let script = read(text).map_err(refused)?;
    let mut pack = Pack { levels: script.levels(&script.id), ..script.head() };
    let text = Some(Arc::new(script.text(None)));
    pack.games =
        vec![GameSource { at: ".".to_owned(), text, ..source_of(&script, Path::new(""))? }];
    Ok((pack, script.left_out()))
}

/// Makes the error for a source that is not a game: its first error, and how many more there are.
fn refused(faults: Vec<ScriptFault>) -> PackError {
    let more = match faults.len() {
        0 | 1 => String::new(),
        2 => " (and one more error)".to_owned(),
        n => format!(" (and {} more errors)", n - 1),
    };
    let first = faults.into_iter().next();
    let (line, column, why) = match first {
        Some(ScriptFault(one)) => (one.line as usize, one.column as usize, one.text),
        None => (1, 1, "this is no PuzzleScript game".to_owned()),
    };
    PackError::Json { line, column, field: String::new(), why: format!("{why}{more}") }
}

/// Returns the game of a source, as its pack names it.
fn source_of(script: &ScriptRead, path: &Path) -> Result<GameSource, PackError> {
    let game = ScriptedGame::new(Arc::new(script.text(None))).map_err(refused)?;
    let digest = (&game as &dyn Game).digest();
    Ok(GameSource { id: script.id.clone(), at: file_name(path), digest, text: None })
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Adds the companion file's data to levels of a source.
fn join(pack: &mut Pack, kept: &Pack) {
    if !kept.notes.is_empty() {
        pack.notes.clone_from(&kept.notes);
    }
    pack.play.clone_from(&kept.play);
    pack.course.clone_from(&kept.course);
    let old: Vec<&Level> = kept.levels.iter().map(|level| &**level).collect();
    let new: Vec<&Level> = pack.levels.iter().map(|level| &**level).collect();
    let pairs = matched(&old, &new, &|one, other| is_same_board(one, other));
    let joined: Vec<(usize, Level)> = pairs
        .into_iter()
        .filter_map(|(old_at, new_at)| {
            let (from, to) = (kept.levels.get(old_at)?, pack.levels.get(new_at)?);
            Some((new_at, joined(from, to)))
        })
        .collect();
    for (at, level) in joined {
        if let Some(slot) = pack.levels.get_mut(at) {
            *slot = Arc::new(level);
        }
    }
}

/// Returns a level with the board of the source and all other data as saved.
fn joined(kept: &Level, drawn: &Level) -> Level {
    let mut level = kept.clone();
    (level.board, level.game) = (drawn.board, drawn.game.clone());
    for site in kept.board.cells().chain(drawn.board.cells()) {
        let mark = drawn.mark(site).cloned();
        let same = kept.board.contains(site) && kept.mark(site) == mark.as_ref();
        let hold = if same { kept.hold(site) } else { Hold::Painted };
        level.set(site, Spot { mark, hold });
    }
    level
}

fn is_same_board(one: &Level, other: &Level) -> bool {
    one.board == other.board && one.marks().eq(other.marks())
}

/// Pairs the elements of two lists, even if their order changed: equal ones first, then those between the
/// same neighbours.
fn matched<T>(old: &[T], new: &[T], same: &dyn Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let is_same = |(at, other): &(usize, usize)| {
        old.get(*at).zip(new.get(*other)).is_some_and(|(one, two)| same(one, two))
    };
    let (mut found, changed): (Vec<_>, Vec<_>) =
        aligned(old, new, same).into_iter().partition(is_same);
    for other in 0..new.len() {
        let taken = |found: &[(usize, usize)], at: usize| found.iter().any(|(from, _)| *from == at);
        if found.iter().all(|(_, to)| *to != other)
            && let Some(at) =
                (0..old.len()).find(|at| !taken(&found, *at) && is_same(&(*at, other)))
        {
            found.push((at, other));
        }
    }
    for (at, other) in changed {
        if found.iter().all(|(from, to)| *from != at && *to != other) {
            found.push((at, other));
        }
    }
    found
}

/// Pairs the elements of two lists in order: as many equal ones as possible, then the elements between them.
/// O(old · new).
fn aligned<T>(old: &[T], new: &[T], same: &dyn Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let (n, m) = (old.len(), new.len());
    // The longest common subsequence of the rests from each pair of places on.
    let mut longest = vec![vec![0_usize; m + 1]; n + 1];
    let mut equal = vec![vec![false; m]; n];
    for at in (0..n).rev() {
        for other in (0..m).rev() {
            let is_same = old.get(at).zip(new.get(other)).is_some_and(|(a, b)| same(a, b));
            equal[at][other] = is_same;
            longest[at][other] = match is_same {
                true => longest[at + 1][other + 1] + 1,
                false => longest[at + 1][other].max(longest[at][other + 1]),
            };
        }
    }
    let (mut pairs, mut at, mut other) = (Vec::new(), 0, 0);
    let (mut old_gap, mut new_gap) = (Vec::new(), Vec::new());
    while at < n || other < m {
        let both = at < n && other < m;
        if both && equal[at][other] {
            pairs.extend(old_gap.drain(..).zip(new_gap.drain(..)));
            (old_gap, new_gap) = (Vec::new(), Vec::new());
            pairs.push((at, other));
            (at, other) = (at + 1, other + 1);
        } else if other == m || (both && longest[at + 1][other] >= longest[at][other + 1]) {
            old_gap.push(at);
            at += 1;
        } else {
            new_gap.push(other);
            other += 1;
        }
    }
    pairs.extend(old_gap.into_iter().zip(new_gap));
    pairs
}

/// Writes the levels of a pack into its source, and the rest into the companion file.
fn save_pack(pack: &Pack, path: &Path, order: &WriteOrder) -> Result<Fingerprint, WriteError> {
    bounds::pack(pack).map_err(io::Error::other)?;
    let (text, known) = file::read_regular(path, file::LARGEST)?;
    if let There::Same(expected) = &order.there
        && !expected.same_bytes(&known)
    {
        return Err(WriteError::Changed);
    }
    let script = read(&text).map_err(|faults| io::Error::other(refused(faults).to_string()))?;
    let edits = edits(&script, pack).map_err(io::Error::other)?;
    let known = match edits.is_empty() {
        true => known,
        false => {
            let changed = script.source.with_levels(&edits).map_err(io::Error::other)?;
            // Overwrites only the version that was just read.
            let there = match &order.there {
                There::Nothing => There::Nothing,
                There::Same(_) | There::Whatever => There::Same(known),
            };
            file::write(path, changed.as_bytes(), &WriteOrder { there, ..order.clone() })?
        }
    };
    let beside = companion_of(path);
    if beside.exists() || says_more(&script, pack) {
        let mut kept = pack.clone();
        let source = source_of(&script, path).map_err(|why| io::Error::other(why.to_string()))?;
        // By the name that the levels use: they may have been read with other rules.
        let id = kept.levels.first().map_or_else(|| source.id.clone(), |one| one.game.clone());
        kept.games = vec![GameSource { id, ..source }];
        file::write_atomically(&beside, kept.to_json().as_bytes())?;
        file::sweep(&beside, std::time::SystemTime::now());
    }
    file::sweep(path, std::time::SystemTime::now());
    Ok(known)
}

/// Returns whether a pack has something that its source cannot hold.
fn says_more(script: &ScriptRead, pack: &Pack) -> bool {
    let fitting = script.fitting();
    let plain = |(at, level): (usize, &Arc<Level>)| {
        let mut bare = Level::open(level.game.clone(), level.board);
        bare.title = titled(fitting.get(at).map_or(at + 1, |one| one.number));
        bare.id = level.id;
        for site in level.board.cells() {
            bare.paint(site, level.mark(site).cloned());
        }
        bare == **level
    };
    let says = !pack.notes.is_empty() || !pack.play.is_default() || !pack.course.is_empty();
    says || !pack.levels.iter().enumerate().all(plain)
}

/// Returns the entry after which to put a new level that follows a board, or comes first. If several messages
/// precede the next board, the last one stays with that board.
fn behind(script: &ScriptRead, board: Option<usize>) -> Option<usize> {
    let first = board.map_or(0, |board| board + 1);
    let is_message =
        |at: &usize| matches!(script.game.levels.get(*at), Some(ScriptLevel::Message(_)));
    match is_message(&first) && is_message(&(first + 1)) {
        true => Some(first),
        false => board,
    }
}

/// Columns, rows and the objects of the cells, column by column.
type SizedCells = (usize, usize, Vec<Vec<usize>>);

/// Error when writing a level of a pack into a source.
#[derive(Debug, thiserror::Error)]
enum EditError {
    #[error(
        "level {number}: {} has `{word}`, and the source has no such object. Paint something else there, or \
         save as a pack",
        site.map_or_else(|| "a cell".to_owned(), Site::name)
    )]
    NoObject { number: usize, site: Option<Site>, word: String },
    #[error("level {number}: {why}")]
    Rows { number: usize, why: RowsError },
}

/// Returns the changes to a source that give it the levels of a pack.
fn edits(script: &ScriptRead, pack: &Pack) -> Result<Vec<ScriptLevelEdit>, EditError> {
    let rows = |level: &Level, at: usize, entry: Option<usize>| {
        let why = |why| EditError::Rows { number: at + 1, why };
        script.rows(level, entry).map_err(why)
    };
    let mut wanted = Vec::new();
    for (at, level) in pack.levels.iter().enumerate() {
        let (width, height) = (usize::from(level.board.cols), usize::from(level.board.rows));
        let cells = script.cells_of(level).map_err(|UnknownWord(word)| {
            let site = level.marks().find(|(_, mark)| script.words.objects(mark).is_err());
            EditError::NoObject { number: at + 1, site: site.map(|(site, _)| site), word }
        })?;
        wanted.push((width, height, cells));
    }
    let fitting = script.fitting();
    let kept: Vec<(usize, SizedCells)> = fitting
        .iter()
        .map(|one| {
            let mut cells = script.game.cells(one.board);
            cells.iter_mut().for_each(|cell| cell.sort_unstable());
            (one.entry, (one.board.width, one.board.height, cells))
        })
        .collect();
    let old: Vec<&SizedCells> = kept.iter().map(|(_, board)| board).collect();
    let new: Vec<&SizedCells> = wanted.iter().collect();
    let pairs = aligned(&old, &new, &|one, other| one == other);
    let entry = |at: usize| kept.get(at).map(|(entry, _)| *entry);
    let mut edits = Vec::new();
    for (at, (_, board)) in kept.iter().enumerate() {
        let to = pairs.iter().find(|(from, _)| *from == at).map(|(_, to)| *to);
        let Some(level) = entry(at) else { continue };
        match to.and_then(|to| Some((to, pack.levels.get(to)?, wanted.get(to)?))) {
            None => edits.push(ScriptLevelEdit::Delete { level }),
            Some((_, _, same)) if same == board => {}
            Some((to, changed, _)) => {
                let rows = rows(changed, to, Some(level))?;
                edits.push(ScriptLevelEdit::Replace { level, rows });
            }
        }
    }
    // New levels at one place are inserted from the last to the first.
    for (at, level) in pack.levels.iter().enumerate().rev() {
        if pairs.iter().any(|(_, to)| *to == at) {
            continue;
        }
        let before = pairs.iter().filter(|(_, to)| *to < at).max_by_key(|(_, to)| *to);
        // A moved level keeps its drawing.
        let same = kept.iter().find(|(_, board)| wanted.get(at) == Some(board));
        let rows = rows(level, at, same.map(|(entry, _)| *entry))?;
        let level = behind(script, before.and_then(|(from, _)| entry(*from)));
        edits.push(ScriptLevelEdit::InsertAfter { level, rows });
    }
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_in_order_is_found_and_the_rest_is_paired() {
        let same = |one: &char, other: &char| one == other;
        let pairs = |old: &str, new: &str| {
            let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
            aligned(&old, &new, &same)
        };
        assert_eq!(pairs("abc", "abc"), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs("abc", "ac"), [(0, 0), (2, 1)]);
        assert_eq!(pairs("ac", "abc"), [(0, 0), (1, 2)]);
        assert_eq!(pairs("abc", "axc"), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs("", "a"), []);
        assert_eq!(pairs("ab", "xy"), [(0, 0), (1, 1)]);
    }
}
