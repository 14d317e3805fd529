//! `records`: reports testers' plays of a pack, level by level.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use super::pauses::{StoppedAt, stopped_at};
use crate::rating::question::{MeasuredLevel, RATING, RateLevel, UnknownMeasures};
use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::{Usage, read_contents};
use foolproof_cli::questions::{Asker, about, holds};
use foolproof_cli::report::play_lines;
use foolproof_cli::shown::{complain, line};
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, Measure, counted, time_text};
use foolproof_level::{Level, Play};
use foolproof_records::{
    FoundPlay, LevelPlays, PlayPractice, PlayRecord, PlaySummary, StuckAt, StuckSearch, Visit,
    VisitRemark, plays_of,
};
use foolproof_solver::{
    CountSolutions, Finding, Limits, ProveShortcutFree, Question, Status, Topic, has_concept,
};

/// Show what testers made of a pack: times, moves, where they got stuck, and the shortcuts that they
/// found (exit status 1: they found some)
#[derive(Debug, Args)]
pub(super) struct RecordsAsked {
    /// The pack that was played
    pub pack: PathBuf,
    /// Records of its testers, a file each, as `play` keeps them
    #[arg(required = true)]
    pub records: Vec<PathBuf>,
    /// Only count: do not ask the solver what was known, where players got stuck, and how hard a level is
    #[arg(long)]
    pub(crate) no_solver: bool,
    #[command(flatten)]
    pub common: Common,
}

/// Maximum number of solutions that count as known before.
const LISTED: u32 = 100;

/// The report on one level.
struct ToldLevel {
    number: usize,
    level: Arc<Level>,
    game: Arc<dyn Game>,
    plays: LevelPlays,
    summary: PlaySummary,
    found: Vec<FoundPlay>,
    stuck: StuckSearch,
    /// The solving steps at which players stopped.
    stopped: Vec<StoppedAt>,
    measures: Vec<Measure>,
    unknown: Option<UnknownMeasures>,
    /// It is proved that there is no shortcut.
    proved: bool,
}

/// Holds if no player has found a shortcut.
impl Verb for RecordsAsked {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let contents = read_contents(games, &self.pack, None)?;
        if let Some((number, why)) = contents.damage() {
            complain(&format!("level {number}: {why}; this level is left out"));
        }
        let pack = contents.readable();
        let load = |path: &PathBuf| {
            let record = PlayRecord::load(path);
            record.map_err(|why| Usage::of_file(path, why))
        };
        let read: Vec<PlayRecord> = self.records.iter().map(load).collect::<Result<_, _>>()?;
        for (path, _) in self.records.iter().zip(&read).filter(|(_, record)| record.is_torn) {
            let path = path.display();
            complain(&format!("{path}: its last line was cut short and is left out"));
        }
        let (plays, gone) = plays_of(games, &pack, &read);
        let mut asker = if self.no_solver { None } else { Some(Asker::new(games)?) };
        let mut told = Vec::new();
        for (at, (plays, level)) in plays.into_iter().zip(&pack.levels).enumerate() {
            let seen = !plays.visits.is_empty() || plays.of_changed + plays.under_other_rules > 0;
            let Some(game) = games.by_id(&level.game).filter(|_| seen || plays.damaged > 0) else {
                continue;
            };
            let limits = self.common.limits();
            told.push(ToldLevel::of(at + 1, level, game, plays, asker.as_mut(), &limits));
        }
        let shortcut =
            |one: &ToldLevel| one.found.iter().any(|f| f.practice == PlayPractice::Shortcut);
        let outcome = holds(!told.iter().any(shortcut));
        let fields = fields(&self.records, &told, gone);
        Ok(Report::new(outcome, text(&told, read.len(), gone)).fields(fields))
    }
}

impl ToldLevel {
    fn of(
        number: usize,
        level: &Arc<Level>,
        game: Arc<dyn Game>,
        plays: LevelPlays,
        asker: Option<&mut Asker>,
        limits: &Limits,
    ) -> Self {
        let summary = PlaySummary::of(&plays.visits);
        let mut told = Self {
            number,
            level: Arc::clone(level),
            game,
            plays,
            summary,
            found: Vec::new(),
            stuck: StuckSearch::default(),
            stopped: Vec::new(),
            measures: Vec::new(),
            unknown: None,
            proved: false,
        };
        let known = match asker {
            Some(asker) if !told.plays.visits.is_empty() => told.ask(asker, limits),
            _ => Vec::new(),
        };
        if told.found.is_empty() {
            told.found = FoundPlay::all(&*told.game, level, &told.plays.visits, &known);
        }
        told
    }

    /// Asks the solver for the known solutions, the practice of the concept, stuck positions and measures.
    fn ask(&mut self, asker: &mut Asker, limits: &Limits) -> Vec<Finding> {
        let level = Arc::clone(&self.level);
        let mut known = asker.look(&level, &Question::from(CountSolutions { cap: LISTED }), limits);
        if has_concept(&level) {
            known.extend(asker.look(&level, &Question::from(ProveShortcutFree), limits));
        }
        self.proved = about(&known, Topic::SHORTCUT_FREE)
            .is_some_and(|found| found.status() == Status::Proved);
        self.found = FoundPlay::all(&*self.game, &level, &self.plays.visits, &known);
        for found in self.found.iter_mut().filter(|one| one.practice == PlayPractice::Unknown) {
            let (asked, question) = found.question(&level);
            let findings = asker.look(&asked, &question, limits);
            findings.iter().for_each(|finding| found.hear(finding));
        }
        while let Some((asked, question)) = self.stuck.next(&*self.game, &level, &self.plays.visits)
        {
            let findings = asker.look(&asked, &question, limits);
            self.stuck.hear(about(&findings, Topic::SOLVABLE));
            if asker.stop().is_set() {
                break;
            }
        }
        self.stopped = stopped_at(asker, &*self.game, &level, &self.plays.visits, limits);
        let count = about(&known, Topic::COUNT).and_then(|finding| finding.answer.plays());
        let question = RateLevel { solutions: count.unwrap_or_default().to_vec() }.into();
        let rated = asker.look(&level, &question, limits);
        if let Some(rated) = about(&rated, RATING).and_then(MeasuredLevel::of) {
            self.unknown = rated.unknown(&*self.game);
            self.measures = rated.measures;
        }
        known
    }

    fn play_at(&self, stuck: &StuckAt) -> Play {
        let visit = self.plays.visits.get(stuck.visit);
        visit.map(|visit| visit.play_after(stuck.step)).unwrap_or_default()
    }

    fn record_of(&self, visit: usize) -> usize {
        self.plays.visits.get(visit).map_or(0, |visit| visit.record)
    }

    fn json(&self) -> Value {
        let found = self.found.iter().map(|found| {
            json!({
                "play": found.play,
                "testers": found.testers,
                "practice": found.practice,
                "known": found.known,
                "against_proof": self.proved && found.practice == PlayPractice::Shortcut,
            })
        });
        let stuck = self.stuck.stuck.iter().map(|stuck| {
            json!({
                "record": self.record_of(stuck.visit),
                "after_steps": stuck.step,
                "solved_later": stuck.solved_later,
                "play": self.play_at(stuck),
            })
        });
        json!({
            "number": self.number,
            "title": self.level.title,
            "game": self.level.game,
            "testers": self.summary.testers,
            "solved": self.summary.solved,
            "median_time_ms": self.summary.median_time_ms,
            "median_moves": self.summary.median_moves,
            "median_undos": self.summary.median_undos,
            "median_restarts": self.summary.median_restarts,
            "hinted": self.summary.hinted,
            "solutions": found.collect::<Vec<_>>(),
            "stuck": stuck.collect::<Vec<_>>(),
            "stopped": self.stopped.iter().map(StoppedAt::json).collect::<Vec<_>>(),
            "stuck_unknown": self.stuck.unknown,
            "stuck_left_out": self.stuck.left_out,
            "said": self.said().map(|(visit, said)| json!({
                "record": visit.record,
                "after_steps": said.steps,
                "remark": said.remark,
                "words": said.words,
                "play": visit.play_after(said.steps),
            })).collect::<Vec<_>>(),
            "measures": self.measures,
            "unknown": self.unknown,
            "visits_of_changed_level": self.plays.of_changed,
            "visits_under_other_rules": self.plays.under_other_rules,
            "visits_that_do_not_fit": self.plays.damaged,
        })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let title = match self.level.title.as_str() {
            "" => format!("Level {}", self.number),
            title => format!("{}. {}", self.number, line(title)),
        };
        let PlaySummary { testers, solved, .. } = self.summary;
        let _ = match testers {
            0 => writeln!(text, "{title}: no play of the level as it is"),
            _ => writeln!(text, "{title}: {solved} of {testers} solved it; {}", self.medians()),
        };
        for found in &self.found {
            let _ = writeln!(text, "  {}", self.found_line(found));
            if found.practice == PlayPractice::Shortcut {
                let lines = play_lines(&*self.game, &found.play).into_iter().take(MAX_LINES);
                lines.for_each(|line| _ = writeln!(text, "  {line}"));
            }
        }
        for stuck in &self.stuck.stuck {
            let later = if stuck.solved_later { "; solved later" } else { "" };
            let tester = self.record_of(stuck.visit) + 1;
            let steps = counted(stuck.step, "step", "steps");
            let _ =
                writeln!(text, "  tester {tester} could no longer solve it after {steps}{later}");
        }
        for stopped in &self.stopped {
            let _ = writeln!(text, "  {}", stopped.text());
        }
        for (visit, said) in self.said() {
            let words = if said.words.is_empty() { "" } else { ": " };
            let (tester, name) = (visit.record + 1, said.remark.name());
            let steps = counted(said.steps, "step", "steps");
            let words = format!("{words}{}", line(&said.words));
            let _ = writeln!(text, "  tester {tester}, after {steps}: {name}{words}");
        }
        self.lacks(&mut text);
        text
    }

    /// Returns the testers' remarks, each with its visit.
    fn said(&self) -> impl Iterator<Item = (&Visit, &VisitRemark)> {
        self.plays.visits.iter().flat_map(|visit| visit.said.iter().map(move |said| (visit, said)))
    }

    fn medians(&self) -> String {
        let PlaySummary { median_time_ms, median_moves, median_undos, median_restarts, .. } =
            self.summary;
        format!(
            "median {}, {}, {}, {}",
            time_text(std::time::Duration::from_millis(median_time_ms)),
            counted(median_moves, "move", "moves"),
            counted(median_undos, "undo", "undos"),
            counted(median_restarts, "restart", "restarts"),
        )
    }

    fn found_line(&self, found: &FoundPlay) -> String {
        let practice = match found.practice {
            PlayPractice::Shortcut if self.proved => {
                "shortcut, though a search proved there is none: please report this fault"
            }
            PlayPractice::Shortcut => "shortcut",
            PlayPractice::Practises => "solution",
            PlayPractice::Unknown => "solution; perhaps a shortcut",
        };
        let known = found.known.words();
        format!("{practice}: {} ({known})", counted(found.testers, "tester", "testers"))
    }

    /// Prints what could not be evaluated or was not counted.
    fn lacks(&self, text: &mut String) {
        let LevelPlays { of_changed, under_other_rules, damaged, .. } = self.plays;
        for (number, one, more) in [
            (self.stuck.unknown, "position not known", "positions not known"),
            (
                self.stuck.left_out,
                "visit with too many positions to look at",
                "visits with too many positions to look at",
            ),
            (of_changed, "visit before the level changed", "visits before the level changed"),
            (under_other_rules, "visit under other rules", "visits under other rules"),
            (damaged, "visit that does not fit the board", "visits that do not fit the board"),
        ] {
            if number > 0 {
                let _ = writeln!(text, "  left out: {}", counted(number, one, more));
            }
        }
    }
}

/// Maximum number of printed lines of a shortcut.
const MAX_LINES: usize = 40;

fn fields(files: &[PathBuf], told: &[ToldLevel], gone: usize) -> Value {
    let files: Vec<String> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let levels: Value = told.iter().map(ToldLevel::json).collect();
    json!({ "records": files, "levels": levels, "visits_of_other_levels": gone })
}

fn text(told: &[ToldLevel], testers: usize, gone: usize) -> String {
    let mut text = format!("{}\n", counted(testers, "tester", "testers"));
    told.iter().for_each(|one| text.push_str(&one.text()));
    if gone > 0 {
        let visits = counted(gone, "visit", "visits");
        let _ = writeln!(text, "Left out: {visits} of levels that the pack does not have");
    }
    text
}
