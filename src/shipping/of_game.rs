//! Formats of single games.

use super::{ExportScope, ExportSource, Exporter, ExporterAbout};
use foolproof_games::{Exported, FormatOf, write_each};
use foolproof_level::Level;

impl Exporter for FormatOf {
    fn about(&self) -> ExporterAbout<'_> {
        ExporterAbout {
            id: self.format.id(),
            name: self.format.name(),
            endings: self.format.extensions(),
            scope: ExportScope::Level(&self.game.about().id),
        }
    }

    fn is_link(&self) -> bool {
        self.format.is_link()
    }

    fn levels(&self, source: &ExportSource<'_>) -> Exported {
        let levels: Vec<&Level> = source.pack.levels.iter().map(AsRef::as_ref).collect();
        write_each(source.games, self, &levels)
    }
}
