//! Constraints as designers draw them.

use crate::about::Sudoku;
use crate::constraints::{self, ALL, Amount, Constraint, Lie, Object};
use crate::puzzle::Puzzle;
use foolproof_game::{ConstraintForm, ConstraintKind, ConstraintText, Constraints, Turn};
use foolproof_level::{Board, Level, Mark, Site};

impl Constraints for Sudoku {
    fn kinds(&self) -> Vec<ConstraintKind> {
        ALL.iter().map(|kind| kind_of(*kind)).collect()
    }

    fn drawn(
        &self,
        board: &Board,
        kind: &str,
        said: &ConstraintText<'_>,
        groups: &[Vec<Site>],
    ) -> Result<Mark, String> {
        let kind =
            constraints::kind(kind).ok_or_else(|| format!("`{kind}` is not a constraint"))?;
        let side = usize::from(board.cols);
        let cell = |site: &Site| usize::from(site.row) * side + usize::from(site.col);
        let groups = groups.iter().map(|group| group.iter().map(cell).collect()).collect();
        let object = Object::unread(Site::constraint(0), kind, said.numbers.to_vec(), groups)
            .with_text(said.text);
        let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
        if let Some(other) = object.text.chars().find(|c| !plain(*c)) {
            return Err(format!("`{other}` cannot be part of it"));
        }
        let mark = object.mark(side).ok_or("it has too many cells, or its text is too long")?;
        match Object::read(object.site, &mark, side) {
            Ok(_) => Ok(mark),
            Err(why) => Err(why.to_string()),
        }
    }

    fn room_outside(&self, level: &Level, kind: &str) -> f32 {
        crate::draw::room_outside(level, kind)
    }

    fn title(&self, board: &Board, mark: &Mark) -> String {
        let side = usize::from(board.cols);
        let object = Object::read(Site::constraint(0), mark, side);
        object.map_or_else(|_| mark.to_string(), |object| object.title(side))
    }

    fn cells(&self, board: &Board, mark: &Mark) -> Vec<Site> {
        let side = usize::from(board.cols);
        let object = Object::read(Site::constraint(0), mark, side);
        let cells = object.map(|object| object.cells()).unwrap_or_default();
        cells.into_iter().map(|cell| crate::puzzle::site_of(cell, side)).collect()
    }

    fn faults(&self, level: &Level) -> Vec<(Site, String)> {
        crate::faults::of(level)
    }

    fn rules_of(&self, level: &Level) -> Vec<String> {
        let Ok(puzzle) = Puzzle::of(level) else { return Vec::new() };
        let mut rules = Vec::new();
        for kind in ALL {
            let own = puzzle.objects.iter().filter(|object| object.kind.id() == kind.id());
            for rule in own.map(|object| kind.rule_of(object, puzzle.side)) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        rules
    }
}

fn kind_of(kind: &'static dyn Constraint) -> ConstraintKind {
    let form = kind.form();
    let amount = form.amount;
    let (numbers, bounds) = match amount {
        Amount::None | Amount::Text(_) => ((0, 0), (0, 0)),
        Amount::One(least, most) => ((1, 1), (least, most)),
        Amount::Maybe(least, most) => ((0, 1), (least, most)),
        Amount::Digits(many) => ((1, many), (1, 16)),
    };
    let form = match form.lie {
        Lie::Whole => ConstraintForm::Whole,
        Lie::Area(_) => ConstraintForm::Area,
        Lie::Line(_) | Lie::Loop => ConstraintForm::Line,
        Lie::Pair => ConstraintForm::Pair,
        Lie::Corner => ConstraintForm::Corner,
        Lie::Straight => ConstraintForm::Straight,
        Lie::Slanted => ConstraintForm::Slanted,
        Lie::Circle => ConstraintForm::Circle,
        Lie::Groups => ConstraintForm::Groups,
    };
    let usual = kind.usual_amount();
    let text = match amount {
        Amount::Text(language) => Some(language.example()),
        _ => None,
    };
    let (id, name, rule) = (kind.id(), kind.name(), kind.rule());
    ConstraintKind { id, name, rule, form, numbers, bounds, usual, text }
}

/// Returns whether the cells of an arrow's pill are read in the same order after a turn.
pub(crate) fn keeps_pill(level: &Level, arrow: &Mark, turn: Turn) -> bool {
    let side = usize::from(level.board.cols);
    let Ok(object) = Object::read(Site::constraint(0), arrow, side) else { return true };
    let mut pill = object.line().to_vec();
    pill.sort_unstable();
    let last = side.saturating_sub(1);
    let turned = pill.iter().map(|cell| match (cell / side, cell % side, turn) {
        (row, col, Turn::MirrorColumns) => (row, last - col),
        (row, col, Turn::MirrorRows) => (last - row, col),
        (row, col, Turn::Clockwise) => (col, last - row),
    });
    turned.is_sorted()
}
