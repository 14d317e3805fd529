//! Claims about all levels: that there is none, what is to blame, and levels of a requested kind. A
//! search over some marks makes claims about those only.

use super::*;

/// A pack with one level, written.
fn level(name: &str, json: &str) -> PathBuf {
    let path = folder(&format!("stock_{name}")).join("level.json");
    let text = format!("{{ \"foolproof\": 1, \"levels\": [ {{ {json} }} ] }}");
    fs::write(&path, text).expect("written");
    path
}

/// The last finding of a topic.
fn last<'a>(document: &'a Value, topic: &str) -> &'a Value {
    let findings = document["findings"].as_array().expect("findings");
    findings.iter().rev().find(|finding| finding["topic"] == topic).expect("an answer")
}

/// All cells of a row but one, held.
fn row(cells: u16, but: u16, mark: &str) -> String {
    let held = (0..cells).filter(|col| *col != but);
    held.map(|col| format!("\"cell({col},0)\": {mark}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_conflict_means_what_a_completion_may_do() {
    // One more blocker makes it shortcut-free: nothing that is held is to blame.
    let sample = format!("{PACK}#15");
    let document = json(&["explain", &sample], 1);
    assert_eq!(last(&document, "conflict")["status"]["is"], "refuted", "{document:#}");
    assert!(printed(&["explain", &sample], 1).contains("Nothing is in the way"));
    assert_eq!(last(&json(&["complete", &sample], 0), "complete")["status"]["is"], "proved");
    // An empty board has no bender yet; in the tray there is room for some.
    let empty = r#""game": "refraction", "board": { "cols": 8, "rows": 8, "tray": 4 },
        "concept": "used(bender,2)""#;
    let empty = level("empty", empty);
    let lines = printed(&["explain", text(&empty)], 0);
    assert!(lines.contains("while the open cells stay empty"), "{lines}");
    assert!(lines.contains("`complete` can fill them"), "{lines}");
    let conflict = last(&json(&["explain", text(&empty)], 0), "conflict")["conflict"].clone();
    assert_eq!((&conflict["among"], &conflict["room"]), (&"fewer".into(), &true.into()));
    assert_eq!(conflict["searched"]["extent"], "nothing");
}

#[test]
fn a_completion_searches_all_that_the_palette_has() {
    // A source of 2, which the usual powers cannot make.
    let source = r#""game": "refraction", "board": { "cols": 3, "rows": 1, "tray": 0 },
        "locked": { "cell(2,0)": "target(w,2,1)" }"#;
    let lines = printed(&["complete", text(&level("two", source))], 0);
    assert!(lines.contains("source of 2, to the east"), "{lines}");
    // A mark on the lines, where all cells are locked.
    let lines = r#""game": "witness", "board": { "cols": 2, "rows": 2 },
        "concept": "passes(vertex(1,1))", "locked": { "cell(0,0)": null, "cell(1,0)": null,
        "cell(0,1)": null, "cell(1,1)": null }"#;
    let lines = level("lines", lines);
    let document = json(&["complete", text(&lines)], 0);
    assert_eq!(last(&document, "complete")["status"]["is"], "proved", "{document:#}");
    // A number as long as the board.
    let cells = row(9, 4, "\"dot\"");
    let nine = format!(
        "\"game\": \"linjat\", \"board\": {{ \"cols\": 9, \"rows\": 1 }}, \"locked\": {{ {cells} }}"
    );
    let lines = printed(&["complete", text(&level("nine", &nine))], 0);
    assert!(lines.contains("number 9"), "{lines}");
    // Painted marks stay if a rare mark will do.
    let painted = nine.replace("locked", "painted");
    let lines = printed(&["complete", text(&level("painted", &painted))], 0);
    assert!(lines.contains("number 9") && !lines.contains("dot →"), "{lines}");
    let fine = r#""game": "refraction", "board": { "cols": 3, "rows": 1, "tray": 0 },
        "painted": { "cell(0,0)": "source(e,1,1)", "cell(2,0)": "target(w,5,7)" }"#;
    let lines = printed(&["complete", text(&level("fine", fine))], 0);
    assert!(lines.contains("source of 5/7") && !lines.contains("column 3"), "{lines}");
    let args = ["generate", "refraction", "--size", "3x2", "--tray", "1"];
    let made = printed(&[&args[..], &["--concept", "built(frac(2,1))"]].concat(), 0);
    assert!(made.contains("built(frac(2,1))"), "{made}");
}

#[test]
fn that_there_is_none_is_said_of_what_was_searched() {
    // The light of the target comes from beyond the board: no power helps.
    let beyond = r#""game": "refraction", "board": { "cols": 2, "rows": 2, "tray": 0 },
        "locked": { "cell(0,0)": "target(w,1,1)" }"#;
    let beyond = level("beyond", beyond);
    let document = json(&["complete", text(&beyond)], 1);
    let finding = last(&document, "complete");
    assert_eq!(finding["status"]["is"], "unknown", "{document:#}");
    assert_eq!(finding["status"]["why"], "stock");
    assert_eq!(finding["searched"]["extent"], "some");
    let lines = printed(&["complete", text(&beyond)], 1);
    assert!(lines.starts_with("There is no completion with the marks that were tried"), "{lines}");
    assert!(
        lines.contains("Searched: every level with") && lines.contains("sources (power "),
        "{lines}"
    );
    let lines = printed(&["explain", text(&beyond)], 0);
    assert!(lines.contains("What is locked on R1C1 rules out every solution with the marks that were tried. Change it.") && lines.contains("sources (power "), "{lines}");
    let document = json(&["generate", "refraction", "--from", text(&beyond)], 1);
    assert_eq!(last(&document, "generate")["status"]["why"], "stock", "{document:#}");
    // There are dots and numbers only, and all of them were tried.
    let cells = row(3, 3, "\"3\"");
    let full = format!(
        "\"game\": \"linjat\", \"board\": {{ \"cols\": 3, \"rows\": 1 }}, \"locked\": {{ {cells} }}"
    );
    let document = json(&["complete", text(&level("full", &full))], 1);
    assert_eq!(last(&document, "complete")["status"]["is"], "refuted", "{document:#}");
    assert_eq!(last(&document, "complete")["searched"]["extent"], "every");
}

/// A level with a shortcut and everything locked.
#[test]
fn a_completion_with_a_shortcut_does_not_hold() {
    let locked = r#""game": "refraction", "board": { "cols": 3, "rows": 1, "tray": 1 },
        "concept": "used(bender,1)", "locked": { "tray(0)": "bender(w,n)",
        "cell(0,0)": "source(e,1,1)", "cell(1,0)": null, "cell(2,0)": "target(w,1,1)" }"#;
    let locked = level("locked", locked);
    let document = json(&["complete", text(&locked)], 1);
    assert_eq!(document["holds"], false);
    let short = r#""game": "refraction", "board": { "cols": 3, "rows": 2, "tray": 1 },
        "concept": "through(cell(1,1))", "locked": { "tray(0)": "bender(w,n)",
        "cell(0,0)": "source(e,1,1)", "cell(1,0)": null, "cell(2,0)": "target(w,1,1)",
        "cell(0,1)": "source(e,1,1)", "cell(1,1)": null, "cell(2,1)": null }"#;
    let short = level("short", short);
    let lines = printed(&["complete", text(&short)], 1);
    assert!(
        lines.contains("This level has a shortcut, and no level is without one, whatever"),
        "{lines}"
    );
    let finding = last(&json(&["complete", text(&short)], 1), "complete").clone();
    assert_eq!(finding["status"]["is"], "refuted", "{finding:#}");
    assert_eq!(finding["level"]["shortcut_free"]["is"], "refuted");
    assert_eq!(finding["level"]["searched"]["extent"], "every");
}

/// The powers of the level are few; those of everything that could be added are many.
#[test]
fn many_powers_of_a_stock_are_no_fault_of_the_level() {
    let sources = r#""game": "refraction", "board": { "cols": 4, "rows": 4, "tray": 4 },
        "painted": { "cell(0,0)": "source(e,1,1)", "cell(0,1)": "source(e,2,3)",
        "cell(0,2)": "source(e,3,1)", "cell(3,3)": "target(w,4,3)", "tray(0)": "splitter(w,ns)",
        "tray(1)": "combiner(ns,e)", "tray(2)": "splitter(w,nes)" }"#;
    let sources = level("sources", sources);
    let program = printed(&["generate", "refraction", "--from", text(&sources), "--program"], 0);
    let powers = program.matches(" share(").count();
    assert!((1..400).contains(&powers), "{powers}");
}

#[test]
fn a_generation_without_a_concept_makes_levels_with_one_solution() {
    let folder = folder("stock_panels");
    let out = folder.join("panels.json");
    let args = ["generate", "witness", "--size", "3x3", "-n", "2", "--out", text(&out)];
    printed(&[&args[..], &["--pieces", "3..5"]].concat(), 0);
    let pack = Pack::load(&out).expect("a pack");
    assert_eq!(pack.levels.len(), 2);
    for (at, level) in pack.levels.iter().enumerate() {
        assert!((3..=5).contains(&level.marks().count()), "{level:#?}");
        let lines = printed(&["solve", &format!("{}#{}", text(&out), at + 1)], 0);
        assert!(lines.contains("Solutions: exactly 1"), "{lines}");
    }
}

/// With an eraser or a hollow polyomino painted, and a line that does not solve the panel as it is.
#[test]
fn levels_are_made_around_a_line_whatever_is_painted() {
    let line = ["vedge(0,2)", "vedge(0,1)", "hedge(0,1)", "vedge(1,0)", "hedge(1,0)", "hedge(2,0)"];
    let line: Vec<String> = line.map(|edge| format!("\"{edge}\": \"line\"")).to_vec();
    for (name, mark) in [("eraser", "eraser(white)"), ("hollow", "hollow(blue,p0001,fixed)")] {
        let template = format!(
            "\"game\": \"witness\", \"board\": {{ \"cols\": 3, \"rows\": 3 }}, \"painted\": \
             {{ \"cell(1,1)\": \"{mark}\" }}, \"concept\": \"intended\", \"intended\": {{ {} }}",
            line.join(", ")
        );
        let template = level(name, &template);
        let out = folder(&format!("stock_made_{name}")).join("made.json");
        let args = ["generate", "witness", "--from", text(&template), "--out", text(&out)];
        printed(&args, 0);
        let made = Pack::load(&out).expect("a pack").levels.remove(0);
        assert!(made.marks().any(|(_, put)| put.as_str() == mark), "{made:#?}");
        let said = printed(&["solve", text(&out)], 0);
        assert!(said.contains("exactly 1"), "{said}");
    }
}

#[test]
fn a_generation_makes_what_is_asked_for_or_says_why_not() {
    let marks: Vec<String> = (0..8)
        .map(|n| {
            format!("\"cell({},{})\": \"square({})\"", n % 4, n / 4, ["black", "white"][n / 4])
        })
        .collect();
    let template = format!(
        "\"game\": \"witness\", \"board\": {{ \"cols\": 4, \"rows\": 3 }}, \"painted\": {{ {} }}",
        marks.join(", ")
    );
    let template = level("template", &template);
    let args = ["generate", "witness", "--from", text(&template), "--pieces", "4", "-n", "3"];
    let lines = printed(&args, 1);
    assert!(lines.contains("8 cells of the level hold a mark already"), "{lines}");
}

/// A search over marks makes no claim about properties of the level as a whole.
#[test]
fn room_for_a_property_of_the_whole_level_is_not_promised() {
    let stuck = r#""game": "penguin_push", "board": { "cols": 5, "rows": 1 },
        "concept": "ratio(50)", "painted": { "cell(0,0)": "penguin", "cell(1,0)": "penguin" }"#;
    let stuck = level("stuck", stuck);
    let lines = printed(&["explain", text(&stuck)], 1);
    assert!(
        lines.contains("R1C1 and R1C2 rule out every solution") && !lines.contains("can fill"),
        "{lines}"
    );
    let document = json(&["explain", text(&stuck)], 1);
    assert!(last(&document, "conflict")["blame"]["room"].is_null(), "{document:#}");
}
