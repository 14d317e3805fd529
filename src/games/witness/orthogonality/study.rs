//! The survey as a study: its settings, its table of types, and the levels that show the best.

use std::fmt::Write as _;

use serde_json::json;

use super::survey::SurveyPlan;
use super::together::SurveyFollower;
use super::{Ranked, Sort, Survey, space};
use foolproof_game::{
    Account, Chart, Cluster, Column, Follower, OptionWords, Refusal, Report, Row, Setting,
    SettingChoice, SettingKind, SettingValue, SettingValues, Study, StudyAbout, StudyEnd,
    StudyError, StudyRequest, Studying, Watch, threads,
};
use foolproof_level::{Board, Level};

/// The study of types of symbols.
pub(crate) struct Orthogonality;

/// Types that may exist; the source's are the first two.
const THERE: [SettingChoice; 6] = [
    SettingChoice::new("square", "squares"),
    SettingChoice::new("star", "stars"),
    SettingChoice::new("triangle", "triangles"),
    SettingChoice::new("poly", "polyominoes 1x1, 1x2, 2x1"),
    SettingChoice { value: "singleton", words: "singletons", tip: SINGLETON_TIP },
    SettingChoice::new("eraser", "erasers"),
];
/// New types; `all` means the space of the source.
const NEW: [SettingChoice; 5] = [
    SettingChoice {
        value: ALL,
        words: "96 kinds, by what they count",
        tip: "Each counts certain symbols of its region and asks for all, none, or a number of them.",
    },
    SettingChoice::new("triangle", "triangles"),
    SettingChoice::new("poly", "polyominoes 1x1, 1x2, 2x1"),
    SettingChoice { value: "singleton", words: "singletons", tip: SINGLETON_TIP },
    SettingChoice::new("eraser", "erasers"),
];
const ALL: &str = "all";
/// The word for no type at all.
const NONE: &str = "none";

const TYPE_HELP: &str = "A new type of symbol: square, star, eraser, triangle, poly (1x1, 1x2 and 2x1), \
                         poly:p0013:p0001, singleton, or a generalised one such as x0111:eq:1 \
                         (relations, comparison, number); may be repeated. If none is given, all \
                         96 generalised types";
const OWN_TIP: &str = "Kinds by name, such as x0111:eq:1, separated by commas. The four digits: does it \
                       count symbols of its region that share neither kind nor colour with it, its \
                       colour alone, its kind alone, both (1: yes; it counts itself, too)? Then how many \
                       there must be: all, none, eq (exactly) or ge (at least), and 0, 1 or 2.";
const SINGLETON_TIP: &str = "No other symbol of its region shares its kind or its colour.";

fn names(of: &[&str]) -> SettingValue {
    SettingValue::Names(of.iter().map(|name| (*name).to_owned()).collect())
}

fn types() -> Vec<Setting> {
    let several = |choices: &[SettingChoice], commas| SettingKind::Several {
        choices: choices.to_vec(),
        commas,
    };
    vec![
        Setting::new("type", several(&NEW, false))
            .option(OptionWords::new(TYPE_HELP).value("TYPE"))
            .field(6, &["New types"], "The new types to compare.", names(&[ALL]), &[]),
        Setting::new("own", SettingKind::Names).field(
            7,
            &["and your own"],
            OWN_TIP,
            SettingValue::Text(String::new()),
            &[],
        ),
        Setting::new("there", several(&THERE, true))
            .option(
                OptionWords::new("The types that the game already has; `none` for no types")
                    .value("TYPE")
                    .usually("square,star"),
            )
            .field(
                4,
                &["Types you have"],
                "The types of symbols that the game already has.",
                names(&["square", "star"]),
                &[],
            ),
        Setting::new("more", SettingKind::Names).field(
            5,
            &["and these"],
            "Other symbols by name, such as poly:p0013 (a corner of three squares), separated by \
             commas.",
            SettingValue::Text(String::new()),
            &[],
        ),
    ]
}

fn numbers() -> Vec<Setting> {
    let number = |id, least, most| Setting::new(id, SettingKind::Number { least, most });
    vec![
        Setting::new("size", SettingKind::Size)
            .option(OptionWords::new("Columns x rows of the panels").value("CxR").usually("3x3"))
            .field(
                1,
                &["Columns", "Rows"],
                "Size of the panels; at most 21 cells.",
                SettingValue::Pair(3, 3),
                &[(1, 7), (1, 7)],
            ),
        number("pieces", 1, 16)
            .option(
                OptionWords::new("Levels have 1 to this many symbols").value("PIECES").usually("5"),
            )
            .field(
                2,
                &["Symbols"],
                "Levels have 1 to this many symbols.",
                SettingValue::Number(5),
                &[(1, 9)],
            ),
        number("colours", 1, 3)
            .option(
                OptionWords::new("How many colours symbols can have").value("COLOURS").usually("2"),
            )
            .field(
                3,
                &["Colours"],
                "How many colours symbols can have.",
                SettingValue::Number(2),
                &[(1, 3)],
            ),
    ]
}

const THREADS_HELP: &str = "How many processor threads to use; if not given, all of them";

fn for_command_line() -> Vec<Setting> {
    let file = "Save the state in this file, and continue from it if it exists";
    let document = "Print one JSON document; its `holds` is true when the exit status is 0";
    let best = OptionWords::new("For how many of the best types --out gets levels")
        .value("BEST")
        .usually("1")
        .only_with("out");
    let number = |id, least| Setting::new(id, SettingKind::Number { least, most: u64::MAX });
    vec![
        Setting::new("resume", SettingKind::Kept).option(OptionWords::new(file).value("FILE")),
        Setting::new("out", SettingKind::Out).option(OptionWords::new("")),
        number("best", 0).option(best),
        Setting::new("json", SettingKind::Json).option(OptionWords::new(document)),
        Setting::new("time-limit", SettingKind::Time)
            .option(OptionWords::new("Most seconds for the survey").value("SECONDS").usually("60")),
        Setting::new("threads", SettingKind::Number { least: 1, most: 256 })
            .option(OptionWords::new(THREADS_HELP).value("THREADS")),
        number("memory", 64)
            .option(OptionWords::new("Most memory, in MiB").value("MIB").usually("4096")),
    ]
}

impl Study for Orthogonality {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "orthogonality",
            does: "Find out how much new types of symbols would add to The Witness",
            name: "Compare types of symbols",
            about: "Shows which new type of symbol would add most to the types you have. It goes \
                    through all levels of a size and counts the lines that become the only \
                    solution when the two types stand together, but not with either type alone, or \
                    only with more symbols.",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        [types(), numbers(), for_command_line(), Setting::of_hosts(8)].concat()
    }

    fn memory_mib(&self, values: &SettingValues) -> u64 {
        values.number("memory").unwrap_or(foolproof_game::USUAL_MEMORY_MIB)
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let values = &asked.values;
        let both = |one: Vec<String>, two: &str| {
            let two = values.names(two).unwrap_or_default();
            [one, two].concat()
        };
        let new = both(values.names("type").unwrap_or_else(|| vec![ALL.to_owned()]), "own");
        let mut there = both(values.names("there").unwrap_or_default(), "more");
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
    fn resume(
        &self,
        text: &str,
        asked: Option<&StudyRequest>,
    ) -> Result<Box<dyn Studying>, Refusal> {
        let mut run = SurveyRun::resumed(text).map_err(|why| Refusal::Kept(why.into()))?;
        let number = |id| asked.and_then(|asked| asked.values.count(id));
        run.survey.threads = number("threads").unwrap_or_else(threads);
        Ok(Box::new(SurveyRun { best: number("best").unwrap_or(1), ..run }))
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
    /// All levels were seen.
    whole: bool,
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
        Ok(Self { survey, best: 1, whole: false })
    }

    /// A survey resumed from a saved state.
    pub(crate) fn resumed(text: &str) -> Result<Self, StudyError> {
        Ok(Self { survey: Survey::resumed(text)?, best: 1, whole: false })
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

    fn row(&self, ranked: &Ranked) -> Row {
        let there = &self.survey.plan.there;
        let bars = |values: &mut dyn Iterator<Item = f64>| {
            values.zip(1..).map(|(value, pieces)| (format!("{pieces}"), value)).collect()
        };
        let alone = bars(&mut ranked.by_pieces.iter().map(|lines| *lines as f64));
        let mut charts = vec![Chart::bars(
            "Lines that this type alone makes the only solution, by the number of symbols",
            alone,
        )];
        for (beside, sort) in ranked.beside.iter().zip(there) {
            let new = bars(&mut beside.new_lines.iter().map(|lines| *lines as f64));
            charts.push(Chart::bars(
                format!("New lines together with {}, by the number of symbols", sort.name),
                new,
            ));
        }
        let mut values = vec![ranked.o, ranked.e];
        values.extend(ranked.beside.iter().map(|b| b.new_lines.iter().sum::<usize>() as f64));
        values.extend(ranked.beside.iter().map(|beside| beside.express));
        values.extend(ranked.beside.iter().map(|beside| beside.diff));
        let sort = self.survey.plan.new.iter().find(|sort| sort.name == ranked.name);
        let mark = sort.and_then(|sort| sort.pieces.first()?.mark());
        Row { name: ranked.name.clone(), mark, values, charts }
    }
}

impl Studying for SurveyRun {
    fn run(&mut self, watch: &dyn Watch) -> StudyEnd {
        self.whole = self.survey.run(watch);
        if self.whole { StudyEnd::Whole } else { StudyEnd::Stopped }
    }

    fn run_together(&mut self, watch: &dyn Watch, cluster: &mut dyn Cluster) -> StudyEnd {
        let walked = self.survey.run_together(watch, cluster);
        self.whole = walked == Ok(true);
        StudyEnd::of_cluster(walked)
    }

    fn work(&self) -> Result<Vec<u8>, StudyError> {
        Ok(self.survey.told()?.into_bytes())
    }

    fn report(&self) -> Report {
        let there = &self.survey.plan.there;
        let summary = self.summary();
        let column = |name: String, tip: &str, digits, shaded| Column {
            name,
            tip: tip.to_owned(),
            digits,
            shaded,
        };
        let mut columns = vec![
            column(
                "orthogonality".to_owned(),
                "How much the type adds to those you have: new share times unmatched, averaged \
                 over them. Without other types, the same as alone.",
                4,
                false,
            ),
            column(
                "alone".to_owned(),
                "Share of all lines that this type alone makes the only solution.",
                3,
                false,
            ),
        ];
        let each = |name: &str, tip: &str, digits, shaded| -> Vec<Column> {
            let of = |sort: &Sort| column(format!("{name} {}", sort.name), tip, digits, shaded);
            there.iter().map(of).collect()
        };
        let new_tip = "Lines that the two types together make the only solution with fewer symbols \
                       than either alone.";
        columns.extend(each("new with", new_tip, 0, true));
        columns.extend(each("new share with", "The new lines as a share of all lines.", 4, false));
        let diff_tip = "Share of all lines that the two types make the only solution with fewer \
                        symbols than the type you have needs with any other you have. 1 if you \
                        have no other.";
        columns.extend(each("unmatched with", diff_tip, 4, false));
        Report { summary, columns, rows: self.ranked().iter().map(|r| self.row(r)).collect() }
    }

    fn levels(&self, row: &str) -> Vec<Level> {
        let plan = &self.survey.plan;
        let Some(new) = plan.new.iter().position(|sort| sort.name == row) else {
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
                    Some(sort) => format!("{row} with {}, {}", sort.name, n + 1),
                    None => format!("{row}, {}", n + 1),
                };
                levels.push(level);
            }
        }
        levels
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
