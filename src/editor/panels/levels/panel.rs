//! The levels of the pack, in the panel at the left.
//!
//! Knows the state, what is known of levels, and the pack's browser.

use egui::Ui;

use crate::editor::panels::findings::is_bare;
use crate::editor::panels::levels::{Badge, BrowserView, Certainty, PackBrowser, PackDeed};
use crate::editor::session::knowledge::{Freshness, Knowledge};
use crate::editor::session::state::State;
use crate::editor::text;
use crate::games::{Game, Games};
use crate::level::{Concept, Level};
use crate::solver::{Status, Topic, has_intended};

/// Shows the levels, and does what is wanted of them.
pub fn show(ui: &mut Ui, state: &mut State, browser: &mut PackBrowser) {
    let pack = state.history().pack().clone();
    let games = &state.games();
    let knowledge = &state.knowledge;
    let badges = |id| {
        let level = pack.level(id)?;
        Some(badges(knowledge, (&*games.by_id(&level.game)?, level)))
    };
    let badges = |id| badges(id).unwrap_or_default();
    let view = BrowserView {
        pack: &pack,
        current: state.level_id(),
        games,
        badges: &badges,
        fresh: &|| fresh(games),
    };
    match browser.show(ui, &view) {
        None => {}
        Some(PackDeed::Show(id)) => state.show_level(id),
        Some(deed) => state.change_pack(|history| deed.apply(history)),
    }
}

/// What the last findings say of a level, for its row in the pack.
fn badges(knowledge: &Knowledge, (game, level): (&dyn Game, &Level)) -> Vec<Badge> {
    // Of a board without marks a tick would say nothing.
    if is_bare(game, level) {
        return Vec::new();
    }
    let mut topics = vec![Topic::Solvable];
    if has_intended(level) {
        topics.push(Topic::Intended);
    }
    if level.concept != Concept::Any {
        topics.push(Topic::ShortcutFree);
    }
    let badge = |topic| {
        let (finding, freshness) = knowledge.finding(level, topic)?;
        let known = match (freshness, &finding.status()) {
            (Freshness::Stale, _) => Certainty::Stale,
            (_, Status::Proved) => Certainty::Holds,
            (_, Status::Refuted) => Certainty::Fails,
            _ => Certainty::Unknown,
        };
        let note = text::capital(&text::status(&finding.status(), topic));
        Some(Badge { known, note })
    };
    topics.into_iter().filter_map(badge).collect()
}

/// What a pack without levels begins with.
fn fresh(games: &Games) -> Option<Level> {
    let all = games.all();
    let about = all.first()?.about();
    Some(Level::open(&*about.id, about.default_board))
}
