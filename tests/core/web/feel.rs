//! What a page sounds and looks like to those who play it, and that it can be installed.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use foolproof::level::{LookColour, LookFont, LookPicture, Pack, PackLook, PngFile, Rgb, Unlock};
use foolproof::picture::{Ink, Layout, Point, Rect, Shape, Style, png, svg};
use foolproof::puzzlescript::compile;
use foolproof::sound::{Cue, UsualSound, Wave, waves_of};
use serde_json::{Value, json};

use super::browser::{document, document_at, told};
use super::{CORE, DESKTOP, HAND, PHONE, embedded, page, with_grounder, with_script};

const HEARD: &str = include_str!("feel.js");
const GAMEPAD: &str = include_str!("gamepad.js");
/// How a PNG of 512 by 512 pixels begins, in base64.
const SQUARE: &str = "iVBORw0KGgoAAAANSUhEUgAAAgAAAAIA";
const SOUNDS: &str = include_str!("../../../assets/sounds.json");
const SOUND: &str = include_str!("../../../assets/web/sound.js");
const RULES: &str = include_str!("../../../assets/web/script_rules.js");

fn pack_of(id: &str) -> Pack {
    let game = foolproof::built_in().by_id(id).expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("a pack");
    pack.play.unlock = Unlock::All;
    pack
}

/// What a script reports about `all`, in a page that contains only such scripts.
fn scripted(scripts: &str, all: &Value, script: &str) -> Value {
    let html = format!(
        "<!doctype html><meta charset=\"utf-8\"><body><script>{CORE}{scripts}</script><script>{HAND}</script>\
         <script>var all = {};{script}</script></body>",
        embedded(all)
    );
    told(&document(&html, DESKTOP))
}

#[test]
fn what_is_done_is_heard_after_the_first_touch_unless_sound_is_off() {
    let games = with_grounder();
    for id in ["sudoku", "linjat", "penguin_push", "refraction", "witness"] {
        let pack = pack_of(id);
        let solution = pack.levels[0].intended.clone().expect("a solution");
        let script = format!("var solution = {};\n{HEARD}", embedded(&json!(solution)));
        let said = told(&document(&with_script(&page(&games, &pack), &script), PHONE));
        // Nothing before a hand is there, and four notes for a win.
        assert_eq!((&said["before"], &said["won"]), (&json!(0), &json!(4)), "{id}: {said}");
        for key in ["undone", "refused", "restarted"] {
            assert_eq!(said[key], json!(1), "{id}, {key}: {said}");
        }
        assert_eq!((&said["off"], &said["kept"]), (&json!(0), &json!(false)), "{id}: {said}");
        assert_eq!((&said["sparks"], &said["calm"]), (&json!(36), &json!(0)), "{id}: {said}");
        assert_eq!(said["bad"], json!([]), "{id}: {said}");
    }
}

#[test]
fn the_window_makes_the_same_waves_as_a_page() {
    let seeds: Vec<u64> = (0..120).map(|n| n * 7919).collect();
    let usual =
        [("mark", UsualSound::Mark), ("knock", UsualSound::Knock), ("win", UsualSound::Win)];
    // Every 97th sample tells waves apart, and is short.
    let script = "var S = Foolproof.sound, told = {};\
        function some(sound) { var wave = S.samples(sound), every = [wave.length];\
          for (var n = 0; n < wave.length; n += 97) every.push(wave[n]); return every; }\
        told.seeds = all.seeds.map(function (seed) { return some(S.seeded(seed)); });\
        told.usual = all.usual.map(function (name) { return Foolproof.sounds.named[name].map(some); });\
        Hand.tell(told);";
    let all = json!({ "seeds": seeds, "usual": usual.map(|(name, _)| name) });
    let said = scripted(
        &format!(
            "Foolproof.sounds = {SOUNDS};
{SOUND}"
        ),
        &all,
        script,
    );
    let some = |wave: &Wave| -> Vec<f64> {
        let every = wave.iter().step_by(97).map(|sample| f64::from(*sample));
        std::iter::once(wave.len() as f64).chain(every).collect()
    };
    let close = |cue: Cue, page: &Value| {
        let waves = waves_of(cue);
        let pages: Vec<Vec<f64>> = serde_json::from_value(page.clone()).expect("samples");
        assert_eq!(waves.len(), pages.len(), "{cue:?}");
        for ((wave, _), page) in waves.iter().zip(pages) {
            let wave = some(wave);
            assert_eq!((wave[0], wave.len()), (page[0], page.len()), "{cue:?}: its length");
            // The last bit of a sine may put the flank of a square a sample away.
            let off = wave.iter().zip(&page).filter(|(one, other)| (*one - *other).abs() > 1e-3);
            assert!(off.count() * 100 <= wave.len(), "{cue:?}");
        }
    };
    for (seed, page) in seeds.iter().zip(said["seeds"].as_array().expect("sounds")) {
        close(Cue::Seed(*seed), &json!([page]));
    }
    for ((_, sound), page) in usual.iter().zip(said["usual"].as_array().expect("sounds")) {
        close(Cue::Usual(*sound), page);
    }
}

/// A crate is pushed onto a goal, a bush is eaten and a flower grows.
const NOISY: &str = "title Noisy\n\n========\nOBJECTS\n========\n\nBackground\ngreen\n\nGoal\nblue\n\n\
    Player\nred\n\nWall\nbrown\n\nCrate\norange\n\nBush\nyellow\n\nFlower\npink\n\n=======\nLEGEND\n=======\n\n\
    . = Background\n# = Wall\nP = Player\n* = Crate\nO = Goal\nB = Bush\nF = Flower\n\n=======\nSOUNDS\n=======\n\n\
    Crate move right 101\nCrate move left 102\nPlayer cantmove 203\nBush destroy 304\nFlower create 405\n\
    sfx2 506\nundo 607\nendlevel 708\nPlayer action 809\n\n================\nCOLLISIONLAYERS\n================\n\n\
    Background\nGoal\nPlayer, Wall, Crate, Bush, Flower\n\n======\nRULES\n======\n\n\
    [ > Player | Crate ] -> [ > Player | > Crate ]\n[ > Player | Bush ] -> [ Player | Flower ] sfx2\n\n\
    ==============\nWINCONDITIONS\n==============\n\nall Crate on Goal\n\n=======\nLEVELS\n=======\n\n\
    #######\n#P*O.B#\n#######\n";

#[test]
fn sounds_of_a_script_are_heard_when_they_are_due() {
    let game = compile(NOISY).game.expect("a game");
    let (entry, _) = game.numbered().next().expect("a level");
    let board = game.board(entry).map(|board| game.portable_board(board));
    let script = "var machine = new Foolproof.script.Machine(Foolproof.script.read(all.game), all.board.width, all.board.height);\
        var state = machine.stateOf(all.board), told = [];\
        all.keys.forEach(function (key) { var heard = [];\
          machine.turn(state, Foolproof.script.KEYS[key], function (_, __, step) { heard = heard.concat(machine.heard(step)); });\
          told.push(heard); });\
        Hand.tell(told);";
    let keys = ["left", "right", "right", "action", "right", "right"];
    let all = json!({ "game": game.portable(), "board": board, "keys": keys });
    let said = scripted(RULES, &all, script);
    // A wall; two pushes; the action; a push up to the bush; nothing can go on.
    assert_eq!(said, json!([[203], [101], [101], [809], [203], [203]]), "{said}");
    assert_eq!(
        all["game"]["sounds"]["events"],
        json!({ "sfx2": 506, "undo": 607, "endlevel": 708 })
    );
}

#[test]
fn eating_and_growing_are_heard_once() {
    let game = compile(&NOISY.replace("#P*O.B#", "#*.O.PB#").replace("#######", "########"));
    let game = game.game.expect("a game");
    let (entry, _) = game.numbered().next().expect("a level");
    let board = game.board(entry).map(|board| game.portable_board(board));
    let all = json!({ "game": game.portable(), "board": board });
    let script = "var machine = new Foolproof.script.Machine(Foolproof.script.read(all.game), all.board.width, all.board.height);\
        var state = machine.stateOf(all.board), told = [];\
        machine.turn(state, 8, function (_, __, step) { told = told.concat(machine.heard(step)); });\
        Hand.tell(told);";
    let mut said: Vec<u64> = serde_json::from_value(scripted(RULES, &all, script)).expect("seeds");
    said.sort_unstable();
    assert_eq!(said, [304, 405, 506]);
}

/// Serves one page on a local port until the test ends.
fn served(html: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/page.html", listener.local_addr().expect("an address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut asked = [0; 4096];
            let _ = stream.read(&mut asked);
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length:";
            let _ = write!(stream, "{head} {}\r\n\r\n{html}", html.len());
        }
    });
    address
}

/// The manifest that a page has made for itself.
fn manifest(shown: &str) -> Option<Value> {
    let link =
        shown.split("<link rel=\"manifest\" href=\"data:application/manifest+json,").nth(1)?;
    let text = super::browser::decoded(link.split('"').next()?);
    serde_json::from_str(&text).ok()
}

#[test]
fn a_page_from_a_server_can_be_installed_under_its_own_policy() {
    let html = page(&with_grounder(), &pack_of("refraction"));
    // Time passes as fast as the page lets it, so that the picture has been drawn.
    let shown = document_at(&served(html.clone()), &["--virtual-time-budget=4000"], PHONE);
    let manifest = manifest(&shown).expect("a manifest");
    assert!(manifest["start_url"].as_str().is_some_and(|url| url.ends_with("/page.html")));
    assert_eq!(manifest["display"], "standalone");
    let icon = manifest["icons"][0]["src"].as_str().unwrap_or_default();
    let icon = icon.strip_prefix("data:image/png;base64,").expect("a picture of its own");
    assert!(icon.starts_with(SQUARE), "{}", &icon[..SQUARE.len()]);
    assert!(icon.len() > 4000, "something is drawn: {} letters", icon.len());
    // A local file cannot be installed, and creates nothing.
    assert!(!document(&html, PHONE).contains("rel=\"manifest\""));
}

#[test]
fn a_gamepad_begins_steers_undoes_and_goes_back() {
    let games = with_grounder();
    for id in ["sudoku", "linjat"] {
        let pack = pack_of(id);
        let solution = pack.levels[0].intended.clone().expect("a solution");
        let script = format!("var solution = {};\n{GAMEPAD}", embedded(&json!(solution)));
        let said = told(&document(&with_script(&page(&games, &pack), &script), DESKTOP));
        assert_eq!(said["first"], "begin", "{id}: {said}");
        for key in ["playing", "began", "put", "undone", "listed"] {
            assert_eq!(said[key], true, "{id}, {key}: {said}");
        }
        assert!(said["moved"].as_u64() >= Some(2), "{id}: {said}");
    }
}

/// A picture of 8 by 8 pixels of one colour.
fn picture() -> LookPicture {
    let layout = Layout { width: 1.0, height: 1.0, sites: Vec::new() };
    let whole = Rect::square(Point::new(0.5, 0.5), 1.0);
    let fill = Some(Ink::Exact(200, 30, 90));
    let shapes = [Shape::Rect { rect: whole, radius: 0.0, fill, stroke: None }];
    let file = png(&svg(&layout, &shapes, Style::Light), 8.0 / 48.0).expect("a picture");
    LookPicture { light: PngFile::new(file).expect("a PNG"), dark: None }
}

#[test]
fn a_page_has_the_look_of_its_pack() {
    let mut pack = pack_of("penguin_push");
    let penguins = pack.levels[0].marks().count();
    pack.play.look = PackLook {
        light: [(LookColour::Around, Rgb([9, 8, 7])), (LookColour::Board, Rgb([255, 250, 240]))]
            .into(),
        font: LookFont::Hand,
        background: Some(picture()),
        tiles: [("penguin".parse().expect("a mark"), picture())].into(),
        ..PackLook::default()
    };
    let html = page(&with_grounder(), &pack);
    let asked = "Foolproof.page.enter(0);\
        var body = getComputedStyle(document.body), frame = getComputedStyle(document.getElementById('frame'));\
        setTimeout(function () { var fonts = Array.from(document.fonts).filter(function (one) { return one.status === 'loaded'; });\
          var told = { tiles: document.querySelectorAll('#board use').length, around: body.backgroundColor,\
            board: body.getPropertyValue('--ground').trim(), behind: frame.backgroundImage.slice(0, 26), fonts: fonts.length,\
            seen: !!document.getElementById('tile-0') };\
          Hand.tell(told); }, 50);";
    let address = served(with_script(&html, asked));
    let said = told(&document_at(&address, &["--virtual-time-budget=2000"], DESKTOP));
    assert_eq!(said["around"], "rgb(9, 8, 7)", "{said}");
    assert_eq!((&said["board"], &said["fonts"]), (&json!("#fffaf0"), &json!(1)), "{said}");
    assert_eq!(said["behind"], "url(\"data:image/png;base64", "{said}");
    assert_eq!(
        (said["tiles"].as_u64() >= Some(penguins as u64), &said["seen"]),
        (true, &json!(true))
    );
}

#[test]
fn a_reader_chooses_the_colours_of_a_page_and_greys_have_none() {
    let script = "var root = document.documentElement, told = { first: root.getAttribute('data-look'), grey: [], missing: [], patterns: 0 };\
        document.getElementById('to-help').click();\
        var list = document.getElementById('colours'), names = [];\
        for (var n = 0; n < list.options.length; n += 1) names.push(list.options[n].value);\
        told.names = names;\
        function choose(look) { list.value = look; list.dispatchEvent(new Event('change')); return root.getAttribute('data-look'); }\
        told.dark = [choose('dark'), getComputedStyle(root).getPropertyValue('--ground').trim()];\
        told.chosen = [choose('greys'), localStorage.getItem('foolproof:colours')];\
        var style = getComputedStyle(root);\
        Array.from(document.styleSheets[0].cssRules).forEach(function (rule) {\
          if (rule.selectorText === ':root') Array.from(rule.style).forEach(function (name) {\
            var colour = style.getPropertyValue(name).trim();\
            if (name.slice(0, 2) === '--' && /^#/.test(colour) && !/^#(..)\\1\\1/.test(colour)) told.grey.push([name, colour]); });\
          (rule.cssText.match(/#grey-[a-z0-9-]+/g) || []).forEach(function (id) { told.patterns += 1;\
            if (!document.getElementById(id.slice(1))) told.missing.push(id); }); });\
        told.system = choose('system');\
        Hand.tell(told);";
    let games = with_grounder();
    let said = told(&document(&with_script(&page(&games, &pack_of("witness")), script), PHONE));
    assert_eq!(said["first"], json!("light"), "{said}");
    assert_eq!(said["names"], json!(["system", "light", "dark", "greys"]), "{said}");
    assert_eq!(said["dark"], json!(["dark", "#1a1d23"]), "{said}");
    assert_eq!(said["chosen"], json!(["greys", "greys"]), "{said}");
    assert_eq!((&said["grey"], &said["missing"]), (&json!([]), &json!([])), "{said}");
    assert!(said["patterns"].as_u64() > Some(20), "{said}");
    assert_eq!(said["system"], json!("light"), "{said}");
}
