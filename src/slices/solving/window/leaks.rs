//! Deduction while a level is edited: whether it solves the level, and over the board where it leaks, what it leaves
//! open, and the effect of one more mark.

use egui::{Key, Ui};

use super::icons;
use super::place::{Chosen, StepPlace};
use super::{SolvingCommands as _, has_deduction, words};
use crate::solving::question::{
    DEDUCTION, DeduceLevel, DeducedLevel, FoundSteps, SitesTried, StepsEnd, TRIALS, TryHelpingMarks,
};
use foolproof_editor::panels::findings::command_button;
use foolproof_editor::session::command::{Command, shift};
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{
    BoardOverlay, FindingRow, LiveFindings, Over, Telling, VerdictClause, When,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_game::{Game, StepTrial, Verdict};
use foolproof_level::{Level, Play, Site};
use foolproof_overlay::{Overlay, frame, label};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};
use foolproof_solver::{Finding, Question, Topic};

fn deduced<'a>(state: &'a State, level: &Level) -> Option<&'a FoundSteps> {
    let known = state.findings.knowledge.current(level, DEDUCTION)?;
    known.report().map(|DeducedLevel(found)| found)
}

fn trials<'a>(state: &'a State, level: &Level) -> Option<&'a [StepTrial]> {
    let tried: &SitesTried = state.findings.knowledge.current(level, TRIALS)?.answer.report()?;
    Some(&tried.trials)
}

/// Returns the sites that steps leave open.
fn open(found: &FoundSteps) -> &[Site] {
    match &found.end {
        StepsEnd::Stops { open, .. } => open,
        _ => &[],
    }
}

/// Overlay of leaks, and of sites that deduction leaves open.
const LEAKS_OVERLAY: Overlay = Overlay("leaks");
/// Overlay of the effect of one more helping mark on each open site.
const TRIALS_OVERLAY: Overlay = Overlay("trials");

const SWITCHES: &[Switch] = &[
    Switch {
        overlay: LEAKS_OVERLAY,
        name: "Leaks",
        tip: "Warns where a player can skip thinking by trusting that there is one solution; rings what deduction leaves open.",
        search: "overlay uniqueness deduction guess",
        icon: icons::LEAK,
        keys: &[shift(Key::L)],
        initially: Initially::On,
        arises: |state| has_deduction(&state.document),
    },
    Switch {
        overlay: TRIALS_OVERLAY,
        name: "Deduction with one more mark",
        tip: "For each open cell: a tick where one more mark lets deduction solve the level, a cross where it leaves no solution, else how much stays open.",
        search: "overlay deduction hint what if effect",
        icon: icons::TRIAL,
        keys: &[shift(Key::Num0)],
        initially: Initially::Off,
        arises: |state| has_deduction(&state.document),
    },
];

const ROWS: &[FindingRow] = &[FindingRow {
    topic: DEDUCTION,
    after: Topic::UNIQUE,
    arises: |game, _| game.deduction().is_some(),
}];

/// Deduction of the level on the canvas, by the game's named rules.
#[derive(Default)]
pub(crate) struct Deduction;

foolproof_editor::feature!(Deduction, SWITCHES);

impl LiveFindings for Deduction {
    fn questions(&self, state: &State, game: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        let Some(_) = game.deduction() else { return Vec::new() };
        let trials = state.overlay(TRIALS_OVERLAY).then(|| TryHelpingMarks.into());
        let all = [Some(DeduceLevel.into()), trials].into_iter().flatten();
        all.map(|question| (When::Soon, question)).collect()
    }

    fn rows(&self) -> &'static [FindingRow] {
        ROWS
    }

    fn tells(&self, finding: &Finding, game: &dyn Game, level: &Level) -> Telling {
        let Some(DeducedLevel(found)) = finding.report() else { return Telling::default() };
        let word =
            if found.end == StepsEnd::Solved { "solved by deduction" } else { "deduction stops" };
        let word = Some(word.to_owned());
        // Nothing is asked of the player.
        let quiet =
            found.end == StepsEnd::Solved && game.judge(level, &Play::default()) == Verdict::Solved;
        let end = || words::end_and_leaks(found);
        let sentence = if quiet { words::NOTHING_TO_DEDUCE.to_owned() } else { end() };
        Telling { word, sentence: Some(sentence), quiet, ..Telling::default() }
    }

    fn clause(&self, findings: &Findings, _: &dyn Game, level: &Level) -> Option<VerdictClause> {
        let known = findings.knowledge.current(level, DEDUCTION)?;
        known.report().map(|DeducedLevel(found)| VerdictClause::Plain(words::clause(found)))
    }

    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {
        if finding.report::<DeducedLevel>().is_some() {
            command_button(ui, state, Command::DEDUCTION, words::OPEN);
        }
    }
}

impl BoardOverlay for Deduction {
    fn draw(&self, over: &mut Over<'_>) {
        let (state, level, layout) = (over.state, over.level, over.layout);
        let known = deduced(state, level);
        let open = known.map_or(&[][..], open);
        if state.overlay(TRIALS_OVERLAY) {
            for trial in trials(state, level).unwrap_or_default() {
                if let Some(rect) = layout.rect(trial.site) {
                    figure(&mut over.drawing.shapes, rect, trial, open.len());
                    over.explain("With one more mark", |cell| {
                        vec![label(cell.centre(), "12", 0.7, Ink::Possible)]
                    });
                }
            }
        }
        if state.overlay(LEAKS_OVERLAY) {
            over.drawing
                .shapes
                .extend(open.iter().filter_map(|site| layout.rect(*site)).map(soft_ring));
            if !open.is_empty() {
                over.explain("Deduction stops", |cell| vec![soft_ring(cell)]);
            }
            let leaks = known.map_or(&[][..], |found| &found.leaks);
            for rect in
                leaks.iter().filter_map(|leak| leak.found.site.and_then(|site| layout.rect(site)))
            {
                over.drawing.shapes.extend(badge(rect));
                over.explain("Leak", |cell| badge(Rect::square(cell.centre(), 0.6)).into());
            }
        }
    }

    fn tip(&self, state: &State, game: &dyn Game, level: &Level) -> Option<String> {
        let (site, source) = (state.board.hover?, game.deduction()?);
        let mut said = Vec::new();
        if state.overlay(LEAKS_OVERLAY)
            && let Some(found) = deduced(state, level)
        {
            let here = found.leaks.iter().filter(|leak| leak.found.site == Some(site));
            said.extend(here.map(words::leak));
            if open(found).contains(&site) {
                said.push(words::stays_open(source));
            }
        }
        if state.overlay(TRIALS_OVERLAY) {
            let mark = source.helper().map(|mark| game.describe(&mark)).unwrap_or_default();
            let known = trials(state, level).into_iter().flatten();
            let here = known.into_iter().find(|trial| trial.site == site);
            said.extend(here.map(|trial| words::trial(trial, &mark, source)));
        }
        (!said.is_empty()).then(|| said.join("\n"))
    }
}

/// Draws a drop with an exclamation mark in the corner, so that red is not the only sign.
fn badge(rect: Rect) -> [Shape; 2] {
    const DROP: [(f32, f32); 9] = [
        (0.0, -0.2),
        (0.075, -0.08),
        (0.135, 0.02),
        (0.125, 0.1),
        (0.07, 0.155),
        (-0.07, 0.155),
        (-0.125, 0.1),
        (-0.135, 0.02),
        (-0.075, -0.08),
    ];
    let unit = rect.width();
    let at = Point::new(rect.max.x - 0.16 * unit, rect.min.y + 0.2 * unit);
    let point = |(x, y): (f32, f32)| Point::new(at.x + x * unit, at.y + y * unit);
    let points = DROP.into_iter().map(point).collect();
    let stroke = Some(Stroke::new(Ink::Ground, 0.03 * unit));
    let mark = Shape::Text {
        at: point((0.0, 0.04)),
        text: "!".to_owned(),
        size: 0.22 * unit,
        ink: Ink::Ground,
        align: Align::Centre,
    };
    [Shape::Polygon { points, fill: Some(Ink::Bad), stroke }, mark]
}

/// Draws a dotted ring around a site that deduction leaves open.
fn soft_ring(rect: Rect) -> Shape {
    let stroke = Some(Stroke { ink: Ink::Bad, width: 0.05, dash: Dash::Dotted });
    let radius = 0.43 * rect.width();
    Shape::Circle { centre: rect.centre(), radius, fill: None, stroke }
}

/// Draws a check, a cross, or the amount that stays open; fainter if it is no better than now.
fn figure(out: &mut Vec<Shape>, rect: Rect, trial: &StepTrial, now: usize) {
    let (at, unit) = (rect.centre(), rect.width());
    let point = |x: f32, y: f32| Point::new(at.x + x * unit, at.y + y * unit);
    let ground =
        Shape::Circle { centre: at, radius: 0.19 * unit, fill: Some(Ink::Ground), stroke: None };
    out.push(ground);
    if trial.solved {
        let points = vec![point(-0.13, 0.01), point(-0.03, 0.11), point(0.14, -0.1)];
        out.push(Shape::Polyline { points, stroke: Stroke::new(Ink::Good, 0.06 * unit) });
    } else if trial.impossible {
        let stroke = Stroke::new(Ink::Conflict, 0.035 * unit);
        for (x, y) in [(0.08, 0.08), (0.08, -0.08)] {
            out.push(Shape::Polyline { points: vec![point(-x, -y), point(x, y)], stroke });
        }
    } else {
        out.push(Shape::Text {
            at,
            text: trial.open.to_string(),
            size: 0.27 * unit,
            ink: if trial.open < now { Ink::Possible } else { Ink::Faint },
            align: Align::Centre,
        });
    }
}

/// Draws the sites that the chosen sentence or leak is about.
pub(super) fn chosen(found: &FoundSteps, place: StepPlace, layout: &Layout) -> Vec<Shape> {
    let (sentence, ringed, ink) = match place.chosen {
        Chosen::All => return Vec::new(),
        Chosen::Sentence(at) => {
            let step = found.steps.get(place.at);
            (step.and_then(|step| step.sentences.get(at)), None, Ink::Selection)
        }
        Chosen::Leak(at) => {
            let leak = found.leaks.get(at).map(|leak| &leak.found);
            (leak, leak.and_then(|leak| leak.site), Ink::Bad)
        }
    };
    let about = sentence.into_iter().flat_map(|sentence| &sentence.about);
    let mut shapes: Vec<Shape> =
        about.filter_map(|site| layout.rect(*site)).map(|rect| frame(rect, ink)).collect();
    shapes.extend(ringed.and_then(|site| layout.rect(site)).map(|rect| ring(rect, ink)));
    shapes
}

/// Draws frames at the end of the steps around what they leave open.
pub(super) fn left_open(found: &FoundSteps, place: StepPlace, layout: &Layout) -> Vec<Shape> {
    let at_end = place.at >= found.steps.len() && place.chosen == Chosen::All;
    let rects = open(found).iter().filter(|_| at_end).filter_map(|site| layout.rect(*site));
    rects.map(|rect| frame(rect, Ink::Selection)).collect()
}

/// Draws a ring around a site.
pub(crate) fn ring(rect: Rect, ink: Ink) -> Shape {
    let stroke = Some(Stroke::new(ink, 0.07));
    Shape::Circle { centre: rect.centre(), radius: 0.44 * rect.width(), fill: None, stroke }
}
