//! Icons of solving steps and of arguments.

use foolproof_editor::kit::icon::Icon;

pub(super) const SCALES: Icon = Icon(
    "line 8,2 8,13.5; line 2.8,4 13.2,4; line 5,13.5 11,13.5; line 3.2,4 1.2,9 5.2,9 3.2,4; \
         line 12.8,4 10.8,9 14.8,9 12.8,4",
);
pub(super) const PENCIL: Icon = Icon(
    "disc 3.4,3.4 1.2; disc 8,3.4 1.2; disc 12.6,3.4 1.2; disc 3.4,8 1.2; ring 8,8 1.9; \
         disc 12.6,8 1.2; disc 3.4,12.6 1.2; disc 8,12.6 1.2; disc 12.6,12.6 1.2",
);
pub(super) const LEAK: Icon = Icon(
    "line 8,2.2 4.6,7.6; line 8,2.2 11.4,7.6; line 4.6,7.6 4.2,10.2 5.6,12.8 8,13.8; line \
         11.4,7.6 11.8,10.2 10.4,12.8 8,13.8",
);
pub(super) const TRIAL: Icon =
    Icon("disc 4.4,4.4 1.6; line 9,4.4 14,4.4; line 11.5,1.9 11.5,6.9; line 3,11 6.4,13.8 13,8.6");
pub(super) const FIRST: Icon = Icon("line 4,3.2 4,12.8; line 11.6,3.2 6.8,8 11.6,12.8");
pub(super) const LAST: Icon = Icon("line 12,3.2 12,12.8; line 4.4,3.2 9.2,8 4.4,12.8");
