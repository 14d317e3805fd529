//! Games that are played move by move: plays by the rules alone, and what the game says of positions.

use std::sync::Arc;

use super::*;

/// Every play that the rules accept as a solution, by making every legal move.
pub fn solutions(game: &dyn Game, level: &Level) -> Vec<Play> {
    let moves = game.moves().expect("a game of moves");
    let (mut found, mut open) = (Vec::new(), vec![Play::default()]);
    while let Some(play) = open.pop() {
        if game.judge(level, &play) == Verdict::Solved {
            found.push(play.clone());
        }
        for made in moves.legal(level, &play) {
            let mut next = play.clone();
            next.0.insert(Site::step(play.len()), made.mark);
            open.push(next);
        }
    }
    found
}

/// A board with probable moves, and about as likely to have a solution as not.
pub fn random_level(game: &dyn Game, most: usize, rng: &mut Rng) -> Level {
    let (mut level, wanted) = (random_board(game, most, rng), rng.bool());
    let is_solvable = |level: &Level| {
        let moves = game.moves().expect("a game of moves");
        let graph = moves.graph(level, 1, &|| false).expect("a small graph");
        graph.positions[0].solutions > 0
    };
    for _ in 0..30 {
        if is_solvable(&level) == wanted {
            break;
        }
        level = random_board(game, most, rng);
    }
    level
}

fn random_board(game: &dyn Game, most: usize, rng: &mut Rng) -> Level {
    let board = Board { cols: rng.u16(2..=5), rows: rng.u16(1..=4), tray: 0 };
    let mut level = Level::open(game.about().id.clone(), board);
    let cells: Vec<Site> = board.cells().collect();
    for _ in 0..rng.usize(1..=most) {
        let group = &game.palette()[0];
        let brush = &group.brushes[rng.usize(..group.brushes.len())];
        level.paint(cells[rng.usize(..cells.len())], Some(brush.mark.clone()));
    }
    level
}

/// Plays some random moves.
pub fn random_play(game: &dyn Game, level: &Level, rng: &mut Rng) -> Play {
    let moves = game.moves().expect("a game of moves");
    let mut play = Play::default();
    for _ in 0..rng.usize(0..8) {
        let Some(made) = rng.choice(moves.legal(level, &play)) else { break };
        play.0.insert(Site::step(play.len()), made.mark);
    }
    play
}

fn games_of_moves() -> impl Iterator<Item = Arc<dyn Game>> {
    subjects().into_iter().filter(|game| game.moves().is_some())
}

#[test]
fn what_is_left_after_some_moves_is_a_level_with_the_rest_of_the_solutions() {
    let mut rng = Rng::with_seed(61);
    for game in games_of_moves() {
        let moves = game.moves().expect("moves");
        let mut told = 0;
        for _ in 0..400 {
            let level = random_level(&*game, 6, &mut rng);
            let play = random_play(&*game, &level, &mut rng);
            let after = moves.after(&level, &play);
            let begun =
                |whole: &&Play| play.iter().all(|(site, mark)| whole.get(site) == Some(mark));
            let here = solutions(&*game, &level).iter().filter(begun).count();
            assert_eq!(solutions(&*game, &after).len(), here, "{level:#?} {play:?}");
            told += usize::from(here > 0);
        }
        assert!(told >= 60, "{told}");
    }
}

#[test]
fn plays_turn_with_their_levels() {
    let mut rng = Rng::with_seed(64);
    for game in games_of_moves() {
        let (moves, mut solved) = (game.moves().expect("moves"), 0);
        for _ in 0..120 {
            let level = random_level(&*game, 6, &mut rng);
            let Board { cols, rows, .. } = level.board;
            for turn in [Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise] {
                let map = |site: Site| match turn {
                    _ if site.place != Place::Cell => Some(site),
                    Turn::MirrorColumns => Some(Site::cell(cols - 1 - site.col, site.row)),
                    Turn::MirrorRows => Some(Site::cell(site.col, rows - 1 - site.row)),
                    Turn::Clockwise => Some(Site::cell(rows - 1 - site.row, site.col)),
                };
                let board = match turn {
                    Turn::Clockwise => Board { cols: rows, rows: cols, tray: 0 },
                    _ => level.board,
                };
                let mut turned = Level::open(&*game.about().id, board);
                for (site, mark) in level.marks() {
                    turned.paint(map(site).expect("a site"), Some(game.turned(mark, turn)));
                }
                for play in solutions(&*game, &level).into_iter().take(5) {
                    let play: Play = play
                        .iter()
                        .filter_map(|(site, mark)| Some((site, moves.turned(mark, turn, &map)?)))
                        .collect();
                    assert_eq!(game.judge(&turned, &play), Verdict::Solved, "{level:#?} {turn:?}");
                    solved += 1;
                }
            }
        }
        assert!(solved >= 100, "{solved}");
    }
}

#[test]
fn the_graph_of_positions_is_what_the_moves_reach() {
    let mut rng = Rng::with_seed(62);
    for game in games_of_moves() {
        let moves = game.moves().expect("moves");
        for _ in 0..300 {
            let level = random_level(&*game, 6, &mut rng);
            let graph = moves.graph(&level, 10_000, &|| false).expect("a small graph");
            let (mut seen, mut dead, mut ways) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
            let mut open = vec![Play::default()];
            while let Some(play) = open.pop() {
                let after = moves.after(&level, &play);
                let marks: Vec<(Site, Mark)> =
                    after.marks().map(|(site, mark)| (site, mark.clone())).collect();
                let legal = moves.legal(&level, &play);
                let at = graph.after(&play).expect("it is listed");
                let position = &graph.positions[at];
                let made: BTreeSet<_> = position.choices.iter().map(|c| c.made.clone()).collect();
                assert_eq!(made, legal.iter().cloned().collect());
                let wholes: BTreeSet<Play> = solutions(&*game, &after)
                    .iter()
                    .map(|play| game.canonical(&after, play))
                    .collect();
                assert_eq!(position.solutions, wholes.len() as u64, "{level:#?} {play:?}");
                if game.judge(&level, &play) != Verdict::Solved {
                    ways.push(marks.clone());
                    seen.insert(marks.clone());
                    if wholes.is_empty() {
                        dead.insert(marks);
                    }
                }
                for made in legal {
                    let mut next = play.clone();
                    next.0.insert(Site::step(play.len()), made.mark);
                    open.push(next);
                }
            }
            let once =
                seen.iter().filter(|board| ways.iter().filter(|way| way == board).count() == 1);
            assert_eq!(graph.reached_once, once.count() as u64, "{level:#?}");
            assert_eq!((graph.reached, graph.dead), (seen.len() as u64, dead.len() as u64));
        }
    }
}

#[test]
fn what_a_move_sets_in_motion_ends_where_the_board_has_it() {
    let mut rng = Rng::with_seed(63);
    for game in games_of_moves() {
        let moves = game.moves().expect("moves");
        let mut made = 0;
        for _ in 0..300 {
            let level = random_level(&*game, 7, &mut rng);
            let layout = game.layout_of(&level);
            for one in moves.legal(&level, &Play::default()) {
                let glides = moves.motion(&level, &Play::default(), &one.mark);
                let mut play = Play::default();
                play.0.insert(Site::step(play.len()), one.mark.clone());
                let after = moves.after(&level, &play);
                let mut marks: BTreeSet<Site> = level.marks().map(|(site, _)| site).collect();
                glides.iter().for_each(|glide| _ = marks.remove(&glide.site));
                for glide in &glides {
                    assert!(glide.begins <= glide.ends);
                    match layout.site_at(glide.to) {
                        Some(site) => assert!(!glide.leaves && marks.insert(site)),
                        None => assert!(glide.leaves),
                    }
                }
                assert_eq!(marks, after.marks().map(|(site, _)| site).collect());
                made += 1;
            }
            for from in level.board.cells() {
                for towards in foolproof::game::Side::ALL {
                    let legal = moves.legal(&level, &Play::default());
                    let can = legal.iter().any(|one| (one.from, one.towards) == (from, towards));
                    let why = moves.refusal(&level, &Play::default(), from, towards);
                    assert_eq!(can, why.is_empty(), "{why}");
                }
            }
        }
        assert!(made >= 200, "{made}");
    }
}
