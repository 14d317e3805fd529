//! One play session of a level, separate from the edited level.
//!
//! Pieces go from the tray to the board and back by dragging, by two clicks or by keys, and the
//! picture follows while a piece still hangs at the pointer. Must never change the pack: results of a
//! play leave as a [`PlayDeed`].

use std::cmp::Ordering;
use std::sync::Arc;

use crate::moves::window as moves;
use crate::play::window::ahead::Ahead;
use crate::play::window::cycling::Cycling;
use crate::play::window::entry::{Notes, TypedEntry};
use crate::play::window::hearing::Hearing;
use crate::play::window::hinting::Hinting;
use crate::play::window::moving::Moving;
use crate::play::window::sketch::Sketch;
use crate::play::window::words;
use crate::solving::window::desk::Desk;
use foolproof_editor::kit::painter::Flow;
use foolproof_editor::text;
use foolproof_game::{Game, Gesture, GestureError, HandGesture, LineStart, Scene, Verdict};
use foolproof_level::{Level, Mark, PackCourse, Place, Play, Site};
use foolproof_picture::Shape;
use foolproof_sound::Volume;

/// A request about a play.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayDeed {
    /// Returns to the editor.
    Leave,
    /// Makes the play the intended solution.
    Intend(Play),
    /// Shows the play on the canvas as a shortcut.
    Shortcut(Play),
}

/// A piece in the player's hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    pub mark: Mark,
    /// The site on the board from which it was taken, if any.
    pub from: Option<Site>,
}

/// Amount of help that a player may ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guidance {
    /// All help, for a designer.
    #[default]
    Full,
    /// Hints, for a player whose pack allows them.
    Hints,
    None,
}

/// Numbers of actions in a play session, for records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeedTally {
    pub undos: u32,
    pub(crate) redos: u32,
    pub restarts: u32,
    pub hints: u32,
}

/// A play with its notes and drawings: the unit of undo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    pub play: Play,
    pub notes: Notes,
    pub sketch: Sketch,
}

/// Cached picture and verdict of the shown play.
#[derive(Clone, Debug)]
pub(super) struct PlayLook {
    pub(super) play: Play,
    quiet: bool,
    pub(super) shapes: Vec<Shape>,
    pub(super) verdict: Verdict,
    /// True if the play practises the concept; `None` if only the solver can tell.
    pub(super) practises: Option<bool>,
}

/// One play session of a level.
#[derive(Clone, Debug)]
pub struct PlaySession {
    /// The level when play began.
    pub level: Arc<Level>,
    pub play: Play,
    /// The player's notes, in games that have notes.
    pub notes: Notes,
    /// The player's drawings, in games whose marks are typed.
    pub sketch: Sketch,
    pub past: Vec<Played>,
    pub(crate) future: Vec<Played>,
    pub held: Option<Held>,
    /// Position of the pen, while a line is drawn.
    pub pen: Option<Site>,
    /// Site at which the pen was set down.
    pub(super) pen_from: Option<Site>,
    /// The pen follows the pointer although no button is held.
    pub(super) pen_follows: bool,
    /// Nothing was drawn since the button was pressed.
    pub(super) tapped: bool,
    /// State of putting marks by clicks.
    pub(crate) cycling: Cycling,
    /// The site on which the keyboard acts.
    pub cursor: Option<Site>,
    /// The selection to be filled in, in games whose marks are typed.
    pub entry: TypedEntry,
    /// Further state of games that are played move by move.
    pub moving: Moving,
    /// The view ahead: whether the play can still become a solution, and hints.
    pub ahead: Ahead,
    /// State of hints with reasons.
    pub(crate) hinting: Hinting,
    /// The pack's names of techniques, which hints by steps use.
    pub(crate) course: PackCourse,
    /// The desk for arguments, in games that are solved by them.
    pub desk: Option<Desk>,
    /// Marks are filled in without an argument although there is a desk.
    pub freely: bool,
    pub(crate) guidance: Guidance,
    pub tally: DeedTally,
    /// A description of the site under the pointer or at the cursor.
    pub(super) status: Option<String>,
    /// Sites that break a rule are marked.
    pub marks_clashes: bool,
    /// Reason why the last gesture was not possible.
    pub refusal: Option<String>,
    pub(super) hearing: Hearing,
    /// Volume of sounds.
    pub(crate) volume: Volume,
    pub(super) look: Option<PlayLook>,
    pub(super) flow: Flow,
    /// Time at which the play became a solution, in seconds of the window's clock.
    pub(super) solved_at: Option<f64>,
    /// Time at which a line reached an end and broke a rule there, in seconds of the window's clock.
    pub(super) failed_at: Option<f64>,
}

impl PlaySession {
    pub fn new(level: Arc<Level>) -> Self {
        Self {
            level,
            play: Play::default(),
            notes: Notes::default(),
            sketch: Sketch::default(),
            past: Vec::new(),
            future: Vec::new(),
            held: None,
            pen: None,
            pen_from: None,
            pen_follows: false,
            tapped: true,
            cycling: Cycling::default(),
            cursor: None,
            entry: TypedEntry::default(),
            moving: Moving::default(),
            ahead: Ahead::default(),
            hinting: Hinting::default(),
            course: PackCourse::default(),
            desk: None,
            freely: false,
            guidance: Guidance::default(),
            tally: DeedTally::default(),
            status: None,
            marks_clashes: true,
            refusal: None,
            hearing: Hearing::default(),
            volume: Volume::default(),
            look: None,
            flow: Flow::default(),
            solved_at: None,
            failed_at: None,
        }
    }

    /// Continues a play in a new session.
    pub(crate) fn resumed(self, level: Arc<Level>) -> Self {
        let Self { play, notes, sketch, past, future, desk, freely, .. } = self;
        Self { play, notes, sketch, past, future, desk, freely, ..Self::new(level) }
    }

    /// Returns the gestures of this level. Input and instructions both depend on them.
    pub fn hands(&self, game: &dyn Game) -> Vec<HandGesture> {
        game.gestures(&self.level)
    }

    /// True if the level has this gesture.
    pub(super) fn does(&self, game: &dyn Game, gesture: &HandGesture) -> bool {
        self.hands(game).contains(gesture)
    }

    /// True if marks are filled in by arguments.
    pub(crate) fn argues(&self) -> bool {
        self.desk.is_some() && !self.freely
    }

    /// Fills in the mark that the argument on the desk proves.
    pub(crate) fn conclude(&mut self) {
        let Some((site, mark)) = self.desk.as_mut().and_then(Desk::conclude) else { return };
        self.refusal = None;
        let mut next = self.play.clone();
        next.0.insert(site, mark);
        self.step(next);
    }

    /// Makes a step to the next position. Undo returns to this one.
    pub(crate) fn step(&mut self, next: Play) {
        self.go(Played { play: next, ..self.here() });
    }

    /// Makes a step that may change notes and drawings as well.
    pub(super) fn go(&mut self, next: Played) {
        let here = self.here();
        if next != here {
            self.stop_seeking();
            self.past.push(here);
            self.future.clear();
            self.come_to(next);
        }
    }

    /// Returns the current play, with its notes and drawings.
    pub(super) fn here(&self) -> Played {
        let (play, notes, sketch) = (self.play.clone(), self.notes.clone(), self.sketch.clone());
        Played { play, notes, sketch }
    }

    pub(super) fn come_to(&mut self, Played { play, notes, sketch }: Played) {
        (self.play, self.notes, self.sketch) = (play, notes, sketch);
    }

    /// Releases the held piece and the pen.
    fn let_go(&mut self) {
        self.held = None;
        self.pen = None;
        self.pen_follows = false;
        self.refusal = None;
    }

    /// Makes the moves of a play one by one, so that undo reverts them one by one.
    pub(crate) fn walk(&mut self, play: &Play) {
        for (site, mark) in play.iter() {
            let mut next = self.play.clone();
            next.0.insert(site, mark.clone());
            self.step(next);
        }
    }

    pub(crate) fn undo(&mut self) {
        self.let_go();
        if let Some(last) = self.past.pop() {
            self.tally.undos += 1;
            self.future.push(self.here());
            self.come_to(last);
        }
    }

    pub(crate) fn redo(&mut self) {
        self.let_go();
        if let Some(next) = self.future.pop() {
            self.tally.redos += 1;
            self.past.push(self.here());
            self.come_to(next);
        }
    }

    /// Takes everything back, or everything since the last checkpoint. One undo restores it.
    pub(crate) fn reset(&mut self, game: &dyn Game) {
        self.let_go();
        self.forget_hints();
        self.tally.restarts += 1;
        let kept = game.moves().map(|moves| moves.restart(&self.level, &self.play));
        self.go(Played { play: kept.unwrap_or_default(), ..Played::default() });
    }

    /// Sets the pen down. Everything drawn until the pen is lifted is one step for undo.
    pub(crate) fn pen_down(&mut self, game: &dyn Game, site: Site) -> bool {
        if !game.pens(&self.level, &self.play).contains(&site) {
            return false;
        }
        self.refusal = None;
        self.held = None;
        self.tapped = true;
        self.stop_seeking();
        self.pen = Some(site);
        self.pen_from = Some(site);
        self.past.push(self.here());
        self.future.clear();
        self.play = game.pen_set(&self.level, &self.play, site);
        true
    }

    /// Draws towards a site. Returns whether the pen moved.
    pub(crate) fn draw_to(&mut self, game: &dyn Game, to: Site) -> bool {
        // The last play in `past` is the one before the pen was set down.
        let begun = self.past.last().map_or(&self.play, |begun| &begun.play);
        let from = self.pen;
        let drawn = from.and_then(|at| game.pen_since(&self.level, begun, &self.play, at, to));
        let Some((play, pen)) = drawn else { return false };
        self.tapped = false;
        self.play = play;
        self.pen = Some(pen);
        true
    }

    /// Draws towards the pointer. The line of a number stays in the row or column along which the pointer is
    /// farther away; others turn with the pointer.
    pub(crate) fn draw_after(&mut self, game: &dyn Game, to: Site) {
        let (Some(at), Some(from)) = (self.pen, self.pen_from) else { return };
        match game.drawing().map(|drawing| drawing.begins()) {
            Some(LineStart::Number) => {}
            Some(LineStart::Cell | LineStart::Corner) if at != to => {
                // If the pointer cuts a corner, the line goes along the row first.
                let corner = Site { col: to.col, ..at };
                if !self.draw_to(game, to) && to.place == at.place && self.draw_to(game, corner) {
                    self.draw_to(game, to);
                }
                return;
            }
            _ => {
                self.draw_to(game, to);
                return;
            }
        }
        if [at, from, to].iter().any(|site| site.place != Place::Cell) {
            self.draw_to(game, to);
            return;
        }
        let (cols, rows) = (to.col.abs_diff(from.col), to.row.abs_diff(from.row));
        let across = match cols.cmp(&rows) {
            Ordering::Equal => at.row == from.row,
            wider => wider == Ordering::Greater,
        };
        let along = |across: bool| match across {
            true => Site::cell(to.col, from.row),
            false => Site::cell(from.col, to.row),
        };
        // A line that continues from its end keeps its direction.
        let turns = game.pens(&self.level, &Play::default()).contains(&from);
        let off = if across { at.row != from.row } else { at.col != from.col };
        if off && turns {
            self.draw_to(game, from);
        }
        if !self.draw_to(game, along(across)) && !turns && at != along(across) {
            self.draw_to(game, along(!across));
        }
    }

    /// Removes the line over a site, or the mark on it.
    pub(crate) fn take_at(&mut self, game: &dyn Game, site: Site) {
        self.pen_up();
        if let Some(site) = game.line_at(&self.level, &self.play, site) {
            self.take(game, site);
        }
    }

    /// Handles the release of the button. After a click on the start of a line, the pen stays down and follows
    /// the pointer.
    pub(super) fn lift(&mut self, game: &dyn Game) {
        match self.pen == self.pen_from && self.does(game, &HandGesture::Follow) {
            true => self.pen_follows = true,
            false => self.pen_up(),
        }
    }

    pub(crate) fn pen_up(&mut self) {
        self.pen_follows = false;
        if self.pen.take().is_none() {
            return;
        }
        if self.past.last() == Some(&self.here()) {
            self.past.pop();
        }
    }

    /// Returns the piece that a player could take up at a site: one of the play, or one left in the tray.
    pub(crate) fn at_hand(&self, game: &dyn Game, site: Site) -> Option<Held> {
        if let Some(mark) = self.play.get(site) {
            return Some(Held { mark: mark.clone(), from: Some(site) });
        }
        if site.place != Place::Tray {
            return None;
        }
        let mark = self.level.mark(site)?;
        let left = game.hand(&self.level, &self.play).into_iter();
        let mut fitting = left.filter(|item| item.left > 0 && item.mark == *mark);
        fitting.next().map(|item| Held { mark: item.mark, from: None })
    }

    /// Takes up the piece at a site. Returns whether there is one.
    pub(crate) fn pick(&mut self, game: &dyn Game, site: Site) -> bool {
        self.refusal = None;
        self.held = self.at_hand(game, site);
        self.held.is_some()
    }

    /// Puts the held piece on a site, or back into the tray.
    pub(crate) fn put(&mut self, game: &dyn Game, to: Option<Site>) {
        let Some(held) = self.held.take() else { return };
        match self.after(game, &held, to) {
            Ok(play) => {
                self.refusal = None;
                self.step(play);
            }
            Err(why) => self.refuse(why.to_string(), None),
        }
    }

    /// Takes a piece off the board.
    pub(crate) fn take(&mut self, game: &dyn Game, site: Site) {
        self.held = None;
        match game.act(&self.level, &self.play, &Gesture::Take { site }) {
            Ok(play) => self.step(play),
            Err(why) => self.refuse(why.to_string(), None),
        }
    }

    /// Returns the play with the held piece at its destination. Off the board means back into the tray.
    pub(super) fn after(
        &self,
        game: &dyn Game,
        held: &Held,
        to: Option<Site>,
    ) -> Result<Play, GestureError> {
        let to = to.filter(|site| site.place != Place::Tray);
        let gesture = match (to, held.from) {
            (Some(to), from) if from == Some(to) => return Ok(self.play.clone()),
            (Some(to), from) => Gesture::Put { mark: held.mark.clone(), from, to },
            (None, Some(site)) => Gesture::Take { site },
            (None, None) => return Ok(self.play.clone()),
        };
        game.act(&self.level, &self.play, &gesture)
    }

    /// Returns the play as it would be if the held piece were released over `over`.
    pub(super) fn preview(&self, game: &dyn Game, over: Option<Site>) -> Play {
        let Some(held) = &self.held else { return self.play.clone() };
        self.after(game, held, over)
            .or_else(|_| self.after(game, held, None))
            .unwrap_or_else(|_| self.play.clone())
    }

    /// Returns the picture and the verdict of a play. They are recomputed only if the play has changed.
    pub(super) fn look(&mut self, game: &dyn Game, play: Play) -> &PlayLook {
        let quiet = !self.marks_clashes;
        let known = self.look.take().filter(|look| look.play == play && look.quiet == quiet);
        if known.is_none() {
            self.flow.begin();
        }
        // An undecided verdict is recomputed: the rules may have been loaded since.
        let told = |look: &PlayLook| !matches!(look.verdict, Verdict::Undecided { .. });
        if known.as_ref().is_some_and(|look| !told(look)) {
            self.moving.forget_stand();
        }
        let known = known.filter(told);
        let look = known.unwrap_or_else(|| {
            let level = &self.level;
            let shapes = match game.moves() {
                // A player sees the resulting board, not the moves.
                Some(moves) => game.draw(&moves.after(level, &play), Scene::default()),
                None => game.draw(level, Scene { play: Some(&play), quiet, ..Scene::default() }),
            };
            let verdict = game.judge(level, &play);
            let practises =
                level.concept.evaluate(&mut |property| game.practises(level, &play, property));
            PlayLook { shapes, verdict, practises, play, quiet }
        });
        self.look.insert(look)
    }

    /// True if the play solves the level and no piece is in motion.
    pub(crate) fn is_solved(&mut self, game: &dyn Game) -> bool {
        self.gliding().is_none() && self.judgement(game).0 == Verdict::Solved
    }

    /// Returns the broken rule in the current play and its sites; `None` if that should not be shown.
    pub(super) fn clash(&mut self, game: &dyn Game) -> Option<(String, Vec<Site>)> {
        match self.judgement(game).0 {
            Verdict::Illegal { why, sites } if self.marks_clashes => Some((why, sites)),
            _ => None,
        }
    }

    /// Returns the verdict of the rules on the current play, with a sentence.
    pub(crate) fn judgement(&mut self, game: &dyn Game) -> (Verdict, String) {
        let play = self.play.clone();
        let pieces = play.len();
        let look = self.look(game, play);
        let words = match (&look.verdict, look.practises) {
            (Verdict::Solved, Some(false)) => words::SOLVED_BY_SHORTCUT.to_owned(),
            (Verdict::Solved, _) if game.moves().is_some() => moves::words::solved(pieces),
            (Verdict::Solved, _) => text::solved(pieces),
            (verdict, _) => verdict.why().to_owned(),
        };
        (look.verdict.clone(), words)
    }
}
