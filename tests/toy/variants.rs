//! Lamps in other ways: under gentler rules, without an encoding, and with only an encoding. For
//! tests of replacing a game, and of games that state their rules only once.

use std::collections::BTreeSet;

use foolproof::game::{
    Abilities, About, AcceptError, Encoding, Game, GameAssets, GameError, Group, Properties, Rules,
    Scene, Scope, Search, Searched, StockItem, Verdict, Wanted,
};
use foolproof::level::{Board, Level, Mark, Play, Site};
use foolproof::picture::{Layout, Rect, Shape};

use super::Lamps;

/// The rule of Lamps that makes it hard.
const HARD: &str = ":- play(S,lamp), light(S,_).";

/// A variant of Lamps.
pub struct Variant {
    assets: GameAssets,
    /// Whether lamps may shine on each other.
    gentle: bool,
    judges: bool,
    searches: bool,
}

impl Variant {
    fn new(gentle: bool) -> Self {
        let mut assets = Lamps.assets().clone();
        if let Some(encoding) = assets.encoding.as_mut().filter(|_| gentle) {
            *encoding = Encoding {
                name: "gentle_lamps.lp".into(),
                text: encoding.text.replace(HARD, "").into(),
                asks: Vec::new(),
                beside: Vec::new(),
                named: None,
            };
        }
        Self { assets, gentle, judges: true, searches: false }
    }

    /// Lamps that may shine on each other.
    pub fn gentle() -> Self {
        Self::new(true)
    }

    /// Lamps with its own search and without an encoding.
    pub fn searched() -> Self {
        let strict = Self::new(false);
        let assets = GameAssets { encoding: None, ..strict.assets };
        Self { assets, searches: true, ..strict }
    }

    /// Lamps whose rules only the encoding knows.
    pub fn encoded() -> Self {
        Self { judges: false, ..Self::new(false) }
    }
}

impl Game for Variant {
    fn about(&self) -> &About {
        Lamps.about()
    }

    fn assets(&self) -> &GameAssets {
        &self.assets
    }

    fn palette(&self) -> Vec<Group> {
        Lamps.palette()
    }

    fn layout(&self, board: &Board) -> Layout {
        Lamps.layout(board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        Lamps.accepts(board, site, mark)
    }

    fn describe(&self, mark: &Mark) -> String {
        Lamps.describe(mark)
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        Lamps.draw(level, scene)
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        Lamps.draw_mark(mark, into)
    }

    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
        Lamps.facts(level, scope)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        Lamps.stock(level)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: self.judges.then_some(self),
            properties: Some(&Lamps),
            search: self.searches.then_some(self),
            ..Abilities::default()
        }
    }
}

impl Rules for Variant {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        if !self.gentle {
            return Lamps.judge(level, play);
        }
        let free = |site: &Site| level.mark(*site).is_none();
        let lit = play.iter().flat_map(|(lamp, _)| super::lit_from(level, lamp));
        let lit: BTreeSet<Site> = lit.chain(play.iter().map(|(lamp, _)| lamp)).collect();
        let dark: Vec<Site> =
            level.board.cells().filter(free).filter(|site| !lit.contains(site)).collect();
        match dark.is_empty() {
            true => Verdict::Solved,
            false => Verdict::Unsolved { why: "cells are dark".to_owned(), sites: dark },
        }
    }
}

/// All ways to put lamps on the free cells, of which there may be a dozen.
impl Search for Variant {
    fn solutions(
        &self,
        level: &Level,
        wanted: Wanted,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Searched> {
        let free: Vec<Site> =
            level.board.cells().filter(|site| level.mark(*site).is_none()).collect();
        let lamp = super::lamp();
        let mut searched = Searched { exhausted: true, marks_exact: true, ..Searched::default() };
        for ways in 0..1_u32 << free.len() {
            if stop() || searched.count >= wanted.most {
                (searched.exhausted, searched.marks_exact) = (false, false);
                break;
            }
            let put = free.iter().enumerate().filter(|(at, _)| ways >> at & 1 == 1);
            let play: Play = put.map(|(_, site)| (*site, lamp.clone())).collect();
            if self.judge(level, &play) != Verdict::Solved {
                continue;
            }
            if wanted.shortcuts {
                let practised = |property: &Mark| Lamps.practises(level, &play, property);
                if level.concept.evaluate(&mut { practised })? {
                    continue;
                }
            }
            searched.take(&play, wanted.plays);
        }
        Some(searched)
    }
}

/// What a search takes in of one more solution.
trait Taking {
    fn take(&mut self, play: &Play, most: usize);
}

impl Taking for Searched {
    fn take(&mut self, play: &Play, most: usize) {
        let marks: BTreeSet<(Site, Mark)> =
            play.iter().map(|(site, mark)| (site, mark.clone())).collect();
        self.forced = match self.count {
            0 => marks.clone(),
            _ => self.forced.intersection(&marks).cloned().collect(),
        };
        self.possible.extend(marks);
        self.count += 1;
        if self.plays.len() < most {
            self.plays.push(play.clone());
        }
    }
}
