//! The optimizer as a study: its settings, the best puzzles so far with their parts, and the curve of each.

use super::together::ClimbFollower;
use super::{GAME, Ground, Optimize, OptimizerPlan, TIERS, Tier, Weights, account};
use foolproof_game::{
    Account, Cluster, Follower, OptionWords, Refusal, Setting, SettingKind, SettingValues, Study,
    StudyAbout, StudyEnd, StudyError, StudyRequest, Studying, Watch, threads,
};
use foolproof_level::{Board, Level};

/// The study of this game.
pub(crate) struct Optimizing;

fn number(id: &'static str, least: u64, most: u64) -> Setting {
    Setting::new(id, SettingKind::Number { least, most })
}

/// Settings for the difficulty of puzzles.
fn of_tier() -> Vec<Setting> {
    let tier = "Difficulty: easy, medium, hard, expert, or one of --tiers";
    let print = "Print the tiers with their sizes, rules and weights, and stop";
    let rules = SettingKind::Several { commas: true };
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
            .option(OptionWords::new("Columns x rows; if not given, the tier's").value("CxR")),
        Setting::new("rules", rules).option(OptionWords::new(rules_help).value("RULES")),
        Setting::new("lengths", SettingKind::Bounds).option(
            OptionWords::new("Lengths of lines at the start, such as 2..5").value("MIN..MAX"),
        ),
        number("longest", 1, 9)
            .option(OptionWords::new("The longest line that a puzzle may get").value("LONGEST")),
        Setting::new("numbers", SettingKind::Bounds)
            .option(OptionWords::new("How many numbers, such as 17 or 15..20").value("MIN..MAX")),
    ]
}

/// Settings for the amount of work, and for the level around which it is done.
fn of_course() -> Vec<Setting> {
    let slope = "Let the scores rise evenly from puzzle to puzzle, instead of making each as high \
                 as possible";
    let steps = OptionWords::new("How many changes to try on each puzzle");
    let weight = "Points for a part of the score, such as square=40 or width=-3; may be repeated";
    vec![
        number("steps", 0, u64::MAX).option(steps.value("STEPS").usually("10000")),
        number("seed", 0, u64::MAX).option(OptionWords::new("").value("SEED").usually("1")),
        number("count", 1, 10_000).option(
            OptionWords::new("How many puzzles to make").value("COUNT").short('n').usually("1"),
        ),
        Setting::new("slope", SettingKind::Flag).option(OptionWords::new(slope)),
        Setting::new("around", SettingKind::Level).option(
            OptionWords::new("Keep the locked cells of this level").value("LEVEL").not_with("size"),
        ),
        Setting::new("weight", SettingKind::Weights(&Weights::NAMES))
            .option(OptionWords::new(weight).value("NAME=WEIGHT")),
    ]
}

fn of_work() -> Vec<Setting> {
    let time = "Stop after this many seconds and keep the best so far";
    let file = "Save the state in this file, and continue from it";
    vec![
        number("threads", 1, 256)
            .option(OptionWords::new("How many processor threads to use").value("THREADS")),
        Setting::new("time-limit", SettingKind::Time)
            .option(OptionWords::new(time).value("SECONDS")),
        Setting::new("resume", SettingKind::Kept).option(OptionWords::new(file).value("FILE")),
        Setting::new("out", SettingKind::Out).option(OptionWords::new("")),
        Setting::new("json", SettingKind::Json).option(OptionWords::new("")),
    ]
}

impl Study for Optimizing {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "optimize",
            does: "Make hard Linjat puzzles by trying thousands of changes",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        [of_tier(), of_course(), of_work(), Setting::of_hosts()].concat()
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let optimize = Optimize::new(planned(asked)?).map_err(|why| Refusal::Plan(why.into()))?;
        Ok(Box::new(OptimizerRun { optimize, whole: false }))
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
    let tier = tier_with(values.text("tier").unwrap_or("medium"), values)?;
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
