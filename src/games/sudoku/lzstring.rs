//! Unpacks texts packed by LZString, up to a bound.
//!
//! A code can expand to thousands of times its length, so the output is counted as it is produced.
//! Every phrase of the dictionary already occurs in the text, so it is stored as a position there.
//! Source: Pieroxy's lz-string, whose published crate has no such bound.

use foolproof_game::FormatFault;

/// The longest text of a code, in units of 16 bits; a puzzle takes a few thousand.
const LONGEST: usize = 1 << 20;
/// The next letter has 8 bits, or 16; the text ends.
const LETTER: u32 = 0;
const WIDE_LETTER: u32 = 1;
const END: u32 = 2;

/// The text of a code in base64, as found in an address.
pub(crate) fn text_of(code: &str) -> Result<String, FormatFault> {
    let code = code.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    String::from_utf16(&unpacked(&code)?).map_err(|_| "the code holds no text".into())
}

/// The text of a code in base64, as UTF-16.
fn unpacked(code: &str) -> Result<Vec<u16>, FormatFault> {
    // Padding at the end is ignored, and so are blanks from copying.
    let signs = code.bytes().filter_map(value).collect();
    Unpacking { signs, at: 0 }
        .text()
        .filter(|text| !text.is_empty())
        .ok_or_else(|| "the code is cut off or damaged".into())
        .and_then(|text| match text.len() {
            length if length > LONGEST => {
                Err(format!("the code stands for more than {LONGEST} letters").into())
            }
            _ => Ok(text),
        })
}

/// The six bits of a character.
fn value(sign: u8) -> Option<u8> {
    match sign {
        b'A'..=b'Z' => Some(sign - b'A'),
        b'a'..=b'z' => Some(sign - b'a' + 26),
        b'0'..=b'9' => Some(sign - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

struct Unpacking {
    signs: Vec<u8>,
    /// Number of bits read.
    at: usize,
}

impl Unpacking {
    /// A number of `bits` bits, lowest first.
    fn number(&mut self, bits: u32) -> Option<u32> {
        let mut number = 0;
        for bit in 0..bits {
            let sign = *self.signs.get(self.at / 6)?;
            number |= u32::from(sign >> (5 - self.at % 6) & 1) << bit;
            self.at += 1;
        }
        Some(number)
    }

    /// The whole text, or more than the longest one; `None` if the code is invalid.
    fn text(mut self) -> Option<Vec<u16>> {
        let mut text: Vec<u16> = Vec::new();
        // Phrases as places in the text. The first three numbers are special signs.
        let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
        let mut last: Option<(usize, usize)> = None;
        while text.len() <= LONGEST {
            // The number of bits that the numbers of all phrases and of the current one need.
            let number = self.number(phrases.len().ilog2() + 1)?;
            let from = text.len();
            let (start, length) = match number {
                END => return Some(text),
                LETTER | WIDE_LETTER => {
                    text.push(u16::try_from(self.number(8 << number)?).ok()?);
                    phrases.push((from, 1));
                    (from, 1)
                }
                known => match phrases.get(known as usize) {
                    Some(place) => *place,
                    // The phrase that this step completes: the last one and its first letter.
                    None if known as usize == phrases.len() => last.map(|(s, l)| (s, l + 1))?,
                    None => return None,
                },
            };
            if start != from {
                // Letter by letter, since a phrase may overlap its own output.
                for at in start..start + length {
                    text.push(*text.get(at)?);
                }
            }
            if let Some((start, length)) = last {
                phrases.push((start, length + 1));
            }
            last = Some((from, length));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let code = lz_str::compress_to_base64(text);
        let wide: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(unpacked(&code), Ok(wide), "{text:.40}");
    }

    #[test]
    fn what_lz_string_has_packed_comes_out_again() {
        for text in ["a", "aaaaaaaaaaaa", "{\"size\":9}", "Zahlenrätsel – 数独 𝄞"] {
            check(text);
        }
        let mut random = fastrand::Rng::with_seed(7);
        for length in (1..400).step_by(9) {
            let letters = random.u32(1..60);
            let letter = |random: &mut fastrand::Rng| {
                char::from_u32(random.u32(0..letters) * 97 + 32).unwrap_or('x')
            };
            check(&(0..length).map(|_| letter(&mut random)).collect::<String>());
        }
        check(&"ab".repeat(20_000));
    }

    #[test]
    fn a_code_that_stands_for_too_much_ends_at_the_bound() {
        // Each phrase is the previous one and one letter more: 800 million letters in the end.
        let mut bits = vec![(0, 2), (u32::from(b'0'), 8)];
        bits.extend((4..40_000).map(|number: u32| (number, number.ilog2() + 1)));
        let code = packed(&bits);
        assert!(code.len() < 100_000, "{} signs", code.len());
        let why = unpacked(&code).expect_err("too much");
        assert_eq!(why, "the code stands for more than 1048576 letters".into());
    }

    /// A code of these numbers, each with its number of bits.
    fn packed(numbers: &[(u32, u32)]) -> String {
        let signs = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let one = |(number, bits): &(u32, u32)| {
            let number = *number;
            (0..*bits).map(move |bit| usize::try_from(number >> bit & 1).unwrap_or_default())
        };
        let bits: Vec<usize> = numbers.iter().flat_map(one).collect();
        let sign = |six: &[usize]| {
            char::from(signs[(0..6).fold(0, |n, at| n * 2 + six.get(at).unwrap_or(&0))])
        };
        bits.chunks(6).map(sign).collect()
    }

    #[test]
    fn a_damaged_code_is_refused() {
        let whole = lz_str::compress_to_base64("{\"size\":9,\"grid\":[]}");
        for code in ["", "=", "A", "////", whole.get(..10).unwrap_or_default()] {
            let why = unpacked(code).expect_err("damaged");
            assert_eq!(why, "the code is cut off or damaged".into(), "{code}");
        }
    }
}
