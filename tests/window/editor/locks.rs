//! Locked cells: no command but the one that unlocks them changes what they hold.

use std::collections::BTreeSet;

use foolproof::editor::session::command::{Command, Entry, Menu};
use foolproof::level::{Hold, Spot};

use super::*;

/// Commands that are about locks, that take steps back, or move the whole board.
const OTHERS: [&str; 3] = ["undo", "redo", "toggle-lock"];

#[test]
fn locked_cells_survive_every_command() {
    let (_folder, mut window) = opened(sample("First light"));
    let locked = [Site::cell(0, 1), Site::cell(3, 3)];
    let commands: Vec<(Command, &str)> = {
        let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
        state.edit("Paint", |level| {
            for site in locked {
                let mark = level.mark(site).cloned();
                level.set(site, Spot { mark, hold: Hold::Locked });
            }
        });
        let of_marks = |entry: &&Entry| {
            entry.menu == Menu::Edit || (entry.menu == Menu::Board && entry.group == 0)
        };
        let entries = state.commands().iter().filter(of_marks);
        entries.map(|entry| (entry.command, entry.name)).collect()
    };
    let before = window.level().clone();
    let held = locked.map(|site| before.spot(site));
    let (mut ran, mut changed) = (0, 0);
    // All of the board but one cell: the whole of it turns with its locks.
    let part: BTreeSet<Site> = before.board.cells().skip(1).collect();
    for (command, name) in commands {
        if OTHERS.contains(&command.0) {
            continue;
        }
        let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
        state.board.selection = part.clone();
        state.board.brush = "blocker".parse().ok();
        if !state.entry(command).is_some_and(|entry| entry.is_enabled(state)) {
            continue;
        }
        state.run(command);
        ran += 1;
        let level = state.level().expect("a level");
        assert_eq!(locked.map(|site| level.spot(site)), held, "{name}");
        if !level.same_puzzle(&before) {
            changed += 1;
            state.run(Command::UNDO);
            assert!(state.level().expect("a level").same_puzzle(&before), "{name}");
        }
    }
    assert!(ran >= 10 && changed >= 4, "{ran} ran, {changed} of them changed the level");
}

#[test]
fn what_is_pasted_typed_or_moved_spares_locked_cells_and_says_so() {
    let (_folder, mut window) = opened(sample("First light"));
    let source = Site::cell(0, 1);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[source]);
    window.plain(Key::L);
    let is_there = |window: &Window| {
        window.mark(source).as_deref() == Some("source(e,1,1)")
            && window.level().hold(source) == Hold::Locked
    };
    window.plain(Key::Delete);
    assert!(is_there(&window));
    window.until_said("1 locked cell was kept");
    window.key(Modifiers::ALT, Key::ArrowDown);
    assert!(is_there(&window) && window.mark(Site::cell(0, 2)).is_none(), "nothing is doubled");
    window.key(Modifiers::COMMAND, Key::X);
    assert!(is_there(&window));
    // Others do not move onto it.
    window.brush("blocker");
    window.stroke(PointerButton::Primary, &[Site::cell(0, 2)]);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 2)]);
    window.key(Modifiers::ALT, Key::ArrowUp);
    assert!(is_there(&window));
    assert_eq!(window.mark(Site::cell(0, 2)).as_deref(), Some("blocker"));
    window.until_said("A locked cell is in the way");
    // README, fourth step: all is selected and erased but what is locked.
    window.key(Modifiers::COMMAND, Key::A);
    window.plain(Key::Delete);
    assert!(is_there(&window));
    assert_eq!(window.level().marks().count(), 1);
    window.plain(Key::Escape);
    window.stroke(PointerButton::Primary, &[source]);
    window.plain(Key::L);
    window.plain(Key::Delete);
    assert!(window.mark(source).is_none(), "unlocked, it goes");
}
