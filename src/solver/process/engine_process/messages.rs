//! Messages to an engine process.
//!
//! Everything arrives as it was sent: levels with their identity, NaN, concepts part by part.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::query::Question;
use crate::values::limits::Limits;
use foolproof_level::{GameText, Level};

/// A question to an engine process; [`Progress`](crate::values::finding::Progress) comes back.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EngineAsk<'a> {
    pub level: Cow<'a, Level>,
    pub question: Cow<'a, Question>,
    pub limits: Limits,
    /// A new version of a designer's own game.
    pub game: Option<Arc<GameText>>,
    /// The answer must not depend on earlier questions.
    pub forgets: bool,
}

/// The end of an answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EngineDone {
    /// Number of the first findings that were replaced by later ones.
    pub(crate) superseded: usize,
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::making::completion::CompleteLevel;
    use crate::questions::conflict::FindConflict;
    use crate::values::solutions::SolveLevel;
    use foolproof_level::{Concept, Made, Mark, Pack};

    fn arrives(level: &Level, question: &Question) {
        let limits = Limits::default();
        let (level, question) = (Cow::Borrowed(level), Cow::Borrowed(question));
        let title = level.title.clone();
        let ask = EngineAsk { level, question, limits, game: None, forgets: false };
        let bytes = rmp_serde::to_vec_named(&ask).expect("packed");
        let arrived: EngineAsk<'static> = rmp_serde::from_slice(&bytes).expect("read");
        assert_eq!(arrived, ask, "{title}");
    }

    #[test]
    fn every_level_of_every_sample_arrives_as_it_was_sent() {
        for game in foolproof_built_in::built_in().all() {
            let further = game.assets().collections.iter().map(|(_, text)| text.clone());
            for text in further.chain([game.sample()]) {
                let pack = Pack::from_json(&text).expect("a pack");
                // Include the state of an open pack that no file has.
                let history = foolproof_level::History::new(pack);
                for level in &history.pack().levels {
                    arrives(level, &Question::from(SolveLevel::default()));
                    let mut made = (**level).clone();
                    made.made = Some(Arc::new(Made::now(vec!["a".to_owned()], 3).from(level)));
                    arrives(&made, &Question::from(CompleteLevel::default()));
                }
            }
        }
    }

    #[test]
    fn concepts_arrive_part_by_part() {
        let is = |text: &str| Concept::Is(text.parse::<Mark>().expect("a mark"));
        let long = "% a remark\n".repeat(20_000);
        let concepts = [
            Concept::And(vec![]),
            Concept::Or(vec![Concept::And(vec![is("a(1)")]), Concept::Any]),
            Concept::And(vec![Concept::And(vec![is("a"), is("b")]), is("c")]),
            Concept::Not(Box::new(Concept::Not(Box::new(is("used(x,2)"))))),
            Concept::Asp(long),
        ];
        let board = foolproof_level::Board { cols: 2, rows: 2, tray: 0 };
        for concept in concepts {
            let mut level = Level::open("any", board);
            level.concept = concept;
            arrives(&level, &Question::from(FindConflict));
        }
    }
}
