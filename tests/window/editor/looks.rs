//! The form for a pack's look: colours are mixed, typed and taken back, and each is a step to undo.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::session::command::Command;
use foolproof::level::{LookColour, LookFont, PackLook, Rgb};

use super::{Window, opened, sample_of};
use crate::commands::*;

fn look(window: &Window) -> PackLook {
    window.app().state.history().pack().play.look.clone()
}

#[test]
fn colours_are_typed_and_taken_back_and_fonts_are_chosen() {
    let (_folder, mut window) = opened(sample_of("penguin_push", "Mind the gap"));
    window.state().run(Command::LOOK);
    window.steps(4);
    window.click("Board, light");
    window.harness.get_by_label("Code").focus();
    window.steps(2);
    window.key(Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("Code").type_text("#102030");
    window.steps(4);
    assert_eq!(look(&window).light.get(&LookColour::Board), Some(&Rgb([0x10, 0x20, 0x30])));
    assert!(
        window.says("Light: `text` on `board` has a contrast of"),
        "what cannot be read is said"
    );
    window.click("Board, light: the program's own colour again");
    assert_eq!(look(&window), PackLook::default());
    window.click("Font of the board");
    window.click("Handwritten");
    assert_eq!(look(&window).font, LookFont::Hand);
    window.state().run(Command::UNDO);
    window.steps(2);
    assert_eq!(look(&window).font, LookFont::Plain);
}
