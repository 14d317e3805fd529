//! Result of the last check of a pack for each level, as the pack's file keeps it: the status of each property,
//! and what it holds for.
//!
//! A verdict is valid only for its own puzzle, rules and version of the program; for any other it is stale.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::calendar::Moment;
use super::{Expect, Expected, Level};

/// How a property stood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum KeptStatus {
    Proved,
    Refuted,
    /// It does not apply: a level without a concept has nothing to be free of.
    Moot,
    /// Unknown: a limit came first, or the level cannot be read.
    #[default]
    Unknown,
}

impl KeptStatus {
    /// True if it meets a policy. A status that does not apply breaks none: an unsolvable level fails by being
    /// unsolvable.
    pub fn meets(self, expect: Expect) -> bool {
        match expect {
            Expect::Any => true,
            Expect::Yes => matches!(self, Self::Proved | Self::Moot),
            Expect::No => self == Self::Refuted,
        }
    }

    fn is_moot(&self) -> bool {
        *self == Self::Moot
    }

    /// Says in a word whether the property holds.
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "yes",
            Self::Refuted => "no",
            Self::Moot => "–",
            Self::Unknown => "unknown",
        }
    }
}

/// Default of files without the field: earlier verdicts belong to levels without a technique.
fn moot() -> KeptStatus {
    KeptStatus::Moot
}

/// A property that a check examines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckItem {
    Solvable,
    Unique,
    ShortcutFree,
    /// Every way to solve the level needs the technique that it names.
    Needs,
    Intended,
}

impl CheckItem {
    pub const ALL: [Self; 5] =
        [Self::Solvable, Self::Unique, Self::ShortcutFree, Self::Needs, Self::Intended];

    const fn names(self) -> [&'static str; 3] {
        match self {
            Self::Solvable => ["solvable", "Solvable", "Solvable"],
            Self::Unique => ["unique", "One solution", "One solution only"],
            Self::ShortcutFree => ["shortcut-free", "No shortcut", "Free of shortcuts"],
            Self::Needs => ["technique", "Technique", "Technique needed"],
            Self::Intended => ["intended", "Intended", "Intended solution"],
        }
    }

    /// Returns its name in a word.
    pub const fn word(self) -> &'static str {
        self.names()[0]
    }

    /// Returns its name at the head of a column.
    pub const fn head(self) -> &'static str {
        self.names()[1]
    }

    /// Returns its name as a statement.
    pub const fn statement(self) -> &'static str {
        self.names()[2]
    }

    /// True if the property is told of every level, even of one that it does not apply to.
    pub fn is_usual(self) -> bool {
        self != Self::Needs
    }

    /// True if the level has what the property is about.
    pub fn applies(self, level: &Level) -> bool {
        match self {
            Self::Solvable | Self::Unique | Self::ShortcutFree => true,
            Self::Needs => level.needs.is_some(),
            Self::Intended => level.intended.is_some() || !level.intended_locked.is_empty(),
        }
    }

    /// The expected status. Always required: a solution that is kept with the level has to be one, and a
    /// technique that it names has to be needed.
    pub fn expected(self, of_level: Expected) -> Expect {
        match self {
            Self::Solvable => of_level.solvable,
            Self::Unique => of_level.unique,
            Self::ShortcutFree => of_level.shortcut_free,
            Self::Needs | Self::Intended => Expect::Yes,
        }
    }
}

/// Scope of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedFor {
    /// Digest of the puzzle with its concept, its technique and its intended solution.
    pub level: String,
    /// Digest of the game's rules.
    pub rules: String,
    /// The program and its version.
    pub by: String,
}

/// What a check found of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeptVerdict {
    pub solvable: KeptStatus,
    pub unique: KeptStatus,
    pub shortcut_free: KeptStatus,
    #[serde(default = "moot", skip_serializing_if = "KeptStatus::is_moot")]
    pub needs: KeptStatus,
    pub intended: KeptStatus,
    /// Why the level or its concept could not be read, where that was so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fault: String,
    /// Digest of the puzzle, its concept and its intended solution.
    pub level: String,
    /// Digest of the game's rules.
    pub rules: String,
    /// The program and its version.
    pub by: String,
    /// When, in UTC, such as `2026-11-22T23:05:00Z`.
    pub date: String,
    /// Milliseconds that each question could take.
    pub time_limit_ms: u64,
    /// Memory that the solver could take, in MiB.
    pub memory_limit_mib: u64,
}

/// Tells whether a verdict still applies to the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Staleness {
    Current,
    /// The level, its concept or its intended solution has changed since.
    OtherLevel,
    OtherRules,
    OtherProgram,
}

/// A property whose status has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turned {
    pub item: CheckItem,
    pub was: KeptStatus,
    pub is: KeptStatus,
    /// It met the policy before, and no longer does.
    pub worse: bool,
}

impl KeptVerdict {
    /// Creates a verdict of these statuses, with no fault, date and limits yet.
    pub fn of(status: impl Fn(CheckItem) -> KeptStatus, now: CheckedFor) -> Self {
        let CheckedFor { level, rules, by } = now;
        Self {
            solvable: status(CheckItem::Solvable),
            unique: status(CheckItem::Unique),
            shortcut_free: status(CheckItem::ShortcutFree),
            needs: status(CheckItem::Needs),
            intended: status(CheckItem::Intended),
            fault: String::new(),
            level,
            rules,
            by,
            date: String::new(),
            time_limit_ms: 0,
            memory_limit_mib: 0,
        }
    }

    pub fn status(&self, item: CheckItem) -> KeptStatus {
        match item {
            CheckItem::Solvable => self.solvable,
            CheckItem::Unique => self.unique,
            CheckItem::ShortcutFree => self.shortcut_free,
            CheckItem::Needs => self.needs,
            CheckItem::Intended => self.intended,
        }
    }

    /// True if the level was as expected.
    pub fn passes(&self, expected: Expected) -> bool {
        self.fault.is_empty()
            && CheckItem::ALL.iter().all(|item| self.status(*item).meets(item.expected(expected)))
    }

    pub fn staleness(&self, now: &CheckedFor) -> Staleness {
        match () {
            () if self.level != now.level => Staleness::OtherLevel,
            () if self.rules != now.rules => Staleness::OtherRules,
            () if self.by != now.by => Staleness::OtherProgram,
            () => Staleness::Current,
        }
    }

    /// Returns the properties whose status differs from an earlier verdict.
    pub fn turned_since(&self, was: &Self, expected: Expected) -> Vec<Turned> {
        let turned = |item: &CheckItem| {
            let (before, now) = (was.status(*item), self.status(*item));
            let expect = item.expected(expected);
            let worse = before.meets(expect) && !now.meets(expect);
            (before != now).then_some(Turned { item: *item, was: before, is: now, worse })
        };
        CheckItem::ALL.iter().filter_map(turned).collect()
    }

    /// True if the level was as expected before but no longer is.
    pub fn is_worse_than(&self, was: &Self, expected: Expected) -> bool {
        let broke = !self.fault.is_empty() && was.fault.is_empty();
        broke || self.turned_since(was, expected).iter().any(|turned| turned.worse)
    }

    /// The day of the check: `2026-11-22`.
    pub fn day(&self) -> &str {
        self.date.split('T').next().unwrap_or_default()
    }
}

/// Formats a moment for verdicts: `2026-11-22T23:05:00Z`.
pub fn stamp(time: SystemTime) -> String {
    let Moment { year, month, day, hour, minute, second } = Moment::of(time);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Name and version of this program for verdicts.
pub fn this_program() -> String {
    concat!("foolproof ", env!("CARGO_PKG_VERSION")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::Policy;
    use super::*;

    fn verdict(unique: KeptStatus) -> KeptVerdict {
        let status = |item| match item {
            CheckItem::Solvable => KeptStatus::Proved,
            CheckItem::Unique => unique,
            _ => KeptStatus::Moot,
        };
        let (level, rules) = ("l".to_owned(), "r".to_owned());
        let now = CheckedFor { level, rules, by: this_program() };
        KeptVerdict { date: stamp(SystemTime::UNIX_EPOCH), ..KeptVerdict::of(status, now) }
    }

    #[test]
    fn worse_is_what_was_as_the_policy_asks_and_is_not_any_more() {
        let (one, many) = (verdict(KeptStatus::Proved), verdict(KeptStatus::Refuted));
        let [strict, loose] =
            [Expect::Yes, Expect::Any].map(|unique| Policy::default().in_game(unique));
        assert!(many.is_worse_than(&one, strict) && !one.is_worse_than(&many, strict));
        // A single solution was not required: it changed, but is no worse.
        assert_eq!(many.turned_since(&one, loose).len(), 1);
        assert!(!many.is_worse_than(&one, loose));
        // Hitting a limit is not a proof.
        assert!(verdict(KeptStatus::Unknown).is_worse_than(&one, strict));
        let fault = KeptVerdict { fault: "no such property".to_owned(), ..one.clone() };
        assert!(fault.is_worse_than(&one, loose) && !fault.passes(loose));
    }

    #[test]
    fn a_verdict_of_something_else_is_stale() {
        let found = verdict(KeptStatus::Proved);
        let now = |level: &str, rules: &str, by: &str| CheckedFor {
            level: level.to_owned(),
            rules: rules.to_owned(),
            by: by.to_owned(),
        };
        let by = this_program();
        for (now, expected) in [
            (now("l", "r", &by), Staleness::Current),
            (now("x", "x", &by), Staleness::OtherLevel),
            (now("l", "x", &by), Staleness::OtherRules),
            (now("l", "r", "foolproof 99"), Staleness::OtherProgram),
        ] {
            assert_eq!(found.staleness(&now), expected, "{now:?}");
        }
        assert_eq!((found.date.as_str(), found.day()), ("1970-01-01T00:00:00Z", "1970-01-01"));
    }
}
