//! Names of files for pictures.

/// Maximum length of a title in the name of a file, in letters.
const LETTERS: usize = 60;

/// Turns a number, padded to `digits` digits, and a title into the name of a file: letters and digits, the rest
/// as dashes, so that every system accepts it.
pub fn file_name(number: usize, digits: usize, title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let title: String = title.to_lowercase().chars().take(LETTERS).map(plain).collect();
    let words: Vec<&str> = title.split('-').filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [] => format!("{number:0digits$}"),
        words => format!("{number:0digits$}-{}", words.join("-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_name_that_every_system_takes() {
        assert_eq!(file_name(7, 2, "../etc/pass wd: *?"), "07-etc-pass-wd");
        assert_eq!(file_name(12, 1, ""), "12");
        assert_eq!(file_name(1, 1, "Größe 5"), "1-größe-5");
    }
}
