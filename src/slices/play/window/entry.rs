//! Filling in by typing, in games whose marks have characters: cells are chosen, then a character goes
//! to all of them, as a mark or as a note.
//!
//! As SudokuPad and f-puzzles have it: a click or a drag chooses, Shift and Ctrl add, digits fill
//! in, with Shift they are noted around the rim and with Ctrl in the middle.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Event, Key, Modifiers, Response, Stroke, StrokeKind, Ui};

use crate::play::window::moving::NAMED_KEYS;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::{PlaySession, Played};
use foolproof_editor::kit::theme::Theme;
use foolproof_games::{CROSS, DOT, Game, Gesture, HandGesture, NotePlace};
use foolproof_level::{Mark, Play, Site};
use foolproof_picture::{Dash, Ink, Layout, Point, Rect, Shape, Stroke as PictureStroke};

/// Half the side of a cross, in cells.
const ARM: f32 = 0.09;

/// What was noted of a site: small marks, by where they stand.
pub(crate) type CellNotes = BTreeMap<NotePlace, Mark>;
pub type Notes = BTreeMap<Site, CellNotes>;

/// What a character does that is typed without a further key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryMode {
    /// It is filled in.
    #[default]
    Mark,
    Note(NotePlace),
}

/// What is chosen to be filled in.
#[derive(Clone, Debug, Default)]
pub struct TypedEntry {
    pub chosen: BTreeSet<Site>,
    pub mode: EntryMode,
    /// Whether sites are added to what is chosen while the pointer goes over them.
    sweeps: bool,
}

/// Whether marks are typed in play: the game has characters, and is not played otherwise.
pub(super) fn types(session: &PlaySession, game: &dyn Game) -> bool {
    session.does(game, &HandGesture::Type)
}

/// Whether the game has notes beside its marks.
pub(super) fn has_notes(game: &dyn Game) -> bool {
    let digit = |small| game.typed(None, '1', small);
    digit(true).is_some() && digit(true) != digit(false)
}

impl PlaySession {
    /// Types a character on all chosen sites, in one step. A mark that all of them hold already is
    /// taken off again.
    pub(crate) fn type_in(&mut self, game: &dyn Game, character: char, mode: EntryMode) {
        self.held = None;
        self.refusal = None;
        match mode {
            EntryMode::Mark => self.fill_in(game, character),
            EntryMode::Note(place) => self.note(game, character, place),
        }
    }

    fn fill_in(&mut self, game: &dyn Game, character: char) {
        let free = self.free_sites(game);
        let typed = |site: Site| game.typed(self.play.get(site), character, false);
        let marks: Option<Vec<(Site, Option<Mark>)>> =
            free.iter().map(|site| Some((*site, typed(*site)?))).collect();
        let Some(marks) = marks else { return };
        if marks.iter().all(|(_, mark)| mark.is_none()) {
            return self.clear_chosen(game);
        }
        let again = marks.iter().all(|(site, mark)| self.play.get(*site) == mark.as_ref());
        let mut play = self.play.clone();
        for (site, mark) in marks {
            let gesture = match mark.filter(|_| !again) {
                Some(mark) => Gesture::Put { mark, from: None, to: site },
                None => Gesture::Take { site },
            };
            match game.act(&self.level, &play, &gesture) {
                Ok(next) => play = next,
                Err(why) => return self.refusal = Some(why.to_string()),
            }
        }
        self.step(play);
    }

    /// Puts a note on every chosen site, or takes it off where all of them have it.
    fn note(&mut self, game: &dyn Game, character: char, place: NotePlace) {
        let open = self.free_sites(game).into_iter().filter(|site| self.play.get(*site).is_none());
        let open: Vec<Site> = open.collect();
        let had = |site: &Site| self.notes.get(site).and_then(|notes| notes.get(&place));
        let Some(Some(alone)) = game.typed(None, character, true) else { return };
        if let Some(why) =
            open.iter().find_map(|site| game.accepts(&self.level.board, *site, &alone).err())
        {
            return self.refusal = Some(why.to_string());
        }
        // A small character is put on where it is missing, and taken off where it is.
        let toggled = |site: &Site| game.typed(had(site), character, true).flatten();
        let grows = |site: &Site| {
            toggled(site).is_some_and(|mark| {
                mark.args().len() > had(site).map_or(0, |mark| mark.args().len())
            })
        };
        let all_have = !open.iter().any(grows);
        let mut notes = self.notes.clone();
        for site in open.iter().filter(|site| all_have || grows(site)) {
            let cell = notes.entry(*site).or_default();
            match toggled(site) {
                Some(mark) => _ = cell.insert(place, mark),
                None => _ = cell.remove(&place),
            }
            if cell.is_empty() {
                notes.remove(site);
            }
        }
        self.go(Played { play: self.play.clone(), notes });
    }

    /// Takes the marks off the chosen sites; where there are none, the notes.
    pub(crate) fn clear_chosen(&mut self, game: &dyn Game) {
        self.refusal = None;
        let chosen = self.entry.chosen.clone();
        let mut play = self.play.clone();
        for site in chosen.iter().filter(|site| self.play.get(**site).is_some()) {
            match game.act(&self.level, &play, &Gesture::Take { site: *site }) {
                Ok(next) => play = next,
                Err(why) => return self.refusal = Some(why.to_string()),
            }
        }
        let mut notes = self.notes.clone();
        if play == self.play {
            notes.retain(|site, _| !chosen.contains(site));
        }
        self.go(Played { play, notes });
    }

    /// The chosen sites that the level leaves to the player.
    fn free_sites(&self, game: &dyn Game) -> Vec<Site> {
        // What is on the board before anything is played.
        let given = game.whole(&self.level, &Play::default());
        let chosen = self.entry.chosen.iter().copied();
        chosen.filter(|site| given.get(*site).is_none()).collect()
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
        // What lies over the board was pressed.
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
        if response.secondary_clicked() {
            session.entry.chosen = BTreeSet::from([*site]);
            session.cursor = Some(*site);
            session.clear_chosen(game);
        }
    }
}

/// The cursor went to a site by the keys.
pub(super) fn cursor_moved(session: &mut PlaySession, extends: bool) {
    let Some(site) = session.cursor else { return };
    if !extends {
        session.entry.chosen.clear();
    }
    session.entry.chosen.insert(site);
}

/// Draws what is chosen and noted.
pub(super) fn draw(ui: &Ui, session: &PlaySession, scene: &PlayScene<'_>) {
    let colour = Theme::of(ui).ink(Ink::Selection);
    for rect in session.entry.chosen.iter().filter_map(|site| scene.rect(*site)) {
        ui.painter().rect_filled(rect.shrink(1.0), 2.0, colour.gamma_multiply(0.16));
        let pen = Stroke::new(1.5, colour);
        ui.painter().rect_stroke(rect.shrink(1.0), 2.0, pen, StrokeKind::Inside);
    }
    for (site, notes) in &session.notes {
        let is_free = session.play.get(*site).is_none();
        let Some(rect) = scene.layout.rect(*site).filter(|_| is_free) else { continue };
        let shapes: Vec<_> = notes
            .iter()
            .flat_map(|(place, mark)| match mark.as_str() {
                DOT if scene.game.note_of_none(&session.level, site.place) == CROSS => {
                    cross(rect).to_vec()
                }
                DOT => vec![dot(rect)],
                _ => scene.game.draw_notes(mark, *place, rect),
            })
            .collect();
        scene.paint(ui, &shapes);
    }
}

/// The note that nothing goes on a site.
fn dot(rect: Rect) -> Shape {
    let fill = Some(Ink::Text);
    Shape::Circle { centre: rect.centre(), radius: 0.06, fill, stroke: None }
}

/// The same on an edge where a line could go.
fn cross(rect: Rect) -> [Shape; 2] {
    let at = |x: f32, y: f32| Point::new(rect.centre().x + x * ARM, rect.centre().y + y * ARM);
    let stroke = PictureStroke { ink: Ink::Text, width: 0.045, dash: Dash::Solid };
    [[at(-1.0, -1.0), at(1.0, 1.0)], [at(-1.0, 1.0), at(1.0, -1.0)]]
        .map(|ends| Shape::Polyline { points: ends.to_vec(), stroke })
}

/// What the keys do: characters fill in or note.
pub(super) fn keys(ui: &Ui, session: &mut PlaySession, game: &dyn Game, layout: &Layout) {
    let notes = has_notes(game);
    let events = ui.input(|input| input.events.clone());
    let mut typed = Vec::new();
    for event in &events {
        match event {
            Event::Key { key, physical_key, pressed: true, modifiers, .. } => {
                // By its place on the keyboard, since Shift makes another character of it.
                let Some(digit) = physical_key.and_then(digit_of).or_else(|| digit_of(*key)) else {
                    continue;
                };
                let mode = match (modifiers.command, modifiers.shift, notes) {
                    (_, _, false) => EntryMode::Mark,
                    (true, _, _) => EntryMode::Note(NotePlace::Centre),
                    (_, true, _) => EntryMode::Note(NotePlace::Corner),
                    _ => session.entry.mode,
                };
                typed.push((digit, mode));
            }
            Event::Text(text) => {
                let others = text.chars().filter(|character| !character.is_ascii_digit());
                typed.extend(others.map(|character| (character, EntryMode::Mark)));
            }
            _ => {}
        }
    }
    for (character, mode) in typed {
        session.type_in(game, character, mode);
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    if pressed(Modifiers::COMMAND, Key::A) {
        session.entry.chosen = layout.sites.iter().map(|(site, _)| *site).collect();
    }
    let modes = [
        (Key::Z, EntryMode::Mark),
        (Key::X, EntryMode::Note(NotePlace::Corner)),
        (Key::C, EntryMode::Note(NotePlace::Centre)),
    ];
    for (key, mode) in modes {
        if notes && pressed(Modifiers::NONE, key) {
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

/// The digit that is typed for a mark.
pub(super) fn character_of(game: &dyn Game, mark: &Mark) -> Option<char> {
    let typed = |digit: &char| game.typed(None, *digit, false).flatten().as_ref() == Some(mark);
    ('1'..='9').find(typed)
}
