//! Ground programs of levels: obtained from a grounder, and kept while they are useful.
//!
//! This package cannot ground. If a game exists only as rule text, the code that loads the game
//! provides a grounder: a separate process, which may still be working.

use foolproof_game::{
    GameError, GroundSource, Grounder, Grounding, Opening, RulesFault, UnfinishedGrounding,
};
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use foolproof_ground::GroundProgram;
use foolproof_level::Level;

/// Identifies a ground program: a digest of a level's marks and numbers and further rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroundKey(u64);

impl GroundKey {
    pub fn of(level: &Level, further: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (level.board, &level.settings, further).hash(&mut hasher);
        level.marks().for_each(|mark| mark.hash(&mut hasher));
        Self(hasher.finish())
    }

    /// Returns the key for all levels that an opening allows on a board.
    pub(crate) fn of_all(level: &Level, opening: &Opening, further: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (level.board, &level.settings, further, opening.rules()).hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// Maximum number of ground rules in a cache: a few large boards, or many small ones.
const MAX_KEPT: usize = 4_000_000;

/// A cache of results made from ground programs; the most recently used ones are kept.
pub struct Kept<T> {
    most: usize,
    kept: Mutex<KeptGrounds<T>>,
}

/// Results by key, and keys in order of arrival.
struct KeptGrounds<T> {
    made: HashMap<GroundKey, FromGround<T>>,
    /// Keys with their numbers of ground rules.
    order: VecDeque<(GroundKey, usize)>,
    /// Groundings that ran out of processor time, with the time that they had.
    unfinished: HashMap<GroundKey, Duration>,
}

/// The result made from a ground program, or the error.
pub type FromGround<T> = Result<Arc<T>, RulesFault>;

impl<T> Kept<T> {
    pub fn new(most: usize) -> Self {
        let (made, unfinished) = (HashMap::new(), HashMap::new());
        let kept = KeptGrounds { made, order: VecDeque::new(), unfinished };
        Self { most, kept: Mutex::new(kept) }
    }

    pub(crate) fn known(&self, key: GroundKey) -> Option<FromGround<T>> {
        self.kept.lock().made.get(&key).cloned()
    }

    /// Returns the result made from a program; `None` while the program is being grounded. The sources are
    /// written only if there is no result yet.
    pub fn of(
        &self,
        key: GroundKey,
        grounder: &dyn Grounder,
        sources: impl FnOnce() -> Result<Vec<GroundSource>, GameError>,
        make: impl FnOnce(&GroundProgram) -> Result<T, RulesFault>,
    ) -> Option<FromGround<T>> {
        let longer = |had: &Duration| grounder.allowed() > *had;
        let again = self.kept.lock().unfinished.get(&key).is_some_and(longer);
        if let Some(known) = self.known(key).filter(|_| !again) {
            return Some(known);
        }
        // Not under the lock: grounding may take long, and others ask for other levels.
        let grounding = match sources() {
            Ok(sources) => grounder.ground(&sources),
            Err(error) => Grounding::Failed(error.to_string().into()),
        };
        self.keep(key, grounding, make)
    }

    /// Stores the result made from a program, once the program is ready.
    pub(crate) fn keep(
        &self,
        key: GroundKey,
        grounding: Grounding,
        make: impl FnOnce(&GroundProgram) -> Result<T, RulesFault>,
    ) -> Option<FromGround<T>> {
        let (mut had, mut rules) = (None, 0);
        let made = match grounding {
            Grounding::Pending => return None,
            Grounding::Failed(why) => Err(why),
            Grounding::Unfinished(UnfinishedGrounding { why, allowed }) => {
                had = Some(allowed);
                Err(why)
            }
            Grounding::Ready(program) => {
                rules = program.n_rules();
                make(&program).map(Arc::new)
            }
        };
        let mut kept = self.kept.lock();
        let KeptGrounds { made: known, order, unfinished } = &mut *kept;
        match had {
            Some(had) => _ = unfinished.insert(key, had),
            None => _ = unfinished.remove(&key),
        }
        if known.insert(key, made.clone()).is_none() {
            order.push_back((key, rules));
        }
        let mut all: usize = order.iter().map(|(_, rules)| rules).sum();
        while (order.len() > self.most || all > MAX_KEPT && order.len() > 1)
            && let Some((oldest, rules)) = order.pop_front()
        {
            all -= rules;
            known.remove(&oldest);
            unfinished.remove(&oldest);
        }
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    /// Succeeds only if it may take three seconds.
    struct ThreeSeconds(Mutex<(Duration, usize)>);

    impl Grounder for ThreeSeconds {
        fn ground(&self, _: &[GroundSource]) -> Grounding {
            let mut asked = self.0.lock();
            asked.1 += 1;
            let (why, allowed) = (RulesFault::from("too long"), asked.0);
            match allowed < Duration::from_secs(3) {
                true => Grounding::Unfinished(UnfinishedGrounding { why, allowed }),
                false => Grounding::Ready(Arc::default()),
            }
        }

        fn allowed(&self) -> Duration {
            self.0.lock().0
        }
    }

    #[test]
    fn what_had_too_little_time_is_tried_again_with_more_of_it() {
        let (kept, grounder) = (Kept::new(4), ThreeSeconds(Mutex::default()));
        let key = GroundKey::of(&Level::open("any", Board { cols: 2, rows: 2, tray: 0 }), "");
        let made = |seconds: u64| {
            let mut asked = grounder.0.lock();
            asked.0 = Duration::from_secs(seconds);
            drop(asked);
            let sources = || Ok(Vec::new());
            let made = kept.of(key, &grounder, sources, |program| Ok(program.n_rules()));
            let asked = grounder.0.lock().1;
            (made.is_some_and(|made| made.is_ok()), asked)
        };
        assert_eq!(made(1), (false, 1));
        // As much time or less gains nothing.
        assert_eq!(made(1), (false, 1));
        assert_eq!(made(2), (false, 2));
        assert_eq!(made(3), (true, 3));
        assert_eq!(made(60), (true, 3));
    }
}
