//! The words of this slice.

use foolproof_game::ConstraintForm;

pub(super) const SECTION: &str = "Constraints";
pub(super) const DELETE: &str = "Delete a constraint";
pub(super) const RENUMBER: &str = "Change a constraint's number or text";
pub(super) const RESHAPE: &str = "Change a constraint's cells";
pub(super) const AGAIN: &str = "Draw again";
pub(super) const MORE_GROUP: &str = "Add a group";
pub(super) const MORE_LINE: &str = "Add a line";
pub(super) const NONE_HERE: &str = "the game of this level has no constraints";
pub(super) const FAULTY: &str = "Impossible constraint";
pub(super) const NEEDLESS: &str = "not needed";
pub(super) const CIRCLE: &str = "Cells of the circle";
pub(super) const NUMBER: &str = "Number";
pub(super) const TEXT: &str = "Text";
pub(super) const SECOND_GROUP: &str = "Now draw the second group of cells.";
pub(super) const FIND_KIND: &str = "Find a kind of constraint";

pub(super) fn drawn(name: &str) -> String {
    format!("Draw a constraint: {name}")
}

/// Says how to draw a form.
pub(super) fn how(form: ConstraintForm) -> &'static str {
    match form {
        ConstraintForm::Whole => "Tick it: it speaks of the whole board.",
        ConstraintForm::Area => "Click a cell, or drag over all its cells.",
        ConstraintForm::Line => "Drag from cell to cell.",
        ConstraintForm::Pair => "Drag from a cell to its neighbour.",
        ConstraintForm::Corner => "Click the cell above and left of the corner, or drag across it.",
        ConstraintForm::Straight => "Click a cell at the rim, or drag from there along the line.",
        ConstraintForm::Slanted => "Drag along the diagonal, the way it is to be read.",
        ConstraintForm::Circle => "Drag from the circle along the line.",
        ConstraintForm::Groups => "Drag over the first group of cells, then over the second.",
    }
}
