//! Icons of games of moves.

use foolproof_editor::kit::icon::Icon;

/// The icons of this slice.
pub(super) trait MovesIcons {
    const MOVES: Icon = Icon("disc 3.6,8 2.2; line 7,8 13.4,8; line 10.4,4.8 13.6,8 10.4,11.2");
}

impl MovesIcons for Icon {}
