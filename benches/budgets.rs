//! The budgets of the design, measured: frames, findings, cancelling, memory, start.
//!
//! `cargo bench --bench budgets` prints one table; `benches/README.md` keeps figures. `--only frames`, `play`,
//! `shortcuts` or `trip` measures that part alone. If `clingo` is on the path, a repeated question is compared
//! with starting it on the same program. Needs Linux, for the CPU time of one thread and the memory of one
//! process.

use foolproof::games::{LibraryShelf, library::Library};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};
use fastrand::Rng;
use foolproof::editor::{App, Options};
use foolproof::game::Games;
use foolproof::level::{Board, History, Level, Mark, Pack, Place, Site};
use foolproof::slices;
use foolproof::solver::{
    Answers, CheckIntended, CountSolutions, Engine, EngineCommand, EngineProcess, Event as Heard,
    FindForcedMarks, GenerateSettings, Lane, Limits, Origin, Progress, ProveShortcutFree, Question,
    Service, SolveLevel, Status, Stop, Ticket, WaitingGrounder, WorkerCommand, program_text,
};

const FRAMES: usize = 3000;
const EDITS: usize = 10_000;

fn main() {
    slices::add_questions().unwrap_or_else(|error| println!("{error}"));
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.iter().any(|argument| argument == "--first-frame") {
        first_frame();
        return;
    }
    println!("| what | median | 95 % | 99 % | most |");
    println!("| --- | --- | --- | --- | --- |");
    let only = arguments.iter().skip_while(|argument| *argument != "--only").nth(1);
    match only.map(String::as_str) {
        Some("frames") => return frames(),
        Some("play") => return frames_in_play(),
        Some("shortcuts") => return shortcuts(),
        Some("trip") => return trip(),
        _ => {}
    }
    frames();
    frames_in_play();
    trip();
    findings();
    shortcuts();
    repeated();
    cancelling();
    start();
    memory();
}

fn engine() -> EngineCommand {
    EngineCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

/// The budgets are measured with Refraction, the game whose questions take longest.
fn sample() -> Pack {
    let text =
        foolproof::built_in().by_id("refraction").map(|game| game.sample()).unwrap_or_default();
    Pack::from_json(&text).unwrap_or_default()
}

fn row(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |percent: usize| {
        let time = times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
        time.map_or(String::new(), |time| format!("{:.2} ms", time.as_secs_f64() * 1e3))
    };
    println!(
        "| {what} ({} times) | {} | {} | {} | {} |",
        times.len(),
        at(50),
        at(95),
        at(99),
        at(100)
    );
}

/// CPU time of this thread.
fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// Resident memory of this process, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// The window without a screen: everything but the work of the graphics card.
struct Window {
    context: egui::Context,
    app: App,
    pointer: Pos2,
    time: f64,
    /// The events of the next frame.
    events: Vec<Event>,
}

impl Window {
    fn open(engine: Option<EngineCommand>, pack: Pack) -> Self {
        Self::open_with(foolproof::built_in(), engine, pack)
    }

    fn open_with(games: Games, engine: Option<EngineCommand>, pack: Pack) -> Self {
        let context = egui::Context::default();
        let options = Options {
            pack: None,
            games,
            features: slices::all().features(),
            engine,
            engines: None,
            folders: None,
            portal: None,
        };
        let mut app = App::new(&context, options);
        app.state.set_pack(pack, None);
        Self { context, app, pointer: Pos2::new(640.0, 400.0), time: 0.0, events: Vec::new() }
    }

    fn key(&mut self, key: Key) {
        for pressed in [true, false] {
            let (modifiers, physical_key, repeat) = (Modifiers::NONE, None, false);
            self.events.push(Event::Key { key, physical_key, pressed, repeat, modifiers });
        }
    }

    fn click(&mut self) {
        for pressed in [true, false] {
            let (pos, button, modifiers) = (self.pointer, PointerButton::Primary, Modifiers::NONE);
            self.events.push(Event::PointerButton { pos, button, pressed, modifiers });
        }
    }

    /// Runs one frame, from input to triangles, and returns its CPU time.
    fn frame(&mut self) -> Duration {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 800.0))),
            time: Some(self.time),
            events: [Event::PointerMoved(self.pointer)]
                .into_iter()
                .chain(self.events.drain(..))
                .collect(),
            ..RawInput::default()
        };
        let before = cpu();
        self.app.logic(&self.context);
        let mut output = self.context.run_ui(input, |ui| self.app.ui(ui));
        // There is no graphics card to take them.
        output.textures_delta.clear();
        let triangles = self.context.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(triangles);
        cpu() - before
    }
}

/// A 10x10 level with a shortcut, so that every overlay has something to show.
fn busy_level() -> Pack {
    let mut pack = sample();
    pack.levels.retain(|level| level.title == "A hole in the wall");
    assert_eq!(pack.levels.len(), 1, "the level that keeps the window busy is in the sample");
    for level in &mut pack.levels {
        let board = Board { cols: 10, rows: 10, ..level.board };
        Arc::make_mut(level).resize(board);
    }
    pack
}

fn frames() {
    let mut window = Window::open(Some(engine()), busy_level());
    for overlay in slices::all().features().switches.iter().map(|switch| switch.overlay) {
        if !window.app.state.overlay(overlay) {
            window.app.state.toggle_overlay(overlay);
        }
    }
    let mut rng = Rng::with_seed(1);
    for _ in 0..60 {
        window.frame();
        std::thread::sleep(Duration::from_millis(16));
    }
    let Some(level) = window.app.state.level().cloned() else { return };
    let (mut quiet, mut painting) = (Vec::new(), Vec::new());
    for n in 0..FRAMES {
        let board = level.board;
        if n.is_multiple_of(6) {
            // An edit ten times a second keeps the solver busy all the time.
            let site = Site::cell(rng.u16(..board.cols), rng.u16(..board.rows));
            if level.mark(site).is_none() {
                let mark = if rng.bool() { "blocker".parse().ok() } else { None };
                window.app.state.edit("paint", |level| level.paint(site, mark));
            }
        }
        window.pointer = Pos2::new(300.0 + (n % 640) as f32, 150.0 + (n * 7 % 500) as f32);
        let took = window.frame();
        if n.is_multiple_of(6) {
            painting.push(took)
        } else {
            quiet.push(took)
        }
        std::thread::sleep(Duration::from_millis(4));
    }
    let all = quiet.iter().chain(&painting).copied().collect();
    row("frame, solver busy, all overlays: CPU of the window's thread", all);
    row("of these, frames right after an edit", painting);
}

/// Frames of play on boards of 30x20: a click somewhere on the board in every sixth frame, moves between.
fn frames_in_play() {
    let grounder = Arc::new(WaitingGrounder::new(
        WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof"))),
        foolproof::games::own::RULE_READER,
    ));
    let library = Library::new(grounder, None);
    let games = foolproof::built_in().with_library(library.clone());
    for id in ["slitherlink", "akari"] {
        if let Some(Err(why)) = library.load_from_shelf(&games, id) {
            println!("{id}: {why}");
        }
    }
    for id in ["refraction", "linjat", "penguin_push", "slitherlink", "akari"] {
        let Some(game) = games.by_id(id) else { continue };
        let mut pack = Pack::from_json(&game.sample()).unwrap_or_default();
        pack.levels.truncate(1);
        for level in &mut pack.levels {
            let board = Board { cols: 30, rows: 20, ..level.board };
            Arc::make_mut(level).resize(board);
        }
        let mut window = Window::open_with(games.clone(), Some(engine()), pack);
        window.frame();
        window.key(Key::F5);
        window.frame();
        let playing = window.app.state.chrome.is_playing();
        let (mut rng, mut times, mut clicks) = (Rng::with_seed(1), Vec::new(), Vec::new());
        for n in 0..FRAMES / 3 {
            window.pointer = Pos2::new(150.0 + rng.f32() * 980.0, 150.0 + rng.f32() * 560.0);
            let clicked = n.is_multiple_of(6);
            if clicked {
                window.click();
            }
            let took = window.frame();
            if clicked { clicks.push(took) } else { times.push(took) }
        }
        let say = if playing { "play" } else { "the desk" };
        row(&format!("frame of {say}, {id} 30x20"), times);
        row("of a click there", clicks);
    }
}

/// Waits until the lane has finished this ticket. Returns the times to the first finding and to the end.
fn first_finding(service: &Service, of: Ticket, asked: Instant) -> (Duration, Duration) {
    let mut first = None;
    loop {
        match service.wait(Duration::from_secs(60)) {
            Some(Heard::Found { ticket, .. }) if ticket == of => {
                first = first.or(Some(asked.elapsed()));
            }
            Some(Heard::Finished { ticket, .. }) if ticket == of => break,
            None => break,
            _ => {}
        }
    }
    (first.unwrap_or(asked.elapsed()), asked.elapsed())
}

/// The cost of running the engine in its own process: small questions, each about a new level, compared with an
/// engine on the service's own thread.
fn trip() {
    let Some(game) = foolproof::built_in().by_id("sudoku") else { return };
    let pack = Pack::from_json(&game.sample()).unwrap_or_default();
    let Some(level) = pack.levels.first() else { return };
    let marks: Vec<Site> = level.marks().map(|(site, _)| site).collect();
    let worker = WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
    let here =
        || -> Box<dyn Answers> { Box::new(Engine::new(worker.clone(), foolproof::built_in())) };
    let here = Service::start_with(here, Arc::new(|| {}));
    let there = Service::start(&engine(), Arc::new(|| {}));
    for (what, question) in [
        ("solvable", Question::from(SolveLevel::default())),
        ("unique", Question::from(CountSolutions { cap: 2 })),
        ("count to 100", Question::from(CountSolutions { cap: 100 })),
    ] {
        for (service, place) in [(&here, "on a thread"), (&there, "in a process")] {
            let mut times = Vec::new();
            for n in 0..500 {
                // Removing another pair of marks makes another level.
                let mut level = (**level).clone();
                for at in [n % marks.len(), n / marks.len() * 7 % marks.len()] {
                    level.paint(marks.get(at).copied().unwrap_or(Site::cell(0, 0)), None);
                }
                let asked = Instant::now();
                service.ask(Lane::Job, Arc::new(level), vec![question.clone()], Limits::default());
                while !matches!(
                    service.wait(Duration::from_secs(60)),
                    Some(Heard::Finished { .. }) | None
                ) {}
                times.push(asked.elapsed());
            }
            row(&format!("one question to a small Sudoku, {what}, {place}"), times);
        }
    }
}

/// The questions of the window.
fn live() -> Vec<Question> {
    vec![
        Question::from(CheckIntended),
        Question::from(SolveLevel::default()),
        Question::from(ProveShortcutFree),
        Question::from(CountSolutions { cap: 2 }),
        Question::from(CountSolutions { cap: 100 }),
        Question::from(FindForcedMarks),
    ]
}

fn findings() {
    let service = Service::start(&engine(), Arc::new(|| {}));
    let mut rng = Rng::with_seed(2);
    let (mut first, mut all) = (Vec::new(), Vec::new());
    for level in &sample().levels {
        for round in 0..20 {
            let mut edited = (**level).clone();
            if round > 0 {
                // An edit that affects the solver: a blocker is added, or a mark removed.
                let site = Site::cell(rng.u16(..level.board.cols), rng.u16(..level.board.rows));
                let mark = if edited.mark(site).is_some() { None } else { "blocker".parse().ok() };
                edited.paint(site, mark);
            }
            let asked = Instant::now();
            let ticket = service.ask(Lane::Live, Arc::new(edited), live(), Limits::default());
            let (one, every) = first_finding(&service, ticket, asked);
            if round > 0 {
                first.push(one);
                all.push(every);
            }
        }
    }
    row("edit to first finding, sample levels, warm", first);
    row("edit to the last finding (count up to 100, forced and possible marks)", all);
}

/// The 10x10 samples with trays of 8 to 14 pieces, edited again and again: is the level
/// shortcut-free, and if not, by what?
fn shortcuts() {
    let mut engine = EngineProcess::new(engine());
    let mut rng = Rng::with_seed(4);
    let all = foolproof::built_in().all().into_iter();
    let pieces: Vec<Mark> = all
        .flat_map(|game| game.palette())
        .filter(|group| group.place == Place::Tray)
        .flat_map(|group| group.brushes)
        .map(|brush| brush.mark)
        .collect();
    let (mut solved, mut remembered) = (Vec::new(), Vec::new());
    let (mut unknown, mut n_shortcuts) = (0, 0);
    let large = |level: &&Arc<Level>| level.board.cols == 10 && level.board.rows == 10;
    for tray in (8..=14).step_by(2) {
        for level in sample().levels.iter().filter(large) {
            let mut level = (**level).clone();
            for slot in level.board.tray..tray {
                level.board.tray = slot + 1;
                level.paint(Site::tray(slot), rng.choice(&pieces).cloned());
            }
            let rounds = if tray == 8 { 32 } else { 16 };
            for round in 0..rounds {
                // Most levels satisfy their concept for certain; that there is only one solution is less
                // certain.
                if round == 16 {
                    level.concept = "intended".parse().unwrap_or_default();
                }
                let site = Site::cell(rng.u16(..10), rng.u16(..10));
                let before = level.spot(site).clone();
                let mark = if before.mark.is_some() { None } else { "blocker".parse().ok() };
                level.paint(site, mark);
                let asked = Instant::now();
                let mut found = None;
                let limits = Limits { time: Duration::from_secs(5), ..Limits::default() };
                let stop = Stop::default();
                // As in the window: first whether there is a solution.
                for question in [SolveLevel::default().into(), ProveShortcutFree.into()] {
                    engine.answer(&level, &question, &limits, &stop, &mut |progress| {
                        if let Progress::Found(finding) = progress {
                            found = Some(finding);
                        }
                    });
                }
                let took = asked.elapsed();
                // Every other edit is undone, so that the level does not fall apart.
                if round % 2 == 1 {
                    level.paint(site, before.mark);
                }
                match found.map(|finding| (finding.how.origin, finding.status())) {
                    Some((_, Status::Unknown(why))) if !why.is_moot() => unknown += 1,
                    Some((Origin::Witness, _)) => remembered.push(took),
                    Some((_, status)) => {
                        n_shortcuts += usize::from(status == Status::Refuted);
                        solved.push(took);
                    }
                    None => unknown += 1,
                }
            }
        }
    }
    println!(
        "| of the next row, {n_shortcuts} found a shortcut; {unknown} more ended at 5 s | | | | |"
    );
    row("10x10, 8 to 14 movable pieces: verify, or find a shortcut", solved);
    row("the same, answered by an old shortcut", remembered);
}

fn repeated() {
    let mut engine = EngineProcess::new(engine());
    let pack = sample();
    let clingo = which("clingo");
    let (mut ours, mut peers) = (Vec::new(), Vec::new());
    for level in &pack.levels {
        let question = Question::from(CountSolutions { cap: 100 });
        let mut ask = || {
            let begun = Instant::now();
            engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {});
            begun.elapsed()
        };
        ask();
        for _ in 0..20 {
            ours.push(ask());
            if let Some(time) = clingo.as_deref().and_then(|clingo| run_clingo(clingo, level)) {
                peers.push(time);
            }
        }
    }
    let median = |times: &[Duration]| {
        let mut times = times.to_vec();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or_default().as_secs_f64()
    };
    let ratio = median(&peers) / median(&ours).max(1e-9);
    row("a repeated question (count up to 100)", ours);
    if peers.is_empty() {
        println!("| clingo, started for it | not on the path | | | |");
    } else {
        row(&format!("clingo, started for it: {ratio:.0} times as long"), peers);
    }
}

fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|path| path.is_file())
}

fn run_clingo(clingo: &Path, level: &Level) -> Option<Duration> {
    let game = foolproof::built_in().by_id(&level.game)?;
    let file = std::env::temp_dir().join(format!("foolproof-bench-{}.lp", std::process::id()));
    std::fs::write(&file, program_text(&*game, level).ok()?).ok()?;
    let begun = Instant::now();
    let status = Command::new(clingo)
        .arg(&file)
        .args(["-n", "101", "--project"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let took = begun.elapsed();
    let _ = std::fs::remove_file(&file);
    status.ok().map(|_| took)
}

/// Stops long work at random moments of grounding and search, and waits until the lane is free.
fn cancelling() {
    let service = Service::start(&engine(), Arc::new(|| {}));
    let Some(game) = foolproof::built_in().welcome() else { return };
    let level = Arc::new(Level::open(&*game.about().id, game.about().default_board));
    let mut rng = Rng::with_seed(3);
    let mut times = Vec::new();
    for n in 0..60 {
        let stock = game.stock(&level);
        let question = Question::from(GenerateSettings {
            seed: n,
            count: 1000,
            stock,
            ..GenerateSettings::default()
        });
        let of = service.ask(Lane::Job, Arc::clone(&level), vec![question], Limits::default());
        std::thread::sleep(Duration::from_millis(rng.u64(1..1500)));
        let told = Instant::now();
        service.stop(Lane::Job);
        while !matches!(service.wait(Duration::from_secs(60)),
            Some(Heard::Finished { ticket, .. }) if ticket == of)
        {}
        times.push(told.elapsed());
    }
    row("cancel, until the solver is idle", times);
}

/// What a fresh process does until its first frame is ready for the graphics card.
fn first_frame() {
    let mut window = Window::open(Some(engine()), sample());
    std::hint::black_box(window.frame());
    // The engine process ends with its pipe; this process need not wait for it.
    std::process::exit(0);
}

fn start() {
    let Ok(this) = std::env::current_exe() else { return };
    let mut times = Vec::new();
    for _ in 0..20 {
        let begun = Instant::now();
        let run = Command::new(&this).arg("--first-frame").status();
        if run.is_ok_and(|status| status.success()) {
            times.push(begun.elapsed());
        }
    }
    row("start of the process to its first frame", times);
}

fn memory() {
    let mut history = History::new(busy_level());
    let mut rng = Rng::with_seed(4);
    let before = resident();
    for n in 0..EDITS {
        history.edit("paint", |pack| edit_somewhere(pack, n, &mut rng));
    }
    let grown = resident().saturating_sub(before);
    println!("| memory, {EDITS} edits in the history | {:.1} MB | | | |", grown as f64 / 1e6);
    let mut window = Window::open(Some(engine()), busy_level());
    for _ in 0..100 {
        window.frame();
    }
    let before = resident();
    for n in 0..EDITS {
        window.app.state.edit_pack("paint", |pack| edit_somewhere(pack, n, &mut rng));
        window.frame();
    }
    let grown = resident().saturating_sub(before);
    println!(
        "| memory, {EDITS} edits in the window, solver asked after each | {:.1} MB | | | |",
        grown as f64 / 1e6
    );
}

fn edit_somewhere(pack: &mut Pack, n: usize, rng: &mut Rng) {
    let Some(level) = pack.levels.first_mut().map(Arc::make_mut) else { return };
    let site = Site::cell(rng.u16(..level.board.cols), rng.u16(..level.board.rows));
    let mark = if n.is_multiple_of(2) { "blocker".parse().ok() } else { None };
    level.paint(site, mark);
}
