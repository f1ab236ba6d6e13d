//! An endpoint that knows the recorded answers. It takes the place of the SDK's HTTP client, so that the SDK writes the
//! requests that are compared.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::http::{HttpRequest, HttpResponse};
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{AsyncSleep, BehaviorVersion, Config, Credentials, Region, Sleep};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};

use crate::wire::canonical;

struct Exchange {
    operation: String,
    request: Value,
    tree: Value,
}

#[derive(Default)]
struct State {
    faults: Vec<String>,
    waiting: Vec<Exchange>,
}

/// The recorded exchanges of a call.
#[derive(Clone, Default)]
pub struct Endpoint {
    state: Arc<Mutex<State>>,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Endpoint")
    }
}

fn status_of(error: &Value) -> u16 {
    let name = error["__type"].as_str().unwrap_or_default();
    if name.ends_with("InternalServerError") || name.ends_with("ServiceUnavailable") {
        500
    } else {
        400
    }
}

impl Endpoint {
    /// Begins a call with its exchanges.
    pub fn begin(&self, exchanges: &Value) {
        let mut state = self.state.lock().expect("a lock");
        state.faults.clear();
        let all = exchanges
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default()
            .iter();
        state.waiting = all
            .map(|tree| Exchange {
                operation: tree["operation"].as_str().expect("an operation").to_owned(),
                request: canonical(&tree["request"], ""),
                tree: tree.clone(),
            })
            .collect();
    }

    /// Returns the faults of the call, with the requests that were not sent.
    pub fn end(&self) -> Vec<String> {
        let mut state = self.state.lock().expect("a lock");
        let waiting = std::mem::take(&mut state.waiting);
        let left = waiting
            .iter()
            .map(|one| format!("not sent: {} {}", one.operation, one.request));
        let mut faults = std::mem::take(&mut state.faults);
        faults.extend(left);
        faults
    }

    fn answer(&self, request: &HttpRequest) -> (u16, Value) {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default();
        let body = request.body().bytes().expect("a body in memory");
        let asked = canonical(&serde_json::from_slice(body).expect("a body of JSON"), "");
        let mut state = self.state.lock().expect("a lock");
        let found = state
            .waiting
            .iter()
            .position(|one| one.operation == operation && one.request == asked);
        let Some(at) = found else {
            state
                .faults
                .push(format!("unexpected: {operation} {asked}"));
            return (400, json!({ "__type": "NoAnswer", "message": "no answer" }));
        };
        let exchange = state.waiting.remove(at);
        match exchange.tree.get("error") {
            Some(error) => (status_of(error), error.clone()),
            None => (
                200,
                exchange
                    .tree
                    .get("response")
                    .cloned()
                    .unwrap_or_else(|| json!({})),
            ),
        }
    }

    /// Returns a client that sends all requests here, and that does not wait.
    pub fn client(&self) -> Client {
        let connector = SharedHttpConnector::new(self.clone());
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "vectors"))
            .endpoint_url("http://vectors.invalid")
            .retry_config(RetryConfig::disabled())
            .sleep_impl(NoWait)
            .http_client(http_client_fn(move |_, _| connector.clone()));
        Client::from_conf(config.build())
    }
}

impl HttpConnector for Endpoint {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (status, body) = self.answer(&request);
        let status = status.try_into().expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(
            status,
            SdkBody::from(body.to_string()),
        )))
    }
}

#[derive(Debug)]
struct NoWait;

impl AsyncSleep for NoWait {
    fn sleep(&self, _: Duration) -> Sleep {
        Sleep::new(std::future::ready(()))
    }
}
