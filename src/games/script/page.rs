//! The data that a page needs to play a PuzzleScript game: the compiled rules, boards, and the messages
//! between levels.

use crate::boards::TURNS;
use crate::game::ScriptedGame;
use foolproof_game::CompiledRules;
use foolproof_level::Level;
use serde_json::{Value, json};

/// The interpreter, and the scripts that draw and play its games.
pub(crate) const SCRIPT: &str = concat!(
    include_str!("../../../assets/web/script_rules.js"),
    include_str!("../../../assets/web/script.js"),
);

impl CompiledRules for ScriptedGame {
    fn compiled(&self) -> Value {
        // Only numbers and text, so this cannot fail.
        serde_json::to_value(self.game.portable()).unwrap_or_default()
    }

    fn compiled_level(&self, level: &Level, place: usize) -> Result<Value, String> {
        let on_board = self.on_board(level);
        let board = on_board.as_ref().and_then(|game| Some(game.portable_board(game.board(0)?)));
        let (Some(board), Some(in_play)) = (board, self.board_of(level)) else {
            return Err("the level has a mark that the game does not know".to_owned());
        };
        in_play.start().map_err(|fault| fault.to_string())?;
        let mut written = json!({ "board": board });
        if level.settings.contains_key(TURNS) {
            written["position"] = true.into();
        }
        let (before, behind) = self.said_around(level, place);
        for (name, said) in [("before", before), ("behind", behind)] {
            if !said.is_empty() {
                written[name] = json!(said);
            }
        }
        Ok(written)
    }
}

impl ScriptedGame {
    /// Returns the source's messages before a level, and after it if it is the last one. Levels are recognised
    /// by their boards; a changed one is assumed to be at its old place.
    pub(crate) fn said_around(&self, level: &Level, place: usize) -> (&[String], &[String]) {
        let is_it = |other: &Level| other.board == level.board && other.marks().eq(level.marks());
        let at = self.drawn.get(place).filter(|other| is_it(other)).map(|_| place);
        let at = at.or_else(|| self.drawn.iter().position(|other| is_it(other))).unwrap_or(place);
        let messages = self.assets.text.as_ref().map_or(&[] as &[_], |text| &*text.messages);
        let said = |at: usize| messages.get(at).map_or(&[] as &[_], Vec::as_slice);
        let behind = if at + 1 == self.drawn.len() { said(at + 1) } else { &[] };
        (if at < self.drawn.len() { said(at) } else { &[] }, behind)
    }
}
