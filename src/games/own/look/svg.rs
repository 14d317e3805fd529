//! A drawing from an SVG file: read once, as shapes of the unit square in inks.
//!
//! `currentColor` and classes are roles, other colours the nearest inks. Gradients are refused rather than
//! guessed, like everything that shapes in solid colours cannot show.

use resvg::usvg::tiny_skia_path::Transform;
use resvg::usvg::{self, Color, Group, ImageHrefResolver, Node, Options, Paint, Path};

use super::flatten;
use super::forms::turned;
use super::inks::{named, nearest};
use super::markup::{self, MarkupRefusal};
use super::style::LookTurn;
use foolproof_picture::{Dash, Ink, Point, Rect, Shape};

/// The reason why a file gives no drawing, as a whole sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{place}: {why}", place = line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub(crate) struct SvgError {
    pub file: String,
    pub line: Option<u32>,
    pub why: String,
}

/// The ink of a part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colouring {
    /// The mark's own ink.
    Mark,
    Ink(Ink),
}

#[derive(Clone, Debug, PartialEq)]
struct SvgPart {
    shape: Shape,
    colouring: Colouring,
}

/// A drawing of a mark. Its points lie around the origin, up to half a unit in each direction.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SvgDrawing {
    parts: Vec<SvgPart>,
}

/// Maximum number of corners of all outlines: marks are drawn very often.
const MAX_POINTS: usize = 2_000;

impl SvgDrawing {
    /// Maximum size of a file, in bytes.
    pub(crate) const MAX_BYTES: usize = 64 * 1024;

    /// Reads a file's text. `file` is its name for messages.
    pub(crate) fn read(file: &str, text: &str) -> Result<Self, SvgError> {
        drawing(text).map_err(|MarkupRefusal { line, why }| SvgError {
            file: file.to_owned(),
            line,
            why,
        })
    }

    /// Draws in a square, turned like the mark. With `SvgTone::One` dark and coloured parts have the mark's
    /// ink.
    pub(super) fn shapes(&self, into: Rect, turn: LookTurn, ink: Ink, tone: SvgTone) -> Vec<Shape> {
        let (middle, side) = (into.centre(), into.width().min(into.height()));
        let place = |point: Point| {
            let across = if turn.mirrored { -point.x } else { point.x };
            let Point { x, y } = turned(Point::new(across, point.y), turn.quarters);
            Point::new(middle.x + x * side, middle.y + y * side)
        };
        let inked = |colouring: Colouring| match (colouring, tone) {
            (Colouring::Mark, _) => ink,
            (Colouring::Ink(own), SvgTone::Own) => own,
            (Colouring::Ink(own), SvgTone::One) => match own {
                Ink::Colour(1) | Ink::Ground | Ink::Piece | Ink::Tint(_) => own,
                _ => ink,
            },
        };
        let shape = |SvgPart { shape, colouring }: &SvgPart| {
            let ink = inked(*colouring);
            shape.clone().mapped(&place, side).in_inks(&|_| ink)
        };
        self.parts.iter().map(shape).collect()
    }
}

/// The inks of a drawing: its own, or one for all parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SvgTone {
    Own,
    One,
}

fn drawing(text: &str) -> Result<SvgDrawing, MarkupRefusal> {
    if text.len() > SvgDrawing::MAX_BYTES {
        let most = SvgDrawing::MAX_BYTES / 1024;
        return Err(MarkupRefusal::new(None, format!("it is larger than {most} KiB; simplify it")));
    }
    let document = markup::read(text)?;
    // Fetches nothing, even if the markup passed the checks.
    let nothing = ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    };
    let options =
        Options { image_href_resolver: nothing, style_sheet: Some(roles()), ..Options::default() };
    let tree = usvg::Tree::from_xmltree(&document, &options)
        .map_err(|error| MarkupRefusal::new(None, format!("it cannot be drawn: {error}")))?;
    let size = tree.size();
    let frame = flatten::frame(size.width(), size.height())
        .ok_or_else(|| MarkupRefusal::new(Some(1), "its page has no size that can be drawn"))?;
    let mut reader = Reader { document: &document, frame, parts: Vec::new(), points: 0 };
    reader.group(tree.root())?;
    let mut parts = reader.parts;
    if parts.is_empty() {
        return Err(MarkupRefusal::new(None, "nothing in it can be seen on its page"));
    }
    // A drawing in black alone counts as a drawing without colours.
    let plain = |part: &SvgPart| part.colouring == Colouring::Ink(Ink::Colour(0));
    if parts.iter().all(|part| plain(part) || part.colouring == Colouring::Mark) {
        parts.iter_mut().for_each(|part| part.colouring = Colouring::Mark);
    }
    Ok(SvgDrawing { parts })
}

/// Placeholder colours for roles while reading a file; they are never painted.
fn stand_in(number: usize) -> [u8; 3] {
    [u8::try_from(number).unwrap_or(u8::MAX), 0xFD, 0x01]
}

/// Returns the style rules that give a placeholder colour to each role's class.
fn roles() -> String {
    let hex = |number: usize| {
        let [r, g, b] = stand_in(number);
        format!("#{r:02x}{g:02x}{b:02x}")
    };
    let mut rules = format!("svg {{ color: {} }}\n", hex(0));
    for (number, (name, _)) in named().enumerate() {
        let colour = hex(number + 1);
        rules += &format!(".{name}, #{name} {{ color: {colour}; fill: {colour} }}\n");
        rules += &format!(".line-{name} {{ color: {colour}; stroke: {colour} }}\n");
    }
    rules
}

fn colouring(Color { red, green, blue }: Color) -> Colouring {
    let colour = [red, green, blue];
    if colour == stand_in(0) {
        return Colouring::Mark;
    }
    let role = (1..).zip(named()).find(|(number, _)| stand_in(*number) == colour);
    Colouring::Ink(role.map_or_else(|| nearest(colour), |(_, (_, ink))| ink))
}

struct Reader<'a> {
    document: &'a usvg::roxmltree::Document<'a>,
    /// From the page to the unit square.
    frame: Transform,
    parts: Vec<SvgPart>,
    points: usize,
}

impl Reader<'_> {
    fn group(&mut self, group: &Group) -> Result<(), MarkupRefusal> {
        let opacity = group.opacity().get();
        if opacity < FAINTEST {
            return Ok(());
        }
        if !self.solid(opacity)? {
            return Ok(());
        }
        // No deeper than the markup was found to be.
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group)?,
                Node::Path(path) if path.is_visible() => self.path(path)?,
                Node::Path(_) => {}
                Node::Image(_) | Node::Text(_) => {
                    return Err(MarkupRefusal::new(None, "images and text in it are not drawn"));
                }
            }
        }
        Ok(())
    }

    /// True if it is visible; an error if it is translucent.
    fn solid(&self, opacity: f32) -> Result<bool, MarkupRefusal> {
        if !(FAINTEST..=1.0 - FAINTEST).contains(&opacity) {
            return Ok(opacity >= FAINTEST);
        }
        let names = ["opacity", "fill-opacity", "stroke-opacity"];
        let clear = |value: &str| value.trim().parse::<f32>().is_ok_and(|share| share < 1.0);
        let line = self.line_where(|node| {
            let said = names.iter().any(|name| node.attribute(*name).is_some_and(clear));
            said || node.attribute("style").is_some_and(|style| style.contains("opacity"))
        });
        Err(MarkupRefusal::new(line, "nothing can be half transparent; use a paler colour"))
    }

    fn line_where(&self, is_it: impl Fn(&usvg::roxmltree::Node<'_, '_>) -> bool) -> Option<u32> {
        self.document.descendants().find(is_it).and_then(|node| markup::line_of(&node))
    }

    fn colour(&self, paint: &Paint) -> Result<Colouring, MarkupRefusal> {
        let id = match paint {
            Paint::Color(colour) => return Ok(colouring(*colour)),
            Paint::LinearGradient(gradient) => gradient.id(),
            Paint::RadialGradient(gradient) => gradient.id(),
            Paint::Pattern(pattern) => pattern.id(),
        };
        let line = self.line_where(|node| node.attribute("id") == Some(id));
        Err(MarkupRefusal::new(line, "a gradient cannot be drawn; fill it with one colour"))
    }

    fn path(&mut self, path: &Path) -> Result<(), MarkupRefusal> {
        let to = path.abs_transform().post_concat(self.frame);
        let contours = flatten::contours(path.data(), to)?;
        let read: usize = contours.iter().map(|contour| contour.points.len()).sum();
        self.points += read;
        if self.points > MAX_POINTS {
            let why = format!("its outlines have more than {MAX_POINTS} corners; simplify it");
            return Err(MarkupRefusal::new(None, why));
        }
        if let Some(fill) = path.fill()
            && self.solid(fill.opacity().get())?
        {
            let colouring = self.colour(fill.paint())?;
            let areas = flatten::areas(&contours, fill.rule())?;
            self.parts.extend(areas.into_iter().map(|shape| SvgPart { shape, colouring }));
        }
        if let Some(stroke) = path.stroke()
            && self.solid(stroke.opacity().get())?
        {
            let colouring = self.colour(stroke.paint())?;
            let scale = (to.sx * to.sy - to.kx * to.ky).abs().sqrt();
            let pen = flatten::FlatPen {
                width: (stroke.width().get() * scale).min(1.0),
                dash: stroke.dasharray().map_or(Dash::Solid, |dashes| {
                    let first = dashes.first().copied().unwrap_or_default();
                    if first <= 1.2 * stroke.width().get() { Dash::Dotted } else { Dash::Dashed }
                }),
                cap: stroke.linecap(),
            };
            let lines = flatten::lines(&contours, pen);
            self.parts.extend(lines.into_iter().map(|shape| SvgPart { shape, colouring }));
        }
        Ok(())
    }
}

/// Lower opacities are invisible.
const FAINTEST: f32 = 0.02;
