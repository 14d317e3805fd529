//! `check` against an earlier check, and its report for continuous integration.

use std::sync::Arc;

use foolproof::level::{Concept, KeptStatus};
use quick_junit::{Report, TestCaseStatus};

use super::*;

/// Three levels of the sample pack, the first asked for one solution.
fn pack(folder: &Path, change: impl FnOnce(&mut Pack)) -> PathBuf {
    let mut pack = Pack::load(Path::new(PACK)).expect("the sample pack");
    pack.levels.truncate(3);
    change(&mut pack);
    let path = folder.join("pack.json");
    pack.save(&path).expect("saved");
    path
}

fn level(pack: &mut Pack, at: usize) -> &mut Level {
    Arc::make_mut(&mut pack.levels[at])
}

fn unsolvable(level: &mut Level) {
    let sites: Vec<Site> = level.marks().map(|(site, _)| site).collect();
    sites.into_iter().for_each(|site| level.set(site, Default::default()));
    level.intended = None;
}

/// The row of a level in the document.
fn row(document: &Value, at: usize) -> &Value {
    &document["levels"][at]
}

#[test]
fn a_level_that_is_worse_than_in_the_baseline_fails_and_one_that_failed_already_does_not() {
    let folder = folder("baseline");
    let path = pack(&folder, |pack| unsolvable(level(pack, 2)));
    let file = text(&path).to_owned();
    let before = printed(&["check", &file, "--json"], 1);
    let baseline = folder.join("baseline.json");
    fs::write(&baseline, &before).expect("written");
    let against = ["check", &file, "--baseline", text(&baseline)];
    let same = printed(&against, 0);
    assert!(same.contains("fails, as before") && same.contains("No level is worse"), "{same}");
    // A changed title or order does not change a level.
    pack(&folder, |pack| {
        unsolvable(level(pack, 2));
        level(pack, 0).title = "another".to_owned();
        pack.levels.rotate_left(1);
    });
    assert_eq!(row(&json(&against, 0), 2)["new"], false);
    // The concept of the first asks for what no solution does.
    pack(&folder, |pack| {
        unsolvable(level(pack, 2));
        level(pack, 0).concept = Concept::Not(Box::new(Concept::Any));
    });
    let worse = printed(&against, 1);
    assert!(worse.contains("WORSE") && worse.contains("1 level is worse"), "{worse}");
    assert!(worse.contains("1, shortcut-free: was "), "{worse}");
    let document = json(&against, 1);
    assert_eq!(row(&document, 0)["worse"], true);
    assert_eq!(row(&document, 0)["turned"][0]["worse"], true);
    // A new level has to keep its policy.
    pack(&folder, |pack| {
        unsolvable(level(pack, 2));
        let mut new = (*pack.levels[0]).clone();
        new.title = "new".to_owned();
        unsolvable(&mut new);
        new.paint(Site::cell(0, 0), "blocker".parse().ok());
        pack.levels.push(Arc::new(new));
    });
    let document = json(&against, 1);
    assert_eq!(
        (&row(&document, 3)["new"], &row(&document, 3)["worse"]),
        (&true.into(), &false.into())
    );
}

#[test]
fn a_pack_with_kept_verdicts_is_a_baseline_and_other_files_are_refused() {
    let folder = folder("kept");
    let path = pack(&folder, |_| {});
    let file = text(&path).to_owned();
    let found = json(&["check", &file], 0);
    let kept = folder.join("kept.json");
    let mut checked = Pack::load(&path).expect("a pack");
    for (at, level) in checked.levels.iter_mut().enumerate() {
        let verdict =
            serde_json::from_value(row(&found, at)["verdict"].clone()).expect("a verdict");
        Arc::make_mut(level).checked = Some(Arc::new(verdict));
    }
    checked.save(&kept).expect("saved");
    let again = Pack::load(&kept).expect("it is read again");
    assert_eq!(again, checked);
    let first = again.levels[0].checked.as_deref().expect("a verdict");
    assert_eq!(
        (first.solvable, first.level.as_str()),
        (KeptStatus::Proved, &*again.levels[0].digest())
    );
    printed(&["check", &file, "--baseline", text(&kept)], 0);
    let none = refused(&["check", &file, "--baseline", &file]);
    assert!(none.contains("no level of this pack has been checked"), "{none}");
    let games = folder.join("games.json");
    fs::write(&games, r#"{"verb":"solve","levels":[]}"#).expect("written");
    let other = refused(&["check", &file, "--baseline", text(&games)]);
    assert!(other.contains("the output of `solve`"), "{other}");
}

#[test]
fn the_report_is_junit_xml_with_a_case_for_every_level() {
    let folder = folder("junit");
    let path = pack(&folder, |pack| {
        level(pack, 0).title = "<&> \u{1} \"quoted\"".to_owned();
        unsolvable(level(pack, 1));
        level(pack, 2).game = "nobody".to_owned();
    });
    let report = folder.join("report.xml");
    printed(&["check", text(&path), "--junit", text(&report)], 1);
    let read = |path: &Path| {
        let xml = fs::read_to_string(path).expect("a report");
        Report::deserialize_from_str(&xml).expect("JUnit XML")
    };
    let found = read(&report);
    assert_eq!((found.tests, found.failures, found.errors), (3, 1, 1));
    let cases = &found.test_suites[0].test_cases;
    assert!(cases[0].name.as_str().contains("<&>"), "{}", cases[0].name.as_str());
    assert!(matches!(cases[0].status, TestCaseStatus::Success { .. }));
    let TestCaseStatus::NonSuccess { message, .. } = &cases[1].status else { panic!("a failure") };
    let message = message.as_ref().expect("a message").as_str();
    assert!(message.contains("expected yes"), "{message}");
    // What failed before is skipped.
    let baseline = folder.join("baseline.json");
    fs::write(&baseline, printed(&["check", text(&path), "--json"], 1)).expect("written");
    let args = ["check", text(&path), "--baseline", text(&baseline), "--junit", text(&report)];
    printed(&args, 1);
    let found = read(&report);
    assert_eq!((found.failures, found.errors), (0, 1), "what could not be read is no baseline");
    assert!(matches!(found.test_suites[0].test_cases[1].status, TestCaseStatus::Skipped { .. }));
}
