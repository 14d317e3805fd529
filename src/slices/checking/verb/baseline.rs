//! Comparison of a check with an earlier one, the baseline: which levels are worse than before?
//!
//! A level is matched with one of the baseline by its puzzle, else by its title, else by its place: a level
//! whose concept was changed is still that level.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use super::{Checked, CheckedCourse};
use crate::course::model::RuleState;
use foolproof_cli::input::{Usage, read_text};
use foolproof_level::{Expect, Expected, KeptVerdict, Pack, Turned};

/// A level of the baseline.
#[derive(Debug, Deserialize)]
struct BaselineLevel {
    #[serde(default)]
    file: Option<String>,
    number: usize,
    title: String,
    /// `null` where the level could not be read.
    verdict: Option<KeptVerdict>,
}

/// The rules of a pack, as they stood.
#[derive(Debug, Deserialize)]
struct BaselineCourse {
    file: String,
    rules: Vec<BaselineRule>,
}

#[derive(Debug, Deserialize)]
struct BaselineRule {
    text: String,
    state: RuleState,
}

#[derive(Deserialize)]
struct Document {
    verb: String,
    levels: Vec<BaselineLevel>,
    #[serde(default)]
    courses: Vec<BaselineCourse>,
}

/// Test whether a row is about a level of the baseline.
type SameLevel = dyn Fn(&Checked, &BaselineLevel) -> bool;

/// An earlier check.
pub(crate) struct Baseline(Vec<BaselineLevel>, Vec<BaselineCourse>);

/// The change of a level since the baseline.
pub(crate) struct Compared {
    /// Earlier verdict; `None` for a new level, or one that could not be read.
    pub was: Option<KeptVerdict>,
    pub turned: Vec<Turned>,
    pub(crate) is_worse: bool,
}

impl Baseline {
    /// Reads the output of `check --json`, or a pack whose levels were checked in the window.
    pub(crate) fn read(path: &Path) -> Result<Self, Usage> {
        let text = read_text(path)?;
        let refuse = |why: &str| Usage(format!("--baseline {}: {why}", path.display()));
        if let Ok(document) = serde_json::from_str::<Document>(&text) {
            return match document.verb.as_str() {
                "check" => Ok(Self(document.levels, document.courses)),
                other => Err(refuse(&format!("this is the output of `{other}`, not of `check`"))),
            };
        }
        let pack = Pack::from_json(&text).map_err(|error| refuse(&error.to_string()))?;
        let levels = pack.levels.iter().enumerate().map(|(at, level)| BaselineLevel {
            file: None,
            number: at + 1,
            title: level.title.clone(),
            verdict: level.checked.as_deref().cloned(),
        });
        let levels: Vec<BaselineLevel> = levels.filter(|before| before.verdict.is_some()).collect();
        match levels.is_empty() {
            true => Err(refuse(
                "no level of this pack has been checked yet; `check --json` makes a baseline",
            )),
            false => Ok(Self(levels, Vec::new())),
        }
    }

    /// Records in each course the rules that were not kept before.
    pub(crate) fn compare_rules(&self, courses: &mut [CheckedCourse]) {
        for course in courses {
            let own = |old: &&BaselineCourse| is_file(&old.file, &course.file);
            let rules = self.1.iter().filter(own).flat_map(|old| &old.rules);
            let failed = rules.filter(|rule| rule.state != RuleState::Kept);
            course.failed_before = failed.map(|rule| rule.text.clone()).collect();
        }
    }

    /// Records in each row how its level has changed.
    pub(crate) fn compare(self, rows: &mut [Checked]) {
        let partners = self.partners(rows);
        for (row, partner) in rows.iter_mut().zip(partners) {
            let was = partner.and_then(|at| self.0.get(at)).and_then(|old| old.verdict.clone());
            row.compared = Some(compared(row, was));
        }
    }

    /// Matches each row with a level of the baseline.
    fn partners(&self, rows: &[Checked]) -> Vec<Option<usize>> {
        let mut free: BTreeSet<usize> = (0..self.0.len()).collect();
        let mut partners = vec![None; rows.len()];
        let ways: [&SameLevel; 3] = [
            &|row, old| {
                let now = row.found.as_ref().map(|(_, verdict)| &verdict.level);
                now.is_some() && old.verdict.as_ref().map(|verdict| &verdict.level) == now
            },
            &|row, old| !old.title.is_empty() && row.title == old.title,
            &|row, old| row.number == old.number,
        ];
        for same in ways {
            for (row, partner) in rows.iter().zip(&mut partners).filter(|(_, at)| at.is_none()) {
                let in_file = |old: &BaselineLevel| {
                    old.file.as_ref().is_none_or(|file| is_file(file, &row.file))
                };
                let belongs =
                    |at: &usize| self.0.get(*at).is_some_and(|old| in_file(old) && same(row, old));
                *partner = free.iter().copied().find(belongs);
                partner.iter().for_each(|at| _ = free.remove(at));
            }
        }
        partners
    }
}

/// True if two names are of one file: a copy elsewhere, as in another checkout, counts as the same by its name.
fn is_file(one: &str, other: &str) -> bool {
    let name = |file: &str| Path::new(file).file_name().map(|name| name.to_owned());
    name(one) == name(other)
}

fn compared(row: &Checked, was: Option<KeptVerdict>) -> Compared {
    let (turned, is_worse) = match (&was, &row.found) {
        (Some(was), Some((check, now))) => {
            let expected = expected_in(check);
            (now.turned_since(was, expected), now.is_worse_than(was, expected))
        }
        // It could be read before.
        (Some(_), None) => (Vec::new(), true),
        (None, _) => (Vec::new(), false),
    };
    Compared { was, turned, is_worse }
}

/// Returns what a check expected.
fn expected_in(check: &foolproof_solver::LevelCheck) -> Expected {
    let expect = |item| {
        let found = check.properties.iter().find(|property| property.item == item);
        found.map_or(Expect::Any, |property| property.expect)
    };
    use foolproof_level::CheckItem::{ShortcutFree, Solvable, Unique};
    Expected {
        solvable: expect(Solvable),
        unique: expect(Unique),
        shortcut_free: expect(ShortcutFree),
    }
}
