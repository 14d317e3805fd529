//! A level that is read from another program, constraint by constraint.

use crate::constraints::{self, Constraint, Object};
use foolproof_game::FormatFault;
use foolproof_level::{Board, Level, Site};

pub(crate) struct LaidLevel {
    pub side: usize,
    pub level: Level,
    /// How many constraints it has so far.
    objects: u16,
}

impl LaidLevel {
    /// An empty board; sides are at most those of the largest.
    pub(crate) fn new(side: usize) -> Self {
        let part = u16::try_from(side).unwrap_or(u16::MAX);
        let level = Level::open("sudoku", Board { cols: part, rows: part, tray: 0 });
        Self { side, level, objects: 0 }
    }

    /// Adds a constraint, or says why it is none.
    pub(crate) fn put(
        &mut self,
        kind: &'static dyn Constraint,
        amounts: Vec<i32>,
        groups: Vec<Vec<usize>>,
    ) -> Result<(), FormatFault> {
        self.lay(Object::unread(Site::constraint(self.objects), kind, amounts, groups))
    }

    /// The same of a kind with a text and one group of cells.
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

    /// The same of the kind with this name in marks.
    pub(crate) fn put_known(
        &mut self,
        id: &str,
        amounts: Vec<i32>,
        groups: Vec<Vec<usize>>,
    ) -> Result<(), FormatFault> {
        let kind = constraints::kind(id).ok_or_else(|| format!("`{id}` is no constraint"))?;
        self.put(kind, amounts, groups)
    }
}
