//! Other programs' formats: what is written is read back, level by level, and a damaged one takes no
//! other with it.

use std::collections::BTreeMap;

use fastrand::Rng;
use foolproof::game::{GameError, Games};
use foolproof::games::{FormatOf, Unwritable, formats, recognised, write_each};
use foolproof::level::{Board, Level, Mark, Pack, Place, Site};

fn games() -> Games {
    foolproof::built_in()
}

/// A board of the game that the format has, too.
fn random_board(FormatOf { game, format }: &FormatOf, rng: &mut Rng) -> Board {
    let about = game.about();
    if format.id() == "infinite-refraction" {
        return Board { cols: 10, rows: 10, tray: rng.u16(0..=6) };
    }
    match &*about.boards {
        [] => Board {
            cols: rng.u16(about.smallest.cols..=about.largest.cols.min(7)),
            rows: rng.u16(about.smallest.rows..=about.largest.rows.min(7)),
            tray: 0,
        },
        boards => {
            // Other Sudoku programs than two of them know boards of three sizes alone.
            let all =
                ["f-puzzles", "sudokupad", "iss"].contains(&format.id()) || &*about.id != "sudoku";
            let known = |board: &&Board| all || [4, 6, 9].contains(&board.cols);
            let boards: Vec<&Board> = boards.iter().filter(known).collect();
            **rng.choice(&boards).expect("a board")
        }
    }
}

/// A level with marks of the palette here and there; its tray is full. No other program has the
/// generalised types of panels, Windmill no start with a dot and no dots of one of two lines, and
/// witnesspuzzles.com no rim with missing parts; two lines ask for both their starts and ends,
/// which their own tests paint; a setter's notes do not belong to a puzzle.
fn random_level(of: &FormatOf, rng: &mut Rng) -> Level {
    let game = &of.game;
    let board = random_board(of, rng);
    let mut level = Level::open(&*game.about().id, board);
    let marks: Vec<Mark> = game
        .palette()
        .into_iter()
        .flat_map(|group| group.brushes)
        .map(|brush| brush.mark)
        .filter(|mark| !["rule", "notes"].contains(&mark.functor()))
        .filter(|mark| {
            let lost: &[&str] = match of.format.id() {
                "windmill" => &["start(dot)", "dot(blue)", "dot(yellow)"],
                "witnesspuzzles" => &["missing"],
                _ => &[],
            };
            !lost.contains(&mark.as_str())
        })
        .filter(|mark| !["start(columns)", "start(rows)", "start(half)"].contains(&mark.as_str()))
        .collect();
    let share = rng.u32(0..=60);
    for (site, _) in game.layout(&board).sites {
        let fits: Vec<&Mark> =
            marks.iter().filter(|mark| game.accepts(&board, site, mark).is_ok()).collect();
        let taken = site.place == Place::Tray || rng.u32(..100) < share;
        if let Some(mark) = rng.choice(&fits).filter(|_| taken) {
            level.paint(site, Some((*mark).clone()));
        }
    }
    level
}

/// The marks that a format has to keep. Slots of a tray are alike; if no start or end is painted, the other
/// program gets the existing one, and the side to which an end sticks out. A dot at that start comes back
/// as a start with a dot.
fn kept(level: &Level) -> (Board, BTreeMap<Site, Mark>, Vec<Mark>) {
    let ends = |mark: &Mark| ["start", "end"].contains(&mark.functor());
    let dotted = |mark: &Mark| match mark.as_str() {
        "start(dot)" => "dot".parse().expect("a mark"),
        _ => mark.clone(),
    };
    let marks = level.marks().map(|(site, mark)| (site, dotted(mark)));
    let (tray, rest): (Vec<_>, Vec<_>) =
        marks.filter(|(_, mark)| !ends(mark)).partition(|(site, _)| site.place == Place::Tray);
    let mut tray: Vec<Mark> = tray.into_iter().map(|(_, mark)| mark).collect();
    tray.sort();
    (level.board, rest.into_iter().collect(), tray)
}

#[test]
fn levels_of_every_format_are_written_and_read_back() {
    let mut rng = Rng::with_seed(15);
    for of in formats(&games()).iter().filter(|of| of.format.is_written()) {
        let format = &of.format;
        let id = format.id();
        let levels: Vec<Level> = (0..60).map(|_| random_level(of, &mut rng)).collect();
        let written = write_each(&games(), of, &levels.iter().collect::<Vec<_>>());
        // Where a line starts and ends on one corner, or on a dot, one symbol a corner is too few.
        let full = |why: &str| match id {
            "windmill" => why.contains("no place for a second symbol"),
            "witnesspuzzles" => why.contains("several symbols on one place"),
            _ => false,
        };
        let known =
            |(_, why): &&(usize, Unwritable)| matches!(why, Unwritable::Format(why) if full(why));
        assert_eq!(written.refused.iter().find(|refused| !known(refused)), None, "{id}");
        assert!(written.refused.len() < levels.len() / 2, "{id}");
        assert_eq!(written.files.len(), if format.holds_many() { 1 } else { levels.len() }, "{id}");
        for (places, text) in &written.files {
            let endings = format.extensions();
            for ending in [endings[0], ""] {
                let found = recognised(&games(), text, ending).expect("a format").format;
                // Collections of lines are lines to everybody.
                let found = if id == "sdm" { "sdm" } else { found.id() };
                assert_eq!(found, id, "{text}");
            }
            let read = format.read_each(text);
            assert_eq!(read.len(), places.len(), "{id}");
            for (read, place) in read.into_iter().zip(places) {
                let read = read.unwrap_or_else(|error| panic!("{id}: {error}"));
                let level = &levels[*place];
                assert_eq!(kept(&read), kept(level), "{id}: {text}");
            }
        }
    }
}

#[test]
fn real_levels_of_the_sample_packs_go_through_every_format_of_their_game() {
    for of in &formats(&games()) {
        let FormatOf { game, format } = of;
        let pack = Pack::from_json(&game.sample()).expect("the sample pack");
        let levels: Vec<&Level> = pack.levels.iter().map(|level| level.as_ref()).collect();
        let written = write_each(&games(), of, &levels);
        let count: usize = written.files.iter().map(|(places, _)| places.len()).sum();
        assert_eq!(count + written.refused.len(), levels.len(), "{}", format.id());
        for (places, text) in &written.files {
            let read = format.read(text).expect("what was written");
            assert_eq!(read.len(), places.len());
            for (read, place) in read.iter().zip(places) {
                assert_eq!(kept(read), kept(levels[*place]), "{}", format.id());
                // A format with solutions keeps the intended one, in any order of the tray's slots.
                if format.id() == "infinite-refraction" {
                    assert_eq!(read.intended, levels[*place].intended);
                }
            }
        }
        for (place, why) in written.refused {
            assert!(!why.to_string().is_empty(), "{}: level {place}", format.id());
        }
    }
}

#[test]
fn a_format_refuses_levels_of_other_games_by_name() {
    for of in &formats(&games()) {
        for other in games().all().iter().filter(|game| game.about().id != of.game.about().id) {
            let level = Level::open(&*other.about().id, other.about().default_board);
            let written = write_each(&games(), of, &[&level]);
            assert_eq!(written.files, [], "{}", of.format.id());
            let expected = Unwritable::OtherGame {
                of: other.about().name.to_string(),
                format: of.format.id().to_owned(),
            };
            let words = format!("{} holds no levels of {}", of.format.id(), other.about().name);
            assert_eq!(expected.to_string(), words);
            assert_eq!(written.refused, [(0, expected)]);
        }
    }
}

#[test]
fn what_has_no_meaning_or_newer_rules_is_not_written_as_something_else() {
    for of in &formats(&games()) {
        let about = of.game.about();
        let mut newer = Level::open(&*about.id, about.default_board);
        newer.rules = about.rules_version + 1;
        let mut strange = Level::open(&*about.id, about.default_board);
        let (site, _) = of.game.layout(&about.default_board).sites[0];
        strange.paint(site, "nonsense(7)".parse().ok());
        let written = write_each(&games(), of, &[&newer, &strange]);
        assert_eq!(written.files, [], "{}", of.format.id());
        let newer = Unwritable::NewerRules { of: newer.rules, known: about.rules_version };
        let [(0, first), (1, Unwritable::Game(GameError::Mark { .. }))] = &*written.refused else {
            panic!("{:?}", written.refused);
        };
        assert_eq!(*first, newer);
        assert!(first.to_string().contains("for version"), "{first}");
    }
}

/// Text of a format with three levels, the second one damaged.
fn damaged(of: &FormatOf, rng: &mut Rng) -> Option<String> {
    let format = &of.format;
    let mut levels: Vec<Level> = (0..3).map(|_| random_level(of, rng)).collect();
    if !format.holds_many() {
        return None;
    }
    if format.id() == "linjat-json" || format.id() == "fling" {
        levels[1] = Level::open(levels[1].game.clone(), Board { cols: 5, rows: 1, tray: 0 });
    }
    let written = write_each(&games(), of, &levels.iter().collect::<Vec<_>>());
    let text = written.files.into_iter().next().expect("a file").1;
    Some(match format.id() {
        "fling" => text.replacen("\n.....\n", "\n..x..\n", 1),
        "linjat-json" => text.replacen("\"     \"", "\"  x  \"", 1),
        "witnesspuzzles" => {
            let panels: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
            format!("[{},{{\"grid\":7}},{}]", panels[0], panels[2])
        }
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            lines[1] = "{\"ltype\" damaged";
            lines.join("\n")
        }
    })
}

#[test]
fn a_damaged_level_takes_no_other_with_it() {
    let mut rng = Rng::with_seed(9);
    for of in formats(&games()).iter().filter(|of| of.format.is_written()) {
        let Some(text) = damaged(of, &mut rng) else { continue };
        let read = of.format.read_each(&text);
        let id = of.format.id();
        assert_eq!(read.len(), 3, "{id}: {text}");
        let fits: Vec<bool> = read.iter().map(Result::is_ok).collect();
        assert_eq!(fits, [true, false, true], "{id}: {text}");
        let error = of.format.read(&text).expect_err("damaged");
        assert_eq!(Some(error), read.into_iter().find_map(Result::err));
    }
}

#[test]
fn a_puzzle_that_is_no_json_does_not_block_the_lines_behind_it() {
    let mut known = formats(&games()).into_iter();
    let linjat = known.find(|of| of.format.id() == "linjat-json").expect("it").format;
    let text = "{\"puzzle\":[\"2.\"]}\n{\"puzzle\":[\"2.\"]\n{\"puzzle\":[\"3 .\",\"   \"]}\n";
    let read = linjat.read_each(text);
    let said: Vec<Result<String, String>> = read
        .into_iter()
        .map(|level| level.map(|level| level.title).map_err(|error| error.to_string()))
        .collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!(said[0], Ok("Puzzle 1".to_owned()));
    assert!(said[1].as_ref().is_err_and(|why| why.starts_with("line 3, column 1: ")), "{said:?}");
    assert_eq!(said[2], Ok("Puzzle 3".to_owned()));
    // One document that is cut off is one fault.
    let cut = "{\n  \"easy\": [\n    {\n      \"puzzle\": [\"2.\"]\n    },\n    {\n";
    assert_eq!(linjat.read_each(cut).len(), 1);
}
