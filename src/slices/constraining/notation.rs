//! The notation of constraints: a kind, its numbers, its cells: `cage 12 R1C1 R1C2`. Cells in a line may be
//! `R1C1-R1C5`, and a slash separates groups: `arrow R1C1 / R1C2-R1C4`. A pattern, formula or rules are
//! quoted: `formula "sum % 3 == 0" R1C1-R1C4`.

use foolproof_game::{ConstraintForm, ConstraintKind, ConstraintText, Constraints};
use foolproof_level::{Board, Mark, Site};

/// Reads a constraint. The error says why it is invalid.
pub(super) fn read(known: &dyn Constraints, board: &Board, text: &str) -> Result<Mark, String> {
    let kinds = known.kinds();
    let (before, written, after) = quoted(text)?;
    let between = |c: char| c.is_whitespace() || c == ',';
    let words = before.split(between).chain(after.split(between));
    let mut words = words.filter(|word| !word.is_empty());
    let name = words.next().ok_or("a constraint begins with its kind")?;
    let kind = named(&kinds, name)?;
    let (mut numbers, mut groups) = (Vec::new(), vec![Vec::new()]);
    for word in words {
        let last = groups.last_mut().filter(|_| word != "/");
        match (last, word.parse::<i32>()) {
            (None, _) => groups.push(Vec::new()),
            (Some(group), Ok(number)) if group.is_empty() => numbers.push(number),
            (Some(group), _) => group.extend(cells(word)?),
        }
    }
    groups.retain(|group| !group.is_empty());
    if let Some(cell) = groups.iter().flatten().find(|cell| !board.contains(**cell)) {
        return Err(format!("{} is off the board of {}x{}", cell.name(), board.cols, board.rows));
    }
    if let (ConstraintForm::Circle, [line]) = (kind.form, &groups[..])
        && let Some((first, rest)) = line.split_first()
    {
        groups = vec![vec![*first], rest.to_vec()];
        groups.retain(|group| !group.is_empty());
    }
    if numbers.is_empty() && kind.numbers.0 > 0 {
        numbers.extend(kind.usual);
    }
    if kind.text.is_some() && written.is_empty() {
        return Err(format!("what a {} says stands in quotes behind its kind", kind.name));
    }
    known.drawn(board, kind.id, &ConstraintText { numbers: &numbers, text: written }, &groups)
}

/// Splits a text into the parts before, in and after quotes. Rules may contain quotes.
fn quoted(text: &str) -> Result<(&str, &str, &str), String> {
    let Some((before, rest)) = text.split_once('"') else { return Ok((text, "", "")) };
    let (written, after) = rest.rsplit_once('"').ok_or("a closing quote is missing")?;
    Ok((before, written, after))
}

fn named<'a>(kinds: &'a [ConstraintKind], name: &str) -> Result<&'a ConstraintKind, String> {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let wanted = plain(name);
    let found = kinds.iter().find(|kind| kind.id == wanted || plain(kind.name) == wanted);
    found.ok_or_else(|| format!("`{name}` is not a kind of constraint; --kinds lists them"))
}

/// Reads one cell, or all cells from one to another in a row, a column or a diagonal.
fn cells(word: &str) -> Result<Vec<Site>, String> {
    let cell = |text: &str| {
        let site = Site::from_name(text).or_else(|| text.parse().ok());
        site.ok_or_else(|| format!("`{text}` is neither a number nor a cell such as R1C2"))
    };
    let Some((first, last)) = word.split_once('-') else { return Ok(vec![cell(word)?]) };
    let (first, last) = (cell(first)?, cell(last)?);
    let (across, down) = (first.col.abs_diff(last.col), first.row.abs_diff(last.row));
    if across != down && across != 0 && down != 0 {
        return Err(format!("`{word}` is not a row, column or diagonal"));
    }
    let at = |from: u16, to: u16, step: u16| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - step,
    };
    let step = |step| Site::cell(at(first.col, last.col, step), at(first.row, last.row, step));
    Ok((0..=across.max(down)).map(step).collect())
}
