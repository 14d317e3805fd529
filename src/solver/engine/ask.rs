//! One question while it is being answered: its subject, its limits and its listener.

use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::engine::goal::Goal;
use crate::engine::own_search::program_of;
use crate::engine::query::Question;
use crate::engine::step_aims::WalkBound;
use crate::values::finding::{Confirmed, Finding, How, Origin, Progress};
use crate::values::limits::Limits;
use crate::values::report::{Answer, LevelReport};
use crate::values::status::{Status, Why};
use foolproof_asp::Program;
use foolproof_asp::Stop;
use foolproof_game::{Game, GameError, counted};
use foolproof_level::Level;

/// One question being answered, with the engine that answers it.
pub struct Ask<'a> {
    pub engine: &'a mut Engine,
    pub game: &'a dyn Game,
    pub level: &'a Level,
    pub limits: Limits,
    pub stop: &'a Stop,
    pub started: Instant,
    pub on: &'a mut dyn FnMut(Progress),
    pub found: Vec<Answer>,
    pub origin: Origin,
    pub again: Again,
    /// The question ignores the level's concept: if that cannot be read, it is answered without it.
    pub(crate) spares_concept: bool,
    pub(crate) goal: Goal,
    /// The last progress report.
    pub(crate) noted: (u64, String),
}

/// The state of repeating a question because its worker died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// Retry if the worker dies.
    May,
    /// The worker died, so retry. The crash is reported only if it happens again.
    Must,
    /// Do not retry: it was repeated already, or has reported results.
    No,
    /// Retry without the concept, which may be what failed to parse.
    WithoutConcept,
}

/// The deadline of a question, with its stop signal.
#[derive(Clone, Copy)]
pub struct Patience<'a> {
    stop: &'a Stop,
    started: Instant,
    time: Duration,
}

impl Patience<'_> {
    pub fn is_over(&self) -> bool {
        self.stop.is_set() || self.started.elapsed() > self.time
    }

    /// Returns a deadline no later than `time` after the question was asked.
    pub(crate) fn until(self, time: Duration) -> Self {
        Self { time: self.time.min(time), ..self }
    }

    /// Returns an error once the question has to end.
    pub fn check(&self) -> Result<(), Why> {
        if self.is_over() { Err(self.why()) } else { Ok(()) }
    }

    /// Returns the reason why the question has to end.
    pub fn why(&self) -> Why {
        if self.stop.is_set() { Why::Stopped } else { Why::Time }
    }
}

impl<'a> Ask<'a> {
    pub(crate) fn new(
        engine: &'a mut Engine,
        game: &'a dyn Game,
        level: &'a Level,
        limits: &Limits,
        stop: &'a Stop,
        on: &'a mut dyn FnMut(Progress),
    ) -> Self {
        Self {
            engine,
            game,
            level,
            limits: *limits,
            stop,
            started: Instant::now(),
            on,
            found: Vec::new(),
            origin: Origin::Solver,
            again: Again::May,
            spares_concept: false,
            goal: Goal::default(),
            noted: (0, String::new()),
        }
    }

    pub fn patience(&self) -> Patience<'a> {
        Patience { stop: self.stop, started: self.started, time: self.limits.time }
    }

    /// Returns the question with a deadline no later than `time` after it was asked.
    pub fn ending(mut self, time: Duration) -> Self {
        self.limits.time = self.limits.time.min(time);
        self
    }

    /// Does a part of the work, with a deadline no later than `time` after the question was asked.
    pub(crate) fn until<T>(&mut self, time: Duration, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.limits.time;
        self.limits.time = whole.min(time);
        let done = work(self);
        self.limits.time = whole;
        done
    }

    /// Does a part of the work with another goal.
    pub(crate) fn toward<T>(&mut self, goal: Goal, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = std::mem::replace(&mut self.goal, goal);
        let done = work(self);
        self.goal = whole;
        done
    }

    /// Does a part of the work, for at most this time.
    pub(crate) fn spending<T>(&mut self, time: Duration, work: impl FnOnce(&mut Self) -> T) -> T {
        self.until(self.started.elapsed().saturating_add(time), work)
    }
}

impl Ask<'_> {
    /// Returns the time that is left of the question's limit.
    pub fn left(&self) -> Duration {
        self.limits.time.saturating_sub(self.started.elapsed())
    }

    pub fn say(&mut self, answer: Answer) {
        if matches!(answer.status(), Status::Unknown(Why::Crashed(_))) && self.again != Again::No {
            self.again = Again::Must;
            return;
        }
        if matches!(answer.status(), Status::Unknown(Why::BadInput(_))) && self.spares_concept {
            self.again = Again::WithoutConcept;
            return;
        }
        if answer.proposed().is_some() && self.again == Again::May {
            self.again = Again::No;
        }
        let how = How {
            origin: self.origin,
            confirmed: Confirmed::of(self.game),
            elapsed: self.started.elapsed(),
            limits: self.limits,
        };
        self.found.push(answer.clone());
        (self.on)(Progress::Found(Finding { answer, how }));
    }

    /// Reports what was found, or why nothing was.
    pub fn report<R: LevelReport>(&mut self, found: Result<R, Why>) {
        self.say(match found {
            Ok(report) => report.into(),
            Err(why) => Answer::unknown(R::topic(), why),
        });
    }

    /// Asks again if the worker died. Returns the number of findings before that.
    pub(crate) fn route_twice(&mut self, question: &Question) -> usize {
        self.route(question);
        if self.again != Again::Must {
            return 0;
        }
        let superseded = self.found.len();
        self.found.clear();
        (self.again, self.origin) = (Again::No, Origin::Solver);
        self.route(question);
        superseded
    }

    /// Answers a question while another one is being answered, reusing what is already known.
    pub fn route(&mut self, question: &Question) {
        let program = match program_of(self, question) {
            Ok(program) => program,
            // The levels that are looked for may have what this one lacks.
            Err(GameError::Idle(_)) if question.looks_for_levels() => Program::default(),
            Err(error) => return self.say(Answer::unknown(question.topic(), Why::from(error))),
        };
        if !question.may_be_kept() {
            return question.answer(self, &program);
        }
        let asked = question
            .asks_for_policy()
            .then(|| (self.game.expected(self.level), self.level.intended.clone()));
        let key = (program, question.clone(), asked);
        if let Some(known) = self.engine.cache.get(&key) {
            self.origin = Origin::Cache;
            known.clone().into_iter().for_each(|answer| self.say(answer));
            return;
        }
        question.answer(self, &key.0);
        let told = matches!(self.again, Again::May | Again::No) && !self.stop.is_set();
        if told && !self.found.is_empty() && question.is_final(&self.found) {
            self.engine.keep(key, self.found.clone());
        }
    }

    /// Starts a question about another level, with the budget of this one. Its findings reach no listener.
    pub fn about<'b>(&'b mut self, level: &'b Level) -> Ask<'b> {
        // A closure that captures nothing takes no memory, so nothing leaks.
        let quiet = Box::leak(Box::new(|_| {}));
        Ask { on: quiet, noted: (0, String::new()), ..self.part(level) }
    }

    /// Starts a part of the question about another level, which reports to the same listener.
    pub(crate) fn part<'b>(&'b mut self, level: &'b Level) -> Ask<'b> {
        Ask {
            started: self.started,
            origin: self.origin,
            again: Again::No,
            goal: Goal { bound: WalkBound::default(), ..self.goal.clone() },
            noted: self.noted.clone(),
            ..Ask::new(self.engine, self.game, level, &self.limits, self.stop, self.on)
        }
    }

    pub fn note(&mut self, done: u64, text: impl Into<String>) {
        self.noted = (done, text.into());
        self.note_further("");
    }

    /// Notes the number of levels made, and how far the search for the next one is.
    pub(crate) fn note_made(&mut self, made: usize, further: &str) {
        self.note(
            made as u64,
            format!("{} made{further}", counted(made as u64, "level", "levels")),
        );
    }

    /// Repeats the last progress note with this text appended.
    pub(crate) fn note_further(&mut self, more: &str) {
        let (done, text) = &self.noted;
        (self.on)(Progress::Note { done: *done, text: format!("{text}{more}") });
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::worker::remote::WorkerCommand;

    const WHOLE: Duration = Duration::from_secs(100);

    /// Asks about an empty level, and gives the question to the test.
    fn with_ask(test: impl FnOnce(&mut Ask<'_>)) {
        let games = foolproof_built_in::built_in();
        let game = games.welcome().expect("a game");
        let mut engine = Engine::new(WorkerCommand::at(Path::new("none")), games);
        let level = Level::open(game.about().id.to_string(), game.about().default_board);
        let limits = Limits { time: WHOLE, ..Limits::default() };
        test(&mut Ask::new(&mut engine, &*game, &level, &limits, &Stop::default(), &mut |_| {}));
    }

    #[test]
    fn a_part_takes_no_more_than_the_whole_and_gives_it_back() {
        with_ask(|ask| {
            let short = ask.spending(Duration::from_secs(3), |ask| {
                let outer = ask.limits.time;
                // A part of a part cannot take more than that part.
                let inner = ask.spending(Duration::MAX, |ask| ask.limits.time);
                assert_eq!(inner, outer);
                assert_eq!(ask.until(Duration::ZERO, |ask| ask.patience().why()), Why::Time);
                outer
            });
            assert!(short >= Duration::from_secs(3) && short < WHOLE, "{short:?}");
            assert_eq!(ask.limits.time, WHOLE);
        });
    }

    #[test]
    fn a_part_that_fails_gives_back_the_time_too() {
        with_ask(|ask| {
            let failed: Result<(), Why> = ask.until(Duration::ZERO, |ask| {
                assert!(ask.patience().is_over());
                ask.patience().check()
            });
            assert_eq!(failed, Err(Why::Time));
            assert_eq!(ask.patience().check(), Ok(()));
        });
    }

    #[test]
    fn a_question_about_another_level_ends_with_the_one_that_asks() {
        with_ask(|ask| {
            let level = ask.level.clone();
            let asked = ask.about(&level).ending(Duration::from_secs(5));
            assert_eq!(asked.limits.time, Duration::from_secs(5));
            let asked = asked.ending(Duration::from_secs(7));
            assert_eq!(asked.limits.time, Duration::from_secs(5));
        });
    }
}
