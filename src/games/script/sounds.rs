//! Sounds of a source that a key press makes.

use std::sync::Arc;

use foolproof_game::{OwnSounds, PlayMoment, Side};
use foolproof_level::{Level, Mark, Play};
use foolproof_puzzlescript::ScriptInput;

use crate::game::ScriptedGame;
use crate::kept_play::KeyCourse;
use crate::keys::{key, keys_of, towards};

impl ScriptedGame {
    fn pressed(&self, level: &Level, play: &Play, key: ScriptInput) -> Option<Arc<KeyCourse>> {
        self.board_of(level)?.way(&keys_of(play).ok()?, key).ok()
    }
}

impl OwnSounds for ScriptedGame {
    fn of_move(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Vec<u64>> {
        let course = key(made).and_then(|key| self.pressed(level, play, key));
        course.map(|course| course.heard.clone()).unwrap_or_default()
    }

    fn of_refusal(&self, level: &Level, play: &Play, side: Side) -> Vec<u64> {
        let Some(course) = self.pressed(level, play, towards(side)) else { return Vec::new() };
        match course.is_cancelled {
            true => self.game.event_sound("cancel").into_iter().collect(),
            false => course.heard.iter().flatten().copied().collect(),
        }
    }

    fn of_moment(&self, moment: PlayMoment) -> Option<u64> {
        self.game.event_sound(match moment {
            PlayMoment::Undo => "undo",
            PlayMoment::Restart => "restart",
            PlayMoment::Win => "endlevel",
            PlayMoment::Message => "showmessage",
        })
    }
}
