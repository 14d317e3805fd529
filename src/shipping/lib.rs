//! Output formats of levels: packs, formats of single games, pages that play in a browser, projects of map
//! editors, pictures.
//!
//! To add one, write an [`Exporter`] in its own file and name it in `registered`; the command line and the
//! window then offer it. Formats of single games belong to the games (`game/format.rs`).

mod art;
mod atlas;
mod ldtk;
mod moving;
mod of_game;
mod pack;
mod page;
mod page_look;
mod picture;
mod places;
mod tiled;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use foolproof_game::{Game, Games};
use foolproof_games::{Exported, Unwritable, losses_between};
use foolproof_level::{Level, Mark, Pack, Site};
use foolproof_picture::ExportError;

pub use pack::PACK;
pub use page::PAGE;
pub use picture::PNG;

/// The contents that an exporter writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportScope<'a> {
    /// Levels of the games with these identifiers.
    Games(&'a [String]),
    /// Packs with levels of any games.
    Pack,
    /// Pictures of levels.
    Picture,
}

/// The description of an exporter.
pub struct ExporterAbout<'a> {
    /// Its name for `--to` or `--as`.
    pub id: &'a str,
    pub name: &'a str,
    /// Endings of its files, without a dot; new files get the first one.
    pub endings: Vec<&'a str>,
    pub scope: ExportScope<'a>,
}

/// A way to write levels to files.
pub trait Exporter: Send + Sync {
    fn about(&self) -> ExporterAbout<'_>;
    /// True if it writes an address that a browser opens.
    fn is_link(&self) -> bool {
        false
    }
    /// True if its pictures are made of pixels.
    fn has_pixels(&self) -> bool {
        false
    }
    /// Writes every level of a pack that it can. An exporter of pictures writes none.
    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        let _ = source;
        Exported::default()
    }
    /// Writes a picture given as SVG; a format of pixels uses `scale` pixels per unit. Only exporters of
    /// pictures do so.
    fn picture(&self, svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
        let _ = (svg, scale);
        Err(ExportError::Drawing(format!("{} holds no pictures", self.about().name)))
    }
}

impl dyn Exporter + '_ {
    pub fn id(&self) -> &str {
        self.about().id
    }

    pub fn name(&self) -> &str {
        self.about().name
    }

    pub fn scope(&self) -> ExportScope<'_> {
        self.about().scope
    }

    /// True if it writes levels of a game, alone or in packs.
    pub fn is_for(&self, game: &str) -> bool {
        match self.scope() {
            ExportScope::Games(games) => games.iter().any(|of| of == game),
            ExportScope::Pack => true,
            ExportScope::Picture => false,
        }
    }

    /// Returns the ending of new files.
    pub fn ending(&self) -> &str {
        self.about().endings.first().copied().unwrap_or("txt")
    }

    pub fn has_ending(&self, ending: &str) -> bool {
        self.about().endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
    }
}

/// Lists all exporters except the formats of single games.
fn registered() -> [Arc<dyn Exporter>; 7] {
    [
        Arc::new(pack::FoolproofPack),
        Arc::new(page::WebPage),
        Arc::new(tiled::TiledMaps),
        Arc::new(ldtk::LdtkProject),
        Arc::new(picture::SVG),
        Arc::new(PNG),
        Arc::new(picture::PDF),
    ]
}

/// Returns the exporters of levels and packs: this program's own, those of games' formats, and the others; each
/// identifier once.
pub fn exporters(games: &Games) -> Vec<Arc<dyn Exporter>> {
    let mut all = Vec::from(registered());
    all.retain(|exporter| exporter.scope() != ExportScope::Picture);
    all.splice(
        1..1,
        of_game::games_formats(games).into_iter().map(|of| Arc::new(of) as Arc<dyn Exporter>),
    );
    all
}

/// Returns the exporters of pictures.
pub fn picture_exporters() -> Vec<Arc<dyn Exporter>> {
    let pictures = |exporter: &Arc<dyn Exporter>| exporter.scope() == ExportScope::Picture;
    registered().into_iter().filter(pictures).collect()
}

/// Returns the exporter with an identifier.
pub fn exporter(games: &Games, id: &str) -> Option<Arc<dyn Exporter>> {
    exporters(games).into_iter().find(|exporter| exporter.id() == id)
}

/// The levels to write, and their context.
#[derive(Clone, Copy)]
pub struct ExportSource<'a> {
    pub games: &'a Games,
    /// The pack; it holds the levels to write and no others.
    pub pack: &'a Pack,
    /// The folder of the file, if known: a pack names games by paths relative to it.
    pub folder: Option<&'a Path>,
    /// Steps of levels by their index in the pack, for the hints of a page.
    pub steps: Option<&'a PageSteps>,
}

/// Steps of levels by their index in a pack.
pub type PageSteps = BTreeMap<usize, Vec<PageStep>>;

/// A step of a solution, for the hints of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageStep {
    /// The sites to look at.
    pub look: Vec<Site>,
    /// The reasons, and the result.
    pub why: String,
    pub so: String,
    /// Number of sentences of the rules that it needs.
    pub sentences: usize,
    /// The marks that it needs, and those that follow.
    pub since: Vec<PageMark>,
    pub marks: Vec<PageMark>,
}

/// A mark on a site, and whether it is present.
#[derive(Clone, Debug, PartialEq)]
pub struct PageMark(pub Site, pub Mark, pub bool);

/// A level that can be written, and its index in the pack.
struct Fit<'a> {
    place: usize,
    level: &'a Level,
}

/// Limits of an exporter of packs: the levels that it can write, and the parts that it keeps.
struct PackRules<'a> {
    /// Refuses levels that it cannot hold.
    fits: &'a dyn Fn(&dyn Game, &Level) -> Result<(), Unwritable>,
    /// Copies what it keeps besides board, marks, settings, title and author.
    keeps: &'a dyn Fn(&Level, &mut Level),
}

/// Writes the levels of a pack that fit, by `write`; reports why the others do not, and what is lost.
fn pack_written(
    source: &ExportSource<'_>,
    rules: &PackRules<'_>,
    write: impl FnOnce(&[Fit<'_>]) -> Vec<(Vec<usize>, String)>,
) -> Exported {
    let (mut fit, mut refused) = (Vec::new(), Vec::new());
    for (place, level) in source.pack.levels.iter().enumerate() {
        match fits(source.games, level, rules) {
            Ok(()) => fit.push(Fit { place, level }),
            Err(why) => refused.push((place, why)),
        }
    }
    if fit.is_empty() {
        return Exported { refused, ..Exported::default() };
    }
    let kept: Vec<(usize, &Level, Level)> =
        fit.iter().map(|one| (one.place, one.level, kept(one.level, rules))).collect();
    let losses = losses_between(source.games, &kept);
    Exported { files: write(&fit), refused, losses, ..Exported::default() }
}

/// Returns one file that holds all levels.
fn together(levels: &[Fit<'_>], text: String) -> Vec<(Vec<usize>, String)> {
    vec![(levels.iter().map(|one| one.place).collect(), text)]
}

fn fits(games: &Games, level: &Level, rules: &PackRules<'_>) -> Result<(), Unwritable> {
    let Some(game) = games.by_id(&level.game) else {
        let why = format!("there is no game `{}` here", level.game);
        return Err(Unwritable::Format(why));
    };
    if level.rules > game.about().rules_version {
        let known = game.about().rules_version;
        return Err(Unwritable::NewerRules { of: level.rules, known });
    }
    // A mark without a meaning would come out as another mark, or as none.
    game.makes_sense_of(level)?;
    (rules.fits)(game.as_ref(), level)
}

/// Returns the part of a level that remains in a file.
fn kept(level: &Level, rules: &PackRules<'_>) -> Level {
    let mut kept = Level::open(level.game.as_str(), level.board);
    (kept.title, kept.author) = (level.title.clone(), level.author.clone());
    kept.settings = level.settings.clone();
    for (site, mark) in level.marks() {
        kept.paint(site, Some(mark.clone()));
    }
    (rules.keeps)(level, &mut kept);
    kept
}

/// Rules of projects of map editors: all levels, with their solutions, tags and notes.
const OF_MAP_EDITORS: PackRules<'static> = PackRules {
    fits: &|_, _| Ok(()),
    keeps: &|level, kept| {
        kept.intended = level.intended.clone();
        (kept.tags, kept.notes) = (level.tags.clone(), level.notes.clone());
    },
};
