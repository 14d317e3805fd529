//! The tools: what a press, a stroke and a release of the pointer do to the level.
//!
//! The keyboard uses the same functions. A stroke is one step of undo however many sites it
//! touches. Knows the state, and games as a trait. Must never know egui's input.

use std::collections::BTreeSet;

use super::state::State;
use super::text;
use super::toasts::Tone;
use crate::level::{Hold, Mark, Site, Spot};
use crate::picture::Point;

/// What the pointer does on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    #[default]
    Select,
    Paint,
    Erase,
    Lock,
    Pick,
    /// Draws the intended solution, and holds parts of it.
    Solution,
    /// Gathers evidence for a conclusion, in games with arguments.
    Argue,
}

impl Tool {
    pub const ALL: [Tool; 7] = [
        Tool::Select,
        Tool::Paint,
        Tool::Erase,
        Tool::Lock,
        Tool::Pick,
        Tool::Solution,
        Tool::Argue,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Tool::Select => "Select",
            Tool::Paint => "Paint",
            Tool::Erase => "Erase",
            Tool::Lock => "Lock",
            Tool::Pick => "Pick",
            Tool::Solution => "Solution",
            Tool::Argue => "Argue",
        }
    }
}

/// What a running stroke does.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Paint(Option<Mark>),
    Erase,
    /// Gives all sites of the stroke the hold that its first site got.
    Hold(Hold),
    /// A rectangle from here; what was selected before stays selected.
    Area {
        from: Point,
        to: Point,
        kept: BTreeSet<Site>,
    },
    /// Draws the intended solution on from the pen's place; `fresh` before the first step of a new
    /// line.
    Draw {
        pen: Site,
        fresh: bool,
    },
    /// Carries what is selected from one site to another.
    Move {
        from: Site,
        to: Site,
    },
}

/// A press of the pointer that has not been released.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    pub deed: Deed,
    /// Steps in the history before the stroke.
    before: usize,
    /// Sites that the stroke has been over.
    over: BTreeSet<Site>,
}

impl State {
    pub fn set_tool(&mut self, tool: Tool) {
        self.finish_stroke();
        self.tool = tool;
        self.pen = None;
        if tool != Tool::Select {
            self.selection.clear();
        }
    }

    /// Chooses what the paint tool paints, and the paint tool.
    pub fn choose_brush(&mut self, brush: Option<Mark>) {
        self.brush = brush;
        self.set_tool(Tool::Paint);
    }

    pub fn begin_stroke(&mut self, deed: Deed) {
        self.finish_stroke();
        let before = self.history.depth();
        self.stroke = Some(Stroke { deed, before, over: BTreeSet::new() });
    }

    /// Brings the running stroke over a site.
    pub fn stroke_over(&mut self, site: Site) {
        let Some(stroke) = &mut self.stroke else { return };
        if let Deed::Move { to, .. } = &mut stroke.deed {
            *to = site;
            return;
        }
        if let Deed::Draw { pen, fresh } = stroke.deed {
            let (pen, fresh) = self.draw_solution((pen, fresh), site);
            if let Some(stroke) = &mut self.stroke {
                stroke.deed = Deed::Draw { pen, fresh };
            }
            return;
        }
        if !stroke.over.insert(site) {
            return;
        }
        match stroke.deed.clone() {
            Deed::Paint(brush) => self.paint(site, brush),
            Deed::Erase => self.erase(BTreeSet::from([site])),
            Deed::Hold(hold) => self.set_hold(&BTreeSet::from([site]), hold),
            Deed::Area { .. } | Deed::Move { .. } | Deed::Draw { .. } => {}
        }
    }

    /// Ends the running stroke and makes one step of it.
    pub fn finish_stroke(&mut self) {
        let Some(stroke) = self.stroke.take() else { return };
        match stroke.deed {
            Deed::Move { from, to } => self.move_selection(from, to),
            Deed::Paint(_) | Deed::Erase | Deed::Hold(_) | Deed::Draw { .. } => {
                self.history.merge_since(stroke.before);
            }
            Deed::Area { .. } => {}
        }
    }

    /// Gives the running stroke up; a move or a rectangle has then not happened.
    pub fn cancel_stroke(&mut self) -> bool {
        let Some(stroke) = self.stroke.take() else { return false };
        match stroke.deed {
            Deed::Area { kept, .. } => self.selection = kept,
            Deed::Move { .. } => {}
            _ => self.history.merge_since(stroke.before),
        }
        true
    }

    /// Paints one site, if the game allows the mark there.
    pub fn paint(&mut self, site: Site, brush: Option<Mark>) {
        let Some((game, level)) = self.scene() else { return };
        if let Some(mark) = &brush
            && let Err(why) = game.accepts(&level.board, site, mark)
        {
            // Said once a stroke: a drag over many sites would otherwise say it for each.
            let first = self.stroke.as_ref().is_none_or(|stroke| stroke.over.len() <= 1);
            if first {
                self.say(Tone::Note, text::sentence(&why));
            }
            return;
        }
        let name = match &brush {
            Some(mark) => format!("Paint {}", mark.functor()),
            None => "Leave empty".to_owned(),
        };
        self.edit(name, |level| level.paint(site, brush));
    }

    /// Opens sites: what they hold is gone, and the solver may fill them.
    pub fn erase(&mut self, sites: BTreeSet<Site>) {
        self.edit("Erase", |level| {
            for site in sites {
                level.set(site, Spot::default());
            }
        });
    }

    /// The hold that the lock tool gives, begun at this site.
    pub fn lock_or_unlock(&self, site: Site) -> Hold {
        let locked = self.level().is_some_and(|level| level.hold(site) == Hold::Locked);
        if locked { Hold::Painted } else { Hold::Locked }
    }

    pub fn set_hold(&mut self, sites: &BTreeSet<Site>, hold: Hold) {
        let name = if hold == Hold::Locked { "Lock" } else { "Unlock" };
        self.edit(name, |level| {
            for site in sites {
                let spot = level.spot(*site);
                // An open site that is unlocked stays open; one that is locked stays empty.
                if hold == Hold::Locked || spot.hold == Hold::Locked {
                    let hold = match (&spot.mark, hold) {
                        (None, Hold::Painted) => Hold::Open,
                        _ => hold,
                    };
                    level.set(*site, Spot { hold, ..spot });
                }
            }
        });
    }

    /// Takes what a site holds as the brush.
    pub fn pick(&mut self, site: Site) {
        let Some(level) = self.level() else { return };
        let mark = level.mark(site).cloned();
        if mark.is_none() && level.hold(site) == Hold::Open {
            self.say(Tone::Note, text::NOTHING_TO_PICK);
            return;
        }
        self.choose_brush(mark);
    }

    /// Selects the sites of the board that a rectangle touches.
    pub fn select_area(&mut self, to: Point) {
        let Some((game, level)) = self.scene() else { return };
        let Some(Stroke { deed: Deed::Area { from, to: end, kept }, .. }) = &mut self.stroke else {
            return;
        };
        *end = to;
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        let layout = game.layout(&level.board);
        let touched = layout.sites.iter().filter(|(_, rect)| {
            rect.min.x < right && rect.max.x > left && rect.min.y < bottom && rect.max.y > top
        });
        self.selection = touched.map(|(site, _)| *site).chain(kept.iter().copied()).collect();
    }

    /// Moves the cursor to the nearest site in a direction.
    pub fn move_cursor(&mut self, step: (f32, f32), extend: Extend) {
        let Some((game, level)) = self.scene() else { return };
        let layout = game.layout(&level.board);
        let Some(from) = self.cursor.and_then(|site| layout.rect(site)) else {
            let first = layout.sites.first().map(|(site, _)| *site);
            return self.set_cursor(first, extend);
        };
        let (centre, (dx, dy)) = (from.centre(), step);
        let next = layout
            .sites
            .iter()
            .filter_map(|(site, rect)| {
                let to = rect.centre();
                let (x, y) = (to.x - centre.x, to.y - centre.y);
                let (ahead, aside) = (x * dx + y * dy, (x * dy - y * dx).abs());
                // Straight ahead before anything aside; nothing behind.
                (ahead > 0.01).then_some((ahead + 4.0 * aside, *site))
            })
            .min_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((_, site)) = next
            && !self.draw_by_key(site)
        {
            self.set_cursor(Some(site), extend);
        }
    }

    /// Moves the cursor through the sites in order, round and round.
    pub fn step_cursor(&mut self, back: Order) {
        let Some((game, level)) = self.scene() else { return };
        let mut sites: Vec<Site> =
            game.layout(&level.board).sites.into_iter().map(|(site, _)| site).collect();
        if back == Order::Backwards {
            sites.reverse();
        }
        let at = sites.iter().position(|site| Some(*site) == self.cursor);
        let next = at.and_then(|at| sites.get(at + 1)).or_else(|| sites.first()).copied();
        self.set_cursor(next, Extend::No);
    }

    pub fn set_cursor(&mut self, site: Option<Site>, extend: Extend) {
        self.cursor = site;
        match (self.tool, extend, site) {
            (_, Extend::Yes, Some(site)) => _ = self.selection.insert(site),
            (Tool::Select, Extend::No, Some(site)) => self.selection = BTreeSet::from([site]),
            _ => {}
        }
    }

    /// What Enter and Space do at the cursor.
    pub fn act_at_cursor(&mut self) {
        match (self.cursor, self.tool) {
            (Some(site), Tool::Select) => self.paint(site, self.brush.clone()),
            (Some(site), _) => self.act_by_tool(site),
            (None, _) => {}
        }
    }

    /// What a click on a site does.
    pub fn act_by_tool(&mut self, site: Site) {
        match self.tool {
            Tool::Select => {
                self.selection = BTreeSet::from([site]);
                self.popover = Some(site);
            }
            Tool::Paint => self.paint(site, self.brush.clone()),
            Tool::Erase => self.erase(BTreeSet::from([site])),
            Tool::Lock => {
                let hold = self.lock_or_unlock(site);
                self.set_hold(&BTreeSet::from([site]), hold);
            }
            Tool::Pick => self.pick(site),
            Tool::Solution => self.act_on_solution(site),
            Tool::Argue => self.argue_at(site),
        }
    }
}

/// Whether a move of the cursor adds to the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extend {
    No,
    Yes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Forwards,
    Backwards,
}
