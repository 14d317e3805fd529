//! `player-settings`: what a pack says to its players is shown, and changed without losing anything.

use super::*;

const PACK_OF_ONE: &str = r#"{ "foolproof": 1, "title": "One", "author": "A. N. Other",
  "levels": [ { "game": "linjat", "title": "Only", "notes": "kept",
    "board": { "cols": 2, "rows": 1 }, "painted": { "cell(0,0)": "2", "cell(1,0)": "dot" } } ] }"#;

#[test]
fn what_a_pack_says_to_players_is_shown_and_changed_in_its_file() {
    let path = folder("for_players").join("one.json");
    fs::write(&path, PACK_OF_ONE).expect("written");
    let shown = printed(&["player-settings", text(&path)], 0);
    let usual = "Levels open: in order; 2 levels may be left unsolved\nHints: none\nAbout: nothing\n\
                 Language: nothing\n";
    assert_eq!(shown, usual);
    let out = text(&path);
    let args = ["player-settings", out, "--unlock", "in-order", "--hints", "on", "--out", out];
    let changed = json(&args, 0);
    assert_eq!((&changed["unlock"], &changed["hints"]), (&"in order".into(), &true.into()));
    printed(&["player-settings", out, "--about", "Draw.", "--language", "ja", "--out", out], 0);
    let read = Pack::load(&path).expect("a pack");
    let mut expected = Pack::from_json(PACK_OF_ONE).expect("a pack");
    expected.play = read.play.clone();
    assert_eq!(read, expected, "nothing else changes");
    let shown = printed(&["player-settings", out], 0);
    let hints = "Hints: players can ask for them";
    assert_eq!(shown, format!("Levels open: in order\n{hints}\nAbout: Draw.\nLanguage: ja\n"));
    let page = path.with_extension("html");
    printed(&["convert", out, text(&page)], 0);
    assert!(fs::read_to_string(&page).expect("a page").contains("<html lang=\"ja\">"));
}

#[test]
fn what_cannot_be_said_to_players_is_refused_and_the_file_stays() {
    let path = folder("for_players_refused").join("one.json");
    fs::write(&path, PACK_OF_ONE).expect("written");
    let out = text(&path);
    let long = "x".repeat(5001);
    for (args, why) in [
        (vec!["--unlock", "some", "--out", out], "write all, in-order, or how many levels ahead"),
        (vec!["--about", &long, "--out", out], "the pack's words for players have 5001 letters"),
        (vec!["--hints", "on"], "--out"),
    ] {
        let said = refused(&[vec!["player-settings", out], args].concat());
        assert!(said.contains(why), "{said}");
    }
    assert_eq!(fs::read_to_string(&path).expect("a pack"), PACK_OF_ONE);
}
