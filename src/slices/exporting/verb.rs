//! `convert`: converts levels from one format to another, one by one: if one cannot be read or written, it
//! says why and continues with the rest.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};

use crate::solving::explained;
use foolproof_cli::Report;
use foolproof_cli::args::turn;
use foolproof_cli::input::{Contents, LevelRef, STANDARD, Usage, choose, no_format, read_contents};
use foolproof_cli::output::{Output, is_same_place, no_level_of_input, numbered};
use foolproof_cli::progress::{clear_line, tell_now};
use foolproof_cli::questions::{Asker, about, holds};
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_game::{Games, Turn, turned_level};
use foolproof_games::{Exported, Loss, lacks, maps};
use foolproof_level::damaged::UnreadLevel;
use foolproof_level::{Level, Pack, bounds, file};
use foolproof_shipping::{ExportScope, ExportSource, Exporter, PACK, PAGE, PageSteps, exporters};
use foolproof_solver::Limits;

/// Time limit of the search for a level's solving steps.
const STEPS_TIME: Duration = Duration::from_secs(20);

/// Convert between formats, level by level, and name what cannot be read or written
#[derive(Debug, Args)]
pub(super) struct Convert {
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
    /// Mirror every level or turn it by a quarter, as the same puzzle; may be repeated
    #[arg(long = "turn", value_name = "TURN", value_parser = turn())]
    pub turns: Vec<Turn>,
    /// Put the games of your own that the levels need into the pack, so that it can be sent
    #[arg(long)]
    pub with_game: bool,
    /// Write nothing: say what would be written, and what the format lacks
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Overwrite existing files
    #[arg(long)]
    pub force: bool,
}

/// A requested level, and its result.
struct Item {
    /// From 1.
    number: usize,
    level: Result<Arc<Level>, UnreadLevel>,
    /// The file that holds it.
    file: Option<PathBuf>,
    /// Reason why no file holds it.
    why: Option<String>,
    /// Difference in how the other program reads it.
    otherwise: Option<String>,
}

impl Convert {
    /// Writes the table of a map's tiles, to be filled in.
    fn table(&self, map: &Path) -> Result<Report, Usage> {
        if !maps::is_map(map) {
            let why = "only maps of Tiled and LDtk have a table of tiles";
            return Err(Usage::of_file(map, why));
        }
        let text = maps::table_of(map).map_err(|why| Usage::of_file(map, why))?;
        if !self.dry_run {
            Output::to(&self.output, self.force)?.write(text.as_bytes())?;
        }
        Ok(Report::done(""))
    }
}

impl Verb for Convert {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        no_level_of_input(&self.output)?;
        let wanted = LevelRef::parse(&self.input);
        if maps::is_table(&self.output) {
            return self.table(&wanted.file);
        }
        let contents = read_contents(games, &wanted.file, self.from.as_deref())?;
        let mut items = items(&contents, &wanted)?;
        for assignment in &self.set {
            set(games, assignment, &mut items)?;
        }
        for by in &self.turns {
            turn_all(games, *by, &mut items)?;
        }
        if self.output.as_os_str() != STANDARD && is_same_place(&self.output, &wanted.file) {
            let why = "this is the input file; name another one";
            return Err(Usage::of_file(&self.output, why));
        }
        let target = target(games, self, &items)?;
        if self.with_game && target.id() != PACK {
            return Err(Usage("--with-game: only a pack carries its games".to_owned()));
        }
        let WrittenFiles { files, beside, lost } =
            written(games, &*target, self, &contents, &mut items)?;
        if self.dry_run {
            for place in files.iter().flat_map(|(of, _)| of) {
                if let Some(item) = items.get_mut(*place) {
                    item.file = Some(self.output.clone());
                }
            }
        } else {
            save(self, files, &mut items)?;
            save_beside(self, &beside)?;
        }
        for item in &items {
            for why in item.why.iter().chain(&item.otherwise) {
                let title = item.level.as_ref().map_or("", |level| level.title.as_str());
                let title = if title.is_empty() { String::new() } else { format!(" ({title})") };
                complain(&format!("level {}{title}: {why}", item.number));
            }
        }
        let outcome = holds(items.iter().all(|item| item.file.is_some()));
        let text = summary(self, &items) + &told(target.id(), &items, &lost);
        Ok(Report::new(outcome, text).fields(fields(target.id(), &items, &lost)))
    }

    fn writes_levels_out(&self) -> bool {
        self.output.as_os_str() == STANDARD
    }
}

/// Returns the requested levels. Fails if no level is readable.
fn items(contents: &Contents, wanted: &LevelRef) -> Result<Vec<Item>, Usage> {
    let item = |(at, level): (usize, Result<Arc<Level>, UnreadLevel>)| {
        let why = level.as_ref().err().map(ToString::to_string);
        Item { number: at + 1, level, file: None, why, otherwise: None }
    };
    if wanted.level.is_some() {
        let (at, level) = choose(contents, wanted)?;
        return Ok(vec![item((at, Ok(level)))]);
    }
    match contents.hopeless() {
        Some(why) => Err(Usage::of_file(&wanted.file, why)),
        None if contents.levels.is_empty() => {
            Err(Usage::of_file(&wanted.file, "there is no level to convert"))
        }
        None => Ok(contents.levels.iter().cloned().enumerate().map(item).collect()),
    }
}

/// Sets a number of all levels whose games ask for one of this name.
fn set(games: &Games, assignment: &str, items: &mut [Item]) -> Result<(), Usage> {
    let fault = |why: String| Usage(format!("--set {assignment}: {why}"));
    let (name, text) =
        assignment.split_once('=').ok_or_else(|| fault("write NAME=VALUE".to_owned()))?;
    let mut known = false;
    for level in items.iter_mut().filter_map(|item| item.level.as_mut().ok()) {
        let numbers =
            games.by_id(&level.game).map(|game| game.about().numbers.clone()).unwrap_or_default();
        let Some(number) = numbers.into_iter().find(|number| number.name == name) else { continue };
        let value = number.value(text).ok_or_else(|| {
            let values: Vec<String> =
                (number.least..=number.most).take(20).map(|n| number.spoken(n)).collect();
            fault(format!("{name} is one of: {}", values.join(", ")))
        })?;
        known = true;
        let settings = &mut Arc::make_mut(level).settings;
        match value == number.default {
            true => _ = settings.remove(name),
            false => _ = settings.insert(name.to_owned(), value),
        }
    }
    match known {
        true => Ok(()),
        false => Err(fault(format!("no level here has a number `{name}`"))),
    }
}

/// Turns all levels. One that would become another puzzle is left out with the reason; an error if all would.
fn turn_all(games: &Games, by: Turn, items: &mut [Item]) -> Result<(), Usage> {
    for item in items.iter_mut() {
        let Ok(level) = &item.level else { continue };
        let turned = match games.by_id(&level.game) {
            Some(game) => turned_level(&*game, level, by).map_err(|why| why.to_string()),
            None => Err("its game is missing".to_owned()),
        };
        item.level = turned.map(Arc::new).map_err(|why| {
            let why = format!("it cannot be turned: {why}");
            item.why = Some(why.clone());
            UnreadLevel(why)
        });
    }
    match items.iter().all(|item| item.level.is_err()) {
        true => {
            let why = items.iter().find_map(|item| item.why.clone()).unwrap_or_default();
            let first = items.iter().find(|item| item.why.is_some()).map_or(1, |item| item.number);
            Err(Usage(format!("--turn: no level is left; level {first}: {why}")))
        }
        false => Ok(()),
    }
}

/// Returns the named exporter, or the one for the output's ending.
fn target(games: &Games, asked: &Convert, items: &[Item]) -> Result<Arc<dyn Exporter>, Usage> {
    let all = exporters(games);
    let meant: BTreeSet<&str> =
        items.iter().flat_map(|item| &item.level).map(|level| level.game.as_str()).collect();
    let output = &asked.output;
    let ending = output.extension().unwrap_or_default().to_string_lossy();
    // A pipe or a device has no ending that says anything.
    let streams = output.as_os_str() == STANDARD || (output.exists() && !output.is_file());
    if let Some(name) = asked.to.as_deref().or(streams.then_some(PACK)) {
        let named = all.iter().find(|exporter| exporter.id() == name).cloned();
        return named.ok_or_else(|| no_format(games, name));
    }
    let fit: Vec<&Arc<dyn Exporter>> = all.iter().filter(|one| one.has_ending(&ending)).collect();
    if let Some(of_packs) = fit.iter().find(|exporter| exporter.scope() == ExportScope::Pack) {
        return Ok(Arc::clone(of_packs));
    }
    // Several programs call their files so: the game tells which one is meant.
    let of_game = |exporter: &&&Arc<dyn Exporter>| meant.iter().any(|game| exporter.is_for(game));
    let of_games: Vec<&Arc<dyn Exporter>> = fit.iter().filter(of_game).copied().collect();
    let name = output.display();
    match (of_games.as_slice(), fit.as_slice()) {
        ([one], _) | ([], [one]) => Ok(Arc::clone(one)),
        ([], []) => Err(Usage(format!(
            "{name}: no format has this file ending; choose one with --to: {}",
            listed(&all)
        ))),
        ([], several) | (several, _) => Err(Usage(format!(
            "{name}: several formats have this file ending; choose one with --to: {}",
            listed(several.iter().copied())
        ))),
    }
}

/// Lists exporters with the endings of their files.
fn listed<'a>(exporters: impl IntoIterator<Item = &'a Arc<dyn Exporter>>) -> String {
    let one = |exporter: &Arc<dyn Exporter>| {
        let endings: Vec<String> =
            exporter.about().endings.iter().map(|ending| format!(".{ending}")).collect();
        format!("{} ({})", exporter.id(), endings.join(", "))
    };
    exporters.into_iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Texts to write, each with the levels that it holds.
type WrittenTexts = Vec<(Vec<usize>, String)>;

/// The files to write, and what levels lose in them.
struct WrittenFiles {
    files: WrittenTexts,
    /// Files that these refer to, by name.
    beside: Vec<(String, Vec<u8>)>,
    lost: Vec<Loss>,
}

/// Returns the texts of files, each with the positions of its levels among the items.
fn written(
    games: &Games,
    target: &dyn Exporter,
    asked: &Convert,
    contents: &Contents,
    items: &mut [Item],
) -> Result<WrittenFiles, Usage> {
    let readable = items.iter().enumerate();
    let readable: Vec<(usize, Arc<Level>)> = readable
        .filter_map(|(place, item)| Some((place, Arc::clone(item.level.as_ref().ok()?))))
        .collect();
    let mut pack = contents.pack_of(readable.iter().map(|(_, level)| Arc::clone(level)).collect());
    let output = file::absolute(&asked.output);
    let folder = output.parent();
    if asked.with_game {
        let levels = pack.levels.iter().map(Arc::as_ref);
        games.name_in(&mut pack.games, levels, folder);
        carry(games, &mut pack)?;
    }
    let steps = match target.id() == PAGE && pack.play.hints && !asked.dry_run {
        true => steps_of(games, &pack)?,
        false => PageSteps::new(),
    };
    let source = ExportSource { games, pack: &pack, folder, steps: Some(&steps) };
    let mut exported = target.levels(&source);
    let beside = std::mem::take(&mut exported.beside);
    let (files, lost) = placed(exported, &|at| readable.get(at).map(|(place, _)| *place), items);
    Ok(WrittenFiles { files, beside, lost })
}

/// Finds the solving steps of a pack's levels, for the hints of its page.
fn steps_of(games: &Games, pack: &Pack) -> Result<PageSteps, Usage> {
    let (mut steps, mut asker) = (PageSteps::new(), None);
    let limits = Limits { time: STEPS_TIME, ..Limits::default() };
    for (at, level) in pack.levels.iter().enumerate() {
        let Some(game) = games.by_id(&level.game) else { continue };
        let Some(question) = explained::question_for_page(&*game) else { continue };
        let asker = match &mut asker {
            Some(asker) => asker,
            none => none.insert(Asker::new(games)?),
        };
        tell_now(&format!("steps of {} of {} levels are found", at, pack.levels.len()));
        let found = asker.look(&level.without_concept(), &question, &limits);
        let finding = about(&found, question.topic());
        let found = finding.map(|of| explained::for_page(&*game, level, of));
        steps.extend(found.map(|found| (at, found)));
        if asker.stop().is_set() {
            return Err(Usage("stopped; nothing was written".to_owned()));
        }
    }
    clear_line();
    Ok(steps)
}

/// Translates the positions of exported levels into positions among the items, and records in each item why
/// no file holds it.
fn placed(
    exported: Exported,
    place_of: &dyn Fn(usize) -> Option<usize>,
    items: &mut [Item],
) -> (WrittenTexts, Vec<Loss>) {
    let Exported { files, refused, read_otherwise, mut losses, .. } = exported;
    for loss in &mut losses {
        loss.levels = loss.levels.iter().filter_map(|at| place_of(*at)).collect();
    }
    for (at, why) in refused {
        if let Some(item) = place_of(at).and_then(|place| items.get_mut(place)) {
            item.why = Some(why.to_string());
        }
    }
    for (at, how) in read_otherwise {
        if let Some(item) = place_of(at).and_then(|place| items.get_mut(place)) {
            item.otherwise = Some(how);
        }
    }
    let places = |of: Vec<usize>| of.into_iter().filter_map(place_of).collect();
    (files.into_iter().map(|(of, text)| (places(of), text)).collect(), losses)
}

/// Puts the designer's own games into a pack, with all that is needed to play them elsewhere.
fn carry(games: &Games, pack: &mut Pack) -> Result<(), Usage> {
    games.carry_in(&mut pack.games);
    match pack.games.iter().any(|source| source.text.is_some()) {
        true => bounds::games(&pack.games).map_err(|why| Usage(format!("--with-game: {why}"))),
        false => {
            complain("no level is of a game of your own, so the pack carries none");
            Ok(())
        }
    }
}

/// Writes the files, once it is sure that all of them may be written.
fn save(
    asked: &Convert,
    files: Vec<(Vec<usize>, String)>,
    items: &mut [Item],
) -> Result<(), Usage> {
    let last = items.iter().map(|item| item.number).max().unwrap_or(0);
    // Separate files if several levels were requested, even if only one fits.
    let apart = items.len() > 1 && files.iter().all(|(of, _)| of.len() == 1) && files.len() > 1;
    if apart && asked.output.as_os_str() == STANDARD {
        return Err(Usage(
            "this format holds one level in each file; name a file, or one level such as \
             pack.json#1"
                .to_owned(),
        ));
    }
    let width = last.to_string().len();
    let path = |of: &[usize]| match of.first().and_then(|place| items.get(*place)) {
        Some(item) if apart => numbered(&asked.output, &format!("{:0width$}", item.number)),
        _ => asked.output.clone(),
    };
    let outputs = files
        .into_iter()
        .map(|(of, text)| {
            let path = path(&of);
            Ok((Output::to(&path, asked.force)?, path, of, text))
        })
        .collect::<Result<Vec<_>, Usage>>()?;
    for (output, path, of, text) in outputs {
        output.write(text.as_bytes())?;
        for place in of {
            if let Some(item) = items.get_mut(place) {
                item.file = Some(path.clone());
            }
        }
    }
    Ok(())
}

/// Writes the files that the output refers to, next to it. A name determines the content: an existing file
/// is the same.
fn save_beside(asked: &Convert, beside: &[(String, Vec<u8>)]) -> Result<(), Usage> {
    for (name, bytes) in beside {
        if asked.output.as_os_str() == STANDARD {
            complain(&format!("{name} is left out: it needs a file to lie beside"));
            continue;
        }
        let path = asked.output.with_file_name(name);
        if !path.exists() {
            Output::to(&path, asked.force)?.write(bytes)?;
        }
    }
    Ok(())
}

/// Says in a line what the levels lose.
fn told(format: &str, items: &[Item], lost: &[Loss]) -> String {
    let Some(lacks) = lacks(format, lost) else { return String::new() };
    let concerned: BTreeSet<usize> = lost.iter().flat_map(|loss| &loss.levels).copied().collect();
    match (concerned.len(), items.len()) {
        (1, 1) => format!("{lacks}\n"),
        (n, all) if n == all => format!("{lacks}: all {n} levels lose something\n"),
        (1, _) => format!("{lacks}: 1 level loses something\n"),
        (n, _) => format!("{lacks}: {n} levels lose something\n"),
    }
}

fn summary(asked: &Convert, items: &[Item]) -> String {
    let files: BTreeSet<&Path> = items.iter().filter_map(|item| item.file.as_deref()).collect();
    let written = items.iter().filter(|item| item.file.is_some()).count();
    let verb = if asked.dry_run { "would be written" } else { "written" };
    let levels = match (written, items.len()) {
        (1, 1) => format!("1 level {verb}"),
        (n, all) if n == all => format!("{n} levels {verb}"),
        (n, all) => format!("{n} of {all} levels {verb}"),
    };
    let mut text = levels;
    let _ = match (files.first(), files.last()) {
        (Some(first), Some(last)) if files.len() > 1 => {
            write!(text, " to {} … {}, one file each", first.display(), last.display())
        }
        (Some(file), _) if file.as_os_str() == STANDARD => Ok(()),
        (Some(file), _) => write!(text, " to {}", file.display()),
        (None, _) => Ok(()),
    };
    let _ = match items.len() - written {
        0 => Ok(()),
        1 if asked.dry_run => write!(text, "; 1 would not"),
        n if asked.dry_run => write!(text, "; {n} would not"),
        1 => write!(text, "; 1 was not"),
        n => write!(text, "; {n} were not"),
    };
    text + "\n"
}

fn fields(format: &str, items: &[Item], lost: &[Loss]) -> Value {
    let level = |(place, item): (usize, &Item)| {
        let loses = lost.iter().filter(|loss| loss.levels.contains(&place));
        let loses: Vec<&str> = loses.map(|loss| loss.part).collect();
        let title = item.level.as_ref().map_or("", |level| level.title.as_str());
        let file = item.file.as_ref().map(|file| file.to_string_lossy());
        json!({ "number": item.number, "title": title, "file": file, "why": item.why,
            "read_otherwise": item.otherwise, "loses": loses })
    };
    let written = items.iter().filter(|item| item.file.is_some()).count();
    let levels: Value = items.iter().enumerate().map(level).collect();
    json!({ "format": format, "written": written, "levels": levels })
}
