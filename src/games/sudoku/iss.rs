//! Strings of the Interactive Sudoku Solver: a sequence of constraints, `.Name~part~part`.
//!
//! Rows and columns count from 1, with letters from 10 on. `.~R1C1_5` gives a digit, `.~R1C1_2_3` a choice.

use crate::constraints::{self, Constraint, Iss, Object};
use crate::iss_written;
use crate::killer_text;
use crate::laid_level::LaidLevel;
use crate::puzzle::{SIDES, site_of};
use foolproof_game::{Format, FormatError, FormatFault, numbered, write_lines};
use foolproof_level::Level;

pub(crate) struct IssString;

/// The constraints of `StrictKropki`.
const STRICT_KROPKI: [&str; 2] = ["no_other_difference", "no_other_ratio"];

/// Reads a string's parts into a level.
struct Reader {
    laid: LaidLevel,
    /// The text turns the boxes off, so irregular regions replace them.
    no_boxes: bool,
}

impl Reader {
    fn cell(&self, text: &str) -> Result<usize, FormatFault> {
        let fault = || FormatFault::from(format!("`{text}` is not a cell of this board"));
        let (row, col) =
            text.strip_prefix('R').and_then(|rest| rest.split_once('C')).ok_or_else(fault)?;
        let (row, col) = (count(row).ok_or_else(fault)?, count(col).ok_or_else(fault)?);
        let inside = |at: usize| (1..=self.laid.side).contains(&at);
        match inside(row) && inside(col) {
            true => Ok((row - 1) * self.laid.side + col - 1),
            false => Err(fault()),
        }
    }

    fn cells(&self, parts: &[&str]) -> Result<Vec<usize>, FormatFault> {
        parts.iter().filter(|part| !part.is_empty()).map(|part| self.cell(part)).collect()
    }

    /// The cells of a row or column, `R1` or `C1`.
    fn line(&self, text: &str) -> Result<Vec<usize>, FormatFault> {
        let fault = || FormatFault::from(format!("`{text}` is not a row or column of this board"));
        let name = text.split(',').next().unwrap_or(text);
        let at =
            name.get(1..).and_then(count).filter(|at| *at <= self.laid.side).ok_or_else(fault)? - 1;
        let side = self.laid.side;
        match name.chars().next() {
            Some('R') => Ok((at * side..(at + 1) * side).collect()),
            Some('C') => Ok((0..side).map(|row| row * side + at).collect()),
            _ => Err(fault()),
        }
    }

    fn diagonal(&self, cell: usize) -> Result<Vec<usize>, FormatFault> {
        diagonal(cell, self.laid.side).ok_or_else(|| "a little killer begins at the rim".into())
    }

    fn is_beside(&self, a: usize, b: usize) -> bool {
        (a / self.laid.side).abs_diff(b / self.laid.side)
            + (a % self.laid.side).abs_diff(b % self.laid.side)
            == 1
    }

    /// Digits and choices of digits: `R1C1_5`, `R1C1_2_3`.
    fn givens(&mut self, parts: &[&str]) -> Result<(), FormatFault> {
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let mut words = part.split('_');
            let cell = self.cell(words.next().unwrap_or_default())?;
            let digits: Vec<i32> = words.map(number).collect::<Result<_, _>>()?;
            match &digits[..] {
                [] => {}
                [digit] if (1..=self.laid.side as i32).contains(digit) => {
                    self.laid
                        .level
                        .paint(site_of(cell, self.laid.side), digit.to_string().parse().ok());
                }
                [digit] => {
                    return Err(format!("`{part}`: {digit} is not a digit of the board").into());
                }
                _ => {
                    self.laid.put_known("only", digits.clone(), vec![vec![cell]])?;
                }
            }
        }
        Ok(())
    }

    /// Regions as a text with a character for each cell.
    fn jigsaw(&mut self, parts: &[&str]) -> Result<(), FormatFault> {
        let layout: Vec<char> = parts.last().copied().unwrap_or_default().chars().collect();
        if layout.len() != self.laid.side * self.laid.side {
            return Err(format!("the regions have {} cells", layout.len()).into());
        }
        let mut names: Vec<char> = layout.clone();
        names.sort_unstable();
        names.dedup();
        let id = if self.no_boxes { "region" } else { "extra_region" };
        let mut other = None;
        for name in names {
            let cells: Vec<usize> = (0..layout.len()).filter(|at| layout[*at] == name).collect();
            // Cells outside of all regions form one of another size.
            match cells.len() == self.laid.side {
                true => self.laid.put_known(id, Vec::new(), vec![cells])?,
                false if other.replace(name).is_none() => {}
                false => {
                    let (many, side) = (cells.len(), self.laid.side);
                    return Err(format!("the region `{name}` has {many} cells, not {side}").into());
                }
            }
        }
        Ok(())
    }

    fn read(&mut self, name: &str, parts: &[&str]) -> Result<(), FormatFault> {
        match name {
            "" => return self.givens(parts),
            "Shape" => return Ok(()),
            "Jigsaw" => return self.jigsaw(parts),
            // It means both kinds of dots.
            "StrictKropki" => {
                for id in STRICT_KROPKI {
                    self.laid.put_known(id, Vec::new(), Vec::new())?;
                }
                return Ok(());
            }
            _ => {}
        }
        let known = constraints::ALL.iter().copied().find_map(|kind| {
            let (_, style) = kind.iss().iter().find(|(known, _)| *known == name)?;
            Some((kind, *style))
        });
        let (kind, style) = known
            .ok_or_else(|| format!("`{name}` is a constraint that Sudoku does not have here"))?;
        self.styled(kind, style, parts).map_err(|why| format!("{name}: {why}").into())
    }

    fn styled(
        &mut self,
        kind: &'static dyn Constraint,
        style: Iss,
        parts: &[&str],
    ) -> Result<(), FormatFault> {
        match style {
            Iss::Neighbours(amount) => return self.neighbours(kind, amount, parts),
            Iss::BothSides => return self.both_sides(kind, parts),
            Iss::Pattern | Iss::States | Iss::Relation => {
                return self.written(kind, style, parts);
            }
            _ => {}
        }
        let (amounts, groups) = match style {
            Iss::Flag => (Vec::new(), Vec::new()),
            Iss::Cells | Iss::Circle | Iss::Segments => (Vec::new(), self.groups(style, parts)?),
            Iss::NumberOrUsual if parts.first().is_some_and(|part| part.starts_with('R')) => {
                (kind.usual_amount().into_iter().collect(), vec![self.cells(parts)?])
            }
            _ => self.numbered(kind, style, parts)?,
        };
        self.laid.put(kind, amounts, groups)
    }

    /// Groups of cells alone.
    fn groups(&self, style: Iss, parts: &[&str]) -> Result<Vec<Vec<usize>>, FormatFault> {
        match (style, parts) {
            (Iss::Circle, [circle, line @ ..]) => {
                Ok(vec![self.cells(&[circle])?, self.cells(line)?])
            }
            (Iss::Segments, parts) => {
                let groups = parts.split(|part| *part == "-" || part.is_empty());
                groups.filter(|group| !group.is_empty()).map(|group| self.cells(group)).collect()
            }
            (_, parts) => Ok(vec![self.cells(parts)?]),
        }
    }

    /// Reads parts that begin with a number, or with a place followed by digits.
    fn numbered(
        &self,
        kind: &'static dyn Constraint,
        style: Iss,
        parts: &[&str],
    ) -> Result<(Vec<i32>, Vec<Vec<usize>>), FormatFault> {
        let few = || FormatFault::from("a part is missing");
        let side = self.laid.side;
        let (first, rest) = parts.split_first().ok_or_else(few)?;
        Ok(match style {
            Iss::Corner => {
                let cell = self.cell(first)?;
                let digits = rest.iter().map(|digit| number(digit)).collect::<Result<_, _>>()?;
                (digits, vec![vec![cell, cell + 1, cell + side, cell + side + 1]])
            }
            Iss::Diagonal => {
                let falls = number(first)? < 0;
                let cell = |at: usize| at * side + if falls { at } else { side - 1 - at };
                (Vec::new(), vec![(0..side).map(cell).collect()])
            }
            Iss::Pill => {
                let cells = self.cells(rest)?;
                let many = usize::try_from(number(first)?).unwrap_or(0);
                let (pill, line) = cells.split_at_checked(many).ok_or_else(few)?;
                (Vec::new(), vec![pill.to_vec(), line.to_vec()])
            }
            Iss::Clones => {
                let cells = self.cells(rest)?;
                if usize::try_from(number(first)?) != Ok(cells.len()) {
                    let why = "sets of several cells that hold the same digits in any order";
                    return Err(why.into());
                }
                (Vec::new(), cells.into_iter().map(|cell| vec![cell]).collect())
            }
            Iss::OneSide => (vec![number(first)?], vec![self.line(rest.first().ok_or_else(few)?)?]),
            Iss::Slanted => {
                let cell = self.cell(rest.first().ok_or_else(few)?)?;
                (vec![number(first)?], vec![self.diagonal(cell)?])
            }
            _ => {
                let closes = rest.last() == Some(&"LOOP");
                let mut cells = self.cells(&rest[..rest.len() - usize::from(closes)])?;
                if closes {
                    cells.extend(cells.first().copied());
                }
                // A cage without a sum has an empty one, or 0.
                let none = first.is_empty() || *first == "0" && kind.id() == "cage";
                (if none { Vec::new() } else { vec![number(first)?] }, vec![cells])
            }
        })
    }

    fn both_sides(
        &mut self,
        kind: &'static dyn Constraint,
        parts: &[&str],
    ) -> Result<(), FormatFault> {
        let (line, amounts) = parts.split_first().ok_or("a part is missing")?;
        let mut line = self.line(line)?;
        for amount in amounts {
            if !amount.is_empty() {
                self.laid.put(kind, vec![number(amount)?], vec![line.clone()])?;
            }
            line.reverse();
        }
        Ok(())
    }

    /// Reads a text, followed by lines of cells without separators, which may have names.
    fn written(
        &mut self,
        kind: &'static dyn Constraint,
        style: Iss,
        parts: &[&str],
    ) -> Result<(), FormatFault> {
        let (key, lines) = parts.split_first().ok_or("a part is missing")?;
        let text = iss_written::text_of(style, key, self.laid.side)?;
        for line in lines.split(|part| part.is_empty() || part.starts_with('_')) {
            if !line.is_empty() {
                self.laid.put_written(kind, &text, self.cells(line)?)?;
            }
        }
        Ok(())
    }

    fn neighbours(
        &mut self,
        kind: &'static dyn Constraint,
        amount: i32,
        cells: &[&str],
    ) -> Result<(), FormatFault> {
        let cells = self.cells(cells)?;
        // The usual number of a kind is not written; an X or a V has its number.
        let amounts = if kind.id() == "pair_sum" { vec![amount] } else { Vec::new() };
        for (at, first) in cells.iter().enumerate() {
            for second in &cells[at + 1..] {
                if self.is_beside(*first, *second) {
                    self.laid.put(kind, amounts.clone(), vec![vec![*first, *second]])?;
                }
            }
        }
        Ok(())
    }
}

fn number(text: &str) -> Result<i32, FormatFault> {
    text.parse().map_err(|_| format!("`{text}` is not a number").into())
}

/// A row or column from 1: a digit, or a letter for 10 and more.
fn count(text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let value = letters.next()?.to_digit(36)? as usize;
    (letters.next().is_none() && value > 0).then_some(value)
}

/// The level that a string describes.
pub(crate) fn read(text: &str) -> Result<Level, FormatFault> {
    let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if killer_text::is_killer(&compact) {
        return killer(&compact);
    }
    let rest = compact.strip_prefix('.').ok_or("a string of constraints begins with a dot")?;
    let items: Vec<Vec<&str>> = rest.split('.').map(|item| item.split('~').collect()).collect();
    let shape = items.iter().find(|item| item.first() == Some(&"Shape"));
    let side = match shape.and_then(|item| item.get(1)) {
        None => 9,
        Some(shape) => side_of(shape)?,
    };
    let no_boxes = items.iter().any(|item| item.first() == Some(&"NoBoxes"));
    let mut reader = Reader { laid: LaidLevel::new(side), no_boxes };
    for item in &items {
        if let [name, parts @ ..] = &item[..] {
            reader.read(name, parts)?;
        }
    }
    Ok(reader.laid.level)
}

fn killer(text: &str) -> Result<Level, FormatFault> {
    let mut laid = LaidLevel::new(9);
    for (sum, cells) in killer_text::cages(text)? {
        laid.put_known("cage", vec![sum], vec![cells])?;
    }
    Ok(laid.level)
}

fn side_of(shape: &str) -> Result<usize, FormatFault> {
    let (rows, cols) = shape.split_once('x').unwrap_or((shape, shape));
    let side = rows.parse().ok().filter(|side| rows == cols && SIDES.contains(side));
    side.ok_or_else(|| format!("boards are 4x4 to 16x16, not {shape}").into())
}

impl Format for IssString {
    fn id(&self) -> &'static str {
        "iss"
    }

    fn name(&self) -> &'static str {
        "Interactive Sudoku Solver string"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["iss"]
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| {
            line.starts_with('.') && line.contains('~') || killer_text::is_killer(line)
        })
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let levels = lines.map(|(at, line)| read(line).map_err(|why| why.at(at + 1)));
        numbered(levels, "Puzzle", "there is no puzzle")
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        write_lines(levels, written)
    }
}

/// The name of a cell: rows and columns from 1, with letters from 10 on.
fn name_of(cell: usize, side: usize) -> String {
    let letter = |at: usize| char::from_digit(at as u32 + 1, 36).unwrap_or('?');
    format!("R{}C{}", letter(cell / side), letter(cell % side))
}

fn written(level: &Level) -> Result<String, FormatFault> {
    let puzzle = crate::puzzle::Puzzle::of(level).map_err(|why| why.to_string())?;
    let side = puzzle.side;
    let mut text = String::new();
    if side != 9 {
        text.push_str(&format!(".Shape~{side}x{side}"));
    }
    let given = puzzle.given.iter().enumerate().filter(|(_, digit)| **digit > 0);
    let given: Vec<String> =
        given.map(|(cell, digit)| format!("~{}_{digit}", name_of(cell, side))).collect();
    if !given.is_empty() {
        text.push_str(&format!(".{}", given.concat()));
    }
    let regions: Vec<&Object> =
        puzzle.objects.iter().filter(|object| object.kind.id().ends_with("region")).collect();
    if !regions.is_empty() {
        text.push_str(&jigsaw_of(&regions, side)?);
    }
    let has = |id: &str| puzzle.objects.iter().any(|object| object.kind.id() == id);
    let strict = STRICT_KROPKI.iter().all(|id| has(id));
    if strict {
        text.push_str(".StrictKropki");
    }
    for object in &puzzle.objects {
        let id = object.kind.id();
        let written = id.ends_with("region") || strict && STRICT_KROPKI.contains(&id);
        if !written {
            text.push_str(&object_text(object, side)?);
        }
    }
    // A text is recognized by its parts.
    Ok(if text.contains('~') { text } else { format!(".Shape~{side}x{side}{text}") })
}

fn jigsaw_of(regions: &[&Object], side: usize) -> Result<String, FormatFault> {
    let mut layout = vec!['0'; side * side];
    for (number, region) in (1u32..).zip(regions) {
        for cell in region.line() {
            if layout[*cell] != '0' {
                return Err("this format has no regions that share cells".into());
            }
            layout[*cell] = char::from_digit(number, 36).unwrap_or('z');
        }
    }
    let boxes =
        if regions.iter().any(|region| region.kind.id() == "region") { ".NoBoxes" } else { "" };
    Ok(format!("{boxes}.Jigsaw~{}", layout.into_iter().collect::<String>()))
}

fn names(cells: &[usize], side: usize) -> Vec<String> {
    cells.iter().map(|cell| name_of(*cell, side)).collect()
}

fn object_text(object: &Object, side: usize) -> Result<String, FormatFault> {
    let lacks = || FormatFault::from(format!("this format has no room for {}", object.title(side)));
    let parity =
        |remainder: i32| (1..=side as i32).filter(|digit| digit % 2 == remainder).collect();
    if object.is_blank() {
        return Err(lacks());
    }
    let choice: Option<Vec<i32>> = match object.kind.id() {
        "only" => Some(object.amounts.clone()),
        "odd" => Some(parity(1)),
        "even" => Some(parity(0)),
        _ => None,
    };
    if let Some(digits) = choice {
        let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
        let each = names(object.line(), side).into_iter();
        let each = each.map(|cell| format!("~{cell}_{}", digits.join("_")));
        return Ok(format!(".{}", each.collect::<String>()));
    }
    let style = object.kind.iss().iter().find(|(_, style)| match style {
        Iss::Circle => object.line().len() == 1,
        Iss::Pill => object.line().len() > 1,
        Iss::Neighbours(usual) => match object.kind.id() {
            "pair_sum" => object.amount() == Some(*usual),
            _ => object.amount().is_none_or(|amount| amount == *usual),
        },
        _ => true,
    });
    let (name, style) = style.ok_or_else(lacks)?;
    let several = object.groups.len() > 2 && matches!(style, Iss::Circle | Iss::Pill);
    if several {
        return Err(lacks());
    }
    if *style == Iss::Clones {
        // Corresponding cells of all groups are a set each.
        let set = |at: usize| -> Vec<usize> {
            object.groups.iter().filter_map(|group| group.get(at).copied()).collect()
        };
        let sets = (0..object.line().len()).map(|at| names(&set(at), side));
        let text = sets.map(|cells| format!(".{name}~{}~{}", cells.len(), cells.join("~")));
        return Ok(text.collect());
    }
    let parts = match iss_written::key_of(*style, object, side) {
        Some(key) => [vec![key?], names(object.line(), side)].concat(),
        None => parts_of(object, *style, side),
    };
    let parts: String = parts.iter().map(|part| format!("~{part}")).collect();
    Ok(format!(".{name}{parts}"))
}

/// The part after a constraint's name.
fn parts_of(object: &Object, style: Iss, side: usize) -> Vec<String> {
    let cells = names(&object.cells(), side);
    let line = object.line();
    let first = line.first().copied().unwrap_or(0);
    let amount = object.amount().map(|amount| amount.to_string()).unwrap_or_default();
    let headed = |head: String| [vec![head], cells.clone()].concat();
    match style {
        Iss::Flag | Iss::Clones | Iss::Pattern | Iss::States | Iss::Relation => Vec::new(),
        Iss::Cells | Iss::Neighbours(_) | Iss::Circle => cells,
        Iss::Number | Iss::NumberOrUsual => {
            let mut parts = headed(amount);
            // A line that returns to its first cell ends in a word.
            if let Some(last) = parts.last_mut().filter(|_| object.is_closed()) {
                "LOOP".clone_into(last);
            }
            parts
        }
        Iss::Pill => headed(line.len().to_string()),
        Iss::Corner => {
            let first = line.iter().min().copied().unwrap_or(0);
            let digits = object.amounts.iter().map(ToString::to_string);
            std::iter::once(name_of(first, side)).chain(digits).collect()
        }
        Iss::Diagonal => vec![if line.contains(&0) { "-1" } else { "1" }.to_owned()],
        Iss::Segments => {
            let groups = object.groups.iter().map(|group| names(group, side).join("~"));
            vec![groups.collect::<Vec<String>>().join("~-~")]
        }
        Iss::OneSide => vec![amount, line_name(line, side)],
        Iss::BothSides if line.get(1) > Some(&first) => {
            vec![line_name(line, side), amount, String::new()]
        }
        Iss::BothSides => vec![line_name(line, side), String::new(), amount],
        Iss::Slanted => {
            let last = line.last().copied().unwrap_or(first);
            let begins = diagonal(first, side).is_some_and(|cells| cells.last() == Some(&last));
            vec![amount, name_of(if begins { first } else { last }, side)]
        }
    }
}

/// `R3` or `C4`.
fn line_name(line: &[usize], side: usize) -> String {
    let (first, second) = (line[0], line[line.len() - 1]);
    let is_row = first / side == second / side;
    let at = if is_row { first / side } else { first % side };
    let at = char::from_digit(at as u32 + 1, 36).unwrap_or('?');
    format!("{}{at}", if is_row { 'R' } else { 'C' })
}

/// The diagonal that begins at a cell of the rim, as that program chooses it.
fn diagonal(cell: usize, side: usize) -> Option<Vec<usize>> {
    let last = side as i32 - 1;
    let (x, y) = ((cell % side) as i32, (cell / side) as i32);
    let (across, down) = match (x, y) {
        (0, y) if y < last => (1, 1),
        (x, y) if x == last && y > 0 && y < last => (-1, -1),
        (_, 0) => (-1, 1),
        (_, y) if y == last => (1, -1),
        _ => return None,
    };
    let step = |n: i32| (x + n * across, y + n * down);
    let inside = |(x, y): &(i32, i32)| (0..=last).contains(x) && (0..=last).contains(y);
    let cells = (0..=last).map(step).take_while(inside);
    Some(cells.map(|(x, y)| y as usize * side + x as usize).collect())
}
