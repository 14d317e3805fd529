//! Generates levels of games whose only clues are their rooms, such as LITS.
//!
//! Rooms are drawn together with a play. Then it collects other solutions of these rooms and moves walls
//! until only one of all plays found so far can still be a solution. It asks the solver for other solutions
//! of that level, and so on. Any of the plays may remain.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::making::drawn_plays::{CONFLICTS, of_name, shown};
use crate::questions::design_questions::{NoDesign, level_with_one_solution};
use crate::values::status::Why;
use crate::values::worker_messages::SessionRequest;
use foolproof_asp::{Atom, SessionOptions};
use foolproof_game::{ClueReading, KnownPlays};
use foolproof_level::{Level, Play};

/// Number of times that walls move before other rooms are drawn.
const ROUNDS: u32 = 400;
/// Number of solutions of a level to examine.
const SOME_PLAYS: u64 = 30;
/// Share of random solver decisions while they are searched, per mille.
const RANDOM_PER_MILLE: u32 = 300;

/// The outcome of moving walls of rooms.
pub(crate) enum OfRooms {
    Level(Box<Level>),
    None,
    /// The game found no walls that tell the plays apart.
    Untold,
}

/// Moves walls until the level has one solution.
pub(crate) fn with_walls_for_one(
    ask: &mut Ask<'_>,
    reading: &dyn ClueReading,
    seed: u64,
) -> Result<OfRooms, Why> {
    let mut rng = Rng::with_seed(seed);
    let (mut known, mut solving): (Vec<Play>, Vec<Play>) = Default::default();
    let (mut level, mut solved) = (ask.level.clone(), None);
    for _ in 0..ROUNDS {
        ask.patience().check()?;
        let mut inner = ask.about(&level);
        let (plays, exhausted) = plays_of_rooms(&mut inner, rng.u64(..))?;
        match (&plays[..], exhausted) {
            ([play], true) => {
                let atoms: Vec<Atom> = play.iter().cloned().collect();
                let level = level_with_one_solution(&inner, &atoms)?;
                return Ok(OfRooms::Level(Box::new(level)));
            }
            ([], true) => {}
            ([] | [_], false) => return Ok(OfRooms::None),
            _ => {
                solving = plays.iter().map(plan::read_play).collect();
                let news: Vec<Play> =
                    solving.iter().filter(|play| !known.contains(play)).cloned().collect();
                known.extend(news);
                solved = Some(level);
            }
        }
        let Some(from) = &solved else { return Ok(OfRooms::None) };
        let plays = KnownPlays { solving: &solving, all: &known };
        match reading.with_telling_walls(from, &plays, rng.u64(..)) {
            Some(other) => level = other,
            None => return Ok(OfRooms::Untold),
        }
    }
    Ok(OfRooms::None)
}

/// Returns some solutions of a level, and whether these are all.
fn plays_of_rooms(ask: &mut Ask<'_>, seed: u64) -> Result<(Vec<BTreeSet<Atom>>, bool), Why> {
    let program = plan::fixed_program(ask.game, ask.level).map_err(Why::from)?;
    let random_per_mille = RANDOM_PER_MILLE;
    let options = SessionOptions {
        seed,
        random_per_mille,
        project: true,
        conflicts: CONFLICTS,
        ..SessionOptions::default()
    };
    let slot = ask.trial_session(&program, &options).map_err(NoDesign::of)?;
    let found = ask.models(slot, Vec::new(), SOME_PLAYS, shown());
    ask.close(slot.ask(SessionRequest::Close));
    let (models, ended) = found?;
    Ok((models.iter().map(|model| of_name(model, "play")).collect(), ended.exhausted))
}
