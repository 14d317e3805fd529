//! The words of the language, and the qualifiers and directions of rules.

/// The sections of a source, in their required order.
pub(crate) const SECTIONS: [&str; 7] =
    ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];

/// Prelude words that are followed by a value.
pub(crate) const VALUED_SETTINGS: [&str; 12] = [
    "title", "author", "homepage", "background_color", "text_color", "key_repeat_interval",
    "realtime_interval", "again_interval", "flickscreen", "zoomscreen", "color_palette", "youtube",
];

/// Prelude words that stand alone.
pub(crate) const PLAIN_SETTINGS: [&str; 10] = [
    "run_rules_on_level_start",
    "norepeat_action",
    "require_player_movement",
    "debug",
    "verbose_logging",
    "throttle_movement",
    "noundo",
    "noaction",
    "norestart",
    "scanline",
];

/// Events that may have a sound.
pub(crate) const SOUND_EVENTS: [&str; 21] = [
    "undo", "restart", "titlescreen", "startgame", "cancel", "endgame", "startlevel", "endlevel",
    "showmessage", "closemessage", "sfx0", "sfx1", "sfx2", "sfx3", "sfx4", "sfx5", "sfx6", "sfx7",
    "sfx8", "sfx9", "sfx10",
];

/// The events of an object that may have a sound.
pub(crate) const SOUND_VERBS: [&str; 5] = ["move", "action", "create", "destroy", "cantmove"];

/// Directions that narrow the sound of a move.
pub(crate) const SOUND_DIRECTIONS: [&str; 7] =
    ["up", "down", "left", "right", "horizontal", "vertical", "orthogonal"];

/// Words that should not be names, since rules could not tell them apart.
const KEYWORDS: [&str; 56] = [
    "objects", "collisionlayers", "legend", "sounds", "rules", "...", "winconditions", "levels",
    "|", "[", "]", "up", "down", "left", "right", "late", "rigid", "^", "v", ">", "<", "no",
    "randomdir", "random", "horizontal", "vertical", "any", "all", "some", "moving", "stationary",
    "parallel", "perpendicular", "action", "message", "move", "create", "destroy", "cantmove",
    "cancel", "restart", "win", "again", "undo", "titlescreen", "startgame", "endgame",
    "startlevel", "endlevel", "showmessage", "closemessage", "sfx0", "sfx1", "sfx2", "sfx3",
    "sfx4",
];

/// Returns whether a name is a word of the language.
pub(crate) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || matches!(word, "sfx5" | "sfx6" | "sfx7" | "sfx8" | "sfx9" | "sfx10")
}

/// Words of rules that are long enough to be suggested for a misspelt one.
pub(crate) const RULE_WORDS: [&str; 25] = [
    "late", "rigid", "random", "startloop", "endloop", "up", "down", "left", "right", "horizontal",
    "vertical", "orthogonal", "action", "stationary", "moving", "parallel", "perpendicular",
    "randomdir", "no", "cancel", "checkpoint", "restart", "win", "message", "again",
];

/// Returns whether a word is a command at the end of a rule.
pub(crate) fn is_command(word: &str) -> bool {
    matches!(word, "cancel" | "checkpoint" | "restart" | "win" | "message" | "again")
        || is_sound_command(word)
}

/// `sfx0` to `sfx10`.
pub(crate) fn is_sound_command(word: &str) -> bool {
    word.strip_prefix("sfx").is_some_and(|n| SOUND_EVENTS.contains(&word) && !n.is_empty())
}

/// The word before an object in a cell of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Qualifier {
    /// No word: the object is present.
    Plain,
    Up,
    Down,
    Left,
    Right,
    Action,
    Stationary,
    No,
    Random,
    RandomDir,
    /// `^`
    Leftward,
    /// `v`
    Rightward,
    /// `<`
    Backward,
    /// `>`
    Forward,
    Parallel,
    Perpendicular,
    Moving,
    Horizontal,
    Vertical,
    Orthogonal,
    /// `parallel` in a rule that looks left or right.
    HorizontalAlong,
    /// `perpendicular` in a rule that looks up or down.
    HorizontalAcross,
    VerticalAlong,
    VerticalAcross,
    /// `...`, which stands for any gap and has no object.
    Ellipsis,
}

use Qualifier::{Down, Left, Right, Up};

impl Qualifier {
    /// The qualifier named by a word of a rule.
    pub(crate) fn parse(word: &str) -> Option<Qualifier> {
        Some(match word {
            "up" => Up,
            "down" => Down,
            "left" => Left,
            "right" => Right,
            "action" => Qualifier::Action,
            "stationary" => Qualifier::Stationary,
            "no" => Qualifier::No,
            "random" => Qualifier::Random,
            "randomdir" => Qualifier::RandomDir,
            "^" => Qualifier::Leftward,
            "v" => Qualifier::Rightward,
            "<" => Qualifier::Backward,
            ">" => Qualifier::Forward,
            "parallel" => Qualifier::Parallel,
            "perpendicular" => Qualifier::Perpendicular,
            "moving" => Qualifier::Moving,
            "horizontal" => Qualifier::Horizontal,
            "vertical" => Qualifier::Vertical,
            "orthogonal" => Qualifier::Orthogonal,
            _ => return None,
        })
    }

    /// Returns whether its meaning depends on the direction of the rule.
    pub(crate) fn is_relative(self) -> bool {
        matches!(
            self,
            Qualifier::Leftward
                | Qualifier::Rightward
                | Qualifier::Backward
                | Qualifier::Forward
                | Qualifier::Parallel
                | Qualifier::Perpendicular
        )
    }

    /// The movements for which it stands, if there are several.
    pub(crate) fn choices(self) -> &'static [Qualifier] {
        match self {
            Qualifier::Horizontal | Qualifier::HorizontalAlong | Qualifier::HorizontalAcross => {
                &[Left, Right]
            }
            Qualifier::Vertical | Qualifier::VerticalAlong | Qualifier::VerticalAcross => {
                &[Up, Down]
            }
            Qualifier::Moving => &[Up, Down, Left, Right, Qualifier::Action],
            Qualifier::Orthogonal => &[Up, Down, Left, Right],
            Qualifier::Perpendicular => &[Qualifier::Leftward, Qualifier::Rightward],
            Qualifier::Parallel => &[Qualifier::Backward, Qualifier::Forward],
            _ => &[],
        }
    }

    /// Its meaning in a rule with this direction.
    pub(crate) fn seen_from(self, facing: Facing) -> Qualifier {
        let [leftward, rightward, backward, forward] = match facing {
            Facing::Right => [Up, Down, Left, Right],
            Facing::Up => [Left, Right, Down, Up],
            Facing::Down => [Right, Left, Up, Down],
            Facing::Left => [Down, Up, Right, Left],
        };
        match self {
            Qualifier::Leftward => leftward,
            Qualifier::Rightward => rightward,
            Qualifier::Backward => backward,
            Qualifier::Forward => forward,
            Qualifier::Parallel if facing.is_horizontal() => Qualifier::HorizontalAlong,
            Qualifier::Parallel => Qualifier::VerticalAlong,
            Qualifier::Perpendicular if facing.is_horizontal() => Qualifier::VerticalAcross,
            Qualifier::Perpendicular => Qualifier::HorizontalAcross,
            other => other,
        }
    }

    /// The movement bits of one layer that it requires or sets.
    pub(crate) fn movement_bits(self) -> u64 {
        match self {
            Up => 0b00001,
            Down => 0b00010,
            Left => 0b00100,
            Right => 0b01000,
            Qualifier::Action => 0b10000,
            Qualifier::Moving => 0b01111,
            Qualifier::No => 0b00011,
            Qualifier::RandomDir => 0b00101,
            Qualifier::Random => 0b10010,
            _ => 0,
        }
    }
}

/// The direction in which a rule looks along a row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Facing {
    Up,
    Down,
    Left,
    Right,
}

impl Facing {
    pub(crate) const ALL: [Facing; 4] = [Facing::Up, Facing::Down, Facing::Left, Facing::Right];

    /// The opposite direction.
    pub(crate) fn back(self) -> Facing {
        match self {
            Facing::Up => Facing::Down,
            Facing::Down => Facing::Up,
            Facing::Left => Facing::Right,
            Facing::Right => Facing::Left,
        }
    }

    pub(crate) fn is_horizontal(self) -> bool {
        matches!(self, Facing::Left | Facing::Right)
    }

    /// The directions named by a word before the first bracket.
    pub(crate) fn parse(word: &str) -> &'static [Facing] {
        match word {
            "up" => &[Facing::Up],
            "down" => &[Facing::Down],
            "left" => &[Facing::Left],
            "right" => &[Facing::Right],
            "horizontal" => &[Facing::Left, Facing::Right],
            "vertical" => &[Facing::Up, Facing::Down],
            "orthogonal" => &Facing::ALL,
            _ => &[],
        }
    }
}
