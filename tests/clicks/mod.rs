//! What a hand does to solve a level: the same in the editor, in the player's window and in a page.

use foolproof::game::{Game, HandGesture, LineStart, MoveAim, Side};
use foolproof::level::{Level, Mark, Play, Site};
use serde::Serialize;

/// A deed of mouse or keys, places by the sites of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Click {
    Tap(Site),
    Drag(Vec<Site>),
    /// A key by its name in browsers: `ArrowUp`, `7`, `x`.
    Key(String),
    /// A button over the board, given by its move and its label.
    Name(Mark, String),
}

/// The clicks and keys that play a solution. The rules of the game have been read.
pub fn solving(game: &dyn Game, level: &Level, solution: &Play) -> Vec<Click> {
    if game.moves().is_some() {
        return moves(game, level, solution);
    }
    let hands = game.gestures(level);
    if hands.contains(&HandGesture::Draw(LineStart::Start)) {
        return vec![Click::Drag(stroke(game, level, solution))];
    }
    let mut play = Play::default();
    let mut clicks = Vec::new();
    for (site, mark) in solution.iter() {
        clicks.extend(putting((game, level, &play), &hands, site, mark));
        play.0.insert(site, mark.clone());
    }
    clicks
}

/// Puts one mark.
fn putting(
    (game, level, play): (&dyn Game, &Level, &Play),
    hands: &[HandGesture],
    site: Site,
    mark: &Mark,
) -> Vec<Click> {
    if hands.contains(&HandGesture::Type) {
        let text = game.typed_text(mark).expect("what is typed");
        return vec![Click::Tap(site), Click::Key(text)];
    }
    if hands.contains(&HandGesture::Draw(LineStart::Number)) {
        return lines(site, mark);
    }
    let mut hand = game.hand(level, play).into_iter();
    let slot = hand.find(|item| item.mark == *mark && item.left > 0 && item.site.is_some());
    if let Some(slot) = slot.and_then(|item| item.site) {
        return vec![Click::Drag(vec![slot, site])];
    }
    let words = game.describe(mark);
    let taps = hands.iter().find_map(|hand| match hand {
        HandGesture::Cycle { place, marks } if *place == site.place => {
            marks.iter().position(|other| other.eq_ignore_ascii_case(&words))
        }
        _ => None,
    });
    // A click cycles through the choices of an edge.
    let choices = || game.choices_at(level, play, site).iter().position(|other| other == mark);
    vec![Click::Tap(site); taps.or_else(choices).unwrap_or(0) + 1]
}

/// The lines of a number of Linjat, to each of its sides; a number without a line is tapped.
fn lines(site: Site, mark: &Mark) -> Vec<Click> {
    let ends: Vec<u16> =
        mark.args().into_iter().map(|far| far.parse().expect("a number")).collect();
    let is_across = mark.functor() == "across";
    let end = |before: bool, far: u16| {
        let along = |at: u16| if before { at - far } else { at + far };
        match is_across {
            true => Site::cell(along(site.col), site.row),
            false => Site::cell(site.col, along(site.row)),
        }
    };
    let drawn = [(true, ends[0]), (false, ends[1])].into_iter().filter(|(_, far)| *far > 0);
    let drawn: Vec<Click> =
        drawn.map(|(before, far)| Click::Drag(vec![site, end(before, far)])).collect();
    if drawn.is_empty() { vec![Click::Tap(site)] } else { drawn }
}

fn moves(game: &dyn Game, level: &Level, solution: &Play) -> Vec<Click> {
    let moves = game.moves().expect("moves");
    let mut play = Play::default();
    let mut clicks = Vec::new();
    for (step, mark) in solution.iter() {
        let legal = moves.legal(level, &play);
        let made = legal.into_iter().find(|made| made.mark == *mark).expect("a legal move");
        let arrow = match made.towards {
            Side::North => "ArrowUp",
            Side::East => "ArrowRight",
            Side::South => "ArrowDown",
            Side::West => "ArrowLeft",
        };
        match (moves.letter(mark), moves.aim(mark)) {
            (Some(letter), _) => clicks.push(Click::Key(letter.to_string())),
            (None, MoveAim::Site(site)) => clicks.push(Click::Tap(site)),
            (None, MoveAim::Sites(from, to)) => clicks.extend([Click::Tap(from), Click::Tap(to)]),
            (None, MoveAim::Name) => {
                clicks.push(Click::Name(mark.clone(), game.describe(mark)));
            }
            (None, MoveAim::Side) => {
                if !moves.controls(level).is_steered {
                    clicks.push(Click::Tap(made.from));
                }
                clicks.push(Click::Key(arrow.to_owned()));
            }
        }
        play.0.insert(step, mark.clone());
    }
    clicks
}

/// The places that a pen passes from its start until a solution of one line is drawn.
pub fn stroke(game: &dyn Game, level: &Level, solution: &Play) -> Vec<Site> {
    let layout = game.layout_of(level);
    let nothing = Play::default();
    let pens = game.pens(level, &nothing).into_iter();
    let mut ways: Vec<(Play, Vec<Site>)> =
        pens.map(|pen| (game.pen_set(level, &nothing, pen), vec![pen])).collect();
    let mut seen = vec![nothing];
    while !ways.is_empty() {
        let (play, way) = ways.remove(0);
        let at = way[way.len() - 1];
        for (to, _) in &layout.sites {
            let Some((after, pen)) = game.pen(level, &play, at, *to) else { continue };
            let longer = [way.clone(), vec![pen]].concat();
            if after == *solution {
                return longer;
            }
            // A line of edges grows within the solution; one along cells is a mark that changes.
            let grows = after.len() == 1 || after.minus(solution).next().is_none();
            if grows && !seen.contains(&after) {
                seen.push(after.clone());
                ways.push((after, longer));
            }
        }
    }
    panic!("no pen draws {solution:?}")
}

/// A Sudoku with constraints of several kinds, and its solution.
pub const VARIANT: &str = r#"{ "foolproof": 1, "title": "Lines and cages", "levels": [ { "game": "sudoku",
    "title": "Four kinds", "board": { "cols": 4, "rows": 4, "tray": 0 },
    "painted": { "constraint(0)": "thermo(cell(0,0),cell(1,0),cell(2,0),cell(3,0))",
                 "constraint(1)": "cage(6,cell(0,1),cell(0,2))",
                 "constraint(2)": "greater(cell(1,1),cell(2,1))",
                 "constraint(3)": "skyscraper(2,cell(0,3),cell(3,3))" },
    "intended": { "cell(0,0)": "1", "cell(1,0)": "2", "cell(2,0)": "3", "cell(3,0)": "4",
        "cell(0,1)": "4", "cell(1,1)": "3", "cell(2,1)": "1", "cell(3,1)": "2",
        "cell(0,2)": "2", "cell(1,2)": "1", "cell(2,2)": "4", "cell(3,2)": "3",
        "cell(0,3)": "3", "cell(1,3)": "4", "cell(2,3)": "2", "cell(3,3)": "1" } } ] }"#;

/// Games in folders of their own that are played here, and games of PuzzleScript.
pub const FOLDERS: [&str; 7] = [
    "assets/games/star-battle",
    "assets/games/cables",
    "assets/games/crates",
    "tests/hands/roads",
    "tests/hands/fence",
    "tests/hands/switches",
    "assets/shelf/futoshiki",
];
pub const SOURCES: [&str; 2] = ["ring-them-home", "yard-by-yard"];
pub const BUILT_IN: [&str; 5] = ["refraction", "penguin_push", "linjat", "sudoku", "witness"];
