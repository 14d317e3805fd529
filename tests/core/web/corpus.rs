//! Random levels and plays with the verdicts of the program's rules: for comparison with the page's
//! scripts.

use fastrand::Rng;
use foolproof::game::{Game, Verdict};
use foolproof::level::{Board, Level, Mark, Pack, Place, Play, Site};
use serde_json::{Value, json};

/// Plays of each game, at least.
pub const PLAYS: usize = 8000;

/// What the rules say, as the scripts say it.
pub fn said(verdict: &Verdict) -> Value {
    let name = match verdict {
        Verdict::Solved => "solved",
        Verdict::Unsolved { .. } => "unsolved",
        Verdict::Illegal { .. } => "illegal",
        Verdict::Undecided { .. } => "undecided",
    };
    let sites: Vec<Site> = match verdict {
        Verdict::Solved => Vec::new(),
        Verdict::Unsolved { sites, .. }
        | Verdict::Illegal { sites, .. }
        | Verdict::Undecided { sites, .. } => sites.clone(),
    };
    json!({ "verdict": name, "why": verdict.why(), "sites": sites })
}

fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

/// A level, and plays of it with their verdicts.
pub struct JudgedLevel {
    pub level: Level,
    pub plays: Vec<Value>,
}

impl JudgedLevel {
    pub fn new(game: &dyn Game, level: Level, plays: &[Play]) -> Self {
        let judged = |play: &Play| json!({ "play": play, "said": said(&game.judge(&level, play)) });
        let plays = plays.iter().map(judged).collect();
        Self { level, plays }
    }
}

/// A corpus of a game: the levels that come with it, and others at random.
pub fn corpus(game: &dyn Game, mut levels: Vec<Level>, rng: &mut Rng) -> Vec<JudgedLevel> {
    let (mut entries, mut count) = (Vec::new(), 0);
    while count < PLAYS || !levels.is_empty() {
        let level = levels.pop().unwrap_or_else(|| random_level(game, rng));
        if game.makes_sense_of(&level).is_err() {
            continue;
        }
        let plays = plays(game, &level, rng);
        count += plays.len();
        entries.push(JudgedLevel::new(game, level, &plays));
    }
    entries
}

fn random_level(game: &dyn Game, rng: &mut Rng) -> Level {
    let about = game.about();
    let id = &*about.id;
    let tray = if about.largest.tray > 0 { rng.u16(1..=6) } else { 0 };
    let board = match id {
        // Larger boards are judged by the same rules, but take long.
        "sudoku" => {
            let boards = about.boards.iter().filter(|board| board.cols <= 9);
            *rng.choice(boards.collect::<Vec<_>>()).expect("a board")
        }
        "witness" => Board { cols: rng.u16(1..=5), rows: rng.u16(1..=5), tray: 0 },
        _ => Board { cols: rng.u16(2..=7), rows: rng.u16(2..=7), tray },
    };
    let mut level = Level::open(id, board);
    for number in &game.about().numbers {
        level.settings.insert(number.name.to_string(), rng.i32(number.least..=number.most));
    }
    let sites: Vec<Site> = game.layout(&board).sites.into_iter().map(|(site, _)| site).collect();
    let palette: Vec<Mark> = game
        .palette()
        .into_iter()
        .flat_map(|group| group.brushes)
        .map(|brush| brush.mark)
        .collect();
    // A few kinds of marks, so that they have to do with each other.
    let kinds: Vec<&Mark> = (0..rng.usize(1..=6)).filter_map(|_| rng.choice(&palette)).collect();
    for _ in 0..rng.usize(1..=sites.len()) {
        let site = sites[rng.usize(..sites.len())];
        let mark = varied(game, kinds[rng.usize(..kinds.len())], rng);
        if game.accepts(&board, site, &mark).is_ok() {
            level.paint(site, Some(mark));
        }
    }
    level
}

/// The mark with other values where it has some.
fn varied(game: &dyn Game, mark: &Mark, rng: &mut Rng) -> Mark {
    let mut mark = mark.clone();
    for control in game.controls(&mark) {
        let value = match control.options.is_empty() {
            true => *rng.choice(&["1", "1/2", "1/3", "3/4", "2", "5/6"]).expect("some"),
            false if rng.bool() => continue,
            false => &control.options[rng.usize(..control.options.len())].0,
        };
        mark = game.set_control(&mark, &control.name, value).unwrap_or(mark);
    }
    mark
}

/// Plays of a level: its solution and what is nearly it, plays as a player makes them, and nonsense.
pub fn plays(game: &dyn Game, level: &Level, rng: &mut Rng) -> Vec<Play> {
    let mut plays = vec![Play::default()];
    plays.extend(level.intended.clone());
    for _ in 0..12 {
        plays.push(made(game, level, rng));
    }
    let sites: Vec<Site> = game.layout_of(level).sites.into_iter().map(|(site, _)| site).collect();
    let marks: Vec<Mark> =
        plays.iter().flat_map(Play::iter).map(|(_, mark)| mark.clone()).collect();
    for number in 0..24 {
        let from = level.intended.as_ref().filter(|_| number % 2 == 0);
        let mut play = from.unwrap_or(&plays[rng.usize(..plays.len())]).clone();
        for _ in 0..rng.usize(1..=2) {
            mutate(&mut play, (&sites, &marks), rng);
        }
        plays.push(play);
    }
    plays
}

fn mutate(play: &mut Play, (sites, marks): (&[Site], &[Mark]), rng: &mut Rng) {
    let held: Vec<Site> = play.iter().map(|(site, _)| site).collect();
    let site = match held.is_empty() || rng.u8(..4) == 0 {
        true => sites[rng.usize(..sites.len())],
        false => held[rng.usize(..held.len())],
    };
    match (rng.u8(..3), marks.is_empty()) {
        (0, _) | (_, true) => _ = play.0.remove(&site),
        (1, _) => _ = play.0.insert(site, marks[rng.usize(..marks.len())].clone()),
        _ => {
            if let Some(mark) = play.0.remove(&site) {
                play.0.insert(sites[rng.usize(..sites.len())], mark);
            }
        }
    }
}

/// A play as a player might make it: marks from the hand, moves that can be made, lines that are drawn.
pub fn made(game: &dyn Game, level: &Level, rng: &mut Rng) -> Play {
    let mut play = Play::default();
    if let Some(moves) = game.moves() {
        for _ in 0..rng.usize(0..30) {
            let legal = moves.legal(level, &play);
            let Some(one) = rng.choice(&legal) else { break };
            play.0.insert(Site::step(play.len()), one.mark.clone());
        }
        return play;
    }
    if let Some(drawing) = game.drawing() {
        let sites: Vec<Site> =
            game.layout_of(level).sites.into_iter().map(|(site, _)| site).collect();
        for _ in 0..rng.usize(1..6) {
            let pens = drawing.pens(level, &play);
            let Some(mut at) = rng.choice(&pens).copied() else { break };
            play = drawing.pen_set(level, &play, at);
            for _ in 0..rng.usize(1..40) {
                let near = |site: &&Site| {
                    site.place == at.place
                        && site.col.abs_diff(at.col) + site.row.abs_diff(at.row) == 1
                };
                let near: Vec<&Site> = sites.iter().filter(near).collect();
                let Some(to) = rng.choice(&near) else { break };
                // A pen that goes back takes back what was drawn.
                match drawing.pen(level, &play, at, **to) {
                    Some((next, pen)) if next.len() > play.len() || rng.u8(..6) == 0 => {
                        (play, at) = (next, pen);
                    }
                    _ => {}
                }
                if game.judge(level, &play) == Verdict::Solved {
                    return play;
                }
            }
        }
        return play;
    }
    let cells: Vec<Site> = level.board.cells().collect();
    for _ in 0..rng.usize(1..=cells.len()) {
        let hand = game.hand(level, &play);
        let hand: Vec<_> = hand.into_iter().filter(|item| item.left > 0).collect();
        let Some(item) = rng.choice(&hand) else { break };
        let site = cells[rng.usize(..cells.len())];
        if level.mark(site).is_none() {
            play.0.insert(site, item.mark.clone());
        }
    }
    play
}

/// Ten plays that a player can make and that solve nothing.
pub fn refused(game: &dyn Game, level: &Level, solution: &Play, rng: &mut Rng) -> Vec<Play> {
    let mut found: Vec<Play> = Vec::new();
    let wrong = |play: &Play| matches!(game.judge(level, play), Verdict::Unsolved { .. });
    for _ in 0..400 {
        if found.len() == 10 {
            break;
        }
        let play = match &*level.game {
            _ if game.moves().is_some() => {
                let mut play = made(game, level, rng);
                if game.judge(level, &play) == Verdict::Solved {
                    play.0.pop_last();
                }
                play
            }
            "witness" => walk(game, level, rng),
            _ => {
                let mut play = solution.clone();
                for _ in 0..rng.usize(1..=3) {
                    let sites: Vec<Site> = play.iter().map(|(site, _)| site).collect();
                    if let Some(site) = rng.choice(&sites) {
                        play.0.remove(site);
                    }
                }
                if level.game == "refraction" && rng.bool() {
                    moved(level, &mut play, rng);
                }
                play
            }
        };
        if !play.is_empty() && wrong(&play) {
            found.push(play);
        }
    }
    // If a single mark or move solves a level, the empty play is the only other one.
    if wrong(&Play::default()) {
        found.resize(10, Play::default());
    }
    found
}

/// Moves a piece to another free cell.
fn moved(level: &Level, play: &mut Play, rng: &mut Rng) {
    let cells: Vec<Site> = level.board.cells().collect();
    let to = cells[rng.usize(..cells.len())];
    let sites: Vec<Site> = play.iter().map(|(site, _)| site).collect();
    if let Some(site) = rng.choice(&sites)
        && level.mark(to).is_none()
        && play.get(to).is_none()
        && let Some(mark) = play.0.remove(site)
    {
        play.0.insert(to, mark);
    }
}

/// A line from a start, drawn forwards alone.
fn walk(game: &dyn Game, level: &Level, rng: &mut Rng) -> Play {
    let Some(drawing) = game.drawing() else { return Play::default() };
    let pens = drawing.pens(level, &Play::default());
    let Some(mut at) = rng.choice(&pens).copied() else { return Play::default() };
    let mut play = drawing.pen_set(level, &Play::default(), at);
    for _ in 0..rng.usize(3..60) {
        let steps = [(0i32, -1i32), (0, 1), (-1, 0), (1, 0)];
        let (dx, dy) = steps[rng.usize(..4)];
        let part = |from: u16, by: i32| u16::try_from(i32::from(from) + by);
        let (Ok(col), Ok(row)) = (part(at.col, dx), part(at.row, dy)) else { continue };
        let to = Site { place: Place::Vertex, col, row };
        match drawing.pen(level, &play, at, to) {
            Some((next, pen)) if next.len() > play.len() => (play, at) = (next, pen),
            _ => {}
        }
    }
    play
}

/// A title that tries to be markup.
pub fn hostile() -> Pack {
    let mut level = Level::open("sudoku", Board { cols: 4, rows: 4, tray: 0 });
    level.title = "</script><script>document.title='taken'</script>".to_owned();
    level.author = "<img src=x onerror=\"document.title='taken'\">".to_owned();
    level.paint(Site::cell(0, 0), Some(mark("1")));
    let mut pack = Pack { levels: vec![std::sync::Arc::new(level)], ..Pack::default() };
    pack.title = "<svg onload=\"document.title='taken'\">\u{2028}</title><script>document.title='taken'</script>".to_owned();
    pack.author = "\"><script>document.title='taken'</script>".to_owned();
    pack.play.about = "<!--<script>document.title='taken'</script>".to_owned();
    pack
}
