//! `rate`: prints the measures of a level, or of all levels of a pack as tables.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::question::{MeasuredLevel, RATING, RateLevel, UnknownMeasures};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{LevelRef, Usage, choose, game_of, read_contents, tell_of_rules};
use foolproof_cli::output::print;
use foolproof_cli::questions::{Asker, ReadLevel, about, ask_each, counted_kind, holds};
use foolproof_cli::report::{LastFindings, columns, trimmed};
use foolproof_cli::shown::{line, lines};
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, Measure, number_text};
use foolproof_games::Contents;
use foolproof_level::Level;
use foolproof_solver::{CountSolutions, Limits, Question, Topic};

/// Maximum number of solutions to measure.
const SOLUTIONS: u32 = 100;
/// Share of a level's time for finding solutions before it is rated.
const SHARE_OF_SOLUTIONS: f64 = 0.75;

/// Measure the difficulty of a level, or of every level of a pack
#[derive(Debug, Args)]
pub(super) struct Rate {
    /// A level, or a pack: then every level of it
    pub level: OsString,
    /// Print a table of all levels as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    #[command(flatten)]
    pub common: Common,
}

/// A level of a pack with its measures.
#[derive(Serialize)]
struct RatedLevel {
    number: usize,
    title: String,
    game: String,
    solved: bool,
    /// `None` if the level cannot be read or asked about.
    measures: Option<Vec<Measure>>,
    /// The unknown measures, with the reason.
    unknown: Option<UnknownMeasures>,
}

/// Holds if a solution of the level, or of each level of the pack, was found, and no limit cut the measures
/// short.
impl Verb for Rate {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let wanted = LevelRef::parse(&self.level);
        let contents = read_contents(games, &wanted.file, None)?;
        if wanted.level.is_none() && (self.csv || contents.levels.len() > 1) {
            return rate_pack(games, self, &wanted, &contents);
        }
        if self.csv {
            return Err(Usage("--csv is for packs: leave out the number of the level".to_owned()));
        }
        let (_, level) = choose(&contents, &wanted)?;
        let game = game_of(games, &level)?;
        tell_of_rules(&wanted.file, [level.as_ref()]);
        rate_level(games, self, &*game, &level)
    }
}

fn rate_level(
    games: &Games,
    asked: &Rate,
    game: &dyn Game,
    level: &Level,
) -> Result<Report, Usage> {
    let common = &asked.common;
    let mut asker = Asker::new(games)?;
    let findings =
        asker.ask(level, &Question::from(CountSolutions { cap: 100 }), &common.limits())?;
    let count = about(&findings, Topic::COUNT);
    let plays = count.and_then(|finding| finding.answer.plays()).unwrap_or_default();
    let question = RateLevel::question();
    let rated = asker.ask(level, &question, &common.limits())?;
    let rated = about(&rated, RATING).and_then(MeasuredLevel::of);
    let measures = rated.as_ref().map_or(&[][..], |rated| rated.measures.as_slice());
    let unknown = rated.as_ref().and_then(|rated| rated.unknown(game));
    let outcome = holds(!plays.is_empty() && !is_cut_short(unknown.as_ref()));
    let fields = json!({
        "measures": measures, "unknown": unknown, "about": about_json(game),
        "findings": LastFindings(&findings),
    });
    let mut text = String::new();
    // The measure has the exact number, which may exceed the limit of this count.
    let counted = measures.iter().any(|measure| measure.id == "solutions");
    if let Some(finding) = count.filter(|_| !counted) {
        let kind = counted_kind(game, &finding.answer);
        let _ = writeln!(text, "{kind:<28} {}", finding.status().words());
    }
    for measure in measures {
        let _ = writeln!(
            text,
            "{:<28} {:<6} {}",
            measure.name,
            number_text(measure.value),
            measure.note
        );
    }
    let why = unknown.map(|unknown| unknown.why).unwrap_or_default();
    let missing = rated.iter().flat_map(|rated| rated.missing(game));
    // The count of solutions has its line already.
    for kind in missing.filter(|kind| count.is_none() || kind.id != "solutions") {
        let _ = writeln!(text, "{:<28} {:<6} not known: {why}", kind.name, "?");
    }
    Ok(Report::new(outcome, text).of_level(level).fields(fields))
}

fn is_cut_short(unknown: Option<&UnknownMeasures>) -> bool {
    unknown.is_some_and(|unknown| unknown.cut_short)
}

/// Returns the measures of a level and its found solutions, and whether there is a solution. `None` if the
/// level cannot be asked about.
pub(crate) fn measures(
    asker: &mut Asker,
    level: &Level,
    limits: &Limits,
) -> Option<(MeasuredLevel, bool)> {
    // Both questions together keep the limit.
    let started = Instant::now();
    let most = Limits { time: limits.time.mul_f64(SHARE_OF_SOLUTIONS), ..*limits };
    let findings = asker.look(level, &Question::from(CountSolutions { cap: SOLUTIONS }), &most);
    let left = Limits { time: limits.time.saturating_sub(started.elapsed()), ..*limits };
    let count = about(&findings, Topic::COUNT);
    let plays = count.and_then(|finding| finding.answer.plays()).unwrap_or_default();
    let solved = !plays.is_empty();
    let rated = asker.look(level, &RateLevel::question(), &left);
    Some((MeasuredLevel::of(about(&rated, RATING)?)?, solved))
}

/// Describes a game's measures, for scripts.
fn about_json(game: &dyn Game) -> Vec<Value> {
    let about = game.ranked_measures().into_iter();
    about
        .map(
            |one| json!({ "id": one.id, "name": one.name, "says": one.says, "source": one.source }),
        )
        .collect()
}

fn rate_pack(
    games: &Games,
    asked: &Rate,
    wanted: &LevelRef,
    contents: &Contents,
) -> Result<Report, Usage> {
    if contents.levels.is_empty() {
        return Err(Usage::of_file(&wanted.file, "the pack has no level"));
    }
    let limits = asked.common.limits();
    let mut rows = asked.csv.then(|| CsvRows::of(games, contents));
    let mut rated = Vec::new();
    ask_each(games, &wanted.file, contents, "are rated", |asker, at, level| {
        let mut one = RatedLevel::of(at, level);
        let game = level.ok().and_then(|level| games.by_id(&level.game));
        if let (Ok(level), Some(game)) = (level, game)
            && let Some((found, solved)) = measures(asker, &level.without_concept(), &limits)
        {
            one.unknown = found.unknown(&*game);
            (one.measures, one.solved) = (Some(found.measures), solved);
        }
        let read_on =
            rows.as_mut().map_or(Ok(ControlFlow::Continue(())), |rows| rows.write(&one))?;
        // A level whose measures were interrupted is left out.
        if read_on.is_continue() && !asker.stop().is_set() {
            rated.push(one);
        }
        Ok(read_on)
    })?;
    let all = rated.len() == contents.levels.len();
    let complete = |level: &RatedLevel| level.solved && !is_cut_short(level.unknown.as_ref());
    let outcome = holds(all && rated.iter().all(complete));
    let text = match asked.csv {
        // Every row was written as soon as it was known.
        true => String::new(),
        false => as_tables(games, &rated),
    };
    let mut of: Vec<&str> = rated.iter().map(|level| level.game.as_str()).collect();
    of.sort_unstable();
    of.dedup();
    let of = of.iter().filter_map(|id| games.by_id(id));
    let of: Value =
        of.map(|game| json!({ "game": game.about().id, "about": about_json(&*game) })).collect();
    Ok(Report::new(outcome, text).fields(json!({ "games": of, "levels": rated })))
}

impl RatedLevel {
    fn of(at: usize, level: ReadLevel<'_>) -> Self {
        let (title, game) = match level {
            Ok(level) => (level.title.clone(), level.game.clone()),
            Err(_) => ("(cannot be read)".to_owned(), String::new()),
        };
        Self { number: at + 1, title, game, solved: false, measures: None, unknown: None }
    }

    fn measure(&self, id: &str) -> Option<&Measure> {
        self.measures.iter().flatten().find(|measure| measure.id == id)
    }

    /// True if the level was rated in full and has no such measure.
    fn lacks(&self, id: &str) -> bool {
        let is_unknown = |of: &UnknownMeasures| of.measures.iter().any(|one| one == id);
        self.measures.is_some() && !self.unknown.as_ref().is_some_and(is_unknown)
    }
}

/// Returns the measures of levels without duplicates, in order of first appearance.
fn measures_of<'a>(levels: impl IntoIterator<Item = &'a RatedLevel>) -> Vec<(String, String)> {
    let mut columns: Vec<(String, String)> = Vec::new();
    for measure in levels.into_iter().flat_map(|level| level.measures.iter().flatten()) {
        if columns.iter().all(|(id, _)| *id != measure.id) {
            columns.push((measure.id.clone(), measure.name.clone()));
        }
    }
    columns
}

/// Prints a table for each game, with the meanings of its measures beneath.
fn as_tables(games: &Games, rated: &[RatedLevel]) -> String {
    let mut by_game: BTreeMap<&str, Vec<&RatedLevel>> = BTreeMap::new();
    rated.iter().for_each(|level| by_game.entry(level.game.as_str()).or_default().push(level));
    let mut text = String::new();
    for (id, levels) in by_game {
        let game = games.by_id(id);
        let name = game.as_ref().map_or(id.to_owned(), |game| game.about().name.to_string());
        let measures = measures_of(levels.iter().copied());
        let head = [String::new(), name];
        let head = head.into_iter().chain(measures.iter().map(|(id, _)| id.clone()));
        let row = |level: &&RatedLevel| {
            let start = [level.number.to_string(), line(&level.title).into_owned()];
            let cells = measures.iter().map(|(id, _)| match level.measure(id) {
                Some(measure) => number_text(measure.value),
                None => if level.lacks(id) { "–" } else { "?" }.to_owned(),
            });
            start.into_iter().chain(cells).collect::<Vec<String>>()
        };
        let _ = writeln!(text, "{}\n", trimmed(&columns(head, levels.iter().map(row))));
        for (level, unknown) in
            levels.iter().filter_map(|one| one.unknown.as_ref().map(|of| (one, of)))
        {
            let _ = writeln!(text, "Level {}: {}", level.number, unknown.words());
        }
        let about = game.map(|game| game.ranked_measures()).unwrap_or_default();
        for (id, name) in &measures {
            let says = about.iter().find(|about| about.id == *id);
            let says = says.map_or(name.clone(), |one| format!("{} {}", one.says, one.source));
            let _ = writeln!(text, "{id}: {says}");
        }
        text.push('\n');
    }
    text
}

/// Last column of comma-separated values: the unknown measures, with the reason.
const UNKNOWN: &str = "unknown";

/// Prints one table of all levels, row by row as they are rated. Missing measures stay empty.
struct CsvRows {
    /// All measures of the pack's games.
    columns: Vec<String>,
    /// Text that is not written yet: the head, before the first level.
    due: String,
}

impl CsvRows {
    fn of(games: &Games, contents: &Contents) -> Self {
        let mut columns: Vec<String> = Vec::new();
        for level in contents.levels.iter().flatten() {
            let about = games.by_id(&level.game).map(|game| game.ranked_measures());
            for one in about.unwrap_or_default() {
                if !columns.iter().any(|known| *known == one.id) {
                    columns.push(one.id.into_owned());
                }
            }
        }
        let head =
            ["number", "title", "game"].into_iter().chain(columns.iter().map(String::as_str));
        let due = head.chain([UNKNOWN]).collect::<Vec<_>>().join(",") + "\n";
        Self { columns, due }
    }

    /// Writes a level's row at once.
    fn write(&mut self, level: &RatedLevel) -> Result<ControlFlow<()>, Usage> {
        let start = [level.number.to_string(), quoted(&level.title), quoted(&level.game)];
        let cells = self.columns.iter().map(|id| {
            level.measure(id).map_or_else(String::new, |measure| measure.value.to_string())
        });
        let unknown = level.unknown.as_ref().map_or_else(String::new, UnknownMeasures::words);
        let row = start.into_iter().chain(cells).chain([quoted(&unknown)]);
        self.due.push_str(&row.collect::<Vec<_>>().join(","));
        self.due.push('\n');
        print(lines(&std::mem::take(&mut self.due)).as_bytes())
    }
}

/// Quotes a word for comma-separated values (RFC 4180). A word that a spreadsheet would read as a formula
/// gets an apostrophe in front, which marks it as text.
fn quoted(word: &str) -> String {
    let formula = word.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let word = if formula { format!("'{word}") } else { word.to_owned() };
    match word.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", word.replace('"', "\"\"")),
        false => word,
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_no_formulas_in_a_spreadsheet() {
        assert_eq!(quoted("Panel 1"), "Panel 1");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("@sum(a,b)"), "\"'@sum(a,b)\"");
        assert_eq!(quoted("say \"no\""), "\"say \"\"no\"\"\"");
    }
}
