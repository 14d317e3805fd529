//! The kinds of constraints as pictures, with a search; those used last come first.

use egui::{Align2, Rect, Response, Sense, StrokeKind, TextEdit, Ui, Vec2, pos2};

use super::{Constraining, said_of, words};
use crate::constraining::free_site;
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::{ConstraintForm, ConstraintKind, ConstraintText, Game, Scene};
use foolproof_level::{Board, Level, Site};
use foolproof_picture::Shape;

/// Size of a picture, in points, and number of kinds that are remembered as used last.
const SIDE: f32 = 30.0;
const MAX_RECENT: usize = 6;

impl Constraining {
    /// Shows the kinds that are drawn. Returns the clicked one.
    pub(super) fn kinds(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        kinds: &[ConstraintKind],
    ) -> Option<usize> {
        if self.pictures.len() != kinds.len() {
            // Clues outside the board and rules in words differ in nothing that a small picture shows.
            let is_drawn = |kind: &ConstraintKind| {
                let is_outside =
                    matches!(kind.form, ConstraintForm::Straight | ConstraintForm::Slanted);
                !is_outside && kind.text.is_none()
            };
            let none = (Vec::new(), Rect::ZERO);
            let picture = |kind| if is_drawn(kind) { drawn(game, kind) } else { none.clone() };
            self.pictures = kinds.iter().map(picture).collect();
        }
        let field = TextEdit::singleline(&mut self.wanted).hint_text(words::FIND_KIND);
        ui.add(field.desired_width(f32::INFINITY));
        let wanted = self.wanted.to_lowercase();
        let is_wanted = |kind: &ConstraintKind| {
            let words = format!("{} {}", kind.name, kind.rule).to_lowercase();
            wanted.split_whitespace().all(|part| words.contains(part))
        };
        let rest = (0..kinds.len()).filter(|at| !self.recent.contains(at));
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(2.0);
            for at in self.recent.iter().copied().chain(rest) {
                let Some(kind) = kinds.get(at) else { continue };
                let is_shown = kind.form != ConstraintForm::Whole && is_wanted(kind);
                if is_shown && self.picture(ui, kind, at).clicked() {
                    chosen = Some(at);
                }
            }
        });
        chosen
    }

    /// Shows a kind's picture, which chooses it.
    fn picture(&self, ui: &mut Ui, kind: &ConstraintKind, at: usize) -> Response {
        let theme = Theme::of(ui);
        let is_chosen = at == self.kind;
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::accesskit::Role::Button, true, is_chosen, kind.name)
        });
        let fill = match (is_chosen, response.hovered()) {
            (true, _) => Role::Tint,
            (_, true) => Role::Hover,
            _ => Role::Canvas,
        };
        ui.painter().rect_filled(rect, theme::ROUND, theme.role(fill));
        if response.has_focus() || is_chosen {
            let ring = egui::Stroke::new(1.5, theme.role(Role::Accent));
            ui.painter().rect_stroke(rect, theme::ROUND, ring, StrokeKind::Inside);
        }
        if let Some((shapes, part)) = self.pictures.get(at).filter(|(shapes, _)| !shapes.is_empty())
        {
            let fit = Transform::fit(rect.shrink(2.0), part.size());
            let origin = fit.origin - part.min.to_vec2() * fit.scale;
            let place = Transform { origin, ..fit };
            // Many are faint on a board, so as not to hide its digits: here, they are drawn thrice.
            for _ in 0..3 {
                painter::paint(&ui.painter_at(rect), place, shapes, &theme, None);
            }
        } else {
            let font = egui::TextStyle::Body.resolve(ui.style());
            let (at, colour) = (rect.center(), theme.role(Role::Text));
            ui.painter().text(at, Align2::CENTER_CENTER, initials(kind.name), font, colour);
        }
        response.on_hover_text(format!("{}: {}", kind.name, kind.rule))
    }

    /// Puts a kind first among those used last.
    pub(super) fn remember(&mut self, kind: usize) {
        self.recent.retain(|at| *at != kind);
        self.recent.insert(0, kind);
        self.recent.truncate(MAX_RECENT);
    }
}

/// Returns the initials of a name's first and last word: "LK" for a little killer, "Sa" for a sandwich.
fn initials(name: &str) -> String {
    let mut words = name.split([' ', '-']);
    let (first, last) = (words.next().unwrap_or_default(), words.next_back());
    let second =
        last.map_or_else(|| first.chars().nth(1), |last| last.to_uppercase().chars().next());
    first.to_uppercase().chars().take(1).chain(second).collect()
}

/// Draws a kind on a small board without its grid. Returns the shapes and the part of the board around them.
fn drawn(game: &dyn Game, kind: &ConstraintKind) -> (Vec<Shape>, Rect) {
    let mut level = Level::open(&*game.about().id, Board { cols: 6, rows: 6, tray: 0 });
    let bare = game.draw(&level, Scene::default());
    let said = kind.usual.map(|usual| usual.to_string());
    let said = said.or(kind.text.map(str::to_owned)).unwrap_or_default();
    let (mut numbers, text) = said_of(kind, &said);
    numbers.resize(numbers.len().max(kind.numbers.0), kind.bounds.0.max(1));
    let said = ConstraintText { numbers: &numbers, text: &text };
    let known = game.constraints();
    let drawn = |groups: &Vec<Vec<Site>>| known?.drawn(&level.board, kind.id, &said, groups).ok();
    let mark = examples(kind.form).iter().find_map(drawn);
    let cells = known.zip(mark.as_ref()).map(|(known, mark)| known.cells(&level.board, mark));
    level.paint(free_site(&level), mark);
    let layout = game.layout_of(&level);
    let rects = cells.iter().flatten().filter_map(|cell| layout.rect(*cell));
    let cells = rects
        .map(|rect| Rect::from_min_max(pos2(rect.min.x, rect.min.y), pos2(rect.max.x, rect.max.y)));
    let part = cells.reduce(Rect::union).map_or(Rect::ZERO, |part| part.expand(0.2));
    let shapes = game.draw(&level, Scene::default());
    let own = shapes.into_iter().filter(|shape| !bare.contains(shape)).collect();
    (own, part)
}

/// Returns groups of cells of a form, of several sizes.
fn examples(form: ConstraintForm) -> Vec<Vec<Vec<Site>>> {
    let cells = |cells: &[(u16, u16)]| -> Vec<Site> {
        cells.iter().map(|(col, row)| Site::cell(*col, *row)).collect()
    };
    match form {
        ConstraintForm::Whole => vec![Vec::new()],
        ConstraintForm::Area => {
            let area = [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3)];
            [3, 4, 2, 1, 6].map(|n| vec![cells(&area[..n])]).to_vec()
        }
        ConstraintForm::Circle => {
            vec![vec![cells(&[(0, 2)]), cells(&[(1, 1), (2, 1), (3, 2)])]]
        }
        ConstraintForm::Line => {
            let line = [(0, 2), (1, 1), (2, 1), (3, 2), (4, 1)];
            [4, 5, 3, 2].map(|n| vec![cells(&line[..n])]).to_vec()
        }
        ConstraintForm::Pair => vec![vec![cells(&[(1, 1), (2, 1)])]],
        ConstraintForm::Corner => vec![vec![cells(&[(1, 1), (2, 1), (1, 2), (2, 2)])]],
        ConstraintForm::Straight => vec![vec![(0..6).map(|col| Site::cell(col, 1)).collect()]],
        ConstraintForm::Slanted => vec![vec![(0..5).map(|at| Site::cell(at, at + 1)).collect()]],
        ConstraintForm::Groups => vec![vec![cells(&[(0, 0), (1, 0)]), cells(&[(0, 2), (1, 2)])]],
    }
}
