//! What is kept of a playing that goes move by move: how the board lies, the chosen piece, pieces on
//! their way, and the hint.
//!
//! Knows levels and games as a trait.

use std::sync::Arc;

use crate::editor::features::play::PlaySession;
use crate::editor::features::play::light::Outlook;
use crate::games::{Game, Glide, Move, Moves, Scene, Side};
use crate::level::{Level, Mark, Play, Site};
use crate::picture::Shape;

/// How the board lies after the moves of a play, and what can be done there.
#[derive(Clone, Debug)]
pub struct BoardAfterMoves {
    play: Play,
    pub level: Arc<Level>,
    pub legal: Vec<Move>,
}

impl BoardAfterMoves {
    pub fn new(moves: &dyn Moves, level: &Level, play: &Play) -> Self {
        Self {
            level: Arc::new(moves.after(level, play)),
            legal: moves.legal(level, play),
            play: play.clone(),
        }
    }
}

/// Pieces on their way.
#[derive(Clone, Debug)]
pub(super) struct Gliding {
    /// The play once they have arrived.
    play: Play,
    /// The board without them.
    pub board: Vec<Shape>,
    pub glides: Vec<Glide>,
    /// When they set out, in seconds of the window's clock.
    pub begun: Option<f64>,
}

/// A piece that is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drag {
    pub from: Site,
    pub origin: egui::Pos2,
    /// Where it would go if it were let go now.
    pub towards: Option<Side>,
}

/// What is kept of a playing that goes move by move.
#[derive(Clone, Debug, Default)]
pub struct Moving {
    /// The piece that the next arrow moves.
    pub chosen: Option<Site>,
    pub(super) drag: Option<Drag>,
    pub(super) gliding: Option<Gliding>,
    stand: Option<Arc<BoardAfterMoves>>,
}

impl PlaySession {
    /// How the board lies, in a game of moves.
    pub fn stand(&mut self, moves: &dyn Moves) -> Arc<BoardAfterMoves> {
        if let Some(stand) = self.moving.stand.as_ref().filter(|stand| stand.play == self.play) {
            return Arc::clone(stand);
        }
        let stand = Arc::new(BoardAfterMoves::new(moves, &self.level, &self.play));
        self.moving.chosen = self.moving.chosen.filter(|site| stand.level.mark(*site).is_some());
        self.moving.stand = Some(Arc::clone(&stand));
        stand
    }

    /// Chooses the piece on a site, or lets go of it.
    pub(super) fn choose(&mut self, moves: &dyn Moves, site: Site) {
        self.refusal = None;
        let holds = self.stand(moves).level.mark(site).is_some();
        let again = self.moving.chosen == Some(site);
        self.moving.chosen = Some(site).filter(|_| holds && !again);
    }

    /// Moves a piece; a refusal says why it stays where it is.
    pub fn make(&mut self, game: &dyn Game, (from, towards): (Site, Side)) {
        let Some(moves) = game.moves() else { return };
        let stand = self.stand(moves);
        let fits = |made: &&Move| (made.from, made.towards) == (from, towards);
        let Some(made) = stand.legal.iter().find(fits) else {
            self.refusal = Some(moves.refusal(&self.level, &self.play, from, towards));
            return;
        };
        let glides = moves.motion(&self.level, &self.play, &made.mark);
        // The keyboard and the choice go with the piece.
        let first = glides.first().filter(|glide| !glide.leaves).map(|glide| glide.to);
        let landed = first.and_then(|at| game.layout(&self.level.board).site_at(at));
        self.moving.chosen = self.moving.chosen.and(landed);
        self.cursor = self.cursor.and(landed);
        let mut next = self.play.clone();
        next.0.insert(moves.next_step(&self.play), made.mark.clone());
        self.refusal = None;
        let board = moves.lifted(&stand.level, &glides);
        let board = game.draw(&board, Scene::default());
        self.moving.gliding = Some(Gliding { play: next.clone(), board, glides, begun: None });
        self.step(next);
    }

    /// The pieces on their way to where the play has them.
    pub(super) fn gliding(&mut self) -> Option<&mut Gliding> {
        let play = &self.play;
        self.moving.gliding = self.moving.gliding.take().filter(|gliding| gliding.play == *play);
        self.moving.gliding.as_mut()
    }

    /// The move to be made next, where a hint is wanted and known.
    pub fn hint(&mut self, game: &dyn Game) -> Option<Move> {
        let moves = game.moves().filter(|_| self.is_hinted())?;
        let stand = self.stand(moves);
        let Outlook::Open(way) = self.outlook(game)? else { return None };
        let first: &Mark = way.iter().next()?.1;
        stand.legal.iter().find(|made| made.mark == *first).cloned()
    }
}
