//! The optimizer as a study: its settings, the best puzzles so far with their parts, and the curve of each.

use std::sync::Arc;

use parking_lot::Mutex;

use super::together::ClimbFollower;
use super::{
    ClimbedPuzzle, GAME, Ground, Leaking, Optimize, OptimizerPlan, Rule, ShownClimb, TIERS, Tier,
    Weights, account,
};
use foolproof_game::{
    Account, Chart, Cluster, Column, Follower, Glimpse, OptionWords, Refusal, Report, Row,
    SeenLevels, SeenStudy, Setting, SettingChoice, SettingKind, SettingValue, SettingValues, Study,
    StudyAbout, StudyEnd, StudyError, StudyRequest, Studying, Watch, threads,
};
use foolproof_level::{Board, Level};

/// The study of this game.
pub(crate) struct Optimizing;

/// Largest absolute value of a weight.
const HEAVIEST: i32 = 1000;

const NUMBERS: &str = "How many numbers a puzzle has. Around a level: as many as it has, or as \
                       many for each cell.";

const ROUND: &str = "Points for each round that needs this rule.";

/// Identifiers, names and tips of the weights in a form.
const WEIGHTS: [(&str, &str, &str); 8] = [
    ("cover", "Cover", ROUND),
    ("cannot_fit", "Cannot fit", ROUND),
    ("square", "Square", ROUND),
    ("dependent", "Dependent", ROUND),
    ("one_of", "One of", ROUND),
    ("width", "Width", "Points for each number that the widest round finds."),
    (
        "uncontested",
        "Leak: undisputed line",
        "Points for each number with no dot left to cover whose cells matter to no other number: \
         a player who trusts that the solution is unique draws its line at once.",
    ),
    (
        "single_solution",
        "Leak: one solution",
        "Points for each number with several equally good lines that reach no dot: a player who \
         trusts that the solution is unique rules them out.",
    ),
];

fn number(id: &'static str, least: u64, most: u64) -> Setting {
    Setting::new(id, SettingKind::Number { least, most })
}

/// Settings for the difficulty of puzzles.
fn of_tier() -> Vec<Setting> {
    let tier = "Difficulty: easy, medium, hard, expert, or one of --tiers";
    let print = "Print the tiers with their sizes, rules and weights, and stop";
    let all = Rule::ALL.iter().map(|rule| SettingChoice {
        tip: rule.says(),
        ..SettingChoice::new(rule.id(), rule.name())
    });
    let rules = SettingKind::Several { choices: all.collect(), commas: true };
    let rules_help = "The rules that must be enough to solve a puzzle, instead of the tier's";
    vec![
        Setting::new("tier", SettingKind::Word)
            .option(OptionWords::new(tier).value("TIER").usually("medium")),
        Setting::new("tiers", SettingKind::File).option(
            OptionWords::new("A file with your own tiers, in the form that --print-tiers writes")
                .value("FILE"),
        ),
        Setting::new("print-tiers", SettingKind::Print(TIERS)).option(OptionWords::new(print)),
        Setting::new("size", SettingKind::Size)
            .option(OptionWords::new("Columns x rows; if not given, the tier's").value("CxR"))
            .field(
                1,
                &["Columns", "Rows"],
                "Size of the board. If you start from a level: its size.",
                SettingValue::Pair(6, 9),
                &[(2, 16), (2, 16)],
            ),
        Setting::new("rules", rules).option(OptionWords::new(rules_help).value("RULES")).field(
            8,
            &["Solved by"],
            "These rules of deduction must be enough to solve each puzzle.",
            SettingValue::Names(Vec::new()),
            &[],
        ),
        Setting::new("lengths", SettingKind::Bounds).option(
            OptionWords::new("Lengths of lines at the start, such as 2..5").value("MIN..MAX"),
        ),
        number("longest", 1, 9)
            .option(OptionWords::new("The longest line that a puzzle may get").value("LONGEST")),
        Setting::new("numbers", SettingKind::Bounds)
            .option(OptionWords::new("How many numbers, such as 17 or 15..20").value("MIN..MAX"))
            .field(
                2,
                &["Numbers, least", "Numbers, most"],
                NUMBERS,
                SettingValue::Pair(1, 1),
                &[(1, 120), (1, 120)],
            ),
    ]
}

/// Settings for the amount of work, and for the level around which it is done.
fn of_course() -> Vec<Setting> {
    let slope = "Let the scores rise evenly from puzzle to puzzle, instead of making each as high \
                 as possible";
    let steps = OptionWords::new("How many changes to try on each puzzle");
    let weight = "Points for a part of the score, such as square=40 or width=-3; may be repeated";
    let names = WEIGHTS.map(|(value, words, tip)| SettingChoice { value, words, tip }).to_vec();
    vec![
        number("steps", 0, u64::MAX).option(steps.value("STEPS").usually("10000")).field(
            4,
            &["Changes"],
            "How many changes are tried on each puzzle. More take longer and score higher.",
            SettingValue::Number(10_000),
            &[(100, 10_000_000)],
        ),
        number("seed", 0, u64::MAX).option(OptionWords::new("").value("SEED").usually("1")).field(
            5,
            &["Seed"],
            "The same seed makes the same puzzles.",
            SettingValue::Number(1),
            &[(0, u32::MAX)],
        ),
        number("count", 1, 10_000)
            .option(
                OptionWords::new("How many puzzles to make").value("COUNT").short('n').usually("1"),
            )
            .field(
                3,
                &["Puzzles"],
                "How many puzzles to make.",
                SettingValue::Number(4),
                &[(1, 1000)],
            ),
        Setting::new("slope", SettingKind::Flag).option(OptionWords::new(slope)).field(
            9,
            &["Scores", "rise evenly from puzzle to puzzle"],
            "Instead of making each score as high as possible.",
            SettingValue::Flag(false),
            &[],
        ),
        Setting::new("around", SettingKind::Level)
            .option(
                OptionWords::new("Keep the locked cells of this level")
                    .value("LEVEL")
                    .not_with("size"),
            )
            .field(
                10,
                &["Start from", "keep the locked cells of this level"],
                "All puzzles keep what is locked in this level.",
                SettingValue::Flag(false),
                &[],
            ),
        Setting::new("weight", SettingKind::Weights { names, heaviest: HEAVIEST })
            .option(OptionWords::new(weight).value("NAME=WEIGHT"))
            .field(7, &[], "", weights_of(Weights::default()), &[]),
    ]
}

fn of_work() -> Vec<Setting> {
    let time = "Stop after this many seconds and keep the best so far";
    let file = "Save the state in this file, and continue from it";
    vec![
        number("threads", 1, 256)
            .option(OptionWords::new("How many processor threads to use").value("THREADS"))
            .field(
                6,
                &["Threads"],
                "How many processor threads to use.",
                SettingValue::Number(threads() as u64),
                &[(1, 64)],
            ),
        Setting::new("time-limit", SettingKind::Time)
            .option(OptionWords::new(time).value("SECONDS")),
        Setting::new("resume", SettingKind::Kept).option(OptionWords::new(file).value("FILE")),
        Setting::new("out", SettingKind::Out).option(OptionWords::new("")),
        Setting::new("json", SettingKind::Json).option(OptionWords::new("")),
    ]
}

fn weights_of(mut weights: Weights) -> SettingValue {
    let of = |name: &str| Some((name.to_owned(), *weights.named(name)?));
    SettingValue::Weights(Weights::NAMES.into_iter().filter_map(of).collect())
}

/// A form's values for a tier, added to the unrelated ones.
fn filled_in(mut values: SettingValues, tier: &Tier) -> SettingValues {
    values.set("size", SettingValue::Pair(tier.cols, tier.rows));
    values.set("numbers", SettingValue::Pair(tier.numbers.0, tier.numbers.1));
    values.set("rules", SettingValue::Names(tier.rules.clone()));
    values.set("weight", weights_of(tier.weights));
    values
}

impl Study for Optimizing {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "optimize",
            does: "Make hard Linjat puzzles by trying thousands of changes",
            name: "Optimize puzzles",
            about: "Makes the most of a difficulty: changes each puzzle thousands of times, and keeps \
                    a change when the score rises. Long deductions with little to find in each \
                    round score best. The weights say how many points each part is worth.",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        let mut settings = [of_tier(), of_course(), of_work(), Setting::of_hosts(11)].concat();
        // A form begins with the first tier.
        let first = Tier::all().first();
        let begin = first.map(|tier| filled_in(SettingValues::of_fields(&settings), tier));
        for Setting { id, field, .. } in &mut settings {
            let value = begin.as_ref().and_then(|begin| begin.0.get(*id));
            if let (Some(field), Some(value)) = (field, value) {
                field.begin = value.clone();
            }
        }
        settings
    }

    fn presets(&self) -> Vec<(String, SettingValues)> {
        let begin = SettingValues::of_fields(&self.settings());
        let preset = |tier: &Tier| (tier.name.clone(), filled_in(begin.clone(), tier));
        Tier::all().iter().map(preset).collect()
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let optimize = Optimize::new(planned(asked)?).map_err(|why| Refusal::Plan(why.into()))?;
        Ok(Box::new(OptimizerRun { optimize: Arc::new(optimize), whole: false }))
    }

    fn resume(
        &self,
        text: &str,
        asked: Option<&StudyRequest>,
    ) -> Result<Box<dyn Studying>, Refusal> {
        let plan = asked.map(planned).transpose()?;
        let threads = plan.as_ref().map_or_else(threads, |plan| plan.threads);
        let optimize = Optimize::resumed(text, threads).map_err(|why| Refusal::Kept(why.into()))?;
        if plan.is_some_and(|plan| plan != optimize.plan) {
            let why = "it was started with other options; continue with the same ones";
            return Err(Refusal::Kept(why.to_owned()));
        }
        Ok(Box::new(OptimizerRun { optimize: Arc::new(optimize), whole: false }))
    }

    fn follower(&self, work: &[u8], threads: usize) -> Result<Box<dyn Follower>, StudyError> {
        Ok(Box::new(ClimbFollower::new(work, threads)?))
    }
}

/// The tier of this name, from a file of tiers or from the built-in ones.
fn tier_named(name: &str, own: Option<&str>) -> Result<Tier, Refusal> {
    let own = own.map(Tier::read).transpose().map_err(|why| Refusal::of("tiers", why))?;
    let all = own.as_deref().unwrap_or(Tier::all());
    let known = || all.iter().map(|tier| tier.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = all.iter().find(|tier| tier.id == name).cloned();
    found.ok_or_else(|| Refusal::of("tier", format!("`{name}` is not one of {}", known())))
}

/// A custom tier, if none is named; it takes the name of the tier that it resembles.
fn tier_like(values: &SettingValues) -> Result<Tier, Refusal> {
    let missing = |id: &str| Refusal::of(id, "give a value");
    let mut weights = Weights::default();
    lay_over(&mut weights, values);
    let (cols, rows) = values.pair("size").ok_or_else(|| missing("size"))?;
    let numbers = values.pair("numbers").ok_or_else(|| missing("numbers"))?;
    let rules = values.names("rules").unwrap_or_default();
    let same = |tier: &&Tier| tier.rules == rules && tier.weights == weights;
    let sized = |tier: &&Tier| same(tier) && (tier.cols, tier.rows) == (cols, rows);
    let all = Tier::all().iter();
    let known = all.clone().find(sized).or_else(|| all.clone().find(same));
    let id = known.map_or_else(|| "own".to_owned(), |tier| tier.id.clone());
    let (name, lengths, longest) = (id.clone(), (2, 5), 8);
    Ok(Tier { id, name, cols, rows, numbers, lengths, longest, rules, weights })
}

fn lay_over(weights: &mut Weights, values: &SettingValues) {
    for (name, value) in values.weights("weight").into_iter().flatten() {
        if let Some(weight) = weights.named(name) {
            *weight = *value;
        }
    }
}

/// A named tier with the other settings applied.
fn tier_with(name: &str, values: &SettingValues) -> Result<Tier, Refusal> {
    let mut tier = tier_named(name, values.text("tiers"))?;
    lay_over(&mut tier.weights, values);
    if let Some(rules) = values.names("rules") {
        tier.rules = rules;
        tier.known_rules().map_err(|why| Refusal::of("rules", why))?;
    }
    if let Some((least, most)) = values.pair("lengths") {
        let small = |length: u16| u8::try_from(length).ok().filter(|n| (1..=9).contains(n));
        let bounds = small(least).zip(small(most)).filter(|(least, most)| least <= most);
        let said = if least == most { format!("{least}") } else { format!("{least}..{most}") };
        let why = || Refusal::of("lengths", format!("`{said}` is not within 1..9"));
        tier.lengths = bounds.ok_or_else(why)?;
    }
    if let Some(longest) = values.number("longest") {
        // A larger value would fail the tier's own check.
        tier.longest = u8::try_from(longest).unwrap_or(u8::MAX);
    }
    Ok(tier)
}

fn planned(asked: &StudyRequest) -> Result<OptimizerPlan, Refusal> {
    let StudyRequest { values, level } = asked;
    let named = values.text("tier");
    let tier = match named {
        Some(name) => tier_with(name, values)?,
        None => tier_like(values)?,
    };
    let mut plan = match level {
        Some(level) if level.game != GAME => {
            let why = format!("{} is not a level of Linjat", level.title);
            return Err(Refusal::of("around", why));
        }
        Some(level) => OptimizerPlan::new(&tier, Ground::Around(level)),
        None => {
            let (cols, rows) = values.pair("size").unwrap_or((tier.cols, tier.rows));
            OptimizerPlan::new(&tier, Ground::Bare(Board { cols, rows, tray: 0 }))
        }
    }
    .map_err(|why| Refusal::Plan(why.into()))?;
    // The form's numbers come from its tier, adjusted to the size of the surrounding level.
    if let Some(numbers) = values.pair("numbers").filter(|_| named.is_some() || level.is_none()) {
        plan.numbers = numbers;
    }
    plan.steps = values.number("steps").unwrap_or(plan.steps);
    plan.seed = values.number("seed").unwrap_or(plan.seed);
    plan.count = values.count("count").unwrap_or(plan.count);
    plan.slope = values.flag("slope");
    plan.threads = values.count("threads").unwrap_or_else(threads);
    Ok(plan)
}

/// Optimizing under way.
struct OptimizerRun {
    optimize: Arc<Optimize>,
    /// All steps were made.
    whole: bool,
}

impl Studying for OptimizerRun {
    fn run(&mut self, watch: &dyn Watch) -> StudyEnd {
        self.whole = self.optimize.run(watch);
        if self.whole { StudyEnd::Whole } else { StudyEnd::Stopped }
    }

    fn run_together(&mut self, watch: &dyn Watch, cluster: &mut dyn Cluster) -> StudyEnd {
        let climbed = self.optimize.run_together(watch, cluster);
        self.whole = climbed == Ok(true);
        StudyEnd::of_cluster(climbed)
    }

    fn work(&self) -> Result<Vec<u8>, StudyError> {
        Ok(self.optimize.kept().into_bytes())
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
        // Levels are only rebuilt for new puzzles.
        let made: Mutex<Vec<Option<(ClimbedPuzzle, Level)>>> =
            Mutex::new(vec![None; optimize.count()]);
        Some(Arc::new(move || {
            let mut made = made.lock();
            let mut levels = Vec::new();
            for (at, known) in made.iter_mut().enumerate() {
                let Some(found) = optimize.best(at) else { continue };
                if known.as_ref().is_none_or(|(old, _)| *old != found) {
                    let level = optimize.laid(at, &found);
                    *known = Some((found, level));
                }
                let of = |(_, level): &(ClimbedPuzzle, Level)| SeenLevels {
                    row: name(at),
                    levels: vec![level.clone()],
                };
                levels.extend(known.as_ref().map(of));
            }
            SeenStudy { report: report(&optimize), levels }
        }))
    }

    fn best_levels(&self) -> Vec<Level> {
        self.optimize.levels()
    }

    fn account(&self) -> Account {
        account::account(&self.optimize, self.whole)
    }

    fn kept(&self) -> Result<String, StudyError> {
        Ok(self.optimize.kept())
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
    let mut columns =
        vec![column("score", "The sum of all parts, each times its weight. Higher is harder.")];
    columns.push(column("rounds", "How many rounds of deduction solve it."));
    columns.extend(Rule::ALL.iter().map(|rule| column(rule.name(), rule.says())));
    columns.push(column(
        "widest",
        "How many numbers the widest round finds something about. Narrow puzzles are harder.",
    ));
    columns.push(column(
        "leaks",
        "How many numbers a player who trusts that the solution is unique can place without \
         deduction.",
    ));
    columns.push(column("changes", "How many changes were tried."));
    let all: Vec<ShownClimb> = (0..optimize.count()).map(|at| optimize.shown(at)).collect();
    let rows: Vec<Row> = all.iter().enumerate().filter_map(|(at, shown)| row(at, shown)).collect();
    let steps: u64 = all.iter().map(|shown| shown.steps).sum();
    let seconds = optimize.elapsed().as_secs_f64();
    let summary = format!(
        "{} of {} puzzles found, {steps} changes tried, {seconds:.1} s",
        rows.len(),
        all.len()
    );
    Report { summary, columns, rows }
}

fn row(at: usize, shown: &ShownClimb) -> Option<Row> {
    let found = shown.best.as_ref()?;
    let course = &found.course;
    let mut values = vec![found.score as f64, f64::from(course.rounds())];
    values.extend(Rule::ALL.iter().map(|rule| f64::from(course.of_rule(*rule))));
    let leaks: u32 = Leaking::ALL.iter().map(|kind| course.leaks_of(*kind)).sum();
    values.extend([f64::from(course.width()), f64::from(leaks), shown.steps as f64]);
    let bars = shown.curve.iter().map(|(step, score)| (step.to_string(), *score as f64));
    let mut bars: Vec<(String, f64)> = bars.collect();
    bars.push((shown.steps.to_string(), found.score as f64));
    let charts = vec![Chart::curve("Best score so far, by the number of changes tried", bars)];
    Some(Row { name: name(at), mark: None, values, charts })
}
