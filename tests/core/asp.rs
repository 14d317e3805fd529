//! The traps of the solver library, settled one by one, and warm sessions against fresh ones
//! against an enumeration by the definition of answer sets.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fastrand::Rng;
use foolproof::asp::{
    AspError, Assume, Atom, Core, Halt, ModelMode, Program, Session, SessionOptions, Shot, Stop,
};

fn program(text: &str) -> Program {
    Program::default().with("test.lp", text)
}

fn ground(text: &str, options: &SessionOptions) -> Session {
    Session::ground(&program(text), options).expect("a program")
}

fn patient() -> Shot {
    Shot::new(Duration::from_secs(60), &Stop::default())
}

fn atom(name: &str) -> Atom {
    Atom::constant(name)
}

fn models(session: &mut Session, assume: &[Assume], cap: u64) -> (Vec<BTreeSet<String>>, bool) {
    let mut found = Vec::new();
    let outcome = session
        .models(assume, cap, &["x"], &patient(), &mut |model| {
            found.push(model.atoms.iter().map(Atom::to_string).collect());
            ControlFlow::Continue(())
        })
        .expect("solved");
    (found, outcome.exhausted)
}

#[test]
fn a_session_that_grows_after_a_solve_is_never_wrongly_unsatisfiable() {
    // The shape of clasp's issue 98: with its equivalence preprocessing, constraints that come
    // after a first solve made a satisfiable program unsatisfiable.
    let text = "{ x(0..4) }. e1 :- not x(1). e2 :- not x(2).
                :- not x(0). :- not x(4). :- e1. :- not x(3), e1. :- e2, not x(4).
                a :- e1, not e2. b :- not e1, x(3).";
    let options = SessionOptions { extendable: true, ..SessionOptions::default() };
    let mut warm = ground(text, &options);
    let (before, _) = models(&mut warm, &[], 0);
    assert!(!before.is_empty());
    warm.forbid(&[(atom("a"), false), (atom("b"), false)]).expect("a constraint");
    let (after, exhausted) = models(&mut warm, &[], 0);
    let (fresh, _) = models(&mut ground(&format!("{text} :- not a, not b."), &options), &[], 0);
    assert!(exhausted);
    assert_eq!(sorted(after), sorted(fresh));
}

#[test]
fn the_program_of_the_known_wrong_unsatisfiable_stays_satisfiable() {
    // clasp's issue 98, its constraint added as one body after a solve.
    let text = "{ x(0..4) }. c :- not x(3). e1 :- not x(1). e2 :- not x(2).
                :- not x(0), not x(4). :- e1, not x(3). :- not x(4), e2.";
    let options = SessionOptions { extendable: true, ..SessionOptions::default() };
    let mut warm = ground(text, &options);
    assert!(!models(&mut warm, &[], 1).0.is_empty());
    for (given, rule) in [
        (vec![(atom("e1"), false)], ":- not e1."),
        (vec![(atom("e2"), false)], ":- not e2."),
        (vec![(atom("c"), true)], ":- c."),
    ] {
        let mut warm = ground(text, &options);
        models(&mut warm, &[], 0);
        warm.forbid(&given).expect("a constraint");
        let (after, exhausted) = models(&mut warm, &[], 0);
        let (fresh, _) = models(&mut ground(&format!("{text} {rule}"), &options), &[], 0);
        assert!(exhausted && !fresh.is_empty());
        assert_eq!(sorted(after), sorted(fresh), "{rule}");
    }
}

#[test]
fn facts_and_atoms_without_a_rule_can_be_assumed() {
    let text = "x(1). { x(2) }. x(3) :- x(1). x(0) :- x(4), not x(0). x(4) :- x(4), not x(0).
                x(2) :- not x(0), x(5). x(5) :- x(5), not x(4).";
    for extendable in [false, true] {
        let mut session = ground(text, &SessionOptions { extendable, ..SessionOptions::default() });
        for (number, truth, n_models) in
            [(0, true, 0), (0, false, 2), (1, true, 2), (1, false, 0), (3, false, 0), (4, true, 0)]
        {
            let assume = [(Atom::new("x", [number.to_string()]), truth)];
            let (found, exhausted) = models(&mut session, &assume, 0);
            assert!(exhausted);
            assert_eq!(found.len(), n_models, "{assume:?}");
            let core = session.core(&assume, &patient()).expect("solved");
            assert_eq!(core == Core::Satisfiable, n_models > 0, "{assume:?} {core:?}");
        }
    }
}

#[test]
fn a_session_that_is_not_extendable_refuses_to_grow() {
    let mut session = ground("{ x(1) }.", &SessionOptions::default());
    models(&mut session, &[], 0);
    let refused = session.forbid(&[(Atom::new("x", ["1"]), true)]);
    assert_eq!(refused, Err(AspError::NotExtendable));
}

fn sorted(mut models: Vec<BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    models.sort();
    models
}

/// A rule over atoms x(0..n): a choice or a normal rule, or a constraint.
#[derive(Clone, Debug)]
struct Rule {
    head: Option<(u32, bool)>,
    positive: Vec<u32>,
    negative: Vec<u32>,
}

impl Rule {
    fn random(n: u32, rng: &mut Rng) -> Self {
        let pick = |rng: &mut Rng, most: usize| -> Vec<u32> {
            (0..rng.usize(0..=most)).map(|_| rng.u32(..n)).collect()
        };
        let head = (rng.u32(..6) > 0).then(|| (rng.u32(..n), rng.bool()));
        let (mut positive, negative) = (pick(rng, 2), pick(rng, 2));
        if head.is_none() && positive.is_empty() && negative.is_empty() {
            positive.push(rng.u32(..n));
        }
        Self { head, positive, negative }
    }

    fn text(&self) -> String {
        let positive = self.positive.iter().map(|atom| format!("x({atom})"));
        let negative = self.negative.iter().map(|atom| format!("not x({atom})"));
        let body: Vec<String> = positive.chain(negative).collect();
        let head = match self.head {
            Some((atom, true)) => format!("{{ x({atom}) }}"),
            Some((atom, false)) => format!("x({atom})"),
            None => String::new(),
        };
        format!("{head} :- {}.", if body.is_empty() { "#true".to_owned() } else { body.join(", ") })
    }

    fn body_holds(&self, set: u32, reduct: u32) -> bool {
        self.positive.iter().all(|atom| set >> atom & 1 == 1)
            && self.negative.iter().all(|atom| reduct >> atom & 1 == 0)
    }
}

/// The answer sets by the definition: least models of the reduct, choices taken as they are.
fn answer_sets(rules: &[Rule], n: u32) -> Vec<u32> {
    let stable = |set: &u32| {
        let mut least = 0u32;
        loop {
            let derived = rules
                .iter()
                .filter_map(|rule| Some((rule, rule.head?)))
                .filter(|(rule, (head, choice))| {
                    rule.body_holds(least, *set) && (!choice || set >> head & 1 == 1)
                })
                .fold(least, |least, (_, (head, _))| least | 1 << head);
            if derived == least {
                break;
            }
            least = derived;
        }
        let broken = rules.iter().any(|rule| rule.head.is_none() && rule.body_holds(*set, *set));
        least == *set && !broken
    };
    (0..1u32 << n).filter(stable).collect()
}

fn named(set: u32, n: u32) -> BTreeSet<String> {
    (0..n).filter(|atom| set >> atom & 1 == 1).map(|atom| format!("x({atom})")).collect()
}

fn random_assumptions(n: u32, rng: &mut Rng) -> Vec<(u32, bool)> {
    let mut known = BTreeSet::new();
    (0..rng.usize(0..3))
        .map(|_| (rng.u32(..n), rng.bool()))
        .filter(|(atom, _)| known.insert(*atom))
        .collect()
}

fn assumed(given: &[(u32, bool)]) -> Vec<Assume> {
    given.iter().map(|(x, truth)| (Atom::new("x", [x.to_string()]), *truth)).collect()
}

/// The sets in which these atoms have these truths.
fn fitting(given: &[(u32, bool)]) -> impl Fn(&u32) -> bool {
    move |set| given.iter().all(|(x, truth)| (set >> x & 1 == 1) == *truth)
}

#[test]
fn warm_sessions_equal_fresh_ones_equal_the_definition() {
    let mut rng = Rng::with_seed(11);
    let n = 6;
    let (mut queries, mut satisfiable) = (0, 0);
    for _ in 0..300 {
        let rules: Vec<Rule> = (0..rng.usize(3..14)).map(|_| Rule::random(n, &mut rng)).collect();
        let text: String = rules.iter().map(|rule| rule.text() + "\n").collect();
        let extendable = rng.bool();
        let options = SessionOptions { extendable, ..SessionOptions::default() };
        let mut warm = ground(&text, &options);
        let mut sets = answer_sets(&rules, n);
        for _ in 0..8 {
            let given = random_assumptions(n, &mut rng);
            let (assume, fits) = (assumed(&given), fitting(&given));
            let fitting: Vec<u32> = sets.iter().copied().filter(&fits).collect();
            query(&mut warm, &assume, &fitting, (n, &text), &mut rng);
            if rng.u32(..4) == 0 {
                query(
                    &mut ground(&text, &options),
                    &assume,
                    &fitting_of(&rules, n, &given),
                    (n, &text),
                    &mut rng,
                );
            }
            queries += 1;
            satisfiable += usize::from(!fitting.is_empty());
            if extendable && rng.u32(..3) == 0 && !given.is_empty() {
                warm.forbid(&assume).expect("a constraint");
                sets.retain(|set| !fits(set));
            }
        }
    }
    assert!(satisfiable * 5 > queries, "{satisfiable} of {queries} queries are satisfiable");
}

/// Between `least` and `most` of these atoms hold.
struct CountedAtoms {
    atoms: u32,
    least: u32,
    most: u32,
}

impl CountedAtoms {
    fn random(n: u32, rng: &mut Rng) -> Self {
        let atoms = rng.u32(1..1 << n);
        let least = rng.u32(0..=atoms.count_ones());
        Self { atoms, least, most: rng.u32(least..=atoms.count_ones()) }
    }

    fn text(&self, n: u32) -> String {
        let atoms: Vec<String> = named(self.atoms, n).into_iter().collect();
        let Self { least, most, .. } = self;
        format!(":- not {least} {{ {} }} {most}.\n", atoms.join("; "))
    }

    fn holds(&self, set: u32) -> bool {
        (self.least..=self.most).contains(&(set & self.atoms).count_ones())
    }
}

/// Turns of one conflict, so that small programs go from form to form.
#[test]
fn a_search_in_two_forms_equals_the_definition() {
    let mut rng = Rng::with_seed(67);
    let n = 9;
    let (mut queries, mut satisfiable) = (0, 0);
    for _ in 0..300 {
        let counts: Vec<_> =
            (0..rng.usize(2..6)).map(|_| CountedAtoms::random(n, &mut rng)).collect();
        let mut rules: Vec<Rule> =
            (0..rng.usize(1..8)).map(|_| Rule::random(n, &mut rng)).collect();
        rules.iter_mut().for_each(|rule| rule.head = None);
        rules.retain(|rule| !rule.positive.is_empty() || !rule.negative.is_empty());
        let chosen: String = format!("{{ x(0..{}) }}.\n", n - 1);
        let counted = counts.iter().map(|count| count.text(n));
        let text: String =
            [chosen].into_iter().chain(counted).chain(rules.iter().map(Rule::text)).collect();
        let keeps = |set: &u32| {
            counts.iter().all(|count| count.holds(*set))
                && !rules.iter().any(|rule| rule.body_holds(*set, *set))
        };
        let mut sets: Vec<u32> = (0..1 << n).filter(keeps).collect();
        let (extendable, project) = (rng.bool(), rng.bool());
        let options =
            SessionOptions { extendable, project, first_turn: 1, ..SessionOptions::default() };
        let text = if project { text + "#project x/1.\n" } else { text };
        let mut session = ground(&text, &options);
        for _ in 0..8 {
            let given = random_assumptions(n, &mut rng);
            let (assume, fits) = (assumed(&given), fitting(&given));
            let fitting: Vec<u32> = sets.iter().copied().filter(&fits).collect();
            query(&mut session, &assume, &fitting, (n, &text), &mut rng);
            queries += 1;
            satisfiable += usize::from(!fitting.is_empty());
            if extendable && rng.u32(..3) == 0 && !given.is_empty() {
                session.forbid(&assume).expect("a constraint");
                sets.retain(|set| !fits(set));
            }
        }
    }
    assert!(satisfiable * 5 > queries, "{satisfiable} of {queries} queries are satisfiable");
}

fn fitting_of(rules: &[Rule], n: u32, given: &[(u32, bool)]) -> Vec<u32> {
    answer_sets(rules, n).into_iter().filter(fitting(given)).collect()
}

/// One random question, its answer held against the answer sets that fit the assumptions.
fn query(
    session: &mut Session,
    assume: &[Assume],
    fitting: &[u32],
    (n, text): (u32, &str),
    rng: &mut Rng,
) {
    let all = || fitting.iter().map(|set| named(*set, n));
    match rng.u32(..4) {
        0 => {
            let (found, exhausted) = models(session, assume, 0);
            assert!(exhausted);
            assert_eq!(sorted(found), sorted(all().collect()), "{text}\n{assume:?}");
        }
        1 => {
            let cap = rng.u64(1..4);
            let (found, exhausted) = models(session, assume, cap);
            assert_eq!(found.len(), fitting.len().min(cap as usize), "{text}\n{assume:?}");
            assert!(!exhausted || found.len() == fitting.len(), "{text}");
            assert!(exhausted || found.len() as u64 == cap, "{text}");
        }
        2 => {
            let mode = if rng.bool() { ModelMode::Brave } else { ModelMode::Cautious };
            let found = session.consequences(mode, assume, "x", &patient()).expect("solved");
            assert_eq!(found.satisfiable, Some(!fitting.is_empty()), "{text}\n{assume:?}");
            let merge = |one: BTreeSet<String>, two: BTreeSet<String>| match mode {
                ModelMode::Brave => &one | &two,
                ModelMode::Cautious => &one & &two,
            };
            if let Some(expected) = all().reduce(merge) {
                let atoms: BTreeSet<String> = found.atoms.iter().map(Atom::to_string).collect();
                assert_eq!(atoms, expected, "{mode:?} {text}\n{assume:?}");
            }
        }
        _ => match session.core(assume, &patient()).expect("solved") {
            Core::Satisfiable => assert!(!fitting.is_empty(), "{text}\n{assume:?}"),
            Core::Unsatisfiable { core, minimal } => {
                assert!(fitting.is_empty() && minimal, "{text}\n{assume:?}");
                assert!(core.iter().all(|at| *at < assume.len()));
            }
            Core::Unknown(halt) => panic!("{halt:?}"),
        },
    }
}

#[test]
fn exactly_n_models_need_an_exhausted_search() {
    let mut session = ground("{ x(1..2) }.", &SessionOptions::default());
    assert_eq!(models(&mut session, &[], 4).0.len(), 4);
    let (found, exhausted) = models(&mut session, &[], 5);
    assert_eq!((found.len(), exhausted), (4, true));
    let (found, exhausted) = models(&mut session, &[], 3);
    assert_eq!((found.len(), exhausted), (3, false));
}

#[test]
fn a_core_is_minimal_and_names_unknown_atoms_too() {
    let text = "{ keep(1..6) }. :- keep(2), keep(5). :- keep(1), keep(3), keep(4), keep(6).";
    let mut session = ground(text, &SessionOptions::default());
    let keep = |n: u32| (Atom::new("keep", [n.to_string()]), true);
    let assume: Vec<Assume> = (1..=6).map(keep).collect();
    let Core::Unsatisfiable { core, minimal: true } =
        session.core(&assume, &patient()).expect("solved")
    else {
        panic!("a minimal core is there");
    };
    assert!(core == [1, 4] || core == [0, 2, 3, 5], "{core:?}");
    let assume = [keep(1), (atom("never"), true), keep(2)];
    let found = session.core(&assume, &patient()).expect("solved");
    assert_eq!(found, Core::Unsatisfiable { core: vec![1], minimal: true });
}

/// Eleven pigeons in ten holes: no answer, and none that is found soon.
const PIGEONS: &str = "1 { x(P,H) : H = 1..10 } 1 :- P = 1..11. :- x(P,H), x(Q,H), P < Q.";

#[test]
fn a_stop_ends_a_search_and_proves_nothing() {
    let stop = Stop::default();
    let mut session = ground(PIGEONS, &SessionOptions::default());
    let other = stop.clone();
    let setter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        other.set();
        Instant::now()
    });
    let shot = Shot::new(Duration::from_secs(300), &stop);
    let outcome = session
        .models(&[], 1, &["x"], &shot, &mut |_| ControlFlow::Continue(()))
        .expect("ended well");
    let stopped = setter.join().expect("set");
    assert_eq!(
        (outcome.halt, outcome.exhausted, outcome.n_models),
        (Some(Halt::Stopped), false, 0)
    );
    assert!(stopped.elapsed() < Duration::from_secs(5));
    // A stop that was set before the start, and a session that continues afterwards.
    let outcome = session
        .models(&[], 1, &["x"], &shot, &mut |_| ControlFlow::Continue(()))
        .expect("ended well");
    assert_eq!((outcome.halt, outcome.exhausted), (Some(Halt::Stopped), false));
    let shot = Shot::new(Duration::from_millis(50), &Stop::default());
    let outcome = session
        .models(&[], 1, &["x"], &shot, &mut |_| ControlFlow::Continue(()))
        .expect("ended well");
    assert_eq!((outcome.halt, outcome.exhausted), (Some(Halt::Time), false));
    let core = session.core(&[], &shot).expect("ended well");
    assert!(matches!(core, Core::Unknown(_)), "{core:?}");
}

#[test]
fn a_search_that_gives_up_after_conflicts_proves_nothing() {
    let pigeons = "1 { in(P,1..7) } 1 :- P = 1..8. :- in(P,H), in(Q,H), P < Q.";
    let ended = |conflicts| {
        let mut session =
            ground(pigeons, &SessionOptions { conflicts, ..SessionOptions::default() });
        let outcome = session.models(&[], 1, &[], &patient(), &mut |_| ControlFlow::Continue(()));
        let outcome = outcome.expect("solved");
        (outcome.n_models, outcome.exhausted)
    };
    assert_eq!(ended(20), (0, false));
    assert_eq!(ended(0), (0, true));
}

#[test]
fn projection_counts_different_plays_even_when_none_can_be() {
    let options = SessionOptions { project: true, ..SessionOptions::default() };
    let text = "{ x(1..2) }. { noise(1..5) }. __play(x(I)) :- x(I). #project __play/1.";
    assert_eq!(models(&mut ground(text, &options), &[], 0).0.len(), 4);
    let none = "{ noise(1..5) }. __play(1) :- noise(9). #project __play/1.";
    assert_eq!(models(&mut ground(none, &options), &[], 0).0.len(), 1);
}

#[test]
fn an_optimum_is_proved_and_found_again_after_a_constraint() {
    let text = "1 { x(1..4) }. :~ x(I). [I@1,I]";
    let options = SessionOptions { optimise: true, extendable: true, ..SessionOptions::default() };
    let mut session = ground(text, &options);
    let best = |session: &mut Session| {
        let found = session.optimum(&[], &["x"], &patient(), &mut |_| {}).expect("solved");
        assert!(found.proved);
        found.model.expect("a model").costs
    };
    assert_eq!(best(&mut session), [1]);
    session.forbid(&[(Atom::new("x", ["1"]), true)]).expect("a constraint");
    assert_eq!(best(&mut session), [2]);
}

#[test]
fn faults_are_located_in_their_own_source() {
    let error = |second: &str| {
        let program = Program::default().with("one.lp", "a.\nb.\n").with("two.lp", second);
        match Session::ground(&program, &SessionOptions::default()) {
            Err(AspError::Program(messages)) => messages[0].clone(),
            Err(other) => panic!("{other}"),
            Ok(_) => panic!("`{second}` is not a program"),
        }
    };
    let at = error("c.\nd :- .. e.\n");
    assert_eq!((at.source.as_str(), at.line), ("two.lp", 2), "{at}");
    let at = error("c.\n\np(X) :- not q(X).\n");
    assert_eq!((at.source.as_str(), at.line), ("two.lp", 3), "{at}");
    for forbidden in ["#include \"/etc/passwd\".", "#script (lua) #end.", "p(@f(1))."] {
        let at = error(&format!("c.\n{forbidden}"));
        assert_eq!((at.source.as_str(), at.line), ("two.lp", 2), "{at}");
    }
    // A weight with a priority is not a call.
    ground("{ x(1) }. :~ x(S). [1@2,S] % @f(1) in a comment", &SessionOptions::default());
}

#[test]
fn what_a_source_leaves_open_is_told_where_it_ends_and_swallows_nothing() {
    for (first, line, column) in [
        ("a :- not", 1, 9),
        ("a :- not\n", 1, 9),
        ("b.\n\n  a :- not b,   \n\n", 4, 1),
        ("b. % ä", 0, 0),
        ("ä. a", 1, 1),
        ("b.\na(\"ä\") :- ", 2, 11),
        ("b. %* b", 1, 4),
        ("{ b", 1, 4),
    ] {
        // Without a separator, the next source would continue the end of the first one.
        for behind in ["", "c(1).\n", "c(1).\n:- c(2).\n\nd :- c(X), X < 1."] {
            let program =
                Program::default().with("zero", "").with("one", first).with("two", behind);
            let read = Session::ground(&program, &SessionOptions::default());
            let Err(error) = read else {
                assert_eq!(line, 0, "{first:?} before {behind:?}");
                continue;
            };
            let AspError::Program(messages) = error else { panic!("{error}") };
            let at = &messages[0];
            assert_eq!((at.source.as_str(), at.line), ("one", line), "{first:?}: {at}");
            assert_eq!(at.column, column, "{first:?}: {at}");
        }
    }
}

#[test]
fn sessions_of_one_process_do_not_disturb_each_other() {
    let one = || {
        let mut session = ground("{ x(1..7) }. :- x(I), x(J), I < J.", &SessionOptions::default());
        models(&mut session, &[], 0).0.len()
    };
    // Grounding is serialised; what each finds is its own.
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(one)).collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no crash"), 8);
    }
}
