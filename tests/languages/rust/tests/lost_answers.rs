//! Writes whose answers are lost: the SDK must not send them again, and the library must find out whether they were
//! carried out. The connection is a script of answers.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::http::{HttpRequest, HttpResponse};
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::body::SdkBody;
use serde_json::{Value, json};
use shop::runtime::{Error, RefusalReason};
use shop::{Cart, CartKey, OrderKey, Shop};

/// An answer of the script.
enum Answer {
    /// The connection breaks.
    Lost,
    /// The service fails with a status of 500.
    Broken,
    Body(Value),
    /// The item of an order with a version, and the id of the write that was sent before, or another id.
    Order {
        version: u32,
        is_own: bool,
    },
}

#[derive(Default)]
struct State {
    answers: VecDeque<Answer>,
    operations: Vec<String>,
    write_id: Value,
}

#[derive(Clone, Default)]
struct Script {
    state: Arc<Mutex<State>>,
}

impl std::fmt::Debug for Script {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Script")
    }
}

fn order_item(version: u32, write_id: &Value) -> Value {
    json!({ "Item": {
        "PK": { "S": "C#ada" }, "SK": { "S": "PROFILE#ORDER#01ARZ3NDEKTSV4RRFFQ69G5F01" }, "type": { "S": "ORDER" },
        "customer": { "S": "ada" }, "order": { "S": "01ARZ3NDEKTSV4RRFFQ69G5F01" },
        "placed": { "S": "2026-01-05T10:00:00.000Z" }, "status": { "S": "OPEN" }, "cents": { "N": "1" },
        "gift": { "BOOL": true }, "version": { "N": version.to_string() }, "_write_id": write_id,
    } })
}

/// The id that an update writes, among its values.
fn write_id_in(request: &Value) -> Option<Value> {
    let values = request["ExpressionAttributeValues"].as_object()?;
    let is_id = |value: &&Value| value["S"].as_str().is_some_and(|text| text.len() == 36);
    values.values().find(is_id).cloned()
}

impl HttpConnector for Script {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let mut state = self.state.lock().expect("a lock");
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        state
            .operations
            .push(target.rsplit('.').next().unwrap_or_default().to_owned());
        let body =
            serde_json::from_slice(request.body().bytes().unwrap_or_default()).unwrap_or_default();
        if let Some(id) = write_id_in(&body) {
            state.write_id = id;
        }
        let (status, answer) = match state.answers.pop_front().expect("an answer") {
            Answer::Lost => {
                return HttpConnectorFuture::ready(Err(ConnectorError::io("it broke".into())));
            }
            Answer::Broken => (
                500,
                json!({ "__type": "InternalServerError", "message": "it broke" }),
            ),
            Answer::Body(body) => (200, body),
            Answer::Order { version, is_own } => {
                let other = json!({ "S": "another" });
                (
                    200,
                    order_item(version, if is_own { &state.write_id } else { &other }),
                )
            }
        };
        let status = status.try_into().expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(
            status,
            SdkBody::from(answer.to_string()),
        )))
    }
}

impl Script {
    fn of(answers: impl IntoIterator<Item = Answer>) -> Self {
        let script = Self::default();
        script.state.lock().expect("a lock").answers.extend(answers);
        script
    }

    fn shop(&self) -> Shop {
        let connector = SharedHttpConnector::new(self.clone());
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("eu-central-1"))
            .credentials_provider(Credentials::new("key", "secret", None, None, "tests"))
            .endpoint_url("http://script.invalid")
            .http_client(http_client_fn(move |_, _| connector.clone()));
        Shop::new(Client::from_conf(config.build())).expect("a shop")
    }

    fn operations(&self) -> Vec<String> {
        self.state.lock().expect("a lock").operations.clone()
    }
}

fn order_key() -> OrderKey {
    OrderKey {
        customer: "ada".to_owned(),
        order: "01ARZ3NDEKTSV4RRFFQ69G5F01".to_owned(),
    }
}

fn cart() -> Cart {
    Cart {
        session: "0f8fad5b-d9cb-469f-a165-70867728950e".to_owned(),
        customer: None,
        sku: "s".to_owned(),
        count: 1,
        photo: None,
        seen: None,
        until: 4_102_444_800,
    }
}

#[tokio::test]
async fn reads_are_sent_again_by_the_sdk() {
    let script = Script::of([Answer::Lost, Answer::Broken, Answer::Body(json!({}))]);
    assert_eq!(
        script
            .shop()
            .order()
            .get(order_key())
            .send()
            .await
            .expect("an answer"),
        None
    );
    assert_eq!(script.operations(), ["GetItem", "GetItem", "GetItem"]);
}

#[tokio::test]
async fn the_write_id_proves_that_a_write_was_carried_out() {
    for lost in [Answer::Lost, Answer::Broken] {
        let script = Script::of([
            lost,
            Answer::Order {
                version: 2,
                is_own: true,
            },
        ]);
        let updated = script
            .shop()
            .order()
            .update(order_key())
            .gift(true)
            .version(1)
            .send()
            .await;
        assert_eq!(updated.expect("the item").version, 2);
        assert_eq!(script.operations(), ["UpdateItem", "GetItem"]);
    }
}

#[tokio::test]
async fn an_unchanged_item_lets_the_write_be_sent_again() {
    let unchanged = json!({ "Attributes": order_item(2, &json!({ "S": "own" }))["Item"] });
    let script = Script::of([
        Answer::Lost,
        Answer::Order {
            version: 1,
            is_own: false,
        },
        Answer::Body(unchanged),
    ]);
    let updated = script
        .shop()
        .order()
        .update(order_key())
        .gift(true)
        .version(1)
        .send()
        .await;
    assert_eq!(updated.expect("the item").version, 2);
    assert_eq!(script.operations(), ["UpdateItem", "GetItem", "UpdateItem"]);
}

#[tokio::test]
async fn a_conflict_after_a_lost_answer_is_judged_by_the_item() {
    let script = Script::of([
        Answer::Lost,
        Answer::Order {
            version: 2,
            is_own: false,
        },
    ]);
    let refused = script
        .shop()
        .order()
        .update(order_key())
        .gift(true)
        .version(1)
        .send()
        .await;
    assert_eq!(
        refused.expect_err("a refusal").reason(),
        Some(RefusalReason::VersionConflict)
    );
    let script = Script::of([
        Answer::Lost,
        Answer::Order {
            version: 3,
            is_own: false,
        },
    ]);
    let unknown = script
        .shop()
        .order()
        .update(order_key())
        .gift(true)
        .version(1)
        .send()
        .await;
    assert!(matches!(unknown, Err(Error::OutcomeUnknown(_))));
}

#[tokio::test]
async fn a_write_that_counts_is_not_sent_again() {
    let script = Script::of([Answer::Lost]);
    let CartKey { session, sku } = cart().key();
    let unknown = script
        .shop()
        .cart()
        .update(CartKey { session, sku })
        .increment_count(1)
        .send()
        .await;
    assert!(matches!(unknown, Err(Error::OutcomeUnknown(_))));
    assert_eq!(script.operations(), ["UpdateItem"]);
}

#[tokio::test]
async fn a_repeatable_write_is_sent_again() {
    let script = Script::of([Answer::Lost, Answer::Broken, Answer::Body(json!({}))]);
    assert_eq!(
        script
            .shop()
            .cart()
            .put(cart())
            .send()
            .await
            .expect("the item"),
        cart()
    );
    assert_eq!(script.operations(), ["PutItem", "PutItem", "PutItem"]);
}
