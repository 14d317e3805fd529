//! `steps` and `deduce`: print the solving steps of a level, from its rules alone or in the game's own way.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::question::{
    DEDUCTION, DeduceLevel, FindSteps, FoundSteps, STEPS, SitesTried, StepsBy, StepsEnd, TRIALS,
    TryHelpingMarks,
};
use super::techniques::name_of;
use super::words::{BY_CHOICE, NO_PLAY, NOTHING_LEFT, marks_text, sentence_text, technique_text};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Picked, STANDARD, Usage, pick_level, read_site};
use foolproof_cli::questions::{
    Asker, about, answer_report, holds, is_proved, read_technique, tell_need,
};
use foolproof_cli::report::columns;
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, Step, StepTrial, counted, listed};
use foolproof_level::{Board, Level, PackCourse, Site};
use foolproof_solver::{Finding, NEED, Status, has_steps, need_question};
use serde_json::json;

/// Show how a level is solved, step by step: which few sentences of the rules decide which marks
#[derive(Debug, Args)]
pub(super) struct ShowSteps {
    pub level: OsString,
    /// Show the first step alone
    #[arg(long)]
    next: bool,
    /// Show the step that decides this cell, such as R3C4
    #[arg(long, value_name = "CELL", conflicts_with = "next")]
    explain: Option<String>,
    /// Solve it in the game's own way: by named rules, round by round (Linjat), or from the least evidence in
    /// cells (Sudoku)
    #[arg(long)]
    own: bool,
    /// List the combinations of sentences that come again in the steps of a pack's levels
    #[arg(long, conflicts_with_all = ["next", "explain", "own"])]
    techniques: bool,
    /// Whether every way to solve the level needs this technique of the pack: whether no path of steps of at
    /// most three sentences does without
    #[arg(long, value_name = "NAME", conflicts_with_all = ["next", "explain", "own", "techniques"])]
    needs: Option<String>,
    /// Name a combination of the list; --out writes the pack with the name, which steps, hints and the
    /// course then say
    #[arg(long, value_name = "NUMBER=NAME", requires_all = ["techniques", "out"])]
    pub name: Vec<String>,
    /// Write the pack with the names to this file; - is standard output
    #[arg(short, long, value_name = "PACK", requires = "name")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    pub force: bool,
    #[command(flatten)]
    pub common: Common,
}

impl Verb for ShowSteps {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        if self.techniques {
            return super::listing::list(games, self);
        }
        let picked = pick_level(games, &self.level)?;
        if let Some(name) = &self.needs {
            refuse_without_steps(&*picked.game)?;
            let course = picked.contents.pack_of(Vec::new()).course;
            return self.need(games, &picked.level, name, &course);
        }
        let by = if self.own { StepsBy::Own } else { StepsBy::Rules };
        let decides = self.explain.as_deref().map(|name| read_site("--explain", name));
        let shown = ShownSteps { by, first_alone: self.next, decides: decides.transpose()? };
        show_steps(games, &picked, shown, &self.common)
    }

    fn writes_levels_out(&self) -> bool {
        self.out.as_deref() == Some(Path::new(STANDARD))
    }
}

impl ShowSteps {
    /// Prints whether a level needs a technique.
    fn need(
        &self,
        games: &Games,
        level: &Level,
        name: &str,
        course: &PackCourse,
    ) -> Result<Report, Usage> {
        let mut level = level.clone();
        level.needs = Some(read_technique(course, name)?);
        let question = need_question(&level).into_iter();
        let mut asker = Asker::new(games)?;
        let limits = self.common.limits_alone();
        let findings = question.map(|question| asker.ask(&level, &question, &limits));
        let findings = findings.collect::<Result<Vec<_>, _>>()?.concat();
        let finding = about(&findings, NEED);
        let outcome = holds(finding.is_some_and(is_proved));
        let mut text = String::new();
        tell_need(course, &level, &findings, &mut text);
        Ok(Report::new(outcome, text).findings(&level, findings))
    }
}

/// Solve a level by deduction, round by round, in words (Linjat)
#[derive(Debug, Args)]
pub(super) struct Deduce {
    pub level: OsString,
    /// Instead of the rounds, show what one more mark on each open cell would do
    #[arg(long)]
    pub trials: bool,
    #[command(flatten)]
    pub common: Common,
}

impl Verb for Deduce {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let picked = pick_level(games, &self.level)?;
        match self.trials {
            true => trials(games, &picked, &self.common),
            false => show_steps(games, &picked, ShownSteps::all(StepsBy::Own), &self.common),
        }
    }
}

fn refuse_without_steps(game: &dyn Game) -> Result<(), Usage> {
    if has_steps(game) {
        return Ok(());
    }
    let name = &game.about().name;
    let why = match game.moves() {
        Some(_) => "is played move by move",
        None => "has no rules that are sentences",
    };
    Err(Usage(format!("{name} {why}, so its solution is not told step by step")))
}

/// Prints the effect of one more mark on each open site.
fn trials(games: &Games, picked: &Picked, common: &Common) -> Result<Report, Usage> {
    let Picked { level, game, .. } = picked;
    let refused = || Usage::of_game(&**game, "is not solved by deduction");
    let source = game.deduction().ok_or_else(refused)?;
    let mut asker = Asker::new(games)?;
    // Reports where and why the level makes no sense, if it does not.
    asker.ask(level, &DeduceLevel.into(), &common.limits())?;
    let findings = asker.ask(level, &TryHelpingMarks.into(), &common.limits())?;
    let finding = about(&findings, TRIALS);
    let tried = finding.and_then(|finding| finding.answer.report::<SitesTried>());
    let (trials, whole) = tried.map_or((&[][..], false), |tried| (&tried.trials, tried.all));
    let outcome = holds(trials.iter().any(|trial| trial.solved));
    let mark = source.helper();
    let fields = json!({ "mark": mark, "trials": trials, "whole": whole });
    let (one, more) = source.things();
    let mark = mark.map_or_else(String::new, |mark| game.describe(&mark));
    let row = |trial: &StepTrial| {
        let steps = counted(trial.steps, "step", "steps");
        let does = match (trial.solved, trial.impossible) {
            (true, _) => format!("solved in {steps}"),
            (_, true) => "no solution".to_owned(),
            _ => format!("{} left after {steps}", counted(trial.open, one, more)),
        };
        [trial.site.name(), does]
    };
    let table = columns([format!("a {mark} on"), "result".to_owned()], trials.iter().map(row));
    let rest = if whole { "" } else { "Stopped before every cell was tried.\n" };
    Ok(Report::new(outcome, format!("{table}\n{rest}")).of_level(level).fields(fields))
}

/// The steps to print.
#[derive(Clone, Copy)]
pub(super) struct ShownSteps {
    by: StepsBy,
    first_alone: bool,
    /// Only the step that decides this site.
    decides: Option<Site>,
}

impl ShownSteps {
    pub(super) fn all(by: StepsBy) -> Self {
        Self { by, first_alone: false, decides: None }
    }
}

/// Prints the steps of a level.
pub(super) fn show_steps(
    games: &Games,
    picked: &Picked,
    shown: ShownSteps,
    common: &Common,
) -> Result<Report, Usage> {
    let Picked { level, game, contents, .. } = picked;
    let (topic, question) = match shown.by {
        StepsBy::Rules => {
            refuse_without_steps(&**game)?;
            let most = if shown.first_alone { 1 } else { usize::MAX };
            (STEPS, FindSteps { most }.into())
        }
        StepsBy::Own => {
            let refused = || Usage::of_game(&**game, "is not solved by deduction");
            game.own_steps().ok_or_else(refused)?;
            (DEDUCTION, DeduceLevel.into())
        }
    };
    let findings = Asker::new(games)?.ask(level, &question, &common.limits_alone())?;
    let does_hold = |finding: &Finding| match shown.first_alone {
        true => FoundSteps::in_finding(finding).is_some_and(|found| !found.steps.is_empty()),
        false => is_proved(finding),
    };
    let course = contents.pack_of(Vec::new()).course;
    let of = ToldWith { game: &**game, board: level.board, course, shown };
    let words = |finding: &Finding, time: &str| {
        FoundSteps::in_finding(finding).map(|found| told(&of, found, time))
    };
    Ok(answer_report(level, topic, findings, does_hold, words))
}

/// The context for printing steps: their game and board, and the pack's names for combinations.
struct ToldWith<'a> {
    game: &'a dyn Game,
    board: Board,
    course: PackCourse,
    shown: ShownSteps,
}

impl ToldWith<'_> {
    /// Counts what makes a step hard: sentences, pieces of evidence, or places.
    fn size(&self, size: usize) -> String {
        let (one, more) = self.shown.by.unit(self.game);
        counted(size, one, more)
    }
}

/// Puts the steps into words, or only the one that decides a site.
fn told(of: &ToldWith<'_>, found: &FoundSteps, time: &str) -> String {
    let numbered = || found.steps.iter().enumerate();
    if let Some(site) = of.shown.decides {
        let here = |step: &Step| step.marks.iter().any(|mark| mark.site == site);
        let decides = numbered().find(|(_, step)| here(step));
        return match decides {
            Some((at, step)) => step_text(of, at, step),
            None => match &found.end {
                // A later step may still decide the cell.
                StepsEnd::More { .. } => {
                    let end = end_text(of, found, time);
                    format!("No step so far decides {}.\n{end}", site.name_on(of.board))
                }
                _ => format!("No step decides {}.\n", site.name_on(of.board)),
            },
        };
    }
    let most = if of.shown.first_alone { 1 } else { usize::MAX };
    let mut text: String =
        numbered().take(most).map(|(at, step)| step_text(of, at, step)).collect();
    if found.steps.len() > most {
        return text;
    }
    for leak in &found.leaks {
        let after = counted(leak.after, "step", "steps");
        text.push_str(&format!("Leak after {after}: {}\n", leak.found.words));
    }
    text.push_str(&end_text(of, found, time));
    text
}

fn step_text(of: &ToldWith<'_>, at: usize, step: &Step) -> String {
    let game = of.game;
    let mut text = match of.shown.by {
        StepsBy::Rules => {
            let mut sentences: Vec<String> = step.sentences.iter().map(sentence_text).collect();
            if sentences.is_empty() {
                sentences.push(BY_CHOICE.to_owned());
            }
            let mut text = format!("{:3}  {}\n", at + 1, sentences.join("\n     "));
            if let Some(name) = name_of(&of.course, step) {
                text.push_str(&format!("       {}\n", technique_text(&line(name))));
            }
            text
        }
        StepsBy::Own => {
            let technique = step.technique.iter().map(|name| format!("{name}: "));
            let name: String = technique.collect();
            let mut text = format!("{:3}  {name}{}\n", at + 1, of.size(step.size));
            let words = step.sentences.iter().map(|found| format!("       {}\n", found.words));
            text.extend(words);
            text
        }
    };
    if !step.reasons.is_empty() {
        text.push_str(&format!("       since {}\n", marks_text(game, of.board, &step.reasons)));
    }
    if !step.marks.is_empty() {
        text.push_str(&format!("       so {}\n", marks_text(game, of.board, &step.marks)));
    }
    if !step.smallest {
        text.push_str("       no smaller set of sentences was found\n");
    }
    text
}

fn end_text(of: &ToldWith<'_>, found: &FoundSteps, time: &str) -> String {
    let steps = counted(found.steps.len(), "step", "steps");
    match &found.end {
        StepsEnd::Solved if found.steps.is_empty() => format!("{NOTHING_LEFT} ({time})\n"),
        StepsEnd::Solved => format!("Solved in {steps}, {} ({time})\n", sizes_text(of, found)),
        StepsEnd::Differ { marks } => format!(
            "All that the solutions share is decided in {steps}; they differ in {} ({time})\n",
            marks_text(of.game, of.board, marks)
        ),
        StepsEnd::Stops { words, .. } => format!("After {steps} {words} ({time})\n"),
        StepsEnd::NoSolution { sentences, .. } if sentences.is_empty() => {
            format!("No solution ({time}): {NO_PLAY}\n")
        }
        StepsEnd::NoSolution { sentences, least } => {
            let fewest = match least {
                true => "and none can be left out",
                false => "and perhaps not all are needed: fewer were not looked for to the end",
            };
            let sentences: Vec<String> = sentences.iter().map(sentence_text).collect();
            format!(
                "No solution ({time}): no play keeps all of these, {fewest}\n     {}\n",
                sentences.join("\n     ")
            )
        }
        StepsEnd::More { halt: None } => String::new(),
        StepsEnd::More { halt: Some(why) } => {
            format!("After {steps}: {}\n", Status::Unknown(why.clone()).words())
        }
    }
}

/// Counts the steps by their sizes: `41 with 1 sentence and 3 with 2 sentences`.
fn sizes_text(of: &ToldWith<'_>, found: &FoundSteps) -> String {
    let sizes = found.sizes().into_iter();
    let sizes = sizes.map(|(size, steps)| format!("{steps} with {}", of.size(size)));
    listed(&sizes.collect::<Vec<_>>(), "and")
}
