//! Designers' own games in the window: new games, the numbers that their rules need from a level, events
//! of solutions, and faults in the rules.

mod derived;
mod new_game;
pub(crate) mod words;

use egui::{ComboBox, Context, DragValue, Label, RichText, ScrollArea, Stroke, Ui};

use crate::own_games::model::Model;
use derived::DerivedPanel;
use foolproof_editor::kit::icon::{self, Icon, IconState};
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::session::chrome::{PanelSide, SideTab};
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{
    BoardMode, FeatureWindow, Listener, LiveFindings, PanelPlace, PanelSection, Telling,
    VerdictClause, When,
};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text::{self, sentence};
use foolproof_game::{EventElsewhere, EventOfPlay, Game, LevelNumber};
use foolproof_games::shelf;
use foolproof_level::{Concept, Level, Mark, Play};
use foolproof_picture::Ink;
use foolproof_solver::{
    CountedSolutions, EVENTS, EventsOfPlay, FindEvents, Finding, Question, Topic,
};
use new_game::NewGameForm;

foolproof_editor::command_names!(pub(crate) OwnGamesCommands, NEW_GAME = "new-game", MAKE_MINE = "make-mine");

pub(crate) const NEW_GAME_WINDOW: Window = Window::new("new-game", WindowStand::Before);

pub(crate) const MAKE_MINE_WINDOW: Window = Window::new("make-mine", WindowStand::Before);

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::NEW_GAME,
        Menu::File,
        0,
        "New game…",
        "Writes a game that runs, in a folder of your own, for you to change its rules.",
        |state| state.chrome.open(NEW_GAME_WINDOW),
    )
    .searched_as("own custom rules write program asp invent variant"),
    Entry::new(
        Command::MAKE_MINE,
        Menu::File,
        0,
        "Make this game mine…",
        "Copies this game of the shelf into a folder of your own, with this pack’s levels, for you to \
         change its rules.",
        |state| state.chrome.open(MAKE_MINE_WINDOW),
    )
    .when(|state| model_of_level(&state.document).is_some())
    .listed_when_enabled()
    .searched_as("own custom rules copy shelf variant fork edit"),
    Entry::new(
        Command::EVERY_SOLUTION,
        Menu::Solve,
        1,
        words::EVERY_SOLUTION,
        "Shows what happens in the intended solution, or in a shortest one, and in every other.",
        |state| {
            if !state.chrome.side(PanelSide::Right) {
                state.chrome.toggle_side(PanelSide::Right);
            }
            state.chrome.tab = SideTab::Rating;
            if let Some(own) = state.feature_mut::<OwnGames>() {
                own.goes_to_events = true;
            }
        },
    )
    .searched_as("events happens always must all play moves concept")
    .of_games(has_events)
    .when(|state| known_events(state).is_some())
    .needs(words::NO_EVENTS_KNOWN)
    .only_looks(),
];

/// True if solutions of the level's game consist of events.
fn has_events(document: &Document) -> bool {
    document.game().is_some_and(|game| game.moves().is_some() && game.counts_shortest())
}

/// Returns the known events in a solution of the level.
fn known_events(state: &State) -> Option<EventsOfPlay> {
    let finding = state.findings.knowledge.current(state.level()?, EVENTS)?;
    let found = finding.answer.report::<EventsOfPlay>()?;
    Some(found.clone()).filter(|found| !found.events.is_empty())
}

/// Returns the level's game as a model, if it was loaded from the shelf.
fn model_of_level(document: &Document) -> Option<Model> {
    let (id, games) = (&document.level()?.game, document.games());
    let from_shelf = games.by_id(id).is_some() && games.place_of(id).is_none();
    shelf::card(id).filter(|_| from_shelf).map(Model::Shelf)
}

/// State of the parts of the window for designers' own games.
#[derive(Default)]
pub(crate) struct OwnGames {
    derived: DerivedPanel,
    form: Option<NewGameForm>,
    /// The section of events has to be opened and scrolled into view.
    goes_to_events: bool,
}

foolproof_editor::feature!(OwnGames, COMMANDS);

impl FeatureWindow for OwnGames {
    fn windows(&mut self, context: &Context, state: &mut State) {
        new_game::window(&mut self.form, context, state);
    }
}

impl LiveFindings for OwnGames {
    fn questions(&self, _: &State, game: &dyn Game, level: &Level) -> Vec<(When, Question)> {
        let asks = game.moves().is_some() && game.counts_shortest();
        let question = || (When::Late, FindEvents { play: level.intended.clone() }.into());
        asks.then(question).into_iter().collect()
    }

    fn clause(&self, findings: &Findings, game: &dyn Game, level: &Level) -> Option<VerdictClause> {
        let (finding, _) = findings.knowledge.finding(level, Topic::COUNT)?;
        let counted = finding.report::<CountedSolutions>()?;
        let steps = counted.plays.first().map(Play::len)?;
        let moves = game.moves().filter(|_| game.counts_shortest());
        moves.map(|_| VerdictClause::Plain(words::moves(steps, counted.shortest)))
    }

    fn tells(&self, finding: &Finding, game: &dyn Game, _: &Level) -> Telling {
        let topic = finding.answer.topic();
        let counts = matches!(topic, Topic::UNIQUE | Topic::COUNT) && game.counts_shortest();
        let counts = counts && !finding.answer.may_be_longer();
        let word = counts.then(|| text::of_shortest(&text::status(&finding.status(), topic)));
        Telling { word, ..Telling::default() }
    }
}

impl Listener for OwnGames {
    fn replaced(&mut self, _: &mut State, _: &dyn Fn(&Level) -> bool) {
        self.derived.forget();
    }

    fn forget(&mut self) {
        self.derived.forget();
    }
}

impl PanelSection for OwnGames {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        match place {
            PanelPlace::Head => faults(ui, &state.document),
            PanelPlace::Tab(SideTab::Level) => numbers(ui, state),
            PanelPlace::Tab(SideTab::Rating) => {
                events(ui, state, &mut self.goes_to_events);
                self.derived.show(ui, state);
            }
            _ => {}
        }
    }
}

/// Shows errors in the files of the level's game, next to the verdict, which still uses the last good
/// rules.
fn faults(ui: &mut Ui, document: &Document) {
    let of_game = document.level().and_then(|level| document.game_faults.get(&level.game));
    let (why, how, most) = match (document.file.broken.as_slice(), of_game) {
        ([], None) => return,
        ([], Some(why)) => (why.clone(), words::LAST_GOOD, FAULT),
        (broken, _) => {
            let lines: Vec<String> = broken.iter().map(|one| sentence(&one.to_string())).collect();
            (lines.join("\n"), words::READ_WHEN_SAVED, FAULTS)
        }
    };
    let theme = Theme::of(ui);
    let colour = theme.ink(Ink::Conflict);
    theme.card().stroke(Stroke::new(1.0, colour)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            icon::inline(ui, Icon::WARNING, colour);
            ui.add(Label::new(RichText::new(words::FAULTY).strong().color(colour)).wrap());
        });
        ScrollArea::vertical().id_salt("faults").max_height(most).show(ui, |ui| ui.label(why));
        ui.weak(how);
    });
    ui.add_space(theme::TIGHT);
}

/// Number of events shown before the designer asks for all.
const FIRST_EVENTS: usize = 12;
/// Maximum height of a fault, in points; a longer one scrolls.
const FAULT: f32 = 90.0;
/// Maximum height of the faults of a source that shows nothing else, in points.
const FAULTS: f32 = 400.0;
/// Maximum length of a pattern, in letters.
const LONGEST_PATTERN: usize = 300;

/// Shows the events in the intended solution, or in a shortest one, and whether they occur in every
/// solution. `goes_there` scrolls the section into view.
fn events(ui: &mut Ui, state: &mut State, goes_there: &mut bool) {
    let (Some(level), Some(found)) = (state.level().cloned(), known_events(state)) else { return };
    let (mut watched, mut asked) = (None, None);
    let header = egui::CollapsingHeader::new(words::EVERY_SOLUTION).default_open(true);
    let wanted = std::mem::take(goes_there).then_some(true);
    let shown = header.open(wanted).show(ui, |ui| {
        let all_id = ui.scope_id().with("all events");
        let all = ui.data(|data| data.get_temp::<bool>(all_id)).unwrap_or(false);
        let most = if all { found.events.len() } else { FIRST_EVENTS };
        let is_certain = |event: &&EventOfPlay| {
            event.elsewhere == EventElsewhere::Everywhere || event.always > 0
        };
        // The first events are the most telling, so the cut is made before they are grouped.
        let (always, others): (Vec<&EventOfPlay>, Vec<&EventOfPlay>) =
            found.events.iter().take(most).partition(is_certain);
        for (heading, events) in [(words::ALWAYS, always), (words::NOT_ALWAYS, others)] {
            if !events.is_empty() {
                theme::section(ui, heading);
            }
            for event in events {
                match one_event(ui, &level, event) {
                    Some(EventDeed::Watch(play)) => watched = Some(play),
                    Some(EventDeed::Ask(concept)) => asked = Some(concept),
                    None => {}
                }
            }
        }
        let more = found.events.len().saturating_sub(most);
        if more > 0 && ui.button(words::more_events(more)).clicked() {
            ui.data_mut(|data| data.insert_temp(all_id, true));
        }
        if let Some(concept) = pattern(ui, &state.document, &level) {
            asked = Some(concept);
        }
    });
    if wanted.is_some() {
        shown.header_response.scroll_to_me(Some(egui::Align::TOP));
    }
    if let Some(made) = watched {
        state.each::<dyn BoardMode>(|mode, state| mode.play_on(state, &made));
    }
    if let Some(concept) = asked {
        state.edit(words::SET_CONCEPT, |level| level.concept = concept);
    }
}

/// A request concerning an event.
enum EventDeed {
    /// Shows a solution in which the event happens less often.
    Watch(Play),
    /// Makes this the level's concept.
    Ask(Concept),
}

/// Shows a field for a pattern that becomes the level's concept. Shows nothing in a game without patterns.
fn pattern(ui: &mut Ui, document: &Document, level: &Level) -> Option<Concept> {
    let game = document.game()?;
    let known = game.properties().filter(|known| known.has_patterns())?;
    let id = ui.scope_id().with("pattern");
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let mut asked = None;
    ui.horizontal(|ui| {
        let label = ui.label(words::PATTERN);
        let field = egui::TextEdit::singleline(&mut text).hint_text(words::PATTERN_HINT);
        let field = ui.add(field.char_limit(LONGEST_PATTERN).desired_width(ui.available_width()));
        let field = field.labelled_by(label.id).on_hover_text(words::PATTERN_TIP);
        let done = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        asked = done.then(|| text.clone()).filter(|text| !text.trim().is_empty());
    });
    let written = (!text.trim().is_empty()).then(|| known.pattern(&text));
    if let Some(Err(why)) = &written {
        ui.weak(sentence(&why.to_string()));
    }
    ui.data_mut(|data| data.insert_temp(id, text));
    let term = asked.and(written)?.ok()?;
    let wanted = Concept::Is(format!("happens({term},1)").parse().ok()?);
    (!has_part(&level.concept, &wanted)).then(|| with_part(&level.concept, wanted))
}

/// Returns the concept with a further part.
fn with_part(concept: &Concept, wanted: Concept) -> Concept {
    match concept.clone() {
        Concept::Any => wanted,
        Concept::And(mut parts) => {
            parts.push(wanted);
            Concept::And(parts)
        }
        other => Concept::And(vec![other, wanted]),
    }
}

/// Shows an event, with the text of a rule beneath it and the buttons at the right.
fn one_event(ui: &mut Ui, level: &Level, event: &EventOfPlay) -> Option<EventDeed> {
    let mut deed = None;
    ui.horizontal_top(|ui| {
        let wide = ui.available_width() - 2.0 * (ui.spacing().interact_size.y + theme::GAP);
        ui.vertical(|ui| {
            ui.set_width(wide.max(80.0));
            let said = words::event(event);
            let (what, rule) = said.split_once(": ").unwrap_or((&said, ""));
            ui.add(Label::new(what).wrap());
            if !rule.is_empty() {
                ui.add(Label::new(RichText::new(rule).small().weak()).wrap());
            }
            if event.elsewhere != EventElsewhere::Everywhere {
                ui.add(Label::new(RichText::new(event.shared_phrase()).weak()).wrap());
            }
        });
        if let EventElsewhere::NotIn(play) = &event.elsewhere
            && icon::with_tip(ui, Icon::PLAY, words::PLAY_IT, words::PLAY_IT_TIP, IconState::Plain)
                .clicked()
        {
            deed = Some(EventDeed::Watch(play.clone()));
        }
        let asks = happens(event).map(Concept::Is);
        let Some(wanted) = asks.filter(|wanted| !has_part(&level.concept, wanted)) else { return };
        let (word, tip) = match &level.concept {
            Concept::Any => (words::REQUIRE, words::REQUIRE_TIP),
            _ => (words::REQUIRE_TOO, words::REQUIRE_TOO_TIP),
        };
        let tip = format!("{word}. {tip}");
        if icon::with_tip(ui, Icon::FLAG, word, &tip, IconState::Plain).clicked() {
            deed = Some(EventDeed::Ask(with_part(&level.concept, wanted)));
        }
    });
    deed
}

/// Returns the property that an event happens: as often as in every solution if that is known, or once.
fn happens(event: &EventOfPlay) -> Option<Mark> {
    // An event of the form "one thing before another" is a property already.
    if event.event.starts_with("before(") {
        return event.event.parse().ok();
    }
    format!("happens({},{})", event.event, event.always.max(1)).parse().ok()
}

fn has_part(concept: &Concept, part: &Concept) -> bool {
    match concept {
        Concept::And(parts) => parts.contains(part),
        other => other == part,
    }
}

/// Shows the numbers of the level that the rules of its game need.
fn numbers(ui: &mut Ui, state: &mut State) {
    let (Some(level), Some(game)) = (state.level().cloned(), state.game()) else { return };
    // The choice of rules is offered only if it makes a difference.
    let matters = |number: &&LevelNumber| {
        let set = level.settings.contains_key(&*number.name);
        number.choices.is_empty() || set || game.read_as(&level).is_some()
    };
    for number in game.about().numbers.iter().filter(matters) {
        let LevelNumber { name, words: about, least, most, default, .. } = number;
        let (least, most, default) = (*least, *most, *default);
        let had = level.settings.get(&**name).copied().unwrap_or(default);
        let mut value = had;
        let mut holds = value == 1;
        if number.is_switch() {
            ui.checkbox(&mut holds, text::capital(about));
            value = i32::from(holds);
        } else {
            ui.horizontal_wrapped(|ui| {
                let label = ui.label(text::capital(about));
                let field = match number.choices.is_empty() {
                    true => ui.add(DragValue::new(&mut value).range(least..=most)),
                    false => {
                        let chosen =
                            ComboBox::from_id_salt(&**name).selected_text(number.spoken(value));
                        let choices = |ui: &mut Ui| {
                            for choice in least..=most {
                                ui.selectable_value(&mut value, choice, number.spoken(choice));
                            }
                        };
                        chosen.show_ui(ui, choices).response
                    }
                };
                field.labelled_by(label.id);
            });
        }
        if value != had {
            state.edit(words::step(about), |level| {
                if value == default {
                    level.settings.remove(&**name);
                } else {
                    level.settings.insert(name.clone().into_owned(), value);
                }
            });
        }
    }
}
