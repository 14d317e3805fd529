//! Levels as sets of objects for each cell, from their rows of characters.
//!
//! Cells go column by column, top to bottom: the order in which rules visit them.

use crate::compiling::masks::WideMask;
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::Dictionary;
use crate::reading::parsed::{LevelText, ParsedScript, RowText};

/// The most cells of a level.
pub const MAX_CELLS: usize = 16_384;

/// A level as it starts, or a message between levels.
#[derive(Clone, Debug)]
pub(crate) enum LevelDraft {
    Message(String),
    Cells {
        width: usize,
        height: usize,
        cells: Vec<WideMask>,
    },
    TooLarge {
        width: usize,
        height: usize,
    },
    /// A character has no meaning, with the reason.
    Unreadable(String),
}

/// All levels, in order.
pub(crate) fn levels(
    parsed: &ParsedScript,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> Vec<LevelDraft> {
    let mut drafts = Vec::new();
    for level in &parsed.levels {
        match level {
            LevelText::Message { text, line } => {
                crate::reading::settings::check_message(text, *line, log);
                drafts.push(LevelDraft::Message(text.clone()));
            }
            LevelText::Rows(rows) => {
                let Some(first) = rows.first() else { continue };
                let (width, height) = (first.glyphs.len(), rows.len());
                if width.saturating_mul(height) > MAX_CELLS {
                    // Other levels are not affected.
                    let text = format!(
                        "This level has more than {MAX_CELLS} cells, so it cannot be played here. Make it smaller."
                    );
                    log.warn(first.line, "", text);
                    drafts.push(LevelDraft::TooLarge { width, height });
                    continue;
                }
                drafts.push(cells(rows, dictionary, log));
            }
        }
    }
    drafts
}

fn cells(rows: &[RowText], dictionary: &Dictionary, log: &mut DiagnosticLog) -> LevelDraft {
    let width = rows.first().map_or(0, |row| row.glyphs.len());
    let height = rows.len();
    let mut cells = vec![WideMask::default(); width * height];
    if let Err(why) = fill(rows, dictionary, &mut cells, log) {
        return LevelDraft::Unreadable(why);
    }
    add_background(&mut cells, dictionary, rows, log);
    LevelDraft::Cells { width, height, cells }
}

/// Puts objects into cells.
///
/// # Errors
/// If a character has no meaning: the reason, which is also logged.
fn fill(
    rows: &[RowText],
    dictionary: &Dictionary,
    cells: &mut [WideMask],
    log: &mut DiagnosticLog,
) -> Result<(), String> {
    let height = rows.len();
    for (index, cell) in cells.iter_mut().enumerate() {
        let (column, row) = (index / height, &rows[index % height]);
        // A row that is too short is continued with its last character.
        let Some(&glyph) = row.glyphs.get(column).or(row.glyphs.last()) else { continue };
        let name = dictionary.lookup(glyph.encode_utf8(&mut [0; 4]));
        let Some(objects) = name.and_then(|name| dictionary.glyphs.get(&name)) else {
            let is_property = name.is_some_and(|name| dictionary.property(name).is_some());
            let shown = glyph.to_uppercase();
            let text = if is_property {
                format!(
                    "{shown} was made with OR, so a level cannot tell which object is meant. Use one that was made with AND, or an object."
                )
            } else {
                format!("{shown} stands in a level but has no meaning. Define it in the legend.")
            };
            let first_line = rows.first().map_or(1, |row| row.line);
            log.error(first_line + (index % height) as u32, &glyph.to_string(), text.clone());
            return Err(text);
        };
        for &(_, id) in objects {
            cell.insert(id);
        }
    }
    Ok(())
}

/// Cells without a background get the level's first one, else the game's.
fn add_background(
    cells: &mut [WideMask],
    dictionary: &Dictionary,
    rows: &[RowText],
    log: &mut DiagnosticLog,
) {
    let Some((id, layer)) = dictionary.background else {
        let line = rows.first().map_or(1, |row| row.line);
        log.error_once(line, "", "The background is in no collision layer. Add it to one.");
        return;
    };
    let Some(mask) = dictionary.layer_masks.get(layer) else { return };
    let first = cells.iter().find(|cell| cell.meets(mask));
    let background = match first {
        Some(cell) => {
            let mut found = WideMask::default();
            cell.iter().filter(|&id| mask.contains(id)).for_each(|id| found.insert(id));
            found
        }
        None => WideMask::one(id),
    };
    for cell in cells.iter_mut().filter(|cell| !cell.meets(mask)) {
        cell.add_all(&background);
    }
}
