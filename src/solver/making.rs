//! Levels by a game's own maker, and taking off marks that are not needed.
//!
//! What a maker gives is not believed: the encoding shows that there is one solution, and the
//! concept is judged as that of a painted level is. Knows `Game` (the trait), never a game.

use fastrand::Rng;

use super::design_questions::completed;
use super::engine::{Ask, Engine, has_concept};
use super::finding::{Detail, Status, Why};
use super::generation::Made;
use super::own_search::{are_same, is_of_puzzle};
use super::plan::{self, image, is_alike};
use super::play_questions::Found;
use super::question::{GenerateSettings, Symmetry, Topic};
use crate::games::{Maker, StockItem, Wish};
use crate::level::{Hold, Level, Mark, Site};

/// Tries without a new level after which a generation gives up, where no concept makes them rare.
const TRIES: u64 = 400;
/// Tries of a completion; further ones as long as no more than this part of its time is gone.
const COMPLETIONS: u64 = 40;
const PERSISTENCE: u32 = 10;

impl Engine {
    /// New levels, as long as they come; it cannot tell that there are no more.
    pub(super) fn generate_by_maker(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &mut GenerateSettings,
        made: &mut Made,
    ) {
        let Some(maker) = ask.game.maker() else { return };
        let (mut tries, mut in_vain) = (0, 0);
        while made.len() < settings.count as usize {
            if ask.stop.is_set() || ask.left().is_zero() {
                let why = ask.patience().why();
                return ask.say(Topic::Generate, Status::Unknown(why), Detail::Nothing);
            }
            let note = format!("{} levels made, {tries} tried", made.len());
            ask.note(made.len() as u64, note);
            let seed = settings.seed.wrapping_mul(1_000_003).wrapping_add(tries);
            (tries, in_vain) = (tries + 1, in_vain + 1);
            match self.one_made(ask, maker, (seed, settings)) {
                Ok(Some((level, verdict))) if made.is_far(&level, settings.distance) => {
                    made.add(&level);
                    in_vain = 0;
                    let (status, detail) = completed(ask.level, level, verdict);
                    ask.say(Topic::Generate, status, detail);
                }
                Ok(_) => {}
                Err(why) => return ask.say(Topic::Generate, Status::Unknown(why), Detail::Nothing),
            }
            if settings.closer && settings.distance > 1 && in_vain % (TRIES / 4) == TRIES / 4 - 1 {
                settings.distance /= 2;
            }
            if in_vain >= TRIES && !has_concept(ask.level) {
                let text = format!("no further level in {TRIES} tries");
                ask.note(made.len() as u64, text);
                if made.len() == 0 {
                    let why = Why::Moot("none of the tries made a level with one solution".into());
                    ask.say(Topic::Generate, Status::Unknown(why), Detail::Nothing);
                }
                return;
            }
        }
    }

    /// A level of this seed, if it is as it should be, and whether it is shortcut-free.
    fn one_made(
        &mut self,
        ask: &Ask<'_>,
        maker: &dyn Maker,
        (seed, settings): (u64, &GenerateSettings),
    ) -> Result<Option<(Level, Status)>, Why> {
        let board = ask.level.board;
        let cells = u32::try_from(board.cells().count()).unwrap_or(u32::MAX);
        let share = |percent: u32| cells.saturating_mul(percent);
        let density = settings.shape.density.map(|(l, m)| (share(l).div_ceil(100), share(m) / 100));
        let stock = settings.stock.iter().fold((0, 0u32), |(least, most), item| {
            (least + item.least, most.saturating_add(item.most))
        });
        let bounds = [density, settings.shape.marks, Some(stock)].into_iter().flatten();
        let (least, most) =
            bounds.fold((0, cells), |(least, most), (l, m)| (least.max(l), most.min(m)));
        let symmetry = settings.shape.symmetry;
        let turned = |site| symmetry.map_or(site, |symmetry| image(board, site, symmetry));
        let wish = Wish {
            seed,
            minimal: settings.minimal,
            image: symmetry.is_some().then_some(&turned as &dyn Fn(Site) -> Site),
            marks: ((least, most) != (0, cells)).then_some((least, most)),
        };
        self.made_and_proved(ask, maker, &wish, &settings.stock)
    }

    /// A level of the maker that the encoding finds to have one solution, and whose concept holds.
    fn made_and_proved(
        &mut self,
        ask: &Ask<'_>,
        maker: &dyn Maker,
        wish: &Wish<'_>,
        stock: &[StockItem],
    ) -> Result<Option<(Level, Status)>, Why> {
        let patience = ask.patience();
        let Some(level) = maker.make(ask.level, wish, &|| patience.is_over()) else {
            return if ask.stop.is_set() { Err(Why::Stopped) } else { Ok(None) };
        };
        if !keeps_intended(ask, &level) || !is_of_stock(&level, stock) {
            return Ok(None);
        }
        let verdict = self.fiona(ask, &level).0;
        if has_concept(ask.level) && verdict != Status::Proved {
            return match verdict {
                Status::Unknown(why @ (Why::BadInput(_) | Why::Stopped)) => Err(why),
                _ => Ok(None),
            };
        }
        let plain = level.without_concept();
        let program = plan::fixed_program(ask.game, &plain)
            .map_err(|error| Why::BadInput(error.to_string()))?;
        let mut quiet = |_| {};
        let mut inner = ask.about(&plain, &mut quiet);
        match self.plays(&mut inner, &program, Vec::new(), 2) {
            Found::Plays { plays, exhausted: true, .. } if plays.len() == 1 => {
                Ok(Some((level, verdict)))
            }
            Found::Plays { plays, halt: Some(halt), .. } if plays.len() < 2 => Err(halt.into()),
            Found::Plays { .. } => Err(Why::EncodingFault(
                "a level that was made has another number of solutions than one".to_owned(),
            )),
            Found::Not(why) => Err(why),
        }
    }

    /// The level with as few marks beside those it has that it has one solution, where a maker finds
    /// such a level.
    pub(super) fn completed_by_maker(
        &mut self,
        ask: &Ask<'_>,
        level: &Level,
    ) -> Result<Option<(Status, Detail)>, Why> {
        let Some(maker) = ask.game.maker() else { return Ok(None) };
        let mut quiet = |_| {};
        let inner = ask.about(level, &mut quiet);
        let until = ask.started.elapsed() + ask.left() / PERSISTENCE;
        for seed in 0.. {
            if seed >= COMPLETIONS && ask.started.elapsed() > until {
                break;
            }
            let wish = Wish { seed, minimal: true, image: None, marks: None };
            if let Some((made, verdict)) = self.made_and_proved(&inner, maker, &wish, &[])? {
                return Ok(Some(completed(ask.level, made, verdict)));
            }
            if inner.stop.is_set() || inner.left().is_zero() {
                break;
            }
        }
        Ok(None)
    }

    /// Takes off marks as long as the solutions stay the same.
    pub(super) fn minimise(
        &mut self,
        ask: &mut Ask<'_>,
        (seed, symmetry): (u64, Option<Symmetry>),
    ) {
        let (status, detail) = match self.minimised(ask, (seed, symmetry)) {
            Ok(level) => completed(ask.level, level, super::play_questions::moot("")),
            Err(why) => (Status::Unknown(why), Detail::Nothing),
        };
        let status = match (&status, &detail) {
            (Status::Proved, Detail::Level { changed, .. }) if changed.is_empty() => {
                Status::Refuted
            }
            _ => status,
        };
        ask.say(Topic::Minimise, status, detail);
    }

    fn minimised(
        &mut self,
        ask: &mut Ask<'_>,
        (seed, symmetry): (u64, Option<Symmetry>),
    ) -> Result<Level, Why> {
        let (game, asked) = (ask.game, ask.level);
        let patience = ask.patience();
        let now = self.counted(ask, asked)?;
        match now.0 {
            Status::Exactly(0) => return Err(Why::Moot("the level has no solution".to_owned())),
            Status::Exactly(_) => {}
            _ => return Err(Why::Moot("there are more solutions than are counted".to_owned())),
        }
        // Notes are no part of the puzzle.
        let counts = |mark: &Mark| is_of_puzzle(game, mark);
        let free =
            |site: Site| asked.mark(site).is_some_and(counts) && asked.hold(site) == Hold::Painted;
        let mut order: Vec<Site> =
            asked.marks().map(|(site, _)| site).filter(|site| free(*site)).collect();
        Rng::with_seed(seed).shuffle(&mut order);
        let mut level = asked.clone();
        for (done, site) in order.iter().enumerate() {
            ask.note(done as u64, format!("{done} of {} marks tried", order.len()));
            let mut fewer = level.clone();
            let mut alike = asked.mark(*site).is_some_and(|mark| is_alike(game, mark));
            fewer.set(*site, crate::level::Spot::default());
            if let Some(symmetry) = symmetry.filter(|_| alike) {
                let other = image(asked.board, *site, symmetry);
                alike = level.mark(other).is_none() || free(other);
                if level.mark(other).is_some() {
                    fewer.set(other, crate::level::Spot::default());
                }
            }
            if level.mark(*site).is_none() || (symmetry.is_some() && !alike) {
                continue;
            }
            match are_same(&now, &self.counted(ask, &fewer)?) {
                Some(true) => level = fewer,
                Some(false) => {}
                None if patience.is_over() => return Err(patience.why()),
                None => {
                    let text = "after an edit there are more solutions than are counted";
                    return Err(Why::Moot(text.to_owned()));
                }
            }
        }
        Ok(level)
    }
}

/// Whether a level that was made has what is held of the asked level's intended solution: all of it
/// where the concept names it.
fn keeps_intended(ask: &Ask<'_>, made: &Level) -> bool {
    let (Some(asked), Some(play)) = (&ask.level.intended, &made.intended) else { return true };
    let named = ask.level.concept.names("intended");
    let (before, after) = (ask.game.whole(ask.level, asked), ask.game.whole(made, play));
    let held = |site: &Site| named || ask.level.intended_locked.contains(site);
    asked.iter().map(|(site, _)| site).filter(held).all(|site| before.get(site) == after.get(site))
}

/// Whether a level has of each group as many marks as it may.
fn is_of_stock(level: &Level, stock: &[StockItem]) -> bool {
    stock.iter().all(|item| {
        let held = level.marks().filter(|(_, mark)| item.marks.contains(mark)).count();
        (item.least as usize..=item.most as usize).contains(&held)
    })
}
