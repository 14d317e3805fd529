//! What a text holds: recognised by its content, level by level, whatever was intended.

use foolproof::games::{Asked, Contents, FormatOf, ReadError, formats, read_contents, read_pasted};
use foolproof::level::{Level, Pack, Site};
use proptest::prelude::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn read(text: &str, ending: &str) -> Result<Contents, ReadError> {
    read_contents(&foolproof::built_in(), text, ending, Asked::Recognised)
}

fn pasted(text: &str) -> Contents {
    read_pasted(&foolproof::built_in(), text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// The levels of the sample pack that a format can hold, written in it.
fn sample_in(of: &FormatOf) -> String {
    let pack = Pack::from_json(&of.game.sample()).expect("the sample pack");
    let levels: Vec<&Level> = pack.levels.iter().map(|level| level.as_ref()).collect();
    let written = foolproof::games::write_each(&foolproof::built_in(), of, &levels);
    written.files.first().map(|(_, text)| text.clone()).unwrap_or_default()
}

#[test]
fn what_a_format_writes_is_read_whatever_its_file_is_called() {
    let games = foolproof::built_in();
    for of in formats(&games).into_iter().filter(|of| of.format.is_written()) {
        let text = sample_in(&of);
        // Small boards alone fit into some formats; there is always one level in a sample that does.
        if text.is_empty() {
            assert_eq!(of.format.id(), "infinite-refraction", "nothing of the sample fits");
            continue;
        }
        for ending in ["txt", "json", "", "sdk", "fling", "exe"] {
            for before in ["", "\u{feff}"] {
                let found = read(&format!("{before}{text}"), ending);
                let found =
                    found.unwrap_or_else(|why| panic!("{} .{ending}: {why}", of.format.id()));
                assert_eq!(found.unreadable().next(), None, "{} .{ending}", of.format.id());
                let level = found.readable().levels.first().cloned().expect("a level");
                assert_eq!(level.game, of.game.about().id, "{} .{ending}", of.format.id());
            }
        }
    }
}

/// The formats that say of a text that it is theirs.
fn claims(text: &str) -> Vec<String> {
    let all = formats(&foolproof::built_in());
    let theirs = all.iter().filter(|of| of.format.recognises(text));
    theirs.map(|of| of.format.id().to_owned()).collect()
}

#[test]
fn no_text_is_taken_for_two_formats() {
    for of in formats(&foolproof::built_in()) {
        let text = sample_in(&of);
        let id = of.format.id();
        // Collections of lines are lines to everybody.
        let theirs = if id == "sdm" { "sudoku-lines" } else { id };
        if !text.is_empty() {
            assert_eq!(claims(&text), [theirs], "{id}: {text}");
        }
    }
}

/// A Sudoku as f-puzzles exports it, with more behind its grid.
fn f_puzzles(side: usize, more: &str) -> String {
    let mut cells = vec!["{}"; side * side];
    cells[0] = r#"{"value":3,"given":true}"#;
    cells[1] = r#"{"value":4,"centerPencilMarks":[1,2]}"#;
    let rows = cells.chunks(side).map(|row| format!("[{}]", row.join(",")));
    let grid = rows.collect::<Vec<_>>().join(",\n");
    format!("{{\"size\":{side},\"title\":\"T\",\"grid\":[{grid}]{more}}}")
}

#[test]
fn a_text_is_told_by_what_its_format_alone_has() {
    let place = r#"{"type":"line","line":0}"#;
    let panel = format!(
        r#"{{"grid":[[{place},{place},{place}],[{place},null,{place}],[{place},{place},{place}]],"size":1}}"#
    );
    let code = "N4IgzglgXgpiBcBOANCALhNAbO8QHkAnAEwEMBXdEAX2SA";
    let texts: [(&str, &[&str]); 22] = [
        (&f_puzzles(9, ""), &["f-puzzles"]),
        (&f_puzzles(4, ",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"3\"}]"), &["f-puzzles"]),
        (
            &format!("[{}]", f_puzzles(9, ",\"ruleset\":\"https://puzz.link/p?sudoku/9/9/zz\"")),
            &["f-puzzles"],
        ),
        (&f_puzzles(9, ",\"ruleset\":\"as in \\\"puzzle\\\": x, \\\"ltype\\\"\""), &["f-puzzles"]),
        (&panel, &["witnesspuzzles"]),
        (&format!("[{panel},{panel}]"), &["witnesspuzzles"]),
        (r#"{"grid":[[{"value":5}]]}"#, &[]),
        (
            r#"{"puzzle":["2."],"note":"https://www.f-puzzles.com/?load=N4Ig","size":2,"grid":[]}"#,
            &["linjat-json"],
        ),
        (r#"{"easy":[{"puzzle":["2."],"by":"ltype"}]}"#, &["linjat-json"]),
        (
            r#"{"level":{"ltype":"x","data":{"pieces":[]}},"label":["puzzle"]}"#,
            &["infinite-refraction"],
        ),
        (&format!("https://www.f-puzzles.com/?load={code}"), &["f-puzzles"]),
        (&format!("?load={code}"), &["f-puzzles"]),
        (code, &["f-puzzles"]),
        ("https://example.com/?payload=1", &[]),
        ("https://example.com/?load=1", &[]),
        ("title payload=1", &[]),
        ("title level_0", &[]),
        ("https://example.com/sudoku/p?x", &[]),
        ("# mine\nhttps://puzz.link/p?sudoku/4/4/1zzz", &["puzz.link"]),
        ("....\n....\n.o..\n....", &["fling"]),
        ("....\n....\n....\n....", &["sdk"]),
        ("#Nhttps://www.f-puzzles.com/?load=N4Ig\n1...\n....\n....\n....", &["sdk"]),
    ];
    for (text, expected) in texts {
        assert_eq!(claims(text), expected, "{text}");
    }
}

#[test]
fn json_of_f_puzzles_is_read_with_its_constraints_and_others_are_refused_by_name() {
    for ending in ["json", "txt", ""] {
        let found = read(&f_puzzles(9, ",\"killercage\":[]"), ending).expect("a puzzle");
        let level = found.readable().levels.first().cloned().expect("a level");
        assert_eq!((&*level.game, level.title.as_str()), ("sudoku", "T"));
        // What somebody filled in is not a clue.
        assert_eq!(level.marks().count(), 1);
        let cage = ",\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"3\"}]";
        let found = read(&f_puzzles(9, cage), ending).expect("contents");
        let level = found.readable().levels.first().cloned().expect("a level");
        let mark = level.mark(Site::constraint(0)).expect("a cage");
        assert_eq!(mark.as_str(), "cage(3,cell(0,0))");
        let strange = ",\"nabner\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]";
        let found = read(&f_puzzles(9, strange), ending).expect("contents");
        let why = found.hopeless().expect("refused");
        assert!(why.contains("`nabner`: this rule is not known here"), "{why}");
        let outside = ",\"renban\":[{\"lines\":[[\"R1C1\",\"R0C2\"]]}]";
        let found = read(&f_puzzles(9, outside), ending).expect("contents");
        let why = found.hopeless().expect("refused");
        assert!(why.contains("`renban`: number 1: `R0C2` is not a cell of this board"), "{why}");
    }
    let two = format!("{}\n{}", f_puzzles(9, ""), f_puzzles(4, ""));
    assert_eq!(read(&two, "json").expect("two").readable().levels.len(), 2);
}

#[test]
fn a_pack_in_one_line_is_a_pack_whatever_its_words_hold() {
    let words = [
        "https://www.f-puzzles.com/?load=N4Ig",
        "payload=1",
        "https://puzz.link/p?sudoku/9/9/zz",
        "https://windmill.thefifthmatt.com/build/CAM_0",
        "\\\"puzzle\\\": \\\"ltype\\\"",
    ];
    for word in words {
        for notes in [format!("from {word}"), word.to_owned()] {
            let level = r#"{"game":"sudoku","board":{"cols":4,"rows":4}}"#;
            let first = format!(r#"{{"foolproof":1,"notes":"{notes}","levels":[{level}]}}"#);
            let last = format!(r#"{{"levels":[{level}],"notes":"{notes}","foolproof":1}}"#);
            for text in [first, last] {
                for ending in ["json", "fpuzzles", "url", "txt"] {
                    let found = read(&text, ending).unwrap_or_else(|why| panic!("{text}: {why}"));
                    assert!(found.is_pack && found.readable().levels.len() == 1, "{text}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_known_is_said_in_words() {
    let why = |text: &str| match read(text, "") {
        Err(why) => why.to_string(),
        Ok(_) => panic!("read: {text}"),
    };
    let unknown = why("Only words, nothing more.");
    assert!(unknown.starts_with("this is not a file that Foolproof knows"), "{unknown}");
    assert!(why(r#"{"grid":[[{"value":5}]]}"#).starts_with("this is not a file"));
    let link = why("https://puzz.link/p?slither/10/10/gc3d");
    assert!(link.starts_with("Slitherlink is not among the games"), "{link}");
    let cut = why("{\"foolproof\": 1, \"levels\": [\n{\"game\"");
    assert!(cut.ends_with("the file ends too early"), "{cut}");
}

#[test]
fn words_of_a_file_hold_no_control_characters() {
    let level =
        r#"{"game":"any\u0000","title":"a\u0000b\nc","author":"\u001b[31m","tags":["x\u0007"],
        "notes":"one\n\ttwo\u0000","board":{"cols":2,"rows":2}}"#
            .replace("any\\u0000", "any");
    let text = format!(
        r#"{{"foolproof":1,"title":"p\u0000q","play":{{"about":"\u0000"}},"levels":[{level}]}}"#
    );
    let pack = read(&text, "json").expect("a pack").readable();
    assert_eq!((pack.title.as_str(), pack.play.about.as_str()), ("pq", ""));
    let level = &pack.levels[0];
    assert_eq!((level.title.as_str(), level.author.as_str()), ("ab c", "[31m"));
    assert_eq!((level.tags[0].as_str(), level.notes.as_str()), ("x", "one\n\ttwo"));
    let other = f_puzzles(4, "").replace("\"T\"", "\"T\\u0000\"");
    let level = read(&other, "json").expect("a puzzle").readable().levels[0].clone();
    assert_eq!(level.title, "T");
    let script = "title A\0B\n\n========\nOBJECTS\n========\n\nBackground\nBlack\n\nPlayer\nBlue\n\n\
        =======\nLEGEND\n=======\n\n. = Background\nP = Player\n\n=======\nSOUNDS\n=======\n\n\
        ================\nCOLLISIONLAYERS\n================\n\nBackground\nPlayer\n\n======\nRULES\n\
        ======\n\n==============\nWINCONDITIONS\n==============\n\n=======\nLEVELS\n=======\n\nP..\n";
    let pack = read(script, "txt").expect("a source").readable();
    assert!(!pack.title.contains(char::is_control) && !pack.title.is_empty(), "{:?}", pack.title);
}

#[test]
fn links_and_codes_are_found_among_other_words() {
    let link = "https://puzz.link/p?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79";
    let alone = pasted(PUZZLE);
    assert_eq!(alone.levels.len(), 1);
    let mail = format!(
        "Hello,\nthis one is nice: <{PUZZLE}>, and so is ({link}).\n\nNo level: oooooooo, 12345.\n"
    );
    let found = pasted(&mail);
    assert_eq!(found.unreadable().collect::<Vec<_>>(), []);
    let titles: Vec<String> =
        found.readable().levels.iter().map(|level| level.title.clone()).collect();
    assert_eq!(titles, ["Puzzle 1", "Puzzle 2"]);
    assert!(found.format.contains("81 characters") && found.format.contains("puzz.link"));
    // A faulty one is named by its place in the text.
    let broken = PUZZLE.replace("53..7", "53..");
    let found = pasted(&format!("Two more:\n  {broken}\n  {PUZZLE}"));
    let faults: Vec<(usize, &str)> = found.unreadable().collect();
    assert_eq!(faults.len(), 1);
    assert!(faults[0].0 == 1 && faults[0].1.starts_with("line 2, column "), "{faults:?}");
    assert_eq!(found.readable().levels.len(), 1);
    assert!(
        read_pasted(&foolproof::built_in(), "oo").is_err(),
        "a word of two letters is no board"
    );
    let nothing = read_pasted(&foolproof::built_in(), "Nothing to be seen here, only words.");
    assert!(matches!(nothing, Err(ReadError::Unknown(_))));
}

#[test]
fn a_pack_with_a_damaged_level_gives_the_others() {
    let whole = std::fs::read_to_string("assets/packs/refraction.json").expect("a pack");
    let broken = whole.replacen("\"cols\": 6", "\"cols\": \"six\"", 1);
    let found = read(&broken, "json").expect("the others");
    assert!(found.is_pack);
    assert_eq!(found.unreadable().count(), 1);
    assert_eq!(found.readable().levels.len() + 1, found.levels.len());
    assert!(matches!(read("{\"foolproof\": 1, ", "json"), Err(ReadError::Pack(_))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    /// Whatever is pasted is read or refused; nothing makes the reader fall over.
    #[test]
    fn no_text_brings_the_reader_down(text in "\\PC{0,200}|[.o0-9\\n]{0,300}|[{}\\[\\]\":,a-z0-9\\n ]{0,200}") {
        let games = foolproof::built_in();
        for contents in [read(&text, "txt"), read_pasted(&games, &text)].into_iter().flatten() {
            prop_assert!(!contents.levels.is_empty() || contents.is_pack);
        }
    }

    /// What a format writes it reads, on boards of any size; what it cannot read it refuses to write.
    #[test]
    fn what_is_written_is_read_on_boards_of_any_size(cols in 1u16..=40, rows in 1u16..=40) {
        let games = foolproof::built_in();
        for of in formats(&games) {
            let id = of.game.about().id.to_string();
            let board = foolproof::level::Board { cols, rows, tray: 0 };
            let level = Level::open(id, board);
            let written = foolproof::games::write_each(&games, &of, &[&level]);
            prop_assert_eq!(written.files.len() + written.refused.len(), 1);
            for (_, text) in &written.files {
                let back = of.format.read(text);
                let back = back.map(|levels| (levels[0].board.cols, levels[0].board.rows));
                prop_assert_eq!(back, Ok((cols, rows)), "{}: {}", of.format.id(), text);
            }
        }
    }

    /// A level of any format stays one of its game's when a part of its text is lost or turned round.
    #[test]
    fn a_text_that_is_cut_is_never_taken_for_another_games(which in 0usize..9, cut in 0usize..400, gone in 0usize..40) {
        let all = formats(&foolproof::built_in());
        let of = &all[which % all.len()];
        let mut letters: Vec<char> = sample_in(of).chars().collect();
        let from = (cut + 20).min(letters.len());
        letters.drain(from..(from + gone).min(letters.len()));
        let text: String = letters.into_iter().collect();
        if let Ok(found) = read(&text, "") {
            for level in found.levels.iter().flatten() {
                prop_assert_eq!(&level.game, &*of.game.about().id, "{}: {}", of.format.id(), text);
            }
        }
    }
}
