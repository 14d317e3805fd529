//! Reported results are true: intended solutions, what is needed, counts, concepts that cannot be
//! read.

use foolproof::asp::{Program, Session, SessionOptions, Shot, Stop};
use foolproof::level::{GameSource, Level, Play};

use super::*;

/// The sample pack of a game with one level changed, written to a file.
fn changed(
    folder: &Path,
    (game, number): (&str, usize),
    change: impl FnOnce(&mut Level),
) -> PathBuf {
    let sample = foolproof::built_in().by_id(game).expect("a game").sample();
    let pack = Pack::from_json(&sample).expect("the sample pack");
    let mut level = (*pack.levels[number - 1]).clone();
    change(&mut level);
    let path = folder.join("changed.json");
    let levels = vec![std::sync::Arc::new(level)];
    Pack { levels, ..Pack::default() }.save(&path).expect("saved");
    path
}

fn finding<'a>(document: &'a Value, topic: &str) -> &'a Value {
    let findings = document["findings"].as_array().expect("findings");
    let found = findings.iter().find(|finding| finding["topic"] == topic);
    found.unwrap_or_else(|| panic!("no {topic} in {document:#}"))
}

/// The only level's findings in what `check` prints.
fn checked(path: &Path, status: i32) -> Value {
    json(&["check", text(path)], status)["levels"][0].clone()
}

#[test]
fn an_intended_solution_that_is_none_fails_the_check() {
    let folder = folder("intended");
    for game in foolproof::built_in().all() {
        let id: &str = &game.about().id;
        let good = checked(&changed(&folder, (id, 2), |_| {}), 0);
        assert_eq!(finding(&good, "intended")["status"]["is"], "proved", "{id}");
        let nonsense: Mark = "nonsense(q)".parse().expect("a mark");
        // A mark that means nothing, a part that is missing, and no part at all.
        let spoilt: [&dyn Fn(&mut Play); 3] = [
            &|play| {
                play.0.values_mut().next().into_iter().for_each(|mark| *mark = nonsense.clone())
            },
            &|play| drop(play.0.pop_first()),
            &|play| play.0.clear(),
        ];
        for spoil in spoilt {
            let path = changed(&folder, (id, 2), |level| {
                spoil(level.intended.as_mut().expect("an intended solution"));
            });
            let bad = checked(&path, 1);
            let found = finding(&bad, "intended");
            assert_eq!(found["status"]["is"], "refuted", "{id}: {found:#}");
            let why = found["flaw"]["why"].as_str().expect("a reason");
            assert!(why.starts_with("it does not solve the level: "), "{id}: {why}");
            // Nothing else is wrong with the level.
            assert_eq!(finding(&bad, "solvable")["status"]["is"], "proved", "{id}");
            let table = printed(&["check", text(&path)], 1);
            assert!(table.contains("1, intended solution: it does not solve"), "{table}");
        }
    }
}

#[test]
fn an_intended_solution_that_is_a_shortcut_or_held_on_nothing_fails_too() {
    let folder = folder("shortcut");
    let refuted = json(&["verify", &format!("{PACK}#14")], 1);
    let shortcut = finding(&refuted, "shortcut_free")["play"].clone();
    assert_eq!(finding(&refuted, "intended")["status"]["is"], "proved");
    let path = changed(&folder, ("refraction", 14), |level| {
        level.intended = Some(serde_json::from_value(shortcut).expect("a play"));
    });
    let found = checked(&path, 1);
    let why = &finding(&found, "intended")["flaw"]["why"];
    assert!(why.as_str().is_some_and(|why| why.contains("a shortcut itself")), "{found:#}");
    let told = printed(&["verify", text(&path)], 1);
    assert!(told.contains("Intended solution: wrong, it is a shortcut itself"), "{told}");
    // Rules of the designer's own are asked of the solver.
    for (rules, status) in
        [("wanted :- play(_,bender(_,_)).", "proved"), ("wanted :- not play(_,_).", "refuted")]
    {
        let path = changed(&folder, ("refraction", 1), |level| {
            level.concept = format!("asp({rules:?})").parse().expect("a concept");
        });
        let document = json(&["explain", text(&path)], 0);
        assert_eq!(finding(&document, "intended")["status"]["is"], status, "{rules}");
    }
    let path = changed(&folder, ("refraction", 1), |level| {
        level.intended_locked.insert(Site::cell(0, 0));
    });
    let found = checked(&path, 1);
    assert_eq!(finding(&found, "intended")["flaw"]["sites"], serde_json::json!(["cell(0,0)"]));
}

#[test]
fn what_is_known_to_be_solvable_is_so_when_time_runs_out() {
    let level = format!("{PACK}#8");
    let limited = ["--time-limit", "0.000001"];
    let solved = json(&[&["solve", &level][..], &limited].concat(), 1);
    assert_eq!(status_of(&solved, "solvable")["is"], "proved");
    assert_eq!(finding(&solved, "solvable")["origin"], "witness");
    assert_eq!(status_of(&solved, "count"), &serde_json::json!({ "is": "at_least", "n": 1 }));
    assert_eq!(status_of(&solved, "unique")["why"], "time");
    let checked = json(&[&["check", PACK][..], &limited].concat(), 1);
    let levels = checked["levels"].as_array().expect("levels");
    assert!(levels.iter().all(|level| finding(level, "solvable")["status"]["is"] == "proved"));
    // Without a solution that is known nothing is.
    let path = changed(&folder("unknown"), ("refraction", 8), |level| level.intended = None);
    let solved = json(&[&["solve", text(&path)][..], &limited].concat(), 1);
    assert_eq!(status_of(&solved, "solvable")["why"], "time");
}

#[test]
fn minimising_keeps_what_is_asked_of_a_level() {
    let folder = folder("minimise");
    let out = folder.join("out.json");
    for number in [15, 16, 20] {
        let level = format!("assets/packs/linjat.json#{number}");
        printed(&["verify", &level], 0);
        let effects = json(&["effects", &level], 1);
        let same = |edit: &&Value| edit["same"] == true;
        let edits = finding(&effects, "redundant")["effects"]["edits"].clone();
        let edits = edits.as_array().expect("edits");
        // What keeps the solutions is not all that is asked.
        assert!(edits.iter().filter(same).any(|edit| edit["needless"] == false), "{number}");
        printed(&["minimise", &level, "-o", text(&out), "--force"], 0);
        printed(&["verify", text(&out)], 0);
        printed(&["effects", text(&out)], 0);
        printed(&["check", text(&out)], 0);
        // A concept that holds is kept, whatever the policy asks for.
        let path = changed(out.parent().expect("a folder"), ("linjat", number), |level| {
            level.policy = Default::default();
            level.policy.unique = Some(foolproof::level::Expect::Any);
            level.policy.shortcut_free = foolproof::level::Expect::Any;
        });
        printed(&["minimise", text(&path), "-o", text(&out), "--force"], 0);
        printed(&["verify", text(&out)], 0);
        printed(&["check", text(&out)], 0);
    }
}

#[test]
fn lean_generated_levels_have_nothing_left_to_take_off() {
    let out = folder("lean").join("made.json");
    let mut tried = 0;
    let small = ["refraction", "--size", "4x4", "--tray", "3", "--concept", "used(bender,1)"];
    let kinds = [
        [&small[..], &["--limit", "blockers=0..4"]].concat(),
        vec!["witness", "--size", "3x3", "--concept", "passes(vertex(1,1))", "--pieces", "2..9"],
        vec!["linjat", "--size", "5x5", "--concept", "deduced"],
    ];
    for kind in kinds {
        let game = kind[0];
        let settings = ["--minimal", "-n", "8", "--distance", "2", "-o", text(&out), "--force"];
        printed(&[&["generate"][..], &kind, &settings].concat(), 0);
        let made = Pack::load(&out).expect("a pack");
        assert_eq!(made.levels.len(), 8, "{game}");
        for (n, level) in made.levels.iter().enumerate() {
            let marks = level.marks().filter(|(site, _)| site.to_string().starts_with("cell"));
            let blockers = level.marks().filter(|(_, mark)| mark.as_str() == "blocker").count();
            // As few as requested, and no message about the rest.
            if (game == "witness" && marks.count() == 2) || (game == "refraction" && blockers == 0)
            {
                continue;
            }
            tried += 1;
            let minimised = json(&["minimise", &format!("{}#{}", text(&out), n + 1)], 0);
            let status = status_of(&minimised, "minimise");
            assert_eq!(status["is"], "proved", "{game}: {minimised:#}");
            let changed = &finding(&minimised, "minimise")["level"]["changed"];
            assert_eq!(changed, &serde_json::json!([]), "{game}: {minimised:#}");
        }
    }
    assert!(tried > 8, "{tried}");
}

#[test]
fn a_concept_that_cannot_be_read_keeps_nobody_from_solving() {
    let folder = folder("broken");
    let with = |concept: &str| {
        changed(&folder, ("refraction", 1), |level| {
            level.concept = concept.parse().expect("it can be parsed");
        })
    };
    for (concept, place) in [
        (
            "used(bender,2) and usd(x)",
            "at character 20 of `used(bender,2) and usd(x)`: `usd(x)` is",
        ),
        ("not intended(7)", "at character 5 of `not intended(7)`"),
        (r#"asp("wanted :-")"#, "line 1"),
    ] {
        let path = with(concept);
        let solved = json(&["solve", text(&path)], 0);
        assert_eq!(status_of(&solved, "count")["n"], 3, "{concept}");
        assert_eq!(status_of(&solved, "unique")["is"], "refuted");
        let refused = refused(&["verify", text(&path)]);
        assert!(refused.contains(place), "{refused}");
    }
    // Rules of the designer's own take no solutions away.
    let path = with(r#"asp(":- play(_,_). wanted.")"#);
    assert_eq!(status_of(&json(&["solve", text(&path)], 0), "count")["n"], 3);
    assert!(refused(&["verify", text(&path)]).contains("a constraint would take solutions away"));
}

#[test]
fn no_topic_is_said_twice_and_all_solutions_can_be_asked_for() {
    let topics = |findings: &Value| -> Vec<String> {
        let all = findings.as_array().expect("findings").iter();
        all.map(|finding| finding["topic"].to_string()).collect()
    };
    let each_once = |findings: &Value| {
        let mut all = topics(findings);
        let told = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), told, "{findings:#}");
    };
    each_once(&json(&["check", PACK], 0)["levels"][0]["findings"]);
    each_once(&json(&["solve", &format!("{PACK}#1")], 0)["findings"]);
    each_once(&json(&["argue", "assets/packs/sudoku.json#1", "--path"], 0)["findings"]);
    let generate = ["generate", "penguin_push", "--pieces", "4", "-n", "3", "--distance", "2"];
    assert!(topics(&json(&generate, 0)["findings"]).len() >= 3, "levels stand beside each other");
    let all = json(&["solve", &format!("{PACK}#1"), "-n", "0"], 0);
    assert_eq!(status_of(&all, "count"), &serde_json::json!({ "is": "exactly", "n": 3 }));
    assert_eq!(finding(&all, "count")["plays"].as_array().map(Vec::len), Some(3));
    // Boards of two penguins are the first that are counted, so they can be asked for.
    let two = json(&["mine", "--pieces", "2", "--set", "even,safe"], 0);
    assert_eq!(two["unique"][0]["boards"], 267);
    assert!(two["best"]["even"].as_array().is_some_and(|boards| !boards.is_empty()));
    assert!(two["best"]["safe"][0]["ratio"].is_null());
    assert!(refused(&["mine", "--pieces", "1"]).contains("2 to 20 penguins"));
}

/// A panel with a start, an end and nothing else.
const BARE: &str = r#"{ "foolproof": 1, "levels": [ { "game": "witness", "title": "Bare",
    "board": { "cols": 4, "rows": 4 },
    "painted": { "vertex(0,4)": "start", "vertex(4,0)": "end" } } ] }"#;

/// Four penguins in a row and a column with more than one way to the end.
const SEVERAL: &str = r#"{ "foolproof": 1, "levels": [ { "game": "penguin_push", "title": "Several",
    "board": { "cols": 7, "rows": 8 }, "painted": { "cell(0,0)": "penguin", "cell(2,0)": "penguin",
    "cell(4,0)": "penguin", "cell(6,0)": "penguin" } } ] }"#;

#[test]
fn a_rating_says_each_number_once_and_none_that_is_not_known() {
    let folder = folder("rate");
    let (bare, several) = (folder.join("bare.json"), folder.join("several.json"));
    fs::write(&bare, BARE).expect("written");
    fs::write(&several, SEVERAL).expect("written");
    let told = printed(&["rate", text(&bare)], 0);
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with("Solutions")).collect();
    assert_eq!(lines.len(), 1, "{told}");
    assert!(lines[0].contains("8512"), "{told}");
    assert!(told.contains("edges of the shortest line, among the 100 seen"), "{told}");
    // More beginnings of lines than can be gone through in this time.
    let wide = BARE.replace("\"cols\": 4, \"rows\": 4", "\"cols\": 9, \"rows\": 9");
    let mut wide = wide.replace("(0,4)", "(0,9)").replace("(4,0)", "(9,0)");
    for (col, row) in (0..81).map(|at| (at % 9, at / 9)).filter(|(c, r)| (c + 2 * r) % 4 == 0) {
        let star = format!("\"painted\": {{ \"cell({col},{row})\": \"star(red)\",");
        wide = wide.replace("\"painted\": {", &star);
    }
    fs::write(&bare, wide).expect("written");
    let told = printed(&["rate", text(&bare), "--time-limit", "0.000001"], 1);
    assert!(told.contains("Solutions                    unknown: time ran out"), "{told}");
    assert!(!told.contains("of those that were looked for"), "{told}");
    // Whatever is missing is named with the reason, and nothing looks complete.
    assert!(told.contains("not known: time ran out"), "{told}");
    let document = json(&["rate", text(&bare), "--time-limit", "0.000001"], 1);
    assert_eq!(document["unknown"]["why"], "time ran out", "{document}");
    assert!(document["unknown"]["measures"].as_array().is_some_and(|all| !all.is_empty()));
    let csv = printed(&["rate", text(&bare), "--csv", "--time-limit", "0.000001"], 1);
    let mut lines = csv.lines();
    assert!(lines.next().is_some_and(|head| head.ends_with(",unknown")), "{csv}");
    let row = lines.next().expect("a row").trim_end_matches('"');
    assert!(row.ends_with("not known: time ran out"), "{csv}");
    // The value of knowing that there is only one solution is reported only for boards with exactly
    // one.
    let told = printed(&["rate", text(&several)], 0);
    assert!(!told.contains("Ratio") && told.contains("Solutions  "), "{told}");
    assert!(!printed(&["positions", text(&several)], 0).contains("ratio"));
    let graph = json(&["positions", text(&several)], 0);
    assert!(finding(&graph, "positions")["graph"]["ratio"].is_null());
    assert!(printed(&["rate", "assets/packs/penguin_push.json#8"], 0).contains("Ratio"));
}

#[test]
fn what_breaks_a_rule_is_no_argument() {
    let level = "assets/packs/sudoku.json#1";
    let pack = Pack::load(Path::new("assets/packs/sudoku.json")).expect("the sample");
    let (clue, digit) = pack.levels[0].marks().next().expect("a clue");
    let clue = format!("r{}c{}={digit}", clue.row + 1, clue.col + 1);
    let open = pack.levels[0].board.cells().find(|site| pack.levels[0].mark(*site).is_none());
    let open = open.map(|site| format!("r{}c{}", site.row + 1, site.col + 1)).expect("open");
    for (filled, why) in [
        (format!("{open}=99"), "`99` is not a digit of this board"),
        (format!("{open}=5"), "`5` is not a digit of this board"),
        (clue, "holds a clue"),
    ] {
        let line = refused(&["argue", level, "--filled", &filled]);
        assert!(line.contains("--filled: ") && line.contains(why), "{line}");
    }
    // What the solution has otherwise proves nothing, and is not passed over.
    let right = &pack.levels[0].intended.as_ref().expect("a solution");
    let (site, digit) = right.iter().next().expect("a digit");
    let wrong: Vec<String> = (1..=4)
        .filter(|other| other.to_string() != digit.as_str())
        .map(|other| format!("r{}c{}={other}", site.row + 1, site.col + 1))
        .collect();
    assert!(wrong.iter().all(|wrong| {
        refused(&["argue", level, "--filled", wrong]).contains("--filled")
            || refused(&["argue", level, "--filled", wrong])
                .contains("the solution has a different digit")
    }));
    let (one, two) = (format!("{open}=1"), format!("{open}=2"));
    let twice = ["argue", level, "--filled", &one, "--filled", &two];
    assert!(refused(&twice).contains("is filled in twice"));
}

#[test]
fn a_printed_program_has_as_many_answer_sets_as_there_are_solutions() {
    for (game, level) in
        [("penguin_push", 2), ("penguin_push", 3), ("refraction", 1), ("linjat", 3)]
    {
        let level = format!("assets/packs/{game}.json#{level}");
        let solved = json(&["solve", &level, "-n", "0"], 0);
        let program = printed(&["program", &level], 0);
        assert!(program.starts_with("% To list each solution once: clingo --project 0"));
        let options = SessionOptions { project: true, ..SessionOptions::default() };
        let program = Program::default().with("printed", program);
        let shot = Shot::new(std::time::Duration::from_secs(60), &Stop::default());
        let mut session = Session::ground(&program, &options).expect("grounded");
        let found = session
            .models(&[], 0, &[], &shot, &mut |_| std::ops::ControlFlow::Continue(()))
            .expect("searched");
        assert!(found.exhausted);
        assert_eq!(status_of(&solved, "count")["n"], found.n_models, "{level}");
    }
}

#[test]
fn games_that_are_not_as_a_pack_says_are_told_and_stay_named() {
    let folder = folder("games");
    let path = changed(&folder, ("refraction", 2), |_| {});
    assert_eq!(json(&["check", text(&path)], 0)["games"], serde_json::json!([]));
    let own = |id: &str| foolproof::built_in().by_id(id).expect("a game").digest();
    let named = |id: &str, digest: String| GameSource {
        id: id.to_owned(),
        at: format!("games/{id}.json"),
        digest,
        text: None,
    };
    let other = own("sudoku");
    let games = [("lamps", &other), ("refraction", &other), ("sudoku", &other)];
    let mut pack = Pack::load(&path).expect("a pack");
    pack.games = games.map(|(id, digest)| named(id, digest.clone())).to_vec();
    pack.save(&path).expect("saved");

    let document = json(&["check", text(&path)], 0);
    let told = document["games"].as_array().expect("a list");
    let told: Vec<_> = told.iter().map(|game| (&game["id"], &game["is"], &game["at"])).collect();
    let expected = [
        (
            &serde_json::json!("lamps"),
            &serde_json::json!("missing"),
            &serde_json::json!("games/lamps.json"),
        ),
        (
            &serde_json::json!("refraction"),
            &serde_json::json!("other_rules"),
            &serde_json::json!("games/refraction.json"),
        ),
    ];
    assert_eq!(told, expected);
    let table = printed(&["check", text(&path)], 0);
    let sentences = [
        "The game `lamps` is not installed; the pack says that it is at games/lamps.json.\n",
        "The rules of the game `refraction` have changed since the pack was saved",
    ];
    for sentence in sentences {
        assert!(table.contains(sentence), "{table}");
    }
    assert!(table.ends_with("The level meets its policy.\n"), "{table}");

    // Copies of it, and the pack with another level in it, name them, too.
    let copy = folder.join("copy.json");
    let _ = fs::remove_file(&copy);
    printed(&["convert", text(&path), text(&copy)], 0);
    assert_eq!(Pack::load(&copy).expect("a pack").games, pack.games);
    for out in [&copy, &path] {
        printed(&["solve", text(&path), "--forbid", "1", "--out", text(out), "--force"], 0);
        let written = Pack::load(out).expect("a pack");
        assert_eq!(written.games, pack.games);
        assert_ne!(written.levels, pack.levels);
    }
}

/// Puzzles that are read expect what solvers of their kind do; the advice of `check` works as it stands.
#[test]
fn a_sudoku_is_expected_to_have_one_solution_unless_its_pack_accepts_several() {
    let folder = folder("expected");
    let (open, path) = (folder.join("open.txt"), folder.join("open.json"));
    fs::write(&open, format!("123456789{}", ".".repeat(72))).expect("written");
    let table = printed(&["check", text(&open)], 1);
    assert!(table.contains("The level does not meet its policy."), "{table}");
    let _ = fs::remove_file(&path);
    printed(&["convert", text(&open), text(&path)], 0);
    /// The command that a line of the table advises.
    fn advice(table: &str, path: &Path) -> Vec<String> {
        let line = table.lines().find(|line| line.starts_with(text(path))).expect("a note");
        let command = line.split('`').nth(1).expect("a command");
        command.split(' ').skip(1).map(str::to_owned).collect()
    }
    let run = |command: &[String]| {
        printed(&command.iter().map(String::as_str).collect::<Vec<_>>(), 0);
    };
    let table = printed(&["check", text(&path)], 1);
    assert!(table.contains("1 level with several solutions does not say that"), "{table}");
    run(&advice(&table, &path));
    let told = printed(&["expect", text(&path)], 0);
    assert!(told.contains("solvable yes, one solution either, free of shortcuts yes"), "{told}");
    // So packs of earlier versions are: what they say stays, and the check says that one is usual.
    let table = printed(&["check", text(&path)], 0);
    assert!(table.contains("1 level expects nothing about the number of solutions"), "{table}");
    let document = json(&["check", text(&path)], 0);
    assert!(
        document["notes"][0]["text"].as_str().is_some_and(|text| text.contains("one is usual"))
    );
    run(&advice(&table, &path));
    assert_eq!(json(&["expect", text(&path)], 0)["levels"][0]["usual"], true);
    printed(&["check", text(&path)], 1);
}

#[test]
fn an_explanation_says_where_solutions_differ_and_what_tells_them_apart() {
    let folder = folder("apart");
    let path = folder.join("two.json");
    // Rows 1 and 2 may swap two digits.
    fs::write(
        &path,
        r#"{ "foolproof": 1, "levels": [ { "game": "sudoku", "board": { "cols": 4, "rows": 4 },
            "painted": { "cell(0,0)": "1", "cell(1,0)": "2", "cell(2,0)": "3", "cell(3,0)": "4",
            "cell(0,1)": "3", "cell(1,1)": "4", "cell(2,1)": "1", "cell(3,1)": "2",
            "cell(0,2)": "2", "cell(2,2)": "4" } } ] }"#,
    )
    .expect("written");
    let level = &Pack::load(&path).expect("a pack").levels[0];
    let told = printed(&["explain", text(&path)], 0);
    assert!(told.contains("They differ in "), "{told}");
    let document = json(&["explain", text(&path)], 0);
    let found = &finding(&document, "several")["several"];
    let (compared, leaves) = (&found["compared"], &found["clue"]["leaves"]);
    // By another search.
    let listed = json(&["solve", text(&path), "-n", "50"], 0);
    let plays = &finding(&listed, "count")["plays"];
    assert_eq!(compared.as_u64(), plays.as_array().map(|plays| plays.len() as u64));
    assert_eq!(leaves, 1);
    assert!(level.mark("cell(0,3)".parse().expect("a site")).is_none());
}
