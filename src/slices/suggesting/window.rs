//! The strip of suggestions beneath the board: cards arrive while the solver has nothing else to do. The card
//! under the pointer is drawn on the board; a click takes it, as one step.

use std::sync::Arc;

use egui::{ComboBox, Rect, ScrollArea, Sense, Ui, Vec2};

use super::order::SuggestionOrder;
use super::search::{Suggestion, SuggestionSearch};
use super::variation::differing;
use super::words;
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::painter::Transform;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::panels::findings::is_bare;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level, key};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{
    BoardOffer, BoardOverlay, Listener, Over, Pictured, SolverClient,
};
use foolproof_editor::session::settings::{Initially, SwitchKey};
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::{Level, LevelId};
use foolproof_overlay::proposed_mark;
use foolproof_solver::{Event, Finding, Lane, Limits, Service, Ticket};

/// Switch of the strip.
pub(crate) const SUGGEST: SwitchKey = SwitchKey("suggest");

/// Number of levels to look for, at first and with each wish for more.
const N_CARDS: usize = 12;
/// Size of a card, in points.
const CARD: Vec2 = Vec2::new(236.0, 92.0);

foolproof_editor::command_names!(pub SuggestingCommands, SUGGESTIONS = "suggestions");

const COMMANDS: &[Entry] =
    &[Entry::new(Command::SUGGESTIONS, Menu::Solve, 0, words::SUGGESTIONS, words::TIP, toggle)
        .searched_as("propose ideas variations alternatives harder similar strip mixed initiative")
        .keys(&[key(egui::Key::F3)])
        .when(has_level)
        .checked(|state| state.chrome.settings.is_on(SUGGEST, Initially::Off))];

fn toggle(state: &mut State) {
    let on = state.chrome.settings.is_on(SUGGEST, Initially::Off);
    state.chrome.settings.switch(SUGGEST, !on);
}

/// A suggestion in the strip.
struct SuggestionCard {
    number: u64,
    suggestion: Suggestion,
    is_pinned: bool,
}

impl AsRef<Suggestion> for SuggestionCard {
    fn as_ref(&self) -> &Suggestion {
        &self.suggestion
    }
}

/// A request by a click on a card.
enum CardAction {
    Take,
    Pin,
    Add,
    Spare,
}

/// The strip.
#[derive(Default)]
pub struct Suggesting {
    is_on: bool,
    search: Option<SuggestionSearch>,
    /// Findings of the question that is asked.
    asked: Option<(Ticket, Vec<Finding>)>,
    cards: Vec<SuggestionCard>,
    order: SuggestionOrder,
    /// Numbers of the last card, and of the one on the board.
    last: u64,
    shown: Option<u64>,
    version: u64,
    thumbs: Thumbs<u64>,
}

/// Returns the number of cards in the strip.
pub fn n_cards(state: &State) -> usize {
    state.feature::<Suggesting>().map_or(0, |own| own.cards.len())
}

impl Suggesting {
    /// Begins anew with another level. While it is the same level of the pack, pinned cards stay, and so do
    /// the marks to leave alone.
    fn begin(&mut self, level: Option<Arc<Level>>) {
        let old = self.search.take();
        let new = level.map(|level| SuggestionSearch::new(level, N_CARDS, self.last));
        let same = old.zip(new.as_ref()).filter(|(old, new)| old.own.level.id == new.own.level.id);
        self.cards.retain(|card| same.is_some() && card.is_pinned);
        let spared = same.map(|(old, _)| old.spared).unwrap_or_default();
        self.search = new;
        if let Some(search) = &mut self.search {
            search.spare(spared);
            for card in &mut self.cards {
                card.suggestion.changed = differing(&search.own.level, &card.suggestion.level);
            }
        }
        self.show(None);
    }

    fn show(&mut self, card: Option<u64>) {
        if self.shown != card {
            self.shown = card;
            self.version += 1;
        }
    }

    fn shown(&self) -> Option<&Suggestion> {
        let card = self.cards.iter().find(|card| Some(card.number) == self.shown)?;
        Some(&card.suggestion)
    }

    fn act(&mut self, state: &mut State, at: usize, action: &CardAction) {
        let Some(card) = self.cards.get_mut(at) else { return };
        let suggested = card.suggestion.level.clone();
        match action {
            CardAction::Take => {
                state.edit(words::TAKEN, |level| {
                    for site in differing(level, &suggested) {
                        level.set(site, suggested.spot(site));
                    }
                    level.intended.clone_from(&suggested.intended);
                });
            }
            CardAction::Pin => card.is_pinned = !card.is_pinned,
            CardAction::Add => {
                let mut level = (*suggested).clone();
                level.id = LevelId::default();
                let current = state.level_id();
                state.edit_pack(words::ADD, |pack| {
                    let at = pack.levels.iter().position(|old| old.id == current);
                    pack.levels.insert(at.map_or(pack.levels.len(), |at| at + 1), level.into());
                });
            }
            CardAction::Spare => {
                let changed = card.suggestion.changed.clone();
                self.cards
                    .retain(|card| card.is_pinned || card.suggestion.changed.is_disjoint(&changed));
                if let Some(search) = &mut self.search {
                    search.spare(changed);
                }
            }
        }
    }

    /// Shows the row over the cards.
    fn head(&mut self, ui: &mut Ui, state: &mut State, game: &dyn Game) {
        let Some(search) = &mut self.search else { return };
        ui.horizontal(|ui| {
            theme::section(ui, words::SUGGESTIONS);
            let orders = SuggestionOrder::all(game);
            let name = orders.iter().find(|(order, _)| *order == self.order);
            let name = name.map(|(_, name)| name.clone()).unwrap_or_default();
            let list = ComboBox::from_id_salt("order of suggestions").selected_text(name);
            theme::choice(ui, list, &mut self.order, orders);
            let keeps = words::keeps(game, &search.own.level);
            ui.weak(keeps).on_hover_text(words::KEEPS_TIP);
            let is_full = search.is_full(game, &self.order);
            if is_full && ui.button(words::MORE).clicked() {
                search.wanted += N_CARDS;
            }
            match (self.asked.is_some(), self.cards.is_empty()) {
                _ if is_full => {}
                _ if is_bare(game, &search.own.level) => _ = ui.weak(words::NOTHING_TO_CHANGE),
                (false, true) if search.is_in_vain() => _ = ui.weak(words::NONE),
                (true, is_empty) => {
                    ui.add(egui::Spinner::new().size(12.0));
                    if is_empty {
                        ui.weak(words::LOOKING);
                    }
                }
                _ => {}
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if icon::button(ui, Icon::CROSS, words::HIDE).clicked() {
                    toggle(state);
                }
            });
        });
    }

    /// Shows a card. Returns whether the pointer or the keys are on it, and what is asked for.
    fn card(&mut self, ui: &mut Ui, at: usize, game: &dyn Game) -> (bool, Option<CardAction>) {
        let (Some(card), Some(search)) = (self.cards.get(at), &self.search) else {
            return (false, None);
        };
        if !card.is_pinned && !search.is_better(&card.suggestion, game, &self.order) {
            return (false, None);
        }
        let (theme, level) = (Theme::of(ui), &card.suggestion.level);
        let gains = search.gains(&card.suggestion, game, &self.order);
        let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
        let name = gains.join(", ");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        let is_over = ui.rect_contains_pointer(rect) || response.has_focus();
        let line = theme.role(if is_over { Role::Accent } else { Role::Line });
        let (fill, inside) = (theme.role(Role::Card), egui::StrokeKind::Inside);
        let line = egui::Stroke::new(1.0, line);
        ui.painter().rect(rect, theme::ROUND_CARD, fill, line, inside);
        let square = Rect::from_min_size(rect.min, Vec2::splat(CARD.y)).shrink(6.0);
        let subject = Subject { game, level, play: None, against: None };
        self.thumbs.paint(ui, square, card.number, subject);
        let layout = game.layout_of(level);
        let fit = Transform::fit(square.shrink(3.0), Vec2::new(layout.width, layout.height));
        let stroke = egui::Stroke::new(1.5, theme.ink(foolproof_picture::Ink::Preview));
        for rect in card.suggestion.changed.iter().filter_map(|site| layout.rect(*site)) {
            let rect = fit.rect_to_screen(rect);
            ui.painter().rect_stroke(rect, 1.0, stroke, egui::StrokeKind::Middle);
        }
        let beside = rect.with_min_x(square.right() + theme::TIGHT).shrink2(Vec2::new(4.0, 6.0));
        let builder = egui::UiBuilder::new().max_rect(beside);
        let mut ui = ui.new_child(builder.layout(egui::Layout::top_down(egui::Align::Min)));
        ui.spacing_mut().item_spacing = Vec2::new(2.0, 1.0);
        for gain in gains {
            let gain = egui::RichText::new(gain).small();
            ui.add(egui::Label::new(gain).selectable(false).wrap());
        }
        let mut action = None;
        ui.with_layout(egui::Layout::bottom_up(egui::Align::Min), |ui| {
            ui.horizontal(|ui| {
                icon::inline(ui, Icon::CHECK, theme.ink(foolproof_picture::Ink::Good))
                    .on_hover_text(words::PROVED);
                let pinned = IconState::of(card.is_pinned);
                for (icon, name, state, wish) in [
                    (Icon::PIN, words::PIN, pinned, CardAction::Pin),
                    (Icon::PLUS, words::ADD, IconState::Plain, CardAction::Add),
                    (Icon::CROSS, words::SPARE, IconState::Plain, CardAction::Spare),
                ] {
                    if icon::toggle(ui, icon, name, state).clicked() {
                        action = Some(wish);
                    }
                }
            });
        });
        let is_taken = response.on_hover_text(words::CARD_TIP).clicked();
        (is_over, action.or(is_taken.then_some(CardAction::Take)))
    }
}

foolproof_editor::feature!(Suggesting, COMMANDS);

impl SolverClient for Suggesting {
    fn ask(&mut self, state: &mut State, service: Option<&Service>) {
        let Some(service) = service else { return };
        self.is_on = state.chrome.settings.is_on(SUGGEST, Initially::Off);
        let scene = state.scene().filter(|_| self.is_on && !state.chrome.is_playing());
        let is_same = match (&self.search, &scene) {
            (Some(search), Some((_, level))) => {
                Arc::ptr_eq(&search.own.level, level)
                    || search.own.level.id == level.id && search.own.level.same_puzzle(level)
            }
            (search, scene) => search.is_none() && scene.is_none(),
        };
        if !is_same {
            self.begin(scene.as_ref().map(|(_, level)| level.clone()));
            if self.asked.take().is_some() {
                service.stop(Lane::Suggest);
            }
        }
        let (Some((game, level)), Some(search)) = (scene, &mut self.search) else { return };
        // The verdict comes first.
        let findings = &state.findings;
        let is_busy = findings.knowledge.is_asking(level.id) || findings.job.running().is_some();
        let is_quiet = !findings.live.on || state.document.strangers.are_in(&level);
        if is_busy || is_quiet || self.asked.is_some() || is_bare(&*game, &level) {
            return;
        }
        if let Some((about, questions, time)) = search.next(&*game, &self.order) {
            let limits = Limits { time, ..findings.live.limits };
            self.asked = Some((service.ask(Lane::Suggest, about, questions, limits), Vec::new()));
        }
    }

    fn hear(&mut self, event: &Event, state: &mut State) {
        let Some((asked, findings)) = &mut self.asked else { return };
        match event {
            Event::Found { ticket, finding, .. } if ticket == asked => {
                findings.push(finding.clone());
            }
            Event::Finished { ticket, .. } if ticket == asked => {
                let findings = std::mem::take(findings);
                self.asked = None;
                let (Some(search), Some(game)) = (&mut self.search, state.document.game()) else {
                    return;
                };
                search.answered(&*game, &findings);
                let n_cards = self.cards.len();
                let is_shown = |new: &Suggestion| {
                    let mut old = self.cards.iter().take(n_cards);
                    old.any(|card| Arc::ptr_eq(&card.suggestion.level, &new.level))
                };
                if let Some(suggestion) = search.found.last().filter(|new| !is_shown(new)).cloned()
                {
                    self.last += 1;
                    let number = self.last;
                    self.cards.push(SuggestionCard { number, suggestion, is_pinned: false });
                }
            }
            _ => {}
        }
    }
}

impl BoardOffer for Suggesting {
    fn offers(&self, _: &Document) -> bool {
        self.is_on && self.search.is_some()
    }

    fn offer(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, _)) = state.scene() else { return };
        let (mut shown, mut chosen) = (None, None);
        ui.vertical(|ui| {
            self.head(ui, state, &*game);
            let row = ui.available_rect_before_wrap().with_max_y(ui.cursor().top() + CARD.y);
            // Under the pointer, no card moves.
            if !ui.rect_contains_pointer(row) {
                self.order.sort(&*game, &mut self.cards);
                self.cards.sort_by_key(|card| !card.is_pinned);
            }
            ScrollArea::horizontal().min_scrolled_height(CARD.y).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.set_min_height(CARD.y);
                    for at in 0..self.cards.len() {
                        let (is_over, action) = self.card(ui, at, &*game);
                        if is_over {
                            shown = self.cards.get(at).map(|card| card.number);
                        }
                        chosen = action.map(|action| (at, action)).or(chosen.take());
                    }
                });
            });
        });
        self.show(shown);
        if let Some((at, action)) = chosen {
            self.act(state, at, &action);
        }
    }
}

impl BoardOverlay for Suggesting {
    fn pictured(&self, state: &State, _: &dyn Game, _: &Arc<Level>) -> Option<Pictured> {
        let level = Arc::clone(&self.shown()?.level);
        let play = level.intended.clone().filter(|_| state.shows_findings());
        Some(Pictured { play, against: None, level, alone: true, whole: true })
    }

    fn draw(&self, over: &mut Over<'_>) {
        let Some(Suggestion { level, changed, .. }) = self.shown() else { return };
        for site in changed {
            let sign = match (over.level.mark(*site), level.mark(*site)) {
                (None, _) => "+",
                (_, None) => "–",
                _ => "~",
            };
            let rect = over.layout.rect(*site);
            over.drawing.shapes.extend(rect.into_iter().flat_map(|rect| proposed_mark(rect, sign)));
        }
    }

    fn version(&self, _: &State) -> u64 {
        self.version
    }
}

impl Listener for Suggesting {
    fn forget(&mut self) {
        self.begin(None);
    }
}
