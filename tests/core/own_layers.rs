//! A game whose cells hold marks in layers: its levels against brute force, and what edits and turns do to
//! them.

use std::collections::BTreeSet;

use crate::own_games::{every_play, games, solutions, worker};
use foolproof::game::{Scope, Turn, turned_level};
use foolproof::level::{Board, Expect, Hold, Level, Mark, Pack, Place, Play, Site, Spot};
use foolproof::solver::{
    CompleteLevel, CompletedLevel, Engine, GenerateSettings, GeneratedLevel, Limits, Question, Stop,
};

const SIDE: u16 = 4;

fn mark(word: &str) -> Mark {
    word.parse().expect("a mark")
}

fn layer(place: Place, cell: Site) -> Site {
    Site { place, ..cell }
}

/// A garden for each cell, seeds, stones and arrows here and there.
fn random_level(random: &mut fastrand::Rng) -> Level {
    let board = Board { cols: SIDE, rows: SIDE, tray: 0 };
    let mut level = Level::open("gardens", board);
    for cell in board.cells() {
        if random.u8(..8) > 0 {
            let garden = format!(
                "region({})",
                1 + (cell.row / 2 * 2 + cell.col / 2 + random.u16(..5) / 4) % 4
            );
            level.paint(layer(Place::Under, cell), Some(mark(&garden)));
        }
        match random.u8(..16) {
            0 => level.paint(cell, Some(mark("seed"))),
            1..=3 => level.paint(cell, Some(mark("stone"))),
            _ => {}
        }
        if random.u8(..8) == 0 {
            let way = random.choice(["n", "e", "s", "w"]).expect("a side");
            level.paint(layer(Place::Over, cell), Some(mark(&format!("arrow({way})"))));
        }
    }
    level
}

/// The rules of the game, implemented again.
fn is_right(level: &Level, flowers: &BTreeSet<Site>) -> bool {
    let once = |cells: &[Site]| cells.iter().filter(|cell| flowers.contains(cell)).count() == 1;
    let cells: Vec<Site> = level.board.cells().collect();
    let of = |is_it: &dyn Fn(Site) -> bool| -> Vec<Site> {
        cells.iter().copied().filter(|cell| is_it(*cell)).collect()
    };
    let garden = |cell: Site| level.mark(layer(Place::Under, cell));
    let gardens: BTreeSet<&Mark> = cells.iter().filter_map(|cell| garden(*cell)).collect();
    let arrow_is_right = |cell: Site| match level.mark(layer(Place::Over, cell)) {
        None => true,
        Some(arrow) => flowers.iter().any(|flower| match arrow.args()[0] {
            "n" => flower.col == cell.col && flower.row < cell.row,
            "s" => flower.col == cell.col && flower.row > cell.row,
            "e" => flower.row == cell.row && flower.col > cell.col,
            _ => flower.row == cell.row && flower.col < cell.col,
        }),
    };
    let has = |cell: Site, word: &str| level.mark(cell).is_some_and(|mark| mark.as_str() == word);
    (0..SIDE).all(|row| once(&of(&|cell| cell.row == row)))
        && (0..SIDE).all(|col| once(&of(&|cell| cell.col == col)))
        && gardens.iter().all(|which| once(&of(&|cell| garden(cell) == Some(which))))
        && cells.iter().all(|cell| arrow_is_right(*cell))
        && cells.iter().all(|cell| !has(*cell, "seed") || flowers.contains(cell))
        && flowers.iter().all(|cell| !has(*cell, "stone"))
}

fn right_plays(level: &Level) -> BTreeSet<Play> {
    let cells: Vec<Site> = level.board.cells().collect();
    every_play(&cells, &mark("flower"))
        .filter(|play| is_right(level, &play.iter().map(|(site, _)| site).collect()))
        .collect()
}

#[test]
fn rules_see_all_layers_of_a_cell_as_the_cell() {
    let games = games(&["tests/own_games/gardens"]);
    let game = games.by_id("gardens").expect("the game");
    let mut engine = Engine::new(worker(), games.clone());
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = BTreeSet::new();
    for number in 0..40 {
        let level = random_level(&mut random);
        let right = right_plays(&level);
        let solved: BTreeSet<Play> = solutions(&mut engine, &level).into_iter().collect();
        assert_eq!(solved, right, "{level:?}");
        seen.insert(right.len().min(3));
        let turns = [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows];
        let turned = turned_level(game.as_ref(), &level, turns[number % 3]).expect("it turns");
        assert_eq!(turned.marks().count(), level.marks().count());
        assert_eq!(solutions(&mut engine, &turned).len(), right.len(), "{turned:?}");
    }
    assert!(seen.len() > 2, "levels with no solution, one and several: {seen:?}");
}

#[test]
fn four_turns_and_a_file_leave_every_layer_as_it_was() {
    let games = games(&["tests/own_games/gardens"]);
    let game = games.by_id("gardens").expect("the game");
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..50 {
        let mut level = random_level(&mut random);
        level.set(layer(Place::Under, Site::cell(0, 0)), Spot { mark: None, hold: Hold::Locked });
        let turned = (0..4).fold(level.clone(), |level, _| {
            turned_level(game.as_ref(), &level, Turn::Clockwise).expect("it turns")
        });
        assert_eq!(turned, level);
        let pack = Pack { levels: vec![std::sync::Arc::new(level.clone())], ..Pack::default() };
        let back = Pack::from_json(&pack.to_json()).expect("a pack");
        assert!(back.levels[0].same_puzzle(&level));
    }
}

/// Locks, completions and needless marks take layers as sites of their own.
#[test]
fn searches_fill_and_try_each_layer_by_itself() {
    let games = games(&["tests/own_games/gardens"]);
    let mut engine = Engine::new(worker(), games.clone());
    let mut random = fastrand::Rng::with_seed(2);
    let level = loop {
        let level = random_level(&mut random);
        if right_plays(&level).len() > 1 {
            break level;
        }
    };
    let mut ask = |level: &Level, question: Question| {
        engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {})
    };
    let mut level = level;
    level.policy.unique = Some(Expect::Yes);
    let garden = layer(Place::Under, Site::cell(1, 1));
    level.set(garden, Spot { hold: Hold::Locked, ..level.spot(garden) });
    let found = ask(&level, CompleteLevel::default().into());
    let made = found.iter().find_map(|finding| finding.report::<CompletedLevel>()?.0.proposed());
    let made = &*made.expect("a completion").level;
    assert_eq!(right_plays(made).len(), 1, "{made:?}");
    assert_eq!(made.spot(garden), level.spot(garden));
    let in_layers =
        |level: &Level| level.marks().filter(|(site, _)| site.place != Place::Cell).count();
    assert!(in_layers(made) > 0 && made.marks().count() > level.marks().count(), "{made:?}");
}

/// Games without layers neither accept marks in layers nor make sense of levels with some.
#[test]
fn games_without_layers_refuse_them() {
    let games = foolproof::built_in();
    for game in games.all() {
        let board = game.about().default_board;
        for brush in game.palette().into_iter().flat_map(|group| group.brushes) {
            for place in [Place::Under, Place::Over] {
                let site = layer(place, Site::cell(0, 0));
                assert!(
                    game.accepts(&board, site, &brush.mark).is_err(),
                    "{} {}",
                    game.about().id,
                    brush.mark
                );
                let mut level = Level::open(&*game.about().id, board);
                level.paint(site, Some(brush.mark.clone()));
                assert!(
                    game.facts(&level, Scope::Fixed).is_err(),
                    "{} {}",
                    game.about().id,
                    brush.mark
                );
            }
        }
    }
}

/// Clues that are read off a play lie in their layers, and rules that read them see those of all layers.
#[test]
fn clues_are_read_off_into_their_layers() {
    let games = games(&["tests/own_games/gardens"]);
    let game = games.by_id("gardens").expect("the game");
    let reading = game.clue_reading().expect("rules that read clues");
    let board = Board { cols: 3, rows: 3, tray: 0 };
    let mut level = Level::open("gardens", board);
    let flowers = [(0, 0), (1, 2), (2, 1)].map(|(col, row)| (Site::cell(col, row), mark("flower")));
    let play: Play = flowers.into_iter().collect();
    // On a level without marks, too.
    let of_empty = reading.clues_of(&level, &play, 1).expect("clues");
    level.paint(Site::cell(2, 2), Some(mark("stone")));
    let clues = reading.clues_of(&level, &play, 1).expect("clues");
    assert_eq!(of_empty, clues);
    let seeds =
        clues.iter().filter(|(site, mark)| site.place == Place::Cell && mark.as_str() == "seed");
    assert_eq!(seeds.count(), 3, "{clues:?}");
    let arrows =
        clues.iter().filter(|(site, mark)| site.place == Place::Over && mark.functor() == "arrow");
    assert_eq!(arrows.count() + 3, clues.len(), "{clues:?}");
    assert!(clues.len() > 3, "{clues:?}");
}

/// New levels have one solution, by brute force.
#[test]
fn new_levels_have_clues_in_layers() {
    let games = games(&["tests/own_games/gardens"]);
    let mut engine = Engine::new(worker(), games.clone());
    let level = Level::open("gardens", Board { cols: SIDE, rows: SIDE, tray: 0 });
    let mut places = BTreeSet::new();
    for seed in 1..4 {
        let settings = GenerateSettings { count: 1, seed, ..GenerateSettings::default() };
        let (limits, stop) = (Limits::default(), Stop::default());
        let found = engine.answer(&level, &settings.into(), &limits, &stop, &mut |_| {});
        let made = found
            .iter()
            .find_map(|finding| finding.report::<GeneratedLevel>()?.0.proposed())
            .map(|made| &*made.level)
            .expect("a level");
        assert_eq!(right_plays(made).len(), 1, "{made:?}");
        places.extend(made.marks().map(|(site, _)| site.place));
    }
    assert!(places.contains(&Place::Over), "{places:?}");
}
