//! Activity of plays by site: the number of testers who put a mark on a site, drew over it, or moved a piece
//! there.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::PlayerStep;
use super::plays::Visit;
use foolproof_game::{Game, Glide, Moves};
use foolproof_level::{Level, Mark, Place, Play, Site};
use foolproof_picture::{Layout, Point};

/// Distance between two sampled points on a piece's way, in cells.
const STRIDE: f32 = 0.5;
/// Maximum number of moves of a visit whose ways are followed.
const MAX_MOVES: usize = 2_000;

/// Counts how often plays went to each site; each visit counts once per site and step.
pub fn heat(game: &dyn Game, level: &Level, visits: &[Visit]) -> BTreeMap<Site, u32> {
    let layout = game.layout_of(level);
    let mut heat = BTreeMap::new();
    for visit in visits {
        let mut play = Play::default();
        for step in visit.steps.iter().take(MAX_MOVES) {
            let before = play.clone();
            step.make(&mut play);
            if step.kind == PlayerStep::Move {
                for site in touched(game, level, &layout, &before, &play) {
                    *heat.entry(site).or_insert(0) += 1;
                }
            }
        }
    }
    heat
}

/// Returns the sites that a step went to.
fn touched(
    game: &dyn Game,
    level: &Level,
    layout: &Layout,
    before: &Play,
    after: &Play,
) -> BTreeSet<Site> {
    let put = after.minus(before);
    let Some(moves) = game.moves() else { return put.map(|(site, _)| site).collect() };
    let made = put.filter(|(site, _)| site.place == Place::Step).map(|(_, mark)| mark.clone());
    let made: Vec<Mark> = made.collect();
    made.iter().flat_map(|made| way(moves, level, layout, before, made)).collect()
}

/// Returns the cells that a move leads over.
fn way(
    moves: &dyn Moves,
    level: &Level,
    layout: &Layout,
    before: &Play,
    made: &Mark,
) -> BTreeSet<Site> {
    let legal = moves.legal(level, before);
    let Some(found) = legal.iter().find(|one| one.mark == *made) else { return BTreeSet::new() };
    let glides = moves.motion(level, before, made);
    let mut sites: BTreeSet<Site> = glides.iter().flat_map(|glide| under(glide, layout)).collect();
    if sites.is_empty() {
        sites.insert(found.from);
    }
    sites
}

fn under(glide: &Glide, layout: &Layout) -> Vec<Site> {
    let (x, y) = (glide.to.x - glide.from.x, glide.to.y - glide.from.y);
    // A way across the largest board is a few hundred cells, so the cast loses nothing.
    let strides = (x.hypot(y) / STRIDE).ceil().clamp(1.0, 1000.0) as u16;
    let at = |n: u16| {
        let part = f32::from(n) / f32::from(strides);
        layout.site_at(Point::new(glide.from.x + x * part, glide.from.y + y * part))
    };
    (0..=strides).filter_map(at).collect()
}
