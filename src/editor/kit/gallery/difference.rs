//! Differences between two plays, in words.

use crate::text;
use foolproof_game::Game;
use foolproof_level::{Level, Mark, Play, Site};

/// Says how a play differs from the intended one: "Bender on R4C3 instead of R1C1; + splitter on R2C1".
pub fn difference(game: &dyn Game, level: &Level, play: &Play, intended: &Play) -> String {
    let (ours, theirs) = (game.canonical(level, play), game.canonical(level, intended));
    let mut gone: Vec<(Site, &Mark)> = theirs.minus(&ours).collect();
    let mut words = Vec::new();
    let name = |site: Site| site.name_on(level.board);
    let mut came = Vec::new();
    for (site, mark) in ours.minus(&theirs) {
        // The same mark missing elsewhere has moved.
        match gone.iter().position(|(_, old)| *old == mark) {
            Some(at) => {
                let (from, _) = gone.remove(at);
                let mark = text::capital(&game.describe(mark));
                words.push(format!("{mark} on {} instead of {}", name(site), name(from)));
            }
            None => came.push((site, mark)),
        }
    }
    let said = |sign: &str, marks: Vec<(Site, &Mark)>| -> Vec<String> {
        let one = |(site, mark): (Site, &Mark)| {
            format!("{sign} {} on {}", game.describe(mark), name(site))
        };
        marks.into_iter().map(one).collect()
    };
    let mut all = words;
    all.extend(said("+", came));
    all.extend(said("–", gone));
    if all.is_empty() { text::SAME_AS_INTENDED.to_owned() } else { all.join("; ") }
}
