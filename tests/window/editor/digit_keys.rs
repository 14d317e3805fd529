//! Shortcuts with digits on keyboards of other languages.

use foolproof::slices;

use super::*;

/// The digit keys of some countries, from 1 to 0: with Shift, and in France without it.
const DIGIT_KEYS: [(&str, &str); 4] = [
    ("America", "!@#$%^&*()"),
    ("Germany", "!\"\u{a7}$%&/()="),
    ("Spain", "!\"\u{b7}$%&/()="),
    ("France", "&\u{e9}\"'(-\u{e8}_\u{e7}\u{e0}"),
];

/// The event of a key with this place on the keyboard, and this character.
fn typed_key(place: Key, character: char, modifiers: Modifiers) -> egui::Event {
    // As the window's library reads it: characters without a key have that of their place.
    let key = Key::from_name(&character.to_string()).unwrap_or(place);
    egui::Event::Key { key, physical_key: Some(place), pressed: true, repeat: false, modifiers }
}

#[test]
fn shortcuts_with_digits_are_meant_by_their_place_on_every_keyboard() {
    let (_folder, mut window) = opened(sample("First light"));
    let places = "1234567890".chars().filter_map(|digit| Key::from_name(&digit.to_string()));
    let places: Vec<Key> = places.collect();
    let mut toggled = 0;
    for entry in slices::all().features().commands {
        let shifted = entry.keys.iter().find(|keys| keys.modifiers == Modifiers::SHIFT);
        let digit = shifted.and_then(|keys| places.iter().position(|key| *key == keys.logical_key));
        let Some(at) = digit else { continue };
        let overlay = foolproof::overlay::Overlay(entry.command.0);
        let is_on = |window: &Window| window.app().state.overlay(overlay);
        let before = is_on(&window);
        window.key(Modifiers::SHIFT, places[at]);
        if is_on(&window) == before {
            // Of other games.
            continue;
        }
        for (country, characters) in DIGIT_KEYS {
            let was_on = is_on(&window);
            let character = characters.chars().nth(at).expect("ten keys");
            window.harness.event(typed_key(places[at], character, Modifiers::SHIFT));
            window.steps(3);
            assert_eq!(is_on(&window), !was_on, "{country}: {}", entry.name);
            toggled += 1;
        }
    }
    assert!(toggled >= 24, "{toggled}");
    // In France the key of 6 writes the minus of "smaller".
    let scale = |window: &Window| window.app().state.board.view().scale;
    window.harness.event(typed_key(Key::Num6, '-', Modifiers::COMMAND));
    window.steps(3);
    assert!(scale(&window).is_some(), "the board is drawn smaller");
    window.harness.event(typed_key(Key::Num0, '\u{e0}', Modifiers::COMMAND));
    window.steps(3);
    assert_eq!(scale(&window), None, "and fits again");
}
