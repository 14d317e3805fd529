//! Lists of links.

use foolproof::built_in;
use foolproof::games::{Asked, LibraryShelf, library::Library, read_contents};
use std::sync::Arc;

use foolproof::game::NoGrounder;

const SUDOKU: &str = "https://puzz.link/p?sudoku/4/4/1g2j3k4";

#[test]
fn a_list_has_links_of_several_games_and_names_those_of_none() {
    let games = built_in().with_library(Library::new(Arc::new(NoGrounder), None));
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
    let games = built_in().with_library(Library::new(Arc::new(NoGrounder), None));
    let file = "pzprv3\nslither\n1\n2\n3 .\n";
    let found = read_contents(&games, file, "txt", Asked::Recognised).expect("a file");
    assert_eq!(found.readable().levels[0].game, "slitherlink");
    assert_eq!(&*found.format, "pzprv3 file");
}

#[test]
fn no_line_of_a_list_swallows_the_others() {
    let games = built_in().with_library(Library::new(Arc::new(NoGrounder), None));
    let file = "https://puzz.link/p?type=player&pzprv3/nurikabe/2/2/2%20%23%20/.%20%2B%20//";
    let bare = "pzprv3/mashu/2/2/. . /. 1 /";
    let slither = "https://puzz.link/p?slither/2/2/g1g";
    for lines in [[file, bare, slither], [slither, file, bare], [bare, slither, file]] {
        let text = lines.join("\n");
        let found = read_contents(&games, &text, "", Asked::Recognised).expect(&text);
        let mut of: Vec<String> =
            found.readable().levels.iter().map(|level| level.game.clone()).collect();
        of.sort();
        assert_eq!(of, ["masyu", "nurikabe", "slitherlink"], "{text}");
    }
    let two = "pzprv3\nslither\n1\n2\n3 .\npzprv3\nslither\n1\n1\n2\n";
    let found = read_contents(&games, two, "txt", Asked::Recognised).expect("two files");
    assert_eq!(found.readable().levels.len(), 2);
}

#[test]
fn what_the_game_lacks_is_refused_by_every_format() {
    let games = built_in().with_library(Library::new(Arc::new(NoGrounder), None));
    let link = "https://puzz.link/p?araf/4/3/+100-10j.i0g";
    let found = read_contents(&games, link, "", Asked::Recognised).expect("a link");
    let (number, why) = found.damage().expect("a fault");
    assert!(number == 1 && why.contains("`256` on R1C1 is not a mark of Araf"), "{why}");
}
