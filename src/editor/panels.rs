//! The panels of the window and the state: what each is shown of it, and what becomes of it.
//!
//! Knows the state and the panels; the panels themselves know nothing of the state. Must never
//! know `asp`.

use std::sync::Arc;

use egui::{Context, Ui, Vec2, Window};

use super::command;
use super::concept::ConceptEditor;
use super::form::Form;
use super::gallery::{self, GalleryDeed, Made, Proved};
use super::help::{self, Card, Shortcut};
use super::knowledge::Freshness;
use super::packs::{Badge, Known, PackBrowser, PackDeed, View};
use super::play::{self, PlayDeed};
use super::state::{Dialog, Gallery, Shown, State};
use super::text;
use super::toasts::Tone;
use crate::games;
use crate::level::{Expect, Level, LevelId, Play};
use crate::solver::{Detail, Status, Topic, Why};

/// What the panels keep from one frame to the next.
#[derive(Default)]
pub struct Panels {
    browser: PackBrowser,
    form: Form,
    concept: ConceptEditor,
    gallery: gallery::Gallery,
    /// What is looked for among the shortcuts.
    wanted: String,
}

impl Panels {
    /// The levels of the pack.
    pub fn levels(&mut self, ui: &mut Ui, state: &mut State) {
        let badges = |id: LevelId| badges(state, id);
        let view = View {
            pack: state.history.pack(),
            current: state.level_id,
            game: &state.games,
            badges: &badges,
            fresh: &fresh,
        };
        let Some(deed) = self.browser.show(ui, &view) else { return };
        state.finish_stroke();
        let edits = !matches!(deed, PackDeed::Show(_));
        let shown = deed.apply(&mut state.history);
        if let Some(id) = shown {
            state.show_level(id);
        }
        if edits && state.level().is_none() {
            state.show_level(LevelId::default());
        }
    }

    /// The words of the level on the canvas and of its pack.
    pub fn words(&mut self, ui: &mut Ui, state: &mut State) {
        let id = state.level_id;
        egui::CollapsingHeader::new(text::ABOUT_LEVEL).default_open(true).show(ui, |ui| {
            self.form.level(ui, &mut state.history, id);
        });
        egui::CollapsingHeader::new(text::ABOUT_PACK).default_open(false).show(ui, |ui| {
            self.form.pack(ui, &mut state.history);
        });
    }

    /// Play mode, on all of what is left of the window.
    pub fn play(&mut self, ui: &mut Ui, state: &mut State) {
        let time = state.settings.motion.then(|| ui.input(|input| input.time));
        let Some(session) = &mut state.play else { return };
        let Some(game) = (state.games)(&session.level.game) else { return };
        match play::show(ui, session, game, time) {
            None => {}
            Some(PlayDeed::Leave) => state.leave_play(),
            Some(PlayDeed::Intend(play)) => {
                state.leave_play();
                state.intend(play);
            }
            Some(PlayDeed::Shortcut(play)) => {
                state.leave_play();
                let against = state.level().and_then(|level| level.intended.clone());
                show_play(state, text::YOUR_SHORTCUT.to_owned(), (play, against));
            }
        }
    }

    /// The card for newcomers.
    pub fn first_steps(&self, ui: &mut Ui, state: &mut State) {
        if state.settings.first_steps && help::first_steps(ui) == Card::Dismissed {
            state.settings.first_steps = false;
        }
    }

    /// The window that is open, if it is one of these.
    pub fn windows(&mut self, context: &Context, state: &mut State) {
        let open = match &state.dialog {
            Some(Dialog::Concept) => self.concept_window(context, state),
            Some(Dialog::Gallery(which)) => {
                let which = *which;
                self.gallery_window(context, state, which)
            }
            Some(Dialog::Shortcuts) => self.shortcuts_window(context),
            Some(Dialog::Rules) => rules_window(context, state),
            _ => return,
        };
        // A deed may have opened another one.
        if open == Open::No && is_ours(state.dialog.as_ref()) {
            state.dialog = None;
        }
    }

    fn concept_window(&mut self, context: &Context, state: &mut State) -> Open {
        let Some((game, level)) = state.scene() else { return Open::No };
        let wrong = wrong(state, &level);
        window(context, text::CONCEPT, Vec2::new(480.0, 380.0), |ui| {
            egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                let subject = (level.id, game);
                self.concept.show(ui, &mut state.history, subject, wrong.as_deref());
            });
        })
    }

    fn gallery_window(&mut self, context: &Context, state: &mut State, which: Gallery) -> Open {
        let size = Vec2::new(800.0, 540.0);
        match which {
            Gallery::Solutions => {
                let Some((game, level)) = state.scene() else { return Open::No };
                let (plays, words) = solutions(state, &level);
                let mut deed = None;
                let open = window(context, text::SOLUTIONS, size, |ui| {
                    ui.weak(words);
                    deed = self.gallery.solutions(ui, (game, &level), &plays);
                });
                deed.map_or(open, |deed| solution_deed(state, (&level, &plays), deed))
            }
            Gallery::Generated => {
                let made = state.jobs.generated.clone();
                let made: Vec<Made<'_>> = made.iter().map(made_level).collect();
                let mut deed = None;
                let open = window(context, text::GENERATED, size, |ui| {
                    deed = self.gallery.levels(ui, &state.games, &made);
                });
                if let Some(deed) = deed {
                    generated_deed(state, deed);
                }
                open
            }
        }
    }

    fn shortcuts_window(&mut self, context: &Context) -> Open {
        let all = shortcuts(context);
        window(context, text::SHORTCUTS, Vec2::new(460.0, 520.0), |ui| {
            help::shortcuts(ui, &mut self.wanted, &all);
        })
    }
}

/// Whether a window stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Yes,
    No,
}

fn is_ours(dialog: Option<&Dialog>) -> bool {
    matches!(dialog, Some(Dialog::Concept | Dialog::Gallery(_) | Dialog::Shortcuts | Dialog::Rules))
}

fn window(context: &Context, title: &str, size: Vec2, add: impl FnOnce(&mut Ui)) -> Open {
    let mut open = true;
    let screen = context.content_rect();
    Window::new(title)
        .open(&mut open)
        .collapsible(false)
        .resizable(true)
        .default_size(size.min(screen.size() - Vec2::splat(80.0)))
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(screen.center())
        .show(context, add);
    if open { Open::Yes } else { Open::No }
}

fn rules_window(context: &Context, state: &State) -> Open {
    let Some(game) = state.game() else { return Open::No };
    window(context, text::RULES, Vec2::new(460.0, 420.0), |ui| help::rules(ui, game.about()))
}

/// Every command that has keys, in the order of the menus.
fn shortcuts(context: &Context) -> Vec<Shortcut> {
    let mut entries: Vec<&command::Entry> = command::all().collect();
    entries.sort_by_key(|entry| (entry.menu, entry.group));
    let shortcut = |entry: &command::Entry| {
        let keys = entry.key_words(context)?;
        let (group, name) = (entry.menu.name().to_owned(), entry.name.to_owned());
        Some(Shortcut { group, name, keys })
    };
    entries.into_iter().filter_map(shortcut).collect()
}

/// A new level of the first game, for a pack that has no level to follow.
fn fresh() -> Option<Level> {
    let about = games::all().first()?.about();
    Some(Level::open(about.id, about.default_board))
}

/// What the solver cannot read in the level's concept.
fn wrong(state: &State, level: &Level) -> Option<String> {
    let topics = [Topic::ShortcutFree, Topic::Solvable, Topic::Count];
    topics.into_iter().find_map(|topic| match &state.knowledge.current(level, topic)?.status {
        Status::Unknown(Why::BadInput(words)) => Some(words.clone()),
        _ => None,
    })
}

/// The solutions that are known of a level, and how many there are.
fn solutions(state: &State, level: &Level) -> (Vec<Play>, String) {
    let Some((finding, fresh)) = state.knowledge.finding(level, Topic::Count) else {
        return (Vec::new(), text::SOLUTIONS_SOUGHT.to_owned());
    };
    let plays = match &finding.detail {
        Detail::Plays(plays) => plays.clone(),
        _ => Vec::new(),
    };
    let words = match (&finding.status, fresh) {
        (_, Freshness::Stale) => text::SOLUTIONS_STALE.to_owned(),
        (Status::Exactly(count), _) => text::solutions_exactly(*count),
        (Status::AtLeast(count), _) => text::solutions_at_least(*count),
        _ => text::SOLUTIONS_SOUGHT.to_owned(),
    };
    (plays, words)
}

fn solution_deed(state: &mut State, (level, plays): (&Level, &[Play]), deed: GalleryDeed) -> Open {
    match deed {
        GalleryDeed::Show(number) => {
            if let Some(play) = plays.get(number) {
                let intended = level.intended.clone().filter(|intended| intended != play);
                show_play(state, text::solution(number), (play.clone(), intended));
            }
            Open::No
        }
        GalleryDeed::Intend(number) => {
            if let Some(play) = plays.get(number) {
                state.intend(play.clone());
            }
            Open::Yes
        }
        GalleryDeed::Add(_) | GalleryDeed::Replace(_) => Open::Yes,
    }
}

fn show_play(state: &mut State, words: String, (play, against): (Play, Option<Play>)) {
    state.shown = Some(Shown { words, play, against });
}

fn made_level(made: &super::jobs::Generated) -> Made<'_> {
    let proved = if made.shortcut_free == Status::Proved { Proved::Yes } else { Proved::No };
    Made { level: &made.level, proved }
}

fn generated_deed(state: &mut State, deed: GalleryDeed) {
    match deed {
        GalleryDeed::Add(number) | GalleryDeed::Show(number) => {
            state.add_generated(number);
            state.say(Tone::Good, text::ADDED_TO_PACK);
        }
        GalleryDeed::Replace(number) => state.replace_by_generated(number),
        GalleryDeed::Intend(_) => {}
    }
}

/// What the last findings say of what the level's policy asks for.
fn badges(state: &State, id: LevelId) -> Vec<Badge> {
    let Some(level) = state.history.pack().level(id).map(Arc::as_ref) else { return Vec::new() };
    let policy = level.policy;
    let asked = [
        (Topic::Solvable, policy.solvable, text::SOLVABLE),
        (Topic::Unique, policy.unique, text::UNIQUE),
        (Topic::ShortcutFree, policy.shortcut_free, text::SHORTCUT_FREE),
    ];
    asked
        .into_iter()
        .filter(|(_, expect, _)| *expect != Expect::Any)
        .filter_map(|(topic, expect, name)| {
            let (finding, fresh) = state.knowledge.finding(level, topic)?;
            let known = match (&finding.status, fresh) {
                (_, Freshness::Stale) => Known::Stale,
                (Status::Proved, _) => as_expected(expect, Expect::Yes),
                (Status::Refuted, _) => as_expected(expect, Expect::No),
                _ => Known::Unknown,
            };
            Some(Badge { known, note: format!("{name}: {}", text::known(known, expect)) })
        })
        .collect()
}

fn as_expected(expect: Expect, found: Expect) -> Known {
    if expect == found { Known::Holds } else { Known::Fails }
}
