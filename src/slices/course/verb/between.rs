//! `course --between N`: a level between two, made, measured, and put at its place.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use super::CourseAsked;
use crate::rating::measures;
use foolproof_cli::input::{Usage, game_of};
use foolproof_cli::questions::{Asker, holds};
use foolproof_cli::shown::line;
use foolproof_cli::{Outcome, Printed};
use foolproof_games::course::BetweenPlan;
use foolproof_games::{Contents, Game, Games, Measure};
use foolproof_level::{Level, LevelId};
use foolproof_solver::{Finding, GENERATE, GenerateSettings, Limits, Question};

/// Levels that are made, of which one is taken.
const COUNT: u32 = 4;

/// A level with what it is compared by.
struct WeighedBetween {
    level: Arc<Level>,
    measure: Option<Measure>,
}

impl WeighedBetween {
    fn of(
        (game, asker): (&dyn Game, &mut Asker),
        level: Arc<Level>,
        (asked, limits): (&[String], &Limits),
    ) -> Self {
        let found = measures(asker, &level.without_concept(), limits);
        let found = found.map(|(measures, _)| measures).unwrap_or_default();
        let main = game.ranked_measures().into_iter().map(|about| about.id.to_string());
        let mut ids = asked.iter().cloned().chain(main);
        let named = ids.find_map(|id| found.iter().find(|measure| measure.id == id).cloned());
        Self { level, measure: named.or_else(|| found.first().cloned()) }
    }

    fn value(&self) -> Option<f64> {
        self.measure.as_ref().map(|measure| measure.value)
    }
}

/// The levels of the pack with the new one, where one was made, and what is to be printed.
pub(crate) type MadePack = (Option<Vec<Arc<Level>>>, Printed);

/// Makes levels between level `number`, counted from 1, and the next; gives the pack with the one whose
/// measure is nearest to the middle of theirs at its place, and what is to be printed.
pub(crate) fn between(
    games: &Games,
    (asked, number): (&CourseAsked, u32),
    contents: &Contents,
) -> Result<MadePack, Usage> {
    let at = (number as usize).wrapping_sub(1);
    let level = |at: usize| contents.levels.get(at).and_then(|level| level.clone().ok());
    let pair = level(at).zip(level(at.wrapping_add(1)));
    let (one, other) = pair.ok_or_else(|| {
        let last = contents.levels.len().saturating_sub(1);
        Usage(format!(
            "--between {number}: write the number of a level that another follows, up to {last}"
        ))
    })?;
    if one.game != other.game {
        return Err(Usage(format!("--between {number}: the two levels are not of one game")));
    }
    let game = game_of(games, &one)?;
    let plan = BetweenPlan::of(&*game, &one, &other);
    let mut asker = Asker::new(games)?;
    let limits = asked.common.limits();
    let settings = GenerateSettings {
        seed: asked.seed,
        count: COUNT,
        closer: true,
        distance: GenerateSettings::fitting_distance(
            plan.template.board.cells().count(),
            &plan.stock,
        ),
        stock: plan.stock,
        ..GenerateSettings::default()
    };
    let findings = asker.ask(&plan.template, &Question::from(settings), &limits)?;
    let made = findings.iter().filter_map(|finding| finding.answer.proposed());
    let made: Vec<Arc<Level>> = made.map(|made| Arc::new((*made.level).clone())).collect();
    let by = (asked.measure.as_slice(), &limits);
    let mut weigh =
        |level: &Arc<Level>| WeighedBetween::of((&*game, &mut asker), Arc::clone(level), by);
    let sides = [weigh(&one), weigh(&other)];
    let made: Vec<WeighedBetween> = made.iter().map(&mut weigh).collect();
    let middle =
        sides[0].value().zip(sides[1].value()).map(|(one, other)| f64::midpoint(one, other));
    let far = |one: &WeighedBetween| match (one.value(), middle) {
        (Some(value), Some(middle)) => (value - middle).abs(),
        _ => f64::MAX,
    };
    let best = made
        .iter()
        .enumerate()
        .min_by(|(_, one), (_, two)| far(one).total_cmp(&far(two)))
        .map(|(place, _)| place);
    let levels = best.and_then(|best| made.get(best)).map(|best| {
        let mut new = (*best.level).clone();
        (new.id, new.title) = (LevelId::default(), format!("Before {}", other.title));
        let mut all: Vec<Arc<Level>> = contents.levels.iter().flatten().cloned().collect();
        all.insert(at + 1, Arc::new(new));
        all
    });
    let outcome = holds(best.is_some());
    let text = match asked.common.json {
        true => as_document(&sides, (&made, best), (&findings, outcome)),
        false => as_text((number, &sides), (&made, best), &findings),
    };
    Ok((levels, Printed { outcome, text }))
}

fn value_text(weighed: &WeighedBetween) -> String {
    match &weighed.measure {
        Some(measure) => format!("{} {}", measure.id, super::printed::number(measure.value)),
        None => "not measured".to_owned(),
    }
}

/// How a generation ended, where it made nothing.
fn end(findings: &[Finding]) -> String {
    let last = findings.iter().rev().find(|finding| finding.topic() == GENERATE);
    last.map_or("nothing was found".to_owned(), |finding| finding.status().words())
}

fn as_text(
    (number, sides): (u32, &[WeighedBetween; 2]),
    (made, best): (&[WeighedBetween], Option<usize>),
    findings: &[Finding],
) -> String {
    let mut text = String::new();
    for (place, side) in (number..).zip(sides) {
        let title = line(&side.level.title);
        let _ =
            writeln!(text, "level {place} {title}: {}, {}", side.level.concept, value_text(side));
    }
    if made.is_empty() {
        let _ = writeln!(text, "No level was made: {}.", end(findings));
    }
    for (place, one) in made.iter().enumerate() {
        let is_best = if best == Some(place) { ", taken" } else { "" };
        let marks = one.level.marks().count();
        let board = one.level.board;
        let _ = writeln!(
            text,
            "made {}: {}, {}x{}, {marks} marks, {}{is_best}",
            place + 1,
            one.level.concept,
            board.cols,
            board.rows,
            value_text(one)
        );
    }
    text
}

fn as_document(
    sides: &[WeighedBetween; 2],
    (made, best): (&[WeighedBetween], Option<usize>),
    (findings, outcome): (&[Finding], Outcome),
) -> String {
    let side = |one: &WeighedBetween| {
        json!({
            "title": one.level.title,
            "concept": one.level.concept,
            "board": one.level.board,
            "measure": one.measure,
        })
    };
    let made: Vec<Value> = made
        .iter()
        .enumerate()
        .map(|(place, one)| {
            let mut value = side(one);
            value["taken"] = json!(best == Some(place));
            value
        })
        .collect();
    let document = json!({
        "verb": "course",
        "holds": outcome == Outcome::Holds,
        "between": sides.iter().map(side).collect::<Vec<Value>>(),
        "made": made,
        "end": end(findings),
    });
    format!("{document:#}\n")
}
