//! The inspector: the selection, and the actions for it.

use egui::Ui;

use crate::board::controls;
use crate::kit::theme::{self, Role, Theme};
use crate::panels::palette;
use crate::session::command::Command;
use crate::session::state::State;
use crate::text;
use foolproof_level::{Hold, Site};
use foolproof_picture::Ink;
use foolproof_solver::{Count, EFFECTS, EditsTried, Effect};

pub(crate) fn selected(ui: &mut Ui, state: &mut State) {
    let targets: Vec<Site> = state.board.targets().into_iter().collect();
    match targets.as_slice() {
        [] => {}
        [site] => one(ui, state, *site),
        many => several(ui, state, many),
    }
}

fn one(ui: &mut Ui, state: &mut State, site: Site) {
    let Some((game, level)) = state.scene() else { return };
    ui.heading(text::capital(&site.name_on(level.board)));
    let words = match level.mark(site) {
        Some(mark) => text::capital(&game.describe(mark)),
        None => text::empty_site(level.hold(site)).to_owned(),
    };
    ui.label(words);
    layers(ui, state, site);
    hold(ui, state, &[site]);
    controls::show(ui, state, site);
    candidates(ui, state, site);
    ui.add_space(theme::WIDE);
}

/// Shows the other occupied layers of a cell, to select instead.
fn layers(ui: &mut Ui, state: &mut State, site: Site) {
    let Some((game, level)) = state.scene() else { return };
    for other in site.layers().filter(|other| *other != site) {
        let Some(mark) = level.mark(other) else { continue };
        let words = text::layer(&other.name_on(level.board), &game.describe(mark));
        if ui.button(words).on_hover_text(text::LAYER_TIP).clicked() {
            state.board.selection = [other].into();
            state.board.cursor = Some(other);
        }
    }
}

/// Shows the number of solutions with each mark on a site, those that leave just one first.
fn candidates(ui: &mut Ui, state: &mut State, site: Site) {
    let Some((game, level)) = state.scene().filter(|_| !state.is_blind()) else { return };
    let found = state.findings.knowledge.current(&level, EFFECTS);
    let Some(EditsTried { effects, .. }) = found.and_then(|found| found.answer.edits()) else {
        return;
    };
    let mut here: Vec<Effect> = effects.iter().filter(|e| e.site == site).cloned().collect();
    if here.len() < 2 {
        return;
    }
    here.sort_by_key(|effect| match effect.solutions {
        Count::Exactly(0) => u64::MAX,
        Count::Exactly(n) | Count::AtLeast(n) => n,
    });
    let theme = Theme::of(ui);
    ui.collapsing(text::CANDIDATES, |ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(3.0);
        ui.horizontal_wrapped(|ui| {
            for effect in here {
                let words = match &effect.mark {
                    Some(mark) => game.describe(mark),
                    None => "nothing".to_owned(),
                };
                let count = text::few_solutions(&effect.solutions);
                let colour = match effect.solutions {
                    Count::Exactly(1) => theme.ink(Ink::Good),
                    Count::Exactly(0) => theme.role(Role::Weak),
                    _ => theme.role(Role::Text),
                };
                let name = format!("{words}: {count}");
                if palette::counted(ui, &*game, effect.mark.as_ref(), &count, colour, &name)
                    .on_hover_text(&name)
                    .clicked()
                {
                    match effect.mark {
                        Some(mark) => state.paint(site, Some(mark)),
                        None => state.erase([site].into()),
                    }
                }
            }
        });
    })
    .header_response
    .on_hover_text(text::CANDIDATES_TIP);
}

fn several(ui: &mut Ui, state: &mut State, sites: &[Site]) {
    let Some(level) = state.level().cloned() else { return };
    let marks = sites.iter().filter(|site| level.mark(**site).is_some()).count();
    ui.heading(text::selected(sites.len(), marks));
    hold(ui, state, sites);
    ui.horizontal_wrapped(|ui| {
        for command in [
            Command::MIRROR_COLUMNS,
            Command::MIRROR_ROWS,
            Command::ROTATE_BLOCK,
            Command::COPY,
            Command::ERASE,
        ] {
            let Some(entry) = state.entry(command) else { continue };
            if ui.button(entry.name).on_hover_text(entry.tip).clicked() {
                state.run(command);
            }
        }
    });
    ui.add_space(theme::WIDE);
}

/// Shows how firmly the sites hold their contents, as three buttons.
fn hold(ui: &mut Ui, state: &mut State, sites: &[Site]) {
    let Some(level) = state.level().cloned() else { return };
    let all = |hold: Hold| sites.iter().all(|site| level.hold(*site) == hold);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (hold, words, tip) in [
            (Hold::Open, "Open", text::OPEN_TIP),
            (Hold::Painted, "Painted", text::PAINTED_TIP),
            (Hold::Locked, "Locked", text::LOCKED_TIP),
        ] {
            let button = egui::Button::selectable(all(hold), words);
            if !ui.add(button).on_hover_text(tip).clicked() {
                continue;
            }
            let sites = sites.iter().copied().collect();
            match hold {
                Hold::Open => state.open_sites(&sites),
                Hold::Locked => state.set_hold(&sites, Hold::Locked),
                Hold::Painted => state.keep_painted(&sites),
            }
        }
    });
}

pub(crate) fn board(ui: &mut Ui, state: &mut State) {
    let Some(level) = state.level().cloned() else { return };
    ui.horizontal_wrapped(|ui| {
        ui.label(text::board(level.board));
        if ui.button("Resize…").clicked() {
            state.run(Command::RESIZE);
        }
    });
}

impl State {
    /// Opens sites, including locked ones.
    fn open_sites(&mut self, sites: &std::collections::BTreeSet<Site>) {
        self.edit_locked("Erase", |level| {
            sites.iter().for_each(|site| level.set(*site, foolproof_level::Spot::default()));
        });
    }

    /// Makes sites painted: locked ones lose their lock, open ones stay empty on purpose.
    pub(crate) fn keep_painted(&mut self, sites: &std::collections::BTreeSet<Site>) {
        self.edit_locked("Paint", |level| {
            for site in sites {
                let spot = foolproof_level::Spot { hold: Hold::Painted, ..level.spot(*site) };
                level.set(*site, spot);
            }
        });
    }
}
