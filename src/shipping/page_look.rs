//! A pack's own look in a page: colours, its pictures as symbols, its background and its font.

use std::fmt::Write as _;

use foolproof_level::{LookPicture, PackLook, PngFile};
use foolproof_picture::{font_file, look_sheet};

/// Additions of a look to a page.
pub(crate) struct PageLook {
    /// Rules for the end of the style sheet.
    pub sheet: String,
    /// A symbol for each tile, by its number.
    pub symbols: String,
    /// The file of its font, which a script passes to the browser.
    pub font: Option<&'static [u8]>,
}

impl PageLook {
    pub(crate) fn new(look: &PackLook) -> Self {
        let mut sheet = String::new();
        if !look.light.is_empty() || !look.dark.is_empty() {
            sheet.push_str(&look_sheet(&look.light, &look.dark));
        }
        if let Some(background) = &look.background {
            behind(&mut sheet, background);
        }
        let font = font_file(look.font);
        if font.is_some() {
            sheet.push_str("body,#board{font-family:Pack,system-ui,sans-serif}\n");
        }
        if look.tiles.values().any(|picture| picture.dark.is_some()) {
            // A tile is used by its symbol, which inherits variables and sees no ancestor.
            sheet.push_str(
                ".on-light{display:var(--on-light,inline)}.on-dark{display:var(--on-dark,none)}\n\
                 :root[data-look=dark]{--on-light:none;--on-dark:inline}\n",
            );
        }
        Self { sheet, symbols: symbols(look), font }
    }
}

fn behind(sheet: &mut String, picture: &LookPicture) {
    let mut rule = |look: &str, file: &PngFile| {
        let address = file.address();
        let _ = writeln!(
            sheet,
            "[data-look={look}] #app.playing #frame{{background:url({address}) center/cover}}"
        );
    };
    rule("light", &picture.light);
    rule("dark", picture.dark.as_ref().unwrap_or(&picture.light));
}

fn symbols(look: &PackLook) -> String {
    if look.tiles.is_empty() {
        return String::new();
    }
    let image = |file: &PngFile, class: &str| {
        let crisp = if file.keeps_pixels() { " style=\"image-rendering:pixelated\"" } else { "" };
        let address = file.address();
        format!(
            "<image width=\"1\" height=\"1\" preserveAspectRatio=\"none\"{class}{crisp} \
             href=\"{address}\"/>"
        )
    };
    let mut out = "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">"
        .to_owned();
    for (number, picture) in look.tiles.values().enumerate() {
        let _ = write!(out, "<symbol id=\"tile-{number}\" viewBox=\"0 0 1 1\">");
        match &picture.dark {
            None => out.push_str(&image(&picture.light, "")),
            Some(dark) => {
                out.push_str(&image(&picture.light, " class=\"on-light\""));
                out.push_str(&image(dark, " class=\"on-dark\""));
            }
        }
        out.push_str("</symbol>");
    }
    out + "</svg>\n"
}
