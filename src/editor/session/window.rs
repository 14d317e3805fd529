//! The windows that can be open on top, and their relation to the board.

/// A window's relation to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowStand {
    /// It has all keys.
    Alone,
    /// It waits for an answer: the board is out of reach.
    Before,
    /// It is read or filled in; the board gets the keys back once it is clicked.
    Over,
    /// It is used together with the board.
    Beside,
}

/// A window that can be open over the rest, one at a time. None of them loses work when it is closed. The list
/// is open, like that of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub name: &'static str,
    pub stand: WindowStand,
    /// It stays open while the level is played.
    pub in_play: bool,
}

impl Window {
    pub const fn new(name: &'static str, stand: WindowStand) -> Self {
        Self { name, stand, in_play: true }
    }

    /// Marks a window that is about editing the level: it closes when the level is played.
    pub const fn while_editing(self) -> Self {
        Self { in_play: false, ..self }
    }
}
