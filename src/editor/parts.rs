//! Hooks the parts of the window that keep no state of the pack into it: the pack browser, forms,
//! the concept editor, the gallery, play mode and help.
//!
//! They say what the designer wants as deeds; here the state does it. Knows the state and these
//! parts.

use egui::{Context, Ui, Vec2, Window};

use super::arguing;
use super::concept::ConceptEditor;
use super::deduction::{After, DeductionWindow};
use super::findings::is_bare;
use super::form::Form;
use super::gallery::{Gallery, GalleryDeed, Made, Proved};
use super::help::{self, Shortcut};
use super::knowledge::Knowledge;
use super::moves::{GraphDeed, GraphWindow};
use super::packs::{Badge, Known, PackBrowser, PackDeed, View};
use super::play::{self, PlayDeed};
use super::rating::Rating;
use super::settings::LIGHT_KEY;
use super::state::{self, Dialog, Effect, Shown, State};
use super::toasts::Tone;
use super::workshop::{Workshop, WorkshopDeed};
use super::{command, text};
use crate::games::{self, Game, Study};
use crate::level::{Concept, Level, Pack, Play};
use crate::solver::{Detail, Finding, Status, Topic, Why, has_intended};

/// Width of a window that stands beside the board.
const NARROW: f32 = 232.0;
/// Solutions that are listed at most.
const MANY: u32 = 10_000;

/// What these parts remember from one frame to the next.
#[derive(Default)]
pub struct Parts {
    pub browser: PackBrowser,
    pub form: Form,
    pub pack_form: Form,
    concept: ConceptEditor,
    solutions: Gallery,
    generated: Gallery,
    looked_for: String,
    pub workshop: Workshop,
    graph: GraphWindow,
    deduction: DeductionWindow,
    pub rating: Rating,
}

impl Parts {
    /// The levels of the pack.
    pub fn levels(&mut self, ui: &mut Ui, state: &mut State) {
        let pack = state.history.pack().clone();
        let games = state.games;
        let knowledge = &state.knowledge;
        let badges = |id| {
            let level = pack.level(id)?;
            Some(badges(knowledge, (games(&level.game)?, level)))
        };
        let badges = |id| badges(id).unwrap_or_default();
        let view = View {
            pack: &pack,
            current: state.level_id,
            game: &move |id| games(id),
            badges: &badges,
            fresh: &fresh,
        };
        match self.browser.show(ui, &view) {
            None => {}
            Some(PackDeed::Show(id)) => state.show_level(id),
            Some(deed) => state.change_pack(|history| deed.apply(history)),
        }
    }

    /// The level in play, in the place of the canvas.
    pub fn play(&mut self, ui: &mut Ui, state: &mut State) {
        let game = state.game();
        let time = state.settings.motion.then(|| ui.input(|input| input.time));
        let (Some(game), Some(session)) = (game, &mut state.play) else { return };
        let lit = session.moving.lit;
        let deed = play::show(ui, session, game, time);
        if session.moving.lit != lit {
            state.settings.switch(LIGHT_KEY, session.moving.lit);
        }
        match deed {
            None => {}
            Some(PlayDeed::Leave) => state.leave_play(),
            Some(PlayDeed::Intend(play)) => {
                state.leave_play();
                state.intend(play);
            }
            Some(PlayDeed::Shortcut(play)) => {
                state.leave_play();
                let against = state.level().and_then(|level| level.intended.clone());
                state.shown = Some(Shown { words: text::YOUR_PLAY.to_owned(), play, against });
            }
        }
    }

    /// The windows of these parts, if one of them is open.
    pub fn windows(&mut self, context: &Context, state: &mut State) {
        match state.dialog.clone() {
            Some(Dialog::Concept) => {
                sheet(context, state, (text::CONCEPT, 440.0), |ui, s| self.concept(ui, s));
            }
            Some(Dialog::Gallery(state::Gallery::Solutions)) => {
                sheet(context, state, (text::SOLUTIONS, 620.0), |ui, s| self.solutions(ui, s));
            }
            Some(Dialog::Gallery(state::Gallery::Generated)) => {
                sheet(context, state, (text::GENERATED, 620.0), |ui, s| self.generated(ui, s));
            }
            Some(Dialog::Study) => {
                let study = state.game().and_then(|game| Some((game, game.study()?)));
                match study {
                    Some((game, study)) => {
                        let wide = context.content_rect().width() * 0.92;
                        let title = (study.name(), wide.clamp(960.0, 1280.0));
                        sheet(context, state, title, |ui, s| self.study(ui, s, (game, study)));
                    }
                    None => state.dialog = None,
                }
            }
            Some(Dialog::ProofPath) => {
                let title = (text::arguing::PROOF_PATH, NARROW);
                sheet(context, state, title, |ui, state| {
                    let Some(game) = state.game() else { return };
                    if let Some(desk) = state.desk() {
                        arguing::show_path(ui, desk, game);
                    }
                });
            }
            Some(Dialog::StateGraph) => {
                let title = (text::moves::GRAPH, 1000.0);
                sheet(context, state, title, |ui, state| self.state_graph(ui, state));
            }
            Some(Dialog::Deduction) => {
                let wide = (context.content_rect().width() * 0.8).clamp(910.0, 1280.0);
                let title = (text::deduction::TITLE, wide);
                sheet(context, state, title, |ui, state| self.deduction(ui, state));
            }
            Some(Dialog::Shortcuts) => {
                let all = shortcuts(context);
                sheet(context, state, (text::SHORTCUTS, 420.0), |ui, _| {
                    help::shortcuts(ui, &mut self.looked_for, &all);
                });
            }
            Some(Dialog::Rules) => sheet(context, state, (text::RULES, 440.0), |ui, state| {
                if let Some(game) = state.game() {
                    help::rules(ui, game.about());
                }
            }),
            _ => {}
        }
    }

    fn concept(&mut self, ui: &mut Ui, state: &mut State) {
        let (Some(game), Some(level)) = (state.game(), state.level().cloned()) else { return };
        let wrong = wrong_input(&state.knowledge, &level);
        self.concept.show(ui, &mut state.history, (level.id, game), wrong.as_deref());
    }

    fn solutions(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        let plays = solutions(&state.knowledge, &level);
        let solvable = state.knowledge.current(&level, Topic::Solvable);
        if solvable.is_some_and(|finding| finding.status == Status::Refuted) {
            ui.weak(text::HAS_NO_SOLUTION);
            return;
        }
        let count = state.knowledge.current(&level, Topic::Count).map(|found| found.status.clone());
        if let Some(Status::Exactly(n)) = count
            && n > plays.len() as u64
        {
            ui.horizontal(|ui| {
                ui.weak(text::first_of(plays.len(), n));
                let more = state.live.options.cap < MANY;
                if more && ui.small_button(text::MORE_SOLUTIONS).clicked() {
                    state.live.options.cap = MANY;
                    state.knowledge.ask_again(level.id);
                }
            });
        }
        let deed = self.solutions.solutions(ui, (game, &level), &plays);
        let play = |number: usize| plays.get(number).cloned();
        match deed {
            Some(GalleryDeed::Show(number)) => {
                let words = text::solution(number);
                let against = level.intended.clone();
                state.shown = play(number).map(|play| Shown { words, play, against });
            }
            Some(GalleryDeed::Intend(number)) => {
                if let Some(play) = play(number) {
                    state.intend(play);
                }
            }
            Some(GalleryDeed::Forbid(number)) => {
                if let Some(play) = play(number) {
                    state.forbid(play);
                }
            }
            Some(GalleryDeed::Add(_) | GalleryDeed::Replace(_)) | None => {}
        }
    }

    fn study(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        (game, study): (&'static dyn Game, &'static dyn Study),
    ) {
        let level = state.level().filter(|level| level.game == game.about().id).cloned();
        match self.workshop.show(ui, (game, level.as_deref()), study) {
            None => {}
            Some(WorkshopDeed::Add(level)) => {
                state.say(Tone::Good, text::added_level(&level.title));
                state.edit_pack("Add a level of the workshop", |pack| pack.levels.push(level));
            }
            Some(WorkshopDeed::Open(title, levels)) => {
                let pack = Pack { title, levels, ..Pack::default() };
                state.effects.push(Effect::OpenMade(Box::new(pack)));
                state.dialog = None;
            }
        }
    }

    fn state_graph(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        let finding = state.knowledge.current(&level, Topic::Positions);
        let Some(Detail::Graph(graph)) = finding.map(|finding| finding.detail.clone()) else {
            let why = match finding.map(|finding| &finding.status) {
                Some(Status::Unknown(why)) => text::why(why),
                _ if game.moves().is_none() => text::moves::NO_MOVES.to_owned(),
                _ if !state.live.on => text::moves::PAUSED.to_owned(),
                _ => text::asking(Topic::Positions).to_owned(),
            };
            ui.weak(why);
            return;
        };
        match self.graph.show(ui, game, (&level, &graph)) {
            None => {}
            Some(GraphDeed::Play(play)) => state.play_on(&play),
            Some(GraphDeed::Add(level)) => state.add_position(*level),
        }
    }

    fn deduction(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        if self.deduction.show(ui, game, &level) == After::Close {
            state.dialog = None;
        }
    }

    fn generated(&mut self, ui: &mut Ui, state: &mut State) {
        progress(ui, state);
        let games = state.games;
        let made = state.jobs.generated.clone();
        let cards: Vec<Made<'_>> = made
            .iter()
            .map(|made| Made {
                level: &made.level,
                proved: match &made.shortcut_free {
                    Status::Proved => Proved::Yes,
                    Status::Unknown(why) if why.is_moot() => Proved::NotAsked,
                    _ => Proved::No,
                },
            })
            .collect();
        match self.generated.levels(ui, &move |id| games(id), &cards) {
            Some(GalleryDeed::Add(number)) => state.add_generated(number),
            Some(GalleryDeed::Replace(number)) => state.replace_by_generated(number),
            // A generated level is not on the canvas; a click on its card adds it.
            Some(GalleryDeed::Show(_) | GalleryDeed::Intend(_) | GalleryDeed::Forbid(_)) | None => {
            }
        }
    }
}

/// How far a generation is, with its stop.
fn progress(ui: &mut Ui, state: &mut State) {
    let Some(job) = state.jobs.running.clone().filter(|job| job.topic == Topic::Generate) else {
        return;
    };
    ui.horizontal(|ui| {
        ui.add(egui::Spinner::new().size(14.0));
        let seconds = job.since.elapsed().as_secs_f32();
        let made = state.jobs.generated.len();
        ui.label(text::generating(made, job.wanted, seconds));
        if !job.note.is_empty() {
            ui.weak(text::sentence(&job.note));
        }
        if ui.button("Stop").on_hover_text(text::STOP_JOB_TIP).clicked() {
            state.stop_job();
        }
    });
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
}

/// A window that leaves the board in view and in reach.
fn sheet(
    context: &Context,
    state: &mut State,
    (title, width): (&str, f32),
    add: impl FnOnce(&mut Ui, &mut State),
) {
    let mut open = true;
    let place = context.content_rect();
    // What is wide is high, too.
    let above = if width > 900.0 { place.height() / 2.0 - 70.0 } else { 240.0 };
    Window::new(title)
        .open(&mut open)
        .collapsible(false)
        .default_width(width)
        .max_height(place.height() - 120.0)
        .default_pos(match width <= NARROW {
            // Beside the board, which it is about.
            true => place.left_top() + Vec2::new(12.0, 96.0),
            false => place.center() - Vec2::new(width / 2.0, above),
        })
        .show(context, |ui| add(ui, state));
    if !open {
        state.dialog = None;
    }
}

/// The commands with keys, for the sheet of shortcuts.
fn shortcuts(context: &Context) -> Vec<Shortcut> {
    let mut all: Vec<(command::Menu, Shortcut)> = command::all()
        .filter(|entry| !entry.keys.is_empty())
        .map(|entry| {
            let keys: Vec<String> =
                entry.keys.iter().map(|key| context.format_shortcut(key)).collect();
            let (group, name) = (entry.menu.name().to_owned(), entry.name.to_owned());
            (entry.menu, Shortcut { group, name, keys: keys.join(", ") })
        })
        .collect();
    all.sort_by_key(|(menu, _)| *menu);
    all.into_iter().map(|(_, shortcut)| shortcut).collect()
}

/// What the last findings say of a level, for its row in the pack.
fn badges(knowledge: &Knowledge, (game, level): (&dyn Game, &Level)) -> Vec<Badge> {
    // Of a board without marks a tick would say nothing.
    if is_bare(game, level) {
        return Vec::new();
    }
    let mut topics = vec![Topic::Solvable];
    if has_intended(level) {
        topics.push(Topic::Intended);
    }
    if level.concept != Concept::Any {
        topics.push(Topic::ShortcutFree);
    }
    let badge = |topic| {
        let (finding, freshness) = knowledge.finding(level, topic)?;
        let known = match (freshness, &finding.status) {
            (super::knowledge::Freshness::Stale, _) => Known::Stale,
            (_, Status::Proved) => Known::Holds,
            (_, Status::Refuted) => Known::Fails,
            _ => Known::Unknown,
        };
        let note = text::capital(&text::status(&finding.status, topic));
        Some(Badge { known, note })
    };
    topics.into_iter().filter_map(badge).collect()
}

/// The solutions that were found, the longest list first.
fn solutions(knowledge: &Knowledge, level: &Level) -> Vec<Play> {
    let plays = |finding: &Finding| match &finding.detail {
        Detail::Plays(plays) => Some(plays.clone()),
        Detail::Play(play) => Some(vec![play.clone()]),
        _ => None,
    };
    let found = |topic| knowledge.current(level, topic).and_then(plays);
    found(Topic::Count).or_else(|| found(Topic::Solvable)).unwrap_or_default()
}

/// What the solver cannot read of the level or its concept.
fn wrong_input(knowledge: &Knowledge, level: &Level) -> Option<String> {
    [Topic::ShortcutFree, Topic::Solvable].into_iter().find_map(|topic| {
        match &knowledge.finding(level, topic)?.0.status {
            Status::Unknown(Why::BadInput(words)) => Some(words.clone()),
            _ => None,
        }
    })
}

/// What a pack without levels begins with.
fn fresh() -> Option<Level> {
    let about = games::all().first()?.about();
    Some(Level::open(about.id, about.default_board))
}
