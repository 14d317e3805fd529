//! The solver's answers about each level of the pack, and the questions in progress.
//!
//! Every question has its own ticket, and every finding is stored with its level; so a finding is current
//! exactly as long as the level is still the same puzzle, and stale otherwise.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof_level::{Level, LevelId};
use foolproof_solver::{Event, Finding, Lane, Question, REDUNDANT, Status, Ticket, Topic};

/// State of a finding with respect to the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    Current,
    /// The level has changed since.
    Stale,
}

/// The work in progress.
#[derive(Clone, Debug)]
pub struct RunningTopic {
    pub topic: Topic,
    pub since: Instant,
    /// Its progress, if known.
    pub note: Option<String>,
}

#[derive(Clone, Debug)]
struct KnownFinding {
    finding: Finding,
    about: Arc<Level>,
    /// The rules of the game have changed since.
    outdated: bool,
}

/// The findings about one level.
#[derive(Clone, Debug, Default)]
struct OfLevel {
    asked: Option<Arc<Level>>,
    /// The questions asked.
    questions: Vec<Question>,
    /// All questions have been answered, or the designer stopped them.
    through: bool,
    findings: BTreeMap<Topic, KnownFinding>,
}

/// The findings about all levels.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    levels: BTreeMap<LevelId, OfLevel>,
    ticket: Option<Ticket>,
    asking: Option<LevelId>,
    running: Option<RunningTopic>,
    /// Grows with every message, for caches of drawings.
    version: u64,
    /// Time from the last questions to their first finding.
    first_answer: Option<Duration>,
    asked_at: Option<Instant>,
}

impl Knowledge {
    /// True if the solver has to be asked these questions about the level.
    pub(crate) fn wants(&self, level: &Level, questions: &[Question]) -> bool {
        let Some(known) = self.levels.get(&level.id) else { return true };
        let asked = known.asked.as_ref();
        let same = asked
            .is_some_and(|asked| asked.same_puzzle(level) && asked.policy == level.policy)
            && known.questions == questions;
        !same || (!known.through && self.asking != Some(level.id))
    }

    /// Records that the solver was asked about the level, and the ticket.
    pub fn asked(&mut self, level: &Arc<Level>, questions: Vec<Question>, ticket: Ticket) {
        self.ticket = Some(ticket);
        self.asking = Some(level.id);
        self.running = None;
        self.asked_at = Some(Instant::now());
        let known = self.levels.entry(level.id).or_default();
        // No later finding answers an abandoned question: it would be shown, if only as stale, until the last
        // of the other questions has finished.
        let gone = |topic: &Topic| {
            known.questions.iter().any(|question| question.topic() == *topic)
                && questions.iter().all(|question| question.topic() != *topic)
        };
        let gone: BTreeSet<Topic> = known.findings.keys().copied().filter(gone).collect();
        // "Time ran out" says nothing while the search goes on.
        let is_open = |known: &KnownFinding| match known.finding.status() {
            Status::Unknown(why) => !why.is_moot(),
            _ => false,
        };
        known.findings.retain(|topic, known| !gone.contains(topic) && !is_open(known));
        known.asked = Some(Arc::clone(level));
        known.questions = questions;
        known.through = false;
        self.version += 1;
    }

    /// Forgets everything, for another pack; later answers about the old one are not taken for the new.
    pub(crate) fn forget(&mut self) {
        *self = Self { version: self.version + 1, ..Self::default() };
    }

    /// Forgets that a level was asked about, so that it is asked again.
    pub fn ask_again(&mut self, id: LevelId) {
        if let Some(known) = self.levels.get_mut(&id) {
            known.asked = None;
        }
    }

    /// Notes that the rules of these levels have changed: their findings are stale, and the questions are asked
    /// again. Findings still to arrive are ignored.
    pub(crate) fn outdate(&mut self, ids: &BTreeSet<LevelId>) {
        for (_, known) in self.levels.iter_mut().filter(|(id, _)| ids.contains(id)) {
            (known.asked, known.through) = (None, false);
            known.findings.values_mut().for_each(|known| known.outdated = true);
        }
        if self.asking.take_if(|id| ids.contains(id)).is_some() {
            self.running = None;
            self.ticket = None;
        }
        self.version += 1;
    }

    /// Notes that the designer stopped the solver: the level is not asked about until it changes.
    pub(crate) fn stopped(&mut self) {
        if let Some(known) = self.asking.take().and_then(|id| self.levels.get_mut(&id)) {
            known.through = true;
        }
        self.running = None;
        self.ticket = None;
    }

    /// Stores the solver's answers on the live lane; those to older questions are dropped.
    pub fn hear(&mut self, event: Event) {
        let (current, id) = (self.ticket, self.asking);
        let Some(known) = id.and_then(|id| self.levels.get_mut(&id)) else { return };
        match event {
            Event::Started { lane: Lane::Live, ticket, topic } if Some(ticket) == current => {
                self.running = Some(RunningTopic { topic, since: Instant::now(), note: None });
            }
            Event::Note { lane: Lane::Live, ticket, text, .. } if Some(ticket) == current => {
                self.running.iter_mut().for_each(|running| running.note = Some(text.clone()));
            }
            Event::Found { lane: Lane::Live, ticket, finding } if Some(ticket) == current => {
                if let Some(asked_at) = self.asked_at.take() {
                    self.first_answer = Some(asked_at.elapsed());
                }
                if let Some(about) = known.asked.clone() {
                    known
                        .findings
                        .insert(finding.topic(), KnownFinding { finding, about, outdated: false });
                }
            }
            Event::Finished { lane: Lane::Live, ticket } if Some(ticket) == current => {
                known.through = true;
                let asked = known.asked.clone();
                // Findings about other questions should not linger as stale.
                known.findings.retain(|_, old| {
                    asked.as_ref().is_some_and(|asked| Arc::ptr_eq(asked, &old.about))
                });
                self.running = None;
                self.asking = None;
            }
            _ => return,
        }
        self.version += 1;
    }

    /// Returns the finding on a topic of the level, and whether it is about the current version.
    pub fn finding(&self, level: &Level, topic: Topic) -> Option<(&Finding, Freshness)> {
        let known = self.levels.get(&level.id)?.findings.get(&topic)?;
        // Which marks are needed depends on the policy, too.
        let policy = topic != REDUNDANT || known.about.policy == level.policy;
        let same = std::ptr::eq(Arc::as_ptr(&known.about), level)
            || (policy && known.about.same_puzzle(level));
        let freshness = if same && !known.outdated { Freshness::Current } else { Freshness::Stale };
        Some((&known.finding, freshness))
    }

    /// Returns the finding on a topic, if it is about the current level.
    pub fn current(&self, level: &Level, topic: Topic) -> Option<&Finding> {
        match self.finding(level, topic)? {
            (finding, Freshness::Current) => Some(finding),
            _ => None,
        }
    }

    pub fn running(&self) -> Option<&RunningTopic> {
        self.running.as_ref()
    }

    /// True if the solver is working on questions about this level.
    pub fn is_asking(&self, id: LevelId) -> bool {
        self.asking == Some(id)
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Returns the time to the first finding of the last questions.
    pub(crate) fn first_answer(&self) -> Option<Duration> {
        self.first_answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;
    use foolproof_solver::{
        Answer, CheckIntended, Confirmed, Count, EditsTried, How, IntendedVerdict, Limits,
        NeedlessMarks, Origin, SolvableLevel, SolveLevel, Tickets, Truth, Why,
    };

    fn found(ticket: Ticket, answer: Answer) -> Event {
        let how = How {
            origin: Origin::Solver,
            confirmed: Confirmed::Rules,
            elapsed: Duration::ZERO,
            limits: Limits::default(),
        };
        let finding = Finding { answer, how };
        Event::Found { lane: Lane::Live, ticket, finding }
    }

    #[test]
    fn a_change_of_policy_asks_again_which_marks_are_needed() {
        let old = Arc::new(Level::open("one", Board { cols: 2, rows: 2, tray: 0 }));
        let (mut knowledge, ticket) = (Knowledge::default(), Tickets::default().next());
        knowledge.asked(&old, Vec::new(), ticket);
        knowledge.hear(found(ticket, SolvableLevel(Truth::Holds(None)).into()));
        let now =
            EditsTried { now: Count::Exactly(1), effects: Vec::new(), skipped: 0, halt: None };
        knowledge.hear(found(ticket, NeedlessMarks(now).into()));
        knowledge.hear(Event::Finished { lane: Lane::Live, ticket });
        assert!(!knowledge.wants(&old, &[]));
        let mut new = (*old).clone();
        new.policy.unique = Some(foolproof_level::Expect::Yes);
        assert!(knowledge.wants(&new, &[]));
        assert!(knowledge.current(&new, Topic::SOLVABLE).is_some());
        assert!(knowledge.current(&new, REDUNDANT).is_none());
    }

    #[test]
    fn how_far_a_search_has_come_is_known_while_it_runs() {
        let level = Arc::new(Level::open("one", Board { cols: 2, rows: 2, tray: 0 }));
        let (mut knowledge, tickets) = (Knowledge::default(), Tickets::default());
        let (before, ticket) = (tickets.next(), tickets.next());
        knowledge.asked(&level, Vec::new(), ticket);
        let note = |ticket, text: &str| {
            let text = text.to_owned();
            Event::Note { lane: Lane::Live, ticket, done: 1, text }
        };
        knowledge.hear(Event::Started { lane: Lane::Live, ticket, topic: Topic::SOLVABLE });
        knowledge.hear(note(ticket, "far"));
        knowledge.hear(note(before, "not so far"));
        let running = knowledge.running().expect("a question");
        assert_eq!(running.note.as_deref(), Some("far"));
        knowledge.hear(Event::Started { lane: Lane::Live, ticket, topic: Topic::INTENDED });
        assert!(knowledge.running().expect("another").note.is_none());
    }

    #[test]
    fn what_is_not_asked_any_more_goes_at_once() {
        let with = Arc::new(Level::open("one", Board { cols: 2, rows: 2, tray: 0 }));
        let mut without = (*with).clone();
        without.set(
            foolproof_level::Site::cell(0, 0),
            foolproof_level::Spot { mark: "wall".parse().ok(), ..foolproof_level::Spot::default() },
        );
        let without = Arc::new(without);
        let (mut knowledge, tickets) = (Knowledge::default(), Tickets::default());
        let (before, after) = (tickets.next(), tickets.next());
        knowledge.asked(
            &with,
            vec![Question::from(SolveLevel::default()), Question::from(CheckIntended)],
            before,
        );
        knowledge.hear(found(before, SolvableLevel(Truth::Holds(None)).into()));
        knowledge.hear(found(before, IntendedVerdict(Truth::Holds(())).into()));
        knowledge.asked(&without, vec![Question::from(SolveLevel::default())], after);
        // Findings on questions that were asked again are stale; others are gone once the rest has finished.
        assert!(knowledge.finding(&without, Topic::INTENDED).is_none());
        let stale = knowledge.finding(&without, Topic::SOLVABLE);
        assert_eq!(stale.map(|(_, freshness)| freshness), Some(Freshness::Stale));
        // A late finding belongs to the older question.
        knowledge.hear(found(before, IntendedVerdict(Truth::Holds(())).into()));
        assert!(knowledge.finding(&without, Topic::INTENDED).is_none());
    }

    #[test]
    fn that_time_ran_out_is_not_said_while_the_search_goes_on() {
        let level = Arc::new(Level::open("one", Board { cols: 2, rows: 2, tray: 0 }));
        let (mut knowledge, tickets) = (Knowledge::default(), Tickets::default());
        let (before, after) = (tickets.next(), tickets.next());
        let questions = || vec![Question::from(SolveLevel::default())];
        knowledge.asked(&level, questions(), before);
        knowledge.hear(found(before, SolvableLevel(Truth::Unknown(Why::Time)).into()));
        knowledge.hear(Event::Finished { lane: Lane::Live, ticket: before });
        assert!(knowledge.current(&level, Topic::SOLVABLE).is_some());
        knowledge.ask_again(level.id);
        knowledge.asked(&level, questions(), after);
        assert!(knowledge.finding(&level, Topic::SOLVABLE).is_none());
    }

    #[test]
    fn what_was_found_of_another_pack_is_not_said_of_this_one() {
        let board = Board { cols: 2, rows: 2, tray: 0 };
        let (old, new) = (Arc::new(Level::open("one", board)), Arc::new(Level::open("two", board)));
        assert_eq!(old.id, new.id);
        let (mut knowledge, tickets) = (Knowledge::default(), Tickets::default());
        let (before, after) = (tickets.next(), tickets.next());
        knowledge.asked(&old, Vec::new(), before);
        knowledge.forget();
        knowledge.asked(&new, Vec::new(), after);
        knowledge.hear(found(before, SolvableLevel(Truth::Fails(())).into()));
        assert!(knowledge.finding(&new, Topic::SOLVABLE).is_none());
        knowledge.hear(found(after, SolvableLevel(Truth::Holds(None)).into()));
        let current = knowledge.current(&new, Topic::SOLVABLE);
        assert_eq!(current.map(Finding::status), Some(Status::Proved));
    }
}
