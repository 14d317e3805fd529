//! Builds a level read from another program, constraint by constraint.

use std::collections::BTreeMap;

use crate::constraints::{self, Constraint, Object};
use crate::puzzle::{Puzzle, site_of};
use foolproof_game::FormatFault;
use foolproof_level::{Board, Level, Mark, Play, Site};
use serde_json::Value;

pub(crate) struct LaidLevel {
    pub side: usize,
    pub level: Level,
    /// Number of constraints so far.
    objects: u16,
}

impl LaidLevel {
    /// An empty board; sides are at most those of the largest.
    pub(crate) fn new(side: usize) -> Self {
        let part = u16::try_from(side).unwrap_or(u16::MAX);
        let level = Level::open("sudoku", Board { cols: part, rows: part, tray: 0 });
        Self { side, level, objects: 0 }
    }

    /// Adds a constraint; an error says why it is invalid.
    pub(crate) fn put(
        &mut self,
        kind: &'static dyn Constraint,
        amounts: Vec<i32>,
        groups: Vec<Vec<usize>>,
    ) -> Result<(), FormatFault> {
        let first = groups.first().map_or(&[][..], Vec::as_slice);
        match kind.id() {
            // With fewer cells than digits, they only have to differ.
            "extra_region" if first.len() < self.side => self.put_known("cage", Vec::new(), groups),
            // It is about neighbours alone, so it may be split into several.
            "whisper" => pieces(first).into_iter().try_for_each(|line| {
                let site = Site::constraint(self.objects);
                self.lay(Object::unread(site, kind, amounts.clone(), vec![line]))
            }),
            _ => self.lay(Object::unread(Site::constraint(self.objects), kind, amounts, groups)),
        }
    }

    /// Adds a constraint of a kind with a text and one group of cells.
    pub(crate) fn put_written(
        &mut self,
        kind: &'static dyn Constraint,
        text: &str,
        cells: Vec<usize>,
    ) -> Result<(), FormatFault> {
        let site = Site::constraint(self.objects);
        self.lay(Object::unread(site, kind, Vec::new(), vec![cells]).with_text(text))
    }

    fn lay(&mut self, object: Object) -> Result<(), FormatFault> {
        let site = object.site;
        let mark = object.mark(self.side).ok_or("a constraint is too long")?;
        Object::read(site, &mark, self.side).map_err(|why| why.to_string())?;
        self.level.paint(site, Some(mark));
        self.objects += 1;
        Ok(())
    }

    /// Adds a constraint of the kind with this name in marks.
    pub(crate) fn put_known(
        &mut self,
        id: &str,
        amounts: Vec<i32>,
        groups: Vec<Vec<usize>>,
    ) -> Result<(), FormatFault> {
        let kind = constraints::kind(id).ok_or_else(|| format!("`{id}` is not a constraint"))?;
        self.put(kind, amounts, groups)
    }

    /// A cell's digit, or the digits that it may hold.
    pub(crate) fn cell(
        &mut self,
        cell: usize,
        given: Option<i32>,
        choices: &[i32],
    ) -> Result<(), FormatFault> {
        let site = site_of(cell, self.side);
        match given {
            Some(digit) if (1..=self.side as i32).contains(&digit) => {
                self.level.paint(site, digit.to_string().parse().ok());
            }
            Some(digit) => {
                let (row, col) = (cell / self.side + 1, cell % self.side + 1);
                return Err(format!(
                    "row {row}, column {col}: the digits of this board go from 1 to {}, not to {digit}",
                    self.side
                )
                .into());
            }
            None if !choices.is_empty() => {
                self.put_known("only", choices.to_vec(), vec![vec![cell]])?;
            }
            None => {}
        }
        Ok(())
    }

    /// Regions by cell; a cell without one belongs to its box.
    pub(crate) fn regions(&mut self, regions: &[Option<i64>]) -> Result<(), FormatFault> {
        if regions.iter().all(Option::is_none) {
            return Ok(());
        }
        let boxes = Puzzle::new(self.side, Vec::new(), Vec::new()).regions;
        let side = self.side;
        let own = |cell: usize| {
            // Boards without boxes have rows as regions.
            let own = match boxes.is_empty() {
                true => Some(cell / side),
                false => boxes.iter().position(|cells| cells.contains(&cell)),
            };
            own.and_then(|number| i64::try_from(number).ok())
        };
        let all: Vec<Option<i64>> =
            regions.iter().enumerate().map(|(cell, region)| region.or_else(|| own(cell))).collect();
        let mut names: Vec<i64> = all.iter().flatten().copied().collect();
        names.sort_unstable();
        names.dedup();
        let cells = |name: i64| -> Vec<usize> {
            (0..all.len()).filter(|cell| all[*cell] == Some(name)).collect()
        };
        let found: Vec<Vec<usize>> = names.into_iter().map(cells).collect();
        if found == boxes {
            return Ok(());
        }
        let rows = (0..side).map(|row| (row * side..(row + 1) * side).collect::<Vec<usize>>());
        if found.iter().cloned().eq(rows) {
            // If each row is a region of its own, the puzzle has neither boxes nor regions.
            return match boxes.is_empty() {
                true => Ok(()),
                false => self.put_known("no_boxes", Vec::new(), Vec::new()),
            };
        }
        for cells in found {
            let first = cells.first().map(|cell| site_of(*cell, side).name()).unwrap_or_default();
            self.put_known("region", Vec::new(), vec![cells])
                .map_err(|why| format!("the region of {first}: {}", String::from(why)))?;
        }
        Ok(())
    }

    /// Makes the digits of all cells the intended solution; otherwise returns a note about them.
    pub(crate) fn solve(&mut self, digits: &[Value]) -> Option<String> {
        if digits.is_empty() {
            return None;
        }
        let read = |digit: &Value| {
            let digit = digit.as_u64().or_else(|| digit.as_str()?.trim().parse().ok())?;
            (1..=self.side).contains(&usize::try_from(digit).ok()?).then(|| digit.to_string())
        };
        let mark = |(cell, digit): (usize, String)| {
            let (site, digit) = (site_of(cell, self.side), digit.parse::<Mark>().ok()?);
            match self.level.mark(site) {
                None => Some(Some((site, digit))),
                Some(given) => (*given == digit).then_some(None),
            }
        };
        let digits: Option<Vec<String>> = digits.iter().map(read).collect();
        let digits = digits.filter(|digits| digits.len() == self.side * self.side);
        let marks = |digits: Vec<String>| -> Option<BTreeMap<Site, Mark>> {
            let marks = digits.into_iter().enumerate().map(mark);
            Some(marks.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
        };
        match digits.and_then(marks) {
            Some(marks) => {
                self.level.intended = Some(Play(marks));
                None
            }
            None => Some("the solution".to_owned()),
        }
    }
}

/// Parts of a line that visit no cell twice, but may return to their first.
fn pieces(line: &[usize]) -> Vec<Vec<usize>> {
    let mut pieces = vec![Vec::new()];
    for (at, cell) in line.iter().enumerate() {
        let Some(piece) = pieces.last_mut() else { break };
        let closes = at + 1 == line.len() && piece.len() > 2 && piece.first() == Some(cell);
        if !piece.contains(cell) || closes {
            piece.push(*cell);
        } else if let Some(last) = piece.last().copied() {
            pieces.push(vec![last, *cell]);
        }
    }
    pieces
}
