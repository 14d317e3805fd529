//! What is so of a game that does not open a door: the one place where that is said, for whoever asks
//! a game and does not care how it answers.
//!
//! Knows the trait and its doors.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::playing::{acted, first_missing};
use super::{
    Brush, ConceptKind, Control, ControlError, Format, Game, GameError, Gesture, GestureError,
    HandItem, Measure, MeasureKind, NextMark, NotePlace, Scope, SeenSolutions, Side, StopCheck,
    Text, Turn, TurnError, Verdict,
};
use crate::level::{Board, INTENDED, Level, Mark, Play, Site, source};
use crate::picture::{Rect, Shape};

/// Why nobody can tell of a play what the rules say of it.
const NO_RULES: &str = "only the solver knows this game's rules";

impl dyn Game + '_ {
    /// What tells its rules from others: a digest of their version and of the encoding's text.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        digest.update(self.about().rules_version.to_string());
        // Keeps the number apart from what follows it.
        digest.update("\n");
        let encoding = self.material().encoding.as_ref();
        digest.update(encoding.map_or("", |encoding| &encoding.text));
        for (name, text) in encoding.iter().flat_map(|encoding| &encoding.beside) {
            digest.update(&**name);
            digest.update(&**text);
        }
        // Of a game without an encoding the text of its rules, and of its manifest where one is brought.
        for text in self.text().iter().flat_map(|text| [&text.rules, &text.script, &text.manifest])
        {
            digest.update(text);
        }
        let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}{digits}", source::DIGEST)
    }

    /// Whether every mark of a level has a meaning; that the encoding has no room for it is no fault.
    pub fn makes_sense_of(&self, level: &Level) -> Result<(), GameError> {
        match self.facts(level, Scope::Fixed) {
            Ok(_) | Err(GameError::TooMuch(_)) => Ok(()),
            Err(why) => Err(why),
        }
    }

    /// Whether numbers of its solutions are of the shortest ones alone.
    pub fn counts_shortest(&self) -> bool {
        self.search().is_some_and(|search| search.counts_shortest())
    }

    /// Whether it is part of the program.
    pub fn is_built_in(&self) -> bool {
        self.text().is_none()
    }

    /// Text of the sample pack.
    pub fn sample(&self) -> Text {
        self.material().sample.clone()
    }

    pub fn formats(&self) -> Vec<Arc<dyn Format>> {
        self.material().formats.clone()
    }

    pub fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let unknown = || Verdict::Undecided { why: NO_RULES.to_owned(), sites: Vec::new() };
        self.rules().map_or_else(unknown, |rules| rules.judge(level, play))
    }

    /// What the rules say, however long that takes, but for `stop`.
    pub fn judge_until(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Verdict {
        match self.rules() {
            Some(rules) => rules.judge_until(level, play, stop),
            None => self.judge(level, play),
        }
    }

    pub fn essence(&self, level: &Level, play: &Play) -> Play {
        self.likeness().map_or_else(|| play.clone(), |same| same.essence(level, play))
    }

    pub fn whole(&self, level: &Level, play: &Play) -> Play {
        self.likeness().map_or_else(|| play.clone(), |same| same.whole(level, play))
    }

    /// Brings the intended solution along once a designer has changed marks, unless that edit said what
    /// it is to be: a clue takes the place of what the player was to fill in there.
    pub fn hand_over(&self, before: &Level, level: &mut Level) {
        let same = before.intended == level.intended;
        let Some(play) = level.intended.as_ref().filter(|_| same) else { return };
        if before.spots().eq(level.spots()) {
            return;
        }
        let after = self.handed_over(before, level, play);
        if after != *play {
            level.intended_locked.retain(|site| after.get(*site).is_some());
            level.intended = Some(after);
        }
    }

    pub fn handed_over(&self, before: &Level, after: &Level, play: &Play) -> Play {
        let same = || play.clone();
        self.likeness().map_or_else(same, |same| same.handed_over(before, after, play))
    }

    pub fn looser_reading(&self) -> Option<&str> {
        self.likeness()?.looser_reading()
    }

    /// The properties that its concepts are built of.
    pub fn concepts(&self) -> Vec<ConceptKind> {
        self.properties().map(|known| known.kinds()).unwrap_or_default()
    }

    /// Whether its concepts can ask for the intended solution.
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
            None => Err(GameError::Concept(format!("this game has no property `{property}`"))),
        }
    }

    pub fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        self.properties()?.practises(level, play, property)
    }

    /// The text of a concept with patterns, `[ Player | Crate ]`, written as packs hold them.
    pub fn spelled_concept(&self, text: &str) -> Result<String, String> {
        let Some(moves) = self.moves().filter(|moves| moves.has_patterns()) else {
            return Ok(text.to_owned());
        };
        let (mut spelled, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('[') {
            // A direction may stand before it, and further brackets behind it.
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
            let term = moves.pattern(pattern.trim())?;
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

    pub fn level_has(
        &self,
        level: &Level,
        property: &Mark,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<bool> {
        self.properties()?.level_has(level, property, stop)
    }

    pub fn property_of(&self, level: &Level, play: &Play) -> Option<Mark> {
        self.properties()?.property_of(level, play)
    }

    pub fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let same = || property.clone();
        self.properties().map_or_else(same, |known| known.turned_property(property, turn))
    }

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
            None => {
                let (of, control) = ("this mark".to_owned(), control.to_owned());
                Err(ControlError::NoControl { of, control })
            }
        }
    }

    /// The side to which a mark points, where it points to one.
    pub fn direction(&self, mark: &Mark) -> Option<Side> {
        self.tuning()?.direction(mark)
    }

    /// Brushes by kind, in their order: those of one kind are quarter turns of one another.
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

    pub fn typed(&self, had: Option<&Mark>, character: char, small: bool) -> Option<Option<Mark>> {
        self.typing()?.typed(had, character, small)
    }

    pub fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Option<Vec<Shape>> {
        Some(self.possibilities()?.draw_possible(board, marks, into))
    }

    pub fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        self.turning().map_or_else(|| mark.clone(), |turning| turning.turned(mark, turn))
    }

    pub fn can_turn(&self, board: &Board, turn: Turn) -> Result<(), TurnError> {
        self.turning().map_or(Ok(()), |turning| turning.can_turn(board, turn))
    }

    pub fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        self.turning().map_or_else(|| Ok(level.clone()), |turning| turning.spelled_out(level))
    }

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

    pub fn settled(&self, level: &Level, play: &Play) -> Play {
        self.drawing().map_or_else(|| play.clone(), |drawing| drawing.settled(level, play))
    }

    pub fn draw_notes(&self, notes: &Mark, place: NotePlace, into: Rect) -> Vec<Shape> {
        self.typing().map(|typing| typing.draw_notes(notes, place, into)).unwrap_or_default()
    }

    pub fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        self.drawing().map(|drawing| drawing.pens(level, play)).unwrap_or_default()
    }

    pub fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        self.drawing().map_or_else(|| play.clone(), |drawing| drawing.pen_set(level, play, site))
    }

    pub fn pen(&self, level: &Level, play: &Play, way: (Site, Site)) -> Option<(Play, Site)> {
        self.drawing()?.pen(level, play, way)
    }

    pub fn pen_since(
        &self,
        level: &Level,
        plays: (&Play, &Play),
        way: (Site, Site),
    ) -> Option<(Play, Site)> {
        self.drawing()?.pen_since(level, plays, way)
    }

    pub fn line_at(&self, level: &Level, play: &Play, site: Site) -> Option<Site> {
        self.drawing()?.line_at(level, play, site)
    }

    /// Its measures, the one that levels are compared by first.
    pub fn ranked_measures(&self) -> Vec<MeasureKind> {
        let mut measures = self.rating().map(|rating| rating.measures()).unwrap_or_default();
        measures.sort_by_key(|measure| measure.rank);
        measures
    }

    pub fn rate(
        &self,
        level: &Level,
        seen: SeenSolutions<'_>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Measure> {
        self.rating().map(|rating| rating.rate(level, seen, stop)).unwrap_or_default()
    }
}
