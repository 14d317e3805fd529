//! A pack's own look, in play: its colours, its pictures as textures, its font.
//!
//! A part of the window that shows a game to a player calls [`PackLooks::show`] before it paints, and
//! again without a look after it. The desk keeps the program's own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use egui::{ColorImage, Context, FontFamily, Id, Pos2, Rect, TextureHandle, TextureOptions, Vec2};

use crate::kit::painter::image_of;
use crate::kit::theme::{Theme, UNTINTED, family, in_grey};
use foolproof_game::{Game, Games, tile_forms};
use foolproof_level::{LookPicture, Pack, PackLook, PngFile};
use foolproof_picture::{OwnColours, Style, TileForms, pixels_of_png};

/// A look that can be painted with.
pub struct ShownLook {
    number: u64,
    light: OwnColours,
    dark: OwnColours,
    family: FontFamily,
    tiles: TileForms,
    textures: Vec<Textures>,
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

    pub(crate) fn tiles(&self) -> &TileForms {
        &self.tiles
    }

    /// Returns a tile in its square on the screen.
    pub(crate) fn tile(&self, tile: usize, style: Style, rect: Rect) -> Option<egui::Shape> {
        let texture = self.textures.get(tile)?.of(style);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        Some(egui::Shape::image(texture.id(), rect, whole, UNTINTED))
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
    games: Vec<String>,
    version: u64,
    made: Option<Arc<ShownLook>>,
}

impl PackLooks {
    fn key() -> Id {
        Id::unique("look of the pack that is played")
    }

    /// Returns the look of a pack; `None` if it has none. Parts that cannot be drawn are left out. The drawing
    /// of marks may change with the version of the library that their games come from.
    pub fn made(
        &mut self,
        context: &Context,
        look: &PackLook,
        games: &[Arc<dyn Game>],
        version: u64,
    ) -> Option<Arc<ShownLook>> {
        let ids = || games.iter().map(|game| &*game.about().id);
        let same = *look == self.of && version == self.version && ids().eq(&self.games);
        if !same {
            self.of = look.clone();
            self.games = ids().map(str::to_owned).collect();
            self.version = version;
            self.made = (!look.is_default()).then(|| Arc::new(made(context, look, games)));
        }
        self.made.clone()
    }

    /// Returns the look of a pack for all of its games.
    pub fn of_pack(
        &mut self,
        context: &Context,
        pack: &Pack,
        games: &Games,
    ) -> Option<Arc<ShownLook>> {
        self.made(context, &pack.play.look, &games.of_pack(pack), games.version())
    }

    /// Applies the look to everything painted from now on; `None` restores the program's own.
    pub fn show(context: &Context, look: Option<Arc<ShownLook>>) {
        context.data_mut(|data| _ = data.insert_temp(Self::key(), look));
    }

    /// Returns the look in force.
    pub fn shown(context: &Context) -> Option<Arc<ShownLook>> {
        context.data(|data| data.get_temp::<Option<Arc<ShownLook>>>(Self::key())).flatten()
    }

    /// Returns the look of a theme.
    pub(crate) fn of(context: &Context, theme: &Theme) -> Option<Arc<ShownLook>> {
        if theme.look() == 0 {
            return None;
        }
        Self::shown(context).filter(|look| look.number == theme.look())
    }
}

fn made(context: &Context, look: &PackLook, games: &[Arc<dyn Game>]) -> ShownLook {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let mut drawable = look.clone();
    let mut textures = Vec::new();
    drawable.tiles.retain(|mark, picture| {
        let texture = Textures::new(context, mark.as_str(), picture);
        texture.map(|texture| textures.push(texture)).is_ok()
    });
    let background = look.background.as_ref();
    let background =
        background.and_then(|picture| Textures::new(context, "background", picture).ok());
    ShownLook {
        number: NEXT.fetch_add(1, Ordering::Relaxed),
        light: OwnColours::new(&look.light),
        dark: OwnColours::new(&look.dark),
        family: family(look.font),
        tiles: tile_forms(&drawable, games.iter().map(|game| &**game)),
        textures,
        background,
    }
}
