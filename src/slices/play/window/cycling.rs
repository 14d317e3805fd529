//! Marks put by clicks: a click takes a site to its next mark, a drag gives other sites the same, and a
//! mark chosen from the palette is put on each site that is clicked.

use egui::{Key, Modifiers, PointerButton, Response, Ui};

use crate::play::window::entry::NotePlace;
use crate::play::window::moving::NAMED_KEYS;
use crate::play::window::scene::PlayScene;
use crate::play::window::session::{PlaySession, Played};
use foolproof_game::{CROSS, DOT, Game, HandGesture, HandItem};
use foolproof_level::{Mark, Place, Site};

/// The contents of a site, before or after a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SiteFill {
    Mark(Mark),
    /// The player's note that nothing goes here.
    Dot,
    Empty,
}

/// The order in which clicks go through the possible contents of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CycleWay {
    Onward,
    /// The other button.
    Back,
}

/// State of putting marks by clicks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cycling {
    /// The mark of the palette to put, if one is chosen.
    pub brush: Option<Mark>,
    /// The stroke that fills the sites under the pointer.
    sweep: Option<SweepStroke>,
}

/// A stroke over sites of a kind.
#[derive(Clone, Debug)]
struct SweepStroke {
    fill: SiteFill,
    /// The stroke began on an edge, and fills only edges.
    on_edges: bool,
}

fn is_edge(site: Site) -> bool {
    matches!(site.place, Place::HEdge | Place::VEdge)
}

/// Returns the palette of a level: the marks that are put by clicks, with the numbers left.
pub(super) fn palette(session: &PlaySession, game: &dyn Game) -> Vec<HandItem> {
    let level = &session.level;
    let places = [Place::Cell, Place::HEdge, Place::Vertex].into_iter();
    let put: Vec<Mark> = places.flat_map(|place| game.marks_put(level, place)).collect();
    // A line needs no button if it is the only mark.
    let draws = session.hands(game).iter().any(|hand| matches!(hand, HandGesture::Draw(_)));
    if draws && put.len() < 2 {
        return Vec::new();
    }
    let hand = game.hand(level, &session.play).into_iter();
    hand.filter(|item| put.contains(&item.mark)).collect()
}

impl PlaySession {
    /// True if clicks change the contents of sites.
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

    /// Returns the contents of a site after a click; `None` if nothing can be put there.
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

    /// Returns the play with a site filled; `None` if that changes nothing or is not allowed.
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
                // A note is possible only on a site that could hold a mark.
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

    /// Handles a click on a site. Returns whether it changed anything.
    pub(crate) fn cycle(&mut self, game: &dyn Game, site: Site, way: CycleWay) -> bool {
        self.refusal = None;
        let Some(fill) = self.next_fill(game, site, way) else { return false };
        let Some(next) = self.filled(game, site, &fill) else { return false };
        self.go(next);
        self.cycling.sweep = Some(SweepStroke { fill, on_edges: is_edge(site) });
        true
    }

    /// Fills another site that the pointer passes in the same stroke.
    fn sweep_over(&mut self, game: &dyn Game, site: Site) {
        let sweep = self.cycling.sweep.clone();
        let Some(sweep) = sweep.filter(|sweep| sweep.on_edges == is_edge(site)) else { return };
        if let Some(next) = self.filled(game, site, &sweep.fill) {
            // The whole stroke is one step.
            (self.play, self.notes) = (next.play, next.notes);
        }
    }

    /// Removes the mark or the note of a site.
    pub(super) fn wipe(&mut self, game: &dyn Game, site: Site) {
        if let Some(next) = self.filled(game, site, &SiteFill::Empty) {
            self.refusal = None;
            self.go(next);
        }
    }
}

/// Handles clicks and drags with the other button, which cycle backwards, or cross out edges.
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

/// Handles clicks and drags.
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
        // A click without a pointer, for example by a screen reader.
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

/// Handles key presses: a digit chooses a mark of the palette or releases it, Space cycles.
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
    /// Chooses a mark of the palette, or releases it if it is chosen already.
    pub(crate) fn choose_brush(&mut self, mark: Mark) {
        let again = self.cycling.brush.as_ref() == Some(&mark);
        self.cycling.brush = (!again).then_some(mark);
    }
}
