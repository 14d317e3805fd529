//! Icons of solving steps and of arguments.

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::icon::IconPart::{Disc, Line, Ring};

/// The icons of this slice.
pub(super) trait SolvingIcons {
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
    const LEAK: Icon = Icon(&[
        Line(&[(8.0, 2.2), (4.6, 7.6)]),
        Line(&[(8.0, 2.2), (11.4, 7.6)]),
        Line(&[(4.6, 7.6), (4.2, 10.2), (5.6, 12.8), (8.0, 13.8)]),
        Line(&[(11.4, 7.6), (11.8, 10.2), (10.4, 12.8), (8.0, 13.8)]),
    ]);
    const TRIAL: Icon = Icon(&[
        Disc(4.4, 4.4, 1.6),
        Line(&[(9.0, 4.4), (14.0, 4.4)]),
        Line(&[(11.5, 1.9), (11.5, 6.9)]),
        Line(&[(3.0, 11.0), (6.4, 13.8), (13.0, 8.6)]),
    ]);
    const FIRST: Icon =
        Icon(&[Line(&[(4.0, 3.2), (4.0, 12.8)]), Line(&[(11.6, 3.2), (6.8, 8.0), (11.6, 12.8)])]);
    const LAST: Icon =
        Icon(&[Line(&[(12.0, 3.2), (12.0, 12.8)]), Line(&[(4.4, 3.2), (9.2, 8.0), (4.4, 12.8)])]);
}

impl SolvingIcons for Icon {}
