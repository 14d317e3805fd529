//! Effects of a press, a stroke and a release of the pointer on the level.
//!
//! The keyboard uses the same functions. A stroke is one undo step, however many sites it touches.

use std::collections::BTreeSet;

use crate::board::tool::{FillShape, StrokeDeed, Tool, ToolStroke};
use crate::kit::toasts::ToastTone;
use crate::session::kinds::BoardTool;
use crate::session::state::State;
use crate::text;
use foolproof_game::Side;
use foolproof_level::{Hold, Mark, Site, Spot};
use foolproof_picture::Point;

impl State {
    pub fn set_tool(&mut self, tool: Tool) {
        self.finish_stroke();
        self.board.tool = tool;
        self.each::<dyn BoardTool>(|tool, _| tool.tool_chosen());
        if tool != Tool::SELECT {
            self.board.selection.clear();
        }
    }

    /// Returns the feature whose tool is chosen.
    pub(crate) fn own_tool(&self) -> Option<&dyn BoardTool> {
        self.features_of::<dyn BoardTool>().find(|own| own.tool() == self.board.tool)
    }

    /// Lets the feature whose tool is chosen work with the state.
    pub(crate) fn with_tool(&mut self, mut work: impl FnMut(&mut dyn BoardTool, &mut Self)) {
        let chosen = self.board.tool;
        self.any::<dyn BoardTool>(|own, state| {
            let is_it = own.tool() == chosen;
            if is_it {
                work(own, state);
            }
            is_it
        });
    }

    /// Chooses the mark to paint, and the paint tool.
    pub(crate) fn choose_brush(&mut self, brush: Option<Mark>) {
        self.board.brush = brush;
        self.set_tool(Tool::PAINT);
    }

    pub fn begin_stroke(&mut self, deed: StrokeDeed) {
        self.finish_stroke();
        let before = self.history().depth();
        self.board.stroke = Some(ToolStroke { deed, before, over: BTreeSet::new() });
    }

    /// Continues the running stroke over a site.
    pub(crate) fn stroke_over(&mut self, site: Site) {
        let Some(stroke) = &mut self.board.stroke else { return };
        if let StrokeDeed::Move { to, .. } = &mut stroke.deed {
            *to = site;
            return;
        }
        if let StrokeDeed::Line(_) = stroke.deed {
            return self.draw_to(site);
        }
        if stroke.deed == StrokeDeed::Own {
            return self.with_tool(|feature, state| feature.drag(state, site));
        }
        // A stroke acts on a cell once, not on one layer after the other.
        if !stroke.over.insert(site.cell_of_layer()) {
            return;
        }
        match stroke.deed.clone() {
            StrokeDeed::Paint(brush) => self.paint(site, brush),
            StrokeDeed::Erase => self.erase(BTreeSet::from([site])),
            StrokeDeed::Hold(hold) => self.set_hold(&BTreeSet::from([site]), hold),
            StrokeDeed::Area { .. }
            | StrokeDeed::Fill { .. }
            | StrokeDeed::Line(_)
            | StrokeDeed::Move { .. }
            | StrokeDeed::Own => {}
        }
    }

    /// Ends the running stroke and turns it into one step.
    pub fn finish_stroke(&mut self) {
        let Some(stroke) = self.board.stroke.take() else { return };
        match stroke.deed {
            StrokeDeed::Move { from, to } => self.move_selection(from, to),
            StrokeDeed::Line(line) if line.is_only_begun() => {
                self.say(ToastTone::Note, text::DRAW_FROM_CELL_TO_CELL);
            }
            StrokeDeed::Paint(_)
            | StrokeDeed::Erase
            | StrokeDeed::Hold(_)
            | StrokeDeed::Line(_) => {
                self.document.history_mut().merge_since(stroke.before);
            }
            StrokeDeed::Own => {
                self.with_tool(|feature, state| feature.release(state));
                self.document.history_mut().merge_since(stroke.before);
            }
            StrokeDeed::Fill { from, to, shape, brush } => {
                let sites = self.covered(from, to, shape);
                self.fill(sites, brush);
            }
            StrokeDeed::Area { .. } => {}
        }
    }

    /// Returns the sites of a rectangle or of a line between two points, of the same kind as at its start.
    fn covered(&self, from: Point, to: Point, shape: FillShape) -> BTreeSet<Site> {
        let Some((game, level)) = self.scene() else { return BTreeSet::new() };
        let layout = game.layout_of(&level);
        let Some(first) = layout.site_at(from) else { return BTreeSet::new() };
        let sites = layout.sites.iter().map(|(site, _)| *site);
        let same = sites.filter(|site| site.place == first.place);
        match shape {
            FillShape::Line => {
                let (across, down) = (to.x - from.x, to.y - from.y);
                // Fine enough that no cell on the way is missed.
                let steps = (across.abs().max(down.abs()) * 8.0).ceil().clamp(1.0, 4096.0) as u16;
                let at = |step: u16| {
                    let share = f32::from(step) / f32::from(steps);
                    Point::new(from.x + across * share, from.y + down * share)
                };
                let met = (0..=steps).filter_map(|step| layout.site_at(at(step)));
                met.filter(|site| site.place == first.place).collect()
            }
            FillShape::Rectangle => {
                let (left, right) = (from.x.min(to.x), from.x.max(to.x));
                let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
                let touched = |site: &Site| {
                    layout.rect(*site).is_some_and(|rect| {
                        rect.min.x <= right
                            && rect.max.x >= left
                            && rect.min.y <= bottom
                            && rect.max.y >= top
                    })
                };
                same.filter(touched).collect()
            }
        }
    }

    /// Paints a mark on all of these sites that may hold it, in one step.
    pub(crate) fn fill(&mut self, sites: BTreeSet<Site>, brush: Option<Mark>) {
        let Some((game, level)) = self.scene() else { return };
        let in_layer = |site| game.layer_of(&level.board, site, brush.as_ref());
        let sites: BTreeSet<Site> = sites.into_iter().map(in_layer).collect();
        let fits = |site: &Site| {
            brush.as_ref().is_none_or(|mark| game.accepts(&level.board, *site, mark).is_ok())
        };
        let (fitting, others): (BTreeSet<Site>, BTreeSet<Site>) = sites.into_iter().partition(fits);
        if !others.is_empty() {
            self.say(ToastTone::Note, text::left_out(others.len()));
        }
        self.edit("Fill", |level| {
            for site in fitting {
                level.paint(site, brush.clone());
            }
        });
    }

    /// Cancels the running stroke, including a move or a selected rectangle.
    pub(crate) fn cancel_stroke(&mut self) -> bool {
        let Some(stroke) = self.board.stroke.take() else { return false };
        match stroke.deed {
            StrokeDeed::Area { kept, .. } => self.board.selection = kept,
            StrokeDeed::Move { .. } | StrokeDeed::Fill { .. } => {}
            _ => self.document.history_mut().merge_since(stroke.before),
        }
        true
    }

    /// Paints one site, if the game allows the mark there.
    pub fn paint(&mut self, site: Site, brush: Option<Mark>) {
        let Some((game, level)) = self.scene() else { return };
        let site = game.layer_of(&level.board, site, brush.as_ref());
        if let Some(mark) = &brush
            && let Err(why) = game.accepts(&level.board, site, mark)
        {
            // Said once per stroke: a drag over many sites would otherwise say it for each.
            let first = self.board.stroke.as_ref().is_none_or(|stroke| stroke.over.len() <= 1);
            if first {
                self.say(ToastTone::Note, text::sentence(&why.to_string()));
            }
            return;
        }
        let name = match &brush {
            Some(mark) => format!("Paint {}", mark.functor()),
            None => "Leave empty".to_owned(),
        };
        self.edit(name, |level| level.paint(site, brush));
    }

    /// Opens sites: their contents are removed, and the solver may fill them.
    pub fn erase(&mut self, sites: BTreeSet<Site>) {
        self.edit("Erase", |level| {
            for site in sites {
                level.set(site, Spot::default());
            }
        });
    }

    /// Returns the hold that a stroke of the lock tool gives if it begins at this site.
    pub(crate) fn lock_or_unlock(&self, site: Site) -> Hold {
        let locked = self.level().is_some_and(|level| level.hold(site) == Hold::Locked);
        if locked { Hold::Painted } else { Hold::Locked }
    }

    pub(crate) fn set_hold(&mut self, sites: &BTreeSet<Site>, hold: Hold) {
        let name = if hold == Hold::Locked { "Lock" } else { "Unlock" };
        self.edit_locked(name, |level| {
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

    /// Takes the contents of a site as the brush.
    pub(crate) fn pick(&mut self, site: Site) {
        let Some(level) = self.level() else { return };
        let mark = level.mark(site).cloned();
        if mark.is_none() && level.hold(site) == Hold::Open {
            self.say(ToastTone::Note, text::NOTHING_TO_PICK);
            return;
        }
        self.choose_brush(mark);
    }

    /// Selects the sites of the board that a rectangle touches.
    pub(crate) fn select_area(&mut self, to: Point) {
        let Some((game, level)) = self.scene() else { return };
        let Some(ToolStroke { deed: StrokeDeed::Area { from, to: end, kept }, .. }) =
            &mut self.board.stroke
        else {
            return;
        };
        *end = to;
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        let layout = game.layout_of(&level);
        let touched = layout.sites.iter().filter(|(_, rect)| {
            rect.min.x < right && rect.max.x > left && rect.min.y < bottom && rect.max.y > top
        });
        self.board.selection = touched.map(|(site, _)| *site).chain(kept.iter().copied()).collect();
    }

    /// Moves the end of a filling stroke to a point.
    pub(crate) fn fill_to(&mut self, at: Point) {
        if let Some(ToolStroke { deed: StrokeDeed::Fill { to, .. }, .. }) = &mut self.board.stroke {
            *to = at;
        }
    }

    /// Moves the cursor to the nearest site in a direction.
    pub(crate) fn move_cursor(&mut self, toward: Side, extend: Extend) {
        let Some((game, level)) = self.scene() else { return };
        let layout = game.layout_of(&level);
        let Some(from) = self.board.cursor.and_then(|site| layout.rect(site)) else {
            let first = layout.sites.first().map(|(site, _)| *site);
            return self.set_cursor(first, extend);
        };
        let (centre, (dx, dy)) = (from.centre(), toward.direction());
        let next = layout
            .sites
            .iter()
            .filter_map(|(site, rect)| {
                let to = rect.centre();
                let (x, y) = (to.x - centre.x, to.y - centre.y);
                let (ahead, aside) = (x * dx + y * dy, (x * dy - y * dx).abs());
                // Straight ahead before sites aside; nothing behind.
                (ahead > 0.01).then_some((ahead + 4.0 * aside, *site))
            })
            .min_by(|one, other| one.0.total_cmp(&other.0));
        let next = next.map(|(_, site)| level.top_layer(site));
        if let Some(site) = next
            && !self.any::<dyn BoardTool>(|own, state| own.steer(state, site))
        {
            self.set_cursor(Some(site), extend);
        }
    }

    /// Moves the cursor through the sites in order, wrapping around.
    pub(crate) fn step_cursor(&mut self, back: CycleOrder) {
        let Some((game, level)) = self.scene() else { return };
        let mut sites: Vec<Site> =
            game.layout_of(&level).sites.into_iter().map(|(site, _)| site).collect();
        if back == CycleOrder::Backwards {
            sites.reverse();
        }
        let at = sites.iter().position(|site| Some(*site) == self.board.cursor);
        let next = at.and_then(|at| sites.get(at + 1)).or_else(|| sites.first()).copied();
        self.set_cursor(next, Extend::No);
    }

    pub fn set_cursor(&mut self, site: Option<Site>, extend: Extend) {
        self.board.cursor = site;
        match (self.board.tool, extend, site) {
            (_, Extend::Yes, Some(site)) => _ = self.board.selection.insert(site),
            (Tool::SELECT, Extend::No, Some(site)) => self.board.selection = BTreeSet::from([site]),
            _ => {}
        }
    }

    /// Does the action of Enter and Space at the cursor.
    pub(crate) fn act_at_cursor(&mut self) {
        match (self.board.cursor, self.board.tool) {
            (Some(site), Tool::SELECT) => self.paint(site, self.board.brush.clone()),
            (Some(site), _) => self.act_by_tool(site),
            (None, _) => {}
        }
    }

    /// Does the action of a click on a site.
    pub(crate) fn act_by_tool(&mut self, site: Site) {
        match self.board.tool {
            Tool::SELECT => {
                self.board.selection = BTreeSet::from([site]);
                self.board.popover = Some(site);
            }
            Tool::PAINT => self.paint(site, self.board.brush.clone()),
            Tool::ERASE => self.erase(BTreeSet::from([site])),
            Tool::LOCK => {
                let hold = self.lock_or_unlock(site);
                self.set_hold(&BTreeSet::from([site]), hold);
            }
            Tool::PICK => self.pick(site),
            _ => self.with_tool(|feature, state| feature.act(state, site)),
        }
    }
}

/// Effect of a cursor move on the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extend {
    No,
    Yes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CycleOrder {
    Forwards,
    Backwards,
}
