//! Levels turned as a whole. If rules name directions that a turn exchanges, the puzzle changes.

use std::ops::ControlFlow;

use crate::game::ScriptedGame;
use foolproof_game::{Turn, TurnError, Turning};
use foolproof_level::{Level, Mark};

impl Turning for ScriptedGame {
    /// Objects with a direction are different objects in other directions, and only their author knows
    /// which: marks do not change. Events of concepts name cells, which the house turns.
    fn turned(&self, mark: &Mark, _: Turn) -> Mark {
        mark.clone()
    }

    fn is_blind_to_turns(&self) -> bool {
        false
    }

    fn can_turn(&self, _: &Level, turn: Turn) -> Result<(), TurnError> {
        let Some(text) = &self.assets.text else { return Ok(()) };
        let mut lines = (1..).zip(text.script.lines());
        let telling = lines.find_map(|(line, rule)| {
            let told = self.rule_lines.contains(&line).then(|| told(rule, turn));
            Some((line, told??))
        });
        match telling {
            Some((line, word)) => {
                Err(TurnError::Directions(format!("the rule of line {line} says `{word}`")))
            }
            None => Ok(()),
        }
    }
}

/// Returns the first word of a rule that means something else after a turn. `^` and `v` are to the left and to
/// the right of the direction of a rule; mirrors exchange them.
fn told(rule: &str, turn: Turn) -> Option<&'static str> {
    let telling: &[&str] = match turn {
        Turn::MirrorColumns => &["left", "right", "^", "v"],
        Turn::MirrorRows => &["up", "down", "^", "v"],
        Turn::Clockwise => &["up", "down", "left", "right", "horizontal", "vertical"],
    };
    let rule = without_comments(rule).to_lowercase();
    let mut words = rule.split(|c: char| c.is_whitespace() || "[]|+".contains(c));
    let found = words.try_for_each(|word| match telling.iter().find(|one| **one == word) {
        Some(word) => ControlFlow::Break(Some(*word)),
        // The rest of the line is a text.
        None if word == "message" => ControlFlow::Break(None),
        None => ControlFlow::Continue(()),
    });
    found.break_value().flatten()
}

fn without_comments(rule: &str) -> String {
    let mut depth = 0_u32;
    let is_rule = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    rule.chars().filter(is_rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_tells_by_its_words_which_turns_make_another_puzzle() {
        let all = [Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise];
        let check = |rule: &str, expected: [Option<&str>; 3]| {
            assert_eq!(all.map(|turn| told(rule, turn)), expected, "{rule}");
        };
        check("[ > Player | Crate ] -> [ > Player | > Crate ] (down)", [None; 3]);
        check("[ Player ] -> message Turn left", [None; 3]);
        check("DOWN [Stone|No Wall]->[|Stone]", [None, Some("down"), Some("down")]);
        check("[ left Player ] -> [ left Player ]", [Some("left"), None, Some("left")]);
        check("late horizontal [ A | A ] -> [ | ]", [None, None, Some("horizontal")]);
        check("[ > Player | Ice ] -> [ | ^ Ice ]", [Some("^"), Some("^"), None]);
    }
}
