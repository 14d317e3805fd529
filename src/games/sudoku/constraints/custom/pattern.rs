//! Regular expressions over the digits of a line.

use regex_automata::dfa::Automaton as _;
use regex_automata::dfa::dense;
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};

use super::letter_of;
use crate::engine::Automaton;

/// Bytes that a pattern's automaton may take: enough for some ten thousand states.
const MAX_BYTES: usize = 10 << 20;

/// The automaton of a pattern that has to fit the whole line.
pub(super) fn read(text: &str, side: usize) -> Result<Automaton, String> {
    let config = dense::Config::new()
        .dfa_size_limit(Some(MAX_BYTES))
        .determinize_size_limit(Some(MAX_BYTES))
        .start_kind(regex_automata::dfa::StartKind::Anchored);
    let dfa = dense::Builder::new()
        .configure(config)
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .build(&format!("^(?:{text})$"))
        .map_err(|why| told(&why))?;
    let begin = start::Config::new().anchored(regex_automata::Anchored::Yes);
    let begin = dfa.start_state(&begin).map_err(|why| why.to_string())?;
    let step = |state: &StateID, digit: u8| {
        let next = dfa.next_state(*state, letter_of(digit) as u8);
        (!dfa.is_dead_state(next) && !dfa.is_quit_state(next)).then_some(next)
    };
    let accepts = |state: &StateID| dfa.is_match_state(dfa.next_eoi_state(*state));
    Automaton::explore_some(side, vec![begin], &step, &accepts)
        .ok_or_else(|| "the pattern is too large".to_owned())
}

/// The reason why a pattern is invalid, in one line.
fn told(why: &dense::BuildError) -> String {
    let mut source: &dyn std::error::Error = why;
    while let Some(inner) = source.source() {
        source = inner;
    }
    let text = source.to_string();
    let last = text.lines().last().unwrap_or_default();
    let last = last.trim().trim_start_matches("error: ");
    if why.is_size_limit_exceeded() {
        "the pattern is too large".to_owned()
    } else {
        last.to_owned()
    }
}
