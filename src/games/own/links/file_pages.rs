//! The contents of a pzprv3 file, in order. They follow from the parts of the game's links.

use super::format::LinkFormat;
use super::places::LinkPlaces;
use super::{ClueMarks, LinkPart, Says};
use crate::reading::manifest::SettingForm;
use foolproof_links::{Entries, ROOMS, Stands, entries, entries_of};

/// A part of a file.
#[derive(Clone, Debug)]
pub(super) enum FilePage {
    /// A line with a number of the level.
    Setting(SettingForm),
    /// A line for each piece of a bank, after a line with their number; or a letter for all of them.
    Bank(Says),
    /// A line with the number of an edge; edges within the board come first.
    Edge(Says),
    /// A line with the columns and rows of places, in halves of cells.
    Positions(Vec<(LinkPlaces, ClueMarks)>),
    /// The rooms formed by walls on edges.
    Rooms(FilePart),
    /// A grid of places, which several parts may share.
    Grid(Vec<FilePart>),
    /// The answers on the cells, which say nothing about the level.
    Answers,
    /// The cells with the clues around them.
    Board { rim: Vec<FilePart>, cells: Vec<FilePart> },
}

/// A part of the link in the file.
#[derive(Clone, Debug)]
pub(super) struct FilePart {
    pub entries: &'static Entries,
    pub on: LinkPlaces,
    pub marks: ClueMarks,
}

/// Pages in the order in which they were found; those of one kind are adjacent.
#[derive(Default)]
struct Pages {
    settings: Vec<FilePage>,
    lines: Vec<FilePage>,
    edges: Vec<FilePage>,
    grids: Vec<FilePage>,
    behind: Vec<FilePage>,
    /// The clues outside the grid and on it, if some are outside.
    rim: Vec<FilePart>,
    cells: Vec<FilePart>,
}

/// Returns the contents of a link's files, in order; `None` if they have an unknown part.
pub(super) fn pages(link: &LinkFormat) -> Option<Vec<FilePage>> {
    let parts: Vec<&LinkPart> = link.parts_of(&link.writes).collect();
    let is_rim = |part: &&LinkPart| matches!(part.says, Says::Clues { on, .. } if is_beside(on));
    let has_rim = parts.iter().any(is_rim);
    let mut pages = Pages::default();
    for part in parts {
        pages.add(part, has_rim)?;
    }
    let Pages { settings, lines, edges, mut grids, behind, rim, cells } = pages;
    if has_rim {
        grids.push(FilePage::Board { rim, cells });
    }
    Some([settings, lines, edges, grids, behind].concat())
}

fn is_beside(on: LinkPlaces) -> bool {
    use LinkPlaces::{Margin, Rim, RimLines, Starts};
    matches!(on, Rim | RimLines | Starts | Margin)
}

impl Pages {
    /// Adds the contents of a part.
    fn add(&mut self, part: &LinkPart, has_rim: bool) -> Option<()> {
        use LinkPlaces::{OuterEdges, Somewhere, Tray};
        match &part.says {
            Says::Text(_) => {}
            Says::Setting(setting) => self.settings.push(FilePage::Setting(setting.clone())),
            Says::Counts { .. } | Says::Clues { on: Tray, .. } => {
                self.lines.push(FilePage::Bank(part.says.clone()));
            }
            Says::Clues { on: OuterEdges, .. } => {
                self.lines.push(FilePage::Edge(part.says.clone()));
            }
            Says::Clues { on: Somewhere, marks, .. } => {
                let place = (Somewhere, marks.clone());
                match self.lines.last_mut() {
                    Some(FilePage::Positions(places)) => places.push(place),
                    _ => self.lines.push(FilePage::Positions(vec![place])),
                }
            }
            Says::Clues { coding, on, marks } => {
                let named = part.file.as_deref();
                let known = match named {
                    Some(ROOMS) => entries("walls"),
                    Some(name) => entries(name),
                    None => entries_of(coding.name()),
                };
                let part = FilePart { entries: known?, on: *on, marks: marks.clone() };
                self.add_entries(part, named == Some(ROOMS), has_rim)?;
            }
        }
        Some(())
    }

    fn add_entries(&mut self, part: FilePart, is_rooms: bool, has_rim: bool) -> Option<()> {
        use LinkPlaces::{Cells, Corners, Edges, InnerCorners, Middles, Rooms};
        let joins = part.entries.joins;
        match (part.on, part.entries.stands) {
            (Edges, _) if is_rooms => self.edges.push(FilePage::Rooms(part)),
            (Edges, Stands::Before) => self.edges.push(FilePage::Grid(vec![part])),
            (Edges, Stands::Behind) => joined(&mut self.behind, part),
            (Edges, Stands::BehindAnswers) => {
                self.behind.extend([FilePage::Answers, FilePage::Grid(vec![part])]);
            }
            (on, _) if is_beside(on) && self.rim.is_empty() => self.rim.push(part),
            (Cells, _) if has_rim && (self.cells.is_empty() || joins) => self.cells.push(part),
            (Cells | Rooms | Corners | InnerCorners | Middles, _) if !has_rim => {
                joined(&mut self.grids, part);
            }
            _ => return None,
        }
        Some(())
    }
}

/// Adds a part to the grid of the previous part, or starts a new one.
fn joined(grids: &mut Vec<FilePage>, part: FilePart) {
    match grids.last_mut() {
        Some(FilePage::Grid(parts)) if part.entries.joins => parts.push(part),
        _ => grids.push(FilePage::Grid(vec![part])),
    }
}
