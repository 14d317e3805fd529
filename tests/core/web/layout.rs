//! Where the parts of a page lie: nothing covers anything else, in windows of usual sizes.

use std::sync::Arc;

use foolproof::level::{Board, Level, Pack, Site};
use serde_json::json;

use super::browser::{document, told};
use super::{DESKTOP, PHONE, page, with_grounder, with_script};

const SMALL: (u32, u32) = (1024, 700);
const LAYOUT: &str = include_str!("layout.js");

/// A Sudoku with many kinds of constraints, and a given in the corner of a cage.
fn busy() -> Level {
    let mut level = Level::open("sudoku", Board { cols: 9, rows: 9, tray: 0 });
    let marks = [
        "cage(15,cell(0,0),cell(1,0),cell(0,1))",
        "thermo(cell(3,3),cell(3,4),cell(3,5))",
        "arrow(cells(cell(8,8)),cells(cell(7,7),cell(6,6)))",
        "palindrome(cell(0,8),cell(1,8),cell(2,8))",
        "renban(cell(0,4),cell(1,4),cell(2,4))",
        "whisper(5,cell(5,0),cell(6,0),cell(7,0))",
        "difference(cell(4,6),cell(5,6))",
        "ratio(cell(4,7),cell(5,7))",
        "odd(cell(8,0))",
        "even(cell(8,1))",
        "minimum(cell(8,3))",
        "maximum(cell(8,5))",
        "diagonal(cell(0,8),cell(8,0))",
        "anti_knight",
        "anti_king",
        "windows",
    ];
    for (number, mark) in (0..).zip(marks) {
        level.paint(Site::constraint(number), Some(mark.parse().expect("a mark")));
    }
    level.paint(Site::cell(0, 0), Some("5".parse().expect("a digit")));
    level
}

#[test]
fn long_rules_scroll_and_no_part_of_a_page_covers_another() {
    let pack = Pack { levels: vec![Arc::new(busy())], ..Pack::default() };
    let html = with_script(&page(&with_grounder(), &pack), LAYOUT);
    for size in [DESKTOP, SMALL, PHONE] {
        let said = told(&document(&html, size));
        assert_eq!(said["over"], json!([]), "{size:?}: {said}");
        assert_eq!(said["outside"], json!([]), "{size:?}: {said}");
        assert_eq!(said["scrolls"], json!(true), "{size:?}: {said}");
        // The board keeps its room.
        assert!(said["board"].as_f64() >= Some(180.0), "{size:?}: {said}");
        assert_eq!(said["covered"], json!(false), "{size:?}: the sum of the cage");
    }
}
