//! Keys of the window: menus first, then commands, the clipboard, and moving from part to part.

use crate::app::App;
use crate::board::canvas;
use crate::kit::one_stop;
use crate::panels::levels::LIST;
use crate::panels::menus;
use crate::panels::sides::WindowPart;
use crate::session::command::{self, Command, Focus};
use crate::session::keyboard;

impl App {
    /// Handles keys of menus and of commands, by the owner of the keyboard.
    pub(crate) fn keys(&mut self, context: &egui::Context) {
        let asks = self.files.is_open() || self.offers.is_open();
        menus::keys(context, keyboard::reaches_menus(context, &self.state.chrome, asks));
        let focus = self.focus(context);
        if focus == Focus::Board {
            canvas::leave_by_tab(context);
        }
        let events = context.input_mut(|input| std::mem::take(&mut input.events));
        let (mut left, mut same) = (Vec::with_capacity(events.len()), true);
        for event in events {
            if !same || !self.hears_key(context, focus, &event) {
                left.push(event);
                continue;
            }
            same = self.focus(context) == focus;
            if !same {
                // Keys typed before a window opened are not for it; later ones are.
                left.retain(|event| {
                    !matches!(event, egui::Event::Key { .. } | egui::Event::Text(_))
                });
            }
        }
        context.input_mut(|input| input.events = left);
        let now = self.focus(context);
        keyboard::keep(context, &self.state.chrome, now);
        self.list_keys(context, focus == Focus::Levels && now == Focus::Levels);
        if focus != Focus::Board || now != Focus::Board {
            return;
        }
        let events = context.input(|input| input.events.clone());
        for event in events {
            match event {
                egui::Event::Copy => self.state.run_by_key(Command::COPY),
                egui::Event::Cut => self.state.run_by_key(Command::CUT),
                egui::Event::Paste(words) => self.state.paste_text(&words),
                _ => {}
            }
        }
    }

    /// Handles a key press. Returns whether it was bound.
    fn hears_key(&mut self, context: &egui::Context, focus: Focus, event: &egui::Event) -> bool {
        if focus == Focus::Board && (self.state.letter_key(event) || self.state.brush_key(event)) {
            return true;
        }
        let started = command::started(context, self.state.commands(), focus, event);
        started.into_iter().for_each(|command| self.state.run_by_key(command));
        started.is_some()
    }

    /// Gives the keyboard to the next part of the window, or to the previous one.
    pub(crate) fn go_to_part(&mut self, context: &egui::Context, forwards: bool) {
        let focused = context.memory(|memory| memory.focused());
        let at = focused.and_then(|id| context.read_response(id)).map(|found| found.rect.center());
        match self.places.beside(at, forwards) {
            WindowPart::Levels => _ = one_stop::enter(context, LIST),
            WindowPart::Board => canvas::enter(context, &mut self.state),
            WindowPart::Right => keyboard::give_to_the_right(context),
        }
    }

    /// Handles the keys of the clipboard while the list of levels has the keyboard.
    fn list_keys(&mut self, context: &egui::Context, has_keys: bool) {
        if !has_keys && !self.state.document.choice.awaits_paste {
            return;
        }
        for event in context.input(|input| input.events.clone()) {
            match event {
                egui::Event::Copy if has_keys => self.state.copy_levels(),
                egui::Event::Cut if has_keys => self.state.cut_levels(),
                egui::Event::Paste(words) => {
                    self.state.paste_levels(&words);
                    context.input_mut(|input| {
                        input.events.retain(|event| !matches!(event, egui::Event::Paste(_)));
                    });
                }
                _ => {}
            }
        }
    }

    fn focus(&self, context: &egui::Context) -> Focus {
        let asks = self.files.is_open() || self.offers.is_open();
        keyboard::find(context, &self.state, asks)
    }
}
