//! Every mark drawn, turned and mirrored, and a place found for it.

use std::collections::BTreeSet;
use std::time::Instant;

use super::{TestBench, TestEnd, TestLine};
use foolproof_games::own::places_for;
use foolproof_games::{Game as _, counted};
use foolproof_level::{Level, Mark};
use foolproof_picture::{Point, Rect};

pub(crate) fn test(bench: &mut TestBench, _: Instant) -> Vec<TestLine> {
    let game = &bench.game;
    let marks = game.marks();
    let faults = |is_faulty: &dyn Fn(&Mark) -> bool| -> Vec<String> {
        marks.iter().filter(|mark| is_faulty(mark)).map(ToString::to_string).collect()
    };
    let rect = Rect { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
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
        line(
            "marks turned",
            &unturned,
            "turned and mirrored",
            "turns and mirrors that should lead back change",
        ),
        line("marks placed", &homeless, placed, "no site of the default board takes"),
    ]
}
