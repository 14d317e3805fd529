//! Levels with one solution, where a designer asks for levels and for nothing of their solutions.
//!
//! Without a concept an empty board would do, which is not what is meant. A solution is drawn at random,
//! and marks are laid around it until it is the only one (`making/around_intended.rs`).

use crate::making::redundant_marks::leaner;
use crate::questions::design_questions::fiona;
use fastrand::Rng;

use crate::engine::ask::Ask;
use crate::engine::{Engine, has_concept};
use crate::making::around_intended::SolutionBench;
use crate::making::emitted::GivenLevels;
use crate::values::answer::Truth;
use crate::values::limits::{GenerateSettings, WantedSolutions};
use crate::values::status::Why;
use foolproof_games::Wanted;
use foolproof_level::{Expect, Hold, INTENDED, Level, Play};

/// Tries without a new level after which a generation gives up, and after how many of them closer
/// levels will do.
const TRIES: u32 = 240;
const CLOSER_AFTER: u32 = 60;
/// Marks that are laid blindly so that a random solution can be drawn, and solutions to draw from.
const BLIND: usize = 4;
const DRAWN_FROM: usize = 500;

/// Whether levels with one solution are meant, and there is a way to make them: the game searches
/// for itself, has a word for the intended solution, and makes none itself.
pub(crate) fn one_solution_is_meant(ask: &Ask<'_>, wanted: WantedSolutions) -> bool {
    let names = ask.game.asks_for_intended();
    let asked = wanted == WantedSolutions::One && !has_concept(ask.level);
    asked && ask.game.search().is_some() && names
}

/// Levels that only one solution solves, each another one.
pub(crate) fn generate_with_one_solution(
    engine: &mut Engine,
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
        ask.note(
            made.len() as u64,
            format!("{} levels made, {in_vain} tries for the next", made.len()),
        );
        let level = around_one(engine, ask, settings, &mut rng);
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

/// A level around a solution drawn at random, proved to have no other.
fn around_one(
    engine: &mut Engine,
    ask: &Ask<'_>,
    settings: &GenerateSettings,
    rng: &mut Rng,
) -> Option<Level> {
    let mut around = ask.level.clone();
    if around.intended_locked.is_empty() {
        around.intended = Some(drawn(ask, settings, rng)?);
    }
    around.concept = INTENDED.parse().ok()?;
    let mut quiet = |_| {};
    let inner = ask.about(&around, &mut quiet);
    let settings = GenerateSettings { seed: rng.u64(..), ..settings.clone() };
    let mut level = SolutionBench::new(&inner, &settings, inner.patience())?.attempt()?;
    if settings.minimal {
        level = leaner(engine, &inner, level, &settings);
    }
    if !fiona(engine, &inner, &level).holds() {
        return None;
    }
    level.concept = ask.level.concept.clone();
    level.policy.unique = Some(Expect::Yes);
    Some(level)
}

/// A solution of the level, any as likely as may be: one of those that a few random marks leave.
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
    // A mark that was laid may say more of its solution than the level does.
    (ask.game.judge(ask.level, play) == foolproof_games::Verdict::Solved).then(|| play.clone())
}
