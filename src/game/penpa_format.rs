//! Links of Penpa+ as a format of a game. They are only read.

use foolproof_level::Level;
use foolproof_links::Drawing;

use crate::format::{Format, FormatError, first_link};
use crate::line_formats::{note_unread, read_lines};
use crate::refusals::FormatFault;

/// Reader of Penpa+ drawings for a game.
pub trait DrawnGame: Send + Sync {
    /// Name of its levels, such as "Sudoku".
    fn noun(&self) -> &str;

    /// True if a title or tag names the game; it has small letters and digits only.
    fn is_named(&self, name: &str) -> bool;

    /// Reads the level that a drawing shows.
    ///
    /// # Errors
    /// If something drawn has no meaning in the game, or is in the wrong place.
    fn level_of(&self, drawing: Drawing) -> Result<Level, FormatFault>;
}

/// The format of a game's drawings.
pub struct PenpaFormat<G>(pub G);

impl<G: DrawnGame> Format for PenpaFormat<G> {
    fn id(&self) -> &str {
        "penpa"
    }

    fn name(&self) -> &str {
        "Penpa+ link"
    }

    fn extensions(&self) -> Vec<&str> {
        Vec::new()
    }

    fn is_written(&self) -> bool {
        false
    }

    fn recognises(&self, text: &str) -> bool {
        let drawing = first_link(text).and_then(Drawing::read).and_then(Result::ok);
        drawing.is_some_and(|drawing| drawing.names().iter().any(|name| self.0.is_named(name)))
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let none = format!("there is no Penpa+ link of {} here", self.0.noun());
        read_lines(text, self.0.noun(), &none, |line, word| {
            let drawing = Drawing::read(word.trim()).unwrap_or_else(|| Err(none.clone()));
            let read = |drawing: Drawing| {
                let has_answer = drawing.has_answer;
                let mut level = self.0.level_of(drawing)?;
                if has_answer {
                    note_unread(&mut level, &["the answer".to_owned()]);
                }
                Ok(level)
            };
            drawing.map_err(FormatFault::from).and_then(read).map_err(|why| why.at(line))
        })
    }

    fn write(&self, _: &[&Level]) -> Result<String, FormatError> {
        Err(FormatError::at(1, 1, "Penpa+ links are read, and not written"))
    }
}
