//! Icons of arguing.

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::icon::IconPart::{Disc, Line, Ring};

/// The icons of this slice.
pub(super) trait ArguingIcons {
    const SCALES: Icon = Icon(&[
        Line(&[(8.0, 2.0), (8.0, 13.5)]),
        Line(&[(2.8, 4.0), (13.2, 4.0)]),
        Line(&[(5.0, 13.5), (11.0, 13.5)]),
        Line(&[(3.2, 4.0), (1.2, 9.0), (5.2, 9.0), (3.2, 4.0)]),
        Line(&[(12.8, 4.0), (10.8, 9.0), (14.8, 9.0), (12.8, 4.0)]),
    ]);
    const PENCIL: Icon = Icon(&[
        Disc(3.4, 3.4, 1.2),
        Disc(8.0, 3.4, 1.2),
        Disc(12.6, 3.4, 1.2),
        Disc(3.4, 8.0, 1.2),
        Ring(8.0, 8.0, 1.9),
        Disc(12.6, 8.0, 1.2),
        Disc(3.4, 12.6, 1.2),
        Disc(8.0, 12.6, 1.2),
        Disc(12.6, 12.6, 1.2),
    ]);
}

impl ArguingIcons for Icon {}
