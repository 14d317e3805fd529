//! Words that a game says.

use std::borrow::Cow;

/// Words that a game says: its own if it was loaded, or those of the program's text.
pub type Text = Cow<'static, str>;
