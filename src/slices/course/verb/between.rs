//! `course --between N`: a level between two, made, measured, and put at its place.

use std::fmt::Write as _;
use std::sync::Arc;

use serde::Serialize;

use super::CourseAsked;
use crate::course::model::BetweenPlan;
use crate::rating::measures;
use foolproof_cli::Printed;
use foolproof_cli::input::{Usage, game_of};
use foolproof_cli::questions::{Asker, holds};
use foolproof_cli::shown::line;
use foolproof_games::{Contents, Game, Games, Measure, number_text};
use foolproof_level::{Board, Concept, Level, LevelId};
use foolproof_solver::{Finding, GENERATE, GenerateSettings, Limits, Question};

/// Levels to make, of which one is taken.
const COUNT: u32 = 4;

/// A level with what it is compared by.
#[derive(Serialize)]
struct WeighedBetween {
    title: String,
    concept: Concept,
    board: Board,
    measure: Option<Measure>,
    /// Whether it is the one that is put between the two; of levels that were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    taken: Option<bool>,
    #[serde(skip)]
    level: Arc<Level>,
}

impl WeighedBetween {
    fn of(
        game: &dyn Game,
        asker: &mut Asker,
        level: Arc<Level>,
        asked: &[String],
        limits: &Limits,
    ) -> Self {
        let found = measures(asker, &level.without_concept(), limits);
        let missing =
            found.as_ref().map(|(measured, _)| measured.missing(game)).unwrap_or_default();
        let found = found.map(|(measured, _)| measured.measures).unwrap_or_default();
        let main = game.ranked_measures().into_iter().map(|about| about.id.to_string());
        let mut ids = asked.iter().cloned().chain(main);
        // One that was cut short is unknown: another one cannot stand for it.
        let is_missing = |id: &str| missing.iter().any(|kind| kind.id == id);
        let of = |id: &str| found.iter().find(|measure| measure.id == id);
        let measure =
            ids.find(|id| of(id).is_some() || is_missing(id)).and_then(|id| of(&id).cloned());
        let (title, concept, board) = (level.title.clone(), level.concept.clone(), level.board);
        Self { title, concept, board, measure, taken: None, level }
    }

    fn value(&self) -> Option<f64> {
        self.measure.as_ref().map(|measure| measure.value)
    }

    fn words(&self) -> String {
        match &self.measure {
            Some(measure) => format!("{} {}", measure.id, number_text(measure.value)),
            None => "not measured".to_owned(),
        }
    }
}

/// Two neighbours, and the levels made to go between them.
#[derive(Serialize)]
struct BetweenReport {
    between: [WeighedBetween; 2],
    made: Vec<WeighedBetween>,
    /// How the generation ended.
    end: String,
}

/// The levels of the pack with the new one, if one was made, and the output.
pub(crate) type MadePack = (Option<Vec<Arc<Level>>>, Printed);

/// Makes levels between level `number`, counted from 1, and the next; gives the pack with the one whose
/// measure is nearest to the middle of theirs at its place, and what is to be printed.
pub(crate) fn between(
    games: &Games,
    asked: &CourseAsked,
    number: u32,
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
    let made = made.map(|made| Arc::new((*made.level).clone()));
    let mut weigh =
        |level: Arc<Level>| WeighedBetween::of(&*game, &mut asker, level, &asked.measure, &limits);
    let title = format!("Before {}", other.title);
    let between = [weigh(one), weigh(other)];
    let mut made: Vec<WeighedBetween> = made.map(&mut weigh).collect();
    let best = nearest(&between, &made);
    for (place, one) in made.iter_mut().enumerate() {
        one.taken = Some(best == Some(place));
    }
    let levels = best.and_then(|best| made.get(best)).map(|best| {
        let mut new = (*best.level).clone();
        (new.id, new.title) = (LevelId::default(), title);
        let mut all: Vec<Arc<Level>> = contents.levels.iter().flatten().cloned().collect();
        all.insert(at + 1, Arc::new(new));
        all
    });
    let outcome = holds(best.is_some());
    let report = BetweenReport { between, made, end: end(&findings) };
    let printed = match asked.common.json {
        true => Printed::document("course", outcome, &report),
        false => Printed { outcome, text: report.text(number) },
    };
    Ok((levels, printed))
}

/// The level whose value is nearest to the middle of those of its neighbours.
fn nearest(sides: &[WeighedBetween; 2], made: &[WeighedBetween]) -> Option<usize> {
    let [one, other] = sides;
    let middle = one.value().zip(other.value()).map(|(one, other)| f64::midpoint(one, other));
    let far = |one: &WeighedBetween| match (one.value(), middle) {
        (Some(value), Some(middle)) => (value - middle).abs(),
        _ => f64::MAX,
    };
    let places = made.iter().enumerate();
    places.min_by(|(_, one), (_, two)| far(one).total_cmp(&far(two))).map(|(place, _)| place)
}

/// How a generation ended, where it made nothing.
fn end(findings: &[Finding]) -> String {
    let last = findings.iter().rev().find(|finding| finding.topic() == GENERATE);
    last.map_or("nothing was found".to_owned(), |finding| finding.status().words())
}

impl BetweenReport {
    /// In lines; `number` is that of the first of the two levels.
    fn text(&self, number: u32) -> String {
        let mut text = String::new();
        for (place, side) in (number..).zip(&self.between) {
            let (title, value) = (line(&side.title), side.words());
            let _ = writeln!(text, "level {place} {title}: {}, {value}", side.concept);
        }
        if self.made.is_empty() {
            let _ = writeln!(text, "No level was made: {}.", self.end);
        }
        for (place, one) in (1..).zip(&self.made) {
            let WeighedBetween { concept, board, taken, level, .. } = one;
            let (Board { cols, rows, .. }, marks) = (board, level.marks().count());
            let taken = if *taken == Some(true) { ", taken" } else { "" };
            let value = one.words();
            let _ = writeln!(
                text,
                "made {place}: {concept}, {cols}x{rows}, {marks} marks, {value}{taken}"
            );
        }
        text
    }
}
