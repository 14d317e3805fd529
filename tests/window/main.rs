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
