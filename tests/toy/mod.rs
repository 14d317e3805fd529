//! Lamps, a game for the tests, and the one to copy when a game is added.
//!
//! The designer paints walls; the player puts lamps on free cells. Every free cell must be lit and
//! no lamp may light another. Nothing outside this file and `lamps.lp` knows of it: what works for
//! Lamps works for any game.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use foolproof::game::{
    Abilities, About, AcceptError, Brush, ConceptKind, Encoding, Game, GameAssets, GameError,
    Games, Group, HandItem, MeaningError, OutsideClues, Param, ParamKind, Playing, Properties,
    Rules, Scene, Scope, Search, StockItem, Verdict,
};
use foolproof::level::{Board, Level, Mark, Place, Play, Site};
use foolproof::picture::{Ink, Layout, Point, Rect, Shape, Stroke};
use foolproof::solver::EngineCommand;

// Each test file takes what it needs of them.
#[allow(dead_code)]
pub mod variants;

pub struct Lamps;

/// A search for tests that provide one.
pub static SEARCH: OnceLock<&'static dyn Search> = OnceLock::new();

/// How to start this program as an engine; this process learns the questions of its slices.
pub fn engine(program: &Path) -> EngineCommand {
    foolproof::slices::add_questions().expect("no two questions have one name");
    EngineCommand::at(program)
}

/// The games of tests: Lamps beside those that are built in.
pub fn games() -> Games {
    let games = foolproof::built_in();
    games.put(Arc::new(Lamps));
    games
}

static ABOUT: About = About {
    id: Cow::Borrowed("lamps"),
    name: Cow::Borrowed("Lamps"),
    tagline: Cow::Borrowed("Light every cell, and let no lamp shine on another."),
    rules: Cow::Borrowed(
        "Light runs along rows and columns until a wall stops it.\n\n\
            Every free cell must be lit. No lamp may light another.",
    ),
    design: Cow::Borrowed(""),
    rules_version: 1,
    default_board: Board { cols: 4, rows: 4, tray: 0 },
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: 12, rows: 12, tray: 0 },
    boards: Cow::Borrowed(&[]),
    outside_clues: OutsideClues::NONE,
    numbers: Vec::new(),
    unique: foolproof::level::Expect::Any,
};

fn wall() -> Mark {
    "wall".parse().expect("a mark")
}

fn lamp() -> Mark {
    "lamp".parse().expect("a mark")
}

/// The cells that a lamp lights, without its own.
fn lit_from(level: &Level, lamp: Site) -> BTreeSet<Site> {
    let mut lit = BTreeSet::new();
    for (x, y) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
        let (mut col, mut row) = (i32::from(lamp.col), i32::from(lamp.row));
        loop {
            (col, row) = (col + x, row + y);
            let (Ok(c), Ok(r)) = (u16::try_from(col), u16::try_from(row)) else { break };
            let site = Site::cell(c, r);
            if !level.board.contains(site) || level.mark(site).is_some() {
                break;
            }
            lit.insert(site);
        }
    }
    lit
}

fn square(centre: Point, side: f32, ink: Ink) -> Shape {
    Shape::Rect { rect: Rect::square(centre, side), radius: 0.08, fill: Some(ink), stroke: None }
}

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of("lamps.lp", include_str!("lamps.lp"), &[])),
    sample: Cow::Borrowed(include_str!("lamps.json")),
    ..GameAssets::default()
});

impl Game for Lamps {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn palette(&self) -> Vec<Group> {
        let brush = Brush { mark: wall(), name: self.describe(&wall()) };
        vec![Group { name: "Walls".into(), place: Place::Cell, brushes: vec![brush] }]
    }

    fn layout(&self, board: &Board) -> Layout {
        let cell = |site: Site| {
            let min = Point::new(f32::from(site.col), f32::from(site.row));
            (site, Rect { min, max: Point::new(min.x + 1.0, min.y + 1.0) })
        };
        let sites = board.cells().map(cell).collect();
        Layout { width: f32::from(board.cols), height: f32::from(board.rows), sites }
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        match () {
            () if *mark != wall() => {
                Err(MeaningError::Unknown(format!("`{mark}` is not a wall")).into())
            }
            () if site.place != Place::Cell || !board.contains(site) => {
                Err(AcceptError::NoCell(site))
            }
            () => Ok(()),
        }
    }

    fn describe(&self, mark: &Mark) -> String {
        mark.to_string()
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (site, rect) in self.layout_of(level).sites {
            let stroke = Some(Stroke::new(Ink::Grid, 0.02));
            shapes.push(Shape::Rect { rect, radius: 0.0, fill: Some(Ink::Ground), stroke });
            let placed = scene.play.and_then(|play| play.get(site));
            for mark in level.mark(site).into_iter().chain(placed) {
                shapes.extend(self.draw_mark(mark, rect));
            }
        }
        shapes
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        let (centre, side) = (into.centre(), into.width());
        let shape = if *mark == wall() {
            square(centre, side * 0.9, Ink::Blocker)
        } else {
            Shape::Circle { centre, radius: side * 0.3, fill: Some(Ink::Source), stroke: None }
        };
        Shape::of_mark(mark, into, vec![shape]).into_iter().collect()
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        for (site, mark) in level.marks() {
            self.accepts(&level.board, site, mark).map_err(|why| GameError::Mark { site, why })?;
        }
        // Sites and marks are all that the encoding needs.
        Ok(String::new())
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let walls = level.marks().count().max(6);
        let most = u32::try_from(walls).unwrap_or(u32::MAX);
        let (group, place, marks) = ("walls".to_owned(), Place::Cell, vec![wall()]);
        vec![StockItem { group, place, marks, least: 0, most }]
    }

    fn assets(&self) -> &GameAssets {
        &ASSETS
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            search: SEARCH.get().copied(),
            rules: Some(self),
            properties: Some(self),
            playing: Some(self),
            ..Abilities::default()
        }
    }
}

impl Rules for Lamps {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let mut lit = BTreeSet::new();
        for (site, mark) in play.iter() {
            if *mark != lamp() || !level.board.contains(site) || level.mark(site).is_some() {
                let why = format!("no {mark} can stand on {}", site.spoken());
                return Verdict::Illegal { why, sites: vec![site] };
            }
            lit.extend(lit_from(level, site));
        }
        if let Some((site, _)) = play.iter().find(|(site, _)| lit.contains(site)) {
            let why = format!("the lamp on {} is lit by another", site.spoken());
            return Verdict::Unsolved { why, sites: vec![site] };
        }
        let free = level.board.cells().filter(|site| level.mark(*site).is_none());
        let dark: Vec<Site> =
            free.filter(|site| !lit.contains(site) && play.get(*site).is_none()).collect();
        match dark.len() {
            0 => Verdict::Solved,
            n => Verdict::Unsolved { why: format!("{n} cells are dark"), sites: dark },
        }
    }
}

impl Properties for Lamps {
    fn kinds(&self) -> Vec<ConceptKind> {
        let kind = ParamKind::Number { least: 0, most: 40 };
        let number = Param::new("number", kind, "2");
        let cell = Param::new("cell", ParamKind::Site, "cell(0,0)");
        vec![
            ConceptKind::new("at_most", "at most {0} {0?lamp is:lamps are} used", vec![number])
                .otherwise("more than {0} {0?lamp is:lamps are} used")
                .instead("{0} {0?lamp is:lamps are} used", "no lamps are used"),
            ConceptKind::new("lamp_on", "a lamp is on {0}", vec![cell])
                .otherwise("no lamp is on {0}"),
        ]
    }

    fn rules(&self, _: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        match (property.functor(), property.args().as_slice()) {
            ("at_most", [n]) => Ok(format!("{head} :- #count {{ S : play(S,lamp) }} <= {n}.")),
            ("lamp_on", [cell]) => Ok(format!("{head} :- play({cell},lamp).")),
            _ => Err(GameError::Concept(format!("`{property}` is not a property of Lamps").into())),
        }
    }

    fn practises(&self, _: &Level, play: &Play, property: &Mark) -> Option<bool> {
        match (property.functor(), property.args().as_slice()) {
            ("at_most", [n]) => Some(play.len() <= n.parse().ok()?),
            ("lamp_on", [cell]) => Some(play.get(cell.parse().ok()?).is_some()),
            _ => None,
        }
    }
}

impl Playing for Lamps {
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let free = level.board.cells().filter(|site| level.mark(*site).is_none()).count();
        let left = u32::try_from(free.saturating_sub(play.len())).unwrap_or(0);
        vec![HandItem { mark: lamp(), site: None, left }]
    }
}
