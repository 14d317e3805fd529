//! Brushes that a designer draws from cell to cell, as a player draws lines: the tubes of thermometers,
//! arrows, given pieces of a loop.

use crate::levels::frames;
use crate::look::Course;
use crate::marking::marks::is_rim;
use crate::reading::form::{GameForm, MarkKind, MarkPlace};
use crate::reading::term::{TermPart, side};
use crate::reading::turns;
use foolproof_game::{Side, Turn};
use foolproof_level::{Board, Mark, Place, Site};

/// Returns the kind of a brush that is drawn: its marks lie across edges.
fn drawn_kind<'a>(form: &'a GameForm, brush: &Mark) -> Option<&'a MarkKind> {
    form.kind_of(brush).filter(|kind| {
        !kind.by_player
            && kind.on.contains(&MarkPlace::Edge)
            && kind.look.course() == Course::Across
    })
}

/// Returns the mark that a brush leaves between two adjacent cells. A mark that names a side points along the
/// stroke.
pub(crate) fn drawn(
    form: &GameForm,
    board: &Board,
    brush: &Mark,
    [from, to]: [Site; 2],
) -> Option<(Site, Mark)> {
    let kind = drawn_kind(form, brush)?;
    let is_inner = |cell: &Site| {
        cell.place == Place::Cell && board.contains(*cell) && !is_rim(form, board, *cell)
    };
    if !is_inner(&from) || !is_inner(&to) {
        return None;
    }
    let apart = (i32::from(to.col) - i32::from(from.col), i32::from(to.row) - i32::from(from.row));
    let way = Side::ALL.into_iter().find(|side| side.step() == apart)?;
    Some((frames::edge_between(from, to), toward(form, kind, brush, way)))
}

/// Turns a mark until its first part with a side points this way. A mark without such a part is unchanged.
fn toward(form: &GameForm, kind: &MarkKind, brush: &Mark, way: Side) -> Mark {
    let Some(at) = kind.pattern.parts.iter().position(TermPart::is_sides) else {
        return brush.clone();
    };
    let points = |mark: &Mark| {
        form.kind_of(mark).is_some() && mark.args().get(at).and_then(|arg| side(arg)) == Some(way)
    };
    let quarter = |mark: &Mark| Some(turns::turned(&form.marks, mark, Turn::Clockwise));
    let turned = std::iter::successors(Some(brush.clone()), quarter).take(4).find(points);
    turned.unwrap_or_else(|| brush.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game with marks of each kind, and clue cells at its left.
    fn form() -> GameForm {
        let manifest = "foolproof_game = 1\nid = \"toy\"\nname = \"Toy\"\n[board]\n\
            places = [\"cell\", \"edge\"]\nrim = [\"left\"]\ndefault = [3, 3]\nsmallest = [2, 1]\n\
            largest = [9, 9]\n\
            [[mark]]\nterm = \"tube\"\non = \"edge\"\ndraw = { across = true }\n\
            [[mark]]\nterm = \"arrow(n|e|s|w,1..3)\"\non = \"edge\"\ndraw = { across = true }\n\
            [[mark]]\nterm = \"wall\"\non = \"edge\"\n\
            [[mark]]\nterm = \"line\"\non = \"edge\"\nby = \"player\"\n\
            [play]\nkind = \"line\"\nline = \"line\"\nacross = true\n";
        GameForm::read(manifest, &Default::default())
            .map_err(|faults| faults.len())
            .expect("a form")
    }

    #[test]
    fn a_stroke_leaves_marks_on_the_edges_that_it_crosses() {
        let (form, board) = (form(), Board { cols: 4, rows: 3, tray: 0 });
        let left = |brush: &str, from: [u16; 2], to: [u16; 2]| {
            let cells = [from, to].map(|[col, row]| Site::cell(col, row));
            let (site, mark) = drawn(&form, &board, &brush.parse().expect("a mark"), cells)?;
            Some(format!("{site} {mark}"))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(left("tube", [1, 1], [2, 1]), some("vedge(2,1) tube"));
        assert_eq!(left("tube", [2, 1], [1, 1]), some("vedge(2,1) tube"));
        assert_eq!(left("tube", [2, 1], [2, 2]), some("hedge(2,2) tube"));
        // An arrow points along the stroke, and keeps its other parts.
        assert_eq!(left("arrow(n,2)", [1, 1], [2, 1]), some("vedge(2,1) arrow(e,2)"));
        assert_eq!(left("arrow(n,2)", [2, 1], [1, 1]), some("vedge(2,1) arrow(w,2)"));
        assert_eq!(left("arrow(e,3)", [2, 2], [2, 1]), some("hedge(2,2) arrow(n,3)"));
        // Only to the next cell, not over clue cells, and not off the board.
        assert_eq!(left("tube", [1, 1], [3, 1]), None);
        assert_eq!(left("tube", [1, 1], [2, 2]), None);
        assert_eq!(left("tube", [0, 1], [1, 1]), None);
        assert_eq!(left("tube", [3, 1], [4, 1]), None);
        // Walls run along the grid, and the player's line is not a brush.
        assert_eq!((left("wall", [1, 1], [2, 1]), left("line", [1, 1], [2, 1])), (None, None));
    }
}
