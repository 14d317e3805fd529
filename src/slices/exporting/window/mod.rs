//! Levels for other programs: in files of their formats, and as links and texts to be pasted.

mod page;
pub(crate) mod words;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use egui::{Context, RichText, ScrollArea, Ui, Vec2};

use foolproof_editor::files::outgoing::Outgoing;
use foolproof_editor::files::{PressRun, file_name};
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Games;
use foolproof_games::{Exported, lacks};
use foolproof_level::bounds::shortened;
use foolproof_level::{Level, LevelId, Pack};
use foolproof_picture::Ink;
use foolproof_shipping::{ExportScope, ExportSource, Exporter, exporters};

foolproof_editor::command_names!(
    pub ExportingCommands,
    EXPORT = "export",
    COPY_LINK = "copy-link",
    COPY_TEXT = "copy-text",
);

pub(crate) const EXPORT_WINDOW: Window = Window::new("export", WindowStand::Over);

const COMMANDS: &[Entry] = &[
    Entry::new(Command::EXPORT, Menu::File, 1, words::EXPORT, words::EXPORT_TIP, |state| {
        state.finish_stroke();
        state.chrome.open(EXPORT_WINDOW);
    })
    .searched_as(
        "html web page site svg json tiled ldtk tmx map convert format send share publish write",
    )
    .when(has_level),
    Entry::new(
        Command::COPY_LINK,
        Menu::Edit,
        1,
        words::COPY_LINK,
        words::COPY_LINK_TIP,
        |state| {
            copy(state, |target| target.is_link());
        },
    )
    .searched_as("url share address web browser puzz.link clipboard")
    .when(|state| state.game().is_some_and(|game| game.formats().iter().any(|f| f.is_link())))
    .listed_when_enabled(),
    Entry::new(
        Command::COPY_TEXT,
        Menu::Edit,
        1,
        words::COPY_TEXT,
        words::COPY_TEXT_TIP,
        |state| {
            copy(state, |_| true);
        },
    )
    .searched_as("export share clipboard format ascii json")
    .when(has_level),
];

/// Returns the exporters for some levels: those of packs, and those of their games.
fn targets(games: &Games, levels: &[Arc<Level>]) -> Vec<Arc<dyn Exporter>> {
    let mut targets = exporters(games);
    targets.retain(|target| levels.iter().any(|level| target.is_for(&level.game)));
    targets
}

/// Exports some levels of a pack.
fn exported(document: &Document, target: &dyn Exporter, levels: &[Arc<Level>]) -> Exported {
    let pack = Pack { levels: levels.to_vec(), ..document.history().pack().clone() };
    let games = document.games();
    target.levels(&ExportSource { games, pack: &pack, folder: None, steps: None })
}

/// Copies the level in the first suitable format of its game that can hold it.
fn copy(state: &mut State, suits: fn(&dyn Exporter) -> bool) {
    state.finish_stroke();
    let Some(level) = state.level().cloned() else { return };
    let levels = [level];
    let mut why = words::NO_LEVEL.to_owned();
    for target in targets(state.games(), &levels) {
        if target.scope() == ExportScope::Pack || !suits(&*target) {
            continue;
        }
        let draft = exported(&state.document, &*target, &levels);
        if draft.written() == 1 {
            state.chrome.request(WindowEffect::Copy(draft.text().trim_end().to_owned()));
            return state.say(ToastTone::Good, copied(&*target, &draft));
        }
        if let Some((_, refused)) = draft.refused.first() {
            why = text::sentence(&refused.to_string());
        }
    }
    state.say(ToastTone::Note, why);
}

/// Says what was copied, what it lacks, and how the target reads it differently.
fn copied(target: &dyn Exporter, draft: &Exported) -> String {
    let lacks = lacks("It", &draft.losses);
    let otherwise = draft.read_otherwise.iter().map(|(_, how)| how.clone());
    let more: Vec<String> = lacks.into_iter().chain(otherwise).collect();
    words::copied(target.name(), Some(more.join(". ")).filter(|more| !more.is_empty()))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LevelsToExport {
    This,
    Some,
    #[default]
    Pack,
}

/// The inputs of a draft: it is rebuilt when these change.
#[derive(PartialEq)]
struct DraftKey {
    pack: Pack,
    levels: Vec<LevelId>,
    target: String,
}

/// The window's choices, and the resulting draft.
#[derive(Default)]
pub(crate) struct Exporting {
    scope: LevelsToExport,
    ticked: BTreeSet<LevelId>,
    target: String,
    draft: Option<(DraftKey, Exported)>,
    /// A page whose hints are being found.
    press: Option<PressRun>,
}

/// Width of the window and of its left column, in points.
const WIDTH: f32 = 640.0;
/// The smallest size at which its parts stand side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(620.0, 470.0);
const CHOICES: f32 = 230.0;
/// Pause between two checks whether a game is ready.
const WAIT: Duration = Duration::from_millis(300);
/// Maximum length of the preview, in letters.
const PREVIEW: usize = 3000;

foolproof_editor::feature!(Exporting, COMMANDS);

impl FeatureWindow for Exporting {
    fn windows(&mut self, context: &Context, state: &mut State) {
        let sheet = Sheet::new(EXPORT_WINDOW, words::EXPORT_TITLE, WIDTH).at_least(MIN_SIZE);
        sheet.show(context, state, |ui, state| {
            ui.set_max_width(WIDTH);
            self.show(ui, state);
        });
        if !state.chrome.is_open(EXPORT_WINDOW) {
            self.draft = None;
        }
        PressRun::hear(&mut self.press, state, words::STOPPED, words::not_written);
    }
}

impl Listener for Exporting {
    fn cancel(&mut self, _: &mut State) -> bool {
        self.press.take().is_some()
    }

    fn forget(&mut self) {
        *self = Self::default();
    }
}

impl Exporting {
    fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let pack = state.history().pack().clone();
        let levels = self.levels(&pack, state.level_id());
        let targets = targets(state.games(), &levels);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(CHOICES);
                self.scopes(ui, &pack);
                ui.add_space(theme::GAP);
                self.formats(ui, &targets, &levels);
            });
            ui.separator();
            ui.vertical(|ui| {
                let target = targets.iter().find(|target| target.id() == self.target);
                match target.or(targets.first()) {
                    Some(target) if !levels.is_empty() => {
                        self.outcome(ui, state, &pack, &**target, &levels);
                    }
                    _ => _ = ui.weak(words::NONE_CHOSEN),
                }
            });
        });
    }

    fn levels(&self, pack: &Pack, this: LevelId) -> Vec<Arc<Level>> {
        let meant = |level: &&Arc<Level>| match self.scope {
            LevelsToExport::This => level.id == this,
            LevelsToExport::Some => self.ticked.contains(&level.id),
            LevelsToExport::Pack => true,
        };
        pack.levels.iter().filter(meant).cloned().collect()
    }

    fn scopes(&mut self, ui: &mut Ui, pack: &Pack) {
        theme::section(ui, words::WHICH);
        ui.radio_value(&mut self.scope, LevelsToExport::Pack, words::WHOLE_PACK);
        ui.radio_value(&mut self.scope, LevelsToExport::This, words::THIS_LEVEL);
        ui.radio_value(&mut self.scope, LevelsToExport::Some, words::SOME);
        if self.scope != LevelsToExport::Some {
            return;
        }
        let row = ui.spacing().interact_size.y;
        ScrollArea::vertical().max_height(150.0).id_salt("levels").show_rows(
            ui,
            row,
            pack.levels.len(),
            |ui, rows| {
                let from = rows.start;
                for (at, level) in pack.levels.get(rows).unwrap_or_default().iter().enumerate() {
                    let mut on = self.ticked.contains(&level.id);
                    let name = shortened(&text::level_name(from + at, level), 28);
                    if ui.checkbox(&mut on, name).changed() {
                        match on {
                            true => self.ticked.insert(level.id),
                            false => self.ticked.remove(&level.id),
                        };
                    }
                }
            },
        );
    }

    /// Shows a row for each format, with the number of levels whose game has it.
    fn formats(&mut self, ui: &mut Ui, targets: &[Arc<dyn Exporter>], levels: &[Arc<Level>]) {
        theme::section(ui, words::FORMAT);
        if targets.iter().all(|target| target.id() != self.target)
            && let Some(first) = targets.get(1).or(targets.first())
        {
            self.target = first.id().to_owned();
        }
        ScrollArea::vertical().id_salt("formats").show(ui, |ui| {
            for target in targets {
                let of_game = levels.iter().filter(|level| target.is_for(&level.game)).count();
                let part = (of_game < levels.len()).then(|| words::part(of_game, levels.len()));
                let radio = egui::RadioButton::new(self.target == target.id(), target.name());
                ui.horizontal(|ui| {
                    if ui.add(radio).clicked() {
                        self.target = target.id().to_owned();
                    }
                    if let Some(part) = part {
                        ui.weak(part);
                    }
                });
            }
        });
    }

    /// Shows what will be written, left out and lost; then the buttons.
    fn outcome(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        pack: &Pack,
        target: &dyn Exporter,
        levels: &[Arc<Level>],
    ) {
        let ids = levels.iter().map(|level| level.id).collect();
        let key = DraftKey { pack: pack.clone(), levels: ids, target: target.id().to_owned() };
        if self.draft.as_ref().is_some_and(|(_, draft)| draft.waits()) {
            ui.ctx().request_repaint_after(WAIT);
        }
        if self.draft.as_ref().is_none_or(|(known, draft)| *known != key || draft.waits()) {
            let draft = exported(&state.document, target, levels);
            self.draft = Some((key, draft));
        }
        let Some((_, draft)) = &self.draft else { return };
        told(ui, draft, target, pack, levels);
        ui.add_space(theme::GAP);
        if let Some(press) = &self.press {
            press.progress(ui, CHOICES, words::finding_steps);
            if ui.button(words::STOP).clicked() {
                press.stop();
            }
            return;
        }
        ui.horizontal(|ui| {
            ui.add_enabled_ui(draft.written() > 0, |ui| {
                if theme::primary(ui, words::SAVE_AS).clicked() {
                    let outgoing = outgoing(draft, target, pack, levels);
                    match page::has_hints(state, target, pack, levels) {
                        true => {
                            self.press = Some(page::press(ui.ctx(), state, levels, outgoing));
                        }
                        false => state.chrome.request(WindowEffect::Export(Box::new(outgoing))),
                    }
                }
                let copy = ui.add_enabled(draft.files.len() == 1, egui::Button::new(words::COPY));
                if copy.on_hover_text(words::COPY_TIP).clicked() {
                    state.chrome.request(WindowEffect::Copy(draft.text().trim_end().to_owned()));
                    state.say(ToastTone::Good, copied(target, draft));
                }
            });
        });
        preview(ui, draft);
    }
}

/// Shows the beginning of the output, in the rest of the window.
fn preview(ui: &mut Ui, draft: &Exported) {
    let mut text = shortened(draft.files.first().map_or("", |(_, text)| text), PREVIEW);
    if text.is_empty() {
        return;
    }
    ui.add_space(theme::TIGHT);
    ui.weak(words::PREVIEW);
    let room = ui.available_height().clamp(60.0, 130.0);
    ScrollArea::both().max_height(room).id_salt("preview").show(ui, |ui| {
        let edit = egui::TextEdit::multiline(&mut text).code_editor().interactive(false);
        ui.add(edit.desired_width(f32::INFINITY).desired_rows(4));
    });
}

fn told(ui: &mut Ui, draft: &Exported, target: &dyn Exporter, pack: &Pack, levels: &[Arc<Level>]) {
    let theme = Theme::of(ui);
    ui.strong(match draft.written() {
        0 => words::NOTHING.to_owned(),
        n => words::ready(n, levels.len()),
    });
    if draft.files.len() > 1 {
        ui.weak(words::SEVERAL_FILES);
    }
    ui.add_space(theme::TIGHT);
    if draft.losses.is_empty() && draft.refused.is_empty() && draft.read_otherwise.is_empty() {
        ui.label(RichText::new(words::ALL_KEPT).color(theme.ink(Ink::Good)));
    }
    if !draft.losses.is_empty() {
        ui.label(words::lacks(target.name()));
        for loss in &draft.losses {
            ui.label(words::loses(loss.part, loss.levels.len()));
        }
        ui.add_space(theme::TIGHT);
    }
    let listed = |ui: &mut Ui, head: &str, levels_and_why: &[(usize, String)]| {
        if levels_and_why.is_empty() {
            return;
        }
        ui.label(RichText::new(head).color(theme.ink(Ink::Conflict)));
        ScrollArea::vertical().max_height(110.0).id_salt(head).show(ui, |ui| {
            for (at, why) in levels_and_why {
                let Some(level) = levels.get(*at) else { continue };
                let number = pack.levels.iter().position(|other| other.id == level.id);
                let name = text::level_name(number.unwrap_or_default(), level);
                ui.label(format!("•  {}: {}", shortened(&name, 40), shortened(why, 200)));
            }
        });
        ui.add_space(theme::TIGHT);
    };
    listed(ui, words::READ_OTHERWISE, &draft.read_otherwise);
    let refused: Vec<(usize, String)> =
        draft.refused.iter().map(|(at, why)| (*at, why.to_string())).collect();
    listed(ui, words::LEFT_OUT, &refused);
}

fn outgoing(
    draft: &Exported,
    target: &dyn Exporter,
    pack: &Pack,
    levels: &[Arc<Level>],
) -> Outgoing {
    let number = |places: &[usize]| {
        let id = places.first().and_then(|at| levels.get(*at)).map(|level| level.id);
        let at = pack.levels.iter().position(|level| Some(level.id) == id).unwrap_or_default();
        let width = pack.levels.len().to_string().len();
        format!("{:0width$}", at + 1)
    };
    let title = match levels {
        [level] if !level.title.is_empty() => level.title.clone(),
        _ => pack.title.clone(),
    };
    let name = file_name(&title);
    Outgoing {
        title: words::EXPORT_TITLE.to_owned(),
        kind: (target.name().to_owned(), target.ending().to_owned()),
        name: if name.is_empty() { "levels".to_owned() } else { name },
        files: draft
            .files
            .iter()
            .map(|(places, text)| (number(places), Arc::new(text.clone().into_bytes())))
            .collect(),
        beside: draft
            .beside
            .iter()
            .map(|(name, bytes)| (name.clone(), Arc::new(bytes.clone())))
            .collect(),
    }
}
