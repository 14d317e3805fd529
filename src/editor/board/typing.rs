//! Typing marks: in games whose marks have characters a digit key fills the selected sites in, or
//! notes it there; in others it chooses brushes.

use egui::{Event, Key};
use foolproof_games::Brushes;

use crate::board::tool::Tool;
use crate::kit::toasts::ToastTone;
use crate::session::state::State;
use crate::text;
use foolproof_level::{Mark, Site, Spot};

impl State {
    /// What a number key does.
    pub(crate) fn number_key(&mut self, number: u8) {
        let Some(game) = self.game() else { return };
        let character = char::from(b'0' + number);
        match (game.typed(None, character, self.board.pencil), number) {
            (Some(_), _) if !self.board.targets().is_empty() => self.type_mark(character),
            (Some(mark), _) => self.choose_brush(mark),
            (None, 0) => self.choose_brush(None),
            (None, row) => self.next_brush_of(usize::from(row) - 1),
        }
    }

    /// Letters that the game gives to its brushes: they go before the window's own keys. Whether this
    /// was one.
    pub(crate) fn brush_key(&mut self, event: &Event) -> bool {
        let Event::Key { key, modifiers, pressed: true, .. } = event else { return false };
        let Some(game) = self.game().filter(|_| modifiers.is_none()) else { return false };
        let named =
            |letter: char| Key::from_name(&letter.to_ascii_uppercase().to_string()) == Some(*key);
        let keys = game.brushes().map(Brushes::brush_keys).unwrap_or_default();
        let Some((_, marks)) = keys.iter().find(|(letter, _)| named(*letter)) else { return false };
        let held = marks.iter().position(|mark| Some(mark) == self.board.brush.as_ref());
        let next = match held {
            // The brush is taken up again as it was.
            Some(at) if self.board.tool != Tool::PAINT => at,
            Some(at) => (at + 1) % marks.len(),
            None => 0,
        };
        self.choose_brush(marks.get(next).cloned());
        true
    }

    /// Types a character on all selected sites, in one step.
    fn type_mark(&mut self, character: char) {
        let Some((game, level)) = self.scene() else { return };
        let small = self.board.pencil;
        let typed = |site| {
            let mark = game.typed(level.mark(site), character, small).flatten();
            (game.layer_of(&level.board, site, mark.as_ref()), mark)
        };
        let marks: Vec<(Site, Option<Mark>)> =
            self.board.targets().into_iter().map(typed).collect();
        let refused = marks
            .iter()
            .find_map(|(site, mark)| game.accepts(&level.board, *site, mark.as_ref()?).err());
        if let Some(why) = refused {
            return self.say(ToastTone::Note, text::sentence(&why.to_string()));
        }
        self.edit("Type a mark", |level| {
            for (site, mark) in marks {
                match mark {
                    Some(mark) => level.paint(site, Some(mark)),
                    None => level.set(site, Spot::default()),
                }
            }
        });
    }
}
