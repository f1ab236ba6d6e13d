//! Sends the requests of writes, and counts their cost.

use aws_sdk_dynamodb::types::{CancellationReason, ReturnConsumedCapacity};

use super::attributes::AttributeMap;
use super::calls::{Cost, WriteRequest};
use super::compose::compose_primary;
use super::description::Table;
use super::errors::{Error, model_error, outcome_unknown};
use super::field_states::StoredItem;
use super::identify::identify;
use super::keyed_reads::{TRANSACTION_CONFLICTS, code_of_reason};
use super::service_errors::ServiceError;
use super::session::Session;
use super::write_action::{ActionKind, WriteAction};
use super::write_failure::PlaceOfWrite;

/// A call of a write, with the cost so far.
pub(super) struct WriteCall<'a> {
    pub(super) session: &'a Session,
    pub(super) cost: Cost,
}

/// The error of a request, or one of the model.
pub(super) enum Failure {
    Service(Box<ServiceError>),
    Other(Error),
}

impl<'a> WriteCall<'a> {
    pub(super) fn new(session: &'a Session) -> Self {
        Self {
            session,
            cost: Cost::default(),
        }
    }

    /// Reads an item with its latest value. Returns `None` if it does not exist.
    pub(super) async fn get_item(
        &mut self,
        table: &Table,
        key: AttributeMap,
    ) -> Result<Option<AttributeMap>, Box<ServiceError>> {
        self.cost.requests += 1;
        let request = self
            .session
            .client
            .get_item()
            .table_name(self.session.table_name(table))
            .set_key(Some(key))
            .consistent_read(true)
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = request.send().await.map_err(ServiceError::of)?;
        self.cost.add_capacity(answer.consumed_capacity());
        Ok(answer.item.filter(|item| !item.is_empty()))
    }

    /// Reads the item of a request, with the fields that only its keys hold.
    pub(super) async fn read_for(&mut self, request: &WriteRequest) -> Result<StoredItem, Error> {
        let key = compose_primary(request.entity, &request.values)?;
        let Some(mut item) = self.get_item(request.table, key).await? else {
            return Ok(None);
        };
        self.cost.evaluated += 1;
        identify(request.table, &mut item);
        Ok(Some(item))
    }

    /// Sends one action by itself. Returns the item that the service returned, or `None` without one.
    pub(super) async fn send_action(
        &mut self,
        action: &WriteAction,
    ) -> Result<Option<AttributeMap>, Failure> {
        self.cost.requests += 1;
        let session = self.session;
        let (item, consumed) = match action.kind {
            ActionKind::Put => {
                let answer = action.put_request(session).send().await;
                let answer = answer.map_err(|error| Failure::Service(ServiceError::of(error)))?;
                (answer.attributes, answer.consumed_capacity)
            }
            ActionKind::Update => {
                let answer = action.update_request(session).send().await;
                let answer = answer.map_err(|error| Failure::Service(ServiceError::of(error)))?;
                (answer.attributes, answer.consumed_capacity)
            }
            ActionKind::Delete => {
                let answer = action.delete_request(session).send().await;
                let answer = answer.map_err(|error| Failure::Service(ServiceError::of(error)))?;
                (answer.attributes, answer.consumed_capacity)
            }
            ActionKind::Check => {
                return Err(Failure::Other(model_error(
                    "a check is sent in a transaction only",
                )));
            }
        };
        self.cost.add_capacity(&consumed);
        Ok(item.filter(|item| !item.is_empty()))
    }

    /// Sends the actions as one transaction. Its token makes a repetition harmless, so unknown outcomes and conflicts
    /// with other writers are tried again with growing delays. The error is the last one of the SDK, or
    /// [`Error::OutcomeUnknown`] if the attempts are used up and the last one had no clear outcome.
    pub(super) async fn run_transaction(&mut self, actions: &[WriteAction]) -> Result<(), Failure> {
        let items = actions
            .iter()
            .map(|action| action.in_transaction(self.session));
        let items = items
            .collect::<Result<Vec<_>, _>>()
            .map_err(Failure::Other)?;
        let request = self
            .session
            .writing
            .transact_write_items()
            .set_transact_items(Some(items))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .client_request_token(self.session.request_token());
        let mut made = 1;
        loop {
            self.cost.requests += 1;
            let error = match request.clone().send().await.map_err(ServiceError::of) {
                Ok(answer) => {
                    self.cost.add_capacity(answer.consumed_capacity());
                    return Ok(());
                }
                Err(error) => error,
            };
            if !transaction_may_succeed_later(&error) {
                return Err(Failure::Service(error));
            }
            match self.session.delay_before(made) {
                Some(delay) => self.session.wait(delay).await,
                None if error.outcome_is_unknown() => {
                    return Err(Failure::Other(outcome_unknown(error)));
                }
                None => return Err(Failure::Service(error)),
            }
            made += 1;
        }
    }
}

// ---- transactions

/// The action that caused the cancellation of a transaction.
pub(super) struct Cancellation {
    pub(super) action: usize,
    /// Such as "`ConditionalCheckFailed`".
    pub(super) code: String,
    pub(super) message: String,
    pub(super) item: Option<AttributeMap>,
}

fn is_conflict(code: &str) -> bool {
    TRANSACTION_CONFLICTS.contains(&code)
}

fn cause_of(error: &ServiceError) -> Option<(usize, &CancellationReason, &str)> {
    let all = error.reasons().iter().enumerate();
    let causes: Vec<_> = all
        .filter_map(|(action, reason)| Some((action, reason, code_of_reason(reason)?)))
        .collect();
    let failed = causes
        .iter()
        .find(|(_, _, code)| *code == "ConditionalCheckFailed");
    let refused = || causes.iter().find(|(_, _, code)| !is_conflict(code));
    failed.or_else(refused).or(causes.first()).copied()
}

/// Returns the action to blame: the first whose condition failed, or else the first that was refused for good, or else
/// the first that met another writer. `None` if the error has no reasons.
pub(super) fn blamed(error: &ServiceError) -> Option<Cancellation> {
    let (action, reason, code) = cause_of(error).filter(|_| error.is_cancellation())?;
    Some(Cancellation {
        action,
        code: code.to_owned(),
        message: reason.message().unwrap_or_default().to_owned(),
        item: reason.item().cloned(),
    })
}

fn transaction_may_succeed_later(error: &ServiceError) -> bool {
    if !error.is_cancellation() {
        return error.may_succeed_later();
    }
    cause_of(error).is_some_and(|(_, _, code)| is_conflict(code))
}

/// Returns the place of a request of a transaction, for its errors.
pub(super) fn place_of(position: usize, request: &WriteRequest) -> PlaceOfWrite {
    PlaceOfWrite {
        text: format!("request {position} ({})", request.entity.name),
        position: Some(position),
    }
}
