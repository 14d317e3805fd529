//! The sounds of play: the game's own, or else the program's.
//!
//! Compares the play with that of the last call, so that no action in play needs to know about sounds.

use std::sync::Arc;

use egui::Ui;

use crate::play::window::glide;
use crate::play::window::moving::Gliding;
use crate::play::window::session::PlaySession;
use crate::play::window::words;
use foolproof_game::{Game, Moves, OwnSounds, PlayMoment, Side, Verdict};
use foolproof_level::{Play, Site};
use foolproof_sound::{Cue, Speaker, TimedCue, UsualSound, Volume};

/// State of a play session at the last call.
#[derive(Clone, Debug)]
struct HeardState {
    play: Play,
    undone: u32,
    restarts: u32,
    solved: bool,
    failed_at: Option<f64>,
}

/// The state that is compared between two frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hearing {
    last: Option<HeardState>,
    /// Refusals since the last call, with the side of a steered move.
    pub(super) refused: Vec<Option<Side>>,
    /// The last sounds.
    heard: Vec<TimedCue>,
}

/// A move that makes sounds: its moving pieces, and the time that they take on the screen, in seconds.
struct HeardMove<'a> {
    gliding: Option<&'a Gliding>,
    way: f64,
}

impl HeardMove<'_> {
    /// Returns the delay until the board shows the result of a step of the move, in seconds.
    fn begins(&self, step: usize) -> f32 {
        let each = self.gliding.map_or(0.0, |gliding| gliding.each);
        if step == 0 { 0.0 } else { (self.way + step as f64 * each) as f32 }
    }

    /// Adds the program's own sounds: pieces slide, and push each other.
    fn usual(&self, cues: &mut Vec<TimedCue>) {
        let glides = self.gliding.map(|gliding| gliding.glides.as_slice()).unwrap_or_default();
        let slides = glides.len() > 1 || glides.iter().any(|glide| glide.ends - glide.begins > 1.0);
        cues.push(usual(if slides { UsualSound::Slide } else { UsualSound::Mark }, 0.0));
        let knocks = glides.iter().skip(1).map(|glide| f64::from(glide.begins) / glide::SPEED);
        cues.extend(knocks.map(|after| usual(UsualSound::Knock, after as f32)));
    }
}

fn usual(sound: UsualSound, after: f32) -> TimedCue {
    TimedCue { cue: Cue::Usual(sound), after }
}

/// Returns the game's own sound for a moment, or the program's. A game with its own sounds uses no others.
fn of_moment(own: Option<&dyn OwnSounds>, moment: PlayMoment, other: UsualSound) -> Option<Cue> {
    match own {
        Some(own) => own.of_moment(moment).map(Cue::Seed),
        None => Some(Cue::Usual(other)),
    }
}

impl PlaySession {
    /// Refuses an action, with a reason to show.
    pub(super) fn refuse(&mut self, why: String, towards: Option<Side>) {
        self.refusal = Some(why);
        self.hearing.refused.push(towards);
    }

    /// Refuses a click on a site that makes no move, if the game gives a reason.
    pub(super) fn refuse_at(&mut self, moves: &dyn Moves, site: Site) {
        self.refusal = None;
        if let Some(why) = moves.refusal_at(&self.level, &self.play, site) {
            self.refuse(why, None);
        }
    }

    /// Returns the last sounds.
    pub fn heard(&self) -> &[TimedCue] {
        &self.hearing.heard
    }

    /// Returns the sounds for everything that happened since the last call.
    pub(crate) fn take_cues(&mut self, game: &dyn Game) -> Vec<TimedCue> {
        let cues = self.new_cues(game);
        if !cues.is_empty() {
            self.hearing.heard.clone_from(&cues);
        }
        cues
    }

    fn new_cues(&mut self, game: &dyn Game) -> Vec<TimedCue> {
        let refused = std::mem::take(&mut self.hearing.refused);
        // Most frames change nothing, and a play may be long.
        if refused.is_empty() && self.hearing.last.as_ref().is_some_and(|last| self.is_as(last)) {
            return Vec::new();
        }
        let solved = self.judgement(game).0 == Verdict::Solved;
        let now = HeardState {
            play: self.play.clone(),
            undone: self.tally.undos,
            restarts: self.tally.restarts,
            solved,
            failed_at: self.failed_at,
        };
        let Some(last) = self.hearing.last.replace(now) else { return Vec::new() };
        let mut cues = Vec::new();
        let at_once = |cue: Option<Cue>| cue.map(|cue| TimedCue { cue, after: 0.0 });
        if last.restarts != self.tally.restarts {
            let cue = of_moment(game.sounds(), PlayMoment::Restart, UsualSound::Restart);
            cues.extend(at_once(cue));
        } else if last.undone != self.tally.undos {
            cues.extend(at_once(of_moment(game.sounds(), PlayMoment::Undo, UsualSound::Undo)));
        } else if last.play != self.play {
            self.hear_change(game, &last.play, solved, &mut cues);
        }
        let new_win = solved && !last.solved;
        if new_win {
            self.hear_win(game, &mut cues);
        }
        if self.failed_at.is_some() && last.failed_at != self.failed_at {
            cues.push(usual(UsualSound::Refused, 0.0));
        }
        for towards in refused {
            match (game.sounds(), towards) {
                (Some(own), Some(side)) => {
                    let seeds = own.of_refusal(&self.level, &self.play, side).into_iter();
                    cues.extend(seeds.map(|seed| TimedCue { cue: Cue::Seed(seed), after: 0.0 }));
                }
                (Some(_), None) => {}
                (None, _) => cues.push(usual(UsualSound::Refused, 0.0)),
            }
        }
        cues
    }

    /// True if nothing has changed since `last`. Need not compare `solved`, which depends on the play alone.
    fn is_as(&self, last: &HeardState) -> bool {
        let counts = (self.tally.undos, self.tally.restarts, self.failed_at);
        counts == (last.undone, last.restarts, last.failed_at) && self.play == last.play
    }

    /// Adds the sounds of a change from `before`.
    fn hear_change(
        &mut self,
        game: &dyn Game,
        before: &Play,
        solved: bool,
        cues: &mut Vec<TimedCue>,
    ) {
        let made = Some(Site::step(before.len())).filter(|_| game.moves().is_some());
        let made = made.and_then(|step| self.play.get(step).cloned());
        let goes_on = self.play.len() == before.len() + 1;
        match made.filter(|_| goes_on) {
            Some(made) => {
                let (level, own) = (Arc::clone(&self.level), game.sounds());
                let gliding = self.gliding();
                let way = gliding.as_ref().map_or(0.0, |gliding| gliding.way());
                let heard = HeardMove { gliding: gliding.as_deref(), way };
                let Some(own) = own else { return heard.usual(cues) };
                for (step, seeds) in own.of_move(&level, before, &made).into_iter().enumerate() {
                    let after = heard.begins(step);
                    let cue = |seed| TimedCue { cue: Cue::Seed(seed), after };
                    cues.extend(seeds.into_iter().map(cue));
                }
                let says = game.moves().and_then(|moves| moves.says(&level, &self.play));
                let seed = says.and_then(|_| own.of_moment(PlayMoment::Message));
                cues.extend(seed.map(|seed| TimedCue { cue: Cue::Seed(seed), after: way as f32 }));
            }
            None if game.sounds().is_some() => {}
            None if self.pen.is_some() => cues.push(usual(UsualSound::Step, 0.0)),
            None if solved => {}
            None => cues.push(usual(UsualSound::Mark, 0.0)),
        }
    }

    /// Adds the sound of a win, for the moment at which the board shows it.
    fn hear_win(&mut self, game: &dyn Game, cues: &mut Vec<TimedCue>) {
        let own = game.sounds().and_then(|own| own.of_moment(PlayMoment::Win));
        let cue = own.map_or(Cue::Usual(UsualSound::Win), Cue::Seed);
        let after = self.gliding().map_or(0.0, |gliding| gliding.whole()) as f32;
        cues.push(TimedCue { cue, after });
    }
}

/// Shows a menu to turn sounds off and change their volume. Shows nothing if no sound is available.
pub(crate) fn menu(ui: &mut Ui, volume: &mut Volume) {
    if !Speaker::IS_ABLE {
        return;
    }
    ui.menu_button(words::SOUND, |ui| {
        ui.checkbox(&mut volume.is_on, words::SOUNDS);
        let slider = egui::Slider::new(&mut volume.level, 0.05..=1.0)
            .custom_formatter(|level, _| format!("{:.0} %", 100.0 * level))
            .custom_parser(|text| {
                text.trim().trim_end_matches('%').trim().parse::<f64>().ok().map(|n| n / 100.0)
            })
            .text(words::VOLUME);
        ui.add_enabled(volume.is_on, slider);
    });
}
