//! Packs' own pictures replace the marks of boards as games draw them.

mod contact;
mod named_colours;
mod pictures;

use std::collections::BTreeSet;
use std::sync::Arc;

use foolproof::game::{Game, Games, Scene};
use foolproof::level::{Level, Mark, Pack, Place, Site};
use foolproof::picture::{Piece, Point, Rect, pieces};

use crate::shelf;

/// The marks of cells on a level and in its solution, with the squares that they should fill.
fn placed(game: &dyn Game, level: &Level) -> Vec<(Mark, Site, bool)> {
    let cells = |site: &Site| site.place == Place::Cell;
    let layout = game.layout_of(level);
    let square =
        |site: &Site| layout.rect(*site).is_some_and(|rect| (rect.width() - 1.0).abs() < 1e-3);
    let fits = |site: &Site| cells(site) && square(site);
    let on_level = level.marks().map(|(site, mark)| (mark.clone(), site, false));
    // A game of moves shows where pieces lie, and not the moves.
    let intended = level.intended.as_ref().filter(|_| game.moves().is_none());
    let played = intended.into_iter().flat_map(|play| play.iter());
    let played = played.map(|(site, mark)| (mark.clone(), site, true));
    on_level.chain(played).filter(|(_, site, _)| fits(site)).collect()
}

/// How many of the visible marks on cells have their pictures at the right place, and which have not.
fn seen(game: &Arc<dyn Game>, levels: &[Arc<Level>]) -> (usize, usize, BTreeSet<Mark>) {
    let (mut found, mut all, mut missed) = (0, 0, BTreeSet::new());
    for level in levels {
        let placed = placed(&**game, level);
        let square = Rect::square(Point::new(0.5, 0.5), 1.0);
        let drawn = |mark: &Mark| !game.draw_mark(mark, square).is_empty();
        let layout = game.layout_of(level);
        let before = game.draw(level, Scene::default());
        let after = game.draw(level, Scene { play: level.intended.as_ref(), ..Scene::default() });
        for (mark, site, is_play) in placed.iter().filter(|(mark, ..)| drawn(mark)) {
            let rect = layout.rect(*site).expect("a square");
            let shapes = if *is_play { &after } else { &before };
            let here = |piece: &Piece<'_, Mark>| match piece {
                Piece::Tile(tile, at) => {
                    tile == mark
                        && (at.min.x - rect.min.x).abs() < 0.01
                        && (at.min.y - rect.min.y).abs() < 0.01
                }
                Piece::Shape(_) => false,
            };
            all += 1;
            match pieces(shapes, |mark| Some(mark.clone())).iter().any(here) {
                true => found += 1,
                false => _ = missed.insert(mark.clone()),
            }
        }
    }
    (found, all, missed)
}

fn samples(game: &dyn Game) -> Vec<Arc<Level>> {
    Pack::from_json(&game.sample()).map(|pack| pack.levels).unwrap_or_default()
}

#[test]
fn pictures_of_marks_are_seen_on_the_boards_of_built_in_games_and_of_the_shelf() {
    let (mut found, mut all, mut told) = (0, 0, String::new());
    let own = shelf::all();
    let built_in = Games::default();
    for game in built_in.all().iter().chain(own.all().iter()) {
        let levels: Vec<Arc<Level>> = samples(&**game).into_iter().take(4).collect();
        let (f, a, missed) = seen(game, &levels);
        found += f;
        all += a;
        if !missed.is_empty() {
            let missed: Vec<&str> = missed.iter().map(Mark::as_str).take(8).collect();
            told.push_str(&format!("{}: {f} of {a}, not {missed:?}\n", game.about().id));
        }
    }
    println!("{told}{found} of {all}");
    assert!(found * 100 >= all * 99, "{found} of {all}\n{told}");
}
