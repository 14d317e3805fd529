//! Makes boards with one solution that practises the concept: around penguins that are there, by trying; on
//! empty ice, push by push backwards from the end.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::about::PenguinPush;
use crate::ice::PENGUIN;
use crate::ice::{Ice, Penguins, Push, bits};
use crate::search::{BoardSearch, SearchHalted, play};
use foolproof_game::{Maker, MakerWish, Properties as _, StopCheck};
use foolproof_level::{Hold, Level, Mark};

/// The maker of this game.
pub(crate) struct Placer;

/// Boards tried around given penguins, for each number of penguins.
const TRIES: usize = 20_000;
/// Number of walks backwards from the end.
const WALKS: usize = 400;
/// Least and greatest number of penguins to add unless the wish sets one.
const USUAL: (u32, u32) = (2, 5);
/// Most penguins of a board on empty ice, unless the wish says otherwise.
const USUAL_MOST: u32 = 10;
/// Most penguins to add when as few as possible are wanted.
const ADDED: u32 = 6;

impl Maker for Placer {
    fn can_mend(&self) -> bool {
        true
    }

    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level> {
        let (ice, held) = Ice::of_level(level)?;
        let cells = bits(ice.all & !held);
        let is_open = |cell: &usize| level.hold(ice.site(*cell)) == Hold::Open;
        let open: Penguins = cells.filter(is_open).fold(0, |open, cell| open | 1 << cell);
        let mut rng = Rng::with_seed(wish.seed);
        let penguin: Mark = PENGUIN.parse().ok()?;
        let finished = |board: Penguins| {
            let path = only(&ice, board, stop).ok().flatten()?;
            let mut made = level.clone();
            for cell in bits(board & !held) {
                made.paint(ice.site(cell), Some(penguin.clone()));
            }
            let solution = play(&ice, &path);
            practises(level, &made, &solution, stop).then(|| {
                made.intended = Some(solution);
                made
            })
        };
        let aims = aims(held.count_ones(), open.count_ones(), wish, &mut rng);
        let mut tries = Tries { ice: &ice, held, open, rng, stop, finished: &finished };
        for aim in aims {
            let made = match held == 0 && wish.image.is_none() && !wish.minimal {
                true => tries.backwards(aim),
                false => tries.around(aim, wish),
            };
            if made.is_some() || stop() {
                return made;
            }
        }
        None
    }
}

/// Numbers of penguins that the board may have, in the order in which they are tried.
fn aims(here: u32, open: u32, wish: &MakerWish<'_>, rng: &mut Rng) -> RangeInclusive<u32> {
    let (least, most) = wish.marks.unwrap_or(match (wish.minimal, here) {
        (true, n) => (n, n + ADDED),
        (false, 0) => (4, USUAL_MOST),
        (false, n) => (n + USUAL.0, n + USUAL.1),
    });
    let (least, most) = (least.max(here).max(2), most.min(here + open));
    if wish.minimal || least > most {
        return least..=most;
    }
    let aim = rng.u32(least..=most);
    aim..=aim
}

/// Returns whether the only solution of a made board practises the concept. The concept's intended solution
/// is that of the level in the request.
fn practises(
    asked: &Level,
    made: &Level,
    solution: &foolproof_level::Play,
    stop: StopCheck<'_>,
) -> bool {
    let mut meant = made.clone();
    meant.intended.clone_from(&asked.intended);
    let holds = meant.concept.evaluate(&mut |property| match PenguinPush.is_of_level(property) {
        true => PenguinPush.level_has(&meant, property, stop),
        false => PenguinPush.practises(&meant, solution, property),
    });
    holds != Some(false)
}

/// The pushes of the only solution; `None` if there is not exactly one.
pub(crate) fn only(
    ice: &Ice,
    board: Penguins,
    stop: StopCheck<'_>,
) -> Result<Option<Vec<Push>>, SearchHalted> {
    let mut found = Vec::new();
    let mut search = BoardSearch::new(ice, stop);
    let ended = search.each(board, &mut Vec::new(), &mut |path| {
        found.push(path.to_vec());
        found.len() > 1
    });
    Ok(if ended? { None } else { found.pop() })
}

/// The pushes of a first solution.
pub(crate) fn first(ice: &Ice, board: Penguins) -> Option<Vec<Push>> {
    let mut found = None;
    let ended = BoardSearch::new(ice, &|| false).each(board, &mut Vec::new(), &mut |path| {
        found = Some(path.to_vec());
        true
    });
    ended.ok().and(found)
}

/// Boards that are tried at random until one is finished: a level with one solution, as it should be.
struct Tries<'a> {
    ice: &'a Ice,
    /// Penguins that stay, and cells for others.
    held: Penguins,
    open: Penguins,
    rng: Rng,
    stop: StopCheck<'a>,
    finished: &'a dyn Fn(Penguins) -> Option<Level>,
}

impl Tries<'_> {
    /// Tries boards with random penguins on open cells, up to the wanted number.
    fn around(&mut self, aim: u32, wish: &MakerWish<'_>) -> Option<Level> {
        let Self { ice, held, open, rng, stop, finished } = self;
        let free: Vec<usize> = bits(*open).collect();
        let mut cells = free.clone();
        // With no penguin or one missing, each cell is tried once.
        let tries = match aim - held.count_ones() {
            0 => 1,
            1 => free.len(),
            _ => TRIES,
        };
        rng.shuffle(&mut cells);
        for number in 0..tries {
            match tries == free.len() {
                true => cells.rotate_left(usize::from(number > 0)),
                false => rng.shuffle(&mut cells),
            }
            if stop() {
                return None;
            }
            let mut board = *held;
            for cell in &cells {
                let image = wish.image.and_then(|image| ice.cell(image(ice.site(*cell))));
                let pair = 1 << cell | image.map_or(0, |cell| 1 << cell) & *open;
                if (board | pair).count_ones() <= aim {
                    board |= pair;
                }
                if board.count_ones() >= aim {
                    break;
                }
            }
            if board.count_ones() == aim
                && let Some(made) = finished(board)
            {
                return Some(made);
            }
        }
        None
    }

    /// A board of open cells whose pushes lead to two penguins in a line: each push taken back
    /// leaves a board with one solution.
    fn backwards(&mut self, aim: u32) -> Option<Level> {
        let Self { ice, open, rng, stop, finished, .. } = self;
        let pairs: Vec<Penguins> = bits(ice.all)
            .flat_map(|one| {
                bits(ice.all >> one >> 1).map(move |two| 1 << one | 1 << (one + two + 1))
            })
            .filter(|board| ice.has_push(*board))
            .collect();
        for _ in 0..WALKS {
            let mut board = rng.choice(&pairs).copied()?;
            while board.count_ones() < aim {
                let mut parents = Vec::new();
                ice.any_parent(board, |_, parent| {
                    parents.push(parent);
                    false
                });
                rng.shuffle(&mut parents);
                let next = parents
                    .into_iter()
                    .find(|parent| only(ice, *parent, stop).is_ok_and(|path| path.is_some()));
                match next {
                    Some(parent) if !stop() => board = parent,
                    _ => break,
                }
            }
            if stop() {
                return None;
            }
            if board.count_ones() == aim
                && board & !*open == 0
                && let Some(made) = finished(board)
            {
                return Some(made);
            }
        }
        None
    }
}
