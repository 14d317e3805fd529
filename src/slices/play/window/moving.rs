//! The state of play move by move: the board, the chosen piece, moving pieces, and the hint.

use std::sync::Arc;

use egui::Key;

use crate::play::window::light::Outlook;
use crate::play::window::session::PlaySession;
use foolproof_game::{Aftermath, Game, Glide, Move, MoveAim, Moves, Scene, Side};
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_picture::Shape;

/// Keys of moves that have to be named, in the order of the moves.
pub(super) const NAMED_KEYS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];

/// Minimum interval between the moves that time makes, in seconds.
const SHORTEST_TICK: f64 = 0.05;

/// The board after the moves of a play, and the possible moves there.
#[derive(Clone, Debug)]
pub struct BoardAfterMoves {
    play: Play,
    pub level: Arc<Level>,
    pub legal: Vec<Move>,
    /// Messages of the game: before the level, and after the last move.
    pub told: Vec<String>,
    /// First and last visible cell, unless the whole board is visible.
    pub window: Option<(Site, Site)>,
}

impl BoardAfterMoves {
    pub(crate) fn new(moves: &dyn Moves, level: &Level, play: &Play) -> Self {
        Self {
            level: Arc::new(moves.after(level, play)),
            legal: moves.legal(level, play),
            told: moves.told_before(level).into_iter().chain(moves.says(level, play)).collect(),
            window: moves.window(level, play),
            play: play.clone(),
        }
    }
}

/// Pieces in motion.
#[derive(Clone, Debug)]
pub(super) struct Gliding {
    /// The play once they have arrived.
    play: Play,
    /// The board without them.
    pub board: Vec<Shape>,
    pub glides: Vec<Glide>,
    /// The boards after the pieces have arrived, each shown for `each` seconds.
    pub after: Vec<Vec<Shape>>,
    pub each: f64,
    /// Start of the motion, in seconds of the window's clock.
    pub begun: Option<f64>,
}

/// A piece that is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drag {
    pub from: Site,
    pub origin: egui::Pos2,
    /// Side to which the piece would move if it were released now.
    pub towards: Option<Side>,
}

/// The state of play move by move.
#[derive(Clone, Debug, Default)]
pub struct Moving {
    /// The piece that the next arrow moves.
    pub chosen: Option<Site>,
    pub(super) drag: Option<Drag>,
    pub(super) gliding: Option<Gliding>,
    /// The whole board is shown, although a player would see a part of it.
    pub(crate) whole_board: bool,
    stand: Option<Arc<BoardAfterMoves>>,
    /// Time of the last move that time made, if it makes any, in seconds of the window's clock.
    ticked: Option<f64>,
}

impl Moving {
    /// Lets the board be recomputed at the next use.
    pub(super) fn forget_stand(&mut self) {
        self.stand = None;
    }
}

impl PlaySession {
    /// Returns the current board, in a game of moves.
    pub(crate) fn stand(&mut self, moves: &dyn Moves) -> Arc<BoardAfterMoves> {
        if let Some(stand) = self.moving.stand.as_ref().filter(|stand| stand.play == self.play) {
            return Arc::clone(stand);
        }
        let stand = Arc::new(BoardAfterMoves::new(moves, &self.level, &self.play));
        self.moving.chosen = self.moving.chosen.filter(|site| stand.level.mark(*site).is_some());
        self.moving.stand = Some(Arc::clone(&stand));
        stand
    }

    /// Chooses the piece on a site, or releases it.
    pub(super) fn choose(&mut self, moves: &dyn Moves, site: Site) {
        self.refusal = None;
        let holds = self.stand(moves).level.mark(site).is_some();
        let again = self.moving.chosen == Some(site);
        self.moving.chosen = Some(site).filter(|_| holds && !again);
    }

    /// Moves a piece, or sets the reason for the refusal.
    pub(crate) fn make(&mut self, game: &dyn Game, from: Site, towards: Side) {
        let Some(moves) = game.moves() else { return };
        let stand = self.stand(moves);
        let fits = |made: &&Move| (made.from, made.towards) == (from, towards);
        let named = |made: &&Move| moves.aim(&made.mark) != MoveAim::Name;
        let fitting = stand.legal.iter().filter(fits).filter(named);
        match fitting.min_by_key(|made| moves.aim(&made.mark) != MoveAim::Side) {
            Some(made) => self.make_move(game, made),
            None => {
                let why = moves.refusal(&self.level, &self.play, from, towards);
                self.refuse(why, Some(towards));
            }
        }
    }

    pub(super) fn make_move(&mut self, game: &dyn Game, made: &Move) {
        if let Some(next) = self.begin_move(game, made) {
            self.step(next);
        }
    }

    /// Lets time pass while the board is visible, in a game where time makes moves. Each is part of the play;
    /// undo reverts it together with the player's action before it. Returns the seconds until the next one.
    pub(super) fn pass_time(&mut self, game: &dyn Game, now: f64) -> Option<f64> {
        let moves = game.moves()?;
        let (every, mark) = moves.clock()?;
        // Overdue moves are not made up for, so a slow machine does not fall behind for good.
        let every = every.max(SHORTEST_TICK);
        let ticked = *self.moving.ticked.get_or_insert(now);
        let goes_on = self.gliding().is_some_and(|gliding| !gliding.after.is_empty());
        if goes_on {
            // Pieces that move on their own come to rest first.
            return Some(every);
        }
        if now - ticked < every {
            return Some(ticked + every - now);
        }
        self.moving.ticked = Some(now);
        let made = self.stand(moves).legal.iter().find(|made| made.mark == mark).cloned();
        if let Some(next) = made.and_then(|made| self.begin_move(game, &made)) {
            self.play = next;
        }
        Some(every)
    }

    /// Stops time until the board is shown again.
    pub(super) fn stop_time(&mut self) {
        self.moving.ticked = None;
    }

    /// Sets the pieces of a move in motion. Returns the play after the move.
    fn begin_move(&mut self, game: &dyn Game, made: &Move) -> Option<Play> {
        let moves = game.moves()?;
        let stand = self.stand(moves);
        let glides = moves.motion(&self.level, &self.play, &made.mark);
        // The cursor and the selection follow the piece.
        let first = glides.first().filter(|glide| !glide.leaves).map(|glide| glide.to);
        let landed = first.and_then(|at| game.layout_of(&self.level).site_at(at));
        self.moving.chosen = self.moving.chosen.and(landed);
        self.cursor = self.cursor.and(landed);
        let mut next = self.play.clone();
        next.0.insert(Site::step(self.play.len()), made.mark.clone());
        self.refusal = None;
        let board = moves.lifted(&stand.level, &glides);
        let board = game.draw(&board, Scene::default());
        let Aftermath { boards, each } = moves.aftermath(&self.level, &self.play, &made.mark);
        let after = boards.iter().map(|board| game.draw(board, Scene::default())).collect();
        let play = next.clone();
        self.moving.gliding = Some(Gliding { play, board, glides, after, each, begun: None });
        Some(next)
    }

    /// Returns the moves that a click on a site may mean, given the chosen piece.
    pub(super) fn made_at(&mut self, moves: &dyn Moves, site: Site) -> Vec<Move> {
        let chosen = self.moving.chosen;
        let is_meant = |made: &&Move| match moves.aim(&made.mark) {
            MoveAim::Site(at) => at == site,
            MoveAim::Sites(from, to) => chosen == Some(from) && to == site,
            MoveAim::Side | MoveAim::Name => false,
        };
        self.stand(moves).legal.iter().filter(is_meant).cloned().collect()
    }

    /// Returns the moves that have to be named, since no side or site distinguishes them from others.
    pub(super) fn named_moves(&mut self, moves: &dyn Moves) -> Vec<Move> {
        let stand = self.stand(moves);
        let alike = |aim: MoveAim| {
            stand.legal.iter().filter(|made| moves.aim(&made.mark) == aim).count() > 1
        };
        let is_named = |made: &&Move| match moves.aim(&made.mark) {
            MoveAim::Side => false,
            MoveAim::Name => true,
            aim => alike(aim),
        };
        stand.legal.iter().filter(is_named).take(NAMED_KEYS.len()).cloned().collect()
    }

    /// Returns the motion towards the current play, if there is one.
    pub(super) fn gliding(&mut self) -> Option<&mut Gliding> {
        let play = &self.play;
        self.moving.gliding = self.moving.gliding.take().filter(|gliding| gliding.play == *play);
        self.moving.gliding.as_mut()
    }

    /// Returns the next move, if a hint is wanted and known.
    pub fn hint(&mut self, game: &dyn Game) -> Option<Move> {
        let moves = game.moves().filter(|_| self.is_hinted())?;
        let stand = self.stand(moves);
        let Outlook::Open(way) = self.outlook(game)? else { return None };
        let first: &Mark = way.iter().next()?.1;
        stand.legal.iter().find(|made| made.mark == *first).cloned()
    }
}
