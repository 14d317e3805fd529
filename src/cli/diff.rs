//! `diff` and `duplicates`: what differs between two levels, and which levels are the same.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::input::{Usage, read_contents, read_level_to_show, unguarded};
use super::questions::holds;
use super::shown::{complain, line};
use super::{Outcome, Printed};
use foolproof_games::{DuplicatePair, Game, Games, duplicates};
use foolproof_level::comparison::LevelComparison;
use foolproof_level::{Hold, Level, Mark, Spot};

#[derive(Debug, Args)]
pub struct Diff {
    pub one: OsString,
    pub other: OsString,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Duplicates {
    #[arg(required = true)]
    pub packs: Vec<OsString>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// It holds where the levels are equal.
pub(crate) fn diff(games: &Games, asked: &Diff) -> Result<Printed, Usage> {
    let (here, game) = read_level_to_show(games, &asked.one)?;
    let (there, other) = read_level_to_show(games, &asked.other)?;
    let found = LevelComparison::of(&here, &there);
    let outcome = holds(found.is_empty());
    let text = match asked.json {
        true => diff_json(&found, outcome),
        false => diff_text((&*game, &*other), &found),
    };
    Ok(Printed { outcome, text })
}

/// What a site holds, in words.
fn spot_words(game: &dyn Game, spot: &Spot) -> String {
    let lock = if spot.hold == Hold::Locked { ", locked" } else { "" };
    match (&spot.mark, spot.hold) {
        (Some(mark), _) => format!("{}{lock}", game.describe(mark)),
        (None, Hold::Open) => "open".to_owned(),
        (None, _) => format!("left empty{lock}"),
    }
}

fn diff_text((game, other): (&dyn Game, &dyn Game), found: &LevelComparison) -> String {
    if found.is_empty() {
        return "The levels are the same.\n".to_owned();
    }
    let mut lines = Vec::new();
    for field in &found.fields {
        let word = field.field.word();
        lines.push(format!("{word}: {} → {}", line(&field.here), line(&field.there)));
    }
    for site in &found.sites {
        let (here, there) = (spot_words(game, &site.here), spot_words(other, &site.there));
        lines.push(format!("{}: {here} → {there}", site.site.name()));
    }
    let played = |game: &dyn Game, mark: &Option<Mark>| {
        mark.as_ref().map_or("nothing".to_owned(), |mark| game.describe(mark))
    };
    for play in &found.intended {
        let (here, there) = (played(game, &play.here), played(other, &play.there));
        lines.push(format!("intended, {}: {here} → {there}", play.site.name()));
    }
    lines.join("\n") + "\n"
}

fn diff_json(found: &LevelComparison, outcome: Outcome) -> String {
    let spot = |spot: &Spot| {
        let hold = match spot.hold {
            Hold::Open => "open",
            Hold::Painted => "painted",
            Hold::Locked => "locked",
        };
        json!({ "mark": spot.mark, "hold": hold })
    };
    let fields: Vec<Value> = found
        .fields
        .iter()
        .map(|field| json!({ "field": field.field.word(), "from": field.here, "to": field.there }))
        .collect();
    let sites: Vec<Value> = found
        .sites
        .iter()
        .map(|site| {
            let (from, to) = (spot(&site.here), spot(&site.there));
            json!({ "site": site.site.to_string(), "from": from, "to": to })
        })
        .collect();
    let intended: Vec<Value> = found
        .intended
        .iter()
        .map(|play| json!({ "site": play.site.to_string(), "from": play.here, "to": play.there }))
        .collect();
    let holds = outcome == Outcome::Holds;
    let document = json!({
        "verb": "diff",
        "holds": holds,
        "fields": fields,
        "sites": sites,
        "intended": intended,
    });
    format!("{document:#}\n")
}

/// The levels of packs, and where each stands.
#[derive(Default)]
struct PlacedLevels {
    levels: Vec<Arc<Level>>,
    /// The file and the number in it, from 1.
    places: Vec<(String, usize)>,
    several: bool,
}

/// It holds where no two levels are the same.
pub(crate) fn find_duplicates(games: &Games, asked: &Duplicates) -> Result<Printed, Usage> {
    let mut all = PlacedLevels { several: asked.packs.len() > 1, ..PlacedLevels::default() };
    for file in &asked.packs {
        all.read(games, &unguarded(file))?;
    }
    let pairs = duplicates(games, &all.levels);
    let outcome = holds(pairs.is_empty());
    let text = match asked.json {
        true => all.pairs_json(&pairs),
        false if pairs.is_empty() => "No two levels are the same.\n".to_owned(),
        false => all.pairs_text(&pairs),
    };
    Ok(Printed { outcome, text })
}

impl PlacedLevels {
    /// What cannot be read is named and left out.
    fn read(&mut self, games: &Games, file: &OsStr) -> Result<(), Usage> {
        let contents = read_contents(games, file.as_ref(), None)?;
        let name = file.to_string_lossy();
        for (at, level) in contents.levels.into_iter().enumerate() {
            match level {
                Ok(level) => {
                    self.levels.push(level);
                    self.places.push((name.clone().into_owned(), at + 1));
                }
                Err(why) => complain(&format!("{name}: {why}; this level is left out")),
            }
        }
        Ok(())
    }

    fn pairs_json(&self, pairs: &[DuplicatePair]) -> String {
        let level = |at: usize| {
            let (level, (file, number)) = (self.levels.get(at)?, self.places.get(at)?);
            Some(json!({ "file": file, "number": number, "title": level.title }))
        };
        let list: Vec<Value> = pairs
            .iter()
            .map(|pair| {
                let (first, second) = (level(pair.first), level(pair.second));
                json!({ "first": first, "second": second, "turned": pair.turned })
            })
            .collect();
        let holds = pairs.is_empty();
        let document = json!({ "verb": "duplicates", "holds": holds, "pairs": list });
        format!("{document:#}\n")
    }

    fn pairs_text(&self, pairs: &[DuplicatePair]) -> String {
        let lines = pairs.iter().map(|pair| {
            let how = if pair.turned { " (turned or mirrored)" } else { "" };
            format!("{} = {}{how}\n", self.name(pair.first), self.name(pair.second))
        });
        lines.collect()
    }

    /// A level's number and title, with its file where there are several.
    fn name(&self, at: usize) -> String {
        let (Some((file, number)), Some(level)) = (self.places.get(at), self.levels.get(at)) else {
            return String::new();
        };
        let file = if self.several { format!("{}#", line(file)) } else { String::new() };
        format!("{file}{number} {}", line(&level.title)).trim_end().to_owned()
    }
}
