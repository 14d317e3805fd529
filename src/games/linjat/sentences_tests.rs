//! Compares steps of the sentences with all solutions, and with the rules of deduction.

use std::collections::BTreeMap;

use fastrand::Rng;
use foolproof_level::{Board, Level, Mark};
use foolproof_solving::{
    ConstraintNumber, Decision, PathEnd, Puzzle as StepPuzzle, SolvingPath, StepCheck,
};

use super::*;
use crate::deduce::{Deducer, DeductionRules, RuleReason};
use crate::marks::LinjatClue;
use crate::search::LineSearch;
use crate::tests::random_puzzle;
use crate::ways::WaySet;

type Ways = WaySet<4>;

fn level_of(puzzle: &Puzzle) -> Level {
    let board = Board { cols: puzzle.cols, rows: puzzle.rows, tray: 0 };
    let mut level = Level::open("linjat", board);
    for number in &puzzle.numbers {
        level.paint(puzzle.site(number.cell), LinjatClue::Number(number.length).mark());
    }
    for dot in &puzzle.dots {
        level.paint(puzzle.site(*dot), LinjatClue::Dot.mark());
    }
    level
}

/// The way of each mark; none for lines over other numbers.
fn ways_of(puzzle: &Puzzle, table: &Table<4>, steps: &StepPuzzle) -> Vec<Option<usize>> {
    let way = |site: &str, mark: &str| {
        let cell = puzzle.cell(site.parse().expect("a site"));
        let line = Line::read(&mark.parse().expect("a mark")).expect("a line");
        let own = |way: &crate::ways::Way| table.numbers[usize::from(way.number)].cell == cell;
        table.ways.iter().position(|way| own(way) && way.line == line)
    };
    steps.marks().iter().map(|mark| way(&mark.site, &mark.mark)).collect()
}

/// The sentences that a conclusion may use.
fn sentences_of(
    puzzle: &Puzzle,
    table: &Table<4>,
    steps: &StepPuzzle,
    why: RuleReason,
    owner: &[u16],
) -> Vec<ConstraintNumber> {
    let (dots, numbers): (Vec<u16>, Vec<u16>) = match why {
        RuleReason::Reaches { dot } | RuleReason::LeavesDot { dot } => (vec![dot], Vec::new()),
        RuleReason::Dependent { dot, .. } => (vec![dot], Vec::new()),
        RuleReason::Square { dots, .. } => (dots.to_vec(), Vec::new()),
        RuleReason::Shared { cell } | RuleReason::Taken { cell } => {
            (Vec::new(), vec![owner[usize::from(cell)]])
        }
        RuleReason::OneOf { numbers, .. } => (Vec::new(), numbers.to_vec()),
    };
    let cells = numbers.iter().filter_map(|number| table.numbers.get(usize::from(*number)));
    let lines: Vec<String> = cells.map(|number| puzzle.site(number.cell).to_string()).collect();
    let dots: Vec<String> = dots.iter().map(|dot| puzzle.site(*dot).to_string()).collect();
    let allowed = |words: &str, place: &String| match words.trim_matches('"') {
        CROSSING => true,
        BARE => dots.contains(place),
        NO_LINE => lines.contains(place),
        _ => false,
    };
    let numbered = steps.constraints().iter().enumerate();
    let kept = numbered
        .filter(|(_, of)| of.place.as_ref().is_some_and(|place| allowed(&of.sentence, place)));
    kept.map(|(number, _)| number).collect()
}

#[test]
fn what_the_rules_of_deduction_tell_follows_from_their_sentences() {
    let mut rng = Rng::with_seed(19);
    let mut seen: BTreeMap<Rule, usize> = BTreeMap::new();
    for _ in 0..6_000 {
        let puzzle = random_puzzle(&mut rng, 0.4);
        let program = Linjat.sentence_program(&level_of(&puzzle)).expect("a program");
        let steps = StepPuzzle::of(&program);
        let table = Table::<4>::new(&puzzle);
        let ways = ways_of(&puzzle, &table, &steps);
        let off = |gone: &dyn Fn(Option<usize>) -> bool| -> Vec<Decision> {
            let marks = ways.iter().enumerate().filter(|(_, way)| gone(**way));
            marks.map(|(mark, _)| Decision { mark, on: false }).collect()
        };
        let mut check = StepCheck::new(&steps).expect("rules that can be read");
        let mut deducer = Deducer::explained(&table, &puzzle.dots, DeductionRules::ALL);
        loop {
            let before = deducer.state.clone();
            let Some(round) = deducer.round() else { break };
            let alive = |way: usize| Ways::of(way).is_within(&before.alive);
            let known = off(&|way| way.is_none_or(|way| !alive(way)));
            for note in deducer.layer.notes.as_deref().expect("it was asked for") {
                if note.gone.is_empty() {
                    continue;
                }
                *seen.entry(round.rule).or_default() += 1;
                let told = off(&|way| way.is_some_and(|way| Ways::of(way).is_within(&note.gone)));
                let set = sentences_of(&puzzle, &table, &steps, note.why, &before.owner);
                let follow = check.follow(&told, &set, &known, &|| false).expect("not stopped");
                assert!(follow, "{:?}: {puzzle:?}", note.why);
            }
        }
    }
    let often = |rule: Rule| seen.get(&rule).is_some_and(|times| *times > 10);
    let rules = [Rule::Cover, Rule::CannotFit, Rule::Square];
    assert!(seen.len() >= 4 && rules.into_iter().all(often), "{seen:?}");
}

#[test]
fn steps_lead_to_what_all_solutions_share_and_are_named_by_rules() {
    let mut rng = Rng::with_seed(23);
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..400 {
        let puzzle = random_puzzle(&mut rng, 0.5);
        let level = level_of(&puzzle);
        let table = Table::<4>::new(&puzzle);
        let mut solutions: Vec<Ways> = Vec::new();
        LineSearch::new(&table, &puzzle.dots, &|| false).run(table.all, &mut |lines| {
            solutions.push(*lines);
            true
        });
        let program = Linjat.sentence_program(&level).expect("a program");
        let path = SolvingPath::walk(program, usize::MAX, &|| false, &mut |_, _| {});
        let path = path.expect("a path");
        let ways = ways_of(&puzzle, &table, &path.puzzle);
        let has = |lines: &Ways, mark: usize| {
            ways[mark].is_some_and(|way| Ways::of(way).is_within(lines))
        };
        let first = solutions.first().expect("it was made of one");
        let differs = |mark: &usize| solutions.iter().any(|of| has(of, *mark) != has(first, *mark));
        let differing: Vec<usize> = (0..ways.len()).filter(differs).collect();
        assert_eq!(path.end, PathEnd::Decided { differing }, "{puzzle:?}");
        let known = |of: &Decision| {
            let mark = &path.puzzle.marks()[of.mark];
            let site = mark.site.parse().expect("a site");
            KnownMark { site, mark: mark.mark.parse::<Mark>().expect("a mark"), on: of.on }
        };
        for step in &path.steps {
            assert!(step.marks.iter().all(|of| has(first, of.mark) == of.on), "{puzzle:?}");
            let reasons: Vec<KnownMark> = step.reasons.iter().map(known).collect();
            let marks: Vec<KnownMark> = step.marks.iter().map(known).collect();
            if let Some(name) = Linjat.technique(&level, &reasons, &marks) {
                *names.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    assert!(names.len() >= 3, "{names:?}");
}
