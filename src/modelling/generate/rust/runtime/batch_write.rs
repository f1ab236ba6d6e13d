//! Puts and removes items independently of each other, in chunks.

use std::collections::{HashMap, VecDeque};

use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemOutput;
use aws_sdk_dynamodb::types::{
    DeleteRequest, PutRequest, ReturnConsumedCapacity, WriteRequest as BatchRequest,
};

use super::attributes::AttributeMap;
use super::calls::{Cost, WriteKind, WriteRequest};
use super::errors::{Error, left_undone, model_error, writes_unfinished};
use super::requests::WriteCall;
use super::same_value::{item_identity, same_or_absent, size_of_item};
use super::service_errors::ServiceError;
use super::session::Session;
use super::write_action::WriteAction;
use super::write_plan::plan_write;
use super::write_rules::refuse;

const WRITES_OF_CHUNK: usize = 25;
const MOST_ITEM_BYTES: usize = 400 * 1024;

struct BatchedWrite {
    /// The name in the database.
    table: String,
    key: AttributeMap,
    request: BatchRequest,
    position: usize,
}

fn check_batched(request: &WriteRequest) -> Result<(), Error> {
    let has_conditions = request.must_exist
        || request.read_first
        || request.condition.is_some()
        || !request.given.is_empty();
    let why = if !matches!(request.kind, WriteKind::Put | WriteKind::Remove) {
        "a batch write puts and removes only"
    } else if request.entity.version.is_some() {
        "a batch write cannot check a version: use write() or transact()"
    } else if !request.entity.unique.is_empty() {
        "a batch write cannot keep a field unique: use write() or transact()"
    } else if has_conditions {
        "a batch write has no conditions: use write() or transact()"
    } else {
        return Ok(());
    };
    Err(refuse(request, why))
}

fn request_of(
    request: &WriteRequest,
    action: WriteAction,
) -> Result<(AttributeMap, BatchRequest), Error> {
    let Some(item) = action.item else {
        let removal = DeleteRequest::builder()
            .set_key(Some(action.key.clone()))
            .build();
        let removal = removal.map_err(|error| model_error(error.to_string()))?;
        return Ok((
            action.key,
            BatchRequest::builder().delete_request(removal).build(),
        ));
    };
    let size = size_of_item(&item);
    if size > MOST_ITEM_BYTES {
        return Err(refuse(
            request,
            &format!("the item has {size} bytes, and the limit is {MOST_ITEM_BYTES}"),
        ));
    }
    let put = PutRequest::builder().set_item(Some(item)).build();
    let put = put.map_err(|error| model_error(error.to_string()))?;
    Ok((action.key, BatchRequest::builder().put_request(put).build()))
}

impl Session {
    fn batched_write(
        &self,
        mut request: WriteRequest,
        position: usize,
        now: i64,
    ) -> Result<BatchedWrite, Error> {
        check_batched(&request)?;
        self.add_kept_members(&mut request, now)?;
        let mut plan = plan_write(&request, None, "", self.computed())?;
        let action = plan.actions.swap_remove(0);
        let table = self.table_name(action.table);
        let (key, batched) = request_of(&request, action)?;
        Ok(BatchedWrite {
            table,
            key,
            request: batched,
            position,
        })
    }

    fn batched_writes(&self, requests: Vec<WriteRequest>) -> Result<VecDeque<BatchedWrite>, Error> {
        let now = self.now_millis();
        let mut seen = HashMap::with_capacity(requests.len());
        let mut writes = VecDeque::with_capacity(requests.len());
        for (at, request) in requests.into_iter().enumerate() {
            let write = self
                .batched_write(request, at, now)
                .map_err(|error| error.at_request(at))?;
            if let Some(earlier) = seen.insert(item_identity(&write.table, &write.key), at) {
                return Err(model_error(format!(
                    "requests {earlier} and {at} are on the same item: a batch has at most one write for each item, \
                     because a batch has no order"
                )));
            }
            writes.push_back(write);
        }
        Ok(writes)
    }
}

impl BatchedWrite {
    fn is_of(&self, request: &BatchRequest) -> bool {
        let put = request.put_request().map(PutRequest::item);
        let item = put.or_else(|| request.delete_request().map(DeleteRequest::key));
        item.is_some_and(|item| {
            self.key
                .iter()
                .all(|(name, value)| same_or_absent(item.get(name), Some(value)))
        })
    }
}

async fn send_chunk(
    call: &mut WriteCall<'_>,
    chunk: &[BatchedWrite],
) -> Result<BatchWriteItemOutput, Box<ServiceError>> {
    let mut tables: HashMap<String, Vec<BatchRequest>> = HashMap::new();
    for write in chunk {
        tables
            .entry(write.table.clone())
            .or_default()
            .push(write.request.clone());
    }
    call.cost.requests += 1;
    let request = call
        .session
        .writing
        .batch_write_item()
        .set_request_items(Some(tables));
    let request = request.return_consumed_capacity(ReturnConsumedCapacity::Total);
    let answer = request.send().await.map_err(ServiceError::of)?;
    call.cost.add_capacity(answer.consumed_capacity());
    Ok(answer)
}

/// The writes of the chunk that the service has not processed.
fn unprocessed_of(chunk: Vec<BatchedWrite>, answer: &BatchWriteItemOutput) -> Vec<BatchedWrite> {
    let left = answer.unprocessed_items();
    let is_left = |write: &BatchedWrite| {
        let of_table = left.and_then(|left| left.get(&write.table));
        of_table.is_some_and(|requests| requests.iter().any(|request| write.is_of(request)))
    };
    chunk.into_iter().filter(is_left).collect()
}

/// Puts and removes items, without conditions and not atomically. They are sent in chunks of 25. Unprocessed ones are
/// sent again, with growing delays. The error is [`Error::Model`] before the first request if an item is too large or
/// two requests are for one item, and [`Error::Unfinished`], with the positions of the writes that may be missing, if
/// the batch is not carried out whole. Requires: each request is a put or a removal, for an entity without version and
/// unique fields.
pub async fn batch_write(session: &Session, requests: Vec<WriteRequest>) -> Result<Cost, Error> {
    let mut call = WriteCall::new(session);
    let all = requests.len();
    let mut waiting = session.batched_writes(requests)?;
    // Consecutive ones without progress.
    let mut attempts = 0;
    while !waiting.is_empty() {
        let chunk: Vec<_> = waiting
            .drain(..WRITES_OF_CHUNK.min(waiting.len()))
            .collect();
        let size = chunk.len();
        let (left, failure) = match send_chunk(&mut call, &chunk).await {
            Ok(answer) => (unprocessed_of(chunk, &answer), None),
            Err(failure) => (chunk, Some(failure)),
        };
        let count = left.len();
        // Unprocessed writes wait again, before the rest.
        for write in left.into_iter().rev() {
            waiting.push_front(write);
        }
        let positions = || waiting.iter().map(|write| write.position).collect();
        if let Some(failure) = failure
            .as_ref()
            .filter(|one| !one.may_succeed_later() && !one.is_throttled())
        {
            return Err(writes_unfinished(
                failure.to_string(),
                positions(),
                all,
                None,
            ));
        }
        if count < size {
            attempts = 0;
        }
        if count == 0 {
            continue;
        }
        attempts += 1;
        let Some(delay) = session.delay_before(attempts) else {
            let why = left_undone("writes", waiting.len(), all, attempts, failure.as_deref());
            return Err(writes_unfinished(why, positions(), all, failure));
        };
        session.wait(delay).await;
    }
    Ok(call.cost)
}
