//! Selected marks as a block: moving, copying, mirroring, rotating; and setting one in place.
//!
//! Sites of all kinds lie on one lattice of half cells (a cell in the middle of its square, an edge
//! on its line), so that one mapping of coordinates moves them all.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::state::{Clip, Clipped};
use crate::board::tool::Tool;
use crate::kit::toasts::ToastTone;
use crate::session::chrome::WindowEffect;
use crate::session::state::State;
use crate::text;
use foolproof_game::{
    Control, ControlError, Game, Side, Turn, carry_along, shifted_level, turned_half, turned_level,
};
use foolproof_level::lattice::{Half, half, moved_to, shifted};
use foolproof_level::{Board, Hold, Level, Mark, Place, Site, Spot};

/// Returns the rectangle of whole cells around sites.
fn bounds(sites: &BTreeSet<Site>) -> Option<(Half, Half)> {
    let mut halves = sites.iter().filter(|site| !site.place.is_linear()).map(|site| half(*site));
    let first = halves.next()?;
    let (mut least, mut most) = (first, first);
    for (x, y) in halves {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    let down = |n: i32| n - n.rem_euclid(2);
    let up = |n: i32| n + n.rem_euclid(2);
    Some(((down(least.0), down(least.1)), (up(most.0), up(most.1))))
}

/// Spots to put down, and the result.
struct Landing {
    put: Vec<(Site, Spot)>,
    /// Number of spots that fell off the board or were refused by the game.
    lost: usize,
}

fn land(
    game: &dyn Game,
    board: &Board,
    spots: impl IntoIterator<Item = (Option<Site>, Spot)>,
) -> Landing {
    let mut landing = Landing { put: Vec::new(), lost: 0 };
    for (site, spot) in spots {
        let fits = site.filter(|site| {
            let allowed = |mark: &Mark| game.accepts(board, *site, mark).is_ok();
            board.contains(*site) && spot.mark.as_ref().is_none_or(allowed)
        });
        match fits {
            Some(site) => landing.put.push((site, spot)),
            None => landing.lost += 1,
        }
    }
    landing
}

impl State {
    /// Moves the selection by the vector from one site to another.
    pub(crate) fn move_selection(&mut self, from: Site, to: Site) {
        let (one, other) = (half(from), half(to));
        let by = match from.place.is_linear() && to.place == from.place {
            true => ((i32::from(to.col) - i32::from(from.col)) * 2, 0),
            false => (other.0 - one.0, other.1 - one.1),
        };
        if by == (0, 0) {
            return;
        }
        // A single mark may also go to another kind of place, such as from the board to the tray. Layers of
        // cells are one kind.
        if from.cell_of_layer().place != to.cell_of_layer().place {
            return self.carry(from, to);
        }
        self.move_by(by);
    }

    /// Moves the selection by one cell.
    pub(crate) fn nudge(&mut self, toward: Side) {
        let (cols, rows) = toward.step();
        self.move_by((cols * 2, rows * 2));
    }

    fn move_by(&mut self, by: Half) {
        let Some((game, level)) = self.scene() else { return };
        let sites = self.movable(&level, self.board.targets());
        if sites.is_empty() {
            return;
        }
        let moved = sites.iter().map(|site| (shifted(*site, by), level.spot(*site)));
        let landing = land(&*game, &level.board, moved);
        if landing.lost > 0 {
            return self.say(ToastTone::Note, text::NO_ROOM_TO_MOVE);
        }
        let select: BTreeSet<Site> = landing.put.iter().map(|(site, _)| *site).collect();
        if !self.move_block("Move", None, &sites, landing.put) {
            return;
        }
        if self.board.selection.is_empty() {
            self.board.cursor = select.first().copied();
        } else {
            self.board.selection = select;
            self.board.cursor = self.board.cursor.and_then(|site| shifted(site, by));
        }
    }

    /// Returns the sites that are not locked, and reports the number of locked ones.
    fn movable(&mut self, level: &Level, mut sites: BTreeSet<Site>) -> BTreeSet<Site> {
        let all = sites.len();
        sites.retain(|site| level.hold(*site) != Hold::Locked);
        self.say_kept(all - sites.len());
        sites
    }

    /// Puts the spots of a block at their destinations, in site order, along with the parts of the concept
    /// and the intended solution that name them; shows a message and returns false if that is impossible.
    fn move_block(
        &mut self,
        name: &str,
        turn: Option<Turn>,
        sites: &BTreeSet<Site>,
        spots: Vec<(Site, Spot)>,
    ) -> bool {
        let Some((game, level)) = self.scene() else { return false };
        let is_locked = |site: &Site| level.hold(*site) == Hold::Locked;
        if spots.iter().any(|(site, _)| is_locked(site)) {
            self.say(ToastTone::Note, text::LOCKED_IN_THE_WAY);
            return false;
        }
        let to: BTreeMap<Site, Site> =
            sites.iter().copied().zip(spots.iter().map(|(site, _)| *site)).collect();
        let mut after = (*level).clone();
        clear(&mut after, sites);
        put(&mut after, spots);
        match carry_along(&*game, &level, &mut after, &to, turn) {
            Err(why) => {
                self.say(ToastTone::Note, text::sentence(&why.to_string()));
                return false;
            }
            Ok(true) => self.say(ToastTone::Note, text::WENT_ALONG),
            Ok(false) => {}
        }
        self.edit(name, |level| *level = after);
        true
    }

    fn carry(&mut self, from: Site, to: Site) {
        let Some((game, level)) = self.scene() else { return };
        let spot = level.spot(from);
        let Some(mark) = &spot.mark else { return };
        if self.movable(&level, BTreeSet::from([from])).is_empty() {
            return;
        }
        if level.hold(to) == Hold::Locked {
            return self.say(ToastTone::Note, text::LOCKED_IN_THE_WAY);
        }
        if let Err(why) = game.accepts(&level.board, to, mark) {
            return self.say(ToastTone::Note, text::sentence(&why.to_string()));
        }
        self.edit("Move", |level| {
            level.set(from, Spot::default());
            level.set(to, spot);
        });
        self.board.selection = BTreeSet::from([to]);
        self.board.cursor = Some(to);
    }

    /// Copies the selection, here and as text to the system's clipboard.
    pub(crate) fn copy(&mut self) {
        let Some(level) = self.level().cloned() else { return };
        let spots: Vec<Clipped> = self
            .board
            .targets()
            .into_iter()
            .map(|site| (site, level.spot(site)))
            .filter(|(_, spot)| spot.hold != Hold::Open)
            .map(|(site, spot)| Clipped {
                site,
                mark: spot.mark,
                locked: spot.hold == Hold::Locked,
            })
            .collect();
        if spots.is_empty() {
            return self.say(ToastTone::Note, text::NOTHING_TO_COPY);
        }
        let clip = Clip { version: 1, game: level.game.clone(), spots };
        self.chrome.request(WindowEffect::Copy(serde_json::to_string(&clip).unwrap_or_default()));
        self.board.clip = Some(clip);
    }

    pub(crate) fn cut(&mut self) {
        self.copy();
        let targets = self.board.targets();
        self.erase(targets);
    }

    /// Pastes a text from the system's clipboard: marks, or levels that any program wrote.
    pub(crate) fn paste_text(&mut self, words: &str) {
        match serde_json::from_str::<Clip>(words) {
            Ok(clip) if clip.version == 1 => {
                self.board.clip = Some(clip);
                self.paste();
            }
            _ => self.chrome.request(WindowEffect::PasteLevels(words.to_owned())),
        }
    }

    /// Pastes the last copied marks, at the cursor or the pointer.
    pub(crate) fn paste(&mut self) {
        let (Some(clip), Some((game, level))) = (self.board.clip.clone(), self.scene()) else {
            return self.say(ToastTone::Note, text::NO_MARKS_TO_PASTE);
        };
        if clip.game != level.game {
            return self.say(ToastTone::Note, text::MARKS_OF_ANOTHER_GAME);
        }
        let sites: BTreeSet<Site> = clip.spots.iter().map(|spot| spot.site).collect();
        let corner = bounds(&sites).map_or((0, 0), |(least, _)| least);
        let at = self.board.hover.or(self.board.cursor).filter(|site| !site.place.is_linear());
        let to = at.map_or(corner, |site| {
            let (x, y) = half(site);
            (x - x.rem_euclid(2), y - y.rem_euclid(2))
        });
        let by = (to.0 - corner.0, to.1 - corner.1);
        let spots = clip.spots.into_iter().map(|clipped| {
            let hold = if clipped.locked { Hold::Locked } else { Hold::Painted };
            // Slots of a tray have no place relative to the board: they stay in theirs.
            let linear = clipped.site.place.is_linear();
            let site = if linear { Some(clipped.site) } else { shifted(clipped.site, by) };
            (site, Spot { mark: clipped.mark, hold })
        });
        let landing = land(&*game, &level.board, spots);
        if landing.lost > 0 {
            self.say(ToastTone::Note, text::left_out(landing.lost));
        }
        let select: BTreeSet<Site> = landing.put.iter().map(|(site, _)| *site).collect();
        self.edit("Paste", |level| put(level, landing.put));
        self.board.cursor = select.first().copied();
        self.board.selection = select;
    }

    /// Mirrors or rotates the selection as a block, or the whole level if all cells and marks are selected.
    pub(crate) fn turn(&mut self, turn: Turn) {
        let all = self.scene().is_some_and(|(game, level)| {
            let sites = game.layout_of(&level).sites.into_iter().map(|(site, _)| site);
            let mut meant =
                sites.filter(|site| site.place == Place::Cell || level.mark(*site).is_some());
            meant.all(|site| self.board.selection.contains(&site))
        });
        if self.board.selection.is_empty() || all {
            self.turn_level(turn);
        } else {
            self.turn_selection(turn);
        }
    }

    fn turn_selection(&mut self, turn: Turn) {
        let Some((game, level)) = self.scene() else { return };
        let (least, most) = bounds(&self.board.selection).unwrap_or_default();
        let sites = self.movable(&level, self.board.selection.clone());
        if sites.is_empty() {
            return;
        }
        let turned = sites.iter().map(|site| {
            let spot = level.spot(*site);
            let mark = spot.mark.map(|mark| game.turned(&mark, turn));
            let to = match site.place.is_linear() {
                true => Some(*site),
                false => moved_to(*site, turned_half(half(*site), turn, least, most)),
            };
            (to, Spot { mark, ..spot })
        });
        let landing = land(&*game, &level.board, turned);
        if landing.lost > 0 {
            return self.say(ToastTone::Note, text::NO_ROOM_TO_TURN);
        }
        let select: BTreeSet<Site> = landing.put.iter().map(|(site, _)| *site).collect();
        if self.move_block(turn_name(turn), Some(turn), &sites, landing.put) {
            self.board.selection = select;
        }
    }

    fn turn_level(&mut self, turn: Turn) {
        let Some((game, level)) = self.scene() else { return };
        match turned_level(&*game, &level, turn) {
            Ok(after) => _ = self.edit_locked(turn_name(turn), |level| *level = after),
            Err(why) => {
                return self.say(
                    ToastTone::Note,
                    text::sentence(&format!("This cannot be turned: {why}")),
                );
            }
        }
        if !self.board.selection.is_empty()
            && let Some((game, level)) = self.scene()
        {
            let sites = game.layout_of(&level).sites;
            self.board.selection = sites.into_iter().map(|(site, _)| site).collect();
        }
    }

    /// Changes the size of the board, unless the concept names what would fall off; the contents move by `cols`
    /// columns and `rows` rows, for growing at the left and at the top.
    pub fn resize(&mut self, name: &str, board: Board, cols: i32, rows: i32) {
        let Some((game, level)) = self.scene() else { return };
        let locked =
            |level: &Level| level.spots().filter(|(_, spot)| spot.hold == Hold::Locked).count();
        match shifted_level(&*game, &level, board, cols, rows) {
            Ok(after) if locked(&after) < locked(&level) => {
                self.say(ToastTone::Note, text::LOCKED_FALL_OFF);
            }
            Ok(after) => _ = self.edit_locked(name, |level| *level = after),
            Err(why) => self.say(ToastTone::Note, text::sentence(&why.to_string())),
        }
    }

    /// Turns each selected mark on its own site by `quarters` quarter turns clockwise; with the paint tool,
    /// turns the brush in hand.
    pub(crate) fn turn_marks(&mut self, quarters: usize) {
        let Some((game, level)) = self.scene() else { return };
        let turned = |mark: &Mark| {
            (0..quarters).fold(mark.clone(), |mark, _| game.turned(&mark, Turn::Clockwise))
        };
        let brush =
            self.board.brush.as_ref().map(turned).filter(|_| self.board.tool == Tool::PAINT);
        if brush.is_some() && brush != self.board.brush {
            self.board.brush = brush;
            return;
        }
        let targets: Vec<(Site, Mark)> = self
            .board
            .targets()
            .into_iter()
            .filter_map(|site| Some((site, turned(level.mark(site)?))))
            .collect();
        if targets.is_empty() {
            self.board.brush = self.board.brush.as_ref().map(turned);
            return;
        }
        self.set_marks("Rotate the mark", targets);
    }

    fn set_marks(&mut self, name: &str, marks: Vec<(Site, Mark)>) {
        self.edit(name, |level| {
            for (site, mark) in marks {
                level.paint(site, Some(mark));
            }
        });
    }

    /// Sets one property of the mark on a site; returns the reason if the game refuses.
    pub(crate) fn set_control(
        &mut self,
        site: Site,
        control: &str,
        value: &str,
    ) -> Result<(), ControlError> {
        let Some((game, level)) = self.scene() else { return Ok(()) };
        let Some(mark) = level.mark(site) else { return Ok(()) };
        let mark = game.set_control(mark, control, value)?;
        game.accepts(&level.board, site, &mark)?;
        self.set_marks(&format!("Set {control}"), vec![(site, mark)]);
        Ok(())
    }

    /// Steps the selected marks to the next or previous value of their main control.
    pub(crate) fn cycle(&mut self, step: i32) {
        let Some((game, level)) = self.scene() else { return };
        let next: Vec<(Site, Mark)> = self
            .board
            .targets()
            .into_iter()
            .filter_map(|site| Some((site, next_mark(&*game, level.mark(site)?, step)?)))
            .collect();
        if next.is_empty() {
            if let Some(mark) =
                self.board.brush.as_ref().and_then(|mark| next_mark(&*game, mark, step))
            {
                self.board.brush = Some(mark);
            }
            return;
        }
        self.set_marks("Set the value", next);
    }
}

fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::MirrorColumns => "Mirror left and right",
        Turn::MirrorRows => "Mirror top and bottom",
        Turn::Clockwise => "Rotate",
    }
}

fn clear(level: &mut Level, sites: &BTreeSet<Site>) {
    for site in sites {
        level.set(*site, Spot::default());
    }
}

fn put(level: &mut Level, spots: Vec<(Site, Spot)>) {
    for (site, spot) in spots {
        level.set(site, spot);
    }
}

/// Returns the mark with the next value of its main control: the first one that is a number or a fraction, or
/// else the first one with a choice.
fn next_mark(game: &dyn Game, mark: &Mark, step: i32) -> Option<Mark> {
    let controls = game.controls(mark);
    let free = controls.iter().find(|control| control.options.is_empty());
    let control = free.or_else(|| controls.first())?;
    let value = next_value(control, step)?;
    game.set_control(mark, &control.name, &value).ok()
}

fn next_value(control: &Control, step: i32) -> Option<String> {
    if !control.options.is_empty() {
        let at = control.options.iter().position(|(value, _)| *value == control.value)?;
        let count = i64::try_from(control.options.len()).ok()?;
        let next = (i64::try_from(at).ok()? + i64::from(step)).rem_euclid(count);
        return control.options.get(usize::try_from(next).ok()?).map(|(value, _)| value.clone());
    }
    next_fraction(&control.value, step)
}

/// Returns the next larger or smaller fraction that a designer is likely to want.
fn next_fraction(value: &str, step: i32) -> Option<String> {
    let (num, den) = value.split_once('/').unwrap_or((value, "1"));
    let (num, den): (i64, i64) = (num.trim().parse().ok()?, den.trim().parse().ok()?);
    // Multiples of 1/5040, so that every likely fraction is a whole number of them.
    let key = |num: i64, den: i64| num.checked_mul(5040)?.checked_div(den);
    let mut likely: BTreeMap<i64, String> = (1..=12).map(|n| (n * 5040, n.to_string())).collect();
    let parts = [2, 3, 4, 6, 8, 9].into_iter().flat_map(|den| (1..den).map(move |num| (num, den)));
    for (num, den) in parts.chain([(3, 2)]) {
        let divisor = gcd(num, den);
        let words = format!("{}/{}", num / divisor, den / divisor);
        likely.insert(key(num, den)?, words);
    }
    let here = key(num, den)?;
    match step > 0 {
        true => likely.range(here + 1..).next().map(|(_, words)| words.clone()),
        false => likely.range(..here).next_back().map(|(_, words)| words.clone()),
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites(words: &str) -> BTreeSet<Site> {
        words.split(' ').map(|word| word.parse().expect("a site")).collect()
    }

    #[test]
    fn turns_every_kind_of_site_back_to_itself() {
        let all =
            sites("cell(2,1) under(2,1) over(3,2) hedge(2,1) vedge(3,1) vertex(4,3) cell(4,2)");
        let (least, most) = bounds(&all).expect("bounds");
        for site in &all {
            let mut place = half(*site);
            for _ in 0..4 {
                place = turned_half(place, Turn::Clockwise, least, most);
            }
            assert_eq!(moved_to(*site, place), Some(*site));
            for turn in [Turn::MirrorColumns, Turn::MirrorRows] {
                let once = turned_half(half(*site), turn, least, most);
                assert_eq!(moved_to(*site, turned_half(once, turn, least, most)), Some(*site));
            }
        }
    }

    #[test]
    fn fractions_go_up_and_down_in_order() {
        let check = |from: &str, step, to: &str| {
            assert_eq!(next_fraction(from, step).as_deref(), Some(to), "{from} by {step}");
        };
        check("1", 1, "3/2");
        check("1/2", 1, "5/9");
        check("1/2", -1, "4/9");
        check("2", 1, "3");
        assert_eq!(next_fraction("1/9", -1), None);
        assert_eq!(next_fraction("x", 1), None);
    }
}
