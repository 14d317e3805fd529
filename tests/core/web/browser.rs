//! A real browser without a window, and what a page in it says.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Names under which systems have the browser.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

fn browser() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path);
    let found = places.flat_map(|place| NAMES.map(|name| place.join(name))).find(|at| at.is_file());
    found.expect(
        "these tests run pages in Chromium, and there is none: install it with \
         `apt-get install --no-install-recommends chromium` (./test.sh does)",
    )
}

/// The document of a page once its scripts have run, in a window of this size.
pub fn document(html: &str, size: (u32, u32)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    fs::write(&page, html).expect("a file");
    document_at(&format!("file://{}", page.display()), &[], size)
}

/// The same of a page at an address, with more arguments for the browser.
pub fn document_at(address: &str, more: &[&str], size: (u32, u32)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(browser())
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--dump-dom",
        ])
        .arg(format!("--window-size={},{}", size.0, size.1))
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .args(more)
        .arg(address)
        .output()
        .expect("a browser that starts");
    let document = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        document.contains("</html>"),
        "the browser gave no document: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    document
}

/// What a script of the page left in the element `told`, as JSON.
pub fn told(document: &str) -> serde_json::Value {
    let told = document.split("<pre id=\"told\">").nth(1).and_then(|rest| rest.split('<').next());
    let told = told.unwrap_or_else(|| panic!("the page's script did not come to its end"));
    serde_json::from_str(&decoded(told)).expect("JSON")
}

/// Text in which every byte that is not a letter is percent-encoded.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next().unwrap_or(b'0')).to_digit(16).unwrap_or(0);
            bytes.push(u8::try_from(digit() * 16 + digit()).unwrap_or(b'?'));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
