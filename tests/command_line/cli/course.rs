//! `course`, the rules of order in `check`, and `rate` of whole packs.

use foolproof::level::CourseRule;
use quick_junit::{Report, TestCaseStatus};

use super::*;

/// The first levels of the sample pack, with these rules.
fn pack(folder: &Path, rules: &[&str]) -> PathBuf {
    let mut pack = Pack::load(Path::new(PACK)).expect("the sample pack");
    pack.levels.truncate(3);
    pack.course.concepts = vec!["used(splitter)".parse().expect("a concept")];
    let rule = |text: &&str| serde_json::from_str::<CourseRule>(text).expect("a rule");
    pack.course.rules = rules.iter().map(rule).collect();
    let path = folder.join("pack.json");
    pack.save(&path).expect("saved");
    path
}

const NEVER_EARLY: &str = r#"{"not_before":{"concept":"used(splitter)","level":2}}"#;
const NEVER: &str = r#"{"not_before":{"concept":"used(any)","level":3}}"#;
const STEP: &str = r#"{"step":{"measure":"used","most":100}}"#;

#[test]
fn check_reports_broken_rules_as_part_of_the_pack() {
    let folder = folder("rules of order");
    let path = pack(&folder, &[STEP]);
    let file = text(&path).to_owned();
    let kept = printed(&["check", &file], 0);
    assert!(kept.contains("The rule of the course is kept"), "{kept}");
    // Every level uses some piece.
    pack(&folder, &[STEP, NEVER]);
    let broken = printed(&["check", &file], 1);
    assert!(broken.contains("1 of 2 rules of the course are not kept"), "{broken}");
    assert!(broken.contains("BROKEN   no “pieces are used” before level 3"), "{broken}");
    assert!(broken.contains("Level 1 already has “pieces are used”."), "{broken}");
    let document = json(&["check", &file], 1);
    let rules = &document["courses"][0]["rules"];
    assert_eq!((&rules[0]["state"], &rules[1]["state"]), (&"kept".into(), &"broken".into()));
    assert_eq!(rules[1]["breaches"][0]["level"], 1);
    assert_eq!(rules[1]["breaches"][0]["sure"], true);
    let junit = folder.join("junit.xml");
    printed(&["check", &file, "--junit", text(&junit)], 1);
    let report = Report::deserialize_from_str(&fs::read_to_string(&junit).expect("a report"));
    let report = report.expect("JUnit");
    let cases = &report.test_suites[0].test_cases;
    let status = |name: &str| {
        let case = cases.iter().find(|case| case.name.as_str() == name).expect("a case");
        matches!(case.status, TestCaseStatus::Success { .. })
    };
    assert!(status("course: no step of more than 100 in used"));
    assert!(!status("course: no used(any) before level 3"));
    // A rule that was already broken is not a regression.
    let baseline = folder.join("baseline.json");
    fs::write(&baseline, printed(&["check", &file, "--json"], 1)).expect("written");
    printed(&["check", &file, "--baseline", text(&baseline)], 0);
}

#[test]
fn a_rule_about_what_no_game_has_is_not_kept() {
    let folder = folder("unheard");
    let path = pack(&folder, &[r#"{"not_before":{"concept":"usd(any)","level":3}}"#]);
    let said = printed(&["check", text(&path)], 1);
    assert!(said.contains("No game of the pack has a property such as usd(any)."), "{said}");
}

#[test]
fn a_course_is_shown_and_an_order_is_proposed_and_written() {
    let folder = folder("course");
    let path = pack(&folder, &[NEVER_EARLY, STEP]);
    let file = text(&path).to_owned();
    let document = json(&["course", &file, "--order"], 0);
    assert_eq!(document["levels"].as_array().map(Vec::len), Some(3));
    assert_eq!(document["proposed"]["kept"], serde_json::json!([1, 2]));
    let out = folder.join("ordered.json");
    let said = printed(&["course", &file, "--order", "--out", text(&out)], 0);
    assert!(said.contains("Proposed order") && said.contains("It keeps all rules."), "{said}");
    let ordered = Pack::load(&out).expect("a pack");
    let titles: Vec<String> = ordered.levels.iter().map(|level| level.title.clone()).collect();
    let all = Pack::load(&path).expect("a pack");
    let order = document["proposed"]["order"].as_array().expect("an order").clone();
    let order = order.iter().map(|n| n.as_u64().expect("a number") as usize - 1);
    let expected: Vec<String> = order.map(|at| all.levels[at].title.clone()).collect();
    assert_eq!(titles, expected);
    assert_eq!(ordered.course, all.course);
    // Rules that cannot be kept together are named.
    pack(&folder, &[STEP, NEVER]);
    let said = printed(&["course", &file, "--order"], 1);
    assert!(said.contains("No order keeps rule 2: no “pieces are used” before level 3."), "{said}");
    let why = refused(&["course", &file, "--measure", "beauty"]);
    assert!(why.contains("no level has a measure `beauty`; there are "), "{why}");
}

#[test]
fn a_pack_is_rated_as_a_table_and_as_values() {
    let folder = folder("rated");
    let path = pack(&folder, &[]);
    let file = text(&path).to_owned();
    let document = json(&["rate", &file], 0);
    let levels = document["levels"].as_array().expect("levels");
    assert_eq!(levels.len(), 3);
    let table = printed(&["rate", &file], 0);
    let csv = printed(&["rate", &file, "--csv"], 0);
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    assert_eq!(head[..3], ["number", "title", "game"]);
    assert_eq!(lines.count(), 3);
    for measure in levels[0]["measures"].as_array().expect("measures") {
        let id = measure["id"].as_str().expect("a name");
        assert!(table.contains(&format!("{id}: ")) && head.contains(&id), "{id}");
    }
    // A title that a spreadsheet would take for a formula.
    let mut named = Pack::load(&path).expect("a pack");
    std::sync::Arc::make_mut(&mut named.levels[0]).title = "=1+1".to_owned();
    let formula = folder.join("formula.json");
    named.save(&formula).expect("saved");
    assert!(printed(&["rate", text(&formula), "--csv"], 0).contains("\n1,'=1+1,"));
    // The measures of a level are those in its row.
    let one = json(&["rate", &format!("{file}#2")], 0);
    assert_eq!(one["measures"], levels[1]["measures"]);
}
