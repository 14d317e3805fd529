//! The levels of the pack, in the panel at the left.

use egui::Ui;

use crate::panels::findings::is_bare;
use crate::panels::levels::{Badge, BrowserView, Certainty, PackBrowser, PackDeed};
use crate::session::findings::Findings;
use crate::session::knowledge::Freshness;
use crate::session::state::State;
use crate::text;
use foolproof_game::{Game, Games};
use foolproof_level::{CheckItem, Concept, Expect, KeptStatus, Level};
use foolproof_solver::{check_topic, kept_status};

/// Shows the levels, and performs the action that was asked for.
pub(crate) fn show(ui: &mut Ui, state: &mut State, browser: &mut PackBrowser) {
    if !state.findings.verdicts.look(&state.document) {
        ui.ctx().request_repaint();
    }
    if let Some((done, of)) = state.findings.verdicts.progress {
        let bar = egui::ProgressBar::new(done as f32 / of.max(1) as f32).desired_height(4.0);
        ui.add(bar).on_hover_text(text::checking_pack(done, of));
    }
    std::mem::swap(&mut browser.choice, &mut state.document.choice);
    let pack = state.history().pack().clone();
    let games = &state.games();
    let badges = |id| {
        if state.is_blind() {
            return None;
        }
        let level = pack.level(id)?;
        Some(badges(&state.findings, &*games.by_id(&level.game)?, level))
    };
    let badges = |id| badges(id).unwrap_or_default();
    let view = BrowserView {
        pack: &pack,
        current: state.level_id(),
        games,
        badges: &badges,
        known: &|level, item| match state.findings.standing(level, item)? {
            (status, Freshness::Current) => Some(status),
            _ => None,
        },
        commands: state.commands(),
        fresh: &|| fresh(games),
        is_broken: !state.document.file.broken.is_empty(),
    };
    let deed = browser.show(ui, &view);
    std::mem::swap(&mut browser.choice, &mut state.document.choice);
    match deed {
        None => {}
        Some(PackDeed::Run(command)) => state.run(command),
        Some(PackDeed::Show(id)) => state.show_level(id),
        Some(deed) => state.change_pack(|history| deed.apply(history)),
    }
}

/// Returns the latest findings about a level, for its row in the pack; if nothing was asked since the pack was
/// opened, the results of the last check.
fn badges(findings: &Findings, game: &dyn Game, level: &Level) -> Vec<Badge> {
    // On a board without marks a tick says nothing.
    if is_bare(game, level) {
        return Vec::new();
    }
    let expected = game.expected(level);
    let is_asked = |item: &CheckItem| match item {
        CheckItem::Unique => expected.unique != Expect::Any,
        CheckItem::ShortcutFree => level.concept != Concept::Any,
        item => item.applies(level),
    };
    let live = |item| {
        let topic = check_topic(item)?;
        let (finding, freshness) = findings.knowledge.finding(level, topic)?;
        let status = kept_status(&finding.status());
        let known = certainty(status, item.expected(expected), freshness);
        let note = text::capital(&text::status(&finding.status(), topic));
        let note = text::beside_policy(&note, status, item.expected(expected));
        Some(Badge { known, note })
    };
    let kept = |item| {
        let (status, freshness) = findings.standing(level, item)?;
        let (verdict, _) = findings.verdicts.last(level)?;
        let known = certainty(status, item.expected(expected), freshness);
        let note = text::kept_status(item, status, verdict.day(), known == Certainty::Stale);
        Some(Badge { known, note })
    };
    let items = CheckItem::ALL.into_iter().filter(is_asked);
    let is_checked = |item| matches!(findings.standing(level, item), Some((_, Freshness::Current)));
    let live = |item| live(item).filter(|it| it.known != Certainty::Stale || !is_checked(item));
    let badges = items.filter_map(|item| live(item).or_else(|| kept(item)));
    let worse = Badge { known: Certainty::Fails, note: text::WORSE.to_owned() };
    findings.verdicts.is_worse(level).then_some(worse).into_iter().chain(badges).collect()
}

/// Compares a property with what the level's check expects.
fn certainty(status: KeptStatus, expected: Expect, freshness: Freshness) -> Certainty {
    let wanted = expected != Expect::No;
    match (freshness, status) {
        (Freshness::Stale, _) => Certainty::Stale,
        (_, KeptStatus::Proved) if wanted => Certainty::Holds,
        (_, KeptStatus::Refuted) if !wanted => Certainty::Holds,
        (_, KeptStatus::Proved | KeptStatus::Refuted) => Certainty::Fails,
        _ => Certainty::Unknown,
    }
}

/// Returns the first level of a pack without levels.
fn fresh(games: &Games) -> Option<Level> {
    let all = games.all();
    let about = all.first()?.about();
    Some(Level::open(&*about.id, about.default_board))
}
