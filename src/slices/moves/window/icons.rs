//! Icons of games of moves.

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::icon::IconPart::{Disc, Line};

/// The icons of this slice.
pub(super) trait MovesIcons {
    const MOVES: Icon = Icon(&[
        Disc(3.6, 8.0, 2.2),
        Line(&[(7.0, 8.0), (13.4, 8.0)]),
        Line(&[(10.4, 4.8), (13.6, 8.0), (10.4, 11.2)]),
    ]);
}

impl MovesIcons for Icon {}
