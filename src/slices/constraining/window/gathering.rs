//! The meaning of a stroke over cells, for each form of constraint.

use foolproof_game::ConstraintForm;
use foolproof_level::{Board, Site};

fn touches(a: Site, b: Site) -> bool {
    a.col.abs_diff(b.col).max(a.row.abs_diff(b.row)) == 1
}

/// Adds the next cell to a stroke. A line goes from cell to cell, and going back shortens it; an area takes
/// each cell once.
pub(super) fn go_on(form: ConstraintForm, drawn: &mut Vec<Site>, site: Site) {
    let Some(last) = drawn.last().copied().filter(|last| *last != site) else { return };
    let is_area = matches!(form, ConstraintForm::Area | ConstraintForm::Groups);
    if is_area {
        if !drawn.contains(&site) {
            drawn.push(site);
        }
        return;
    }
    let before = drawn.len().checked_sub(2).and_then(|at| drawn.get(at)).copied();
    if before == Some(site) {
        drawn.pop();
        return;
    }
    let closes = drawn.len() > 2 && drawn.first() == Some(&site);
    if touches(last, site) && (closes || !drawn.contains(&site)) {
        drawn.push(site);
    }
}

/// Returns the cells that a stroke names; `None` if it names none, such as a click with a tool for lines.
pub(super) fn cells_of(form: ConstraintForm, drawn: &[Site], board: Board) -> Option<Vec<Site>> {
    let (first, last) = (*drawn.first()?, *drawn.last()?);
    match form {
        ConstraintForm::Whole | ConstraintForm::Groups => None,
        ConstraintForm::Area => Some(drawn.to_vec()),
        ConstraintForm::Line | ConstraintForm::Circle => (drawn.len() > 1).then(|| drawn.to_vec()),
        ConstraintForm::Pair => {
            let beside = first.col.abs_diff(last.col) + first.row.abs_diff(last.row) == 1;
            beside.then(|| vec![first, last])
        }
        ConstraintForm::Corner => {
            // A click means the corner below and to the right.
            let other = if first == last { next(first, 1, 1, board)? } else { last };
            if first.col.abs_diff(other.col) != 1 || first.row.abs_diff(other.row) != 1 {
                return None;
            }
            let (left, top) = (first.col.min(other.col), first.row.min(other.row));
            let cell = |across: u16, down: u16| Site::cell(left + across, top + down);
            Some(vec![cell(0, 0), cell(1, 0), cell(0, 1), cell(1, 1)])
        }
        ConstraintForm::Straight => {
            let (across, down) = match drawn.get(1) {
                Some(second) => way(first, *second),
                None => inward(first, board)?,
            };
            if across != 0 && down != 0 {
                return None;
            }
            seen_from(first, across, down, board)
        }
        ConstraintForm::Slanted => {
            let (across, down) = way(first, *drawn.get(1)?);
            if across == 0 || down == 0 {
                return None;
            }
            seen_from(first, across, down, board)
        }
    }
}

fn way(from: Site, to: Site) -> (i32, i32) {
    let sign = |from: u16, to: u16| (i32::from(to) - i32::from(from)).signum();
    (sign(from.col, to.col), sign(from.row, to.row))
}

/// Returns the cell this many columns and rows away.
fn next(site: Site, across: i32, down: i32, board: Board) -> Option<Site> {
    let col = u16::try_from(i32::from(site.col) + across).ok()?;
    let row = u16::try_from(i32::from(site.row) + down).ok()?;
    Some(Site::cell(col, row)).filter(|site| board.contains(*site))
}

/// Returns the direction into the board from a cell of its rim; down and up come before right and left.
fn inward(site: Site, board: Board) -> Option<(i32, i32)> {
    match site {
        Site { row: 0, .. } => Some((0, 1)),
        Site { row, .. } if row + 1 == board.rows => Some((0, -1)),
        Site { col: 0, .. } => Some((1, 0)),
        Site { col, .. } if col + 1 == board.cols => Some((-1, 0)),
        _ => None,
    }
}

/// Returns the first and the last cell of the line through a cell, in the direction of the drawing.
fn seen_from(site: Site, across: i32, down: i32, board: Board) -> Option<Vec<Site>> {
    let end = |across: i32, down: i32| {
        let mut at = site;
        while let Some(further) = next(at, across, down, board) {
            at = further;
        }
        at
    };
    let (first, last) = (end(-across, -down), end(across, down));
    (first != last).then(|| vec![first, last])
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Board = Board { cols: 9, rows: 9, tray: 0 };

    fn cells(names: &[(u16, u16)]) -> Vec<Site> {
        names.iter().map(|(col, row)| Site::cell(*col, *row)).collect()
    }

    #[test]
    fn a_line_goes_back_and_closes_and_leaves_no_gap() {
        let mut drawn = cells(&[(0, 0)]);
        for (site, wanted) in [
            ((1, 0), vec![(0, 0), (1, 0)]),
            ((3, 0), vec![(0, 0), (1, 0)]),
            ((1, 1), vec![(0, 0), (1, 0), (1, 1)]),
            ((1, 0), vec![(0, 0), (1, 0)]),
            ((1, 1), vec![(0, 0), (1, 0), (1, 1)]),
            ((0, 0), vec![(0, 0), (1, 0), (1, 1), (0, 0)]),
        ] {
            go_on(ConstraintForm::Line, &mut drawn, Site::cell(site.0, site.1));
            assert_eq!(drawn, cells(&wanted));
        }
    }

    #[test]
    fn strokes_mean_what_their_form_says() {
        let of = |form, drawn: &[(u16, u16)]| cells_of(form, &cells(drawn), BOARD);
        assert_eq!(of(ConstraintForm::Line, &[(0, 0)]), None, "a click is no line");
        assert_eq!(of(ConstraintForm::Pair, &[(0, 0), (0, 1)]), Some(cells(&[(0, 0), (0, 1)])));
        assert_eq!(of(ConstraintForm::Pair, &[(0, 0), (1, 1)]), None);
        let corner = Some(cells(&[(3, 4), (4, 4), (3, 5), (4, 5)]));
        assert_eq!(of(ConstraintForm::Corner, &[(3, 4)]), corner);
        assert_eq!(of(ConstraintForm::Corner, &[(4, 5), (3, 5), (3, 4)]), corner);
        let column = |from: u16, to: u16| Some(cells(&[(2, from), (2, to)]));
        assert_eq!(of(ConstraintForm::Straight, &[(2, 0)]), column(0, 8));
        assert_eq!(of(ConstraintForm::Straight, &[(2, 8)]), column(8, 0));
        assert_eq!(of(ConstraintForm::Straight, &[(2, 4), (2, 3)]), column(8, 0));
        assert_eq!(of(ConstraintForm::Straight, &[(4, 4)]), None);
        let diagonal = Some(cells(&[(0, 2), (6, 8)]));
        assert_eq!(of(ConstraintForm::Slanted, &[(1, 3), (2, 4)]), diagonal);
    }
}
