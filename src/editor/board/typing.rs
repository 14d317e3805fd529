//! Typing marks: in games whose marks have characters, a digit key fills the selected sites or makes a note
//! there; in others it chooses brushes. A number may have several digits, and a whole board can be typed row by
//! row.

use std::collections::BTreeSet;

use egui::{Event, Key};
use foolproof_game::{Brushes, Game};

use crate::board::tool::Tool;
use crate::board::tools::Extend;
use crate::kit::toasts::ToastTone;
use crate::session::state::State;
use crate::text;
use foolproof_level::{Level, Mark, Place, Site, Spot};

/// A typed number that the next digit may extend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TypedNumber {
    text: String,
    sites: BTreeSet<Site>,
    /// Number of steps in the history before it, and after it.
    before: usize,
    after: usize,
}

impl State {
    pub(crate) fn number_key(&mut self, number: u8) {
        let Some(game) = self.game() else { return };
        let digit = char::from(b'0' + number);
        let meant = game.typed(None, &digit.to_string(), self.board.pencil);
        match (meant.into_iter().next(), number) {
            _ if self.types_in_cells()
                && game.types_digits()
                && !self.board.targets().is_empty() =>
            {
                self.type_mark(digit);
            }
            (Some(mark), _) => self.choose_brush(mark),
            (None, 0) => self.choose_brush(None),
            (None, row) => self.next_brush_of(usize::from(row) - 1),
        }
    }

    /// With the brush, a key chooses what to paint: the cell that was painted last must not change.
    fn types_in_cells(&self) -> bool {
        self.board.tool != Tool::PAINT || self.board.by_rows
    }

    /// Handles letters that stand in marks or for digits above 9, a minus for an unknown number, and letters that
    /// skip cells: they take precedence over the window's own keys. Returns whether the event was one.
    pub(crate) fn letter_key(&mut self, event: &Event) -> bool {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { return false };
        let Some((game, level)) = self.scene().filter(|_| modifiers.is_none()) else {
            return false;
        };
        let letter = match key.name().as_bytes() {
            [letter] if letter.is_ascii_uppercase() => char::from(letter.to_ascii_lowercase()),
            _ if *key == Key::Minus => '-',
            _ => return false,
        };
        let (targets, begun) = (self.board.targets(), self.board.typed.as_ref());
        let text = begun.map(|begun| begun.text.as_str()).unwrap_or_default();
        let typing = MarkTyping { game: &*game, level: &level, small: false };
        let fits = |text: &str| typing.marks(&targets, None, text).is_ok();
        let is_typed = !targets.is_empty()
            && (fits(&letter.to_string()) || begun.is_some() && fits(&format!("{text}{letter}")));
        let skips = self.board.by_rows && letter.is_ascii_lowercase();
        if is_typed && self.types_in_cells() {
            self.type_mark(letter);
        } else if is_typed {
            let mark = game.typed(None, &letter.to_string(), false).into_iter().next();
            self.choose_brush(mark.flatten());
        } else if skips {
            let n_begun = u8::from(self.begun_number().is_some());
            // In links, too, a letter stands for a number of empty cells.
            (0..=letter as u8 - b'a' + n_begun).for_each(|_| self.cell_onward());
        }
        is_typed || skips
    }

    /// Handles letters that the game gives to its brushes: they take precedence over the window's own keys.
    /// Returns whether the event was one.
    pub(crate) fn brush_key(&mut self, event: &Event) -> bool {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { return false };
        let Some(game) = self.game().filter(|_| modifiers.is_none()) else { return false };
        let named =
            |letter: char| Key::from_name(&letter.to_ascii_uppercase().to_string()) == Some(*key);
        let keys = game.brushes().map(Brushes::brush_keys).unwrap_or_default();
        let Some((_, marks)) = keys.iter().find(|(letter, _)| named(*letter)) else { return false };
        let held = marks.iter().position(|mark| Some(mark) == self.board.brush.as_ref());
        let next = match held {
            // Uses the same brush again.
            Some(at) if self.board.tool != Tool::PAINT => at,
            Some(at) => (at + 1) % marks.len(),
            None => 0,
        };
        self.choose_brush(marks.get(next).cloned());
        true
    }

    /// Types a character on all selected sites, in one step. A digit after another one makes a longer number,
    /// where the board allows it.
    fn type_mark(&mut self, character: char) {
        let Some((game, level)) = self.scene() else { return };
        let begun = self.begun_number();
        let longer = begun.as_ref().map(|begun| format!("{}{character}", begun.text));
        let small = self.board.pencil;
        let typing = MarkTyping { game: &*game, level: &level, small };
        let sites = self.board.targets();
        // A note of the first digit is removed when the second one comes.
        let undone = begun.as_ref().map(|begun| begun.text.as_str()).filter(|_| small);
        let marks = longer.as_ref().and_then(|text| typing.marks(&sites, undone, text).ok());
        let (text, before) = match (marks.is_some(), longer, begun) {
            (true, Some(text), Some(begun)) => (text, begun.before),
            (_, _, begun) => {
                if begun.is_some() && self.board.by_rows && !small {
                    self.cell_onward();
                }
                let empties = game.typed(None, &character.to_string(), small) == [None];
                if empties && self.board.by_rows && self.one_target().is_some() {
                    return self.empty_onward();
                }
                (character.to_string(), self.history().depth())
            }
        };
        let sites = self.board.targets();
        let marks = match marks.map_or_else(|| typing.marks(&sites, None, &text), Ok) {
            Ok(marks) => marks,
            Err(why) => return self.say(ToastTone::Note, why),
        };
        self.edit("Type a mark", |level| {
            for (site, mark) in marks {
                match mark {
                    Some(mark) => level.paint(site, Some(mark)),
                    None => level.set(site, Spot::default()),
                }
            }
        });
        self.document.history_mut().merge_since(before);
        let goes_on =
            ('0'..='9').any(|next| typing.marks(&sites, None, &format!("{text}{next}")).is_ok());
        self.board.typed = goes_on.then(|| {
            let after = self.history().depth();
            TypedNumber { text, sites, before, after }
        });
        if !goes_on && self.board.by_rows && !small {
            self.cell_onward();
        }
    }

    /// Returns the number that the next digit may extend.
    fn begun_number(&mut self) -> Option<TypedNumber> {
        let (sites, depth) = (self.board.targets(), self.history().depth());
        self.board.typed.take().filter(|begun| begun.sites == sites && begun.after == depth)
    }

    fn one_target(&self) -> Option<Site> {
        let targets = self.board.targets();
        targets.first().copied().filter(|_| targets.len() == 1)
    }

    /// Empties the selected cell and moves on to the next one.
    pub(crate) fn empty_onward(&mut self) {
        if self.begun_number().is_some() && self.board.by_rows {
            self.cell_onward();
        }
        let Some(site) = self.one_target() else { return };
        self.edit("Erase", |level| level.set(site, Spot::default()));
        self.cell_onward();
    }

    /// Switches typing row by row on, from the selected cell or the first one, or off.
    pub(crate) fn toggle_by_rows(&mut self) {
        self.board.by_rows = !self.board.by_rows;
        if !self.board.by_rows {
            return;
        }
        let first = self.cells_by_rows().first().copied();
        self.board.selection.clear();
        self.set_cursor(first, Extend::No);
        if let Some(first) = first {
            self.say(ToastTone::Note, text::by_rows_from(first));
        }
    }

    /// Returns the cells of the board, row by row.
    fn cells_by_rows(&self) -> Vec<Site> {
        let Some((game, level)) = self.scene() else { return Vec::new() };
        let sites = game.layout_of(&level).sites.into_iter().map(|(site, _)| site);
        let mut cells: Vec<Site> = sites.filter(|site| site.place == Place::Cell).collect();
        cells.sort_by_key(|cell| (cell.row, cell.col));
        cells
    }

    /// Selects the next cell, row by row. After the last one, typing row by row ends: another digit must not
    /// replace that of the last cell.
    fn cell_onward(&mut self) {
        let Some(site) = self.one_target() else { return };
        let cells = self.cells_by_rows();
        let next = cells.iter().skip_while(|cell| **cell != site).nth(1).copied();
        self.board.selection.clear();
        self.set_cursor(next, Extend::No);
        if next.is_none() && std::mem::take(&mut self.board.by_rows) {
            self.say(ToastTone::Note, text::BY_ROWS_ENDED);
        }
    }
}

/// Typing on sites of a level.
struct MarkTyping<'a> {
    game: &'a dyn Game,
    level: &'a Level,
    small: bool,
}

impl MarkTyping<'_> {
    /// Returns the marks of sites after a text is typed; `undone`, if given, is first removed by typing it again.
    fn marks(
        &self,
        sites: &BTreeSet<Site>,
        undone: Option<&str>,
        text: &str,
    ) -> Result<Vec<(Site, Option<Mark>)>, String> {
        let Self { game, level, small } = self;
        let mut marks = Vec::with_capacity(sites.len());
        for site in sites {
            let had = level.mark(*site).cloned();
            let had = match undone {
                Some(undone) => {
                    game.typed(had.as_ref(), undone, *small).into_iter().next().flatten()
                }
                None => had,
            };
            let mut fitting = Err(text::no_mark(text));
            for mark in game.typed(had.as_ref(), text, *small) {
                let site = game.layer_of(&level.board, *site, mark.as_ref());
                let accepts = mark.as_ref().map(|mark| game.accepts(&level.board, site, mark));
                let accepted = accepts.unwrap_or(Ok(()));
                fitting =
                    accepted.map(|()| (site, mark)).map_err(|why| text::sentence(&why.to_string()));
                if fitting.is_ok() {
                    break;
                }
            }
            marks.push(fitting?);
        }
        Ok(marks)
    }
}
