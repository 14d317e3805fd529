//! Generates levels one after the other, with the shortcut-free engine on a game's design program.
//!
//! All levels share one grounded program, so that what is learned from one level's shortcuts helps with the
//! next. Every level is proved again on its own, on the program that a painted level gets, before it is
//! returned.

use crate::engine::ask::{Again, Ask};
use crate::engine::plan::{self, Holding};
use crate::engine::preconditions::may_be_made;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::step_aims::has_steps;
use crate::engine::{has_concept, why};
use crate::making::around_intended::{SolutionBench, filled};
use crate::making::drafting::generate_from_drafts;
use crate::making::emitted::{GENERATE, GeneratedLevel, GivenLevels};
use crate::making::game_maker::generate_by_maker;
use crate::making::local_search::generate_by_trial;
use crate::making::local_search::is_made_by_trial;
use crate::making::redundant_marks::leaner;
use crate::making::unique_by_encoding::generate_unique;
use crate::making::unique_by_encoding::unique_levels_are_meant;
use crate::making::unique_by_search::generate_with_one_solution;
use crate::making::unique_by_search::one_solution_is_meant;
use crate::questions::conflict::FoundConflict;
use crate::questions::conflict::why_none;
use crate::questions::design_questions::shortcut_of;
use crate::questions::design_questions::{NoDesign, proposed_level};
use crate::values::answer::{FoundLevel, Truth};
use crate::values::limits::{GenerateSettings, LevelStyle, PaintedMarks};
use crate::values::report::ReportKind;
use crate::values::searched::{Freed, SearchedLevels};
use crate::values::status::Why;
use crate::values::topic::Topic;
use crate::values::worker_messages::{TaggedRequest, TaggedSlot, Word};
use crate::worker::remote::another_answer;
use foolproof_asp::{Atom, DuelTurn, Program, SessionOptions};
use foolproof_game::StockItem;
use foolproof_level::Level;

/// Share of random solver decisions, per mille, so that seeds give different levels.
pub(crate) const RANDOM_PER_MILLE: u32 = 5;

/// Number of tries around an intended solution without a new level before the proposer takes over.
const TRIES: u32 = 240;
/// The same number before the first level is made.
const TRIES_AT_FIRST: u32 = 60;
/// Number of tries without a new level after which closer levels will do.
const CLOSER_AFTER: u32 = 60;

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<GenerateSettings>()], &[ReportKind::of::<GeneratedLevel>()]);

/// Makes new shortcut-free levels out of the open cells.
impl Query for GenerateSettings {
    fn topic() -> Topic {
        GENERATE
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        match may_be_made(ask) {
            Ok(()) => {
                let goal = ask.goal.with_steps(self.steps);
                ask.toward(goal, |ask| generate(ask, self));
            }
            Err(why) => ask.report::<GeneratedLevel>(Err(why)),
        }
    }

    fn asks_for_concept(&self) -> bool {
        true
    }

    fn looks_for_levels(&self) -> bool {
        true
    }

    fn may_be_kept(&self) -> bool {
        false
    }
}

fn generate(ask: &mut Ask<'_>, settings: &GenerateSettings) {
    let (mut settings, mut made) = (settings.clone(), GivenLevels::of(settings));
    if ask.aims_for_steps() && !has_steps(ask.game) {
        let text = "the solution of this game is not told step by step";
        return ask.report::<GeneratedLevel>(Err(Why::BadInput(text.to_owned())));
    }
    let (held, (least, most)) =
        (filled(ask.level), settings.shape.filled(ask.level.board.cells().count()));
    if held > most || least > most {
        let text = match least > most {
            true => format!("you ask for {least} marks or more, and at most {most} fit"),
            false => format!(
                "{held} cells of the level hold a mark already, and you ask for at most {most}"
            ),
        };
        return ask.report::<GeneratedLevel>(Err(Why::Stock(text)));
    }
    if ask.game.maker().is_some() {
        return generate_by_maker(ask, &mut settings, &mut made);
    }
    if settings.painted == PaintedMarks::Change && !is_made_by_trial(ask.game) {
        let text = "levels of this game are made by filling open cells, not by changing a level";
        return ask.report::<GeneratedLevel>(Err(Why::BadInput(text.to_owned())));
    }
    if ask.engine.searches && is_made_by_trial(ask.game) {
        return generate_by_trial(ask, &mut settings, &mut made);
    }
    if ask.game.drafter().is_some() {
        if let Err(why) = generate_from_drafts(ask, &mut settings, &mut made) {
            return ask.report::<GeneratedLevel>(Err(why));
        }
        if made.len() < settings.count as usize && !ask.stop.is_set() {
            generate_by_pairs(ask, &mut settings, &mut made);
        }
        return;
    }
    if ask.engine.searches && one_solution_is_meant(ask, settings.solutions) {
        return generate_with_one_solution(ask, &mut settings, &mut made);
    }
    if unique_levels_are_meant(ask, settings.solutions) {
        return generate_unique(ask, &settings, &mut made);
    }
    if ask.engine.searches {
        generate_around(ask, &mut settings, &mut made);
    }
    if made.len() < settings.count as usize && !ask.stop.is_set() {
        generate_by_pairs(ask, &mut settings, &mut made);
    }
}

/// Generates levels around an intended solution that must stay, as long as new ones come easily.
fn generate_around(ask: &mut Ask<'_>, settings: &mut GenerateSettings, made: &mut GivenLevels) {
    // Half of the time is for the proposer, which can prove that there are no more.
    let until = ask.started.elapsed() + ask.left() / 2;
    let patience = ask.patience().until(until);
    let Some(mut bench) = SolutionBench::new(ask, settings, patience) else { return };
    let mut in_vain = 0;
    while made.len() < settings.count as usize
        && in_vain < if made.len() == 0 { TRIES_AT_FIRST } else { TRIES }
        && !patience.is_over()
    {
        in_vain += 1;
        if settings.closer && settings.distance > 1 && in_vain % CLOSER_AFTER == 0 {
            settings.distance /= 2;
        }
        ask.note_made(made.len(), "");
        let Some(mut level) = bench.attempt() else { continue };
        if settings.minimal {
            level = leaner(ask, level, settings);
        }
        // Check the level like a painted one, so that nothing is returned that is not proved.
        if made.is_far(&level, settings.distance) && shortcut_of(ask, &level).holds() {
            in_vain = match made.give(ask, level, Truth::Holds(())) {
                true => 0,
                false => in_vain,
            };
        }
    }
}

/// Generates levels that the proposer finds together with their solutions, until it finds no more.
fn generate_by_pairs(ask: &mut Ask<'_>, settings: &mut GenerateSettings, made: &mut GivenLevels) {
    let ended = match pairs_of_stock(ask, settings, made) {
        Some(Err(NoDesign::ForAll)) if ask.game.search().is_some() => {
            return generate_by_trial(ask, settings, made);
        }
        ended => ended,
    };
    let own = settings.stock == ask.game.stock(ask.level);
    if made.len() > 0 || !matches!(ended, Some(Ok(()))) || !own {
        return say_end(ask, settings, made, ended);
    }
    // The game's usual stock is too small, and nobody asked for exactly that.
    let narrow = settings.clone();
    let widest = ask.game.range(ask.level).stock.into_iter();
    let asks = |group: &str| narrow.stock.iter().find(|item| item.group == group);
    let bound = |item: StockItem| {
        let least = asks(&item.group).map_or(0, |item| item.least);
        StockItem { least, ..item }
    };
    settings.stock = widest.map(bound).collect();
    let ended = ask.spending(ask.left() * 2 / 3, |ask| pairs_of_stock(ask, settings, made));
    match ended {
        Some(Err(_)) if made.len() == 0 && !ask.stop.is_set() => {
            say_end(ask, &narrow, made, Some(Ok(())));
        }
        ended => say_end(ask, settings, made, ended),
    }
}

/// Reports why there are fewer levels than were wanted.
fn say_end(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    made: &GivenLevels,
    ended: Option<Result<(), NoDesign>>,
) {
    match ended {
        None => {}
        Some(Ok(())) => say_no_more(ask, settings, made.len()),
        Some(Err(why)) => ask.report::<GeneratedLevel>(Err(why.into())),
    }
}

/// Generates the levels of one stock. Returns `None` once there are as many as were wanted, else whether
/// there are no more, or why it stopped.
fn pairs_of_stock(
    ask: &mut Ask<'_>,
    settings: &mut GenerateSettings,
    made: &mut GivenLevels,
) -> Option<Result<(), NoDesign>> {
    ask.again = Again::No;
    match proposers_levels(ask, settings, made) {
        // The proposer starts again, and levels too near to a returned one are skipped.
        Some(Err(NoDesign::Other(Why::Crashed(_)))) => proposers_levels(ask, settings, made),
        ended => ended,
    }
}

fn proposers_levels(
    ask: &mut Ask<'_>,
    settings: &mut GenerateSettings,
    made: &mut GivenLevels,
) -> Option<Result<(), NoDesign>> {
    let slot = match open_design(ask, settings, RANDOM_PER_MILLE) {
        Ok(slot) => slot,
        Err(why) => return Some(Err(why)),
    };
    let (around, mut ended) = (made.len(), None);
    while made.len() < settings.count as usize {
        match next_level(ask, slot, settings) {
            Ok(Some((level, verdict))) => {
                // Different levels may be the same without their redundant marks.
                if made.is_new(&level, around, settings) {
                    made.give(ask, level, verdict);
                }
            }
            Ok(None) if settings.closer && settings.distance > 1 => settings.distance /= 2,
            Ok(None) => {
                ended = Some(Ok(()));
                break;
            }
            Err(why) => {
                ended = Some(Err(NoDesign::Other(why)));
                break;
            }
        }
    }
    ask.close(slot.ask(TaggedRequest::Close));
    ended
}

/// Reports that the stock allows no further levels.
pub(crate) fn say_no_more(ask: &mut Ask<'_>, settings: &GenerateSettings, made: usize) {
    if made > 0 && settings.minimal {
        // Levels near to others may have been skipped.
        let text = "the search is complete, but with needless marks left in, or with a smaller \
                    distance, there may be more";
        let why = Why::Stock(text.to_owned());
        return ask.report::<GeneratedLevel>(Err(why));
    }
    let range = ask.game.range(ask.level).cut_to(settings.stock.clone());
    let mut searched = SearchedLevels::new(ask.game, ask.level, Freed::Open, &range);
    if made > 0 {
        let apart = settings.distance.max(1);
        searched = searched.with(&format!("with at least {apart} marks different"));
    }
    if settings.shape != LevelStyle::default() {
        let looks = "with this symmetry, density and number of marks";
        searched = searched.narrower().with(looks);
    }
    ask.note(made as u64, "there are no more like this");
    ask.report(Ok(GeneratedLevel(FoundLevel::None(Box::new(searched)))));
    if made == 0 {
        say_why_none(ask, settings);
    }
}

pub(crate) fn open_design(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    random_per_mille: u32,
) -> Result<TaggedSlot, NoDesign> {
    let program = plan::generation_program(ask.game, ask.level, settings)
        .map_err(|error| NoDesign::Other(Why::from(error)))?;
    let options =
        SessionOptions { seed: settings.seed_of(0), random_per_mille, ..SessionOptions::default() };
    ask.open_tagged(program, options).map_err(NoDesign::of)
}

/// Reports why there is no level at all, if that is found in time.
fn say_why_none(ask: &mut Ask<'_>, settings: &GenerateSettings) {
    let range = ask.game.range(ask.level).cut_to(settings.stock.clone());
    match why_none(ask, &range) {
        Ok(Some(blame)) => ask.report(Ok(FoundConflict(Some(blame)))),
        Ok(None) => ask.note(0, "there are levels, but none with this symmetry and density"),
        Err(why) => ask.report::<FoundConflict>(Err(why)),
    }
}

/// Returns the solution of the proposer's next level, or `None` if there is provably none.
pub(crate) fn next_pair(
    ask: &mut Ask<'_>,
    slot: TaggedSlot,
    distance: u32,
) -> Result<Option<Vec<Atom>>, Why> {
    match ask.call_counting(slot.ask(TaggedRequest::NextPair { distance }))? {
        Word::Turn(DuelTurn::Pair(pair)) => Ok(Some(pair.solution)),
        Word::Turn(DuelTurn::NoMore) => Ok(None),
        Word::Turn(DuelTurn::Halted(halt)) => Err(halt.into()),
        _ => Err(why(another_answer())),
    }
}

/// Returns the next level, or `None` if there is provably none.
pub(crate) fn next_level(
    ask: &mut Ask<'_>,
    slot: TaggedSlot,
    settings: &GenerateSettings,
) -> Result<Option<(Level, Truth)>, Why> {
    let Some(solution) = next_pair(ask, slot, settings.distance)? else { return Ok(None) };
    let mut level = proposed_level(ask, &solution, Holding::Firm)?;
    if settings.minimal {
        level = leaner(ask, level, settings);
    }
    let verdict = match shortcut_of(ask, &level) {
        Truth::Fails(_) => {
            let text = "a level was proved shortcut-free, and then a shortcut was found";
            return Err(Why::EncodingFault(text.to_owned()));
        }
        Truth::Unknown(Why::Moot(why)) if !has_concept(ask.level) => Truth::Unknown(Why::Moot(why)),
        Truth::Unknown(reason) => return Err(reason),
        Truth::Holds(()) => Truth::Holds(()),
    };
    Ok(Some((level, verdict)))
}
