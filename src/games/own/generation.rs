//! What a manifest says of new levels, checked: what is drawn first, and how clues are read off a play.

use std::fmt::Write as _;

use crate::frames::{self, Rooms};
use crate::manifest::{GenerateForm, ManifestFault, ManifestWord};
use crate::term::Pattern;
use foolproof_ground::quote;

/// What a manifest says of new levels, checked.
#[derive(Clone, Debug)]
pub(crate) struct Generation {
    /// Rules that derive `clue(Site,Mark)`.
    pub rules: String,
    /// Constraints on plays that are drawn.
    pub plays: String,
    pub rooms: Option<Rooms>,
    pub strewn: Vec<frames::Strewn>,
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
        let rooms = match &form.rooms {
            None => None,
            Some(rooms) => {
                let fits = (1..=rooms.most).contains(&rooms.least);
                let mark = rooms.mark.get_ref().parse().ok().filter(|_| fits);
                let why = "rooms have a mark for their walls, and from `least` to `most` cells";
                let mark = mark.ok_or_else(|| ManifestFault::of(&rooms.mark, why))?;
                let (least, most, rectangles) = (rooms.least, rooms.most, rooms.rectangles);
                Some(Rooms { mark, least, most, rectangles })
            }
        };
        Ok(Self { rules: form.rules.clone(), plays, rooms, strewn })
    }
}

/// That nothing may be wrong but these sentences.
fn nothing_wrong_but<'a>(sentences: impl Iterator<Item = &'a String>) -> String {
    let mut rules =
        ":- wrong(W,_), not __let(W).\n#defined wrong/2. #defined __let/1.\n".to_owned();
    for sentence in sentences {
        let _ = writeln!(rules, "__let({}).", quote(sentence));
    }
    rules
}
