//! The layout of the parts of a page: headings, paragraphs, tables, lines of code and pictures.

use std::collections::BTreeMap;

use egui::{Align, RichText, TextureHandle, TextureOptions, Ui, Vec2};

use foolproof_editor::kit::painter;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_manual::{self as manual, LinkTarget, PageBlock, PagePiece};
use foolproof_picture::{Pixels, pixels, pixels_of_png};

/// Sizes of headings by level.
const HEADINGS: [f32; 3] = [21.0, 16.5, 14.5];
/// Maximum height of a picture, in points.
const HIGHEST_PICTURE: f32 = 440.0;
/// Least and greatest width of a table's column, in letters.
const COLUMN: (usize, usize) = (8, 70);

/// The clicked element of a page.
pub(crate) enum PageTurn {
    /// A page by its name.
    Page(String),
    /// A link as written on the page.
    Link(String),
}

/// The pictures shown so far, by name; `None` if one cannot be drawn.
#[derive(Default)]
pub(crate) struct Pictures {
    drawn: BTreeMap<String, Option<TextureHandle>>,
}

impl Pictures {
    fn get(&mut self, ui: &Ui, name: &str) -> Option<&TextureHandle> {
        let scale = ui.ctx().pixels_per_point();
        let drawn = self.drawn.entry(name.to_owned()).or_insert_with(|| {
            let image = painter::image_of(&pixels_of(name, scale)?);
            Some(ui.ctx().load_texture(name, image, TextureOptions::LINEAR))
        });
        drawn.as_ref()
    }
}

fn pixels_of(name: &str, scale: f32) -> Option<Pixels> {
    let bytes = manual::picture(name)?;
    match name.ends_with(".svg") {
        true => pixels(std::str::from_utf8(bytes).ok()?, scale).ok(),
        false => pixels_of_png(bytes).ok(),
    }
}

/// Shows the parts of a page, and scrolls to a heading. Returns what was clicked.
pub(crate) fn show_blocks(
    ui: &mut Ui,
    page: &str,
    blocks: &[PageBlock],
    pictures: &mut Pictures,
    to: Option<usize>,
) -> Option<PageTurn> {
    let mut turned = None;
    for (at, block) in blocks.iter().enumerate() {
        let clicked = match block {
            PageBlock::Heading { level, number, pieces } => {
                let clicked = heading(ui, *level, pieces, at == 0);
                if to == Some(*number) {
                    ui.scroll_to_cursor(Some(Align::TOP));
                }
                clicked
            }
            PageBlock::Paragraph { indent, bullet, pieces } => {
                paragraph(ui, *indent, bullet.as_deref(), pieces)
            }
            PageBlock::Code { text, .. } => {
                code(ui, text);
                None
            }
            PageBlock::Picture { link, words } => {
                if let LinkTarget::Within { file, .. } = manual::resolve(page, link) {
                    picture(ui, pictures, &file, words);
                }
                None
            }
            PageBlock::Table(rows) => table(ui, at, rows),
        };
        turned = turned.or(clicked);
    }
    turned
}

fn heading(ui: &mut Ui, level: u8, pieces: &[PagePiece], first: bool) -> Option<PageTurn> {
    if !first {
        ui.add_space(theme::WIDE);
    }
    let at = usize::from(level.saturating_sub(1)).min(HEADINGS.len() - 1);
    let size = HEADINGS.get(at).copied().unwrap_or(14.5);
    let words: String = pieces.iter().map(|piece| piece.words.as_str()).collect();
    let response = ui.label(RichText::new(words).size(size).strong());
    let is_heading = |node: &mut egui::accesskit::Node| {
        node.set_role(egui::accesskit::Role::Heading);
    };
    response.ctx.accesskit_node_builder(response.id, is_heading);
    ui.add_space(theme::TIGHT);
    None
}

fn paragraph(
    ui: &mut Ui,
    indent: usize,
    bullet: Option<&str>,
    pieces: &[PagePiece],
) -> Option<PageTurn> {
    if indent == 0 {
        let turned = words(ui, pieces);
        ui.add_space(theme::TIGHT);
        return turned;
    }
    let mut turned = None;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = theme::TIGHT;
        ui.add_space(theme::WIDE * (indent.min(4) - 1) as f32);
        let room = Vec2::new(theme::WIDE, 0.0);
        ui.allocate_ui_with_layout(room, egui::Layout::right_to_left(Align::Min), |ui| {
            ui.set_width(theme::WIDE);
            ui.weak(bullet.unwrap_or_default());
        });
        ui.vertical(|ui| turned = words(ui, pieces));
    });
    turned
}

/// Shows words in a line that wraps.
fn words(ui: &mut Ui, pieces: &[PagePiece]) -> Option<PageTurn> {
    let accent = Theme::of(ui).role(Role::Accent);
    let mut turned = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for piece in pieces {
            let mut text = RichText::new(&piece.words);
            if piece.look.strong {
                text = text.strong();
            }
            if piece.look.slanted {
                text = text.italics();
            }
            if piece.look.code {
                text = text.code();
            }
            match &piece.link {
                Some(link) => {
                    if ui.link(text.color(accent)).clicked() {
                        turned = Some(PageTurn::Link(link.clone()));
                    }
                }
                None => drop(ui.label(text)),
            }
        }
    });
    turned
}

fn code(ui: &mut Ui, text: &str) {
    let theme = Theme::of(ui);
    let frame = theme.card().fill(theme.role(Role::Panel));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(egui::Label::new(RichText::new(text).monospace()).wrap());
    });
    ui.add_space(theme::GAP);
}

fn picture(ui: &mut Ui, pictures: &mut Pictures, name: &str, words: &str) {
    let room = Vec2::new(ui.available_width(), HIGHEST_PICTURE);
    let scale = if name.ends_with(".svg") { ui.ctx().pixels_per_point() } else { 1.0 };
    match pictures.get(ui, name) {
        Some(texture) => {
            let size = texture.size_vec2() / scale;
            let shrunk = (room.x / size.x).min(room.y / size.y).min(1.0);
            let image = egui::Image::new(texture).fit_to_exact_size(size * shrunk).alt_text(words);
            ui.add(image).on_hover_text(words);
        }
        // The words of a picture are better than nothing.
        None => drop(ui.weak(words)),
    }
    ui.add_space(theme::GAP);
}

fn table(ui: &mut Ui, at: usize, rows: &[Vec<Vec<PagePiece>>]) -> Option<PageTurn> {
    let letters = |cell: &[PagePiece]| -> usize {
        cell.iter().map(|piece| piece.words.chars().count()).sum()
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| letters(cell)).max().unwrap_or(0).clamp(COLUMN.0, COLUMN.1)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let sum = widths.iter().sum::<usize>().max(1) as f32;
    let room = ui.available_width() - theme::GAP * columns as f32;
    let mut turned = None;
    ui.push_id(at, |ui| {
        for (number, row) in rows.iter().enumerate() {
            ui.horizontal_top(|ui| {
                for (cell, letters) in row.iter().zip(&widths) {
                    let size = Vec2::new(room * *letters as f32 / sum, 0.0);
                    let layout = egui::Layout::top_down(Align::Min);
                    ui.allocate_ui_with_layout(size, layout, |ui| {
                        ui.set_width(size.x);
                        let clicked = match number {
                            0 => words(ui, &strong(cell)),
                            _ => words(ui, cell),
                        };
                        turned = turned.take().or(clicked);
                    });
                }
            });
            ui.separator();
        }
    });
    ui.add_space(theme::TIGHT);
    turned
}

fn strong(cell: &[PagePiece]) -> Vec<PagePiece> {
    let mut cell = cell.to_vec();
    cell.iter_mut().for_each(|piece| piece.look.strong = true);
    cell
}
