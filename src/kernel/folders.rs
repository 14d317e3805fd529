//! Folders of the user, by the system's convention.

use std::path::PathBuf;

use etcetera::BaseStrategy as _;

/// Name of the program's own folder in the system's usual ones.
const OWN: &str = "foolproof";

/// Folders of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    pub home: PathBuf,
    /// Settings of the program.
    pub config: PathBuf,
    /// Its data on this machine, such as autosaves and games.
    pub data: PathBuf,
}

impl UserFolders {
    /// Returns the system's usual folders, or `None` if the user has no home folder.
    pub fn of_user() -> Option<Self> {
        let system = etcetera::base_strategy::choose_native_strategy().ok()?;
        let (config, data) = (system.config_dir().join(OWN), system.data_dir().join(OWN));
        Some(Self { home: system.home_dir().to_owned(), config, data })
    }
}
