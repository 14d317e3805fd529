//! The book: its chapters at the left, a page at the right, and the way back.

use egui::{ScrollArea, TextEdit, Ui, Vec2};

use super::layout::{PageTurn, Pictures, show_blocks};
use super::{open_in_browser, words};
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_manual::{self as manual, Chapter, FIRST_PAGE, LinkTarget, PageBlock};

/// Width of the list of chapters.
const CHAPTERS: f32 = 190.0;

/// A reader of the manual.
pub(crate) struct BookReader {
    chapters: Vec<Chapter>,
    page: String,
    blocks: Vec<PageBlock>,
    /// Pages read before, the last one at the end.
    past: Vec<String>,
    looked_for: String,
    /// Next scroll target: the top, or a heading by its number.
    to: Option<Option<usize>>,
    pictures: Pictures,
}

impl Default for BookReader {
    fn default() -> Self {
        let mut reader = Self {
            chapters: manual::chapters(),
            page: String::new(),
            blocks: Vec::new(),
            past: Vec::new(),
            looked_for: String::new(),
            to: None,
            pictures: Pictures::default(),
        };
        reader.turn_to(FIRST_PAGE, None);
        reader
    }
}

impl BookReader {
    pub(crate) fn page(&self) -> &str {
        &self.page
    }

    /// Opens a page at one of its headings; the page that was open becomes a step back.
    pub(crate) fn open(&mut self, page: &str, anchor: Option<&str>) {
        if page != self.page {
            self.past.push(self.page.clone());
        }
        self.turn_to(page, anchor);
    }

    fn turn_to(&mut self, page: &str, anchor: Option<&str>) {
        let text = manual::page(page).unwrap_or_default();
        let at = |anchor: &str| manual::headings(text).iter().position(|h| h.anchor == anchor);
        self.to = Some(anchor.and_then(at));
        if page != self.page {
            self.page = page.to_owned();
            self.blocks = manual::blocks(text);
        }
    }

    pub(crate) fn show(&mut self, ui: &mut Ui) {
        let room = ui.ctx().content_rect().size() - Vec2::new(120.0, 150.0);
        let size = Vec2::new(ui.available_width().max(CHAPTERS * 2.0).min(room.x), room.y);
        let mut chosen: Option<(String, Option<String>)> = None;
        ui.horizontal_top(|ui| {
            ui.set_min_size(size);
            let list = Vec2::new(CHAPTERS, size.y);
            ui.allocate_ui_with_layout(list, egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_width(CHAPTERS);
                chosen = self.contents(ui).map(|page| (page, None));
            });
            ui.separator();
            ui.vertical(|ui| {
                if let Some(turned) = self.text(ui) {
                    chosen = self.followed(turned);
                }
            });
        });
        if let Some((page, anchor)) = chosen {
            self.open(&page, anchor.as_deref());
        }
    }

    /// Shows the search, and the chapters that match it.
    fn contents(&mut self, ui: &mut Ui) -> Option<String> {
        let mut chosen = None;
        let back = egui::Button::new(words::BACK);
        if ui.add_enabled(!self.past.is_empty(), back).clicked()
            && let Some(page) = self.past.pop()
        {
            self.turn_to(&page, None);
        }
        let field = TextEdit::singleline(&mut self.looked_for).hint_text(words::FIND_IN_MANUAL);
        let response = ui.add(field.desired_width(f32::INFINITY));
        let named = |node: &mut egui::accesskit::Node| node.set_label(words::FIND_IN_MANUAL);
        response.ctx.accesskit_node_builder(response.id, named);
        ui.add_space(theme::TIGHT);
        let needle = self.looked_for.trim().to_lowercase();
        let has = |page: &str| {
            let text = manual::page(page).unwrap_or_default();
            needle.is_empty() || text.to_lowercase().contains(&needle)
        };
        let found: Vec<&Chapter> =
            self.chapters.iter().filter(|chapter| has(&chapter.page)).collect();
        if found.is_empty() {
            ui.weak(words::NOT_IN_MANUAL);
        }
        ScrollArea::vertical().id_salt("chapters").auto_shrink([false, false]).show(ui, |ui| {
            for chapter in found {
                ui.horizontal(|ui| {
                    ui.add_space(theme::WIDE * chapter.depth.min(3) as f32);
                    let here = chapter.page == self.page;
                    if ui.selectable_label(here, &chapter.title).clicked() {
                        chosen = Some(chapter.page.clone());
                    }
                });
            }
        });
        chosen
    }

    /// Shows the page. Returns what was clicked on it.
    fn text(&mut self, ui: &mut Ui) -> Option<PageTurn> {
        let mut area = ScrollArea::vertical().id_salt(&self.page).auto_shrink([false, false]);
        let to = self.to.take();
        if to == Some(None) {
            area = area.vertical_scroll_offset(0.0);
        }
        let mut turned = None;
        area.show(ui, |ui| {
            // A line of a hundred letters is as long as an eye can follow.
            ui.set_max_width((ui.available_width() - theme::WIDE).min(740.0));
            turned = show_blocks(ui, &self.page, &self.blocks, &mut self.pictures, to.flatten());
            let at = self.chapters.iter().position(|chapter| chapter.page == self.page);
            if let Some(next) = at.and_then(|at| self.chapters.get(at + 1)) {
                ui.add_space(theme::WIDE);
                let words = egui::RichText::new(words::next(&next.title));
                let accent = Theme::of(ui).role(theme::Role::Accent);
                if ui.link(words.color(accent)).clicked() {
                    turned = Some(PageTurn::Page(next.page.clone()));
                }
                ui.add_space(theme::WIDE);
            }
        });
        turned
    }

    /// Returns the target of a link within the book; opens others in the browser.
    fn followed(&self, turned: PageTurn) -> Option<(String, Option<String>)> {
        match turned {
            PageTurn::Page(page) => Some((page, None)),
            PageTurn::Link(link) => match manual::resolve(&self.page, &link) {
                LinkTarget::Within { file, anchor } => Some((file, anchor)),
                LinkTarget::Web(address) => {
                    open_in_browser(&address);
                    None
                }
            },
        }
    }
}
