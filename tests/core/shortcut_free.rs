//! Shortcut-free puzzles of random tagged programs, held against all answer sets one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::Duration;

use fastrand::Rng;
use foolproof::asp::{
    AspError, Atom, Core, Duel, DuelTurn, DuelVerdict, Program, PuzzleTerms, Session,
    SessionOptions, Shot, Stop, saturated,
};
use foolproof::game::StockItem;
use foolproof::level::{Board, Level, Mark, Place};
use foolproof::solver::{GenerateSettings, design_text};

fn program(text: &str) -> Program {
    Program::default().with("test.lp", text)
}

fn patient() -> Shot {
    Shot::new(Duration::from_secs(60), &Stop::default())
}

/// What brute force knows of a puzzle: its answer sets with and without the concept.
#[derive(Default)]
struct Known {
    with: Vec<BTreeSet<Atom>>,
    /// Those of `with` that only Elise's solution has to satisfy.
    fit: Vec<BTreeSet<Atom>>,
    without: Vec<BTreeSet<Atom>>,
}

/// Every puzzle with all of its answer sets, by enumeration.
fn enumerate(text: &str, show: &[&str]) -> BTreeMap<PuzzleTerms, Known> {
    let mut puzzles: BTreeMap<PuzzleTerms, Known> = BTreeMap::new();
    let mut session =
        Session::ground(&program(text), &SessionOptions::default()).expect("a program");
    let show = [show, &["__level_design", "__concept", "__reference"]].concat();
    let refers = text.contains("__reference");
    let outcome = session
        .models(&[], 0, &show, &patient(), &mut |model| {
            let atoms: BTreeSet<Atom> = model.atoms.into_iter().collect();
            let tags = atoms.iter().filter(|atom| atom.name == "__level_design");
            let known = puzzles.entry(tags.map(|atom| atom.args[0].clone()).collect()).or_default();
            let practises = atoms.contains(&Atom::constant("__concept"));
            let fits = !refers || atoms.contains(&Atom::constant("__reference"));
            let visible: BTreeSet<Atom> =
                atoms.into_iter().filter(|atom| !atom.name.starts_with("__")).collect();
            if practises && fits {
                known.fit.push(visible.clone());
            }
            if practises {
                known.with.push(visible)
            } else {
                known.without.push(visible)
            }
            ControlFlow::Continue(())
        })
        .expect("solved");
    assert!(outcome.exhausted);
    puzzles
}

/// The shortcut-free puzzles of a program by the paper's way: one disjunctive program.
fn reference(text: &str) -> BTreeSet<PuzzleTerms> {
    let saturated = saturated(&program(text), &SessionOptions::default()).expect("a program");
    let meta = Program::default().with("saturated.lp", saturated);
    let mut session = Session::ground(&meta, &SessionOptions::default()).expect("a program");
    let mut puzzles = BTreeSet::new();
    let outcome = session
        .models(&[], 0, &["puzzle"], &patient(), &mut |model| {
            puzzles.insert(model.atoms.into_iter().map(|atom| atom.args[0].clone()).collect());
            ControlFlow::Continue(())
        })
        .expect("solved");
    assert!(outcome.exhausted);
    puzzles
}

fn atom(rng: &mut Rng) -> String {
    match rng.u32(..4) {
        0 => format!("d({})", rng.u32(..3)),
        1 => format!("p({})", rng.u32(..3)),
        _ => format!("x({})", rng.u32(..4)),
    }
}

/// A random program: d are the designer's choices, p the player's, x follows from both, and may be
/// tagged, chosen, or depend on itself in any way.
fn random_program(rng: &mut Rng) -> String {
    let mut text = String::from("{ d(0..2) }. { p(0..2) }.\n__level_design(d(D)) :- d(D).\n");
    let body = |rng: &mut Rng, most: usize| -> String {
        let literals: Vec<String> = (0..rng.usize(1..=most))
            .map(|_| match rng.u32(..8) {
                0..=4 => atom(rng),
                5 | 6 => format!("not {}", atom(rng)),
                _ => {
                    let (one, two, three) = (atom(rng), atom(rng), atom(rng));
                    let not = if rng.bool() { "not " } else { "" };
                    let bound = rng.u32(1..4);
                    format!(
                        "{not}{bound} <= #sum {{ 1,a : {one}; 2,b : {two}; 1,c : not {three} }}"
                    )
                }
            })
            .collect();
        literals.join(", ")
    };
    for _ in 0..rng.usize(2..8) {
        let head = rng.u32(..4);
        let rule = body(rng, 3);
        match rng.u32(..6) {
            0 => text.push_str(&format!("{{ x({head}) }} :- {rule}.\n")),
            _ => text.push_str(&format!("x({head}) :- {rule}.\n")),
        }
    }
    for _ in 0..rng.usize(0..3) {
        text.push_str(&format!(":- {}.\n", body(rng, 3)));
    }
    for _ in 0..rng.usize(1..3) {
        text.push_str(&format!("__concept :- {}.\n", body(rng, 2)));
    }
    match rng.u32(..8) {
        // Tags of what follows, of what the player chooses, and of a choice in more ways than one.
        0 => text.push_str("__level_design(x(0)) :- x(0).\n"),
        1 => text.push_str("__level_design(p(0)) :- p(0).\n"),
        2 => text.push_str("__level_design(d(1)) :- p(1).\n"),
        3 => text.push_str("__level_design(far(x,2)) :- not x(2).\n"),
        4 => text.push_str("d(0) :- x(1).\n"),
        5 => text.push_str("1 { p(3); d(3); x(3) } 2 :- x(0).\n"),
        // A demand on the intended solution alone.
        6 => text.push_str(&format!("__reference :- {}.\n", body(rng, 2))),
        _ => {}
    }
    // What clingo writes as disjunctions: aggregates that depend on themselves.
    if rng.u32(..3) == 0 {
        let (head, one, two) = (rng.u32(..4), atom(rng), atom(rng));
        let aggregate = match rng.u32(..6) {
            0 => format!("#sum {{ 1,a : {one}; -1,b : {two} }} >= 0"),
            1 => format!("#count {{ 1 : {one}; 2 : {two}; 3 : x(0) }} = {}", rng.u32(..3)),
            2 => format!("#min {{ 1 : {one}; 2 : {two}; 3 : x(1) }} = 2"),
            3 => format!("#sum {{ 2,a : {one}; -1,b : {two}; 1,c : x(2) }} != 1"),
            4 => format!("{one} : {two}"),
            _ => format!("#max {{ 1 : {one}; 2 : {two} }} <= 1"),
        };
        text.push_str(&format!("x({head}) :- {aggregate}.\n"));
    }
    if rng.u32(..6) == 0 {
        let (one, two) = (rng.u32(..4), rng.u32(..4));
        text.push_str(&format!("x({one}) ; x({two}) :- {}.\n", body(rng, 2)));
    }
    text.push_str("#show d/1. #show p/1. #show x/1.\n");
    text
}

/// Numbers of all puzzles and of those without a shortcut; `show` is what the program shows. `None`
/// if the program is refused because of a positive loop.
fn check(text: &str, show: &[&str]) -> Option<(usize, usize)> {
    let mut duel = opened(text)?;
    let known = enumerate(text, show);
    let free: BTreeSet<&PuzzleTerms> = known
        .iter()
        .filter(|(_, known)| !known.fit.is_empty() && known.without.is_empty())
        .map(|(puzzle, _)| puzzle)
        .collect();
    let mut found = BTreeSet::new();
    loop {
        match duel.next_pair(1, &patient(), &mut |_| {}).expect("solved") {
            DuelTurn::Pair(pair) => {
                let of_puzzle = known.get(&pair.puzzle).unwrap_or_else(|| {
                    panic!("no answer set has the puzzle {:?}\n{text}", pair.puzzle)
                });
                let solution: BTreeSet<Atom> = pair.solution.into_iter().collect();
                assert!(of_puzzle.fit.contains(&solution), "{solution:?}\n{text}");
                assert!(found.insert(pair.puzzle), "a puzzle came twice\n{text}");
            }
            DuelTurn::NoMore => break,
            DuelTurn::Halted(halt) => panic!("{halt:?}\n{text}"),
        }
    }
    assert_eq!(found.iter().collect::<BTreeSet<_>>(), free, "\n{text}");
    if !text.contains("__reference") {
        assert_eq!(reference(text), found, "the reference differs\n{text}");
    }
    for (puzzle, known) in &known {
        match duel.verify(puzzle, &patient()).expect("solved") {
            DuelVerdict::ShortcutFree => {
                assert!(known.without.is_empty() && !known.fit.is_empty(), "{puzzle:?}\n{text}");
            }
            DuelVerdict::NoReference => {
                assert!(known.without.is_empty() && known.fit.is_empty(), "{puzzle:?}\n{text}");
            }
            DuelVerdict::Shortcut(play) => {
                let play: BTreeSet<Atom> = play.into_iter().collect();
                assert!(known.without.contains(&play), "{puzzle:?} {play:?}\n{text}");
            }
            other => panic!("{other:?} of {puzzle:?}\n{text}"),
        }
    }
    Some((known.len(), free.len()))
}

/// The program's duel; `None` if it is refused for what no ordinary rules can say.
fn opened(text: &str) -> Option<Duel> {
    match Duel::new(&program(text), &SessionOptions::default()) {
        Ok(duel) => Some(duel),
        Err(AspError::Circular(messages)) => {
            assert!(
                messages.iter().all(|at| at.text.contains("depends on itself")),
                "{messages:?}"
            );
            None
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[test]
fn exactly_the_shortcut_free_puzzles_come_out() {
    let mut rng = Rng::with_seed(5);
    let (mut puzzles, mut free, mut refused) = (0, 0, 0);
    for _ in 0..2000 {
        let Some((all, without_shortcut)) = check(&random_program(&mut rng), &["d", "p", "x"])
        else {
            refused += 1;
            continue;
        };
        puzzles += all;
        free += without_shortcut;
    }
    assert!(refused < 200, "{refused} programs were refused");
    assert!(free * 20 > puzzles && free * 2 < puzzles, "{free} of {puzzles}");
}

/// The designer holds on to some terms: those to blame are just as many as are needed.
#[test]
fn blame_falls_on_as_few_as_will_do() {
    let mut rng = Rng::with_seed(11);
    let mut blamed = 0;
    for _ in 0..800 {
        let text = random_program(&mut rng);
        let Some(mut duel) = opened(&text) else { continue };
        let known = enumerate(&text, &["d", "p", "x"]);
        let terms: BTreeSet<&String> = known.keys().flatten().collect();
        let held: Vec<String> = terms.into_iter().filter(|_| rng.bool()).cloned().collect();
        let together = |terms: &[&String]| {
            known.iter().any(|(puzzle, known)| {
                !known.fit.is_empty()
                    && known.without.is_empty()
                    && terms.iter().all(|term| puzzle.contains(*term))
            })
        };
        match duel.blame(&held, &patient(), &mut |_| {}).expect("solved") {
            Core::Satisfiable => assert!(together(&held.iter().collect::<Vec<_>>()), "{text}"),
            Core::Unsatisfiable { core, minimal } => {
                assert!(minimal);
                let core: Vec<&String> = core.iter().map(|at| &held[*at]).collect();
                assert!(!together(&core), "{core:?}\n{text}");
                for at in 0..core.len() {
                    let mut fewer = core.clone();
                    fewer.remove(at);
                    assert!(together(&fewer), "{at} of {core:?}\n{text}");
                }
                blamed += usize::from(!core.is_empty());
            }
            Core::Unknown(halt) => panic!("{halt:?}"),
        }
    }
    assert!(blamed > 50, "{blamed}");
}

#[test]
fn small_levels_of_refraction_come_out_as_by_enumeration() {
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mark = |text: &str| text.parse::<Mark>().expect("a mark");
    let (mut puzzles, mut free) = (0, 0);
    for (cols, rows, tray, concept) in [
        (3, 2, 2, "used(bender,1)"),
        (2, 2, 2, "used(bender,2)"),
        (3, 1, 2, "used(splitter,1) or used(bender,1)"),
        (3, 2, 1, "not used(bender,1)"),
        (2, 3, 2, "all_pieces"),
    ] {
        let mut level = Level::open("refraction", Board { cols, rows, tray });
        level.concept = concept.parse().expect("a concept");
        let item = |group: &str, place, marks: &[&str], least, most| StockItem {
            group: group.to_owned(),
            place,
            marks: marks.iter().map(|text| mark(text)).collect(),
            least,
            most,
        };
        let stock = [
            item("sources", Place::Cell, &["source(e,1,1)"], 1, 1),
            item("targets", Place::Cell, &["target(n,1,1)", "target(w,1,1)"], 1, 1),
            item("blockers", Place::Cell, &["blocker"], 0, 1),
            item("benders", Place::Tray, &["bender(w,s)", "bender(n,e)"], 0, 2),
            item("splitters", Place::Tray, &["splitter(w,es)"], 0, 1),
        ];
        let settings = GenerateSettings { stock: stock.to_vec(), ..GenerateSettings::default() };
        let text = design_text(&*game, &level, &settings).expect("a program");
        let (all, without_shortcut) = check(&text, &["has", "play"]).expect("ordinary rules");
        puzzles += all;
        free += without_shortcut;
    }
    assert!(puzzles > 600 && free > 100, "{free} of {puzzles}");
}

#[test]
fn a_puzzle_that_is_none_is_unsolvable() {
    let text = "{ d(1) }. { p(1) }. :- not d(1), not p(1). :- d(1), p(1).
                __level_design(d(1)) :- d(1). __level_design(always). __concept :- p(1).";
    let mut duel = Duel::new(&program(text), &SessionOptions::default()).expect("a tagged program");
    let puzzle =
        |terms: &[&str]| terms.iter().map(|term| (*term).to_owned()).collect::<PuzzleTerms>();
    let judged = [
        (puzzle(&["always"]), DuelVerdict::ShortcutFree),
        (puzzle(&[]), DuelVerdict::NoPuzzle("it lacks always, which every puzzle has".to_owned())),
        (
            puzzle(&["always", "d(7)"]),
            DuelVerdict::NoPuzzle("__level_design(d(7)) is never true".to_owned()),
        ),
    ];
    for (puzzle, verdict) in judged {
        assert_eq!(duel.verify(&puzzle, &patient()).expect("solved"), verdict, "{puzzle:?}");
    }
    let shortcut = duel.verify(&puzzle(&["always", "d(1)"]), &patient()).expect("solved");
    assert!(matches!(shortcut, DuelVerdict::Shortcut(_)), "{shortcut:?}");
}

#[test]
fn what_a_program_must_not_use_or_lacks_is_named() {
    let tags = "{ d(1) }. __level_design(d(1)) :- d(1). __concept :- d(1). ";
    for (text, word) in [
        ("a :- b.".to_owned(), "test.lp: the program has no __level_design(A)"),
        ("a :- b. b".to_owned(), "test.lp, line 1, column 10: syntax error"),
        ("{ a }. __level_design(a) :- a. % __concept".to_owned(), "__concept"),
        (format!("{tags} a :- b. b"), "syntax error"),
        ("{ d(1) }. __level_design(d,1) :- d(1). __concept(1).".to_owned(), "(A) for what"),
        ("{ d(1) }. __level_design(d(1)) :- d(1). __concept(1).".to_owned(), "no __concept for"),
        (
            format!("{tags}\n a ; b :- d(1). a :- b.\nb :- a."),
            "line 2, column 2: not supported here: a disjunction",
        ),
        (
            format!("{tags}\n\n  a :- #count {{ 1 : b; 2 : c }} != 1. b :- a. c :- a."),
            "line 3, column 8: not supported here: an aggregate",
        ),
        (
            format!("{tags}\n #minimize {{ 1 : d(1) }}.\n:~ d(1). [2]"),
            "line 2, column 14: not supported here: optimisation",
        ),
        (format!("{tags}\n #edge (1,2) : d(1)."), "line 2, column 2: not supported here: #edge"),
        (format!("{tags} #include \"x.lp\"."), "#include"),
    ] {
        match Duel::new(&program(&text), &SessionOptions::default()).map(|_| ()) {
            Err(error @ (AspError::Program(_) | AspError::Circular(_))) => {
                let said = error.to_string();
                assert!(said.contains(word) && said.contains("test.lp"), "{text}: {said}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

fn warnings(text: &str) -> Vec<String> {
    let duel = Duel::new(&program(text), &SessionOptions::default()).expect("a tagged program");
    duel.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_odd_about_tags_is_said_by_name_and_place() {
    // The choice of the size is not tagged, though the walls depend on it.
    let found = warnings(
        "1 { size(1..2) } 1.\n{ wall(1..N) } :- size(N).\n{ step(1..2) }.\n
         __level_design(wall(X)) :- wall(X). __concept :- step(1).",
    );
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert!(one.contains("test.lp, line 1, column 1: choice without a tag"), "{one}");
    assert!(one.contains("depends on size(1)") && !one.contains("step"), "{one}");
    // The hint freezes what the player decides.
    let found = warnings(
        "{ hint(1..2) }. { step(1..2) }. __level_design(hint(X)) :- hint(X).\n\n
         __level_design(step(X)) :- step(X), hint(X). __concept :- step(1).",
    );
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert!(one.contains("line 4") && one.contains("tag under a condition"), "{one}");
    assert!(one.contains("__level_design(step(1))"), "{one}");
    // A condition that is a fact is no condition, and the paper's own program gets no warning.
    for text in [
        "{ at(1..3) }. fixed(1). __level_design(at(X)) :- at(X), fixed(X). __concept :- at(2).",
        "{ d(1) }. { p(1) }. __level_design(d(1)) :- d(1). __level_design(e). __concept :- p(1).",
        concat!(include_str!("../../benches/reference/refraction.lp"), "__concept :- active(_)."),
    ] {
        assert_eq!(warnings(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_puzzle_without_a_solution_that_can_be_intended_is_not_free() {
    let text = "{ d(1) }. { p(1..2) }. __level_design(d(1)) :- d(1). __concept.
                __reference :- p(1), d(1). #show p/1.";
    let mut duel = Duel::new(&program(text), &SessionOptions::default()).expect("a tagged program");
    let puzzle =
        |terms: &[&str]| terms.iter().map(|term| (*term).to_owned()).collect::<PuzzleTerms>();
    let mut verdict = |terms: &[&str]| duel.verify(&puzzle(terms), &patient()).expect("solved");
    assert_eq!(verdict(&["d(1)"]), DuelVerdict::ShortcutFree);
    assert_eq!(verdict(&[]), DuelVerdict::NoReference);
}

/// Rules that crash clingo's equivalence preprocessing, and their results without it.
pub const CRASHING: &str = "1 { d(1..3) } 2. __level_design(d(X)) :- d(X). { p(1..1) }.
    c :- d(3); not g(2). { g(2) } :- not not d(3). :- d(3); p(1). __concept :- p(1).";

#[test]
fn what_preprocessing_crashes_on_is_solved_without_it() {
    let options = SessionOptions { plain: true, ..SessionOptions::default() };
    let mut duel = Duel::new(&program(CRASHING), &options).expect("a tagged program");
    let end = duel.next_pair(0, &patient(), &mut |_| {}).expect("solved");
    assert_eq!(end, DuelTurn::NoMore);
}

#[test]
fn constants_are_names_of_terms_and_nothing_else() {
    let text = "{ d(1..n) }. { p }. __level_design(d(X)) :- d(X). __concept :- p. #const n = 1.";
    let open = |constant: &str| {
        let options =
            SessionOptions { constants: vec![constant.to_owned()], ..SessionOptions::default() };
        Duel::new(&program(text), &options).map(|_| ())
    };
    for good in ["n=2", "n=-2", "n=(1,2)", "n=\"a\"", "n=f(1,g)"] {
        assert_eq!(open(good), Ok(()), "{good}");
    }
    for bad in ["n", "n=", "N=1", "n=@f()", "n=1/0", "n=x. leaked", "n=X", "n=1..2", "2=n", "=2"] {
        let error = open(bad).expect_err(bad);
        assert!(error.to_string().starts_with("-c "), "{bad}: {error}");
    }
}
