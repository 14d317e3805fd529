//! Questions about a board in the language's own brackets: `[ Player | Crate ]`.
//!
//! A question is a rule without an arrow. It is expanded like one, so it may
//! use directions, properties, `no`, gaps and several brackets.

use crate::compiling::expand::expand;
use crate::compiling::groups::drop_duplicates;
use crate::compiling::lower::lower;
use crate::compiling::rule_text::{RuleLine, RuleParser};
use crate::compiling::tables::RuleTables;
use crate::compiling::widths::{AnyMachine, AnyTables, by_stride, with_machine, with_tables};
use crate::game::ScriptGame;
use crate::reading::diagnostics::{Diagnostic, DiagnosticLog, Severity};
use crate::reading::parsed::RuleText;
use crate::turns::matching::{Found, Quest};
use crate::turns::stepper::{ScriptState, TurnFault};

/// The most bytes of a question.
const MAX_BYTES: usize = 4_096;

/// A question about the boards of one level.
pub struct BoardQuestion {
    machine: AnyMachine,
    tables: AnyTables,
}

impl ScriptGame {
    /// Makes a question from brackets, for boards of a level.
    ///
    /// # Errors
    /// Diagnostics (all on line 1) if the brackets make no sense in this game or the level is no board.
    pub fn question(&self, level: usize, brackets: &str) -> Result<BoardQuestion, Vec<Diagnostic>> {
        let mut log = DiagnosticLog::default();
        let board = self.board(level);
        let made = match board {
            None => {
                log.error(1, "", format!("Entry {level} of the levels is not a board."));
                None
            }
            Some(board) => self.question_tables(brackets, &mut log).map(|tables| (tables, board)),
        };
        let failed = log.n_errors() > 0;
        let diagnostics = log.finish(brackets);
        match made.filter(|_| !failed) {
            Some((tables, board)) => {
                let mut machine = AnyMachine::new(&tables);
                let _: Result<(), TurnFault> = with_machine!(&mut machine, &tables, machine, tables => {
                    machine.set_size(tables, board.width, board.height);
                    Ok(())
                });
                Ok(BoardQuestion { machine, tables })
            }
            None if diagnostics.is_empty() => {
                let text = "These brackets ask for nothing that can be on a board.".to_string();
                Err(vec![Diagnostic { severity: Severity::Error, line: 1, column: 1, text }])
            }
            None => Err(diagnostics),
        }
    }

    fn question_tables(&self, brackets: &str, log: &mut DiagnosticLog) -> Option<AnyTables> {
        if brackets.len() > MAX_BYTES || brackets.contains("->") || brackets.contains('(') {
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
            .then(|| by_stride!(self.stride, RuleTables::of_patterns(&dictionary, &rules)))
    }
}

impl BoardQuestion {
    /// Returns whether the answer may depend on one of these objects.
    pub(super) fn asks_about(&self, objects: &[usize]) -> bool {
        with_tables!(&self.tables, tables => tables.cells.iter().any(|cell| {
            let any = &tables.any[cell.any.start as usize..cell.any.end as usize];
            let mut asked = any.iter().chain([&cell.present, &cell.missing]);
            asked.any(|words| objects.iter().any(|object| words[object / 64] >> (object % 64) & 1 == 1))
        }))
    }

    /// Returns whether a board shows the pattern. O(expanded rules · cells / 64), and a test of each candidate.
    ///
    /// # Errors
    /// [`TurnFault::WrongState`] for a board of another size.
    pub(crate) fn is_shown(&mut self, state: &ScriptState) -> Result<bool, TurnFault> {
        with_machine!(&mut self.machine, &self.tables, machine, tables => {
            if state.words.len() != machine.shape.state_words() {
                return Err(TurnFault::WrongState);
            }
            machine.load(&state.words);
            machine.work_left = crate::turns::machine::MAX_WORK;
            Ok(tables.rules.iter().any(|rule| machine.find(tables, rule, Quest::All) == Found::Somewhere))
        })
    }
}
