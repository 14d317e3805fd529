//! The lattice of half cells that contains sites of all kinds: a cell in the middle of its square, an edge on
//! its line, a corner where lines meet. One mapping of its places moves them all.

use super::{Place, Site};

/// A place on the lattice, in half cells rightwards and downwards.
pub type Half = (i32, i32);

/// Returns the position of a site; sites in a row (slots of a tray, steps) are not on the board.
pub fn half(site: Site) -> Half {
    let (col, row) = (i32::from(site.col) * 2, i32::from(site.row) * 2);
    match site.place {
        Place::Cell | Place::Under | Place::Over => (col + 1, row + 1),
        Place::HEdge => (col + 1, row),
        Place::VEdge => (col, row + 1),
        Place::Vertex | Place::Tray | Place::Step | Place::Constraint => (col, row),
    }
}

/// Returns the site of a place; `None` left of the board or above it.
pub fn site_at((x, y): Half) -> Option<Site> {
    let place = match (x.rem_euclid(2), y.rem_euclid(2)) {
        (1, 1) => Place::Cell,
        (1, 0) => Place::HEdge,
        (0, 1) => Place::VEdge,
        _ => Place::Vertex,
    };
    let col = u16::try_from(x.div_euclid(2)).ok()?;
    let row = u16::try_from(y.div_euclid(2)).ok()?;
    Some(Site { place, col, row })
}

/// Returns the site at a new position, in the same layer if it is in one.
pub fn moved_to(site: Site, to: Half) -> Option<Site> {
    let moved = site_at(to)?;
    let stays = site.place.is_in_cell() && moved.place == Place::Cell;
    Some(if stays { Site { place: site.place, ..moved } } else { moved })
}

/// Returns the site `by` half cells further on; sites in a row move along it.
pub fn shifted(site: Site, by: Half) -> Option<Site> {
    if site.place.is_linear() {
        let col = i32::from(site.col) + by.0 / 2;
        return Some(Site { col: u16::try_from(col).ok()?, ..site });
    }
    let (x, y) = half(site);
    moved_to(site, (x + by.0, y + by.1))
}
