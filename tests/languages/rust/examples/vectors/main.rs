//! Runs the calls of files of vectors (`record_vectors`) through the library, at an endpoint that knows the recorded
//! answers. Each call must send the recorded requests, no others, and give the recorded result.
//!
//! cargo run --example vectors FILE...

mod description;
mod endpoint;
mod player;
mod wire;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use endpoint::Endpoint;
use player::Player;
use serde_json::Value;
use shop::runtime::{Error, IdFunction, Options, Session};
use wire::canonical;

fn describe(error: &Error) -> String {
    match error {
        Error::OutcomeUnknown(unknown) => format!("error OutcomeUnknown: {}", unknown.message),
        Error::Refused(refused) => format!("refused {}", refused.reason),
        Error::Model(wrong) => format!("wrong {}", wrong.message),
        Error::Service(service) => format!(
            "error {}: {service}",
            service.code.as_deref().unwrap_or_default()
        ),
        other => format!("error: {other}"),
    }
}

fn expected(error: &Value) -> String {
    if error["code"] == "VersionConflict" {
        return "refused VersionConflict".to_owned();
    }
    match error["refusal"].as_str() {
        Some("NotAsGiven" | "ConditionFalse" | "OutOfRange") => {
            "refused ConditionFailed".to_owned()
        }
        Some(refusal) => format!("refused {refusal}"),
        None => format!("wrong {}", error["message"].as_str().unwrap_or_default()),
    }
}

/// The advice of an error is in the words of each language. It names functions.
fn without_advice(text: &str) -> &str {
    [": add .", ", or keep the stored value with "]
        .iter()
        .fold(text, |text, advice| {
            text.split(advice).next().unwrap_or(text)
        })
}

fn compare(result: Result<Value, Error>, answer: &Value) -> Option<String> {
    match (result, answer.get("error")) {
        (Ok(_), Some(error)) => Some(format!("it succeeds, and should fail: {}", expected(error))),
        (Err(error), Some(wanted)) => {
            let code = wanted["code"].as_str().unwrap_or_default();
            let service = format!(
                "error {code}: {}",
                wanted["message"].as_str().unwrap_or_default()
            );
            let (is, should) = (describe(&error), expected(wanted));
            let is_wanted = without_advice(&is) == without_advice(&should) || is == service;
            (!is_wanted).then(|| format!("it fails with: {is}\n  and not: {should}"))
        }
        (Err(error), None) => Some(format!("it fails with: {}", describe(&error))),
        (Ok(result), None) => {
            let (is, should) = (canonical(&result, ""), canonical(answer, ""));
            (is != should).then(|| format!("result: {is}\n  and not: {should}"))
        }
    }
}

fn session_of(endpoint: &Endpoint, file: &Value) -> Result<Session, Error> {
    let ids = AtomicUsize::new(0);
    let id: IdFunction =
        Arc::new(move || format!("fefefefe-{}", ids.fetch_add(1, Ordering::Relaxed)));
    let now = UNIX_EPOCH + Duration::from_millis(file["nowMs"].as_u64().expect("a time"));
    let mut options = Options::default();
    options.page_token_keys = vec![b"a key of the vectors".to_vec()];
    options.write_id = Some(Arc::clone(&id));
    options.request_token = Some(id);
    options.now = Some(Arc::new(move || now));
    Session::new(endpoint.client(), options)
}

struct Counts {
    passed: usize,
    failed: usize,
}

async fn play_file(path: &str, counts: &mut Counts) -> Result<(), Box<dyn std::error::Error>> {
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let endpoint = Endpoint::default();
    let mut player = Player {
        session: session_of(&endpoint, &file)?,
        model: description::model(&file["description"]),
        token: None,
    };
    for (at, one) in file["cases"].as_array().into_iter().flatten().enumerate() {
        endpoint.begin(&one["exchanges"]);
        let result = player.play(&one["call"]).await;
        let mut faults = endpoint.end();
        faults.extend(compare(result, &one["answer"]));
        if faults.is_empty() {
            counts.passed += 1;
            continue;
        }
        counts.failed += 1;
        if counts.failed <= 20 {
            println!(
                "{path} case {at}: {}\n  {}",
                one["call"],
                faults.join("\n  ")
            );
        }
    }
    Ok(())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut counts = Counts {
        passed: 0,
        failed: 0,
    };
    for path in std::env::args().skip(1) {
        if let Err(error) = play_file(&path, &mut counts).await {
            println!("{path}: {error}");
            counts.failed += 1;
        }
    }
    println!("{} passed, {} failed", counts.passed, counts.failed);
    ExitCode::from(u8::from(counts.failed > 0))
}
