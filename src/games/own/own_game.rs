//! A game in a folder: its files, and cached results about its levels.

use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;

use crate::levels::stock::UsualNumbers;
use crate::movement::move_rules::MoveRules;
use crate::reading::form::GameForm;
use crate::rules::grounding::Kept;
use crate::rules::helpers::RuleHelpers;
use crate::rules::judge::Judge;
use crate::rules::open_boards::OpenBoards;
use crate::rules::open_steps::OpenSteps;
use foolproof_game::{About, GameAssets, Grounder, Text, level_search::SearchMemory};
use foolproof_level::GameText;

/// A game in a folder.
pub struct OwnGame {
    pub(crate) form: GameForm,
    pub(crate) about: About,
    pub(crate) assets: GameAssets,
    pub(crate) text: Arc<GameText>,
    /// The parts of the library that it uses, module by module.
    pub(crate) library: Vec<(Text, Text)>,
    /// Read from the sample when they are first needed.
    pub(crate) usual: OnceLock<UsualNumbers>,
    /// The rules may not end by themselves: one makes its own input larger.
    pub(crate) may_grow: OnceLock<bool>,
    pub(crate) helpers: RuleHelpers,
    pub(crate) grounder: Arc<dyn Grounder>,
    pub(crate) judges: Kept<Judge>,
    pub(crate) open_judges: Kept<Judge>,
    pub(crate) open_boards: OpenBoards,
    pub(crate) steps: Kept<MoveRules>,
    pub(crate) open_step_rules: Kept<OpenSteps>,
    pub(crate) search_memory: SearchMemory,
    /// The last level whose positions took much memory.
    pub(crate) large: Mutex<Weak<MoveRules>>,
    /// Names of events, from manifest and rules.
    pub(crate) event_names: Vec<String>,
}
