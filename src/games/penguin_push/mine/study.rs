//! Mining as a study: its settings, and the best boards.

use std::sync::Arc;

use super::sweep::{SweepGoal, SweepStage};
use super::together::MiningFollower;
use super::{Mine, MiningHalt, MiningPlan, MiningWatch, account};
use crate::about::PenguinPush;
use crate::ice::PENGUIN;
use crate::ice::{Ice, Penguins, bits};
use foolproof_game::{
    Account, Cluster, ClusterError, Follower, Game as _, Refusal, Setting, SettingKind,
    SettingValues, Study, StudyAbout, StudyEnd, StudyError, StudyRequest, Studying,
    USUAL_MEMORY_MIB, Watch, threads, time_text,
};
use foolproof_level::{Board, Hold, Level, Made, Spot};

/// The study of this game.
pub(crate) struct Mining;

/// Default memory of tables in MiB.
const MEMORY_MIB: u64 = 4096;
/// Default size of the board.
const SIZE: (u16, u16) = (7, 8);

const AROUND_HELP: &str = "Only boards with the penguins of this level, and with empty ice where \
                           the level has it locked or painted";
const RESUME_HELP: &str = "Save the state in this file, and continue from it if it exists";
const THREADS_HELP: &str = "How many processor threads to use; if not given, all of them";
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

const SETTINGS: [Setting; 11] = [
    Setting::number("pieces", 0, u64::MAX, "How many penguins the boards have")
        .value("N")
        .required(),
    Setting::new("size", SettingKind::Size, "Columns x rows of the boards")
        .value("CxR")
        .usually("7x8")
        .not_with("around"),
    Setting::new("around", SettingKind::Level, AROUND_HELP).value("LEVEL"),
    Setting::new("set", SettingKind::Several { commas: true }, SET_HELP)
        .value("SET")
        .usually("ratio"),
    Setting::number("best", 0, u64::MAX, "How many boards to keep of each set")
        .value("BEST")
        .usually("50"),
    Setting::number("threads", 1, 256, THREADS_HELP).value("THREADS"),
    Setting::new("resume", SettingKind::Kept, RESUME_HELP).value("FILE"),
    Setting::new("out", SettingKind::Out, ""),
    Setting::new("json", SettingKind::Json, "Print one JSON document"),
    Setting::new("time-limit", SettingKind::Time, "Stop after this many seconds").value("SECONDS"),
    Setting::number("memory", 1, u64::MAX, "Most memory for tables, in MiB")
        .value("MIB")
        .usually("4096"),
];

impl Study for Mining {
    fn about(&self) -> StudyAbout {
        StudyAbout {
            verb: "mine",
            does: "Find all Penguin Push boards that have one solution, and keep the best",
        }
    }

    fn settings(&self) -> Vec<Setting> {
        [&SETTINGS[..], &Setting::of_hosts()].concat()
    }

    /// Besides the tables there are lists of boards, and the boards of each search.
    fn memory_mib(&self, values: &SettingValues) -> u64 {
        values.number("memory").unwrap_or(MEMORY_MIB).saturating_add(USUAL_MEMORY_MIB)
    }

    fn start(&self, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let mine = Mine::new(planned(asked)?).map_err(|why| Refusal::Plan(why.into()))?;
        Ok(Box::new(MiningRun { mine }))
    }

    fn resume(&self, text: &str, asked: &StudyRequest) -> Result<Box<dyn Studying>, Refusal> {
        let plan = planned(asked)?;
        let mut mine = Mine::resumed(text).map_err(|why| Refusal::Kept(why.into()))?;
        let MiningPlan { board, penguins, .. } = mine.plan;
        if !plan.is_of_the_same_boards(&mine.plan) {
            return Err(Refusal::Kept(format!(
                "it was started with other options, for boards with {penguins} penguins on \
                 {}x{}; continue with the same --pieces, --size, --around, --set and --best",
                board.cols, board.rows
            )));
        }
        (mine.plan.threads, mine.plan.memory) = (plan.threads, plan.memory);
        Ok(Box::new(MiningRun { mine }))
    }

    fn follower(&self, work: &[u8], threads: usize) -> Result<Box<dyn Follower>, StudyError> {
        Ok(Box::new(MiningFollower::new(work, threads)?))
    }
}

fn planned(asked: &StudyRequest) -> Result<MiningPlan, Refusal> {
    let StudyRequest { values, level } = asked;
    let kind = |word: &String| {
        let known = || SweepGoal::ALL.map(SweepGoal::word).join(", ");
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
}

impl MiningRun {
    fn work_on(&mut self, watch: &dyn Watch, cluster: &mut Option<&mut dyn Cluster>) -> StudyEnd {
        let look = |mine: &Mine| {
            let stages = || mine.stages(false).iter().chain(mine.stages(true));
            let last = stages().max_by_key(|stage| stage.penguins);
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
            Err(MiningHalt::Cluster(ClusterError::Lost(why))) => StudyEnd::Lost(why),
            Err(halt) => StudyEnd::Trouble(halt.to_string()),
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

    fn best_levels(&self) -> Vec<Level> {
        let mine = &self.mine;
        let mut levels = Vec::new();
        for kind in SweepGoal::ALL.into_iter().filter(|kind| mine.plan.kinds.contains(kind)) {
            let found = mine.found(kind, mine.plan.penguins).iter().enumerate();
            levels.extend(found.map(|(number, found)| mine.level(kind, number, found)));
        }
        for (at, level) in levels.iter_mut().enumerate() {
            level.made = Some(Arc::new(command(mine, at + 1)));
        }
        levels
    }

    fn account(&self) -> Account {
        account::account(&self.mine)
    }

    fn kept(&self) -> Result<String, StudyError> {
        self.mine.kept().map_err(StudyError::of)
    }
}

/// The command that finds board `number` again.
fn command(mine: &Mine, number: usize) -> Made {
    let plan = &mine.plan;
    let words =
        SweepGoal::ALL.into_iter().filter(|kind| plan.kinds.contains(kind)).map(SweepGoal::word);
    let sets = words.collect::<Vec<_>>().join(",");
    let (pieces, best) = (plan.penguins.to_string(), plan.best.to_string());
    let mut command: Vec<String> =
        ["mine", "--pieces", &pieces, "--set", &sets, "--best", &best].map(str::to_owned).to_vec();
    if !plan.locks() {
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
