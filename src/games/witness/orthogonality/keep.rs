//! The text from which a stopped survey is resumed.

use serde::{Deserialize, Serialize};

use super::Sort;
use super::found::WalkFound;
use super::survey::{KnownWalk, Survey, SurveyPlan};
use foolproof_game::StudyError;
use foolproof_level::Board;

/// Increased whenever the format of the text changes.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct KeptSurvey {
    version: u32,
    size: (u16, u16),
    colours: usize,
    pieces: usize,
    new: Vec<String>,
    there: Vec<String>,
    #[serde(rename = "courses")]
    walks: Vec<KeptWalk>,
}

#[derive(Serialize, Deserialize)]
struct KeptWalk {
    done: Vec<usize>,
    found: Vec<KeptPair>,
}

/// Only the lines with known results: line, fewest of the first, the second and both, level.
#[derive(Serialize, Deserialize)]
struct KeptPair {
    unique: Vec<u64>,
    lines: Vec<(usize, u8, u8, u8, u64)>,
}

impl Survey {
    /// The results so far, for [`Survey::resumed`].
    pub(crate) fn kept(&self) -> String {
        self.kept_during(None)
    }

    /// The results so far during a walk, including those of the walk.
    pub(crate) fn kept_during(&self, walk: Option<(usize, &KnownWalk)>) -> String {
        let names = |sorts: &[Sort]| sorts.iter().map(|sort| sort.name.clone()).collect();
        let SurveyPlan { board, new, there, most, colours } = &self.plan;
        let pair = |found: &WalkFound| {
            let lines = (0..self.lines.len()).filter_map(|line| {
                let get = |fewest: &[Option<u8>]| fewest.get(line).copied().flatten().unwrap_or(0);
                let fewest = (get(&found.first), get(&found.second), get(&found.both));
                let level = found.example.get(line).copied().unwrap_or(0);
                (fewest != (0, 0, 0)).then_some((line, fewest.0, fewest.1, fewest.2, level))
            });
            KeptPair { unique: found.unique.clone(), lines: lines.collect() }
        };
        let known = self.known.iter().enumerate();
        let known = known.map(|(at, known)| match walk {
            Some((walked, known)) if walked == at => known,
            _ => known,
        });
        let walks = known.map(|known| KeptWalk {
            done: known.done.iter().copied().collect(),
            found: known.found.iter().map(pair).collect(),
        });
        let kept = KeptSurvey {
            version: VERSION,
            size: (board.cols, board.rows),
            colours: *colours,
            pieces: *most,
            new: names(new),
            there: names(there),
            walks: walks.collect(),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// The plan of a survey without results, for [`Survey::resumed`].
    pub(crate) fn told(&self) -> Result<String, StudyError> {
        let blank = Survey::new(self.plan.clone())?;
        Ok(blank.kept())
    }

    /// The survey of a text from [`Survey::kept`].
    pub(crate) fn resumed(text: &str) -> Result<Self, StudyError> {
        let kept: KeptSurvey = serde_json::from_str(text)
            .map_err(|error| format!("this is not a saved survey: {error}"))?;
        if kept.version != VERSION {
            return Err(format!("it is a survey of version {}, not {VERSION}", kept.version).into());
        }
        let sorts = |names: &[String]| -> Result<Vec<Sort>, StudyError> {
            names.iter().map(|name| Sort::of_text(name, kept.colours)).collect()
        };
        let (cols, rows) = kept.size;
        let mut survey = Survey::new(SurveyPlan {
            board: Board { cols, rows, tray: 0 },
            new: sorts(&kept.new)?,
            there: sorts(&kept.there)?,
            most: kept.pieces,
            colours: kept.colours,
        })?;
        let wanted: Vec<usize> = survey.known.iter().map(|known| known.found.len()).collect();
        if !kept.walks.iter().map(|walk| walk.found.len()).eq(wanted) {
            return Err("it is a survey of other lines".into());
        }
        for (known, walk) in survey.known.iter_mut().zip(kept.walks) {
            known.done.extend(walk.done);
            for (found, pair) in known.found.iter_mut().zip(walk.found) {
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
        Ok(survey)
    }
}
