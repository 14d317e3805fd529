//! What each sentence of `wrong` is for: the smallest play that it alone forbids, and the smallest level
//! with a solution and a play beside it that the sentence alone forbids.
//!
//! A sentence without either changes nothing on the levels that were searched. What is found is shown,
//! since only its author knows whether it is meant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use serde_json::json;

use super::solved::painted;
use super::{TestBench, TestEnd, TestLine, TestPicture};
use foolproof_games::own::sentences_in;
use foolproof_games::{Game as _, Verdict, counted};
use foolproof_level::{Board, Level, Mark, Play, Site};
use foolproof_solver::{
    BoardRules, ForbiddenPlay, ForbiddenSearch, PlayDifference, SearchEnd, WantedPlay,
};

/// Cells of the boards that are searched.
pub(crate) const CELLS: usize = 20;
/// Marks of a kind that are painted; fewer where the rules are too many with them, and fewest.
const MARKS: usize = 24;
const FEWEST_MARKS: usize = 3;
/// Ground rules of a board, at most: on larger ones nothing is searched.
pub(crate) const RULES: usize = 25_000;
/// Boards in a row that were not searched to the end, after which no larger one is tried.
const UNENDED: usize = 2;

const DIFFERENCES: [Option<PlayDifference>; 4] =
    [None, Some(PlayDifference::Any), Some(PlayDifference::More), Some(PlayDifference::Less)];

/// What was found of the sentences so far.
#[derive(Default)]
struct PairsFound {
    sentences: BTreeSet<String>,
    found: BTreeMap<WantedPlay, ForbiddenPlay>,
    /// Boards that were searched to the end for what was not found on them.
    whole: Vec<Board>,
    /// Boards on which a search ended early, or on which the rules are too many.
    part: Vec<Board>,
    /// Marks of a kind, where they were fewest.
    marks: usize,
    /// How many choices of settings were tried.
    settings: usize,
    /// Whether time ran out while something was missing.
    was_cut_short: bool,
    /// What the judge says otherwise than the solver.
    disputed: Option<(String, Level)>,
}

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    if bench.game.abilities().moves.is_some() {
        return Vec::new();
    }
    let text = bench.game.assets().text.as_ref().map(|text| text.rules.clone()).unwrap_or_default();
    let mut pairs = PairsFound { sentences: sentences_in(&text), ..PairsFound::default() };
    pairs.marks = MARKS;
    let boards = bench.game.small_boards(CELLS);
    for settings in bench.game.small_settings() {
        if pairs.missing(true).is_empty() || bench.is_over(until) {
            break;
        }
        pairs.settings += 1;
        let mut unended = 0;
        for board in &boards {
            if unended == UNENDED || pairs.missing(true).is_empty() || bench.is_over(until) {
                break;
            }
            let mut level = Level::open(&*bench.game.about().id, *board);
            level.settings.clone_from(&settings);
            let ended = search(bench, &level, &mut pairs, until);
            unended = if ended { 0 } else { unended + 1 };
            let known = if ended { &mut pairs.whole } else { &mut pairs.part };
            if !known.contains(board) {
                known.push(*board);
            }
        }
    }
    pairs.was_cut_short = bench.is_over(until) && !pairs.missing(true).is_empty();
    if let Some((says, level)) = &pairs.disputed {
        let line = TestLine::new("minimal pairs", TestEnd::Failed, says.clone());
        return vec![line.of_level(&Arc::new(level.clone()))];
    }
    pairs.sentences.iter().map(|sentence| line(&pairs, sentence)).collect()
}

impl PairsFound {
    /// What was not found yet. Once there is a pair, pairs that differ in one way alone are of the next
    /// board or of none, unless `all` are meant.
    fn missing(&self, all: bool) -> Vec<WantedPlay> {
        let wanted = self.sentences.iter().flat_map(|sentence| {
            DIFFERENCES.map(|beside| WantedPlay { sentence: sentence.clone(), beside })
        });
        wanted.filter(|of| !self.found.contains_key(of) && (all || !self.is_settled(of))).collect()
    }

    fn keep(&mut self, wanted: WantedPlay, play: ForbiddenPlay) {
        // A pair that differs in one way alone need not be shown twice.
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

    /// Whether larger boards are not asked about it: a pair was found on a board before the last.
    fn is_settled(&self, wanted: &WantedPlay) -> bool {
        let one_way = matches!(wanted.beside, Some(PlayDifference::More | PlayDifference::Less));
        let cells = |board: &Board| board.cells().count();
        let last = self.whole.last().map_or(0, cells);
        let pair = self.of(&wanted.sentence, Some(PlayDifference::Any));
        one_way && pair.is_some_and(|pair| cells(&pair.level.board) < last)
    }
}

/// Searches the levels of a board; whether that came to an end.
fn search(bench: &mut TestBench, level: &Level, pairs: &mut PairsFound, until: Instant) -> bool {
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
    let wanted = pairs.missing(false);
    let stop = bench.stop.clone();
    let end = SearchEnd { until, stop: &stop };
    let found = bench.pairs.look(BoardRules { level, program: &program, end }, &wanted);
    let mut ended = true;
    for (wanted, found) in wanted.into_iter().zip(found) {
        match found {
            ForbiddenSearch::Found(play) => match disputed(bench, &wanted, &play) {
                None => pairs.keep(wanted, *play),
                // With other helpers, other sentences may be heard of the same play, or none.
                Some(_) if bench.game.has_helpers() => ended = false,
                Some(says) => pairs.disputed = Some((says, play.level)),
            },
            ForbiddenSearch::None => {}
            ForbiddenSearch::Unknown => ended = false,
        }
    }
    ended
}

/// What the judge says otherwise of a play that was found.
fn disputed(bench: &TestBench, wanted: &WantedPlay, found: &ForbiddenPlay) -> Option<String> {
    let heard = bench.game.sentences(&found.level, &found.play).map(|heard| heard.said);
    let sentence = &wanted.sentence;
    if heard.as_ref().is_none_or(|said| said.iter().ne([sentence])) {
        return Some(format!(
            "for the solver “{sentence}” alone forbids a play of {}, for the judge it does not",
            painted(&found.level)
        ));
    }
    let judged = bench.game.abilities().rules;
    let right = found.right.as_ref();
    let solved = right.zip(judged).map(|(play, rules)| rules.judge(&found.level, play));
    let is_wrong = solved.is_some_and(|verdict| verdict != Verdict::Solved);
    is_wrong.then(|| format!("the judge does not take a solution of {}", painted(&found.level)))
}

/// The line for a sentence if no play was found that it alone forbids.
fn without_play(pairs: &PairsFound, sentence: &str, tried: &str) -> TestLine {
    if pairs.whole.is_empty() || pairs.was_cut_short {
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
        (None, _) => format!("; where it is heard, no level has a solution beside ({tried})"),
        (Some(_), [(_, true), (_, true)]) => {
            "; beside a solution, plays with more marks and with fewer were found".to_owned()
        }
        (Some(_), [(_, false), (_, false)]) => {
            "; beside a solution, no play with just more or just fewer marks was found".to_owned()
        }
        (Some(_), [(one, yes), (other, _)]) => {
            let (with, without) = if yes { (one, other) } else { (other, one) };
            format!("; beside a solution, plays with {with} marks were found, none with {without}")
        }
    });
    let mut pictures = vec![picture(
        format!("the smallest play that “{sentence}” alone forbids"),
        &alone.level,
        &alone.play,
    )];
    let mut seen = Vec::new();
    for beside in DIFFERENCES.into_iter().flatten() {
        let Some(found) = pairs.of(sentence, Some(beside)) else { continue };
        let Some(right) = found.right.as_ref().filter(|_| !seen.contains(&found)) else { continue };
        seen.push(found);
        pictures.push(picture("a solution".to_owned(), &found.level, right));
        pictures.push(picture(
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
    /// What was searched, in words.
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
        if !self.part.is_empty() {
            says.push_str(&format!("; not to the end on {}", boards(&self.part)));
        }
        says
    }
}

fn picture(says: String, level: &Level, play: &Play) -> TestPicture {
    let mut level = level.clone();
    level.intended = Some(play.clone());
    TestPicture { says, level: Arc::new(level) }
}

/// A play of a level in words.
fn shown(level: &Level, play: &Play) -> String {
    let marks: Vec<String> =
        play.iter().map(|(site, mark)| format!("{mark} on {}", site.name())).collect();
    let marks = if marks.is_empty() { "the empty play".to_owned() } else { marks.join(", ") };
    format!("{marks} on {}", painted(level))
}
