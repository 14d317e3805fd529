//! Packs on paper: every level has its place, nothing leaves its page, and unknown facts are marked as
//! such.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foolproof::level::{Hold, Level, Pack, Spot};
use foolproof::overlay::{OVERLAYS, Overlay};
use foolproof::picture::measure::width;
use foolproof::picture::{
    Align, Page, Picture, Shape, Style, page_svg, pages_pdf, picture_svg, pixels,
};
use foolproof::printing::{
    Booklet, BookletLevel, BookletStyle, ContactStyle, KnownOfLevel, NoSolution, Paper,
    PictureLayer, contact_sheet, level_picture,
};

fn levels(pack: &Pack) -> Vec<BookletLevel> {
    let games = foolproof::built_in();
    let of = |level: &Arc<Level>| {
        let game = games.by_id(&level.game).expect("a game");
        let known = KnownOfLevel::of(&*game, level);
        BookletLevel { game, level: Arc::clone(level), known }
    };
    pack.levels.iter().map(of).collect()
}

fn samples() -> Vec<Pack> {
    let games = foolproof::built_in();
    games.all().iter().map(|game| Pack::from_json(&game.sample()).expect("a pack")).collect()
}

/// Words of a page with the place that each takes from left to right.
fn words(page: &Page) -> Vec<(String, f32, f32, f32)> {
    let mut found = Vec::new();
    for part in &page.parts {
        for shape in &part.shapes {
            let Shape::Text { at, text, size, align, .. } = shape else { continue };
            let (x, y) = (part.at.x + at.x * part.scale, part.at.y + at.y * part.scale);
            let long = width(text, *size) * part.scale;
            let left = match align {
                Align::Left => x,
                Align::Centre => x - long / 2.0,
                Align::Right => x - long,
            };
            found.push((text.clone(), left, left + long, y));
        }
    }
    found
}

fn says(pages: &[Page], text: &str) -> usize {
    let all = pages.iter().flat_map(words);
    all.filter(|(words, ..)| words == text).count()
}

#[test]
fn every_level_of_every_sample_has_its_place_in_a_booklet() {
    for pack in samples() {
        let levels = levels(&pack);
        for paper in Paper::ALL {
            for puzzles_a_page in BookletStyle::A_PAGE {
                let style = BookletStyle { paper, puzzles_a_page, ..BookletStyle::default() };
                let pages = Booklet { pack: &pack, levels: &levels, style: &style }.pages();
                let count = levels.len();
                // Rules of a few lines stand on the title page.
                let rules = says(&pages, "How to play");
                let about = levels[0].game.about();
                let begins: String = about.rules.chars().take(20).collect();
                let told = |(text, ..): &(String, f32, f32, f32)| text.starts_with(&begins);
                let place = pages.iter().position(|page| words(page).iter().any(told));
                assert_eq!(place, Some(rules), "{}", pack.title);
                let parts = count.div_ceil(usize::from(puzzles_a_page)) + count.div_ceil(12);
                let least = 1 + rules + parts;
                assert!(pages.len() >= least && pages.len() <= least + 1, "{}", pack.title);
                let booklet = Booklet { pack: &pack, levels: &levels, style: &style };
                assert_eq!(booklet.n_pages(), pages.len());
                assert_eq!(booklet.page(pages.len() - 1).as_ref(), pages.last());
                assert_eq!(booklet.page(pages.len()), None);
                for page in &pages {
                    assert_eq!((page.width, page.height), paper.size());
                    for (text, left, right, y) in words(page) {
                        let inside = left >= 20.0 && right <= page.width - 20.0;
                        assert!(inside, "{}: “{text}” from {left} to {right}", pack.title);
                        assert!(y > 20.0 && y < page.height - 20.0, "“{text}” at {y}");
                    }
                }
                // Once as a puzzle and once as a solution.
                for level in pack.levels.iter().filter(|level| level.title.chars().count() < 12) {
                    let same = |other: &&Arc<Level>| other.title == level.title;
                    let twice = 2 * pack.levels.iter().filter(same).count();
                    assert_eq!(says(&pages, &level.title), twice, "{}", level.title);
                }
                // Every page but the first has its number.
                for (at, page) in pages.iter().enumerate().skip(1) {
                    assert!(words(page).iter().any(|(text, ..)| *text == (at + 1).to_string()));
                }
            }
        }
    }
}

#[test]
fn a_booklet_says_which_levels_have_no_known_solution() {
    let games = foolproof::built_in();
    let game = games.by_id("sudoku").expect("a game");
    let open = |title: &str, missing| {
        let mut level = Level::open("sudoku", game.about().default_board);
        level.title = title.to_owned();
        let known = KnownOfLevel { missing, ..KnownOfLevel::default() };
        BookletLevel { game: Arc::clone(&game), level: Arc::new(level), known }
    };
    let levels = [open("One", NoSolution::None), open("Two", NoSolution::NotFound)];
    let pack = Pack { title: "Hard ones".to_owned(), ..Pack::default() };
    let mut style = BookletStyle::default();
    let pages = Booklet { pack: &pack, levels: &levels, style: &style }.pages();
    assert_eq!(says(&pages, "This puzzle has no solution."), 1);
    assert_eq!(says(&pages, "No solution is known."), 1);
    style.solutions = false;
    let pages = Booklet { pack: &pack, levels: &levels, style: &style }.pages();
    assert_eq!(says(&pages, "No solution is known.") + says(&pages, "Solutions"), 0);
}

#[test]
fn hostile_words_stay_on_the_page() {
    let game = foolproof::built_in().by_id("witness").expect("a game");
    let board = game.about().default_board;
    for title in
        ["", "W".repeat(4000).as_str(), "a & <b> \u{7}\u{202e} ]]>", "標題 עברית 🙂", "\n\n"]
    {
        let mut level = Level::open("witness", board);
        (level.title, level.author) = (title.to_owned(), title.to_owned());
        let known = KnownOfLevel::default();
        let levels = [BookletLevel { game: Arc::clone(&game), level: Arc::new(level), known }];
        let pack = Pack { title: title.to_owned(), author: title.to_owned(), ..Pack::default() };
        let style = BookletStyle::default();
        let pages = Booklet { pack: &pack, levels: &levels, style: &style }.pages();
        for (text, left, right, _) in pages.iter().flat_map(words) {
            assert!(left >= 20.0 && right <= style.paper.size().0 - 20.0, "{text}");
        }
        let svgs: Vec<String> = pages.iter().map(|page| page_svg(page, Style::Light)).collect();
        let pdf = pages_pdf(&svgs, &pack, &mut |_| true).expect("a document");
        assert!(pdf.starts_with(b"%PDF-"));
        let stopped = pages_pdf(&svgs, &pack, &mut |page| page < 1);
        assert!(stopped.is_err(), "it is stopped before its second page");
    }
}

#[test]
fn layers_are_drawn_and_nothing_of_them_where_they_are_off() {
    for pack in samples() {
        for of in levels(&pack).iter().take(4) {
            let picture = |layers: &[PictureLayer]| -> Picture {
                let layers: BTreeSet<PictureLayer> = layers.iter().copied().collect();
                level_picture(&*of.game, &of.level, &layers, &of.known)
            };
            let plain = picture(&[]);
            let board = of.level.board;
            let numbered = picture(&[PictureLayer::Coordinates]);
            assert!(numbered.width > plain.width && numbered.parts.len() == 2);
            let numbers = numbered.parts[1].shapes.len();
            assert_eq!(numbers, usize::from(board.cols) + usize::from(board.rows));
            if of.known.intended_solves {
                let solved = picture(&[PictureLayer::Solution]);
                assert_eq!(solved, picture(&[PictureLayer::Intended]));
                assert_ne!(solved, plain, "{}", of.level.title);
            }
            assert_eq!(plain, picture(&[PictureLayer::Shortcut]), "none is known");
            let svg = picture_svg(&numbered, Style::Dark);
            let drawn = pixels(&svg, 0.5).expect("a picture");
            assert_eq!(drawn.rgba.len(), (drawn.width * drawn.height * 4) as usize);
        }
    }
}

#[test]
fn overlays_of_the_window_are_drawn_in_pictures() {
    let shared = OVERLAYS.map(|shared| PictureLayer::Over(shared.overlay));
    assert!(shared.iter().all(|layer| PictureLayer::all().contains(layer)));
    for pack in samples() {
        for mut of in levels(&pack).into_iter().take(2) {
            let cell = of.level.board.cells().next().expect("a cell");
            let level = Arc::make_mut(&mut of.level);
            level.site_notes = BTreeMap::from([(cell, "A note".to_owned())]);
            level.set(cell, Spot { hold: Hold::Locked, ..level.spot(cell) });
            let shapes = |layers: &[PictureLayer]| -> usize {
                let layers: BTreeSet<PictureLayer> = layers.iter().copied().collect();
                let picture = level_picture(&*of.game, &of.level, &layers, &of.known);
                picture.parts.iter().map(|part| part.shapes.len()).sum()
            };
            let plain = shapes(&[]);
            assert_eq!(shapes(&[PictureLayer::Over(Overlay::CELL_NOTES)]), plain + 1);
            assert!(shapes(&[PictureLayer::Over(Overlay::HOLDS)]) >= plain + 3, "a padlock");
            assert_eq!(shapes(&[PictureLayer::Over(Overlay::FORCED)]), plain, "nothing is known");
        }
    }
}

#[test]
fn a_contact_sheet_has_a_place_for_every_level_and_none_overlap() {
    for pack in samples() {
        let nothing = BTreeSet::new();
        let pictures: Vec<(String, Picture)> = levels(&pack)
            .iter()
            .map(|of| {
                let picture = level_picture(&*of.game, &of.level, &nothing, &of.known);
                (of.level.title.clone(), picture)
            })
            .collect();
        for columns in [None, Some(1), Some(3), Some(100)] {
            let style = ContactStyle { title: pack.title.clone(), columns };
            let page = contact_sheet(&pictures, &style);
            let boards: Vec<(f32, f32)> = page
                .parts
                .iter()
                .filter(|part| part.scale != 1.0)
                .map(|part| (part.at.x, part.at.y))
                .collect();
            assert_eq!(boards.len(), pictures.len());
            for (at, (x, y)) in boards.iter().enumerate() {
                assert!(*x >= 0.0 && *x < page.width && *y >= 0.0 && *y < page.height);
                let apart = |(other_x, other_y): &(f32, f32)| {
                    (x - other_x).abs() > 100.0 || (y - other_y).abs() > 20.0
                };
                assert!(boards[..at].iter().all(apart));
            }
        }
    }
}
