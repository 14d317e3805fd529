//! Concepts of PuzzleScript levels: events of a play, their number and their order.
//!
//! A pattern in the language's own brackets is an event, too: `shown(…)` names a list of its cells.

use crate::boards::BoardInPlay;
use crate::game::ScriptedGame;
use crate::keys::keys_of;
use crate::patterns::brackets;
use crate::words::{ObjectWords, gone_rule};
use foolproof_game::{
    ConceptFault, ConceptKind, GameError, HAPPENS, Param, ParamKind, Properties, Text, Turn,
    Turning as _,
};
use foolproof_level::{Board, Level, Mark, Play, Site};
use foolproof_own::{BEFORE, NEVER, formula_of_concept, formula_of_property, kinds_of_moves};
use foolproof_puzzlescript::{PlayEvent, ScriptInput, turn_events};
use foolproof_space::Formula;

const ENTERS: &str = "enters";

/// A concept in the form in which plays are watched for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Watched {
    pub formula: Formula<PlayEvent>,
    /// In the language's brackets, by the numbers that the formula has.
    pub patterns: Vec<String>,
}

struct WatchedReader<'a> {
    words: &'a ObjectWords,
    board: Board,
    rows: u32,
    patterns: Vec<String>,
}

impl Watched {
    /// Returns the concept of a level; `None` if it has a designer's own rules, or unknown properties.
    pub(crate) fn of(words: &ObjectWords, level: &Level) -> Option<Self> {
        let rows = u32::from(level.board.rows);
        let (board, patterns) = (level.board, Vec::new());
        let mut reader = WatchedReader { words, board, rows, patterns };
        let formula = formula_of_concept(&level.concept, &mut |one| reader.property(one)).ok()?;
        Some(Self { formula, patterns: reader.patterns })
    }

    /// Returns the concept of a single property.
    pub(crate) fn of_property(
        words: &ObjectWords,
        level: &Level,
        property: &Mark,
    ) -> Result<Self, ConceptFault> {
        let rows = u32::from(level.board.rows);
        let (board, patterns) = (level.board, Vec::new());
        let mut reader = WatchedReader { words, board, rows, patterns };
        let formula = reader.property(property)?;
        Ok(Self { formula, patterns: reader.patterns })
    }
}

impl WatchedReader<'_> {
    fn property(&mut self, property: &Mark) -> Result<Formula<PlayEvent>, ConceptFault> {
        if let (ENTERS, [site]) = (property.functor(), property.args().as_slice()) {
            return Ok(Formula::Happens(self.event(&format!("entered({site})"))?, 1));
        }
        let found = formula_of_property(property, &mut |event| self.event(event))?;
        found.ok_or_else(|| {
            format!(
                "`{property}` is not a property of a PuzzleScript level; write \
                 {HAPPENS}(moved(crate),2), {NEVER}(…), {BEFORE}(…,…) or {ENTERS}(R3C4)"
            )
            .into()
        })
    }

    fn event(&mut self, text: &str) -> Result<PlayEvent, ConceptFault> {
        let term: Mark = text.parse().map_err(|why| format!("{why}"))?;
        if let Some(pattern) = brackets(self.words, &term) {
            let pattern = pattern?;
            let known = self.patterns.iter().position(|known| *known == pattern);
            let at = known.unwrap_or_else(|| {
                self.patterns.push(pattern);
                self.patterns.len() - 1
            });
            return Ok(PlayEvent::Shown { pattern: u32::try_from(at).unwrap_or(u32::MAX) });
        }
        let site = term.args().first().and_then(|arg| arg.parse::<Site>().ok());
        if let Some(site) = site.filter(|site| !self.board.contains(*site)) {
            return Err(format!("{} is off the board", site.name()).into());
        }
        self.words.event(&term, self.rows).ok_or_else(|| {
            if let Some(line) = gone_rule(&term) {
                let why = "the source has no rule like the one that was on line";
                return format!("{why} {line} when the concept was made; choose another").into();
            }
            format!(
                "`{text}` is nothing that happens in this game; write moved(crate), made(…), \
                 destroyed(…), fired(12) for the rule of line 12, entered(R3C4), or a pattern: \
                 shown(row(player,crate))"
            )
            .into()
        })
    }
}

impl Properties for ScriptedGame {
    fn kinds(&self) -> Vec<ConceptKind> {
        let mut kinds = kinds_of_moves(&self.event_choices());
        let cell = Param::new("cell", ParamKind::Site, "cell(0,0)");
        let enters = ConceptKind::new(ENTERS, "the player enters {0}", vec![cell]);
        kinds.push(enters.otherwise("the player never enters {0}"));
        kinds
    }

    fn rules(&self, level: &Level, property: &Mark, _: &str) -> Result<String, GameError> {
        let watched = Watched::of_property(&self.words, level, property);
        let watched = watched.map_err(GameError::Concept)?;
        for pattern in &watched.patterns {
            if let Err(diagnostics) = self.question(pattern) {
                let why = diagnostics.first().map_or("it makes no sense", |first| &first.text);
                return Err(GameError::Concept(format!("{pattern}: {why}").into()));
            }
        }
        Ok(String::new())
    }

    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        let watched = Watched::of_property(&self.words, level, property).ok()?;
        let board = self.board_of(level)?;
        let steps = happenings(&board, &keys_of(play).ok()?, &watched.patterns)?;
        Some(watched.formula.is_satisfied_by(&steps))
    }

    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        self.turned(property, turn)
    }

    fn has_patterns(&self) -> bool {
        true
    }

    fn pattern(&self, text: &str) -> Result<Mark, ConceptFault> {
        self.pattern_term(text)
    }
}

impl ScriptedGame {
    /// Lists the events that can happen in levels: objects that move, appear and vanish, and rules that act.
    fn event_choices(&self) -> Vec<(Text, Text)> {
        let rows = 1;
        let choice = |event: PlayEvent| {
            let words = self.words.event_words(event, rows, None);
            (Text::Owned(self.words.term(event, rows)), Text::Owned(words))
        };
        // Anything that no rule and no key can change does nothing.
        let dynamic = self.game.dynamic_objects();
        let shown = self.words.live().filter(|object| dynamic.contains(object));
        let shown: Vec<u32> = shown.filter_map(|object| u32::try_from(object).ok()).collect();
        let moved = shown.iter().map(|object| PlayEvent::Moved { object: *object });
        let made = shown.iter().map(|object| PlayEvent::Made { object: *object });
        let gone = shown.iter().map(|object| PlayEvent::Destroyed { object: *object });
        let rules = self.rule_lines.iter().map(|line| PlayEvent::Fired { line: *line });
        moved.chain(made).chain(gone).chain(rules).map(choice).collect()
    }
}

/// Lists the events of each step of a play, including patterns; those of the start come first.
fn happenings(
    board: &BoardInPlay,
    keys: &[ScriptInput],
    patterns: &[String],
) -> Option<Vec<Vec<PlayEvent>>> {
    turn_events(&board.game, 0, keys, patterns).ok()
}
