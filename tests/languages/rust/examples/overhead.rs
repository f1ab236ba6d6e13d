//! Measures the time of generated reads beside that of the same calls of the SDK, with answers that are in memory. The
//! calls take turns, so that the machine's load is the same for both.
//!
//! cargo run --release --example overhead

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::http::{HttpRequest, HttpResponse};
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use aws_sdk_dynamodb::types::{AttributeValue, ReturnConsumedCapacity};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_types::body::SdkBody;
use shop::{OrderKey, OrderStatus, Shop};

const ROUNDS: usize = 40;
const CALLS: u32 = 250;

#[derive(Debug, Clone)]
struct Answers {
    item: String,
    page: String,
}

impl HttpConnector for Answers {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = if target.ends_with("Query") {
            &self.page
        } else {
            &self.item
        };
        let status = 200.try_into().expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, SdkBody::from(body.clone()))))
    }
}

fn item(number: usize) -> String {
    format!(
        r#"{{"PK":{{"S":"C#ada"}},"SK":{{"S":"PROFILE#ORDER#01ARZ3NDEKTSV4RRFFQ69G5F{number:02}"}},"type":{{"S":"ORDER"}},"GSI1PK":{{"S":"S#OPEN"}},"GSI1SK":{{"S":"2026-01-05T10:00:00.000Z#01ARZ3NDEKTSV4RRFFQ69G5F{number:02}"}},"GSI2PK":{{"S":"D#2026-01-05"}},"GSI2SK":{{"S":"2026-01-05T10:00:00.000Z#01ARZ3NDEKTSV4RRFFQ69G5F{number:02}"}},"customer":{{"S":"ada"}},"order":{{"S":"01ARZ3NDEKTSV4RRFFQ69G5F{number:02}"}},"placed":{{"S":"2026-01-05T10:00:00.000Z"}},"status":{{"S":"OPEN"}},"cents":{{"N":"1250"}},"gift":{{"BOOL":false}},"note":{{"S":"fragile"}},"version":{{"N":"1"}},"_write_id":{{"S":"fefefefe-fefe-4efe-be00-000000000001"}}}}"#
    )
}

fn client() -> Client {
    let items: Vec<_> = (0..20).map(item).collect();
    let answers = Answers {
        item: format!(r#"{{"Item":{}}}"#, item(1)),
        page: format!(
            r#"{{"Count":20,"ScannedCount":20,"Items":[{}]}}"#,
            items.join(",")
        ),
    };
    let connector = SharedHttpConnector::new(answers);
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-central-1"))
        .credentials_provider(Credentials::new("key", "secret", None, None, "overhead"))
        .endpoint_url("http://overhead.invalid")
        .http_client(http_client_fn(move |_, _| connector.clone()));
    Client::from_conf(config.build())
}

async fn get_by_hand(client: &Client) {
    let request = client
        .get_item()
        .table_name("shop")
        .key("PK", AttributeValue::S("C#ada".to_owned()))
        .key(
            "SK",
            AttributeValue::S("PROFILE#ORDER#01ARZ3NDEKTSV4RRFFQ69G5F01".to_owned()),
        )
        .consistent_read(false)
        .return_consumed_capacity(ReturnConsumedCapacity::Total);
    assert!(request.send().await.expect("an answer").item.is_some());
}

async fn get_generated(shop: &Shop) {
    let key = OrderKey {
        customer: "ada".to_owned(),
        order: "01ARZ3NDEKTSV4RRFFQ69G5F01".to_owned(),
    };
    assert!(
        shop.order()
            .get(key)
            .send()
            .await
            .expect("an answer")
            .is_some()
    );
}

async fn query_by_hand(client: &Client) {
    let request = client
        .query()
        .table_name("shop")
        .index_name("by_status")
        .key_condition_expression("#0 = :0")
        .expression_attribute_names("#0", "GSI1PK")
        .expression_attribute_values(":0", AttributeValue::S("S#OPEN".to_owned()))
        .consistent_read(false)
        .scan_index_forward(false)
        .return_consumed_capacity(ReturnConsumedCapacity::Total);
    assert_eq!(
        request
            .send()
            .await
            .expect("an answer")
            .items
            .map(|items| items.len()),
        Some(20)
    );
}

async fn query_generated(shop: &Shop) {
    let query = shop.orders_in_a_status(OrderStatus::Open);
    assert_eq!(query.all().await.expect("an answer").len(), 20);
}

async fn measure(call: impl AsyncFn()) -> Duration {
    let begin = Instant::now();
    for _ in 0..CALLS {
        call().await;
    }
    begin.elapsed()
}

async fn compare(name: &str, by_hand: impl AsyncFn(), generated: impl AsyncFn()) {
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        best[0] = best[0].min(measure(&by_hand).await);
        best[1] = best[1].min(measure(&generated).await);
    }
    let micros = best.map(|best| best.as_secs_f64() * 1e6 / f64::from(CALLS));
    let more = (micros[1] / micros[0] - 1.0) * 100.0;
    println!(
        "{name}: by hand {:.1} us, generated {:.1} us, {more:+.1} %",
        micros[0], micros[1]
    );
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let client = client();
    let shop = Shop::new(client.clone()).expect("a shop");
    compare(
        "GetItem",
        async || get_by_hand(&client).await,
        async || get_generated(&shop).await,
    )
    .await;
    compare(
        "Query of 20 items",
        async || query_by_hand(&client).await,
        async || query_generated(&shop).await,
    )
    .await;
}
