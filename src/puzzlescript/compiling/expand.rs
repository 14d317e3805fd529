//! Expands rules as written to rules with concrete directions, movements and objects.
//!
//! A game depends on the order of the resulting rules, so every step keeps a queue: a rule that needs no more
//! work stays in place, the parts of one that is split go to the end.

use crate::compiling::rule_text::{DraftRule, Term, TermCell, TermRow};
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::{Dictionary, NameId};
use crate::reading::words::{Facing, Qualifier};
use std::collections::VecDeque;

/// More rules than this are a mistake, not a game.
pub(crate) const MAX_RULES: usize = 60_000;

/// A rule with its one direction.
#[derive(Clone, Debug)]
pub(crate) struct FacedRule {
    pub(crate) facing: Facing,
    pub(crate) draft: DraftRule,
}

/// A reason to stop the expansion.
pub(crate) enum Stuck {
    /// A movement after the arrow is not determined.
    Ambiguous,
    /// The rule of this line expands to too many.
    TooMany(u32),
}

/// All rules of concrete directions, movements and objects, in order.
pub(crate) fn expand(
    rules: Vec<DraftRule>,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> Result<Vec<FacedRule>, Stuck> {
    let mut faced = Vec::new();
    for rule in rules {
        for &facing in &rule.facings {
            faced.push(face(&rule, facing, dictionary, log));
        }
    }
    let mut moved = Vec::new();
    let mut ambiguous = false;
    for rule in faced {
        ambiguous |= concrete_movements(rule, &mut moved, log)?;
    }
    let mut concrete = Vec::new();
    for rule in moved {
        concrete_objects(rule, dictionary, &mut concrete, log)?;
    }
    for rule in &mut concrete {
        crate::turns::spawn::still_newcomers(&mut rule.draft, dictionary);
    }
    if ambiguous { Err(Stuck::Ambiguous) } else { Ok(concrete) }
}

/// The cells of both sides.
fn cells_mut(rule: &mut DraftRule) -> impl Iterator<Item = &mut TermCell> {
    rule.left.iter_mut().chain(rule.right.iter_mut()).flatten()
}

/// A rule for one direction: relative words made absolute, aggregates and synonyms replaced.
fn face(
    rule: &DraftRule,
    facing: Facing,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> FacedRule {
    let mut draft = rule.clone();
    for term in cells_mut(&mut draft).flatten() {
        term.qualifier = term.qualifier.seen_from(facing);
    }
    let facing = look_down_or_right(&mut draft, facing);
    let line = draft.line;
    for cell in cells_mut(&mut draft) {
        split_aggregates(cell, line, dictionary, log);
        for term in cell.iter_mut() {
            if let Some(target) = dictionary.meaning(term.name).synonym {
                term.name = target;
            }
        }
    }
    FacedRule { facing, draft }
}

/// Turns a rule that looks up into one that looks down, written backwards; likewise left into right. A gap is
/// measured from the row's first cell, so rows with gaps stay as they are.
fn look_down_or_right(rule: &mut DraftRule, facing: Facing) -> Facing {
    let has_gap = rule
        .left
        .iter()
        .flatten()
        .any(|cell| cell.first().is_some_and(|term| term.qualifier == Qualifier::Ellipsis));
    let turned = match facing {
        Facing::Up if !has_gap => Facing::Down,
        Facing::Left if !has_gap => Facing::Right,
        _ => return facing,
    };
    for row in rule.left.iter_mut().chain(rule.right.iter_mut()) {
        row.reverse();
    }
    turned
}

fn split_aggregates(
    cell: &mut TermCell,
    line: u32,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) {
    for i in 0..cell.len() {
        let term = cell[i];
        let Some(parts) = dictionary.aggregate(term.name) else { continue };
        if term.qualifier == Qualifier::No {
            let text = format!(
                "NO cannot be said of {}, which was made with AND. Name its objects one by one.",
                dictionary.shown(term.name)
            );
            log.error(line, dictionary.text(term.name), text);
        }
        let mut parts = parts.iter();
        if let Some(&first) = parts.next() {
            cell[i].name = first;
        }
        cell.extend(parts.map(|&name| Term { qualifier: term.qualifier, name }));
    }
}

/// The movement that a word means in one of the rules into which a rule was split.
#[derive(Clone)]
struct MovementChoice {
    word: Qualifier,
    name: NameId,
    chosen: Qualifier,
    n_cells: usize,
    first_cell: (usize, usize),
}

/// A rule being expanded to concrete movements, with the choices made so far.
#[derive(Clone)]
struct MovingDraft {
    rule: FacedRule,
    by_object: Vec<MovementChoice>,
    by_word: Vec<(Qualifier, Qualifier, usize)>,
    was_split: bool,
}

fn first_ambiguous(cell: &TermCell) -> Option<Term> {
    cell.iter().copied().find(|term| !term.qualifier.choices().is_empty())
}

/// Splits a rule until every word stands for one movement. True if an ambiguous one remains after the arrow.
fn concrete_movements(
    rule: FacedRule,
    done: &mut Vec<FacedRule>,
    log: &mut DiagnosticLog,
) -> Result<bool, Stuck> {
    let line = rule.draft.line;
    let start = MovingDraft { rule, by_object: Vec::new(), by_word: Vec::new(), was_split: false };
    let mut queue = VecDeque::from([start]);
    let mut finished = Vec::new();
    while let Some(draft) = queue.pop_front() {
        let mut split = false;
        // Every cell with such a word gives a full set of rules. In the end most are equal and only the last of
        // equal rules is kept, but which one is last depends on this.
        for j in 0..draft.rule.draft.left.len() {
            for k in 0..draft.rule.draft.left[j].len() {
                if let Some(term) = first_ambiguous(&draft.rule.draft.left[j][k]) {
                    split = true;
                    queue.extend(split_movement(&draft, term, j, k));
                }
            }
        }
        if !split {
            finished.push(draft);
        }
        if queue.len() + finished.len() + done.len() > MAX_RULES {
            return Err(Stuck::TooMany(line));
        }
    }
    for draft in &mut finished {
        settle_movements(draft);
    }
    let left_over = finished
        .iter()
        .flat_map(|draft| draft.rule.draft.right.iter().flatten())
        .find_map(first_ambiguous);
    if let Some(term) = left_over {
        let text = format!(
            "After the arrow, {} could mean several movements, and nothing before the arrow says which. Use the same word for the same object before the arrow, once.",
            movement_word(term.qualifier)
        );
        log.error(line, movement_word(term.qualifier), text);
    }
    done.extend(finished.into_iter().map(|draft| draft.rule));
    Ok(left_over.is_some())
}

fn movement_word(qualifier: Qualifier) -> &'static str {
    match qualifier {
        Qualifier::Moving => "MOVING",
        Qualifier::Orthogonal => "ORTHOGONAL",
        Qualifier::Horizontal => "HORIZONTAL",
        Qualifier::Vertical => "VERTICAL",
        Qualifier::HorizontalAlong => "PARALLEL (LEFT or RIGHT)",
        Qualifier::VerticalAlong => "PARALLEL (UP or DOWN)",
        Qualifier::HorizontalAcross => "PERPENDICULAR (LEFT or RIGHT)",
        _ => "PERPENDICULAR (UP or DOWN)",
    }
}

fn split_movement(draft: &MovingDraft, term: Term, row: usize, cell: usize) -> Vec<MovingDraft> {
    let word = term.qualifier;
    let split = |&chosen: &Qualifier| {
        let mut new = draft.clone();
        new.was_split = true;
        let rule = &mut new.rule.draft;
        for side in [&mut rule.left, &mut rule.right] {
            if let Some(cell) = side.get_mut(row).and_then(|row| row.get_mut(cell)) {
                for other in cell.iter_mut().filter(|other| **other == term) {
                    other.qualifier = chosen;
                }
            }
        }
        match new.by_object.iter_mut().find(|c| c.word == word && c.name == term.name) {
            Some(choice) => choice.n_cells += usize::from(choice.first_cell != (row, cell)),
            None => new.by_object.push(MovementChoice {
                word,
                name: term.name,
                chosen,
                n_cells: 1,
                first_cell: (row, cell),
            }),
        }
        match new.by_word.iter_mut().find(|(known, ..)| *known == word) {
            Some((_, _, count)) => *count += 1,
            None => new.by_word.push((word, chosen, 1)),
        }
        new
    };
    word.choices().iter().map(split).collect()
}

/// Fixes the movements after the arrow that a choice before it determines.
fn settle_movements(draft: &mut MovingDraft) {
    if !draft.was_split {
        return;
    }
    let right = &mut draft.rule.draft.right;
    for choice in draft.by_object.iter().filter(|choice| choice.n_cells == 1) {
        for term in right.iter_mut().flatten().flatten() {
            if term.qualifier == choice.word && term.name == choice.name {
                term.qualifier = choice.chosen;
            }
        }
    }
    for &(word, chosen, _) in draft.by_word.iter().filter(|(.., count)| *count == 1) {
        for term in right.iter_mut().flatten().flatten() {
            if term.qualifier == word {
                term.qualifier = chosen;
            }
        }
    }
}

/// `no X` for a property is `no` for each of its objects.
fn split_absent_properties(cell: &mut TermCell, dictionary: &Dictionary) {
    let absent =
        |term: &Term| term.qualifier == Qualifier::No && dictionary.property(term.name).is_some();
    if !cell.iter().any(absent) {
        return;
    }
    let mut split = Vec::with_capacity(cell.len() + 4);
    for &term in cell.iter() {
        match dictionary.property(term.name) {
            Some(objects) if term.qualifier == Qualifier::No => {
                split.extend(objects.iter().map(|&name| Term { name, ..term }));
            }
            _ => split.push(term),
        }
    }
    *cell = split;
}

/// The properties of a cell, except those that are chosen from at random.
fn properties_in<'a>(
    cell: &'a TermCell,
    dictionary: &'a Dictionary,
) -> impl Iterator<Item = NameId> + 'a {
    cell.iter()
        .filter(|term| {
            term.qualifier != Qualifier::Random && dictionary.property(term.name).is_some()
        })
        .map(|term| term.name)
}

fn replace_property(cell: &mut TermCell, property: NameId, object: NameId) {
    for term in cell.iter_mut() {
        if term.name == property && term.qualifier != Qualifier::Random {
            term.name = object;
        }
    }
}

/// A rule being expanded to concrete objects, with the choices made so far.
#[derive(Clone)]
struct PropertyDraft {
    rule: FacedRule,
    /// Property, object chosen first, number of cells in which one was chosen.
    choices: Vec<(NameId, NameId, usize)>,
}

/// Splits a rule until no property has to be one particular object.
fn concrete_objects(
    mut rule: FacedRule,
    dictionary: &Dictionary,
    done: &mut Vec<FacedRule>,
    log: &mut DiagnosticLog,
) -> Result<(), Stuck> {
    for cell in cells_mut(&mut rule.draft) {
        split_absent_properties(cell, dictionary);
    }
    let line = rule.draft.line;
    let undetermined = undetermined_properties(&rule.draft, dictionary);
    let must_split = |property: NameId| {
        !dictionary.meaning(property).one_layer || undetermined.contains(&property)
    };
    let mut queue = VecDeque::from([PropertyDraft { rule, choices: Vec::new() }]);
    let mut finished = Vec::new();
    while let Some(draft) = queue.pop_front() {
        match property_to_split(&draft.rule.draft.left, dictionary, &must_split) {
            Some((at, property)) => {
                for &object in dictionary.property(property).unwrap_or(&[]) {
                    queue.push_back(choose_object(&draft, at, property, object));
                }
            }
            None => finished.push(draft),
        }
        if queue.len() + finished.len() + done.len() > MAX_RULES {
            return Err(Stuck::TooMany(line));
        }
    }
    for draft in &mut finished {
        for &(property, object, _) in draft.choices.iter().filter(|(.., count)| *count == 1) {
            for cell in draft.rule.draft.right.iter_mut().flatten() {
                replace_property(cell, property, object);
            }
        }
    }
    let left_over = finished
        .iter()
        .flat_map(|draft| draft.rule.draft.right.iter().flatten())
        .flat_map(|cell| properties_in(cell, dictionary))
        .filter(|property| undetermined.contains(property))
        .last();
    if let Some(property) = left_over {
        let shown = dictionary.shown(property);
        let text = format!(
            "After the arrow, {shown} could be any of several objects, and nothing before the arrow says which. Have {shown} in the same cell before the arrow, or once in the whole rule."
        );
        log.error(line, dictionary.text(property), text);
        return Ok(());
    }
    done.extend(finished.into_iter().map(|draft| draft.rule));
    Ok(())
}

/// Properties after the arrow that do not occur in the same cell before it.
fn undetermined_properties(rule: &DraftRule, dictionary: &Dictionary) -> Vec<NameId> {
    let mut found = Vec::new();
    for (row, before) in rule.right.iter().zip(&rule.left) {
        for (cell, before) in row.iter().zip(before) {
            let known: Vec<NameId> = properties_in(before, dictionary).collect();
            found.extend(
                properties_in(cell, dictionary).filter(|property| !known.contains(property)),
            );
        }
    }
    found
}

type CellPlace = (usize, usize);

fn property_to_split(
    rows: &[TermRow],
    dictionary: &Dictionary,
    must_split: &impl Fn(NameId) -> bool,
) -> Option<(CellPlace, NameId)> {
    for (j, row) in rows.iter().enumerate() {
        for (k, cell) in row.iter().enumerate() {
            if let Some(property) =
                properties_in(cell, dictionary).find(|&property| must_split(property))
            {
                return Some(((j, k), property));
            }
        }
    }
    None
}

fn choose_object(
    draft: &PropertyDraft,
    at: CellPlace,
    property: NameId,
    object: NameId,
) -> PropertyDraft {
    let mut new = draft.clone();
    let rule = &mut new.rule.draft;
    for side in [&mut rule.left, &mut rule.right] {
        if let Some(cell) = side.get_mut(at.0).and_then(|row| row.get_mut(at.1)) {
            replace_property(cell, property, object);
        }
    }
    match new.choices.iter_mut().find(|(known, ..)| *known == property) {
        Some((.., count)) => *count += 1,
        None => new.choices.push((property, object, 1)),
    }
    new
}
