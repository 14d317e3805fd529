//! Words about the size of a board.

pub fn falls_off(marks: usize) -> String {
    let plural = if marks == 1 { "mark falls" } else { "marks fall" };
    format!("{marks} {plural} off the board.")
}
