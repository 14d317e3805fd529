//! Levels with one solution of games that have rules for the solver and no search of their own.
//!
//! Elise proposes a level with a solution. That solution is then kept, and she looks for a level that it
//! alone solves: every other solution that Fiona finds is a shortcut to her. Knows `Game` (the trait),
//! never a game.

use std::time::Duration;

use super::answer::{Answer, FoundLevel, Truth};
use super::design_questions::{NoDesign, proposed_level};
use super::engine::{Ask, Engine, halted, has_concept, why};
use super::finding::Why;
use super::generation::GivenLevels;
use super::plan::{self, Holding};
use super::play_questions::{FoundPlays, moot};
use super::protocol::{TaggedRequest, TaggedSlot, Word};
use super::question::{GenerateSettings, WantedSolutions};
use super::remote::another_answer;
use crate::asp::{DuelTurn, Halt, SessionOptions};
use crate::games::Game;
use crate::level::{Expect, Level, Play};

/// Solutions that are drawn one after the other without a new level before a generation gives up, and
/// after how many of them closer levels will do.
const TRIES: u32 = 60;
const CLOSER_AFTER: u32 = 10;
/// After how many of them any number of each mark will do.
const NARROW_AFTER: u32 = 8;
/// Marks of a solution that is no puzzle: one that is there at once.
const TOO_FEW: usize = 2;
/// The share of the time that one solution may take of what is left.
const SHARE: u32 = 6;
/// Share of random decisions where solutions are drawn: they are to be of all kinds.
const DRAWN_PER_MILLE: u32 = 300;

/// Whether levels of a game can be asked to have one solution, or any number of them.
pub fn can_have_one_solution(game: &dyn Game, level: &Level) -> bool {
    // Levels that begin as drafts are only proved to keep their concept.
    let drafted = game.drafting().is_some();
    let searched = game.search().is_some() && game.asks_for_intended() && !drafted;
    !has_concept(level) && game.maker().is_none() && (searched || is_own(game))
}

/// Built-in games without a search are generated for their concepts.
fn is_own(game: &dyn Game) -> bool {
    !game.is_built_in() && game.material().encoding.is_some() && game.search().is_none()
}

/// Whether levels with one solution are meant, and made this way.
pub(super) fn unique_levels_are_meant(ask: &Ask<'_>, wanted: WantedSolutions) -> bool {
    let several = ask.level.policy.unique == Expect::No;
    wanted == WantedSolutions::One && !several && !has_concept(ask.level) && is_own(ask.game)
}

/// What came of a solution that was drawn.
enum OfOne {
    /// A level that it alone solves.
    Level(Box<Level>),
    /// No level has it alone.
    None,
    /// None was left to draw.
    NoneDrawn,
    NoneInTime,
}

/// Why there are no more levels, with so many made.
fn in_vain_text(made: usize) -> Why {
    let further = if made == 0 { "" } else { " further" };
    Why::Stock(format!(
        "{TRIES} solutions were tried, and no{further} level has just one of them; more marks to \
         choose from, or --solutions any, may help"
    ))
}

impl Engine {
    /// Levels that only one solution solves, each another one.
    pub(super) fn generate_unique(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &GenerateSettings,
        made: &mut GivenLevels,
    ) {
        let (mut settings, mut in_vain) = (settings.clone(), 0);
        // Solutions of levels that are far from each other differ, too.
        let mut apart = settings.distance.max(1);
        let mut drawing = match self.open_design(ask, &settings, DRAWN_PER_MILLE) {
            Ok(slot) => slot,
            Err(why) => return ask.say(Answer::Generate(FoundLevel::Unknown(why.into()))),
        };
        let mut ended = None;
        while made.len() < settings.count as usize {
            if ask.stop.is_set() || ask.left().is_zero() {
                ended = Some(ask.patience().why());
                break;
            }
            if in_vain == TRIES {
                ended = Some(in_vain_text(made.len()));
                break;
            }
            in_vain += 1;
            if in_vain == NARROW_AFTER && settings.stock == ask.game.stock(ask.level) {
                // The game's own choice is too narrow: nobody asked for just that.
                settings.stock = ask.game.range(ask.level).stock;
            }
            if settings.closer && settings.distance > 1 && in_vain % CLOSER_AFTER == 0 {
                settings.distance /= 2;
            }
            let note =
                format!("{} levels made, {in_vain} solutions tried for the next", made.len());
            ask.note(made.len() as u64, note);
            match self.one_unique(ask, (drawing, apart), &settings, in_vain) {
                Ok(OfOne::Level(level)) if made.is_far(&level, settings.distance) => {
                    in_vain = 0;
                    let moot = moot("the level asks for no concept");
                    made.give_unique(ask, *level, Truth::Unknown(moot));
                }
                // Time for one solution is no limit of all.
                Ok(OfOne::Level(_) | OfOne::None) | Err(Why::Time) => {}
                // No level at all has a solution: the game's own choice may be too narrow.
                Ok(OfOne::NoneDrawn) if (made.len(), in_vain) == (0, 1) => {
                    self.close(ask, drawing.ask(TaggedRequest::Close));
                    let widest = ask.game.range(ask.level).stock;
                    if settings.stock != ask.game.stock(ask.level) || settings.stock == widest {
                        return self.say_no_more(ask, &settings, 0);
                    }
                    (settings.stock, in_vain) = (widest, 0);
                    drawing = match self.open_design(ask, &settings, DRAWN_PER_MILLE) {
                        Ok(slot) => slot,
                        Err(why) => {
                            return ask.say(Answer::Generate(FoundLevel::Unknown(why.into())));
                        }
                    };
                }
                Ok(OfOne::NoneDrawn | OfOne::NoneInTime) if apart > 1 => apart /= 2,
                Ok(OfOne::NoneInTime) => {}
                Ok(OfOne::NoneDrawn) => in_vain = TRIES,
                Err(why) => {
                    ended = Some(why);
                    break;
                }
            }
        }
        self.close(ask, drawing.ask(TaggedRequest::Close));
        if let Some(why) = ended {
            ask.say(Answer::Generate(FoundLevel::Unknown(why)));
        }
    }

    /// A level that a solution drawn at random alone solves.
    fn one_unique(
        &mut self,
        ask: &mut Ask<'_>,
        (drawing, distance): (TaggedSlot, u32),
        settings: &GenerateSettings,
        number: u32,
    ) -> Result<OfOne, Why> {
        let request = drawing.ask(TaggedRequest::NextPair { distance });
        let whole = ask.limits.time;
        ask.limits.time = whole.min(ask.started.elapsed() + ask.left() / SHARE);
        let turn = self.call_counting(ask, request);
        ask.limits.time = whole;
        let drawn = match turn? {
            Word::Turn(DuelTurn::Pair(pair)) => proposed_level(ask, &pair.solution, Holding::Firm)?,
            Word::Turn(DuelTurn::NoMore) => return Ok(OfOne::NoneDrawn),
            Word::Turn(DuelTurn::Halted(Halt::Time)) if !ask.left().is_zero() => {
                return Ok(OfOne::NoneInTime);
            }
            Word::Turn(DuelTurn::Halted(halt)) => return Err(halted(halt)),
            _ => return Err(why(another_answer())),
        };
        let Some(play) = drawn.intended.filter(|play| play.len() >= TOO_FEW) else {
            return Ok(OfOne::None);
        };
        ask.limits.time = ask.started.elapsed() + (ask.left() / SHARE).max(Duration::from_secs(2));
        ask.limits.time = ask.limits.time.min(whole);
        let seed = settings.seed.wrapping_mul(7919).wrapping_add(u64::from(number));
        let found = self.solved_by_one(ask, settings, (&play, seed));
        ask.limits.time = whole;
        Ok(found?.map_or(OfOne::None, |level| OfOne::Level(Box::new(level))))
    }

    /// A level that this play alone solves.
    fn solved_by_one(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &GenerateSettings,
        (play, seed): (&Play, u64),
    ) -> Result<Option<Level>, Why> {
        let program =
            plan::unique_program(ask.game, ask.level, settings, play).map_err(Why::from)?;
        let options = SessionOptions { seed, random_per_mille: 5, ..SessionOptions::default() };
        let slot = self.open_tagged(ask, program, options).map_err(NoDesign::of)?;
        let request = slot.ask(TaggedRequest::NextPair { distance: 1 });
        let made = match self.call_counting(ask, request) {
            Ok(Word::Turn(DuelTurn::Pair(pair))) => {
                proposed_level(ask, &pair.solution, Holding::Firm).map(Some)
            }
            Ok(Word::Turn(DuelTurn::NoMore)) => Ok(None),
            Ok(Word::Turn(DuelTurn::Halted(halt))) => Err(halted(halt)),
            Ok(_) => Err(why(another_answer())),
            Err(why) => Err(why),
        };
        self.close(ask, slot.ask(TaggedRequest::Close));
        let Some(mut level) = made? else { return Ok(None) };
        level.policy.unique = Expect::Yes;
        if settings.minimal {
            level = self.leaner(ask, level, settings);
        }
        self.has_one_solution(ask, &level).map(|()| Some(level))
    }

    /// The way that a painted level goes: nothing is given that is not proved.
    fn has_one_solution(&mut self, ask: &Ask<'_>, level: &Level) -> Result<(), Why> {
        let program = plan::fixed_program(ask.game, level).map_err(Why::from)?;
        let mut quiet = |_| {};
        match self.plays(&mut ask.about(level, &mut quiet), &program, Vec::new(), 2) {
            FoundPlays::Plays { plays, exhausted: true, .. } if plays.len() == 1 => Ok(()),
            FoundPlays::Plays { plays, halt: Some(halt), .. } if plays.len() < 2 => {
                Err(halted(halt))
            }
            FoundPlays::Plays { .. } => Err(Why::EncodingFault(
                "a new level turned out not to have exactly one solution".to_owned(),
            )),
            FoundPlays::Not(why) => Err(why),
        }
    }
}
