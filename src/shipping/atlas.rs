//! Pictures of marks for editors of maps: all marks of a game's levels in one picture, tile by tile.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};

use super::places::objects;
use super::{ExportSource, Fit, OF_MAP_EDITORS, pack_written};
use foolproof_game::Game;
use foolproof_games::Exported;
use foolproof_level::{Mark, PackLook, Place, Site};
use foolproof_picture::{Layout, Paint, PictureLook, Point, Rect, Style, png, tiles_svg};

/// Side of a tile, in pixels: twice that of a cell, so that a map can be viewed from near.
pub(crate) const TILE: usize = 64;
const COLUMNS: usize = 8;
/// Pixels of a cell in a picture at scale 1.
const CELL_PX: f32 = 48.0;

/// The tiles of a game.
pub(crate) struct Atlas {
    /// Name of its file. It depends on the contents, so that maps with other tiles keep theirs.
    pub name: String,
    pub marks: Vec<Mark>,
    pub png: Vec<u8>,
}

/// Writes maps for editors, with the tiles of their games next to them.
pub(crate) fn with_atlases(
    source: &ExportSource<'_>,
    write: impl FnOnce(&[Fit<'_>], &BTreeMap<String, Atlas>) -> Vec<(Vec<usize>, String)>,
) -> Exported {
    let mut atlases = BTreeMap::new();
    let exported = pack_written(source, &OF_MAP_EDITORS, |fit| {
        atlases = Atlas::of_games(source, fit);
        write(fit, &atlases)
    });
    let beside = atlases.into_values().map(|atlas| (atlas.name, atlas.png)).collect();
    Exported { beside, ..exported }
}

/// True if a mark on such a place fills a cell, as a tile does.
pub(crate) fn has_tile(site: Site) -> bool {
    matches!(site.place, Place::Under | Place::Cell | Place::Over | Place::Tray)
}

impl Atlas {
    /// Returns the tiles of each game of some levels: the marks of the levels and of the game's palette. They
    /// have the pack's look.
    pub(crate) fn of_games(
        source: &ExportSource<'_>,
        levels: &[Fit<'_>],
    ) -> BTreeMap<String, Self> {
        let mut marks: BTreeMap<&str, BTreeSet<Mark>> = BTreeMap::new();
        for one in levels {
            let own = marks.entry(one.level.game.as_str()).or_default();
            let tiles = objects(one.level).into_iter().filter(|object| has_tile(object.site));
            own.extend(tiles.map(|object| object.mark.clone()));
        }
        let atlas = |(id, marks): (&str, BTreeSet<Mark>)| {
            let game = source.games.by_id(id)?;
            Some((id.to_owned(), Self::of(&*game, marks, &source.pack.play.look)?))
        };
        marks.into_iter().filter_map(atlas).collect()
    }

    /// Draws the tiles of a game. `None` if the marks cannot be drawn: then maps have no tiles.
    fn of(game: &dyn Game, mut marks: BTreeSet<Mark>, look: &PackLook) -> Option<Self> {
        let groups = game.palette().into_iter();
        let tiles = groups.filter(|group| has_tile(Site { place: group.place, col: 0, row: 0 }));
        marks.extend(tiles.flat_map(|group| group.brushes).map(|brush| brush.mark));
        let marks: Vec<Mark> = marks.into_iter().collect();
        let rows = marks.len().div_ceil(COLUMNS).max(1);
        let (width, height) = (COLUMNS as f32, rows as f32);
        let shapes = marks.iter().enumerate().flat_map(|(at, mark)| {
            let (col, row) = (at % COLUMNS, at / COLUMNS);
            let middle = Point::new(col as f32 + 0.5, row as f32 + 0.5);
            game.draw_mark(mark, Rect::square(middle, 1.0))
        });
        let layout = Layout { width, height, sites: Vec::new() };
        let own = PictureLook::new(look);
        let paint = Paint::new(Style::Light, own.as_ref());
        let svg = tiles_svg(&layout, &shapes.collect::<Vec<_>>(), paint);
        let png = png(&svg, TILE as f32 / CELL_PX).ok()?;
        let digest = Sha256::digest(&png);
        let digest: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let id: String = game
            .about()
            .id
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        Some(Self { name: format!("{id}-tiles-{digest}.png"), marks, png })
    }

    pub(crate) fn columns(&self) -> usize {
        COLUMNS
    }

    pub(crate) fn rows(&self) -> usize {
        self.marks.len().div_ceil(COLUMNS).max(1)
    }

    /// Returns the number of a mark's tile.
    pub(crate) fn tile(&self, mark: &Mark) -> Option<usize> {
        self.marks.binary_search(mark).ok()
    }
}
