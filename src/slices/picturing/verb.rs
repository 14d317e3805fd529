//! `render`: draws a level as a picture; a pack as a contact sheet, as one picture per level, or as a
//! booklet to print.
//!
//! Everything drawn over the marks of a level comes from an engine.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;

use crate::solving::explained::PICTURED;
use foolproof_cli::args::{new_folder, one_of, seconds};
use foolproof_cli::input::{
    Contents, LevelRef, Usage, choose, game_of, parsed, read_contents, tell_of_rules,
};
use foolproof_cli::output::Output;
use foolproof_cli::progress::{end_line, tell_now};
use foolproof_cli::questions::Asker;
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::{Games, counted, listed};
use foolproof_level::damaged::UnreadLevel;
use foolproof_level::{Level, Pack};
use foolproof_picture::{self as picture, ExportError, Page, Paint, Picture, PictureLook, Style};
use foolproof_printing::{
    AlsoAsked, Booklet, BookletLevel, BookletStyle, ContactStyle, KnownOfLevel, PictureLayer,
    contact_sheet, file_name, level_picture,
};
use foolproof_shipping::{Exporter, picture_exporters};
use foolproof_solver::Limits;

fn theme() -> impl TypedValueParser<Value = Style> {
    one_of([("light", Style::Light), ("dark", Style::Dark), ("greys", Style::Greys)])
}

/// Draw a level or a pack as SVG, PNG or PDF: pictures, a contact sheet, or a booklet to print
#[derive(Debug, Args)]
pub(super) struct Render {
    /// A level, or a pack
    pub level: OsString,
    /// A file that ends in .svg, .png or .pdf: the level, or a contact sheet of the pack
    #[arg(conflicts_with_all = ["booklet", "each"])]
    pub out: Option<PathBuf>,
    /// A booklet to print: title page, rules, puzzles, and their solutions at the back
    #[arg(long, value_name = "FILE.pdf", conflicts_with = "each")]
    pub booklet: Option<PathBuf>,
    /// Draw each level into a file in this folder
    #[arg(long, value_name = "FOLDER", value_parser = new_folder())]
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
    #[arg(long, value_parser = theme(), default_value = "light")]
    pub theme: Style,
    /// The same as --theme dark
    #[arg(long, conflicts_with = "theme")]
    pub dark: bool,
    /// Draw boards with the look that the pack has where it is played
    #[arg(long)]
    pub look: bool,
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
    /// Tell at the end of the booklet, step by step, how each puzzle is solved
    #[arg(long)]
    pub(crate) steps: bool,
    /// Most seconds to solve each level
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    pub(crate) time_limit: f64,
}

/// Returns the format of pictures with an identifier or a file ending.
fn format_of(ending: &str) -> Option<Arc<dyn Exporter>> {
    picture_exporters().into_iter().find(|format| format.has_ending(ending))
}

fn format_of_path(path: &Path) -> Result<Arc<dyn Exporter>, Usage> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let why = || format!("{}: the name must end in {}", path.display(), endings(".", "or"));
    format_of(ending).ok_or_else(|| Usage(why()))
}

/// Lists the endings of pictures in words: "png, svg or pdf".
fn endings(dot: &str, or: &str) -> String {
    let formats = picture_exporters();
    let endings: Vec<String> = formats.iter().map(|one| format!("{dot}{}", one.ending())).collect();
    listed(&endings, or)
}

fn failed(error: ExportError) -> Usage {
    Usage(error.to_string())
}

impl Verb for Render {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let wanted = LevelRef::parse(&self.level);
        let contents = read_contents(games, &wanted.file, None)?;
        if !(self.scale > 0.0 && self.scale <= 100.0) {
            return Err(Usage("--scale is a number above 0 and at most 100".to_owned()));
        }
        let (damaged, drawn) = match (&self.booklet, &self.each, &self.out) {
            (Some(out), ..) => {
                let (damaged, levels) = chosen(games, &contents, &wanted)?;
                let undrawn = undrawn(&levels);
                let text = booklet(games, self, &contents, levels, out)?;
                (joined(damaged, undrawn), text)
            }
            (None, Some(folder), _) => {
                let (damaged, levels) = chosen(games, &contents, &wanted)?;
                let undrawn = undrawn(&levels);
                let text = each(games, self, &contents, levels, folder)?;
                (joined(damaged, undrawn), text)
            }
            (None, None, Some(out)) => one_or_sheet(games, self, &contents, &wanted, out)?,
            (None, None, None) => {
                let why = "name a file to draw, or use --booklet FILE or --each FOLDER";
                return Err(Usage(why.to_owned()));
            }
        };
        for (number, why) in &damaged {
            complain(&format!("level {number}: {why}"));
        }
        let outcome = if damaged.is_empty() { Outcome::Holds } else { Outcome::DoesNotHold };
        Ok(Report::new(outcome, drawn))
    }
}

/// Numbers of levels that cannot be drawn, with the reasons.
type Damaged = Vec<(usize, String)>;

/// A level with its number in its file.
type Numbered = (usize, BookletLevel);

/// Returns the levels whose pictures lack what their rules would draw, with the reasons.
fn undrawn(levels: &[Numbered]) -> Damaged {
    let why =
        |(number, of): &Numbered| Some((*number, of.game.ground_rules()?.undrawn(&of.level)?));
    levels.iter().filter_map(why).collect()
}

/// Merges two lists, sorted by the numbers of the levels.
fn joined(mut damaged: Damaged, further: Damaged) -> Damaged {
    damaged.extend(further);
    damaged.sort();
    damaged
}

/// Returns the requested levels, apart from those that cannot be read or have no game.
fn chosen(
    games: &Games,
    contents: &Contents,
    wanted: &LevelRef,
) -> Result<(Damaged, Vec<Numbered>), Usage> {
    let of = |level: Arc<Level>| -> Result<BookletLevel, Usage> {
        let game = game_of(games, &level)?;
        Ok(BookletLevel { game, level, known: KnownOfLevel::default() })
    };
    if wanted.level.is_some() {
        let (at, level) = choose(contents, wanted)?;
        return Ok((Vec::new(), vec![(at + 1, of(level)?)]));
    }
    if let Some(why) = contents.hopeless() {
        return Err(Usage::of_file(&wanted.file, why));
    }
    let (mut damaged, mut levels) = (Damaged::new(), Vec::new());
    for (at, level) in contents.levels.iter().enumerate() {
        let read = level.clone().map_err(|UnreadLevel(why)| Usage(why)).and_then(of);
        match read {
            Ok(level) => levels.push((at + 1, level)),
            Err(Usage(why)) => damaged.push((at + 1, why)),
        }
    }
    match (levels.is_empty(), damaged.first()) {
        (true, Some((_, why))) => Err(Usage::of_file(&wanted.file, why)),
        (true, None) => Err(Usage::of_file(&wanted.file, "there is no level to draw")),
        _ => Ok((damaged, levels)),
    }
}

fn layers(asked: &Render) -> Result<BTreeSet<PictureLayer>, Usage> {
    let words = asked.overlay.iter().flat_map(|list| list.split(','));
    let words = words.filter(|word| !word.trim().is_empty());
    let mut layers = BTreeSet::new();
    for word in words {
        layers.insert(parsed("--overlay", word)?);
    }
    if asked.solution {
        layers.insert(PictureLayer::Intended);
    }
    Ok(layers)
}

/// Asks the engine for the overlays of the levels, and prints its progress.
fn solve(
    games: &Games,
    asked: &Render,
    layers: &BTreeSet<PictureLayer>,
    also: Option<AlsoAsked>,
    levels: &mut [Numbered],
) -> Result<(), Usage> {
    let limits = Limits { time: Duration::from_secs_f64(asked.time_limit), ..Limits::default() };
    let mut asker: Option<Asker> = None;
    let count = levels.len();
    for (at, (_, of)) in levels.iter_mut().enumerate() {
        let also = also.filter(|also| also.asks(&*of.game));
        if also.is_none() && !foolproof_printing::asks(layers, &*of.game, &of.level) {
            of.known = KnownOfLevel::of(&*of.game, &of.level);
            continue;
        }
        let asker = match &mut asker {
            Some(asker) => asker,
            none => none.insert(Asker::new(games)?),
        };
        if count > 1 {
            tell_now(&format!("{at} of {count} solved"));
        }
        of.known = asker.for_a_picture(layers, &*of.game, &of.level, &limits);
        if let Some(also) = also {
            asker.also(also, of, &limits);
        }
        if asker.stop().is_set() {
            return Err(Usage("stopped; nothing was written".to_owned()));
        }
    }
    if count > 1 && asker.is_some() {
        tell_now(&format!("{count} of {count} solved"));
        end_line();
    }
    Ok(())
}

fn style_of(asked: &Render) -> Style {
    if asked.dark { Style::Dark } else { asked.theme }
}

/// Returns the look of the boards, if one is requested.
fn look(asked: &Render, contents: &Contents) -> Result<Option<PictureLook>, Usage> {
    if !asked.look {
        return Ok(None);
    }
    let look = PictureLook::new(&contents.pack_of(Vec::new()).play.look);
    look.map(Some).ok_or_else(|| Usage("--look: the pack has no look of its own".to_owned()))
}

/// Draws one level as a single picture, several as a contact sheet.
fn one_or_sheet(
    games: &Games,
    asked: &Render,
    contents: &Contents,
    wanted: &LevelRef,
    out: &Path,
) -> Result<(Damaged, String), Usage> {
    let layers = layers(asked)?;
    let kind = format_of_path(out);
    if contents.levels.len() == 1 || wanted.level.is_some() {
        let (_, level) = choose(contents, wanted)?;
        let game = game_of(games, &level)?;
        if asked.solution && level.intended.is_none() {
            return Err(Usage("the level has no intended solution to draw".to_owned()));
        }
        let kind = kind?;
        let output = Output::to(out, asked.force)?;
        let of = BookletLevel { game, level, known: KnownOfLevel::default() };
        let mut levels = [(1, of)];
        let look = look(asked, contents)?;
        warn_of_rules(&layers, &wanted.file, &levels);
        solve(games, asked, &layers, None, &mut levels)?;
        let [(_, of)] = &levels;
        tell_missing(&layers, &levels);
        let paint = Paint::new(style_of(asked), look.as_ref());
        let svg = picture::picture_svg(&drawn(of, &layers), paint);
        output.write(&kind.picture(&svg, asked.scale).map_err(failed)?)?;
        return Ok((undrawn(&levels), String::new()));
    }
    let (damaged, mut levels) = chosen(games, contents, wanted)?;
    let kind = kind?;
    let output = Output::to(out, asked.force)?;
    let look = look(asked, contents)?;
    warn_of_rules(&layers, &wanted.file, &levels);
    solve(games, asked, &layers, None, &mut levels)?;
    tell_missing(&layers, &levels);
    let title = contents.pack_of(Vec::new()).title;
    let pictures: Vec<(String, Picture)> = levels
        .iter()
        .map(|(number, of)| (caption(*number, &of.level), drawn(of, &layers)))
        .collect();
    let page = contact_sheet(&pictures, &ContactStyle { title, columns: asked.columns });
    let svg = picture::page_svg(&page, Paint::new(style_of(asked), look.as_ref()));
    output.write(&kind.picture(&svg, asked.scale).map_err(failed)?)?;
    let damaged = joined(damaged, undrawn(&levels));
    Ok((damaged, format!("{} levels on one sheet: {}\n", levels.len(), out.display())))
}

fn drawn(of: &BookletLevel, layers: &BTreeSet<PictureLayer>) -> Picture {
    level_picture(&*of.game, &of.level, layers, &of.known)
}

fn caption(number: usize, level: &Level) -> String {
    match level.title.as_str() {
        "" => number.to_string(),
        title => format!("{number}  {title}"),
    }
}

/// Warns about a level's own rules, which run only if its shortcuts are requested.
fn warn_of_rules(layers: &BTreeSet<PictureLayer>, file: &Path, levels: &[Numbered]) {
    if layers.contains(&PictureLayer::Shortcut) {
        tell_of_rules(file, levels.iter().map(|(_, of)| of.level.as_ref()));
    }
}

/// Names the levels that lack a requested overlay.
fn tell_missing(layers: &BTreeSet<PictureLayer>, levels: &[Numbered]) {
    for (number, of) in levels {
        for why in of.known.lacks(layers, &of.level) {
            let title = if of.level.title.is_empty() {
                String::new()
            } else {
                format!(" ({})", of.level.title)
            };
            complain(&format!("level {number}{title}: {why}"));
        }
    }
}

/// Draws one picture per level into a folder.
fn each(
    games: &Games,
    asked: &Render,
    contents: &Contents,
    mut levels: Vec<Numbered>,
    folder: &Path,
) -> Result<String, Usage> {
    let layers = layers(asked)?;
    let kind = format_of(&asked.kind).ok_or_else(|| {
        let kinds = endings("", "and");
        Usage(format!("--as: `{}` is not a kind of picture; kinds are {kinds}", asked.kind))
    })?;
    if !folder.is_dir() {
        std::fs::create_dir(folder).map_err(|why| Usage::of_file(folder, why))?;
    }
    let last = levels.iter().map(|(number, _)| *number).max().unwrap_or(0);
    let digits = last.to_string().len();
    let ending = asked.kind.to_ascii_lowercase();
    let place = |(number, of): &Numbered| -> PathBuf {
        folder.join(format!("{}.{ending}", file_name(*number, digits, &of.level.title)))
    };
    // All outputs are checked before the first one is written.
    let outputs = levels
        .iter()
        .map(|level| Output::to(&place(level), asked.force))
        .collect::<Result<Vec<_>, Usage>>()?;
    let look = look(asked, contents)?;
    warn_of_rules(&layers, Path::new(&asked.level), &levels);
    solve(games, asked, &layers, None, &mut levels)?;
    tell_missing(&layers, &levels);
    let paint = Paint::new(style_of(asked), look.as_ref());
    for (output, (_, of)) in outputs.iter().zip(&levels) {
        let svg = picture::picture_svg(&drawn(of, &layers), paint);
        output.write(&kind.picture(&svg, asked.scale).map_err(failed)?)?;
    }
    let pictures = counted(levels.len(), "picture", "pictures");
    Ok(format!("{pictures} in {}\n", folder.display()))
}

/// Draws a booklet to print.
fn booklet(
    games: &Games,
    asked: &Render,
    contents: &Contents,
    mut levels: Vec<Numbered>,
    out: &Path,
) -> Result<String, Usage> {
    if !format_of_path(out).is_ok_and(|format| format.id() == "pdf") {
        let why = format!("{}: a booklet is a PDF; the name must end in .pdf", out.display());
        return Err(Usage(why));
    }
    let output = Output::to(out, asked.force)?;
    let style = BookletStyle {
        paper: parsed("--paper", &asked.paper)?,
        puzzles_a_page: asked.puzzles,
        solutions: !asked.no_solutions,
        rules: !asked.no_rules,
        coordinates: layers(asked)?.contains(&PictureLayer::Coordinates),
        steps: asked.steps,
        look: asked.look,
    };
    let look = look(asked, contents)?;
    let also = style.steps.then_some(PICTURED);
    solve(games, asked, &style.layers(), also, &mut levels)?;
    tell_missing(&style.layers(), &levels);
    let pack: Pack = contents.pack_of(Vec::new());
    let levels: Vec<BookletLevel> = levels.into_iter().map(|(_, of)| of).collect();
    // Paper is white.
    let ink = if style_of(asked) == Style::Greys { Style::Greys } else { Style::Light };
    let booklet = Booklet { pack: &pack, levels: &levels, style: &style };
    let paint = Paint::new(ink, look.as_ref());
    let pages: Vec<Page> = booklet.pages();
    let pages: Vec<String> = pages.iter().map(|page| picture::page_svg(page, paint)).collect();
    output.write(&picture::pages_pdf(&pages, &pack, &mut |_| true).map_err(failed)?)?;
    let puzzles = counted(levels.len(), "puzzle", "puzzles");
    Ok(format!("{puzzles} on {} pages: {}\n", pages.len(), out.display()))
}
