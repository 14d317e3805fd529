//! Tests of reading SudokuPad's files.

use super::*;
use crate::puzzle::Puzzle;

const PLAIN: &str = r#"{"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],
    [{},{},{},{"value":"4"}]],"regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],
    [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],
    "cages":[{"cells":[[0,1],[0,2]],"value":"5"},{"cells":"r2c1-r2c2","unique":true},
    {"value":"title: A cage"},{"cells":[[3,0]],"value":"?"}],
    "lines":[{"wayPoints":[[0,0],[1,1]]}],"metadata":{"title":"It's small","rules":"Kill.","antiknight":true}}"#;

/// The puzzle in the short form.
const SHORT: &str = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],re:[[[0,0],[0,1],[1,0],[1,1]],\
    [[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
    ca:[{ce:[[0,1],[0,2]],v:5},{ce:'r2c1-r2c2',unique:t},{v:'title: A cage'},{ce:[[3,0]],v:'?'}],\
    l:[{wp:[[0,0],[1,1]],c:123456}],metadata:{t:'It\\'s small',rules:'Kill.',antiknight:t}}";

fn check(level: &Level) {
    let puzzle = Puzzle::of(level).expect("a puzzle");
    assert_eq!((puzzle.given[0], puzzle.given[15], puzzle.side), (1, 4, 4));
    let objects: Vec<String> = puzzle.objects.iter().map(|object| format!("{object:?}")).collect();
    assert_eq!(objects, ["cage[5][[1, 2]]", "cage[][[4, 5]]", "anti_knight[][]"]);
    assert!(puzzle.boxes.is_some(), "the regions are boxes");
    assert_eq!(level.title, "It's small");
    assert!(level.notes.starts_with("Kill.\n\nNot read here: 1 cage, 1 line."), "{}", level.notes);
}

#[test]
fn json_is_read_plain_shortened_and_packed() {
    let format = SudokuPad;
    assert!(format.recognises(PLAIN));
    check(&format.read(PLAIN).expect("it is read")[0]);
    check(&format.read(SHORT).expect("it is read")[0]);
    for (text, head) in [(PLAIN, "scl"), (SHORT, "scl"), (SHORT, "ctc")] {
        let code = lz_str::compress_to_base64(text);
        for line in [
            format!("https://sudokupad.app/{head}{code}"),
            format!("https://sudokupad.app/sudoku/{head}{code}?setting-nogrid=1"),
            format!("https://sudokupad.app/?puzzleid={head}{}", code.replace('+', "%2B")),
            format!("{head}{code}"),
        ] {
            assert!(format.recognises(&line), "{line}");
            check(&format.read(&line).expect("it is read")[0]);
        }
    }
}

#[test]
fn a_solution_is_intended_and_what_is_not_read_is_named() {
    let more = r#""metadata":{"solution":"1234341221434321","norowcol":true,"#;
    let cages = r#""cages":[{"value":"author: Ann"},{"value":"msg: Well done"},"#;
    let cells = r#""cells":[[{"value":1},{"centremarks":["2","3"]},"#;
    let text = PLAIN.replace(r#""metadata":{"#, more).replace(r#""cages":["#, cages);
    let text = text.replace(r#""cells":[[{"value":1},{},"#, cells);
    let text = text.replace("\"metadata\"", "\"foglight\":[[1,1]],\"metadata\"");
    let level = SudokuPad.read(&text.replace("\"4\"", "1")).expect("it is read").remove(0);
    assert_eq!(level.intended.as_ref().map(|play| play.len()), Some(14));
    assert_eq!(level.author, "Ann");
    let named = "1 cage, 1 x centremarks, `norowcol`, `foglight`, `msg`, 1 line";
    assert!(level.notes.contains(named), "{}", level.notes);
}

#[test]
fn levels_go_out_as_addresses_that_come_back() {
    let level = SudokuPad.read(PLAIN).expect("it is read").remove(0);
    let text = SudokuPad.write(&[&level]).expect("it is written");
    assert!(text.starts_with("https://sudokupad.app/fpuzN4Ig"), "{text}");
    assert!(SudokuPad.recognises(&text));
    assert!(!crate::fpuzzles::FPuzzles.recognises(&text), "one format alone knows it");
    let back = SudokuPad.read(&text).expect("it is read").remove(0);
    assert_eq!(Puzzle::of(&back).expect("a puzzle").objects.len(), 3);
}

#[test]
fn faults_say_what_is_wrong() {
    for (text, words) in [
        ("https://sudokupad.app/abc123", "this address names a puzzle that lies on the site"),
        ("{\"cells\":[[1]],\"regions\":[]}", "boards are 4x4 to 16x16, not of 1 rows"),
        ("{\"cells\":[[{}],[],[],[]],\"cages\":[]}", "row 1 has 1 cells, not 4"),
        ("{cells:[[,,,],[,,,],[,,,],[,,,]],re:[[[9,9]]]}", "[9,9] is not a cell of this board"),
        ("{\"cells\":", "the puzzle: EOF"),
        ("sclN4Igxxxx", "the code is cut off or damaged"),
    ] {
        let why = SudokuPad.read(text).expect_err(text).to_string();
        assert!(why.contains(words), "{text}: {why}");
    }
}
