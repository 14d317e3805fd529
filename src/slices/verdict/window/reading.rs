//! Sums up the findings: one sentence, its basis, and the next step.
//!
//! Derived only from findings, so it claims no more than they do.

use crate::completing::window::CompletingCommands as _;
use crate::solution::SolutionCommands as _;
use crate::solving::window::SolvingCommands as _;
use crate::suggesting::window::SuggestingCommands as _;
use crate::verdict::window::VerdictCommands as _;
use std::time::{Duration, Instant};

use crate::chance::question::{CHANCE, WeighedLevel};
use crate::concept;
use crate::moves::question::POSITIONS;
use crate::solving::question::DEDUCTION;
use crate::verdict::window::words;
use foolproof_editor::panels::findings::is_bare;
use foolproof_editor::session::command::Command;
use foolproof_editor::session::kinds::{LiveFindings, VerdictClause};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::{AcceptError, Game, MeaningError, Verdict};
use foolproof_level::{Expect, Expected, Level, Play, Site};
use foolproof_solver::{
    Answer, CountedSolutions, EstimatedSolutions, Finding, IntendedVerdict, Origin,
    ShortcutFreedom, Status, Topic, Truth, Why, WhyNoSolution, has_concept,
};

/// Tone of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictTone {
    Good,
    Bad,
    /// Neutral: there is nothing to judge.
    Plain,
    /// Something prevents an answer.
    Trouble,
    /// There is no answer.
    Unknown,
    Waiting,
}

/// One sentence about a level, with the possible actions.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelVerdict {
    pub tone: VerdictTone,
    pub headline: String,
    pub detail: Option<String>,
    /// The finding whose actions are offered.
    pub leading: Option<Topic>,
    /// Further commands, with the words of their buttons.
    pub commands: Vec<(Command, &'static str)>,
    /// Basis of the verdict.
    pub tip: String,
    /// Start of the question that the solver is working on.
    pub running: Option<Instant>,
}

/// Access to the current findings about a level.
struct LevelKnown<'a> {
    state: &'a State,
    game: &'a dyn Game,
    level: &'a Level,
}

impl<'a> LevelKnown<'a> {
    fn answer(&self, topic: Topic) -> Option<&'a Answer> {
        self.finding(topic).map(|finding| &finding.answer)
    }

    fn status(&self, topic: Topic) -> Option<Status> {
        self.finding(topic).map(Finding::status)
    }

    fn finding(&self, topic: Topic) -> Option<&'a Finding> {
        self.state.findings.knowledge.current(self.level, topic)
    }

    /// Returns the total time of these answers in words, or says that they were known before.
    fn proved(&self, topics: &[Topic]) -> String {
        let used = || topics.iter().filter_map(|topic| self.finding(*topic));
        let time: Duration = used().map(|finding| finding.how.elapsed).sum();
        match used().all(|finding| finding.how.origin == Origin::Cache) {
            true => words::KNOWN_BEFORE.to_owned(),
            false => words::proved_in(time),
        }
    }

    fn expected(&self) -> Expected {
        self.game.expected(self.level)
    }

    /// True if the solver has answered all questions about the level.
    fn is_through(&self) -> bool {
        !self.state.findings.knowledge.is_asking(self.level.id)
    }
}

impl LevelVerdict {
    fn new(tone: VerdictTone, headline: impl Into<String>) -> Self {
        let (detail, leading, commands) = (None, None, Vec::new());
        let (tip, running) = (String::new(), None);
        Self { tone, headline: headline.into(), detail, leading, commands, tip, running }
    }

    fn detail(self, detail: impl Into<String>) -> Self {
        let detail: String = detail.into();
        Self { detail: Some(detail).filter(|detail| !detail.is_empty()), ..self }
    }

    fn leading(self, topic: Topic) -> Self {
        Self { leading: Some(topic), ..self }
    }

    fn offering(self, commands: &[(Command, &'static str)]) -> Self {
        Self { commands: commands.to_vec(), ..self }
    }

    /// Returns the verdict on a level from the present findings.
    pub fn of(state: &State, game: &dyn Game, level: &Level) -> Self {
        let known = LevelKnown { state, game, level };
        let mut verdict = read(&known);
        let says = matches!(verdict.tone, VerdictTone::Good | VerdictTone::Bad);
        if let Some(read_as) = game.read_as(level).filter(|_| says) {
            verdict.headline = format!("{}, {read_as}", verdict.headline);
        }
        let running = state.findings.knowledge.running().filter(|_| !known.is_through());
        verdict.running = running.map(|running| running.since);
        if let Some(note) = running.and_then(|running| running.note.as_ref())
            && verdict.tone == VerdictTone::Waiting
        {
            verdict.detail = Some(text::sentence(note));
        }
        let lead = verdict.leading.or(Some(Topic::SOLVABLE));
        if let Some(finding) = lead.and_then(|topic| known.finding(topic)) {
            verdict.tip = text::how(&finding.how);
        }
        verdict
    }
}

fn read(known: &LevelKnown<'_>) -> LevelVerdict {
    let LevelKnown { state, game, level } = *known;
    if state.document.strangers.are_in(level) {
        let read_them = [
            (Command::RUN_STRANGERS, text::RUN_STRANGERS),
            (Command::EDIT_CONCEPT, words::READ_THEM),
        ];
        let verdict = LevelVerdict::new(VerdictTone::Trouble, words::OWN_RULES);
        return verdict.detail(text::STRANGERS).offering(&read_them);
    }
    if is_bare(game, level) && level.intended.is_none() {
        let makes = [(Command::GENERATE, words::GENERATE), (Command::COMPLETE, words::COMPLETE)];
        let verdict = LevelVerdict::new(VerdictTone::Plain, words::NOTHING_PLACED);
        return verdict.detail(words::PLACE_SOMETHING).offering(&makes);
    }
    if let Some(verdict) = known.finding(CHANCE).and_then(|finding| by_chance(known, finding)) {
        return verdict;
    }
    match known.status(Topic::SOLVABLE) {
        Some(Status::Refuted) => no_solution(known),
        Some(Status::Unknown(why @ Why::BadInput(_))) => {
            faulty(known).unwrap_or_else(|| unknown(&why, game))
        }
        Some(Status::Unknown(why)) => unknown(&why, game),
        Some(Status::Proved) => solvable(known),
        _ => waiting(known),
    }
}

/// Returns the verdict on a level with a misplaced or unknown mark.
fn faulty(known: &LevelKnown<'_>) -> Option<LevelVerdict> {
    let (_, fault) = faulty_mark(known.game, known.level)?;
    let deeds = [(Command::GO_TO_FAULT, words::GO_THERE), (Command::ERASE_FAULT, words::ERASE_IT)];
    let verdict = LevelVerdict::new(VerdictTone::Trouble, words::UNREADABLE);
    Some(verdict.detail(fault).offering(&deeds))
}

/// Finds a mark that the game does not have, or not at that site. Returns its site and the reason.
pub(crate) fn faulty_mark(game: &dyn Game, level: &Level) -> Option<(Site, String)> {
    level.marks().find_map(|(site, mark)| {
        let words = match game.accepts(&level.board, site, mark).err()? {
            AcceptError::Meaning(MeaningError::Unknown(_)) => {
                words::unknown_mark(&site.name_on(level.board), mark.as_str())
            }
            other => words::misplaced_mark(&site.name_on(level.board), &other.to_string()),
        };
        Some((site, words))
    })
}

/// Returns the verdict while nothing is known about the current level.
fn waiting(known: &LevelKnown<'_>) -> LevelVerdict {
    let waits = |words| LevelVerdict::new(VerdictTone::Waiting, words);
    match known.state.findings.live.on {
        true => waits(words::SOLVING),
        false => waits(words::PAUSED).offering(&[(Command::TOGGLE_PAUSE, words::GO_ON)]),
    }
}

fn no_solution(known: &LevelKnown<'_>) -> LevelVerdict {
    let proved = known.proved(&[Topic::SOLVABLE]);
    let expected = known.expected().solvable == Expect::No;
    let tone = if expected { VerdictTone::Good } else { VerdictTone::Bad };
    let verdict = LevelVerdict::new(tone, words::NO_SOLUTION);
    // The headline already says that there is no solution.
    let why = known.answer(Topic::WHY_NONE).and_then(Answer::report);
    let why = why.map(|WhyNoSolution { says, .. }| {
        let told = says.strip_prefix("No solution: ").unwrap_or(says);
        format!("{} ", text::sentence(told))
    });
    let why = why.unwrap_or_default();
    match expected {
        true => {
            let detail = format!("{} {why}{proved}", words::AS_EXPECTED);
            verdict.detail(detail).leading(Topic::SOLVABLE)
        }
        false => verdict
            .detail(format!("{why}{proved}"))
            .offering(&[(Command::BLAME, text::WHY), (Command::REPAIR, words::REPAIR)]),
    }
}

/// Returns the verdict on a game with chance, if the level can be won: with luck, or for sure.
fn by_chance(known: &LevelKnown<'_>, finding: &Finding) -> Option<LevelVerdict> {
    let WeighedLevel(odds) = finding.report()?;
    odds.with_luck?;
    let expected = known.expected().solvable != Expect::No;
    let tone = match odds.for_sure {
        _ if !expected => VerdictTone::Bad,
        Some(_) => VerdictTone::Good,
        None => VerdictTone::Plain,
    };
    let verdict = LevelVerdict::new(tone, odds.words()).leading(CHANCE);
    Some(verdict.detail(if expected {
        known.proved(&[CHANCE])
    } else {
        words::SHOULD_FAIL.to_owned()
    }))
}

/// Returns the verdict if there is no answer, with the reason and a remedy.
fn unknown(why: &Why, game: &dyn Game) -> LevelVerdict {
    let bad_input = matches!(why, Why::BadInput(_));
    let (tone, headline) = match bad_input {
        true => (VerdictTone::Trouble, words::UNREADABLE),
        false => (VerdictTone::Unknown, words::UNKNOWN),
    };
    let said = [text::why(why), words::next_step(why, game).to_owned()];
    let said: Vec<String> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let verdict = LevelVerdict::new(tone, headline).detail(said.join(" "));
    match why {
        Why::BadInput(_) => verdict.offering(&[(Command::EDIT_CONCEPT, words::CONCEPT)]),
        Why::Moot(_) => verdict,
        _ => verdict.offering(&[(Command::MORE_TIME, words::MORE_TIME)]),
    }
}

/// Returns the verdict on a solvable level: its first fault, else the facts known about it.
fn solvable(known: &LevelKnown<'_>) -> LevelVerdict {
    let LevelKnown { game, level, .. } = *known;
    if game.judge(level, &Play::default()) == Verdict::Solved {
        let makes = [(Command::GENERATE, words::GENERATE), (Command::COMPLETE, words::COMPLETE)];
        let verdict = LevelVerdict::new(VerdictTone::Plain, words::NO_TASK);
        return verdict.detail(words::SOLVED_AT_ONCE).offering(&makes);
    }
    if known.expected().solvable == Expect::No {
        let verdict = LevelVerdict::new(VerdictTone::Bad, words::SOLVABLE);
        return verdict.detail(words::SHOULD_FAIL).leading(Topic::SOLVABLE);
    }
    let intended = known.answer(Topic::INTENDED).and_then(Answer::report);
    if let Some(flaw) = intended.and_then(IntendedVerdict::flaw) {
        let verdict = LevelVerdict::new(VerdictTone::Bad, words::INTENDED_FAILS);
        let deeds = [
            (Command::INTEND_SOLUTION, words::TAKE_FOUND),
            (Command::CLEAR_INTENDED, words::FORGET_INTENDED),
        ];
        return verdict.detail(text::sentence(&flaw.why)).leading(Topic::SOLVABLE).offering(&deeds);
    }
    let free = known.answer(Topic::SHORTCUT_FREE).filter(|_| has_concept(level));
    match free.and_then(Answer::result) {
        Some(Ok(ShortcutFreedom(Truth::Fails(play)))) => shortcut(known, play),
        Some(Err(Why::BadInput(why))) => {
            let verdict = LevelVerdict::new(VerdictTone::Trouble, words::CONCEPT_UNREADABLE);
            let concept = [(Command::EDIT_CONCEPT, words::CONCEPT)];
            verdict.detail(text::sentence(why)).offering(&concept)
        }
        _ => sound(known),
    }
}

fn shortcut(known: &LevelKnown<'_>, play: &Play) -> LevelVerdict {
    let instead = concept::missed(known.game, known.level, play);
    // A shortcut that the check expects is no fault, but no merit either.
    let expected = known.expected().shortcut_free == Expect::No;
    let tone = if expected { VerdictTone::Plain } else { VerdictTone::Bad };
    let headline = words::shortcut(instead.as_deref());
    let verdict = LevelVerdict::new(tone, headline).leading(Topic::SHORTCUT_FREE);
    if expected { verdict.detail(words::AS_EXPECTED) } else { verdict }
}

/// Builds the verdict on a level without known faults.
struct SoundLevel {
    verdict: LevelVerdict,
    parts: Vec<String>,
    /// Questions on whose answers the verdict rests.
    topics: Vec<Topic>,
    /// Words about the question that still runs.
    still: Option<&'static str>,
    /// Words about a fact that is wrong or unknown.
    open: Option<String>,
}

impl SoundLevel {
    /// Adds the finding about shortcuts.
    fn take_freedom(&mut self, known: &LevelKnown<'_>) {
        match known.status(Topic::SHORTCUT_FREE) {
            Some(Status::Proved) => {
                self.parts.push(words::NO_SHORTCUT.to_owned());
                self.topics.push(Topic::SHORTCUT_FREE);
                if known.expected().shortcut_free == Expect::No {
                    self.verdict.tone = VerdictTone::Bad;
                    self.open = Some(words::SHOULD_HAVE_SHORTCUT.to_owned());
                }
            }
            Some(Status::Unknown(why)) if !why.is_moot() => {
                let asked = unknown(&why, known.game);
                self.parts.push(words::MAYBE_SHORTCUT.to_owned());
                (self.verdict.tone, self.verdict.commands) = (asked.tone, asked.commands);
                self.open = asked.detail;
            }
            Some(_) => {}
            None => {
                self.verdict.tone = VerdictTone::Waiting;
                self.still = Some(words::STILL_LOOKING);
            }
        }
    }

    /// Adds what a feature says about the level.
    fn take_clause(&mut self, clause: VerdictClause) {
        match clause {
            VerdictClause::Plain(words) => self.parts.push(words),
            VerdictClause::Holds(words, topic) => {
                self.parts.push(words.to_owned());
                self.topics.push(topic);
            }
            VerdictClause::Fails(words, why, command) => {
                self.verdict.tone = VerdictTone::Bad;
                self.verdict.commands.push(command);
                self.parts.push(words.to_owned());
                self.open = Some(why.to_owned());
            }
            VerdictClause::Unknown(why) => {
                self.verdict.tone = VerdictTone::Unknown;
                self.open = Some(why);
            }
            VerdictClause::Waiting(words) => {
                self.verdict.tone = VerdictTone::Waiting;
                self.still = Some(words);
            }
        }
    }
}

/// Returns the verdict on a level without known faults: solutions, shortcuts, and what features say.
fn sound(known: &LevelKnown<'_>) -> LevelVerdict {
    let level = known.level;
    let (count, count_topic) = number(known);
    let shortest = known.state.game().is_some_and(|game| game.counts_shortest())
        && !known.answer(Topic::COUNT).is_some_and(Answer::may_be_longer);
    let count = if shortest { text::of_shortest(&count) } else { count };
    let mut sound = SoundLevel {
        verdict: LevelVerdict::new(VerdictTone::Good, String::new()),
        parts: vec![count],
        topics: [Topic::SOLVABLE].into_iter().chain(count_topic).collect(),
        still: (count_topic.is_none() && !known.is_through()).then_some(words::STILL_COUNTING),
        open: None,
    };
    if has_concept(level) {
        sound.take_freedom(known);
    }
    let features = known.state.features_of::<dyn LiveFindings>();
    features
        .filter_map(|own| own.clause(&known.state.findings, known.game, level))
        .for_each(|clause| sound.take_clause(clause));
    let SoundLevel { mut verdict, parts, topics, still, mut open } = sound;
    verdict.headline = parts.join(", ");
    // The offered actions open the windows that show how people solve the level.
    verdict.leading =
        [DEDUCTION, POSITIONS].into_iter().find(|topic| known.finding(*topic).is_some());
    let wrong = against_policy(known);
    let several = !matches!(known.status(Topic::UNIQUE), None | Some(Status::Proved));
    let fitting = [
        (Command::SOLVING, words::STEPS, verdict.leading.is_none()),
        (Command::EVERY_SOLUTION, words::EVERY_SOLUTION, true),
        (Command::COMPLETE, words::COMPLETE, several),
        (Command::SOLUTIONS, words::SOLUTIONS, several),
        (Command::SUGGESTIONS, words::SUGGESTIONS, true),
        (Command::GENERATE, words::GENERATE, true),
    ];
    let fitting = fitting.into_iter().filter(|(.., fits)| *fits && wrong.is_none());
    verdict.commands.extend(fitting.map(|(command, words, _)| (command, words)));
    if let Some(wrong) = wrong {
        verdict.tone = VerdictTone::Bad;
        verdict.leading = Some(Topic::COUNT);
        if known.expected().unique == Expect::Yes {
            let deeds = [(Command::BLAME, text::WHY), (Command::REPAIR, words::REPAIR)];
            verdict.commands.extend(deeds);
        }
        open = Some(wrong.to_owned());
    }
    let detail = open.or(still.map(str::to_owned)).unwrap_or_else(|| known.proved(&topics));
    verdict.detail(detail)
}

/// Returns the number of solutions in words, as far as known, and the question that found it.
fn number(known: &LevelKnown<'_>) -> (String, Option<Topic>) {
    let unique = known.status(Topic::UNIQUE);
    if unique == Some(Status::Proved) {
        return (words::ONE.to_owned(), Some(Topic::UNIQUE));
    }
    if let Some(counted) = known.answer(Topic::COUNT).and_then(Answer::report::<CountedSolutions>)
        && counted.number != foolproof_solver::Count::AtLeast(1)
    {
        let estimated = known.answer(Topic::ESTIMATE).and_then(Answer::report);
        let number = estimated.map(EstimatedSolutions::number);
        return (words::solutions(&counted.number, number), Some(Topic::COUNT));
    }
    match unique {
        Some(Status::Refuted) => (words::MORE_THAN_ONE.to_owned(), Some(Topic::UNIQUE)),
        _ => (words::SOLVABLE.to_owned(), None),
    }
}

/// Returns the words for a number of solutions that the level's check does not expect.
fn against_policy(known: &LevelKnown<'_>) -> Option<&'static str> {
    match (known.expected().unique, known.status(Topic::UNIQUE)?) {
        (Expect::Yes, Status::Refuted) => Some(words::SHOULD_BE_UNIQUE),
        (Expect::No, Status::Proved) => Some(words::SHOULD_NOT_BE_UNIQUE),
        _ => None,
    }
}
