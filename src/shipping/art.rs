//! Pictures of boards and marks for a page, each text once, however many levels show it.
//!
//! Everything beneath a player's marks is drawn here, as the program draws it; the page's own scripts draw the
//! play, using the marks drawn here.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value, json};

use foolproof_game::{Game, Scene};
use foolproof_level::{Level, Mark, PackLook, Place, Site};
use foolproof_picture::{Layout, Point, Rect, Shape, tile_fragment, tiled_fragment};

/// Texts and layouts of a page.
#[derive(Default)]
pub(crate) struct Art {
    texts: Vec<String>,
    known: HashMap<String, usize>,
    layouts: Vec<Value>,
    /// Marks to draw, by game.
    marks: HashMap<String, BTreeSet<Mark>>,
    /// The marks with a picture of the pack's own, in order.
    pictured: Vec<Mark>,
}

impl Art {
    /// Creates the art for a pack with this look.
    pub(crate) fn new(look: &PackLook) -> Self {
        Self { pictured: look.tiles.keys().cloned().collect(), ..Self::default() }
    }

    /// Returns the pack's picture for a mark, in a unit square.
    pub(crate) fn picture(&self, mark: &Mark) -> Option<String> {
        Some(tile_fragment(self.tile(mark)?, Point::default()))
    }

    /// Returns the number of a mark's picture.
    fn tile(&self, mark: &Mark) -> Option<usize> {
        self.pictured.binary_search(mark).ok()
    }

    /// Returns shapes as SVG for the page.
    pub(crate) fn fragment(&self, shapes: &[Shape]) -> String {
        tiled_fragment(shapes, |mark| self.tile(mark))
    }

    fn text(&mut self, text: String) -> usize {
        let next = self.texts.len();
        *self.known.entry(text.clone()).or_insert_with(|| {
            self.texts.push(text);
            next
        })
    }

    /// Returns the number of the picture of a level's ground, without the marks that scripts draw over it.
    pub(crate) fn ground(&mut self, game: &dyn Game, level: &Level) -> usize {
        let mut beneath = level.clone();
        let over: Vec<_> =
            level.marks().filter(|(site, mark)| !is_beneath(game, *site, mark)).collect();
        over.into_iter().for_each(|(site, _)| beneath.paint(site, None));
        self.text(self.fragment(&game.draw(&beneath, Scene::default())))
    }

    /// Returns the number of a picture of a ground.
    pub(crate) fn own_ground(&mut self, shapes: &[Shape]) -> usize {
        self.text(self.fragment(shapes))
    }

    /// Returns the number of a level's layout.
    pub(crate) fn layout(&mut self, game: &dyn Game, level: &Level) -> usize {
        let layout = layout(&game.layout_of(level));
        self.layouts.iter().position(|other| *other == layout).unwrap_or_else(|| {
            self.layouts.push(layout);
            self.layouts.len() - 1
        })
    }

    pub(crate) fn needs(&mut self, game: &str, marks: impl IntoIterator<Item = Mark>) {
        self.marks.entry(game.to_owned()).or_default().extend(marks);
    }

    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }

    pub(crate) fn layouts(&self) -> &[Value] {
        &self.layouts
    }

    /// Returns the pictures and the words of a game's marks, in a unit square.
    pub(crate) fn marks(&self, game: &dyn Game) -> (Value, Value) {
        let (mut drawn, mut said) = (Map::new(), Map::new());
        let square = Rect::square(Point::new(0.5, 0.5), 1.0);
        for mark in self.marks.get(&*game.about().id).into_iter().flatten() {
            let drawn_mark = || self.fragment(&game.draw_mark(mark, square));
            let picture = self.picture(mark).unwrap_or_else(drawn_mark);
            drawn.insert(mark.to_string(), picture.into());
            said.insert(mark.to_string(), game.describe(mark).into());
        }
        (drawn.into(), said.into())
    }
}

/// True if a mark is a part of the ground: a constraint, or a mark that a panel's line crosses.
fn is_beneath(game: &dyn Game, site: Site, mark: &Mark) -> bool {
    site.place == Place::Constraint
        || game.assets().page.as_ref().is_some_and(|page| page.beneath.contains(&mark.functor()))
}

/// Returns a number rounded to the digits that a picture shows.
pub(crate) fn short(number: f32) -> Value {
    let rounded = (f64::from(number) * 1000.0).round() / 1000.0;
    json!(rounded)
}

fn layout(layout: &Layout) -> Value {
    let sites: Map<String, Value> = layout
        .sites
        .iter()
        .map(|(site, rect)| {
            let Rect { min, .. } = *rect;
            let box_of = [min.x, min.y, rect.width(), rect.height()].map(short);
            (site.to_string(), json!(box_of))
        })
        .collect();
    json!({ "width": short(layout.width), "height": short(layout.height), "sites": sites })
}
