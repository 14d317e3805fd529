//! `generate`: new levels.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::TypedValueParser;

use crate::generating::many::LevelRun;
use foolproof_cli::Report;
use foolproof_cli::args::{Common, StepArgs, one_of, symmetry};
use foolproof_cli::hosts::HostArgs;
use foolproof_cli::input::{
    LevelRef, Picked, Usage, find_game, pick_level, read_contents, read_size,
};
use foolproof_cli::output::{OutArgs, PackOut, is_same_place};
use foolproof_cli::questions::{Asker, blame_text, holds, read_concept, read_technique};
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, KindCount, StockItem, room_for, time_text};
use foolproof_games::pack_files::is_source;
use foolproof_level::{Board, Expect, Hold, Level, Pack, Technique};
use foolproof_solver::{
    Finding, FoundConflict, GENERATE, GenerateSettings, HostSeat, LevelAim, LevelStyle,
    PaintedMarks, ProposedLevel, Question, Status, Symmetry, Truth, WantedSolutions, Why,
    design_text, is_made_by_trial,
};

/// Parses the number of solutions that a level may have.
fn solutions() -> impl TypedValueParser<Value = WantedSolutions> {
    one_of([("one", WantedSolutions::One), ("any", WantedSolutions::Any)])
}

/// Parses an aim for levels of games of moves.
fn aim() -> impl TypedValueParser<Value = LevelAim> {
    one_of([
        ("long", LevelAim::Long),
        ("few-dead-ends", LevelAim::FewDeadEnds),
        ("narrow", LevelAim::Narrow),
    ])
}

/// Make new levels without shortcuts
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The game, such as refraction
    pub game: String,
    /// Keep what this level has painted or locked, and fill its open cells
    #[arg(long, value_name = "LEVEL")]
    pub from: Option<OsString>,
    /// Change what --from has painted here and there, instead of keeping it: what is locked stays. For
    /// PuzzleScript and other games whose levels are made by trial
    #[arg(long, requires = "from")]
    pub change: bool,
    /// Columns x rows of a new board
    #[arg(long, value_name = "CxR")]
    pub size: Option<String>,
    /// Number of tray slots
    #[arg(long)]
    pub tray: Option<u16>,
    /// What every solution must do; given several times, levels take turns. Without it, new levels
    /// have one solution; those of Refraction may have more, and those of games of moves take many moves
    #[arg(long)]
    pub concept: Vec<String>,
    /// How many solutions levels without a concept may have
    #[arg(long, value_parser = solutions(), default_value = "one")]
    pub solutions: WantedSolutions,
    /// How many levels to make
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many marks of a group, such as blockers=0..4, or constraints of a kind, such as thermo=2..3; may
    /// be repeated
    #[arg(long, value_name = "GROUP=MIN..MAX")]
    pub limit: Vec<String>,
    /// Any two of the levels differ in at least this many marks; a quarter of the open cells, up to 8 and
    /// to half of the marks that a level may have, if it is not given
    #[arg(long)]
    pub distance: Option<u32>,
    /// When no more levels differ that much, accept closer ones: the most varied come first
    #[arg(long)]
    pub closer: bool,
    /// Leave out every mark that is not needed, as minimise does
    #[arg(long)]
    pub minimal: bool,
    /// Place marks symmetrically that look the same from all sides, such as blockers and squares
    #[arg(long, value_parser = symmetry())]
    pub symmetry: Option<Symmetry>,
    /// Percentage of the cells that hold a mark
    #[arg(long, value_name = "MIN..MAX")]
    pub density: Option<String>,
    /// How many cells hold a mark, such as 5 or 4..6
    #[arg(long, value_name = "MIN..MAX")]
    pub pieces: Option<String>,
    /// What levels of games of moves are to be best at: many moves, few dead ends, or few shortest
    /// solutions
    #[arg(long, value_parser = aim())]
    pub aim: Option<LevelAim>,
    /// How many moves a shortest solution takes, in games of moves, such as 10..20
    #[arg(long, value_name = "MIN..MAX")]
    pub moves: Option<String>,
    #[command(flatten)]
    pub steps: StepArgs,
    /// Every way to solve a level by steps of at most three sentences needs this technique, which the pack of
    /// --from names, or another pack: PACK#NAME
    #[arg(long, value_name = "NAME")]
    pub needs: Option<String>,
    /// So many pieces of the tray that are of no use in any solution, in levels of Refraction
    #[arg(long, value_name = "N", conflicts_with = "minimal")]
    pub distractors: Option<u32>,
    #[command(flatten)]
    pub out: OutArgs,
    /// Go on where an earlier run of the same command stopped: its levels are in --out
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Print the tagged program instead, for `shortcut-free` or for your own changes
    #[arg(long)]
    pub program: bool,
    #[command(flatten)]
    pub host: HostArgs,
    #[command(flatten)]
    pub common: Common,
}

/// Above this number, levels go into their pack as they are made.
const MANY: u32 = 50;

/// Says that there is none, and among which levels; or that none was found, and why.
pub(crate) fn none_lines(finding: &Finding, none: &str, not_found: &str, time: &str) -> String {
    match (finding.answer.searched(), finding.status()) {
        (Some(searched), _) => {
            format!("{none}{} ({time})\n{}\n", searched.short, searched.detail())
        }
        (None, Status::Refuted) => format!("{none} ({time})\n"),
        (None, Status::Unknown(why)) => format!("{not_found}: {} ({time})\n", why.words()),
        (None, status) => format!("{not_found}: {} ({time})\n", status.words()),
    }
}

/// Returns the level that a generation starts from.
fn template(generate: &Generate, game: &dyn Game, from: Option<&Picked>) -> Result<Level, Usage> {
    let mut level = match from {
        Some(Picked { level, game: other, file, .. }) => {
            if other.about().id != game.about().id {
                let (file, name) = (file.display(), other.about().name.clone());
                return Err(Usage(format!("{file}: this is a level of {name}")));
            }
            (**level).clone()
        }
        None => Level::open(game.about().id.clone(), game.about().default_board),
    };
    let mut board: Board = level.board;
    if let Some(size) = &generate.size {
        (board.cols, board.rows) = read_size(size)?;
    }
    board.tray = generate.tray.unwrap_or(board.tray);
    game.about().allows(board).map_err(Usage::of)?;
    if let Some(concept) = generate.concept.first() {
        level.concept = read_concept(game, concept)?;
    }
    if generate.solutions == WantedSolutions::Any {
        level.policy.unique = Some(Expect::Any);
    }
    room_for(game, &level, board).map_err(Usage::of)?;
    level.resize(board);
    Ok(level)
}

/// Returns the technique that `--needs` names.
fn needed(
    games: &Games,
    generate: &Generate,
    from: Option<&Picked>,
) -> Result<Option<Technique>, Usage> {
    let Some(text) = &generate.needs else { return Ok(None) };
    let (contents, name) = match from {
        Some(picked) => (picked.contents.clone(), text.clone()),
        None => {
            let LevelRef { file, level } = LevelRef::parse(text.as_ref());
            let wrong = || Usage("--needs: name the technique's pack, too: PACK#NAME".to_owned());
            let name = level.ok_or_else(wrong)?;
            (read_contents(games, &file, None)?, name)
        }
    };
    let combines = read_technique(&contents.pack_of(Vec::new()).course, &name)?;
    Ok(Some(Technique { name, combines }))
}

/// Reads `--density MIN..MAX`.
fn density(text: &str) -> Result<(u32, u32), Usage> {
    let percent = |text: &str| text.trim().trim_end_matches('%').to_owned();
    let range = text.split_once("..");
    match range.and_then(|(least, most)| bounds(&percent(least), &percent(most))) {
        Some((least, most)) if most <= 100 => Ok((least, most)),
        _ => Err(Usage(format!("--density: write MIN..MAX in percent, not `{text}`"))),
    }
}

/// Reads an option that is `MIN..MAX`, or one number.
fn range_of(option: &str, text: Option<&str>) -> Result<Option<(u32, u32)>, Usage> {
    let wrong = |text| Usage(format!("{option}: write a number or MIN..MAX, not `{text}`"));
    text.map(|text| range(text).ok_or_else(|| wrong(text))).transpose()
}

/// Reads `MIN..MAX`, or one number.
fn range(text: &str) -> Option<(u32, u32)> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    bounds(least.trim(), most.trim())
}

/// Reads two numbers, the least first.
fn bounds(least: &str, most: &str) -> Option<(u32, u32)> {
    let bounds: (u32, u32) = (least.parse().ok()?, most.parse().ok()?);
    (bounds.0 <= bounds.1).then_some(bounds)
}

/// Limits on the contents of a level: marks of the game's stock, and constraints of these kinds.
struct Holdings {
    stock: Vec<StockItem>,
    kinds: Vec<KindCount>,
}

impl Holdings {
    /// Returns the limits of a game, changed by each `--limit GROUP=MIN..MAX`.
    fn limited(game: &dyn Game, level: &Level, limits: &[String]) -> Result<Self, Usage> {
        let mut own = Self { stock: game.stock(level), kinds: Vec::new() };
        let kinds = game.maker().map(|maker| maker.kinds()).unwrap_or_default();
        for limit in limits {
            let names = own.stock.iter().map(|item| item.group.as_str());
            let names =
                names.chain(kinds.iter().map(|kind| kind.id)).collect::<Vec<_>>().join(", ");
            let wrong = || {
                let form = "write GROUP=MIN..MAX";
                Usage(format!("--limit: {form}, not `{limit}`; groups are {names}"))
            };
            let (group, numbers) = limit.split_once('=').ok_or_else(wrong)?;
            let (least, most) = range(numbers).ok_or_else(wrong)?;
            let kind = kinds.iter().find(|kind| kind.id == group || kind.name == group);
            match (own.stock.iter_mut().find(|item| item.group == group), kind) {
                (Some(item), _) => (item.least, item.most) = (least, most),
                (None, Some(kind)) => {
                    own.kinds.retain(|other| other.kind != kind.id);
                    own.kinds.push(KindCount { kind: kind.id.to_owned(), least, most });
                }
                (None, None) => return Err(wrong()),
            }
        }
        Ok(own)
    }
}

fn settings(
    generate: &Generate,
    game: &dyn Game,
    holdings: Holdings,
    open_sites: usize,
) -> Result<GenerateSettings, Usage> {
    let Holdings { stock, kinds } = holdings;
    let fitting = || GenerateSettings::fitting_distance(open_sites, &stock);
    Ok(GenerateSettings {
        seed: generate.seed,
        count: generate.count,
        distance: generate.distance.unwrap_or_else(fitting),
        closer: generate.closer,
        minimal: generate.minimal,
        aim: generate.aim.unwrap_or(LevelAim::Long),
        moves: range_of("--moves", generate.moves.as_deref())?,
        steps: generate.steps.aims(game)?,
        solutions: generate.solutions,
        distractors: generate.distractors,
        stock,
        kinds,
        shape: LevelStyle {
            symmetry: generate.symmetry,
            density: generate.density.as_deref().map(density).transpose()?,
            marks: range_of("--pieces", generate.pieces.as_deref())?,
        },
        painted: if generate.change { PaintedMarks::Change } else { PaintedMarks::Stay },
    })
}

/// Returns the destination of new levels: those of a source may go to its end.
fn place_of(
    games: &Games,
    generate: &Generate,
    from: Option<&Picked>,
) -> Result<Option<PackOut>, Usage> {
    let file = PathBuf::from(&generate.game);
    let goes_there = generate.out.out.as_deref().is_some_and(|out| is_same_place(out, &file));
    if from.is_some() || !goes_there || !is_source(&file) {
        return PackOut::of(games, &generate.out, from);
    }
    behind(games, &generate.out, &file)
}

/// Returns an output that adds levels behind those of a file.
fn behind(games: &Games, out: &OutArgs, file: &Path) -> Result<Option<PackOut>, Usage> {
    let contents = read_contents(games, file, None)?;
    PackOut::beside(games, out, Some((&contents, file, 0)))
}

/// Returns a run for many levels, several concepts, `--resume` or several processes; its levels go into the
/// pack as they are made. `None` for other generations.
fn run_of<'a>(
    games: &'a Games,
    generate: &'a Generate,
    game: &dyn Game,
    template: &Level,
    settings: &GenerateSettings,
    seat: Option<&HostSeat>,
) -> Result<Option<LevelRun<'a>>, Usage> {
    let several = generate.concept.len() > 1;
    let many = generate.count > MANY && generate.out.out.is_some();
    if !several && !many && !generate.resume && seat.is_none() {
        return Ok(None);
    }
    let helps = seat.is_some_and(|seat| !seat.leads());
    if !helps && (generate.out.out.is_none() || generate.out.is_standard()) {
        let what =
            if several { "levels of several concepts" } else { "levels of several processes" };
        return Err(Usage(format!("{what} go into a pack: name it with --out")));
    }
    let concepts = match generate.concept.is_empty() {
        true => vec![template.concept.clone()],
        false => {
            let read = generate.concept.iter().map(|text| read_concept(game, text));
            read.collect::<Result<_, _>>()?
        }
    };
    let (template, settings) = (template.clone(), settings.clone());
    let common = &generate.common;
    Ok(Some(LevelRun { games, template, concepts, settings, common }))
}

impl Generate {
    /// Refuses options that the game has no use for.
    fn suits(&self, game: &dyn Game) -> Result<(), Usage> {
        let name = &game.about().name;
        if game.moves().is_none() && (self.aim.is_some() || self.moves.is_some()) {
            return Err(Usage(format!("--aim, --moves: {name} is not played move by move")));
        }
        if game.drafter().is_none() && self.distractors.is_some() {
            return Err(Usage(format!("--distractors: levels of {name} have none")));
        }
        if self.change && !is_made_by_trial(game) {
            return Err(Usage(format!(
                "--change: levels of {name} are made by filling open cells"
            )));
        }
        Ok(())
    }
}

impl Verb for Generate {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let game = find_game(games, &self.game)?;
        self.suits(&*game)?;
        let from = self.from.as_deref().map(|level| pick_level(games, level)).transpose()?;
        let mut level = template(self, &*game, from.as_ref())?;
        let technique = needed(games, self, from.as_ref())?;
        if let Some(technique) = &technique {
            level.needs = Some(technique.combines.clone());
        }
        let holdings = Holdings::limited(&*game, &level, &self.limit)?;
        let sites = game.layout_of(&level).sites.into_iter();
        let is_open = |site| match level.hold(site) {
            Hold::Open => true,
            Hold::Painted => self.change,
            Hold::Locked => false,
        };
        let open = sites.filter(|(site, _)| is_open(*site)).count();
        let settings = settings(self, &*game, holdings, open)?;
        if self.program {
            let text = design_text(&*game, &level, &settings).map_err(Usage::of)?;
            return Ok(Report::done(text));
        }
        if open == 0 {
            let or =
                if is_made_by_trial(&*game) { "change what is painted (--change), " } else { "" };
            return Err(Usage(format!(
                "no cell of the level is open; erase those that are to be filled, {or}or leave out --from"
            )));
        }
        let seat = self.host.seat()?;
        let run = run_of(games, self, &*game, &level, &settings, seat.as_ref())?;
        if let (Some(run), Some(seat)) = (&run, seat.as_ref().filter(|seat| !seat.leads())) {
            return run.help(seat.clone());
        }
        let there = self.out.out.as_deref().filter(|path| self.resume && path.exists());
        let mut out = match there {
            Some(path) => behind(games, &self.out, path)?,
            None => place_of(games, self, from.as_ref())?,
        };
        if let (Some(out), Some(technique)) = (&mut out, &technique) {
            out.name_technique(technique);
        }
        let out = match (run, out, seat) {
            (Some(run), Some(out), Some(seat)) => return run.make_together(out, seat),
            (Some(run), Some(out), None) => return run.make(out),
            (_, out, _) => out,
        };
        let question = Question::from(settings);
        let findings = Asker::new(games)?.ask(&level, &question, &self.common.limits())?;
        let report = given(games, self, &*game, &level, &findings, out.as_ref())?;
        Ok(report.findings(&level, findings))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }

    fn prints_program(&self) -> bool {
        self.program
    }
}

/// Prints or writes the levels that were found.
fn given(
    games: &Games,
    generate: &Generate,
    game: &dyn Game,
    level: &Level,
    findings: &[Finding],
    out: Option<&PackOut>,
) -> Result<Report, Usage> {
    let mut levels: Vec<Level> = Vec::new();
    for finding in findings {
        if let Some(proposed) = finding.answer.proposed() {
            let mut level = (*proposed.level).clone();
            level.title = format!("Generated {}", levels.len() + 1);
            levels.push(level);
        }
    }
    let outcome = holds(levels.len() as u64 == u64::from(generate.count));
    if let Some(out) = out.filter(|_| !levels.is_empty()) {
        out.add(levels.clone())?;
    }
    let ends = ends_text(game, level, findings, levels.len());
    if out.is_none() && !levels.is_empty() && !generate.common.form.json {
        // Levels go to one stream; the reason why there are no more goes to the other.
        ends.lines().for_each(complain);
        let levels: Vec<Arc<Level>> = levels.into_iter().map(Arc::new).collect();
        let mut pack = Pack { levels, ..Pack::default() };
        games.name_in(&mut pack.games, pack.levels.iter().map(Arc::as_ref), None);
        return Ok(Report::new(outcome, pack.to_json()));
    }
    let made = findings.iter().filter_map(|finding| {
        let ProposedLevel { level, shortcut_free, .. } = finding.answer.proposed()?;
        let time = time_text(finding.how.elapsed);
        Some(match shortcut_free {
            Truth::Unknown(Why::Moot(_)) if game.expected(level).unique == Expect::Yes => {
                format!("A level with one solution ({time})\n")
            }
            Truth::Unknown(Why::Moot(_)) => format!("A level ({time})\n"),
            free => format!("A level, shortcut-free: {} ({time})\n", free.status().words()),
        })
    });
    let text: String = made.chain([ends]).collect();
    Ok(Report::new(outcome, text))
}

/// Suggests what may bring more levels.
fn next_step(status: &Status, made: usize) -> &'static str {
    match (status, made) {
        (Status::Unknown(Why::TimeNear(_)), _) => {
            "Try more time (--time-limit), harder steps (--hardest) or a smaller board (--size)."
        }
        (Status::Unknown(Why::Time | Why::Memory(_)), _) => {
            "Try more time (--time-limit), fewer marks (--pieces, --limit) or a smaller board (--size)."
        }
        (Status::Unknown(Why::BadInput(_)), _) => "Correct the level or its concept first.",
        (_, 0) => {
            "Try more marks (--limit, --pieces), more open cells, another size (--size), or a concept that \
             asks for less."
        }
        _ => "Try --closer, a smaller --distance, more marks (--limit) or another --seed.",
    }
}

/// Says in lines why there are fewer levels than were wanted.
fn ends_text(game: &dyn Game, level: &Level, findings: &[Finding], made: usize) -> String {
    let mut text = String::new();
    for finding in findings {
        let time = time_text(finding.how.elapsed);
        if let Some(FoundConflict(Some(blame))) = finding.report() {
            text.push_str(&blame_text(game, level, blame, &time));
            continue;
        }
        match finding.topic() {
            GENERATE if finding.answer.proposed().is_some() => {}
            GENERATE => {
                let (none, not_found) = match made {
                    0 => ("There is no such level", "No level was found"),
                    _ => ("There is no further level", "No further level was found"),
                };
                text.push_str(&none_lines(finding, none, not_found, &time));
                let _ = writeln!(text, "{}", next_step(&finding.status(), made));
            }
            _ => {
                let why = match finding.status() {
                    Status::Unknown(why) => why.words(),
                    status => status.words(),
                };
                let _ = writeln!(text, "What causes this was not found: {why} ({time})");
            }
        }
    }
    text
}
