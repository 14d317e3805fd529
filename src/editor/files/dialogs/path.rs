//! The window's own file dialog: a path to type, completed with Tab, over a list of the folder.
//!
//! Folders are read on a thread, since a network drive may take its time.

use std::fs::DirEntry;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use crossbeam_channel::{Receiver, TryRecvError};
use egui::text::{CCursor, CCursorRange};
use egui::{Id, Key, RichText, ScrollArea, TextEdit};

use crate::files::dialogs::question::buttons;
use crate::files::dialogs::{Access, DialogAnswer, DialogRequest};
use crate::kit::aside::aside;
use crate::kit::theme::{self, Role, Theme};
use crate::text;
use foolproof_kernel::UserFolders;
use foolproof_picture::Ink;

/// State of the list of the folder on view: the names in it, those of folders with a separator at the end.
enum Listing {
    Reading(Receiver<std::io::Result<Vec<String>>>),
    Read(Vec<String>),
    Failed(String),
}

/// A dialog that stays open until it has an answer.
pub(crate) struct PathDialog {
    request: DialogRequest,
    note: &'static str,
    folder: PathBuf,
    listing: Listing,
    typed: String,
    trouble: String,
    /// An existing file that may be replaced.
    replace: Option<PathBuf>,
    fresh: bool,
}

/// An action of the designer in one frame.
enum PathDeed {
    Enter(PathBuf),
    Choose(String),
    Confirm,
    Complete,
    Cancel,
}

impl PathDialog {
    pub(crate) fn new(context: &egui::Context, request: DialogRequest, note: &'static str) -> Self {
        let home = UserFolders::of_user().map(|folders| folders.home);
        let folder = request.folder.clone().filter(|folder| folder.is_dir());
        let folder = folder.or(home).unwrap_or_else(|| PathBuf::from("/"));
        let name = if request.access == Access::Save { request.name.as_str() } else { "" };
        Self {
            typed: folder.join(name).display().to_string(),
            listing: read(context, &folder),
            request,
            note,
            folder,
            trouble: String::new(),
            replace: None,
            fresh: true,
        }
    }

    /// Shows the dialog; returns the answer in the frame in which it is given.
    pub(crate) fn show(&mut self, context: &egui::Context) -> Option<DialogAnswer> {
        self.receive();
        if let Some(path) = self.replace.clone() {
            return self.ask_to_replace(context, path);
        }
        let modal = Theme::of_context(context).modal("path dialog").show(context, |ui| {
            ui.set_width(520.0);
            self.contents(ui)
        });
        let closed = modal.should_close();
        let deed = modal.inner.or_else(|| closed.then_some(PathDeed::Cancel));
        deed.and_then(|deed| self.act(context, deed))
    }

    fn receive(&mut self) {
        let Listing::Reading(answer) = &self.listing else { return };
        self.listing = match answer.try_recv() {
            Ok(Ok(entries)) => Listing::Read(entries),
            Ok(Err(why)) => Listing::Failed(why.to_string()),
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Listing::Failed(text::FOLDER_UNREAD.to_owned()),
        };
    }

    fn contents(&mut self, ui: &mut egui::Ui) -> Option<PathDeed> {
        let theme = Theme::of(ui);
        ui.heading(&self.request.title);
        if !self.note.is_empty() {
            ui.label(RichText::new(self.note).color(theme.role(Role::Weak)));
        }
        ui.add_space(theme::TIGHT);
        let typed = self.field(ui);
        let listed = self.list(ui);
        if !self.trouble.is_empty() {
            ui.label(RichText::new(&self.trouble).color(theme.ink(Ink::Conflict)));
        }
        ui.add_space(theme::GAP);
        let pressed = buttons(ui, |ui| {
            let verb = if self.request.access == Access::Save { text::SAVE } else { text::OPEN };
            let go = theme::primary(ui, verb).clicked();
            let cancel = ui.button(text::CANCEL).clicked();
            go.then_some(PathDeed::Confirm).or_else(|| cancel.then_some(PathDeed::Cancel))
        });
        pressed.or(typed).or(listed)
    }

    fn field(&mut self, ui: &mut egui::Ui) -> Option<PathDeed> {
        // Tab completes here, so egui must not take it for moving to the next field.
        let edit = TextEdit::singleline(&mut self.typed)
            .desired_width(f32::INFINITY)
            .font(egui::TextStyle::Monospace)
            .align(egui::Align2::LEFT_CENTER)
            .lock_focus(true);
        let tab = ui.memory(|memory| memory.has_focus(Id::unique("path field")))
            && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Tab));
        let mut output = edit.id(Id::unique("path field")).show(ui);
        let response = &output.response.response;
        response.widget_info(|| {
            let mut info = egui::WidgetInfo::text_edit(true, "", &self.typed, "");
            info.label = Some(text::PATH.to_owned());
            info
        });
        if response.changed() {
            self.trouble.clear();
            self.follow(ui.ctx());
        }
        // A click outside the field takes its focus away, but does not change what Enter does.
        let is_free = response.lost_focus() || ui.memory(|memory| memory.focused().is_none());
        let enter = is_free && ui.input(|input| input.key_pressed(Key::Enter));
        if std::mem::take(&mut self.fresh) {
            response.request_focus();
            // Puts the cursor after the text, ready for a name.
            let end = CCursor::new(self.typed.chars().count());
            output.state.cursor.set_char_range(Some(CCursorRange::one(end)));
            output.state.store(ui.ctx(), response.id);
        }
        if tab { Some(PathDeed::Complete) } else { enter.then_some(PathDeed::Confirm) }
    }

    fn list(&self, ui: &mut egui::Ui) -> Option<PathDeed> {
        let theme = Theme::of(ui);
        let mut deed = None;
        egui::Frame::NONE
            .fill(theme.role(Role::Field))
            .stroke(egui::Stroke::new(1.0, theme.role(Role::Line)))
            .corner_radius(theme::ROUND)
            .show(ui, |ui| {
                ScrollArea::vertical().max_height(260.0).min_scrolled_height(260.0).show(
                    ui,
                    |ui| {
                        ui.set_min_size(egui::vec2(ui.available_width(), 260.0));
                        ui.with_layout(egui::Layout::top_down_justified(egui::Align::Min), |ui| {
                            deed = self.rows(ui);
                        });
                    },
                );
            });
        deed
    }

    fn rows(&self, ui: &mut egui::Ui) -> Option<PathDeed> {
        ui.spacing_mut().item_spacing.y = 0.0;
        let row = |ui: &mut egui::Ui, words: String| {
            ui.add(egui::Button::selectable(false, words).truncate())
        };
        let mut deed = None;
        if let Some(parent) = self.folder.parent()
            && row(ui, text::PARENT_FOLDER.to_owned()).clicked()
        {
            deed = Some(PathDeed::Enter(parent.to_owned()));
        }
        match &self.listing {
            Listing::Reading(_) => _ = ui.spinner(),
            Listing::Failed(why) => _ = ui.weak(why),
            Listing::Read(_) => {
                for entry in self.shown() {
                    let response = row(ui, entry.clone());
                    if is_folder(entry) {
                        if response.clicked() {
                            deed = Some(PathDeed::Enter(self.folder.join(entry)));
                        }
                    } else if response.double_clicked() {
                        deed = Some(PathDeed::Confirm);
                    } else if response.clicked() {
                        deed = Some(PathDeed::Choose(entry.clone()));
                    }
                }
            }
        }
        deed
    }

    /// Returns the typed text after the folder.
    fn stem(&self) -> &str {
        self.typed.rsplit(MAIN_SEPARATOR).next().unwrap_or_default()
    }

    /// Returns the matching entries: the filter's files, hidden ones only when a dot is typed.
    fn shown(&self) -> impl Iterator<Item = &String> {
        let entries = match &self.listing {
            Listing::Read(entries) => entries.as_slice(),
            _ => &[],
        };
        let dotted = self.stem().starts_with('.');
        entries.iter().filter(move |entry| {
            let fits = is_folder(entry)
                || self.request.filters.is_empty()
                || self.request.filters.iter().any(|f| f.accepts(Path::new(entry)));
            fits && (dotted || !entry.starts_with('.'))
        })
    }

    /// Shows the folder of the typed path.
    fn follow(&mut self, context: &egui::Context) {
        let path = Path::new(&self.typed);
        let folder = match self.typed.ends_with(MAIN_SEPARATOR) {
            true => Some(path),
            false => path.parent(),
        };
        if let Some(folder) = folder.filter(|folder| *folder != self.folder && folder.is_absolute())
        {
            self.folder = folder.to_owned();
            self.listing = read(context, folder);
        }
    }

    fn act(&mut self, context: &egui::Context, deed: PathDeed) -> Option<DialogAnswer> {
        match deed {
            PathDeed::Cancel => return Some(DialogAnswer::Cancelled),
            PathDeed::Enter(folder) => {
                // The name of a file to be saved is kept while its folder is being chosen.
                let name = match self.request.access {
                    Access::Save => self.stem().to_owned(),
                    Access::Open => String::new(),
                };
                self.typed = folder.join(name).display().to_string();
                self.folder.clone_from(&folder);
                self.listing = read(context, &folder);
                self.fresh = true;
            }
            PathDeed::Choose(name) => self.typed = self.folder.join(name).display().to_string(),
            PathDeed::Complete => {
                self.complete();
                self.follow(context);
                self.fresh = true;
            }
            PathDeed::Confirm => return self.finish(context),
        }
        self.trouble.clear();
        None
    }

    /// Extends the typed text by the common beginning of all its completions.
    fn complete(&mut self) {
        let stem = self.stem().to_owned();
        let mut fitting = self.shown().filter(|entry| entry.starts_with(&stem));
        let Some(mut common) = fitting.next().cloned() else { return };
        for entry in fitting {
            while !entry.starts_with(&common) {
                common.pop();
            }
        }
        self.typed = self.folder.join(common).display().to_string();
    }

    fn finish(&mut self, context: &egui::Context) -> Option<DialogAnswer> {
        let mut path = PathBuf::from(self.typed.trim());
        if path.is_dir() {
            return self.act(context, PathDeed::Enter(path));
        }
        if let Some(ending) = self.request.filters.first().and_then(|f| f.endings.first())
            && self.request.access == Access::Save
            && path.extension().is_none()
        {
            path.set_extension(ending);
        }
        let has_folder = path.parent().is_some_and(Path::is_dir);
        match (self.request.access, path.is_file(), has_folder) {
            (Access::Open, true, _) | (Access::Save, false, true) => {
                return Some(DialogAnswer::Picked(path));
            }
            (Access::Save, true, _) => self.replace = Some(path),
            (Access::Open, false, _) => self.trouble = text::no_such_file(&path),
            (Access::Save, false, false) => self.trouble = text::no_such_folder(&path),
        }
        self.fresh = true;
        None
    }

    fn ask_to_replace(&mut self, context: &egui::Context, path: PathBuf) -> Option<DialogAnswer> {
        let question = crate::files::dialogs::Confirm {
            title: text::replace_file(&path),
            body: text::REPLACE_BODY.to_owned(),
            proceed: text::REPLACE.to_owned(),
            tone: crate::files::dialogs::ConfirmTone::Destructive,
        };
        let replace = crate::files::dialogs::confirm(context, &question)?;
        self.replace = None;
        self.fresh = true;
        replace.then_some(DialogAnswer::Picked(path))
    }
}

fn read(context: &egui::Context, folder: &Path) -> Listing {
    let folder = folder.to_owned();
    aside(context, "folder", move || entries(&folder))
        .map_or_else(|why| Listing::Failed(why.to_string()), Listing::Reading)
}

fn entries(folder: &Path) -> std::io::Result<Vec<String>> {
    let name = |entry: DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() { format!("{name}{MAIN_SEPARATOR}") } else { name }
    };
    let mut entries: Vec<String> = std::fs::read_dir(folder)?.flatten().map(name).collect();
    entries.sort_by_cached_key(|entry| (!is_folder(entry), entry.to_lowercase()));
    Ok(entries)
}

fn is_folder(entry: &str) -> bool {
    entry.ends_with(MAIN_SEPARATOR)
}
