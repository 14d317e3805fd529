//! A survey that was stopped, as a text to go on from.

use serde::{Deserialize, Serialize};

use super::Sort;
use super::survey::{Plan, Survey};
use super::walk::Found;
use crate::level::Board;

/// Grows when what is kept is read in another way.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    size: (u16, u16),
    colours: usize,
    pieces: usize,
    new: Vec<String>,
    there: Vec<String>,
    courses: Vec<Course>,
}

#[derive(Serialize, Deserialize)]
struct Course {
    done: Vec<usize>,
    found: Vec<Pair>,
}

/// Only the lines that something is known of: line, fewest of the first, the second and both, level.
#[derive(Serialize, Deserialize)]
struct Pair {
    unique: Vec<u64>,
    lines: Vec<(usize, u8, u8, u8, u64)>,
}

impl Survey {
    /// What is known so far, for [`Survey::resumed`].
    pub fn kept(&self, colours: usize) -> String {
        let names = |sorts: &[Sort]| sorts.iter().map(|sort| sort.name.clone()).collect();
        let Plan { board, new, there, most } = &self.plan;
        let pair = |found: &Found| {
            let lines = (0..self.lines.len()).filter_map(|line| {
                let get = |fewest: &[Option<u8>]| fewest.get(line).copied().flatten().unwrap_or(0);
                let fewest = (get(&found.first), get(&found.second), get(&found.both));
                let level = found.example.get(line).copied().unwrap_or(0);
                (fewest != (0, 0, 0)).then_some((line, fewest.0, fewest.1, fewest.2, level))
            });
            Pair { unique: found.unique.clone(), lines: lines.collect() }
        };
        let courses = self.done.iter().zip(&self.found).map(|(done, found)| Course {
            done: done.iter().copied().collect(),
            found: found.iter().map(pair).collect(),
        });
        let kept = Kept {
            version: VERSION,
            size: (board.cols, board.rows),
            colours,
            pieces: *most,
            new: names(new),
            there: names(there),
            courses: courses.collect(),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// The survey of a text from [`Survey::kept`], and its number of colours.
    pub fn resumed(text: &str) -> Result<(Self, usize), String> {
        let kept: Kept =
            serde_json::from_str(text).map_err(|error| format!("it is no survey: {error}"))?;
        if kept.version != VERSION {
            return Err(format!("it is a survey of version {}, not {VERSION}", kept.version));
        }
        let sorts = |names: &[String]| -> Result<Vec<Sort>, String> {
            names.iter().map(|name| Sort::of_text(name, kept.colours)).collect()
        };
        let (cols, rows) = kept.size;
        let mut survey = Survey::new(Plan {
            board: Board { cols, rows, tray: 0 },
            new: sorts(&kept.new)?,
            there: sorts(&kept.there)?,
            most: kept.pieces,
        })?;
        let shapes = |courses: &mut dyn Iterator<Item = usize>| courses.collect::<Vec<_>>();
        let wanted = shapes(&mut survey.found.iter().map(Vec::len));
        if shapes(&mut kept.courses.iter().map(|course| course.found.len())) != wanted {
            return Err("it is a survey of other walks".to_owned());
        }
        for ((done, found), course) in
            survey.done.iter_mut().zip(&mut survey.found).zip(kept.courses)
        {
            done.extend(course.done);
            for (found, pair) in found.iter_mut().zip(course.found) {
                let unique = pair.unique.into_iter().chain(std::iter::repeat(0));
                found.unique.iter_mut().zip(unique).for_each(|(mine, theirs)| *mine = theirs);
                for (line, first, second, both, level) in pair.lines {
                    let put = |fewest: &mut Vec<Option<u8>>, value: u8| {
                        if let Some(slot) = fewest.get_mut(line) {
                            *slot = Some(value).filter(|value| *value > 0);
                        }
                    };
                    put(&mut found.first, first);
                    put(&mut found.second, second);
                    put(&mut found.both, both);
                    if let Some(slot) = found.example.get_mut(line) {
                        *slot = level;
                    }
                }
            }
        }
        Ok((survey, kept.colours))
    }
}
