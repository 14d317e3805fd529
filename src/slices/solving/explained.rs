//! Solving steps for other outputs: booklets show them as pictures, pages use them for hints.

use super::drawing;
use super::question::{FindSteps, FoundSteps, STEPS};
use super::words::{marks_text, otherwise, sentences_text, so};
use foolproof_game::{Game, KnownMark, Scene, Step};
use foolproof_level::{Board, Level};
use foolproof_picture::{Picture, Placed, Point};
use foolproof_printing::{AlsoAsked, KnownOfLevel, ShownStep};
use foolproof_shipping::{PageMark, PageStep};
use foolproof_solver::{Finding, Question, has_steps};

/// The question that gives the steps of a level as pictures.
pub(crate) const PICTURED: AlsoAsked = AlsoAsked { question, tell };

pub(crate) fn question(game: &dyn Game) -> Option<Question> {
    has_steps(game).then(|| FindSteps::ALL.into())
}

/// Returns the question for a level's page. Only games in folders use steps; others have hints of their own.
pub(crate) fn question_for_page(game: &dyn Game) -> Option<Question> {
    game.ground_rules()?;
    question(game)
}

fn tell(game: &dyn Game, level: &Level, known: &mut KnownOfLevel) {
    let found = known.findings.get(&STEPS).and_then(Finding::report::<FoundSteps>);
    known.steps = found.map(|found| pictured(game, level, found)).unwrap_or_default();
}

/// Draws the board at each step, with the marks that it needs and those that follow.
fn pictured(game: &dyn Game, level: &Level, found: &FoundSteps) -> Vec<ShownStep> {
    let layout = game.layout_of(level);
    let shown = found.steps.iter().enumerate().map(|(at, step)| {
        let play = found.play_after(at + 1);
        let mut shapes = game.draw(level, Scene { play: Some(&play), ..Scene::default() });
        shapes.extend(drawing::drawn(found, at, None, game, &layout));
        let parts = vec![Placed::board(Point::default(), &layout, shapes)];
        let picture = Picture { width: layout.width, height: layout.height, parts };
        let words = vec![
            otherwise(&sentences_text(&step.sentences)),
            so(&marks_text(game, level.board, &step.marks)),
        ];
        ShownStep { picture, words }
    });
    shown.collect()
}

/// Returns the steps of a level as the hints of its page.
pub(crate) fn for_page(game: &dyn Game, level: &Level, finding: &Finding) -> Vec<PageStep> {
    let found = finding.report::<FoundSteps>();
    found.map_or_else(Vec::new, |found| {
        found.steps.iter().map(|of| page_step(game, level.board, of)).collect()
    })
}

fn page_step(game: &dyn Game, board: Board, step: &Step) -> PageStep {
    let marks = |of: &[KnownMark]| {
        let one = |of: &KnownMark| PageMark(of.site, of.mark.clone(), of.on);
        of.iter().map(one).collect()
    };
    let places = step.sentences.iter().flat_map(|of| of.site.iter().chain(&of.about));
    PageStep {
        look: places.copied().collect(),
        why: otherwise(&sentences_text(&step.sentences)),
        so: so(&marks_text(game, board, &step.marks)),
        sentences: step.sentences.len(),
        since: marks(&step.reasons),
        marks: marks(&step.marks),
    }
}
