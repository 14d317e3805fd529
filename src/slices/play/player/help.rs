//! The sheet with help for players: the goal of a game, its rules, the gestures, and the keys.

use egui::{Context, Key, Modifiers, RichText, ScrollArea, Ui};

use super::playing::LevelOnTable;
use super::words;
use foolproof_editor::kit::games::SolvedExample;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::{About, Game, HandGesture};
use foolproof_level::Pack;

/// Width and maximum height of the sheet, in points.
const WIDTH: f32 = 480.0;
const HEIGHT: f32 = 520.0;

/// State of the sheet.
#[derive(Default)]
pub(crate) struct PlayerHelp {
    open: bool,
    example: SolvedExample,
}

impl PlayerHelp {
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    pub(crate) fn toggle(&mut self) {
        self.open = !self.open;
    }

    /// Opens and closes the sheet by F1 and the question mark.
    pub(super) fn keys(&mut self, context: &Context) {
        let pressed = |modifiers, key| context.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::NONE, Key::F1)
            || pressed(Modifiers::NONE, Key::Questionmark)
            || pressed(Modifiers::SHIFT, Key::Questionmark)
        {
            self.toggle();
        }
        if self.open && pressed(Modifiers::NONE, Key::Escape) {
            self.open = false;
        }
    }

    /// Shows the sheet over a level that is played.
    pub(super) fn of_level(
        &mut self,
        context: &Context,
        pack: &Pack,
        table: &LevelOnTable,
        hints: bool,
    ) {
        let (session, game) = (&table.session, &*table.game);
        let hands = session.hands(game);
        let Self { open, example } = self;
        sheet(open, context, |ui| {
            rules(ui, game.about());
            for said in game.asked_for(&session.level) {
                ui.label(said);
                ui.add_space(theme::TIGHT);
            }
            example.show(ui, &table.game, &pack.levels);
            ui.add_space(theme::GAP);
            theme::section(ui, words::HOW_TO_PLAY);
            for gesture in &hands {
                ui.label(gesture.words());
                ui.add_space(theme::TIGHT);
            }
            ui.add_space(theme::GAP);
            theme::section(ui, words::KEYS);
            keys(ui, &hands, hints);
        });
    }

    /// Shows the sheet over the list, with the rules of the games in the pack.
    pub(super) fn of_games(&mut self, context: &Context, games: &[std::sync::Arc<dyn Game>]) {
        sheet(&mut self.open, context, |ui| {
            for game in games {
                rules(ui, game.about());
                ui.add_space(theme::GAP);
            }
            ui.label(words::OPEN_A_LEVEL);
        });
    }
}

fn sheet(open: &mut bool, context: &Context, add: impl FnOnce(&mut Ui)) {
    if !*open {
        return;
    }
    let theme = Theme::of_context(context);
    let shown = theme.modal("how to play").show(context, |ui| {
        ui.set_width(WIDTH);
        let room = (context.content_rect().height() - 120.0).min(HEIGHT);
        ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, add);
        ui.add_space(theme::GAP);
        theme::primary(ui, words::CLOSE).clicked()
    });
    *open = !(shown.inner || shown.should_close());
}

fn rules(ui: &mut Ui, about: &About) {
    ui.heading(&*about.name);
    ui.label(RichText::new(&*about.tagline).strong());
    ui.add_space(theme::TIGHT);
    for paragraph in about.rules.lines().filter(|line| !line.trim().is_empty()) {
        ui.label(paragraph.trim());
        ui.add_space(theme::TIGHT);
    }
}

fn keys(ui: &mut Ui, hands: &[HandGesture], hints: bool) {
    let weak = Theme::of(ui).role(Role::Weak);
    let mut all: Vec<(&str, &str)> = Vec::new();
    for pair in hands.iter().flat_map(HandGesture::keys) {
        if !all.contains(pair) {
            all.push(*pair);
        }
    }
    all.extend(words::KEYS_ALWAYS);
    all.extend(hints.then_some(words::KEY_HINT));
    egui::Grid::new("keys of play").num_columns(2).spacing([18.0, 4.0]).show(ui, |ui| {
        for (keys, does) in all {
            ui.label(RichText::new(keys).color(weak));
            ui.label(does);
            ui.end_row();
        }
    });
}
