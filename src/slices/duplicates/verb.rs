//! `duplicates`: finds levels that are the same.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use foolproof_cli::Report;
use foolproof_cli::input::{Usage, read_contents, unguarded};
use foolproof_cli::questions::holds;
use foolproof_cli::shown::{complain, line};
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_games::{DuplicatePair, duplicates};
use foolproof_kernel::system::slashed;
use foolproof_level::Level;

/// Find levels that are the same, even if turned or mirrored (exit status 0: there are none)
#[derive(Debug, Args)]
pub(super) struct Duplicates {
    #[arg(required = true)]
    pub packs: Vec<OsString>,
}

/// The levels of packs, and their places.
#[derive(Default)]
struct PlacedLevels {
    levels: Vec<Arc<Level>>,
    /// The file and the number in it, from 1.
    places: Vec<(String, usize)>,
    several: bool,
}

/// Holds if no two levels are the same.
impl Verb for Duplicates {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let mut all = PlacedLevels { several: self.packs.len() > 1, ..PlacedLevels::default() };
        for file in &self.packs {
            all.read(games, &unguarded(file))?;
        }
        let pairs = duplicates(games, &all.levels);
        let text = match pairs.is_empty() {
            true => "No two levels are the same.\n".to_owned(),
            false => all.pairs_text(&pairs),
        };
        Ok(Report::new(holds(pairs.is_empty()), text).fields(all.pairs_json(&pairs)))
    }
}

impl PlacedLevels {
    /// Reads the levels of a file; unreadable ones are named and left out.
    fn read(&mut self, games: &Games, file: &OsStr) -> Result<(), Usage> {
        let contents = read_contents(games, file.as_ref(), None)?;
        let name = slashed(file.as_ref());
        for (at, level) in contents.levels.into_iter().enumerate() {
            match level {
                Ok(level) => {
                    self.levels.push(level);
                    self.places.push((name.clone(), at + 1));
                }
                Err(why) => complain(&format!("{name}: {why}; this level is left out")),
            }
        }
        Ok(())
    }

    fn pairs_json(&self, pairs: &[DuplicatePair]) -> Value {
        let level = |at: usize| {
            let (level, (file, number)) = (self.levels.get(at)?, self.places.get(at)?);
            Some(json!({ "file": file, "number": number, "title": level.title }))
        };
        let pair = |pair: &DuplicatePair| {
            let (first, second) = (level(pair.first), level(pair.second));
            json!({ "first": first, "second": second, "turned": pair.turned })
        };
        json!({ "pairs": pairs.iter().map(pair).collect::<Value>() })
    }

    fn pairs_text(&self, pairs: &[DuplicatePair]) -> String {
        let lines = pairs.iter().map(|pair| {
            let how = if pair.turned { " (turned or mirrored)" } else { "" };
            format!("{} = {}{how}\n", self.name(pair.first), self.name(pair.second))
        });
        lines.collect()
    }

    /// Names a level by number and title, with its file if there are several.
    fn name(&self, at: usize) -> String {
        let (Some((file, number)), Some(level)) = (self.places.get(at), self.levels.get(at)) else {
            return String::new();
        };
        let file = if self.several { format!("{}#", line(file)) } else { String::new() };
        format!("{file}{number} {}", line(&level.title)).trim_end().to_owned()
    }
}
