//! Games that are replaced or dropped while levels of them are open.
//!
//! Findings, drawings and questions under the old rules are dropped. The levels do not change, even if
//! their game is unknown now.

use std::collections::BTreeSet;

use crate::files::watching::GameNews;
use crate::kit::toasts::ToastTone;
use crate::session::kinds::Listener;
use crate::session::state::State;
use foolproof_level::{Level, LevelId};

impl State {
    /// Handles the outcome for a game whose files changed.
    pub(crate) fn hear_of_game(&mut self, news: GameNews) {
        match news {
            GameNews::Loaded(id) => {
                self.document.game_faults.remove(&id);
                let game = self.games().by_id(&id);
                let name = game.as_ref().map(|game| game.about().name.clone());
                let name = name.as_deref().unwrap_or(&id);
                let slip = game.and_then(|game| game.assets().slips.first().cloned());
                let slip = slip.map(|slip| format!(". {slip}")).unwrap_or_default();
                self.say(ToastTone::Note, format!("{name}: the new rules are at work{slip}"));
            }
            GameNews::Faulty(id, why) => {
                self.document.game_faults.insert(id, why);
            }
        }
    }

    /// Takes into account the games that were put on the shelf or dropped since the last call.
    pub(crate) fn heed_games(&mut self) {
        let (edition, games) = (self.games().edition(), self.games().clone());
        let since = std::mem::replace(&mut self.document.edition, edition);
        if since == edition {
            return;
        }
        let changed = |level: &Level| games.changed_since(&level.game, since);
        // Drawings and measures of a level are stored by its address.
        let outdated: BTreeSet<LevelId> = self.document.history_mut().renew(changed);
        self.findings.knowledge.outdate(&outdated);
        if self.findings.job.running().is_some_and(|running| changed(&running.level)) {
            self.findings.job.stop();
        }
        self.each::<dyn Listener>(|own, state| own.replaced(state, &changed));
        if outdated.contains(&self.level_id()) {
            self.board.close_popover();
            self.tell_of_edit();
            self.choose_a_known_brush();
        }
    }
}
