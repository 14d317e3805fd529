//! Records the statements that the grounder passes to the solver.
//!
//! Contains the functions that clingo calls for each statement of the ground program.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use clingo_sys as c;

use super::{Literal, Symbol, kept_from_unwinding};
use crate::aggregates::AggregateSizes;
use crate::ground::{Record, literal};

/// A table of functions that observe nothing.
fn none() -> c::clingo_ground_program_observer {
    c::clingo_ground_program_observer {
        init_program: None,
        begin_step: None,
        end_step: None,
        rule: None,
        weight_rule: None,
        minimize: None,
        project: None,
        output_atom: None,
        output_term: None,
        external: None,
        assume: None,
        heuristic: None,
        acyc_edge: None,
        theory_term_number: None,
        theory_term_string: None,
        theory_term_compound: None,
        theory_element: None,
        theory_atom: None,
        theory_atom_with_guard: None,
    }
}

/// The table of functions for clingo that record a program; each expects a `Mutex<Record>` as its data.
pub(crate) fn functions() -> c::clingo_ground_program_observer {
    c::clingo_ground_program_observer {
        rule: Some(observe_rule),
        weight_rule: Some(observe_weight_rule),
        minimize: Some(observe_minimize),
        output_atom: Some(observe_shown_atom),
        output_term: Some(observe_shown_term),
        external: Some(observe_external),
        acyc_edge: Some(observe_edge),
        theory_atom: Some(observe_theory),
        theory_atom_with_guard: Some(observe_guarded_theory),
        ..none()
    }
}

/// The table that measures aggregates; its functions expect a `Mutex<AggregateSizes>` as their data.
pub(crate) fn aggregates() -> c::clingo_ground_program_observer {
    c::clingo_ground_program_observer {
        rule: Some(note_choice),
        weight_rule: Some(measure_weight_rule),
        ..none()
    }
}

unsafe extern "C" fn note_choice(
    choice: bool,
    head: *const c::clingo_atom_t,
    head_size: usize,
    _: *const Literal,
    _: usize,
    data: *mut c_void,
) -> bool {
    // SAFETY: clingo's array lives through this call.
    let heads = unsafe { slice(head, head_size) };
    !choice || on_data(data, |sizes: &mut AggregateSizes| sizes.add_choices(heads))
}

unsafe extern "C" fn measure_weight_rule(
    _: bool,
    _: *const c::clingo_atom_t,
    _: usize,
    bound: c::clingo_weight_t,
    body: *const c::clingo_weighted_literal_t,
    body_size: usize,
    data: *mut c_void,
) -> bool {
    // SAFETY: clingo's array lives through this call.
    let body = unsafe { slice(body, body_size) };
    let literals = body.iter().map(|weighted| (weighted.literal, weighted.weight));
    on_data(data, |sizes: &mut AggregateSizes| sizes.add(bound, literals))
}

/// Changes the data of an observer, a `Mutex` of this type.
fn on_data<T>(data: *mut c_void, change: impl FnOnce(&mut T)) -> bool {
    if data.is_null() {
        return false;
    }
    // SAFETY: each table of functions is registered with data of its own type, by the control that calls; its
    // data outlives the calls.
    let data = unsafe { &*data.cast::<Mutex<T>>() };
    kept_from_unwinding(|| change(&mut data.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// Writes to the record of an observer. Unsupported statements are noted by name. False ends the grounding: the
/// record is full.
fn on_record(data: *mut c_void, write: impl FnOnce(&mut Record)) -> bool {
    let mut is_full = false;
    let written = on_data(data, |record: &mut Record| {
        write(record);
        is_full = record.is_full();
    });
    written && !is_full
}

/// Converts an array of clingo's to a slice.
///
/// SAFETY: `from` is null or points to `size` values that live for `'a`.
unsafe fn slice<'a, T>(from: *const T, size: usize) -> &'a [T] {
    // SAFETY: as the caller says; an empty array may be null.
    if from.is_null() || size == 0 {
        &[]
    } else {
        unsafe { std::slice::from_raw_parts(from, size) }
    }
}

unsafe extern "C" fn observe_rule(
    choice: bool,
    head: *const c::clingo_atom_t,
    head_size: usize,
    body: *const Literal,
    body_size: usize,
    data: *mut c_void,
) -> bool {
    // SAFETY: clingo's arrays live through this call.
    let (heads, body) = unsafe { (slice(head, head_size), slice(body, body_size)) };
    on_record(data, |record| record.push(choice, heads, body))
}

unsafe extern "C" fn observe_weight_rule(
    choice: bool,
    head: *const c::clingo_atom_t,
    head_size: usize,
    bound: c::clingo_weight_t,
    body: *const c::clingo_weighted_literal_t,
    body_size: usize,
    data: *mut c_void,
) -> bool {
    // SAFETY: clingo's arrays live through this call.
    let (heads, body) = unsafe { (slice(head, head_size), slice(body, body_size)) };
    let body = body.iter().map(|weighted| (weighted.literal, weighted.weight));
    on_record(data, |record| record.push_weighted(choice, heads, bound, body))
}

unsafe extern "C" fn observe_shown_atom(
    symbol: c::clingo_symbol_t,
    atom: c::clingo_atom_t,
    data: *mut c_void,
) -> bool {
    // Facts have no number here.
    let when = if atom == 0 { Vec::new() } else { vec![literal(atom)] };
    on_record(data, |record| record.shown.push((Symbol(symbol), when)))
}

unsafe extern "C" fn observe_shown_term(
    symbol: c::clingo_symbol_t,
    when: *const Literal,
    size: usize,
    data: *mut c_void,
) -> bool {
    // SAFETY: clingo's array lives through this call.
    let when = unsafe { slice(when, size) }.to_vec();
    on_record(data, |record| record.shown.push((Symbol(symbol), when)))
}

unsafe extern "C" fn observe_minimize(
    _: c::clingo_weight_t,
    _: *const c::clingo_weighted_literal_t,
    _: usize,
    data: *mut c_void,
) -> bool {
    on_record(data, |record| record.refuse("optimisation (#minimize, #maximize or :~)"))
}

unsafe extern "C" fn observe_external(
    _: c::clingo_atom_t,
    _: c::clingo_external_type_t,
    data: *mut c_void,
) -> bool {
    on_record(data, |record| record.refuse("#external"))
}

unsafe extern "C" fn observe_edge(
    _: std::ffi::c_int,
    _: std::ffi::c_int,
    _: *const Literal,
    _: usize,
    data: *mut c_void,
) -> bool {
    on_record(data, |record| record.refuse("#edge"))
}

unsafe extern "C" fn observe_theory(
    _: c::clingo_id_t,
    _: c::clingo_id_t,
    _: *const c::clingo_id_t,
    _: usize,
    data: *mut c_void,
) -> bool {
    on_record(data, |record| record.refuse("a theory atom"))
}

unsafe extern "C" fn observe_guarded_theory(
    _: c::clingo_id_t,
    _: c::clingo_id_t,
    _: *const c::clingo_id_t,
    _: usize,
    _: c::clingo_id_t,
    _: c::clingo_id_t,
    data: *mut c_void,
) -> bool {
    on_record(data, |record| record.refuse("a theory atom"))
}
