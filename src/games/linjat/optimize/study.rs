//! The optimizer as a study: its settings, and the plan that they make.

use super::together::ClimbFollower;
use super::{GAME, Ground, Optimize, OptimizerPlan, TIERS, Tier, Weights, account};
use foolproof_game::{
    Account, Cluster, Follower, Refusal, Setting, SettingKind, SettingValues, Study, StudyAbout,
    StudyEnd, StudyError, StudyRequest, Studying, Watch, threads,
};
use foolproof_level::{Board, Level};

/// The study of this game.
pub(crate) struct Optimizing;

/// The tier without a name of one.
const TIER: &str = "medium";

const TIER_HELP: &str = "Difficulty: easy, medium, hard, expert, or one of --tiers";
const TIERS_HELP: &str = "A file with your own tiers, in the form that --print-tiers writes";
const PRINT_HELP: &str = "Print the tiers with their sizes, rules and weights, and stop";
const RULES_HELP: &str = "The rules that must be enough to solve a puzzle, instead of the tier's";
const SLOPE_HELP: &str = "Let the scores rise evenly from puzzle to puzzle, instead of making each as \
                          high as possible";
const WEIGHT_HELP: &str =
    "Points for a part of the score, such as square=40 or width=-3; may be repeated";
const TIME_HELP: &str = "Stop after this many seconds and keep the best so far";
const RESUME_HELP: &str = "Save the state in this file, and continue from it";

const SETTINGS: [Setting; 19] = [
    Setting::new("tier", SettingKind::Word, TIER_HELP).value("TIER").usually(TIER),
    Setting::new("tiers", SettingKind::File, TIERS_HELP).value("FILE"),
    Setting::new("print-tiers", SettingKind::Print(TIERS), PRINT_HELP),
    Setting::new("size", SettingKind::Size, "Columns x rows; if not given, the tier's")
        .value("CxR"),
    Setting::new("rules", SettingKind::Several { commas: true }, RULES_HELP).value("RULES"),
    Setting::new("lengths", SettingKind::Bounds, "Lengths of lines at the start, such as 2..5")
        .value("MIN..MAX"),
    Setting::number("longest", 1, 9, "The longest line that a puzzle may get").value("LONGEST"),
    Setting::new("numbers", SettingKind::Bounds, "How many numbers, such as 17 or 15..20")
        .value("MIN..MAX"),
    Setting::number("steps", 0, u64::MAX, "How many changes to try on each puzzle")
        .value("STEPS")
        .usually("10000"),
    Setting::number("seed", 0, u64::MAX, "").value("SEED").usually("1"),
    Setting::number("count", 1, 10_000, "How many puzzles to make")
        .value("COUNT")
        .short('n')
        .usually("1"),
    Setting::new("slope", SettingKind::Flag, SLOPE_HELP),
    Setting::new("around", SettingKind::Level, "Keep the locked cells of this level")
        .value("LEVEL")
        .not_with("size"),
    Setting::new("weight", SettingKind::Weights(&Weights::NAMES), WEIGHT_HELP).value("NAME=WEIGHT"),
    Setting::number("threads", 1, 256, "How many processor threads to use").value("THREADS"),
    Setting::new("time-limit", SettingKind::Time, TIME_HELP).value("SECONDS"),
    Setting::new("resume", SettingKind::Kept, RESUME_HELP).value("FILE"),
    Setting::new("out", SettingKind::Out, ""),
    Setting::new("json", SettingKind::Json, ""),
];

impl Study for Optimizing {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "optimize",
            does: "Make hard Linjat puzzles by trying thousands of changes",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        [&SETTINGS[..], &Setting::of_hosts()].concat()
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let optimize = Optimize::new(planned(asked)?).map_err(|why| Refusal::Plan(why.into()))?;
        Ok(Box::new(OptimizerRun { optimize, whole: false }))
    }

    fn resume(&self, text: &str, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let plan = planned(asked)?;
        let optimize = Optimize::resumed(text, plan.threads);
        let optimize = optimize.map_err(|why| Refusal::Kept(why.into()))?;
        if plan != optimize.plan {
            let why = "it was started with other options; continue with the same ones";
            return Err(Refusal::Kept(why.to_owned()));
        }
        Ok(Box::new(OptimizerRun { optimize, whole: false }))
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

fn lay_over(weights: &mut Weights, values: &SettingValues) {
    for (name, value) in values.weights("weight").into_iter().flatten() {
        if let Some(weight) = weights.named(name) {
            *weight = *value;
        }
    }
}

/// The named tier with the other settings applied.
fn tier_with(values: &SettingValues) -> Result<Tier, Refusal> {
    let mut tier = tier_named(values.text("tier").unwrap_or(TIER), values.text("tiers"))?;
    lay_over(&mut tier.weights, values);
    if let Some(rules) = values.names("rules") {
        tier.rules = rules.to_vec();
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
    let tier = tier_with(values)?;
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
    if let Some(numbers) = values.pair("numbers") {
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
    optimize: Optimize,
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
