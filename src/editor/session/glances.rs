//! Small questions about what is on view: the deduction in a window, the rating of the level on the canvas, the
//! next hint in play.
//!
//! Whatever the user looks at is asked of the solver on a separate lane, even while live solving is paused. The
//! answers are kept until the user looks at another level.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use foolproof_level::Level;
use foolproof_solver::{Event, Finding, Lane, Limits, Question, Service, Ticket, Topic};

/// Maximum time for these questions about a level. Another look ends it sooner.
const TIME: Duration = Duration::from_secs(60);

/// The questions and answers about the level on view.
#[derive(Clone, Debug, Default)]
pub struct Glances {
    level: Option<Arc<Level>>,
    wanted: Vec<Question>,
    asked: Vec<Question>,
    ticket: Option<Ticket>,
    found: BTreeMap<Topic, Finding>,
    /// There is no solver to ask.
    no_solver: bool,
}

/// A question to ask now.
pub(crate) struct GlanceRequest {
    pub level: Arc<Level>,
    pub questions: Vec<Question>,
    pub limits: Limits,
}

impl Glances {
    /// Returns the answer about a level; if it is unknown, the question will be asked.
    pub fn look(&mut self, level: &Arc<Level>, question: Question) -> Option<&Finding> {
        let is_same = |known: &Arc<Level>| known.id == level.id && known.same_puzzle(level);
        match &mut self.level {
            Some(known) if Arc::ptr_eq(known, level) => {}
            // Another title or note changes no answer.
            Some(known) if is_same(known) => *known = Arc::clone(level),
            _ => {
                let (level, no_solver) = (Some(Arc::clone(level)), self.no_solver);
                *self = Self { level, no_solver, ..Self::default() };
            }
        }
        let topic = question.topic();
        if !self.found.contains_key(&topic) && !self.wanted.contains(&question) {
            self.wanted.push(question);
        }
        self.found.get(&topic)
    }

    /// Returns the next unasked question, if any.
    pub(crate) fn next(&self) -> Option<GlanceRequest> {
        if self.wanted.iter().all(|question| self.asked.contains(question)) {
            return None;
        }
        // The most recently opened one comes first.
        let wanted = self.wanted.iter().rev();
        let open = wanted.filter(|one| !self.found.contains_key(&one.topic()));
        let limits = Limits { time: TIME, ..Limits::default() };
        // The concept is left out: its own rules may still wait for permission to run.
        let level = Arc::new(self.level.as_ref()?.without_concept());
        Some(GlanceRequest { level, questions: open.cloned().collect(), limits })
    }

    /// Notes that the service was asked all wanted questions.
    pub(crate) fn asked(&mut self, ticket: Ticket) {
        self.asked.clone_from(&self.wanted);
        self.ticket = Some(ticket);
    }

    /// Stores the solver's answers; those to an older question are dropped.
    pub(crate) fn hear(&mut self, event: Event) {
        if let Event::Found { ticket, finding, .. } = event
            && Some(ticket) == self.ticket
        {
            self.found.insert(finding.topic(), finding);
        }
    }

    pub fn lacks_solver(&self) -> bool {
        self.no_solver
    }

    /// Asks the wanted questions about the level on view.
    pub(crate) fn ask(&mut self, service: Option<&Service>) {
        match (service, self.next()) {
            (None, _) => self.no_solver = true,
            (Some(service), Some(look)) => {
                let ticket = service.ask(Lane::Glance, look.level, look.questions, look.limits);
                self.asked(ticket);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;
    use foolproof_solver::{
        Answer, Confirmed, FindForcedMarks, How, Lane, MARKS, Origin, ProveShortcutFree, Tickets,
        Why,
    };

    fn found(ticket: Ticket) -> Event {
        let how = How {
            origin: Origin::Search,
            confirmed: Confirmed::Rules,
            elapsed: Duration::ZERO,
            limits: Limits::default(),
        };
        let finding = Finding { answer: Answer::unknown(MARKS, Why::Time), how };
        Event::Found { lane: Lane::Glance, ticket, finding }
    }

    #[test]
    fn what_is_looked_at_is_asked_once_and_answers_count_for_that_level_alone() {
        let board = Board { cols: 2, rows: 2, tray: 0 };
        let [one, two] = ["one", "two"].map(|game| Arc::new(Level::open(game, board)));
        let (mut glances, tickets) = (Glances::default(), Tickets::default());
        let prove = Question::from(ProveShortcutFree);
        assert!(glances.look(&one, prove.clone()).is_none());
        assert_eq!(glances.next().map(|look| look.questions), Some(vec![prove.clone()]));
        let first = tickets.next();
        glances.asked(first);
        assert!(glances.look(&one, prove.clone()).is_none() && glances.next().is_none());
        // With a second question wanted, both are asked, since the first one stops.
        glances.look(&one, FindForcedMarks.into());
        let both = glances.next().map(|look| look.questions);
        assert_eq!(both, Some(vec![FindForcedMarks.into(), prove.clone()]));
        let second = tickets.next();
        glances.asked(second);
        glances.hear(found(first));
        assert!(glances.look(&one, FindForcedMarks.into()).is_none());
        glances.hear(found(second));
        assert!(glances.look(&one, FindForcedMarks.into()).is_some());
        assert!(glances.look(&two, FindForcedMarks.into()).is_none());
        glances.hear(found(second));
        assert!(glances.look(&two, FindForcedMarks.into()).is_none(), "it was of the other level");
    }
}
