//! Ground programs of levels: asked of whoever can ground, kept while they are of use.
//!
//! This room cannot ground. Where a game's rules are text alone, whoever loads the game says who does:
//! a process of its own, which may not be through yet. Knows ground programs.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use crate::ground::GroundProgram;

/// A named source of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroundSource {
    pub name: String,
    pub text: Arc<str>,
}

/// What came of grounding.
#[derive(Clone, Debug)]
pub enum Grounding {
    Ready(Arc<GroundProgram>),
    /// It is under way; whoever asked is told when it is there.
    Pending,
    /// Why there is none, in words that name file and line.
    Failed(Arc<str>),
}

/// Grounds programs.
pub trait Grounder: Send + Sync {
    fn ground(&self, sources: &[GroundSource]) -> Grounding;

    /// Begins with a program that will be asked for.
    fn prefetch(&self, sources: &[GroundSource]) {
        let _ = sources;
    }

    /// Grows with everything that is there after it was pending: pictures are to be drawn anew then.
    fn version(&self) -> u64 {
        0
    }
}

/// Where nobody can ground: games are shown there and not played.
pub struct NoGrounder;

impl Grounder for NoGrounder {
    fn ground(&self, _: &[GroundSource]) -> Grounding {
        Grounding::Failed("nobody is here who could read the rules".into())
    }
}

/// What was made of ground programs, the last ones asked for.
pub struct Kept<T> {
    most: usize,
    kept: Mutex<KeptGrounds<T>>,
}

/// By their programs, and which came first.
struct KeptGrounds<T> {
    made: HashMap<u64, FromGround<T>>,
    order: VecDeque<u64>,
}

/// What was made of a ground program; or why nothing can be.
pub type FromGround<T> = Result<Arc<T>, Arc<str>>;

impl<T> Kept<T> {
    pub fn new(most: usize) -> Self {
        let kept = KeptGrounds { made: HashMap::new(), order: VecDeque::new() };
        Self { most, kept: Mutex::new(kept) }
    }

    /// Begins with a program, unless something was made of it already.
    pub fn prepare(&self, grounder: &dyn Grounder, sources: &[GroundSource]) {
        if !self.lock().made.contains_key(&key_of(sources)) {
            grounder.prefetch(sources);
        }
    }

    /// What is made of a program; `None` while that is ground.
    pub fn of(
        &self,
        grounder: &dyn Grounder,
        sources: &[GroundSource],
        make: impl FnOnce(&GroundProgram) -> Result<T, String>,
    ) -> Option<FromGround<T>> {
        let key = key_of(sources);
        if let Some(known) = self.lock().made.get(&key) {
            return Some(known.clone());
        }
        // Not under the lock: grounding may take long, and others ask for other levels.
        let made = match grounder.ground(sources) {
            Grounding::Pending => return None,
            Grounding::Failed(why) => Err(why),
            Grounding::Ready(program) => make(&program).map(Arc::new).map_err(Arc::from),
        };
        let mut kept = self.lock();
        let KeptGrounds { made: known, order } = &mut *kept;
        if known.insert(key, made.clone()).is_none() {
            order.push_back(key);
        }
        if order.len() > self.most
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        Some(made)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, KeptGrounds<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key_of(sources: &[GroundSource]) -> u64 {
    let mut hasher = DefaultHasher::new();
    sources.hash(&mut hasher);
    hasher.finish()
}
