//! Filling in by typing, in games whose marks have characters: the player chooses cells, then types a
//! character into all of them, as a mark or as a note.
//!
//! As in SudokuPad and f-puzzles, a click or a drag chooses, Shift and Ctrl add, digits fill in; with Shift
//! they are noted around the rim, with Ctrl in the middle.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Event, Key, Modifiers, PointerButton, Response, Stroke, StrokeKind, Ui};

use crate::play::window::moving::NAMED_KEYS;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::{PlaySession, Played};
use crate::play::window::sketch::{self, SketchStroke};
use foolproof_editor::kit::theme::Theme;
use foolproof_game::{CROSS, DOT, Game, Gesture, HandGesture};
use foolproof_level::{Mark, Site};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke as PictureStroke};

/// The position of a player's notes in a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotePlace {
    /// Around the rim: one of these sites holds the mark.
    Corner,
    /// In the middle: this site holds one of these marks.
    Centre,
}

/// A site's notes, by position.
pub(crate) type CellNotes = BTreeMap<NotePlace, BTreeSet<Mark>>;
pub type Notes = BTreeMap<Site, CellNotes>;

/// The effect of a character typed without a modifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryMode {
    /// The character is filled in.
    #[default]
    Mark,
    Note(NotePlace),
    /// The character is the number of a colour.
    Colour,
    /// Lines are drawn by the pointer; characters are filled in.
    Line,
}

impl EntryMode {
    /// All modes, in the order of their keys.
    pub(super) const ALL: [(Key, Self); 5] = [
        (Key::Z, Self::Mark),
        (Key::X, Self::Note(NotePlace::Corner)),
        (Key::C, Self::Note(NotePlace::Centre)),
        (Key::V, Self::Colour),
        (Key::B, Self::Line),
    ];
}

/// A number that the next digit may continue.
#[derive(Clone, Debug)]
struct BegunNumber {
    text: String,
    mode: EntryMode,
    chosen: BTreeSet<Site>,
    before: Played,
    after: Played,
}

/// The selection to be filled in.
#[derive(Clone, Debug, Default)]
pub struct TypedEntry {
    pub chosen: BTreeSet<Site>,
    pub mode: EntryMode,
    /// Sites are added to the selection while the pointer passes over them.
    sweeps: bool,
    begun: Option<BegunNumber>,
    /// A line that is being drawn.
    pub(super) stroke: Option<SketchStroke>,
}

/// True if marks are typed in play: the game has characters, and no other way to play.
pub(super) fn types(session: &PlaySession, game: &dyn Game) -> bool {
    session.does(game, &HandGesture::Type)
}

impl PlaySession {
    /// Types a character on all chosen sites, in one step. A mark that all of them already hold is removed.
    /// A digit after another one makes a longer number, if the game has that number.
    pub(crate) fn type_in(&mut self, game: &dyn Game, character: char, mode: EntryMode) {
        if let (EntryMode::Colour, Some(digit)) = (mode, character.to_digit(10)) {
            return match u8::try_from(digit) {
                Ok(digit @ 1..) => self.colour(digit),
                _ => _ = self.clear_colours(),
            };
        }
        let here = self.here();
        let begun = self.entry.begun.take().filter(|begun| {
            begun.mode == mode && begun.after == here && begun.chosen == self.entry.chosen
        });
        let longer = begun.and_then(|begun| {
            let text = format!("{}{character}", begun.text);
            Some((game.mark_typed(&self.level, &text)?, text, begun.before))
        });
        let (mark, text, before) = match longer {
            Some(longer) => longer,
            None if character == '0' => return self.clear_chosen(game),
            None => match game.mark_typed(&self.level, &character.to_string()) {
                Some(mark) => (mark, character.to_string(), here.clone()),
                None => return,
            },
        };
        if before != here && self.past.pop().is_some() {
            self.come_to(before.clone());
        }
        self.put_in(game, &mark, mode);
        let (chosen, after) = (self.entry.chosen.clone(), self.here());
        self.entry.begun = Some(BegunNumber { text, mode, chosen, before, after });
    }

    /// Puts a mark or a note of it on all chosen sites.
    pub(crate) fn put_in(&mut self, game: &dyn Game, mark: &Mark, mode: EntryMode) {
        self.held = None;
        self.refusal = None;
        match mode {
            EntryMode::Mark | EntryMode::Line => self.fill_in(game, mark),
            EntryMode::Note(place) => self.note(game, mark, place),
            EntryMode::Colour => {}
        }
    }

    /// Returns the chosen sites that may hold a mark, each taken alone. If none may, refuses with the reason.
    fn fitting(&mut self, game: &dyn Game, mark: &Mark) -> Vec<Site> {
        let mut refused = None;
        let mut fits = |to: &Site| {
            let put = Gesture::Put { mark: mark.clone(), from: None, to: *to };
            let mut bare = self.play.clone();
            bare.0.remove(to);
            let why = game.act(&self.level, &bare, &put).err();
            let fits = why.is_none();
            refused = refused.take().or(why);
            fits
        };
        let sites: Vec<Site> =
            self.entry.chosen.iter().copied().filter(|site| fits(site)).collect();
        if sites.is_empty() {
            self.refusal = None;
            if let Some(why) = refused {
                self.refuse(why.to_string(), None);
            }
        }
        sites
    }

    fn fill_in(&mut self, game: &dyn Game, mark: &Mark) {
        let sites = self.fitting(game, mark);
        let again = sites.iter().all(|site| self.play.get(*site) == Some(mark));
        let mut play = self.play.clone();
        for site in sites {
            let gesture = match again {
                false => Gesture::Put { mark: mark.clone(), from: None, to: site },
                true => Gesture::Take { site },
            };
            match game.act(&self.level, &play, &gesture) {
                Ok(next) => play = next,
                Err(why) => return self.refuse(why.to_string(), None),
            }
        }
        self.step(play);
    }

    /// Puts a note on every chosen site, or removes it if all of them have it.
    fn note(&mut self, game: &dyn Game, mark: &Mark, place: NotePlace) {
        let mut open = self.fitting(game, mark);
        open.retain(|site| self.play.get(*site).is_none());
        let mut notes = self.notes.clone();
        let has = |site: &Site| {
            let there = notes.get(site).and_then(|notes| notes.get(&place));
            there.is_some_and(|notes| notes.contains(mark))
        };
        let all_have = open.iter().all(has);
        for site in open {
            let cell = notes.entry(site).or_default();
            let there = cell.entry(place).or_default();
            match all_have {
                true => _ = there.remove(mark),
                false => _ = there.insert(mark.clone()),
            }
            cell.retain(|_, marks| !marks.is_empty());
            if cell.is_empty() {
                notes.remove(&site);
            }
        }
        self.go(Played { notes, ..self.here() });
    }

    /// Clears the chosen sites: their marks first, then their notes, then their colours.
    pub(crate) fn clear_chosen(&mut self, game: &dyn Game) {
        self.refusal = None;
        if self.entry.mode == EntryMode::Colour && self.clear_colours() {
            return;
        }
        let chosen = self.entry.chosen.clone();
        let mut play = self.play.clone();
        for site in chosen.iter().filter(|site| self.play.get(**site).is_some()) {
            match game.act(&self.level, &play, &Gesture::Take { site: *site }) {
                Ok(next) => play = next,
                Err(why) => return self.refuse(why.to_string(), None),
            }
        }
        let mut notes = self.notes.clone();
        if play == self.play {
            notes.retain(|site, _| !chosen.contains(site));
        }
        if play == self.play && notes == self.notes {
            self.clear_colours();
            return;
        }
        self.go(Played { play, notes, ..self.here() });
    }

    /// Chooses all sites with the same digit as `site`; without a digit, the same notes, else the same colours.
    fn choose_equal(&mut self, layout: &Layout, site: Site) {
        // A clue and a digit that the player fills in may be different marks.
        let digit = |site: Site| {
            let mark = self.play.get(site).or_else(|| self.level.mark(site))?;
            mark.args().first().map_or(Some(mark.as_str()), |only| Some(*only)).map(str::to_owned)
        };
        let (mark, notes) = (digit(site), self.notes.get(&site));
        let colours = self.sketch.colours.get(&site);
        let same = |other: &Site| match (&mark, notes, colours) {
            (Some(mark), ..) => digit(*other).as_ref() == Some(mark),
            (None, Some(notes), _) => {
                digit(*other).is_none() && self.notes.get(other) == Some(notes)
            }
            (None, None, Some(colours)) => self.sketch.colours.get(other) == Some(colours),
            (None, None, None) => *other == site,
        };
        let sites = layout.sites.iter().map(|(other, _)| *other);
        let sites = sites.filter(|other| other.place == site.place && same(other)).collect();
        self.entry.chosen = sites;
    }
}

/// Chooses sites by the pointer.
pub(super) fn pointer(
    ui: &Ui,
    session: &mut PlaySession,
    scene: &PlayScene<'_>,
    sites: &[(Site, Response)],
) {
    let (game, under) = (scene.game, scene.under_pointer(ui));
    let (pressed, down, modifiers) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.primary_pressed(), pointer.primary_down(), input.modifiers)
    });
    let adds = modifiers.shift || modifiers.command;
    let hit = sites.iter().find(|(_, response)| {
        pressed && (response.is_pointer_button_down_on() || response.clicked())
    });
    if let Some((site, _)) = hit {
        session.cursor = Some(*site);
        if session.held.is_some() {
            return session.put(game, Some(*site));
        }
        if !adds {
            session.entry.chosen.clear();
        }
        let had = !session.entry.chosen.insert(*site);
        if had && modifiers.command {
            session.entry.chosen.remove(site);
        }
        session.entry.sweeps = true;
    } else if pressed && under.is_some() {
        // The press was on something that covers the board.
        session.entry.sweeps = false;
    }
    session.entry.sweeps &= down || pressed;
    if session.entry.sweeps
        && !pressed
        && let Some(site) = under
        && session.entry.chosen.insert(site)
    {
        session.cursor = Some(site);
    }
    for (site, response) in sites {
        if response.double_clicked_by(PointerButton::Primary) && !adds {
            session.choose_equal(&scene.layout, *site);
        }
        if response.secondary_clicked() {
            session.entry.chosen = BTreeSet::from([*site]);
            session.cursor = Some(*site);
            session.clear_chosen(game);
        }
    }
}

/// Chooses the site to which the keys have moved the cursor; `extends` keeps the other chosen sites.
pub(super) fn cursor_moved(session: &mut PlaySession, extends: bool) {
    let Some(site) = session.cursor else { return };
    if !extends {
        session.entry.chosen.clear();
    }
    session.entry.chosen.insert(site);
}

/// Draws the sketch, the selection and the notes.
pub(super) fn draw(ui: &Ui, session: &PlaySession, scene: &PlayScene<'_>) {
    sketch::draw(ui, session, scene);
    let colour = Theme::of(ui).ink(Ink::Selection);
    for rect in session.entry.chosen.iter().filter_map(|site| scene.rect(*site)) {
        ui.painter().rect_filled(rect.shrink(1.0), 2.0, colour.gamma_multiply(0.16));
        let pen = Stroke::new(1.5, colour);
        ui.painter().rect_stroke(rect.shrink(1.0), 2.0, pen, StrokeKind::Inside);
    }
    for (site, notes) in &session.notes {
        let is_free = session.play.get(*site).is_none();
        let Some(rect) = scene.layout.rect(*site).filter(|_| is_free) else { continue };
        let is_dot = notes.values().flatten().any(|mark| mark.as_str() == DOT);
        let shapes: Vec<_> = match is_dot {
            true if scene.game.note_of_none(&session.level, site.place) == CROSS => {
                let pen = PictureStroke { ink: Ink::Text, width: 0.045, dash: Dash::Solid };
                sketch::cross(rect.centre(), pen).to_vec()
            }
            true => vec![dot(rect)],
            false => notes
                .iter()
                .flat_map(|(place, marks)| noted(scene.game, marks, *place, rect))
                .collect(),
        };
        scene.paint(ui, &shapes);
    }
}

/// Draws the note that a site stays empty.
fn dot(rect: Rect) -> Shape {
    let fill = Some(Ink::Text);
    Shape::Circle { centre: rect.centre(), radius: 0.06, fill, stroke: None }
}

/// Draws the notes of one position: along the upper and lower rim, or in a row in the middle, smaller if
/// there are many.
fn noted(game: &dyn Game, marks: &BTreeSet<Mark>, place: NotePlace, into: Rect) -> Vec<Shape> {
    let mut words: Vec<String> = marks.iter().filter_map(|mark| game.typed_text(mark)).collect();
    words.sort_by_key(|text| (text.len(), text.clone()));
    let (wide, centre) = (into.width(), into.centre());
    let text = |text: String, at: Point, size: f32| Shape::Text {
        at,
        text,
        size: size * wide,
        ink: Ink::Intended,
        align: Align::Centre,
    };
    match place {
        NotePlace::Centre => {
            let is_long = words.iter().any(|word| word.len() > 1);
            let words = words.join(if is_long { " " } else { "" });
            let size = if words.len() > 5 { 0.17 } else { 0.24 };
            vec![text(words, centre, size)]
        }
        NotePlace::Corner => {
            let near = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (0.0, -1.0)];
            let all = near.into_iter().chain([(0.0, 1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 0.0)]);
            let at = |(x, y): (f32, f32)| {
                Point::new(centre.x + 0.31 * wide * x, centre.y + 0.31 * wide * y)
            };
            words.into_iter().zip(all).map(|(word, way)| text(word, at(way), 0.22)).collect()
        }
    }
}

/// Returns the mode for a digit that is typed with these modifiers.
fn mode_of(modifiers: Modifiers, mode: EntryMode) -> EntryMode {
    match (modifiers.command, modifiers.shift) {
        (true, true) => EntryMode::Colour,
        (true, false) => EntryMode::Note(NotePlace::Centre),
        (false, true) => EntryMode::Note(NotePlace::Corner),
        (false, false) => mode,
    }
}

/// Handles key presses: characters are filled in or noted.
pub(super) fn keys(ui: &Ui, session: &mut PlaySession, game: &dyn Game, layout: &Layout) {
    let events = ui.input(|input| input.events.clone());
    for event in &events {
        let Event::Key { key, physical_key, pressed: true, modifiers, .. } = event else {
            continue;
        };
        // Digits are recognised by their physical keys, since Shift changes the character.
        if let Some(digit) = physical_key.and_then(digit_of).or_else(|| digit_of(*key)) {
            session.type_in(game, digit, mode_of(*modifiers, session.entry.mode));
        } else if let Some(letter) = letter_of(*key).filter(|_| !modifiers.command)
            && !session.entry.chosen.is_empty()
            && game.mark_typed(&session.level, &letter.to_string()).is_some()
        {
            // If the board uses a letter, it is not a key of the window.
            ui.input_mut(|input| input.consume_key(*modifiers, *key));
            session.type_in(game, letter, mode_of(*modifiers, session.entry.mode));
        }
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::COMMAND, Key::A) {
        session.entry.chosen = layout.sites.iter().map(|(site, _)| *site).collect();
    }
    for (key, mode) in EntryMode::ALL {
        if pressed(Modifiers::NONE, key) {
            session.entry.mode = mode;
        }
    }
    if pressed(Modifiers::NONE, Key::Backspace) || pressed(Modifiers::NONE, Key::Delete) {
        session.clear_chosen(game);
    }
}

fn digit_of(key: Key) -> Option<char> {
    let mut keys = ('0'..='9').zip([Key::Num0].into_iter().chain(NAMED_KEYS));
    keys.find(|(_, known)| *known == key).map(|(digit, _)| digit)
}

fn letter_of(key: Key) -> Option<char> {
    match key.name().as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Some(char::from(letter.to_ascii_lowercase())),
        _ => None,
    }
}
