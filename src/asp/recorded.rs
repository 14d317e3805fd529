//! Grounds a program and records it, so that plain Rust can evaluate it elsewhere.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::answer::SessionOptions;
use super::error::{AspError, Located};
use super::ffi::Failure;
use super::ground::{Record, RecordBound, literal};
use super::named::AtomStanding;
use super::program::Program;
use super::reading::internal;
use super::session::Session;
use foolproof_ground::GroundProgram;

/// Maximum number of ground rules that are passed on; more means too large an instance, or endless rules.
pub const MAX_RULES: usize = 1_000_000;

/// Predicates whose facts an evaluator of the rules needs; other settled atoms are folded into the rules.
const FACTS: [&str; 14] = [
    "__property", "play", "wrong", "look", "start", "now", "do", "next", "legal", "won", "lost",
    "event", "refused", "clue",
];

/// Returns the ground program and clingo's warnings, such as an atom that nothing derives. Grounding ends once
/// there are more than `most` rules; `so_far` counts them for other threads.
pub fn recorded(
    program: &Program,
    most: usize,
    so_far: &Arc<AtomicUsize>,
) -> Result<(GroundProgram, Vec<Located>), AspError> {
    let bound = RecordBound { most, so_far: Arc::clone(so_far) };
    let (session, record) = recording(program, &SessionOptions::default(), bound)?;
    if let Some(what) = record.refused().first() {
        let why = format!("{what} cannot be used in a game's rules");
        return Err(AspError::Program(vec![Located::nowhere(why)]));
    }
    if record.n_rules() > MAX_RULES {
        let why = format!(
            "the rules unfold into {} ground rules on this board; {MAX_RULES} are the most",
            record.n_rules()
        );
        return Err(AspError::Program(vec![Located::nowhere(why)]));
    }
    let mut ground = record.into_rules();
    name(&mut ground, &session, true).map_err(internal)?;
    Ok((ground, session.warnings().to_vec()))
}

/// Predicate for mistakes in games, and prefix of the program's reserved names.
const WRONG: &str = "wrong";
const HOUSE: &str = "__";

/// Returns a session of a level's encoding, and the ground rules that judge its plays, without the program's
/// own additions: the constraint that nothing may be wrong, and atoms with reserved names. There are no rules
/// if the encoding cannot provide them: clingo warned about something, a rule depends on a reserved name, or
/// every play is wrong.
pub fn judged_session(
    program: &Program,
    options: &SessionOptions,
    most: usize,
    so_far: &Arc<AtomicUsize>,
) -> Result<(Session, Option<GroundProgram>), AspError> {
    let bound = RecordBound { most, so_far: Arc::clone(so_far) };
    let (session, record) = recording(program, options, bound)?;
    let is_whole = record.refused().is_empty() && session.warnings().is_empty();
    let rules = is_whole.then(|| record.into_rules());
    let ground = rules.and_then(|rules| without_house(&rules, &session).transpose());
    Ok((session, ground.transpose().map_err(internal)?))
}

fn recording(
    program: &Program,
    options: &SessionOptions,
    bound: RecordBound,
) -> Result<(Session, Record), AspError> {
    let options = SessionOptions { record: true, ..options.clone() };
    let mut session = Session::unnamed(program, &options, Some(bound))?;
    let record = session.take_record();
    Ok((session, record))
}

fn without_house(
    rules: &GroundProgram,
    session: &Session,
) -> Result<Option<GroundProgram>, Failure> {
    let atoms = session.named_atoms();
    let wrong = atoms.literals(|name| name == WRONG, &[1, 2]);
    let house = atoms.literals(is_of_house, &[0, 1, 2]);
    let is_house = |literal: i32| house.contains(&literal.abs());
    let head_is_house = |head: &u32| house.contains(&literal(*head));
    let mut ground = GroundProgram::default();
    for rule in rules.rules() {
        match (rule.heads, rule.body) {
            _ if rule.body.iter().any(|literal| is_house(*literal)) => return Ok(None),
            // A rule that makes every play wrong has no atom.
            ([], []) if !rule.choice => return Ok(None),
            ([], [one]) if !rule.choice && rule.bound.is_none() && wrong.contains(one) => {}
            (heads, _) if !heads.is_empty() && heads.iter().all(head_is_house) => {}
            (heads, _) if heads.iter().any(head_is_house) => return Ok(None),
            _ => ground.push_rule(&rule),
        }
    }
    name(&mut ground, session, false)?;
    Ok(Some(ground))
}

fn is_of_house(name: &str) -> bool {
    name.starts_with(HOUSE)
}

/// Names the atoms, and keeps the facts that are needed.
fn name(ground: &mut GroundProgram, session: &Session, keeps_house: bool) -> Result<(), Failure> {
    let is_wanted = |name: &str, standing| match standing {
        AtomStanding::Open(_) => keeps_house || !is_of_house(name),
        AtomStanding::Always => FACTS.contains(&name),
    };
    for (text, standing) in session.named_atoms().texts(is_wanted)? {
        match standing {
            AtomStanding::Open(literal) => {
                let Ok(atom) = u32::try_from(literal) else { continue };
                ground.name(atom, &text);
            }
            AtomStanding::Always => ground.fact(&text),
        }
    }
    Ok(())
}
