//! The windows of designers and players, driven without a screen.
#![cfg(feature = "editor")]
#![allow(clippy::expect_used, unreachable_pub)]

mod commands;
mod editor;
mod editor_panels;
mod pictures;
mod players;

#[path = "../clicks/mod.rs"]
mod clicks;
#[path = "../toy/mod.rs"]
mod toy;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// Presses the button over a board with this move.
fn press_button<State>(harness: &mut Harness<'_, State>, name: &str) {
    let name = name.to_lowercase();
    let is_button = |label: String| label.to_lowercase().starts_with(&name);
    let button = harness.query_all_by(|node| node.label().is_some_and(is_button)).next();
    button.expect("a button").click();
    harness.run_steps(3);
}
