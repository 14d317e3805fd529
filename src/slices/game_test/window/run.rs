//! A test on a thread of its own, with an engine in a process of its own. Dropping it stops it.

use foolproof_games::{LibraryShelf, library::Library};
use std::sync::Arc;

use parking_lot::Mutex;

use foolproof_game::Games;
use foolproof_solver::{EngineCommand, Stop, WaitingGrounder};
use foolproof_testing::{TestLine, TestNews, TestPlan, test_game};

/// The messages of a test so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct TestHeard {
    /// Name of the running test, its number from 0, and the number of tests.
    pub now: Option<(&'static str, usize, usize)>,
    pub lines: Vec<TestLine>,
    /// Reason why nothing could be tested.
    pub refused: Option<String>,
    pub ended: bool,
}

pub(crate) struct GameTestRun {
    /// The game under test.
    pub game: String,
    stop: Stop,
    heard: Arc<Mutex<TestHeard>>,
}

impl GameTestRun {
    /// Starts the test; `wake` is called when there is something new to show.
    pub(crate) fn start(
        games: &Games,
        engine: EngineCommand,
        game: String,
        plan: TestPlan,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let (stop, heard) = (Stop::default(), Arc::new(Mutex::new(TestHeard::default())));
        let (ear, other) = (Arc::clone(&heard), stop.clone());
        // The window's games do not change: this one is read separately.
        let games = games.built_in_alone();
        std::thread::spawn(move || {
            let change = |change: &dyn Fn(&mut TestHeard)| {
                change(&mut ear.lock());
                wake();
            };
            let grounder =
                Arc::new(WaitingGrounder::new(engine.worker(), foolproof_games::own::RULE_READER));
            let games = games.with_library(Library::new(grounder, None));
            let mut tell = |news: TestNews<'_>| match news {
                TestNews::Begins { what, at, of } => {
                    change(&|heard| heard.now = Some((what, at, of)))
                }
                TestNews::Told(line) => change(&|heard| heard.lines.push(line.clone())),
            };
            let tested = test_game(&games, &engine, &plan, &other, &mut tell);
            change(&|heard| {
                heard.refused = tested.as_ref().err().map(ToString::to_string);
                (heard.now, heard.ended) = (None, true);
            });
        });
        Self { game, stop, heard }
    }

    pub(crate) fn stop(&self) {
        self.stop.set();
    }

    pub(crate) fn heard(&self) -> TestHeard {
        self.heard.lock().clone()
    }
}

impl Drop for GameTestRun {
    fn drop(&mut self) {
        self.stop.set();
    }
}
