//! Settings kept between two starts: looks, recent files, dismissed hints.
//!
//! One JSON file in the config folder. An unknown or damaged file never stops the start.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::files::disk::{Disk, DiskError};
use crate::files::words::of_file;
use crate::kit::theme::Theme;
use foolproof_kernel::{UserFolders, system};
use foolproof_level::file::{self, absolute, write_atomically};
use foolproof_sound::Volume;

/// Number of recent files kept.
const RECENT: usize = 10;
/// Number of trusted rules kept, and maximum length of one in bytes.
const TRUSTED: usize = 200;
const LONGEST_TRUSTED: usize = 1 << 16;

/// The theme of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColourScheme {
    /// The desktop's theme.
    #[default]
    System,
    Light,
    Dark,
    /// Without colour: greys, dashes and hatching.
    Greys,
}

impl ColourScheme {
    /// Draws a window in these colours.
    pub fn apply(self, context: &egui::Context) {
        let look = match self {
            Self::System => egui::ThemePreference::System,
            Self::Light | Self::Greys => egui::ThemePreference::Light,
            Self::Dark => egui::ThemePreference::Dark,
        };
        Theme::in_greys(context, self == Self::Greys);
        if context.options(|options| options.theme_preference) != look {
            context.set_theme(look);
        }
    }
}

/// The name of a switch in the settings file, independent of its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwitchKey(pub &'static str);

/// Sizes of the panels in points, as the designer set them. A small window gives less.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSizes {
    /// Width of the panel at the left.
    pub left: f32,
    /// Width of the panel at the right.
    pub right: f32,
    /// Height of the list of levels, once its edge was dragged; until then the room that the palette leaves.
    pub list: Option<f32>,
}

impl Default for PanelSizes {
    fn default() -> Self {
        Self { left: 222.0, right: 290.0, list: None }
    }
}

/// The desktop asks for less motion.
static LESS_MOTION: AtomicBool = AtomicBool::new(false);

/// Reads the desktop's motion setting on another thread; until then motion is on.
pub(crate) fn ask_desktop_for_motion() {
    std::thread::spawn(|| LESS_MOTION.store(system::asks_for_less_motion(), Ordering::Relaxed));
}

/// Motion on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", from = "WrittenMotion")]
enum MotionWish {
    /// The desktop's setting.
    #[default]
    System,
    On,
    Off,
}

/// The format of older versions: `true` was written whether or not somebody had chosen it.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenMotion {
    Old(bool),
    Word(String),
}

impl From<WrittenMotion> for MotionWish {
    fn from(written: WrittenMotion) -> Self {
        match written {
            WrittenMotion::Old(true) => Self::System,
            WrittenMotion::Old(false) => Self::Off,
            WrittenMotion::Word(word) => match word.as_str() {
                "on" => Self::On,
                "off" => Self::Off,
                _ => Self::System,
            },
        }
    }
}

/// The stored settings of the editor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub look: ColourScheme,
    /// Beams flow and panels slide.
    motion: MotionWish,
    /// Volume of the sounds of play.
    pub volume: Volume,
    /// The ways to begin are shown when the editor starts without a pack.
    pub first_steps: bool,
    /// Packs that were open, most recent first.
    pub recent: Vec<PathBuf>,
    /// Packs during whose opening the editor ended; they are not reopened automatically.
    pub suspects: Vec<PathBuf>,
    /// Switches that were changed, by [`SwitchKey`].
    switches: BTreeMap<String, bool>,
    /// The last size of the window, in points at an interface scale of 100 %.
    pub window: Option<(f32, f32)>,
    /// The window filled the screen then.
    pub maximized: bool,
    /// Scale of the whole interface; 1 is 100 %.
    pub scale: f32,
    pub sizes: PanelSizes,
    /// The last positions of windows within the editor, by name.
    pub windows: BTreeMap<String, (f32, f32)>,
    /// Keys that this designer gave to commands, by the commands' names; without a key, the list is empty.
    pub keys: BTreeMap<String, Vec<String>>,
    /// Rules of concepts that this designer wrote or allowed to run, most recent first.
    pub(crate) trusted: Vec<String>,
    /// The command that starts the designer's own game on a level.
    pub own_game: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            look: ColourScheme::System,
            motion: MotionWish::default(),
            volume: Volume::default(),
            first_steps: true,
            recent: Vec::new(),
            suspects: Vec::new(),
            switches: BTreeMap::new(),
            window: None,
            maximized: false,
            scale: 1.0,
            sizes: PanelSizes::default(),
            windows: BTreeMap::new(),
            keys: BTreeMap::new(),
            trusted: Vec::new(),
            own_game: String::new(),
        }
    }
}

/// The folders that the system gives this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    pub config: PathBuf,
    pub data: PathBuf,
}

impl Folders {
    /// Returns the system's usual folders, or `None` if the user has no home folder.
    pub fn of_user() -> Option<Self> {
        let UserFolders { config, data, .. } = UserFolders::of_user()?;
        Some(Self { config, data })
    }

    fn settings(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    pub fn autosave(&self) -> PathBuf {
        self.data.join("autosave")
    }
}

impl Settings {
    /// True if things move on the screen: as the user has chosen, or else as the desktop asks.
    pub fn moves(&self) -> bool {
        match self.motion {
            MotionWish::System => !LESS_MOTION.load(Ordering::Relaxed),
            MotionWish::On => true,
            MotionWish::Off => false,
        }
    }

    pub fn set_moves(&mut self, moves: bool) {
        self.motion = if moves { MotionWish::On } else { MotionWish::Off };
    }

    /// Reads the settings; anything missing or invalid takes its initial value.
    pub fn load(folders: &Folders) -> Self {
        file::read_regular(&folders.settings(), file::LARGEST)
            .ok()
            .and_then(|(text, _)| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Writes the settings on the disk's thread.
    pub fn save(&self, folders: &Folders, disk: &Disk) -> Result<(), DiskError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let (folder, path) = (folders.config.clone(), folders.settings());
        disk.run(move || {
            std::fs::create_dir_all(&folder)
                .and_then(|()| write_atomically(&path, text.as_bytes()))
                .map_err(|why| of_file(&path, &why.to_string()))
        })
    }

    /// Puts a file first in the list of recent files.
    pub fn opened(&mut self, path: &Path) {
        let path = absolute(path);
        if path.to_str().is_none() {
            // JSON cannot express it, and one such path must not lose all other settings.
            return;
        }
        self.recent.retain(|recent| *recent != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Keeps packs from being reopened automatically.
    pub fn suspect(&mut self, paths: Vec<PathBuf>) {
        for path in paths.into_iter().filter(|path| path.to_str().is_some()) {
            if !self.suspects.contains(&path) {
                self.suspects.push(path);
            }
        }
        let surplus = self.suspects.len().saturating_sub(RECENT);
        self.suspects.drain(..surplus);
    }

    pub fn is_suspect(&self, path: &Path) -> bool {
        self.suspects.contains(&absolute(path))
    }

    /// Notes that the pack was opened without trouble.
    pub fn clear_of_suspicion(&mut self, path: &Path) {
        let path = absolute(path);
        self.suspects.retain(|suspect| *suspect != path);
    }

    pub(crate) fn trusts(&self, rules: &str) -> bool {
        self.trusted.iter().any(|known| known == rules)
    }

    /// Stores rules as trusted; very long ones are asked about each time.
    pub(crate) fn trust(&mut self, rules: String) {
        if !self.trusts(&rules) && rules.len() <= LONGEST_TRUSTED {
            self.trusted.insert(0, rules);
            self.trusted.truncate(TRUSTED);
        }
    }

    /// Returns whether a switch is on; `initially` until it is first changed.
    pub fn is_on(&self, key: SwitchKey, initially: Initially) -> bool {
        self.switches.get(key.0).copied().unwrap_or(initially == Initially::On)
    }

    /// Returns whether a switch is on that each game has for itself: an overlay that helps in one game may be
    /// in the way in another.
    pub(crate) fn is_on_in(&self, key: SwitchKey, game: &str, initially: Initially) -> bool {
        let kept = self.switches.get(&format!("{}@{game}", key.0));
        kept.copied().unwrap_or(initially == Initially::On)
    }

    pub(crate) fn switch_in(&mut self, key: SwitchKey, game: &str, on: bool) {
        self.switches.insert(format!("{}@{game}", key.0), on);
    }

    pub fn switch(&mut self, key: SwitchKey, on: bool) {
        self.switches.insert(key.0.to_owned(), on);
    }
}

/// The initial state of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initially {
    On,
    Off,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_about_motion_goes_before_the_desktop_s_wish() {
        let read = |text: &str| serde_json::from_str::<Settings>(text).map(|read| read.motion).ok();
        assert_eq!(read(r#"{"motion":true}"#), Some(MotionWish::System));
        assert_eq!(read(r#"{"motion":false}"#), Some(MotionWish::Off));
        assert_eq!(read("{}"), Some(MotionWish::System));
        let mut settings = Settings::default();
        for moves in [true, false] {
            settings.set_moves(moves);
            let text = serde_json::to_string(&settings).unwrap_or_default();
            assert_eq!(read(&text), Some(settings.motion));
            assert_eq!(settings.moves(), moves);
        }
    }
}
