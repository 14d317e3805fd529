//! The arguments of every verb, in clap's words.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum};

use super::check::Check;
use super::course::CourseAsked;
use super::diff::{Diff, Duplicates};
use super::events::Events;
use super::handbook::HandbookVerb;
use super::hosts::HostArgs;
use super::input::{STANDARD, guarded};
use super::new_game::NewGame;
use super::output::OutArgs;
use super::play::PlayAsked;
use super::player_settings::PlayerSettings;
use super::rate::Rate;
use super::records::RecordsAsked;
use super::replace::Replace;
use super::replay::Replay;
use super::study::StudyVerb;
use super::test_game::TestGame;
use super::why::WhyAsked;
use foolproof_solver::Limits;

/// A level editor that proves that your puzzle has no shortcut, or shows you the shortcut.
#[derive(Debug, Parser)]
#[command(
    name = "foolproof",
    version,
    disable_help_subcommand = true,
    subcommand_precedence_over_arg = true,
    after_help = "Without a verb the editor opens. LEVEL is a pack with one level, PACK#3 (its \
                  third level), PACK#Title, or another program's file; - is standard input, -#3 \
                  its third level.\nExit status: 0 yes, 1 no or a limit was reached first, 2 bad \
                  input or usage. With --json, `holds` is true when the status is 0."
)]
pub struct CommandLine {
    /// The pack to edit
    pub pack: Option<PathBuf>,

    /// A game of your own: its folder. Games beside a pack, or in it, are found without
    #[arg(long = "game", global = true, value_name = "FOLDER")]
    pub(crate) game_folder: Vec<PathBuf>,

    /// Check the sample pack if no window can be opened
    #[arg(long)]
    pub(crate) or_check: bool,

    #[arg(long, hide = true)]
    pub worker: bool,

    #[arg(long, hide = true)]
    pub engine: bool,

    #[arg(long, hide = true)]
    pub(crate) worker_memory: Option<u64>,

    #[arg(long, hide = true)]
    pub(crate) study_worker: bool,

    /// Most seconds for each question of the verb, where it has such a limit.
    #[arg(skip)]
    pub(crate) time_limit: Option<f64>,

    #[command(subcommand)]
    pub verb: Option<Verb>,
}

impl CommandLine {
    /// What the program was called with.
    pub(crate) fn of_this_process() -> Result<Self, clap::Error> {
        let matches = Self::command().try_get_matches_from(std::env::args_os().map(guarded))?;
        let mut arguments = Self::from_arg_matches(&matches)?;
        let verb = matches.subcommand().map(|(_, of_verb)| of_verb);
        let asked = verb.and_then(|of| of.try_get_one::<f64>("time_limit").ok().flatten());
        arguments.time_limit = asked.copied();
        Ok(arguments)
    }
}

impl Verb {
    /// Whether levels go to standard output, where reports go otherwise.
    pub(crate) fn writes_levels_out(&self) -> bool {
        match self {
            Self::Solve { out, .. }
            | Self::Complete { out, .. }
            | Self::Verify { out, .. }
            | Self::Minimise { out, .. } => out.is_standard(),
            Self::Generate(asked) => asked.out.is_standard(),
            Self::Replace(asked) => asked.out.is_standard() && !asked.dry_run,
            Self::PlayerSettings(asked) => asked.out.is_standard(),
            Self::Study(asked) => asked.writes_levels_out(),
            Self::Convert(asked) => asked.output.as_os_str() == STANDARD,
            Self::Course(asked) => asked.out.as_deref() == Some(Path::new(STANDARD)),
            _ => false,
        }
    }

    /// Whether the report is one JSON document.
    pub fn is_json(&self) -> bool {
        match self {
            Self::Solve { common, .. }
            | Self::Complete { common, .. }
            | Self::Verify { common, .. }
            | Self::Minimise { common, .. } => common.json,
            Self::Generate(asked) => asked.common.json,
            Self::Replace(asked) => asked.json,
            Self::PlayerSettings(asked) => asked.json,
            Self::Study(asked) => asked.is_json(),
            Self::Convert(asked) => asked.json,
            Self::Course(asked) => asked.common.json,
            Self::NewGame(asked) => asked.json,
            Self::TestGame(asked) => asked.json,
            Self::Events(asked) => asked.common.json,
            Self::Why(asked) => asked.json,
            Self::Replay(asked) => asked.common.json,
            _ => false,
        }
    }
}

/// What every question has.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Print one JSON document; its `holds` is true when the exit status is 0
    #[arg(long)]
    pub json: bool,

    /// Most seconds for each question
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) time_limit: f64,

    /// Most memory for the solver, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e7 => Ok(seconds),
        _ => Err("write a number of seconds above 0".to_owned()),
    }
}

impl Common {
    pub fn limits(&self) -> Limits {
        let time = Duration::from_secs_f64(self.time_limit);
        Limits { time, memory_mib: self.memory, ..Limits::default() }
    }

    /// The limits of a question beside which no other is asked: a game's own search may take all memory.
    pub(crate) fn limits_alone(&self) -> Limits {
        Limits { search_mib: self.memory, ..self.limits() }
    }

    /// Most bytes for what is kept in this process.
    pub fn bytes(&self) -> usize {
        usize::try_from(self.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Check every level of packs against its policy
    Check(Check),
    /// Show what differs between two levels (exit status 0: nothing does)
    Diff(Diff),
    /// Find levels that are the same, also turned or mirrored (exit status 0: there are none)
    Duplicates(Duplicates),
    /// Find solutions and count them
    Solve {
        level: OsString,
        /// Count up to this many; 0 for all of them, up to a million
        #[arg(short, long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
        number: u32,
        /// Forbid the solution with this number: the concept then rules it out
        #[arg(long, value_name = "NUMBER", requires = "out", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        forbid: Option<u32>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Fill the open cells and change as few painted ones as possible
    Complete {
        level: OsString,
        /// So many completions, each with other marks, those with the fewest changes first; --out
        /// takes the first
        #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
        count: u32,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Prove that every solution has the concept, or show the shortcut
    Verify {
        level: OsString,
        /// Use this concept, such as "used(splitter,2) and not at_most(3)", not the level's own
        #[arg(long)]
        concept: Option<String>,
        /// Allow the shortcut that is found: the concept then accepts it too
        #[arg(long, requires = "out")]
        allow: bool,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Show what makes a level unsolvable or leaves it a shortcut, or which marks are forced (exit
    /// status 1: not known, or nothing stands in the way)
    Explain {
        level: OsString,
        #[command(flatten)]
        common: Common,
    },
    /// Make new levels without shortcuts
    Generate(Generate),
    /// Count the solutions after each single edit; without options, find marks that are not needed
    Effects(Effects),
    /// Solve a level by deduction, round by round, in words (Linjat)
    Deduce(Deduce),
    /// Show which positions can be reached and where each move leads, in games played move by move
    Positions {
        level: OsString,
        /// With --json, list at most this many positions
        #[arg(long, default_value_t = 10_000)]
        most: u32,
        #[command(flatten)]
        common: Common,
    },
    /// Show what happens in a solution, and whether it happens in every one, in games played move by
    /// move
    Events(Events),
    /// Make the moves of a play and say whether they solve the level, in games played move by move and
    /// in PuzzleScript sources
    Replay(Replay),
    /// Show what the rules of a game of your own derive in a level, and from what
    Why(WhyAsked),
    /// Check an argument and find the smallest one (Sudoku); without a conclusion, find the cells
    /// that need the least evidence
    Argue(Argue),
    /// Remove painted marks until every one that is left is needed: what the level asks for stays
    /// true, and a unique solution stays the only one (exit status 1: more marks may go)
    Minimise {
        level: OsString,
        /// The same seed tries marks in the same order
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Remove symmetric pairs of marks together
        #[arg(long, value_enum)]
        symmetry: Option<SymmetryArg>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Find and replace a mark in a level or in all levels of a pack; without --out, only count
    /// (exit status 1: none found, or some cannot be replaced)
    Replace(Replace),
    /// Measure the difficulty of a level, or of every level of a pack
    Rate(Rate),
    /// Show a pack as a course: what each level teaches, which rules of order are kept, and an order
    /// that keeps them (exit status 1: a rule is broken, or not known to be
    /// kept)
    Course(CourseAsked),
    /// Convert between formats, level by level, and name what cannot be read or written
    Convert(Convert),
    /// Draw a level or a pack as SVG, PNG or PDF: pictures, a contact sheet, or a booklet to print
    Render(Render),
    /// Make shortcut-free puzzles of any clingo program with __level_design/1 and __concept/0
    ShortcutFree(ShortcutFree),
    #[command(flatten)]
    Study(StudyVerb),
    /// Print a level's answer set program: `clingo --project 0` on it lists each solution once
    Program { level: OsString },
    /// List the games with their marks, concepts and formats
    Games {
        #[arg(long)]
        json: bool,
    },
    /// Write a game of your own to begin with, which runs as it is
    NewGame(NewGame),
    /// Test a game of your own: its rules, marks and levels (exit status 1: something failed, or a
    /// limit came first)
    TestGame(TestGame),
    /// Play a pack in a window of its own: a game without the editor. Asks once whether a record of the
    /// play may be kept
    Play(PlayAsked),
    /// Show what testers made of a pack: times, moves, where they got stuck, and the shortcuts that they
    /// found (exit status 1: they found some)
    Records(RecordsAsked),
    /// Show or change what a pack says to its players: which levels open when, hints, and what they
    /// read first
    PlayerSettings(PlayerSettings),
    /// Print the JSON schema of a pack, or of the manifest of a game
    Schema {
        /// The file: a pack, or game.toml
        #[arg(value_enum, default_value = "pack")]
        of: SchemaArg,
    },
    #[command(flatten)]
    Handbook(HandbookVerb),
}

#[derive(Debug, Args)]
pub struct Generate {
    /// The game, such as refraction
    pub game: String,
    /// Keep what this level has painted or locked, and fill its open cells
    #[arg(long, value_name = "LEVEL")]
    pub from: Option<OsString>,
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
    #[arg(long, value_enum, default_value_t = SolutionsArg::One)]
    pub solutions: SolutionsArg,
    /// How many levels to make
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many marks of a group, such as blockers=0..4; may be repeated
    #[arg(long, value_name = "GROUP=LEAST..MOST")]
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
    #[arg(long, value_enum)]
    pub symmetry: Option<SymmetryArg>,
    /// Percentage of the cells that hold a mark
    #[arg(long, value_name = "LEAST..MOST")]
    pub density: Option<String>,
    /// How many cells hold a mark, such as 5 or 4..6
    #[arg(long, value_name = "LEAST..MOST")]
    pub pieces: Option<String>,
    /// What levels of games of moves are to be best at: many moves, few dead ends, or few shortest
    /// solutions
    #[arg(long, value_enum)]
    pub aim: Option<AimArg>,
    /// How many moves a shortest solution takes, in games of moves, such as 10..20
    #[arg(long, value_name = "LEAST..MOST")]
    pub moves: Option<String>,
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

#[derive(Debug, Args)]
pub struct Argue {
    pub level: OsString,
    /// The cell to prove, such as R3C5
    #[arg(long, value_name = "CELL")]
    pub conclusion: Option<String>,
    /// Filled cells that are to prove it, such as R1C1,R2C2; may be repeated
    #[arg(long, value_name = "CELLS")]
    pub evidence: Vec<String>,
    /// A cell that is filled besides the clues, such as R3C5=7; may be repeated
    #[arg(long, value_name = "CELL=MARK")]
    pub filled: Vec<String>,
    /// Prove the whole puzzle, step by step
    #[arg(long, conflicts_with_all = ["conclusion", "evidence", "filled"])]
    pub path: bool,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct Effects {
    pub level: OsString,
    /// Try this mark on every site that takes it, such as "square(black)"
    #[arg(long, conflicts_with = "site")]
    pub mark: Option<String>,
    /// Try every mark on this site, such as R3C2
    #[arg(long)]
    pub site: Option<String>,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct Deduce {
    pub level: OsString,
    /// Instead of the rounds, show what one more mark on each open cell would do
    #[arg(long)]
    pub trials: bool,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SymmetryArg {
    LeftRight,
    TopBottom,
    HalfTurn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AimArg {
    Long,
    FewDeadEnds,
    Narrow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolutionsArg {
    One,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaArg {
    Pack,
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeArg {
    Light,
    Dark,
    Greys,
}

#[derive(Debug, Args)]
pub struct Convert {
    /// A pack or another program's file, PACK#3 for its third level; - is standard input
    pub input: OsString,
    /// The file to write; - is standard output. A format that holds one level in each file gets one
    /// file for each level, with its number in the name
    pub output: PathBuf,
    /// Format of the input; recognised if not given
    #[arg(long)]
    pub from: Option<String>,
    /// Format of the output; if not given, the file's ending says it
    #[arg(long)]
    pub to: Option<String>,
    /// Set a number that the game asks of every level, such as reading=windmill; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Put the games of your own that the levels need into the pack, so that it can be sent
    #[arg(long)]
    pub with_game: bool,
    /// Write nothing: say what would be written, and what the format lacks
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Render {
    /// A level, or a pack
    pub level: OsString,
    /// A file that ends in .svg, .png or .pdf: the level, or a contact sheet of the pack
    #[arg(conflicts_with_all = ["booklet", "each"])]
    pub out: Option<PathBuf>,
    /// A booklet to print: title page, rules, puzzles, and their solutions at the back
    #[arg(long, value_name = "FILE.pdf", conflicts_with = "each")]
    pub booklet: Option<PathBuf>,
    /// Draw each level into a file in this folder
    #[arg(long, value_name = "FOLDER")]
    pub each: Option<PathBuf>,
    /// Kind of the files that --each draws: png, svg or pdf
    #[arg(long = "as", value_name = "KIND", default_value = "png")]
    pub kind: String,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
    /// Draw the intended solution too
    #[arg(long)]
    pub solution: bool,
    /// Draw this over each level: coordinates, intended, solution, shortcut, holds (locks and open
    /// cells), cell-notes, forced, possible; separate several with commas
    #[arg(long, value_name = "WHAT")]
    pub overlay: Vec<String>,
    /// Colours: light, dark, or greys that differ in grey level, dashes and hatching
    #[arg(long, value_enum, default_value = "light")]
    pub theme: ThemeArg,
    /// The same as --theme dark
    #[arg(long, conflicts_with = "theme")]
    pub dark: bool,
    /// Scale of a PNG: 1 makes a cell 48 pixels wide
    #[arg(long, default_value_t = 2.0)]
    pub scale: f32,
    /// Columns of a contact sheet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub columns: Option<u16>,
    /// Paper of a booklet: a4 or letter
    #[arg(long, default_value = "a4")]
    pub paper: String,
    /// Puzzles on each page of a booklet
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=12))]
    pub puzzles: u16,
    /// Leave the solutions out of the booklet
    #[arg(long)]
    pub(crate) no_solutions: bool,
    /// Leave the rules of the games out of the booklet
    #[arg(long)]
    pub(crate) no_rules: bool,
    /// Most seconds to solve each level
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    pub(crate) time_limit: f64,
}

#[derive(Debug, Args)]
pub struct ShortcutFree {
    /// Files of one program; - is standard input
    #[arg(required = true)]
    pub programs: Vec<PathBuf>,
    /// A value for a constant of the program; may be repeated
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// How many puzzles; 0 for all of them
    #[arg(short, long, default_value_t = 1)]
    pub number: u32,
    /// Any two of the puzzles differ in at least this many tagged terms
    #[arg(long, default_value_t = 1)]
    pub distance: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many of a thousand decisions of the search are random
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub random: u32,
    /// Judge one puzzle instead: a file of facts, each one a term that the program tags
    #[arg(long, value_name = "FACTS")]
    pub verify: Option<PathBuf>,
    /// Print the paper's saturated program instead, for a solver of your own
    #[arg(long, conflicts_with_all = ["verify", "number", "distance"])]
    pub translate: bool,
    /// Show up to N different solutions of the puzzle given with --verify
    #[arg(long, value_name = "N", requires = "verify")]
    pub alternatives: Option<usize>,
    #[command(flatten)]
    pub common: Common,
}

impl From<SolutionsArg> for foolproof_solver::WantedSolutions {
    fn from(arg: SolutionsArg) -> Self {
        match arg {
            SolutionsArg::One => Self::One,
            SolutionsArg::Any => Self::Any,
        }
    }
}

impl From<SymmetryArg> for foolproof_solver::Symmetry {
    fn from(symmetry: SymmetryArg) -> Self {
        match symmetry {
            SymmetryArg::LeftRight => Self::LeftRight,
            SymmetryArg::TopBottom => Self::TopBottom,
            SymmetryArg::HalfTurn => Self::HalfTurn,
        }
    }
}
