//! A game for these tests: the player lays coins from the tray on goals; all goals want one.
//!
//! Marks: `goal` and `wall` on cells are the designer's; `coin` in the tray is the player's.

use std::sync::{Arc, LazyLock};

use foolproof::game::{
    Abilities, About, AcceptError, Brush, ConceptKind, Encoding, Game, GameAssets, GameError,
    Games, Gesture, GestureError, Group, HandItem, OutsideClues, Param, ParamKind, Playing,
    Properties, Rules, Scene, Scope, StockItem, Verdict,
};
use foolproof::level::{Board, Level, Mark, Place, Play, Site};
use foolproof::picture::{Align, Ink, Layout, Point, Rect, Shape, Stroke};

pub struct Coins;

pub const BOARD: Board = Board { cols: 4, rows: 3, tray: 2 };

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: "coins".into(),
    name: "Coins".into(),
    tagline: "Lay a coin on every goal.".into(),
    rules: "Coins lie in the tray.\n\nEvery goal wants a coin; walls take none.".into(),
    design: "".into(),
    rules_version: 1,
    default_board: BOARD,
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: 20, rows: 20, tray: 9 },
    boards: (&[]).into(),
    outside_clues: OutsideClues::NONE,
    numbers: Vec::new(),
    unique: foolproof::level::Expect::Any,
});

/// The game alone, on a shelf.
pub fn games() -> Games {
    let games = Games::default();
    games.put(Arc::new(Coins));
    games
}

pub fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

/// A level with two goals, a wall and two coins.
pub fn level() -> Level {
    let mut level = Level::open("coins", BOARD);
    level.title = "Two coins".to_owned();
    for (site, text) in [
        (Site::cell(0, 0), "goal"),
        (Site::cell(2, 1), "goal"),
        (Site::cell(1, 1), "wall"),
        (Site::tray(0), "coin"),
        (Site::tray(1), "coin"),
    ] {
        level.paint(site, Some(mark(text)));
    }
    level
}

/// The play that solves it.
pub fn solution() -> Play {
    [Site::cell(0, 0), Site::cell(2, 1)].into_iter().map(|site| (site, mark("coin"))).collect()
}

fn disc(centre: Point, ink: Ink) -> Shape {
    let stroke = Some(Stroke::new(Ink::PieceEdge, 0.04));
    Shape::Circle { centre, radius: 0.3, fill: Some(ink), stroke }
}

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of("coins.lp", "", &[])),
    sample: r#"{ "foolproof": 1, "levels": [] }"#.into(),
    ..GameAssets::default()
});

impl Game for Coins {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn palette(&self) -> Vec<Group> {
        let brush = |text, name: &str| Brush { mark: mark(text), name: name.to_owned() };
        vec![Group {
            name: "marks".into(),
            place: Place::Cell,
            brushes: vec![brush("goal", "goal"), brush("wall", "wall")],
        }]
    }

    fn layout(&self, board: &Board) -> Layout {
        let square = |site: Site, x: f32, y: f32| {
            (site, Rect { min: Point::new(x, y), max: Point::new(x + 1.0, y + 1.0) })
        };
        let mut sites: Vec<_> = board
            .cells()
            .map(|site| square(site, f32::from(site.col), f32::from(site.row)))
            .collect();
        let below = f32::from(board.rows) + 0.5;
        sites.extend(board.tray_slots().map(|site| square(site, f32::from(site.col), below)));
        Layout { width: f32::from(board.cols), height: below + 1.0, sites }
    }

    fn accepts(&self, _: &Board, _: Site, _: &Mark) -> Result<(), AcceptError> {
        Ok(())
    }

    fn describe(&self, mark: &Mark) -> String {
        mark.as_str().to_owned()
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let used = scene.play.map_or(0, Play::len);
        for (site, rect) in self.layout_of(level).sites {
            let stroke = Some(Stroke::new(Ink::Grid, 0.02));
            shapes.push(Shape::Rect { rect, radius: 0.05, fill: Some(Ink::Ground), stroke });
            if site.place == Place::Tray && usize::from(site.col) < used {
                continue;
            }
            if let Some(mark) = level.mark(site) {
                shapes.extend(self.draw_mark(mark, rect));
            }
            if let Some(coin) = scene.play.and_then(|play| play.get(site)) {
                shapes.extend(self.draw_mark(coin, rect));
            }
        }
        shapes
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        let centre = into.centre();
        match mark.as_str() {
            "wall" => vec![Shape::Rect {
                rect: Rect::square(centre, 0.8),
                radius: 0.1,
                fill: Some(Ink::Blocker),
                stroke: None,
            }],
            "coin" => vec![
                disc(centre, Ink::Source),
                Shape::Text {
                    at: centre,
                    text: "1".to_owned(),
                    size: 0.3,
                    ink: Ink::Text,
                    align: Align::Centre,
                },
            ],
            _ => vec![disc(centre, Ink::Target)],
        }
    }

    fn facts(&self, _: &Level, _: Scope<'_>) -> Result<String, GameError> {
        Ok(String::new())
    }

    fn stock(&self, _: &Level) -> Vec<StockItem> {
        Vec::new()
    }

    fn assets(&self) -> &GameAssets {
        &ASSETS
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            playing: Some(self),
            ..Abilities::default()
        }
    }
}

impl Rules for Coins {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let missing: Vec<Site> = level
            .marks()
            .filter(|(site, mark)| mark.as_str() == "goal" && play.get(*site).is_none())
            .map(|(site, _)| site)
            .collect();
        match missing.len() {
            0 => Verdict::Solved,
            1 => Verdict::Unsolved { why: "1 goal has no coin.".to_owned(), sites: missing },
            n => Verdict::Unsolved { why: format!("{n} goals have no coin."), sites: missing },
        }
    }
}

impl Properties for Coins {
    fn kinds(&self) -> Vec<ConceptKind> {
        let kinds = [("coin", "gold coins"), ("goal", "goals")];
        let number = Param::new("number", ParamKind::Number { least: 1, most: 9 }, "2");
        let kind = Param::new("type", ParamKind::choice(&kinds), "coin");
        let site = Param::new("place", ParamKind::Site, "cell(0,0)");
        let mark = Param::new("mark", ParamKind::Mark, "coin");
        let worth = Param::new("worth", ParamKind::Fraction, "frac(1,2)");
        vec![
            ConceptKind::new("used", "at least {1} {0#1} {1?is:are} used", vec![kind, number])
                .otherwise("fewer than {1} {0#1} {1?is:are} used"),
            ConceptKind::new("at", "a coin lies at {0}", vec![site]),
            ConceptKind::new("worth", "a {0} is worth {1}", vec![mark, worth]),
        ]
    }

    fn rules(&self, _: &Level, _: &Mark, head: &str) -> Result<String, GameError> {
        Ok(format!("{head}."))
    }

    fn practises(&self, _: &Level, _: &Play, _: &Mark) -> Option<bool> {
        Some(true)
    }
}

impl Playing for Coins {
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        if level.board.tray == 0 {
            // Without a tray two coins lie beside the board.
            let left = u32::try_from(2usize.saturating_sub(play.len())).unwrap_or(0);
            return vec![HandItem { mark: mark("coin"), site: None, left }];
        }
        let coins: Vec<Site> =
            level.board.tray_slots().filter(|site| level.mark(*site).is_some()).collect();
        let site = coins.get(play.len()).copied();
        let left = u32::try_from(coins.len().saturating_sub(play.len())).unwrap_or(0);
        vec![HandItem { mark: mark("coin"), site, left }]
    }

    fn act(&self, level: &Level, play: &Play, gesture: &Gesture) -> Result<Play, GestureError> {
        let other = |why: &str| GestureError::Other(why.to_owned());
        let mut after = play.clone();
        match gesture {
            Gesture::Take { site } => {
                after.0.remove(site).ok_or_else(|| other("there is no coin"))?;
            }
            Gesture::Put { mark, from, to } => {
                if let Some(from) = from {
                    after.0.remove(from);
                }
                if level.mark(*to).is_some_and(|mark| mark.as_str() == "wall") {
                    return Err(other("a wall takes no coin"));
                }
                if to.place != Place::Cell || after.get(*to).is_some() {
                    return Err(other("there is no room"));
                }
                after.0.insert(*to, mark.clone());
                if after.len() > 2 {
                    return Err(other("there is no coin left"));
                }
            }
        }
        Ok(after)
    }
}
