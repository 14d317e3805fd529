//! Rules in groups, in the order in which a turn applies them, with their loops.

use crate::compiling::expand::FacedRule;
use crate::compiling::lower::{MaskRule, RowPlace};
use crate::compiling::rule_text::{RuleCommand, TermRow};
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::{Dictionary, NameId};
use crate::reading::words::Facing;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Rules that are applied repeatedly until none of them changes anything.
pub(crate) type RuleGroup = Vec<MaskRule>;

/// The groups of one phase of a turn.
#[derive(Default)]
pub(crate) struct Phase {
    pub(crate) groups: Vec<RuleGroup>,
    /// For each group, the group to return to after it if something changed.
    pub(crate) loop_back: Vec<Option<usize>>,
}

/// All rules of a game.
#[derive(Default)]
pub(crate) struct RuleProgram {
    pub(crate) early: Phase,
    pub(crate) late: Phase,
    /// For each early group, its number among the rigid ones.
    pub(crate) rigid: Vec<Option<usize>>,
}

/// More rigid groups do not fit the engine's five bits.
const MAX_RIGID_GROUPS: usize = 30;
/// The most gaps in a row of cells.
const MAX_GAPS: usize = 2;

/// The parts that make two rules of a group equal.
#[derive(PartialEq, Eq, Hash)]
struct RuleKey {
    line: u32,
    /// `None` if the direction makes no difference.
    facing: Option<Facing>,
    kind: (bool, bool, bool),
    left: Vec<TermRow>,
    right: Vec<TermRow>,
    commands: Rc<[RuleCommand]>,
}

/// Keeps only the last of equal rules in a group.
pub(crate) fn drop_duplicates(rules: Vec<FacedRule>) -> Vec<FacedRule> {
    let mut seen: FxHashSet<RuleKey> = FxHashSet::default();
    let mut group = None;
    let mut kept: Vec<FacedRule> = Vec::with_capacity(rules.len());
    for rule in rules.into_iter().rev() {
        let draft = &rule.draft;
        if group.replace(draft.group) != Some(draft.group) {
            seen.clear();
        }
        let key = RuleKey {
            line: draft.line,
            facing: draft.left.iter().any(|row| row.len() > 1).then_some(rule.facing),
            kind: (draft.rigid, draft.random, draft.late),
            left: draft.left.clone(),
            right: draft.right.clone(),
            commands: Rc::clone(&draft.commands),
        };
        if seen.insert(key) {
            kept.push(rule);
        }
    }
    kept.reverse();
    kept
}

/// A `startloop` or `endloop`: its line, and whether it starts.
pub(crate) type LoopMark = (u32, bool);

/// Puts rules into groups and groups into phases.
pub(crate) fn arrange(
    rules: Vec<MaskRule>,
    loops: Vec<LoopMark>,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> RuleProgram {
    let mut early: BTreeMap<u32, RuleGroup> = BTreeMap::new();
    let mut late: BTreeMap<u32, RuleGroup> = BTreeMap::new();
    for rule in rules {
        let phase = if rule.late { &mut late } else { &mut early };
        phase.entry(rule.group).or_default().push(rule);
    }
    let mut collect = |groups: BTreeMap<u32, RuleGroup>| -> Phase {
        let groups = groups.into_values().map(|group| {
            let mut group = without_clashes(group, dictionary, log);
            group.retain(|rule| check_gaps(rule, log));
            group
        });
        Phase { groups: groups.filter(|group| !group.is_empty()).collect(), loop_back: Vec::new() }
    };
    let (early, late) = (collect(early), collect(late));
    let mut program = RuleProgram { early, late, rigid: Vec::new() };
    program.number_rigid_groups(log);
    let loops = pair_loops(loops, log);
    program.early.find_loops(&loops, log);
    program.late.find_loops(&loops, log);
    program
}

/// Drops rules that require two objects of one layer in a cell. If a line has no other rules, it is an error.
fn without_clashes(
    mut group: RuleGroup,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> RuleGroup {
    let mut clashes: Vec<(NameId, NameId)> = Vec::new();
    let mut i = 0;
    while i < group.len() {
        let (line, clash) = (group[i].line, group[i].clash);
        let Some(clash) = clash else {
            i += 1;
            continue;
        };
        let is_like = |other: Option<&MaskRule>| other.is_some_and(|other| other.line == line);
        let kept_some = is_like(i.checked_sub(1).and_then(|before| group.get(before)))
            || is_like(group.get(i + 1));
        group.remove(i);
        if !clashes.contains(&clash) {
            clashes.push(clash);
        }
        if !kept_some || group.is_empty() {
            let pairs: Vec<String> = clashes
                .iter()
                .take(4)
                .map(|&(a, b)| format!("{} and {}", dictionary.shown(a), dictionary.shown(b)))
                .collect();
            let text = format!(
                "This rule can never apply: it needs objects in one cell that share a collision layer ({}).",
                pairs.join("; ")
            );
            log.error(line, "", text);
        }
    }
    group
}

fn check_gaps(rule: &MaskRule, log: &mut DiagnosticLog) -> bool {
    let mut fits = true;
    for row in &rule.rows {
        let mut n_gaps = 0;
        for (index, place) in row.iter().enumerate() {
            if !matches!(place, RowPlace::Gap) {
                continue;
            }
            n_gaps += 1;
            if n_gaps > MAX_GAPS {
                log.error(
                    rule.line,
                    "...",
                    "A row of cells can have two ... at most. Split the rule.".into(),
                );
                fits = false;
            } else if index > 0 && matches!(row.get(index - 1), Some(RowPlace::Gap)) {
                log.warn(
                    rule.line,
                    "...",
                    "Two adjacent ... mean the same as one. Remove one.".into(),
                );
            }
        }
    }
    fits
}

/// Loops as pairs of lines.
fn pair_loops(mut marks: Vec<LoopMark>, log: &mut DiagnosticLog) -> Vec<(u32, u32)> {
    for (index, &(line, starts)) in marks.iter().enumerate() {
        if index % 2 == 0 && !starts {
            log.error(
                line,
                "endloop",
                "This ENDLOOP ends no loop. Put a STARTLOOP above, or remove it.".into(),
            );
        } else if index % 2 == 1 && starts {
            log.error(
                line,
                "startloop",
                "A loop starts inside a loop, which is not possible. End the first one before."
                    .into(),
            );
        }
    }
    if marks.len() % 2 == 1
        && let Some(&(line, _)) = marks.last()
    {
        log.error(line, "", "This loop has no end. Put an ENDLOOP below its rules.".into());
        marks.push((line, false));
    }
    marks.chunks_exact(2).map(|pair| (pair[0].0, pair[1].0)).collect()
}

impl RuleProgram {
    fn number_rigid_groups(&mut self, log: &mut DiagnosticLog) {
        let mut n_rigid = 0;
        for group in &self.early.groups {
            if !group.iter().any(|rule| rule.rigid) {
                self.rigid.push(None);
                continue;
            }
            if n_rigid == MAX_RIGID_GROUPS {
                let line = group.first().map_or(1, |rule| rule.line);
                log.error(line, "rigid", format!("A game can have {MAX_RIGID_GROUPS} groups of RIGID rules; this is one more. Join some with +."));
            }
            self.rigid.push((n_rigid < MAX_RIGID_GROUPS).then_some(n_rigid));
            n_rigid += 1;
        }
    }
}

impl Phase {
    /// The last group of each loop leads back to the first.
    fn find_loops(&mut self, loops: &[(u32, u32)], log: &mut DiagnosticLog) {
        self.loop_back = vec![None; self.groups.len()];
        for &(start, end) in loops {
            let mut first_inside = None;
            for (index, group) in self.groups.iter().enumerate() {
                let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
                let (first, last) = (first.line, last.line);
                let within = |line: u32| first <= line && line <= last;
                if within(start) || within(end) {
                    log.error(
                        start,
                        "",
                        "A loop begins or ends inside a group of rules. Move it between groups."
                            .into(),
                    );
                }
                if end < first {
                    break;
                }
                if start <= first {
                    let target = *first_inside.get_or_insert(index);
                    if let Some(before) = index.checked_sub(1)
                        && self.loop_back[before] == Some(target)
                    {
                        self.loop_back[before] = None;
                    }
                    self.loop_back[index] = Some(target);
                }
            }
        }
    }
}
