//! Names of the fields of a JSON text, found without reading the values: this reveals the kind of a file even
//! if it is damaged or cut off.

use std::ops::RangeInclusive;

/// A field that only packs of this program have.
const PACK: &str = "foolproof";

/// True if a text is meant as a pack of this program: an object with its field, in any layout and with any
/// words.
pub fn is_pack(text: &str) -> bool {
    text.trim_start().starts_with('{') && has_key(text, PACK, 1..=1)
}

/// True if a JSON text has a field of this name at one of these depths of objects and lists.
pub fn has_key(text: &str, name: &str, depths: RangeInclusive<usize>) -> bool {
    text.trim_start().starts_with(['{', '['])
        && (JsonKeys { text, at: 0, depth: 0 })
            .any(|(depth, key)| key == name && depths.contains(&depth))
}

/// Iterator over the fields of a text, each with the number of objects and lists around it.
struct JsonKeys<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> JsonKeys<'a> {
    /// Reads the text from one quotation mark to the next that is not escaped.
    fn quoted(&mut self) -> Option<&'a str> {
        let (from, mut escaped) = (self.at, false);
        for byte in self.text.as_bytes().get(from..)? {
            self.at += 1;
            match byte {
                b'"' if !escaped => return self.text.get(from..self.at - 1),
                byte => escaped = *byte == b'\\' && !escaped,
            }
        }
        None
    }
}

impl<'a> Iterator for JsonKeys<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(byte) = self.text.as_bytes().get(self.at) {
            self.at += 1;
            match byte {
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                b'"' => {
                    let word = self.quoted()?;
                    if self.text.get(self.at..)?.trim_start().starts_with(':') {
                        return Some((self.depth, word));
                    }
                }
                _ => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_is_told_by_its_field_wherever_that_stands() {
        for text in [
            r#"{"foolproof":1,"levels":[]}"#,
            r#"{"notes":"https://www.f-puzzles.com/?load=N4Ig","foolproof" : 1}"#,
            "\n {\"levels\": [{\"a\\\"}\": 1}],\n\"foolproof\":",
        ] {
            assert!(is_pack(text), "{text}");
        }
        for text in [
            r#"{"title":"foolproof","levels":[{"foolproof":1}]}"#,
            r#"[{"foolproof":1}]"#,
            r#"{"title":"\"foolproof\":1"}"#,
            "foolproof: 1",
            "{\"foolproof",
            "{\"foolproof\"",
            "{\"é\\",
        ] {
            assert!(!is_pack(text), "{text}");
        }
    }
}
