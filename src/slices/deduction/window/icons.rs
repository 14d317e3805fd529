//! Icons of deduction.

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::icon::IconPart::{Disc, Line};

/// The icons of this slice.
pub(super) trait DeductionIcons {
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

impl DeductionIcons for Icon {}
