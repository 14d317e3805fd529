//! Slips in the rules of designers' own games, and what `test-game` makes of them without a known answer:
//! it says that something is wrong, or shows a play that the author would judge otherwise.

use super::own_games::told;
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
    // Ample, so that no board stays unsearched on a busy machine.
    let time = ["--time-limit", "600"];
    let document = [&["test-game", text(&game), "--levels", "4", "-o", text(&out)], &time[..]];
    let document = json(&document.concat(), 0);
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
    // The pack contains what is shown, in this order.
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
        let without = "without = [\"an island without a number\"]";
        let generate = format!("[generate]\n{without}\nrules = '''\n{rules}\n'''\n");
        fs::write(&manifest, format!("{before}\n{generate}")).expect("written");
        let output = run(&["test-game", text(&game), "--levels", "4", "--json"]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        told(&document, "clues read off").into_iter().next().unwrap_or_default()
    };
    let (result, says) = with("clue(S,island(1) :- site(S).");
    assert!(result == "failed" && says.contains("[generate]"), "{result}: {says}");
    let (result, says) = with("clue(S,island(1)) :- site(S).");
    assert!(result == "failed" && says.contains("off a play"), "{result}: {says}");
    let (result, says) = with("clue(S,isle(1)) :- play(S,sea).");
    assert!(result == "warning" && says.contains("read no clue"), "{result}: {says}");
}

/// Two robots and a target that one of them can reach.
const ROOM: &str = r#"{ "foolproof": 1, "levels": [ { "game": "ricochet", "title": "Room",
    "board": { "cols": 3, "rows": 3 }, "painted": { "cell(0,0)": "robot(1)", "cell(1,0)": "robot(2)",
    "cell(2,2)": "target(2)" } } ] }"#;

/// Slips in small games: a game, its file, the replaced text and its replacement, and the test that reports
/// it with these words.
const SMALL_SLIPS: [(&str, &str, &str, &str, &str, &str); 6] = [
    ("creek", RULES, "site(S), S = cell(_,_), not", "site(S), not", "marks played", "corner of"),
    ("sokoban", RULES, "legal :- to(_), not refused(_,_).", "", "manifest", "needs `legal`"),
    ("akari", RULES, "has(S,wall(N)),", "has(S,wal(N)),", "rules", "did you mean `wall`"),
    (
        "creek",
        RULES,
        "shaded(S) : about(V,S) } N.",
        "shaded(S) : about(V,S) }.",
        "minimal pairs",
        "plays with fewer marks were found, none with more",
    ),
    ("akari", MANIFEST, "text = \"{1}\"", "text = \"n\"", "marks told apart", "look the same"),
    ("ricochet", RULES, "way(S,D,T), not taken(T).", "way(S,D,T).", "pieces", "passes over robot"),
];

#[test]
fn slips_in_small_games_come_to_light_without_known_answers() {
    for (at, (name, file, old, new, test, words)) in SMALL_SLIPS.into_iter().enumerate() {
        let game = game_of_the_tests(name, &format!("small-slip-{at}"));
        if name == "ricochet" {
            fs::write(game.join("levels.json"), ROOM).expect("a level");
        }
        let path = game.join(file);
        let before = fs::read_to_string(&path).expect("a file");
        assert!(before.contains(old), "{name}: {old}");
        fs::write(&path, before.replace(old, new)).expect("written");
        let asked = ["test-game", text(&game), "--levels", "4", "--time-limit", "6", "--json"];
        let document: Value = serde_json::from_slice(&run(&asked).stdout).expect("JSON");
        let lines = document["tests"].as_array().expect("tests").iter();
        let word = |line: &Value, of: &str| line[of].as_str().unwrap_or_default().to_owned();
        let of_test = lines.filter(|line| word(line, "test").starts_with(test));
        let told = of_test.map(|line| word(line, "says")).collect::<Vec<_>>().join("\n");
        assert!(told.contains(words), "{name}: {words}\n{told}");
    }
}

/// How a slip comes to light.
enum Light {
    /// A line of this test says this.
    Said(&'static str, &'static str),
    /// It shows a play that the correct rules judge otherwise.
    Shown,
}

/// A slip: its name, its game and file, the replaced text and its replacement, and what reports it.
struct Slip(
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    Light,
);

const RULES: &str = "rules.lp";
const MANIFEST: &str = "game.toml";

/// Slips that newcomers made, or could have made, in games of the shelf.
const SLIPS: &[Slip] = &[
    Slip(
        "turn-same",
        "yajilin",
        MANIFEST,
        &[("turn = \"rotate\"", "turn = \"same\"")],
        Light::Said("turned levels", "symmetric = false"),
    ),
    Slip(
        "sea-apart",
        "nurikabe",
        RULES,
        &[("wrong(\"cut off from the rest of the sea\",S) :- apart(sea,S).", "")],
        Light::Shown,
    ),
    Slip(
        "tapa-apart",
        "tapa",
        RULES,
        &[("wrong(\"cut off from the other shaded cells\",S) :- apart(shaded,S).", "")],
        Light::Shown,
    ),
    Slip(
        "bound",
        "akari",
        RULES,
        &[("not N { lamp(T) : beside(S,_,T) } N", "not N { lamp(T) : beside(S,_,T) }")],
        Light::Shown,
    ),
    Slip(
        "touches",
        "tents",
        RULES,
        &[("play(S,tent), touches(S,T)", "play(S,tent), beside(S,_,T)")],
        Light::Shown,
    ),
    Slip(
        "arrows",
        "yajilin",
        RULES,
        &[
            ("arrow(S,D,_), beside(S,D,T).", "arrow(S,D,_), opposite(D,O), beside(S,O,T)."),
            ("points(S,D,T), beside(T,D,U).", "points(S,D,T), opposite(D,O), beside(T,O,U)."),
        ],
        Light::Shown,
    ),
    Slip(
        "less",
        "aquarium",
        RULES,
        &[("not divides(E), Z >= R", "not divides(E), Z > R")],
        Light::Shown,
    ),
    Slip(
        "no-block",
        "ricochet",
        RULES,
        &[
            (
                "passes(D,T) :- passes(D,S), way(S,D,T), not taken(T).",
                "passes(D,T) :- passes(D,S), way(S,D,T).",
            ),
            (
                "onward(D,S) :- passes(D,S), way(S,D,T), not taken(T).",
                "onward(D,S) :- passes(D,S), way(S,D,T).",
            ),
        ],
        Light::Said("pieces", "passes over robot"),
    ),
    Slip(
        "pool",
        "nurikabe",
        RULES,
        &[("wrong(\"a square of sea\",V) :- about(V,_), 4 { play(S,shade) : about(V,S) }.", "")],
        Light::Shown,
    ),
    Slip(
        "two-loops",
        "slitherlink",
        RULES,
        &[("wrong(\"a second loop\",V) :- second_loop(V).", "")],
        Light::Shown,
    ),
    Slip(
        "cross",
        "hashiwokakero",
        RULES,
        &[(
            "wrong(\"two bridges cross\",S) :- site(S), not island(S), flank(S,e,E), flank(S,s,F), built(E,_), built(F,_).",
            "",
        )],
        Light::Shown,
    ),
    Slip(
        "third-room",
        "heyawake",
        RULES,
        &[(
            "wrong(\"a light line reaches a third room\",T) :- entered(S,D), parts(S,D,T), light(T).",
            "",
        )],
        Light::Shown,
    ),
    Slip(
        "forget",
        "peg-solitaire",
        RULES,
        &[("next(S,peg) :- now(S,peg), not taken(S), not do(jump(S,_)).", "")],
        Light::Said("pieces", "does next(S,M) keep"),
    ),
    Slip(
        "parts",
        "gravity-snake",
        RULES,
        &[
            (
                "rests(N) :- falls(N), held(N).",
                "rests(N) :- falls(N), held(N).\nrests(N+1) :- falls(N), off(N).",
            ),
            (
                "next(cell(C,R+N),part(K)) :- rests(N), after(cell(C,R),K).",
                "next(cell(C,R+N),part(K)) :- rests(N), after(cell(C,R),K), floor(cell(C,R+N)).",
            ),
        ],
        Light::Said("pieces", "at most from"),
    ),
    Slip(
        "shut-door",
        "switches-and-doors",
        RULES,
        &[(
            "beside(T,D,U), open(U), not now(U,crate)",
            "beside(T,D,U), floor(U), not now(U,crate)",
        )],
        Light::Said("pieces", "comes to lie on door, "),
    ),
    Slip(
        "rim",
        "skyscrapers",
        RULES,
        &[
            (
                "before(D,U,N) :- view(_,D,T), beside(T,D,U), reaches(T,N).",
                "before(D,U,N) :- view(_,D,T), D != w, beside(T,D,U), reaches(T,N).\nbefore(w,U,N) :- view(_,w,T), beside(U,w,T), reaches(T,N).",
            ),
            (
                "before(D,U,N) :- view(_,D,T), beside(T,D,U), before(D,T,N).",
                "before(D,U,N) :- view(_,D,T), D != w, beside(T,D,U), before(D,T,N).\nbefore(w,U,N) :- view(_,w,T), beside(U,w,T), before(w,T,N).",
            ),
        ],
        Light::Said("turned levels", "symmetric = false"),
    ),
    Slip(
        "mirror",
        "galaxies",
        RULES,
        &[("cell(X-C-1,Y-R-1)", "cell(X-C,Y-R-1)")],
        Light::Said("turned levels", "symmetric = false"),
    ),
    Slip(
        "symmetric",
        "aquarium",
        MANIFEST,
        &[("symmetric = \"left-right\"\n", "")],
        Light::Said("turned levels", "symmetric = false"),
    ),
    Slip(
        "legal",
        "sokoban",
        RULES,
        &[("legal :- to(_), not refused(_,_).", "")],
        Light::Said("manifest", "needs `legal`"),
    ),
    Slip(
        "misspelt",
        "akari",
        RULES,
        &[("has(S,wall(N)),\n", "has(S,wal(N)),\n")],
        Light::Said("rules", "did you mean `wall`"),
    ),
    Slip(
        "sites",
        "heyawake",
        RULES,
        &[("{ play(S,shade) } :- site(S), S = cell(_,_).", "{ play(S,shade) } :- site(S).")],
        Light::Said("marks played", "does not lie there"),
    ),
    Slip(
        "padding",
        "slitherlink",
        MANIFEST,
        &[("[board]\n", "[board]\npadding = \"nothing\"\n")],
        Light::Said("padded levels", "take padding out"),
    ),
    Slip(
        "half",
        "shakashaka",
        MANIFEST,
        &[(
            "mirror = { nw = \"ne\", ne = \"nw\", sw = \"se\", se = \"sw\" }",
            "mirror = { nw = \"sw\", sw = \"nw\", ne = \"se\", se = \"ne\" }",
        )],
        Light::Said("turned solutions", "symmetric = false"),
    ),
];

/// The plays shown in a report that the correct rules judge otherwise.
fn judged_otherwise(shown: &Path, game: &str) -> Vec<String> {
    let mut pack = Pack::load(shown).expect("a pack");
    pack.games.clear();
    let meant = shown.with_file_name(format!("{game}-meant.json"));
    pack.save(&meant).expect("saved");
    let output = run(&["check", text(&meant), "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let levels = document["levels"].as_array().expect("levels").iter();
    let is_otherwise = |level: &&Value| {
        let findings = level["findings"].as_array().expect("findings").iter();
        let mut of_play = findings.filter(|finding| finding["topic"] == "intended");
        let is_right = of_play.any(|finding| finding["status"]["is"] == "proved");
        is_right != level["title"].as_str().is_some_and(|title| title.ends_with("a solution"))
    };
    levels.filter(is_otherwise).map(|level| level["title"].to_string()).collect()
}

#[test]
#[ignore = "takes half an hour"]
fn slips_come_to_light_without_known_answers() {
    let place = folder("slips");
    let mut hidden = Vec::new();
    for Slip(name, game, file, changes, light) in SLIPS {
        let copy = place.join(name);
        let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf").join(game);
        copied(&shelf, &copy);
        // Nothing moves without a level; it reports nothing about its solution.
        if fs::read_to_string(copy.join(MANIFEST)).expect("a manifest").contains("kind = \"moves\"")
        {
            let mut pack = Pack::load(&shelf.join("levels.json")).expect("a pack");
            for level in &mut pack.levels {
                let level = std::sync::Arc::make_mut(level);
                (level.policy, level.intended) = Default::default();
            }
            pack.save(&copy.join("levels.json")).expect("saved");
        }
        for (old, new) in *changes {
            let path = copy.join(file);
            let before = fs::read_to_string(&path).expect("a file");
            assert!(before.contains(old), "{name}: {old}");
            fs::write(&path, before.replace(old, new)).expect("written");
        }
        let out = place.join(format!("{name}.json"));
        let test = ["test-game", text(&copy), "--time-limit", "120", "-o", text(&out), "--json"];
        let document: Value = serde_json::from_slice(&run(&test).stdout).expect("JSON");
        let is_seen = match light {
            Light::Said(test, words) => {
                told(&document, test).iter().any(|(_, says)| says.contains(words))
            }
            Light::Shown => !judged_otherwise(&out, game).is_empty(),
        };
        println!("{name}: {}", if is_seen { "seen" } else { "HIDDEN" });
        if !is_seen {
            hidden.push(*name);
        }
    }
    assert!(hidden.len() <= 2, "{} of {}: {hidden:?}", hidden.len(), SLIPS.len());
}
