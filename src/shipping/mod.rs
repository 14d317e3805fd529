//! Packs made into something that is played or built on elsewhere: a page for browsers, projects of map
//! editors.
//!
//! What is written holds a whole pack, of one game or of several; formats of single games are the games'
//! own (`games/format.rs`). Knows games by their trait. Must never know the solver, the command line or
//! the window.

mod art;
mod ldtk;
mod page;
mod places;
mod tiled;

use crate::games::{Games, Loss, Unwritable, Written, losses_between};
use crate::level::{Level, Pack};

/// What a pack is made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShipKind {
    /// One HTML file that plays in a browser.
    Page,
    /// A map of Tiled a level.
    Tiled,
    /// A project of LDtk.
    Ldtk,
}

impl ShipKind {
    pub const ALL: [Self; 3] = [Self::Page, Self::Tiled, Self::Ldtk];

    /// Its name for `--to`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Page => "html",
            Self::Tiled => "tiled",
            Self::Ldtk => "ldtk",
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Page => "Web page to play (HTML)",
            Self::Tiled => "Tiled map",
            Self::Ldtk => "LDtk project",
        }
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Page => "html",
            Self::Tiled => "tmj",
            Self::Ldtk => "ldtk",
        }
    }

    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.id() == id)
    }

    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.ending().eq_ignore_ascii_case(ending))
    }
}

/// A level that can be written, and what is known of it besides.
struct Fit<'a> {
    place: usize,
    level: &'a Level,
}

/// Makes all levels of a pack that can be into one file; says which cannot and why, and what the others
/// lose. Levels go by their places in the pack.
pub fn shipped(games: &Games, pack: &Pack, kind: ShipKind) -> (Written, Vec<Loss>) {
    let (mut fit, mut refused) = (Vec::new(), Vec::new());
    for (place, level) in pack.levels.iter().enumerate() {
        match fits(games, level, kind) {
            Ok(()) => fit.push(Fit { place, level }),
            Err(why) => refused.push((place, why)),
        }
    }
    if fit.is_empty() {
        return (Written { refused, ..Written::default() }, Vec::new());
    }
    let together = |text: String| vec![(fit.iter().map(|one| one.place).collect(), text)];
    let files = match kind {
        ShipKind::Page => together(page::page(games, pack, &fit)),
        ShipKind::Ldtk => together(ldtk::project(&pack.title, &fit)),
        ShipKind::Tiled => fit.iter().map(|one| (vec![one.place], tiled::map(one.level))).collect(),
    };
    let kept: Vec<(usize, &Level, Level)> =
        fit.iter().map(|one| (one.place, one.level, kept(pack, one.level, kind))).collect();
    let losses = losses_between(&kept);
    (Written { files, refused, ..Written::default() }, losses)
}

fn fits(games: &Games, level: &Level, kind: ShipKind) -> Result<(), Unwritable> {
    let Some(game) = games.by_id(&level.game) else {
        let why = format!("there is no game `{}` here", level.game);
        return Err(Unwritable::Format(why));
    };
    if level.rules > game.about().rules_version {
        let known = game.about().rules_version;
        return Err(Unwritable::NewerRules { of: level.rules, known });
    }
    // A mark without a meaning would come out as another one, or as none.
    game.makes_sense_of(level)?;
    match kind {
        ShipKind::Page => page::plays(game.as_ref(), level),
        ShipKind::Tiled | ShipKind::Ldtk => Ok(()),
    }
}

/// What is left of a level in a file of the kind.
fn kept(pack: &Pack, level: &Level, kind: ShipKind) -> Level {
    let mut kept = Level::open(level.game.as_str(), level.board);
    (kept.title, kept.author) = (level.title.clone(), level.author.clone());
    kept.settings = level.settings.clone();
    for (site, mark) in level.marks() {
        kept.paint(site, Some(mark.clone()));
    }
    // A page must not give solutions away, but where players may ask for hints.
    if kind != ShipKind::Page || pack.play.hints {
        kept.intended = level.intended.clone();
    }
    if kind != ShipKind::Page {
        (kept.tags, kept.notes) = (level.tags.clone(), level.notes.clone());
    }
    kept
}
