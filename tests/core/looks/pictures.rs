//! A pack's look in pictures, on sheets, in documents and in map editors' tiles.

use std::collections::BTreeSet;
use std::sync::Arc;

use foolproof::game::Game;
use foolproof::level::{Level, LookColour, LookFont, LookPicture, Pack, PngFile, Rgb};
use foolproof::picture::{
    Ink, Layout, Paint, Picture, PictureLook, Pixels, Point, Rect, Shape, Style, page_svg,
    pages_pdf, picture_svg, pixels, pixels_of_png, png, svg,
};
use foolproof::printing::{ContactStyle, KnownOfLevel, contact_sheet, level_picture};
use foolproof::shipping::{ExportSource, exporter};

const RED: [u8; 4] = [0xff, 0, 0, 0xff];
const CREAM: [u8; 4] = [0xff, 0xf4, 0xdc, 0xff];
const WHITE: [u8; 4] = [0xff; 4];

/// The sample of Penguin Push with red penguins on cream.
fn pack() -> (Arc<dyn Game>, Pack) {
    let game = foolproof::built_in().by_id("penguin_push").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("a pack");
    let square = Rect::square(Point::new(0.5, 0.5), 1.0);
    let fill = Some(Ink::Exact(0xff, 0, 0));
    let red = Shape::Rect { rect: square, radius: 0.0, fill, stroke: None };
    let layout = Layout { width: 1.0, height: 1.0, sites: Vec::new() };
    let file = png(&svg(&layout, &[red], Style::Light), 1.0).expect("a picture");
    let picture = LookPicture { light: PngFile::new(file).expect("a PNG"), dark: None };
    let look = &mut pack.play.look;
    look.tiles.insert("penguin".parse().expect("a mark"), picture);
    look.light.insert(LookColour::Board, Rgb([0xff, 0xf4, 0xdc]));
    look.font = LookFont::Hand;
    (game, pack)
}

fn drawn(game: &dyn Game, level: &Level) -> Picture {
    level_picture(game, level, &BTreeSet::new(), &KnownOfLevel::default())
}

fn look(pack: &Pack) -> PictureLook {
    PictureLook::new(&pack.play.look).expect("a look")
}

fn pixel(of: &Pixels, x: u32, y: u32) -> [u8; 4] {
    let at = (y * of.width + x) as usize * 4;
    of.rgba[at..at + 4].try_into().expect("four bytes")
}

fn count(of: &Pixels, colour: [u8; 4]) -> usize {
    of.rgba.chunks_exact(4).filter(|pixel| **pixel == colour).count()
}

#[test]
fn a_picture_has_the_look_of_its_pack_where_it_is_asked_for() {
    let (game, pack) = pack();
    let level = &pack.levels[0];
    let (picture, look) = (drawn(&*game, level), look(&pack));
    let (site, _) = level.marks().find(|(_, mark)| mark.as_str() == "penguin").expect("a penguin");
    let middle: Point = game.layout_of(level).rect(site).expect("a cell").centre();
    // 48 pixels a cell.
    let at = |length: f32| (length * 48.0) as u32;
    let seen = |style: Style, look: Option<&PictureLook>| {
        let drawn = pixels(&picture_svg(&picture, Paint::new(style, look)), 1.0).expect("pixels");
        (pixel(&drawn, at(middle.x), at(middle.y)), pixel(&drawn, 1, 1))
    };
    assert_eq!(seen(Style::Light, Some(&look)), (RED, CREAM));
    // The grey of red, on white.
    assert_eq!(seen(Style::Greys, Some(&look)), ([76, 76, 76, 0xff], WHITE));
    let (middle, corner) = seen(Style::Light, None);
    assert!(middle != RED && corner == WHITE, "{middle:?} {corner:?}");
}

#[test]
fn paper_stays_white_around_boards_that_have_a_look() {
    let (game, pack) = pack();
    let look = look(&pack);
    let pictures: Vec<(String, Picture)> =
        pack.levels.iter().take(4).map(|level| (String::new(), drawn(&*game, level))).collect();
    let page = contact_sheet(&pictures, &ContactStyle { title: String::new(), columns: None });
    let written = page_svg(&page, Paint::new(Style::Light, Some(&look)));
    // However often it is drawn.
    assert_eq!(written.matches("data:image/png").count(), 1);
    assert!(written.matches("href=\"#tile-0\"").count() > 4);
    let sheet = pixels(&written, 1.0).expect("pixels");
    assert_eq!(pixel(&sheet, 2, 2), WHITE);
    assert!(count(&sheet, RED) > 100 && count(&sheet, CREAM) > 100);
    let plain = pixels(&page_svg(&page, Style::Light), 1.0).expect("pixels");
    assert_eq!(count(&plain, RED) + count(&plain, CREAM), 0);
    let document = pages_pdf(&[written], &Pack::default(), &mut |_| true).expect("a document");
    let document = String::from_utf8_lossy(&document);
    assert!(document.contains("/Subtype/Image"), "the picture is in the document");
}

#[test]
fn numbers_of_a_board_have_the_font_of_its_pack() {
    let game = foolproof::built_in().by_id("linjat").expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("a pack");
    let written = |pack: &Pack| {
        let own = PictureLook::new(&pack.play.look);
        picture_svg(&drawn(&*game, &pack.levels[0]), Paint::new(Style::Light, own.as_ref()))
    };
    let before = pixels(&written(&pack), 1.0).expect("pixels");
    pack.play.look.font = LookFont::Hand;
    let after = written(&pack);
    assert!(after.contains("font-family=\"Patrick Hand\""), "{after}");
    assert!(pixels(&after, 1.0).expect("pixels") != before);
}

#[test]
fn tiles_of_map_editors_are_the_pictures_of_the_pack() {
    let (_, pack) = pack();
    let games = foolproof::built_in();
    for format in ["tiled", "ldtk"] {
        let exporter = exporter(&games, format).expect("an exporter");
        let source = ExportSource { games: &games, pack: &pack, folder: None, steps: None };
        let [(name, file)] = &exporter.levels(&source).beside[..] else { panic!("one picture") };
        let tiles = pixels_of_png(file).expect("a picture");
        assert!(count(&tiles, RED) > 64 * 60, "{name}");
    }
}

#[test]
fn a_picture_that_cannot_be_drawn_leaves_the_drawing_of_its_mark() {
    let (game, mut pack) = pack();
    let broken = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x09\0\0\0\x09".to_vec();
    let broken = LookPicture { light: PngFile::new(broken).expect("a PNG"), dark: None };
    pack.play.look.tiles.insert("penguin".parse().expect("a mark"), broken);
    let picture = drawn(&*game, &pack.levels[0]);
    let own = look(&pack);
    assert!(!picture_svg(&picture, Paint::new(Style::Light, Some(&own))).contains("tile-0"));
}
