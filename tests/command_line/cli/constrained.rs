//! Constraints on the command line: listed, edited, and blamed where they are to blame.

use super::*;

const BLANK: &str = r#"{ "foolproof": 1, "title": "Blank", "levels": [
    { "game": "sudoku", "title": "One", "board": { "cols": 4, "rows": 4 } },
    { "game": "linjat", "title": "Two", "board": { "cols": 3, "rows": 1 } } ] }"#;

fn blank(name: &str) -> PathBuf {
    let path = folder(name).join("blank.json");
    fs::write(&path, BLANK).expect("written");
    path
}

fn marks(path: &Path) -> Vec<String> {
    let pack = Pack::load(path).expect("a pack");
    pack.levels[0].marks().map(|(site, mark)| format!("{site} {mark}")).collect()
}

#[test]
fn constraints_are_added_changed_and_removed_by_their_numbers() {
    let path = blank("constraints");
    let level = format!("{}#1", text(&path));
    let edit = |edits: &[&str], status: i32| {
        let asked = [&["constraints", &level][..], edits, &["--out", text(&path)]].concat();
        printed(&asked, status)
    };
    let listed = edit(&["--add", "cage 5 R1C1 R1C2", "--add", "Arrow R4C1 / R3C1-R3C2"], 0);
    assert!(listed.contains("1  5-cage, R1C1 R1C2"), "{listed}");
    assert!(listed.contains("2  arrow, R4C1 / R3C1 R3C2"), "{listed}");
    edit(&["--change", "2=thermo R4C1-R1C4", "--add", "anti-king"], 0);
    edit(&["--remove", "1"], 0);
    let thermo = "constraint(1) thermo(cell(0,3),cell(1,2),cell(2,1),cell(3,0))";
    assert_eq!(marks(&path), [thermo, "constraint(2) anti_king"]);
    // The first free number is taken; one that cannot be met is reported and kept.
    let told = edit(&["--add", "cage 9 R1C1 R1C2"], 1);
    assert!(told.contains("no digits of this board can be put into its cells"), "{told}");
    let found = json(&["constraints", &level], 1);
    assert_eq!(found["constraints"][0]["number"], 1);
    assert!(found["constraints"][0]["fault"].is_string());
    assert!(found["constraints"][1]["fault"].is_null());
}

#[test]
fn what_is_no_constraint_is_refused_with_its_reason() {
    let path = blank("constraints_refused");
    let level = format!("{}#1", text(&path));
    for (edit, why) in [
        (["--add", "cage 5 R1C1 R1C7"], "R1C7 is off the board of 4x4"),
        (["--add", "cage 5 R1C1 R1C1"], "comes to R1C1 twice"),
        (["--add", "thermo R1C1-R3C2"], "is not a row, column or diagonal"),
        (["--add", "kage 5 R1C1"], "`kage` is not a kind of constraint; --kinds lists them"),
        (["--add", "sandwich 2 R1C1 R1C2"], "from one rim to the other"),
        (["--add", "own_rules \"wrong(\"x\") :- five(S).\""], "`five` with 1 arguments is said"),
        (["--remove", "1"], "the level has no constraints"),
        (["--change", "cage 5 R1C1"], "write the number, =, and the constraint"),
    ] {
        let said = refused(&[&["constraints", &level][..], &edit, &["--out", "-"]].concat());
        assert!(said.contains(edit[1]) && said.contains(why), "{said}");
    }
    let unwritten = refused(&["constraints", &level, "--add", "anti_king"]);
    assert!(unwritten.contains("--out says where"), "{unwritten}");
    let other = format!("{}#2", text(&path));
    assert!(refused(&["constraints", &other]).contains("Linjat has no constraints"));
}

#[test]
fn the_constraint_that_is_in_the_way_is_blamed_and_no_other() {
    let path = blank("constraints_blamed");
    let level = format!("{}#1", text(&path));
    let adds = ["thermo R4C1-R4C3", "cage 9 R1C1 R1C2", "odd R3C4"];
    let adds: Vec<&str> = adds.iter().flat_map(|add| ["--add", add]).collect();
    printed(&[&["constraints", &level][..], &adds, &["--out", text(&path)]].concat(), 1);
    let found = json(&["explain", &level], 0);
    let conflict = found["findings"].as_array().expect("findings").iter();
    let sites: Vec<&Value> = conflict.map(|finding| &finding["conflict"]["sites"]).collect();
    assert!(sites.contains(&&serde_json::json!(["constraint(1)"])), "{sites:?}");
}
