//! Other programs' formats: what is written is read back, level by level, and a damaged one takes no
//! other with it.

use std::collections::BTreeMap;

use fastrand::Rng;
use foolproof::games::{self, FormatOf, formats, recognised, write_each};
use foolproof::level::{Board, Level, Mark, Pack, Place, Site};

/// A board of the game that the format has, too.
fn random_board((game, format): FormatOf, rng: &mut Rng) -> Board {
    let about = game.about();
    if format.id() == "infinite-refraction" {
        return Board { cols: 10, rows: 10, tray: rng.u16(0..=6) };
    }
    match about.boards {
        [] => Board {
            cols: rng.u16(about.smallest.cols..=about.largest.cols.min(7)),
            rows: rng.u16(about.smallest.rows..=about.largest.rows.min(7)),
            tray: 0,
        },
        boards => *rng.choice(boards).expect("a board"),
    }
}

/// A level with marks of the palette here and there; its tray is full. No other program has the
/// generalised types of panels; a setter's notes are no part of a puzzle.
fn random_level(format: FormatOf, rng: &mut Rng) -> Level {
    let (game, _) = format;
    let board = random_board(format, rng);
    let mut level = Level::open(game.about().id, board);
    let marks: Vec<Mark> = game
        .palette()
        .into_iter()
        .flat_map(|group| group.brushes)
        .map(|brush| brush.mark)
        .filter(|mark| !["rule", "notes"].contains(&mark.functor()))
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

/// The marks that a format has to keep. Slots of a tray are alike; where no start or end is painted
/// another program is told the one that there is, and to which side an end sticks out.
fn kept(level: &Level) -> (Board, BTreeMap<Site, Mark>, Vec<Mark>) {
    let ends = |mark: &Mark| ["start", "end"].contains(&mark.functor());
    let marks = level.marks().filter(|(_, mark)| !ends(mark));
    let (tray, rest): (Vec<_>, Vec<_>) = marks.partition(|(site, _)| site.place == Place::Tray);
    let mut tray: Vec<Mark> = tray.into_iter().map(|(_, mark)| mark.clone()).collect();
    tray.sort();
    (level.board, rest.into_iter().map(|(site, mark)| (site, mark.clone())).collect(), tray)
}

#[test]
fn levels_of_every_format_are_written_and_read_back() {
    let mut rng = Rng::with_seed(15);
    for of in formats() {
        let (_, format) = of;
        let id = format.id();
        let levels: Vec<Level> = (0..60).map(|_| random_level(of, &mut rng)).collect();
        let written = write_each(of, &levels.iter().collect::<Vec<_>>());
        // Where a line starts and ends on one corner, or on a dot, one symbol a corner is too few.
        let windmill = |why: &str| id == "windmill" && why.contains("no place for a second symbol");
        let known = |(_, why): &&(usize, String)| windmill(why);
        assert_eq!(written.refused.iter().find(|refused| !known(refused)), None, "{id}");
        assert!(written.refused.len() < levels.len() / 2, "{id}");
        assert_eq!(written.files.len(), if format.holds_many() { 1 } else { levels.len() }, "{id}");
        for (places, text) in &written.files {
            let ending = format.extensions().first().expect("an ending");
            for ending in [ending, ""] {
                let (_, found) = recognised(text, ending).expect("a format");
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
    for of in formats() {
        let (game, format) = of;
        let pack = Pack::from_json(game.sample()).expect("the sample pack");
        let levels: Vec<&Level> = pack.levels.iter().map(|level| level.as_ref()).collect();
        let written = write_each(of, &levels);
        let count: usize = written.files.iter().map(|(places, _)| places.len()).sum();
        assert_eq!(count + written.refused.len(), levels.len(), "{}", format.id());
        for (places, text) in &written.files {
            let read = format.read(text).expect("what was written");
            assert_eq!(read.len(), places.len());
            for (read, place) in read.iter().zip(places) {
                assert_eq!(kept(read), kept(levels[*place]), "{}", format.id());
                // A format with solutions keeps the intended one, in whichever slots its pieces lie.
                if format.id() == "infinite-refraction" {
                    assert_eq!(read.intended, levels[*place].intended);
                }
            }
        }
        for (place, why) in written.refused {
            assert!(!why.is_empty(), "{}: level {place}", format.id());
        }
    }
}

#[test]
fn a_format_refuses_levels_of_other_games_by_name() {
    for of in formats() {
        for other in games::all().iter().filter(|game| game.about().id != of.0.about().id) {
            let level = Level::open(other.about().id, other.about().default_board);
            let written = write_each(of, &[&level]);
            assert_eq!(written.files, [], "{}", of.1.id());
            let expected = format!(
                "it is a level of {}; {} holds levels of {}",
                other.about().name,
                of.1.id(),
                of.0.about().name
            );
            assert_eq!(written.refused, [(0, expected)]);
        }
    }
}

#[test]
fn what_has_no_meaning_or_newer_rules_is_not_written_as_something_else() {
    for of in formats() {
        let about = of.0.about();
        let mut newer = Level::open(about.id, about.default_board);
        newer.rules = about.rules_version + 1;
        let mut strange = Level::open(about.id, about.default_board);
        let (site, _) = of.0.layout(&about.default_board).sites[0];
        strange.paint(site, "nonsense(7)".parse().ok());
        let written = write_each(of, &[&newer, &strange]);
        assert_eq!(written.files, [], "{}", of.1.id());
        let whys: Vec<&str> = written.refused.iter().map(|(_, why)| why.as_str()).collect();
        assert!(whys[0].contains("made under version"), "{whys:?}");
        assert_eq!(whys.len(), 2, "{whys:?}");
    }
}

/// Text of a format with three levels, the second of which is damaged.
fn damaged(of: FormatOf, rng: &mut Rng) -> Option<String> {
    let (_, format) = of;
    let mut levels: Vec<Level> = (0..3).map(|_| random_level(of, rng)).collect();
    if !format.holds_many() {
        return None;
    }
    if format.id() == "linjat-json" || format.id() == "fling" {
        levels[1] = Level::open(levels[1].game.clone(), Board { cols: 5, rows: 1, tray: 0 });
    }
    let written = write_each(of, &levels.iter().collect::<Vec<_>>());
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
    for of in formats() {
        let Some(text) = damaged(of, &mut rng) else { continue };
        let read = of.1.read_each(&text);
        let id = of.1.id();
        assert_eq!(read.len(), 3, "{id}: {text}");
        let fits: Vec<bool> = read.iter().map(Result::is_ok).collect();
        assert_eq!(fits, [true, false, true], "{id}: {text}");
        let error = of.1.read(&text).expect_err("damaged");
        assert_eq!(Some(error), read.into_iter().find_map(Result::err));
    }
}

#[test]
fn a_puzzle_that_is_no_json_does_not_block_the_lines_behind_it() {
    let (_, linjat) = formats().into_iter().find(|of| of.1.id() == "linjat-json").expect("it");
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
