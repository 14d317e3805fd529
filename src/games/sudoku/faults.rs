//! Faults of single constraints: malformed ones, and those that propagation alone shows to be impossible.

use crate::constraints::Object;
use crate::engine::{Model, Walk};
use crate::grid::Reading;
use crate::puzzle::Puzzle;
use foolproof_level::{Level, Place, Site};

/// The invalid constraints of a level, each checked alone with the clues, and why.
pub(crate) fn of(level: &Level) -> Vec<(Site, String)> {
    let side = usize::from(level.board.cols);
    let (mut faults, mut objects, mut given) = (Vec::new(), Vec::new(), vec![0; side * side]);
    for (site, mark) in level.marks() {
        match (site.place, Reading::of(mark)) {
            (Place::Constraint, _) => match Object::read(site, mark, side) {
                Ok(object) => objects.push(object),
                Err(why) => faults.push((site, why.to_string())),
            },
            (Place::Cell, Ok(Reading::Digit(digit))) if usize::from(digit) <= side => {
                let cell = usize::from(site.row) * side + usize::from(site.col);
                if let Some(held) = given.get_mut(cell) {
                    *held = digit;
                }
            }
            _ => {}
        }
    }
    let puzzle = Puzzle::new(side, given, objects);
    let found = puzzle.objects.iter().filter_map(|one| Some((one.site, fault(&puzzle, one)?)));
    faults.extend(found);
    faults.sort_by_key(|(site, _)| *site);
    faults
}

fn fault(puzzle: &Puzzle, object: &Object) -> Option<String> {
    if let Some(broken) = object.kind.broken(object, puzzle, &puzzle.given) {
        return Some(broken.why);
    }
    // Marks that define the regions of a board belong to the board.
    let shapes = |one: &&Object| ["region", "no_boxes"].contains(&one.kind.id());
    let others = puzzle.objects.iter().filter(shapes).filter(|one| one.site != object.site);
    let objects = others.chain([object]).cloned().collect();
    let alone = Puzzle::new(puzzle.side, puzzle.given.clone(), objects);
    let model = alone.model();
    if is_impossible(&model, model.start()) {
        return Some("no digits of this board can be put into its cells".to_owned());
    }
    let mut beside = model.start();
    for cell in object.cells() {
        if let (Some(digit @ 1..), Some(left)) = (puzzle.given.get(cell), beside.get_mut(cell)) {
            *left &= 1 << (digit - 1);
        }
    }
    is_impossible(&model, beside)
        .then(|| "the digits in its cells leave nothing for the others".to_owned())
}

/// Returns whether propagation leaves a cell without candidates.
fn is_impossible(model: &Model, mut candidates: Vec<u16>) -> bool {
    !Walk::new(model, &|| false).settle(&mut candidates)
}
