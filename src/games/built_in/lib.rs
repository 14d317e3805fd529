//! The games that are part of the program: one line a game.
//!
//! A walk over them:
//!
//! ```
//! use foolproof_built_in::built_in;
//! use foolproof_game::Verdict;
//! use foolproof_level::{Level, Pack, Play};
//!
//! for game in built_in().all() {
//!     let about = game.about();
//!     let level = Level::open(&*about.id, about.default_board);
//!     for group in game.palette() {
//!         for brush in group.brushes {
//!             assert_eq!(game.describe(&brush.mark), brush.name);
//!         }
//!     }
//!     let pack = Pack::from_json(&game.sample()).expect("a sample pack");
//!     for level in &pack.levels {
//!         if let Some(intended) = &level.intended {
//!             assert_eq!(game.judge(level, intended), Verdict::Solved);
//!         }
//!     }
//!     if let Some(moves) = game.moves() {
//!         assert!(moves.legal(&level, &Play::default()).is_empty(), "nothing moves on no mark");
//!     }
//! }
//! ```

use std::sync::Arc;

use foolproof_game::{Game, Games};

/// A new shelf with these games.
pub fn built_in() -> Games {
    let all: [Arc<dyn Game>; 5] = [
        Arc::new(foolproof_linjat::Linjat),
        Arc::new(foolproof_penguin_push::PenguinPush),
        Arc::new(foolproof_refraction::Refraction),
        Arc::new(foolproof_sudoku::Sudoku),
        Arc::new(foolproof_witness::Witness),
    ];
    let games = Games::default();
    all.into_iter().for_each(|game| games.put(game));
    games.set_welcome("refraction");
    games
}
