//! What goes into a file and what comes out of it: for every game and every format, each part of a level
//! is there again, or among the losses that are named.

use foolproof::games::{
    Asked, Exported, LOST_INTENDED, LOST_MARKS, LibraryShelf, library::Library, maps,
    read_contents, shelf,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use foolproof::game::{Game, Games, LevelNumber, NoGrounder};
use foolproof::level::{
    Combination, Concept, Expect, Hold, Level, Made, Mark, Pack, Place, Policy, Site, Spot,
};
use foolproof::shipping::{ExportScope, ExportSource, Exporter, PACK, PAGE, exporters};

/// Games of the shelf whose levels need their numbers.
const MAPPED: [&str; 3] = ["battleships", "nonogram", "numberlink"];

/// The program's games and the shelf's.
fn games() -> Games {
    let library = Library::new(Arc::new(NoGrounder), None);
    let games = foolproof::built_in().with_library(library.clone());
    for card in shelf::cards() {
        let loaded = library.load_from_shelf(&games, &card.id).expect("a game of the shelf");
        assert_eq!(loaded.as_ref().map_err(ToString::to_string), Ok(&card.id));
    }
    games
}

/// Levels of the game's own pack.
fn shipped(game: &dyn Game) -> Vec<Level> {
    let pack = Pack::from_json(&game.sample()).expect("the sample pack");
    pack.levels.iter().map(|level| (**level).clone()).collect()
}

/// A small level with marks and numbers that the game has, here and there.
fn random(game: &dyn Game, rng: &mut Rng) -> Level {
    let about = game.about();
    let mut board = about.default_board;
    if about.boards.is_empty() {
        let mut side = |least: u16, most: u16| rng.u16(least.max(4)..=least.max(6)).min(most);
        board.cols = side(about.smallest.cols, about.largest.cols);
        board.rows = side(about.smallest.rows, about.largest.rows);
    }
    let mut level = Level::open(&*about.id, board);
    for number in &about.numbers {
        let value = rng.i32(number.least..=number.most.min(number.least + 3));
        level.settings.insert(number.name.to_string(), value);
    }
    let marks: Vec<Mark> = game
        .palette()
        .into_iter()
        .flat_map(|group| group.brushes)
        .map(|brush| brush.mark)
        .collect();
    let share = rng.u32(5..=50);
    for (site, _) in game.layout_of(&level).sites {
        let fits: Vec<&Mark> =
            marks.iter().filter(|mark| game.accepts(&board, site, mark).is_ok()).collect();
        if let Some(mark) = rng.choice(fits).filter(|_| rng.u32(..100) < share) {
            level.paint(site, Some(mark.clone()));
        }
    }
    level
}

/// The level with something in all its parts.
fn with_all_parts(game: &dyn Game, mut level: Level, rng: &mut Rng) -> Level {
    (level.title, level.author) = ("Ein Täg".to_owned(), "Ann".to_owned());
    level.tags = vec!["one".to_owned(), "two".to_owned()];
    level.notes = "First.\nSecond.".to_owned();
    level.concept = Concept::Asp("wanted :- site(S), not play(S,nothing).".to_owned());
    level.policy =
        Policy { solvable: Expect::No, unique: Some(Expect::No), shortcut_free: Expect::Yes };
    level.made = Some(Arc::new(Made::now(vec!["generate".to_owned()], 1)));
    level.needs = Some(Combination { sentences: vec!["one per row".to_owned()], lie: None });
    let marked: Vec<(Site, Mark)> = level.marks().map(|(at, mark)| (at, mark.clone())).collect();
    if let Some((site, mark)) = rng.choice(marked) {
        level.annotate(site, "a note");
        level.set(site, Spot { mark: Some(mark), hold: Hold::Locked });
    }
    let mut sites = game.layout_of(&level).sites.into_iter().map(|(site, _)| site);
    let free = sites.find(|site| site.place == Place::Cell && level.hold(*site) == Hold::Open);
    free.into_iter().for_each(|site| level.paint(site, None));
    level.intended_locked =
        level.intended.iter().flat_map(|play| play.0.keys()).copied().take(1).collect();
    level
}

/// Whether a level has the marks of another one; slots of a tray are alike.
fn has_marks(level: &Level, back: &Level) -> bool {
    let mut on_board = level.marks().filter(|(site, _)| site.place != Place::Tray);
    let in_tray = |level: &Level| {
        let marks = level.marks().filter(|(site, _)| site.place == Place::Tray);
        let mut marks: Vec<Mark> = marks.map(|(_, mark)| mark.clone()).collect();
        marks.sort();
        marks
    };
    on_board.all(|(site, mark)| back.mark(site) == Some(mark)) && in_tray(back) == in_tray(level)
}

/// Whether a level has the unusual numbers of another one.
fn has_numbers(game: &dyn Game, level: &Level, back: &Level) -> bool {
    let of = |level: &Level, number: &LevelNumber| {
        level.settings.get(&*number.name).copied().unwrap_or(number.default)
    };
    let numbers = &game.about().numbers;
    numbers
        .iter()
        .all(|number| of(level, number) == number.default || of(level, number) == of(back, number))
}

/// The parts of a level that are not there again.
fn missing(game: &dyn Game, level: &Level, back: &Level) -> Vec<&'static str> {
    let holds = |level: &Level, hold: Hold, empty: bool| -> Vec<Site> {
        let is_it = |spot: &Spot| spot.hold == hold && spot.mark.is_none() == empty;
        level.spots().filter(|(_, spot)| is_it(spot)).map(|(site, _)| site).collect()
    };
    let locked = |level: &Level| (holds(level, Hold::Locked, false), level.intended_locked.clone());
    let is_gone = [
        ("concepts", level.concept != back.concept),
        ("needed techniques", level.needs != back.needs),
        ("titles", level.title != back.title && !level.title.is_empty()),
        ("authors", level.author != back.author),
        ("notes", level.notes != back.notes && !level.notes.is_empty()),
        (LOST_MARKS, !has_marks(level, back)),
        ("settings", !has_numbers(game, level, back)),
        ("tags", level.tags != back.tags && !level.tags.is_empty()),
        ("notes on cells", level.site_notes != back.site_notes),
        ("expected results of the check", game.expected(level) != game.expected(back)),
        ("locks", locked(level) != locked(back)),
        (
            "cells marked to stay empty",
            holds(level, Hold::Painted, true) != holds(back, Hold::Painted, true),
        ),
        (LOST_INTENDED, level.intended.is_some() && level.intended != back.intended),
        ("how levels were made", level.made.is_some() && level.made != back.made),
    ];
    is_gone.into_iter().filter(|(_, is_gone)| *is_gone).map(|(part, _)| part).collect()
}

/// What a file of an exporter holds.
fn read_back(games: &Games, exporter: &dyn Exporter, text: &str, folder: &Path) -> Vec<Level> {
    let name = format!("{} of {text:.300}", exporter.id());
    let contents = match exporter.id() {
        "tiled" | "ldtk" => {
            let file = folder.join(format!("levels.{}", exporter.ending()));
            std::fs::write(&file, text).expect("written");
            maps::read_map(&file).unwrap_or_else(|why| panic!("{name}: {why}"))
        }
        _ => read_contents(games, text, exporter.ending(), Asked::Recognised)
            .unwrap_or_else(|why| panic!("{name}: {why}")),
    };
    assert_eq!(contents.unreadable().next(), None, "{name}");
    contents.readable().levels.iter().map(|level| (**level).clone()).collect()
}

/// Compares what an exporter wrote of levels of a game with what is read of it. How many there were.
fn compare(games: &Games, exporter: &dyn Exporter, game: &dyn Game, levels: &[Level]) -> usize {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = Pack { levels: levels.iter().cloned().map(Arc::new).collect(), ..Pack::default() };
    let source = ExportSource { games, pack: &pack, folder: None, steps: None };
    let Exported { files, losses, refused, .. } = exporter.levels(&source);
    for (place, why) in &refused {
        assert!(!why.to_string().is_empty(), "{}: {place}", exporter.id());
    }
    let written: usize = files.iter().map(|(places, _)| places.len()).sum();
    assert_eq!(written + refused.len(), levels.len(), "{}", exporter.id());
    for (places, text) in &files {
        let back = read_back(games, exporter, text, folder.path());
        assert_eq!(back.len(), places.len(), "{}: {text}", exporter.id());
        for (place, back) in places.iter().zip(&back) {
            let named: Vec<&str> =
                losses.iter().filter(|loss| loss.levels.contains(place)).map(|l| l.part).collect();
            let missing = missing(game, &levels[*place], back);
            let what = format!("{}, {}: {text:.2000}", exporter.id(), game.about().id);
            assert_eq!(missing, named, "{what}");
            // Panels have starts and ends that levels need not name.
            let more = back.marks().count() > levels[*place].marks().count();
            assert!(!more || &*game.about().id == "witness", "{what}");
        }
    }
    written
}

#[test]
fn every_part_of_a_level_is_kept_by_every_format_or_named() {
    let games = games();
    let mut rng = Rng::with_seed(8);
    let all = exporters(&games);
    let mut written = BTreeMap::<String, usize>::new();
    for (place, game) in games.all().into_iter().enumerate() {
        let game = &*game;
        // Their pictures take long; some games with numbers, and every tenth.
        let has_maps = place % 10 == 0 || MAPPED.contains(&&*game.about().id);
        let mut levels = shipped(game);
        rng.shuffle(&mut levels);
        levels.truncate(2);
        levels.extend((0..2).map(|_| random(game, &mut rng)));
        let full: Vec<Level> =
            levels.iter().map(|level| with_all_parts(game, level.clone(), &mut rng)).collect();
        levels.extend(full);
        for exporter in all.iter().filter(|exporter| exporter.id() != PAGE) {
            match exporter.scope() {
                ExportScope::Games(of) if !of.iter().any(|id| *id == game.about().id) => continue,
                ExportScope::Picture => continue,
                ExportScope::Pack if exporter.id() != PACK && !has_maps => continue,
                ExportScope::Games(_) | ExportScope::Pack => {}
            }
            let many = compare(&games, &**exporter, game, &levels);
            *written.entry(exporter.id().to_owned()).or_default() += many;
        }
    }
    assert!(written[PACK] > 400, "{written:?}");
    assert!(written["tiled"] > 60 && written["ldtk"] > 60, "{written:?}");
    assert!(written["puzz.link"] > 200 && written["pzprv3"] > 200, "{written:?}");
}
