//! `complete`, `repair` and `minimise`: verbs that return a changed level.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;

use clap::Args;

use crate::generating::verb::none_lines;
use foolproof_cli::Report;
use foolproof_cli::args::{Common, StepArgs, symmetry};
use foolproof_cli::input::{Picked, Usage, pick_level};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{Asker, about, holds, is_proved};
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, counted, time_text};
use foolproof_level::Level;
use foolproof_solver::{
    CompleteLevel, CompletionWay, EarlierCompletions, FewestChanges, Finding, MINIMISE,
    MinimiseLevel, ProposedLevel, Question, SearchedLevels, Status, Symmetry, Truth, Why,
    completion_rank,
};

/// Fill the open cells and change as few painted ones as possible
#[derive(Debug, Args)]
pub(super) struct Complete {
    #[command(flatten)]
    asked: AskedCompletions,
}

/// Change as few marks as possible, so that the level is as it should be; with --hardest, --narrowest
/// or --no-guessing, so that its solving steps are, too
#[derive(Debug, Args)]
pub(super) struct Repair {
    #[command(flatten)]
    asked: AskedCompletions,
}

/// What is asked for.
#[derive(Debug, Args)]
struct AskedCompletions {
    level: OsString,
    /// So many proposals, each with other marks, those with the fewest changes first; --out
    /// takes the first
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    count: u32,
    #[command(flatten)]
    steps: StepArgs,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    common: Common,
}

/// Remove painted marks until every one that is left is needed: what the level asks for stays
/// true, and a unique solution stays the only one (exit status 1: more marks may go)
#[derive(Debug, Args)]
pub(super) struct Minimise {
    level: OsString,
    /// The same seed tries marks in the same order
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Remove symmetric pairs of marks together
    #[arg(long, value_parser = symmetry())]
    symmetry: Option<Symmetry>,
    #[command(flatten)]
    steps: StepArgs,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    common: Common,
}

impl Verb for Complete {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        self.asked.run(games, CompletionWay::Fill)
    }

    fn writes_levels_out(&self) -> bool {
        self.asked.out.is_standard()
    }
}

impl Verb for Repair {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        self.asked.run(games, CompletionWay::Repair)
    }

    fn writes_levels_out(&self) -> bool {
        self.asked.out.is_standard()
    }
}

impl AskedCompletions {
    fn run(&self, games: &Games, way: CompletionWay) -> Result<Report, Usage> {
        let Self { level, count, steps, out, common } = self;
        let picked = pick_level(games, level)?;
        let steps = steps.aims(&*picked.game)?;
        let question = CompleteLevel { steps, way, ..CompleteLevel::default() };
        match *count {
            1 => changed_level(games, picked, verb_of(way), &question.into(), out, common),
            count => several_completions(games, picked, &question, count, out, common),
        }
    }
}

/// Returns the name of the verb, also used in reports.
fn verb_of(way: CompletionWay) -> &'static str {
    match way {
        CompletionWay::Fill => "complete",
        CompletionWay::Repair => "repair",
    }
}

/// Prints several completions, the one with the fewest changes first, and why there are not more.
fn several_completions(
    games: &Games,
    picked: Picked,
    first: &CompleteLevel,
    count: u32,
    out: &OutArgs,
    common: &Common,
) -> Result<Report, Usage> {
    let out = PackOut::of(games, out, Some(&picked))?;
    let Picked { level, game, .. } = picked;
    let mut asker = Asker::new(games)?;
    let (mut found, mut end, verb) = (Vec::<Finding>::new(), None, verb_of(first.way));
    let mut earlier = EarlierCompletions::default();
    while found.len() < count as usize {
        let question = Question::from(CompleteLevel { earlier: earlier.clone(), ..first.clone() });
        let findings = asker.ask(&level, &question, &common.limits())?;
        let Some(finding) = about(&findings, question.topic()).cloned() else { break };
        match finding.answer.proposed() {
            Some(proposed) => {
                let proved = finding.status() == Status::Proved;
                earlier = earlier.and_found(first.way, &level, &proposed.level, proved);
                found.push(finding);
            }
            None => {
                end = Some(finding);
                break;
            }
        }
    }
    found.sort_by_key(completion_rank);
    let outcome = holds(found.first().is_some_and(is_proved));
    if let Some((out, first)) = out.as_ref().zip(found.first().and_then(|f| f.answer.proposed())) {
        out.change((*first.level).clone())?;
    }
    let mut text = String::new();
    for (number, finding) in found.iter().enumerate() {
        let what = if first.way == CompletionWay::Repair { "Repair" } else { "Completion" };
        let _ = writeln!(text, "{what} {} of {}", number + 1, found.len());
        let file = out.as_ref().and_then(PackOut::file).filter(|_| number == 0);
        describe(&*game, &level, verb, file, finding, &mut text);
    }
    if let Some(end) = &end {
        describe(&*game, &level, verb, None, end, &mut text);
    }
    found.extend(end);
    Ok(Report::new(outcome, text).all_findings(&level, &found))
}

impl Verb for Minimise {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let Self { level, seed, symmetry, out, common, .. } = self;
        let picked = pick_level(games, level)?;
        let steps = self.steps.aims(&*picked.game)?;
        let question = Question::from(MinimiseLevel { seed: *seed, symmetry: *symmetry, steps });
        changed_level(games, picked, "minimise", &question, out, common)
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

/// Runs a verb that returns a changed level.
fn changed_level(
    games: &Games,
    picked: Picked,
    verb: &str,
    question: &Question,
    out: &OutArgs,
    common: &Common,
) -> Result<Report, Usage> {
    let out = PackOut::of(games, out, Some(&picked))?;
    let Picked { level, game, .. } = picked;
    let findings = Asker::new(games)?.ask(&level, question, &common.limits())?;
    let finding = about(&findings, question.topic());
    // A level that the time limit cut short is not the answer, but better than none.
    let outcome = holds(finding.is_some_and(is_proved));
    let proposed = finding.and_then(|finding| finding.answer.proposed());
    if let Some((out, proposed)) = out.as_ref().zip(proposed) {
        out.change((*proposed.level).clone())?;
    }
    let mut text = String::new();
    if let Some(finding) = finding {
        let file = out.as_ref().and_then(PackOut::file);
        describe(&*game, &level, verb, file, finding, &mut text);
    }
    Ok(Report::new(outcome, text).findings(&level, findings))
}

fn describe(
    game: &dyn Game,
    before: &Level,
    verb: &str,
    file: Option<&Path>,
    finding: &Finding,
    text: &mut String,
) {
    let time = time_text(finding.how.elapsed);
    let proposed = finding.answer.proposed();
    let Some(ProposedLevel { level, changed, shortcut_free, unique, fewest, .. }) = proposed else {
        let (none, not_found) = match verb {
            "minimise" => ("Every mark is needed", "No mark was removed"),
            "repair" => ("There is no repair", "No repair was found"),
            _ => ("There is no completion", "No completion was found"),
        };
        text.push_str(&none_lines(finding, none, not_found, &time));
        return;
    };
    if finding.topic() == MINIMISE {
        let marks = counted(changed.len(), "mark", "marks");
        let more = match finding.status() {
            Status::Unknown(why) => format!("; more may go: {}", why.words()),
            _ => String::new(),
        };
        let _ = writeln!(text, "{marks} removed ({time}){more}");
    } else {
        let words = match unique {
            true => "One solution: proved".to_owned(),
            false => completion_text(shortcut_free, finding.answer.searched()),
        };
        let _ = writeln!(text, "{words} ({time})");
        let given_up = proposed.and_then(ProposedLevel::given_up_words);
        let fewest = fewest_text(*fewest, changed.len()).map(str::to_owned);
        for words in given_up.into_iter().chain(fewest) {
            let _ = writeln!(text, "{words}");
        }
    }
    if before.intended.is_some() && level.intended.is_some() && before.intended != level.intended {
        text.push_str("The solution is another one.\n");
    }
    match file {
        Some(file) if changed.is_empty() => {
            let _ =
                writeln!(text, "The level is unchanged, and was written to {}.", file.display());
        }
        None if changed.is_empty() => text.push_str("The level is unchanged.\n"),
        _ => {}
    }
    for site in changed {
        let name = |level: &Level| level.mark(*site).map_or("empty".into(), |m| game.describe(m));
        let _ = writeln!(text, "  {}: {} → {}", site.name(), name(before), name(level));
    }
}

/// Says whether fewer changes would do, if any were made.
fn fewest_text(fewest: FewestChanges, changed: usize) -> Option<&'static str> {
    match fewest {
        FewestChanges::Proved => Some("No fewer changes would do."),
        FewestChanges::OfTakenOff => Some("To take off fewer marks would not do."),
        FewestChanges::Unknown if changed > 1 => Some("Fewer changes may do."),
        FewestChanges::Unknown => None,
    }
}

/// Says whether a completed level qualifies, and if not, whether another one can.
fn completion_text(shortcut_free: &Truth, searched: Option<&SearchedLevels>) -> String {
    match (shortcut_free, searched) {
        (Truth::Holds(()), _) => "Shortcut-free: proved".to_owned(),
        (Truth::Fails(()), Some(searched)) => {
            format!("This level has a shortcut, and no level is without one{}", searched.short)
        }
        (Truth::Fails(()), None) => {
            "This level has a shortcut; time ran out before one without it was found".to_owned()
        }
        // Nothing was asked of its solutions.
        (Truth::Unknown(Why::Moot(_)), _) => "The level can be solved".to_owned(),
        (unknown, _) => format!("Shortcut-free: {}", unknown.status().words()),
    }
}
