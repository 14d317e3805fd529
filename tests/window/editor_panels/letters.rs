//! Letters that the program's fonts lack come from others, found while the window goes on.

use std::sync::Arc;

use egui::{FontFamily, FontId, MissingGlyphPolicy, TextStyle};
use egui_kittest::Harness;
use foolproof::editor::kit::letters::MissingLetters;
use foolproof::editor::kit::theme::Theme;
use foolproof::level::LookFont;
use foolproof::picture::SpareFonts;

/// Chinese, Japanese, Korean, Hebrew, Arabic, Thai, Hindi and a picture, which the font of the tests has.
const WORDS: &str = "漢字 ぬりかべ 한글 אב عب กข नम 🙂";
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fonts");

/// Every font of the window: those of its text styles, and those that packs choose.
fn all_fonts(context: &egui::Context) -> Vec<FontId> {
    let styles = [
        TextStyle::Heading,
        TextStyle::Body,
        TextStyle::Button,
        TextStyle::Small,
        TextStyle::Monospace,
    ];
    let styles = styles.map(|style| style.resolve(&context.global_style()));
    let chosen = LookFont::ALL.into_iter().filter(|font| *font != LookFont::Plain);
    let chosen = chosen.map(|font| FontId::new(14.0, FontFamily::Name(font.name().into())));
    styles.into_iter().chain(chosen).collect()
}

fn lacking(context: &egui::Context) -> Vec<FontId> {
    let has = |font: &FontId| context.fonts_mut(|fonts| fonts.has_glyphs(font, WORDS));
    all_fonts(context).into_iter().filter(|font| !has(font)).collect()
}

#[test]
fn every_font_of_the_window_draws_other_scripts() {
    let fonts = Arc::new(SpareFonts::in_folder(FOLDER.into()));
    let mut begun = false;
    let window = move |ui: &mut egui::Ui| {
        if !std::mem::replace(&mut begun, true) {
            // Boxes until the fonts are found.
            ui.ctx().set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
            ui.ctx().add_plugin(MissingLetters::from(Arc::clone(&fonts)));
            Theme::install(ui.ctx());
        }
        ui.label(WORDS);
    };
    let mut harness = Harness::builder().build_ui(window);
    for _ in 0..200 {
        harness.step();
        if lacking(&harness.ctx).is_empty() {
            // Nothing is drawn as a box any more: that would fail the test.
            harness.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Panic);
            harness.run_steps(2);
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("without letters: {:?}", lacking(&harness.ctx));
}
