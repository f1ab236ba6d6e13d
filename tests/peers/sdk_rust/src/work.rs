//! What programs do with a table.

use std::collections::HashMap;
use std::io::Write;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{AsyncSleep, Sleep};
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConditionCheck, GlobalSecondaryIndex, IndexStatus,
    KeySchemaElement, KeyType, Projection, ProjectionType, Put, PutRequest, ReturnValue,
    ReturnValuesOnConditionCheckFailure, ScalarAttributeType, StreamSpecification, StreamViewType, TableStatus,
    TransactWriteItem, WriteRequest,
};
use aws_sdk_dynamodbstreams::types::{AttributeValue as StreamValue, OperationType, ShardIteratorType};
use aws_smithy_async::rt::sleep::TokioSleep;
use aws_smithy_types::body::SdkBody;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::checks::{Checks, Outcome, expect, expect_equal, refusal};
use crate::endpoint::{Endpoint, good};

const TABLE: &str = "paints";
const INDEX: &str = "by_color";
const PATIENCE: Duration = Duration::from_secs(120);

type Item = HashMap<String, AttributeValue>;

pub async fn check_all(checks: &mut Checks, endpoint: &Endpoint) -> Outcome {
    let client = Client::from_conf(endpoint.settings(good())?.build());
    let waiting = hurried(endpoint)?;
    checks.check("CreateTable with an index and a stream, and the waiter", create_table(&client, &waiting)).await;
    checks.check("PutItem and GetItem: every type of attribute", check_types(&client)).await;
    checks.check("PutItem: a failed condition, with the item", check_condition(&client)).await;
    checks.check("UpdateItem", check_update(&client)).await;
    checks.check("BatchWriteItem of 25 items", check_batch(&client)).await;
    checks.check("Query of an index by the paginator", check_query(&client)).await;
    checks.check("Scan by the paginator", check_scan(&client)).await;
    checks.check("TransactWriteItems: the reasons of a cancellation", check_transaction(&client)).await;
    checks.check("ExecuteStatement", check_statement(&client)).await;
    checks.check("the records of the stream", check_stream(&client, endpoint)).await;
    checks.check("a request in gzip", check_gzip(&client)).await;
    checks.check("DeleteTable and the waiter", delete_table(&client, &waiting)).await;
    Ok(())
}

/// Waiters of this SDK ask every 20 seconds, which no setting changes.
#[derive(Debug)]
struct Hurried;

impl AsyncSleep for Hurried {
    fn sleep(&self, duration: Duration) -> Sleep {
        TokioSleep::new().sleep(duration / 200)
    }
}

/// A client for waiters. It has no timeouts, because they would hurry too.
fn hurried(endpoint: &Endpoint) -> Outcome<Client> {
    let settings = endpoint.settings(good())?.sleep_impl(Hurried).timeout_config(TimeoutConfig::disabled());
    Ok(Client::from_conf(settings.build()))
}

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.into())
}

fn number(value: &str) -> AttributeValue {
    AttributeValue::N(value.into())
}

fn key(shelf: &str, place: u32) -> Item {
    HashMap::from([("shelf".into(), text(shelf)), ("place".into(), number(&place.to_string()))])
}

fn paint(shelf: &str, place: u32, color: &str) -> Item {
    let mut item = key(shelf, place);
    item.insert("color".into(), text(color));
    item
}

async fn put(client: &Client, item: Item) -> Outcome {
    client.put_item().table_name(TABLE).set_item(Some(item)).send().await?;
    Ok(())
}

async fn get(client: &Client, key: Item) -> Outcome<Option<Item>> {
    Ok(client.get_item().table_name(TABLE).set_key(Some(key)).consistent_read(true).send().await?.item)
}

fn attribute(name: &str, kind: ScalarAttributeType) -> Outcome<AttributeDefinition> {
    Ok(AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build()?)
}

fn schema(partition: &str, sort: &str) -> Outcome<Option<Vec<KeySchemaElement>>> {
    Ok(Some(vec![
        KeySchemaElement::builder().attribute_name(partition).key_type(KeyType::Hash).build()?,
        KeySchemaElement::builder().attribute_name(sort).key_type(KeyType::Range).build()?,
    ]))
}

async fn create_table(client: &Client, waiting: &Client) -> Outcome {
    let index = GlobalSecondaryIndex::builder()
        .index_name(INDEX)
        .set_key_schema(schema("color", "place")?)
        .projection(Projection::builder().projection_type(ProjectionType::All).build())
        .build()?;
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::NewAndOldImages)
        .build()?;
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .attribute_definitions(attribute("shelf", ScalarAttributeType::S)?)
        .attribute_definitions(attribute("place", ScalarAttributeType::N)?)
        .attribute_definitions(attribute("color", ScalarAttributeType::S)?)
        .set_key_schema(schema("shelf", "place")?)
        .global_secondary_indexes(index)
        .stream_specification(stream)
        .send()
        .await?;
    waiting.wait_until_table_exists().table_name(TABLE).wait(PATIENCE).await?;
    let table = client.describe_table().table_name(TABLE).send().await?.table.ok_or("no table")?;
    expect_equal(table.table_status(), Some(&TableStatus::Active))?;
    expect_equal(table.global_secondary_indexes()[0].index_status(), Some(&IndexStatus::Active))
}

async fn check_types(client: &Client) -> Outcome {
    let mut item = key("types", 1);
    for (name, value) in [
        ("empty text", text("")),
        ("text", text("naïve 🎨 \"quoted\"\n\0")),
        ("whole", number("99999999999999999999999999999999999999")),
        ("fraction", number("-0.12345678901234567890123456789012345678")),
        ("large", number(&format!("1{}", "0".repeat(125)))),
        ("small", number(&format!("-0.{}1", "0".repeat(129)))),
        ("empty binary", AttributeValue::B(Blob::new([]))),
        ("binary", AttributeValue::B(Blob::new([0, 1, 127, 128, 255]))),
        ("truth", AttributeValue::Bool(true)),
        ("untruth", AttributeValue::Bool(false)),
        ("nothing", AttributeValue::Null(true)),
        ("texts", AttributeValue::Ss(vec!["a".into(), "b".into()])),
        ("numbers", AttributeValue::Ns(vec!["-1".into(), "2.5".into(), "10".into()])),
        ("binaries", AttributeValue::Bs(vec![Blob::new([0]), Blob::new([255])])),
        ("empty list", AttributeValue::L(vec![])),
        ("empty map", AttributeValue::M(HashMap::new())),
        ("list", AttributeValue::L(vec![text("x"), number("1")])),
        ("map of a list", AttributeValue::M([("inner".into(), AttributeValue::L(vec![text("deep")]))].into())),
    ] {
        item.insert(name.into(), value);
    }
    put(client, item.clone()).await?;
    expect_equal(get(client, key("types", 1)).await?, Some(item))
}

async fn check_condition(client: &Client) -> Outcome {
    put(client, paint("conditions", 1, "red")).await?;
    let answer = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(paint("conditions", 1, "blue")))
        .condition_expression("attribute_not_exists(shelf)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await;
    match refusal(answer)? {
        PutItemError::ConditionalCheckFailedException(refused) => {
            expect_equal(refused.message(), Some("The conditional request failed"))?;
            expect_equal(refused.item(), Some(&paint("conditions", 1, "red")))
        }
        other => Err(other.into()),
    }
}

async fn check_update(client: &Client) -> Outcome {
    put(client, paint("updates", 1, "red")).await?;
    let answer = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("updates", 1)))
        .update_expression("SET #c = :c, liters = if_not_exists(liters, :zero) + :l")
        .expression_attribute_names("#c", "color")
        .expression_attribute_values(":c", text("green"))
        .expression_attribute_values(":zero", number("0"))
        .expression_attribute_values(":l", number("2.5"))
        .return_values(ReturnValue::UpdatedNew)
        .send()
        .await?;
    let wanted = HashMap::from([("color".into(), text("green")), ("liters".into(), number("2.5"))]);
    expect_equal(answer.attributes(), Some(&wanted))
}

async fn check_batch(client: &Client) -> Outcome {
    let mut writes = Vec::new();
    for place in 0..25 {
        let put = PutRequest::builder().set_item(Some(paint("batch", place, "white"))).build()?;
        writes.push(WriteRequest::builder().put_request(put).build());
    }
    let answer = client.batch_write_item().request_items(TABLE, writes).send().await?;
    expect_equal(answer.unprocessed_items().map(HashMap::len), Some(0))
}

async fn check_query(client: &Client) -> Outcome {
    let mut pages = client
        .query()
        .table_name(TABLE)
        .index_name(INDEX)
        .key_condition_expression("color = :c")
        .expression_attribute_values(":c", text("white"))
        .limit(7)
        .into_paginator()
        .send();
    let (mut place, mut count) = (0, 0);
    while let Some(page) = pages.next().await {
        for item in page?.items() {
            expect_equal(item, &paint("batch", place, "white"))?;
            place += 1;
        }
        count += 1;
    }
    expect_equal((place, count), (25, 4))
}

async fn check_scan(client: &Client) -> Outcome {
    let mut items = client.scan().table_name(TABLE).limit(10).into_paginator().items().send();
    let mut seen = 0;
    while let Some(item) = items.next().await {
        item?;
        seen += 1;
    }
    expect_equal(seen, 28)
}

async fn check_transaction(client: &Client) -> Outcome {
    let put = Put::builder().table_name(TABLE).set_item(Some(paint("transaction", 1, "red"))).build()?;
    let check = ConditionCheck::builder()
        .table_name(TABLE)
        .set_key(Some(key("updates", 1)))
        .condition_expression("liters > :l")
        .expression_attribute_values(":l", number("3"))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()?;
    let answer = client
        .transact_write_items()
        .transact_items(TransactWriteItem::builder().put(put).build())
        .transact_items(TransactWriteItem::builder().condition_check(check).build())
        .send()
        .await;
    let canceled = match refusal(answer)? {
        TransactWriteItemsError::TransactionCanceledException(canceled) => canceled,
        other => return Err(other.into()),
    };
    let [none, failed] = canceled.cancellation_reasons() else {
        return Err("not two reasons".into());
    };
    expect_equal((none.code(), failed.code()), (Some("None"), Some("ConditionalCheckFailed")))?;
    expect_equal(failed.message(), Some("The conditional request failed"))?;
    expect_equal(failed.item().and_then(|item| item.get("liters")), Some(&number("2.5")))?;
    expect_equal(get(client, key("transaction", 1)).await?, None)
}

async fn check_statement(client: &Client) -> Outcome {
    let answer = client
        .execute_statement()
        .statement("SELECT place, color FROM paints WHERE shelf = ? AND place IN [?, ?]")
        .parameters(text("batch"))
        .parameters(number("3"))
        .parameters(number("4"))
        .send()
        .await?;
    let row = |place| HashMap::from([("place".into(), number(place)), ("color".into(), text("white"))]);
    expect_equal(answer.items(), &[row("3"), row("4")])
}

async fn check_stream(client: &Client, endpoint: &Endpoint) -> Outcome {
    client.delete_item().table_name(TABLE).set_key(Some(key("updates", 1))).send().await?;
    let table = client.describe_table().table_name(TABLE).send().await?.table.ok_or("no table")?;
    let arn = table.latest_stream_arn().ok_or("no stream")?;
    let streams = endpoint.streams()?;
    let stream = streams.describe_stream().stream_arn(arn).send().await?.stream_description.ok_or("no stream")?;
    let mut changes = Vec::new();
    for shard in stream.shards() {
        let place = streams
            .get_shard_iterator()
            .stream_arn(arn)
            .set_shard_id(shard.shard_id().map(String::from))
            .shard_iterator_type(ShardIteratorType::TrimHorizon)
            .send()
            .await?;
        let page = streams.get_records().set_shard_iterator(place.shard_iterator).send().await?;
        for record in page.records() {
            let change = record.dynamodb().ok_or("no change")?;
            let image = |image: Option<&HashMap<String, StreamValue>>| image.and_then(|one| one.get("color").cloned());
            if change.keys().and_then(|key| key.get("shelf")) == Some(&StreamValue::S("updates".into())) {
                changes.push((record.event_name().cloned(), image(change.old_image()), image(change.new_image())));
            }
        }
    }
    let color = |name: &str| Some(StreamValue::S(name.into()));
    expect_equal(
        changes,
        vec![
            (Some(OperationType::Insert), None, color("red")),
            (Some(OperationType::Modify), color("red"), color("green")),
            (Some(OperationType::Remove), color("green"), None),
        ],
    )
}

/// The SDK compresses the requests of some services only, so the request is changed here before it is signed.
async fn check_gzip(client: &Client) -> Outcome {
    let large = paint("gzip", 1, &"blue".repeat(500));
    client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(large.clone()))
        .customize()
        .mutate_request(|request| {
            let mut zip = GzEncoder::new(Vec::new(), Compression::fast());
            zip.write_all(request.body().bytes().expect("a body in memory")).expect("memory takes all bytes");
            let small = zip.finish().expect("memory takes all bytes");
            request.headers_mut().insert("content-encoding", "gzip");
            request.headers_mut().insert("content-length", small.len().to_string());
            *request.body_mut() = SdkBody::from(small);
        })
        .send()
        .await?;
    expect_equal(get(client, key("gzip", 1)).await?, Some(large))
}

async fn delete_table(client: &Client, waiting: &Client) -> Outcome {
    client.delete_table().table_name(TABLE).send().await?;
    waiting.wait_until_table_not_exists().table_name(TABLE).wait(PATIENCE).await?;
    let refused = refusal(client.describe_table().table_name(TABLE).send().await)?;
    expect(refused.is_resource_not_found_exception(), refused)
}
