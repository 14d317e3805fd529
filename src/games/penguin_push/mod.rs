//! Penguin Push (Fling): penguins on ice are pushed into each other until one is left.
//!
//! Source: "Using Large Scale Search for Game Design" (AIIDE 2014). The specification is
//! `encodings/penguin_push.lp`; `rules` says the same in plain Rust. Knows `level`, `picture`. Must
//! never know the solver or the window.

mod concepts;
mod draw;
mod facts;
mod formats;
mod ice;
mod make;
pub mod mine;
mod rating;
mod rules;
mod search;
#[cfg(test)]
mod tests;
mod turns;
mod web;

use super::{
    About, Brush, ConceptKind, Extent, Format, Game, GameError, Group, Maker, Measure, Moves,
    Range, Scene, Scope, Search, StockItem, Study, Verdict, plain,
};
use crate::level::{Board, Hold, Level, Mark, Place, Play, Site};
use crate::picture::{Layout, Rect, Shape};

/// The only mark of a level.
const PENGUIN: &str = "penguin";

/// More penguins than these make programs too large for a search of all boards.
const MOST_PENGUINS: usize = 12;

/// The game, for the registry.
pub struct PenguinPush;

static ABOUT: About = About {
    id: "penguin_push",
    name: "Penguin Push",
    tagline: "Push penguins into each other until one is left on the ice.",
    rules: "A push slides a penguin in one of four directions. It must hit another penguin, with at \
            least one empty cell between them, and stops next to it. The one that was hit slides on \
            in the same way, and here neighbours pass the motion on; the last one in the line leaves \
            the ice. So every push takes off just one penguin.\n\
            Solved when one is left.\n\
            A level is uniquely solvable when on every board of its solution one push alone leads \
            on. Two pushes that leave the same board still count as two; Fling! counts them as one, \
            and both counts are told. With two penguins left either can be pushed at the other, \
            which tells no solutions apart.",
    rules_version: 1,
    default_board: Board { cols: 7, rows: 8, tray: 0 },
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: 8, rows: 8, tray: 0 },
    boards: &[],
};

fn penguin() -> Option<Mark> {
    PENGUIN.parse().ok()
}

impl Game for PenguinPush {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn palette(&self) -> Vec<Group> {
        let brush = penguin().map(|mark| Brush { mark, name: PENGUIN.to_owned() });
        vec![Group { name: "Ice", place: Place::Cell, brushes: brush.into_iter().collect() }]
    }

    fn layout(&self, board: &Board) -> Layout {
        plain::layout(board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), String> {
        if mark.as_str() != PENGUIN {
            return Err(format!("`{mark}` is no mark of Penguin Push; there is {PENGUIN}"));
        }
        match site.place == Place::Cell && board.contains(site) {
            true => Ok(()),
            false => Err(format!("{} is no cell of the board", site.spoken())),
        }
    }

    fn describe(&self, mark: &Mark) -> String {
        match facts::read(mark) {
            Some((from, side)) => {
                format!("push the penguin on {} to the {}", from.spoken(), side.name())
            }
            None => mark.to_string(),
        }
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        draw::draw(level, scene)
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        draw::draw_mark(mark, into)
    }

    fn asks(&self) -> &'static [&'static str] {
        &["at", "slides", "lands", "moving", "turns", "next"]
    }

    fn encoding(&self) -> (&'static str, &'static str) {
        ("penguin_push.lp", include_str!("../../../encodings/penguin_push.lp"))
    }

    fn sample(&self) -> &'static str {
        include_str!("../../../assets/packs/penguin_push.json")
    }

    fn collections(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("The best ratios", include_str!("../../../assets/packs/penguin_push_best_ratio.json")),
            ("Ratio one", include_str!("../../../assets/packs/penguin_push_ratio_one.json")),
            (
                "No way to lose",
                include_str!("../../../assets/packs/penguin_push_no_way_to_lose.json"),
            ),
        ]
    }

    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
        facts::facts(level, scope)
    }

    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        rules::judge(level, play)
    }

    fn essence(&self, level: &Level, play: &Play) -> Play {
        // The last push is either of two.
        let telling = rules::penguins(level).len().saturating_sub(2);
        play.iter().take(telling).map(|(site, mark)| (site, mark.clone())).collect()
    }

    fn whole(&self, level: &Level, play: &Play) -> Play {
        // The same pushes mean other slides on another board.
        let held = level.marks().map(|(site, mark)| (site, mark.clone()));
        held.chain(self.essence(level, play).0).collect()
    }

    fn concepts(&self) -> Vec<ConceptKind> {
        concepts::kinds()
    }

    fn concept_rules(
        &self,
        level: &Level,
        property: &Mark,
        head: &str,
    ) -> Result<String, GameError> {
        concepts::rules(level, property, head)
    }

    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        concepts::practises(level, play, property)
    }

    fn is_of_level(&self, property: &Mark) -> bool {
        concepts::is_of_level(property)
    }

    fn level_has(
        &self,
        level: &Level,
        property: &Mark,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<bool> {
        concepts::level_has(level, property, stop)
    }

    fn property_of(&self, _: &Level, play: &Play) -> Option<Mark> {
        concepts::order(play)
    }

    fn typed(&self, had: Option<&Mark>, character: char, _: bool) -> Option<Option<Mark>> {
        match character {
            'o' | 'O' => Some(if had.is_none() { penguin() } else { None }),
            '.' => Some(None),
            _ => None,
        }
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let here = rules::penguins(level).len();
        let most = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        let part = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).min(most);
        vec![StockItem {
            group: "penguins".to_owned(),
            place: Place::Cell,
            marks: penguin().into_iter().collect(),
            least: part(here.max(4)),
            most: part(here.max(6) + 2),
        }]
    }

    fn range(&self, level: &Level) -> Range {
        let bare = |cell: &Site| level.hold(*cell) == Hold::Locked && level.mark(*cell).is_none();
        let fit = level.board.cells().filter(|cell| !bare(cell)).count();
        let most = fit.min(rules::penguins(level).len().max(MOST_PENGUINS));
        let number = u32::try_from(most).unwrap_or(u32::MAX);
        let any = |item| StockItem { least: 0, most: number, ..item };
        let stock = self.stock(level).into_iter().map(any).collect();
        Range { stock, extent: if most == fit { Extent::Every } else { Extent::Some } }
    }

    fn rate(&self, level: &Level, _: &[Play], stop: &(dyn Fn() -> bool + Sync)) -> Vec<Measure> {
        rating::rate(level, stop)
    }

    fn looser_reading(&self) -> Option<&'static str> {
        Some("as Fling! counts")
    }

    fn search(&self) -> Option<&'static dyn Search> {
        Some(&search::Orders)
    }

    fn maker(&self) -> Option<&'static dyn Maker> {
        Some(&make::Placer)
    }

    fn moves(&self) -> Option<&'static dyn Moves> {
        Some(&turns::Pushes)
    }

    fn study(&self) -> Option<&'static dyn Study> {
        Some(&mine::Mining)
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        &[&formats::Fling]
    }
}
