//! Generates levels with a game's own maker.
//!
//! The maker is not trusted: the encoding proves that there is one solution, and the concept is judged as
//! that of a painted level is.

use crate::engine::ask::Ask;
use crate::engine::has_concept;
use crate::engine::plan::image;
use crate::making::emitted::{GeneratedLevel, GivenLevels};
use crate::making::stock::is_of_stock;
use crate::making::unique_by_encoding::has_one_solution;
use crate::questions::design_questions::proposed;
use crate::questions::design_questions::shortcut_of;
use crate::values::answer::{FoundLevel, Truth};
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use foolproof_game::{Maker, MakerWish, StockItem};
use foolproof_level::{INTENDED, Level, Site};

/// Number of tries without a new level after which a generation gives up, unless a concept makes levels rare.
const TRIES: u64 = 400;
/// Minimum number of tries of a completion.
const COMPLETIONS: u64 = 40;
/// More tries follow until one in this many parts of the remaining time has passed.
const PERSISTENCE: u32 = 10;

/// Generates new levels until the tries fail; it cannot prove that there are no more.
pub(crate) fn generate_by_maker(
    ask: &mut Ask<'_>,
    settings: &mut GenerateSettings,
    made: &mut GivenLevels,
) {
    let Some(maker) = ask.game.maker() else { return };
    let (mut tries, mut in_vain) = (0, 0);
    while made.len() < settings.count as usize {
        if ask.stop.is_set() || ask.left().is_zero() {
            return made.end(ask, ask.patience().why());
        }
        ask.note_made(made.len(), &format!(", {tries} tried"));
        let seed = settings.seed.wrapping_mul(1_000_003).wrapping_add(tries);
        (tries, in_vain) = (tries + 1, in_vain + 1);
        match one_made(ask, maker, seed, settings) {
            Ok(Some((level, verdict))) if made.is_far(&level, settings.distance) => {
                if made.give_unique(ask, level, verdict) {
                    in_vain = 0;
                }
            }
            Ok(_) => {}
            Err(why) => return ask.report::<GeneratedLevel>(Err(why)),
        }
        if settings.closer && settings.distance > 1 && in_vain % (TRIES / 4) == TRIES / 4 - 1 {
            settings.distance /= 2;
        }
        if in_vain >= TRIES && !has_concept(ask.level) {
            let text = format!("{TRIES} tries made no further level");
            ask.note(made.len() as u64, text.clone());
            let why = Why::Stock(match made.len() {
                0 => format!("{TRIES} tries made no level with one solution"),
                _ => text,
            });
            return made.end(ask, why);
        }
    }
}

/// Makes a level from this seed, if it meets all requirements. Returns it with its verdict on shortcuts.
fn one_made(
    ask: &mut Ask<'_>,
    maker: &dyn Maker,
    seed: u64,
    settings: &GenerateSettings,
) -> Result<Option<(Level, Truth)>, Why> {
    let board = ask.level.board;
    let cells = board.cells().count();
    let (least, most) = settings.shape.filled(cells);
    let of_stock = |bound: fn(&StockItem) -> u32| settings.stock.iter().map(bound);
    let least = least.max(of_stock(|item| item.least).sum::<u32>() as usize);
    let most = most.min(of_stock(|item| item.most).fold(0, u32::saturating_add) as usize);
    let symmetry = settings.shape.symmetry;
    let turned = |site| symmetry.map_or(site, |symmetry| image(ask.game, board, site, symmetry));
    let wish = MakerWish {
        seed,
        minimal: settings.minimal,
        image: symmetry.is_some().then_some(&turned as &dyn Fn(Site) -> Site),
        marks: ((least, most) != (0, cells)).then_some((least as u32, most as u32)),
        kinds: &settings.kinds,
    };
    made_and_proved(ask, maker, &wish, &settings.stock)
}

/// Returns a level of the maker that the encoding proves to have one solution, and whose concept holds.
fn made_and_proved(
    ask: &mut Ask<'_>,
    maker: &dyn Maker,
    wish: &MakerWish<'_>,
    stock: &[StockItem],
) -> Result<Option<(Level, Truth)>, Why> {
    let patience = ask.patience();
    let Some(level) = maker.make(ask.level, wish, &|| patience.is_over()) else {
        return if ask.stop.is_set() { Err(Why::Stopped) } else { Ok(None) };
    };
    if !keeps_intended(ask, &level) || !is_of_stock(&level, stock) {
        return Ok(None);
    }
    let verdict = shortcut_of(ask, &level).bare();
    if has_concept(ask.level) && !verdict.holds() {
        return match verdict {
            Truth::Unknown(why @ (Why::BadInput(_) | Why::Stopped)) => Err(why),
            _ => Ok(None),
        };
    }
    has_one_solution(ask, &level.without_concept())?;
    Ok(Some((level, verdict)))
}

/// Adds as few marks as give the level one solution, if the maker finds such a level.
pub(crate) fn completed_by_maker(
    ask: &mut Ask<'_>,
    level: &Level,
) -> Result<Option<FoundLevel>, Why> {
    let Some(maker) = ask.game.maker() else { return Ok(None) };
    let until = ask.started.elapsed() + ask.left() / PERSISTENCE;
    for seed in 0.. {
        if seed >= COMPLETIONS && ask.started.elapsed() > until {
            break;
        }
        let wish = MakerWish { seed, minimal: true, image: None, marks: None, kinds: &[] };
        if let Some((made, verdict)) = made_and_proved(&mut ask.about(level), maker, &wish, &[])?
            && ask.goal.earlier.is_new(&made)
        {
            return Ok(Some(FoundLevel::Level(proposed(ask.level, made, verdict))));
        }
        if ask.patience().is_over() {
            break;
        }
    }
    Ok(None)
}

/// Returns whether a made level keeps the locked part of the asked level's intended solution: all of it if
/// the concept names it.
pub(crate) fn keeps_intended(ask: &Ask<'_>, made: &Level) -> bool {
    let (Some(asked), Some(play)) = (&ask.level.intended, &made.intended) else { return true };
    let named = ask.level.concept.names(INTENDED);
    let (before, after) = (ask.game.whole(ask.level, asked), ask.game.whole(made, play));
    let held = |site: &Site| named || ask.level.intended_locked.contains(site);
    asked.iter().map(|(site, _)| site).filter(held).all(|site| before.get(site) == after.get(site))
}
