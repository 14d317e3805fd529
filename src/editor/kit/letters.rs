//! Letters that the program's fonts lack: searched for among the system's fonts while the window keeps working.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{
    Context, FallbackRequest, FontData, FontInsert, FontPriority, FontProvider, InsertFontFamily,
    Ui,
};
use foolproof_picture::SpareFonts;
use parking_lot::Mutex;

/// Letters for which a font is still to be searched.
type Wanted = Arc<Mutex<BTreeSet<char>>>;

/// Gives egui the known fonts, and searches for the others.
pub struct MissingLetters {
    fonts: Arc<SpareFonts>,
    wanted: Wanted,
}

impl MissingLetters {
    pub fn from(fonts: Arc<SpareFonts>) -> Self {
        Self { fonts, wanted: Wanted::default() }
    }

    fn provider(&self) -> Arc<dyn FontProvider> {
        let (fonts, wanted) = (Arc::clone(&self.fonts), Arc::clone(&self.wanted));
        Arc::new(move |request: &FallbackRequest<'_>| {
            let letter = request.cluster.chars().next()?;
            let Some(font) = fonts.known(letter) else {
                wanted.lock().insert(letter);
                return None;
            };
            let font = font?;
            let family = request.family.clone();
            Some(FontInsert {
                name: format!("system {}", font.place),
                data: FontData::from_blob(font.file, font.index),
                families: vec![InsertFontFamily { family, priority: FontPriority::Lowest }],
            })
        })
    }
}

impl egui::Plugin for MissingLetters {
    fn debug_name(&self) -> &'static str {
        "missing letters"
    }

    fn setup(&mut self, context: &Context) {
        context.set_font_providers(vec![self.provider()]);
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let wanted = std::mem::take(&mut *self.wanted.lock());
        if wanted.is_empty() {
            return;
        }
        let (fonts, provider) = (Arc::clone(&self.fonts), self.provider());
        let context = ui.ctx().clone();
        let search = move || {
            let found = wanted.into_iter().filter(|letter| fonts.find(*letter).is_some()).count();
            if found > 0 {
                // egui asks again for every letter that it lacked.
                context.set_font_providers(vec![provider]);
            }
        };
        // Without a thread the letters stay boxes.
        _ = std::thread::Builder::new().name("fonts".to_owned()).spawn(search);
    }
}
