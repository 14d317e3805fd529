//! Plays that are wrong for any helpers.
//!
//! The solver chooses helpers as it chooses marks, and would call a play wrong because it chose them badly.
//! So each choice of helpers that makes a found play right is copied into the program: the next play has to
//! be wrong with those as well. A copy serves for all levels and plays of the board.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::questions::two_play_program::{HEARD, OF_PLAY, OpenRules};
use foolproof_asp::{Assume, Atom};
use foolproof_ground::{AtomNumber, RecordedRule, quote};
use foolproof_level::{Level, Play};

/// The helpers that are chosen for some play.
pub(crate) type ChosenHelpers = BTreeSet<AtomNumber>;

impl OpenRules<'_> {
    pub(crate) fn has_helpers(&self) -> bool {
        !self.helpers().is_empty()
    }

    /// Returns the rules' choices besides the marks of the level and of the play.
    pub(crate) fn helpers(&self) -> ChosenHelpers {
        let marks: BTreeSet<AtomNumber> =
            self.has.iter().chain(&self.play).map(|(atom, _)| *atom).collect();
        let choices = self.program.rules().filter(|rule| rule.choice);
        choices.flat_map(|rule| rule.heads.to_vec()).filter(|atom| !marks.contains(atom)).collect()
    }

    /// Returns the assumptions that this play of this level is right.
    pub(crate) fn right(&self, level: &Level, play: &Play) -> Vec<Assume> {
        let lying: BTreeSet<String> =
            level.marks().map(|(site, mark)| format!("has({site},{mark})")).collect();
        let played: BTreeSet<String> =
            play.iter().map(|(site, mark)| format!("play({site},{mark})")).collect();
        let given = |name: &str, term: &str, all: &BTreeSet<String>| {
            let args = foolproof_ground::split(term).1;
            (Atom::new(name, args.into_iter().map(str::to_owned)), all.contains(term))
        };
        let has = self.has.iter().map(|(_, term)| given("has", term, &lying));
        let plays = self.play.iter().map(|(_, term)| given("play", term, &played));
        let wrong = self.sentences().into_iter().map(|why| (Atom::new(HEARD, [quote(why)]), false));
        has.chain(plays).chain(wrong).collect()
    }

    /// Returns the helpers in a model.
    pub(crate) fn chosen(&self, atoms: &[Atom]) -> ChosenHelpers {
        let of_play = atoms.iter().filter(|atom| atom.name == OF_PLAY);
        let numbers: BTreeSet<AtomNumber> =
            of_play.filter_map(|atom| atom.args.first()?.parse().ok()).collect();
        self.helpers().intersection(&numbers).copied().collect()
    }

    /// Completes helpers by others for those rules whose choice is empty, so that they serve more plays.
    pub(crate) fn filled(
        &self,
        mut chosen: ChosenHelpers,
        others: Option<&ChosenHelpers>,
    ) -> ChosenHelpers {
        let Some(others) = others else { return chosen };
        let helpers = self.helpers();
        for rule in self.program.rules().filter(|rule| rule.choice) {
            if rule.heads.iter().all(|head| helpers.contains(head) && !chosen.contains(head)) {
                chosen.extend(rule.heads.iter().filter(|head| others.contains(head)));
            }
        }
        chosen
    }

    /// Writes that the play must be wrong with these helpers, too; it is wrong with helpers that do not
    /// belong to it.
    pub(crate) fn write_wrong_with(&self, text: &mut String, n: usize, helpers: &ChosenHelpers) {
        let (copy, wrong) = (format!("h{n}"), format!("wrong_with({n})"));
        let plays: BTreeSet<AtomNumber> = self.play.iter().map(|(atom, _)| *atom).collect();
        for rule in self.program.rules().filter(|rule| self.is_of_play(rule)) {
            if !rule.choice {
                // A violated constraint makes the play wrong here, since helpers are not chosen
                // again.
                let instead = if rule.heads.is_empty() { wrong.as_str() } else { "" };
                self.write_as(text, &rule, &copy, instead);
                continue;
            }
            for head in rule.heads {
                let name = self.name(*head, &copy);
                if plays.contains(head) {
                    let _ = writeln!(text, "{name} :- {}.", self.name(*head, OF_PLAY));
                } else if helpers.contains(head) {
                    let one = RecordedRule { heads: &[], ..rule };
                    self.write_as(text, &one, &copy, &name);
                }
            }
        }
        for (atom, _) in &self.wrong {
            let _ = writeln!(text, "{wrong} :- {}.", self.name(*atom, &copy));
        }
        let _ = writeln!(text, ":- not {wrong}.\n#defined wrong_with/1.");
    }
}
