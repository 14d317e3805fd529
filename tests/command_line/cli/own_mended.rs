//! Designers' own games, as written by somebody who has only read the README.

use super::own_games::told;
use super::*;

/// A folder with a game of this manifest and these rules, and no levels.
pub fn game_of(name: &str, manifest: &str, rules: &str) -> PathBuf {
    let game = folder(name).join("game");
    fs::create_dir_all(&game).expect("a folder");
    fs::write(game.join("game.toml"), manifest).expect("written");
    fs::write(game.join("rules.lp"), rules).expect("written");
    game
}

/// The manifest of a game that puts lamps between walls, with more behind it.
fn lamps(more: &str) -> String {
    format!(
        "foolproof_game = 1\nid = \"lamps\"\nname = \"Lamps\"\nuses = [\"grid\", \"lines\"]\n[board]\n\
         default = [5, 5]\nsmallest = [2, 2]\nlargest = [12, 12]\n{more}\n\
         [[mark]]\nterm = \"wall\"\n[[mark]]\nterm = \"clue(0..4)\"\n\
         [[mark]]\nterm = \"lamp\"\nby = \"player\"\n"
    )
}

/// Names that a search for levels used to take for its own are among those of these rules.
const LAMPS: &str = "open(S) :- site(S), not has(S,_).\n\
                     { play(S,lamp) } :- open(S).\n\
                     obstacle(S) :- site(S), not open(S).\n\
                     shines(S,D) :- play(S,lamp), side(D,_,_).\n\
                     most(S) :- play(S,lamp).\n\
                     wrong(\"two lamps see each other\",S) :- most(S), lit(_,S).\n\
                     wrong(\"this cell is dark\",S) :- open(S), not most(S), not lit(_,S).\n\
                     wrong(\"another number of lamps here\",S) :- has(S,clue(N)), \
                     not N { play(T,lamp) : beside(S,_,T) } N.\n";

#[test]
fn new_levels_have_one_solution_unless_any_number_will_do() {
    let game = game_of("one_solution", &lamps(""), LAMPS);
    let out = game.with_file_name("made.json");
    let made = |more: &[&str]| {
        let args = ["--game", text(&game), "generate", "lamps", "-n", "3", "-o", text(&out)];
        let lines = printed(&[&args[..], &["--force"], more].concat(), 0);
        let pack: Value =
            serde_json::from_str(&fs::read_to_string(&out).expect("a pack")).expect("JSON");
        (lines, pack)
    };
    let (lines, pack) = made(&[]);
    assert_eq!(lines.matches("A level with one solution").count(), 3, "{lines}");
    let levels = pack["levels"].as_array().expect("levels");
    assert!(levels.iter().all(|level| level["policy"]["unique"] == "yes"), "{pack}");
    let checked = json(&["--game", text(&game), "check", text(&out)], 0);
    assert_eq!(checked["holds"], true, "{checked}");
    let (lines, pack) = made(&["--solutions", "any"]);
    assert_eq!(lines.matches("A level (").count(), 3, "{lines}");
    let words = pack["levels"][0]["made"].to_string();
    assert!(words.contains("any"), "{words}");
}

/// A pack of one level, which a game of the shelf makes.
fn made_on_shelf(game: &str) -> PathBuf {
    let out = folder(&format!("made_{game}")).join("made.json");
    let args = ["generate", game, "--size", "6x6", "-n", "1", "--seed", "1", "-o", text(&out)];
    // The time is for a busy machine.
    printed(&[&args[..], &["--time-limit", "600"]].concat(), 0);
    out
}

#[test]
fn rooms_that_say_everything_are_drawn_with_their_solution() {
    for game in ["norinori", "double-back"] {
        let out = made_on_shelf(game);
        let checked = json(&["check", text(&out)], 0);
        assert_eq!(checked["holds"], true, "{game}: {checked}");
        let pack: Value =
            serde_json::from_str(&fs::read_to_string(&out).expect("a pack")).expect("JSON");
        assert_eq!(pack["levels"][0]["policy"]["unique"], "yes", "{game}: {pack}");
    }
}

#[test]
fn plays_that_are_drawn_without_the_rules_keep_them() {
    let out = made_on_shelf("double-choco");
    let checked = json(&["check", text(&out)], 0);
    assert_eq!(checked["holds"], true, "{checked}");
}

/// Skyscrapers: numbers in a Latin square, and clues that count what is seen from their side.
const TOWERS: &str = "{ play(S,M) : M = 1..N-2 } = 1 :- site(S), board(N,_).\n\
    at(X,Y,M) :- play(cell(X,Y),M).\n\
    wrong(\"twice in a row\",cell(X,Y)) :- at(X,Y,M), at(Z,Y,M), X < Z.\n\
    wrong(\"twice in a column\",cell(X,Y)) :- at(X,Y,M), at(X,Z,M), Y < Z.\n\
    hidden(cell(0,Y),X) :- at(X,Y,M), at(Z,Y,L), Z < X, L > M.\n\
    hidden(cell(N-1,Y),X) :- board(N,_), at(X,Y,M), at(Z,Y,L), Z > X, L > M.\n\
    hidden(cell(X,0),Y) :- at(X,Y,M), at(X,Z,L), Z < Y, L > M.\n\
    hidden(cell(X,N-1),Y) :- board(_,N), at(X,Y,M), at(X,Z,L), Z > Y, L > M.\n\
    wrong(\"another number is seen\",S) :- has(S,clue(K)), board(N,_), #count { X : hidden(S,X) } != N-2-K.\n\
    #defined hidden/2.\n";

fn towers(sides: &str) -> String {
    format!(
        "foolproof_game = 1\nid = \"towers\"\nname = \"Towers\"\n[board]\nrim = [{sides}]\n\
         default = [5, 5]\nsmallest = [5, 5]\nlargest = [5, 5]\n\
         [[mark]]\nterm = \"clue(1..3)\"\non = \"rim\"\n[[mark]]\nterm = \"1..3\"\nby = \"player\"\n"
    )
}

/// A pack of two levels; the second mirrors the first left to right.
const MIRRORED: &str = r#"{ "foolproof": 1, "levels": [
  { "game": "towers", "title": "One", "board": { "cols": 5, "rows": 5 },
    "painted": { "cell(0,1)": "clue(3)", "cell(2,0)": "clue(2)", "cell(1,4)": "clue(1)" } },
  { "game": "towers", "title": "Two", "board": { "cols": 5, "rows": 5 },
    "painted": { "cell(4,1)": "clue(3)", "cell(2,0)": "clue(2)", "cell(3,4)": "clue(1)" } } ] }"#;

#[test]
fn clue_cells_at_all_sides_turn_along() {
    let all = r#""top", "left", "right", "bottom""#;
    let game = game_of("towers", &towers(all), TOWERS);
    let levels = game.join("levels.json");
    fs::write(&levels, MIRRORED).expect("written");
    let tested = run(&["test-game", text(&game), "--json", "--levels", "12"]);
    let document: Value = serde_json::from_slice(&tested.stdout).expect("JSON");
    let turned = told(&document, "turned levels");
    assert_eq!(turned.len(), 1, "{turned:?}");
    assert_ne!(turned[0].0, "failed", "{turned:?}");
    assert!(turned[0].1.contains("the same turned and mirrored"), "{turned:?}");
    let pairs = json(&["duplicates", text(&levels)], 1);
    assert_eq!(pairs["pairs"].as_array().map(Vec::len), Some(1), "{pairs}");
}

#[test]
fn what_has_no_clue_cells_at_the_other_side_is_not_turned() {
    let rules = TOWERS
        .replace("hidden(cell(N-1", "seen(cell(N-1")
        .replace("hidden(cell(X,N-1", "seen(cell(X,N-1");
    let rules = rules.replace("1..N-2", "1..N-1").replace("!= N-2-K", "!= N-1-K");
    let manifest = towers(r#""top", "left""#).replace("1..3\"\nby", "1..4\"\nby");
    let game = game_of("towers_two", &manifest, &rules);
    let tested = run(&["test-game", text(&game), "--json", "--levels", "12"]);
    let document: Value = serde_json::from_slice(&tested.stdout).expect("JSON");
    let turned = told(&document, "turned levels");
    assert_ne!(turned[0].0, "failed", "{turned:?}");
    assert!(turned[0].1.contains("not turned"), "{turned:?}");
    // Where a clue is about its row or column as a whole, it stays at the side of the rim.
    let counts = "{ play(S,dot) } :- site(S).\n\
        line(S,cell(0,Y)) :- site(S), S = cell(_,Y).\nline(S,cell(X,0)) :- site(S), S = cell(X,_).\n\
        wrong(\"another number of dots\",R) :- has(R,clue(K)), #count { S : line(S,R), play(S,dot) } != K.\n";
    let manifest = towers(r#""top", "left""#)
        .replace("smallest", "rim_clues = \"line\"\nsmallest")
        .replace("1..3\"\nby", "dot\"\nby");
    let game = game_of("counted", &manifest, counts);
    let levels = game.join("levels.json");
    let mirrored = MIRRORED
        .replace(
            "\"cell(4,1)\": \"clue(3)\", \"cell(2,0)\"",
            "\"cell(0,1)\": \"clue(3)\", \"cell(3,0)\"",
        )
        .replace(", \"cell(1,4)\": \"clue(1)\"", "")
        .replace(", \"cell(3,4)\": \"clue(1)\"", "");
    fs::write(&levels, mirrored).expect("written");
    let pairs = json(&["duplicates", text(&levels)], 1);
    assert_eq!(pairs["pairs"].as_array().map(Vec::len), Some(1), "{pairs}");
    let tested = run(&["test-game", text(&game), "--json", "--levels", "12"]);
    let document: Value = serde_json::from_slice(&tested.stdout).expect("JSON");
    let turned = told(&document, "turned levels");
    assert!(turned[0].1.contains("the same turned and mirrored"), "{turned:?}");
}

#[test]
fn levels_are_read_off_plays_where_clues_hang_together() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own_games/nurikabe");
    let out = folder("read_off").join("made.json");
    let size = ["generate", "nurikabe", "--size", "5x5", "-n", "2", "--seed", "2"];
    let more = ["--time-limit", "300", "-o", text(&out)];
    let lines = printed(&[&["--game", text(&game)], &size[..], &more[..]].concat(), 0);
    assert_eq!(lines.matches("A level with one solution").count(), 2, "{lines}");
    let checked = json(&["--game", text(&game), "check", text(&out)], 0);
    assert_eq!(checked["holds"], true, "{checked}");
    // Unnecessary marks are not there.
    for number in ["1", "2"] {
        let level = format!("{}#{number}", text(&out));
        let leaner = json(&["--game", text(&game), "minimise", &level], 0);
        let changed = &leaner["findings"][0]["level"]["changed"];
        assert_eq!(changed.as_array().map(Vec::len), Some(0), "{leaner:#}");
    }
    // A timeout is reported as such, whatever became of the solver's process.
    let short = ["--time-limit", "0.5", "-o", text(&out), "--force", "--size", "9x9"];
    let short = run(&[&["--game", text(&game), "generate", "nurikabe"], &short[..]].concat());
    let said = String::from_utf8_lossy(&short.stdout).into_owned();
    assert!(said.contains("time ran out") && !said.contains("process"), "{said}");
}

/// A pack with this level of a shelf's game alone, without its solution and with this mark on a site.
fn slipped(game: &str, at: usize, site: &str, mark: Option<&str>) -> PathBuf {
    let shelf = fs::read_to_string(format!("assets/shelf/{game}/levels.json")).expect("a pack");
    let mut pack: Value = serde_json::from_str(&shelf).expect("JSON");
    let mut level = pack["levels"][at].take();
    level.as_object_mut().expect("a level").remove("intended");
    let painted = level["painted"].as_object_mut().expect("marks");
    assert!(painted.remove(site).is_some(), "{game} has no mark on {site}");
    painted.extend(mark.map(|mark| (site.to_owned(), Value::from(mark))));
    pack["levels"] = Value::from(vec![level]);
    let slip = folder(&format!("slip_{game}_{}", mark.is_some())).join("slip.json");
    fs::write(&slip, pack.to_string()).expect("written");
    slip
}

#[test]
fn one_slip_is_mended_by_one_change() {
    let slips = [
        ("tapa", 7, "cell(0,5)", None, false),
        ("tapa", 7, "cell(1,0)", Some("clue(1,3)"), true),
        ("gokigen", 7, "vertex(1,10)", None, false),
        ("hashiwokakero", 7, "cell(9,8)", Some("island(7)"), true),
    ];
    for (game, at, site, mark, is_at_fault) in slips {
        let slip = slipped(game, at, site, mark);
        let before = json(&["check", text(&slip)], 1);
        assert_eq!(before["holds"], false, "{before}");
        let mended = slip.with_file_name("mended.json");
        let lines = printed(&["complete", text(&slip), "-o", text(&mended)], 0);
        assert!(lines.contains("No fewer changes would do."), "{game}: {lines}");
        let changes: Vec<&str> = lines.lines().filter(|line| line.contains('→')).collect();
        assert_eq!(changes.len(), 1, "{game}: {lines}");
        let checked = json(&["check", text(&mended)], 0);
        assert_eq!(checked["holds"], true, "{game}: {checked}");
        if is_at_fault {
            let pack: Value =
                serde_json::from_str(&fs::read_to_string(&mended).expect("a pack")).expect("JSON");
            let painted = &pack["levels"][0]["painted"];
            assert_ne!(painted[site], mark.unwrap_or_default(), "{game}: {painted}");
        }
    }
}

/// Fillomino draws its plays without the solver, ignoring clues that are already there.
#[test]
fn levels_around_painted_clues_keep_them_where_the_game_draws_its_plays() {
    let folder = folder("painted clues");
    let path = folder.join("begun.json");
    let mut level = Level::open("fillomino", foolproof::level::Board { cols: 5, rows: 5, tray: 0 });
    let painted = [(0, 2, "given(2)"), (1, 0, "given(1)"), (3, 1, "given(4)"), (2, 1, "given(3)")];
    for (col, row, mark) in painted {
        level.paint(Site::cell(col, row), mark.parse().ok());
    }
    level.policy.unique = Some(foolproof::level::Expect::Yes);
    let pack = Pack { levels: vec![std::sync::Arc::new(level.clone())], ..Pack::default() };
    pack.save(&path).expect("saved");
    let made = printed(&["generate", "fillomino", "--from", text(&path), "-n", "1"], 0);
    let made = Pack::from_json(&made).expect("a pack");
    assert!(level.marks().all(|(site, mark)| made.levels[0].mark(site) == Some(mark)));
    assert!(made.levels[0].marks().count() > level.marks().count());
    // Clues that leave one solution are found at once, read off one of those that there are.
    let whole = folder.join("whole.json");
    printed(&["complete", text(&path), "-o", text(&whole)], 0);
    printed(&["check", text(&whole)], 0);
}
