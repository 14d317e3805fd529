//! Numbers and times in words.

use std::borrow::Borrow;
use std::fmt::Display;
use std::time::Duration;

/// Counts things: "1 level", "2 levels".
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str, more: &str) -> String {
    let thing = if number == N::from(1) { one } else { more };
    format!("{number} {thing}")
}

/// Lists words, the last one after `and`: "a", "a and b", "a, b and c".
pub fn listed<S: Borrow<str>>(words: &[S], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.borrow().to_owned(),
        [first @ .., last] => format!("{} {and} {}", first.join(", "), last.borrow()),
    }
}

/// Formats a number, with two decimal places unless it is whole.
pub fn number_text(value: f64) -> String {
    let digits = if value.fract() == 0.0 { 0 } else { 2 };
    format!("{value:.digits$}")
}

/// Formats a large number roughly: "340 thousand", "2.3 million".
pub fn rough_number(n: u64) -> String {
    match n {
        0..10_000 => n.to_string(),
        10_000..1_000_000 => format!("{} thousand", n / 1_000),
        _ => format!("{:.1} million", n as f64 / 1e6),
    }
}

/// Makes the first letter a capital.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Formats a time: "84 ms", "2.3 s".
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_told_roughly() {
        let said = [999, 10_000, 999_999, 1_000_000, 23_456_789].map(rough_number);
        assert_eq!(said, ["999", "10 thousand", "999 thousand", "1.0 million", "23.5 million"]);
    }
}
