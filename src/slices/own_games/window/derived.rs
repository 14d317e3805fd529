//! Explains the selected site: the facts that the rules derive for it, unfolded down to the play.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{CollapsingHeader, RichText, Ui};

use super::words;
use crate::play::window as play;
use foolproof_editor::session::state::State;
use foolproof_game::{Derived, DerivedBy, GroundRules, TriedPlay};
use foolproof_level::{Level, Play, Site};

/// The facts derived for a site, with the level and the play from which they follow.
#[derive(Debug)]
struct DerivedHere {
    level: Arc<Level>,
    play: Play,
    site: Site,
    terms: Vec<String>,
    unfolded: BTreeMap<String, Option<Derived>>,
}

/// The panel with the facts that the rules derive for the selected site.
#[derive(Debug, Default)]
pub(crate) struct DerivedPanel {
    here: Option<DerivedHere>,
}

impl DerivedPanel {
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &State) {
        let mut selected = state.board.selection.iter().copied();
        let (Some(site), None) = (selected.next(), selected.next()) else { return };
        let Some((game, level)) = state.scene() else { return };
        let Some(rules) = game.ground_rules() else { return };
        let play = match play::session(state) {
            Some(session) => session.play.clone(),
            None => level.intended.clone().unwrap_or_default(),
        };
        let header = CollapsingHeader::new(words::derived_at(&site.name()));
        header.id_salt("derived").show(ui, |ui| {
            let Some(here) = self.at(rules, level, play, site) else {
                ui.weak(words::READING);
                return;
            };
            if here.terms.is_empty() {
                ui.weak(words::NOTHING_DERIVED);
            }
            for term in &here.terms {
                CollapsingHeader::new(RichText::new(term).monospace()).show(ui, |ui| {
                    let why = || {
                        let played = TriedPlay { play: &here.play, tried: None };
                        rules.why(&here.level, played, term)
                    };
                    let unfolded = here.unfolded.entry(term.clone()).or_insert_with(why);
                    match unfolded {
                        Some(derived) if !derived.from.is_empty() => {
                            derived.from.iter().for_each(|part| branch(ui, part));
                        }
                        Some(derived) => drop(ui.weak(words::rests_on(derived))),
                        None => drop(ui.weak(words::READING)),
                    }
                });
            }
        });
    }

    fn at(
        &mut self,
        rules: &dyn GroundRules,
        level: Arc<Level>,
        play: Play,
        site: Site,
    ) -> Option<&mut DerivedHere> {
        let fits = |here: &DerivedHere| {
            here.site == site && here.play == play && here.level.same_puzzle(&level)
        };
        if !self.here.as_ref().is_some_and(fits) {
            let terms =
                rules.derived(&level, TriedPlay { play: &play, tried: None }, Some(site))?;
            self.here = Some(DerivedHere { level, play, site, terms, unfolded: BTreeMap::new() });
        }
        self.here.as_mut()
    }

    pub(crate) fn forget(&mut self) {
        self.here = None;
    }
}

/// Shows a fact on which a derivation rests, and the facts on which it rests itself.
fn branch(ui: &mut Ui, derived: &Derived) {
    let said = if derived.holds { derived.term.clone() } else { words::is_not(&derived.term) };
    let text = RichText::new(said).monospace();
    if derived.from.is_empty() || derived.by == DerivedBy::Cut {
        ui.horizontal_wrapped(|ui| {
            ui.label(text);
            ui.weak(words::rests_on(derived));
        });
        return;
    }
    let id = ui.make_persistent_id(("derived", &derived.term));
    CollapsingHeader::new(text)
        .id_salt(id)
        .default_open(true)
        .show(ui, |ui| derived.from.iter().for_each(|part| branch(ui, part)));
}
