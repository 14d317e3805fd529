//! Reads the constraints of f-puzzles.

use serde_json::{Map, Value};

use super::{DECORATION, PLAIN, is_empty};
use crate::constraints::{self, Constraint, FPuzzlesKey};
use crate::laid_level::LaidLevel;
use foolproof_game::FormatFault;

/// Reads a puzzle's parts into a level.
pub(super) struct LevelReader {
    pub(super) laid: LaidLevel,
}

/// A name like `R3C10` as row and column from 0; outside the grid they are -1 or the side.
fn place(text: &str) -> Option<(i32, i32)> {
    let (row, col) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
    let (row, col) = (row.parse::<i32>().ok()?, col.parse::<i32>().ok()?);
    Some((row.checked_sub(1)?, col.checked_sub(1)?))
}

pub(crate) fn number(value: Option<&Value>) -> Result<Option<i32>, FormatFault> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) => {
            let number = number.as_i64().and_then(|number| i32::try_from(number).ok());
            number.map(Some).ok_or_else(|| "a number is too large".into())
        }
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => match text.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("`{text}` is not a number").into()),
        },
        Some(other) => Err(format!("`{other}` is not a number").into()),
    }
}

impl LevelReader {
    pub(super) fn new(side: usize) -> Self {
        Self { laid: LaidLevel::new(side) }
    }

    /// Reads all constraints; leaves out mere decoration, and returns its names.
    pub(super) fn constraints(
        &mut self,
        rest: &Map<String, Value>,
    ) -> Result<Vec<String>, FormatFault> {
        let mut left_out = Vec::new();
        for (name, value) in rest.iter().filter(|(_, value)| !is_empty(value)) {
            let name = name.as_str();
            if DECORATION.contains(&name) {
                let many = value.as_array().map_or(1, Vec::len);
                left_out.push(format!("{many} x {name}"));
            } else if !PLAIN.contains(&name) {
                self.named(name, value)
                    .map_err(|why| format!("`{name}`: {}", String::from(why)))?;
            }
        }
        if rest.get("nonconsecutive").and_then(Value::as_bool) == Some(true) {
            // With dots on the board it means that all of them are given.
            let dots = ["difference", "ratio"];
            let has = dots.iter().any(|name| rest.get(*name).is_some_and(|value| !is_empty(value)));
            let id = if has { "no_other_difference" } else { "non_consecutive" };
            self.laid.put_known(id, Vec::new(), Vec::new())?;
        }
        Ok(left_out)
    }

    fn named(&mut self, name: &str, value: &Value) -> Result<(), FormatFault> {
        match name {
            "diagonal+" => return self.diagonal(false),
            "diagonal-" => return self.diagonal(true),
            "negative" => return self.negative(value),
            _ => {}
        }
        let known = constraints::ALL.iter().copied().find_map(|kind| {
            let (known, key) = kind.fpuzzles()?;
            (known == name).then_some((kind, key))
        });
        let (kind, key) = known.ok_or("this rule is not known here")?;
        if key == FPuzzlesKey::Flag {
            return self.laid.put(kind, Vec::new(), Vec::new());
        }
        let items = value.as_array().ok_or("this is not a list")?;
        for (at, item) in items.iter().enumerate() {
            self.item(kind, key, item)
                .map_err(|why| format!("number {}: {}", at + 1, String::from(why)))?;
        }
        Ok(())
    }

    fn diagonal(&mut self, falls: bool) -> Result<(), FormatFault> {
        let side = self.laid.side;
        let cell = |at: usize| at * side + if falls { at } else { side - 1 - at };
        self.laid.put_known("diagonal", Vec::new(), vec![(0..side).map(cell).collect()])
    }

    fn negative(&mut self, value: &Value) -> Result<(), FormatFault> {
        for name in value.as_array().into_iter().flatten() {
            let id = match name.as_str() {
                Some("ratio") => "no_other_ratio",
                Some("xv") => "no_other_xv",
                Some("difference") => "no_other_difference",
                _ => return Err(format!("{name} is not known here").into()),
            };
            self.laid.put_known(id, Vec::new(), Vec::new())?;
        }
        Ok(())
    }

    fn cells(&self, value: Option<&Value>) -> Result<Vec<usize>, FormatFault> {
        let names = value.and_then(Value::as_array).ok_or("its cells are missing")?;
        names.iter().map(|name| self.place(Some(name))).collect()
    }

    fn place(&self, value: Option<&Value>) -> Result<usize, FormatFault> {
        let name = value.and_then(Value::as_str).ok_or("its cell is missing")?;
        let side = self.laid.side as i32;
        let inside = |at: &i32| (0..side).contains(at);
        match place(name).filter(|(row, col)| inside(row) && inside(col)) {
            Some((row, col)) => Ok((row * side + col) as usize),
            None => Err(format!("`{name}` is not a cell of this board").into()),
        }
    }

    /// The cells that a clue outside the grid looks at, in a direction or straight ahead.
    fn line_from(&self, item: &Value, slanted: bool) -> Result<Vec<usize>, FormatFault> {
        let name = item.get("cell").and_then(Value::as_str).unwrap_or_default();
        let fault = || FormatFault::from(format!("`{name}` is not a place beside this board"));
        let side = self.laid.side as i32;
        let (row, col) = place(name).ok_or_else(fault)?;
        let (down, across) = match slanted {
            true => match item.get("direction").and_then(Value::as_str) {
                Some("DR") => (1, 1),
                Some("DL") => (1, -1),
                Some("UR") => (-1, 1),
                Some("UL") => (-1, -1),
                _ => return Err("its direction is missing".into()),
            },
            false if row < 0 => (1, 0),
            false if row >= side => (-1, 0),
            false if col < 0 => (0, 1),
            false if col >= side => (0, -1),
            false => return Err(fault()),
        };
        let inside = |at: i32| (0..side).contains(&at);
        let cells = (1..=side).map(|step| (row + step * down, col + step * across));
        let cells = cells.take_while(|(row, col)| inside(*row) && inside(*col));
        Ok(cells.map(|(row, col)| (row * side + col) as usize).collect())
    }

    fn item(
        &mut self,
        kind: &'static dyn Constraint,
        key: FPuzzlesKey,
        item: &Value,
    ) -> Result<(), FormatFault> {
        let value = item.get("value");
        match key {
            FPuzzlesKey::Flag => self.laid.put(kind, Vec::new(), Vec::new()),
            FPuzzlesKey::Cell => {
                let cell = self.place(item.get("cell"))?;
                self.laid.put(kind, Vec::new(), vec![vec![cell]])
            }
            FPuzzlesKey::Cells => {
                let cells = self.cells(item.get("cells"))?;
                // A cage without a sum may have 0.
                let amount = number(value)?.filter(|amount| *amount != 0 || kind.id() != "cage");
                self.laid.put(kind, amount.into_iter().collect(), vec![cells])
            }
            FPuzzlesKey::Letters => {
                let cells = self.cells(item.get("cells"))?;
                let amount = match value.and_then(Value::as_str).map(str::trim) {
                    Some("X" | "x") => 10,
                    Some("V" | "v") => 5,
                    // A missing letter requires nothing.
                    Some("") | None => return Ok(()),
                    Some(_) => number(value)?.unwrap_or(10),
                };
                self.laid.put(kind, vec![amount], vec![cells])
            }
            FPuzzlesKey::Lines => {
                let usual = kind.usual_amount();
                let amount = number(value)?.or(usual).filter(|_| usual.is_some());
                let amounts: Vec<i32> = amount.into_iter().collect();
                let lines = item.get("lines").and_then(Value::as_array);
                for line in lines.ok_or("its lines are missing")? {
                    let cells = self.cells(Some(line))?;
                    self.laid.put(kind, amounts.clone(), vec![cells])?;
                }
                Ok(())
            }
            FPuzzlesKey::Arrow => self.arrow(kind, item),
            FPuzzlesKey::Corner => {
                let cells = self.cells(item.get("cells"))?;
                let values = item.get("values").and_then(Value::as_array);
                let digits = values.into_iter().flatten().map(|value| number(Some(value)));
                let digits: Vec<Option<i32>> = digits.collect::<Result<_, _>>()?;
                match digits.is_empty() {
                    true => Ok(()),
                    false => {
                        self.laid.put(kind, digits.into_iter().flatten().collect(), vec![cells])
                    }
                }
            }
            FPuzzlesKey::Clone => {
                let groups =
                    vec![self.cells(item.get("cells"))?, self.cells(item.get("cloneCells"))?];
                self.laid.put(kind, Vec::new(), groups)
            }
            FPuzzlesKey::Outside | FPuzzlesKey::Slanted => {
                let line = self.line_from(item, key == FPuzzlesKey::Slanted)?;
                self.laid.put(kind, number(value)?.into_iter().collect(), vec![line])
            }
        }
    }

    /// A circle or pill, with each of its lines; a line begins in the circle.
    fn arrow(&mut self, kind: &'static dyn Constraint, item: &Value) -> Result<(), FormatFault> {
        let circle = self.cells(item.get("cells"))?;
        let mut groups = vec![circle.clone()];
        for line in item.get("lines").and_then(Value::as_array).into_iter().flatten() {
            let mut line = self.cells(Some(line))?;
            line.retain(|cell| !circle.contains(cell));
            if !line.is_empty() {
                groups.push(line);
            }
        }
        match groups.len() {
            // A circle without a line requires nothing.
            1 => Ok(()),
            _ => self.laid.put(kind, Vec::new(), groups),
        }
    }
}
