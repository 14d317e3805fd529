//! Levels around a solution, with clues that the game reads off it.
//!
//! What no play tells, such as walls of rooms, is drawn first, then a play. All clues that are true of
//! the play make a level; if it has one solution, clues are taken away for as long as that is so.
//! Clues may be what the player would write, so only the number of solutions counts, not
//! which marks are the player's.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::ask::Ask;
use super::design_questions::{NoDesign, proposed_level};
use super::drawn_plays::{DrawingBoard, DrawnPlay, fixed, hurry, of_name, shown, without};
use super::engine::Engine;
use super::plan::{self, Holding};
use super::protocol::{SessionRequest, SessionSlot};
use super::question::GenerateSettings;
use super::status::Why;
use foolproof_asp::{Atom, SessionOptions};
use foolproof_games::ClueReading;
use foolproof_level::{Expect, Level, Mark, Site};

/// Plays that are drawn of one frame before the next one is drawn.
const PLAYS_OF_FRAME: u32 = 4;
/// One play may take this part of the time that is left.
const SHARE: u32 = 6;

/// What no play tells, and who draws plays of it.
pub(super) struct Frame {
    level: Level,
    plays: DrawingBoard,
    seed: u64,
    n_drawn: u32,
}

/// What came of a frame.
pub(super) enum OfFrame {
    Level(Box<Level>),
    /// Its play has no level; another one may.
    None,
    /// The level itself has no plays, or no more.
    NoMore(usize),
}

/// Clues that may be painted, with who tells how many solutions they leave.
struct ClueSession {
    slot: SessionSlot,
    paints: Vec<Atom>,
}

impl Engine {
    /// Tries one play, of this frame or of a new one.
    pub(super) fn read_off(
        &mut self,
        ask: &Ask<'_>,
        settings: &GenerateSettings,
        kept: &mut Option<Frame>,
        reading: &dyn ClueReading,
        number: u64,
    ) -> Result<OfFrame, Why> {
        let settings = GenerateSettings { stock: Vec::new(), ..settings.clone() };
        let used_up = |frame: &Frame| {
            frame.n_drawn >= PLAYS_OF_FRAME && frame.level != *ask.level
                || !self.has_board(&frame.plays)
        };
        if kept.as_ref().is_none_or(used_up) {
            self.close_frame(ask, kept);
            let seed = settings.seed_of(number);
            let level = reading.framed(ask.level, seed);
            let mut quiet = |_| {};
            let inner = ask.about(&level, &mut quiet);
            let plays = self.open_plays(&inner, &settings, number, reading.of_drawn_plays())?;
            *kept = Some(Frame { level, plays, seed, n_drawn: 0 });
        }
        let Some(frame) = kept else { return Ok(OfFrame::None) };
        frame.n_drawn += 1;
        let is_whole = frame.level == *ask.level;
        let level = frame.level.clone();
        let mut quiet = |_| {};
        let mut inner = ask.about(&level, &mut quiet);
        let drawn = match self.draw_play(&inner, &mut frame.plays)? {
            DrawnPlay::Play(drawn) => drawn,
            DrawnPlay::NoMore(drawn) if is_whole => return Ok(OfFrame::NoMore(drawn)),
            DrawnPlay::NoMore(_) | DrawnPlay::NoneInTime => {
                frame.n_drawn = PLAYS_OF_FRAME;
                return Ok(OfFrame::None);
            }
        };
        let play = plan::play_of(&drawn.iter().cloned().collect::<Vec<_>>());
        let Some(clues) = reading.clues_of(&level, &play, frame.seed) else {
            return Ok(OfFrame::None);
        };
        let seed = frame.seed.wrapping_add(u64::from(frame.n_drawn));
        let found = self.fewest_clues(&mut inner, &settings, seed, &clues)?;
        Ok(found.map_or(OfFrame::None, |level| OfFrame::Level(Box::new(level))))
    }

    pub(super) fn close_frame(&mut self, ask: &Ask<'_>, kept: &mut Option<Frame>) {
        if let Some(frame) = kept.take() {
            self.close_board(ask, &frame.plays);
        }
    }

    /// The level with as few of these clues as leave it one solution; `None` where all of them do not.
    fn fewest_clues(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &GenerateSettings,
        seed: u64,
        clues: &[(Site, Mark)],
    ) -> Result<Option<Level>, Why> {
        let program = plan::clues_program(ask.game, ask.level, clues).map_err(Why::from)?;
        let options = SessionOptions { seed, project: true, ..SessionOptions::default() };
        let slot = self.own_session(ask, &program, &options).map_err(NoDesign::of)?;
        let paints = self.open_atoms(ask, slot, "has", 2)?;
        let session = ClueSession { slot, paints };
        let found = self.thin_out(ask, settings, seed, &session);
        self.close(ask, slot.ask(SessionRequest::Close));
        found
    }

    fn thin_out(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &GenerateSettings,
        seed: u64,
        session: &ClueSession,
    ) -> Result<Option<Level>, Why> {
        let end = ask.started.elapsed() + ask.left() / SHARE;
        hurry(ask, end);
        let mut chosen: BTreeSet<Atom> = session.paints.iter().cloned().collect();
        let Some(mut play) = self.only_solution(ask, session, &chosen)? else { return Ok(None) };
        let mut order: Vec<Atom> = chosen.iter().cloned().collect();
        Rng::with_seed(seed).shuffle(&mut order);
        for atom in order {
            hurry(ask, end);
            if ask.left().is_zero() {
                break;
            }
            let fewer = without(ask, settings, &chosen, &atom);
            let Some(fewer) = fewer.filter(|fewer| fewer.len() < chosen.len()) else { continue };
            if let Some(found) = self.only_solution(ask, session, &fewer)? {
                (chosen, play) = (fewer, found);
            }
        }
        let atoms: Vec<Atom> = chosen.into_iter().chain(play).collect();
        let mut level = proposed_level(ask, &atoms, Holding::Firm)?;
        level.policy.unique = Expect::Yes;
        Ok(Some(level))
    }

    /// The solution of a level with these clues and no others, if it has just one and that shows in time.
    fn only_solution(
        &mut self,
        ask: &Ask<'_>,
        session: &ClueSession,
        chosen: &BTreeSet<Atom>,
    ) -> Result<Option<BTreeSet<Atom>>, Why> {
        let assume = fixed(&session.paints, chosen);
        let (mut models, ended) = self.models(ask, session.slot, assume, 2, shown())?;
        let only = models.pop().filter(|_| models.is_empty() && ended.exhausted);
        Ok(only.map(|model| of_name(&model, "play")))
    }
}
