//! Constraints with a designer's own text, as the Interactive Sudoku Solver encodes them.
//!
//! An automaton is a row of bits, the highest of each byte first: 2 for the layout, 4 for the width of a
//! state's number, 4 for the number of digits (both less one), the number of initial states and of further
//! accepting ones, and a bit for each initial state that accepts. Then state by state: in layout 0 the number
//! of transitions, with digit and state each time; in layout 1 a bit for each digit, with a state for each.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::constraints::{Iss, Object, states_text, table_of};
use crate::engine::{Automaton, digits_of};
use foolproof_game::FormatFault;

const CODE: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Bits of a table's character.
const BITS: usize = 6;

/// The text of a constraint, from its encoded form.
pub(crate) fn text_of(style: Iss, key: &str, side: usize) -> Result<String, FormatFault> {
    match style {
        Iss::Relation => relation(key, side),
        Iss::Pattern => {
            let bytes = CODE.decode(key).map_err(|why| why.to_string())?;
            String::from_utf8(bytes).map_err(|why| why.to_string().into())
        }
        _ => {
            let bytes = CODE.decode(key).map_err(|why| why.to_string())?;
            let read = states(&mut Bits { bytes: &bytes, at: 0 }, side)?;
            Ok(states_text(&read))
        }
    }
}

/// The encoded text of a constraint; `None` if its kind has none.
pub(crate) fn key_of(
    style: Iss,
    object: &Object,
    side: usize,
) -> Option<Result<String, FormatFault>> {
    let by = object.by.as_ref()?;
    match style {
        Iss::Relation => Some(Ok(relation_key(side, &|digit| by.seconds(digit)))),
        Iss::Pattern => Some(Ok(CODE.encode(&object.text))),
        Iss::States => Some(states_key(by, side)),
        _ => None,
    }
}

fn relation(key: &str, side: usize) -> Result<String, FormatFault> {
    let mut bits = Vec::new();
    for letter in key.chars() {
        let value = URL_SAFE.as_str().find(letter);
        let value = value.ok_or_else(|| format!("`{letter}` cannot be part of a table"))?;
        bits.extend((0..BITS).map(|bit| value >> bit & 1 == 1));
    }
    let has = |at: usize| bits.get(at).copied().unwrap_or(false);
    let row = |first: u8| (usize::from(first) - 1) * side;
    let seconds = |first: u8| {
        let digits = (0..side).filter(|at| has(row(first) + at));
        digits.fold(0u16, |set, at| set | 1 << at)
    };
    Ok(table_of(side, seconds))
}

fn relation_key(side: usize, partners: &dyn Fn(u8) -> u16) -> String {
    let rows = (1..=16u8).take(side);
    let bits: Vec<bool> =
        rows.flat_map(|first| (0..side).map(move |at| partners(first) >> at & 1 == 1)).collect();
    let value = |bits: &[bool]| {
        let set = bits.iter().enumerate().filter(|(_, set)| **set);
        set.fold(0usize, |value, (bit, _)| value | 1 << bit)
    };
    let letters = URL_SAFE.as_str().as_bytes();
    let key: String = bits.chunks(BITS).map(|bits| char::from(letters[value(bits)])).collect();
    key.trim_end_matches('A').to_owned()
}

/// Bits of some bytes, the highest of each first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn take(&mut self, many: usize) -> Result<usize, FormatFault> {
        if self.left() < many {
            return Err("the automaton ends too early".into());
        }
        let bits = self.at..self.at + many;
        self.at += many;
        let bit = |at: usize| usize::from(self.bytes[at >> 3] >> (7 - (at & 7)) & 1);
        Ok(bits.fold(0, |value, at| value << 1 | bit(at)))
    }
}

/// Transitions of each state: digits from 0, and states.
type Ways = Vec<Vec<(usize, usize)>>;

fn states(bits: &mut Bits<'_>, side: usize) -> Result<Automaton, FormatFault> {
    let layout = bits.take(2)?;
    let width = bits.take(4)? + 1;
    let digits = bits.take(4)? + 1;
    let (starts, more) = (bits.take(width)?, bits.take(width)?);
    let mut accepts = BTreeSet::new();
    for start in 0..starts {
        if bits.take(1)? == 1 {
            accepts.insert(start);
        }
    }
    accepts.extend(starts..starts + more);
    if digits > side {
        return Err("automata that tell lines apart are not read".into());
    }
    let ways = match layout {
        0 => counted(bits, width, digits)?,
        1 => marked(bits, width, digits)?,
        _ => return Err("this layout of an automaton is not known".into()),
    };
    // It may have several initial states and several next states: sets of states make it deterministic.
    let step = |state: &BTreeSet<usize>, digit: u8| {
        let goes = |from: &usize| ways.get(*from).into_iter().flatten();
        let with = |way: &&(usize, usize)| way.0 + 1 == usize::from(digit);
        let next: BTreeSet<usize> =
            state.iter().flat_map(goes).filter(with).map(|(_, to)| *to).collect();
        (!next.is_empty()).then_some(next)
    };
    let ends = |state: &BTreeSet<usize>| !state.is_disjoint(&accepts);
    Automaton::explore_some(side, vec![(0..starts).collect()], &step, &ends)
        .ok_or_else(|| "the automaton has too many states".into())
}

fn counted(bits: &mut Bits<'_>, width: usize, digits: usize) -> Result<Ways, FormatFault> {
    let many = bits.take(4)?;
    let digit_width = width_of(digits - 1);
    let mut ways = Vec::new();
    while many > 0 && bits.left() >= many {
        let mut own = Vec::new();
        for _ in 0..bits.take(many)? {
            own.push((bits.take(digit_width)?, bits.take(width)?));
        }
        ways.push(own);
    }
    Ok(ways)
}

fn marked(bits: &mut Bits<'_>, width: usize, digits: usize) -> Result<Ways, FormatFault> {
    let mut ways = Vec::new();
    while bits.left() >= digits {
        let mask = bits.take(digits)?;
        let mut own = Vec::new();
        for digit in (0..digits).filter(|digit| mask >> digit & 1 == 1) {
            own.push((digit, bits.take(width)?));
        }
        ways.push(own);
    }
    Ok(ways)
}

/// Number of bits of a number.
fn width_of(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

/// Most bits of a state's number.
const WIDEST: usize = 16;

fn states_key(by: &Automaton, side: usize) -> Result<String, FormatFault> {
    // The first state comes first, then others that accept.
    let mut order: Vec<usize> = (0..by.states()).collect();
    order[1..].sort_by_key(|state| !by.accepts(*state));
    let mut renamed = vec![0; order.len()];
    order.iter().enumerate().for_each(|(name, state)| renamed[*state] = name);
    let width = width_of(order.len() - 1).max(1);
    if width > WIDEST {
        return Err("the automaton has too many states for this format".into());
    }
    let more = order[1..].iter().filter(|state| by.accepts(**state)).count();
    let mut bits: Vec<bool> = Vec::new();
    let mut put = |value: usize, many: usize| {
        bits.extend((0..many).rev().map(|bit| value >> bit & 1 == 1));
    };
    put(1, 2);
    put(width - 1, 4);
    put(side - 1, 4);
    put(1, width);
    put(more, width);
    put(usize::from(by.accepts(0)), 1);
    for state in &order {
        let mut goes: Vec<(u8, usize)> = Vec::new();
        for (to, digits) in by.ways(*state) {
            goes.extend(digits_of(digits).map(|digit| (digit, renamed[usize::from(to)])));
        }
        goes.sort_unstable();
        let mask = goes.iter().fold(0usize, |mask, (digit, _)| mask | 1 << (digit - 1));
        put(mask, side);
        goes.iter().for_each(|(_, to)| put(*to, width));
    }
    let byte = |bits: &[bool]| {
        let set = bits.iter().enumerate().filter(|(_, set)| **set);
        set.fold(0u8, |byte, (at, _)| byte | 1 << (7 - at))
    };
    Ok(CODE.encode(bits.chunks(8).map(byte).collect::<Vec<u8>>()))
}
