//! Reads of items by their primary keys: one, or several as of one moment. Requests for the same item share its answer.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsOutput;
use aws_sdk_dynamodb::types::{CancellationReason, Get, ReturnConsumedCapacity, TransactGetItem};

use super::asked_pattern::key_attributes;
use super::attributes::{AttributeMap, AttributeValue, key_bytes};
use super::calls::{Cost, GetRequest, Row};
use super::compose::compose_primary;
use super::description::Table;
use super::errors::{Error, UnreadableRow, model_error};
use super::number_text::canonical_number;
use super::service_errors::ServiceError;
use super::session::Session;
use super::spell::spell_map;
use super::stored_row::{Reader, StoredRow};

/// The answer of a read of several keys.
#[derive(Debug, Default)]
pub struct KeyedRows {
    /// By position. `None` if the table has no such item.
    pub rows: Vec<Option<Row>>,
    /// Items of another entity than the requested one, each with its position.
    pub unreadable: Vec<UnreadableRow>,
    pub cost: Cost,
}

#[derive(Debug)]
pub(super) struct AskedKey {
    table: &'static Table,
    pub(super) table_name: String,
    pub(super) key: AttributeMap,
    /// Of the requests for this key.
    pub(super) positions: Vec<usize>,
}

/// The keys of several requests, each once.
#[derive(Debug)]
pub(super) struct KeySet<'a> {
    pub(super) session: &'a Session,
    pub(super) requests: &'a [GetRequest],
    pub(super) keys: Vec<AskedKey>,
    /// Of the keys, by identity.
    numbers: HashMap<String, usize>,
}

/// A text that is equal for equal keys of equal tables. The numbers 1 and 1.0 are equal.
fn key_identity(table_name: &str, table: &Table, key: &AttributeMap) -> String {
    let part_of = |name: &str| match key.get(name) {
        Some(AttributeValue::N(number)) => format!("{:?}", canonical_number(number)),
        Some(value) => format!("{:?}", key_bytes(value)),
        None => String::new(),
    };
    let parts: String = key_attributes(table, None)
        .into_iter()
        .map(part_of)
        .collect();
    format!("{table_name:?}{parts}")
}

impl<'a> KeySet<'a> {
    /// Returns the keys. The error is of a field that is missing or cannot be in a key.
    pub(super) fn of(session: &'a Session, requests: &'a [GetRequest]) -> Result<Self, Error> {
        let mut set = Self {
            session,
            requests,
            keys: Vec::with_capacity(requests.len()),
            numbers: HashMap::with_capacity(requests.len()),
        };
        for (position, request) in requests.iter().enumerate() {
            let key = compose_primary(request.entity, &request.values)?;
            let table_name = session.table_name(request.table);
            let identity = key_identity(&table_name, request.table, &key);
            let number = *set.numbers.entry(identity).or_insert(set.keys.len());
            if number == set.keys.len() {
                set.keys.push(AskedKey {
                    table: request.table,
                    table_name,
                    key,
                    positions: Vec::new(),
                });
            }
            set.keys[number].positions.push(position);
        }
        Ok(set)
    }

    /// Returns the number of the key that an item or a key has, in the table of that name. `None` if no request asks for
    /// it.
    pub(super) fn number_of(&self, table_name: &str, item: &AttributeMap) -> Option<usize> {
        let asked = self.keys.iter().find(|key| key.table_name == table_name)?;
        self.numbers
            .get(&key_identity(table_name, asked.table, item))
            .copied()
    }

    /// Adds an item that was read to the answer, at the positions of its key. An expired item counts as absent. An item
    /// of another entity than a request asks for is listed as unreadable.
    pub(super) fn add_item(&self, number: usize, item: AttributeMap, answer: &mut KeyedRows) {
        let asked = &self.keys[number];
        let row = StoredRow::of(asked.table, None, item);
        if row.is_expired(self.session) {
            return;
        }
        let entity = row.entity;
        let is = entity.map_or_else(
            || "no entity".to_owned(),
            |entity| format!("the entity {}", entity.name),
        );
        let (mut found, mut unreadable) = (None, None);
        match entity {
            Some(entity) => found = Some(row.handed_out(entity)),
            None => unreadable = Some(row.unreadable(asked.table, String::new())),
        }
        for position in &asked.positions {
            let wanted = self.requests[*position].entity;
            if entity.is_some_and(|entity| std::ptr::eq(entity, wanted)) {
                answer.rows[*position].clone_from(&found);
                continue;
            }
            let message = format!(
                "The item {} of the table {} is of {is}, not of the requested entity {}",
                spell_map(&asked.key),
                asked.table.name,
                wanted.name
            );
            let key = unreadable.as_ref().map_or(&asked.key, |row| &row.key);
            answer.unreadable.push(UnreadableRow {
                message,
                key: key.clone(),
                entity: entity.map(|entity| entity.name),
                position: *position,
            });
        }
    }
}

// ---- one item

/// Returns the item, or `None` if the table has no such item or it has expired. The error is [`Error::Model`] for a
/// field that is missing or cannot be in a key, [`Error::Unreadable`] for an item of another entity, or one of the SDK.
pub async fn get(
    session: &Session,
    request: GetRequest,
    consistent: bool,
) -> Result<Option<Row>, Error> {
    let GetRequest {
        table,
        entity,
        values,
    } = request;
    let asking = session
        .client
        .get_item()
        .table_name(session.table_name(table))
        .set_key(Some(compose_primary(entity, &values)?))
        .consistent_read(consistent)
        .return_consumed_capacity(ReturnConsumedCapacity::Total);
    let answer = asking.send().await.map_err(ServiceError::of)?;
    let Some(item) = answer.item.filter(|item| !item.is_empty()) else {
        return Ok(None);
    };
    let row = StoredRow::of(table, None, item);
    if !row.entity.is_some_and(|own| std::ptr::eq(own, entity)) {
        let message = row.misfit(table, Reader::Get(entity.name));
        return Err(row.unreadable(table, message).into());
    }
    Ok((!row.is_expired(session)).then(|| row.handed_out(entity)))
}

// ---- several items of one moment

const MOST_SNAPSHOT_KEYS: usize = 100;

/// Codes of reasons that a later attempt may not meet.
pub(super) const TRANSACTION_CONFLICTS: &[&str] = &[
    "TransactionConflict",
    "ThrottlingError",
    "ProvisionedThroughputExceeded",
    "RequestLimitExceeded",
];

/// Returns the code of a reason, or `None` for an action that is not to blame.
pub(super) fn code_of_reason(reason: &CancellationReason) -> Option<&str> {
    reason
        .code()
        .filter(|code| !code.is_empty() && *code != "None")
}

/// True if the snapshot failed only because a transaction writes one of its items, or because of the load.
fn is_conflict(error: &ServiceError) -> bool {
    let mut codes = error.reasons().iter().filter_map(code_of_reason).peekable();
    error.is_cancellation()
        && codes.peek().is_some()
        && codes.all(|code| TRANSACTION_CONFLICTS.contains(&code))
}

impl KeySet<'_> {
    async fn send_snapshot(&self, cost: &mut Cost) -> Result<TransactGetItemsOutput, Error> {
        let mut items = Vec::with_capacity(self.keys.len());
        for asked in &self.keys {
            let get = Get::builder()
                .set_key(Some(asked.key.clone()))
                .table_name(&asked.table_name);
            let get = get
                .build()
                .map_err(|error| model_error(error.to_string()))?;
            items.push(TransactGetItem::builder().get(get).build());
        }
        let request = self
            .session
            .client
            .transact_get_items()
            .set_transact_items(Some(items))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let mut attempt = 1;
        loop {
            cost.requests += 1;
            let error = match request.clone().send().await.map_err(ServiceError::of) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            match self.session.delay_before(attempt) {
                Some(delay) if is_conflict(&error) => self.session.wait(delay).await,
                _ => return Err(error.into()),
            }
            attempt += 1;
        }
    }
}

/// Returns the items as of one moment, by position. The error is one of the SDK, or [`Error::Model`] for more than 100
/// keys, or for a field that is missing or cannot be in a key.
pub async fn snapshot(session: &Session, requests: &[GetRequest]) -> Result<KeyedRows, Error> {
    let set = KeySet::of(session, requests)?;
    let mut answer = KeyedRows {
        rows: vec![None; requests.len()],
        ..KeyedRows::default()
    };
    if requests.is_empty() {
        return Ok(answer);
    }
    let count = set.keys.len();
    if count > MOST_SNAPSHOT_KEYS {
        return Err(model_error(format!(
            "A snapshot has at most {MOST_SNAPSHOT_KEYS} keys, not {count}: read them in several snapshots, each of \
             one moment, or with get_many, which reads any number and not as of one moment"
        )));
    }
    let response = set.send_snapshot(&mut answer.cost).await?;
    answer.cost.add_capacity(response.consumed_capacity());
    answer.cost.evaluated = count;
    for (number, one) in response
        .responses
        .unwrap_or_default()
        .into_iter()
        .take(count)
        .enumerate()
    {
        if let Some(item) = one.item.filter(|item| !item.is_empty()) {
            answer.cost.returned += 1;
            set.add_item(number, item, &mut answer);
        }
    }
    Ok(answer)
}
