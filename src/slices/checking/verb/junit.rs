//! The results of a check as JUnit XML, which services of continuous integration show.
//!
//! A pack is a suite, a level a case. A level that breaks its policy is a failure; one that cannot be
//! read is an error; one that fails as it did in the baseline is skipped.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::printed::turned_words;
use super::{Checked, CheckedCourse, CheckedPacks};
use crate::course::model::{RuleState, RuleVerdict};
use foolproof_cli::input::Usage;
use foolproof_game::Games;
use foolproof_level::Expect;

/// Returns the document as text.
pub(crate) fn report(games: &Games, checked: &CheckedPacks) -> Result<String, Usage> {
    let CheckedPacks { rows, courses, .. } = checked;
    let mut report = Report::new("foolproof check");
    let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    files.dedup();
    for file in files {
        let mut suite = TestSuite::new(file);
        suite.add_test_cases(rows.iter().filter(|row| row.file == file).map(case));
        let rules = courses.iter().filter(|course| course.file == file);
        suite.add_test_cases(rules.flat_map(|course| rule_cases(games, course)));
        let own = rows.iter().filter(|row| row.file == file);
        suite.set_time(own.map(elapsed).sum());
        report.add_test_suite(suite);
    }
    report.set_time(rows.iter().map(elapsed).sum());
    report.to_string().map_err(|error| Usage(format!("--junit: {error}")))
}

/// Returns a case for each rule of a pack's course.
fn rule_cases(games: &Games, course: &CheckedCourse) -> Vec<TestCase> {
    let voice = course.judged.voice(games);
    let case = |rule: &RuleVerdict| {
        let breaches = rule.breaches.iter().map(|one| voice.breach(one, &rule.rule));
        let words = breaches.collect::<Vec<String>>().join("; ");
        let status = match (rule.state(), course.is_fine(rule)) {
            (RuleState::Kept, _) => TestCaseStatus::success(),
            (_, true) => {
                let mut skipped = TestCaseStatus::skipped();
                skipped.set_message(format!("not kept, as in the baseline: {words}"));
                skipped
            }
            (_, false) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(words).set_type("course");
                status
            }
        };
        let mut case = TestCase::new(format!("course: {}", rule.rule), status);
        case.set_classname(course.file.as_str());
        case
    };
    course.judged.verdicts.iter().map(case).collect()
}

fn elapsed(row: &Checked) -> Duration {
    row.found.as_ref().map(|(check, _)| check.elapsed).unwrap_or_default()
}

fn case(row: &Checked) -> TestCase {
    let name = match row.title.as_str() {
        "" => format!("level {}", row.number),
        title => format!("level {}: {title}", row.number),
    };
    let mut case = TestCase::new(name, status(row));
    case.set_classname(row.file.as_str()).set_time(elapsed(row));
    case
}

fn status(row: &Checked) -> TestCaseStatus {
    let worse = row.compared.as_ref().is_some_and(|compared| compared.is_worse);
    if row.is_fine() && row.passes() {
        return TestCaseStatus::success();
    }
    if row.is_fine() {
        let mut skipped = TestCaseStatus::skipped();
        skipped.set_message(format!("fails as in the baseline: {}", faults(row)));
        return skipped;
    }
    let kind = if row.fault.is_some() { NonSuccessKind::Error } else { NonSuccessKind::Failure };
    let mut status = TestCaseStatus::non_success(kind);
    status.set_message(faults(row)).set_type(if worse { "regression" } else { "policy" });
    status
}

/// Joins the problems of a level in one line.
fn faults(row: &Checked) -> String {
    let mut faults: Vec<String> = row.fault.iter().cloned().collect();
    for property in row.found.iter().flat_map(|(check, _)| &check.properties) {
        if !property.meets() {
            let wanted = if property.expect == Expect::No { "no" } else { "yes" };
            let found = property.status.words();
            faults.push(format!("{}: {found}, expected {wanted}", property.item.word()));
        }
    }
    faults.extend(row.found.iter().filter_map(|(check, _)| check.flaw.clone()));
    let turned = row.compared.iter().flat_map(|compared| &compared.turned);
    faults.extend(turned.filter(|turned| turned.worse).map(turned_words));
    faults.join("; ")
}
