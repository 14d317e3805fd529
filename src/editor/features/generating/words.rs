//! Words about generating levels.

pub const GENERATE_EMPTY: &str = "There are no open sites to fill: erase some first.";
pub const STOCK: &str = "Marks that a level has, the locked ones included";
pub const DISTANCE_TIP: &str =
    "Marks, with their sites, that one level has and the other lacks, at least";
pub const SYMMETRY_TIP: &str =
    "Marks on open cells that look the same from all sides, such as blockers, stand symmetrically";
pub const CLOSER_TIP: &str =
    "When there are no more levels so far apart, closer ones follow: the most varied come first";
pub const PIECES_TIP: &str = "How many of the board's cells hold a mark of the level";
pub const ONLY_INTENDED: &str = "Nothing else than the intended solution solves them";
pub const ONLY_INTENDED_TIP: &str =
    "You drew the solution: the levels get the marks that leave it as the only one";
pub const DENSITY_TIP: &str = "Share of the board's cells that hold a mark of the level";
pub const MINIMAL_TIP: &str =
    "Leaves out each mark without which the level keeps what is asked of it, until none can go";
pub const SEED_TIP: &str = "The same seed makes the same levels; another one makes others";
pub const GENERATED: &str = "Generated levels";

pub fn generate_about(open_sites: usize) -> String {
    match open_sites {
        0 => GENERATE_EMPTY.to_owned(),
        1 => "Fills the 1 open site in different ways; what is painted or locked stays.".to_owned(),
        n => {
            format!("Fills the {n} open sites in different ways; what is painted or locked stays.")
        }
    }
}

pub fn generated_title(title: &str, number: usize) -> String {
    if title.is_empty() {
        format!("Variant {number}")
    } else {
        format!("{title}, variant {number}")
    }
}

pub fn generating(made: usize, wanted: u32, seconds: f32) -> String {
    format!("{made} of {wanted} levels, {seconds:.1} s")
}
