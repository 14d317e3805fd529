//! Questions about a board in the language's own brackets: `[ Player | Crate ]`.
//!
//! A question is a rule without an arrow. It is expanded like one, so it may
//! use directions, properties, `no`, gaps and several brackets.

use super::book::RuleBook;
use super::diagnostics::{Diagnostic, DiagnosticLog, Severity};
use super::expand::expand;
use super::game::ScriptGame;
use super::groups::drop_duplicates;
use super::lower::lower;
use super::matching::{Found, Quest};
use super::parsed::RuleText;
use super::rule_text::{RuleLine, RuleParser};
use super::stepper::{ScriptState, TurnFault};
use super::widths::{AnyBook, AnyMachine, by_stride, with_machine};

/// Longest question in bytes.
const MOST_BYTES: usize = 4_096;

/// A question about the boards of one level.
pub struct BoardQuestion {
    machine: AnyMachine,
    book: AnyBook,
}

impl ScriptGame {
    /// Makes a question of brackets, for boards of a level.
    ///
    /// # Errors
    /// Diagnostics (all on line 1) if the brackets make no sense in this game or the level is no board.
    pub fn question(&self, level: usize, brackets: &str) -> Result<BoardQuestion, Vec<Diagnostic>> {
        let mut log = DiagnosticLog::default();
        let board = self.board(level);
        let made = match board {
            None => {
                log.error(1, "", format!("Entry {level} of the levels is no board."));
                None
            }
            Some(board) => self.question_book(brackets, &mut log).map(|book| (book, board)),
        };
        let failed = log.n_errors() > 0;
        let diagnostics = log.finish(brackets);
        match made.filter(|_| !failed) {
            Some((book, board)) => {
                let mut machine = AnyMachine::new(&book);
                let _: Result<(), TurnFault> = with_machine!(&mut machine, &book, machine, book => {
                    machine.set_size(book, board.width, board.height);
                    Ok(())
                });
                Ok(BoardQuestion { machine, book })
            }
            None if diagnostics.is_empty() => {
                let text = "These brackets ask for nothing that can be on a board.".to_string();
                Err(vec![Diagnostic { severity: Severity::Error, line: 1, column: 1, text }])
            }
            None => Err(diagnostics),
        }
    }

    fn question_book(&self, brackets: &str, log: &mut DiagnosticLog) -> Option<AnyBook> {
        if brackets.len() > MOST_BYTES || brackets.contains("->") || brackets.contains('(') {
            log.error(
                1,
                "->",
                "A question is brackets without arrow and comments, such as [ Player | Crate ]."
                    .into(),
            );
            return None;
        }
        let mut dictionary = (*self.dictionary).clone();
        // A rule with a command needs no right side.
        let text = format!("{} -> win", brackets.to_lowercase());
        let rule = RuleText { written: text.clone(), text, line: 1 };
        let parser = RuleParser::new(&self.parsed, &mut dictionary, log, None, 1);
        let RuleLine::Rule(draft) = parser.read(&rule) else { return None };
        let expanded = expand(vec![draft], &dictionary, log).ok()?;
        let mut rules = lower(drop_duplicates(expanded), &dictionary, log);
        rules.retain(|rule| rule.clash.is_none());
        (!rules.is_empty())
            .then(|| by_stride!(self.stride, RuleBook::of_patterns(&dictionary, &rules)))
    }
}

impl BoardQuestion {
    /// Whether a board shows it. O(expanded rules · cells / 64) and a test of each candidate.
    ///
    /// # Errors
    /// [`TurnFault::WrongState`] for a board of another size.
    pub fn is_shown(&mut self, state: &ScriptState) -> Result<bool, TurnFault> {
        with_machine!(&mut self.machine, &self.book, machine, book => {
            if state.words.len() != machine.shape.state_words() {
                return Err(TurnFault::WrongState);
            }
            machine.load(&state.words);
            machine.work_left = super::machine::MOST_WORK;
            Ok(book.rules.iter().any(|rule| machine.find(book, rule, Quest::All) == Found::Somewhere))
        })
    }
}
