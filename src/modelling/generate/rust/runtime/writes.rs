//! The writes of an entity. A write is made by the functions of a client, gets its facts and changes, and is sent by
//! `send`, or becomes a part of a transaction by `into_write`. Both exist only if the facts suffice ([`Proven`]).

use std::marker::PhantomData;

use super::calls::{
    Change, ChangeKind, Path, Predicate, Row, WholeRange, WriteAnswer, WriteKind, WriteRequest,
};
use super::conditions::Condition;
use super::description::{Field, FieldKind};
use super::entity::{Entity, decode_row};
use super::errors::{Error, OutcomeUnknown, model_error};
use super::field_values::FieldValue;
use super::proof::kinds::{Checking, Creating, Moving, Putting, Removing, Updating, Upserting};
use super::proof::{Changes, Of, Proven};
use super::session::Session;
use super::write::write_item;

/// A write that a transaction takes.
#[derive(Debug)]
pub struct Write {
    pub(super) request: Result<WriteRequest, Error>,
}

/// A write of the entity `E` that has not been sent, of the kind `K`. The facts `F` say which stored
/// values it knows.
#[derive(Debug)]
#[must_use = "a write is sent by `send`, or by a transaction"]
pub struct Pending<'a, E, K, F> {
    session: &'a Session,
    request: Result<WriteRequest, Error>,
    of: Of<(E, K, F)>,
}

impl<'a, E: Entity, K, F> Pending<'a, E, K, F> {
    pub(super) fn new(
        session: &'a Session,
        kind: WriteKind,
        values: Result<super::attributes::AttributeMap, Error>,
    ) -> Self {
        Self {
            session,
            request: values.map(|values| WriteRequest::new(kind, E::table(), E::info(), values)),
            of: PhantomData,
        }
    }

    pub(super) fn with(
        mut self,
        change: impl FnOnce(&mut WriteRequest) -> Result<(), Error>,
    ) -> Self {
        self.request = self.request.and_then(|mut request| {
            change(&mut request)?;
            Ok(request)
        });
        self
    }

    /// Returns the same write with other facts. Generated code calls it.
    pub fn knowing<G>(self) -> Pending<'a, E, K, G> {
        Pending {
            session: self.session,
            request: self.request,
            of: PhantomData,
        }
    }

    /// Adds a condition: the write fails with [`ConditionFailed`](super::RefusalReason::ConditionFailed) unless the
    /// stored item meets it.
    pub fn condition(self, condition: Condition<E>) -> Self {
        self.with(|request| {
            let asked = condition.predicate?;
            request.condition = Some(match request.condition.take() {
                Some(before) => Predicate::All(vec![before, asked]),
                None => asked,
            });
            Ok(())
        })
    }

    /// Tells the stored value of a field, on which the write is then conditional. Generated code calls it.
    pub fn give<V: FieldValue>(self, at: usize, value: V) -> Self {
        self.with(|request| {
            let field = &request.entity.fields[at];
            request
                .given
                .insert(field.attribute.to_owned(), value.encode(field)?);
            Ok(())
        })
    }

    /// Lets the write fail with [`VersionConflict`](super::RefusalReason::VersionConflict) unless the stored item has
    /// this version. Generated code calls it.
    pub fn expect_version(self, version: i64) -> Self {
        self.with(|request| {
            request.expected_version = Some(version);
            Ok(())
        })
    }

    /// Lets the write replace or change an item of any version. Generated code calls it.
    pub fn expect_any_version(self) -> Self {
        self.with(|request| {
            request.any_version = true;
            Ok(())
        })
    }

    /// Reads the item, and writes it only if it has not changed since. A change meanwhile is read again. Generated code
    /// calls it.
    pub fn reading_first(self) -> Self {
        self.with(|request| {
            request.read_first = true;
            // A put without a version would only make a new item, also if it read another one.
            request.any_version |=
                request.kind == WriteKind::Put && request.expected_version.is_none();
            Ok(())
        })
    }

    /// Returns the write for a transaction.
    #[must_use]
    pub fn into_write(self) -> Write
    where
        F: Proven<E, K>,
    {
        Write {
            request: self.check().request,
        }
    }

    fn check(self) -> Self {
        self.with(|request| {
            if request.kind == WriteKind::Update && request.changes.is_empty() {
                return Err(model_error(format!(
                    "the update of {} changes no field",
                    request.entity.name
                )));
            }
            Ok(())
        })
    }

    async fn answer(self) -> Result<WriteAnswer, Error> {
        let session = self.session;
        write_item(session, self.check().request?).await
    }

    async fn written(self) -> Result<E, Error> {
        let answer = self.answer().await?;
        match answer.row {
            Some(row) => decoded::<E>(row),
            None => Err(answer.unread.unwrap_or_else(|| {
                Error::OutcomeUnknown(Box::new(OutcomeUnknown {
                    message: format!(
                        "{}: the write is done, and the item is not in its answer",
                        E::info().name
                    ),
                    source: None,
                }))
            })),
        }
    }
}

fn decoded<E: Entity>(row: Row) -> Result<E, Error> {
    decode_row(E::table(), row).map_err(Error::from)
}

impl<E: Entity, F: Proven<E, Creating>> Pending<'_, E, Creating, F> {
    /// Makes the item and returns it as it is stored. It is refused with `ItemExists`, `UniqueValueTaken` or
    /// `ConditionFailed`.
    pub async fn send(self) -> Result<E, Error> {
        self.written().await
    }
}

impl<E: Entity, F> Pending<'_, E, Putting, F> {
    /// Makes the item or replaces it, and returns it as it is stored.
    pub async fn send(self) -> Result<E, Error>
    where
        F: Proven<E, Putting>,
    {
        self.written().await
    }
}

impl<E: Entity, F> Pending<'_, E, Updating, F> {
    /// Changes the item and returns it. It is refused with `ItemMissing`, `VersionConflict`, `ConditionFailed` ...
    pub async fn send(self) -> Result<E, Error>
    where
        F: Proven<E, Updating>,
    {
        self.written().await
    }
}

impl<E: Entity, F> Pending<'_, E, Upserting, F> {
    /// Changes the item or creates it, and returns it.
    pub async fn send(self) -> Result<E, Error>
    where
        F: Proven<E, Upserting>,
    {
        self.written().await
    }
}

impl<E: Entity, F> Pending<'_, E, Moving, F> {
    /// Gives the item its new primary key, and returns it.
    pub async fn send(self) -> Result<E, Error>
    where
        F: Proven<E, Moving>,
    {
        self.written().await
    }
}

impl<E: Entity, F> Pending<'_, E, Removing, F> {
    /// Lets the removal fail with `ItemMissing` if the item does not exist.
    pub fn must_exist(self) -> Self {
        self.with(|request| {
            request.must_exist = true;
            Ok(())
        })
    }

    /// Removes the item and returns it. `None` if it did not exist.
    pub async fn send(self) -> Result<Option<E>, Error>
    where
        F: Proven<E, Removing>,
    {
        self.answer().await?.row.map(decoded::<E>).transpose()
    }
}

impl<E: Entity, F> Pending<'_, E, Checking, F> {
    pub(super) fn requiring_item(self) -> Self {
        self.with(|request| {
            request.must_exist = true;
            Ok(())
        })
    }
}

fn range_of(field: &Field) -> Option<WholeRange> {
    match field.kind {
        FieldKind::Integer | FieldKind::Seconds => Some(WholeRange {
            least: i64::MIN,
            most: i64::MAX.unsigned_abs(),
        }),
        FieldKind::Unsigned => Some(WholeRange {
            least: 0,
            most: u64::MAX,
        }),
        _ => None,
    }
}

impl<E: Entity, K: Changes, F> Pending<'_, E, K, F> {
    /// Adds a change of a whole field. Generated code calls it.
    pub fn change<V: FieldValue>(self, kind: ChangeKind, at: usize, value: V) -> Self {
        self.with(|request| {
            let field = &request.entity.fields[at];
            let mut change = Change::of(kind, at, value.encode(field)?);
            if kind == ChangeKind::Increment {
                change.range = range_of(field);
            }
            request.changes.push(change);
            Ok(())
        })
    }

    /// Makes an optional field absent. Generated code calls it.
    pub fn erase(self, at: usize) -> Self {
        self.with(|request| {
            request
                .changes
                .push(Change::of(ChangeKind::Erase, at, None));
            Ok(())
        })
    }

    /// Adds a change of a member of a document. Generated code calls it.
    pub fn change_member(self, at: usize, steps: Path, change: MemberChange) -> Self {
        self.with(|request| {
            let field = &request.entity.fields[at];
            let mut path = super::calls::path_to(field.attribute);
            path.extend(steps);
            let value = change
                .value
                .map(|value| value.into_value(field.name))
                .transpose()?;
            request.changes.push(Change {
                path,
                of_element: true,
                ..Change::of(change.kind, at, value)
            });
            Ok(())
        })
    }
}

/// A change of a member of a document.
#[derive(Debug, Clone)]
pub struct MemberChange {
    kind: ChangeKind,
    value: Option<super::documents::Document>,
}

impl MemberChange {
    /// Sets the member.
    #[must_use]
    pub fn set(value: impl Into<super::documents::Document>) -> Self {
        Self {
            kind: ChangeKind::Set,
            value: Some(value.into()),
        }
    }

    /// Adds to the member, which is a number.
    #[must_use]
    pub fn increment(by: impl Into<super::decimal::Decimal>) -> Self {
        Self {
            kind: ChangeKind::Increment,
            value: Some(super::documents::Document::Number(by.into())),
        }
    }

    /// Removes the member.
    #[must_use]
    pub fn remove() -> Self {
        Self {
            kind: ChangeKind::Erase,
            value: None,
        }
    }

    /// Adds elements at the end of the member, which is a list.
    #[must_use]
    pub fn append(elements: Vec<super::documents::Document>) -> Self {
        Self {
            kind: ChangeKind::Append,
            value: Some(super::documents::Document::List(elements)),
        }
    }
}
