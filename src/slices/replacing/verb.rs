//! `replace`: replaces one mark by another, in a level or in all levels of a pack.
//!
//! Runs no rules of a level.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use foolproof_cli::Report;
use foolproof_cli::input::{
    LevelRef, Usage, chosen_levels, find_game, game_of, parsed, read_contents, read_site,
};
use foolproof_cli::output::{OutArgs, PackOut};
use foolproof_cli::questions::holds;
use foolproof_cli::shown::{complain, line};
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, Replaced, counted, replace_marks};
use foolproof_level::{Level, Mark, Site};

/// Find and replace a mark in a level or in all levels of a pack; without --out, only count
/// (exit status 1: none found, or some cannot be replaced)
#[derive(Debug, Args)]
pub(super) struct Replace {
    /// A pack: all of its levels; or one level, such as PACK#3
    pub levels: OsString,
    /// The mark to replace, such as "square(black)"
    #[arg(long, value_name = "MARK")]
    pub find: String,
    /// The mark to put in its place; without it the found marks are removed
    #[arg(long, value_name = "MARK")]
    pub with: Option<String>,
    /// Only in levels of this game
    #[arg(long, value_name = "GAME")]
    pub of: Option<String>,
    /// Only on this site, such as R3C2; may be repeated
    #[arg(long, value_name = "SITE")]
    pub site: Vec<String>,
    /// Only count: write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub out: OutArgs,
}

/// The marks to replace and their replacement.
struct ReplaceOrder {
    find: Mark,
    with: Option<Mark>,
    /// `None` means every site.
    within: Option<BTreeSet<Site>>,
}

/// A level with the marks replaced, and its index in the file.
struct ReplacedLevel {
    at: usize,
    level: Arc<Level>,
    done: Replaced,
}

/// The results for the chosen levels.
#[derive(Default)]
struct ReplacedLevels {
    /// All of them, changed or not.
    all: Vec<ReplacedLevel>,
    /// The original levels whose game is known.
    known: Vec<(Arc<dyn Game>, Arc<Level>)>,
    /// Some levels could not be read, or their game is missing.
    lacks: bool,
}

/// Holds if marks were found and each of them was replaced.
impl Verb for Replace {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let order = order(self)?;
        let of_game = self.of.as_deref().map(|id| find_game(games, id)).transpose()?;
        let of_game = of_game.map(|game| game.about().id.to_string());
        let wanted = LevelRef::parse(&self.levels);
        let contents = read_contents(games, &wanted.file, None)?;
        let chosen = chosen_levels(&contents, &wanted)?;
        let first = chosen.first().map_or(0, |(at, _)| *at);
        let out = PackOut::beside(games, &self.out, Some((&contents, &wanted.file, first)))?;
        let mut replaced = replaced(games, &order, of_game.as_deref(), chosen);
        if let Some((number, why)) = contents.damage().filter(|_| wanted.level.is_none()) {
            complain(&format!("level {number}: {why}; this level is left out"));
            replaced.lacks = true;
        }
        refuse_strange(&order, &replaced)?;
        let Replaced { found, changed } = sum(&replaced.all);
        let out = out.filter(|_| !self.dry_run);
        if out.is_some() && changed == 0 {
            complain("no mark was replaced, so nothing was written");
        }
        let out = out.filter(|_| changed > 0);
        if let Some(out) = &out {
            let level = |one: &ReplacedLevel| (one.at, Arc::clone(&one.level));
            out.change_each(&replaced.all.iter().map(level).collect::<Vec<_>>())?;
        }
        let outcome = holds(!replaced.lacks && found > 0 && changed == found);
        let file = out.as_ref().and_then(PackOut::file);
        let fields = fields(self, &order, &replaced.all, file);
        Ok(Report::new(outcome, text(&replaced.all, out.as_ref())).fields(fields))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard() && !self.dry_run
    }
}

/// Replaces the mark in all levels of the requested game, or of every game.
fn replaced(
    games: &Games,
    order: &ReplaceOrder,
    of_game: Option<&str>,
    chosen: Vec<(usize, Arc<Level>)>,
) -> ReplacedLevels {
    let mut replaced = ReplacedLevels::default();
    for (at, level) in chosen {
        let meant = of_game.is_none_or(|id| id == level.game);
        let game = match game_of(games, &level).map_err(|Usage(why)| why) {
            Ok(game) if meant => game,
            result => {
                if let (Err(why), true) = (result, meant) {
                    complain(&format!("level {}: {why}; it stays as it is", at + 1));
                    replaced.lacks = true;
                }
                replaced.all.push(ReplacedLevel { at, level, done: Replaced::default() });
                continue;
            }
        };
        let mut other = (*level).clone();
        let done = replace_marks(
            &*game,
            &mut other,
            &order.find,
            order.with.as_ref(),
            order.within.as_ref(),
        );
        let new = if done.changed > 0 { Arc::new(other) } else { Arc::clone(&level) };
        replaced.all.push(ReplacedLevel { at, level: new, done });
        replaced.known.push((game, level));
    }
    replaced
}

fn order(asked: &Replace) -> Result<ReplaceOrder, Usage> {
    let find = parsed("--find", &asked.find)?;
    let with = asked.with.as_deref().map(|text| parsed("--with", text)).transpose()?;
    if with.as_ref() == Some(&find) {
        return Err(Usage("--find and --with name the same mark".to_owned()));
    }
    let sites = asked.site.iter().map(|text| read_site("--site", text));
    let sites = sites.collect::<Result<BTreeSet<Site>, Usage>>()?;
    Ok(ReplaceOrder { find, with, within: (!sites.is_empty()).then_some(sites) })
}

/// Refuses a site that no level has, and a mark that no site of any level accepts. A mark that occurs
/// in a level is always allowed.
fn refuse_strange(order: &ReplaceOrder, replaced: &ReplacedLevels) -> Result<(), Usage> {
    let ReplacedLevels { all, known, .. } = replaced;
    let on_board = |site: &Site| {
        let rect = |(game, level): &(Arc<dyn Game>, Arc<Level>)| {
            game.layout_of(level).rect(*site).is_some()
        };
        known.is_empty() || known.iter().any(rect)
    };
    let off = order.within.iter().flatten().find(|site| !on_board(site));
    if let Some(site) = off {
        return Err(Usage(format!("--site: {} is off the board", site.name())));
    }
    let refusal = |mark: &Mark| {
        let mut first = None;
        for (game, level) in known {
            for (site, _) in game.layout_of(level).sites {
                match game.accepts(&level.board, site, mark) {
                    Ok(()) => return None,
                    Err(why) => first = first.or(Some(why.to_string())),
                }
            }
        }
        first
    };
    let found = all.iter().any(|one| one.done.found > 0);
    let options = [("--find", (!found).then_some(&order.find)), ("--with", order.with.as_ref())];
    for (option, mark) in options {
        if let Some(why) = mark.and_then(refusal) {
            return Err(Usage(format!("{option}: {why}")));
        }
    }
    Ok(())
}

fn sum(all: &[ReplacedLevel]) -> Replaced {
    all.iter().fold(Replaced::default(), |sum, one| Replaced {
        found: sum.found + one.done.found,
        changed: sum.changed + one.done.changed,
    })
}

/// Lists the levels with such marks, one per line, with a summary. `out` is the output that was written.
fn text(all: &[ReplacedLevel], out: Option<&PackOut>) -> String {
    let mut text = String::new();
    let with_marks: Vec<&ReplacedLevel> = all.iter().filter(|one| one.done.found > 0).collect();
    for ReplacedLevel { at, level, done } in &with_marks {
        let title = match level.title.as_str() {
            "" => String::new(),
            title => format!(" ({})", line(title)),
        };
        let _ = writeln!(text, "level {}{title}: {} of {}", at + 1, done.changed, done.found);
    }
    let Replaced { found, changed } = sum(all);
    if found == 0 {
        return "No mark was found.\n".to_owned();
    }
    let marks = counted(changed, "mark", "marks");
    let levels = with_marks.iter().filter(|one| one.done.changed > 0).count();
    let levels = counted(levels, "level", "levels");
    let verb = if out.is_some() { "replaced" } else { "would be replaced" };
    let _ = write!(text, "{marks} {verb} in {levels}");
    if found > changed {
        let stay = counted(found - changed, "stays", "stay");
        let _ = write!(text, "; {stay}: locked, or the new mark does not fit there");
    }
    if let Some(file) = out.and_then(PackOut::file) {
        let _ = write!(text, "; written to {}", file.display());
    }
    text + "\n"
}

fn fields(
    asked: &Replace,
    order: &ReplaceOrder,
    all: &[ReplacedLevel],
    written: Option<&Path>,
) -> Value {
    let Replaced { found, changed } = sum(all);
    let level = |one: &ReplacedLevel| {
        let Replaced { found, changed } = one.done;
        let title = &one.level.title;
        json!({ "number": one.at + 1, "title": title, "found": found, "replaced": changed })
    };
    json!({
        "find": order.find,
        "with": order.with,
        "dry_run": asked.dry_run || asked.out.out.is_none(),
        "found": found,
        "replaced": changed,
        "written": written.map(|file| file.to_string_lossy()),
        "levels": all.iter().map(level).collect::<Value>(),
    })
}
