//! Picture of a win, in the window and in pages: sparks that fly from the middle of the board and fade.

use foolproof_picture::{Ink, Point};

/// Flight time of a spark, in seconds.
pub const WIN_SECONDS: f32 = 1.1;
const SPARKS: u8 = 36;
const INKS: [Ink; 5] = [Ink::Good, Ink::Beam, Ink::Selection, Ink::Preview, Ink::Shortcut];

/// A spark that flies when a level is won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinSpark {
    /// Direction, in turns clockwise from the right.
    pub turn: f32,
    /// Distance: 1 is from the middle to the rim of the board.
    pub far: f32,
    /// Side length, in pixels.
    pub size: f32,
    /// Start time, in seconds.
    pub begins: f32,
    pub ink: Ink,
}

/// A spark in flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlyingSpark {
    /// Position relative to the middle; 1 is the rim of the board.
    pub at: Point,
    pub size: f32,
    /// Falls from 1 to 0.
    pub opacity: f32,
}

impl WinSpark {
    /// State `seconds` after the win; `None` before it begins and after it is gone.
    pub fn flying(&self, seconds: f32) -> Option<FlyingSpark> {
        let part = (seconds - self.begins) / WIN_SECONDS;
        if !(0.0..1.0).contains(&part) {
            return None;
        }
        let gone = 1.0 - (1.0 - part).powi(3);
        let (y, x) = (self.turn * std::f32::consts::TAU).sin_cos();
        let opacity = ((1.0 - part) / 0.4).min(1.0);
        let at = Point::new(x * self.far * gone, y * self.far * gone);
        Some(FlyingSpark { at, size: self.size, opacity })
    }
}

/// The sparks of a win, in all directions, alternately near and far.
pub fn win_sparks() -> Vec<WinSpark> {
    let spark = |(number, ink): (u8, Ink)| {
        let n = f32::from(number);
        WinSpark {
            turn: n / f32::from(SPARKS) + 0.01 * (n * 7.0 % 5.0),
            far: 0.45 + 0.13 * (n * 5.0 % 6.0),
            size: 8.0 + 2.0 * (n * 3.0 % 5.0),
            begins: 0.04 * (n * 11.0 % 7.0),
            ink,
        }
    };
    (0..SPARKS).zip(INKS.into_iter().cycle()).map(spark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparks_fly_all_round_and_are_gone_in_the_end() {
        let sparks = win_sparks();
        let quarter = |spark: &WinSpark| (spark.turn * 4.0) as usize % 4;
        for side in 0..4 {
            assert!(sparks.iter().filter(|spark| quarter(spark) == side).count() >= 6);
        }
        let last = sparks.iter().map(|spark| spark.begins).fold(0.0, f32::max) + WIN_SECONDS;
        assert!(sparks.iter().all(|spark| spark.flying(last).is_none()));
        let far = |spark: &WinSpark, time: f32| spark.flying(time).map(|at| at.at.x.hypot(at.at.y));
        for spark in &sparks {
            assert_eq!(spark.flying(spark.begins - 0.01), None);
            assert!(far(spark, spark.begins + 0.2) < far(spark, spark.begins + 0.6));
        }
    }
}
