//! The light of a play of moves: whether its position can still be solved, and how.
//!
//! What was answered is kept by position, so that it is known at once after an undo, and an answer
//! counts for the position alone that was asked about. Knows findings and levels. Must never know
//! egui.

use std::collections::BTreeMap;

use crate::editor::text;
use crate::level::{Level, Mark, Play, Revision, Site};
use crate::solver::{Detail, Event, Status, Topic};

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Outlook {
    /// It can be solved; this is a way, which begins with its first move.
    Open(Play),
    DeadEnd,
    /// There was no answer, and why.
    Unknown(String),
}

/// The marks of a board: what makes one position the same as another.
type Position = Vec<(Site, Mark)>;

/// What was asked and answered in one playing of a level.
#[derive(Clone, Debug, Default)]
pub struct Light {
    known: BTreeMap<Position, Outlook>,
    asked: Option<Position>,
    ticket: Revision,
}

fn position(level: &Level) -> Position {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}

impl Light {
    /// A light whose questions have tickets of their own.
    pub fn numbered(number: u32) -> Self {
        Self { ticket: Revision(u64::from(number) << 32), ..Self::default() }
    }

    /// What is known of a level as it lies.
    pub fn outlook(&self, level: &Level) -> Option<&Outlook> {
        self.known.get(&position(level))
    }

    /// The ticket of the question about a level as it lies, unless it was asked or answered.
    pub fn ask(&mut self, level: &Level) -> Option<Revision> {
        let position = position(level);
        if self.known.contains_key(&position) || self.asked.as_ref() == Some(&position) {
            return None;
        }
        self.ticket.0 += 1;
        self.asked = Some(position);
        Some(self.ticket)
    }

    /// Takes in what the solver says; what belongs to an older question is dropped.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Found { finding, .. }
                if finding.revision == self.ticket && finding.topic == Topic::Solvable =>
            {
                let outlook = match (finding.status, finding.detail) {
                    (Status::Proved, Detail::Play(play)) => Outlook::Open(play),
                    (Status::Refuted, _) => Outlook::DeadEnd,
                    (Status::Unknown(why), _) => Outlook::Unknown(text::why(&why)),
                    _ => Outlook::Unknown(text::moves::NOT_KNOWN.to_owned()),
                };
                if let Some(asked) = self.asked.clone() {
                    self.known.insert(asked, outlook);
                }
            }
            Event::Finished { revision, .. } if revision == self.ticket => {
                if let Some(asked) = self.asked.take() {
                    let unknown = Outlook::Unknown(text::moves::NOT_KNOWN.to_owned());
                    self.known.entry(asked).or_insert(unknown);
                }
            }
            _ => {}
        }
    }

    /// Nobody is there to answer.
    pub fn unanswered(&mut self, level: &Level) {
        let unknown = Outlook::Unknown(text::NO_SOLVER.to_owned());
        self.known.entry(position(level)).or_insert(unknown);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::level::Board;
    use crate::solver::{Finding, How, Lane, Limits, Origin};

    fn answer(revision: Revision, status: Status) -> Event {
        let how =
            How { origin: Origin::Search, elapsed: Duration::ZERO, limits: Limits::default() };
        let detail = Detail::Nothing;
        let finding = Finding { revision, topic: Topic::Solvable, status, how, detail };
        Event::Found { lane: Lane::Argue, finding }
    }

    #[test]
    fn an_answer_counts_for_the_position_alone_that_was_asked_about() {
        let first = Level::open("any", Board { cols: 2, rows: 1, tray: 0 });
        let mut second = first.clone();
        second.paint(Site::cell(0, 0), "stone".parse().ok());
        let mut light = Light::numbered(1);
        let old = light.ask(&first).unwrap_or_default();
        assert_eq!(light.ask(&first), None, "asked already");
        let new = light.ask(&second).unwrap_or_default();
        light.hear(answer(old, Status::Refuted));
        assert_eq!((light.outlook(&first), light.outlook(&second)), (None, None));
        light.hear(answer(new, Status::Refuted));
        assert_eq!(light.outlook(&second), Some(&Outlook::DeadEnd));
        // What was left unanswered is asked again; what is known is not.
        assert!(light.ask(&first).is_some());
        assert_eq!(light.ask(&second), None);
    }
}
