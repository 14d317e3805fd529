//! Gestures of a player on a board: one list for both input handling and instructions.
//!
//! The window acts on exactly the gestures of this list and builds its instructions from their
//! words, so the two always agree.

use crate::abilities::drawing::LineStart;
use crate::abilities::moves::{MoveAim, MoveControls};
use crate::abilities::playing::{Gesture, HandItem};
use crate::about::LevelNumber;
use crate::game::Game;
use foolproof_level::{Level, Mark, Place, Play, Site};

/// A gesture by which a player plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandGesture {
    /// Drags a piece from the tray, or from its site, to its place; or clicks one, then the other.
    Carry,
    /// Clicks a site, which changes to the next of these marks; after the last one it is empty.
    Cycle { place: Place, marks: Vec<String> },
    /// Drags over sites: each becomes what the first one became.
    Sweep,
    /// Chooses cells by clicks and drags, and types their contents.
    Type,
    /// Drags a line from its start.
    Draw(LineStart),
    /// Clicks the start of a line, moves, and clicks again.
    Follow,
    /// Clicks with the other button to remove a mark.
    TakeOff,
    /// Clicks or drags with the other button; sites go through their marks in reverse.
    CycleBack,
    /// Clicks or drags over edges with the other button; a cross notes that no line goes there.
    Cross,
    /// Moves in a direction by the arrow keys, or by a drag anywhere on the board.
    Steer,
    /// Drags a piece in a direction, or clicks it and then gives the direction.
    Push,
    /// Clicks a site.
    Press,
    /// Clicks a site, then another one.
    PressTwo,
    /// Clicks a button over the board.
    Name,
    /// Presses these keys, each with its effect.
    Letters(Vec<(char, String)>),
}

/// From this number of marks on, numbers are typed instead of chosen by clicks.
const TYPED_FROM: usize = 3;

/// Names of a player's note that a site stays empty: on a cell, and where a line could go.
pub const DOT: &str = "dot";
pub const CROSS: &str = "cross";

impl HandGesture {
    /// The instruction for a player.
    pub fn words(&self) -> String {
        let words = match self {
            Self::Carry => "Drag a piece to its place, or click the piece and then the place.",
            Self::Cycle { place, marks } => return cycle_words(*place, marks),
            Self::Sweep => "Drag to mark several.",
            Self::Type => {
                "Click a cell, or drag over several, and type. A double click chooses all that \
                           are the same."
            }
            Self::Draw(LineStart::Number) => {
                "Drag from a number along its row or column to draw its line."
            }
            Self::Draw(LineStart::Start) => {
                "Drag from a start to draw the line. Drag from its end to go on or to go back."
            }
            Self::Draw(LineStart::Cell) => {
                "Drag from cell to cell to draw a line. Drag over it again to change it."
            }
            Self::Draw(LineStart::Corner) => {
                "Drag along the grid to draw a line. Drag over it again to change it."
            }
            Self::Follow => "Or click there, move, and click again to let go.",
            Self::TakeOff => "Right-click takes off.",
            Self::CycleBack => "The right button goes the other way round.",
            Self::Cross => "Right-click or right-drag edges to cross them out.",
            Self::Steer => "Press the arrow keys to move, or drag across the board.",
            Self::Push => "Drag a piece, or click it and then an arrow next to it.",
            Self::Press => "Click a cell to act there.",
            Self::PressTwo => "Click a cell, then the one that it goes to.",
            Self::Name => "Where buttons appear over the board, click one to do what it says.",
            Self::Letters(letters) => return letters_words(letters),
        };
        words.to_owned()
    }

    /// Equivalent keys, with their effects.
    pub fn keys(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Carry => &[("Arrow keys, Enter", "go about, pick up and put down")],
            Self::Cycle { .. } => &[
                ("Arrow keys, Space", "go about, change what is there"),
                ("1 to 9", "pick a mark"),
            ],
            Self::Type => &[
                ("1 to 9", "fill in; digit by digit where numbers are longer"),
                ("Shift, Ctrl with a digit", "note in the corners, in the middle"),
                ("Ctrl+Shift with a digit", "colour the cells"),
                ("Z, X, C, V, B", "digits, corners, middle, colours, lines"),
                ("Delete", "clear"),
            ],
            Self::Draw(_) => &[("Arrow keys, Enter", "go about, set the pen down, draw, let go")],
            Self::TakeOff | Self::CycleBack | Self::Cross => {
                &[("Delete", "take off what is at the cursor")]
            }
            Self::Steer => &[("Arrow keys", "move")],
            Self::Push => &[("Arrow keys, Enter", "go about, choose a piece; then move it")],
            Self::Press | Self::PressTwo => &[("Arrow keys, Enter", "go about, act there")],
            Self::Name => &[("1 to 9", "do what the buttons say")],
            // One key, named in its words.
            Self::Letters(_) => &[],
            Self::Sweep | Self::Follow => &[],
        }
    }
}

/// "Press X to act."
fn letters_words(letters: &[(char, String)]) -> String {
    let each = letters.iter().map(|(letter, does)| format!("Press {letter} to {does}."));
    each.collect::<Vec<_>>().join(" ")
}

/// "Click a cell to change it: star, dot, empty."
fn cycle_words(place: Place, marks: &[String]) -> String {
    let site = match place {
        Place::HEdge | Place::VEdge => "an edge",
        Place::Vertex => "a corner",
        _ => "a cell",
    };
    let shown = match marks {
        [first, second, .., last] if marks.len() > 5 => format!("{first}, {second} … {last}"),
        all => all.join(", "),
    };
    format!("Click {site} to change it: {shown}, empty.")
}

impl dyn Game + '_ {
    /// Gestures that a level allows, in the order of the instructions.
    pub fn gestures(&self, level: &Level) -> Vec<HandGesture> {
        match self.is_typed(level) {
            true => vec![HandGesture::Type, HandGesture::TakeOff],
            false => self.gestures_of_pointer(level),
        }
    }

    /// True if cells are filled by typing: a player places several numbers or letters, and only marks of cells.
    fn is_typed(&self, level: &Level) -> bool {
        let draws = || !self.pens(level, &Play::default()).is_empty();
        let elsewhere = || {
            [Place::HEdge, Place::Vertex].iter().any(|at| !self.marks_put(level, *at).is_empty())
        };
        let put = self.marks_put(level, Place::Cell);
        let typed = put.iter().filter(|mark| self.typed_text(mark).is_some()).count();
        typed >= TYPED_FROM && self.moves().is_none() && !draws() && !elsewhere()
    }

    /// Text to type for a mark: its number or its letter.
    pub fn typed_text(&self, mark: &Mark) -> Option<String> {
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        let is_letter = |text: &str| text.len() == 1 && text.chars().all(char::is_alphabetic);
        if is_number(mark.as_str()) {
            return Some(mark.as_str().to_owned());
        }
        let said = self.describe(mark);
        (is_number(&said) || is_letter(&said)).then(|| said.to_lowercase())
    }

    /// The mark that a player puts by typing a text; letters continue after 9 on boards with up to 16 digits.
    pub fn mark_typed(&self, level: &Level, text: &str) -> Option<Mark> {
        let put = self.marks_put(level, Place::Cell);
        let text = text.to_lowercase();
        let named = |text: &str| {
            put.iter().find(|mark| self.typed_text(mark).as_deref() == Some(text)).cloned()
        };
        let number = |mark: &Mark| self.typed_text(mark)?.parse::<u32>().ok();
        let most = put.iter().filter_map(number).max().unwrap_or(0);
        let letter = || {
            let digit = text.parse::<char>().ok()?.to_digit(17).filter(|digit| *digit > 9)?;
            (most <= 16).then(|| named(&digit.to_string())).flatten()
        };
        named(&text).or_else(letter)
    }

    /// Gestures if nothing is typed: clicks cycle through the marks.
    fn gestures_of_pointer(&self, level: &Level) -> Vec<HandGesture> {
        if let Some(moves) = self.moves() {
            return of_controls(&moves.controls(level));
        }
        let mut hands = Vec::new();
        if self.pens(level, &Play::default()).is_empty() {
            let hand = self.hand(level, &Play::default());
            let in_tray = |item: &HandItem| item.site.is_some_and(|site| site.place == Place::Tray);
            match () {
                () if hand.iter().any(in_tray) => {
                    return vec![HandGesture::Carry, HandGesture::TakeOff];
                }
                () => {}
            }
        } else if let Some(drawing) = self.drawing() {
            hands.push(HandGesture::Draw(drawing.begins()));
            if drawing.begins() == LineStart::Start {
                hands.push(HandGesture::Follow);
            }
        }
        let cycled =
            [Place::Cell, Place::HEdge, Place::Vertex].map(|place| self.cycled(level, place));
        hands.extend(cycled.into_iter().flatten());
        if matches!(hands.first(), Some(HandGesture::Cycle { .. })) {
            hands.push(HandGesture::Sweep);
        }
        let cycles = |edge: bool| {
            hands.iter().any(|hand| match hand {
                HandGesture::Cycle { place, .. } => (*place == Place::HEdge) == edge,
                _ => false,
            })
        };
        let crosses = cycles(true) && self.crosses_edges(level);
        let goes_back = cycles(false) || (cycles(true) && !crosses);
        match () {
            // A line that begins at a start is undone from its end.
            () if hands.contains(&HandGesture::Follow) => {}
            () if goes_back => hands.push(HandGesture::CycleBack),
            () if !hands.is_empty() && !crosses => hands.push(HandGesture::TakeOff),
            () => {}
        }
        hands.extend(crosses.then_some(HandGesture::Cross));
        hands
    }

    /// The gesture that changes sites of a kind. A single mark has a dot as alternative, for sites that should
    /// stay empty.
    fn cycled(&self, level: &Level, place: Place) -> Option<HandGesture> {
        let marks = self.marks_put(level, place);
        let mut marks: Vec<String> = marks.iter().map(|mark| self.describe(mark)).collect();
        match marks.len() {
            0 => return None,
            1 => marks.push(self.note_of_none(level, place).to_owned()),
            _ => {}
        }
        Some(HandGesture::Cycle { place, marks })
    }

    /// True if lines are drawn over edges that a player may cross out.
    fn crosses_edges(&self, level: &Level) -> bool {
        let begins = self.drawing().map(|drawing| drawing.begins());
        matches!(begins, Some(LineStart::Cell | LineStart::Corner))
            && !self.pens(level, &Play::default()).is_empty()
            && !self.marks_put(level, Place::HEdge).is_empty()
    }

    /// Name of the note that sites of a kind stay empty.
    pub fn note_of_none(&self, level: &Level, place: Place) -> &'static str {
        let is_edge = matches!(place, Place::HEdge | Place::VEdge);
        if is_edge && self.crosses_edges(level) { CROSS } else { DOT }
    }

    /// Instruction for a level: the words of its gestures.
    pub fn instruction(&self, level: &Level) -> String {
        let words: Vec<String> = self.gestures(level).iter().map(HandGesture::words).collect();
        words.join(" ")
    }

    /// The numbers that a level asks for, in sentences such as "Stars in each row, column and region: 2."; and
    /// the rules of its constraints.
    pub fn asked_for(&self, level: &Level) -> Vec<String> {
        let said = |number: &LevelNumber| {
            number.told(level.settings.get(&*number.name).copied().unwrap_or(number.default))
        };
        let numbers = self.about().numbers.iter().filter_map(said);
        let rules = self.constraints().map(|known| known.rules_of(level)).unwrap_or_default();
        numbers.chain(rules).collect()
    }

    /// Marks that a player puts on sites of a kind rather than takes from a tray, in their order; both kinds of
    /// edge are one.
    pub fn marks_put(&self, level: &Level, place: Place) -> Vec<Mark> {
        let Some(playing) = self.playing() else { return Vec::new() };
        playing.marks_put(level, place)
    }

    /// Marks that a site can hold in the current play, according to the rules.
    pub fn choices_at(&self, level: &Level, play: &Play, site: Site) -> Vec<Mark> {
        let here = play.get(site);
        let mut bare = play.clone();
        bare.0.remove(&site);
        let fits = |mark: &Mark| {
            let put = Gesture::Put { mark: mark.clone(), from: None, to: site };
            here == Some(mark) || self.act(level, &bare, &put).is_ok()
        };
        let mut marks = self.marks_put(level, site.place);
        marks.retain(fits);
        marks
    }
}

fn of_controls(controls: &MoveControls) -> Vec<HandGesture> {
    let has = |fits: &dyn Fn(&MoveAim) -> bool| controls.aims.iter().any(fits);
    let mut hands = Vec::new();
    if has(&|aim| *aim == MoveAim::Side) {
        hands.push(if controls.is_steered { HandGesture::Steer } else { HandGesture::Push });
    }
    if has(&|aim| matches!(aim, MoveAim::Site(_))) {
        hands.push(HandGesture::Press);
    }
    if has(&|aim| matches!(aim, MoveAim::Sites(..))) {
        hands.push(HandGesture::PressTwo);
    }
    match &controls.letters[..] {
        [] if has(&|aim| *aim == MoveAim::Name) => hands.push(HandGesture::Name),
        [] => {}
        letters => hands.push(HandGesture::Letters(letters.to_vec())),
    }
    hands
}
