//! What the editor remembers from one start to the next: looks, recent files, hints put away.
//!
//! One JSON file in the config folder. An unknown or damaged file never stops the start. Knows
//! files. Must never know a level or egui.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::Disk;
use crate::level::pack::write_atomically;

/// How many recent files are kept.
const RECENT: usize = 10;

/// Which theme is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// As the desktop has it.
    #[default]
    System,
    Light,
    Dark,
}

/// What the editor remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub look: Look,
    /// Whether beams flow and panels slide.
    pub motion: bool,
    /// Whether the card with the first steps is shown.
    pub first_steps: bool,
    /// Packs that were open, the newest first.
    pub recent: Vec<PathBuf>,
    /// Overlays and panels that are switched on or off, by name.
    pub switches: BTreeMap<String, bool>,
    /// Size of the window in points.
    pub window: Option<(f32, f32)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            look: Look::System,
            motion: true,
            first_steps: true,
            recent: Vec::new(),
            switches: BTreeMap::new(),
            window: None,
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
    /// By the system's custom; `None` where it has none, for a user without a home.
    pub fn of_user() -> Option<Self> {
        let dirs = directories::ProjectDirs::from("", "", "foolproof")?;
        Some(Self { config: dirs.config_dir().to_owned(), data: dirs.data_local_dir().to_owned() })
    }

    fn settings(&self) -> PathBuf {
        self.config.join("settings.json")
    }

    pub fn autosave(&self) -> PathBuf {
        self.data.join("autosave")
    }
}

impl Settings {
    /// Reads the settings; anything that is missing or wrong is as at the first start.
    pub fn load(folders: &Folders) -> Self {
        std::fs::read_to_string(folders.settings())
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Writes the settings on the disk's thread.
    pub fn save(&self, folders: &Folders, disk: &Disk) -> Result<(), String> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let (folder, path) = (folders.config.clone(), folders.settings());
        disk.run(move || {
            std::fs::create_dir_all(&folder)
                .and_then(|()| write_atomically(&path, text.as_bytes()))
                .map_err(|why| format!("{}: {why}", path.display()))
        })
    }

    /// Puts a file first in the list of recent ones.
    pub fn opened(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|recent| *recent != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Whether something is switched on; `initially` until it was switched once.
    pub fn is_on(&self, name: &str, initially: Initially) -> bool {
        self.switches.get(name).copied().unwrap_or(initially == Initially::On)
    }
}

/// How a switch stands before anybody has touched it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initially {
    On,
    Off,
}
