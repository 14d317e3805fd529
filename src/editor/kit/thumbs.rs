//! Thumbnails of levels and plays, drawn once and cached until their subject changes.
//!
//! A thumbnail is cached as triangles, so that a long list of levels costs a frame next to nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Mesh, Rect, Shape as EguiShape, Vec2};

use crate::kit::pack_look::PackLooks;
use crate::kit::painter::{self, Transform};
use crate::kit::theme::{Role, Theme};
use foolproof_game::{Game, Scene};
use foolproof_level::{Level, Play};
use foolproof_picture::{Shape, plain_shapes};

/// A thumbnail that was not shown for this many frames is dropped.
const KEPT_FRAMES: u64 = 600;

/// The subject of a thumbnail.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub game: &'a dyn Game,
    pub level: &'a Arc<Level>,
    pub play: Option<&'a Play>,
    /// A second play, to show the difference.
    pub against: Option<&'a Play>,
}

/// Everything that a thumbnail depends on.
#[derive(Clone, PartialEq)]
struct ThumbnailKey {
    play: Option<Play>,
    against: Option<Play>,
    size: Vec2,
    theme: Theme,
    pixels_per_point: f32,
}

struct Thumb {
    level: Arc<Level>,
    look: ThumbnailKey,
    mesh: Arc<Mesh>,
    place: egui::Pos2,
    words: Vec<Shape>,
    transform: Transform,
    seen: u64,
}

/// The thumbnails of one list, by a key that its owner chooses.
pub struct Thumbs<K: Ord> {
    kept: BTreeMap<K, Thumb>,
    /// Number of thumbnails drawn so far.
    drawn: u64,
}

impl<K: Ord> Default for Thumbs<K> {
    fn default() -> Self {
        Self { kept: BTreeMap::new(), drawn: 0 }
    }
}

impl<K: Ord> Thumbs<K> {
    /// Returns the number of thumbnails drawn since the start; for tests and benches.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Draws a thumbnail with its ground into `rect`.
    pub fn paint(&mut self, ui: &egui::Ui, rect: Rect, key: K, subject: Subject<'_>) {
        if !ui.is_rect_visible(rect) {
            return;
        }
        let theme = Theme::of(ui);
        let frame = ui.ctx().cumulative_pass_nr();
        let look = ThumbnailKey {
            play: subject.play.cloned(),
            against: subject.against.cloned(),
            size: rect.size(),
            theme,
            pixels_per_point: ui.ctx().pixels_per_point(),
        };
        let fresh = self
            .kept
            .get(&key)
            .is_some_and(|thumb| thumb.look == look && Arc::ptr_eq(&thumb.level, subject.level));
        if !fresh {
            self.drawn += 1;
            self.kept.retain(|_, thumb| thumb.seen + KEPT_FRAMES > frame);
            let mut thumb = Thumb::draw(ui, subject, look);
            thumb.show(ui, rect, frame);
            self.kept.insert(key, thumb);
        } else if let Some(thumb) = self.kept.get_mut(&key) {
            thumb.show(ui, rect, frame);
        }
    }
}

impl Thumb {
    fn draw(ui: &egui::Ui, subject: Subject<'_>, look: ThumbnailKey) -> Self {
        let layout = subject.game.layout_of(subject.level);
        let into = Rect::from_min_size(egui::Pos2::ZERO, look.size);
        let transform = Transform::fit(into.shrink(3.0), Vec2::new(layout.width, layout.height));
        let scene = Scene { play: subject.play, against: subject.against, ..Scene::default() };
        // A mesh has one texture, so a board with pictures of the pack's own is drawn live.
        let live = PackLooks::of(ui.ctx(), &look.theme).is_some_and(|own| own.has_tiles());
        let shapes = subject.game.draw(subject.level, scene);
        let (words, shapes): (Vec<Shape>, Vec<Shape>) = match live {
            true => (shapes, Vec::new()),
            false => {
                let plain = plain_shapes(&shapes).into_iter().cloned();
                plain.partition(|shape| matches!(shape, Shape::Text { .. }))
            }
        };
        let drawn = painter::shapes(ui.painter(), transform, &shapes, &look.theme);
        let options = TessellationOptions::default();
        // Without the font's texture: words are drawn live, and discs as triangles.
        let mut tessellator = Tessellator::new(look.pixels_per_point, options, [1, 1], Vec::new());
        let mut mesh = Mesh::default();
        for shape in drawn {
            tessellator.tessellate_shape(shape, &mut mesh);
        }
        Self {
            level: Arc::clone(subject.level),
            look,
            mesh: Arc::new(mesh),
            place: egui::Pos2::ZERO,
            words,
            transform,
            seen: 0,
        }
    }

    fn show(&mut self, ui: &egui::Ui, rect: Rect, frame: u64) {
        self.seen = frame;
        let theme = self.look.theme;
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(rect, crate::kit::theme::ROUND, theme.role(Role::Canvas));
        if self.place != rect.min {
            Arc::make_mut(&mut self.mesh).translate(rect.min - self.place);
            self.place = rect.min;
        }
        painter.add(EguiShape::Mesh(Arc::clone(&self.mesh)));
        let transform = Transform {
            origin: self.transform.origin + rect.min.to_vec2(),
            scale: self.transform.scale,
        };
        painter::paint(&painter, transform, &self.words, &theme, None);
    }
}
