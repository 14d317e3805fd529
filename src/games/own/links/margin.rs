//! Clue cells on the board itself, in its first columns and rows. Settings of a level hold their numbers.

use crate::links::link_form::MarginForm;
use crate::reading::manifest::SettingForm;
use foolproof_game::OutsideClues;
use foolproof_level::lattice::shifted;
use foolproof_level::{Level, Place, Play, Spot};

/// The settings that hold the numbers of columns and rows.
#[derive(Clone, Debug)]
pub(crate) struct Margin {
    left: SettingForm,
    top: SettingForm,
}

impl Margin {
    /// `None` if a setting is missing.
    pub(crate) fn read(form: &MarginForm, settings: &[SettingForm]) -> Option<Self> {
        let setting = |name: &str| settings.iter().find(|one| one.name.get_ref() == name).cloned();
        Some(Self { left: setting(form.left.get_ref())?, top: setting(form.top.get_ref())? })
    }

    /// Maximum number of clues for a line of this many cells: groups have a cell between them.
    pub(super) fn most_clues(length: u16) -> u16 {
        length.div_ceil(2)
    }

    /// Returns the margin of a grid that has room for all clues of its lines.
    pub(super) fn widest(cols: u16, rows: u16) -> OutsideClues {
        let (left, top) = (Self::most_clues(cols), Self::most_clues(rows));
        OutsideClues { left, top, ..OutsideClues::NONE }
    }

    /// Returns the margin of a level.
    pub(crate) fn of(&self, level: &Level) -> OutsideClues {
        let width = |setting: &SettingForm| u16::try_from(setting.of(level)).unwrap_or_default();
        OutsideClues { left: width(&self.left), top: width(&self.top), ..OutsideClues::NONE }
    }

    /// Checks that the settings allow a level to swap the numbers of columns and rows.
    pub(crate) fn can_swap(&self, level: &Level) -> Result<(), String> {
        self.top.allows(self.left.of(level)).and(self.left.allows(self.top.of(level)))
    }

    /// Swaps columns and rows. If both settings have the same default, unset ones stay unset.
    pub(crate) fn swap(&self, level: &mut Level) {
        let names = [&self.left, &self.top].map(|setting| setting.name.get_ref());
        let numbers = match self.left.default.get_ref() == self.top.default.get_ref() {
            true => names.map(|name| level.settings.get(name).copied()),
            false => [&self.left, &self.top].map(|setting| Some(setting.of(level))),
        };
        for (name, number) in names.into_iter().zip(numbers.into_iter().rev()) {
            match number {
                Some(number) => level.settings.insert(name.clone(), number),
                None => level.settings.remove(name),
            };
        }
    }

    /// Shrinks the widest margin to the width that the level's clues need.
    pub(super) fn fitted(&self, level: &Level, widest: OutsideClues) -> Level {
        let OutsideClues { left, top, .. } = widest;
        let cells = || level.marks().map(|(site, _)| site).filter(|at| at.place == Place::Cell);
        let cols = cells().filter(|at| at.row >= top).map(|at| left.saturating_sub(at.col));
        let rows = cells().filter(|at| at.col >= left).map(|at| top.saturating_sub(at.row));
        let least = |setting: &SettingForm| u16::try_from(setting.least).unwrap_or_default();
        let mut cols = cols.max().unwrap_or_default().max(least(&self.left));
        let mut rows = rows.max().unwrap_or_default().max(least(&self.top));
        if self.left.name == self.top.name {
            (cols, rows) = (cols.max(rows), cols.max(rows));
        }
        let mut fitted = level.clone();
        level.marks().for_each(|(site, _)| fitted.set(site, Spot::default()));
        fitted.board.cols = level.board.cols - left + cols;
        fitted.board.rows = level.board.rows - top + rows;
        let by =
            [(cols, left), (rows, top)].map(|(to, from)| 2 * (i32::from(to) - i32::from(from)));
        for (site, mark) in level.marks() {
            if let Some(to) = shifted(site, by.into()) {
                fitted.paint(to, Some(mark.clone()));
            }
        }
        let moved = |play: &Play| {
            let marks =
                play.iter().filter_map(|(at, mark)| Some((shifted(at, by.into())?, mark.clone())));
            Play(marks.collect())
        };
        fitted.intended = level.intended.as_ref().map(moved);
        for (setting, width) in [(&self.left, cols), (&self.top, rows)] {
            fitted.settings.insert(setting.name.get_ref().clone(), width.into());
        }
        fitted
    }
}
