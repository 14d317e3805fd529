//! The readers of packs for other programs, against what this one reads. The one for Godot is not run: no
//! package of Godot 4 is available where the tests run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use foolproof::level::{Pack, Play};
use serde_json::json;

use crate::web::browser::{document, told};
use crate::web::{DESKTOP, embedded};

const READER: &str = include_str!("../../../assets/readers/foolproof_pack.js");
const DRIVER: &str = include_str!("readers.js");

/// What readers have to find difficult.
const HARD: &str = r#"{ "foolproof": 1, "title": "Quotes \" and \\, \u00e9, \ud83d\ude00\n\u0007bell\u2028", "author": "",
    "play": { "unlock": "in order", "hints": true, "about": "Read\tthis" }, "levels": [
    { "game": "sudoku", "board": { "cols": 4, "rows": 4 }, "painted": { "cell(0,0)": "1", "cell(1,0)": null },
      "locked": { "cell(3,3)": "notes(1,2)" } },
    { "game": "refraction", "title": "T", "board": { "cols": 3, "rows": 2, "tray": 2 },
      "painted": { "tray(1)": "bender(w,n)", "cell(2,1)": "source(w,1,1)" }, "intended": {} },
    { "game": "witness", "board": { "cols": 1, "rows": 1 }, "intended": { "hedge(0,1)": "line" } } ] }"#;

fn packs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs");
    let mut texts: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a text"))
        .collect();
    texts.sort();
    texts.push(HARD.to_owned());
    texts.push(HARD.replace("\"in order\"", "\"all\""));
    texts.push(HARD.replace("\"in order\"", "{ \"ahead\": 1 }"));
    texts
}

fn marks<'a>(all: impl Iterator<Item = (String, &'a str)>) -> String {
    let sorted: BTreeMap<String, &str> = all.collect();
    sorted.iter().map(|(site, mark)| format!("{site}={mark}")).collect::<Vec<_>>().join(" ")
}

/// What the readers have to say of the packs.
fn expected(texts: &[String]) -> String {
    let mut out = String::new();
    for text in texts {
        let pack = Pack::from_json(text).expect("a pack");
        let _ =
            writeln!(out, "{}|{}|{}|{}", pack.title, pack.author, pack.play.about, pack.play.hints);
        let solved: Vec<bool> = (0..pack.levels.len()).map(|number| number == 1).collect();
        let open = pack.play.unlock.open(&solved);
        let open: String = open.into_iter().map(|open| if open { '+' } else { '-' }).collect();
        let _ = writeln!(out, "{open}");
        for level in &pack.levels {
            let board = level.board;
            let _ = writeln!(
                out,
                "{}|{}|{}|{}x{}+{}",
                level.game, level.title, level.author, board.cols, board.rows, board.tray
            );
            let of = |play: &Play| marks(play.iter().map(|(s, m)| (s.to_string(), m.as_str())));
            let intended = level.intended.as_ref().map_or("none".to_owned(), of);
            let held = marks(level.marks().map(|(site, mark)| (site.to_string(), mark.as_str())));
            let _ = writeln!(out, "{held}|{intended}");
        }
    }
    out
}

#[test]
fn the_reader_in_javascript_reads_what_the_program_does() {
    let texts = packs();
    let html = format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script>{READER}</script><script>var texts = {};\n{DRIVER}</script></body>",
        embedded(&json!(texts))
    );
    assert_eq!(told(&document(&html, DESKTOP)), json!(expected(&texts)));
}

#[test]
fn the_reader_in_c_sharp_reads_what_the_program_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = folder.path().join("readers.exe");
    let compiled = Command::new("mcs")
        .arg("-r:System.Core.dll")
        .arg(format!("-out:{}", program.display()))
        .args([
            root.join("tests/core/web/Readers.cs"),
            root.join("assets/readers/FoolproofPack.cs"),
        ])
        .output();
    let how = "install the compiler with `apt-get install --no-install-recommends mono-mcs mono-runtime libmono-system-core4.0-cil` (./test.sh does)";
    let compiled = compiled.unwrap_or_else(|_| panic!("there is no C# compiler: {how}"));
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let texts = packs();
    let files = texts.iter().enumerate().map(|(number, text)| {
        let file = folder.path().join(format!("{number}.json"));
        fs::write(&file, text).expect("a file");
        file
    });
    let files: Vec<_> = files.collect();
    let told = Command::new("mono").arg(&program).args(&files).output();
    let told = told.unwrap_or_else(|_| panic!("there is no mono: {how}"));
    assert_eq!(
        String::from_utf8_lossy(&told.stdout),
        expected(&texts),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
}
