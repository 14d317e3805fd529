//! Elements of a drawing that are not clues of the puzzle it is read as.

use crate::drawn::BLACK;
use crate::penpa::{Drawing, LISTS, Spot, SpotKind};

/// Black and the dark greys: colours with a meaning.
const DARK: [u32; 3] = [1, BLACK, 8];

impl Drawing {
    /// Returns the first meaningful element that was not taken, and its place.
    pub fn left_over(&self) -> Option<(Spot, String)> {
        let texts = self.texts.iter().map(|(at, text)| (*at, text.shown()));
        let sums = self
            .sums
            .iter()
            .flat_map(|(at, sums)| sums.iter().flatten().map(|sum| (*at, format!("`{sum}`"))));
        // Outside the grid, symbols are decoration.
        let is_on_grid = |at: &Spot| match at.kind {
            SpotKind::Cell => self.has(*at),
            _ => {
                let inside = |at: i32, length: u16| (0..=i32::from(length)).contains(&at);
                inside(at.col, self.cols) && inside(at.row, self.rows)
            }
        };
        let symbols = self.symbols.iter().filter(|(at, _)| is_on_grid(at));
        let symbols = symbols.map(|(at, symbol)| (*at, format!("`{}`", symbol.name)));
        let halves = self.halves.keys().map(|at| (*at, "a line".to_owned()));
        let others = self.others.iter().map(|(at, what)| (*at, (*what).to_owned())).chain(halves);
        let plain = |at: Spot, what: &str| (at, what.to_owned());
        let missing = self.missing.iter().filter(|at| self.has(**at));
        let missing = missing.map(|at| plain(*at, "a missing cell"));
        let walls = self.walls.iter().filter(|at| self.divides(**at));
        let walls = walls.map(|at| plain(*at, "a wall"));
        let edges = self.other_edges.iter().filter(|at| self.divides(**at));
        let edges = edges.map(|at| plain(*at, "a thin, dashed or coloured edge"));
        // Light colours are decoration, and so are colours behind all clues.
        let is_said = |at: &Spot| self.has(*at) && !self.told.contains(at);
        let dark = self.colours.iter().filter(|(at, colour)| DARK.contains(colour) && is_said(at));
        let dark = dark.map(|(at, _)| plain(*at, "a dark cell"));
        let what =
            |layer: &str| LISTS.iter().find(|(name, _)| *name == layer).map(|(_, what)| *what);
        let lists = self.lists.iter();
        let lists = lists.filter_map(|list| Some(plain(*list.cells.first()?, what(list.layer)?)));
        let drawn = texts.chain(sums).chain(symbols).chain(others).chain(lists);
        let odd = self.odd_clue().into_iter();
        drawn.chain(missing).chain(walls).chain(edges).chain(dark).chain(odd).next()
    }

    /// Returns a clue in a dark frame or on a dark cell if other clues have none: that has a meaning.
    fn odd_clue(&self) -> Option<(Spot, String)> {
        let look = |(at, frame): (&Spot, &Option<String>)| {
            let is_dark = self.colours.get(at).is_some_and(|colour| DARK.contains(colour));
            (*at, if is_dark { Some("a dark cell".to_owned()) } else { frame.clone() })
        };
        let looks: Vec<(Spot, Option<String>)> = self.framed.iter().map(look).collect();
        let (_, first) = looks.first()?;
        looks.iter().any(|(_, look)| look != first).then_some(())?;
        looks.into_iter().find_map(|(at, look)| Some((at, look?)))
    }

    /// True if a wall separates two cells of the grid. Walls around a clue's cell are its frame.
    fn divides(&self, wall: Spot) -> bool {
        let behind = Spot { kind: SpotKind::Cell, ..wall };
        let before = match wall.kind {
            SpotKind::VEdge => Spot { col: wall.col - 1, ..behind },
            _ => Spot { row: wall.row - 1, ..behind },
        };
        [before, behind].iter().all(|at| self.has(*at) && !self.told.contains(at))
    }
}
