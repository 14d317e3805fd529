//! Tables of states for a line that is read digit by digit.
//!
//! States are separated by semicolons and count from 0; reading begins in the first one. `!` means that the
//! line may end in a state, and `123>4` that these digits lead to state 4. Alternating between digits up to 4
//! and above is `!1234>1,56789>2;!56789>2;!1234>1`.

use super::{digit_of, letter_of};
use crate::engine::Automaton;

/// The next state for each digit, and whether the line may end here.
struct State {
    ends: bool,
    ways: Vec<Option<usize>>,
}

pub(super) fn read(text: &str, side: usize) -> Result<Automaton, String> {
    let states: Vec<State> = text
        .split(';')
        .enumerate()
        .map(|(at, state)| state_of(state, side).map_err(|why| format!("state {at}: {why}")))
        .collect::<Result<_, String>>()?;
    for (at, state) in states.iter().enumerate() {
        if let Some(to) = state.ways.iter().flatten().find(|to| **to >= states.len()) {
            return Err(format!("state {at}: there is no state {to}"));
        }
    }
    let step = |state: &usize, digit: u8| states[*state].ways[usize::from(digit)];
    let accepts = |state: &usize| states[*state].ends;
    Automaton::explore_some(side, vec![0], &step, &accepts)
        .ok_or_else(|| "there are too many states".to_owned())
}

fn state_of(text: &str, side: usize) -> Result<State, String> {
    let (ends, text) = match text.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut state = State { ends, ways: vec![None; side + 1] };
    for way in text.split(',').filter(|way| !way.is_empty()) {
        let fault = || format!("`{way}` is not digits, `>` and a state");
        let (digits, to) = way.split_once('>').ok_or_else(fault)?;
        let to: usize = to.parse().map_err(|_| fault())?;
        for letter in digits.chars() {
            let digit = digit_of(letter, side)
                .ok_or_else(|| format!("`{letter}` is not a digit of this board"))?;
            let way = &mut state.ways[usize::from(digit)];
            if way.is_some_and(|known| known != to) {
                return Err(format!("{letter} leads to two states"));
            }
            *way = Some(to);
        }
    }
    Ok(state)
}

/// An automaton as a table of states.
pub(crate) fn text_of(by: &Automaton) -> String {
    let states: Vec<String> = (0..by.states())
        .map(|state| {
            let ways: Vec<String> = by
                .ways(state)
                .into_iter()
                .map(|(to, digits)| {
                    let digits: String = crate::engine::digits_of(digits).map(letter_of).collect();
                    format!("{digits}>{to}")
                })
                .collect();
            let ends = if by.accepts(state) { "!" } else { "" };
            format!("{ends}{}", ways.join(","))
        })
        .collect();
    let text = states.join(";");
    // A single state without transitions has no text of its own.
    if text.is_empty() { ";".to_owned() } else { text }
}
