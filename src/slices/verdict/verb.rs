//! `verify`: proves that every solution has the concept, or shows a shortcut; and that every way to solve
//! the level needs its technique.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;

use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Picked, Usage, pick_level};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{
    Asker, about, holds, is_proved, read_concept, read_technique, tell_intended, tell_need,
    write_with_stand,
};
use foolproof_cli::report::play_lines;
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, time_text};
use foolproof_level::{Level, PackCourse, named_sites};
use foolproof_solver::{Finding, ProveShortcutFree, Question, Topic, has_concept, need_question};

/// Prove that every solution has the concept, or show the shortcut; and that every way to solve the level by
/// small steps needs its technique, where it names one
#[derive(Debug, Args)]
pub(super) struct Verify {
    level: OsString,
    /// Use this concept, such as "used(splitter,2) and not at_most(3)", not the level's own
    #[arg(long)]
    concept: Option<String>,
    /// Use this technique of the pack, not the level's own
    #[arg(long, value_name = "NAME")]
    needs: Option<String>,
    /// Allow the shortcut that is found: the concept then accepts it too
    #[arg(long, requires = "out")]
    allow: bool,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    common: Common,
}

impl Verify {
    /// Returns the level, with the given concept and technique, if any.
    fn asked(&self, game: &dyn Game, level: &Level, course: &PackCourse) -> Result<Level, Usage> {
        let mut level = level.clone();
        if let Some(text) = &self.concept {
            level.concept = read_concept(game, text)?;
        }
        if let Some(name) = &self.needs {
            level.needs = Some(read_technique(course, name)?);
        }
        Ok(level)
    }
}

/// Prints the concept and the verdict on shortcuts.
fn tell_freedom(game: &dyn Game, level: &Level, finding: &Finding, text: &mut String) {
    let _ = writeln!(text, "Concept: {}", named_sites(&level.concept.to_string()));
    let (status, time) = (finding.status().words(), time_text(finding.how.elapsed));
    let _ = writeln!(text, "Shortcut-free: {status} ({time})");
    if let Some(shortcut) = finding.answer.play() {
        let _ = writeln!(text, "A shortcut:\n{}", play_lines(game, shortcut).join("\n"));
    }
}

impl Verb for Verify {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let Self { level, out, common, .. } = self;
        let allow = self.allow;
        let picked = pick_level(games, level)?;
        let out = PackOut::of(games, out, Some(&picked))?;
        if !allow && out.is_some() {
            return Err(Usage(
                "--out writes the level that --allow changes; without --allow there is nothing to \
             write"
                    .to_owned(),
            ));
        }
        let Picked { level, game, contents, .. } = picked;
        let course = contents.pack_of(Vec::new()).course;
        let level = self.asked(&*game, &level, &course)?;
        let need = need_question(&level);
        // A level with a technique but no concept has no shortcuts to rule out.
        let freedom = has_concept(&level) || need.is_none();
        let questions = freedom.then(|| Question::from(ProveShortcutFree)).into_iter().chain(need);
        let (mut asker, mut findings, mut all_proved) = (Asker::new(games)?, Vec::new(), true);
        for question in questions {
            let found = asker.ask(&level, &question, &common.limits_alone())?;
            let finding = about(&found, question.topic());
            all_proved &= finding.is_some_and(is_proved);
            findings.extend(found);
        }
        let outcome = holds(all_proved);
        findings.extend(asker.ask_intended(&level, &common.limits())?);
        let finding = about(&findings, Topic::SHORTCUT_FREE);
        let shortcut = finding.and_then(|finding| finding.answer.play());
        if let Some((shortcut, out)) = shortcut.zip(out) {
            write_with_stand(&level, &*game, shortcut, true, &out)?;
        }
        if allow && shortcut.is_none() {
            complain("there is no shortcut to allow, so nothing was written");
        }
        let mut text = String::new();
        if let Some(finding) = finding {
            tell_freedom(&*game, &level, finding, &mut text);
        }
        tell_need(&course, &level, &findings, &mut text);
        tell_intended(&findings, &mut text);
        Ok(Report::new(outcome, text).findings(&level, findings))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}
