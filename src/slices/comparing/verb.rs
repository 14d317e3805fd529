//! `diff`: the differences between two levels.

use std::ffi::OsString;

use clap::Args;
use serde_json::{Value, json};

use foolproof_cli::Report;
use foolproof_cli::input::{Usage, read_level_to_show};
use foolproof_cli::questions::holds;
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games};
use foolproof_level::comparison::LevelComparison;
use foolproof_level::{Hold, Mark, Spot};

/// Show what differs between two levels (exit status 0: nothing does)
#[derive(Debug, Args)]
pub(super) struct Diff {
    pub one: OsString,
    pub other: OsString,
}

/// Holds if the levels are equal.
impl Verb for Diff {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (here, game) = read_level_to_show(games, &self.one)?;
        let (there, other) = read_level_to_show(games, &self.other)?;
        let found = LevelComparison::of(&here, &there);
        let outcome = holds(found.is_empty());
        let text = diff_text(&*game, &*other, &found);
        Ok(Report::new(outcome, text).fields(diff_fields(&found)))
    }
}

/// Describes the content of a site.
fn spot_words(game: &dyn Game, spot: &Spot) -> String {
    let lock = if spot.hold == Hold::Locked { ", locked" } else { "" };
    match (&spot.mark, spot.hold) {
        (Some(mark), _) => format!("{}{lock}", game.describe(mark)),
        (None, Hold::Open) => "open".to_owned(),
        (None, _) => format!("left empty{lock}"),
    }
}

fn diff_text(game: &dyn Game, other: &dyn Game, found: &LevelComparison) -> String {
    if found.is_empty() {
        return "The levels are the same.\n".to_owned();
    }
    let mut lines = Vec::new();
    for field in &found.fields {
        lines.push(format!("{}: {} → {}", field.name, line(&field.here), line(&field.there)));
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

fn diff_fields(found: &LevelComparison) -> Value {
    let spot = |spot: &Spot| {
        let hold = match spot.hold {
            Hold::Open => "open",
            Hold::Painted => "painted",
            Hold::Locked => "locked",
        };
        json!({ "mark": spot.mark, "hold": hold })
    };
    let fields = found
        .fields
        .iter()
        .map(|field| json!({ "field": field.name, "from": field.here, "to": field.there }));
    let sites = found.sites.iter().map(
        |site| json!({ "site": site.site, "from": spot(&site.here), "to": spot(&site.there) }),
    );
    let intended = found
        .intended
        .iter()
        .map(|play| json!({ "site": play.site, "from": play.here, "to": play.there }));
    let (fields, sites): (Value, Value) = (fields.collect(), sites.collect());
    let intended: Value = intended.collect();
    json!({ "fields": fields, "sites": sites, "intended": intended })
}
