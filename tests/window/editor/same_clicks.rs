//! The clicks that solve levels in the player's window and in pages solve them in the editor's play.

use foolproof::game::Verdict;
use foolproof::games::script;
use foolproof::level::Play;
use foolproof::slices::play::window as play;

use super::*;
use crate::clicks::{self, Click};
use crate::players::hands::all_packs;

impl Window {
    /// A click is shorter than a few frames of a test.
    fn tap(&mut self, site: Site) {
        let pos = self.at(site);
        self.harness.hover_at(pos);
        self.steps(2);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
            self.steps(1);
        }
        self.steps(3);
    }
}

#[test]
fn the_same_clicks_solve_every_game_as_for_players() {
    for (name, _folder, path) in all_packs() {
        println!("{name}");
        let mut window = Window::open(&path, None);
        let (pack, ..) = script::load_any(&path).expect("a pack");
        let first = pack.levels.iter().position(|level| level.intended.is_some());
        let id = window.app().state.history().pack().levels[first.expect("a solution")].id;
        window.state().show_level(id);
        window.steps(3);
        let nothing = Play::default();
        window.until("its rules are read", |app| {
            app.state.scene().is_some_and(|(game, level)| {
                !matches!(game.judge(&level, &nothing), Verdict::Undecided { .. })
            })
        });
        window.plain(Key::F5);
        window.until("it is played", |app| play::session(&app.state).is_some());
        window.steps(8);
        let (game, level) = window.app().state.scene().expect("a level");
        let solution = level.intended.clone().expect("a solution");
        for click in clicks::solving(&*game, &level, &solution) {
            match click {
                Click::Tap(site) => window.tap(site),
                Click::Drag(sites) => window.stroke(PointerButton::Primary, &sites),
                Click::Key(key) => window.plain(Key::from_name(&key).expect("a key")),
                Click::Name(_, name) => crate::press_button(&mut window.harness, &name),
            }
        }
        let played = play::session(&window.app().state).expect("in play").play.clone();
        assert_eq!(game.judge(&level, &played), Verdict::Solved, "{name}: {played:?}");
    }
}
