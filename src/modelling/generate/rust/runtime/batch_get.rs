//! Reads any number of items by primary key.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};

use super::attributes::sorted;
use super::calls::GetRequest;
use super::costs::side_by_side;
use super::errors::{BatchUnfinished, Error, left_undone, model_error};
use super::keyed_reads::{KeySet, KeyedRows};
use super::service_errors::ServiceError;
use super::session::Session;

/// The number of requests of one batch that are under way at a time.
const BATCHES_SIDE_BY_SIDE: usize = 4;
/// Of one request.
const MOST_BATCH_KEYS: usize = 100;

/// The answer of a request, or the error with which the service says that it can process no part of it now.
type BatchAnswer = Result<BatchGetItemOutput, Box<ServiceError>>;

struct BatchReading<'a> {
    set: KeySet<'a>,
    consistent: bool,
    answer: KeyedRows,
    /// Keys for the next attempt.
    unprocessed: Vec<usize>,
    /// In this attempt.
    progress: bool,
    /// Of the last request, if it failed as a whole.
    last_failure: Option<Box<ServiceError>>,
}

impl BatchReading<'_> {
    async fn send(&self, chunk: &[usize]) -> Result<BatchAnswer, Error> {
        let mut keys = HashMap::new();
        for number in chunk {
            let asked = &self.set.keys[*number];
            let of_table: &mut Vec<_> = keys.entry(asked.table_name.clone()).or_default();
            of_table.push(asked.key.clone());
        }
        let mut tables = HashMap::with_capacity(keys.len());
        for (table, keys) in keys {
            let asked = KeysAndAttributes::builder()
                .set_keys(Some(keys))
                .consistent_read(self.consistent);
            tables.insert(
                table,
                asked
                    .build()
                    .map_err(|error| model_error(error.to_string()))?,
            );
        }
        let request = self
            .set
            .session
            .client
            .batch_get_item()
            .set_request_items(Some(tables));
        let request = request.return_consumed_capacity(ReturnConsumedCapacity::Total);
        match request.send().await.map_err(ServiceError::of) {
            Err(error) if !error.is_throttled() && !error.may_succeed_later() => Err(error.into()),
            answer => Ok(answer),
        }
    }

    fn take_answer(&mut self, chunk: &[usize], response: BatchGetItemOutput) {
        self.last_failure = None;
        let mut left = 0;
        for (table, keys) in sorted(&response.unprocessed_keys.unwrap_or_default()) {
            for number in keys
                .keys()
                .iter()
                .filter_map(|key| self.set.number_of(table, key))
            {
                self.unprocessed.push(number);
                left += 1;
            }
        }
        self.progress |= left < chunk.len();
        let cost = &mut self.answer.cost;
        cost.evaluated += chunk.len().saturating_sub(left);
        cost.add_capacity(response.consumed_capacity.as_deref().unwrap_or_default());
        for (table, items) in response.responses.unwrap_or_default() {
            for item in items {
                if let Some(number) = self.set.number_of(&table, &item) {
                    self.answer.cost.returned += 1;
                    self.set.add_item(number, item, &mut self.answer);
                }
            }
        }
    }

    /// Sends requests for several chunks of the keys, side by side.
    async fn send_chunks(&mut self, keys: &[usize]) -> Result<(), Error> {
        let chunks: Vec<_> = keys.chunks(MOST_BATCH_KEYS).collect();
        self.answer.cost.requests += chunks.len();
        let sent: Vec<_> = chunks.iter().map(|chunk| self.send(chunk)).collect();
        for (chunk, answer) in chunks.iter().zip(side_by_side(sent).await?) {
            match answer {
                Ok(response) => self.take_answer(chunk, response),
                Err(failure) => {
                    self.last_failure = Some(failure);
                    self.unprocessed.extend_from_slice(chunk);
                }
            }
        }
        Ok(())
    }

    /// The error of a batch whose attempts are used up. `attempts` are those in a row that read no item.
    fn unfinished(self, attempts: usize) -> Error {
        let keys = self
            .unprocessed
            .iter()
            .map(|number| &self.set.keys[*number]);
        let mut positions: Vec<_> = keys.flat_map(|key| key.positions.iter().copied()).collect();
        positions.sort_unstable();
        let (left, all) = (positions.len(), self.set.requests.len());
        Error::Unfinished(Box::new(BatchUnfinished {
            message: left_undone("reads", left, all, attempts, self.last_failure.as_deref()),
            positions,
            source: self.last_failure,
        }))
    }
}

/// Returns the items, by position. It reads chunks of 100 items, and asks again for keys that the database left
/// unprocessed, with growing delays. The error is one of the SDK, [`Error::Model`] for a field that is missing or cannot
/// be in a key, or [`Error::Unfinished`] with their positions if keys are unprocessed when the attempts are used up.
pub async fn batch_get(
    session: &Session,
    requests: &[GetRequest],
    consistent: bool,
) -> Result<KeyedRows, Error> {
    let set = KeySet::of(session, requests)?;
    let mut pending: Vec<_> = (0..set.keys.len()).collect();
    let mut batch = BatchReading {
        set,
        consistent,
        answer: KeyedRows {
            rows: vec![None; requests.len()],
            ..KeyedRows::default()
        },
        unprocessed: Vec::new(),
        progress: false,
        last_failure: None,
    };
    let mut attempt = 0;
    loop {
        for keys in pending.chunks(MOST_BATCH_KEYS * BATCHES_SIDE_BY_SIDE) {
            batch.send_chunks(keys).await?;
        }
        if batch.unprocessed.is_empty() {
            return Ok(batch.answer);
        }
        // Only consecutive attempts that read no item use up attempts, because large items leave keys unprocessed
        // without any fault.
        attempt = if batch.progress { 1 } else { attempt + 1 };
        let Some(delay) = session.delay_before(attempt) else {
            return Err(batch.unfinished(attempt));
        };
        batch.progress = false;
        pending = std::mem::take(&mut batch.unprocessed);
        session.wait(delay).await;
    }
}
