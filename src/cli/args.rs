//! The arguments of every verb, in clap's words.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::check::Check;
use super::diff::{Diff, Duplicates};
use super::input::{STANDARD, guarded};
use super::output::OutArgs;
use super::study::StudyVerb;
use crate::solver::Limits;

/// A level editor that proves that your puzzle has no shortcut, or shows you the shortcut.
#[derive(Debug, Parser)]
#[command(
    version,
    disable_help_subcommand = true,
    subcommand_precedence_over_arg = true,
    after_help = "Without a verb the editor opens. LEVEL is a pack with one level, PACK#3 (the third), \
                  PACK#Title, or another program's file; - is standard input, -#3 its third level.\n\
                  Exit status: 0 it holds, 1 it does not hold or a limit came first, 2 bad input or usage. \
                  With --json, `holds` is true where the status is 0."
)]
pub struct CommandLine {
    /// The pack to edit
    pub pack: Option<PathBuf>,

    /// Check the sample pack where no window can be opened
    #[arg(long)]
    pub or_check: bool,

    #[arg(long, hide = true)]
    pub worker: bool,

    #[arg(long, hide = true)]
    pub engine: bool,

    #[arg(long, hide = true)]
    pub worker_memory: Option<u64>,

    #[arg(long, hide = true)]
    pub study_worker: bool,

    #[command(subcommand)]
    pub verb: Option<Verb>,
}

impl CommandLine {
    /// What the program was called with.
    pub fn of_this_process() -> Result<Self, clap::Error> {
        Self::try_parse_from(std::env::args_os().map(guarded))
    }
}

impl Verb {
    /// Whether levels go to standard output, where reports go otherwise.
    pub fn writes_levels_out(&self) -> bool {
        match self {
            Self::Solve { out, .. }
            | Self::Complete { out, .. }
            | Self::Verify { out, .. }
            | Self::Minimise { out, .. } => out.is_standard(),
            Self::Generate(asked) => asked.out.is_standard(),
            Self::Study(asked) => asked.writes_levels_out(),
            Self::Convert(asked) => asked.output.as_os_str() == STANDARD,
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
            Self::Study(asked) => asked.is_json(),
            Self::Convert(asked) => asked.json,
            _ => false,
        }
    }
}

/// What every question has.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Print one JSON document; `holds` in it is true where the exit status is 0
    #[arg(long)]
    pub json: bool,

    /// Seconds that each question may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub time_limit: f64,

    /// Memory of the solver in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
}

pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e7 => Ok(seconds),
        _ => Err("a number of seconds above 0 is wanted".to_owned()),
    }
}

impl Common {
    pub fn limits(&self) -> Limits {
        Limits { time: Duration::from_secs_f64(self.time_limit), memory_mib: self.memory }
    }
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Check every level of packs against its policy
    Check(Check),
    /// Say what differs between two levels: it holds where nothing does
    Diff(Diff),
    /// Find levels that are the same, also turned or mirrored: it holds where there are none
    Duplicates(Duplicates),
    /// Find solutions and count them
    Solve {
        level: OsString,
        /// Count up to this many; 0 for all of them, up to a million
        #[arg(short, long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
        number: u32,
        /// Forbid the solution with this number: the concept then asks for another one
        #[arg(long, value_name = "NUMBER", requires = "out", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        forbid: Option<u32>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Fill the open sites, changing as few painted ones as possible
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
    /// Prove that every solution practises the concept, or show the shortcut
    Verify {
        level: OsString,
        /// Another concept than the level's own, such as "used(splitter,2) and not at_most(3)"
        #[arg(long)]
        concept: Option<String>,
        /// Allow the shortcut that is found: the concept then takes it as well
        #[arg(long, requires = "out")]
        allow: bool,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Say what keeps a level from being solved or shortcut-free, or which marks are forced: it holds
    /// where either is known, and not where nothing is to blame
    Explain {
        level: OsString,
        #[command(flatten)]
        common: Common,
    },
    /// Make new shortcut-free levels
    Generate(Generate),
    /// How many solutions there would be after edits of one site; without options, which marks
    /// are not needed
    Effects(Effects),
    /// Solve a level by rules of deduction, round by round, in words (Linjat)
    Deduce(Deduce),
    /// Which positions moves lead to, and what comes of each move (Penguin Push)
    Positions {
        level: OsString,
        /// List at most so many positions, with --json
        #[arg(long, default_value_t = 10_000)]
        most: u32,
        #[command(flatten)]
        common: Common,
    },
    /// Say what evidence is worth and the least that would do (Sudoku); without a conclusion, which
    /// cells need the least
    Argue(Argue),
    /// Take off painted marks until none can go: what is asked of the level stays true, and where it
    /// has one solution, that one stays its only one. It holds where no mark is left that could go
    Minimise {
        level: OsString,
        /// In which order marks are tried
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Take off both of a symmetric pair, or none
        #[arg(long, value_enum)]
        symmetry: Option<SymmetryArg>,
        #[command(flatten)]
        out: OutArgs,
        #[command(flatten)]
        common: Common,
    },
    /// Measure the difficulty
    Rate {
        level: OsString,
        #[command(flatten)]
        common: Common,
    },
    /// Convert between formats, level by level: what cannot be read or written is named
    Convert(Convert),
    /// Draw a level or a pack as SVG, PNG or PDF: pictures, a contact sheet, or a booklet to print
    Render(Render),
    /// Shortcut-free puzzles of any clingo program with __level_design/1 and __concept/0
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
    /// Print the JSON schema of a pack
    Schema,
}

#[derive(Debug, Args)]
pub struct Generate {
    /// The game, such as refraction
    pub game: String,
    /// A level whose painted and locked sites are kept and whose open sites are filled
    #[arg(long, value_name = "LEVEL")]
    pub from: Option<OsString>,
    /// Columns x rows of a new board
    #[arg(long, value_name = "CxR")]
    pub size: Option<String>,
    /// Slots of the tray
    #[arg(long)]
    pub tray: Option<u16>,
    /// What every solution has to practise; without it levels have one solution, in all games but
    /// Refraction
    #[arg(long)]
    pub concept: Option<String>,
    /// How many levels
    #[arg(short = 'n', long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub count: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Bounds of a group of marks, such as blockers=0..4; may be repeated
    #[arg(long, value_name = "GROUP=LEAST..MOST")]
    pub limit: Vec<String>,
    /// Marks in which any two of the levels differ at least, those that one has and the other lacks;
    /// a fourth of the open sites, up to 8, if it is not given
    #[arg(long)]
    pub distance: Option<u32>,
    /// When there are no more levels so far apart, go on with closer ones: the most varied first
    #[arg(long)]
    pub closer: bool,
    /// Leave out every mark that is not needed, as minimise does
    #[arg(long)]
    pub minimal: bool,
    /// Marks that look the same from all sides, such as blockers and squares, stand symmetrically
    #[arg(long, value_enum)]
    pub symmetry: Option<SymmetryArg>,
    /// Share of the cells that hold a mark, in percent
    #[arg(long, value_name = "LEAST..MOST")]
    pub density: Option<String>,
    /// Number of cells that hold a mark, such as 5 or 4..6
    #[arg(long, value_name = "LEAST..MOST")]
    pub pieces: Option<String>,
    #[command(flatten)]
    pub out: OutArgs,
    /// Print the tagged program instead, for `shortcut-free` or for changes of your own
    #[arg(long)]
    pub program: bool,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct Argue {
    pub level: OsString,
    /// The cell to prove, such as R3C5
    #[arg(long, value_name = "CELL")]
    pub conclusion: Option<String>,
    /// Filled cells from which it is to follow, such as R1C1,R2C2; may be repeated
    #[arg(long, value_name = "CELLS")]
    pub evidence: Vec<String>,
    /// What is filled in beside the clues, such as R3C5=7; may be repeated
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
    /// Paint this mark on every site that takes it, such as "square(black)"
    #[arg(long, conflicts_with = "site")]
    pub mark: Option<String>,
    /// Paint every mark on this site, such as "cell(1,2)"
    #[arg(long)]
    pub site: Option<String>,
    #[command(flatten)]
    pub common: Common,
}

#[derive(Debug, Args)]
pub struct Deduce {
    pub level: OsString,
    /// What one more mark on each open cell would do, rather than the rounds
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

#[derive(Debug, Args)]
pub struct Convert {
    /// A pack or another program's file, PACK#3 for its third level; - is standard input
    pub input: OsString,
    /// The file to write; - is standard output. Formats that hold one level a file get a file each,
    /// with the level's number in its name. Marks go along, and what else the format has
    pub output: PathBuf,
    /// Format of the input; recognised where it is not named
    #[arg(long)]
    pub from: Option<String>,
    /// Format of the output; that of the file's ending where it is not named
    #[arg(long)]
    pub to: Option<String>,
    /// Write nothing: say what would be written, and what the format lacks
    #[arg(long)]
    pub dry_run: bool,
    /// Overwrite files that are there
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
    /// A picture a level, in this folder
    #[arg(long, value_name = "FOLDER")]
    pub each: Option<PathBuf>,
    /// What --each writes: png, svg or pdf
    #[arg(long = "as", value_name = "KIND", default_value = "png")]
    pub kind: String,
    /// Overwrite files that are there
    #[arg(long)]
    pub force: bool,
    /// Draw the intended solution too
    #[arg(long)]
    pub solution: bool,
    /// Draw more over each level: coordinates, intended, solution, shortcut, forced; several with
    /// commas
    #[arg(long, value_name = "WHAT")]
    pub overlay: Vec<String>,
    /// On dark ground
    #[arg(long)]
    pub dark: bool,
    /// Of a PNG: 1 makes a cell 48 pixels wide
    #[arg(long, default_value_t = 2.0)]
    pub scale: f32,
    /// Of a contact sheet
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub columns: Option<u16>,
    /// Of a booklet: a4 or letter
    #[arg(long, default_value = "a4")]
    pub paper: String,
    /// Puzzles on a page of a booklet
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=12))]
    pub puzzles: u16,
    /// Leave the solutions out of the booklet
    #[arg(long)]
    pub no_solutions: bool,
    /// Leave the rules of the games out of the booklet
    #[arg(long)]
    pub no_rules: bool,
    /// Seconds that each level may take to be solved
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    pub time_limit: f64,
}

#[derive(Debug, Args)]
pub struct ShortcutFree {
    /// Files of one program; - is standard input
    #[arg(required = true)]
    pub programs: Vec<PathBuf>,
    /// Value of a constant of the program; may be repeated
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// How many puzzles; 0 for all of them
    #[arg(short, long, default_value_t = 1)]
    pub number: u32,
    /// Tagged terms in which any two of the puzzles differ at least
    #[arg(long, default_value_t = 1)]
    pub distance: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Random decisions of the search, in a thousand
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub random: u32,
    /// Judge one puzzle instead: a file of facts, each what the program tags
    #[arg(long, value_name = "FACTS")]
    pub verify: Option<PathBuf>,
    /// Give up to N different solutions of the puzzle of --verify
    #[arg(long, value_name = "N", requires = "verify")]
    pub alternatives: Option<usize>,
    #[command(flatten)]
    pub common: Common,
}

impl From<SymmetryArg> for crate::solver::Symmetry {
    fn from(symmetry: SymmetryArg) -> Self {
        match symmetry {
            SymmetryArg::LeftRight => Self::LeftRight,
            SymmetryArg::TopBottom => Self::TopBottom,
            SymmetryArg::HalfTurn => Self::HalfTurn,
        }
    }
}
