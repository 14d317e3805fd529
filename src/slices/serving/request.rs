//! What a request asks for: a verb, its options, and a level that goes to its standard input.

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The version of the protocol.
pub(super) const PROTOCOL: u32 = 1;

/// Verbs that have no answer to send: they open windows, or write for a shell.
const NOT_SERVED: [&str; 2] = ["play", "serve"];

/// The error of a request: a code of JSON-RPC 2.0 (section 5.1), and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub code: i32,
    pub message: String,
}

impl Refusal {
    pub(super) const UNREADABLE: i32 = -32_700;
    pub(super) const NO_REQUEST: i32 = -32_600;
    pub(super) const NO_METHOD: i32 = -32_601;
    pub(super) const BAD_PARAMS: i32 = -32_602;
    /// The verb says that its input is bad.
    pub(super) const BAD_INPUT: i32 = -32_000;
    /// As the language server protocol has it.
    pub(super) const CANCELLED: i32 = -32_800;

    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    fn params(message: impl Into<String>) -> Self {
        Self::new(Self::BAD_PARAMS, message)
    }
}

/// A message from the client; a notification has no `id`.
#[derive(Debug, Deserialize)]
pub(super) struct Message {
    #[serde(default)]
    pub id: Option<Value>,
    pub method: String,
    #[serde(default)]
    pub params: Value,
}

/// What a verb is given.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    /// A level, as packs have it.
    level: Option<Map<String, Value>>,
    /// A whole pack.
    pack: Option<Map<String, Value>>,
    /// A level or pack in any format that is read.
    text: Option<String>,
    /// What the verb has before its options; `-` is the level or pack.
    args: Option<Vec<String>>,
    #[serde(default)]
    options: Map<String, Value>,
}

/// A verb to run: its arguments, and its standard input.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct VerbCall {
    pub args: Vec<String>,
    pub input: String,
}

impl VerbCall {
    /// The call of a verb.
    ///
    /// # Errors
    /// There is no such verb here, or it cannot be given these parameters.
    pub(super) fn of(verb: &str, params: Value, known: &clap::Command) -> Result<Self, Refusal> {
        let Some(command) = known.find_subcommand(verb).filter(|_| is_served(verb, known)) else {
            let served = served(known).join(", ");
            let why = format!("`{verb}` is not served; there are initialize, cancel, {served}");
            return Err(Refusal::new(Refusal::NO_METHOD, why));
        };
        let params: Params = match params {
            Value::Null => Params::default(),
            params => {
                serde_json::from_value(params).map_err(|why| Refusal::params(why.to_string()))?
            }
        };
        let given = [params.level.is_some(), params.pack.is_some(), params.text.is_some()];
        if given.into_iter().filter(|is| *is).count() > 1 {
            return Err(Refusal::params("only one of `level`, `pack` and `text` can be given"));
        }
        let input = match (params.level, params.pack, params.text) {
            (Some(level), _, _) => Some(json!({ "foolproof": 1, "levels": [level] }).to_string()),
            (_, Some(pack), _) => Some(Value::from(pack).to_string()),
            (_, _, text) => text,
        };
        let usual = || input.iter().map(|_| "-".to_owned()).collect();
        let before = params.args.unwrap_or_else(usual);
        if let Some(option) = before.iter().find(|arg| arg.len() > 1 && arg.starts_with("--")) {
            return Err(Refusal::params(format!("`{option}` belongs in `options`")));
        }
        let mut args = vec![verb.to_owned(), "--json".to_owned()];
        for (name, value) in &params.options {
            let is_known = |arg: &&clap::Arg| arg.get_long() == Some(name);
            if !command.get_arguments().any(|arg| is_known(&arg)) {
                return Err(Refusal::params(format!("`{verb}` has no option `{name}`")));
            }
            option(name, value, &mut args)?;
        }
        args.push("--".to_owned());
        args.extend(before);
        Ok(Self { args, input: input.unwrap_or_default() })
    }
}

/// An option in command-line form.
fn option(name: &str, value: &Value, args: &mut Vec<String>) -> Result<(), Refusal> {
    let mut push = |value: String| args.push(format!("--{name}={value}"));
    match value {
        Value::Bool(true) => args.push(format!("--{name}")),
        Value::Bool(false) | Value::Null => {}
        Value::String(text) => push(text.clone()),
        Value::Number(number) => push(number.to_string()),
        Value::Array(several) => several.iter().try_for_each(|one| option(name, one, args))?,
        Value::Object(_) => {
            return Err(Refusal::params(format!("`{name}` is a text, a number, true or a list")));
        }
    }
    Ok(())
}

/// Whether a verb answers with a JSON document.
fn is_served(verb: &str, known: &clap::Command) -> bool {
    let has_json =
        |command: &clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some("json"));
    !NOT_SERVED.contains(&verb) && known.find_subcommand(verb).is_some_and(has_json)
}

/// The verbs that are served.
pub(super) fn served(known: &clap::Command) -> Vec<&str> {
    known
        .get_subcommands()
        .map(clap::Command::get_name)
        .filter(|verb| is_served(verb, known))
        .collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    fn call(verb: &str, params: Value) -> Result<VerbCall, Refusal> {
        VerbCall::of(verb, params, &crate::command())
    }

    #[test]
    fn a_level_goes_to_standard_input_and_options_to_the_command_line() {
        let params =
            json!({ "level": { "game": "toy" }, "options": { "number": 3, "json": true } });
        let called = call("solve", params).expect("a call");
        assert_eq!(called.args, ["solve", "--json", "--number=3", "--json", "--", "-"]);
        assert_eq!(called.input, r#"{"foolproof":1,"levels":[{"game":"toy"}]}"#);
        let params = json!({ "args": ["nurikabe"], "options": { "limit": ["a=1..2", "b=0..3"] } });
        let called = call("generate", params).expect("a call");
        assert_eq!(
            called.args,
            ["generate", "--json", "--limit=a=1..2", "--limit=b=0..3", "--", "nurikabe"]
        );
    }

    #[test]
    fn what_is_wrong_with_a_request_is_said() {
        let code = |verb, params| call(verb, params).expect_err("refused").code;
        assert_eq!(code("play", json!({})), Refusal::NO_METHOD);
        assert_eq!(code("fly", json!({})), Refusal::NO_METHOD);
        for params in [
            json!({ "levels": [] }),
            json!([1]),
            json!({ "level": {}, "text": "" }),
            json!({ "options": { "out-of": "x" } }),
            json!({ "options": { "number": {} } }),
            json!({ "args": ["--out=/tmp/x"] }),
        ] {
            assert_eq!(code("solve", params.clone()), Refusal::BAD_PARAMS, "{params}");
        }
    }
}
