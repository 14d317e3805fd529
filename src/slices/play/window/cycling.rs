//! Marks that are put by clicks: a click takes a site to its next mark, a drag does the same to others,
//! and a mark of the palette that is chosen is put wherever one clicks.

use egui::{Key, Modifiers, PointerButton, Response, Ui};

use crate::play::window::entry::NotePlace;
use crate::play::window::moving::NAMED_KEYS;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::{PlaySession, Played};
use foolproof_games::{CROSS, DOT, Game, HandGesture, HandItem};
use foolproof_level::{Mark, Place, Site};

/// What a site holds, or is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SiteFill {
    Mark(Mark),
    /// The player's note that nothing goes here.
    Dot,
    Empty,
}

/// In which order clicks go through what a site can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CycleWay {
    Onward,
    /// The other button.
    Back,
}

/// Marks that are put by clicks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cycling {
    /// The mark of the palette to put, if one is chosen.
    pub brush: Option<Mark>,
    /// What the sites become that the pointer goes over.
    sweep: Option<SweepStroke>,
}

/// A stroke over sites of a kind.
#[derive(Clone, Debug)]
struct SweepStroke {
    fill: SiteFill,
    /// Whether it began on an edge, and goes over edges alone.
    on_edges: bool,
}

fn is_edge(site: Site) -> bool {
    matches!(site.place, Place::HEdge | Place::VEdge)
}

/// The palette of a level: marks that are put by clicks, with how many are left.
pub(super) fn palette(session: &PlaySession, game: &dyn Game) -> Vec<HandItem> {
    let level = &session.level;
    let places = [Place::Cell, Place::HEdge, Place::Vertex].into_iter();
    let put: Vec<Mark> = places.flat_map(|place| game.marks_put(level, place)).collect();
    // A line that is drawn needs no button as long as there is nothing else.
    let draws = session.hands(game).iter().any(|hand| matches!(hand, HandGesture::Draw(_)));
    if draws && put.len() < 2 {
        return Vec::new();
    }
    let hand = game.hand(level, &session.play).into_iter();
    hand.filter(|item| put.contains(&item.mark)).collect()
}

impl PlaySession {
    /// Whether clicks change what sites hold.
    pub(super) fn cycles(&self, game: &dyn Game) -> bool {
        self.hands(game).iter().any(|hand| matches!(hand, HandGesture::Cycle { .. }))
    }

    fn fill_of(&self, site: Site) -> SiteFill {
        let dotted = || self.notes.get(&site).is_some_and(|notes| !notes.is_empty());
        match self.play.get(site) {
            Some(mark) => SiteFill::Mark(mark.clone()),
            None if dotted() => SiteFill::Dot,
            None => SiteFill::Empty,
        }
    }

    /// What a click makes of a site; `None` where nothing can be put.
    fn next_fill(&self, game: &dyn Game, site: Site, way: CycleWay) -> Option<SiteFill> {
        let here = self.fill_of(site);
        let marks = game.choices_at(&self.level, &self.play, site);
        if way == CycleWay::Back && game.note_of_none(&self.level, site.place) == CROSS {
            let fill = if here == SiteFill::Empty { SiteFill::Dot } else { SiteFill::Empty };
            return Some(fill);
        }
        if let Some(brush) = &self.cycling.brush {
            return match here {
                _ if way == CycleWay::Back => Some(SiteFill::Empty),
                SiteFill::Mark(mark) if mark == *brush => Some(SiteFill::Empty),
                _ => marks.contains(brush).then(|| SiteFill::Mark(brush.clone())),
            };
        }
        let alone = game.marks_put(&self.level, site.place).len() == 1;
        if marks.is_empty() && here == SiteFill::Empty {
            return None;
        }
        let dot = (alone || here == SiteFill::Dot).then_some(SiteFill::Dot);
        let marks = marks.into_iter().map(SiteFill::Mark);
        let all: Vec<SiteFill> = marks.chain(dot).chain([SiteFill::Empty]).collect();
        let at = all.iter().position(|fill| *fill == here)?;
        let by = match way {
            CycleWay::Onward => 1,
            CycleWay::Back => all.len() - 1,
        };
        all.get((at + by) % all.len()).cloned()
    }

    /// The play with a site filled; `None` if that changes nothing or is not allowed.
    fn filled(&self, game: &dyn Game, site: Site, fill: &SiteFill) -> Option<Played> {
        let mut next = self.here();
        next.play.0.remove(&site);
        next.notes.remove(&site);
        match fill {
            SiteFill::Mark(mark) => {
                let choices = game.choices_at(&self.level, &self.play, site);
                choices.contains(mark).then(|| next.play.0.insert(site, mark.clone()))?;
            }
            SiteFill::Dot => {
                // A note appears where something could be put.
                let choices = game.choices_at(&self.level, &self.play, site);
                let dot = DOT.parse().ok().filter(|_| !choices.is_empty())?;
                next.notes
                    .entry(site)
                    .or_default()
                    .entry(NotePlace::Centre)
                    .or_default()
                    .insert(dot);
            }
            SiteFill::Empty => {}
        }
        (next != self.here()).then_some(next)
    }

    /// What a click on a site does; whether it did anything.
    pub(crate) fn cycle(&mut self, game: &dyn Game, site: Site, way: CycleWay) -> bool {
        self.refusal = None;
        let Some(fill) = self.next_fill(game, site, way) else { return false };
        let Some(next) = self.filled(game, site, &fill) else { return false };
        self.go(next);
        self.cycling.sweep = Some(SweepStroke { fill, on_edges: is_edge(site) });
        true
    }

    /// The pointer goes over another site in the same stroke.
    fn sweep_over(&mut self, game: &dyn Game, site: Site) {
        let sweep = self.cycling.sweep.clone();
        let Some(sweep) = sweep.filter(|sweep| sweep.on_edges == is_edge(site)) else { return };
        if let Some(next) = self.filled(game, site, &sweep.fill) {
            // One step with what the stroke began with.
            (self.play, self.notes) = (next.play, next.notes);
        }
    }

    /// Takes off what a site holds, mark or note.
    pub(super) fn wipe(&mut self, game: &dyn Game, site: Site) {
        if let Some(next) = self.filled(game, site, &SiteFill::Empty) {
            self.refusal = None;
            self.go(next);
        }
    }
}

/// Clicks and drags with the other button, which go round the other way; it crosses out edges.
pub(super) fn other_button(ui: &Ui, session: &mut PlaySession, scene: &PlayScene<'_>) {
    let (pressed, down) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.secondary_pressed(), pointer.secondary_down())
    });
    let under = scene.under_pointer(ui);
    if pressed && scene.is_in_sight(ui) {
        session.pen_up();
        (session.cursor, session.cycling.sweep) = (None, None);
        if let Some(site) = under {
            session.cycle(scene.game, site, CycleWay::Back);
        }
    } else if let Some(site) = under.filter(|_| down) {
        session.sweep_over(scene.game, site);
    }
}

/// Clicks and drags.
pub(super) fn pointer(
    ui: &Ui,
    session: &mut PlaySession,
    scene: &PlayScene<'_>,
    sites: &[(Site, Response)],
) {
    let (game, under) = (scene.game, scene.under_pointer(ui));
    let (pressed, down, released) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.primary_pressed(), pointer.primary_down(), pointer.primary_released())
    });
    for (site, response) in sites {
        let hit = pressed && (response.is_pointer_button_down_on() || response.clicked());
        // What clicks without a pointer, such as a screen reader.
        let asked = response.clicked_by(PointerButton::Primary) && !pressed && !released;
        if hit || asked {
            session.cursor = None;
            session.cycling.sweep = None;
            session.cycle(game, *site, CycleWay::Onward);
        }
    }
    if let Some(site) = under.filter(|_| down && !pressed) {
        session.sweep_over(game, site);
    }
    if ui.input(|input| !input.pointer.any_down()) {
        session.cycling.sweep = None;
    }
    other_button(ui, session, scene);
}

/// Digits choose a mark of the palette, or let go of it.
pub(super) fn keys(ui: &Ui, session: &mut PlaySession, game: &dyn Game) {
    let items = palette(session, game);
    for (item, key) in items.into_iter().zip(NAMED_KEYS) {
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            session.choose_brush(item.mark);
        }
    }
    let change = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space));
    if let Some(site) = session.cursor.filter(|_| change) {
        session.cycle(game, site, CycleWay::Onward);
        session.cycling.sweep = None;
    }
}

impl PlaySession {
    /// Chooses a mark of the palette; the same again lets go of it.
    pub(crate) fn choose_brush(&mut self, mark: Mark) {
        let again = self.cycling.brush.as_ref() == Some(&mark);
        self.cycling.brush = (!again).then_some(mark);
    }
}
