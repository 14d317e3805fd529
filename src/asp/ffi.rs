//! The only place with `unsafe`: clingo's C interface (5.6.2, linked in) behind a few safe calls.
//!
//! clingo 5.6.2 crashes when two threads create symbols at the same time, so every
//! [`ClingoControl`] holds the process-wide lock: any number of them on one thread, never on two
//! threads at once.

use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{self, NonNull};
use std::sync::{Arc, Mutex, PoisonError};

use clingo_sys as c;
use parking_lot::{ReentrantMutex, ReentrantMutexGuard};

use super::aggregates::AggregateSizes;
use super::ground::{Record, RecordBound, literal as literal_of};

mod observe;
pub(crate) mod tree;

/// The lock that keeps clingo to one thread; the only static of this package, since the table of symbols that
/// it guards exists once per process.
static ONE_THREAD: ReentrantMutex<()> = parking_lot::const_reentrant_mutex(());

/// A literal of the solver: positive for an atom, negative for its negation.
pub(crate) type Literal = i32;
/// A handle of a symbol, valid as long as the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(c::clingo_symbol_t);

/// A call of clingo that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) out_of_memory: bool,
    pub text: String,
}

/// Turns the C convention (false, and an error kept per thread) into a result.
fn checked(ok: bool) -> Result<(), Failure> {
    if ok {
        return Ok(());
    }
    // SAFETY: both calls read thread-local state of clingo; the message is null or a C string that
    // lives until the next failing call on this thread, and it is copied here.
    let (code, text) = unsafe {
        let message = c::clingo_error_message();
        let text = if message.is_null() {
            "no message".to_owned()
        } else {
            CStr::from_ptr(message).to_string_lossy().into_owned()
        };
        (c::clingo_error_code(), text)
    };
    let bad_alloc = c::clingo_error_e_clingo_error_bad_alloc;
    Err(Failure { out_of_memory: code as u32 == bad_alloc || text == "std::bad_alloc", text })
}

fn c_string(text: &str) -> Result<CString, Failure> {
    CString::new(text).map_err(|error| Failure {
        out_of_memory: false,
        text: format!("a NUL character at byte {}", error.nul_position()),
    })
}

/// Messages of clingo's logger: (is an error, text).
type Log = Mutex<Vec<(bool, String)>>;

unsafe extern "C" fn log_message(code: c::clingo_warning_t, text: *const c_char, log: *mut c_void) {
    if text.is_null() || log.is_null() {
        return;
    }
    // SAFETY: `log` points to the `Log` of the control that calls, which outlives it; `text` is a C
    // string for the length of this call.
    let (log, text) = unsafe { (&*log.cast::<Log>(), CStr::from_ptr(text)) };
    let error = code as u32 == c::clingo_warning_e_clingo_warning_runtime_error;
    // Losing a message is bad, but better than unwinding into C++.
    let _ = kept_from_unwinding(|| {
        log.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((error, text.to_string_lossy().into_owned()));
    });
}

/// Runs a callback's work; a panic must not unwind into C++, so it returns false instead.
fn kept_from_unwinding(work: impl FnOnce()) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_ok()
}

/// One solver with its ground program.
pub(crate) struct ClingoControl {
    raw: NonNull<c::clingo_control_t>,
    /// Shared with clingo, as a pointer.
    log: Arc<Log>,
    /// Target of the observer, shared with clingo as a pointer.
    record: Option<Arc<Mutex<Record>>>,
    /// Sizes of aggregates, also shared as a pointer.
    aggregates: Option<Arc<Mutex<AggregateSizes>>>,
    _one_thread: ReentrantMutexGuard<'static, ()>,
}

impl Drop for ClingoControl {
    fn drop(&mut self) {
        // SAFETY: `raw` came from `clingo_control_new` and is freed once; no handle borrows it now.
        unsafe { c::clingo_control_free(self.raw.as_ptr()) };
    }
}

impl ClingoControl {
    pub(crate) fn new(arguments: &[String]) -> Result<Self, Failure> {
        let one_thread = ONE_THREAD.lock();
        let owned = arguments.iter().map(|text| c_string(text)).collect::<Result<Vec<_>, _>>()?;
        let pointers: Vec<*const c_char> = owned.iter().map(|text| text.as_ptr()).collect();
        let log: Arc<Log> = Arc::default();
        let mut raw = ptr::null_mut();
        // SAFETY: the arrays live through the call; the logger's data is reference-counted, so it
        // does not move with its owner, and is dropped after the control.
        checked(unsafe {
            c::clingo_control_new(
                pointers.as_ptr(),
                pointers.len(),
                Some(log_message),
                Arc::as_ptr(&log).cast_mut().cast(),
                200,
                &mut raw,
            )
        })?;
        let raw = NonNull::new(raw)
            .ok_or(Failure { out_of_memory: false, text: "no solver was made".to_owned() })?;
        Ok(Self { raw, log, record: None, aggregates: None, _one_thread: one_thread })
    }

    /// Records everything that is grounded from now on; grounding fails once the record exceeds its bound.
    pub(crate) fn record(&mut self, bound: Option<RecordBound>) -> Result<(), Failure> {
        if self.record.is_some() {
            return Ok(());
        }
        let record = self.record.insert(Arc::new(Mutex::new(Record::within(bound))));
        let data = Arc::as_ptr(record).cast_mut().cast();
        self.observe(&observe::functions(), data)
    }

    /// Measures the aggregates of everything that is grounded from now on.
    pub(crate) fn measure_aggregates(&mut self) -> Result<(), Failure> {
        if self.aggregates.is_some() {
            return Ok(());
        }
        let data = Arc::as_ptr(self.aggregates.insert(Arc::default())).cast_mut().cast();
        self.observe(&observe::aggregates(), data)
    }

    /// Registers an observer with its data, which one of this control's counted pointers keeps alive.
    fn observe(
        &mut self,
        observer: &c::clingo_ground_program_observer,
        data: *mut c_void,
    ) -> Result<(), Failure> {
        // SAFETY: clingo copies the table of functions; the data is counted, is never replaced, and is dropped
        // with this control, after which nothing calls them.
        checked(unsafe {
            c::clingo_control_register_observer(self.raw.as_ptr(), observer, false, data)
        })
    }

    /// Takes the sizes of the aggregates measured since the last call.
    pub(crate) fn take_aggregates(&mut self) -> AggregateSizes {
        let Some(sizes) = &self.aggregates else { return AggregateSizes::default() };
        std::mem::take(&mut *sizes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes everything recorded since the last call.
    pub(crate) fn take_record(&mut self) -> Record {
        let Some(record) = &self.record else { return Record::default() };
        std::mem::take(&mut *record.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds rules over existing atoms and `fresh` new ones, which the rules call `first_fresh`, `first_fresh +
    /// 1` and so on. Returns the offset of the new atoms' actual numbers from those names.
    pub(crate) fn extend(
        &mut self,
        rules: &Record,
        first_fresh: u32,
        fresh: u32,
    ) -> Result<u32, Failure> {
        let mut backend = ptr::null_mut();
        // SAFETY: the backend is opened and closed here; arrays live through the calls.
        unsafe {
            checked(c::clingo_control_backend(self.raw.as_ptr(), &mut backend))?;
            checked(c::clingo_backend_begin(backend))?;
            let added = add_rules(backend, rules, first_fresh, fresh);
            checked(c::clingo_backend_end(backend))?;
            added
        }
    }

    /// Takes the logger's messages since the last call: (is an error, text).
    pub(crate) fn take_log(&self) -> Vec<(bool, String)> {
        std::mem::take(&mut self.log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Parses a piece of program text into the part `base`.
    pub(crate) fn add(&mut self, text: &str) -> Result<(), Failure> {
        let text = c_string(text)?;
        // SAFETY: strings live through the call; clingo copies them.
        checked(unsafe {
            let base = c"base".as_ptr();
            c::clingo_control_add(self.raw.as_ptr(), base, ptr::null(), 0, text.as_ptr())
        })
    }

    pub(crate) fn ground(&mut self) -> Result<(), Failure> {
        let part = c::clingo_part { name: c"base".as_ptr(), params: ptr::null(), size: 0 };
        // SAFETY: the part lives through the call; no callback is given. Cleanup is turned off so
        // that decided atoms do not vanish from the table after a solve (measured: wrong answers).
        unsafe {
            checked(c::clingo_control_ground(self.raw.as_ptr(), &part, 1, None, ptr::null_mut()))?;
            checked(c::clingo_control_set_enable_cleanup(self.raw.as_ptr(), false))
        }
    }

    /// Sets an option by its dotted path, such as `solve.models`.
    pub(crate) fn set(&mut self, path: &str, value: &str) -> Result<(), Failure> {
        let (path, value) = (c_string(path)?, c_string(value)?);
        let (mut configuration, mut root, mut key) = (ptr::null_mut(), 0, 0);
        // SAFETY: out parameters are local; the configuration lives as long as the control.
        unsafe {
            checked(c::clingo_control_configuration(self.raw.as_ptr(), &mut configuration))?;
            checked(c::clingo_configuration_root(configuration, &mut root))?;
            checked(c::clingo_configuration_map_at(configuration, root, path.as_ptr(), &mut key))?;
            checked(c::clingo_configuration_value_set(configuration, key, value.as_ptr()))
        }
    }

    /// Returns every atom of the ground program: symbol, literal, and true for a fact.
    pub(crate) fn atoms(&self) -> Result<Vec<(Symbol, Literal, bool)>, Failure> {
        let mut found = Vec::new();
        let mut atoms = ptr::null();
        let (mut at, mut end) = (0, 0);
        // SAFETY: iterators are used before the program changes again; out parameters are local.
        unsafe {
            checked(c::clingo_control_symbolic_atoms(self.raw.as_ptr(), &mut atoms))?;
            checked(c::clingo_symbolic_atoms_begin(atoms, ptr::null(), &mut at))?;
            checked(c::clingo_symbolic_atoms_end(atoms, &mut end))?;
            loop {
                let mut done = false;
                checked(c::clingo_symbolic_atoms_iterator_is_equal_to(atoms, at, end, &mut done))?;
                if done {
                    return Ok(found);
                }
                let (mut symbol, mut literal, mut fact) = (0, 0, false);
                checked(c::clingo_symbolic_atoms_symbol(atoms, at, &mut symbol))?;
                checked(c::clingo_symbolic_atoms_literal(atoms, at, &mut literal))?;
                checked(c::clingo_symbolic_atoms_is_fact(atoms, at, &mut fact))?;
                found.push((Symbol(symbol), literal, fact));
                checked(c::clingo_symbolic_atoms_next(atoms, at, &mut at))?;
            }
        }
    }

    /// Adds the constraint that not all of these literals hold.
    pub(crate) fn forbid(&mut self, body: &[Literal]) -> Result<(), Failure> {
        let mut backend = ptr::null_mut();
        // SAFETY: the backend is opened and closed here; the array lives through the call.
        unsafe {
            checked(c::clingo_control_backend(self.raw.as_ptr(), &mut backend))?;
            checked(c::clingo_backend_begin(backend))?;
            let added = checked(c::clingo_backend_rule(
                backend,
                false,
                ptr::null(),
                0,
                body.as_ptr(),
                body.len(),
            ));
            checked(c::clingo_backend_end(backend))?;
            added
        }
    }

    /// Starts a search on clasp's own thread; the handle returns its models.
    pub(crate) fn solve(&mut self, assumptions: &[Literal]) -> Result<Handle<'_>, Failure> {
        let mode = c::clingo_solve_mode_e_clingo_solve_mode_async
            | c::clingo_solve_mode_e_clingo_solve_mode_yield;
        let mut raw = ptr::null_mut();
        // SAFETY: clingo copies the assumptions; the handle borrows the control, so that neither
        // can be used wrongly while the search runs.
        checked(unsafe {
            c::clingo_control_solve(
                self.raw.as_ptr(),
                mode as c::clingo_solve_mode_bitset_t,
                assumptions.as_ptr(),
                assumptions.len(),
                None,
                ptr::null_mut(),
                &mut raw,
            )
        })?;
        let raw = NonNull::new(raw)
            .ok_or(Failure { out_of_memory: false, text: "no search was started".to_owned() })?;
        Ok(Handle { raw, _control: self })
    }
}

/// The result bits of a search, as clasp reports them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub satisfiable: bool,
    pub(crate) unsatisfiable: bool,
    pub exhausted: bool,
    pub interrupted: bool,
}

/// Adds rules through an open backend.
///
/// SAFETY: the backend is open.
unsafe fn add_rules(
    backend: *mut c::clingo_backend_t,
    rules: &Record,
    first_fresh: u32,
    fresh: u32,
) -> Result<u32, Failure> {
    let mut shift = 0;
    for n in 0..fresh {
        let mut atom = 0;
        // SAFETY: the backend is open; no symbol is named.
        checked(unsafe { c::clingo_backend_add_atom(backend, ptr::null_mut(), &mut atom) })?;
        if n == 0 {
            shift = atom.saturating_sub(first_fresh);
        }
        if atom != first_fresh + n + shift {
            let text = "new atoms are not numbered in a row".to_owned();
            return Err(Failure { out_of_memory: false, text });
        }
    }
    let atom = |named: u32| if named < first_fresh { named } else { named + shift };
    let literal = |named: Literal| {
        let sign = named.signum();
        sign * literal_of(atom(named.unsigned_abs()))
    };
    for rule in rules.rules() {
        let heads: Vec<u32> = rule.heads.iter().map(|head| atom(*head)).collect();
        let (choice, n_heads) = (rule.choice, heads.len());
        // SAFETY: the backend is open; arrays live through the calls.
        checked(unsafe {
            if let Some(bound) = rule.bound {
                let body: Vec<c::clingo_weighted_literal> = rule
                    .body
                    .iter()
                    .zip(rule.weights)
                    .map(|(named, weight)| c::clingo_weighted_literal {
                        literal: literal(*named),
                        weight: *weight,
                    })
                    .collect();
                let (head, body, n) = (heads.as_ptr(), body.as_ptr(), body.len());
                c::clingo_backend_weight_rule(backend, choice, head, n_heads, bound, body, n)
            } else {
                let body: Vec<Literal> = rule.body.iter().map(|named| literal(*named)).collect();
                let (head, body, n) = (heads.as_ptr(), body.as_ptr(), body.len());
                c::clingo_backend_rule(backend, choice, head, n_heads, body, n)
            }
        })?;
    }
    Ok(shift)
}

/// A running search. Dropping it ends the search.
pub(crate) struct Handle<'c> {
    raw: NonNull<c::clingo_solve_handle_t>,
    _control: &'c mut ClingoControl,
}

impl Drop for Handle<'_> {
    fn drop(&mut self) {
        // SAFETY: closed once, before the control can be used again; closing cancels.
        unsafe { c::clingo_solve_handle_close(self.raw.as_ptr()) };
    }
}

impl Handle<'_> {
    /// Waits for a model or the end; false if neither came within `seconds`.
    pub(crate) fn wait(&mut self, seconds: f64) -> bool {
        let mut ready = false;
        // SAFETY: the handle is open.
        unsafe { c::clingo_solve_handle_wait(self.raw.as_ptr(), seconds, &mut ready) };
        ready
    }

    pub(crate) fn cancel(&mut self) -> Result<(), Failure> {
        // SAFETY: the handle is open.
        checked(unsafe { c::clingo_solve_handle_cancel(self.raw.as_ptr()) })
    }

    pub(crate) fn resume(&mut self) -> Result<(), Failure> {
        // SAFETY: the handle is open.
        checked(unsafe { c::clingo_solve_handle_resume(self.raw.as_ptr()) })
    }

    /// Returns the current model: its true atoms, its costs and the truths of the `watched` literals; `None` at
    /// the end of the search.
    pub(crate) fn model(
        &mut self,
        watched: Option<&[Literal]>,
    ) -> Result<Option<RawModel>, Failure> {
        let mut raw = ptr::null();
        let show = c::clingo_show_type_e_clingo_show_type_atoms as c::clingo_show_type_bitset_t;
        // SAFETY: the model is read before the search resumes, and no reference to it is kept; the
        // buffers have the sizes that clingo asked for.
        unsafe {
            checked(c::clingo_solve_handle_model(self.raw.as_ptr(), &mut raw))?;
            if raw.is_null() {
                return Ok(None);
            }
            let (mut n_symbols, mut n_costs) = (0, 0);
            if watched.is_none() {
                checked(c::clingo_model_symbols_size(raw, show, &mut n_symbols))?;
            }
            let mut symbols = vec![0; n_symbols];
            if watched.is_none() {
                checked(c::clingo_model_symbols(raw, show, symbols.as_mut_ptr(), n_symbols))?;
            }
            checked(c::clingo_model_cost_size(raw, &mut n_costs))?;
            let mut costs = vec![0; n_costs];
            checked(c::clingo_model_cost(raw, costs.as_mut_ptr(), n_costs))?;
            let watched = watched.unwrap_or_default();
            let mut truths = Vec::with_capacity(watched.len());
            for literal in watched {
                let mut holds = false;
                checked(c::clingo_model_is_true(raw, *literal, &mut holds))?;
                truths.push(holds);
            }
            let symbols = symbols.into_iter().map(Symbol).collect();
            Ok(Some(RawModel { symbols, costs, truths }))
        }
    }

    /// Returns the result so far; blocks until the search has ended.
    pub(crate) fn bits(&mut self) -> Result<Bits, Failure> {
        let mut bits = 0;
        // SAFETY: the handle is open.
        checked(unsafe { c::clingo_solve_handle_get(self.raw.as_ptr(), &mut bits) })?;
        let has = |bit: c::clingo_solve_result_e| bits & bit != 0;
        Ok(Bits {
            satisfiable: has(c::clingo_solve_result_e_clingo_solve_result_satisfiable),
            unsatisfiable: has(c::clingo_solve_result_e_clingo_solve_result_unsatisfiable),
            exhausted: has(c::clingo_solve_result_e_clingo_solve_result_exhausted),
            interrupted: has(c::clingo_solve_result_e_clingo_solve_result_interrupted),
        })
    }

    /// Returns assumptions that made the search fail; not minimal.
    pub(crate) fn core(&mut self) -> Result<Vec<Literal>, Failure> {
        let (mut core, mut size) = (ptr::null(), 0);
        // SAFETY: the array belongs to the handle and is copied before the handle is used again.
        unsafe {
            checked(c::clingo_solve_handle_core(self.raw.as_ptr(), &mut core, &mut size))?;
            if core.is_null() || size == 0 {
                return Ok(Vec::new());
            }
            Ok(std::slice::from_raw_parts(core, size).to_vec())
        }
    }
}

/// A model as clingo reports it.
#[derive(Clone, Debug)]
pub(crate) struct RawModel {
    pub symbols: Vec<Symbol>,
    pub costs: Vec<i64>,
    /// The truth values of the watched literals, in order.
    pub(crate) truths: Vec<bool>,
}

impl Symbol {
    /// The canonical text of the symbol.
    pub(crate) fn text(self) -> Result<String, Failure> {
        let mut size = 0;
        // SAFETY: the out parameter is local.
        checked(unsafe { c::clingo_symbol_to_string_size(self.0, &mut size) })?;
        let mut buffer = vec![0u8; size];
        // SAFETY: the buffer has the size that clingo asked for, its terminating NUL included.
        checked(unsafe { c::clingo_symbol_to_string(self.0, buffer.as_mut_ptr().cast(), size) })?;
        buffer.pop();
        Ok(String::from_utf8_lossy(&buffer).into_owned())
    }

    /// Name and number of arguments, for functions; a constant is a function without arguments.
    pub(crate) fn signature(self) -> Option<(&'static str, usize)> {
        let function = c::clingo_symbol_type_e_clingo_symbol_type_function;
        let (mut name, mut arguments, mut size) = (ptr::null(), ptr::null(), 0);
        // SAFETY: names are interned for the life of the process, hence 'static.
        unsafe {
            if c::clingo_symbol_type(self.0) as u32 != function
                || !c::clingo_symbol_name(self.0, &mut name)
                || !c::clingo_symbol_arguments(self.0, &mut arguments, &mut size)
            {
                return None;
            }
            Some((CStr::from_ptr(name).to_str().ok()?, size))
        }
    }

    /// True for a function that is not negated.
    pub(crate) fn is_positive(self) -> bool {
        let mut positive = false;
        // SAFETY: the out parameter is local.
        unsafe { c::clingo_symbol_is_positive(self.0, &mut positive) && positive }
    }

    pub(crate) fn arguments(self) -> Vec<Symbol> {
        let (mut arguments, mut size) = (ptr::null(), 0);
        // SAFETY: the array of arguments is interned for the life of the process.
        unsafe {
            if !c::clingo_symbol_arguments(self.0, &mut arguments, &mut size) || size == 0 {
                return Vec::new();
            }
            std::slice::from_raw_parts(arguments, size).iter().map(|raw| Symbol(*raw)).collect()
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_is_asked_for_twice_is_one() {
        let mut control = ClingoControl::new(&[]).expect("a solver");
        control.record(None).expect("recorded");
        control.record(None).expect("recorded");
        control.add("{ a }. b :- a.").expect("parsed");
        control.ground().expect("grounded");
        assert_eq!(control.take_record().rules().count(), 2);
    }

    #[test]
    fn a_panic_of_a_callback_is_told_and_goes_no_further() {
        assert!(kept_from_unwinding(|| {}));
        assert!(!kept_from_unwinding(|| panic!("on purpose")));
    }
}
