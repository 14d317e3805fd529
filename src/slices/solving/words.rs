//! Words that the verb and the window share.

use super::question::KnownMark;
use foolproof_games::{Game, listed};

/// Marks by what they are, those that are there first: `shade on R1C2 and R3C4; no shade on R2C2`.
pub(super) fn marks_text(game: &dyn Game, marks: &[KnownMark]) -> String {
    let mut groups: Vec<(bool, String, Vec<String>)> = Vec::new();
    for mark in marks {
        let name = game.describe(&mark.mark);
        match groups.iter_mut().find(|(on, of, _)| (*on, of) == (mark.on, &name)) {
            Some((_, _, sites)) => sites.push(mark.site.name()),
            None => groups.push((mark.on, name, vec![mark.site.name()])),
        }
    }
    groups.sort_by_key(|(on, ..)| !on);
    let told = groups.iter().map(|(on, name, sites)| {
        let no = if *on { "" } else { "no " };
        format!("{no}{name} on {}", listed(sites, "and"))
    });
    told.collect::<Vec<_>>().join("; ")
}
