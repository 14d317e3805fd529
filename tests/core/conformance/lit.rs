//! Levels of Refraction on boards of up to 4x3: pieces are laid, and a target stands where their light comes.

use foolproof::solver::{
    COMPLETE, CheckIntended, CompleteLevel, Origin, ProveShortcutFree, SolveLevel, Status, Topic,
};

use super::*;

const POWERS: [&str; 8] = ["1,1", "1,2", "1,3", "2,3", "1,4", "3,4", "3,2", "1,6"];
const PORTS: [&str; 7] = ["n", "e", "s", "w", "ns", "ew", "nes"];

fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

fn any<T: Clone>(from: &[T], rng: &mut Rng) -> T {
    from[rng.usize(..from.len())].clone()
}

/// A random level that can be solved more often than not, in several ways or in one.
pub fn random_level(game: &dyn Game, rng: &mut Rng) -> Level {
    let mut level = aimed_level(game, rng);
    // One that was aimed at has its solution for certain: some lose it, and some get others.
    for _ in 0..rng.usize(..3) {
        match rng.u8(..4) {
            0 => {
                let pieces = pieces(game);
                let slot = Site::tray(rng.u16(..level.board.tray));
                level.paint(slot, Some(any(&pieces, rng)));
            }
            1 => {
                let marks: Vec<Site> = level.marks().map(|(site, _)| site).collect();
                level.paint(any(&marks, rng), None);
            }
            _ => {
                let mark = match rng.u8(..3) {
                    0 => mark("blocker"),
                    1 => mark(&format!("source({},1,1)", any(&["n", "e", "s", "w"], rng))),
                    _ => mark(&format!("target({},{})", any(&PORTS, rng), any(&POWERS, rng))),
                };
                let cells: Vec<Site> = level.board.cells().collect();
                level.paint(any(&cells, rng), Some(mark));
            }
        }
    }
    level
}

/// What a player may get.
fn pieces(game: &dyn Game) -> Vec<Mark> {
    let tray = game.palette().into_iter().filter(|group| group.place == Place::Tray);
    tray.flat_map(|group| group.brushes).map(|brush| brush.mark).collect()
}

/// A random level that can be solved, but for a few.
fn aimed_level(game: &dyn Game, rng: &mut Rng) -> Level {
    loop {
        let board = Board { cols: rng.u16(2..=4), rows: rng.u16(2..=3), tray: 5 };
        let mut level = Level::open(game.about().id.clone(), board);
        let cells: Vec<Site> = board.cells().collect();
        for _ in 0..rng.usize(1..=2) {
            let power = if rng.bool() { "1,1" } else { any(&POWERS, rng) };
            let source = format!("source({},{power})", any(&["n", "e", "s", "w"], rng));
            level.paint(any(&cells, rng), Some(mark(&source)));
        }
        if rng.bool() {
            level.paint(any(&cells, rng), Some(mark("blocker")));
        }
        let pieces = pieces(game);
        let mut play = Play::default();
        for slot in 0..rng.u16(1..=3) {
            let (site, piece) = (any(&cells, rng), any(&pieces, rng));
            level.paint(Site::tray(slot), Some(piece.clone()));
            if level.mark(site).is_none() && rng.u8(..4) > 0 {
                play.0.entry(site).or_insert(piece);
            }
        }
        let is_free = |site: &&Site| level.mark(**site).is_none() && play.get(**site).is_none();
        let free: Vec<Site> = cells.iter().filter(is_free).copied().collect();
        if free.is_empty() {
            continue;
        }
        for _ in 0..400 {
            let ports = if rng.u8(..6) > 0 { &PORTS[..4] } else { &PORTS[4..] };
            let target = format!("target({},{})", any(ports, rng), any(&POWERS, rng));
            let mut aimed = level.clone();
            aimed.paint(any(&free, rng), Some(mark(&target)));
            if game.judge(&aimed, &play) == Verdict::Solved {
                return aimed;
            }
        }
        if rng.u8(..4) == 0 {
            return level;
        }
    }
}

/// A beam from a source of one to a target, and pieces that could make powers without end.
fn rich() -> Level {
    let mut level = Level::open("refraction", Board { cols: 10, rows: 10, tray: 24 });
    level.paint(Site::cell(0, 0), Some(mark("source(e,1,1)")));
    level.paint(Site::cell(9, 0), Some(mark("target(w,1,1)")));
    let pieces = ["splitter(w,nes)", "splitter(s,ew)", "combiner(nsw,e)", "combiner(ns,e)"];
    for slot in 0..level.board.tray {
        level.paint(Site::tray(slot), Some(mark(pieces[usize::from(slot) % pieces.len()])));
    }
    level.concept = "used(splitter,1)".parse().expect("a concept");
    level
}

#[test]
fn what_is_too_much_for_the_encoding_is_answered_by_the_search_alone() {
    let mut engine = Engine::new(worker(), toy::games());
    let mut told = |level: &Level, question: Question, topic| {
        let found = ask(&mut engine, level, question);
        let finding = about(&found, topic);
        (finding.status(), finding.how.origin)
    };
    let mut level = rich();
    let solvable = told(&level, Question::from(SolveLevel::default()), Topic::SOLVABLE);
    assert_eq!(solvable, (Status::Proved, Origin::Search));
    let shortcut = told(&level, Question::from(ProveShortcutFree), Topic::SHORTCUT_FREE);
    assert_eq!(shortcut, (Status::Refuted, Origin::Witness));
    level.intended = Some(Play::default());
    let flaw = told(&level, Question::from(CheckIntended), Topic::INTENDED);
    assert_eq!(flaw, (Status::Refuted, Origin::Rules));
    // If only the encoding can tell, the reason is still reported.
    let (status, _) = told(&level, Question::from(CompleteLevel::default()), COMPLETE);
    let why = format!("{status:?}");
    assert!(why.starts_with("Unknown") && why.contains("4000 different powers"), "{why}");
}
