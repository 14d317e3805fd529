//! The survey as a study: its settings, its table of types, and the levels that show the best.

use std::fmt::Write as _;

use serde_json::json;

use super::survey::SurveyPlan;
use super::together::SurveyFollower;
use super::{Ranked, Sort, Survey, space};
use foolproof_game::{
    Account, Cluster, Follower, Refusal, Setting, SettingKind, SettingValues, Study, StudyAbout,
    StudyEnd, StudyError, StudyRequest, Studying, Watch, threads,
};
use foolproof_level::{Board, Level};

/// The study of types of symbols.
pub(crate) struct Orthogonality;

/// The word for the space of types of the source.
const ALL: &str = "all";
/// The word for no type at all.
const NONE: &str = "none";

const TYPE_HELP: &str = "A new type of symbol: square, star, eraser, triangle, poly (1x1, 1x2 and 2x1), \
                         poly:p0013:p0001, singleton, or a generalised one such as x0111:eq:1 \
                         (relations, comparison, number); may be repeated. If none is given, all \
                         96 generalised types";
const THERE_HELP: &str = "The types that the game already has; `none` for no types";
const RESUME_HELP: &str = "Save the state in this file, and continue from it if it exists";
const BEST_HELP: &str = "For how many of the best types --out gets levels";
const JSON_HELP: &str = "Print one JSON document; its `holds` is true when the exit status is 0";
const THREADS_HELP: &str = "How many processor threads to use; if not given, all of them";

const SETTINGS: [Setting; 12] = [
    Setting::new("type", SettingKind::Several { commas: false }, TYPE_HELP).value("TYPE"),
    Setting::new("there", SettingKind::Several { commas: true }, THERE_HELP)
        .value("TYPE")
        .usually("square,star"),
    Setting::new("size", SettingKind::Size, "Columns x rows of the panels")
        .value("CxR")
        .usually("3x3"),
    Setting::number("pieces", 1, 16, "Levels have 1 to this many symbols")
        .value("PIECES")
        .usually("5"),
    Setting::number("colours", 1, 3, "How many colours symbols can have")
        .value("COLOURS")
        .usually("2"),
    Setting::new("resume", SettingKind::Kept, RESUME_HELP).value("FILE"),
    Setting::new("out", SettingKind::Out, ""),
    Setting::number("best", 0, u64::MAX, BEST_HELP).value("BEST").usually("1").only_with("out"),
    Setting::new("json", SettingKind::Json, JSON_HELP),
    Setting::new("time-limit", SettingKind::Time, "Most seconds for the survey")
        .value("SECONDS")
        .usually("60"),
    Setting::number("threads", 1, 256, THREADS_HELP).value("THREADS"),
    Setting::number("memory", 64, u64::MAX, "Most memory, in MiB").value("MIB").usually("4096"),
];

impl Study for Orthogonality {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "orthogonality",
            does: "Find out how much new types of symbols would add to The Witness",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        [&SETTINGS[..], &Setting::of_hosts()].concat()
    }

    fn memory_mib(&self, values: &SettingValues) -> u64 {
        values.number("memory").unwrap_or(foolproof_game::USUAL_MEMORY_MIB)
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let values = &asked.values;
        let new = values.names("type").map_or_else(|| vec![ALL.to_owned()], <[_]>::to_vec);
        let mut there = values.names("there").unwrap_or_default().to_vec();
        there.retain(|name| name != NONE);
        let (cols, rows) = values.pair("size").unwrap_or((3, 3));
        let board = Board { cols, rows, tray: 0 };
        let number = |id, usual| values.count(id).unwrap_or(usual);
        let run = SurveyRun::new(board, new, there, number("pieces", 5), number("colours", 2));
        let mut run = run.map_err(|why| Refusal::Plan(why.into()))?;
        run.survey.threads = number("threads", threads());
        Ok(Box::new(SurveyRun { best: number("best", 1), ..run }))
    }

    /// Only `threads` and `best` are taken from the original request: a resumed survey has its own types.
    fn resume(&self, text: &str, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let mut run = SurveyRun::resumed(text).map_err(|why| Refusal::Kept(why.into()))?;
        run.survey.threads = asked.values.count("threads").unwrap_or_else(threads);
        Ok(Box::new(SurveyRun { best: asked.values.count("best").unwrap_or(1), ..run }))
    }

    fn follower(&self, work: &[u8], _: usize) -> Result<Box<dyn Follower>, StudyError> {
        Ok(Box::new(SurveyFollower::new(work)?))
    }
}

/// A survey under way.
pub(crate) struct SurveyRun {
    pub survey: Survey,
    /// Number of best types to show with their levels.
    best: usize,
}

impl SurveyRun {
    /// A survey of types by their names; `all` means the space of the source.
    pub(crate) fn new(
        board: Board,
        new: Vec<String>,
        there: Vec<String>,
        pieces: usize,
        colours: usize,
    ) -> Result<Self, StudyError> {
        let sorts = |names: Vec<String>| -> Result<Vec<Sort>, StudyError> {
            let mut sorts: Vec<Sort> = Vec::new();
            for name in names {
                match name.as_str() {
                    ALL => sorts.extend(space().into_iter().map(|form| Sort::form(form, colours))),
                    name => sorts.push(Sort::of_text(name, colours)?),
                }
            }
            let mut known = std::collections::BTreeSet::new();
            sorts.retain(|sort| known.insert(sort.name.clone()));
            Ok(sorts)
        };
        let (new, there) = (sorts(new)?, sorts(there)?);
        if new.is_empty() {
            return Err("choose at least one new type".into());
        }
        let survey = Survey::new(SurveyPlan { board, new, there, most: pieces, colours })?;
        Ok(Self { survey, best: 1 })
    }

    /// A survey resumed from a saved state.
    pub(crate) fn resumed(text: &str) -> Result<Self, StudyError> {
        Ok(Self { survey: Survey::resumed(text)?, best: 1 })
    }

    /// The new types, the most orthogonal first.
    pub(crate) fn ranked(&self) -> Vec<Ranked> {
        let mut ranked = self.survey.ranked();
        ranked.sort_by(|one, two| two.o.total_cmp(&one.o));
        ranked
    }

    fn summary(&self) -> String {
        let SurveyPlan { board, new, most, .. } = &self.survey.plan;
        let so_far = match self.survey.share() {
            share if share < 1.0 => format!("; {:.0} % of the levels searched", share * 100.0),
            _ => String::new(),
        };
        format!(
            "{} types on panels of {}x{}, {} lines, levels with 1 to {most} symbols{so_far}",
            new.len(),
            board.cols,
            board.rows,
            self.survey.lines.len()
        )
    }

    /// The types with their numbers, and separate columns for each existing type.
    fn table(&self, ranked: &[Ranked]) -> String {
        let mut text = String::new();
        let names = ranked.iter().map(|ranked| ranked.name.len()).max().unwrap_or(4).max(4);
        let _ = write!(text, "{:<names$} {:>13} {:>6}", "type", "orthogonality", "alone");
        for sort in &self.survey.plan.there {
            let new = format!("{}: new", sort.name);
            let _ = write!(text, "  | {new:<13} {:>7} {:>9}", "share", "unmatched");
        }
        text.push('\n');
        for ranked in ranked {
            let _ = write!(text, "{:<names$} {:>13.4} {:>6.3}", ranked.name, ranked.o, ranked.e);
            for beside in &ranked.beside {
                let new: usize = beside.new_lines.iter().sum();
                let _ = write!(text, "  | {new:<13} {:>7.4} {:>9.4}", beside.express, beside.diff);
            }
            text.push('\n');
        }
        text
    }

    /// The levels that show a new type, by its name, at its best.
    pub(crate) fn levels(&self, name: &str) -> Vec<Level> {
        let plan = &self.survey.plan;
        let Some(new) = plan.new.iter().position(|sort| sort.name == name) else {
            return Vec::new();
        };
        let seconds: Vec<Option<usize>> = match plan.there.len() {
            0 => vec![None],
            n => (0..n).map(Some).collect(),
        };
        let mut levels = Vec::new();
        for second in seconds {
            let beside = second.and_then(|at| plan.there.get(at));
            for (n, mut level) in self.survey.best_levels(new, second).into_iter().enumerate() {
                level.title = match beside {
                    Some(sort) => format!("{name} with {}, {}", sort.name, n + 1),
                    None => format!("{name}, {}", n + 1),
                };
                levels.push(level);
            }
        }
        levels
    }
}

impl Studying for SurveyRun {
    fn run(&mut self, watch: &dyn Watch) -> StudyEnd {
        if self.survey.run(watch) { StudyEnd::Whole } else { StudyEnd::Stopped }
    }

    fn run_together(&mut self, watch: &dyn Watch, cluster: &mut dyn Cluster) -> StudyEnd {
        StudyEnd::of_cluster(self.survey.run_together(watch, cluster))
    }

    fn work(&self) -> Result<Vec<u8>, StudyError> {
        Ok(self.survey.told()?.into_bytes())
    }

    fn best_levels(&self) -> Vec<Level> {
        self.ranked().iter().take(self.best).flat_map(|ranked| self.levels(&ranked.name)).collect()
    }

    fn account(&self) -> Account {
        let (plan, ranked) = (&self.survey.plan, self.ranked());
        let document = json!({
            "size": format!("{}x{}", plan.board.cols, plan.board.rows),
            "pieces": plan.most,
            "colours": plan.colours,
            "lines": self.survey.lines.len(),
            "share_seen": self.survey.share(),
            "there": plan.there.iter().map(|sort| sort.name.clone()).collect::<Vec<_>>(),
            "types": ranked,
        });
        let legend = "alone: share of all lines that the type makes the only solution without \
                      another type. Beside each type\nthat you have, new: lines that the two make \
                      the only solution with fewer symbols than either alone;\nshare: those as a \
                      share of all lines; unmatched: share of all lines for which that type needs \
                      more\nsymbols with any other that you have. orthogonality: share times \
                      unmatched, averaged.\n";
        Account {
            summary: self.summary(),
            summary_first: true,
            table: self.table(&ranked),
            legend: legend.to_owned(),
            unfinished: "all levels were searched".to_owned(),
            document: document.as_object().cloned().unwrap_or_default(),
            complete: true,
            elapsed: None,
        }
    }

    fn kept(&self) -> Result<String, StudyError> {
        Ok(self.survey.kept())
    }
}
