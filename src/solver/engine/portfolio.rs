//! Asks a game's own search and its encoding for the same plays: the first that knows answers.
//!
//! The search goes first, since it is far faster nearly everywhere. If it has not ended soon, the solver
//! starts too, in its own process, and both continue. The search runs alone during its share of the time if
//! it counts solutions, since the encoding would only list them.

use crate::engine::own_search::{confirmed, may_be_opened};
use crate::engine::play_questions::{FoundPlays, plays};
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{RecvTimeoutError, bounded};

use crate::engine::ask::Ask;
use crate::values::status::Why;
use foolproof_asp::{Assume, Program, Stop};
use foolproof_game::{Searched, Wanted};

/// Time after which the encoding is asked, too.
const SOON: Duration = Duration::from_millis(500);
/// Stack size of the thread of a search, in bytes: as much as a main thread has.
const STACK: usize = 8 << 20;
/// Number of solutions from a search that has not ended beyond which the encoding would not count further.
const MANY: u64 = 1000;

/// A question to the encoding.
pub(crate) struct AskedPlays<'p> {
    pub program: &'p Program,
    pub assume: Vec<Assume>,
    /// Number of plays that is enough.
    pub most: u64,
}

/// Plays, from whichever of the two answered first.
pub(crate) enum RacedPlays {
    /// All plays, or enough of them.
    Search(Searched),
    Encoding(FoundPlays),
}

impl AskedPlays<'_> {
    fn is_known(&self, found: &Searched) -> bool {
        found.exhausted || found.count >= self.most.min(MANY)
    }

    /// Returns whether more time or memory would get nothing more from the encoding.
    fn is_settled(&self, found: &FoundPlays) -> bool {
        match found {
            FoundPlays::Plays { plays, exhausted, halt } => {
                *exhausted || halt.is_none() || plays.len() as u64 >= self.most
            }
            FoundPlays::Not(why) => {
                !matches!(why, Why::Time | Why::Stopped | Why::Memory(_) | Why::Crashed(_))
            }
        }
    }
}

impl Ask<'_> {
    /// Returns a part of the question with another stop signal. The caller reports the result.
    fn beside<'b>(&'b mut self, stop: &'b Stop) -> Ask<'b> {
        let (again, spares_concept, level) = (self.again, self.spares_concept, self.level);
        Ask { stop, again, spares_concept, ..self.part(level) }
    }
}

/// Looks for plays of the level by the game's own search, and by the encoding if that is faster.
pub(crate) fn raced(
    ask: &mut Ask<'_>,
    wanted: Wanted,
    asked: &AskedPlays<'_>,
) -> Result<RacedPlays, Why> {
    let Some(search) = ask.game.search().filter(|_| ask.engine.searches) else {
        return Ok(RacedPlays::Encoding(played_by_encoding(ask, asked)));
    };
    let alone = ask.game.assets().encoding.is_none() || may_be_opened(ask, asked.program).is_err();
    let counts = wanted.most == u64::MAX;
    let patience = match counts && !alone {
        true => ask.share_of_search(),
        false => ask.patience(),
    };
    let level = ask.level;
    let known = ask.stop.part();
    let (mut found, encoded) = thread::scope(|scope| {
        let (ends, ended) = bounded::<()>(0);
        // Set if the encoding has settled the question; the search checks the deadline of the whole question
        // itself.
        let told = Stop::default();
        let (is_known, is_told) = (known.clone(), told.clone());
        let search = move || {
            let _ends = ends;
            let stop = || is_told.is_set() || patience.is_over();
            let found = search.solutions(level, wanted, &stop);
            if found.as_ref().is_some_and(|found| asked.is_known(found)) {
                is_known.set();
            }
            found
        };
        let thread = thread::Builder::new().stack_size(STACK);
        let Ok(searching) = thread.spawn_scoped(scope, search) else {
            return (None, None);
        };
        let soon = if alone || counts { Duration::MAX } else { SOON };
        let runs_on = ended.recv_timeout(soon) == Err(RecvTimeoutError::Timeout);
        let encoded = runs_on.then(|| played_by_encoding(&mut ask.beside(&known), asked));
        if encoded.as_ref().is_some_and(|encoded| asked.is_settled(encoded)) {
            told.set();
        }
        (searching.join().unwrap_or_else(|panic| resume_unwind(panic)), encoded)
    });
    if let Some(known) = found.take_if(|found| asked.is_known(found)) {
        return confirmed(ask, known).map(RacedPlays::Search);
    }
    // Without an encoding, the search has the last word.
    if let Some(known) = found.take_if(|found| alone && !found.plays.is_empty()) {
        return confirmed(ask, known).map(RacedPlays::Search);
    }
    if ask.stop.is_set() {
        return Err(Why::Stopped);
    }
    // Too few plays still show that there are some.
    for play in found.iter().flat_map(|found| &found.plays) {
        ask.engine.remember(ask.level, play);
    }
    Ok(RacedPlays::Encoding(encoded.unwrap_or_else(|| played_by_encoding(ask, asked))))
}

fn played_by_encoding(ask: &mut Ask<'_>, asked: &AskedPlays<'_>) -> FoundPlays {
    plays(ask, asked.program, asked.assume.clone(), asked.most)
}
