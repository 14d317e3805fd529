//! Mining as a study: its settings, its table by numbers of penguins, and the best boards.

use std::sync::Arc;

use parking_lot::Mutex;

use super::sweep::{SweepGoal, SweepStage};
use super::together::MiningFollower;
use super::{Histogram, Mine, MiningHalt, MiningPlan, MiningWatch, account};
use crate::about::PenguinPush;
use crate::ice::PENGUIN;
use crate::ice::{Ice, Penguins, bits};
use foolproof_game::{
    Account, Chart, Cluster, ClusterError, Column, Follower, Game as _, Glimpse, OptionWords,
    Refusal, Report, Row, SeenLevels, SeenStudy, Setting, SettingChoice, SettingKind, SettingValue,
    SettingValues, Study, StudyAbout, StudyEnd, StudyError, StudyRequest, Studying, UNKNOWN,
    USUAL_MEMORY_MIB, Watch, threads, time_text,
};
use foolproof_level::{Board, Hold, Level, Made, Spot};

/// The study of this game.
pub(crate) struct Mining;

/// Default memory of tables in MiB.
const MEMORY_MIB: u64 = 4096;
/// Default size of the board.
const SIZE: (u16, u16) = (7, 8);

const KINDS: [SettingChoice; 3] = [
    SettingChoice::new("ratio", "one solution, highest ratio"),
    SettingChoice::new("even", "one solution, ratio 1"),
    SettingChoice::new("safe", "every push wins"),
];

const AROUND_HELP: &str = "Only boards with the penguins of this level, and with empty ice where \
                           the level has it locked or painted";
const SET_HELP: &str = "Which boards to keep: ratio (one solution, highest ratio), even (one \
                        solution, ratio 1), safe (every push wins)";

impl SweepGoal {
    fn word(self) -> &'static str {
        match self {
            SweepGoal::Ratio => "ratio",
            SweepGoal::Even => "even",
            SweepGoal::Safe => "safe",
        }
    }

    /// The kind of a word on the command line.
    fn of_word(word: &str) -> Option<Self> {
        SweepGoal::ALL.into_iter().find(|sort| sort.word() == word)
    }
}

fn of_boards() -> Vec<Setting> {
    let number = |id| Setting::new(id, SettingKind::Number { least: 0, most: u64::MAX });
    let all = KINDS.map(|kind| kind.value.to_owned()).to_vec();
    let sets = SettingKind::Several { choices: KINDS.to_vec(), commas: true };
    let all_kept = "All boards keep what is locked or painted in the open level.";
    vec![
        number("pieces")
            .option(OptionWords::new("How many penguins the boards have").value("N").required())
            .field(
                1,
                &["Penguins"],
                "How many penguins the boards have. 8 take seconds, 11 take minutes.",
                SettingValue::Number(7),
                &[(2, 20)],
            ),
        Setting::new("size", SettingKind::Size)
            .option(
                OptionWords::new("Columns x rows of the boards")
                    .value("CxR")
                    .usually("7x8")
                    .not_with("around"),
            )
            .field(
                3,
                &["Columns", "Rows"],
                "Size of the boards. If you start from a level: its size.",
                SettingValue::Pair(SIZE.0, SIZE.1),
                &[(2, 8), (1, 8)],
            ),
        Setting::new("around", SettingKind::Level)
            .option(OptionWords::new(AROUND_HELP).value("LEVEL"))
            .field(
                6,
                &["Start from", "keep the penguins and locked ice of this level"],
                all_kept,
                SettingValue::Flag(false),
                &[],
            ),
        Setting::new("set", sets)
            .option(OptionWords::new(SET_HELP).value("SET").usually("ratio"))
            .field(
                5,
                &["Boards with"],
                "Which boards to keep. Ratio: positions in the whole search, divided by those \
                 left for a player who knows that the solution is unique and skips whatever \
                 can be reached in two ways.",
                SettingValue::Names(all),
                &[],
            ),
        number("best")
            .option(
                OptionWords::new("How many boards to keep of each set").value("BEST").usually("50"),
            )
            .field(
                2,
                &["Keep"],
                "How many boards to keep of each kind.",
                SettingValue::Number(50),
                &[(1, 1000)],
            ),
    ]
}

fn of_work() -> Vec<Setting> {
    let threads_help = "How many processor threads to use; if not given, all of them";
    let file = "Save the state in this file, and continue from it if it exists";
    vec![
        Setting::new("threads", SettingKind::Number { least: 1, most: 256 })
            .option(OptionWords::new(threads_help).value("THREADS"))
            .field(
                4,
                &["Threads"],
                "How many processor threads to use.",
                SettingValue::Number(threads() as u64),
                &[(1, 64)],
            ),
        Setting::new("resume", SettingKind::Kept).option(OptionWords::new(file).value("FILE")),
        Setting::new("out", SettingKind::Out).option(OptionWords::new("")),
        Setting::new("json", SettingKind::Json).option(OptionWords::new("Print one JSON document")),
        Setting::new("time-limit", SettingKind::Time)
            .option(OptionWords::new("Stop after this many seconds").value("SECONDS")),
        Setting::new("memory", SettingKind::Number { least: 1, most: u64::MAX }).option(
            OptionWords::new("Most memory for tables, in MiB").value("MIB").usually("4096"),
        ),
    ]
}

impl Study for Mining {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "mine",
            does: "Find all Penguin Push boards that have one solution, and keep the best",
            name: "Find the best boards",
            about: "Finds every board with one solution and ranks them by how much of the search a \
                    clever player can skip.",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        [of_boards(), of_work(), Setting::of_hosts(7)].concat()
    }

    /// Besides the tables there are lists of boards, and the boards of each search.
    fn memory_mib(&self, values: &SettingValues) -> u64 {
        values.number("memory").unwrap_or(MEMORY_MIB).saturating_add(USUAL_MEMORY_MIB)
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let mine = Mine::new(planned(asked)?).map_err(|why| Refusal::Plan(why.into()))?;
        Ok(Box::new(MiningRun::new(mine)))
    }

    fn resume(
        &self,
        text: &str,
        asked: Option<&StudyRequest>,
    ) -> Result<Box<dyn Studying>, Refusal> {
        let plan = asked.map(planned).transpose()?;
        let mut mine = Mine::resumed(text).map_err(|why| Refusal::Kept(why.into()))?;
        if let Some(plan) = plan {
            let MiningPlan { board, penguins, .. } = mine.plan;
            if !plan.is_of_the_same_boards(&mine.plan) {
                return Err(Refusal::Kept(format!(
                    "it was started with other options, for boards with {penguins} penguins on \
                     {}x{}; continue with the same --pieces, --size, --around, --set and --best",
                    board.cols, board.rows
                )));
            }
            (mine.plan.threads, mine.plan.memory) = (plan.threads, plan.memory);
        }
        Ok(Box::new(MiningRun::new(mine)))
    }

    fn follower(&self, work: &[u8], threads: usize) -> Result<Box<dyn Follower>, StudyError> {
        Ok(Box::new(MiningFollower::new(work, threads)?))
    }
}

fn planned(asked: &StudyRequest) -> Result<MiningPlan, Refusal> {
    let StudyRequest { values, level } = asked;
    let kind = |word: &String| {
        let known = || KINDS.map(|kind| kind.value).join(", ");
        SweepGoal::of_word(word)
            .ok_or_else(|| Refusal::of("set", format!("`{word}` is not one of {}", known())))
    };
    let words = values.names("set").unwrap_or_default();
    let kinds = words.iter().map(kind).collect::<Result<_, _>>()?;
    let (board, (must, never)) = match level {
        Some(level) => {
            let kept = kept_by(level).map_err(|why| Refusal::of("around", why))?;
            (level.board, kept)
        }
        None => {
            let (cols, rows) = values.pair("size").unwrap_or(SIZE);
            (Board { cols, rows, tray: 0 }, (0, 0))
        }
    };
    let memory = values.number("memory").unwrap_or(MEMORY_MIB);
    Ok(MiningPlan {
        board,
        penguins: values.count("pieces").unwrap_or(0),
        kinds,
        best: values.count("best").unwrap_or(0),
        threads: values.count("threads").unwrap_or_else(threads),
        memory: memory.saturating_mul(1 << 20),
        must,
        never,
    })
}

/// The cells of a level that must hold a penguin, and those that must hold none: the painted and the
/// locked ones. Open ice may hold one.
fn kept_by(level: &Level) -> Result<(Penguins, Penguins), StudyError> {
    if level.game != PenguinPush.about().id {
        return Err(format!("the level is of {}, not of Penguin Push", level.game).into());
    }
    let (ice, must) = Ice::of_level(level).ok_or("a board has at most 8 columns and 8 rows")?;
    let sites = level.board.cells();
    let empty = sites.filter(|site| level.hold(*site) != Hold::Open && level.mark(*site).is_none());
    let never = empty.filter_map(|site| ice.bit(site)).fold(0, |never, bit| never | bit);
    Ok((must, never))
}

/// Mining under way.
pub(crate) struct MiningRun {
    mine: Mine,
    /// The published state while it works.
    shown: Arc<Mutex<ShownMining>>,
    trouble: Option<String>,
}

#[derive(Clone, Default)]
struct ShownMining {
    report: Report,
    levels: Vec<Level>,
}

impl MiningRun {
    fn new(mine: Mine) -> Self {
        Self { mine, shown: Arc::default(), trouble: None }
    }
}

impl MiningRun {
    fn work_on(&mut self, watch: &dyn Watch, cluster: &mut Option<&mut dyn Cluster>) -> StudyEnd {
        let shown = Arc::clone(&self.shown);
        let look = |mine: &Mine| {
            let stages = || mine.stages(false).iter().chain(mine.stages(true));
            let last = stages().max_by_key(|stage| stage.penguins);
            let levels = last.map(|last| levels(mine, last.penguins)).unwrap_or_default();
            let fresh = ShownMining { report: report(mine), levels };
            *shown.lock() = fresh;
            if let Some(SweepStage { penguins, raw, elapsed, .. }) = last {
                let time = time_text(*elapsed);
                watch.through(&format!("{penguins} penguins: {raw} boards, {time}"));
            }
            watch.keep(&|| mine.kept().map_err(StudyError::of));
        };
        let watch = MiningWatch {
            look: &look,
            keep: &|mine| watch.keep(&|| mine.kept().map_err(StudyError::of)),
            go_on: &|share| watch.go_on(share, &String::new),
        };
        match self.mine.run_with(&watch, cluster) {
            Ok(()) => StudyEnd::Whole,
            Err(MiningHalt::Stopped) => StudyEnd::Stopped,
            Err(MiningHalt::Cluster(ClusterError::Lost(why))) => {
                self.trouble = Some(why.clone());
                StudyEnd::Lost(why)
            }
            Err(halt) => {
                let why = halt.to_string();
                self.trouble = Some(why.clone());
                StudyEnd::Trouble(why)
            }
        }
    }
}

impl Studying for MiningRun {
    fn run(&mut self, watch: &dyn Watch) -> StudyEnd {
        self.work_on(watch, &mut None)
    }

    fn run_together(&mut self, watch: &dyn Watch, cluster: &mut dyn Cluster) -> StudyEnd {
        self.work_on(watch, &mut Some(cluster))
    }

    fn work(&self) -> Result<Vec<u8>, StudyError> {
        self.mine.told()
    }

    fn report(&self) -> Report {
        let mut report = report(&self.mine);
        if let Some(trouble) = &self.trouble {
            report.summary = format!("{}; stopped early: {trouble}", report.summary);
        }
        report
    }

    fn levels(&self, row: &str) -> Vec<Level> {
        let penguins = row.split(' ').next().and_then(|number| number.parse().ok());
        penguins.map(|penguins| levels(&self.mine, penguins)).unwrap_or_default()
    }

    fn glimpse(&self) -> Option<Glimpse> {
        let shown = Arc::clone(&self.shown);
        Some(Arc::new(move || {
            let shown = shown.lock().clone();
            let first = shown.report.rows.first().map(|row| row.name.clone());
            let levels = first.map(|row| SeenLevels { row, levels: shown.levels });
            SeenStudy { report: shown.report, levels: levels.into_iter().collect() }
        }))
    }

    fn best_levels(&self) -> Vec<Level> {
        levels(&self.mine, self.mine.plan.penguins)
    }

    fn account(&self) -> Account {
        account::account(&self.mine)
    }

    fn kept(&self) -> Result<String, StudyError> {
        self.mine.kept().map_err(StudyError::of)
    }
}

/// The boards kept for a number of penguins.
fn levels(mine: &Mine, penguins: usize) -> Vec<Level> {
    let mut levels = Vec::new();
    for kind in SweepGoal::ALL.into_iter().filter(|kind| mine.plan.kinds.contains(kind)) {
        let found = mine.found(kind, penguins).iter().enumerate();
        levels.extend(found.map(|(number, found)| mine.level(kind, number, found)));
    }
    for (at, level) in levels.iter_mut().enumerate() {
        level.made = Some(Arc::new(command(mine, penguins, at + 1)));
    }
    levels
}

/// The command that finds board `number` of this number of penguins again.
fn command(mine: &Mine, penguins: usize, number: usize) -> Made {
    let plan = &mine.plan;
    let words =
        SweepGoal::ALL.into_iter().filter(|kind| plan.kinds.contains(kind)).map(SweepGoal::word);
    let sets = words.collect::<Vec<_>>().join(",");
    let (pieces, best) = (penguins.to_string(), plan.best.to_string());
    let mut command: Vec<String> =
        ["mine", "--pieces", &pieces, "--set", &sets, "--best", &best].map(str::to_owned).to_vec();
    // Boards with fewer penguins ignore the locks.
    if !plan.locks() || penguins != plan.penguins {
        let size = format!("{}x{}", plan.board.cols, plan.board.rows);
        command.extend(["--size".to_owned(), size]);
        return Made::now(command, number);
    }
    command.extend(["--around", "-"].map(str::to_owned));
    let mut kept = Level::open(&*PenguinPush.about().id, plan.board);
    for (cells, mark) in [(plan.must, PENGUIN.parse().ok()), (plan.never, None)] {
        for cell in bits(cells) {
            kept.set(mine.ice.site(cell), Spot { mark: mark.clone(), hold: Hold::Locked });
        }
    }
    Made::now(command, number).from(&kept)
}

fn report(mine: &Mine) -> Report {
    let Board { cols, rows, .. } = mine.plan.board;
    let state = match mine.at_work() {
        Some(penguins) => format!("searching boards with {penguins} penguins"),
        None => "all boards were searched".to_owned(),
    };
    let summary = format!(
        "Boards with up to {} penguins on {cols}x{rows}; {state}, {:.1} s",
        mine.plan.penguins,
        mine.elapsed.as_secs_f64()
    );
    let column = |name: &str, tip: &str, digits| Column {
        name: name.to_owned(),
        tip: tip.to_owned(),
        digits,
        shaded: false,
    };
    let columns = vec![
        column("unique", "Boards with exactly one solution; mirror images count separately.", 0),
        column("distinct", "Boards with exactly one solution; mirror images count once.", 0),
        column("every push wins", "Boards on which no push loses.", 0),
        column(
            "solvable",
            "Boards that can be solved; an estimate where there are too many to count.",
            0,
        ),
        column(
            "ratio",
            "The highest ratio: positions in the whole search, divided by those left for a player \
             who knows that the solution is unique.",
            2,
        ),
        column("seconds", "How long this number of penguins took.", 1),
    ];
    let (unique, safe) = (mine.stages(false), mine.stages(true));
    let count = unique.len().max(safe.len());
    let rows = (0..count).rev().map(|at| row(mine, unique.get(at), safe.get(at))).collect();
    Report { summary, columns, rows }
}

/// An estimated number to three digits.
fn rounded(boards: f64, error: f64) -> f64 {
    if error == 0.0 {
        return boards;
    }
    let unit = 10f64.powf(boards.max(1.0).log10().floor() - 2.0);
    (boards / unit).round() * unit
}

fn row(mine: &Mine, unique: Option<&SweepStage>, safe: Option<&SweepStage>) -> Row {
    let penguins = unique.or(safe).map_or(0, |stage| stage.penguins);
    let number =
        |stage: Option<&SweepStage>, of: &dyn Fn(&SweepStage) -> f64| stage.map_or(UNKNOWN, of);
    let time = |stage: Option<&SweepStage>| stage.map_or(0.0, |stage| stage.elapsed.as_secs_f64());
    let best = unique.and_then(|stage| stage.best.as_slice().first());
    let values = vec![
        number(unique, &|stage| stage.raw as f64),
        number(unique, &|stage| stage.as_one(&mine.plan) as f64),
        number(safe, &|stage| stage.raw as f64),
        mine.solvable.get(penguins).map_or(UNKNOWN, |known| rounded(known.0, known.1)),
        best.map_or(UNKNOWN, |found| found.sizes.ratio()),
        time(unique) + time(safe),
    ];
    let chart = |title: &str, ratios: &Histogram| Chart::bars(title, ratios.bars());
    let mut charts = Vec::new();
    charts.extend(unique.map(|s| chart("Boards with one solution, by ratio", &s.ratios)));
    charts.extend(safe.map(|s| chart("Boards on which every push wins, by ratio", &s.ratios)));
    let drawn = |chart: &Chart| chart.bars.iter().any(|(_, boards)| *boards > 0.0);
    charts.retain(drawn);
    Row { name: format!("{penguins} penguins"), mark: None, values, charts }
}
