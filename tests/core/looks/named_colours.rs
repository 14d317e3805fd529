//! Colours that rules name: white is lighter than black in every theme, and both are seen on the board.

use std::f32::consts::PI;
use std::sync::Arc;

use foolproof::game::{Game, Games, Scene};
use foolproof::level::{Level, Mark, Place, Play, Rgb, Site};
use foolproof::picture::{Ink, Rect, Shape, Style, plain_shapes};

use crate::shelf;

/// How dark something is by the words of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Black,
    /// Darker than the ground.
    Shaded,
    Grey,
    White,
}

fn named(words: &str, rules: &str) -> Option<Named> {
    let has = |word: &str| words.split(|c: char| !c.is_alphabetic()).any(|part| part == word);
    let black_hole = has("hole") && rules.contains("Black cells are holes");
    let names = [
        (has("white"), Named::White),
        (has("black") || black_hole, Named::Black),
        (has("grey"), Named::Grey),
        // "7 shaded cells in this room" is a number.
        (words == "shaded" || words == "shaded cell" || words == "dark cell", Named::Shaded),
    ];
    names.into_iter().find(|(is_named, _)| *is_named).map(|(_, name)| name)
}

/// The first mark of a pattern such as `circle(white,2..99)`.
fn first_of(pattern: &str) -> Mark {
    let range = |part: &str| part.split("..").next().map(str::to_owned);
    let part = |part: &str| part.split('|').next().and_then(range).unwrap_or_default();
    let mut text = String::new();
    for piece in pattern.split_inclusive(['(', ',', ')']) {
        let (word, end) = match piece.strip_suffix(['(', ',', ')']) {
            Some(word) => (word, &piece[word.len()..]),
            None => (piece, ""),
        };
        text.push_str(&part(word));
        text.push_str(end);
    }
    text.parse().expect("a mark")
}

/// The player's marks with their words, from the game's manifest.
fn of_player(game: &dyn Game) -> Vec<(Mark, String)> {
    let Some(text) = game.text() else { return Vec::new() };
    let manifest: toml::Table = toml::from_str(&text.manifest).expect("a manifest");
    let word = |form: &toml::Value, key: &str| form.get(key)?.as_str().map(str::to_owned);
    let marks = manifest.get("mark").and_then(toml::Value::as_array).into_iter().flatten();
    let marks = marks.filter(|form| word(form, "by").as_deref() == Some("player"));
    marks.filter_map(|form| Some((first_of(&word(form, "term")?), word(form, "words")?))).collect()
}

fn fill(shape: &Shape) -> Option<(f32, Ink)> {
    let fill = shape.paint().0?;
    let points = match shape {
        Shape::Rect { rect, .. } => return Some((rect.width() * rect.height(), fill)),
        Shape::Circle { radius, .. } => return Some((PI * radius * radius, fill)),
        Shape::Polygon { points, .. } => points.clone(),
        Shape::Area { rings, .. } => rings.concat(),
        Shape::Polyline { .. } | Shape::Text { .. } | Shape::Mark { .. } => return None,
    };
    let xs = points.iter().map(|point| point.x);
    let ys = points.iter().map(|point| point.y);
    let span = |all: Vec<f32>| {
        all.iter().copied().fold(f32::MIN, f32::max) - all.iter().copied().fold(f32::MAX, f32::min)
    };
    Some((span(xs.collect()) * span(ys.collect()) / 2.0, fill))
}

/// The ink of the mark's body, those of its outlines, and the ink of the board beneath it.
fn inks(game: &dyn Game, level: &Level, mark: &Mark, site: Site, played: bool) -> Option<Seen> {
    let blank = game.draw(level, Scene::default());
    let mut with = level.clone();
    let play: Play = [(site, mark.clone())].into_iter().collect();
    if !played {
        with.paint(site, Some(mark.clone()));
    }
    let scene = Scene { play: played.then_some(&play), ..Scene::default() };
    let drawn = game.draw(&with, scene);
    let blank = plain_shapes(&blank);
    let mut new = plain_shapes(&drawn);
    new.retain(|shape| !blank.contains(shape));
    let bodies = new.iter().filter_map(|shape| fill(shape));
    let body = bodies.fold(None, |best: Option<(f32, Ink)>, next| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    })?;
    let outlines = new.iter().filter_map(|shape| shape.paint().1);
    let grounds = blank.iter().filter_map(|shape| fill(shape));
    let ground =
        grounds.fold((0.0, Ink::Ground), |best, next| if next.0 > best.0 { next } else { best });
    let outlines = outlines.map(|stroke| stroke.ink).collect();
    Some(Seen { body: body.1, outlines, ground: ground.1 })
}

#[derive(Debug)]
struct Seen {
    body: Ink,
    outlines: Vec<Ink>,
    ground: Ink,
}

fn rgb(style: Style, ink: Ink) -> Rgb {
    let [red, green, blue, _] = style.colour(ink);
    Rgb([red, green, blue])
}

/// From 1 for black to 21 for white.
fn lightness(style: Style, ink: Ink) -> f64 {
    rgb(style, ink).contrast(Rgb([0; 3]))
}

/// A site of the level that the mark can lie on: not at the rim, if there is another.
fn site_for(game: &dyn Game, level: &Level, mark: &Mark, played: bool) -> Option<Site> {
    let sites: Vec<(Site, Rect)> = game.layout_of(level).sites;
    let inner = |site: &Site| site.col > 0 && site.row > 0;
    let takes = |site: &Site| match played {
        true => site.place == Place::Cell,
        false => game.accepts(&level.board, *site, mark).is_ok(),
    };
    let all = || sites.iter().map(|(site, _)| *site).filter(takes);
    all().find(inner).or_else(|| all().next())
}

/// What is wrong with the named colours of a game, and how many there are.
fn checked(game: &Arc<dyn Game>, faults: &mut Vec<String>) -> usize {
    let about = game.about();
    let level = Level::open(about.id.to_string(), about.default_board);
    let mut marks: Vec<(Mark, String, bool)> = Vec::new();
    for brush in game.palette().into_iter().flat_map(|group| group.brushes) {
        marks.push((brush.mark, brush.name.to_string(), false));
    }
    marks.extend(of_player(&**game).into_iter().map(|(mark, words)| (mark, words, true)));
    let mut seen: Vec<(Named, Seen)> = Vec::new();
    for (mark, words, played) in marks {
        let Some(name) = named(&words, &about.rules) else { continue };
        let Some(site) = site_for(&**game, &level, &mark, played) else { continue };
        let Some(inks) = inks(&**game, &level, &mark, site, played) else { continue };
        if seen.iter().all(|(known, has)| *known != name || has.body != inks.body) {
            seen.push((name, inks));
        }
    }
    for style in Style::ALL {
        for (name, inks) in &seen {
            let light = |ink| lightness(style, ink);
            let contrast = |ink| rgb(style, ink).contrast(rgb(style, inks.ground));
            let outlined = inks.outlines.iter().any(|ink| contrast(*ink) >= 2.5);
            // Grey cells of clues are pale.
            let least = if *name == Named::Grey { 1.2 } else { 1.5 };
            if contrast(inks.body) < least && !outlined {
                faults.push(format!("{} {style:?} {name:?}: {inks:?} is not seen", about.id));
            }
            let darker = matches!(name, Named::Black | Named::Shaded);
            if darker && light(inks.body) >= light(inks.ground) {
                faults.push(format!("{} {style:?} {name:?}: {inks:?} is not dark", about.id));
            }
            for (other, more) in
                seen.iter().filter(|(other, _)| *other >= Named::Grey && other > name)
            {
                if light(inks.body) * 1.4 > light(more.body) {
                    let (one, two) = (inks.body, more.body);
                    faults.push(format!(
                        "{} {style:?}: {name:?} {one:?}, {other:?} {two:?}",
                        about.id
                    ));
                }
            }
        }
    }
    seen.len()
}

#[test]
fn what_rules_call_white_is_lighter_than_what_they_call_black() {
    let mut faults = Vec::new();
    let mut all = 0;
    for game in Games::default().all().iter().chain(shelf::all().all().iter()) {
        all += checked(game, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(all >= 50, "{all} colours are named");
}
