//! The question about the positions that a level's moves can reach.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_game::{Choice, StateGraph};
use foolproof_solver::{
    Ask, LevelReport, Origin, Program, Query, QueryKind, QuerySlice, ReportKind, Status, Topic,
    TopicWords, Why,
};

pub(super) const QUESTIONS: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<ReachPositions>()], &[ReportKind::of::<ReachedPositions>()]);

/// Topic: the positions that moves can reach.
pub const POSITIONS: Topic =
    Topic(&TopicWords::new("positions", "Which positions can be reached?", "positions"));

/// Asks which positions can be reached in games that are played move by move, and where each move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReachPositions {
    /// Maximum number of positions to list.
    pub most: u32,
}

/// The positions that can be reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReachedPositions(pub Arc<StateGraph>);

impl Query for ReachPositions {
    fn topic() -> Topic {
        POSITIONS
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let patience = ask.patience();
        let most = self.most as usize;
        let graph = match ask.game.moves() {
            None => Err(Why::moot("this game is not played move by move")),
            Some(moves) => match moves.graph(ask.level, most, &|| patience.is_over()) {
                Some(graph) => Ok(ReachedPositions(graph)),
                None if patience.is_over() => Err(patience.why()),
                None => Err(ask.unseen()),
            },
        };
        ask.origin = Origin::Search;
        ask.report(graph);
    }
}

impl LevelReport for ReachedPositions {
    fn topic() -> Topic {
        POSITIONS
    }

    fn status(&self) -> Status {
        match self.0.unfollowed {
            0 => Status::Exactly(self.0.reached),
            _ => Status::AtLeast(self.0.reached),
        }
    }

    /// Describes the graph, each position by its number.
    fn detail(&self) -> Option<(&'static str, Value)> {
        let choice = |choice: &Choice| json!({ "move": choice.made.mark, "solutions": choice.solutions, "to": choice.to });
        let Self(found) = self;
        let positions: Value = found
            .positions
            .iter()
            .map(|position| {
                json!({
                    "depth": position.depth,
                    "solutions": position.solutions,
                    "ways": position.ways,
                    "moves": position.choices.iter().map(choice).collect::<Value>(),
                })
            })
            .collect();
        let graph = json!({
            "reached": found.reached,
            "reached_once": found.reached_once,
            "dead_ends": found.dead,
            "ratio": found.ratio().filter(|_| found.reached > 0),
            "without_effect": found.without_effect,
            "merged": found.merged,
            "unfollowed": found.unfollowed,
            "hopeless": found.hopeless,
            "endless": found.endless,
            "positions": positions,
        });
        Some(("graph", graph))
    }
}
