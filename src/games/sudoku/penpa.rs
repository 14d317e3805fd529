//! Sudoku drawn in Penpa+: digits, regions, killer cages, thermometers and arrows. Other drawn elements are
//! rejected by name, so that nothing is lost.

use foolproof_game::{DrawnGame, FormatFault, note_unread};
use foolproof_level::Level;
use foolproof_links::{CAGES, Clue, Drawing, Drawn, Spot, SpotKind};

use crate::laid_level::LaidLevel;
use crate::puzzle::{SIDES, site_of};

pub(crate) struct DrawnSudoku;

/// The name, or its ending, of such drawings.
const NAME: &str = "sudoku";
/// Tags of its kinds.
const TAGS: [&str; 2] = ["classic", "killer"];

/// The cell of a place on the board.
fn cell_of(at: Spot, side: usize) -> Result<usize, FormatFault> {
    let part = |part: i32| usize::try_from(part).ok().filter(|part| *part < side);
    match (at.kind, part(at.col), part(at.row)) {
        (SpotKind::Cell, Some(col), Some(row)) => Ok(row * side + col),
        _ => Err(format!("R{}C{} is off the board", at.row + 1, at.col + 1).into()),
    }
}

fn spot(kind: SpotKind, cell: usize, side: usize) -> Spot {
    let part = |part: usize| i32::try_from(part).unwrap_or(0);
    Spot { kind, col: part(cell % side), row: part(cell / side) }
}

fn read(mut drawing: Drawing) -> Result<Level, FormatFault> {
    let side = usize::from(drawing.cols);
    if drawing.cols != drawing.rows || !SIDES.contains(&side) {
        let (cols, rows) = (drawing.cols, drawing.rows);
        return Err(format!("boards are 4x4 to 16x16, not {cols}x{rows}").into());
    }
    let mut laid = LaidLevel::new(side);
    for cell in 0..side * side {
        let at = spot(SpotKind::Cell, cell, side);
        let clue = Drawn::Digit.take(&mut drawing, at, &|word| word.parse().ok().map(Clue::number));
        let digit = clue.and_then(|clue| clue.0.first().copied().flatten());
        laid.cell(cell, digit.and_then(|digit| i32::try_from(digit).ok()), &[])?;
    }
    let regions = regions(&mut drawing, side)?;
    match regions.len() {
        // Without walls, boxes are as usual.
        1 => {}
        _ => {
            if let Some(other) = regions.iter().find(|region| region.len() != side) {
                let first = site_of(other[0], side).name();
                let why = format!("the walls about {first} hold {} cells, not {side}", other.len());
                return Err(why.into());
            }
            let region = |cell| {
                let found = regions.iter().position(|region| region.contains(&cell));
                found.and_then(|number| i64::try_from(number).ok())
            };
            laid.regions(&(0..side * side).map(region).collect::<Vec<_>>())?;
        }
    }
    cages(&mut drawing, &mut laid)?;
    for layer in ["thermo", "nobulbthermo"] {
        for line in drawing.take_lists(layer) {
            laid.put_known("thermo", Vec::new(), vec![cells(&line, side)?])?;
        }
    }
    for line in drawing.take_lists("arrows") {
        let mut circle = cells(&line, side)?;
        let shaft = circle.split_off(1.min(circle.len()));
        laid.put_known("arrow", Vec::new(), vec![circle, shaft])?;
    }
    if let Some((at, what)) = drawing.left_over() {
        return Err(format!("R{}C{}: {what} is not read", at.row + 1, at.col + 1).into());
    }
    let coloured = drawing.coloured();
    let mut level = laid.level;
    (level.title, level.author) = (drawing.title, drawing.author);
    if coloured > 0 {
        note_unread(&mut level, &[format!("{coloured} x colour")]);
    }
    Ok(level)
}

fn cells(spots: &[Spot], side: usize) -> Result<Vec<usize>, FormatFault> {
    spots.iter().map(|at| cell_of(*at, side)).collect()
}

/// Cages, each with the small number in a corner of one of its cells.
fn cages(drawing: &mut Drawing, laid: &mut LaidLevel) -> Result<(), FormatFault> {
    for cage in drawing.take_lists(CAGES) {
        let sum = cage.iter().find_map(|at| drawing.take_corner_number(*at));
        let sum = sum.map(i32::try_from).transpose().map_err(|_| "a sum is too large")?;
        laid.put_known("cage", sum.into_iter().collect(), vec![cells(&cage, laid.side)?])?;
    }
    Ok(())
}

/// The parts that walls divide the board into, by their first cells. A wall that divides nothing is a
/// fault.
fn regions(drawing: &mut Drawing, side: usize) -> Result<Vec<Vec<usize>>, FormatFault> {
    let mut wall =
        |kind, cell| Drawn::Wall.take(drawing, spot(kind, cell, side), &|_| None).is_some();
    let (mut beside, mut below) = (vec![false; side * side], vec![false; side * side]);
    for cell in 0..side * side {
        // The edge at the left of a cell, and the one on top of it.
        let (left, top) = (wall(SpotKind::VEdge, cell), wall(SpotKind::HEdge, cell));
        if cell % side > 0 && !left {
            beside[cell - 1] = true;
        }
        if cell >= side && !top {
            below[cell - side] = true;
        }
    }
    let mut found: Vec<Vec<usize>> = Vec::new();
    for cell in 0..side * side {
        if found.iter().any(|region| region.contains(&cell)) {
            continue;
        }
        let (mut region, mut at) = (vec![cell], 0);
        while let Some(here) = region.get(at).copied() {
            let right = beside[here].then_some(here + 1);
            let under = below[here].then_some(here + side);
            let left = (here % side > 0 && beside[here - 1]).then(|| here - 1);
            let over = (here >= side && below[here - side]).then(|| here - side);
            for next in [right, under, left, over].into_iter().flatten() {
                if !region.contains(&next) {
                    region.push(next);
                }
            }
            at += 1;
        }
        region.sort_unstable();
        found.push(region);
    }
    let region = |cell: usize| found.iter().position(|region| region.contains(&cell));
    let ends_within = |cell: &usize| {
        let (right, under) = (cell + 1, cell + side);
        right % side > 0 && !beside[*cell] && region(*cell) == region(right)
            || under < side * side && !below[*cell] && region(*cell) == region(under)
    };
    match (0..side * side).find(ends_within) {
        None => Ok(found),
        Some(cell) => {
            let at = site_of(cell, side).name();
            Err(format!("a wall at {at} ends within a region, and means nothing").into())
        }
    }
}

impl DrawnGame for DrawnSudoku {
    fn noun(&self) -> &str {
        "Sudoku"
    }

    fn is_named(&self, name: &str) -> bool {
        name.starts_with(NAME) || name.ends_with(NAME) || TAGS.contains(&name)
    }

    fn level_of(&self, drawing: Drawing) -> Result<Level, FormatFault> {
        read(drawing)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use base64::Engine as _;

    use super::*;
    use crate::puzzle::Puzzle;
    use foolproof_game::{Format as _, PenpaFormat};

    const FORMAT: PenpaFormat<DrawnSudoku> = PenpaFormat(DrawnSudoku);

    /// An address of a drawing of 4x4 cells.
    fn address(question: &str, tag: &str) -> String {
        let head = "sudoku,4,4,38,0,1,1,152,152,0,0,0,0,0,0,Title: Small,Author: Ann";
        // The cells of the grid: each number is relative to the previous one.
        let cells = "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]";
        let question = question.replace('\n', "");
        let rest = "\n\"x\"".repeat(10);
        let text =
            format!("{head}\n[0,0,0,0]\n{{}}\n{question}\n{{}}\n{cells}\n[]{rest}\n[\"{tag}\"]");
        let mut packed =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).expect("packed");
        let code = packed.finish().expect("a code");
        let code = base64::engine::general_purpose::STANDARD.encode(code);
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}")
    }

    fn told(question: &str) -> Result<String, String> {
        let link = address(question, "sudoku");
        assert!(FORMAT.recognises(&link));
        let level = FORMAT.read(&link).map_err(|why| why.to_string())?.remove(0);
        assert_eq!(level.author, "Ann");
        let puzzle = Puzzle::of(&level).expect("a puzzle");
        let given: String = puzzle.given.iter().map(ToString::to_string).collect();
        Ok(format!("{given} {:?}", puzzle.objects))
    }

    #[test]
    fn digits_cages_and_lines_are_read_and_the_rest_is_named() {
        // Points count row by row on a board of 8x8, with a frame of two cells.
        let told = |question: &str| told(question).unwrap_or_else(|why| why);
        assert_eq!(
            told(r#"{"number":{"18":["3",1,"1"],"45":["4",1,"1"]}}"#),
            "3000000000000004 []"
        );
        let cage = r#"{"killercages":[[18,19]],"cage":{"330,331":10},"numberS":{"328":["5",1]},
            "thermo":[[26,34,35]],"arrows":[[20,21,29]]}"#;
        let objects = "[cage[5][[0, 1]], thermo[][[4, 8, 9]], arrow[][[2], [3, 7]]]";
        assert_eq!(told(cage), format!("0000000000000000 {objects}"));
        assert!(
            told(r#"{"symbol":{"18":[2,"circle_L",1]}}"#).ends_with("R1C1: `circle_L` is not read")
        );
        assert!(told(r#"{"number":{"18":["7",1,"1"]}}"#).contains("go from 1 to 4, not to 7"));
        // Marks around a digit are rules, and so is the line of a cage without its cells.
        let circled = r#"{"number":{"18":["3",1,"1"]},"symbol":{"18":[1,"circle_L",1]}}"#;
        assert!(told(circled).ends_with("R1C1: `circle_L` is not read"));
        assert!(told(r#"{"number":{"18":["3",6,"1"]}}"#).ends_with("R1C1: `3` is not read"));
        assert!(told(r#"{"cage":{"330,331":10}}"#).ends_with("R1C1: a cage is not read"));
        let tinted = FORMAT.read(&address(r#"{"surface":{"18":3,"19":7}}"#, "sudoku"));
        assert_eq!(tinted.expect("it is read")[0].notes, "Not read here: 2 x colour.");
    }

    #[test]
    fn walls_make_regions() {
        // Walls between rows: the board has no boxes.
        let wall = |row: usize| {
            let corner = move |col: usize| 64 + (row + 2) * 8 + col + 1;
            (0..4).map(move |col| format!("\"{},{}\":2", corner(col), corner(col + 1)))
        };
        let walls: Vec<String> = (0..3).flat_map(wall).collect();
        let question = format!("{{\"lineE\":{{{}}}}}", walls.join(","));
        assert_eq!(told(&question).expect("it is read"), "0000000000000000 [no_boxes[][]]");
        let dead = format!("{{\"lineE\":{{{}}}}}", walls[..3].join(","));
        assert!(
            told(&dead).expect_err("no region").contains("a wall at R1C1 ends within a region")
        );
        let short = format!("{{\"lineE\":{{{}}}}}", walls[..4].join(","));
        assert!(told(&short).expect_err("uneven").contains("hold 12 cells, not 4"));
        assert!(!FORMAT.recognises(&address("{}", "slitherlink")));
    }
}
