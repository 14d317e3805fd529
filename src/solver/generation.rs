//! Making levels: the shortcut-free engine on a game's design program, one level after the other.
//!
//! One program is grounded for all of them, so that what was learned of one level's shortcuts
//! serves the next. Every level is proved once more by itself, on the program that a painted level
//! gets, before it is given. Knows `Game` (the trait), never a game.

use std::collections::BTreeSet;

use super::design_questions::{completed, proposed_level};
use super::engine::{Ask, Engine, halted, has_concept, why};
use super::finding::{Detail, Status, Why};
use super::line_first::Bench;
use super::plan::{self, Holding};
use super::protocol::{Request, Word};
use super::question::{GenerateSettings, Topic};
use super::remote::another_answer;
use crate::asp::{Options, Turn};
use crate::games::StockItem;
use crate::level::{Hold, Level, Mark, Site};

/// Share of random decisions, so that seeds differ in what they make.
const RANDOM_PER_MILLE: u32 = 5;

/// Tries around an intended solution that bring nothing new before Elise takes over, and after how
/// many of them closer levels will do.
const TRIES: u32 = 240;
const TRIES_AT_FIRST: u32 = 60;
const CLOSER_AFTER: u32 = 60;

impl Engine {
    pub(super) fn generate(&mut self, ask: &mut Ask<'_>, settings: &GenerateSettings) {
        let (mut settings, mut made) = (settings.clone(), Made::default());
        if ask.game.maker().is_some() {
            return self.generate_by_maker(ask, &mut settings, &mut made);
        }
        if self.searches {
            self.generate_around(ask, &mut settings, &mut made);
        }
        if made.len() < settings.count as usize && !ask.stop.is_set() {
            self.generate_by_pairs(ask, &mut settings, &mut made);
        }
    }

    /// Levels around an intended solution that is to be kept, as long as new ones come easily.
    fn generate_around(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &mut GenerateSettings,
        made: &mut Made,
    ) {
        let Some(mut bench) = Bench::new(ask, settings) else { return };
        // Half of the time is Elise's, who can tell that there are no more.
        let until = ask.started.elapsed() + ask.left() / 2;
        let mut in_vain = 0;
        while made.len() < settings.count as usize
            && in_vain < if made.len() == 0 { TRIES_AT_FIRST } else { TRIES }
            && !ask.stop.is_set()
            && ask.started.elapsed() < until
        {
            in_vain += 1;
            if settings.closer && settings.distance > 1 && in_vain % CLOSER_AFTER == 0 {
                settings.distance /= 2;
            }
            ask.note(made.len() as u64, format!("{} levels made", made.len()));
            let Some(mut level) = bench.attempt() else { continue };
            if settings.minimal {
                level = self.leaner(ask, level, &settings.stock);
            }
            // The way that a painted level goes, so that nothing is given that is not proved.
            if made.is_far(&level, settings.distance) && self.fiona(ask, &level).0 == Status::Proved
            {
                in_vain = 0;
                made.add(&level);
                let (status, detail) = completed(ask.level, level, Status::Proved);
                ask.say(Topic::Generate, status, detail);
            }
        }
    }

    /// Levels that Elise proposes with their solutions, until there are no more.
    fn generate_by_pairs(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &mut GenerateSettings,
        made: &mut Made,
    ) {
        let slot = match self.open_design(ask, settings) {
            Ok(slot) => slot,
            Err(why) => return ask.say(Topic::Generate, Status::Unknown(why), Detail::Nothing),
        };
        let around = made.len();
        while made.len() < settings.count as usize {
            match self.next_level(ask, slot, settings) {
                // Levels that differ may be the same one once nothing needless is left.
                Ok(Some((_, Detail::Level { level, .. })))
                    if !made.is_new(&level, around, settings) => {}
                Ok(Some((status, detail))) => {
                    if let Detail::Level { level, .. } = &detail {
                        made.add(level);
                    }
                    ask.say(Topic::Generate, status, detail);
                }
                Ok(None) if settings.closer && settings.distance > 1 => settings.distance /= 2,
                Ok(None) => {
                    self.say_no_more(ask, settings, (made.len(), around));
                    break;
                }
                Err(why) => {
                    ask.say(Topic::Generate, Status::Unknown(why), Detail::Nothing);
                    break;
                }
            }
        }
        self.close_session(ask, slot);
    }

    /// There are no more levels than these, of which the first were made around a solution.
    fn say_no_more(
        &mut self,
        ask: &mut Ask<'_>,
        settings: &GenerateSettings,
        (made, around): (usize, usize),
    ) {
        let text = match (made, around) {
            (0, _) => "no level of this kind exists".to_owned(),
            (n, 0) => format!("there are no more than {n} levels of this kind"),
            _ => "there are no more levels so far apart from these".to_owned(),
        };
        ask.note(made as u64, text);
        if made == 0 {
            ask.say(Topic::Generate, Status::Refuted, Detail::Nothing);
            self.say_why_none(ask, settings);
        }
    }

    fn open_design(&mut self, ask: &Ask<'_>, settings: &GenerateSettings) -> Result<u32, Why> {
        let program = plan::generation_program(ask.game, ask.level, settings)
            .map_err(|error| Why::BadInput(error.to_string()))?;
        let options = Options {
            seed: settings.seed.wrapping_mul(7919),
            random_per_mille: RANDOM_PER_MILLE,
            ..Options::default()
        };
        let request = |slot| Request::Tagged { slot, program, options };
        self.opened(ask, request).map_err(why)
    }

    /// What is to blame for there being no level at all, where that is found in time.
    fn say_why_none(&mut self, ask: &mut Ask<'_>, settings: &GenerateSettings) {
        match self.why_none(ask, &settings.stock) {
            Ok(Some(detail)) => ask.say(Topic::Conflict, Status::Proved, detail),
            Ok(None) => ask.note(0, "there are levels, but none of this symmetry and density"),
            Err(why) => ask.say(Topic::Conflict, Status::Unknown(why), Detail::Nothing),
        }
    }

    /// The next level, or `None` when it is proved that there is none.
    fn next_level(
        &mut self,
        ask: &mut Ask<'_>,
        slot: u32,
        settings: &GenerateSettings,
    ) -> Result<Option<(Status, Detail)>, Why> {
        let request = Request::NextPair { slot, distance: settings.distance };
        let solution = match self.call_counting(ask, request)? {
            Word::Turn(Turn::Pair(pair)) => pair.solution,
            Word::Turn(Turn::NoMore) => return Ok(None),
            Word::Turn(Turn::Halted(halt)) => return Err(halted(halt)),
            _ => return Err(why(another_answer())),
        };
        let mut level = proposed_level(ask, &solution, Holding::Firm)?;
        if settings.minimal {
            level = self.leaner(ask, level, &settings.stock);
        }
        let verdict = match self.fiona(ask, &level).0 {
            Status::Refuted => {
                let text = "a level was proved shortcut-free, and then refuted by itself";
                return Err(Why::EncodingFault(text.to_owned()));
            }
            Status::Unknown(Why::Moot(why)) if !has_concept(ask.level) => {
                Status::Unknown(Why::Moot(why))
            }
            Status::Unknown(reason) => return Err(reason),
            proved => proved,
        };
        Ok(Some(completed(ask.level, level, verdict)))
    }

    /// Takes away, one by one, the marks without which the level is as good: those of groups that
    /// may be empty and on sites that the designer left open. What is left loses a solution, gains
    /// a shortcut, or cannot be proved in time, whichever of them goes.
    fn leaner(&mut self, ask: &Ask<'_>, mut level: Level, stock: &[StockItem]) -> Level {
        let may_go = |(site, mark): &(Site, Mark)| {
            ask.level.spot(*site).hold == Hold::Open
                && stock.iter().all(|item| item.least == 0 || !item.marks.contains(mark))
        };
        for (site, _) in marks_of(&level).into_iter().filter(may_go) {
            let mut fewer = level.clone();
            fewer.paint(site, None);
            let solved = level.intended.as_ref().is_some_and(|play| {
                super::engine::solves(ask.game, &fewer, play)
                    && super::engine::practises(ask.game, &fewer, play) != Some(false)
            });
            if solved && self.fiona(ask, &fewer).0 == Status::Proved {
                level = fewer;
            }
        }
        level
    }
}

/// The levels that were given already, by their marks.
#[derive(Default)]
pub(super) struct Made(Vec<BTreeSet<(Site, Mark)>>);

impl Made {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn add(&mut self, level: &Level) {
        self.0.push(marks_of(level).into_iter().collect());
    }

    /// Whether a level differs from all of them in so many marks.
    pub(super) fn is_far(&self, level: &Level, distance: u32) -> bool {
        self.differs(level, |_| distance)
    }

    /// Whether a level of Elise's is new: far from the first ones, which she does not know of, and
    /// another one than hers.
    fn is_new(&self, level: &Level, around: usize, settings: &GenerateSettings) -> bool {
        self.differs(level, |at| if at < around { settings.distance } else { 1 })
    }

    fn differs(&self, level: &Level, by: impl Fn(usize) -> u32) -> bool {
        let marks: BTreeSet<(Site, Mark)> = marks_of(level).into_iter().collect();
        self.0
            .iter()
            .enumerate()
            .all(|(at, old)| old.symmetric_difference(&marks).count() >= by(at).max(1) as usize)
    }
}

fn marks_of(level: &Level) -> Vec<(Site, Mark)> {
    level.marks().map(|(site, mark)| (site, mark.clone())).collect()
}
