//! Slips in the rules of one's own games, and what `test-game` makes of them where no answer is known: it
//! says that something is wrong, or shows a play that the author would judge otherwise.

use super::own_games::{replace_in, told};
use super::*;

/// A game of the shelf or of the tests, without levels whose answers are known.
fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a game") {
        let file = entry.expect("a file").path();
        let name = file.file_name().expect("a name");
        if !["known.json", "levels.json"].iter().any(|known| name == *known) {
            fs::copy(&file, to.join(name)).expect("copied");
        }
    }
}

fn game_of_the_tests(name: &str, folder_name: &str) -> PathBuf {
    let copy = folder(folder_name).join(name);
    copied(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own_games").join(name), &copy);
    copy
}

fn of_pairs(document: &Value) -> Vec<&Value> {
    let tests = document["tests"].as_array().expect("tests").iter();
    tests.filter(|line| line["test"] == "minimal pairs").collect()
}

#[test]
fn each_sentence_is_shown_with_what_it_alone_forbids() {
    let game = game_of_the_tests("hitori", "pairs");
    let out = game.join("shown.json");
    let said = "wrong(\"the same again\",S) :- play(S,shade), beside(S,_,T), play(T,shade).\n";
    let rules = fs::read_to_string(game.join("rules.lp")).expect("rules");
    fs::write(game.join("rules.lp"), format!("{rules}{said}")).expect("written");
    let document = json(&["test-game", text(&game), "--levels", "4", "-o", text(&out)], 0);
    let pairs = of_pairs(&document);
    let of = |sentence: &str| {
        let told =
            |line: &&&Value| line["says"].as_str().is_some_and(|says| says.contains(sentence));
        *pairs.iter().find(told).unwrap_or_else(|| panic!("{sentence}: {document:#}"))
    };
    let cut_off = of("cut off from the other cells");
    assert_eq!((&cut_off["result"], &cut_off["numbers"]["pair"]), (&"ok".into(), &true.into()));
    assert_eq!(cut_off["numbers"]["cells"], 4, "two corners of 2x2: {cut_off:#}");
    // Two sentences that say the same: neither of them forbids anything alone.
    for twice in ["two shaded cells side by side", "the same again"] {
        assert_eq!(of(twice)["result"], "warning", "{document:#}");
        let says = of(twice)["says"].as_str().expect("words");
        assert!(says.contains("changes nothing") && says.contains("all levels of"), "{says}");
    }
    // What is shown lies in the pack, in this order.
    let tests = document["tests"].as_array().expect("tests").iter();
    let shown: Vec<&Value> = tests.filter_map(|line| line["shows"].as_array()).flatten().collect();
    let pack = Pack::load(&out).expect("a pack");
    assert_eq!(pack.levels.len(), shown.len());
    assert!(shown.len() > 6, "{document:#}");
    for (level, shown) in pack.levels.iter().zip(shown) {
        assert!(level.title.ends_with(shown["says"].as_str().expect("words")), "{}", level.title);
        let play = level.intended.as_ref().map_or(0, |play| play.len());
        assert_eq!(shown["play"].as_object().map(serde_json::Map::len), Some(play));
    }
}

#[test]
fn rules_that_read_clues_off_plays_are_tried() {
    let game = game_of_the_tests("nurikabe", "clues");
    let manifest = game.join("game.toml");
    let before = fs::read_to_string(&manifest).expect("a manifest");
    assert!(!before.contains("[generate]"));
    let with = |rules: &str| {
        fs::write(&manifest, format!("{before}\n[generate]\nrules = '''\n{rules}\n'''\n"))
            .expect("written");
        let output = run(&["test-game", text(&game), "--levels", "4", "--json"]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        told(&document, "clues read off").into_iter().next().unwrap_or_default()
    };
    let (result, says) = with("clue(S,island(1) :- site(S).");
    assert!(result == "failed" && says.contains("[generate]"), "{result}: {says}");
    let (result, says) = with("clue(S,island(1)) :- play(S,sea).");
    assert!(result == "failed" && says.contains("off a solution"), "{result}: {says}");
    let (result, says) = with("clue(S,iland(1)) :- play(S,sea).");
    assert!(result == "warning" && says.contains("read no clue"), "{result}: {says}");
}
