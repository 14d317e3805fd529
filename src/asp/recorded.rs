//! A program grounded and written down, to be evaluated elsewhere in plain Rust.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use super::answer::SessionOptions;
use super::error::{AspError, Located};
use super::ground::RecordBound;
use super::program::Program;
use super::session::Session;
use foolproof_ground::GroundProgram;

/// Ground rules that are worth handing over; more are an instance too large, or rules without end.
pub const MOST_RULES: usize = 1_000_000;

/// Predicates whose facts are of use to whoever evaluates the rules; what else is settled has gone into
/// them already.
const FACTS: [&str; 14] = [
    "__property",
    "play",
    "wrong",
    "look",
    "start",
    "now",
    "do",
    "next",
    "legal",
    "won",
    "lost",
    "event",
    "refused",
    "clue",
];

/// The ground program and what clingo remarked of it, such as an atom that nothing derives. Grounding
/// ends once there are more than `most` rules; `so_far` tells others how many there are.
pub fn recorded(
    program: &Program,
    most: usize,
    so_far: &Arc<AtomicUsize>,
) -> Result<(GroundProgram, Vec<Located>), AspError> {
    let options = SessionOptions { record: true, ..SessionOptions::default() };
    let bound = RecordBound { most, so_far: Arc::clone(so_far) };
    let mut session = Session::ground_within(program, &options, Some(bound))?;
    let record = session.take_record();
    if let Some(what) = record.refused().first() {
        let why = format!("{what} cannot be used in a game's rules");
        return Err(AspError::Program(vec![Located::nowhere(why)]));
    }
    if record.n_rules() > MOST_RULES {
        let why = format!(
            "the rules unfold into {} ground rules on this board; {MOST_RULES} are the most",
            record.n_rules()
        );
        return Err(AspError::Program(vec![Located::nowhere(why)]));
    }
    let mut ground = record.into_rules();
    session.each_named(&mut |literal, name| match literal.and_then(|n| u32::try_from(n).ok()) {
        Some(atom) => ground.name(atom, name),
        None if FACTS.contains(&name.split('(').next().unwrap_or(name)) => ground.fact(name),
        None => {}
    });
    Ok((ground, session.warnings().to_vec()))
}
