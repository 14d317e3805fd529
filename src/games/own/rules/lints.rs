//! Lints for the rules of a game, where clingo accepts them silently: unused heads, sentences in the wrong
//! place, marks that are missing from the manifest.
//!
//! Something that cannot be meant is an error, and the game is not loaded. A likely slip is only a remark.

use std::collections::BTreeSet;

use crate::reading::fault::OwnFault;
use crate::reading::folder;
use crate::reading::form::{GameForm, PlayKind};
use crate::rules::statements::{RuleAtom, RuleStatement, statements};
use foolproof_game::counted;

/// Findings about rules.
#[derive(Debug, Default)]
pub(crate) struct RuleLints {
    pub faults: Vec<OwnFault>,
    pub remarks: Vec<OwnFault>,
    /// Names of events in a game of moves.
    pub events: Vec<String>,
}

/// A head that the house reads.
struct KnownHead {
    name: &'static str,
    /// Numbers of arguments that it can have.
    parts: &'static [usize],
    written: &'static str,
}

const fn head(name: &'static str, parts: &'static [usize], written: &'static str) -> KnownHead {
    KnownHead { name, parts, written }
}

const READ_OF_PLAYS: [KnownHead; 3] = [
    head("play", &[2], "play(Site,Mark)"),
    head("wrong", &[1, 2], "wrong(\"why\",Site)"),
    head("look", &[2], "look(Site,Style)"),
];
const READ_OF_MOVES: [KnownHead; 10] = [
    head("start", &[2], "start(Site,Mark)"),
    head("action", &[1], "action(A)"),
    head("next", &[2], "next(Site,Mark)"),
    head("legal", &[0], "legal"),
    head("won", &[0], "won"),
    head("lost", &[0], "lost"),
    head("event", &[1], "event(E)"),
    head("refused", &[1, 2], "refused(\"why\",Site)"),
    head("may_hold", &[2], "may_hold(Site,Mark)"),
    head("look", &[2], "look(Site,Style)"),
];
/// Predicates with a mark as their second argument.
const OF_MARKS: [&str; 6] = ["has", "play", "now", "next", "start", "may_hold"];
/// Predicates with a sentence for people as their first argument.
const SENTENCES: [&str; 2] = ["wrong", "refused"];
/// The house's facts about a step; rules only read it.
const GIVEN_OF_STEPS: [&str; 2] = ["now", "do"];

/// Checks rules for likely slips. `shelf` are the texts of the modules in use.
pub(crate) fn lints(form: &GameForm, rules: &str) -> RuleLints {
    let statements = statements(rules);
    let moves = form.kind == PlayKind::Moves;
    let known: &[KnownHead] = if moves { &READ_OF_MOVES } else { &READ_OF_PLAYS };
    let mut found = RuleLints::default();
    let heads = || statements.iter().flat_map(|statement| &statement.heads);
    let events = heads().filter(|head| head.name == "event");
    let event = |head: &RuleAtom| Some(head.args.first()?.term()?.0.to_owned());
    found.events = events.filter_map(event).collect();
    for head in heads() {
        let name = head.name.as_str();
        if moves && GIVEN_OF_STEPS.contains(&name) {
            let why = format!("the house says what `{name}` is; rules only read it");
            found.faults.push(fault(head, why));
        } else if moves && name == "wrong" {
            let why = "a game of moves has no `wrong`: what may not be done is not `legal`, and \
                       refused(\"why\") says why";
            found.faults.push(fault(head, why.to_owned()));
        } else if let Some(why) = known.iter().find(|of| of.name == name).and_then(|of| {
            // A head with another number of arguments may be a helper of that name.
            let right =
                |other: &RuleAtom| other.name == name && of.parts.contains(&other.args.len());
            let said = SENTENCES.contains(&name);
            let any = !said && heads().any(right);
            misshapen(head, of, any)
        }) {
            found.faults.push(fault(head, why));
        }
    }
    if !moves && heads().next().is_some() && heads().all(|head| head.name != "play") {
        let why = "the rules never let the player do anything: { play(S,mark) } :- site(S).";
        let (line, column) = (1, 1);
        let file = folder::RULES.to_owned();
        found.faults.push(OwnFault { file, line, column, why: why.to_owned() });
    }
    unread(form, &statements, known, &mut found.remarks);
    for atom in statements.iter().flat_map(RuleStatement::atoms) {
        found.remarks.extend(unknown_mark(form, atom).map(|why| fault(atom, why)));
    }
    found.remarks.sort_by_key(|slip| (slip.line, slip.column));
    found.remarks.dedup();
    found
}

fn fault(at: &RuleAtom, why: String) -> OwnFault {
    OwnFault { file: folder::RULES.to_owned(), line: at.line, column: at.column, why }
}

/// Returns the reason why the house does not read a head with a reserved name.
fn misshapen(head: &RuleAtom, known: &KnownHead, also_right: bool) -> Option<String> {
    let KnownHead { name, parts, written } = known;
    let n = head.args.len();
    if also_right || head.pooled {
        return None;
    }
    if !parts.contains(&n) {
        let has = match n {
            0 => "none".to_owned(),
            n => n.to_string(),
        };
        let most = parts.last().copied().unwrap_or_default();
        return Some(match most {
            0 => format!("`{name}` has no parts here: write {written}"),
            1 => format!("`{name}` has 1 part, and here {has}: write {written}"),
            most => format!("`{name}` has {most} parts, and here {has}: write {written}"),
        });
    }
    let is_text = |at: usize| head.args.get(at).is_some_and(|arg| arg.is_text());
    (SENTENCES.contains(name) && n == 2 && is_text(1) && !is_text(0))
        .then(|| format!("the sentence comes first: write {written}"))
}

/// Reports unread heads with names that are close to a known one.
fn unread(
    form: &GameForm,
    statements: &[RuleStatement],
    known: &[KnownHead],
    remarks: &mut Vec<OwnFault>,
) {
    let mut read: BTreeSet<&str> = known.iter().map(|of| of.name).collect();
    for statement in statements {
        read.extend(statement.body.iter().map(|atom| atom.name.as_str()));
        read.extend(statement.others.iter().map(String::as_str));
    }
    let of_shelf: Vec<String> = form
        .shelf
        .iter()
        .flat_map(|module| crate::rules::statements::statements(module.text))
        .flat_map(|statement| statement.body)
        .map(|atom| atom.name)
        .collect();
    let of_concepts: Vec<String> = form
        .concepts
        .iter()
        .flat_map(|concept| crate::rules::forbidden::words(&concept.rule))
        .map(|word| word.1)
        .collect();
    let is_read = |name: &str| {
        read.contains(name)
            || of_shelf.iter().any(|of| of == name)
            || of_concepts.iter().any(|of| of == name)
    };
    for head in statements.iter().flat_map(|statement| &statement.heads) {
        if is_read(&head.name) || head.pooled {
            continue;
        }
        let fits = |of: &&KnownHead| of.parts.contains(&head.args.len());
        let near = known.iter().filter(fits).find(|of| is_slip(&head.name, of.name));
        let shelf = of_shelf.iter().find(|of| is_slip(&head.name, of));
        if let Some(meant) = near.map(|of| of.name).or(shelf.map(String::as_str)) {
            let why = format!("nothing reads `{}`: did you mean `{meant}`?", head.name);
            remarks.push(fault(head, why));
        }
    }
}

/// True if a name is most likely a slip for another one.
pub(crate) fn is_slip(name: &str, meant: &str) -> bool {
    let most = if meant.len() < 6 { 1 } else { 2 };
    name != meant && strsim::osa_distance(name, meant) <= most
}

/// Returns the reason why an atom's mark is unknown: the manifest lacks it.
fn unknown_mark(form: &GameForm, atom: &RuleAtom) -> Option<String> {
    let [_, mark] = atom.args.as_slice() else { return None };
    if atom.pooled || !OF_MARKS.contains(&atom.name.as_str()) {
        return None;
    }
    let (name, parts) = mark.term()?;
    let of_name = || form.marks.iter().filter(|kind| kind.pattern.functor == name);
    if of_name().any(|kind| kind.pattern.parts.len() == parts) {
        return None;
    }
    // Words of a choice are separate marks: `one|two`.
    if of_name().next().is_none() {
        let near = form.marks.iter().map(|kind| kind.pattern.functor.as_str());
        let near = near.filter(|other| is_slip(name, other)).min();
        let meant = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
        return Some(format!("there is no [[mark]] `{name}`{meant}"));
    }
    let has = of_name().map(|kind| kind.pattern.parts.len()).max().unwrap_or_default();
    let has = counted(has, "part", "parts");
    Some(format!("the [[mark]] `{name}` has {has}, and here {parts}"))
}
