//! The description of a game that is not loaded, for lists.

use crate::reading::manifest::Manifest;

/// A game that is not loaded, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameCard {
    pub id: String,
    pub name: String,
    /// Other names.
    pub also: Vec<String>,
    pub group: String,
    pub tagline: String,
    /// Names of the game in links of puzzle sites.
    pub link_types: Vec<String>,
}

impl GameCard {
    /// Returns the text to search: all its names, its subject and its group, in lower case.
    pub fn searched(&self) -> String {
        let Self { name, also, tagline, group, .. } = self;
        format!("{name} {} {tagline} {group}", also.join(" ")).to_lowercase()
    }
}

/// Returns the card of a manifest, where it can be read.
pub fn card_of(manifest: &str) -> Option<GameCard> {
    let manifest = Manifest::read(manifest).ok()?;
    Some(GameCard {
        id: manifest.id.into_inner(),
        name: manifest.name.into_inner(),
        also: manifest.also,
        group: manifest.group,
        tagline: manifest.tagline,
        link_types: manifest.link.map(|link| link.types).unwrap_or_default(),
    })
}
