//! The check of a level against its policy: its questions, and the verdict from their answers.
//!
//! The command line and the window ask in their own ways, but judge only by this.

use std::time::{Duration, SystemTime};

use crate::engine::has_intended;
use crate::engine::query::Question;
use crate::questions::intended::{CheckIntended, IntendedVerdict};
use crate::questions::shortcut_free::ProveShortcutFree;
use crate::questions::solutions::CountSolutions;
use crate::registry::added_checks;
use crate::values::finding::Finding;
use crate::values::limits::Limits;
use crate::values::status::{Status, Why};
use crate::values::topic::Topic;
use foolproof_game::Game;
use foolproof_level::bounds::{LONGEST_CHECK, shortened};
use foolproof_level::checked::{stamp, this_program};
use foolproof_level::{CheckItem, CheckedFor, Expect, KeptStatus, KeptVerdict, Level};

/// Returns the questions of a check, in their order.
pub fn check_questions(level: &Level) -> Vec<Question> {
    let mut questions = vec![CountSolutions { cap: 2 }.into(), ProveShortcutFree.into()];
    questions.extend(added_checks().filter_map(|check| (check.question)(level)));
    questions.extend(has_intended(level).then(|| CheckIntended.into()));
    questions
}

/// Returns what a verdict about the level, as it is now, applies to.
pub fn checked_for(game: &dyn Game, level: &Level) -> CheckedFor {
    CheckedFor { level: level.digest(), rules: game.digest(), by: this_program() }
}

/// The state of one property against the policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProperty {
    pub item: CheckItem,
    pub status: Status,
    pub expect: Expect,
}

impl CheckedProperty {
    pub(crate) fn kept(&self) -> KeptStatus {
        kept_status(&self.status)
    }

    pub fn meets(&self) -> bool {
        self.kept().meets(self.expect)
    }
}

/// The result of a check of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelCheck {
    pub properties: Vec<CheckedProperty>,
    /// Reason why the level or its concept cannot be read, if so.
    pub fault: Option<String>,
    /// The problem of the intended solution, as a clause about it.
    pub flaw: Option<String>,
    pub elapsed: Duration,
}

impl LevelCheck {
    /// Judges a level by these findings. Unanswered questions count as unknown: a limit ended the question
    /// that would have answered them, or the check was stopped.
    pub fn of(game: &dyn Game, level: &Level, findings: &[Finding]) -> Self {
        let about = |topic: Topic| findings.iter().rev().find(|finding| finding.topic() == topic);
        let property = |item: CheckItem| {
            let unasked = match item {
                item if !item.applies(level) => Why::moot("the level does not ask for it"),
                CheckItem::Solvable | CheckItem::Unique => {
                    match about(Topic::COUNT).map(Finding::status) {
                        Some(Status::Unknown(why)) => why,
                        _ => Why::Stopped,
                    }
                }
                _ => Why::Stopped,
            };
            let status = check_topic(item).and_then(about).map(Finding::status);
            CheckedProperty {
                item,
                status: status.unwrap_or(Status::Unknown(unasked)),
                expect: item.expected(game.expected(level)),
            }
        };
        let fault = findings.iter().find_map(|finding| match finding.status() {
            Status::Unknown(Why::BadInput(why)) => Some(why),
            _ => None,
        });
        let intended = about(Topic::INTENDED).and_then(Finding::report);
        let flaw = intended.and_then(IntendedVerdict::flaw).map(|flaw| flaw.why.clone());
        Self {
            properties: CheckItem::ALL.into_iter().map(property).collect(),
            fault,
            flaw,
            elapsed: findings.iter().map(|finding| finding.how.elapsed).sum(),
        }
    }

    /// Returns whether the level keeps its policy. An unreadable concept fails it, but all findings that need
    /// no concept stay.
    pub fn passes(&self) -> bool {
        self.fault.is_none() && self.properties.iter().all(CheckedProperty::meets)
    }

    /// Returns the verdict as the file keeps it.
    pub fn verdict(&self, now: CheckedFor, limits: &Limits, time: SystemTime) -> KeptVerdict {
        let kept = |item: CheckItem| {
            let found = self.properties.iter().find(|property| property.item == item);
            found.map(CheckedProperty::kept).unwrap_or_default()
        };
        // Leaves room for the sign that it was cut.
        let fault = self.fault.as_deref().map(|why| shortened(why, LONGEST_CHECK - 1));
        KeptVerdict {
            fault: fault.unwrap_or_default(),
            date: stamp(time),
            time_limit_ms: u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX),
            memory_limit_mib: limits.memory_mib,
            ..KeptVerdict::of(kept, now)
        }
    }
}

/// Returns a status as a verdict keeps it.
pub fn kept_status(status: &Status) -> KeptStatus {
    match status {
        Status::Proved => KeptStatus::Proved,
        Status::Refuted => KeptStatus::Refuted,
        Status::Unknown(Why::Moot(_)) => KeptStatus::Moot,
        _ => KeptStatus::Unknown,
    }
}

/// Returns the topic of the findings that decide a property, if some slice decides it.
pub fn check_topic(item: CheckItem) -> Option<Topic> {
    match item {
        CheckItem::Solvable => Some(Topic::SOLVABLE),
        CheckItem::Unique => Some(Topic::UNIQUE),
        CheckItem::ShortcutFree => Some(Topic::SHORTCUT_FREE),
        CheckItem::Intended => Some(Topic::INTENDED),
        item => added_checks().find(|check| check.item == item).map(|check| check.topic),
    }
}
