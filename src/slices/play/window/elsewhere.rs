//! Opens the pack as players see it: in the player's window, a separate process.

use std::process::{Command, Stdio};

use super::words;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::session::state::State;

/// Opens the players' window on the current pack, saved or not.
pub(super) fn start(state: &mut State) {
    state.finish_stroke();
    if let Err(why) = started(state) {
        state.chrome.toasts.say(ToastTone::Trouble, words::no_player(&why), 0);
    }
}

fn started(state: &State) -> Result<(), String> {
    let told = |why: std::io::Error| why.to_string();
    let mut pack = state.history().pack().clone();
    let games = state.games();
    // The copy is not next to the games that it uses, so it includes them.
    games.carry_all(&mut pack);
    let own = state.chrome.folder.clone().unwrap_or_else(std::env::temp_dir);
    let folder = own.join("player");
    std::fs::create_dir_all(&folder).map_err(told)?;
    let path = folder.join("pack.json");
    pack.save(&path).map_err(|why| why.to_string())?;
    let program = std::env::current_exe().map_err(told)?;
    let mut player = Command::new(program)
        .args(["play", "--no-record"])
        .arg(&path)
        .stdin(Stdio::null())
        .spawn()
        .map_err(told)?;
    // The window may stay open for any time. The thread waits for its end, so that no zombie process remains.
    std::thread::spawn(move || player.wait());
    Ok(())
}
