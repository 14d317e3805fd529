//! The shelf: games that come with the program as folders, like anybody's own games.
//!
//! They are in `assets/shelf`, one folder each. A game of the shelf is loaded when one of its levels is opened;
//! until then the program knows only its manifest. A game with the same identifier next to a pack, or among the
//! user's own, takes precedence.

use std::sync::{Arc, OnceLock};

use foolproof_level::{GameText, Level, Pack};
use foolproof_links::plain_name;
use foolproof_own::{GameCard, MANIFEST, card_of, game_text};

/// The files of all folders.
#[derive(rust_embed::Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../assets/shelf"]
struct ShelfFiles;

/// Returns the cards of all games on the shelf, sorted by name.
pub fn cards() -> &'static [GameCard] {
    static CARDS: OnceLock<Vec<GameCard>> = OnceLock::new();
    CARDS.get_or_init(|| {
        let mut cards: Vec<GameCard> = manifests().filter_map(|text| card_of(&text)).collect();
        cards.sort_by(|one, other| one.name.cmp(&other.name));
        cards
    })
}

/// Returns the card of a game on the shelf.
pub fn card(id: &str) -> Option<&'static GameCard> {
    cards().iter().find(|card| card.id == id)
}

/// Returns the texts of a game of the shelf.
pub fn text(id: &str) -> Option<Arc<GameText>> {
    let folder = format!("{id}/");
    let files = ShelfFiles::iter().filter_map(|path| {
        let name = path.strip_prefix(&folder)?.to_owned();
        Some((name, text_of(&path)?))
    });
    game_text(files).map(Arc::new)
}

/// Returns small levels with solutions of a game of the shelf, in addition to its pack; none for other games.
pub fn known_levels(id: &str) -> Vec<Arc<Level>> {
    let pack = text_of(&format!("{id}/known.json")).and_then(|text| Pack::from_json(&text).ok());
    pack.map_or_else(Vec::new, |pack| pack.levels)
}

/// Returns the identifier of the game of the shelf with this name in links of puzzle sites.
pub(crate) fn of_link(kind: &str) -> Option<String> {
    // Reading all manifests would take longer than solving a small level.
    let quoted = format!("\"{kind}\"");
    let mentioned = manifests().filter(|text| text.contains(&quoted));
    let mut cards = mentioned.filter_map(|text| card_of(&text));
    cards.find(|card| card.link_types.iter().any(|known| known == kind)).map(|card| card.id)
}

/// Returns the identifier of the game of the shelf with one of these plain names.
pub(crate) fn of_names(names: &[String]) -> Option<String> {
    let is_called = |card: &&GameCard| {
        let all = [&card.id, &card.name].into_iter().chain(&card.also).chain(&card.link_types);
        all.map(|name| plain_name(name)).any(|name| names.contains(&name))
    };
    cards().iter().find(is_called).map(|card| card.id.clone())
}

/// Returns the manifests of all folders.
fn manifests() -> impl Iterator<Item = String> {
    ShelfFiles::iter().filter(|path| path.ends_with(MANIFEST)).filter_map(|path| text_of(&path))
}

fn text_of(path: &str) -> Option<String> {
    String::from_utf8(ShelfFiles::get(path)?.data.into_owned()).ok()
}
