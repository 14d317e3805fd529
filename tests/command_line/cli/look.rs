//! `look`: colours, pictures and the font of a pack are shown, changed and refused with the reason.

use super::*;
use foolproof::level::{LookColour, LookFont, Rgb};
use foolproof::picture::{Layout, Shape, Style, png, svg};

/// Writes a picture of so many pixels a side.
fn picture(path: &Path, cells: f32) {
    let layout = Layout { width: cells, height: cells, sites: Vec::new() };
    let shapes: [Shape; 0] = [];
    let bytes = png(&svg(&layout, &shapes, Style::Light), 1.0).expect("a picture");
    fs::write(path, bytes).expect("written");
}

#[test]
fn a_look_is_put_into_a_pack_and_taken_out_again() {
    let folder = folder("look");
    let (pack, tile) = (folder.join("pack.json"), folder.join("tile.png"));
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs/penguin_push.json");
    fs::copy(&sample, &pack).expect("copied");
    picture(&tile, 1.0);
    let (out, file) = (text(&pack), text(&tile));
    let with = format!("penguin={file}");
    let args = ["look", out, "--light", "board=#fff4dc", "--dark", "around=#101820"];
    let more = ["--font", "hand", "--tile", &with, "--background", file, "--out", out];
    let said = json(&[&args[..], &more[..]].concat(), 0);
    assert_eq!(said["tiles"]["penguin"]["light"], serde_json::json!([48, 48]));
    assert_eq!(said["remarks"], serde_json::json!([]));
    let look = Pack::load(&pack).expect("a pack").play.look;
    assert_eq!(look.light.get(&LookColour::Board), Some(&Rgb([0xff, 0xf4, 0xdc])));
    assert_eq!((look.font, look.tiles.len()), (LookFont::Hand, 1));
    let shown = printed(&["look", out], 0);
    assert!(
        shown.contains("Light: board #fff4dc\n") && shown.contains("penguin: 48x48\n"),
        "{shown}"
    );
    let drawn = folder.join("drawn.svg");
    printed(&["render", &format!("{out}#1"), text(&drawn), "--look"], 0);
    let svg = fs::read_to_string(&drawn).expect("a picture");
    assert!(svg.contains("fill=\"#fff4dc\"") && svg.contains("data:image/png"), "{svg}");
    let args = ["look", out, "--light", "board=none", "--dark", "around=none", "--font", "plain"];
    let more = ["--tile", "penguin=none", "--background", "none", "--out", out];
    printed(&[&args[..], &more[..]].concat(), 0);
    assert_eq!(Pack::load(&pack).expect("a pack"), Pack::load(&sample).expect("a pack"));
    let said = refused(&["render", out, text(&drawn), "--look", "--force"]);
    assert!(said.contains("--look: the pack has no look of its own"), "{said}");
}

#[test]
fn what_is_hard_to_read_or_never_seen_is_said() {
    let folder = folder("look_remarks");
    let (pack, tile) = (folder.join("pack.json"), folder.join("tile.png"));
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs/penguin_push.json");
    fs::copy(sample, &pack).expect("copied");
    picture(&tile, 0.25);
    let (out, walrus) = (text(&pack), format!("walrus={}", text(&tile)));
    let args = ["look", out, "--light", "text=#eeeeee", "--tile", &walrus, "--out", out];
    let said = printed(&args, 0);
    assert!(said.contains("Note: light: `text` on `board` has a contrast of 1.2"), "{said}");
    assert!(said.contains("Note: no game of this pack has the mark `walrus`"), "{said}");
}

#[test]
fn what_is_no_colour_and_no_picture_is_refused_and_the_pack_stays() {
    let folder = folder("look_refused");
    let (pack, large) = (folder.join("pack.json"), folder.join("large.png"));
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/packs/penguin_push.json");
    fs::copy(sample, &pack).expect("copied");
    let before = fs::read(&pack).expect("a pack");
    picture(&large, 11.0);
    let broken = folder.join("broken.png");
    fs::write(&broken, b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x09\0\0\0\x09").expect("written");
    let (out, large) = (text(&pack), format!("penguin={}", text(&large)));
    let broken = format!("penguin={}", text(&broken));
    let this_pack = format!("penguin={out}");
    for (args, why) in [
        (["--light", "board=red"], "`red` is not a colour; write #rrggbb"),
        (["--dark", "sky=#000000"], "`sky` has no colour; it is one of around, board"),
        (["--tile", &large], "the picture of `penguin` has 528x528 pixels; at most 512 a side"),
        (["--tile", &broken], "broken.png: the picture cannot be drawn"),
        (["--tile", &this_pack], "this is not a PNG picture"),
        (["--tile", "penguin=nowhere.png"], "nowhere.png: "),
        (["--background-dark", &large[8..]], "give the picture on light ground, too"),
    ] {
        let said = refused(&[&["look", out], &args[..], &["--out", out]].concat());
        assert!(said.contains(why), "{args:?}: {said}");
    }
    assert_eq!(fs::read(&pack).expect("a pack"), before);
}
