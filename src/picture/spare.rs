//! Fonts of the system, for letters that the program's own fonts lack: one choice for the window, for pictures
//! and for the widths of words.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use parking_lot::{Mutex, RwLock};
use resvg::usvg::fontdb::{Database, FaceInfo, ID, Source, Style};
use ttf_parser::{Face, RasterImageFormat};

/// Maximum total size of font files in memory, in bytes: one with all of Chinese, Japanese and Korean has 20 MB.
const MAX_BYTES: usize = 128 << 20;

/// A font of the system that draws a letter.
#[derive(Clone)]
pub struct SpareFont {
    /// Its index among those in use.
    pub place: usize,
    pub file: Arc<Vec<u8>>,
    /// Its index in the file.
    pub index: u32,
}

/// Fonts for letters that the program's own fonts lack. A font once used is preferred for the next letter.
pub struct SpareFonts {
    /// A folder of fonts, instead of the system's.
    folder: Option<PathBuf>,
    known: RwLock<Known>,
    /// Filled by the first search.
    faces: Mutex<Option<Faces>>,
}

#[derive(Default)]
struct Known {
    used: Vec<SpareFont>,
    /// Index of the font in use that draws a letter.
    letters: HashMap<char, Option<usize>>,
}

struct Faces {
    all: Database,
    /// Most readable first.
    order: Vec<ID>,
    /// The files in memory: several fonts of one file share it.
    files: BTreeMap<PathBuf, Arc<Vec<u8>>>,
}

impl SpareFonts {
    /// Returns the fonts of the system.
    pub fn system() -> Arc<Self> {
        static SYSTEM: LazyLock<Arc<SpareFonts>> = LazyLock::new(|| Arc::new(SpareFonts::of(None)));
        Arc::clone(&SYSTEM)
    }

    /// Returns the fonts in a folder.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self::of(Some(folder))
    }

    fn of(folder: Option<PathBuf>) -> Self {
        Self { folder, known: RwLock::default(), faces: Mutex::default() }
    }

    /// Returns the font that draws a letter, if it was searched for; never waits for a search.
    pub fn known(&self, letter: char) -> Option<Option<SpareFont>> {
        let known = self.known.read();
        let place = *known.letters.get(&letter)?;
        Some(place.and_then(|place| known.used.get(place).cloned()))
    }

    /// Returns the font that draws a letter; `None` if the system has none. The first search reads the names of
    /// all fonts.
    pub fn find(&self, letter: char) -> Option<SpareFont> {
        if let Some(known) = self.known(letter) {
            return known;
        }
        let mut faces = self.faces.lock();
        let faces = faces.get_or_insert_with(|| Faces::read(self.folder.as_ref()));
        let used = self.known.read().used.clone();
        let again = used.iter().find(|font| draws(&font.file, font.index, letter));
        let found = again.cloned().or_else(|| faces.find(letter, used.len()));
        let mut known = self.known.write();
        if let Some(font) = found.as_ref().filter(|font| font.place == known.used.len()) {
            known.used.push(font.clone());
        }
        known.letters.insert(letter, found.as_ref().map(|font| font.place));
        found
    }
}

impl Faces {
    fn read(folder: Option<&PathBuf>) -> Self {
        let mut all = Database::new();
        match folder {
            Some(folder) => all.load_fonts_dir(folder),
            None => all.load_system_fonts(),
        }
        let region = region();
        let mut faces: Vec<&FaceInfo> = all.faces().collect();
        faces.sort_by_key(|face| strangeness(face, region));
        let order = faces.into_iter().map(|face| face.id).collect();
        Self { all, order, files: BTreeMap::new() }
    }

    fn find(&mut self, letter: char, place: usize) -> Option<SpareFont> {
        let (all, files) = (&self.all, &mut self.files);
        let has = |id: &&ID| {
            all.with_face_data(**id, |file, index| draws(file, index, letter)) == Some(true)
        };
        self.order.iter().filter(has).find_map(|id| {
            let (source, index) = all.face_source(*id)?;
            let (Source::File(path) | Source::SharedFile(path, _)) = source else { return None };
            Some(SpareFont { place, file: read(files, path)?, index })
        })
    }
}

/// Reads a file, unless all files together would become too large.
fn read(files: &mut BTreeMap<PathBuf, Arc<Vec<u8>>>, path: PathBuf) -> Option<Arc<Vec<u8>>> {
    if let Some(known) = files.get(&path) {
        return Some(Arc::clone(known));
    }
    let room = MAX_BYTES.saturating_sub(files.values().map(|file| file.len()).sum());
    let fits = std::fs::metadata(&path).is_ok_and(|file| file.len() <= room as u64);
    let file = Arc::new(fits.then(|| std::fs::read(&path).ok()).flatten()?);
    files.insert(path, Arc::clone(&file));
    Some(file)
}

/// Ranks a font by its difference from the program's own: upright, of usual weight and without serifs is best.
fn strangeness(face: &FaceInfo, region: &str) -> (bool, u16, bool, bool, bool) {
    let named =
        |word: &str| face.families.iter().any(|(name, _)| name.split(' ').any(|w| w == word));
    (
        face.style != Style::Normal,
        face.weight.0.abs_diff(400),
        face.monospaced,
        named("Serif") || named("Mono"),
        // Fonts of one family draw Chinese characters in the style of a region.
        !named(region),
    )
}

/// Returns the ending of font families for the user's language: those of Chinese characters are named by
/// region.
fn region() -> &'static str {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
    match locale.get(..5).unwrap_or(&locale) {
        "zh_HK" => "HK",
        "zh_TW" => "TC",
        chinese if chinese.starts_with("zh") => "SC",
        korean if korean.starts_with("ko") => "KR",
        // Most pencil puzzles of other countries have Japanese names.
        _ => "JP",
    }
}

/// True if a font has something to draw for a letter.
pub(crate) fn draws(file: &[u8], index: u32, letter: char) -> bool {
    let Ok(face) = Face::parse(file, index) else { return false };
    let Some(glyph) = face.glyph_index(letter) else { return false };
    let pixels = |image: ttf_parser::RasterGlyphImage<'_>| image.format == RasterImageFormat::PNG;
    face.glyph_bounding_box(glyph).is_some()
        || face.is_color_glyph(glyph)
        || face.glyph_raster_image(glyph, u16::MAX).is_some_and(pixels)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn fonts() -> SpareFonts {
        SpareFonts::in_folder(PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/fonts"
        )))
    }

    #[test]
    fn letters_are_found_once_and_by_one_font() {
        let fonts = fonts();
        assert!(fonts.known('ぬ').is_none(), "nobody has searched");
        let first = fonts.find('ぬ').expect("a font");
        let other = fonts.find('א').expect("a font");
        assert!(Arc::ptr_eq(&first.file, &other.file) && (first.place, other.place) == (0, 0));
        assert!(fonts.known('ぬ').flatten().is_some());
        assert!(fonts.find('ឃ').is_none());
        assert!(matches!(fonts.known('ឃ'), Some(None)), "it is not searched for again");
    }

    #[test]
    fn a_folder_without_fonts_has_none() {
        let fonts = SpareFonts::in_folder(PathBuf::from("/nowhere"));
        assert!(fonts.find('ぬ').is_none());
    }
}
