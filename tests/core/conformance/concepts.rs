//! Every property is implemented twice, as rules and in Rust, and described in words: the readings are held
//! against each other on every answer set of random levels, for every kind of property.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use foolproof::asp::{Atom, Program, Session, SessionOptions, Shot};
use foolproof::game::Wanted;
use foolproof::solver::{ProveShortcutFree, Status, Topic, program_text};

use super::*;

/// A property of one kind with random arguments, most of them such that they can matter.
pub fn property_of(game: &dyn Game, level: &Level, kind: &ConceptKind, rng: &mut Rng) -> Mark {
    let args: Vec<String> =
        kind.params.iter().map(|param| argument(game, level, &param.kind, rng)).collect();
    let text = match args.is_empty() {
        true => kind.functor.to_string(),
        false => format!("{}({})", kind.functor, args.join(",")),
    };
    text.parse().expect("a property")
}

fn argument(game: &dyn Game, level: &Level, kind: &ParamKind, rng: &mut Rng) -> String {
    let sites: Vec<Site> = game.layout_of(level).sites.into_iter().map(|(site, _)| site).collect();
    let cells: Vec<Site> = level.board.cells().collect();
    match kind {
        ParamKind::Number { least, most } => rng.i32(*least..=(*most).min(4)).to_string(),
        ParamKind::Choice(options) => options[rng.usize(..options.len())].0.to_string(),
        ParamKind::Site => {
            let marked: Vec<Site> =
                level.marks().map(|(site, _)| site).filter(|s| s.place == Place::Cell).collect();
            match rng.choice(&marked) {
                Some(site) if rng.bool() => site.to_string(),
                _ => cells[rng.usize(..cells.len())].to_string(),
            }
        }
        ParamKind::Line => {
            let lines: Vec<Site> =
                sites.into_iter().filter(|site| site.place != Place::Cell).collect();
            lines[rng.usize(..lines.len())].to_string()
        }
        ParamKind::Mark => {
            let brushes: Vec<Mark> = game
                .palette()
                .into_iter()
                .filter(|group| group.place != Place::Cell)
                .flat_map(|group| group.brushes)
                .map(|brush| brush.mark)
                .collect();
            match level.marks().filter(|(site, _)| site.place != Place::Cell).last() {
                Some((_, mark)) if rng.bool() => mark.to_string(),
                _ => brushes[rng.usize(..brushes.len())].to_string(),
            }
        }
        ParamKind::Fraction => fraction(level, rng),
        ParamKind::Play => {
            let play = match rng.u32(..4) {
                0 => random_play(game, level, rng),
                _ => rng.choice(some_solutions(game, level)).unwrap_or_default(),
            };
            // Some solutions are too long for a mark.
            let short = |play: &Play| play.term().len() < 380;
            Some(play).filter(short).unwrap_or_default().term()
        }
    }
}

/// Solutions for a property to name; on large boards only a search finds them in time.
fn some_solutions(game: &dyn Game, level: &Level) -> Vec<Play> {
    let wanted = Wanted { shortcuts: false, plays: 20, most: 1000, marks: false };
    let bare = level.without_concept();
    match game.search().and_then(|search| search.solutions(&bare, wanted, &|| false)) {
        Some(found) => found.plays,
        None => solutions(game, level),
    }
}

/// A power of the level, a part of one or the sum of two: what pieces may build, or a source has.
fn fraction(level: &Level, rng: &mut Rng) -> String {
    let powers = level.marks().filter_map(|(_, mark)| match mark.args().as_slice() {
        [_, top, bottom] => Some((top.parse::<i64>().ok()?, bottom.parse::<i64>().ok()?)),
        _ => None,
    });
    let powers: Vec<(i64, i64)> = powers.collect();
    let mut one = || rng.choice(&powers).copied().unwrap_or((1, 2));
    let (a, b) = (one(), one());
    let (top, bottom) = match rng.u32(..4) {
        0 => a,
        1 => (a.0, a.1 * 2),
        2 => (a.0, a.1 * 3),
        _ => (a.0 * b.1 + b.0 * a.1, a.1 * b.1),
    };
    let divisor = (1..=bottom).rev().find(|n| top % n == 0 && bottom % n == 0).unwrap_or(1);
    format!("frac({},{})", top / divisor, bottom / divisor)
}

/// A random level with solutions, and one of them as the intended one now and then.
pub fn solvable_level(game: &dyn Game, rng: &mut Rng) -> (Level, Vec<Play>) {
    loop {
        let mut level = match LINED.contains(&&*game.about().id) {
            true => lined::crowded_level(game, rng),
            false if game.about().id == "refraction" && rng.bool() => lit::random_level(game, rng),
            false => random_levels(game, 1, rng).pop().expect("a level"),
        };
        let known = solutions(game, &level);
        let bare = known.iter().all(|play| game.canonical(&level, play).is_empty());
        // Levels that nothing has to be put into say little of what is put there.
        if known.is_empty() || known.len() > 400 || (bare && rng.u32(..8) > 0) {
            continue;
        }
        level.intended = rng.choice(&known).cloned();
        return (level, known);
    }
}

/// The plays of all answer sets of a level, with the numbers of the properties that hold in each by
/// the rules.
fn by_rules(game: &dyn Game, level: &Level, properties: &[Mark]) -> Vec<(Play, BTreeSet<usize>)> {
    let mut level = level.clone();
    // The encoding makes what it needs of a concept from the level's own.
    level.concept = Concept::And(properties.iter().cloned().map(Concept::Is).collect());
    let text = program_text(game, &level).expect("a program").replace("#project __play/1.", "");
    let mut program = Program::default().with("level", text).with("show", "#show holds/1.");
    for (n, property) in properties.iter().enumerate() {
        let head = format!("holds({n})");
        let rules = game.concept_rules(&level, property, &head).expect("rules");
        program = program.with("property", format!("{rules}\n#defined holds/1.\n"));
    }
    let mut session = Session::ground(&program, &SessionOptions::default()).expect("a program");
    let (mut found, shot) = (Vec::new(), Shot::new(Duration::from_secs(60), &Default::default()));
    let mut take = |atoms: &[Atom]| {
        let play = atoms.iter().filter(|atom| atom.name == "play").map(|atom| {
            let (site, mark) = (&atom.args[0], &atom.args[1]);
            (site.parse().expect("a site"), mark.parse().expect("a mark"))
        });
        let holds = atoms.iter().filter(|atom| atom.name == "holds");
        let holds = holds.map(|atom| atom.args[0].parse().expect("a number")).collect();
        found.push((play.collect(), holds));
    };
    let outcome = session.models(&[], 0, &["play", "holds"], &shot, &mut |model| {
        take(&model.atoms);
        ControlFlow::Continue(())
    });
    assert!(outcome.expect("solved").exhausted);
    found
}

#[test]
fn every_kind_of_property_means_the_same_to_rules_and_to_plain_rust() {
    let mut rng = Rng::with_seed(81);
    for game in subjects() {
        let kinds: Vec<ConceptKind> = game.concepts();
        let mut seen: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
        for _ in 0..260 {
            let (mut level, _) = solvable_level(&*game, &mut rng);
            // An incomplete intended solution is invalid.
            if let Some(intended) = level.intended.as_mut().filter(|_| rng.u32(..6) == 0) {
                intended.0.pop_last();
            }
            let properties: Vec<Mark> = kinds
                .iter()
                .flat_map(|kind| [kind, kind])
                .map(|kind| property_of(&*game, &level, kind, &mut rng))
                .filter(|property| !game.is_of_level(property))
                .collect();
            for (play, holds) in by_rules(&*game, &level, &properties) {
                assert_eq!(game.judge(&level, &play), Verdict::Solved, "{play:?} {level:#?}");
                for (n, property) in properties.iter().enumerate() {
                    let practised = game.practises(&level, &play, property).expect("known");
                    assert_eq!(practised, holds.contains(&n), "{property} {play:?} {level:#?}");
                    let functor = kinds.iter().find(|k| k.functor == property.functor());
                    let functor = functor.expect("a kind");
                    seen.entry(&*functor.functor).or_default()[usize::from(practised)] += 1;
                }
            }
        }
        let of_play = kinds.iter().filter(|kind| {
            let level = solvable_level(&*game, &mut rng).0;
            !game.is_of_level(&property_of(&*game, &level, kind, &mut rng))
        });
        for kind in of_play {
            let [no, yes] = seen.get(&*kind.functor).copied().unwrap_or_default();
            assert!(no >= 15 && yes >= 15, "{}: {no} no, {yes} yes", kind.functor);
        }
    }
}

/// Smith & Butler, "Quantifying over Play", section 4: two sources of 1/6 were added to a level that
/// practises 1/12 + 1/12, and one of them lights the target alone.
#[test]
fn what_a_source_has_is_not_built() {
    let mut level = Level::open("refraction", Board { cols: 4, rows: 3, tray: 1 });
    for (site, mark) in [
        ("cell(0,0)", "source(e,1,12)"),
        ("cell(0,2)", "source(n,1,12)"),
        ("cell(3,2)", "source(n,1,6)"),
        ("cell(3,1)", "target(s,1,6)"),
        ("tray(0)", "combiner(ns,e)"),
    ] {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level.concept = "built(frac(1,6))".parse().expect("a concept");
    for mut engine in [engine(), search::quick_engine()] {
        let found = ask(&mut engine, &level, Question::from(ProveShortcutFree));
        let finding = about(&found, Topic::SHORTCUT_FREE);
        assert_eq!(finding.status(), Status::Refuted);
        assert_eq!(finding.answer.play(), Some(&Play::default()), "nothing is placed");
    }
}

fn level_of(game: &str, (cols, rows, tray): (u16, u16, u16), marks: &[(&str, &str)]) -> Level {
    let mut level = Level::open(game, Board { cols, rows, tray });
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level
}

/// Whether the only solution of a level practises the properties, by both implementations.
fn check(level: &Level, properties: &[(&str, bool)]) {
    let game = foolproof::built_in().by_id(&level.game).expect("a game");
    let parse = |text: &str| text.parse::<Mark>().expect("a property");
    let all: Vec<Mark> = properties.iter().map(|(text, _)| parse(text)).collect();
    let models = by_rules(&*game, level, &all);
    let plays: BTreeSet<Play> =
        models.iter().map(|(play, _)| game.canonical(level, play)).collect();
    assert_eq!(plays.len(), 1, "{models:?}");
    for (n, (text, expected)) in properties.iter().enumerate() {
        for (play, holds) in &models {
            assert_eq!(holds.contains(&n), *expected, "{text} by the rules");
            assert_eq!(game.practises(level, play, &all[n]), Some(*expected), "{text}");
        }
    }
}

#[test]
fn sentences_hold_at_their_edges() {
    // A line of one cell runs neither across nor down, and a statement about lines of a missing
    // length is always true.
    let ones = level_of("linjat", (3, 1, 0), &[("cell(0,0)", "1"), ("cell(2,0)", "1")]);
    let edges = [
        ("many(across,1)", false),
        ("many(down,1)", false),
        ("lies(cell(0,0),across)", false),
        ("lies(cell(1,0),across)", false),
        ("run(1,across)", false),
        ("run(1,down)", false),
        ("run(2,across)", true),
        ("run(2,down)", true),
        ("covers(cell(0,0),1)", true),
        ("reaches(cell(0,0),cell(0,0))", true),
    ];
    check(&ones, &edges);
    // A bender passes on what it gets, and gets what a source has.
    let marks = [
        ("cell(0,0)", "source(e,1,2)"),
        ("cell(2,0)", "blocker"),
        ("cell(1,1)", "target(n,1,2)"),
        ("tray(0)", "bender(w,s)"),
    ];
    let bent = level_of("refraction", (3, 2, 1), &marks);
    let edges = [
        ("built(frac(1,2))", false),
        ("built(frac(1,4))", false),
        ("used(any,0)", true),
        ("used(splitter,0)", true),
        ("at_most(0)", false),
        ("all_pieces", true),
        ("monolithic", true),
        ("through(cell(0,0))", false),
        ("through(cell(9,9))", false),
    ];
    check(&bent, &edges);
    let marks = [
        ("cell(0,0)", "source(e,1,2)"),
        ("cell(2,0)", "target(w,1,4)"),
        ("tray(0)", "splitter(w,es)"),
    ];
    let split = level_of("refraction", (3, 2, 1), &marks);
    check(&split, &[("built(frac(1,4))", true), ("built(frac(1,2))", false)]);
    // With an empty tray every piece of it is used.
    let marks = [("cell(0,0)", "source(e,1,2)"), ("cell(2,0)", "target(w,1,2)")];
    check(
        &level_of("refraction", (3, 1, 0), &marks),
        &[("all_pieces", true), ("at_most(0)", true)],
    );
}

#[test]
fn an_intended_solution_with_a_cell_too_few_is_nobodys() {
    let mut rng = Rng::with_seed(83);
    let game = foolproof::built_in().by_id("sudoku").expect("a game");
    for _ in 0..20 {
        let (mut level, known) = solvable_level(&*game, &mut rng);
        let intended = level.intended.as_mut().expect("a solution");
        if intended.0.pop_last().is_none() {
            continue;
        }
        let property = "intended".parse().expect("a property");
        assert!(known.iter().all(|p| game.practises(&level, p, &property) == Some(false)));
        level.concept = Concept::Is(property);
        for mut engine in [engine(), search::quick_engine()] {
            let found = ask(&mut engine, &level, Question::from(ProveShortcutFree));
            assert_ne!(about(&found, Topic::SHORTCUT_FREE).status(), Status::Proved, "{level:#?}");
        }
    }
    let level = Level::open("sudoku", Board { cols: 4, rows: 4, tray: 0 });
    let nowhere = "digit(vertex(0,0),1)".parse().expect("a property");
    assert!(game.concept_rules(&level, &nowhere, "head").is_err(), "a corner holds no digit");
}

#[test]
fn what_one_solution_is_worth_is_said_of_levels_with_one() {
    let mut rng = Rng::with_seed(84);
    let game = foolproof::built_in().by_id("penguin_push").expect("a game");
    let (mut one, mut many) = (0, 0);
    for _ in 0..80 {
        let (level, known) = solvable_level(&*game, &mut rng);
        if level.marks().count() == 1 {
            // Solved from the start: there is nothing to search.
            continue;
        }
        let unique = canonicals(&*game, &level, &known).len() == 1;
        let ratio = "ratio(1)".parse().expect("a property");
        assert_eq!(game.level_has(&level, &ratio, &|| false), Some(unique), "{level:#?}");
        *if unique { &mut one } else { &mut many } += 1;
    }
    assert!(one >= 10 && many >= 10, "{one} {many}");
}
