//! Lists of links.

use std::sync::Arc;

use crate::library::Library;
use crate::{Asked, Games, read_contents};
use foolproof_own::NoGrounder;

const SUDOKU: &str = "https://puzz.link/p?sudoku/4/4/1g2j3k4";

#[test]
fn a_list_has_links_of_several_games_and_names_those_of_none() {
    let games = Games::built_in().with_library(Library::new(Arc::new(NoGrounder), None));
    let text = format!(
        "{SUDOKU}\nhttps://puzz.link/p?nosuch/4/4/g\nhttps://pzv.jp/p.html?slither/2/2/g1g\n"
    );
    let found = read_contents(&games, &text, "", Asked::Recognised).expect("links");
    let games: Vec<Option<&str>> =
        found.levels.iter().map(|level| Some(level.as_ref().ok()?.game.as_str())).collect();
    assert_eq!(games, [Some("sudoku"), None, Some("slitherlink")]);
    let why: Vec<(usize, &str)> = found.unreadable().collect();
    assert!(why.len() == 1 && why[0].1.starts_with("Nosuch is not among the games"), "{why:?}");
}

#[test]
fn a_file_and_a_drawing_load_their_game() {
    let games = Games::built_in().with_library(Library::new(Arc::new(NoGrounder), None));
    let file = "pzprv3\nslither\n1\n2\n3 .\n";
    let found = read_contents(&games, file, "txt", Asked::Recognised).expect("a file");
    assert_eq!(found.readable().levels[0].game, "slitherlink");
    assert_eq!(&*found.format, "pzprv3 file");
}
