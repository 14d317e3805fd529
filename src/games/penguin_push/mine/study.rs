//! Mining as a study: its settings, its table by numbers of penguins, and the best boards.

use std::sync::{Arc, Mutex, PoisonError};

use super::sweep::{Kind, Stage};
use super::{Halt, Histogram, Mine, Plan};
use crate::games::Game as _;
use crate::games::penguin_push::ice::{Ice, Penguins, bits};
use crate::games::penguin_push::{PENGUIN, PenguinPush};
use crate::games::study::{
    Chart, Column, Form, Glimpse, Report, Row, Seen, Setting, Study, Studying, UNKNOWN, Value,
    threads,
};
use crate::level::{Board, Hold, Level, Made, Spot};

/// The study of this game.
pub struct Mining;

/// Bytes of tables, where nobody says.
const MEMORY: u64 = 4 << 30;

const KINDS: [(&str, &str, bool); 3] = [
    ("one solution, best ratio", "ratio", true),
    ("one solution, ratio 1", "even", true),
    ("every push wins", "safe", true),
];
const AROUND: [(&str, &str, bool); 1] =
    [("the penguins and locked ice of this level", "level", false)];

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Ratio => "ratio",
            Kind::Even => "even",
            Kind::Safe => "safe",
        }
    }

    /// The kind of a word on the command line.
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "ratio" => Some(Kind::Ratio),
            "even" => Some(Kind::Even),
            "safe" => Some(Kind::Safe),
            _ => None,
        }
    }
}

impl Study for Mining {
    fn name(&self) -> &'static str {
        "Mine boards"
    }

    fn about(&self) -> &'static str {
        "All boards of a number of penguins that have just one solution, by the worth of knowing \
         that: a search with every push, and one that leaves out what is reached in two ways."
    }

    fn settings(&self) -> Vec<Setting> {
        let number = Setting::number;
        let several = |id, name, tip, values: &[(&'static str, &'static str, bool)]| Setting {
            id,
            name,
            tip,
            value: Value::Several(values.to_vec()),
        };
        let threads = u32::try_from(threads()).unwrap_or(1);
        vec![
            number("penguins", "Penguins", "8 take seconds, 11 take minutes.", (7, 2, 20)),
            number("best", "Keep", "How many boards of each kind are kept.", (50, 1, 1000)),
            number("cols", "Columns", "Of the boards; those of the level around it.", (7, 2, 8)),
            number("rows", "Rows", "Of the boards; those of the level around it.", (8, 1, 8)),
            number("threads", "Threads", "How many work at once.", (threads, 1, 64)),
            several("kinds", "Boards with", "Which boards are wanted.", &KINDS),
            several("around", "Around", "Boards that keep what is there.", &AROUND),
        ]
    }

    fn start(
        &self,
        settings: &[Setting],
        level: Option<&Level>,
    ) -> Result<Box<dyn Studying>, String> {
        let form = Form(settings);
        let around = level.filter(|_| !form.names("around").is_empty());
        let board = around
            .map_or(Board { cols: form.small("cols"), rows: form.small("rows"), tray: 0 }, |l| {
                l.board
            });
        let (must, never) = around.map_or(Ok((0, 0)), kept_by)?;
        let mine = Mine::new(Plan {
            board,
            penguins: form.number("penguins") as usize,
            kinds: form.names("kinds").iter().filter_map(|word| Kind::of_word(word)).collect(),
            best: form.number("best") as usize,
            threads: form.number("threads") as usize,
            memory: MEMORY,
            must,
            never,
        })?;
        Ok(Box::new(Course::new(mine)))
    }

    fn resume(&self, text: &str) -> Result<Box<dyn Studying>, String> {
        Ok(Box::new(Course::new(Mine::resumed(text)?)))
    }
}

/// The cells of a level that hold a penguin for good, and those that hold none: what is painted or
/// locked. Open ice may hold one.
pub fn kept_by(level: &Level) -> Result<(Penguins, Penguins), String> {
    if level.game != PenguinPush.about().id {
        return Err(format!("the level is of {}, not of Penguin Push", level.game));
    }
    let (ice, must) = Ice::of_level(level).ok_or("a board has at most 8 columns and 8 rows")?;
    let sites = level.board.cells();
    let empty = sites.filter(|site| level.hold(*site) != Hold::Open && level.mark(*site).is_none());
    let never = empty.filter_map(|site| ice.bit(site)).fold(0, |never, bit| never | bit);
    Ok((must, never))
}

/// Mining under way.
pub struct Course {
    pub mine: Mine,
    /// What is shown of it while it works.
    shown: Arc<Mutex<Shown>>,
    trouble: Option<String>,
}

#[derive(Clone, Default)]
struct Shown {
    report: Report,
    levels: Vec<Level>,
}

impl Course {
    pub fn new(mine: Mine) -> Self {
        Self { mine, shown: Arc::default(), trouble: None }
    }
}

impl Studying for Course {
    fn run(&mut self, go_on: &(dyn Fn(f64) -> bool + Sync)) -> bool {
        let shown = Arc::clone(&self.shown);
        let look = |mine: &Mine| {
            let last = mine.stages(false).iter().chain(mine.stages(true)).map(|s| s.penguins).max();
            let levels = last.map(|last| levels(mine, last)).unwrap_or_default();
            let fresh = Shown { report: report(mine), levels };
            *shown.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
        };
        match self.mine.run(&look, go_on) {
            Ok(()) => return true,
            Err(Halt::Stopped) => {}
            Err(Halt::Memory) => self.trouble = Some("there is not enough memory".to_owned()),
            Err(Halt::File(why)) => self.trouble = Some(format!("a temporary file: {why}")),
        }
        false
    }

    fn report(&self) -> Report {
        let mut report = report(&self.mine);
        if let Some(trouble) = &self.trouble {
            report.summary = format!("{}; it ended early: {trouble}", report.summary);
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
            let shown = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let first = shown.report.rows.first().map(|row| row.name.clone());
            let levels = first.map(|name| (name, shown.levels)).into_iter().collect();
            Seen { report: shown.report, levels }
        }))
    }

    fn kept(&self) -> String {
        // A file that cannot be read has been told of when mining ended.
        self.mine.kept().unwrap_or_default()
    }
}

/// The boards that were kept for a number of penguins.
pub fn levels(mine: &Mine, penguins: usize) -> Vec<Level> {
    let mut levels = Vec::new();
    for kind in Kind::ALL.into_iter().filter(|kind| mine.plan.kinds.contains(kind)) {
        let found = mine.found(kind, penguins).iter().enumerate();
        levels.extend(found.map(|(number, found)| mine.level(kind, number, found)));
    }
    for (at, level) in levels.iter_mut().enumerate() {
        level.made = Some(Arc::new(command(mine, penguins, at + 1)));
    }
    levels
}

/// The command that finds board `number` of so many penguins again.
fn command(mine: &Mine, penguins: usize, number: usize) -> Made {
    let plan = &mine.plan;
    let words = Kind::ALL.into_iter().filter(|kind| plan.kinds.contains(kind)).map(Kind::word);
    let sets = words.collect::<Vec<_>>().join(",");
    let (pieces, best) = (penguins.to_string(), plan.best.to_string());
    let mut command: Vec<String> =
        ["mine", "--pieces", &pieces, "--set", &sets, "--best", &best].map(str::to_owned).to_vec();
    // Boards on the way to all penguins keep nothing.
    if !plan.locks() || penguins != plan.penguins {
        let size = format!("{}x{}", plan.board.cols, plan.board.rows);
        command.extend(["--size".to_owned(), size]);
        return Made::now(command, number);
    }
    command.extend(["--around", "-"].map(str::to_owned));
    let mut kept = Level::open(PenguinPush.about().id, plan.board);
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
        Some(penguins) => format!("boards of {penguins} penguins are being looked at"),
        None => "all boards were looked at".to_owned(),
    };
    let summary = format!(
        "Boards of up to {} penguins on {cols}x{rows}; {state}, {:.1} s",
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
        column("unique", "Boards with just one solution, mirror images counted each.", 0),
        column("as one", "The same with mirror images as one.", 0),
        column("no loss", "Boards on which every push wins.", 0),
        column("solvable", "Boards that can be solved; estimated where there are too many.", 0),
        column("ratio", "The best ratio.", 2),
        column("seconds", "Time of this number of penguins.", 1),
    ];
    let (unique, safe) = (mine.stages(false), mine.stages(true));
    let count = unique.len().max(safe.len());
    let rows = (0..count).rev().map(|at| row(mine, unique.get(at), safe.get(at))).collect();
    Report { summary, columns, rows }
}

/// An estimated number to three digits.
fn rounded((boards, error): (f64, f64)) -> f64 {
    if error == 0.0 {
        return boards;
    }
    let unit = 10f64.powf(boards.max(1.0).log10().floor() - 2.0);
    (boards / unit).round() * unit
}

fn row(mine: &Mine, unique: Option<&Stage>, safe: Option<&Stage>) -> Row {
    let penguins = unique.or(safe).map_or(0, |stage| stage.penguins);
    let number = |stage: Option<&Stage>, of: &dyn Fn(&Stage) -> f64| stage.map_or(UNKNOWN, of);
    let time = |stage: Option<&Stage>| stage.map_or(0.0, |stage| stage.elapsed.as_secs_f64());
    let best = unique.and_then(|stage| stage.best.as_slice().first());
    let values = vec![
        number(unique, &|stage| stage.raw as f64),
        number(unique, &|stage| stage.as_one(&mine.plan) as f64),
        number(safe, &|stage| stage.raw as f64),
        mine.solvable.get(penguins).map_or(UNKNOWN, |known| rounded(*known)),
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
