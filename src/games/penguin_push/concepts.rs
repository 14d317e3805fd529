//! Properties that a concept may ask of an order of pushes, or of a board as a whole.
//!
//! Each property of a play is implemented three times: as rules on top of `penguin_push.lp`, in Rust on
//! slides, and as an observer of a search over boards.

use crate::about::PenguinPush;
use crate::facts;
use crate::ice::{Ice, Penguins, Push};
use crate::rules::{self, PlayCourse, Slide};
use crate::search::BoardSearch;
use crate::web::Sizes;
use foolproof_game::{
    ConceptFault, ConceptKind, GameError, Param, ParamKind, Properties, PropertyReader, Side,
    StopCheck, intended_of,
};
use foolproof_level::{Board, Concept, INTENDED, Level, Mark, Play, Site};

/// A parsed property.
#[derive(Clone, Debug, PartialEq)]
enum PenguinPushProperty {
    /// The penguin that starts here is one of the last two.
    Last(Site),
    /// The penguin that starts here is pushed first.
    First(Site),
    /// Pushes change at least this often between rows and columns.
    Turns(u16),
    /// A penguin slides over a cell or onto it.
    Through(Site),
    /// The penguin that starts here is pushed at least this often.
    Pushes(Site, u16),
    Intended,
    /// The pushes are exactly those of this play; the last may be either of two.
    Order(Play),
    /// Only one sequence of boards solves it.
    OneRoute,
    /// Every push that can be made leads to a solution.
    NoDeadEnd,
    /// There is one solution, and a search that knows this is smaller by at least this factor.
    Ratio(u16),
}

impl Properties for PenguinPush {
    fn kinds(&self) -> Vec<ConceptKind> {
        let kind = |functor: &'static str, phrase: &'static str, params| {
            ConceptKind::new(functor, phrase, params)
        };
        let cell = Param::new("cell", ParamKind::Site, "cell(0,0)");
        let penguin = || Param::new("cell", ParamKind::Site, "cell(0,0)").of_mark();
        let number = |name: &'static str, least, most, default: &'static str| {
            Param::new(name, ParamKind::Number { least, most }, default)
        };
        let times = || number("times", 1, 60, "2");
        vec![
            kind(
                "turns",
                "pushes turn at least {0} {0?time:times} between rows and columns",
                vec![times()],
            )
            .otherwise("pushes turn fewer than {0} {0?time:times} between rows and columns")
            .instead(
                "pushes turn only {0} {0?time:times} between rows and columns",
                "pushes never turn between rows and columns",
            ),
            kind("last", "the penguin that starts on {0} is one of the last two", vec![penguin()])
                .otherwise("the penguin that starts on {0} is not one of the last two"),
            kind("first", "the penguin on {0} is pushed first", vec![penguin()])
                .otherwise("the penguin on {0} is not pushed first"),
            kind("through", "a penguin slides over or onto {0}", vec![cell])
                .otherwise("no penguin slides over or onto {0}"),
            kind(
                "pushes",
                "the penguin that starts on {0} is pushed at least {1} {1?time:times}",
                vec![penguin(), times()],
            )
            .otherwise("the penguin that starts on {0} is pushed fewer than {1} {1?time:times}")
            .instead(
                "the penguin that starts on {0} is pushed only {1} {1?time:times}",
                "the penguin that starts on {0} is never pushed",
            ),
            kind(
                "one_route",
                "one sequence of boards alone solves the level, as Fling! counts",
                Vec::new(),
            )
            .otherwise("several sequences of boards solve the level"),
            kind("no_dead_end", "every push that can be made leads to a solution", Vec::new())
                .otherwise("some pushes lead to a dead end"),
            kind(
                "ratio",
                "there is one solution, and knowing that makes the search at least {0} {0?time:times} smaller",
                vec![number("factor", 1, 1000, "3")],
            )
            .otherwise(
                "there are several solutions, or knowing of one makes the search less than {0} {0?time:times} smaller",
            ),
            ConceptKind::intended(),
            ConceptKind::picked("order", "{0?push:pushes}"),
        ]
    }

    /// Rules that derive `head` when the play practises the property.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        Ok(match read(property).map_err(GameError::Concept)? {
            PenguinPushProperty::Last(site) => {
                format!("{}{head} :- tracked({site},_,T), not 3 {{ at(S,T) }}.", tracked(site))
            }
            PenguinPushProperty::First(site) => format!("{head} :- push({site},_,0)."),
            PenguinPushProperty::Turns(n) => format!("{head} :- {n} <= #count {{ T : turns(T) }}."),
            PenguinPushProperty::Through(site) => format!("{head} :- slides({site},_)."),
            PenguinPushProperty::Pushes(site, n) => format!(
                "{}{head} :- {n} <= #count {{ T : tracked({site},S,T), push(S,_,T) }}.",
                tracked(site)
            ),
            PenguinPushProperty::Intended => is_order(head, intended_of(level)?),
            PenguinPushProperty::Order(play) => is_order(head, &play),
            PenguinPushProperty::OneRoute
            | PenguinPushProperty::NoDeadEnd
            | PenguinPushProperty::Ratio(_) => return Err(PropertyReader(property).no_rules()),
        })
    }

    /// Returns whether a play that the rules accept practises the property.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        let course = rules::course(level, play);
        let sides: Vec<Side> =
            play.iter().filter_map(|(_, mark)| Some(facts::read(mark)?.1)).collect();
        let same = |other: &Play| {
            other.len() == play.len()
                && telling(other).all(|(site, mark)| play.get(site) == Some(mark))
        };
        Some(match read(property).ok()? {
            PenguinPushProperty::Last(site) => {
                let few = course.boards.iter().position(|board| board.len() <= 2);
                few.is_some_and(|at| {
                    whereabouts(&course, site).get(at).is_some_and(Option::is_some)
                })
            }
            PenguinPushProperty::First(site) => course
                .slides
                .first()
                .is_some_and(|slides| slides.first().map(|s| s.from) == Some(site)),
            PenguinPushProperty::Turns(n) => {
                let turns = sides
                    .windows(2)
                    .filter(|pair| !matches!(pair, [a, b] if is_row(*a) == is_row(*b)));
                turns.count() >= usize::from(n)
            }
            PenguinPushProperty::Through(site) => {
                course.slides.iter().zip(&course.boards).zip(&sides).any(
                    |((slides, board), side)| {
                        slides.iter().any(|slide| {
                            passes(level.board, slide, *side, site) && !board.contains(&site)
                        })
                    },
                )
            }
            PenguinPushProperty::Pushes(site, n) => {
                let places = whereabouts(&course, site);
                let pushed = |(slides, at): (&Vec<Slide>, &Option<Site>)| {
                    at.is_some() && slides.first().map(|slide| slide.from) == *at
                };
                let times = course.slides.iter().zip(&places).filter(|pair| pushed(*pair)).count();
                times >= usize::from(n)
            }
            PenguinPushProperty::Intended => same(level.intended.as_ref()?),
            PenguinPushProperty::Order(other) => same(&other),
            PenguinPushProperty::OneRoute
            | PenguinPushProperty::NoDeadEnd
            | PenguinPushProperty::Ratio(_) => return None,
        })
    }

    fn is_of_level(&self, property: &Mark) -> bool {
        matches!(
            read(property),
            Ok(PenguinPushProperty::OneRoute
                | PenguinPushProperty::NoDeadEnd
                | PenguinPushProperty::Ratio(_))
        )
    }

    /// Returns whether a level itself has a property; `None` if stopped before that was known.
    fn level_has(&self, level: &Level, property: &Mark, stop: StopCheck<'_>) -> Option<bool> {
        let (ice, board) = Ice::of_level(level)?;
        let mut search = BoardSearch::new(&ice, stop);
        match read(property).ok()? {
            PenguinPushProperty::OneRoute => {
                search.count(board).ok().map(|count| count.boards == 1)
            }
            PenguinPushProperty::NoDeadEnd => crate::web::has_no_dead_end(&ice, board, stop),
            PenguinPushProperty::Ratio(_) if search.count(board).ok()?.pushes != 1 => Some(false),
            PenguinPushProperty::Ratio(factor) => {
                Sizes::of(&ice, board, &mut Default::default(), &stop).map(|sizes| {
                    sizes.reached >= sizes.once.max(1).saturating_mul(u64::from(factor))
                })
            }
            _ => None,
        }
    }

    /// The property of just this order of pushes.
    fn property_of(&self, _: &Level, play: &Play) -> Option<Mark> {
        format!("order({})", play.term()).parse().ok()
    }
}

fn read(property: &Mark) -> Result<PenguinPushProperty, ConceptFault> {
    let of = PropertyReader(property);
    match (property.functor(), property.args().as_slice()) {
        ("last", [site]) => of.cell(site).map(PenguinPushProperty::Last),
        ("first", [site]) => of.cell(site).map(PenguinPushProperty::First),
        ("turns", [times]) => of.number(times, 200).map(PenguinPushProperty::Turns),
        ("through", [site]) => of.cell(site).map(PenguinPushProperty::Through),
        ("pushes", [site, times]) => {
            Ok(PenguinPushProperty::Pushes(of.cell(site)?, of.number(times, 200)?))
        }
        ("one_route", []) => Ok(PenguinPushProperty::OneRoute),
        ("no_dead_end", []) => Ok(PenguinPushProperty::NoDeadEnd),
        ("ratio", [factor]) => of.number(factor, 10_000).map(PenguinPushProperty::Ratio),
        (INTENDED, []) => Ok(PenguinPushProperty::Intended),
        ("order", [play]) => {
            of.play(play, "play(put(step(0),push(3,4,e)))").map(PenguinPushProperty::Order)
        }
        _ => Err(of.unknown("Penguin Push", &PenguinPush.kinds())),
    }
}

/// Rules for the position of the penguin that starts on a cell.
fn tracked(site: Site) -> String {
    format!(
        "tracked({site},{site},0) :- has({site},penguin).\n\
         tracked({site},Y,T+1) :- tracked({site},S,T), lands(S,Y,T).\n\
         tracked({site},S,T+1) :- tracked({site},S,T), several(T), time(T+1), not moved(S,T).\n"
    )
}

/// The pushes of a play that count: all but the last, which is either of two.
fn telling(play: &Play) -> impl Iterator<Item = (Site, &Mark)> {
    play.iter().take(play.len().saturating_sub(1))
}

/// Derives `head` when there are as many pushes as in this play, equal to these except for the last.
fn is_order(head: &str, play: &Play) -> String {
    let mut body = vec![format!("not several({})", play.len())];
    if let Some(last) = play.len().checked_sub(1) {
        body.push(format!("several({last})"));
    }
    body.extend(telling(play).map(|(site, mark)| format!("play({site},{mark})")));
    format!("{head} :- {}.", body.join(", "))
}

fn is_row(side: Side) -> bool {
    matches!(side, Side::East | Side::West)
}

/// Positions of the penguin that starts on a site, before each push and at the end.
fn whereabouts(course: &PlayCourse, start: Site) -> Vec<Option<Site>> {
    let first = course.boards.first().filter(|board| board.contains(&start));
    let mut at = first.map(|_| start);
    let mut places = vec![at];
    for slides in &course.slides {
        at = at.and_then(|at| match slides.iter().find(|slide| slide.from == at) {
            Some(slide) => slide.to,
            None => Some(at),
        });
        places.push(at);
    }
    places
}

/// Returns whether a slide goes over a site or ends on it.
fn passes(board: Board, slide: &Slide, side: Side, site: Site) -> bool {
    let next = |at: &Site| if slide.to == Some(*at) { None } else { rules::next(board, *at, side) };
    std::iter::successors(next(&slide.from), next).any(|at| at == site)
}

/// Number of properties that can be watched at once.
const WATCHED: usize = 8;
/// A penguin that has left.
const GONE: u16 = 255;
/// Flag in the upper byte of the slot for `last`: the penguin was there when two were left.
const THERE: u16 = 1 << 8;

/// The state of a play so far that decides what it practises.
pub(crate) type WatchState = [u16; WATCHED];

enum PenguinPushAsk {
    /// Never or always, for any play.
    Known(bool),
    Last(usize),
    First(usize),
    Turns(u16),
    Through(Penguins),
    Pushes(usize, u16),
    Order(Vec<Option<Push>>),
}

/// A level's concept, watched along a search over boards.
pub(crate) struct PenguinPushWatch {
    concept: Concept,
    asks: Vec<(Mark, PenguinPushAsk)>,
    begin: WatchState,
}

impl PenguinPushWatch {
    /// `None` where only the solver can tell what the concept means.
    pub(crate) fn of(level: &Level, ice: &Ice) -> Option<Self> {
        if !level.concept.own_rules().is_empty() {
            return None;
        }
        let (_, board) = Ice::of_level(level)?;
        let pushes = (board.count_ones() as usize).saturating_sub(1);
        let order = |play: &Play| {
            if play.len() != pushes {
                return PenguinPushAsk::Known(false);
            }
            let push = |(_, mark): (Site, &Mark)| {
                let (site, side) = facts::read(mark)?;
                let cell = u8::try_from(ice.cell(site)?).ok()?;
                Some(Push { cell, side })
            };
            let in_order = telling(play).enumerate().all(|(n, (site, _))| site == Site::step(n));
            match in_order {
                true => PenguinPushAsk::Order(telling(play).map(push).collect()),
                false => PenguinPushAsk::Known(false),
            }
        };
        let on_board = |site: Site, ask: &dyn Fn(usize) -> PenguinPushAsk| {
            ice.cell(site).map_or(PenguinPushAsk::Known(false), ask)
        };
        let ask = |property: &Mark| {
            let ask = match read(property).ok()? {
                PenguinPushProperty::Last(site) => on_board(site, &PenguinPushAsk::Last),
                PenguinPushProperty::First(site) => on_board(site, &PenguinPushAsk::First),
                PenguinPushProperty::Turns(n) => PenguinPushAsk::Turns(n),
                PenguinPushProperty::Through(site) => {
                    on_board(site, &|cell| PenguinPushAsk::Through(1 << cell))
                }
                PenguinPushProperty::Pushes(site, n) => {
                    on_board(site, &|cell| PenguinPushAsk::Pushes(cell, n))
                }
                PenguinPushProperty::Intended => order(level.intended.as_ref()?),
                PenguinPushProperty::Order(play) => order(&play),
                PenguinPushProperty::OneRoute
                | PenguinPushProperty::NoDeadEnd
                | PenguinPushProperty::Ratio(_) => return None,
            };
            Some((property.clone(), ask))
        };
        let asks: Option<Vec<_>> = level.concept.properties().into_iter().map(ask).collect();
        let asks = asks.filter(|asks| asks.len() <= WATCHED)?;
        let mut begin = WatchState::default();
        for (slot, (_, ask)) in begin.iter_mut().zip(&asks) {
            *slot = match ask {
                PenguinPushAsk::Last(cell) | PenguinPushAsk::Pushes(cell, _)
                    if board >> cell & 1 == 0 =>
                {
                    GONE
                }
                PenguinPushAsk::Last(cell) if board.count_ones() <= 2 => *cell as u16 | THERE,
                // A cell's number is below 64.
                PenguinPushAsk::Last(cell) | PenguinPushAsk::Pushes(cell, _) => *cell as u16,
                PenguinPushAsk::Order(_) => 1,
                _ => 0,
            };
        }
        Some(Self { concept: level.concept.clone(), asks, begin })
    }

    pub(crate) fn begin(&self) -> WatchState {
        self.begin
    }

    /// After a push of a board; `number` counts the pushes of the play from 0.
    pub(crate) fn after(
        &self,
        ice: &Ice,
        stand: &WatchState,
        board: Penguins,
        push: Push,
        number: usize,
    ) -> WatchState {
        let mut next = *stand;
        let carried = |at: u16| match at & GONE {
            GONE => GONE,
            // A cell's number is below 64.
            cell => ice.carried(board, push, usize::from(cell)).map_or(GONE, |cell| cell as u16),
        };
        for (slot, (_, ask)) in next.iter_mut().zip(&self.asks) {
            *slot = match ask {
                PenguinPushAsk::Known(_) => 0,
                PenguinPushAsk::Last(_) => {
                    let at = carried(*slot);
                    let there = at != GONE && board.count_ones() <= 3;
                    at | *slot & THERE | if there { THERE } else { 0 }
                }
                PenguinPushAsk::First(cell) if number == 0 => {
                    u16::from(usize::from(push.cell) == *cell)
                }
                PenguinPushAsk::First(_) => *slot,
                PenguinPushAsk::Turns(most) => {
                    let axis = if is_row(push.side) { 1 } else { 2 };
                    let turned = *slot & GONE != 0 && *slot & GONE != axis;
                    let turns = ((*slot >> 8) + u16::from(turned)).min(*most);
                    axis | turns << 8
                }
                PenguinPushAsk::Through(cell) => {
                    *slot | u16::from(ice.swept(board, push) & cell != 0)
                }
                PenguinPushAsk::Pushes(_, most) => {
                    let own = *slot & GONE == u16::from(push.cell);
                    let times = ((*slot >> 8) + u16::from(own)).min(*most);
                    carried(*slot) | times << 8
                }
                PenguinPushAsk::Order(pushes) => {
                    let fits = pushes.get(number).is_none_or(|wanted| *wanted == Some(push));
                    *slot & u16::from(fits)
                }
            };
        }
        next
    }

    /// Returns whether a solution that ends in this state practises the concept.
    pub(crate) fn holds(&self, stand: &WatchState) -> bool {
        let mut holds = |property: &Mark| {
            let at = self.asks.iter().position(|(known, _)| known == property)?;
            let (ask, slot) = (&self.asks.get(at)?.1, stand[at]);
            Some(match ask {
                PenguinPushAsk::Known(known) => *known,
                PenguinPushAsk::Last(_) => slot & THERE != 0,
                PenguinPushAsk::First(_)
                | PenguinPushAsk::Through(_)
                | PenguinPushAsk::Order(_) => slot & 1 == 1,
                PenguinPushAsk::Turns(n) | PenguinPushAsk::Pushes(_, n) => slot >> 8 >= *n,
            })
        };
        self.concept.evaluate(&mut holds) == Some(true)
    }
}
