//! The questions about a level before it is drawn, and the answers.

use std::collections::{BTreeMap, BTreeSet};

use super::explaining::ShownStep;
use super::layer::PictureLayer;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Level, Play};
use foolproof_solver::{
    Answers, Finding, Limits, ProveShortcutFree, Question, SolveLevel, Status, Stop, Topic,
};

/// Reasons why there is no solution to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoSolution {
    /// The solver was not asked.
    #[default]
    NotAsked,
    /// The level has none.
    None,
    /// None was found before a limit was hit.
    NotFound,
}

/// Facts about a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownOfLevel {
    /// The intended solution is valid.
    pub intended_solves: bool,
    pub found: Option<Play>,
    pub missing: NoSolution,
    pub shortcut: Option<Play>,
    /// The findings for the overlays.
    pub findings: BTreeMap<Topic, Finding>,
    /// The step-by-step solution.
    pub steps: Vec<ShownStep>,
}

impl KnownOfLevel {
    /// Returns the facts that need no question.
    pub fn of(game: &dyn Game, level: &Level) -> Self {
        let solves = |play: &Play| game.judge(level, play) == Verdict::Solved;
        let intended_solves = level.intended.as_ref().is_some_and(solves);
        Self { intended_solves, ..Self::default() }
    }

    /// Returns the reasons why some of the layers cannot be drawn.
    pub fn lacks(&self, layers: &BTreeSet<PictureLayer>, level: &Level) -> Vec<&'static str> {
        let mut lacks = Vec::new();
        if layers.contains(&PictureLayer::Intended) && level.intended.is_none() {
            lacks.push("it has no intended solution");
        }
        if layers.contains(&PictureLayer::Solution) && self.solution(level).is_none() {
            lacks.push(match self.missing {
                NoSolution::None => "it has no solution",
                NoSolution::NotAsked => "its solution was not looked for",
                NoSolution::NotFound => "no solution was found in time",
            });
        }
        if layers.contains(&PictureLayer::Shortcut) && self.shortcut.is_none() {
            lacks.push("no shortcut was found");
        }
        for asks in layers.iter().filter_map(|layer| layer.overlay_question()) {
            let finding = self.findings.get(&(asks.question)().topic());
            if !finding.is_some_and(|finding| (asks.is_answered)(&finding.answer)) {
                lacks.push(asks.unknown);
            }
        }
        lacks
    }

    /// Returns a solution: the intended one if it is valid, or else the one that was found.
    pub(crate) fn solution<'a>(&'a self, level: &'a Level) -> Option<&'a Play> {
        level.intended.as_ref().filter(|_| self.intended_solves).or(self.found.as_ref())
    }

    /// Takes in the findings about the level.
    pub fn hear<'a>(&mut self, findings: impl IntoIterator<Item = &'a Finding>) {
        for finding in findings {
            match finding.topic() {
                Topic::SOLVABLE => {
                    self.found = finding.answer.play().cloned();
                    self.missing = match finding.status() {
                        Status::Refuted => NoSolution::None,
                        _ => NoSolution::NotFound,
                    };
                }
                Topic::SHORTCUT_FREE => self.shortcut = finding.answer.play().cloned(),
                _ => _ = self.findings.insert(finding.topic(), finding.clone()),
            }
        }
    }
}

/// True if the layers need facts about a level that the solver has to find.
pub fn asks(layers: &BTreeSet<PictureLayer>, game: &dyn Game, level: &Level) -> bool {
    let solution =
        layers.contains(&PictureLayer::Solution) && !KnownOfLevel::of(game, level).intended_solves;
    let over = layers.iter().any(|layer| layer.overlay_question().is_some());
    solution || over || layers.contains(&PictureLayer::Shortcut)
}

/// Asks for the facts that the layers need about a level. The level's concept is used for shortcuts alone: its
/// own rules run for nothing else.
pub fn ask_for(
    layers: &BTreeSet<PictureLayer>,
    game: &dyn Game,
    level: &Level,
    answers: &mut dyn Answers,
    limits: &Limits,
    stop: &Stop,
) -> KnownOfLevel {
    let mut known = KnownOfLevel::of(game, level);
    let intended_solves = known.intended_solves;
    let plain = level.without_concept();
    let mut ask = |level: &Level, question: Question| {
        let topic: Topic = question.topic();
        let findings = answers.answer(level, &question, limits, stop, &mut |_| {});
        let about = findings.into_iter().filter(|finding| finding.topic() == topic);
        known.hear(&about.collect::<Vec<_>>());
    };
    if layers.contains(&PictureLayer::Solution) && !intended_solves {
        ask(&plain, Question::from(SolveLevel::default()));
    }
    let questions = layers.iter().filter_map(|layer| layer.overlay_question());
    let questions: BTreeMap<Topic, Question> =
        questions.map(|asks| (asks.question)()).map(|asked| (asked.topic(), asked)).collect();
    for question in questions.into_values() {
        ask(&plain, question);
    }
    if layers.contains(&PictureLayer::Shortcut) {
        ask(level, Question::from(ProveShortcutFree));
    }
    known
}
