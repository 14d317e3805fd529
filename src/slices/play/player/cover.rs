//! The first screen: the pack, its goal and gestures, and the level to begin with.

use std::path::Path;
use std::sync::Arc;

use egui::{Align, Key, Layout, Modifiers, Rect, RichText, ScrollArea, Sense, Ui, Vec2};

use super::list::{self, LevelList};
use super::recording::Recording;
use super::{ConsentDeed, PlayerFrame, words};
use foolproof_editor::kit::painter::{self, Transform};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_game::{Games, GestureScene, HandGesture, SCENE_SECONDS, SCENE_SIZE};
use foolproof_level::{Level, Pack};

/// Sizes in points: the pictures of the cover and of gestures, and the width of a column of text.
const COVER: f32 = 340.0;
const BESIDE: f32 = 108.0;
const SCENE: Vec2 = Vec2::new(SCENE_SIZE.x * 42.0, SCENE_SIZE.y * 42.0 + 18.0);
const TEXT: f32 = 620.0;
/// Size of the title, in points.
const TITLE: f32 = 34.0;
/// Minimum width at which the cover fits next to the text, in points.
const WIDE_FROM: f32 = 900.0;
/// Maximum number of small boards beneath the large one, and of gestures shown.
const MAX_BESIDE: usize = 3;
const MAX_GESTURES: usize = 4;
/// Time at which an animation is frozen if motion is off: something has happened by then.
const STILL: f32 = 0.64;

/// An action of the player on the first screen.
pub(super) enum CoverDeed {
    Play(usize),
    Levels,
    Rules,
    Answer(ConsentDeed),
}

/// The first screen.
#[derive(Default)]
pub(super) struct Cover {
    thumbs: Thumbs<usize>,
    /// The gestures of the level to begin with, with their pictures.
    shown: Option<ShownGestures>,
}

struct ShownGestures {
    level: Arc<Level>,
    /// Version of the games, which changes when the rules of a designer's own game have been read.
    version: u64,
    gestures: Vec<(HandGesture, GestureScene)>,
}

/// Context of the first screen.
pub(super) struct CoverOf<'a> {
    pub pack: &'a Pack,
    pub games: &'a Games,
    pub list: &'a LevelList,
    pub recording: &'a Recording,
    /// No sheet covers the first screen.
    pub awake: bool,
}

impl Cover {
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        of: &CoverOf<'_>,
        frame: &mut PlayerFrame,
    ) -> Option<CoverDeed> {
        let first = of.list.to_begin_with();
        self.look_at(of, first);
        let wide = ui.available_width() >= WIDE_FROM;
        let scroll = ScrollArea::vertical().auto_shrink([false, false]);
        let mut deed = scroll
            .show(ui, |ui| {
                list::head(ui, of.pack, of.games, frame, TITLE);
                ui.add_space(theme::GAP);
                let mut deed = None;
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| {
                        let room = if wide {
                            ui.available_width() - COVER - 40.0
                        } else {
                            ui.available_width()
                        };
                        ui.set_max_width(room.clamp(200.0, TEXT));
                        deed = self.beginning(ui, of, first, frame.motion());
                    });
                    if wide {
                        ui.with_layout(Layout::top_down(Align::Max), |ui| {
                            self.pictures(ui, of, first);
                        });
                    }
                });
                deed
            })
            .inner;
        if of.awake && deed.is_none() {
            // A focused button keeps its Enter.
            let free = ui.memory(|memory| memory.focused().is_none());
            let enter = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
            deed = first.filter(|_| enter && free).map(CoverDeed::Play);
        }
        deed
    }

    /// Updates the gestures of the level to begin with.
    fn look_at(&mut self, of: &CoverOf<'_>, first: Option<usize>) {
        let Some(level) = first.and_then(|at| of.pack.levels.get(at)) else { return };
        let version = of.games.version();
        let is_same =
            |shown: &ShownGestures| Arc::ptr_eq(&shown.level, level) && shown.version == version;
        if self.shown.as_ref().is_some_and(is_same) {
            return;
        }
        let taught = of.games.by_id(&level.game).map(|game| {
            let scene = |one: HandGesture| Some((one.clone(), game.scene(level, &one)?));
            game.gestures(level).into_iter().filter_map(scene).take(MAX_GESTURES).collect()
        });
        let gestures: Vec<(HandGesture, GestureScene)> = taught.unwrap_or_default();
        // Rules of a designer's own game may still be loading.
        self.shown = (!gestures.is_empty()).then(|| ShownGestures {
            level: Arc::clone(level),
            version,
            gestures,
        });
    }

    /// Shows the button to begin, the gestures, and the question about a record.
    fn beginning(
        &mut self,
        ui: &mut Ui,
        of: &CoverOf<'_>,
        first: Option<usize>,
        moves: bool,
    ) -> Option<CoverDeed> {
        let mut deed = None;
        ui.horizontal(|ui| {
            if let Some(first) = first {
                let begun = of.list.solved() > 0;
                let name = if begun { words::GO_ON } else { words::PLAY };
                let large = ui.scope(|ui| {
                    ui.spacing_mut().button_padding = Vec2::new(26.0, 10.0);
                    theme::primary(ui, name).on_hover_text(words::PLAY_TIP).clicked()
                });
                deed = large.inner.then_some(CoverDeed::Play(first));
            }
            if ui.button(words::LEVELS).clicked() {
                deed = Some(CoverDeed::Levels);
            }
            if ui.button(words::RULES).on_hover_text(words::HELP.1).clicked() {
                deed = Some(CoverDeed::Rules);
            }
            ui.add_space(theme::GAP);
            let (solved, all) = (of.list.solved(), of.pack.levels.len());
            let weak = Theme::of(ui).role(Role::Weak);
            ui.label(RichText::new(words::solved_of(solved, all)).color(weak));
        });
        ui.add_space(theme::WIDE);
        if let Some(shown) = self.shown.as_ref() {
            theme::section(ui, words::HOW_TO_PLAY);
            ui.add_space(theme::TIGHT);
            let rows = Layout::left_to_right(Align::Min).with_main_wrap(true);
            ui.with_layout(rows, |ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(theme::WIDE);
                for (gesture, scene) in &shown.gestures {
                    gesture_card(ui, gesture, scene, moves);
                }
            });
            ui.add_space(theme::WIDE);
        }
        if of.recording.asks() {
            deed = consent(ui, of.recording.path()).map(CoverDeed::Answer).or(deed);
        }
        deed
    }

    /// Shows the board to begin with, and some later ones.
    fn pictures(&mut self, ui: &mut Ui, of: &CoverOf<'_>, first: Option<usize>) {
        let all = of.pack.levels.len();
        let Some(large) = first.or(if all > 0 { Some(0) } else { None }) else { return };
        self.picture(ui, of, large, Vec2::splat(COVER));
        ui.add_space(theme::GAP);
        let others = (0..all).filter(|at| *at != large && of.list.is_open(*at));
        ui.allocate_ui_with_layout(
            Vec2::new(COVER, BESIDE),
            Layout::left_to_right(Align::Min),
            |ui| {
                ui.spacing_mut().item_spacing.x = theme::GAP;
                for at in others.take(MAX_BESIDE) {
                    self.picture(ui, of, at, Vec2::splat(BESIDE));
                }
            },
        );
    }

    fn picture(&mut self, ui: &mut Ui, of: &CoverOf<'_>, at: usize, size: Vec2) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let Some(level) = of.pack.levels.get(at) else { return };
        let Some(game) = of.games.by_id(&level.game) else { return };
        let name = words::level_title(at, &level.title);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        let theme = Theme::of(ui);
        ui.painter().rect_filled(rect, theme::ROUND_CARD, theme.role(Role::Card));
        let subject = Subject { game: &*game, level, play: None, against: None };
        self.thumbs.paint(ui, rect.shrink(theme::GAP), at, subject);
    }
}

/// Shows a moving picture of a gesture above its words.
fn gesture_card(ui: &mut Ui, gesture: &HandGesture, scene: &GestureScene, moves: bool) {
    // If it does not fit beside the others, it begins a row.
    ui.allocate_ui_with_layout(SCENE, Layout::top_down(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.y = theme::TIGHT;
        ui.set_width(SCENE.x);
        let words = gesture.words();
        let (rect, response) = ui.allocate_exact_size(SCENE, Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
        let theme = Theme::of(ui);
        ui.painter().rect_filled(rect, theme::ROUND_CARD, theme.role(Role::Card));
        let inside = Rect::from_center_size(rect.center(), rect.size() - Vec2::splat(18.0));
        let transform = Transform::fit(inside, Vec2::new(SCENE_SIZE.x, SCENE_SIZE.y));
        let time = if moves {
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(33));
            // A part of a few seconds: a picture needs no more precision.
            (ui.input(|input| input.time) % f64::from(SCENE_SECONDS)) as f32 / SCENE_SECONDS
        } else {
            STILL
        };
        let painter = ui.painter().with_clip_rect(rect);
        painter::paint(&painter, transform, &scene.shapes(time), &theme, None);
        ui.add(egui::Label::new(RichText::new(words).small()).wrap());
    });
}

/// Asks whether a record may be kept.
fn consent(ui: &mut Ui, path: &Path) -> Option<ConsentDeed> {
    let mut deed = None;
    Theme::of(ui).card().show(ui, |ui| {
        ui.label(RichText::new(words::MAY_RECORD).strong());
        ui.add_space(theme::TIGHT);
        deed = super::consent::question(ui, path);
    });
    deed
}
