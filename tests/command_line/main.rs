//! The verbs, the manual that shows them, and the licences that they print.
#![allow(clippy::expect_used, unreachable_pub)]

mod cli;
mod licences;
mod manual;
