//! Packs as courses: rules of order against a reading of their own, proposed orders against all
//! permutations, and what every solution does against all solutions.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use foolproof::game::{Measure, SeenSolutions};
use foolproof::level::{CourseRule, Level, Mark, Pack, Play, StepSize};
use foolproof::slices::course::model::{
    BreachKind, CourseVoice, Lesson, LevelFound, OrderWish, Overview, Practising, RuleBreach,
    judge_rule, propose,
};
use foolproof::solver::{
    Count, CountSolutions, CountedSolutions, Engine, FindPractice, FoundPractice, Limits,
    PRACTISED, Question, Stop, WorkerCommand,
};

fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

fn concepts() -> Vec<Mark> {
    ["a", "b", "c"].map(mark).to_vec()
}

/// A level with these known facts.
fn lesson(game: &str, practises: [Practising; 3], value: Option<f64>) -> Lesson {
    let measure = |value| {
        let [id, name, note] = ["m", "M", ""].map(str::to_owned);
        vec![Measure { id, name, value, note }]
    };
    Lesson {
        game: game.to_owned(),
        practises: concepts().into_iter().zip(practises).collect(),
        measures: value.map(measure),
        ..Lesson::default()
    }
}

const KNOWN: [Practising; 2] = [Practising::No, Practising::Yes];

fn random_lesson(rng: &mut fastrand::Rng, unknown: bool) -> Lesson {
    let mut practice = || match rng.u8(0..if unknown { 5 } else { 4 }) {
        4 => Practising::Unknown,
        n => KNOWN[usize::from(n % 2)],
    };
    let practises = [practice(), practice(), practice()];
    let value = (!unknown || rng.u8(0..6) > 0).then(|| f64::from(rng.u8(0..6)));
    lesson(if rng.u8(0..3) > 0 { "one" } else { "two" }, practises, value)
}

fn random_rule(rng: &mut fastrand::Rng) -> CourseRule {
    let all = concepts();
    let concept = all[rng.usize(..3)].clone();
    match rng.u8(0..5) {
        0 => CourseRule::NotBefore { concept, level: rng.u32(1..7) },
        1 => CourseRule::PractiseFirst { times: rng.u32(1..3), concept: None },
        2 => CourseRule::PractiseFirst { times: rng.u32(1..3), concept: Some(concept) },
        3 => CourseRule::Step {
            measure: "m".to_owned(),
            most: StepSize::new(f64::from(rng.u8(1..5))).expect("a size"),
            game: rng.bool().then(|| "one".to_owned()),
        },
        _ => {
            let other = all.iter().filter(|other| **other != concept).nth(rng.usize(..2));
            CourseRule::Before { first: concept, then: other.expect("another").clone() }
        }
    }
}

/// The levels that break a rule, by a literal reading: each level on its own, looking at all before it. All
/// facts about the lessons are known.
fn read_plainly(rule: &CourseRule, lessons: &[&Lesson]) -> BTreeSet<usize> {
    let does = |at: usize, concept: &Mark| lessons[at].practises[concept] == Practising::Yes;
    let alone = |at: usize, concept: &Mark| {
        concepts().iter().all(|other| does(at, other) == (other == concept))
    };
    let is_broken = |at: usize| match rule {
        CourseRule::NotBefore { concept, level } => at + 1 < *level as usize && does(at, concept),
        CourseRule::Before { first, then } => {
            does(at, then) && !(0..at).any(|before| does(before, first))
        }
        CourseRule::PractiseFirst { times, concept } => concepts().iter().any(|one| {
            concept.as_ref().is_none_or(|concept| concept == one)
                && does(at, one)
                && !alone(at, one)
                && (0..at).filter(|before| alone(*before, one)).count() < *times as usize
        }),
        CourseRule::Step { most, game, .. } => {
            let own = &lessons[at].game;
            let before = (0..at).rev().find(|before| lessons[*before].game == *own);
            let value = |at: usize| lessons[at].measures.as_ref().expect("measured")[0].value;
            game.as_ref().is_none_or(|game| game == own)
                && before.is_some_and(|before| (value(at) - value(before)).abs() > most.value())
        }
    };
    (0..lessons.len()).filter(|at| is_broken(*at)).collect()
}

fn levels(breaches: &[RuleBreach], sure: bool) -> BTreeSet<usize> {
    let some = breaches.iter().filter(|breach| breach.sure || !sure);
    // A missing measure is not reported for a level.
    some.filter(|one| one.kind != BreachKind::NoMeasure).map(|breach| breach.level).collect()
}

#[test]
fn a_rule_is_broken_where_a_plain_reading_of_it_says_so() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut broken = 0;
    for _ in 0..20_000 {
        let lessons: Vec<Lesson> =
            (0..rng.usize(1..8)).map(|_| random_lesson(&mut rng, false)).collect();
        let rule = random_rule(&mut rng);
        let found = judge_rule(&rule, &lessons, &concepts());
        let expected = read_plainly(&rule, &lessons.iter().collect::<Vec<_>>());
        assert_eq!(levels(&found, false), expected, "{rule}: {lessons:#?}");
        assert_eq!(levels(&found, true), expected, "all is known, so all is sure: {rule}");
        broken += usize::from(!expected.is_empty());
    }
    assert!(broken > 5_000, "only {broken} rules were broken");
}

/// All possible outcomes of the unknown facts.
fn completions(lessons: &[Lesson]) -> Vec<Vec<Lesson>> {
    let mut all = vec![Vec::new()];
    for lesson in lessons {
        let mut ways = vec![lesson.clone()];
        for concept in concepts() {
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    let known = KNOWN.map(|practice| {
                        let mut way = way.clone();
                        way.practises.insert(concept.clone(), practice);
                        way
                    });
                    match way.practises[&concept] {
                        Practising::Unknown => known.to_vec(),
                        _ => vec![way],
                    }
                })
                .collect();
        }
        let longer = |begun: &Vec<Lesson>| {
            let longer = |way: &Lesson| begun.iter().chain([way]).cloned().collect();
            ways.iter().map(longer).collect::<Vec<Vec<Lesson>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn what_is_sure_holds_however_the_unknown_turns_out_and_what_is_not_said_never_does() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut sure, mut possible) = (0, 0);
    for _ in 0..1500 {
        let mut lessons: Vec<Lesson> =
            (0..rng.usize(1..5)).map(|_| random_lesson(&mut rng, true)).collect();
        let measured = lesson("one", [Practising::No; 3], Some(1.0)).measures;
        // Measures that are not known have too many values to try.
        lessons
            .iter_mut()
            .for_each(|one| _ = one.measures.get_or_insert(measured.clone().expect("m")));
        let open = lessons.iter().flat_map(|lesson| lesson.practises.values());
        if open.filter(|practice| **practice == Practising::Unknown).count() > 6 {
            continue;
        }
        let rule = random_rule(&mut rng);
        let found = judge_rule(&rule, &lessons, &concepts());
        let readings: Vec<BTreeSet<usize>> = completions(&lessons)
            .iter()
            .map(|way| read_plainly(&rule, &way.iter().collect::<Vec<_>>()))
            .collect();
        for reading in &readings {
            assert!(levels(&found, true).is_subset(reading), "{rule}: {found:?}");
            assert!(reading.is_subset(&levels(&found, false)), "{rule}: {found:?}, {reading:?}");
        }
        sure += levels(&found, true).len();
        possible += levels(&found, false).len();
    }
    assert!(sure > 300 && possible > sure + 300, "{sure} of {possible}");
}

#[test]
fn a_measure_that_nobody_has_and_one_that_is_not_taken_are_no_rule_kept() {
    let rule = CourseRule::Step {
        measure: "other".to_owned(),
        most: StepSize::new(1.0).expect("a size"),
        game: None,
    };
    let known = lesson("one", [Practising::No; 3], Some(1.0));
    let found = judge_rule(&rule, &[known.clone(), known.clone()], &concepts());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].sure, &found[0].kind), (false, &BreachKind::NoMeasure));
    let untaken = lesson("one", [Practising::No; 3], None);
    let found = judge_rule(&rule, &[known.clone(), untaken], &concepts());
    assert_eq!(found[0].kind, BreachKind::Step { from: 0, by: None });
    // Cut short, it is not one that nobody has.
    let cut = Lesson { is_cut_short: true, ..known };
    let found = judge_rule(&rule, &[cut.clone(), cut], &concepts());
    assert_eq!(found[0].kind, BreachKind::Step { from: 0, by: None });
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |begun: &Vec<usize>| {
            let left = (0..n).filter(|at| !begun.contains(at)).collect::<Vec<_>>();
            left.into_iter()
                .map(|at| begun.iter().copied().chain([at]).collect())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A proposed order against every permutation: it keeps all rules where one does; where none does, the
/// rules that clash are kept by none, and each but one of them by some; and no rule more can be kept.
fn against_all_permutations(
    seed: u64,
    packs: usize,
    size: std::ops::Range<usize>,
) -> (usize, usize) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut kept_all, mut clashes) = (0, 0);
    for _ in 0..packs {
        let lessons: Vec<Lesson> =
            (0..rng.usize(size.clone())).map(|_| random_lesson(&mut rng, false)).collect();
        let rules: Vec<CourseRule> = (0..rng.usize(1..5)).map(|_| random_rule(&mut rng)).collect();
        let ease: Vec<f64> = lessons.iter().map(|_| f64::from(rng.u8(0..4))).collect();
        let all = concepts();
        let wish = OrderWish { rules: &rules, concepts: &all, lessons: &lessons, ease: &ease };
        let proposed = propose(wish, &|| false);
        let keeps = |order: &[usize], rule: usize| {
            let ordered: Vec<&Lesson> = order.iter().map(|at| &lessons[*at]).collect();
            read_plainly(&rules[rule], &ordered).is_empty()
        };
        let orders = permutations(lessons.len());
        // Which rules each order keeps.
        let kept: BTreeSet<BTreeSet<usize>> = orders
            .iter()
            .map(|order| (0..rules.len()).filter(|rule| keeps(order, *rule)).collect())
            .collect();
        let can = |wanted: &BTreeSet<usize>| kept.iter().any(|kept| wanted.is_subset(kept));
        assert!(orders.contains(&proposed.order), "{:?}", proposed.order);
        let own: BTreeSet<usize> = proposed.kept.iter().copied().collect();
        assert!(own.iter().all(|rule| keeps(&proposed.order, *rule)), "{rules:?}");
        assert!(proposed.exact, "so small a pack is searched to the end");
        let every: BTreeSet<usize> = (0..rules.len()).collect();
        assert_eq!(own == every, can(&every), "{rules:?}, {lessons:#?}");
        for rule in every.difference(&own) {
            let more = own.iter().copied().chain([*rule]).collect();
            assert!(!can(&more), "rule {rule} could be kept, too");
        }
        match &proposed.clash {
            None => kept_all += 1,
            Some(clash) => {
                clashes += 1;
                let together: BTreeSet<usize> = clash.rules.iter().copied().collect();
                assert!(clash.minimal && !together.is_empty() && !can(&together), "{clash:?}");
                for rule in &together {
                    let others = together.iter().copied().filter(|other| other != rule).collect();
                    assert!(can(&others), "{clash:?} is not the fewest");
                }
            }
        }
    }
    (kept_all, clashes)
}

#[test]
fn an_order_keeps_all_that_some_permutation_keeps() {
    let (kept, clashes) = against_all_permutations(3, 400, 1..6);
    assert!(kept > 100 && clashes > 100, "{kept} kept all, {clashes} clashed");
    against_all_permutations(4, 12, 6..8);
}

#[test]
fn a_large_pack_is_put_in_order_within_its_bounds() {
    let mut rng = fastrand::Rng::with_seed(5);
    let lessons: Vec<Lesson> = (0..300)
        .map(|_| {
            let (value, does) = (f64::from(rng.u16(0..60)), |is| KNOWN[usize::from(is)]);
            // Harder lessons practise more.
            lesson("one", [does(value > 10.0), does(value > 30.0), Practising::No], Some(value))
        })
        .collect();
    let step = StepSize::new(6.0).expect("a size");
    let rules = [
        CourseRule::Step { measure: "m".to_owned(), most: step, game: None },
        CourseRule::Before { first: mark("a"), then: mark("b") },
        CourseRule::NotBefore { concept: mark("b"), level: 120 },
        CourseRule::PractiseFirst { times: 2, concept: Some(mark("a")) },
    ];
    let all = concepts();
    let ease: Vec<f64> =
        lessons.iter().map(|one| one.measure("m").expect("measured") / 60.0).collect();
    let wish = OrderWish { rules: &rules, concepts: &all, lessons: &lessons, ease: &ease };
    let proposed = propose(wish, &|| false);
    let ordered: Vec<Lesson> = proposed.order.iter().map(|at| lessons[*at].clone()).collect();
    for rule in &rules {
        assert!(judge_rule(rule, &ordered, &all).is_empty(), "{rule}");
    }
}

#[test]
fn the_overview_says_what_is_new_what_is_again_and_what_is_missing() {
    use Practising::{No, Yes};
    let some = [
        lesson("one", [Yes, No, No], Some(1.0)),
        lesson("one", [Yes, No, No], Some(2.0)),
        lesson("one", [No, Yes, Yes], Some(3.0)),
        lesson("one", [No, No, No], Some(4.0)),
        lesson("one", [No, No, Yes], Some(20.0)),
    ];
    let measures = [("one".to_owned(), "m".to_owned())].into_iter().collect();
    let overview = Overview::of(&some, &concepts(), measures);
    let games = foolproof::built_in();
    let voice = CourseVoice::new(&games, &[], &some);
    let said: Vec<String> = overview.remarks.iter().map(|remark| voice.remark(remark)).collect();
    assert_eq!(
        said,
        [
            "level 2 teaches the same as level 1",
            "only level 3 has “b”",
            "level 3 brings 2 new things at once: “b” and “c”. Put a level with one of them before it",
            "level 4 teaches none of the concepts",
            "from level 4 to level 5 the measure goes up by 16; 1 is usual",
        ]
    );
    let a = &overview.rows[0].cells;
    assert!(a[0].introduced && !a[1].introduced && a[1].practised == Some(true));
    assert!(overview.rows[1].cells[2].combined && !a[0].combined);
}

fn engine() -> Engine {
    Engine::new(
        WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof"))),
        foolproof::built_in(),
    )
}

fn practised(engine: &mut Engine, level: &Level, also: &[Mark]) -> FoundPractice {
    let question = FindPractice { also: also.to_vec() }.into();
    let (limits, stop) = (Limits::default(), Stop::default());
    let findings = engine.answer(level, &question, &limits, &stop, &mut |_| {});
    let found = findings.iter().rev().find(|finding| finding.topic() == PRACTISED);
    let report = found.and_then(|finding| finding.answer.report::<FoundPractice>());
    report.unwrap_or_else(|| panic!("{}: {found:?}", level.title)).clone()
}

/// A property with the next stronger number, where it has one.
fn stronger(property: &Mark) -> Option<Mark> {
    let mut args: Vec<String> = property.args().iter().map(|arg| (*arg).to_owned()).collect();
    let at = args.iter().rposition(|arg| arg.parse::<i32>().is_ok())?;
    let step = if property.functor().contains("at_most") { -1 } else { 1 };
    args[at] = (args[at].parse::<i32>().ok()? + step).to_string();
    format!("{}({})", property.functor(), args.join(",")).parse().ok()
}

/// Findings about sample levels, compared with all of their solutions.
#[test]
fn what_every_solution_does_all_solutions_do_and_no_more_of_it() {
    let (games, mut engine) = (foolproof::built_in(), engine());
    let (mut held, mut strongest) = (0, 0);
    for game in games.all() {
        let pack = Pack::from_json(&game.sample()).expect("a sample pack");
        for level in pack.levels.iter().take(4) {
            let level = level.without_concept();
            let (limits, stop) = (Limits::default(), Stop::default());
            let question = Question::from(CountSolutions { cap: 500 });
            let findings = engine.answer(&level, &question, &limits, &stop, &mut |_| {});
            let counted = findings
                .iter()
                .rev()
                .find_map(|finding| finding.report::<CountedSolutions>().cloned());
            let Some(counted) =
                counted.filter(|one| matches!(one.number, Count::Exactly(n) if n > 0))
            else {
                continue;
            };
            let found = practised(&mut engine, &level, &[]);
            assert!(found.open.is_empty(), "{}: {:?}", level.title, found.open);
            for property in &found.proved {
                if game.is_of_level(property) {
                    continue;
                }
                let all = counted
                    .plays
                    .iter()
                    .all(|play| game.practises(&level, play, property) == Some(true));
                assert!(all, "{}: {property}", level.title);
                held += 1;
                // Lines of another length are another matter, not more of the same.
                if property.functor() == "run" {
                    continue;
                }
                let next =
                    stronger(property).filter(|next| game.concept_rules(&level, next, "x").is_ok());
                if let Some(next) = next {
                    let lacks = counted
                        .plays
                        .iter()
                        .any(|play| game.practises(&level, play, &next) == Some(false));
                    assert!(lacks, "{}: {next} holds, too", level.title);
                    strongest += 1;
                }
            }
        }
    }
    assert!(held > 60 && strongest > 20, "{held} held, {strongest} were the strongest");
}

#[test]
fn a_property_that_is_asked_for_by_name_is_decided() {
    let (games, mut engine) = (foolproof::built_in(), engine());
    let game = games.by_id("refraction").expect("a game");
    let pack = Pack::from_json(&game.sample()).expect("a sample pack");
    let level = Arc::clone(&pack.levels[0]);
    let [one, many] = ["used(any,1)", "used(any,50)"].map(mark);
    let found = practised(&mut engine, &level.without_concept(), &[one.clone(), many.clone()]);
    assert!(found.proved.contains(&one), "{found:?}");
    assert!(!found.proved.contains(&many) && !found.open.contains(&many), "{found:?}");
    let found = LevelFound { practice: Some(Arc::new(found)), ..LevelFound::default() };
    let known = Lesson::of(Some(&*game), &level, &[one, many], &found);
    let practices: Vec<Practising> = known.practises.values().copied().collect();
    assert_eq!(practices, [Practising::Yes, Practising::No]);
}

/// Some solutions of a level that may have others.
fn seen(plays: &[Play]) -> SeenSolutions<'_> {
    SeenSolutions { plays, in_all: None }
}

/// Measures of the first sample levels, checked by hand.
#[test]
fn measures_of_sample_levels_are_these() {
    let games = foolproof::built_in();
    let of = |game: &str, ids: &[&str], levels: usize| -> Vec<Vec<f64>> {
        let game = games.by_id(game).expect("a game");
        let pack = Pack::from_json(&game.sample()).expect("a sample pack");
        let rated = pack.levels.iter().take(levels).map(|level| {
            let intended = level.intended.clone().expect("an intended solution");
            let measures = game.rate(level, seen(&[intended]), &|| false).measures;
            let value = |id: &&str| {
                measures.iter().find(|measure| measure.id == **id).expect("a measure").value
            };
            ids.iter().map(value).collect()
        });
        rated.collect()
    };
    let entropies = ["entropy", "entropy_ends", "entropy_regions", "entropy_rules"];
    assert_eq!(
        of("witness", &entropies, 5),
        [
            [5.58, 3.58, 5.58, 3.58],
            [9.58, 8.58, 8.58, 8.58],
            [9.58, 7.58, 8.58, 7.58],
            [15.75, 13.75, 14.75, 13.75],
            [4.0, 3.0, 4.0, 3.0],
        ]
    );
    assert_eq!(
        of("sudoku", &["rounds", "narrowest_round", "left", "largest"], 4),
        [[1.0, 8.0, 0.0, 2.0], [1.0, 10.0, 0.0, 3.0], [2.0, 4.0, 0.0, 3.0], [4.0, 2.0, 0.0, 5.0]]
    );
}

#[test]
fn every_measure_of_a_built_in_game_says_what_it_measures_and_where_that_comes_from() {
    for game in foolproof::built_in().all() {
        let pack = Pack::from_json(&game.sample()).expect("a sample pack");
        let about = game.ranked_measures();
        for level in pack.levels.iter().take(3) {
            let intended = level.intended.clone().expect("an intended solution");
            for measure in game.rate(level, seen(&[intended]), &|| false).measures {
                let known = about.iter().find(|about| about.id == measure.id);
                let known = known.unwrap_or_else(|| panic!("nothing is said of {}", measure.id));
                assert_eq!(known.name, measure.name);
                assert!(known.says.ends_with('.') && known.source.ends_with('.'), "{known:?}");
            }
        }
    }
}

#[test]
fn marks_on_the_board_are_said_in_the_words_of_their_game() {
    let games = foolproof::built_in();
    let of = ["witness".to_owned(), "refraction".to_owned()];
    let voice = CourseVoice::new(&games, &of, &[]);
    let said = |concept: &str| voice.concept(&mark(concept));
    assert_eq!(said("has(poly)"), "polyominoes are on the board");
    assert_eq!(said("has(rule)"), "rules of your own are on the board");
    assert_eq!(said("has(star)"), "stars are on the board");
    assert_eq!(said("has(blocker)"), "a blocker is on the board");
    // What no game paints with keeps its name.
    assert_eq!(said("has(stray_mark)"), "a stray mark is on the board");
}
