//! `verify`: proves that every solution has the concept, or shows the shortcut.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::sync::Arc;

use clap::Args;

use foolproof_cli::Printed;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Picked, Usage, pick_level};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{
    Asker, about, document, holds, read_concept, tell_intended, write_with_stand,
};
use foolproof_cli::report::play_lines;
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_games::{Game, Games, time_text};
use foolproof_level::{Level, named_sites};
use foolproof_solver::{ProveShortcutFree, Question, Status, Topic};

/// Prove that every solution has the concept, or show the shortcut
#[derive(Debug, Args)]
pub(super) struct Verify {
    level: OsString,
    /// Use this concept, such as "used(splitter,2) and not at_most(3)", not the level's own
    #[arg(long)]
    concept: Option<String>,
    /// Allow the shortcut that is found: the concept then accepts it too
    #[arg(long, requires = "out")]
    allow: bool,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    common: Common,
}

/// The level, with another concept where one is given.
fn with_concept(
    game: &dyn Game,
    level: Arc<Level>,
    concept: Option<&str>,
) -> Result<Arc<Level>, Usage> {
    let Some(text) = concept else { return Ok(level) };
    let concept = read_concept(game, text)?;
    let mut level = (*level).clone();
    level.concept = concept;
    Ok(Arc::new(level))
}

impl Verb for Verify {
    fn run(&self, games: &Games) -> Result<Printed, Usage> {
        let Self { level, out, common, .. } = self;
        let (concept, allow) = (self.concept.as_deref(), self.allow);
        let picked = pick_level(games, level)?;
        let out = PackOut::of(games, out, Some(&picked))?;
        if !allow && out.is_some() {
            return Err(Usage(
                "--out writes the level that --allow changes; without --allow there is nothing to \
             write"
                    .to_owned(),
            ));
        }
        let Picked { level, game, .. } = picked;
        let level = with_concept(&*game, level, concept)?;
        let mut asker = Asker::new(games)?;
        let mut findings =
            asker.ask(&level, &Question::from(ProveShortcutFree), &common.limits_alone())?;
        findings.extend(asker.ask_intended(&level, &common.limits())?);
        let finding = about(&findings, Topic::SHORTCUT_FREE);
        let outcome = holds(finding.is_some_and(|finding| finding.status() == Status::Proved));
        let shortcut = finding.and_then(|finding| finding.answer.play());
        if let Some((shortcut, out)) = shortcut.zip(out) {
            write_with_stand(&level, &*game, shortcut, true, &out)?;
        }
        if allow && shortcut.is_none() {
            complain("there is no shortcut to allow, so nothing was written");
        }
        if common.json {
            return Ok(Printed { outcome, text: document("verify", &level, outcome, &findings) });
        }
        let mut text = format!("Concept: {}\n", named_sites(&level.concept.to_string()));
        if let Some(finding) = finding {
            let _ = writeln!(
                text,
                "Shortcut-free: {} ({})",
                finding.status().words(),
                time_text(finding.how.elapsed)
            );
            if let Some(shortcut) = shortcut {
                let _ = writeln!(text, "A shortcut:\n{}", play_lines(&*game, shortcut).join("\n"));
            }
        }
        tell_intended(&findings, &mut text);
        Ok(Printed { outcome, text })
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}
