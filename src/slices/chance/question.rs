//! Questions about levels whose moves depend on chance.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_game::{LevelOdds, NeededEvent, StrategyStep};
use foolproof_solver::{
    Ask, LevelReport, Origin, Program, Query, QueryKind, QuerySlice, ReportKind, Status, Topic,
    TopicWords, Why,
};

pub(super) const QUESTIONS: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<WeighChance>()], &[ReportKind::of::<WeighedLevel>()]);

/// Topic: what luck and certainty can win.
pub(crate) const CHANCE: Topic =
    Topic(&TopicWords::new("chance", "Can it be won with luck, or for sure?", "chance"));

/// Asks whether a level can be won with luck or for sure, and with what odds at best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct WeighChance {
    /// Maximum number of listed positions of the strategy.
    pub most: u32,
}

/// Odds of winning a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct WeighedLevel(pub LevelOdds);

impl Query for WeighChance {
    fn topic() -> Topic {
        CHANCE
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let patience = ask.patience();
        let stop = || patience.is_over();
        let decided = ask.game.chance().filter(|chance| chance.decides(ask.level));
        let found = match decided {
            None => Err(Why::moot("chance does not decide about this level")),
            Some(chance) => match chance.odds(ask.level, self.most as usize, &stop) {
                Some(Ok(odds)) => Ok(WeighedLevel(odds)),
                Some(Err(why)) => Err(Why::Undecided(why)),
                None => Err(patience.why()),
            },
        };
        ask.origin = Origin::Search;
        ask.report(found);
    }
}

impl LevelReport for WeighedLevel {
    fn topic() -> Topic {
        CHANCE
    }

    /// Returns whether luck can win the level, as a status.
    fn status(&self) -> Status {
        match (self.0.with_luck, self.0.is_complete) {
            (None, false) => Status::Unknown(Why::Undecided(self.0.words())),
            (lucky, _) => Status::proved_if(lucky.is_some()),
        }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let Self(odds) = self;
        let step = |step: &StrategyStep| {
            let way = |(to, chance): &(Option<usize>, f64)| json!({ "to": to, "chance": chance });
            json!({ "move": step.made, "ways": step.ways.iter().map(way).collect::<Value>() })
        };
        let strategy = odds.strategy.iter().map(|one| one.as_ref().map(step)).collect::<Value>();
        let need = |need: &NeededEvent| {
            json!({
                "event": need.event,
                "words": need.words,
                "in_every_win": need.in_every_win,
                "in_sure_wins": need.in_sure_wins,
            })
        };
        let needs = odds.needs.as_ref().map(|needs| needs.iter().map(need).collect::<Value>());
        let best = &odds.best;
        let exact = best.exact.map(|(times, of)| format!("{times}/{of}"));
        let odds = json!({
            "says": odds.words(),
            "why_none": odds.why_none,
            "with_luck": odds.with_luck,
            "for_sure": odds.for_sure,
            "almost_surely": odds.almost_surely,
            "best_chance": { "low": best.low, "high": best.high, "exact": exact },
            "complete": odds.is_complete,
            "positions": odds.positions,
            "dead_ends": odds.dead,
            "strategy": strategy,
            "needs": needs,
        });
        Some(("odds", odds))
    }
}
