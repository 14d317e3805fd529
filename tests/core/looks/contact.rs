//! One board of every game with its solution, on one sheet: light, dark and grey. A reviewer looks at the
//! sheets; `UPDATE_EXPECT=1 cargo test --test core contact` draws them anew.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use foolproof::game::Game;
use foolproof::picture::{Paint, Picture, Style, page_svg, pixels, pixels_of_png, png};
use foolproof::printing::{ContactStyle, KnownOfLevel, PictureLayer, contact_sheet, level_picture};

/// Pixels a point; the sheets are wide.
const SCALE: f32 = 0.9;
/// Bytes that may differ: renderers may round the edge of a letter or two otherwise.
const MAX_OTHER_BYTES: usize = 600;

/// The fourth level of a game's samples, or the last one before it, with its solution.
fn board(game: &Arc<dyn Game>) -> (String, Picture) {
    let levels = super::samples(&**game);
    let solved = levels.iter().filter(|level| level.intended.is_some());
    let level = solved.take(4).last().or(levels.first()).expect("a level");
    let layers = BTreeSet::from([PictureLayer::Intended]);
    let picture = level_picture(&**game, level, &layers, &KnownOfLevel::default());
    (game.about().name.to_string(), picture)
}

#[test]
fn boards_of_all_games_look_as_on_the_contact_sheets() {
    let shelf = crate::shelf::all();
    let built_in = foolproof::built_in();
    let boards: Vec<_> = built_in.all().iter().chain(shelf.all().iter()).map(board).collect();
    assert!(boards.len() >= 108, "{} boards", boards.len());
    let page = contact_sheet(&boards, &ContactStyle { title: String::new(), columns: Some(12) });
    for style in Style::ALL {
        let name = format!("tests/golden/contact_{style:?}.png").to_lowercase();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        let svg = page_svg(&page, Paint::new(style, None));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, png(&svg, SCALE).expect("a picture")).expect("written");
        }
        let golden = pixels_of_png(&std::fs::read(&path).expect("a sheet")).expect("a picture");
        let drawn = pixels(&svg, SCALE).expect("a picture");
        assert_eq!((drawn.width, drawn.height), (golden.width, golden.height), "{name}");
        let both = drawn.rgba.iter().zip(&golden.rgba);
        let other = both.filter(|(one, two)| one.abs_diff(**two) > 24).count();
        assert!(other <= MAX_OTHER_BYTES, "{other} bytes are not as on {name}");
    }
}
