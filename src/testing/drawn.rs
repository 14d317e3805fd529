//! Tests that all marks can be drawn, turned and mirrored, and have a place.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::{TestBench, TestEnd, TestLine};
use foolproof_game::{Game as _, counted, listed};
use foolproof_games::own::places_for;
use foolproof_level::{Level, Mark};
use foolproof_picture::{Point, Rect, Shape, plain_shapes};

/// Maximum number of named marks in a group that look alike.
const NAMED: usize = 4;

pub(crate) fn test(bench: &mut TestBench, _: Instant) -> Vec<TestLine> {
    let game = &bench.game;
    let marks = game.marks();
    let faults = |is_faulty: &dyn Fn(&Mark) -> bool| -> Vec<String> {
        marks.iter().filter(|mark| is_faulty(mark)).map(ToString::to_string).collect()
    };
    let rect = Rect { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    let alike = alike(&marks, &|mark| game.draw_mark(mark, rect));
    let undrawn = faults(&|mark| game.draw_mark(mark, rect).is_empty());
    let unturned = faults(&|mark| game.turned_astray(mark).is_some());
    let board = game.about().default_board;
    let level = Level::open(&*game.about().id, board);
    let brushes = game.palette().into_iter().flat_map(|group| group.brushes);
    let painted: BTreeSet<Mark> = brushes.map(|brush| brush.mark).collect();
    let homeless =
        faults(&|mark| painted.contains(mark) && places_for(game, &level, mark).is_empty());
    let all = counted(marks.len(), "mark", "marks");
    let placed = if marks.len() == 1 { "has a place" } else { "have a place" };
    let line = |test: &str, faults: &[String], well: &str, ill: &str| match faults {
        [] => TestLine::new(test, TestEnd::Passed, format!("{all} {well}")),
        some => TestLine::new(test, TestEnd::Failed, format!("{ill}: {}", some.join(", "))),
    };
    vec![
        line("marks drawn", &undrawn, "drawn", "nothing is drawn for"),
        TestLine::new("marks told apart", alike.0, alike.1),
        line(
            "marks turned",
            &unturned,
            "turned and mirrored",
            "turns and mirrors that should lead back change",
        ),
        line("marks placed", &homeless, placed, "no site of the default board takes"),
    ]
}

/// Reports marks of one kind that look the same on the board, for example because a drawing has no `{1}` in its
/// text, or ignores the part that sets its direction.
fn alike(marks: &[Mark], draw: &dyn Fn(&Mark) -> Vec<Shape>) -> (TestEnd, String) {
    let mut drawn: BTreeMap<String, Vec<&Mark>> = BTreeMap::new();
    for mark in marks {
        let shapes = draw(mark);
        if !shapes.is_empty() {
            let (kind, shapes) = (mark.functor(), plain_shapes(&shapes));
            drawn.entry(format!("{kind} {shapes:?}")).or_default().push(mark);
        }
    }
    let groups: Vec<String> = drawn
        .into_values()
        .filter(|marks| marks.len() > 1)
        .map(|marks| {
            let names: Vec<String> =
                marks.iter().take(NAMED).map(|mark| format!("`{mark}`")).collect();
            let more = marks.len().saturating_sub(NAMED);
            let names = listed(&names.iter().map(String::as_str).collect::<Vec<_>>(), "and");
            if more > 0 { format!("{names} ({more} more)") } else { names }
        })
        .collect();
    match groups.as_slice() {
        [] => (TestEnd::Passed, "no two marks of a kind look the same".to_owned()),
        some => (TestEnd::Warned, format!("these look the same on the board: {}", some.join("; "))),
    }
}
