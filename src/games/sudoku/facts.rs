//! The encoding's facts about a level: its boxes, and its constraints with their rules.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::constraints;
use crate::puzzle::Puzzle;

/// Rules that every level with constraints has.
const COMMON: &str = "\
:- broken(_,_).
:- broken(_,_,_).
:- unmet(_,_).
beside(cell(C,R),cell(C+1,R)) :- site(cell(C,R)), site(cell(C+1,R)).
beside(cell(C,R),cell(C,R+1)) :- site(cell(C,R)), site(cell(C,R+1)).
beside(S,T) :- beside(T,S).
#defined kind/2. #defined broken/2. #defined broken/3. #defined unmet/2. #defined at/4. #defined amount/3. #defined in_region/2. #defined window/2.
";

pub(crate) fn facts(puzzle: &Puzzle) -> String {
    let mut text = format!("side({}).", puzzle.side);
    // Writing to a string cannot fail.
    if let Some((wide, high)) = puzzle.boxes {
        let _ = write!(text, " wide({wide}). high({high}).");
    }
    text.push('\n');
    let irregular = puzzle.boxes.is_none();
    let constrained = !puzzle.objects.is_empty();
    for (number, region) in puzzle.regions.iter().enumerate().filter(|_| irregular || constrained) {
        for cell in region {
            let _ = write!(text, "in_region({number},{}). ", puzzle.site(*cell));
        }
        text.push('\n');
    }
    if !constrained {
        return text;
    }
    text.push_str(COMMON);
    for object in &puzzle.objects {
        let number = object.site.col;
        // It holds as long as its mark is there: blame is found by removing marks.
        if let Some(mark) = object.mark(puzzle.side) {
            let _ = write!(
                text,
                "kind({number},{}) :- has({},{mark}). ",
                object.kind.id(),
                object.site
            );
        }
        let title = foolproof_kernel::quote(&object.title(puzzle.side));
        let _ = write!(text, "titled({number},{title}). ");
        for (at, amount) in object.amounts.iter().enumerate() {
            let _ = write!(text, "amount({number},{at},{amount}). ");
        }
        for (group, cells) in object.groups.iter().enumerate() {
            for (at, cell) in cells.iter().enumerate() {
                let _ = write!(text, "at({number},{group},{at},{}). ", puzzle.site(*cell));
            }
        }
        text.push('\n');
    }
    let kinds: BTreeSet<&str> = puzzle.objects.iter().map(|object| object.kind.id()).collect();
    let kinds = constraints::ALL.iter().filter(|kind| kinds.contains(kind.id()));
    kinds.for_each(|kind| {
        text.push_str(&kind.facts(puzzle));
        text.push_str(kind.rules());
    });
    text
}
