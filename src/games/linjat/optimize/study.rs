//! The optimizer as a study: its settings, the best puzzles so far with their parts, and the curve of
//! each.

use std::sync::{Arc, Mutex, PoisonError};

use super::{Found, Ground, Leaking, Optimize, Plan, Rule, Shown, Tier, Weights};
use crate::games::study::{
    Chart, Column, Form, Glimpse, Report, Row, Seen, Setting, Study, Studying, Value, threads,
};
use crate::level::{Board, Level};

/// The study of this game.
pub struct Optimizing;

/// How far a weight may be from nothing, either way.
const HEAVIEST: i32 = 1000;

const NUMBERS: &str = "How many numbers; around a level as many as it has, or as many a cell.";

/// What the weights are called in a form.
const WEIGHTS: [(&str, &str, &str); 8] = [
    ("cover", "Cover", "Worth of a round of this rule."),
    ("cannot_fit", "Cannot fit", "Worth of a round of this rule."),
    ("square", "Square", "Worth of a round of this rule."),
    ("dependent", "Dependent", "Worth of a round of this rule."),
    ("one_of", "One of", "Worth of a round of this rule."),
    ("width", "Width", "Worth of each number in the widest round."),
    ("uncontested", "Leak: uncontested", "Worth of each number that leaks so."),
    ("single_solution", "Leak: single solution", "Worth of each number that leaks so."),
];

fn settings_of(tier: &Tier) -> Vec<Setting> {
    let number = Setting::number;
    let largest = u32::from(crate::games::linjat::formats::LARGEST);
    let threads = u32::try_from(threads()).unwrap_or(1);
    let size = |side: u16| (u32::from(side), 2, largest);
    let numbers = |count: u16| (u32::from(count), 1, 120);
    let mut settings = vec![
        number("cols", "Columns", "Of the board; that of the level around it.", size(tier.cols)),
        number("rows", "Rows", "Of the board; that of the level around it.", size(tier.rows)),
        number("least", "Numbers, least", NUMBERS, numbers(tier.numbers.0)),
        number("most", "Numbers, most", NUMBERS, numbers(tier.numbers.1)),
        number("count", "Puzzles", "How many are made.", (4, 1, 1000)),
        number("steps", "Steps", "Changes of each puzzle.", (10_000, 100, 10_000_000)),
        number("seed", "Seed", "The same seed makes the same puzzles.", (1, 0, u32::MAX)),
        number("threads", "Threads", "How many work at once.", (threads, 1, 64)),
    ];
    let mut weights = tier.weights;
    settings.extend(WEIGHTS.iter().map(|(id, name, tip)| Setting {
        id,
        name,
        tip,
        value: Value::Weight {
            value: weights.named(id).map_or(0, |weight| *weight),
            least: -HEAVIEST,
            most: HEAVIEST,
        },
    }));
    let rules = Rule::ALL
        .iter()
        .map(|rule| (rule.name(), rule.id(), tier.rules.iter().any(|id| id == rule.id())));
    let several = |id, name, tip, values| Setting { id, name, tip, value: Value::Several(values) };
    settings.push(several("rules", "Solved by", "Rules that are enough.", rules.collect()));
    let slope = vec![("scores rise evenly from puzzle to puzzle", "slope", false)];
    settings.push(several("slope", "Slope", "Rather than as high as can be.", slope));
    let around = vec![("what is locked of this level", "level", false)];
    settings.push(several("around", "Around", "Puzzles that keep what is there.", around));
    settings
}

impl Study for Optimizing {
    fn name(&self) -> &'static str {
        "Optimize puzzles"
    }

    fn about(&self) -> &'static str {
        "Puzzles that are changed, dotted anew and rated, thousands of times: deep and narrow ones \
         score best. The weights say what is worth how much."
    }

    fn settings(&self) -> Vec<Setting> {
        Tier::all().first().map(settings_of).unwrap_or_default()
    }

    fn presets(&self) -> Vec<(String, Vec<Setting>)> {
        Tier::all().iter().map(|tier| (tier.name.clone(), settings_of(tier))).collect()
    }

    fn start(
        &self,
        settings: &[Setting],
        level: Option<&Level>,
    ) -> Result<Box<dyn Studying>, String> {
        let plan = planned(settings, level)?;
        Ok(Box::new(Running { optimize: Arc::new(Optimize::new(plan)?) }))
    }

    fn resume(&self, text: &str) -> Result<Box<dyn Studying>, String> {
        Ok(Box::new(Running { optimize: Arc::new(Optimize::resumed(text, threads())?) }))
    }
}

/// The name of the tier that settings began with: its weights and rules, or one's own.
fn tier_of(rules: &[String], weights: &Weights, size: (u16, u16)) -> String {
    let same = |tier: &&Tier| tier.rules == rules && tier.weights == *weights;
    let sized = |tier: &&Tier| same(tier) && (tier.cols, tier.rows) == size;
    let all = Tier::all().iter();
    let known = all.clone().find(sized).or_else(|| all.clone().find(same));
    known.map_or_else(|| "own".to_owned(), |tier| tier.id.clone())
}

fn planned(settings: &[Setting], level: Option<&Level>) -> Result<Plan, String> {
    let form = Form(settings);
    let mut weights = Weights::default();
    for name in Weights::NAMES {
        if let (Some(weight), Some(value)) = (weights.named(name), form.weight(name)) {
            *weight = value;
        }
    }
    let (cols, rows, rules) = (form.small("cols"), form.small("rows"), form.names("rules"));
    let tier = tier_of(&rules, &weights, (cols, rows));
    let numbers = (form.small("least"), form.small("most"));
    let tier = Tier {
        name: tier.clone(),
        id: tier,
        cols,
        rows,
        numbers,
        lengths: (2, 5),
        longest: 8,
        rules,
        weights,
    };
    let around = level.filter(|_| !form.names("around").is_empty());
    let mut plan = match around {
        Some(level) => Plan::new(&tier, Ground::Around(level))?,
        None => {
            let mut plan = Plan::new(&tier, Ground::Bare(Board { cols, rows, tray: 0 }))?;
            plan.numbers = numbers;
            plan
        }
    };
    plan.steps = u64::from(form.number("steps"));
    plan.seed = u64::from(form.number("seed"));
    plan.count = form.number("count") as usize;
    plan.threads = form.number("threads") as usize;
    plan.slope = !form.names("slope").is_empty();
    Ok(plan)
}

/// Optimizing under way.
struct Running {
    optimize: Arc<Optimize>,
}

impl Studying for Running {
    fn run(&mut self, go_on: &(dyn Fn(f64) -> bool + Sync)) -> bool {
        self.optimize.run(go_on)
    }

    fn report(&self) -> Report {
        report(&self.optimize)
    }

    fn levels(&self, row: &str) -> Vec<Level> {
        (0..self.optimize.count())
            .find(|at| name(*at) == row)
            .and_then(|at| self.optimize.level(at))
            .into_iter()
            .collect()
    }

    fn glimpse(&self) -> Option<Glimpse> {
        let optimize = Arc::clone(&self.optimize);
        // Levels are made anew only of puzzles that are new.
        let made: Mutex<Vec<Option<(Found, Level)>>> = Mutex::new(vec![None; optimize.count()]);
        Some(Arc::new(move || {
            let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
            let mut levels = Vec::new();
            for (at, known) in made.iter_mut().enumerate() {
                let Some(found) = optimize.best(at) else { continue };
                if known.as_ref().is_none_or(|(old, _)| *old != found) {
                    let level = optimize.laid(at, &found);
                    *known = Some((found, level));
                }
                levels.extend(known.as_ref().map(|(_, level)| (name(at), vec![level.clone()])));
            }
            Seen { report: report(&optimize), levels }
        }))
    }

    fn kept(&self) -> String {
        self.optimize.kept()
    }
}

fn name(at: usize) -> String {
    format!("Puzzle {}", at + 1)
}

fn report(optimize: &Optimize) -> Report {
    let column = |name: &str, tip: &str| Column {
        name: name.to_owned(),
        tip: tip.to_owned(),
        digits: 0,
        shaded: false,
    };
    let mut columns = vec![column("score", "By the weights.")];
    columns.push(column("rounds", "Rounds of deduction."));
    columns.extend(Rule::ALL.iter().map(|rule| column(rule.name(), rule.says())));
    columns.push(column("width", "Numbers in the widest round."));
    columns.push(column("leaks", "Numbers that leak."));
    columns.push(column("steps", "Steps made."));
    let all: Vec<Shown> = (0..optimize.count()).map(|at| optimize.shown(at)).collect();
    let rows: Vec<Row> = all.iter().enumerate().filter_map(|(at, shown)| row(at, shown)).collect();
    let steps: u64 = all.iter().map(|shown| shown.steps).sum();
    let seconds = optimize.elapsed().as_secs_f64();
    let summary = format!("{} of {} puzzles, {steps} steps, {seconds:.1} s", rows.len(), all.len());
    Report { summary, columns, rows }
}

fn row(at: usize, shown: &Shown) -> Option<Row> {
    let found = shown.best.as_ref()?;
    let course = &found.course;
    let mut values = vec![found.score as f64, f64::from(course.rounds())];
    values.extend(Rule::ALL.iter().map(|rule| f64::from(course.of_rule(*rule))));
    let leaks: u32 = Leaking::ALL.iter().map(|kind| course.leaks_of(*kind)).sum();
    values.extend([f64::from(course.width()), f64::from(leaks), shown.steps as f64]);
    let bars = shown.curve.iter().map(|(step, score)| (step.to_string(), *score as f64));
    let mut bars: Vec<(String, f64)> = bars.collect();
    bars.push((shown.steps.to_string(), found.score as f64));
    let charts = vec![Chart::curve("Score of the best over steps", bars)];
    Some(Row { name: name(at), mark: None, values, charts })
}
