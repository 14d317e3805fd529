//! Generates levels with one solution, if the designer asks for levels without any concept.
//!
//! Without a concept an empty board would do, which is not meant. A solution is drawn at random, and marks
//! are added around it until it is the only one (`making/around_intended.rs`).

use crate::making::redundant_marks::leaner;
use crate::questions::design_questions::shortcut_of;
use fastrand::Rng;

use crate::engine::ask::Ask;
use crate::engine::has_concept;
use crate::making::around_intended::SolutionBench;
use crate::making::emitted::GivenLevels;
use crate::values::answer::Truth;
use crate::values::limits::{GenerateSettings, WantedSolutions};
use crate::values::status::Why;
use foolproof_game::{Wanted, counted};
use foolproof_level::{Expect, Hold, INTENDED, Level, Play};

/// Number of tries without a new level after which a generation gives up.
const TRIES: u32 = 240;
/// Number of tries without a new level after which closer levels will do.
const CLOSER_AFTER: u32 = 60;
/// Maximum number of marks added blindly so that a random solution can be drawn.
const BLIND: usize = 4;
/// Maximum number of solutions to draw from.
const DRAWN_FROM: usize = 500;

/// Returns whether levels with one solution are wanted, and can be made this way: the game has a search and a
/// word for the intended solution.
pub(crate) fn one_solution_is_meant(ask: &Ask<'_>, wanted: WantedSolutions) -> bool {
    let names = ask.game.asks_for_intended();
    let asked = wanted == WantedSolutions::One && !has_concept(ask.level);
    asked && ask.game.search().is_some() && names
}

/// Generates levels with one solution, each with another one.
pub(crate) fn generate_with_one_solution(
    ask: &mut Ask<'_>,
    settings: &mut GenerateSettings,
    made: &mut GivenLevels,
) {
    let mut rng = Rng::with_seed(settings.seed.wrapping_mul(0x9E37_79B9) ^ 0x01E5);
    let mut in_vain = 0;
    while made.len() < settings.count as usize && in_vain < TRIES {
        if ask.stop.is_set() || ask.left().is_zero() {
            return made.end(ask, ask.patience().why());
        }
        in_vain += 1;
        if settings.closer && settings.distance > 1 && in_vain % CLOSER_AFTER == 0 {
            settings.distance /= 2;
        }
        let tries = counted(in_vain, "try", "tries");
        ask.note_made(made.len(), &format!(", {tries} for the next"));
        let level = around_one(ask, settings, &mut rng);
        if let Some(level) = level.filter(|level| made.is_far(level, settings.distance)) {
            let moot = Why::moot("the level asks for no concept");
            if made.give_unique(ask, level, Truth::Unknown(moot)) {
                in_vain = 0;
            }
        }
    }
    if made.len() < settings.count as usize {
        let further = if made.len() == 0 { "" } else { " further" };
        let why = Why::Stock(format!(
            "{TRIES} tries made no{further} level with one solution; a concept, or more marks \
             to choose from, may help"
        ));
        made.end(ask, why);
    }
}

/// Makes a level around a randomly drawn solution, proved to have no other.
fn around_one(ask: &mut Ask<'_>, settings: &GenerateSettings, rng: &mut Rng) -> Option<Level> {
    let mut around = ask.level.clone();
    if around.intended_locked.is_empty() {
        around.intended = Some(drawn(ask, settings, rng)?);
    }
    around.concept = INTENDED.parse().ok()?;
    let mut inner = ask.about(&around);
    let settings = GenerateSettings { seed: rng.u64(..), ..settings.clone() };
    let mut level = SolutionBench::new(&inner, &settings, inner.patience())?.attempt()?;
    if settings.minimal {
        level = leaner(&mut inner, level, &settings);
    }
    if !shortcut_of(&mut inner, &level).holds() {
        return None;
    }
    level.concept = ask.level.concept.clone();
    level.policy.unique = Some(Expect::Yes);
    Some(level)
}

/// Draws a solution of the level, as evenly as possible: one of those that a few random marks leave.
fn drawn(ask: &Ask<'_>, settings: &GenerateSettings, rng: &mut Rng) -> Option<Play> {
    let sites = ask.game.layout_of(ask.level).sites.into_iter().map(|(site, _)| site);
    let open: Vec<_> = sites.filter(|site| ask.level.hold(*site) == Hold::Open).collect();
    let mut level = ask.level.clone();
    for _ in 0..rng.usize(..=BLIND) {
        let item = rng.choice(&settings.stock)?;
        let places: Vec<_> = open.iter().filter(|site| site.place == item.place).collect();
        if let (Some(mark), Some(site)) = (rng.choice(&item.marks), rng.choice(&places)) {
            level.paint(**site, Some(mark.clone()));
        }
    }
    let plays = DRAWN_FROM;
    let wanted = Wanted { shortcuts: false, plays, most: plays as u64, marks: false };
    let patience = ask.patience();
    let found = ask.game.search()?.solutions(&level, wanted, &|| patience.is_over())?;
    let play = rng.choice(&found.plays)?;
    // A solution with added marks may not solve the level without them.
    (ask.game.judge(ask.level, play) == foolproof_game::Verdict::Solved).then(|| play.clone())
}
