//! The player's window without a pack: a game is chosen from all that there are, and another one after it.

use std::path::Path;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::kit::games;
use foolproof::slices::play::player::{PlayerShelf, ShelfOptions, words};

#[test]
fn a_game_is_chosen_and_its_pack_is_played() {
    let program = Path::new(env!("CARGO_BIN_EXE_foolproof"));
    let mut harness = Harness::builder().with_size([1280.0, 800.0]).build_ui_state(
        move |ui, window: &mut Option<PlayerShelf>| {
            let window = window.get_or_insert_with(|| {
                let options = ShelfOptions {
                    games: foolproof::built_in(),
                    engine: Some(crate::toy::engine(program)),
                    engines: None,
                    folders: None,
                };
                PlayerShelf::new(ui.ctx(), options)
            });
            window.logic(ui.ctx());
            window.ui(ui);
        },
        None,
    );
    harness.run_steps(3);
    for game in ["Sudoku", "Akari"] {
        let card = games::words::card(game);
        harness.get_by_label(&card).scroll_to_me();
        harness.run_steps(3);
        harness.get_by_label(&card).click();
        harness.run_steps(4);
        let playing = |harness: &Harness<'_, Option<PlayerShelf>>| {
            harness.state().as_ref().is_some_and(|window| window.playing().is_some())
        };
        assert!(playing(&harness), "{game}");
        assert!(harness.query_all_by_label_contains("of ").count() > 0, "how many are solved");
        harness.get_by_label(words::LEVELS).click();
        harness.run_steps(3);
        harness.get_by_label(words::GAMES).click();
        harness.run_steps(3);
        assert!(!playing(&harness), "back at the games");
    }
}
