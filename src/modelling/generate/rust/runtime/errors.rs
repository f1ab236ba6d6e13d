//! The error of all calls, with its facts.

use std::fmt;

use super::attributes::AttributeMap;
use super::service_errors::ServiceError;

/// The error of a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The call is wrong whatever the table holds: a value that cannot be in a key, a token of another read. No request
    /// was sent.
    Model(ModelError),
    /// The service did not carry a write out.
    Refused(Box<WriteRefused>),
    /// The answer of a write was lost, so that it is not known whether the write was carried out. Read the item before
    /// you try again.
    OutcomeUnknown(Box<OutcomeUnknown>),
    /// A row was read that the model cannot use.
    Unreadable(Box<UnreadableRow>),
    /// A batch ended before all of its requests were carried out.
    Unfinished(Box<BatchUnfinished>),
    /// An error of the service or of the way to it.
    Service(Box<ServiceError>),
}

/// A call that is wrong whatever the table holds.
#[derive(Debug, Clone)]
pub struct ModelError {
    pub message: String,
}

/// Why the service did not carry a write out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RefusalReason {
    /// A create found an item with this key.
    ItemExists,
    /// The item that must exist does not.
    ItemMissing,
    /// The condition of the call does not hold.
    ConditionFailed,
    /// The item has another version than the call expects.
    VersionConflict,
    /// Another item has the value of a unique field.
    UniqueValueTaken,
    /// The item changed between each read and the write after it.
    ChangedMeanwhile,
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, out)
    }
}

/// A write that was not carried out.
#[derive(Debug)]
pub struct WriteRefused {
    pub reason: RefusalReason,
    pub message: String,
    /// The item as it is stored, if the service returned it.
    pub item: Option<AttributeMap>,
    /// The position of the write in a transaction, counted from 0.
    pub position: Option<usize>,
    /// The names of the fields, of [`RefusalReason::UniqueValueTaken`].
    pub fields: Vec<&'static str>,
    pub source: Option<Box<ServiceError>>,
}

/// A write whose answer was lost.
#[derive(Debug)]
pub struct OutcomeUnknown {
    pub message: String,
    pub source: Option<Box<ServiceError>>,
}

/// A row that belongs to no entity, lacks a required field, or has a value that the field's kind does not have.
#[derive(Debug, Clone)]
pub struct UnreadableRow {
    pub message: String,
    /// The primary key.
    pub key: AttributeMap,
    /// The entity's name, if the row belongs to one.
    pub entity: Option<&'static str>,
    /// The position of the key, of a read of several keys.
    pub position: usize,
}

/// A batch that ended before all of its requests were carried out.
#[derive(Debug)]
pub struct BatchUnfinished {
    pub message: String,
    /// Of requests that are not carried out, or whose outcome is unknown, in ascending order.
    pub positions: Vec<usize>,
    pub source: Option<Box<ServiceError>>,
}

impl Error {
    /// Returns why the service refused a write, or `None` for another error.
    #[must_use]
    pub fn reason(&self) -> Option<RefusalReason> {
        match self {
            Self::Refused(refused) => Some(refused.reason),
            _ => None,
        }
    }

    /// Returns the stored item on which the condition of a write failed, if the service returned it.
    #[must_use]
    pub fn item(&self) -> Option<&AttributeMap> {
        match self {
            Self::Refused(refused) => refused.item.as_ref(),
            _ => None,
        }
    }

    /// Returns the position of the request that failed, of a call with several ones.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        match self {
            Self::Refused(refused) => refused.position,
            Self::Service(service) => service.position,
            _ => None,
        }
    }

    /// Returns the error with the position of its request.
    pub(super) fn at_request(self, position: usize) -> Self {
        match self {
            Self::Model(wrong) => model_error(format!("request {position}: {}", wrong.message)),
            Self::Refused(mut refused) => {
                refused.message = format!("request {position}: {}", refused.message);
                refused.position = Some(position);
                Self::Refused(refused)
            }
            Self::Service(mut service) => {
                service.position = Some(position);
                Self::Service(service)
            }
            other => other,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(wrong) => out.write_str(&wrong.message),
            Self::Refused(refused) => out.write_str(&refused.message),
            Self::OutcomeUnknown(unknown) => out.write_str(&unknown.message),
            Self::Unreadable(row) => out.write_str(&row.message),
            Self::Unfinished(batch) => out.write_str(&batch.message),
            Self::Service(service) => service.fmt(out),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let cause = match self {
            Self::Refused(refused) => refused.source.as_ref(),
            Self::OutcomeUnknown(unknown) => unknown.source.as_ref(),
            Self::Unfinished(batch) => batch.source.as_ref(),
            Self::Service(service) => return service.source(),
            Self::Model(_) | Self::Unreadable(_) => None,
        };
        cause.map(|cause| cause.as_ref() as _)
    }
}

impl From<Box<ServiceError>> for Error {
    fn from(service: Box<ServiceError>) -> Self {
        Self::Service(service)
    }
}

impl From<UnreadableRow> for Error {
    fn from(row: UnreadableRow) -> Self {
        Self::Unreadable(Box::new(row))
    }
}

impl From<WriteRefused> for Error {
    fn from(refused: WriteRefused) -> Self {
        Self::Refused(Box::new(refused))
    }
}

pub(super) fn model_error(message: impl Into<String>) -> Error {
    Error::Model(ModelError {
        message: message.into(),
    })
}

/// Returns the error of a write whose outcome is not known, with the message of its cause.
pub(super) fn outcome_unknown(cause: Box<ServiceError>) -> Error {
    unknown_because(
        format!("The outcome of the write is not known: {cause}"),
        Some(cause),
    )
}

/// Returns the error of a write whose outcome is not known.
pub(super) fn unknown_because(message: String, source: Option<Box<ServiceError>>) -> Error {
    Error::OutcomeUnknown(Box::new(OutcomeUnknown { message, source }))
}

/// The requests that are not at the positions, as a text such as "0 to 24, 30".
fn ranges_without(positions: &[usize], all: usize) -> String {
    let mut ranges = Vec::new();
    let mut from = 0;
    for position in positions.iter().copied().chain([all]) {
        if position == from + 1 {
            ranges.push(from.to_string());
        } else if position > from {
            ranges.push(format!("{from} to {}", position - 1));
        }
        from = position + 1;
    }
    ranges.join(", ")
}

/// Returns the error of a batch of `all` writes, of which those at `positions` are not written.
pub(super) fn writes_unfinished(
    why: String,
    mut positions: Vec<usize>,
    all: usize,
    source: Option<Box<ServiceError>>,
) -> Error {
    positions.sort_unstable();
    let written = ranges_without(&positions, all);
    let message = if written.is_empty() {
        why
    } else {
        format!(
            "{why}; the requests {written} are written; the others are not written, or their outcome is unknown"
        )
    };
    Error::Unfinished(Box::new(BatchUnfinished {
        message,
        positions,
        source,
    }))
}

/// Returns the reason of a batch of which the service left `left` of `all` requests undone in `attempts` attempts in a
/// row. `last` is the error of the last request, if it failed as a whole. `kind` is "reads" or "writes".
pub(super) fn left_undone(
    kind: &str,
    left: usize,
    all: usize,
    attempts: usize,
    last: Option<&ServiceError>,
) -> String {
    let failure = last.map_or_else(String::new, |last| {
        format!(", the last of which failed: {last}")
    });
    format!(
        "The database left {left} of the {all} {kind} undone in {attempts} attempts in a row{failure}: the error's \
         positions say which, so that only they need to be sent again later"
    )
}
