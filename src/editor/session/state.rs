//! The state of the window: one value, changed by commands and by the parts of the window.
//!
//! It is made of four parts. Code that needs one of them alone takes that one; code that changes the pack, and
//! therefore has to tell the features, takes all.

use std::path::PathBuf;
use std::sync::Arc;

use crate::board::state::BoardState;
use crate::board::tool::Tool;
use crate::kit::toasts::{ToastSource, ToastTone, ToastWords};
use crate::session::chrome::Chrome;
use crate::session::document::{Document, Locks};
use crate::session::feature::Features;
use crate::session::findings::Findings;
use crate::session::kinds::{BoardMode, Listener, Revert};
use crate::session::settings::{Initially, Settings, SwitchKey};
use crate::text;
use foolproof_game::{Game, Games};
use foolproof_level::{History, Level, LevelId, Pack};
use foolproof_overlay::Overlay;

/// Switches: findings are drawn on the board; verdict, solution and counts are hidden.
const FINDINGS: SwitchKey = SwitchKey("findings on the board");
const BLIND: SwitchKey = SwitchKey("blind");

/// State shared by the whole window.
pub struct State {
    pub document: Document,
    pub board: BoardState,
    pub findings: Findings,
    pub chrome: Chrome,
    features: Features,
}

impl State {
    pub fn new(pack: Pack, games: Games, settings: Settings, features: Features) -> Self {
        let mut state = Self {
            document: Document::new(pack, games),
            board: BoardState::default(),
            findings: Findings::default(),
            chrome: Chrome::new(settings),
            features,
        };
        state.show_first_level();
        state
    }

    /// Replaces the pack by a new one or an opened one.
    pub fn set_pack(&mut self, pack: Pack, file: Option<PathBuf>) {
        self.document.set_pack(pack, file, &self.chrome.settings);
        self.board.forget_views();
        self.findings.forget_pack();
        self.chrome.forget_pack();
        self.board.tool = Tool::SELECT;
        self.show_first_level();
        self.each::<dyn Listener>(|own, _| own.forget());
    }

    fn show_first_level(&mut self) {
        let first = self.history().pack().levels.first().map(|level| level.id);
        self.show_level(first.unwrap_or_default());
        self.board.brush = self.document.first_brush();
    }

    pub fn games(&self) -> &Games {
        self.document.games()
    }

    pub fn level_id(&self) -> LevelId {
        self.document.level_id()
    }

    /// Returns the level on the canvas; `None` in a pack without levels.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.document.level()
    }

    /// Returns the game of the level on the canvas.
    pub fn game(&self) -> Option<Arc<dyn Game>> {
        self.document.game()
    }

    /// Returns the level on the canvas with its game.
    pub fn scene(&self) -> Option<(Arc<dyn Game>, Arc<Level>)> {
        self.document.scene()
    }

    /// Returns the pack with its undo steps.
    pub fn history(&self) -> &History {
        self.document.history()
    }

    /// Shows another level of the pack. Undo continues across it.
    pub fn show_level(&mut self, id: LevelId) {
        if !self.document.choice.contains(id) {
            self.document.choice.clear();
        }
        if id == self.level_id() {
            return;
        }
        self.finish_stroke();
        self.each::<dyn Listener>(|own, state| own.leaves_level(&mut state.chrome));
        self.document.set_level(id);
        self.board.show_level(id);
        self.tell_of_edit();
        self.choose_a_known_brush();
        self.choose_a_known_tool();
    }

    /// Keeps a feature's tool only in games that have a button for it.
    fn choose_a_known_tool(&mut self) {
        let own = self.own_tool();
        let arises = own
            .is_none_or(|own| own.buttons().iter().any(|button| (button.arises)(&self.document)));
        if !arises {
            self.set_tool(Tool::SELECT);
        }
    }

    /// Keeps the brush only where it paints a mark of the level's game.
    pub(crate) fn choose_a_known_brush(&mut self) {
        let known = self.board.brush.as_ref().is_none_or(|brush| self.document.describes(brush));
        if !known {
            self.board.brush = self.document.first_brush();
        }
    }

    /// Changes the level on the canvas in one undoable step. Returns whether anything changed. Locked sites
    /// keep their contents.
    pub fn edit(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Level)) -> bool {
        let (changed, kept) = self.document.edit(name, Locks::Hold, change);
        self.say_kept(kept);
        if changed {
            self.after_edit();
        }
        changed
    }

    /// Like [`Self::edit`], but for changes to locks themselves and to the whole board: locked sites move and
    /// change with it.
    pub(crate) fn edit_locked(
        &mut self,
        name: impl Into<String>,
        change: impl FnOnce(&mut Level),
    ) -> bool {
        let (changed, _) = self.document.edit(name, Locks::Give, change);
        if changed {
            self.after_edit();
        }
        changed
    }

    /// Reports the number of locked sites that were spared.
    pub(crate) fn say_kept(&mut self, kept: usize) {
        if kept > 0 {
            self.say_of(ToastSource::KEPT, ToastTone::Note, text::kept_locked(kept));
        }
    }

    /// Changes the pack in one undoable step, then shows a level that exists.
    pub fn edit_pack(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Pack)) -> bool {
        let place = self.document.place();
        let changed = self.document.history_mut().edit(name, change);
        if changed {
            self.after_edit();
            self.stay_near(place.unwrap_or_default());
        }
        changed
    }

    /// Lets fields of the window change texts of the pack or of the level, in steps that join while the
    /// designer types. Changes to the puzzle are ordinary edits.
    pub fn change_words<T>(&mut self, change: impl FnOnce(&mut History) -> T) -> T {
        let before = self.level().cloned();
        let changed = change(self.document.history_mut());
        let same = match (&before, self.level()) {
            (Some(before), Some(level)) => Arc::ptr_eq(before, level) || before.same_puzzle(level),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.after_edit();
        }
        changed
    }

    /// Lets a part of the window change the pack; `change` returns the level to show afterwards.
    pub(crate) fn change_pack(&mut self, change: impl FnOnce(&mut History) -> Option<LevelId>) {
        self.finish_stroke();
        let place = self.document.place();
        if let Some(id) = change(self.document.history_mut()) {
            self.show_level(id);
        }
        self.after_edit();
        self.stay_near(place.unwrap_or_default());
    }

    /// Shows the neighbour of a deleted level.
    fn stay_near(&mut self, place: usize) {
        if self.level().is_some() {
            return;
        }
        let levels = &self.history().pack().levels;
        let near = levels.get(place).or_else(|| levels.last()).map(|level| level.id);
        self.show_level(near.unwrap_or_default());
    }

    /// Tells the features that the level on the canvas has changed.
    pub(crate) fn tell_of_edit(&mut self) {
        self.document.count_edit();
        self.each::<dyn Listener>(|own, _| own.edited());
    }

    /// Updates the features and the selection after an edit: the old selection may not exist in the new level.
    fn after_edit(&mut self) {
        self.tell_of_edit();
        let board = self.level().map(|level| level.board);
        self.board.keep_within(board);
    }

    /// True if there is something to undo or redo where these commands act at the moment.
    pub(crate) fn can_revert(&self, revert: Revert) -> bool {
        let own = self.features_of::<dyn BoardMode>().find_map(|mode| mode.can_revert(revert));
        own.unwrap_or_else(|| match revert {
            Revert::Undo => self.history().undo_name().is_some() || self.board.is_drawn_on(),
            Revert::Redo => self.history().redo_name().is_some(),
        })
    }

    pub fn undo(&mut self) {
        self.revert(Revert::Undo);
    }

    pub(crate) fn redo(&mut self) {
        self.revert(Revert::Redo);
    }

    fn revert(&mut self, revert: Revert) {
        let reverted = self.any::<dyn BoardMode>(|mode, _| {
            let own = mode.can_revert(revert).is_some();
            if own {
                mode.revert(revert);
            }
            own
        });
        if reverted {
            return;
        }
        self.finish_stroke();
        let place = self.document.place();
        let touched = match revert {
            Revert::Undo => self.document.history_mut().undo(),
            Revert::Redo => self.document.history_mut().redo(),
        };
        if revert == Revert::Undo {
            self.chrome.toasts.undone(self.document.history().depth());
        }
        if let Some(touched) = touched {
            self.follow(touched, place);
        }
    }

    /// Goes to the state of the pack at the step `depth` of its history.
    pub fn go_to_step(&mut self, depth: usize) {
        self.finish_stroke();
        let place = self.document.place();
        let mut touched = None;
        while self.history().depth() != depth {
            let step = match self.history().depth() > depth {
                true => self.document.history_mut().undo(),
                false => self.document.history_mut().redo(),
            };
            let Some(step) = step else { break };
            touched = Some(step);
        }
        if let Some(touched) = touched {
            self.follow(touched, place);
        }
    }

    /// Shows the level that an undo changed: a change out of sight would not look like an undo.
    fn follow(&mut self, touched: LevelId, place: Option<usize>) {
        if self.history().pack().level(touched).is_some() {
            self.show_level(touched);
        }
        self.stay_near(place.unwrap_or_default());
        self.after_edit();
    }

    /// True if the board shows what was found out about the level, not the puzzle alone.
    pub fn shows_findings(&self) -> bool {
        self.chrome.settings.is_on(FINDINGS, Initially::On) && !self.is_blind()
    }

    /// Switches between the puzzle alone and the puzzle with findings.
    pub(crate) fn toggle_findings(&mut self) {
        let on = !self.shows_findings();
        self.chrome.settings.switch(FINDINGS, on);
        if on {
            self.reveal();
        }
    }

    /// True if verdict, solution and counts are hidden: in blind mode, until they are asked for.
    pub fn is_blind(&self) -> bool {
        let blind = self.chrome.settings.is_on(BLIND, Initially::Off);
        blind && self.chrome.revealed != Some(self.level_id())
    }

    pub(crate) fn toggle_blind(&mut self) {
        let on = !self.chrome.settings.is_on(BLIND, Initially::Off);
        self.chrome.settings.switch(BLIND, on);
        self.chrome.revealed = None;
    }

    /// Shows what blind mode hides, until another level is shown.
    pub fn reveal(&mut self) {
        self.chrome.revealed = Some(self.level_id());
    }

    /// True if an overlay is drawn.
    pub fn overlay(&self, overlay: Overlay) -> bool {
        self.shows_findings() && self.is_switched_on(overlay)
    }

    /// True if an overlay is drawn whenever findings are.
    pub(crate) fn is_switched_on(&self, overlay: Overlay) -> bool {
        let switch = self.switches().iter().find(|switch| switch.overlay == overlay);
        let initially = switch.map_or(Initially::Off, |switch| switch.initially);
        self.chrome.settings.is_on_in(SwitchKey(overlay.0), self.document.game_id(), initially)
    }

    pub fn toggle_overlay(&mut self, overlay: Overlay) {
        let on = !self.overlay(overlay);
        let game = self.document.game_id();
        self.chrome.settings.switch_in(SwitchKey(overlay.0), game, on);
        if on && !self.shows_findings() {
            self.toggle_findings();
        }
    }

    pub fn all_features(&self) -> &Features {
        &self.features
    }

    pub(crate) fn all_features_mut(&mut self) -> &mut Features {
        &mut self.features
    }

    /// Shows the designer a message for a few seconds.
    #[track_caller]
    pub fn say(&mut self, tone: ToastTone, words: impl Into<ToastWords>) {
        self.chrome.toasts.say(tone, words, self.document.history().depth());
    }

    /// Shows a message that replaces the previous one of the same source.
    pub fn say_of(&mut self, source: ToastSource, tone: ToastTone, words: impl Into<ToastWords>) {
        self.chrome.toasts.say_of(source, tone, words, self.document.history().depth());
    }
}
