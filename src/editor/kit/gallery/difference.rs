//! How one play differs from another, in words. Knows games and plays.

use crate::editor::text;
use crate::games::Game;
use crate::level::{Level, Mark, Place, Play, Site};

/// What sets a play apart from the intended one: "+ splitter at c3,r4; – bender at c1,r1".
pub fn difference(game: &dyn Game, level: &Level, play: &Play, intended: &Play) -> String {
    let (ours, theirs) = (game.essence(level, play), game.essence(level, intended));
    let mut gone: Vec<(Site, &Mark)> = theirs.minus(&ours).collect();
    let mut words = Vec::new();
    let mut came = Vec::new();
    for (site, mark) in ours.minus(&theirs) {
        // The same mark gone from elsewhere has moved.
        match gone.iter().position(|(_, old)| *old == mark) {
            Some(at) => {
                let (from, _) = gone.remove(at);
                let (mark, from, to) = (game.describe(mark), short(from), short(site));
                words.push(format!("{mark}: {from} → {to}"));
            }
            None => came.push((site, mark)),
        }
    }
    let said = |sign: &str, marks: Vec<(Site, &Mark)>| -> Vec<String> {
        let one = |(site, mark)| format!("{sign} {} at {}", game.describe(mark), short(site));
        marks.into_iter().map(one).collect()
    };
    let mut all = said("+", came);
    all.extend(said("–", gone));
    all.extend(words);
    if all.is_empty() { text::SAME_AS_INTENDED.to_owned() } else { all.join("; ") }
}

/// A site in few letters, counted from 1: `c3,r4`.
fn short(site: Site) -> String {
    match site.place {
        Place::Cell => format!("c{},r{}", site.col + 1, site.row + 1),
        _ => site.name(),
    }
}
