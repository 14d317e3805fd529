//! Levels in messages from one process to another, each as a pack of its own.

/// Serialization of levels.
pub mod sent_levels {
    use std::sync::Arc;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

    use foolproof_level::{Level, Pack};

    fn text(level: &Level) -> String {
        Pack { levels: vec![Arc::new(level.clone())], ..Pack::default() }.to_json()
    }

    pub fn serialize<S: Serializer>(levels: &[Level], to: S) -> Result<S::Ok, S::Error> {
        levels.iter().map(text).collect::<Vec<_>>().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Level>, D::Error> {
        let mut levels = Vec::new();
        for text in Vec::<String>::deserialize(from)? {
            let pack = Pack::from_json(&text).map_err(D::Error::custom)?;
            levels.extend(pack.levels.into_iter().map(Arc::unwrap_or_clone));
        }
        Ok(levels)
    }
}

/// Serialization of an optional level.
pub(crate) mod sent_level {
    use serde::{Deserializer, Serializer};

    use super::sent_levels;
    use foolproof_level::Level;

    pub(crate) fn serialize<S: Serializer>(
        level: &Option<Level>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        sent_levels::serialize(level.as_slice(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Level>, D::Error> {
        sent_levels::deserialize(from).map(|levels| levels.into_iter().next())
    }
}
