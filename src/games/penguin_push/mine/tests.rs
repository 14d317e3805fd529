//! Checks mining against an exhaustive look at every board.
#![allow(clippy::expect_used)]

use base64::Engine as _;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::boards::Boards;
use super::*;
use crate::search::BoardSearch;
use crate::web::{Sizes, has_no_dead_end};
use foolproof_game::TaskBatch;

fn plan(cols: u16, rows: u16, penguins: usize) -> MiningPlan {
    MiningPlan {
        board: Board { cols, rows, tray: 0 },
        penguins,
        kinds: SweepGoal::ALL.to_vec(),
        best: 1_000_000,
        threads: 2,
        memory: 1 << 30,
        must: 0,
        never: 0,
    }
}

fn mined(plan: MiningPlan) -> Mine {
    let mut mine = Mine::new(plan).expect("a plan");
    mine.run(&|_| true).expect("nothing stops it");
    mine
}

/// Every board with this number of penguins.
fn all(ice: &Ice, penguins: u32) -> impl Iterator<Item = Penguins> {
    (0..=ice.all).filter(move |board| board.count_ones() == penguins)
}

fn is_unique(ice: &Ice, board: Penguins) -> bool {
    BoardSearch::new(ice, &|| false).count(board).expect("a small board").pushes == 1
}

#[test]
fn what_is_mined_is_what_looking_at_every_board_finds() {
    for (size, most) in [((4, 4), 8), ((5, 3), 7), ((3, 4), 7), ((7, 2), 6), ((1, 8), 4)] {
        let ice = Ice::of(plan(size.0, size.1, 3).board).expect("a board");
        let mine = mined(plan(size.0, size.1, most));
        for penguins in 3..=most {
            let unique: BTreeSet<Penguins> =
                all(&ice, penguins as u32).filter(|board| is_unique(&ice, *board)).collect();
            let safe: BTreeSet<Penguins> = all(&ice, penguins as u32)
                .filter(|board| has_no_dead_end(&ice, *board, &|| false) == Some(true))
                .collect();
            let solvable = all(&ice, penguins as u32)
                .filter(|board| BoardSearch::new(&ice, &|| false).solvable(*board) == Ok(true));
            let stage = |safe: bool| &mine.stages(safe)[penguins - 2];
            assert_eq!(stage(false).raw, unique.len() as u64, "{size:?} {penguins}");
            assert_eq!(stage(true).raw, safe.len() as u64, "{size:?} {penguins}");
            let classes = |boards: &BTreeSet<Penguins>| {
                boards.iter().map(|board| ice.images(*board)).collect::<BTreeSet<_>>().len() as u64
            };
            assert_eq!(stage(false).canonical, classes(&unique));
            assert_eq!(stage(true).canonical, classes(&safe));
            let (known, error) = mine.solvable[penguins];
            let count = solvable.count() as f64;
            assert!(
                (known - count).abs() <= 5.0 * error || error == 0.0 && known == count,
                "{known} ± {error}, not {count}"
            );
            // Each puzzle once, at any position, with its sizes.
            let puzzle = |board: &Penguins| {
                ice.images(*board).iter().map(|board| ice.cornered(*board)).min()
            };
            for (kind, boards) in
                [(SweepGoal::Ratio, &unique), (SweepGoal::Even, &unique), (SweepGoal::Safe, &safe)]
            {
                let fits = |board: &Penguins| {
                    let sizes = Sizes::of(&ice, *board, &mut Default::default(), &|| false);
                    let sizes = sizes.expect("a small board");
                    kind == SweepGoal::Safe
                        || (sizes.reached == sizes.once) == (kind == SweepGoal::Even)
                };
                let wanted: BTreeSet<Penguins> =
                    boards.iter().filter(|board| fits(board)).filter_map(puzzle).collect();
                let found = mine.found(kind, penguins);
                assert_eq!(found.iter().map(|found| found.board).collect::<BTreeSet<_>>(), wanted);
                let ratios: Vec<f64> = found.iter().map(|found| found.sizes.ratio()).collect();
                assert!(ratios.is_sorted_by(|one, two| one >= two));
            }
        }
    }
}

#[test]
fn the_counts_of_the_source_come_out() {
    let mine = mined(MiningPlan { kinds: vec![SweepGoal::Ratio], best: 10, ..plan(7, 8, 5) });
    let raw: Vec<u64> = mine.stages(false).iter().map(|stage| stage.raw).collect();
    assert_eq!(raw, [267, 2_110, 15_724, 103_324]);
    assert_eq!(mine.tables.solvable[..6], [0, 56, 267, 2_720, 35_518, 481_048]);
}

#[test]
fn what_is_locked_is_kept() {
    let ice = Ice::of(plan(5, 4, 3).board).expect("a board");
    let (must, never) = (1 << 6, 1 << 19 | 1 << 9);
    let mut mine = Mine::new(MiningPlan { must, never, ..plan(5, 4, 4) }).expect("a plan");
    mine.direct = None;
    mine.run(&|_| true).expect("nothing stops it");
    let fits = |board: &Penguins| board & must == must && board & never == 0;
    let wanted: BTreeSet<Penguins> =
        all(&ice, 4).filter(fits).filter(|board| is_unique(&ice, *board)).collect();
    let found =
        [SweepGoal::Ratio, SweepGoal::Even].into_iter().flat_map(|kind| mine.found(kind, 4));
    assert_eq!(found.map(|found| found.board).collect::<BTreeSet<_>>(), wanted);
    assert!(wanted.len() > 3, "{wanted:?}");
}

#[test]
fn looking_at_every_board_finds_what_going_backwards_finds() {
    let (must, never) = (1 << 6, 1 << 19 | 1 << 9 | 1 << 3);
    for penguins in 4..=6 {
        let wish = MiningPlan { must, never, ..plan(5, 4, penguins) };
        let mut backwards = Mine::new(wish.clone()).expect("a plan");
        backwards.direct = None;
        backwards.run(&|_| true).expect("nothing stops it");
        let mut direct = Mine::new(wish).expect("a plan");
        assert!(direct.direct.is_some());
        let left = AtomicUsize::new(3);
        let go_on = |_: f64| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
        };
        if direct.run(&go_on) == Err(MiningHalt::Stopped) {
            direct = Mine::resumed(&direct.kept().expect("a text")).expect("what was kept");
        }
        direct.run(&|_| true).expect("nothing stops it");
        for kind in SweepGoal::ALL {
            assert_eq!(direct.found(kind, penguins), backwards.found(kind, penguins));
        }
    }
}

#[test]
fn mining_goes_on_where_it_was_stopped() {
    let whole = mined(MiningPlan { best: 20, ..plan(7, 6, 6) });
    let mut mine = Mine::new(MiningPlan { best: 20, ..plan(7, 6, 6) }).expect("a plan");
    let mut stops = 0;
    loop {
        let left = AtomicUsize::new(30);
        let go_on = |_: f64| {
            left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
        };
        let ended = mine.run(&go_on);
        if ended.is_ok() {
            break;
        }
        assert_eq!(ended, Err(MiningHalt::Stopped));
        // Every other time through a file.
        if stops % 2 == 0 {
            mine = Mine::resumed(&mine.kept().expect("a text")).expect("what was kept");
        }
        stops += 1;
        assert!(stops < 1000, "it gets nowhere");
    }
    assert!(stops >= 2, "it was stopped {stops} times");
    let numbers = |mine: &Mine, safe: bool| -> Vec<(u64, u64)> {
        mine.stages(safe).iter().map(|stage| (stage.raw, stage.canonical)).collect()
    };
    for safe in [false, true] {
        assert_eq!(numbers(&mine, safe), numbers(&whole, safe));
    }
    for kind in SweepGoal::ALL {
        assert_eq!(mine.found(kind, 6), whole.found(kind, 6));
    }
    assert_eq!(mine.solvable, whole.solvable);
}

#[test]
fn what_is_kept_of_mining_says_when_it_is_damaged() {
    let mine = Mine::new(plan(3, 3, 4)).expect("a plan");
    let text = mine.kept().expect("a text");
    assert!(Mine::resumed(&text).is_ok());
    let encoded = |boards: &[u64]| {
        let bytes: Vec<u8> = boards.iter().flat_map(|board| board.to_le_bytes()).collect();
        base64::engine::general_purpose::STANDARD.encode(bytes)
    };
    let all = mine.sweeps[0].from.read(0, 1000).expect("boards");
    let first = encoded(&all);
    let board = |bad: u64| encoded(&[&[bad], &all[1..]].concat());
    let broken = [
        ("{", "this is not a saved search for boards"),
        (&text.replace("\"version\":1", "\"version\":9"), "version 9"),
        // A board of three penguins where two are wanted, and one off the ice.
        (&text.replace(&first, &board(7)), "other numbers"),
        (&text.replace(&first, &board(1 << 60 | 1)), "other numbers"),
        (&text.replace("\"at\":0", "\"at\":1000000"), "board counts"),
        (
            &text.replace("\"penguins\":4,\"kinds\"", "\"penguins\":99,\"kinds\""),
            "boards have 2 to",
        ),
    ];
    for (text, why) in broken {
        let error = Mine::resumed(text).err().expect("an error");
        assert!(error.to_string().contains(why), "{error}");
    }
}

/// Two penguins that can be pushed at each other have a gap between them, in a row or a column.
#[test]
fn boards_of_two_penguins_are_the_first_that_are_mined() {
    let kinds = vec![SweepGoal::Even, SweepGoal::Safe];
    let mine = mined(MiningPlan { kinds, ..plan(4, 3, 2) });
    for safe in [false, true] {
        let stages = mine.stages(safe);
        assert_eq!(stages.len(), 1);
        // Three a row of four cells, one a column of three.
        assert_eq!(stages[0].raw, 3 * 3 + 4);
    }
    assert_eq!(mine.solvable.last(), Some(&(13.0, 0.0)));
    let even = mine.found(SweepGoal::Even, 2);
    assert!(!even.is_empty() && even.len() == mine.found(SweepGoal::Safe, 2).len());
    for (n, found) in even.iter().enumerate() {
        let level = mine.level(SweepGoal::Even, n, found);
        assert_eq!(level.intended.as_ref().map(|play| play.len()), Some(1));
    }
}

#[test]
fn plans_that_fit_no_board_are_refused() {
    for (plan, why) in [
        (plan(7, 8, 1), "boards have 2 to"),
        (plan(7, 8, 21), "boards have 2 to"),
        (plan(9, 2, 3), "8 columns"),
        (plan(0, 2, 3), "8 columns"),
        (MiningPlan { must: 15, ..plan(4, 4, 3) }, "no board of 3 fits"),
        (MiningPlan { never: 0xFFF8, ..plan(4, 4, 4) }, "no board of 4 fits"),
        (MiningPlan { kinds: Vec::new(), ..plan(4, 4, 4) }, "at least one kind"),
    ] {
        let error = Mine::new(plan).err().expect("an error");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn many_boards_are_read_as_they_were_written() {
    let mut boards = Boards::default();
    let numbers: Vec<Penguins> = (0..17_000_000).collect();
    boards.extend(&numbers).expect("a temporary file");
    boards.extend(&[7, 8, 9]).expect("memory");
    assert_eq!(boards.len(), 17_000_003);
    assert_eq!(boards.read(16_999_998, 4).expect("a file"), [16_999_998, 16_999_999, 7, 8]);
    assert_eq!(boards.read(17_000_000, 5).expect("memory"), [7, 8, 9]);
    assert_eq!(boards.read(12_345, 2).expect("a file"), [12_345, 12_346]);
}

/// The leading process, without any other.
struct LoneCluster;

impl Cluster for LoneCluster {
    fn begin(&mut self, _: &[u8]) -> Result<(), ClusterError> {
        Ok(())
    }

    fn run_tasks(&mut self, batch: TaskBatch<'_>) -> Result<bool, ClusterError> {
        let mut task_fn = batch.runner.task_fn();
        while (batch.go_on)() {
            let Some(task) = (batch.next)()? else { return Ok(true) };
            let result = task_fn(&task)?;
            (batch.take)(&result)?;
        }
        Ok(false)
    }
}

#[test]
fn work_of_several_processes_is_a_share_of_the_whole_even_where_no_boards_are_left() {
    let plan = MiningPlan { kinds: vec![SweepGoal::Safe], ..plan(4, 4, 8) };
    let alone = mined(plan.clone());
    let left: Vec<u64> = alone.stages(true).iter().map(|stage| stage.raw).collect();
    assert_eq!(left, [24, 24, 20, 8, 0, 0, 0]);
    let mut mine = Mine::new(plan).expect("a plan");
    let go_on = |share: f64| {
        assert!((0.0..=1.0).contains(&share), "{share}");
        true
    };
    let watch = MiningWatch { look: &|_| {}, keep: &|_| {}, go_on: &go_on };
    mine.run_with(&watch, &mut Some(&mut LoneCluster)).expect("nothing stops it");
    let found: Vec<u64> = mine.stages(true).iter().map(|stage| stage.raw).collect();
    assert_eq!((found, &mine.solvable), (left, &alone.solvable));
}
