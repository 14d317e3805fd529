//! Packs of this program.

use super::{ExportScope, ExportSource, Exporter, ExporterAbout};
use foolproof_games::Exported;
use foolproof_level::Pack;

/// The identifier of packs.
pub const PACK: &str = "foolproof";

pub(crate) struct FoolproofPack;

impl Exporter for FoolproofPack {
    fn about(&self) -> ExporterAbout<'_> {
        ExporterAbout {
            id: PACK,
            name: "Foolproof pack",
            endings: vec!["json"],
            scope: ExportScope::Pack,
        }
    }

    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        let mut pack: Pack = source.pack.clone();
        let levels = source.pack.levels.iter().map(AsRef::as_ref);
        source.games.name_in(&mut pack.games, levels, source.folder);
        let files = vec![((0..pack.levels.len()).collect(), pack.to_json())];
        Exported { files, ..Exported::default() }
    }
}
