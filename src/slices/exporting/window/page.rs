//! A page whose players may ask for hints: the solving steps of its levels are found before it is written.

use std::sync::Arc;
use std::time::Duration;

use egui::Context;

use crate::solving::explained;
use foolproof_editor::files::PressRun;
use foolproof_editor::files::outgoing::Outgoing;
use foolproof_editor::session::state::State;
use foolproof_game::Games;
use foolproof_level::{Level, Pack};
use foolproof_printing::{AlsoAsked, BookletLevel, KnownOfLevel, PressOrder};
use foolproof_shipping::{ExportSource, PAGE, PageSteps, exporter};
use foolproof_solver::Topic;

/// Time limit of the search for a level's solving steps.
const TIME: Duration = Duration::from_secs(20);
/// The question for the steps, which are read from the findings.
const FOUND: AlsoAsked = AlsoAsked { question: explained::question_for_page, tell: |_, _, _| {} };
/// The topic of steps among the findings about a level.
const STEPS: Topic = crate::solving::question::STEPS;

/// True if the output has hints that must be found first.
pub(super) fn has_hints(
    state: &State,
    target: &dyn foolproof_shipping::Exporter,
    pack: &Pack,
    levels: &[Arc<Level>],
) -> bool {
    let asks = |level: &Arc<Level>| {
        let game = state.games().by_id(&level.game);
        game.is_some_and(|game| FOUND.asks(&*game))
    };
    target.id() == PAGE && pack.play.hints && levels.iter().any(asks)
}

/// Finds the steps of the levels, then writes them and the rest into the page.
pub(super) fn press(
    context: &Context,
    state: &State,
    levels: &[Arc<Level>],
    outgoing: Outgoing,
) -> PressRun {
    let games = state.games().clone();
    let pack = Pack { levels: levels.to_vec(), ..state.history().pack().clone() };
    let of = |level: &Arc<Level>| {
        let (game, level) = (games.by_id(&level.game)?, Arc::clone(level));
        Some(BookletLevel { game, level, known: KnownOfLevel::default() })
    };
    let asked: Vec<BookletLevel> = levels.iter().filter_map(of).collect();
    let also = Some(FOUND);
    let order = PressOrder { levels: asked, layers: Default::default(), also, time: TIME };
    let make = Box::new(move |known: Vec<BookletLevel>, _: &mut dyn FnMut(usize) -> bool| {
        Ok(written(&games, &pack, &known))
    });
    PressRun::start(context, state.findings.engines.clone(), order, make, outgoing)
}

fn written(games: &Games, pack: &Pack, known: &[BookletLevel]) -> Vec<Vec<u8>> {
    let steps_of = |of: &BookletLevel| {
        let place = pack.levels.iter().position(|level| level.id == of.level.id)?;
        Some((place, explained::for_page(&*of.game, &of.level, of.known.findings.get(&STEPS)?)))
    };
    let steps: PageSteps = known.iter().filter_map(steps_of).collect();
    let source = ExportSource { games, pack, folder: None, steps: Some(&steps) };
    let files = exporter(games, PAGE).map(|page| page.levels(&source).files).unwrap_or_default();
    files.into_iter().map(|(_, text)| text.into_bytes()).collect()
}
