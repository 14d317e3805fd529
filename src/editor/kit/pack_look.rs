//! A pack's own look, in play: its colours, its pictures as textures, its font.
//!
//! A part of the window that shows a game to a player calls [`PackLooks::show`] before it paints, and
//! again without a look after it. The desk keeps the program's own.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use egui::{
    ColorImage, Context, FontFamily, Id, Pos2, Rect, TextureHandle, TextureId, TextureOptions, Vec2,
};

use crate::kit::painter::image_of;
use crate::kit::theme::{Theme, UNTINTED, family, in_grey};
use foolproof_level::{LookPicture, Mark, PackLook, PngFile};
use foolproof_picture::{OwnColours, Style, pixels_of_png};

/// A look that can be painted with.
pub struct ShownLook {
    number: u64,
    light: OwnColours,
    dark: OwnColours,
    family: FontFamily,
    tiles: BTreeMap<Mark, Textures>,
    background: Option<Textures>,
}

/// A picture on light ground, on dark ground, and in greys.
struct Textures([TextureHandle; 3]);

impl Textures {
    fn new(context: &Context, name: &str, picture: &LookPicture) -> Result<Self, String> {
        let light = image(&picture.light)?;
        let dark = image(picture.on(true))?;
        let mut greys = light.clone();
        greys.pixels.iter_mut().for_each(|pixel| *pixel = in_grey(*pixel));
        let options = match picture.light.keeps_pixels() {
            true => TextureOptions::NEAREST,
            false => TextureOptions::LINEAR,
        };
        let load = |image: ColorImage| context.load_texture(name, image, options);
        Ok(Self([light, dark, greys].map(load)))
    }

    fn of(&self, style: Style) -> &TextureHandle {
        let [light, dark, greys] = &self.0;
        match style {
            Style::Light => light,
            Style::Dark => dark,
            Style::Greys => greys,
        }
    }
}

fn image(file: &PngFile) -> Result<ColorImage, String> {
    let pixels = pixels_of_png(file.bytes()).map_err(|why| why.to_string())?;
    Ok(image_of(&pixels))
}

impl ShownLook {
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the colours of a style. Greys use none of the pack's own.
    pub(crate) fn colours(&self, style: Style) -> OwnColours {
        match style {
            Style::Light => self.light,
            Style::Dark => self.dark,
            Style::Greys => OwnColours::NONE,
        }
    }

    /// Returns the theme of a style with this look, for pictures that show it next to the window's own.
    pub fn theme(&self, style: Style) -> Theme {
        Theme::in_style(style).with_look(self.number, self.colours(style))
    }

    pub(crate) fn family(&self) -> FontFamily {
        self.family.clone()
    }

    pub(crate) fn has_tiles(&self) -> bool {
        !self.tiles.is_empty()
    }

    /// Returns the texture of a mark's picture.
    pub(crate) fn tile(&self, mark: &Mark, style: Style) -> Option<TextureId> {
        Some(self.tiles.get(mark)?.of(style).id())
    }

    /// Paints the background of the board: the picture fills the area and is cropped.
    pub fn paint_background(&self, painter: &egui::Painter, area: Rect, theme: &Theme) {
        let Some(textures) = &self.background else { return };
        let texture = textures.of(theme.style());
        let size = texture.size_vec2();
        let scale = (area.width() / size.x.max(1.0)).max(area.height() / size.y.max(1.0));
        let part = area.size() / (size * scale).max(Vec2::splat(1.0));
        let seen = Rect::from_center_size(Pos2::new(0.5, 0.5), part);
        painter.add(egui::Shape::image(texture.id(), area, seen, UNTINTED));
    }
}

/// Builds the look of a pack, and caches it while the pack's look stays the same.
#[derive(Default)]
pub struct PackLooks {
    of: PackLook,
    made: Option<Arc<ShownLook>>,
}

impl PackLooks {
    fn key() -> Id {
        Id::unique("look of the pack that is played")
    }

    /// Returns the look of a pack; `None` if it has none. Parts that cannot be drawn are left out.
    pub fn made(&mut self, context: &Context, look: &PackLook) -> Option<Arc<ShownLook>> {
        if *look != self.of {
            self.of = look.clone();
            self.made = (!look.is_default()).then(|| Arc::new(made(context, look)));
        }
        self.made.clone()
    }

    /// Applies the look to everything painted from now on; `None` restores the program's own.
    pub fn show(context: &Context, look: Option<Arc<ShownLook>>) {
        context.data_mut(|data| _ = data.insert_temp(Self::key(), look));
    }

    /// Returns the look in force.
    pub fn shown(context: &Context) -> Option<Arc<ShownLook>> {
        context.data(|data| data.get_temp::<Option<Arc<ShownLook>>>(Self::key())).flatten()
    }

    pub(crate) fn of(context: &Context, theme: &Theme) -> Option<Arc<ShownLook>> {
        if theme.look() == 0 {
            return None;
        }
        Self::shown(context).filter(|look| look.number == theme.look())
    }
}

fn made(context: &Context, look: &PackLook) -> ShownLook {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let texture = |name: &str, picture| Textures::new(context, name, picture).ok();
    let tile = |(mark, picture): (&Mark, _)| Some((mark.clone(), texture(mark.as_str(), picture)?));
    ShownLook {
        number: NEXT.fetch_add(1, Ordering::Relaxed),
        light: OwnColours::new(&look.light),
        dark: OwnColours::new(&look.dark),
        family: family(look.font),
        tiles: look.tiles.iter().filter_map(tile).collect(),
        background: look.background.as_ref().and_then(|picture| texture("background", picture)),
    }
}
