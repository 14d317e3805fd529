//! `steps`: prints the solving steps of a level, from its rules alone.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use super::question::{FindSteps, FoundSteps, STEPS, StepsEnd, ToldStep};
use super::techniques::name_of;
use super::words::{BY_CHOICE, NO_PLAY, NOTHING_LEFT, marks_text, sentence_text, technique_text};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Picked, STANDARD, Usage, pick_level, read_site};
use foolproof_cli::questions::{
    Asker, about, answer_report, holds, is_proved, read_technique, tell_need,
};
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, counted, listed};
use foolproof_level::{Board, Level, PackCourse, Site};
use foolproof_solver::{Finding, NEED, Question, Status, has_steps, need_question};

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
    /// List the combinations of sentences that come again in the steps of a pack's levels
    #[arg(long, conflicts_with_all = ["next", "explain"])]
    techniques: bool,
    /// Whether every way to solve the level needs this technique of the pack: whether no path of steps of at
    /// most three sentences does without
    #[arg(long, value_name = "NAME", conflicts_with_all = ["next", "explain", "techniques"])]
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
        let Picked { level, game, contents, .. } = pick_level(games, &self.level)?;
        if !has_steps(&*game) {
            let name = &game.about().name;
            let why = match game.moves() {
                Some(_) => "is played move by move",
                None => "has no rules that are sentences",
            };
            return Err(Usage(format!("{name} {why}, so its solution is not told step by step")));
        }
        if let Some(name) = &self.needs {
            return self.need(games, &level, name, &contents.pack_of(Vec::new()).course);
        }
        let wanted =
            self.explain.as_deref().map(|name| read_site("--explain", name)).transpose()?;
        let most = if self.next { 1 } else { usize::MAX };
        let question = Question::from(FindSteps { most });
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits_alone())?;
        let does_hold = |finding: &Finding| match self.next {
            true => finding.report().is_some_and(|found: &FoundSteps| !found.steps.is_empty()),
            false => is_proved(finding),
        };
        let course = contents.pack_of(Vec::new()).course;
        let of = ToldWith { game: &*game, board: level.board, course };
        let words =
            |finding: &Finding, time: &str| Some(told(&of, finding.report()?, wanted, time));
        Ok(answer_report(&level, STEPS, findings, does_hold, words))
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

/// The context for printing steps: their game and board, and the pack's names for combinations.
struct ToldWith<'a> {
    game: &'a dyn Game,
    board: Board,
    course: PackCourse,
}

/// Puts the steps into words, or only the one that decides a site.
fn told(of: &ToldWith<'_>, found: &FoundSteps, wanted: Option<Site>, time: &str) -> String {
    let numbered = || found.steps.iter().enumerate();
    if let Some(site) = wanted {
        let here = |step: &ToldStep| step.marks.iter().any(|mark| mark.site == site);
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
    let mut text: String = numbered().map(|(at, step)| step_text(of, at, step)).collect();
    text.push_str(&end_text(of, found, time));
    text
}

fn step_text(of: &ToldWith<'_>, at: usize, step: &ToldStep) -> String {
    let game = of.game;
    let mut sentences: Vec<String> = step.sentences.iter().map(sentence_text).collect();
    if sentences.is_empty() {
        sentences.push(BY_CHOICE.to_owned());
    }
    let mut text = format!("{:3}  {}\n", at + 1, sentences.join("\n     "));
    if let Some(name) = name_of(&of.course, step) {
        text.push_str(&format!("       {}\n", technique_text(&line(name))));
    }
    if !step.reasons.is_empty() {
        text.push_str(&format!("       since {}\n", marks_text(game, of.board, &step.reasons)));
    }
    text.push_str(&format!("       so {}\n", marks_text(game, of.board, &step.marks)));
    if !step.smallest {
        text.push_str("       no smaller set of sentences was found\n");
    }
    text
}

fn end_text(of: &ToldWith<'_>, found: &FoundSteps, time: &str) -> String {
    let steps = counted(found.steps.len(), "step", "steps");
    match &found.end {
        StepsEnd::Solved if found.steps.is_empty() => format!("{NOTHING_LEFT} ({time})\n"),
        StepsEnd::Solved => format!("Solved in {steps}, {} ({time})\n", sizes_text(found)),
        StepsEnd::Differ { marks } => format!(
            "All that the solutions share is decided in {steps}; they differ in {} ({time})\n",
            marks_text(of.game, of.board, marks)
        ),
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

/// Counts the steps by their numbers of sentences: `41 with 1 sentence and 3 with 2 sentences`.
fn sizes_text(found: &FoundSteps) -> String {
    let sizes = found.sizes().into_iter().map(|(sentences, steps)| {
        format!("{steps} with {}", counted(sentences, "sentence", "sentences"))
    });
    listed(&sizes.collect::<Vec<_>>(), "and")
}
