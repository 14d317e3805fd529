//! A level as facts, in a form common to all games: its sites and its marks.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::about::Scope;
use crate::game::Game;
use crate::lists::list_facts;
use crate::refusals::GameError;
use foolproof_level::{Level, Site};

/// Every site of the board, in order.
pub fn sites(game: &dyn Game, level: &Level) -> BTreeSet<Site> {
    game.layout_of(level).sites.iter().map(|(site, _)| *site).collect()
}

/// Writes facts about all sites; those that only hold clues have a predicate of their own. To rules, a cell is
/// one site, however many layers it has.
pub fn site_facts(game: &dyn Game, level: &Level) -> String {
    let (mut facts, clues) = (String::new(), game.about().outside_clues);
    for site in sites(game, level).into_iter().filter(|site| *site == site.cell_of_layer()) {
        let name = if clues.has(level.board, site) { "rim" } else { "site" };
        let _ = writeln!(facts, "{name}({site}).");
    }
    facts
}

/// Writes facts about the sites and their marks.
pub fn mark_facts(game: &dyn Game, level: &Level) -> String {
    let mut facts = site_facts(game, level);
    for (site, mark) in level.marks() {
        let _ = writeln!(facts, "has({site},{mark}).");
    }
    facts + &list_facts(level.marks().map(|(_, mark)| mark))
}

/// Writes the facts of a level as it is; open sites are empty.
pub fn level_facts(game: &dyn Game, level: &Level) -> Result<String, GameError> {
    let mut facts = mark_facts(game, level);
    facts.push_str(&game.facts(level, Scope::Fixed)?);
    Ok(facts)
}
