//! Games of moves that designers bring: the search through all positions, positions as levels, moves of pieces.
//!
//! A play puts an action on each step. A position is a level whose pieces have moved: `lies(M,P,…)` is a site
//! that started with the mark M and now has the pieces P. The rules are ground once for all positions of a
//! level.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::movement::happenings;
use crate::movement::move_rules::MoveRules;
use crate::own_game::OwnGame;
use crate::reading::form::{LIES, PlayKind};
use crate::reading::term::side;
use crate::reading::term::term;
use crate::rules::facts;
use crate::rules::grounding::{FromGround, GroundKey};
use foolproof_game::{
    EventOfPlay, Glide, Grounding, Move, MoveAim, MoveControls, MovePictures, Moves, Side,
    StateGraph, StopCheck, Turn, Verdict, explored::graph_of_space,
};
use foolproof_ground::{GroundProgram, PositionId, StepState};
use foolproof_level::{Level, Mark, Play, Site, Spot};
use foolproof_picture::Point;
use foolproof_space::{ActionId, Formula, Standing};

/// The first part of `lies` for a site that began empty.
const NOTHING: &str = "nothing";
/// The message for an impossible action if the rules have none.
const REFUSED: &str = "that cannot be done here";
/// The pieces of a position, by their sites.
pub(crate) type Pieces = BTreeMap<Site, BTreeSet<Mark>>;

/// Returns the actions of a play in order; `None` where a step is missing.
pub(crate) fn actions_of(play: &Play) -> impl Iterator<Item = Option<&Mark>> {
    (0..play.len()).map(|at| play.get(Site::step(at)))
}

/// Returns the initial mark of a site and its current pieces; `None` if the mark is not a `lies`.
fn lying(mark: &Mark) -> Option<(Option<Mark>, Vec<Mark>)> {
    let args = mark.args();
    let (first, pieces) = args.split_first()?;
    let began = (*first != NOTHING).then(|| first.parse().ok()).flatten();
    let pieces = pieces.iter().filter_map(|piece| piece.parse().ok()).collect();
    (mark.functor() == LIES).then_some((began, pieces))
}

/// Returns the mark of a site with its initial mark and its current pieces.
fn lies(began: Option<&Mark>, pieces: &BTreeSet<Mark>) -> Option<Mark> {
    let began = began.map_or(NOTHING.to_owned(), Mark::to_string);
    let parts: Vec<String> =
        std::iter::once(began).chain(pieces.iter().map(Mark::to_string)).collect();
    term(LIES, &parts).parse().ok()
}

/// True if a mark gives the pieces on a site during a play.
pub(crate) fn is_lying(mark: &Mark) -> bool {
    mark.functor() == LIES
}

/// Returns the pieces that lie on a site during a play.
pub(crate) fn pieces_on(mark: &Mark) -> Vec<Mark> {
    lying(mark).map(|(_, pieces)| pieces).unwrap_or_default()
}

/// Returns the level as it began.
pub(crate) fn beginning(level: &Level) -> std::borrow::Cow<'_, Level> {
    if !level.marks().any(|(_, mark)| is_lying(mark)) {
        return std::borrow::Cow::Borrowed(level);
    }
    let mut began = level.clone();
    for (site, mark) in level.marks() {
        if let Some((mark, _)) = lying(mark) {
            began.set(site, Spot { mark, hold: level.hold(site) });
        }
    }
    std::borrow::Cow::Owned(began)
}

impl OwnGame {
    /// Returns the step rules of a level; `None` while they are being read.
    pub(crate) fn step_rules(&self, level: &Level) -> Option<FromGround<MoveRules>> {
        let level = beginning(level);
        let key = GroundKey::of(&level, "");
        if let Some(known) = self.steps.known(key) {
            return Some(known);
        }
        let make = |program: &GroundProgram| MoveRules::new(program, &self.form, level.board);
        if let Some(open) = self.open_steps(&level) {
            let lying = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
            let program = Arc::new(open.of_level(&lying));
            return self.steps.keep(key, Grounding::Ready(program), make);
        }
        let sources = || facts::judged(self, &level, "");
        let rules = self.steps.of(key, &*self.grounder, sources, make)?;
        // Only now, so that the current level does not wait for later ones.
        self.open_board(&self.open_step_rules, &level, "");
        Some(rules)
    }

    pub(crate) fn ready(&self, level: &Level) -> Option<Arc<MoveRules>> {
        self.step_rules(level)?.ok()
    }

    pub(crate) fn position(&self, rules: &MoveRules, level: &Level) -> Option<StepState> {
        if !level.marks().any(|(_, mark)| is_lying(mark)) {
            return Some(rules.game.start());
        }
        let start = rules.game.start();
        let mut marks: BTreeSet<(String, String)> = rules
            .game
            .marks(&start)
            .into_iter()
            .map(|(site, mark)| (site.to_owned(), mark.to_owned()))
            .collect();
        for (site, mark) in level.marks() {
            let Some((_, pieces)) = lying(mark) else { continue };
            let name = site.to_string();
            marks.retain(|(of, _)| *of != name);
            marks.extend(pieces.iter().map(|piece| (name.clone(), piece.to_string())));
        }
        let marks: Vec<(&str, &str)> =
            marks.iter().map(|(site, mark)| (site.as_str(), mark.as_str())).collect();
        rules.game.state_of(&marks)
    }

    /// Returns the pieces of a position by their sites.
    pub(crate) fn pieces(rules: &MoveRules, state: &StepState) -> Pieces {
        let mut pieces: Pieces = BTreeMap::new();
        for (site, mark) in rules.game.marks(state) {
            if let (Ok(site), Ok(mark)) = (site.parse(), mark.parse()) {
                pieces.entry(site).or_default().insert(mark);
            }
        }
        pieces
    }

    /// Returns the sites whose marks are pieces at the beginning, and the current pieces by site.
    pub(crate) fn lies_now(&self, level: &Level) -> Option<(BTreeSet<Site>, Pieces)> {
        let rules = self.ready(level)?;
        let began = Self::pieces(&rules, &rules.game.start()).into_keys().collect();
        let state = self.position(&rules, level)?;
        Some((began, Self::pieces(&rules, &state)))
    }

    /// Returns the looks that the rules derive in the position that a level shows.
    pub(crate) fn looks_of_position(&self, level: &Level) -> Vec<(Site, Mark)> {
        let looks = || {
            let rules = self.ready(level)?;
            let state = self.position(&rules, level)?;
            Some(rules.looks(&state))
        };
        looks().unwrap_or_default()
    }

    /// Returns a level with the pieces of a position.
    fn with_pieces(&self, rules: &MoveRules, level: &Level, state: &StepState) -> Level {
        let began = beginning(level);
        let first = Self::pieces(rules, &rules.game.start());
        let now = Self::pieces(rules, state);
        let mut after = began.clone().into_owned();
        (after.intended, after.intended_locked) = (None, BTreeSet::new());
        let sites: BTreeSet<Site> = first.keys().chain(now.keys()).copied().collect();
        let none = BTreeSet::new();
        for site in sites {
            let (was, is) = (first.get(&site).unwrap_or(&none), now.get(&site).unwrap_or(&none));
            if was == is {
                continue;
            }
            let mark = lies(began.mark(site), is);
            after.set(site, Spot { mark, hold: level.hold(site) });
        }
        after
    }

    /// Returns the verdict of the rules on a play, action by action.
    pub(crate) fn judge_moves(&self, level: &Level, play: &Play) -> Verdict {
        let unknown = |why: String| Verdict::Undecided { why, sites: Vec::new() };
        let rules = match self.step_rules(level) {
            None => return unknown("the rules are being read".to_owned()),
            Some(Err(why)) => return unknown(why.to_string()),
            Some(Ok(rules)) => rules,
        };
        let Some(start) = self.position(&rules, level) else {
            return unknown("the pieces lie where they never can".to_owned());
        };
        let state = match rules.after(&start, play) {
            Ok(state) => state,
            Err(at) => {
                let sites = vec![Site::step(at)];
                let why = rules.why_not(&start, play, at, &self.form);
                return Verdict::Illegal { why, sites };
            }
        };
        let why = match rules.game.standing(&state) {
            Standing::Won => return Verdict::Solved,
            Standing::Lost | Standing::DeadEnd => "it is lost",
            Standing::Open => "it is not won yet",
        };
        Verdict::Unsolved { why: why.to_owned(), sites: Vec::new() }
    }

    /// Judges if a play has a property, by its events alone.
    pub(crate) fn play_has(&self, level: &Level, play: &Play, asked: &Formula) -> Option<bool> {
        let rules = self.ready(level)?;
        let start = self.position(&rules, level)?;
        Some(asked.is_satisfied_by(&rules.events(&start, play)?))
    }
}

impl Moves for OwnGame {
    fn after(&self, level: &Level, play: &Play) -> Level {
        let Some(rules) = self.ready(level) else { return level.clone() };
        let state = self.position(&rules, level).and_then(|start| rules.after(&start, play).ok());
        match state {
            Some(state) => self.with_pieces(&rules, level, &state),
            None => level.clone(),
        }
    }

    fn legal(&self, level: &Level, play: &Play) -> Vec<Move> {
        let Some(rules) = self.ready(level) else { return Vec::new() };
        let start = self.position(&rules, level);
        let Some(state) = start.and_then(|start| rules.after(&start, play).ok()) else {
            return Vec::new();
        };
        let legal = rules.game.legal_actions(&state).into_iter();
        legal.filter_map(|action| self.made(&rules, &state, action)).collect()
    }

    fn refusal(&self, level: &Level, play: &Play, from: Site, towards: Side) -> String {
        let told = || {
            let rules = self.ready(level)?;
            let state = rules.after(&self.position(&rules, level)?, play).ok()?;
            let mut actions = 0..ActionId::try_from(rules.game.actions().len()).ok()?;
            let meant = |action: &ActionId| {
                let word = rules.game.actions().get(*action as usize).map(String::as_str);
                word.and_then(|word| word.parse().ok()).is_some_and(|mark: Mark| {
                    action_side(&mark) == Some(towards)
                        && action_site(&mark).is_none_or(|site| site == from)
                })
            };
            let step = rules.game.step(&state, actions.find(meant)?);
            rules.refused(&step, &self.form)
        };
        told().unwrap_or_else(|| REFUSED.to_owned())
    }

    fn aim(&self, made: &Mark) -> MoveAim {
        match (action_side(made), sites_of(made).as_slice()) {
            (Some(_), _) => MoveAim::Side,
            (None, []) => MoveAim::Name,
            (None, [site]) => MoveAim::Site(*site),
            (None, [from, to, ..]) => MoveAim::Sites(*from, *to),
        }
    }

    fn controls(&self, level: &Level) -> MoveControls {
        let Some(rules) = self.ready(level) else { return MoveControls::default() };
        let actions = rules.game.actions();
        let marks = actions.iter().filter_map(|word| word.parse().ok());
        let aims: Vec<MoveAim> = marks.map(|made: Mark| self.aim(&made)).collect();
        let by_name =
            |word: &str| word.parse().is_ok_and(|mark: Mark| self.aim(&mark) == MoveAim::Name);
        let is_steered = actions.iter().all(|word| side(word).is_some() || by_name(word))
            && actions.iter().any(|word| side(word).is_some());
        MoveControls { aims, is_steered, letters: Vec::new() }
    }

    fn refusal_at(&self, level: &Level, play: &Play, site: Site) -> Option<String> {
        let rules = self.ready(level)?;
        let state = rules.after(&self.position(&rules, level)?, play).ok()?;
        let aims = |word: &&String| {
            word.parse().is_ok_and(|mark: Mark| self.aim(&mark) == MoveAim::Site(site))
        };
        let action = rules.game.action(rules.game.actions().iter().find(aims)?)?;
        let step = rules.game.step(&state, action);
        let said = rules.refused(&step, &self.form);
        (!step.legal).then(|| said.unwrap_or_else(|| REFUSED.to_owned()))
    }

    fn turned(&self, made: &Mark, turn: Turn, site: &dyn Fn(Site) -> Option<Site>) -> Option<Mark> {
        let one = |text: &str| match (side(text), text.parse::<Site>()) {
            (Some(side), _) => Some(side.turned(turn).letter().to_string()),
            (None, Ok(at)) => site(at).map(|at| at.to_string()),
            (None, Err(_)) => Some(text.to_owned()),
        };
        let args = made.args();
        if args.is_empty() || made.as_str().parse::<Site>().is_ok() {
            return one(made.as_str())?.parse().ok();
        }
        let args = args.into_iter().map(one).collect::<Option<Vec<_>>>()?;
        term(made.functor(), &args).parse().ok()
    }

    fn graph(&self, level: &Level, most: usize, stop: StopCheck<'_>) -> Option<Arc<StateGraph>> {
        let rules = self.ready(level)?;
        let explored = self.explored(&rules, stop)?;
        if !explored.is_complete() {
            return None;
        }
        let moves_of = |position: PositionId| {
            let state = explored.state(position);
            explored.steps(position).map(|(action, _)| self.made(&rules, &state, action)).collect()
        };
        let mut graph = graph_of_space(explored.space(), most, &moves_of, stop)?;
        graph.without_effect = rules.marks_without_effect(&self.form);
        graph.merged = rules.game.leaves_out();
        Some(Arc::new(graph))
    }

    fn events(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Option<Vec<EventOfPlay>> {
        happenings::events(self, level, play, stop)
    }
}

impl MovePictures for OwnGame {
    fn motion(&self, level: &Level, play: &Play, made: &Mark) -> Vec<Glide> {
        let Some(rules) = self.ready(level) else { return Vec::new() };
        let start = self.position(&rules, level);
        let state = start.and_then(|start| rules.after(&start, play).ok());
        let action = rules.game.action(made.as_str());
        let (Some(state), Some(action)) = (state, action) else { return Vec::new() };
        let next = rules.game.step(&state, action).next;
        let layout = crate::marking::marks::layout(&self.form, &level.board);
        let centre = |site: Site| layout.rect(site).map(|rect| rect.centre());
        let glide = |(mark, from, to): (Mark, Site, Site)| {
            let (start, end) = (centre(from)?, centre(to)?);
            let far = (end.x - start.x).abs() + (end.y - start.y).abs();
            let (begins, ends) = (0.0, far.max(0.01));
            Some(Glide { mark, site: from, from: start, to: end, begins, ends, leaves: false })
        };
        moved(&rules, &state, &next).into_iter().filter_map(glide).collect()
    }

    fn lifted(&self, level: &Level, glides: &[Glide]) -> Level {
        let Some((_, mut pieces)) = self.lies_now(level) else { return level.clone() };
        let began = beginning(level);
        let mut lifted = level.clone();
        for glide in glides {
            let left = pieces.entry(glide.site).or_default();
            left.remove(&glide.mark);
            let mark = lies(began.mark(glide.site), left);
            lifted.set(glide.site, Spot { mark, hold: level.hold(glide.site) });
        }
        lifted
    }
}

impl OwnGame {
    /// Returns an action as a move of a piece: the one whose place it changes.
    pub(crate) fn made(
        &self,
        rules: &MoveRules,
        state: &StepState,
        action: ActionId,
    ) -> Option<Move> {
        let mark: Mark = rules.game.actions().get(action as usize)?.parse().ok()?;
        let next = rules.game.step(state, action).next;
        let pieces = moved(rules, state, &next);
        // The first kind of `moving` with a piece that moves is the one that acts.
        let acts = self
            .form
            .moving
            .iter()
            .find_map(|functor| pieces.iter().find(|(piece, _, _)| piece.functor() == functor));
        let from = action_site(&mark).or(acts.map(|(_, from, _)| *from));
        let heading = acts.map(|(_, from, to)| heading(*from, *to));
        let towards = action_side(&mark).or(heading).unwrap_or(Side::North);
        let anywhere = || rules.game.marks(state).first().and_then(|(site, _)| site.parse().ok());
        Some(Move { mark, from: from.or_else(anywhere)?, towards })
    }
}

/// Returns the pieces that a step moves, each with its old and new site.
fn moved(rules: &MoveRules, before: &StepState, after: &StepState) -> Vec<(Mark, Site, Site)> {
    moved_pieces(&OwnGame::pieces(rules, before), &OwnGame::pieces(rules, after))
}

/// Returns the pieces that differ between two positions, each with its old and new site.
pub(crate) fn moved_pieces(was: &Pieces, is: &Pieces) -> Vec<(Mark, Site, Site)> {
    let pairs = |all: &Pieces| -> BTreeSet<(Mark, Site)> {
        let each =
            all.iter().flat_map(|(site, marks)| marks.iter().map(|mark| (mark.clone(), *site)));
        each.collect()
    };
    let (was, is) = (pairs(was), pairs(is));
    let mut came: Vec<(Mark, Site)> = is.difference(&was).cloned().collect();
    let mut found = Vec::new();
    for (mark, from) in was.difference(&is) {
        let far = |site: Site| from.col.abs_diff(site.col) + from.row.abs_diff(site.row);
        let like = came.iter().enumerate().filter(|(_, (other, _))| other == mark);
        let nearest = like.min_by_key(|(_, (_, site))| far(*site)).map(|(at, _)| at);
        if let Some(at) = nearest {
            let (mark, to) = came.swap_remove(at);
            found.push((mark, *from, to));
        }
    }
    found
}

/// Returns the direction from one site to another; the longer axis decides if it is not straight.
fn heading(from: Site, to: Site) -> Side {
    let right = i32::from(to.col) - i32::from(from.col);
    let down = i32::from(to.row) - i32::from(from.row);
    match (right.abs() >= down.abs(), right > 0, down > 0) {
        (true, true, _) => Side::East,
        (true, false, _) => Side::West,
        (false, _, true) => Side::South,
        (false, _, false) => Side::North,
    }
}

/// Returns the side that an action names.
fn action_side(mark: &Mark) -> Option<Side> {
    side(mark.as_str()).or_else(|| mark.args().into_iter().find_map(side))
}

/// Returns the first site that an action names.
fn action_site(mark: &Mark) -> Option<Site> {
    sites_of(mark).first().copied()
}

/// Returns the sites that an action names.
fn sites_of(mark: &Mark) -> Vec<Site> {
    match mark.as_str().parse() {
        Ok(whole) => vec![whole],
        Err(_) => mark.args().into_iter().filter_map(|arg| arg.parse().ok()).collect(),
    }
}

/// Returns the moves of pieces in a play, for the board's picture: for each step a list of start and end
/// points, or the clicked site.
pub(crate) fn trail(game: &OwnGame, level: &Level, play: &Play) -> Vec<Vec<(Point, Point)>> {
    if game.form.kind != PlayKind::Moves {
        return Vec::new();
    }
    let walk = || {
        let rules = game.ready(level)?;
        let mut state = game.position(&rules, level)?;
        let layout = crate::marking::marks::layout(&game.form, &level.board);
        let mut lines = Vec::new();
        for mark in actions_of(play) {
            let mark = mark?;
            let step = rules.game.step(&state, rules.game.action(mark.as_str())?);
            if !step.legal {
                break;
            }
            let marks = |state: &StepState| rules.game.marks(state).len();
            let mut pairs = moved(&rules, &state, &step.next);
            // A click that moves no single piece, such as where lights change, is shown itself.
            if let [site] = sites_of(mark)[..]
                && (pairs.len() != 1 || marks(&state) != marks(&step.next))
            {
                pairs = vec![(mark.clone(), site, site)];
            }
            let ways = pairs.into_iter().map(|(_, from, to)| {
                Some((layout.rect(from)?.centre(), layout.rect(to)?.centre()))
            });
            lines.push(ways.collect::<Option<_>>()?);
            state = step.next;
        }
        Some(lines)
    };
    walk().unwrap_or_default()
}
