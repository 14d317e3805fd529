//! How far the rules of designers' own games unfold: large ones, endless ones, and the message of a
//! limit.

use super::own_mended::game_of;
use super::*;

/// A game of lamps on a board of up to 40x40, whose rules have a pair for any two cells.
fn pairs(name: &str, more: &str) -> PathBuf {
    let manifest = "foolproof_game = 1\nid = \"pairs\"\nname = \"Pairs\"\n[board]\ndefault = [4, 4]\n\
        smallest = [2, 2]\nlargest = [40, 40]\n[[mark]]\nterm = \"wall\"\n\
        [[mark]]\nterm = \"lamp\"\nby = \"player\"\n[look.dark]\ndraw = { fill = \"faint\" }\n";
    let rules = "{ play(S,lamp) } :- site(S).\n\
        wrong(\"two lamps\",S) :- play(S,lamp), play(T,lamp), S != T.\n\
        wrong(\"a lamp on a wall\",S) :- play(S,lamp), has(S,wall).\n\
        wrong(\"no lamp\",all) :- not play(S,lamp) : site(S).\nlook(S,dark) :- has(S,wall).\n";
    game_of(name, manifest, &format!("{rules}{more}"))
}

/// A pack of levels on square boards of these sizes, with walls on all cells except the first.
fn levels(game: &Path, sizes: &[u16]) -> PathBuf {
    let level = |side: &u16| {
        let cells = (0..side * side).skip(1).map(|n| (n % side, n / side));
        let walls: Vec<String> =
            cells.map(|(c, r)| format!("\"cell({c},{r})\": \"wall\"")).collect();
        let walls = walls.join(", ");
        format!(
            r#"{{ "game": "pairs", "title": "{side}", "board": {{ "cols": {side}, "rows": {side} }},
            "painted": {{ {walls} }} }}"#
        )
    };
    let levels: Vec<String> = sizes.iter().map(level).collect();
    let pack = format!("{{ \"foolproof\": 1, \"levels\": [ {} ] }}", levels.join(", "));
    let path = game.join("levels.json");
    fs::write(&path, pack).expect("written");
    path
}

#[test]
fn large_rules_are_not_taken_for_rules_without_end() {
    let game = pairs("unfolded_large", "");
    // 19 x 19 cells have 129,960 pairs, 32 x 32 have 1,047,552.
    let path = levels(&game, &[19, 32]);
    let of = |n: usize| format!("{}#{n}", text(&path));
    let document = json(&["solve", &of(1), "--time-limit", "300"], 0);
    assert_eq!(status_of(&document, "count")["n"], 1, "{document}");
    let said = complaints(&run(&["solve", &of(2), "--time-limit", "300"]));
    assert!(
        said.contains("the rules are large on this board: over 1000000 ground rules"),
        "{said}"
    );
    assert!(!said.contains("input larger") && !said.contains("did not stop"), "{said}");
    // A limit counts processor time, and says that there was too little of it.
    let picture = game.join("a.svg");
    let args = ["render", &of(1), text(&picture), "--time-limit", "0.03"];
    let drawn = run(&args);
    let said = complaints(&drawn);
    assert_eq!(drawn.status.code(), Some(1), "{said}");
    assert!(said.contains("time ran out while the rules unfolded"), "{said}");
    assert!(picture.is_file() && !said.contains("input larger"), "{said}");
}

#[test]
fn rules_without_end_are_said_to_be_so_and_remembered() {
    let endless = [
        ("unfolded_far", "far(S,0) :- site(S).\nfar(S,N+1) :- far(S,N), site(S).\n", "line 7"),
        ("unfolded_terms", "deep(nil).\n\ndeep(more(X)) :- deep(X).\n", "line 8"),
    ];
    for (name, rules, place) in endless {
        let game = pairs(name, rules);
        let path = levels(&game, &[3, 4, 5]);
        let sheet = game.join("sheet.svg");
        let drawn = run(&["render", text(&path), text(&sheet), "--time-limit", "300"]);
        let said = complaints(&drawn);
        assert_eq!(drawn.status.code(), Some(1), "{said}");
        assert!(sheet.is_file(), "what can be drawn is drawn");
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 3, "{said}");
        assert!(lines[0].contains("the rules did not stop unfolding (over"), "{said}");
        assert!(lines[0].contains(place) && lines[0].contains("its own input larger"), "{said}");
        for later in &lines[1..] {
            assert!(later.contains("did not stop unfolding on another level, nor here"), "{said}");
        }
        let page = game.join("page.html");
        let converted = run(&["convert", text(&path), text(&page)]);
        assert_ne!(converted.status.code(), Some(0));
        assert!(complaints(&converted).contains("did not stop unfolding"));
    }
    // Rules that count far and end are read.
    let ends = pairs("unfolded_ends", "n(0).\nn(N+1) :- n(N), N < 200000.\n");
    let document = json(&["solve", text(&levels(&ends, &[3])), "--time-limit", "300"], 0);
    assert_eq!(status_of(&document, "count")["n"], 1, "{document}");
}

#[test]
fn a_concept_that_cannot_be_read_spoils_what_is_asked_about_it_alone() {
    let game = pairs("unfolded_concept", "");
    let manifest = game.join("game.toml");
    let concepts = "[[concept]]\nterm = \"lit(cell)\"\nwords = \"{1} is lit\"\n\
                    rule = \"{concept} :- play({1},lamp.\"\n";
    let with = fs::read_to_string(&manifest).expect("a manifest") + concepts;
    fs::write(&manifest, with).expect("written");
    let path = levels(&game, &[3]);
    let plain = fs::read_to_string(&path).expect("a pack");
    for concept in ["lit(R1C1)", "asp(\\\"wanted :- \\\")", "shining"] {
        let with = plain.replace("\"title\"", &format!("\"concept\": \"{concept}\", \"title\""));
        fs::write(&path, with).expect("written");
        let checked = json(&["check", text(&path)], 1);
        let verdict = &checked["levels"][0]["verdict"];
        assert_eq!(verdict["solvable"], "proved", "{concept}: {verdict:#}");
        assert_eq!(verdict["unique"], "proved", "{concept}: {verdict:#}");
        assert_eq!(verdict["shortcut_free"], "unknown", "{concept}: {verdict:#}");
    }
}

#[test]
fn the_fewest_marks_go_from_a_level_without_a_solution() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own_games/nurikabe");
    let path = folder("fewest_go").join("levels.json");
    // One pair of numbers that touch, and two of them; the rest has a solution.
    let two = ", \"cell(1,4)\": \"island(1)\"";
    for (further, changes, words) in
        [("", 1, "No fewer changes would do."), (two, 2, "To take off fewer marks would not do.")]
    {
        let level = format!(
            r#"{{ "foolproof": 1, "levels": [ {{ "game": "nurikabe", "title": "A",
            "policy": {{ "unique": "any" }}, "board": {{ "cols": 5, "rows": 5 }}, "painted": {{ "cell(0,1)": "island(2)",
            "cell(1,3)": "island(1)", "cell(2,0)": "island(2)", "cell(2,2)": "island(7)",
            "cell(0,2)": "island(3)"{further} }} }} ] }}"#
        );
        fs::write(&path, level).expect("written");
        let args = ["--game", text(&game), "complete", text(&path), "--time-limit", "200"];
        let lines = printed(&args, 0);
        assert_eq!(lines.matches(" → ").count(), changes, "{lines}");
        assert!(lines.contains(words), "{lines}");
        let document = json(&args, 0);
        let fewest = if changes == 1 { "proved" } else { "of_taken_off" };
        assert_eq!(document["findings"][0]["level"]["fewest"], fewest, "{document:#}");
    }
}
