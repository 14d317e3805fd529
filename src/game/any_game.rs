//! Methods of every game, with or without an optional part: callers ask a game and need not test which parts it
//! has.

use crate::abilities::playing::{Gesture, GestureError, HandItem, NextMark, acted, first_missing};
use crate::abilities::properties::ConceptKind;
use crate::abilities::rating::{MeasureKind, Rated, SeenSolutions};
use crate::abilities::search::StopCheck;
use crate::abilities::steps::StepSource;
use crate::abilities::tuning::{Control, ControlError};
use crate::about::{Brush, Verdict};
use crate::game::Game;
use crate::outside_clues::PlacedClues;
use crate::refusals::{ConceptFault, GameError};
use crate::side::Side;
use crate::turn::{Turn, TurnError};
use foolproof_level::{Board, INTENDED, Level, Mark, Play, Site};
use foolproof_picture::{Rect, Shape};

/// Reason why the verdict on a play is unknown if a game has no rules in Rust.
const NO_RULES: &str = "only the solver knows this game's rules";

// Rules.
impl dyn Game + '_ {
    pub fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let unknown = || Verdict::Undecided { why: NO_RULES.to_owned(), sites: Vec::new() };
        self.rules().map_or_else(unknown, |rules| rules.judge(level, play))
    }

    /// Returns the verdict of the rules, however long that takes, unless `stop` ends it.
    pub fn judge_until(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Verdict {
        match self.rules() {
            Some(rules) => rules.judge_until(level, play, stop),
            None => self.judge(level, play),
        }
    }

    pub fn read_as(&self, level: &Level) -> Option<String> {
        self.rules()?.read_as(level)
    }
}

// Steps.
impl dyn Game + '_ {
    /// Returns the game's own source of steps, besides its rules as sentences.
    pub fn own_steps(&self) -> Option<&dyn StepSource> {
        self.deduction().or_else(|| self.arguments().map(|rules| rules as &dyn StepSource))
    }
}

// Properties of concepts.
impl dyn Game + '_ {
    /// Returns the properties that its concepts are built from.
    pub fn concepts(&self) -> Vec<ConceptKind> {
        self.properties().map(|known| known.kinds()).unwrap_or_default()
    }

    /// True if its concepts can ask for the intended solution.
    pub fn asks_for_intended(&self) -> bool {
        self.concepts().iter().any(|kind| kind.functor == INTENDED)
    }

    pub fn concept_rules(
        &self,
        level: &Level,
        property: &Mark,
        head: &str,
    ) -> Result<String, GameError> {
        match self.properties() {
            Some(known) => known.rules(level, property, head),
            None => {
                Err(GameError::Concept(format!("this game has no property `{property}`").into()))
            }
        }
    }

    pub fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        self.properties()?.practises(level, play, property)
    }

    /// Returns the text of a concept with patterns such as `[ Player | Crate ]` in the form in which packs
    /// store it.
    pub fn spelled_concept(&self, text: &str) -> Result<String, ConceptFault> {
        let Some(known) = self.properties().filter(|known| known.has_patterns()) else {
            return Ok(text.to_owned());
        };
        let (mut spelled, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('[') {
            // A direction may precede it, and further brackets may follow.
            let (before, from) = rest.split_at(at);
            let word = before.trim_end();
            let begins = word.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
            let direction = word.get(begins..).unwrap_or_default();
            let kept = word.get(..begins).unwrap_or_default();
            let mut end = 0;
            while from.get(end..).is_some_and(|more| more.trim_start().starts_with('[')) {
                let closed = from.get(end..).and_then(|more| more.find(']'));
                end += closed.ok_or("a `]` is missing")? + 1;
            }
            let pattern = format!("{direction} {}", from.get(..end).unwrap_or_default());
            let term = known.pattern(pattern.trim())?;
            spelled.push_str(kept);
            spelled.push_str(term.as_str());
            rest = from.get(end..).unwrap_or_default().trim_start();
        }
        spelled.push_str(rest);
        Ok(spelled)
    }

    pub fn is_of_level(&self, property: &Mark) -> bool {
        self.properties().is_some_and(|known| known.is_of_level(property))
    }

    pub fn level_has(&self, level: &Level, property: &Mark, stop: StopCheck<'_>) -> Option<bool> {
        self.properties()?.level_has(level, property, stop)
    }

    pub fn property_of(&self, level: &Level, play: &Play) -> Option<Mark> {
        self.properties()?.property_of(level, play)
    }

    pub(crate) fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let same = || property.clone();
        self.properties().map_or_else(same, |known| known.turned_property(property, turn))
    }
}

// Brushes.
impl dyn Game + '_ {
    /// Draws a mark for the palette.
    pub fn draw_brush(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        let drawn = self.brushes().and_then(|brushes| brushes.draw_brush(mark, into));
        drawn.unwrap_or_else(|| self.draw_mark(mark, into))
    }

    /// Returns the mark of a brush between two adjacent cells if it is drawn from cell to cell.
    pub fn drawn(&self, board: &Board, brush: &Mark, cells: [Site; 2]) -> Option<(Site, Mark)> {
        self.brushes()?.drawn(board, brush, cells)
    }

    /// Groups brushes by kind, in their order: those of one kind are quarter turns of one another.
    pub fn kinds(&self, brushes: &[Brush]) -> Vec<Vec<Brush>> {
        let mut kinds: Vec<Vec<Brush>> = Vec::new();
        for brush in brushes {
            if kinds.iter().flatten().any(|known| known.mark == brush.mark) {
                continue;
            }
            let mut kind = vec![brush.clone()];
            let mut turned = self.turned(&brush.mark, Turn::Clockwise);
            while let Some(next) = brushes.iter().find(|brush| brush.mark == turned)
                && kind.len() < 4
                && kind.iter().all(|known| known.mark != turned)
            {
                kind.push(next.clone());
                turned = self.turned(&turned, Turn::Clockwise);
            }
            kinds.push(kind);
        }
        kinds
    }
}

// Layers of cells.
impl dyn Game + '_ {
    /// Returns the site for a mark that is put on a site: in a cell with layers, its own layer. Without a mark,
    /// the site stays as it is.
    pub fn layer_of(&self, board: &Board, site: Site, mark: Option<&Mark>) -> Site {
        let Some(mark) = mark else { return site };
        let takes = |site: &Site| self.accepts(board, *site, mark).is_ok();
        if takes(&site) {
            return site;
        }
        site.layers().find(takes).unwrap_or(site)
    }
}

// Settings of marks.
impl dyn Game + '_ {
    pub fn controls(&self, mark: &Mark) -> Vec<Control> {
        self.tuning().map(|tuning| tuning.controls(mark)).unwrap_or_default()
    }

    pub fn set_control(
        &self,
        mark: &Mark,
        control: &str,
        value: &str,
    ) -> Result<Mark, ControlError> {
        match self.tuning() {
            Some(tuning) => tuning.set_control(mark, control, value),
            None => Err(ControlError::no_control("this mark".to_owned(), control)),
        }
    }

    /// Side to which a mark points, if any.
    pub fn direction(&self, mark: &Mark) -> Option<Side> {
        self.tuning()?.direction(mark)
    }
}

// Marks that are typed.
impl dyn Game + '_ {
    pub fn typed(&self, had: Option<&Mark>, text: &str, small: bool) -> Vec<Option<Mark>> {
        self.typing().map(|typing| typing.typed(had, text, small)).unwrap_or_default()
    }

    /// True if some digit is typed on sites.
    pub fn types_digits(&self) -> bool {
        ('0'..='9').any(|digit| !self.typed(None, &digit.to_string(), false).is_empty())
    }
}

// Several marks of a site.
impl dyn Game + '_ {
    pub fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Option<Vec<Shape>> {
        Some(self.several_marks()?.draw_possible(board, marks, into))
    }
}

// Actions of a player.
impl dyn Game + '_ {
    pub fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        self.playing().map(|playing| playing.hand(level, play)).unwrap_or_default()
    }

    pub fn act(&self, level: &Level, play: &Play, gesture: &Gesture) -> Result<Play, GestureError> {
        match self.playing() {
            Some(playing) => playing.act(level, play, gesture),
            None => acted(self, level, play, gesture),
        }
    }

    pub fn next(&self, level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
        match self.playing() {
            Some(playing) => playing.next(level, play, solution),
            None => first_missing(play, solution),
        }
    }
}

// Turns of the board.
impl dyn Game + '_ {
    pub fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        self.turning().map_or_else(|| mark.clone(), |turning| turning.turned(mark, turn))
    }

    /// Returns a clue outside the grid whose line is read in the other direction.
    pub(crate) fn reversed(&self, mark: &Mark) -> Mark {
        self.turning().map_or_else(|| mark.clone(), |turning| turning.reversed(mark))
    }

    /// Positions of a level's clue cells on a board of this size, and how they turn.
    pub(crate) fn placed_clues(&self, level: &Level, board: Board) -> PlacedClues {
        match self.turning().and_then(|turning| turning.margin(level)) {
            Some(margin) => PlacedClues::new(margin, board).counted_by_level(),
            None => PlacedClues::new(self.about().outside_clues, board),
        }
    }

    pub fn can_turn(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        self.turning().map_or(Ok(()), |turning| turning.can_turn(level, turn))
    }

    pub fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        self.turning().map_or_else(|| Ok(level.clone()), |turning| turning.spelled_out(level))
    }
}

// Lines that are drawn.
impl dyn Game + '_ {
    pub fn settled(&self, level: &Level, play: &Play) -> Play {
        self.drawing().map_or_else(|| play.clone(), |drawing| drawing.settled(level, play))
    }

    pub fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        self.drawing().map(|drawing| drawing.pens(level, play)).unwrap_or_default()
    }

    pub fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        self.drawing().map_or_else(|| play.clone(), |drawing| drawing.pen_set(level, play, site))
    }

    pub fn pen(&self, level: &Level, play: &Play, from: Site, to: Site) -> Option<(Play, Site)> {
        self.drawing()?.pen(level, play, from, to)
    }

    pub fn pen_since(
        &self,
        level: &Level,
        begun: &Play,
        play: &Play,
        from: Site,
        to: Site,
    ) -> Option<(Play, Site)> {
        self.drawing()?.pen_since(level, begun, play, from, to)
    }

    pub fn line_at(&self, level: &Level, play: &Play, site: Site) -> Option<Site> {
        self.drawing()?.line_at(level, play, site)
    }
}

// Equivalent solutions.
impl dyn Game + '_ {
    pub fn canonical(&self, level: &Level, play: &Play) -> Play {
        self.equivalence().map_or_else(|| play.clone(), |same| same.canonical(level, play))
    }

    pub fn whole(&self, level: &Level, play: &Play) -> Play {
        self.equivalence().map_or_else(|| play.clone(), |same| same.whole(level, play))
    }

    /// Carries the intended solution over to an edited level, unless the edit set it: a clue replaces what the
    /// player had to fill in there.
    pub fn hand_over(&self, before: &Level, level: &mut Level) {
        let same = before.intended == level.intended;
        let Some(play) = level.intended.as_ref().filter(|_| same) else { return };
        let Some(equivalence) = self.equivalence() else { return };
        if before.spots().eq(level.spots()) {
            return;
        }
        let after = equivalence.handed_over(before, level, play);
        if after != *play {
            level.intended_locked.retain(|site| after.get(*site).is_some());
            level.intended = Some(after);
        }
    }

    pub fn looser_reading(&self) -> Option<&str> {
        self.equivalence()?.looser_reading()
    }
}

// Measures.
impl dyn Game + '_ {
    /// Its measures, the one that levels are compared by first.
    pub fn ranked_measures(&self) -> Vec<MeasureKind> {
        let mut measures = self.rating().map(|rating| rating.measures()).unwrap_or_default();
        measures.sort_by_key(|measure| measure.rank);
        measures
    }

    pub fn rate(&self, level: &Level, seen: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        self.rating().map(|rating| rating.rate(level, seen, stop)).unwrap_or_default()
    }
}

// Search.
impl dyn Game + '_ {
    /// True if counts cover only its shortest solutions.
    pub fn counts_shortest(&self) -> bool {
        self.search().is_some_and(|search| search.counts_shortest())
    }
}
