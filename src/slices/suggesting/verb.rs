//! `suggest`: levels like a level.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::order::SuggestionOrder;
use super::search::{Suggestion, SuggestionSearch};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, pick_level};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::{Asker, fault_of, holds};
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games};
use foolproof_level::{Level, Site};
use foolproof_solver::Limits;

/// Number of levels found for each one shown, if their order is not by the number of changes.
const POOL: usize = 4;

/// Suggest levels like this one: a few marks change, and each level passes its check
#[derive(Debug, Args)]
pub(super) struct Suggest {
    /// A level, such as pack.json#3
    pub level: OsString,
    /// Number of levels to suggest
    #[arg(short = 'n', long, default_value_t = 8)]
    pub count: usize,
    /// Order of four times as many, of which the first are shown: nearest, fewest-marks, hardest, different (hardest, then what
    /// differs most from all before), highest:MEASURE or lowest:MEASURE
    #[arg(long, default_value = "nearest")]
    pub order: SuggestionOrder,
    /// The same seed suggests the same levels, unless a time limit comes first
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub common: Common,
}

impl Suggest {
    /// Looks for suggestions until there are enough, or time is over.
    fn search(
        &self,
        games: &Games,
        game: &dyn Game,
        level: &Level,
    ) -> Result<SuggestionSearch, Usage> {
        let (begun, limits) = (Instant::now(), self.common.limits());
        let mut asker = Asker::new(games)?;
        let wanted = self.count.saturating_mul(POOL);
        let mut search = SuggestionSearch::new(level.clone().into(), wanted, self.seed);
        while let Some((about, questions, time)) = search.next(game, &self.order) {
            let mut findings = Vec::new();
            for question in questions {
                let left = limits.time.saturating_sub(begun.elapsed());
                if left.is_zero() || asker.stop().is_set() {
                    return Ok(search);
                }
                let limits = Limits { time: left.min(time), ..limits };
                findings.extend(asker.look(&about, &question, &limits));
            }
            let is_begin = search.own.level.same_puzzle(&about);
            if let Some(why) = fault_of(&findings).filter(|_| is_begin) {
                return Err(Usage(why));
            }
            search.answered(game, &findings);
        }
        Ok(search)
    }
}

/// Holds if as many levels as wanted were found.
impl Verb for Suggest {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let picked = pick_level(games, &self.level)?;
        let (game, level) = (&*picked.game, &*picked.level);
        if let Some(fault) = self.order.fault(game) {
            return Err(Usage(fault));
        }
        let out = PackOut::of(games, &self.out, Some(&picked))?;
        let search = self.search(games, game, level)?;
        let mut found = search.found.clone();
        found.retain(|one| search.is_better(one, game, &self.order));
        self.order.sort(game, &mut found);
        found.truncate(self.count);
        let mut text = String::new();
        for (at, suggestion) in found.iter().enumerate() {
            let gains = search.gains(suggestion, game, &self.order).join(", ");
            let _ = writeln!(text, "{:>3}  {gains}", at + 1);
        }
        if found.is_empty() {
            text.push_str("No level was found. Try more time (--time-limit) or another --seed.\n");
        }
        if let Some(out) = out.filter(|_| !found.is_empty()) {
            let titled = |(at, suggestion): (usize, &Suggestion)| {
                let mut level = (*suggestion.level).clone();
                level.title = format!("Suggestion {}", at + 1);
                level
            };
            out.add(found.iter().enumerate().map(titled).collect())?;
        }
        let card = |suggestion: &Suggestion| {
            let marks = suggestion.level.marks().map(|(site, mark)| (site.to_string(), mark));
            json!({
                "gains": search.gains(suggestion, game, &self.order),
                "measures": suggestion.measures,
                "changed": suggestion.changed.iter().map(Site::to_string).collect::<Vec<_>>(),
                "marks": marks.collect::<BTreeMap<_, _>>(),
                "intended": suggestion.level.intended,
            })
        };
        let cards: Value = found.iter().map(card).collect();
        let report = Report::new(holds(found.len() == self.count), text);
        Ok(report.fields(json!({ "suggestions": cards })))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}
