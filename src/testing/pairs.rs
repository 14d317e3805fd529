//! The purpose of each sentence of `wrong`: the smallest play that only it forbids, and the smallest level with
//! a solution and another play that only this sentence forbids.
//!
//! A sentence without either changes nothing on the searched levels. Findings are shown, since only the author
//! knows if they are intended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::solved::painted;
use super::{TestBench, TestEnd, TestLine, TestPicture, TestShows};
use foolproof_game::{Game as _, Verdict, counted};
use foolproof_games::own::{TwoIdeas, sentences_in, two_ideas_in};
use foolproof_level::{Board, Level, Mark, Play, Site};
use foolproof_solver::{
    BoardRules, ForbiddenPlay, ForbiddenSearch, PlayDifference, SearchEnd, WantedPlay,
};

/// Maximum number of cells of boards that are searched for everything, and of larger ones that are searched
/// only for any effect of a sentence: some need room.
pub(crate) const CELLS: usize = 20;
const MORE_CELLS: usize = 64;
/// Number of marks of a kind that may be painted, and its minimum: fewer if there are too many ground rules.
const MARKS: usize = 24;
const FEWEST_MARKS: usize = 3;
/// Maximum number of ground rules of a board; larger ones are not searched.
pub(crate) const RULES: usize = 25_000;
/// Maximum number of searched levels of levels.json, and of their ground rules.
const LEVELS: usize = 4;
const RULES_OF_LEVEL: usize = 60_000;
/// Maximum number of marks that are named one by one.
const MANY_MARKS: usize = 12;
/// Number of consecutive boards with incomplete searches after which no larger one is tried.
const UNENDED: usize = 2;

const DIFFERENCES: [Option<PlayDifference>; 4] =
    [None, Some(PlayDifference::Any), Some(PlayDifference::More), Some(PlayDifference::Less)];

/// The findings about sentences so far.
#[derive(Default)]
struct PairsFound {
    sentences: BTreeSet<String>,
    found: BTreeMap<WantedPlay, ForbiddenPlay>,
    /// Boards that were searched completely.
    whole: Vec<Board>,
    /// Boards whose search ended early, or whose rules are too many.
    part: Vec<Board>,
    /// Number of marks of a kind, in the smallest case.
    marks: usize,
    /// Number of tried combinations of settings.
    settings: usize,
    /// Number of searched levels of levels.json.
    levels: usize,
    /// Time ran out while something was missing.
    was_cut_short: bool,
    /// A disagreement of the judge with the solver, and the level.
    disputed: Option<(String, Level)>,
}

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    if bench.game.abilities().moves.is_some() {
        return Vec::new();
    }
    let text = bench.game.assets().text.as_ref().map(|text| text.rules.clone()).unwrap_or_default();
    let mut pairs = PairsFound { sentences: sentences_in(&text), ..PairsFound::default() };
    pairs.marks = MARKS;
    let (small, larger): (Vec<Board>, Vec<Board>) =
        boards(bench).into_iter().partition(|board| board.cells().count() <= CELLS);
    search_boards(bench, &small, &mut pairs, until);
    search_sample(bench, &mut pairs, until);
    search_boards(bench, &larger, &mut pairs, until);
    pairs.was_cut_short = bench.is_over(until) && !pairs.missing().is_empty();
    if let Some((says, level)) = &pairs.disputed {
        let line = TestLine::new("minimal pairs", TestEnd::Failed, says.clone());
        return vec![line.of_level(&Arc::new(level.clone()))];
    }
    bench.forbidding.extend(pairs.found.keys().map(|wanted| wanted.sentence.clone()));
    let told = pairs.sentences.iter().map(|sentence| line(&pairs, sentence));
    told.chain(two_ideas_in(&text).iter().map(two_ideas)).collect()
}

/// Searches all levels of these boards, the smallest first, until larger ones would take too long.
fn search_boards(bench: &mut TestBench, boards: &[Board], pairs: &mut PairsFound, until: Instant) {
    for (at, settings) in bench.game.small_settings().into_iter().enumerate() {
        let mut unended = 0;
        for board in boards {
            let wanted = pairs.wanted(board.cells().count() <= CELLS);
            if unended == UNENDED || wanted.is_empty() || bench.is_over(until) {
                break;
            }
            pairs.settings = pairs.settings.max(at + 1);
            let mut level = Level::open(&*bench.game.about().id, *board);
            level.settings.clone_from(&settings);
            let ended = search_board(bench, &level, wanted, pairs, until);
            unended = if ended { 0 } else { unended + 1 };
            let known = if ended { &mut pairs.whole } else { &mut pairs.part };
            if !known.contains(board) {
                known.push(*board);
            }
        }
    }
}

/// Searches levels of levels.json with their own marks: some sentences need room, and suitable clues.
fn search_sample(bench: &mut TestBench, pairs: &mut PairsFound, until: Instant) {
    let mut levels = bench.sample.clone();
    levels.retain(|level| level.game == bench.game.about().id);
    levels.sort_by_key(|level| level.board.cells().count());
    for level in levels.iter().take(LEVELS) {
        let wanted = pairs.wanted(false);
        if wanted.is_empty() || bench.is_over(until) {
            break;
        }
        let mut bare = level.without_concept();
        bare.intended = None;
        let program = bench.game.rules_of_level(&bare).ok();
        if let Some(program) = program.filter(|program| program.n_rules() <= RULES_OF_LEVEL) {
            pairs.levels += 1;
            let stop = bench.stop.clone();
            let end = SearchEnd { until, stop: &stop };
            look(bench, BoardRules { level: &bare, program: &program, end }, wanted, pairs);
        }
    }
}

/// Returns small boards, and larger ones that are square or nearly so.
fn boards(bench: &TestBench) -> Vec<Board> {
    let mut boards = bench.game.small_boards(MORE_CELLS);
    let sides = |board: &Board| board.cols.abs_diff(board.rows);
    let least = boards.iter().map(sides).min().unwrap_or(0);
    boards.retain(|board| board.cells().count() <= CELLS || sides(board) == least);
    boards
}

/// Returns a remark: such a sentence is correct, but tells a player less than two sentences would.
fn two_ideas(of: &TwoIdeas) -> TestLine {
    TestLine::new("two ideas in a sentence", TestEnd::Passed, of.words())
}

impl PairsFound {
    /// Returns the plays to search for: on boards with few cells, with each kind of difference from a solution.
    fn wanted(&self, every_way: bool) -> Vec<WantedPlay> {
        let mut wanted = self.missing();
        if !every_way {
            wanted.retain(|of| matches!(of.beside, None | Some(PlayDifference::Any)));
        }
        wanted
    }

    /// Returns the plays not found yet. Once there is a pair, pairs that differ in only one way are searched
    /// for on one more board.
    fn missing(&self) -> Vec<WantedPlay> {
        let wanted = self.sentences.iter().flat_map(|sentence| {
            DIFFERENCES.map(|beside| WantedPlay { sentence: sentence.clone(), beside })
        });
        wanted.filter(|of| !self.found.contains_key(of) && !self.is_settled(of)).collect()
    }

    fn keep(&mut self, wanted: WantedPlay, play: ForbiddenPlay) {
        // A pair that differs in one way only need not be shown twice.
        let marks = |play: &Play| -> BTreeSet<(Site, Mark)> {
            play.iter().map(|(site, mark)| (site, mark.clone())).collect()
        };
        let (wrong, right) = (marks(&play.play), play.right.as_ref().map(marks));
        let way = match &right {
            Some(right) if right.is_subset(&wrong) => Some(PlayDifference::More),
            Some(right) if wrong.is_subset(right) => Some(PlayDifference::Less),
            _ => None,
        };
        if way.is_some() {
            let same = WantedPlay { sentence: wanted.sentence.clone(), beside: way };
            self.found.entry(same).or_insert_with(|| play.clone());
        }
        self.found.entry(wanted).or_insert(play);
    }

    fn of(&self, sentence: &str, beside: Option<PlayDifference>) -> Option<&ForbiddenPlay> {
        self.found.get(&WantedPlay { sentence: sentence.to_owned(), beside })
    }

    /// True if larger boards are not searched for it, since a pair was found on a board before the last.
    fn is_settled(&self, wanted: &WantedPlay) -> bool {
        let one_way = matches!(wanted.beside, Some(PlayDifference::More | PlayDifference::Less));
        let cells = |board: &Board| board.cells().count();
        let last = self.whole.last().map_or(0, cells);
        let pair = self.of(&wanted.sentence, Some(PlayDifference::Any));
        one_way && pair.is_some_and(|pair| cells(&pair.level.board) < last)
    }
}

/// Searches the levels of a board. Returns whether the search was complete.
fn search_board(
    bench: &mut TestBench,
    level: &Level,
    wanted: Vec<WantedPlay>,
    pairs: &mut PairsFound,
    until: Instant,
) -> bool {
    let mut program = bench.game.rules_of_board(level, pairs.marks);
    while pairs.marks > FEWEST_MARKS
        && !program.as_ref().is_ok_and(|program| program.n_rules() <= RULES)
        && !bench.is_over(until)
    {
        pairs.marks /= 2;
        program = bench.game.rules_of_board(level, pairs.marks);
    }
    let Some(program) = program.ok().filter(|program| program.n_rules() <= RULES) else {
        return false;
    };
    let stop = bench.stop.clone();
    let end = SearchEnd { until, stop: &stop };
    look(bench, BoardRules { level, program: &program, end }, wanted, pairs)
}

/// Searches all levels that rules leave open. Returns whether the search was complete.
fn look(
    bench: &mut TestBench,
    rules: BoardRules<'_>,
    wanted: Vec<WantedPlay>,
    pairs: &mut PairsFound,
) -> bool {
    let found = bench.pairs.look(rules, &wanted);
    let mut ended = true;
    for (wanted, found) in wanted.into_iter().zip(found) {
        match found {
            ForbiddenSearch::Found(play) => match disputed(bench, &wanted, &play) {
                None => pairs.keep(wanted, *play),
                // The search for its helpers was incomplete.
                Some(_) if bench.game.has_helpers() => ended = false,
                Some(says) => pairs.disputed = Some((says, play.level)),
            },
            ForbiddenSearch::None => {}
            ForbiddenSearch::Unknown => ended = false,
        }
    }
    ended
}

/// Returns the judge's disagreement about a play that was found.
fn disputed(bench: &TestBench, wanted: &WantedPlay, found: &ForbiddenPlay) -> Option<String> {
    let sentence = &wanted.sentence;
    if bench.game.has_helpers() {
        let rules = bench.game.abilities().rules?;
        // With other helpers, the same play may violate other sentences.
        let is_right = rules.judge(&found.level, &found.play) == Verdict::Solved;
        return is_right.then(|| {
            format!(
                "for the solver “{sentence}” forbids a play that the judge takes, of {}",
                painted(&found.level)
            )
        });
    }
    // If there was no time to read the rules, the judge says nothing.
    let heard = bench.game.sentences(&found.level, &found.play)?.said;
    if heard.iter().ne([sentence]) {
        return Some(format!(
            "for the solver “{sentence}” alone forbids a play of {}, for the judge it does not",
            painted(&found.level)
        ));
    }
    let judged = bench.game.abilities().rules;
    let right = found.right.as_ref();
    let solved = right.zip(judged).map(|(play, rules)| rules.judge(&found.level, play));
    let is_wrong = solved
        .is_some_and(|verdict| !matches!(verdict, Verdict::Solved | Verdict::Undecided { .. }));
    is_wrong.then(|| format!("the judge does not take a solution of {}", painted(&found.level)))
}

/// Returns the line for a sentence without a play that it alone forbids.
fn without_play(pairs: &PairsFound, sentence: &str, tried: &str) -> TestLine {
    if pairs.whole.is_empty() && pairs.was_cut_short {
        let says = format!("there was no time to look for what “{sentence}” forbids");
        return TestLine::new("minimal pairs", TestEnd::Unfinished, says);
    }
    if pairs.whole.is_empty() {
        let says = format!(
            "what “{sentence}” alone forbids cannot be searched for: the rules unfold too far even on \
             the smallest boards ({tried})"
        );
        return TestLine::new("minimal pairs", TestEnd::Warned, says);
    }
    if pairs.was_cut_short {
        let says = format!(
            "no play was found that “{sentence}” alone forbids, but time ran out before larger boards \
             were searched ({tried})"
        );
        return TestLine::new("minimal pairs", TestEnd::Unfinished, says);
    }
    let says = format!(
        "“{sentence}” changes nothing on the boards that were searched: what it forbids is forbidden by \
         other sentences as well, or never played ({tried})"
    );
    TestLine::new("minimal pairs", TestEnd::Warned, says)
}

fn line(pairs: &PairsFound, sentence: &str) -> TestLine {
    let alone = pairs.of(sentence, None);
    let pair = pairs.of(sentence, Some(PlayDifference::Any));
    let tried = pairs.tried();
    let Some(alone) = alone else { return without_play(pairs, sentence, &tried) };
    let mut says = format!("“{sentence}” alone forbids {}", shown(&alone.level, &alone.play));
    let ways = [(PlayDifference::More, "more"), (PlayDifference::Less, "fewer")];
    let by_way = ways.map(|(way, word)| (word, pairs.of(sentence, Some(way)).is_some()));
    says.push_str(&match (pair, by_way) {
        (None, _) => format!("; no level with such a play also has a solution ({tried})"),
        (Some(_), [(_, true), (_, true)]) => {
            "; alongside a solution, plays with more marks and with fewer were found".to_owned()
        }
        (Some(_), [(_, false), (_, false)]) => {
            "; alongside a solution, no play with just more or just fewer marks was found"
                .to_owned()
        }
        (Some(_), [(one, yes), (other, _)]) => {
            let (with, without) = if yes { (one, other) } else { (other, one) };
            format!(
                "; alongside a solution, plays with {with} marks were found, none with {without}"
            )
        }
    });
    let mut pictures = vec![picture(
        TestShows::Forbidden,
        format!("the smallest play that “{sentence}” alone forbids"),
        &alone.level,
        &alone.play,
    )];
    let mut seen = Vec::new();
    for beside in DIFFERENCES.into_iter().flatten() {
        let Some(found) = pairs.of(sentence, Some(beside)) else { continue };
        let Some(right) = found.right.as_ref().filter(|_| !seen.contains(&found)) else { continue };
        seen.push(found);
        let says = "a solution".to_owned();
        pictures.push(picture(TestShows::Solution, says, &found.level, right));
        pictures.push(picture(
            TestShows::Forbidden,
            format!("forbidden on the same level by “{sentence}” alone"),
            &found.level,
            &found.play,
        ));
    }
    let level = pair.unwrap_or(alone).level.clone();
    let numbers = json!({
        "sentence": sentence,
        "cells": alone.level.board.cells().count(),
        "marks": alone.level.marks().count() + alone.play.len(),
        "smallest": alone.is_least,
        "pair": pair.is_some(),
        "more": by_way[0].1,
        "fewer": by_way[1].1,
    });
    let line = TestLine::new("minimal pairs", TestEnd::Passed, says);
    TestLine { numbers: Some(numbers), pictures, ..line.of_level(&Arc::new(level)) }
}

impl PairsFound {
    /// Describes the boards and levels that were searched.
    fn tried(&self) -> String {
        let size = |board: &Board| format!("{}x{}", board.cols, board.rows);
        let boards = |all: &[Board]| match (all.first(), all.last()) {
            (Some(one), Some(other)) if one != other => {
                format!(
                    "{}, {} to {}",
                    counted(all.len(), "board", "boards"),
                    size(one),
                    size(other)
                )
            }
            (Some(one), _) => format!("the board {}", size(one)),
            _ => "no board".to_owned(),
        };
        let mut says = format!(
            "tried on all levels of {} with up to {} of each kind",
            boards(&self.whole),
            counted(self.marks, "different mark", "different marks")
        );
        if self.settings > 1 {
            says.push_str(&format!(" and {} choices of settings", self.settings));
        }
        if self.levels > 0 {
            let levels = counted(self.levels, "level", "levels");
            says.push_str(&format!(", and on {levels} of levels.json"));
        }
        if !self.part.is_empty() {
            says.push_str(&format!("; not to the end on {}", boards(&self.part)));
        }
        says
    }
}

fn picture(shows: TestShows, says: String, level: &Level, play: &Play) -> TestPicture {
    let mut level = level.clone();
    level.intended = Some(play.clone());
    TestPicture { says, shows, level: Arc::new(level) }
}

/// Describes a play of a level.
fn shown(level: &Level, play: &Play) -> String {
    let marks: Vec<String> =
        play.iter().map(|(site, mark)| format!("{mark} on {}", site.name())).collect();
    let marks = match marks.len() {
        0 => "the empty play".to_owned(),
        1..=MANY_MARKS => marks.join(", "),
        n => format!("a play of {n} marks"),
    };
    match level.marks().count() {
        0..=MANY_MARKS => format!("{marks} on {}", painted(level)),
        n => {
            let Board { cols, rows, .. } = level.board;
            format!("{marks} on a level of {cols}x{rows} with {n} marks")
        }
    }
}
