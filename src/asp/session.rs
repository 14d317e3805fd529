//! A warm session: one grounded program that answers many questions.
//!
//! Literals are read once, right after grounding, because clingo's cleanup removes decided atoms
//! from its table (looking them up later gave wrong answers). An atom that no rule of the ground
//! program mentions has no literal: it is a fact, or never true. Constraints can be added after a
//! solve only to a session made extendable: it runs with `--eq=0`, without which clingo 5.6.2 can
//! answer a wrong "unsatisfiable" (clasp#98). After an error a session is thrown away.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use super::answer::{
    Assume, Consequences, Core, EnumerationOutcome, FirstModel, Model, ModelMode, Optimum,
    SessionOptions, Shot, TaggedAtom,
};
use super::atom::Atom;
use super::definitions;
use super::error::{AspError, Located};
use super::facts::check_constant;
use super::ffi::{Bits, ClingoControl, Failure, Handle, Literal, RawModel};
use super::ground::{Record, RecordBound};
use super::named::{Assumed, AtomStanding, NamedAtoms};
use super::program::Program;
use super::reading::{ShownAtoms, atoms_named, internal, program_error};
use super::turns::OtherForm;
use foolproof_kernel::Halt;

/// Interval between two checks of whether a running search has to stop, in seconds.
const POLL_SECONDS: f64 = 0.002;

/// More conflicts than a search ever has, and clasp's largest limit.
const MAX_CONFLICTS: u64 = u32::MAX as u64;

/// A search that runs on the solver's own thread until it is dropped.
pub(super) struct RunningSearch<'s> {
    handle: Handle<'s>,
    poisoned: &'s mut bool,
}

impl RunningSearch<'_> {
    /// Returns the result of the search; `None` if it has not ended within `seconds`.
    pub(crate) fn look(
        &mut self,
        watched: &[Literal],
        seconds: f64,
    ) -> Result<Option<FirstModel>, AspError> {
        if !self.handle.wait(seconds) {
            return Ok(None);
        }
        let found = self.handle.model(Some(watched)).and_then(|model| match model {
            Some(raw) => Ok(FirstModel::Model(raw.truths)),
            None => match self.handle.bits()? {
                Bits { unsatisfiable: true, exhausted: true, interrupted: false, .. } => {
                    self.handle.core().map(FirstModel::Nothing)
                }
                _ => Ok(FirstModel::Halted(Halt::Stopped)),
            },
        });
        found.map(Some).map_err(|failure| {
            *self.poisoned = true;
            internal(failure)
        })
    }
}

/// One grounded program.
///
/// ```
/// use foolproof_asp::{AspError, Program, Session, SessionOptions, Shot, Stop};
///
/// let program = Program::default().with("some.lp", "1 { x(1..3) } 2. :- x(1), x(2).");
/// let mut session = Session::ground(&program, &SessionOptions::default())?;
/// let shot = Shot::new(std::time::Duration::from_secs(60), &Stop::default());
/// let end = session.models(&[], 0, &["x"], &shot, &mut |_| std::ops::ControlFlow::Continue(()))?;
/// assert!(end.exhausted && end.n_models == 5);
/// # Ok::<(), AspError>(())
/// ```
pub struct Session {
    control: ClingoControl,
    atoms: NamedAtoms,
    /// Atoms shown by the last question.
    shown: Option<ShownAtoms>,
    pub(super) options: SessionOptions,
    warnings: Vec<Located>,
    poisoned: bool,
    solved: bool,
    pub(super) other_form: OtherForm,
}

impl Session {
    /// Parses and grounds. Grounding cannot be interrupted: a worker process is killed instead.
    pub fn ground(program: &Program, options: &SessionOptions) -> Result<Self, AspError> {
        let mut session = Self::unnamed(program, options, None)?;
        session.atoms.read_all().map_err(internal)?;
        Ok(session)
    }

    /// Like [`Session::ground`], but names an atom only when a question needs its predicate. Naming all takes
    /// as long as grounding.
    pub fn open(program: &Program, options: &SessionOptions) -> Result<Self, AspError> {
        Self::unnamed(program, options, None)
    }

    /// Like [`Session::open`], with an optional bound on the record.
    pub(super) fn unnamed(
        program: &Program,
        options: &SessionOptions,
        bound: Option<RecordBound>,
    ) -> Result<Self, AspError> {
        program.check().map_err(AspError::Program)?;
        let mut control = Self::control(options)?;
        if options.record {
            control.record(bound.clone()).map_err(internal)?;
        }
        if OtherForm::may_serve(options) {
            control.measure_aggregates().map_err(internal)?;
        }
        let mut remarks = Vec::new();
        for (at, part) in program.parts().enumerate() {
            let read = control.add(&part);
            let log = control.take_log();
            let located = |text: &str| program.read_message_of(at, text);
            if let Err(failure) = read {
                return Err(program_error(&log, located, failure));
            }
            remarks.extend(log.iter().map(|(_, text)| located(text)));
        }
        definitions::check(program)?;
        if options.names_projected {
            let shown = program.projected().map(|of| format!("#show {of}."));
            control.add(&shown.collect::<String>()).map_err(internal)?;
        }
        let ground = control.ground();
        let log = control.take_log();
        if let Err(failure) = ground {
            if let Some(n) = bound.and_then(|bound| bound.exceeded()) {
                return Err(AspError::TooManyRules(n));
            }
            return Err(program_error(&log, |text| program.read_message(text), failure));
        }
        remarks.extend(log.iter().map(|(_, text)| program.read_message(text)));
        let mut session = Self::of(control, options, remarks);
        session.other_form = OtherForm::of(program, options, &session.control.take_aggregates());
        session.atoms = NamedAtoms::unread(&session.control).map_err(internal)?;
        Ok(session)
    }

    /// Creates a session of rules over the atoms 1 to `last`. Its literals are the numbers in the rules; its
    /// atoms have no names.
    pub(super) fn of_rules(
        rules: &Record,
        last: u32,
        options: &SessionOptions,
    ) -> Result<Self, AspError> {
        let mut control = Self::control(options)?;
        let shift = control.extend(rules, 1, last).map_err(internal)?;
        if shift != 0 {
            return Err(AspError::Internal("atoms do not begin with 1".to_owned()));
        }
        Ok(Self::of(control, options, Vec::new()))
    }

    fn of(control: ClingoControl, options: &SessionOptions, warnings: Vec<Located>) -> Self {
        Self {
            control,
            atoms: NamedAtoms::default(),
            shown: None,
            options: options.clone(),
            warnings,
            poisoned: false,
            solved: false,
            other_form: OtherForm::None,
        }
    }

    fn control(options: &SessionOptions) -> Result<ClingoControl, AspError> {
        let mut arguments = vec![format!("--seed={}", options.seed % (1 << 31))];
        if options.extendable || options.plain {
            arguments.push("--eq=0".to_owned());
        }
        for constant in &options.constants {
            check_constant(constant).map_err(|why| {
                AspError::Program(vec![Located::nowhere(format!("-c {constant}: {why}"))])
            })?;
        }
        arguments.extend(options.constants.iter().map(|constant| format!("--const={constant}")));
        if options.random_per_mille > 0 {
            arguments
                .push(format!("--rand-freq={:.3}", f64::from(options.random_per_mille) / 1000.0));
        }
        if !options.preset.is_empty() {
            arguments.push(format!("--configuration={}", options.preset));
            // Presets eliminate variables. Assuming or adding anything about an eliminated variable in a later
            // search would be meaningless, and the answer could be wrong.
            if !options.one_shot {
                arguments.push("--sat-prepro=no".to_owned());
            }
        }
        if options.as_clauses {
            arguments.push("--trans-ext=all".to_owned());
        }
        arguments.push(format!("--opt-mode={}", if options.optimise { "opt" } else { "ignore" }));
        ClingoControl::new(&arguments).map_err(internal)
    }

    /// Warnings of clingo while grounding, such as an atom that no rule can derive.
    pub fn warnings(&self) -> &[Located] {
        &self.warnings
    }

    /// Returns every atom of a predicate that may be true, and whether it is a fact; sorted.
    pub fn atoms(&mut self, name: &str, arity: usize) -> Result<Vec<(Atom, bool)>, AspError> {
        self.read([name])?;
        let all = self.atoms.standings().filter(|(atom, _)| atom.name == name);
        let mut found: Vec<(Atom, bool)> = all
            .filter(|(atom, _)| atom.args.len() == arity)
            .map(|(atom, standing)| (atom.clone(), standing == AtomStanding::Always))
            .collect();
        found.sort();
        Ok(found)
    }

    /// Lists models as [`Session::models`] does, for one turn.
    pub(super) fn models_of_turn(
        &mut self,
        assume: &[Assume],
        cap: u64,
        show: &[&str],
        shot: &Shot,
        on_model: &mut dyn FnMut(Model) -> ControlFlow<()>,
    ) -> Result<EnumerationOutcome, AspError> {
        self.prepare(cap, "auto", shot.conflicts)?;
        let Some(literals) = self.assumptions(assume)? else {
            return Ok(EnumerationOutcome { n_models: 0, exhausted: true, halt: None });
        };
        let (mut n_models, mut ended_by_caller) = (0, false);
        let shown = match self.shown.take().filter(|shown| shown.are_of(show)) {
            Some(shown) => shown,
            None => self.shown_atoms(show)?,
        };
        let watched = Some(&*shown.literals);
        let run = run(&mut self.control, &literals, watched, shot, &mut |raw| {
            n_models += 1;
            let flow = on_model(shown.read(&raw));
            ended_by_caller = flow.is_break();
            flow
        });
        self.shown = Some(shown);
        let (bits, halt) = run.map_err(|failure| self.poison(failure))?;
        let exhausted = bits.exhausted && !bits.interrupted && halt.is_none() && !ended_by_caller;
        Ok(EnumerationOutcome { n_models, exhausted, halt })
    }

    /// Computes consequences as [`Session::consequences`] does, for one turn.
    pub(super) fn consequences_of_turn(
        &mut self,
        mode: ModelMode,
        assume: &[Assume],
        of: &str,
        shot: &Shot,
    ) -> Result<Consequences, AspError> {
        let enum_mode = if mode == ModelMode::Brave { "brave" } else { "cautious" };
        self.prepare(0, enum_mode, shot.conflicts)?;
        let Some(literals) = self.assumptions(assume)? else {
            return Ok(Consequences {
                atoms: BTreeSet::new(),
                satisfiable: Some(false),
                halt: None,
            });
        };
        self.read([of])?;
        let mut atoms = BTreeSet::new();
        let names = self.atoms.names();
        let run = run(&mut self.control, &literals, None, shot, &mut |raw| {
            atoms = atoms_named(names, of, &raw);
            ControlFlow::Continue(())
        });
        let (bits, halt) = run.map_err(|failure| self.poison(failure))?;
        let satisfiable = match (bits.satisfiable, bits.unsatisfiable) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        let through = bits.exhausted && !bits.interrupted;
        let halt = halt.or(if through { None } else { Some(Halt::Stopped) });
        Ok(Consequences { atoms, satisfiable, halt })
    }

    /// Returns a minimal set of contradictory assumptions.
    pub fn core(&mut self, assume: &[Assume], shot: &Shot) -> Result<Core, AspError> {
        let all: Vec<usize> = (0..assume.len()).collect();
        let mut core = match self.core_of(assume, &all, shot)? {
            Core::Unsatisfiable { core, .. } => core,
            other => return Ok(other),
        };
        let mut kept = 0;
        while kept < core.len() {
            let without: Vec<usize> =
                core.iter().enumerate().filter(|(n, _)| *n != kept).map(|(_, at)| *at).collect();
            match self.core_of(assume, &without, shot)? {
                // Assumptions already found necessary stay: a core of the rest can only lose later ones.
                Core::Unsatisfiable { core: smaller, .. } => core = smaller,
                Core::Satisfiable => kept += 1,
                Core::Unknown(_) => return Ok(Core::Unsatisfiable { core, minimal: false }),
            }
        }
        Ok(Core::Unsatisfiable { core, minimal: true })
    }

    pub(super) fn core_of_turn(
        &mut self,
        assume: &[Assume],
        chosen: &[usize],
        shot: &Shot,
    ) -> Result<Core, AspError> {
        self.prepare(1, "auto", shot.conflicts)?;
        self.read(assume.iter().map(|(atom, _)| atom.name.as_str()))?;
        let mut literals = Vec::new();
        let mut owner = HashMap::new();
        for &at in chosen {
            let Some((atom, truth)) = assume.get(at) else { continue };
            match AtomStanding::assumed(self.atoms.standing(atom), *truth) {
                Assumed::Literal(literal) => {
                    owner.entry(literal).or_insert(at);
                    literals.push(literal);
                }
                Assumed::Cannot => {
                    return Ok(Core::Unsatisfiable { core: vec![at], minimal: true });
                }
                Assumed::Holds => {}
            }
        }
        self.solved = true;
        let found = self.control.solve(&literals).and_then(|mut handle| {
            let (bits, halt) =
                search(&mut handle, Some(&[]), shot, &mut |_| ControlFlow::Break(()))?;
            let core = if bits.unsatisfiable { handle.core()? } else { Vec::new() };
            Ok((bits, halt, core))
        });
        let (bits, halt, core) = found.map_err(|failure| self.poison(failure))?;
        if bits.satisfiable {
            return Ok(Core::Satisfiable);
        }
        if bits.unsatisfiable && !bits.interrupted {
            let mut core: Vec<usize> =
                core.iter().filter_map(|literal| owner.get(literal).copied()).collect();
            core.sort_unstable();
            core.dedup();
            return Ok(Core::Unsatisfiable { core, minimal: false });
        }
        Ok(Core::Unknown(halt.unwrap_or(Halt::Stopped)))
    }

    /// Returns the cheapest model by the program's `#minimize`; each better one is passed to `on_better`.
    pub fn optimum(
        &mut self,
        assume: &[Assume],
        show: &[&str],
        shot: &Shot,
        on_better: &mut dyn FnMut(&Model),
    ) -> Result<Optimum, AspError> {
        self.prepare(0, "auto", None)?;
        let Some(literals) = self.assumptions(assume)? else {
            return Ok(Optimum { model: None, proved: true, halt: None });
        };
        let mut best = None;
        let shown = self.shown_atoms(show)?;
        let watched = Some(&*shown.literals);
        let run = run(&mut self.control, &literals, watched, shot, &mut |raw| {
            let model = shown.read(&raw);
            on_better(&model);
            best = Some(model);
            ControlFlow::Continue(())
        });
        let (bits, halt) = run.map_err(|failure| self.poison(failure))?;
        let proved = bits.exhausted && !bits.interrupted && halt.is_none();
        Ok(Optimum { model: best, proved, halt })
    }

    /// Adds the constraint that these atoms do not all have these truths.
    pub fn forbid(&mut self, atoms: &[Assume]) -> Result<(), AspError> {
        if !self.options.extendable && self.solved {
            return Err(AspError::NotExtendable);
        }
        if self.poisoned {
            return Err(AspError::Poisoned);
        }
        self.other_form.forbid(atoms)?;
        // A combination that is never true needs no constraint.
        let Some(body) = self.assumptions(atoms)? else { return Ok(()) };
        self.control.forbid(&body).map_err(|failure| self.poison(failure))
    }

    /// Takes the ground program of a session that records it.
    pub(super) fn take_record(&mut self) -> Record {
        self.control.take_record()
    }

    /// Adds rules whose atoms are new from `first_fresh` on; returns the offset of the new atoms'
    /// actual numbers.
    pub(super) fn extend(
        &mut self,
        rules: &Record,
        first_fresh: u32,
        fresh: u32,
    ) -> Result<u32, AspError> {
        if !self.options.extendable && self.solved {
            return Err(AspError::NotExtendable);
        }
        if self.poisoned {
            return Err(AspError::Poisoned);
        }
        self.control.extend(rules, first_fresh, fresh).map_err(|failure| self.poison(failure))
    }

    /// Searches for one model that satisfies these literals.
    pub(super) fn first(
        &mut self,
        assume: &[Literal],
        watched: &[Literal],
        shot: &Shot,
    ) -> Result<FirstModel, AspError> {
        let mut running = self.start(assume)?;
        loop {
            if let Some(found) = running.look(watched, POLL_SECONDS)? {
                return Ok(found);
            }
            if let Some(halt) = shot.halt() {
                return Ok(FirstModel::Halted(halt));
            }
        }
    }

    /// Starts a search for one model that satisfies these literals.
    pub(super) fn start(&mut self, assume: &[Literal]) -> Result<RunningSearch<'_>, AspError> {
        if self.options.one_shot && (self.solved || !assume.is_empty()) {
            return Err(AspError::NotExtendable);
        }
        self.prepare(1, "auto", None)?;
        match self.control.solve(assume) {
            Ok(handle) => Ok(RunningSearch { handle, poisoned: &mut self.poisoned }),
            Err(failure) => {
                self.poisoned = true;
                Err(internal(failure))
            }
        }
    }

    /// Returns the atoms with this name and one argument: their literals (`None` for a fact), the argument as
    /// text, and the literal of the argument if it is an atom.
    pub(super) fn about(&self, name: &str) -> Vec<TaggedAtom> {
        let mut found: Vec<TaggedAtom> = Vec::new();
        for (symbol, atom) in self.atoms.names() {
            let (true, [text]) = (atom.name == name, atom.args.as_slice()) else { continue };
            let tagged =
                symbol.arguments().first().and_then(|tagged| self.atoms.names().get(tagged));
            found.push(TaggedAtom {
                literal: self.literal(atom).ok(),
                text: text.clone(),
                tagged: tagged.and_then(|tagged| self.literal(tagged).ok()),
            });
        }
        found.sort_by(|one, other| one.text.cmp(&other.text));
        found
    }

    /// Returns the open atoms by their literals.
    pub(super) fn by_literal(&self) -> HashMap<Literal, &Atom> {
        let open = |(atom, standing)| match standing {
            AtomStanding::Open(literal) => Some((literal, atom)),
            AtomStanding::Always => None,
        };
        self.atoms.standings().filter_map(open).collect()
    }

    /// The atoms of an unnamed session.
    pub(super) fn named_atoms(&self) -> &NamedAtoms {
        &self.atoms
    }

    /// Returns the literal of an atom after grounding; `Err` with its truth if that is settled.
    pub(super) fn literal(&self, atom: &Atom) -> Result<Literal, bool> {
        match self.atoms.standing(atom) {
            Some(AtomStanding::Open(literal)) => Ok(literal),
            Some(AtomStanding::Always) => Err(true),
            None => Err(false),
        }
    }

    /// Reads the atoms of these predicates.
    fn read<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Result<(), AspError> {
        names.into_iter().try_for_each(|name| self.atoms.read(name)).map_err(internal)
    }

    fn shown_atoms(&mut self, show: &[&str]) -> Result<ShownAtoms, AspError> {
        self.read(show.iter().copied())?;
        let all = self.atoms.standings().map(|(atom, standing)| match standing {
            AtomStanding::Open(literal) => (atom, Some(literal)),
            AtomStanding::Always => (atom, None),
        });
        Ok(ShownAtoms::new(show, all))
    }

    fn prepare(
        &mut self,
        cap: u64,
        enum_mode: &str,
        conflicts: Option<u64>,
    ) -> Result<(), AspError> {
        if self.poisoned {
            return Err(AspError::Poisoned);
        }
        let project = if self.options.project { "project" } else { "no" };
        let own = Some(self.options.conflicts).filter(|conflicts| *conflicts > 0);
        let limit = conflicts.or(own).unwrap_or(u64::MAX).min(MAX_CONFLICTS);
        let set = self
            .control
            .set("solve.models", &cap.to_string())
            .and_then(|()| self.control.set("solve.enum_mode", enum_mode))
            .and_then(|()| self.control.set("solve.project", project))
            .and_then(|()| self.control.set("solve.solve_limit", &limit.to_string()));
        self.solved = true;
        set.map_err(|failure| self.poison(failure))
    }

    /// Returns the literals of the assumptions; `None` if one of them cannot hold.
    fn assumptions(&mut self, assume: &[Assume]) -> Result<Option<Vec<Literal>>, AspError> {
        self.read(assume.iter().map(|(atom, _)| atom.name.as_str()))?;
        let mut literals = Vec::with_capacity(assume.len());
        for (atom, truth) in assume {
            match AtomStanding::assumed(self.atoms.standing(atom), *truth) {
                Assumed::Literal(literal) => literals.push(literal),
                Assumed::Holds => {}
                Assumed::Cannot => return Ok(None),
            }
        }
        Ok(Some(literals))
    }

    fn poison(&mut self, failure: Failure) -> AspError {
        self.poisoned = true;
        internal(failure)
    }
}

type OnModel<'a> = &'a mut dyn FnMut(RawModel) -> ControlFlow<()>;

fn run(
    control: &mut ClingoControl,
    assumptions: &[Literal],
    watched: Option<&[Literal]>,
    shot: &Shot,
    on_model: OnModel<'_>,
) -> Result<(Bits, Option<Halt>), Failure> {
    let mut handle = control.solve(assumptions)?;
    search(&mut handle, watched, shot, on_model)
}

/// Runs a search to its end, its cap, its deadline or its stop.
fn search(
    handle: &mut Handle<'_>,
    watched: Option<&[Literal]>,
    shot: &Shot,
    on_model: OnModel<'_>,
) -> Result<(Bits, Option<Halt>), Failure> {
    let halt = 'search: loop {
        loop {
            if let Some(halt) = shot.halt() {
                break 'search Some(halt);
            }
            let patience = POLL_SECONDS.min(shot.deadline.left().as_secs_f64() + 1e-6);
            if handle.wait(patience) {
                break;
            }
        }
        let Some(model) = handle.model(watched)? else { break None };
        if on_model(model).is_break() {
            break None;
        }
        handle.resume()?;
    };
    if halt.is_some() {
        handle.cancel()?;
    }
    let mut bits = handle.bits()?;
    if halt.is_some() {
        // Finding nothing proves nothing if the search was told to end.
        bits.unsatisfiable = false;
        bits.exhausted = false;
    }
    Ok((bits, halt))
}
