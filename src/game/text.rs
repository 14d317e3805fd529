//! Text type of games.

use std::borrow::Cow;

/// Text of a game: its own if it was loaded, or part of the program.
pub type Text = Cow<'static, str>;
