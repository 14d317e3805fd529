//! The checked `[generate]` part of a manifest: what is drawn first, and how clues are read off a play.

use std::fmt::Write as _;

use crate::levels::drawn_lines::{Chain, Lines};
use crate::levels::frames::{self, Rooms, ShownRooms};
use crate::reading::manifest::{GenerateForm, LinesForm, ManifestFault, ManifestWord, RoomsForm};
use crate::reading::term::Pattern;
use foolproof_ground::quote;
use foolproof_level::Mark;

/// The checked `[generate]` part of a manifest.
#[derive(Clone, Debug)]
pub(crate) struct Generation {
    /// Rules that derive `clue(Site,Mark)`.
    pub rules: String,
    /// Constraints on plays that are drawn.
    pub plays: String,
    /// Those constraints draw plays without the rules of the game.
    pub plays_alone: bool,
    pub rooms: Option<Rooms>,
    pub lines: Option<Lines>,
    pub chain: Option<Chain>,
    pub strewn: Vec<frames::Strewn>,
    /// All clues are kept.
    pub keeps_all: bool,
}

impl Generation {
    pub(crate) fn read(form: &GenerateForm) -> Result<Self, ManifestFault> {
        let mut plays = nothing_wrong_but(form.without.iter().map(ManifestWord::get_ref));
        plays.push_str(&form.plays);
        let mut strewn = Vec::new();
        for one in &form.strewn {
            if !(0.0..=1.0).contains(one.share.get_ref()) {
                let why = "a share is a number from 0 to 1";
                return Err(ManifestFault::of(&one.share, why));
            }
            let marks = Pattern::read(&one.mark)?.marks();
            let (share, symmetric) = (*one.share.get_ref(), one.symmetric);
            strewn.push(frames::Strewn { marks, share, symmetric });
        }
        let rooms = form.rooms.as_ref().map(read_rooms).transpose()?;
        let lines = form.lines.as_ref().map(read_lines).transpose()?;
        let chain = form.chain.as_ref().map(read_chain).transpose()?;
        let (rules, plays_alone) = (form.rules.clone(), form.alone);
        let keeps_all = form.keep_all;
        Ok(Self { rules, plays, plays_alone, rooms, lines, chain, strewn, keeps_all })
    }
}

fn read_rooms(rooms: &RoomsForm) -> Result<Rooms, ManifestFault> {
    let (least, most, rectangles) = (rooms.least, rooms.most, rooms.rectangles);
    let word = rooms.mark.get_ref();
    let shown = match word.contains(NUMBER) {
        true => with_number(word).map(ShownRooms::Sizes),
        false => word.parse().ok().map(ShownRooms::Walls),
    };
    let shown = shown.filter(|_| (1..=most).contains(&least));
    let why = "rooms have a mark for their walls or sizes, and from `least` to `most` cells";
    let shown = shown.ok_or_else(|| ManifestFault::of(&rooms.mark, why))?;
    Ok(Rooms { shown, least, most, rectangles, unlike: rooms.unlike })
}

fn read_lines(lines: &LinesForm) -> Result<Lines, ManifestFault> {
    let mark = lines.mark.get_ref().parse().ok().filter(|_| lines.least > 1);
    let why = "lines have a mark for the edges that they cross, and two cells or more";
    let mark = mark.ok_or_else(|| ManifestFault::of(&lines.mark, why))?;
    Ok(Lines { mark, least: lines.least })
}

fn read_chain(chain: &ManifestWord) -> Result<Chain, ManifestFault> {
    let word = chain.get_ref();
    let read = match word.contains(NUMBER) {
        true => with_number(word).map(Chain::Numbers),
        false => word.parse().ok().map(Chain::Path),
    };
    let why = "a chain has a mark for its cells, in which `{1}` stands for the number, or one for the edges that it \
               crosses";
    read.ok_or_else(|| ManifestFault::of(chain, why))
}

/// The placeholder for a number in a mark.
pub(crate) const NUMBER: &str = "{1}";

/// Returns the text of a mark with a number in it.
fn with_number(word: &str) -> Option<String> {
    let is_mark = word.contains(NUMBER) && word.replace(NUMBER, "1").parse::<Mark>().is_ok();
    is_mark.then(|| word.to_owned())
}

/// Returns the constraints that nothing may be wrong except these sentences.
fn nothing_wrong_but<'a>(sentences: impl Iterator<Item = &'a String>) -> String {
    let mut rules = ":- wrong(W), not __let(W).\n:- wrong(W,_), not __let(W).\n\
                     #defined wrong/1. #defined wrong/2. #defined __let/1.\n"
        .to_owned();
    for sentence in sentences {
        let _ = writeln!(rules, "__let({}).", quote(sentence));
    }
    rules
}
