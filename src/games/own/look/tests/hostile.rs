//! Files that strangers could send: each is refused with a sentence, and quickly.

use std::time::{Duration, Instant};

use super::super::SvgDrawing;

fn svg(inner: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 10 10'>\n{inner}\n</svg>"
    )
}

/// Reads the text; the error must contain these words.
fn check(text: &str, words: &str) {
    let began = Instant::now();
    let got = SvgDrawing::read("bad.svg", text).map(|_| ()).map_err(|error| error.to_string());
    let took = began.elapsed();
    let why = got.expect_err(words);
    assert!(why.starts_with("bad.svg") && why.contains(words), "{why}");
    assert!(why.len() < 300 && !why.contains('\n'), "{why}");
    // A bomb would take hours; a busy machine takes some seconds for anything.
    assert!(took < Duration::from_secs(30), "{words}: {took:?}");
}

#[test]
fn nothing_outside_of_the_file_is_read() {
    for inner in [
        "<image href='/etc/passwd' width='5' height='5'/>",
        "<image xlink:href='file:///etc/passwd' width='5' height='5'/>",
        "<image href='data:image/png;base64,AAAA' width='5' height='5'/>",
        "<defs><image id='i' href='x.png'/></defs><use href='#i'/>",
    ] {
        check(&svg(inner), "bad.svg, line 2: an image inside of a drawing");
    }
    check(&svg("<use href='other.svg#a'/>"), "\"other.svg#a\" is outside of this file");
    check(&svg("<a href='http://e.vil/'><rect width='5' height='5'/></a>"), "outside of this file");
    check(&svg("<rect width='5' height='5' fill='url(http://e.vil/#g)'/>"), "outside of this file");
    check(
        &svg("<rect width='5' height='5' style='fill:url(\"e.svg#g\")'/>"),
        "outside of this file",
    );
    check(&svg("<style>@import 'e.css';</style><rect width='5' height='5'/>"), "no rules with @");
    check(
        &svg("<style>rect { fill: url(e.svg#g) }</style><rect width='5' height='5'/>"),
        "outside",
    );
}

#[test]
fn nothing_runs_or_moves() {
    check(&svg("<script>alert(1)</script>"), "line 2: a script is not run");
    check(&svg("\n<rect onclick='alert(1)' width='5' height='5'/>"), "line 3: `onclick`");
    check(&svg("<rect width='5' height='5'><animate attributeName='x'/></rect>"), "stand still");
    check(&svg("<foreignObject><p>x</p></foreignObject>"), "<foreignObject>");
    check(&svg("<text>words</text>"), "text is not drawn from a file");
}

#[test]
fn bombs_do_not_go_off() {
    let lol: String = (1..10)
        .map(|n| format!("<!ENTITY l{n} '{}'>", format!("&l{};", n - 1).repeat(10)))
        .collect();
    let bomb = format!("<!DOCTYPE svg [<!ENTITY l0 'lol'>{lol}]>\n{}", svg("<desc>&l9;</desc>"));
    check(&bomb, "entities are not unfolded");
    check("<!DOCTYPE svg [\n<!ENTITY x SYSTEM 'file:///etc/passwd'>]>", "line 2: entities");
    let uses: String = (1..13)
        .map(|n| {
            let use_ = format!("<use href='#g{}'/>", n - 1);
            format!("<g id='g{n}'>{use_}{use_}{use_}</g>")
        })
        .collect();
    let first = "<g id='g0'><rect width='1' height='1'/></g>";
    check(
        &svg(&format!("<defs>{first}{uses}</defs><use href='#g12'/>")),
        "more than 2000 elements",
    );
    // A second element of the same name does not hide the first.
    let hidden = format!("<defs>{first}{uses}<g id='g11'/></defs><use href='#g12'/>");
    check(&svg(&hidden), "more than 2000 elements");
    check(&svg("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"), "in a circle");
    check(&svg("<g id='a'><use href='#a'/></g>"), "in a circle");
    check(&svg(&"<g/>".repeat(10_000)), "more than 2000 elements");
    check(&svg(&"<g/>".repeat(2_500)), "more than 2000 elements");
    check(&svg(&format!("{}{}", "<g>".repeat(60), "</g>".repeat(60))), "more than 40 deep");
    check(&svg(&format!("{}{}", "<g>".repeat(9_000), "</g>".repeat(9_000))), "elements");
    check(&svg(&"<g>".repeat(20_000)), "elements");
    check(&"<".repeat(70_000), "larger than 64 KiB");
    let long = format!("<path d='M0 0{}'/>", "l1 1l1-1".repeat(7_000));
    check(&svg(&long), "more than 2000 corners");
    let curves = format!("<path d='M0 0{}'/>", "c9 9 9-9 0 1".repeat(4_500));
    check(&svg(&curves), "corners");
    let chords: String =
        (0..1_900).map(|n: u64| format!("L{} {}", n * 7919 % 1000, n % 2 * 10)).collect();
    let wide = svg(&format!("<path d='M0 0{chords}Z'/>")).replace("0 0 10 10", "0 0 1000 10");
    check(&wide, "cross each other too often");
    let rules = "*{fill:red}".repeat(3_000);
    check(&svg(&format!("<style>{rules}</style><rect width='5' height='5'/>")), "more than 8 KiB");
    let marker = "<marker id='m'><rect/></marker><path d='M0 0L1 1' marker-mid='url(#m)'/>";
    check(&svg(marker), "<marker> is not drawn");
}

#[test]
fn the_most_that_is_allowed_is_read_quickly() {
    let began = Instant::now();
    let zigzag: String =
        (0..990).map(|n| format!("L{} {}", n % 10, (n * 7 + n / 10) % 11)).collect();
    let _ = SvgDrawing::read(
        "large.svg",
        &svg(&format!("<path d='M0 0{zigzag}Z' fill-rule='evenodd'/>")),
    );
    let rules = "g g g g rect{fill:red}".repeat(300);
    let rects = "<rect width='5' height='5'/>".repeat(480);
    let deep = format!("<style>{rules}</style><g><g><g><g>{rects}</g></g></g></g>");
    assert!(SvgDrawing::read("large.svg", &svg(&deep)).is_ok());
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}

#[test]
fn numbers_that_are_none_draw_nothing() {
    for number in ["NaN", "inf", "-inf", "1e39", "1e999", "--5"] {
        let rect = format!("<rect width='{number}' height='5'/>");
        assert!(SvgDrawing::read("bad.svg", &svg(&rect)).is_err(), "{number}");
        let path = format!("<path d='M0 0L{number} 5L5 5z'/>");
        let _ = SvgDrawing::read("bad.svg", &svg(&path));
    }
    check(&svg("<path d='M0 0L1e20 5L5 1e20z'/>"), "too large");
    check(&svg("<g transform='scale(1e30)'><rect width='1e5' height='5'/></g>"), "bad.svg");
    check(&svg("<g transform='scale(0)'><rect width='5' height='5'/></g>"), "nothing in it");
    for page in ["0 0 0 0", "0 0 -5 5", "0 0 1e38 1e38", "NaN 0 1 1", "0 0 1e-30 1e-30"] {
        let text = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{page}'><rect width='5' height='5'/></svg>"
        );
        let _ = SvgDrawing::read("bad.svg", &text);
    }
    check(
        "<svg xmlns='http://www.w3.org/2000/svg' width='1e30' height='1e30'><rect width='5' height='5'/></svg>",
        "bad.svg",
    );
}

#[test]
fn what_cannot_be_shown_is_said_with_its_line() {
    let gradient = "<defs>\n<linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient></defs>\n<rect width='5' height='5' fill='url(#g)'/>";
    check(&svg(gradient), "bad.svg, line 3: a gradient cannot be drawn; fill it with one colour");
    check(
        &svg("<g>\n<rect opacity='.5' width='5' height='5'/></g>"),
        "line 3: nothing can be half",
    );
    check(&svg("<filter id='f'/>"), "<filter> is not drawn");
    check(&svg(""), "nothing in it can be seen");
    check(&svg("<rect x='20' y='20' width='5' height='5'/>"), "nothing in it can be seen");
    check("words", "this is no SVG");
    check("", "this is no SVG");
    check("<html/>", "begins with <html>");
    check("<svg", "this is no SVG");
    check(&svg("<rect"), "this is no SVG");
}

/// Files that were damaged by chance: none may stop the program.
#[test]
fn damaged_files_give_a_drawing_or_a_sentence() {
    let whole = svg(
        "<style>.a{fill:red;stroke:#00f}</style><g transform='rotate(30 5 5) scale(1.2,.7)' class='a'>\
         <path d='M1 1L9 2 3 8Q4 4 6 6T2 3C1 2 8 9 4 4A3 2 10 1 0 5 5Z' stroke-width='.5'/>\
         <rect x='1' y='1' width='8' height='4' rx='1' stroke-dasharray='1 2'/>\
         <polygon points='1,1 9,9 1,9 9,1' fill-rule='evenodd'/><use href='#u' x='1'/></g>\
         <circle id='u' cx='5' cy='5' r='3' stroke-linecap='round' fill='none' stroke='green'/>",
    );
    let bytes = whole.as_bytes();
    let mut seed = 0x2545_F491_4F6C_DD1Du64;
    let mut next = |most: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % u64::try_from(most).expect("small")).expect("small")
    };
    let mut drawn = 0;
    for _ in 0..1_500 {
        let mut text = bytes.to_vec();
        for _ in 0..=next(4) {
            let at = 90 + next(bytes.len() - 90);
            text[at] = b"0123456789-.eE <>/'=MLCAQZz"[next(27)];
        }
        let text = String::from_utf8(text).expect("ASCII");
        match SvgDrawing::read("damaged.svg", &text) {
            Ok(_) => drawn += 1,
            Err(error) => assert!(error.to_string().starts_with("damaged.svg")),
        }
    }
    assert!(drawn > 300, "{drawn}");
}
