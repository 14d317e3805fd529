//! Turns, mirrors and moves a whole level, also on a board that grows or shrinks, and updates what belongs to a
//! moved block.
//!
//! Everything that names a site follows it: properties of the concept, solutions that were allowed or
//! forbidden, the intended solution and its locked part. What cannot follow is refused with a reason, and the
//! level stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::abilities::moves::Moves;
use crate::abilities::properties::ParamKind;
use crate::about::Verdict;
use crate::game::Game;
use crate::outside_clues::PlacedClues;
use crate::turn::{Turn, TurnError};
use foolproof_level::{Board, Level, Mark, Place, Play, Site, Spot};

/// Turns a whole level: board, marks, concept and intended solution.
pub fn turned_level(game: &dyn Game, level: &Level, turn: Turn) -> Result<Level, TurnError> {
    if !level.concept.own_rules().is_empty() {
        return Err(TurnError::OwnRules);
    }
    game.can_turn(level, turn)?;
    let level = game.spelled_out(level)?;
    let whole = WholeTurn::of(game, &level, turn);
    let clues = whole.clues;
    let board = clues.turned_board(level.board, turn);
    if board != level.board {
        game.about().allows(board).map_err(TurnError::Board)?;
    }
    let way = SiteMapping::Whole(&whole);
    let orders = game.turning().is_some_and(|turning| turning.orders_clues());
    let mut after = level.clone();
    if let Some(turning) = game.turning().filter(|_| turn == Turn::Clockwise) {
        turning.swap_margin(&mut after);
    }
    for (site, _) in level.spots() {
        after.set(site, Spot::default());
    }
    after.board = board;
    for (site, spot) in level.spots() {
        let turned = |mark: &Mark| match orders && clues.is_reversed(site, turn) {
            true => game.reversed(&game.turned(mark, turn)),
            false => game.turned(mark, turn),
        };
        let mark = match site.place {
            Place::Constraint => {
                let carried = spot.mark.as_ref().map(|mark| way.constraint(mark));
                carried.map(|mark| mark.ok_or_else(|| off_board("the level", site))).transpose()?
            }
            _ => spot.mark.as_ref().map(turned),
        };
        let to = way.to(site).ok_or_else(|| off_board("the level", site))?;
        after.set(to, Spot { mark, hold: spot.hold });
    }
    follow(game, &level, &mut after, &way)?;
    Ok(after)
}

/// Updates everything that names sites of a block whose marks have been moved from `before` to `after`, and
/// turned. Returns whether the concept or the intended solution changed.
pub fn carry_along(
    game: &dyn Game,
    before: &Level,
    after: &mut Level,
    to: &BTreeMap<Site, Site>,
    turn: Option<Turn>,
) -> Result<bool, TurnError> {
    let mut meant = named_in_rules(before).into_iter();
    if let Some(site) = meant.find(|site| to.get(site).is_some_and(|to| to != site)) {
        return Err(TurnError::NamedInRules(site));
    }
    follow(game, before, after, &SiteMapping::Block(to, turn))?;
    Ok((&before.concept, &before.intended) != (&after.concept, &after.intended))
}

/// Moves a level to another board, with its contents moved right and down: for growing or shrinking at the left
/// and at the top. Contents that fall off are dropped, also from the intended solution; sites that the concept
/// names must not fall off.
pub fn shifted_level(
    game: &dyn Game,
    level: &Level,
    board: Board,
    cols: i32,
    rows: i32,
) -> Result<Level, TurnError> {
    let clues = (game.placed_clues(level, level.board), game.placed_clues(level, board));
    if (cols, rows) == (0, 0) && !clues.0.ends_with_clues() {
        room_for(game, level, board)?;
        let mut after = level.clone();
        after.resize(board);
        return Ok(after);
    }
    if let Some(site) = named_in_rules(level).into_iter().next() {
        return Err(TurnError::NamedInRules(site));
    }
    let mut before = game.spelled_out(level)?;
    let way = SiteMapping::Shift { clues, to: board, cols, rows };
    if let Some(play) = &mut before.intended {
        play.0.retain(|site, _| way.to(*site).is_some());
    }
    before.intended_locked.retain(|site| way.to(*site).is_some());
    let mut after = before.clone();
    for (site, _) in before.spots() {
        after.set(site, Spot::default());
    }
    after.board = board;
    for (site, spot) in before.spots() {
        let carried = match site.place {
            Place::Constraint => spot.mark.as_ref().and_then(|mark| way.constraint(mark)),
            _ => spot.mark.clone(),
        };
        if let Some(to) = way.to(site).filter(|_| carried.is_some() == spot.mark.is_some()) {
            after.set(to, Spot { mark: carried, hold: spot.hold });
        }
    }
    follow(game, &before, &mut after, &way)?;
    Ok(after)
}

/// Counts the marks that would fall off.
pub fn falling_off(game: &dyn Game, level: &Level, board: Board, cols: i32, rows: i32) -> usize {
    let clues = (game.placed_clues(level, level.board), game.placed_clues(level, board));
    let way = SiteMapping::Shift { clues, to: board, cols, rows };
    let falls = |site: Site, mark: &Mark| match site.place {
        Place::Constraint => way.constraint(mark).is_none(),
        _ => way.to(site).is_none(),
    };
    level.marks().filter(|(site, mark)| falls(*site, mark)).count()
}

/// Checks that everything named by the concept still fits on a board of another size; an error says which thing
/// does not.
pub fn room_for(game: &dyn Game, level: &Level, board: Board) -> Result<(), TurnError> {
    let mut named = named_in_rules(level);
    level.concept.properties().into_iter().for_each(|one| named.extend(sites_of(game, one)));
    let lost = |site: &Site| level.board.contains(*site) && !board.contains(*site);
    match named.into_iter().find(lost) {
        Some(site) => Err(off_board("the concept", site)),
        None => Ok(()),
    }
}

fn off_board(who: &'static str, site: Site) -> TurnError {
    TurnError::OffBoard { who, site }
}

/// A turn of a whole board.
struct WholeTurn {
    clues: PlacedClues,
    turn: Turn,
    /// Sites that change places before the turn.
    swapped: BTreeMap<Site, Site>,
}

impl WholeTurn {
    fn of(game: &dyn Game, level: &Level, turn: Turn) -> Self {
        let clues = game.placed_clues(level, level.board);
        let Some(turning) = game.turning() else {
            return Self { clues, turn, swapped: BTreeMap::new() };
        };
        let mut swapped = turning.swapped(level, turn);
        if turning.orders_clues() {
            // The clues of a line change places among themselves; gaps between them stay.
            let reversed = level.marks().map(|(site, _)| site);
            for site in reversed.filter(|site| clues.is_reversed(*site, turn)) {
                let mut held = clues.line_of(site);
                held.retain(|one| level.mark(*one).is_some());
                let place = held.iter().position(|one| *one == site);
                let other = place.and_then(|place| held.iter().rev().nth(place));
                swapped.extend(other.map(|other| (site, *other)));
            }
        }
        Self { clues, turn, swapped }
    }

    fn to(&self, site: Site) -> Option<Site> {
        self.clues.turned(self.swapped.get(&site).copied().unwrap_or(site), self.turn)
    }
}

/// Movement of sites.
enum SiteMapping<'a> {
    /// A whole board, turned.
    Whole(&'a WholeTurn),
    /// Sites of a block with their new sites, perhaps turned; all others stay.
    Block(&'a BTreeMap<Site, Site>, Option<Turn>),
    /// Moves everything right and down onto another board.
    Shift { clues: (PlacedClues, PlacedClues), to: Board, cols: i32, rows: i32 },
}

impl SiteMapping<'_> {
    /// Returns the new site; `None` if that is off the board.
    fn to(&self, site: Site) -> Option<Site> {
        match self {
            SiteMapping::Block(to, _) => Some(to.get(&site).copied().unwrap_or(site)),
            SiteMapping::Whole(..) if site.place.is_linear() => Some(site),
            SiteMapping::Shift { to, .. } if site.place.is_linear() => {
                Some(site).filter(|site| to.contains(*site))
            }
            SiteMapping::Shift { clues, to, cols, rows } => {
                clues.0.moved(site, &clues.1, *cols, *rows).filter(|site| to.contains(*site))
            }
            SiteMapping::Whole(whole) => whole.to(site),
        }
    }

    /// Moves the cells of a constraint; `None` if one of them falls off the board.
    fn constraint(&self, mark: &Mark) -> Option<Mark> {
        mark.with_sites_at(&|site| self.to(site))
    }

    fn takes(&self, site: Site) -> bool {
        match self {
            SiteMapping::Block(to, _) => to.contains_key(&site),
            SiteMapping::Whole(..) | SiteMapping::Shift { .. } => true,
        }
    }

    fn turn(&self) -> Option<Turn> {
        match self {
            SiteMapping::Block(_, turn) => *turn,
            SiteMapping::Whole(whole) => Some(whole.turn),
            SiteMapping::Shift { .. } => None,
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self, SiteMapping::Whole(..) | SiteMapping::Shift { .. })
    }
}

/// Updates everything that names sites, after the marks have moved.
fn follow(
    game: &dyn Game,
    before: &Level,
    after: &mut Level,
    way: &SiteMapping<'_>,
) -> Result<(), TurnError> {
    // A note whose site falls off the board is dropped; where two meet, the moved one stays.
    let (came, stayed): (Vec<_>, Vec<_>) =
        before.site_notes.iter().partition(|(site, _)| way.takes(**site));
    let notes = stayed.into_iter().chain(came);
    after.site_notes =
        notes.filter_map(|(site, note)| Some((way.to(*site)?, note.clone()))).collect();
    let carrier = Carrier { game, after: &after.clone(), way };
    after.concept = before.concept.mapped(&mut |property| carrier.property(property))?;
    after.map_stands(&mut |property| carrier.property(property).ok());
    let Some(intended) = &before.intended else { return Ok(()) };
    let carried = carrier.play("the intended solution", intended)?;
    if way.is_whole() || carried != *intended {
        let locked = before.intended_locked.iter();
        let to = |site: &Site| way.to(*site).ok_or_else(|| off_board("the solution", *site));
        after.intended_locked = locked.map(to).collect::<Result<_, _>>()?;
    }
    after.intended = Some(carried);
    Ok(())
}

/// Translates terms to their new sites.
struct Carrier<'a> {
    game: &'a dyn Game,
    /// The level with its marks moved.
    after: &'a Level,
    way: &'a SiteMapping<'a>,
}

impl Carrier<'_> {
    /// Translates a property of the concept. When a block moves, a property that the game does not know stays
    /// as it is.
    fn property(&self, property: &Mark) -> Result<Mark, TurnError> {
        match self.carried(property) {
            Err(_) if !self.way.is_whole() => Ok(property.clone()),
            carried => carried,
        }
    }

    fn carried(&self, property: &Mark) -> Result<Mark, TurnError> {
        let (kinds, args) = (self.game.concepts(), property.args());
        let known =
            |functor: &str, params: usize| functor == property.functor() && params == args.len();
        let kind = kinds.iter().find(|kind| known(&kind.functor, kind.params.len()));
        let Some(kind) = kind else {
            return Err(TurnError::Property(property.clone()));
        };
        let mut along = self.way.is_whole();
        let mut carried = Vec::new();
        for (param, arg) in kind.params.iter().zip(args) {
            let fault = || {
                let (argument, property) = (arg.to_owned(), property.clone());
                TurnError::Argument { argument, property }
            };
            carried.push(match &param.kind {
                ParamKind::Site | ParamKind::Line => {
                    let site = arg.parse().map_err(|_| fault())?;
                    along |= self.way.takes(site);
                    self.way.to(site).ok_or_else(|| off_board("the concept", site))?.to_string()
                }
                ParamKind::Play => {
                    let play = Play::of_term(arg).ok_or_else(fault)?;
                    self.play("a solution in the concept", &play)?.term()
                }
                ParamKind::Mark => match self.way {
                    SiteMapping::Whole(whole) => {
                        let mark = arg.parse().map_err(|_| fault())?;
                        self.game.turned(&mark, whole.turn).to_string()
                    }
                    SiteMapping::Block(..) | SiteMapping::Shift { .. } => arg.to_owned(),
                },
                ParamKind::Number { .. } | ParamKind::Choice(_) | ParamKind::Fraction => {
                    arg.to_owned()
                }
            });
        }
        let text = match carried.is_empty() {
            true => kind.functor.clone().into_owned(),
            false => format!("{}({})", kind.functor, carried.join(",")),
        };
        let mark = text.parse::<Mark>()?;
        Ok(match self.way.turn() {
            Some(turn) if along => self.game.turned_property(&mark, turn),
            _ => mark,
        })
    }

    /// Translates a play, which errors call `who`. When a block moves, the play follows unless that spoils it:
    /// a designer who moves a part of a level may leave its solution in place.
    fn play(&self, who: &'static str, play: &Play) -> Result<Play, TurnError> {
        let carried = self.carried_play(who, play);
        if self.way.is_whole() {
            return carried;
        }
        let Some(carried) = carried.ok().filter(|carried| carried.len() == play.len()) else {
            return Ok(play.clone());
        };
        let verdict = |play: &Play| self.game.judge(self.after, play);
        Ok(match (verdict(&carried), verdict(play)) {
            (Verdict::Solved, _) => carried,
            (_, Verdict::Solved) | (Verdict::Illegal { .. }, _) => play.clone(),
            _ => carried,
        })
    }

    /// Translates a move's mark to a shifted board: it is mirrored there and back, since a game defines the
    /// effect of turns on its moves.
    fn shifted_move(&self, moves: &dyn Moves, mark: &Mark) -> Option<Mark> {
        let SiteMapping::Shift { clues, .. } = self.way else { return Some(mark.clone()) };
        let mirror = |site| clues.0.turned(site, Turn::MirrorColumns);
        let mirrored = moves.turned(mark, Turn::MirrorColumns, &mirror)?;
        moves.turned(&mirrored, Turn::MirrorColumns, &|site| self.way.to(mirror(site)?))
    }

    fn carried_play(&self, who: &'static str, play: &Play) -> Result<Play, TurnError> {
        let to = |site: Site| self.way.to(site);
        let mark = |site: Site, mark: &Mark| match (self.way.turn(), self.game.moves()) {
            (None, Some(moves)) if self.way.is_whole() => self.shifted_move(moves, mark),
            (Some(turn), Some(moves)) if self.way.is_whole() => moves.turned(mark, turn, &to),
            (Some(turn), None) if self.way.takes(site) => Some(self.game.turned(mark, turn)),
            _ => Some(mark.clone()),
        };
        play.iter()
            .map(|(site, played)| {
                let carried = to(site).zip(mark(site, played));
                carried.ok_or_else(|| off_board(who, site))
            })
            .collect()
    }
}

/// Returns every site that a property names.
fn sites_of(game: &dyn Game, property: &Mark) -> BTreeSet<Site> {
    let kinds = game.concepts();
    let args = property.args();
    let kind = kinds
        .iter()
        .find(|kind| kind.functor == property.functor() && kind.params.len() == args.len());
    let params = kind.map_or(&[][..], |kind| kind.params.as_slice());
    let mut sites = BTreeSet::new();
    for (param, arg) in params.iter().zip(args) {
        match param.kind {
            ParamKind::Site | ParamKind::Line => sites.extend(arg.parse::<Site>()),
            ParamKind::Play => {
                let play = Play::of_term(arg).unwrap_or_default();
                sites.extend(play.iter().map(|(site, _)| site));
            }
            _ => {}
        }
    }
    sites
}

/// Returns the sites named explicitly in the concept's own rules.
fn named_in_rules(level: &Level) -> BTreeSet<Site> {
    let mut sites = BTreeSet::new();
    for rules in level.concept.own_rules() {
        let compact: String = rules.chars().filter(|c| !c.is_whitespace()).collect();
        for place in Place::functors() {
            let inner = compact.split(place).skip(1).filter_map(|rest| rest.split_once(')'));
            sites.extend(
                inner.filter_map(|(rest, _)| format!("{place}{rest})").parse::<Site>().ok()),
            );
        }
    }
    sites
}
