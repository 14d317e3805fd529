//! Icons of games of moves.

use crate::kit::icon::Icon;
use crate::kit::icon::IconPart::{Disc, Line};

impl Icon {
    pub const MOVES: Icon = Icon(&[
        Disc(3.6, 8.0, 2.2),
        Line(&[(7.0, 8.0), (13.4, 8.0)]),
        Line(&[(10.4, 4.8), (13.6, 8.0), (10.4, 11.2)]),
    ]);
}
