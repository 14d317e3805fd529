//! The light of a play: tells whether it can still become a solution, and finds that solution.
//!
//! Answers are stored by position, so that they are available at once after an undo, and each
//! applies only to its own position.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::moves::window as moves;
use foolproof_editor::text;
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_solver::{Event, Question, SolveLevel, Status, Ticket, Topic};

/// The answer about a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Outlook {
    /// It can be solved. In a game of moves, these are the moves from here to a win; in others, this is a
    /// solution that contains all marks of the play.
    Open(Play),
    DeadEnd,
    /// There was no answer, for this reason.
    Unknown(String),
}

/// The subject of the question: a level in its current state, and the marks that its solution must contain.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospect {
    pub level: Arc<Level>,
    pub played: Play,
}

/// The key by which equal prospects are recognised.
type ProspectMarks = (Vec<(Site, Mark)>, Play);

impl Prospect {
    pub(crate) fn question(&self) -> Question {
        SolveLevel { with: self.played.clone() }.into()
    }

    fn marks(&self) -> ProspectMarks {
        let marks = self.level.marks().map(|(site, mark)| (site, mark.clone()));
        (marks.collect(), self.played.clone())
    }
}

/// The questions and answers while a level is played.
#[derive(Clone, Debug, Default)]
pub struct PlayLight {
    known: BTreeMap<ProspectMarks, Outlook>,
    asked: Option<ProspectMarks>,
    ticket: Option<Ticket>,
}

impl PlayLight {
    /// Returns the answer about a prospect, if it is known.
    pub(crate) fn outlook(&self, prospect: &Prospect) -> Option<&Outlook> {
        self.known.get(&prospect.marks())
    }

    /// True if the prospect should be asked about: it is neither asked nor answered yet.
    pub(crate) fn wants(&self, prospect: &Prospect) -> bool {
        let marks = prospect.marks();
        !self.known.contains_key(&marks) && self.asked.as_ref() != Some(&marks)
    }

    /// Notes that the service was asked about a prospect.
    pub(crate) fn asked(&mut self, prospect: &Prospect, ticket: Ticket) {
        self.asked = Some(prospect.marks());
        self.ticket = Some(ticket);
    }

    /// Forgets the open question, which will not be answered any more.
    pub(crate) fn stopped(&mut self) {
        self.asked = None;
        self.ticket = None;
    }

    /// Stores the solver's answer. Answers to older questions are dropped.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Found { ticket, finding, .. }
                if Some(*ticket) == self.ticket && finding.topic() == Topic::SOLVABLE =>
            {
                let outlook = match (finding.answer.play(), finding.status()) {
                    (Some(play), _) => Outlook::Open(play.clone()),
                    (None, Status::Refuted) => Outlook::DeadEnd,
                    (None, Status::Unknown(why)) => Outlook::Unknown(text::why(&why)),
                    (None, _) => Outlook::Unknown(moves::words::NOT_KNOWN.to_owned()),
                };
                if let Some(asked) = self.asked.clone() {
                    self.known.insert(asked, outlook);
                }
            }
            Event::Finished { ticket, .. } if Some(*ticket) == self.ticket => {
                if let Some(asked) = self.asked.take() {
                    let unknown = Outlook::Unknown(moves::words::NOT_KNOWN.to_owned());
                    self.known.entry(asked).or_insert(unknown);
                }
            }
            _ => {}
        }
    }

    /// Marks a prospect as unknown because there is no solver.
    pub(crate) fn unanswered(&mut self, prospect: &Prospect) {
        let unknown = Outlook::Unknown(text::NO_SOLVER.to_owned());
        self.known.entry(prospect.marks()).or_insert(unknown);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use foolproof_level::Board;
    use foolproof_solver::{
        Confirmed, Finding, How, Lane, Limits, Origin, SolvableLevel, Tickets, Truth,
    };

    fn dead_end(ticket: Ticket) -> Event {
        let how = How {
            origin: Origin::Search,
            confirmed: Confirmed::Rules,
            elapsed: Duration::ZERO,
            limits: Limits::default(),
        };
        let finding = Finding { answer: SolvableLevel(Truth::Fails(())).into(), how };
        Event::Found { lane: Lane::Argue, ticket, finding }
    }

    #[test]
    fn an_answer_counts_for_the_position_alone_that_was_asked_about() {
        let first = Level::open("any", Board { cols: 2, rows: 1, tray: 0 });
        let mut second = first.clone();
        second.paint(Site::cell(0, 0), "stone".parse().ok());
        let prospect = |level| Prospect { level: Arc::new(level), played: Play::default() };
        let (first, second) = (prospect(first), prospect(second));
        let (mut light, tickets) = (PlayLight::default(), Tickets::default());
        let (old, new) = (tickets.next(), tickets.next());
        assert!(light.wants(&first));
        light.asked(&first, old);
        assert!(!light.wants(&first), "asked already");
        light.asked(&second, new);
        light.hear(&dead_end(old));
        assert_eq!((light.outlook(&first), light.outlook(&second)), (None, None));
        light.hear(&dead_end(new));
        assert_eq!(light.outlook(&second), Some(&Outlook::DeadEnd));
        // Unanswered questions are asked again; answered ones are not.
        assert!(light.wants(&first));
        assert!(!light.wants(&second));
    }
}
