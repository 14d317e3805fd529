//! What an export would write: its files, what is left out, and what is lost.
//!
//! Knows formats and levels. Must never know egui.

use std::sync::Arc;

use crate::editor::features::exporting::words;
use crate::games::{FormatOf, Games, Loss, Unwritable, Written, formats, losses, write_each};
use crate::level::{Level, Pack};
use crate::shipping::{ShipKind, shipped};

/// What levels are written as.
#[derive(Clone)]
pub enum ExportTarget {
    Pack,
    Other(FormatOf),
    Shipped(ShipKind),
}

impl ExportTarget {
    /// The targets for levels: a pack, and every format of one of their games.
    pub fn of(games: &Games, levels: &[Arc<Level>]) -> Vec<Self> {
        let has = |of: &FormatOf| levels.iter().any(|level| level.game == of.game.about().id);
        let others = formats(games).into_iter().filter(has).map(Self::Other);
        let shipped = ShipKind::ALL.map(Self::Shipped);
        std::iter::once(Self::Pack).chain(others).chain(shipped).collect()
    }

    pub fn id(&self) -> &str {
        match self {
            Self::Pack => "foolproof",
            Self::Shipped(kind) => kind.id(),
            Self::Other(of) => of.format.id(),
        }
    }

    pub fn name(&self) -> &str {
        match self {
            Self::Pack => words::PACK_FORMAT,
            Self::Shipped(kind) => kind.name(),
            Self::Other(of) => of.format.name(),
        }
    }

    /// The ending of its files.
    pub fn ending(&self) -> String {
        match self {
            Self::Pack => "json".to_owned(),
            Self::Shipped(kind) => kind.ending().to_owned(),
            Self::Other(of) => of.format.extensions().first().map_or("txt", |it| *it).to_owned(),
        }
    }
}

/// What an export would write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportDraft {
    /// The text of each file, and the places of its levels among those that were asked for.
    pub files: Vec<(Vec<usize>, String)>,
    /// Levels that are in none, and why.
    pub refused: Vec<(usize, String)>,
    pub losses: Vec<Loss>,
    /// Levels that the other program reads otherwise, and how.
    pub read_otherwise: Vec<(usize, String)>,
    /// Whether a level is refused only because its game is not ready yet.
    pub waits: bool,
}

impl ExportDraft {
    pub fn new(
        games: &Games,
        pack: &Pack,
        (target, levels): (&ExportTarget, &[Arc<Level>]),
    ) -> Self {
        match target {
            ExportTarget::Pack => {
                let mut pack = Pack { levels: levels.to_vec(), ..pack.clone() };
                games.name_in(&mut pack.games, levels.iter().map(Arc::as_ref), None);
                let files = vec![((0..levels.len()).collect(), pack.to_json())];
                Self { files, ..Self::default() }
            }
            ExportTarget::Other(of) => {
                let plain: Vec<&Level> = levels.iter().map(Arc::as_ref).collect();
                let written = write_each(games, of, &plain);
                let losses = losses(of, &plain, &written);
                Self::of(written, losses)
            }
            ExportTarget::Shipped(kind) => {
                let pack = Pack { levels: levels.to_vec(), ..pack.clone() };
                let (written, losses) = shipped(games, &pack, *kind);
                Self::of(written, losses)
            }
        }
    }

    fn of(written: Written, losses: Vec<Loss>) -> Self {
        let waits = written.refused.iter().any(|(_, why)| *why == Unwritable::Reading);
        let refused = written.refused.into_iter();
        let refused = refused.map(|(at, why)| (at, why.to_string())).collect();
        let read_otherwise = written.read_otherwise;
        Self { files: written.files, refused, losses, read_otherwise, waits }
    }

    pub fn written(&self) -> usize {
        self.files.iter().map(|(levels, _)| levels.len()).sum()
    }

    /// All of it as one text.
    pub fn text(&self) -> String {
        self.files.iter().map(|(_, text)| text.as_str()).collect()
    }
}
