//! The look of a pack where it is played: colours, pictures of marks, the background of the board, a font.

mod remarks;
mod verb;
#[cfg(feature = "window")]
pub mod window;

use std::io::Read as _;
use std::path::Path;

use foolproof_level::PngFile;
use foolproof_level::look::LARGEST_PICTURES;
use foolproof_picture::pixels_of_png;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb_with_json::<verb::LookAsked>("look");
    #[cfg(feature = "window")]
    slices.feature(|features| _ = features.add::<window::LookDesk>().window());
}

/// Reads a picture for a pack, and checks that it can be drawn.
fn picture_file(path: &Path) -> Result<PngFile, String> {
    let named = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let file = std::fs::File::open(path).map_err(|why| named(&why))?;
    let mut bytes = Vec::new();
    // One byte more than fits shows that it is too large.
    let most = u64::try_from(LARGEST_PICTURES).unwrap_or(u64::MAX);
    file.take(most + 1).read_to_end(&mut bytes).map_err(|why| named(&why))?;
    if bytes.len() > LARGEST_PICTURES {
        let why = format!("the picture has more than {LARGEST_PICTURES} bytes; make it smaller");
        return Err(named(&why));
    }
    let picture = PngFile::new(bytes).map_err(|why| named(&why))?;
    pixels_of_png(picture.bytes()).map_err(|why| named(&why))?;
    Ok(picture)
}
