//! `serve` and `check --watch`: what other programs ask, and what is checked again when it is saved.

use std::io::{BufRead as _, BufReader, Lines, Read as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};

use super::*;

/// A client of `serve`.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Client {
    fn start() -> Self {
        let mut child = command(&["serve"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let input = child.stdin.take();
        let lines = BufReader::new(child.stdout.take().expect("an output")).lines();
        Self { child, input, lines }
    }

    fn send(&mut self, message: &str) {
        let input = self.input.as_mut().expect("an input");
        writeln!(input, "{message}").expect("it listens");
    }

    /// The next message other than a progress report.
    fn hear(&mut self) -> Value {
        loop {
            let line = self.lines.next().expect("an answer").expect("text");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(message["jsonrpc"], "2.0");
            if message["method"] != "progress" {
                return message;
            }
            assert!(message["params"]["text"].is_string(), "{message}");
        }
    }

    fn ask(&mut self, request: Value) -> Value {
        self.send(&request.to_string());
        let answer = self.hear();
        assert_eq!(answer["id"], request["id"]);
        answer
    }

    fn end(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().expect("ended").success());
    }
}

#[test]
fn other_programs_ask_what_the_command_line_answers() {
    let mut client = Client::start();
    let about = client.ask(serde_json::json!({ "id": 1, "method": "initialize" }));
    assert_eq!(about["result"]["protocol"], 1);
    let methods = about["result"]["methods"].as_array().expect("methods");
    assert!(
        methods.contains(&serde_json::json!("steps"))
            && !methods.contains(&serde_json::json!("play"))
    );
    let pack: Value =
        serde_json::from_str(&fs::read_to_string("assets/packs/sudoku.json").expect("text"))
            .expect("JSON");
    let options = serde_json::json!({ "number": 5 });
    let asked = serde_json::json!({ "level": pack["levels"][0], "options": options });
    let told = client.ask(serde_json::json!({ "id": "one", "method": "solve", "params": asked }));
    let printed = json(&["solve", "assets/packs/sudoku.json#1", "--number", "5"], 0);
    assert_eq!(told["result"]["holds"], true);
    for part in ["verb", "game", "title", "holds"] {
        assert_eq!(told["result"]["report"][part], printed[part], "{part}");
    }
    let asked = serde_json::json!({ "pack": pack, "args": ["-#2"], "options": options });
    let told = client.ask(serde_json::json!({ "id": 3, "method": "solve", "params": asked }));
    assert_eq!(told["result"]["report"]["title"], pack["levels"][1]["title"]);
    let asked = serde_json::json!({ "text": "no level" });
    let told = client.ask(serde_json::json!({ "id": 4, "method": "solve", "params": asked }));
    assert_eq!(told["error"]["code"], -32000, "{told}");
    let folder = folder("served");
    for (method, params, lack) in [
        ("solve", serde_json::json!({}), "<LEVEL>"),
        ("new-game", serde_json::json!({ "level": pack["levels"][0] }), "FOLDER"),
        ("replace", serde_json::json!({ "pack": pack }), "--find"),
        ("check", serde_json::json!({ "args": [PACK], "options": { "watch": true } }), "watch"),
    ] {
        let told = client.ask(serde_json::json!({ "id": 6, "method": method, "params": params }));
        assert_eq!(told["error"]["code"], -32602, "{told}");
        let says = told["error"]["message"].as_str().expect("a message");
        assert!(says.contains(method) || says.contains(lack), "{says}");
    }
    let game = folder.join("game");
    let asked = serde_json::json!({ "args": [text(&game)] });
    let told = client.ask(serde_json::json!({ "id": 7, "method": "new-game", "params": asked }));
    assert!(told["result"]["holds"] == true && game.join("game.toml").exists(), "{told}");
    let told = client.ask(serde_json::json!({ "id": 5, "method": "fly" }));
    assert_eq!(told["error"]["code"], -32601, "{told}");
    client.send("{");
    let told = client.hear();
    assert_eq!((&told["id"], &told["error"]["code"]), (&Value::Null, &serde_json::json!(-32700)));
    client.end();
}

#[test]
fn what_is_at_work_or_waits_is_cancelled() {
    let mut client = Client::start();
    for id in 1..=3 {
        client.send(&serde_json::json!({ "id": id, "method": "mine", "params": { "options": { "pieces": 6 } } }).to_string());
    }
    // The third waits for its turn.
    for id in [3, 1] {
        client.send(&serde_json::json!({ "method": "cancel", "params": { "id": id } }).to_string());
        let told = client.hear();
        assert_eq!(
            (&told["id"], &told["error"]["code"]),
            (&serde_json::json!(id), &serde_json::json!(-32800)),
            "{told}"
        );
    }
    let told =
        client.ask(serde_json::json!({ "id": 9, "method": "cancel", "params": { "id": 77 } }));
    assert_eq!(told["result"]["cancelled"], false);
    // The end of the input ends the second.
    client.end();
}

/// Waits until a round of `check --watch` has ended.
fn round(lines: &mut Lines<BufReader<ChildStderr>>) {
    let ended = |line: &String| line.contains("waiting for the next save");
    assert!(lines.map_while(Result::ok).any(|line| ended(&line)), "a round that ends");
}

#[test]
fn a_folder_is_checked_again_when_a_pack_is_saved() {
    let folder = folder("watched");
    let pack = folder.join("pack.json");
    fs::copy("assets/packs/penguin_push.json", &pack).expect("copied");
    fs::write(folder.join("other.json"), "{}").expect("written");
    let mut child = command(&["check", "--watch", text(&folder)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(child.stderr.take().expect("an output")).lines();
    round(&mut lines);
    let mut changed: Value =
        serde_json::from_str(&fs::read_to_string(&pack).expect("text")).expect("JSON");
    changed["levels"][0]["title"] = serde_json::json!("Saved again");
    fs::write(&pack, changed.to_string()).expect("written");
    round(&mut lines);
    child.kill().expect("killed");
    let mut printed = String::new();
    child.stdout.take().expect("an output").read_to_string(&mut printed).expect("text");
    assert_eq!(printed.matches("Saved again").count(), 1, "{printed}");
    let _ = child.wait();
}
