//! Properties that a concept may ask of a Sudoku: a digit on a cell, or arguments of a size.
//!
//! The size of the arguments that a puzzle needs is a property of the level as a whole.

use crate::about::Sudoku;
use crate::argument::{Halted, Matter, SudokuCases};
use crate::grid::{Grid, Reading};
use crate::hitting::SetBounds;
use crate::proof;
use crate::puzzle::Puzzle;
use crate::search::only;
use foolproof_game::{
    ConceptKind, GameError, Param, ParamKind, Properties, PropertyReader, StopCheck, intended_of,
};
use foolproof_level::{Concept, INTENDED, Level, Mark, Place, Play, Site};

impl Properties for Sudoku {
    fn kinds(&self) -> Vec<ConceptKind> {
        let size = || Param::new("cells", ParamKind::Number { least: 1, most: 40 }, "6");
        let cell = || Param::new("cell", ParamKind::Site, "cell(4,4)");
        let number = |name: &'static str, most, default: &'static str| {
            Param::new(name, ParamKind::Number { least: 1, most }, default)
        };
        vec![
            ConceptKind::new(
                "needs",
                "an argument of at least {0} {0?cell:cells} is needed, or none is enough",
                vec![size()],
            )
            .otherwise("arguments of fewer than {0} {0?cell:cells} are enough"),
            ConceptKind::new(
                "steps",
                "at least {0} {0?step:steps} of the proof path need {1} or more cells, or cannot be made",
                vec![number("steps", 80, "3"), size()],
            )
            .otherwise("fewer than {0} {0?step:steps} of the proof path need {1} or more cells"),
            ConceptKind::new(
                "weight",
                "no argument for {0} has fewer than {1} {1?cell:cells}",
                vec![cell(), size()],
            )
            .otherwise("an argument for {0} has fewer than {1} {1?cell:cells}"),
            ConceptKind::new("digit", "{0} holds {1}", vec![cell(), number("digit", 16, "5")])
                .otherwise("{0} does not hold {1}"),
            ConceptKind::intended(),
        ]
    }

    /// Rules for properties of a play; those of the level do not appear in a program.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        Ok(match read(property)? {
            SudokuProperty::Digit(site, digit) => format!("{head} :- value({site},{digit})."),
            SudokuProperty::Intended => {
                let intended = intended_of(level)?;
                let held = intended.iter().map(|(site, mark)| format!("value({site},{mark})"));
                // An incomplete solution does not count: the player fills none of the cells that it leaves
                // open.
                let open = level.board.cells().filter(|site| intended.get(*site).is_none());
                let body: Vec<String> =
                    held.chain(open.map(|site| format!("not play({site},_)"))).collect();
                format!("{head} :- {}.", body.join(", "))
            }
            _ => return Err(PropertyReader(property).no_rules()),
        })
    }

    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        let held = |site: Site| {
            let mark = play.get(site).or_else(|| level.mark(site));
            mark.and_then(|mark| Reading::of(mark).ok())
        };
        match read(property).ok()? {
            SudokuProperty::Digit(site, digit) => Some(held(site) == Some(Reading::Digit(digit))),
            SudokuProperty::Intended => {
                let intended = level.intended.as_ref()?;
                let given = |site| level.mark(site).and_then(|mark| Reading::of(mark).ok());
                let same = |site| match intended.get(site) {
                    Some(mark) => held(site) == Reading::of(mark).ok(),
                    None => matches!(given(site), Some(Reading::Digit(_))),
                };
                Some(
                    intended.iter().all(|(site, _)| level.board.contains(site))
                        && level.board.cells().all(same),
                )
            }
            _ => None,
        }
    }

    fn is_of_level(&self, property: &Mark) -> bool {
        matches!(
            read(property),
            Ok(SudokuProperty::Needs(_) | SudokuProperty::Steps(..) | SudokuProperty::Weight(..))
        )
    }

    /// Returns whether a puzzle needs such arguments. Cells that no argument proves need more than any size.
    fn level_has(&self, level: &Level, property: &Mark, stop: StopCheck<'_>) -> Option<bool> {
        let grid = Grid::of(level).ok()?;
        let Some((solution, _)) = only(&grid, &grid.given, stop).ok()? else {
            return Some(true);
        };
        let mut cases = SudokuCases::weighed(&grid, solution).ok()?;
        let filled = grid.filled() | cases.constraints();
        let found = match read(property).ok()? {
            SudokuProperty::Needs(size) => {
                proof::is_within(&mut cases, filled, size - 1, stop).map(|within| !within)
            }
            SudokuProperty::Steps(steps, size) => {
                long_steps(&mut cases, &grid, size, stop).map(|long| long >= steps)
            }
            SudokuProperty::Weight(site, size) => {
                let open = grid.shape.cell(site).filter(|cell| grid.given[*cell] == 0);
                match open {
                    Some(conclusion) => {
                        let matter = Matter { filled, conclusion };
                        let less = cases.smallest(matter, SetBounds::of_size(0, size - 1), stop);
                        less.map(|evidence| evidence.is_none())
                    }
                    None => Ok(false),
                }
            }
            _ => return None,
        };
        found.ok()
    }
}

/// A parsed property.
#[derive(Clone, Copy)]
enum SudokuProperty {
    Needs(u32),
    Steps(u32, u32),
    Weight(Site, u32),
    Digit(Site, u8),
    Intended,
}

fn read(property: &Mark) -> Result<SudokuProperty, GameError> {
    let fail = || GameError::Concept(format!("`{property}` is not a property of a Sudoku").into());
    let number = |text: &str| text.parse::<u32>().ok().filter(|n| (1..=81).contains(n));
    let cell = |text: &str| text.parse::<Site>().ok().filter(|site| site.place == Place::Cell);
    let read = match (property.functor(), property.args().as_slice()) {
        ("needs", [size]) => number(size).map(SudokuProperty::Needs),
        ("steps", [steps, size]) => {
            number(steps).zip(number(size)).map(|(steps, size)| SudokuProperty::Steps(steps, size))
        }
        ("weight", [site, size]) => {
            cell(site).zip(number(size)).map(|(cell, size)| SudokuProperty::Weight(cell, size))
        }
        ("digit", [site, digit]) => {
            let digit = number(digit)
                .filter(|n| *n <= u32::from(crate::grid::MAX_DIGITS))
                .and_then(|n| u8::try_from(n).ok());
            cell(site).zip(digit).map(|(cell, digit)| SudokuProperty::Digit(cell, digit))
        }
        (INTENDED, []) => Some(SudokuProperty::Intended),
        _ => None,
    };
    read.ok_or_else(fail)
}

/// Counts the proof steps that need at least `size` cells; cells that cannot be proved count.
fn long_steps(
    cases: &mut SudokuCases,
    grid: &Grid,
    size: u32,
    stop: StopCheck<'_>,
) -> Result<u32, Halted> {
    let (mut long, mut left) = (0, grid.empty().count_ones());
    proof::path(cases, grid.filled(), stop, &mut |step| {
        left -= 1;
        long += u32::from(step.evidence.count_ones() >= size);
        true
    })?;
    Ok(long + left)
}

/// A level's concept, prepared for testing very many fillings.
pub(crate) struct SudokuTest {
    concept: Concept,
    asks: Vec<(Mark, SudokuAsk)>,
}

enum SudokuAsk {
    Level(bool),
    Digit(Option<usize>, u8),
    /// The digits of the intended solution by cell, 0 where it has none; `None` if none matches.
    Intended(Option<Vec<u8>>),
}

impl SudokuTest {
    /// `None` if only the solver can tell what the concept means, or when stopped.
    pub(crate) fn of(level: &Level, puzzle: &Puzzle, stop: StopCheck<'_>) -> Option<Self> {
        if !level.concept.own_rules().is_empty() {
            return None;
        }
        let ask = |property: &Mark| {
            let ask = match read(property).ok()? {
                SudokuProperty::Digit(site, digit) => SudokuAsk::Digit(puzzle.cell(site), digit),
                SudokuProperty::Intended => {
                    let intended = level.intended.as_ref()?;
                    SudokuAsk::Intended(wanted(puzzle, intended))
                }
                _ => SudokuAsk::Level(Sudoku.level_has(level, property, stop)?),
            };
            Some((property.clone(), ask))
        };
        let asks: Option<Vec<_>> = level.concept.properties().into_iter().map(ask).collect();
        Some(Self { concept: level.concept.clone(), asks: asks? })
    }

    pub(crate) fn practises(&self, filling: &[u8]) -> bool {
        let holds = |property: &Mark| {
            let (_, ask) = self.asks.iter().find(|(known, _)| known == property)?;
            Some(match ask {
                SudokuAsk::Level(has) => *has,
                SudokuAsk::Digit(cell, digit) => cell.is_some_and(|cell| filling[cell] == *digit),
                SudokuAsk::Intended(None) => false,
                SudokuAsk::Intended(Some(wanted)) => {
                    wanted.iter().zip(filling).all(|(want, have)| *want == 0 || want == have)
                }
            })
        };
        self.concept.evaluate(&mut { holds }) == Some(true)
    }
}

/// The digits of the intended solution; `None` if it leaves a cell empty.
fn wanted(puzzle: &Puzzle, intended: &Play) -> Option<Vec<u8>> {
    let mut digits = vec![0; puzzle.given.len()];
    for (site, mark) in intended.iter() {
        match Reading::of(mark) {
            Ok(Reading::Digit(digit)) => digits[puzzle.cell(site)?] = digit,
            _ => return None,
        }
    }
    let complete = digits.iter().zip(&puzzle.given).all(|(want, given)| *want != 0 || *given != 0);
    complete.then_some(digits)
}
