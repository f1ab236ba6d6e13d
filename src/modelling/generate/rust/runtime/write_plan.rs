//! Plans turn a write request into the actions that carry it out. They need no database.
//!
//! A single action is sent by itself, and several actions form one transaction. A plan made from a read item is
//! conditional on the attributes that it used (`read`). If one of them has changed since, the write must be planned
//! again.
//!
//! How a write becomes requests
//!  1. The primary key of the item is composed, or taken from the stored item, which the caller read before if the write
//!     depends on stored values.
//!  2. The kind of the write makes the action on the item: a put of all attributes, an update expression, a deletion,
//!     or a condition check. A move is a put at the new key and a deletion at the old one.
//!  3. The keys of indexes and the version are added to the action, and each field of the stored item that was used
//!     becomes a condition of it.
//!  4. Unique fields add puts, deletions or checks of sentinels, so the write becomes a transaction.

use super::attributes::{AttributeMap, AttributeValue, as_string};
use super::calls::{WriteKind, WriteRequest};
use super::compose::compose_primary;
use super::errors::{Error, RefusalReason, WriteRefused};
use super::field_states::StoredItem;
use super::identify::primary_key_of;
use super::number_text::Number;
use super::planning::{Planning, ReadAttributes, WRITE_ID_ATTRIBUTE};
use super::same_value::equal_items;
use super::session::ComputedFunctions;
use super::unique::Existence;
use super::write_action::{ActionKind, ActionPart, WriteAction};
use super::write_expression::WriteExpression;
use super::write_rules::check_write;

/// The actions of one write, and its outcome as far as the request determines it.
#[derive(Debug)]
pub(super) struct WritePlan {
    /// The first is on the request's item.
    pub(super) actions: Vec<WriteAction>,
    /// Stored by the write, of an entity with a version.
    pub(super) write_id: Option<String>,
    /// A second execution has no further effect.
    pub(super) repeatable: bool,
    /// The item after the write, with the fields that only keys hold, if the request determines it: of a create, a put
    /// and a move.
    pub(super) row: Option<AttributeMap>,
    pub(super) read: ReadAttributes,
}

fn needs_item(request: &WriteRequest) -> bool {
    let changes = matches!(request.kind, WriteKind::Update | WriteKind::Move);
    changes
        || request.expected_version.is_some()
        || (request.kind == WriteKind::Remove && request.must_exist)
}

/// The fields of an item that another program wrote need not give its key.
fn key_of_write(
    request: &WriteRequest,
    stored: Option<&StoredItem>,
) -> Result<AttributeMap, Error> {
    if let (WriteKind::Update | WriteKind::Remove, Some(Some(item))) = (request.kind, stored) {
        let key = primary_key_of(request.table, item);
        if !key.is_empty() {
            return Ok(key);
        }
    }
    compose_primary(request.entity, &request.values)
}

impl Planning<'_> {
    fn plan_remove(&mut self) -> Result<(), Error> {
        let may_be_there = !matches!(self.stored, Some(None));
        let key = self.key.clone();
        let is = Existence {
            before: may_be_there,
            after: false,
            surely_before: false,
        };
        self.plan_sentinels(is, &key)?;
        let mut expression = WriteExpression::default();
        if self.request.must_exist {
            expression.exists(self.table.partition);
        }
        if !may_be_there {
            expression.not_exists(self.table.partition);
        }
        self.add_conditions(&mut expression)?;
        self.add_read_conditions(&mut expression);
        self.add_action(ActionKind::Delete, ActionPart::Item, key, expression, None);
        self.add_sentinels();
        Ok(())
    }

    fn plan_check(&mut self) -> Result<(), Error> {
        let mut expression = WriteExpression::default();
        self.add_conditions(&mut expression)?;
        if expression.conditions.is_empty() || self.request.must_exist {
            expression.exists(self.table.partition);
        }
        let key = self.key.clone();
        self.add_action(ActionKind::Check, ActionPart::Item, key, expression, None);
        Ok(())
    }

    fn plan_kind(&mut self) -> Result<(), Error> {
        match self.request.kind {
            WriteKind::Create | WriteKind::Put => self.plan_put(),
            WriteKind::Update | WriteKind::Upsert => self.plan_update(),
            WriteKind::Remove => self.plan_remove(),
            WriteKind::Check => self.plan_check(),
            WriteKind::Move => self.plan_move(),
        }
    }
}

/// Returns the plan of a write. `stored` is the result of a consistent read, or `None` if no item was read. If it has an
/// item, the write is on the primary key that this item has, also if the fields give another one. `write_id` is a text
/// that no other write uses. The error is [`Error::Model`] if the request lacks a value, contradicts itself or breaks a
/// rule, or if a value cannot be in a key, and [`Error::Refused`] if the read item does not exist but the request needs
/// it. Requires: `stored` is given if `needs_read` is true.
pub(super) fn plan_write(
    request: &WriteRequest,
    stored: Option<&StoredItem>,
    write_id: &str,
    functions: &ComputedFunctions,
) -> Result<WritePlan, Error> {
    check_write(request)?;
    let key = key_of_write(request, stored)?;
    if matches!(stored, Some(None)) && needs_item(request) {
        return Err(Error::from(WriteRefused {
            reason: RefusalReason::ItemMissing,
            message: format!("{}: there is no such item", request.entity.name),
            item: None,
            position: None,
            fields: Vec::new(),
            source: None,
        }));
    }
    let mut plan = Planning::new(request, stored, key, write_id, functions);
    plan.plan_kind()?;
    let has_id = request.entity.version.is_some()
        && !matches!(request.kind, WriteKind::Remove | WriteKind::Check);
    Ok(WritePlan {
        actions: plan.actions,
        write_id: has_id.then(|| write_id.to_owned()),
        repeatable: plan.repeatable,
        row: plan.row,
        read: plan.read,
    })
}

// ---- tells by the stored item whether a write was carried out

fn version_in(value: Option<&AttributeValue>) -> Option<i64> {
    Number::of(value).and_then(Number::int64)
}

impl WritePlan {
    /// Returns true if the stored item proves that the plan was carried out, because it has the plan's write id.
    pub(super) fn is_written(&self, item: Option<&AttributeMap>) -> bool {
        let id = item.and_then(|item| as_string(item.get(WRITE_ID_ATTRIBUTE)));
        id.is_some() && id == self.write_id.as_deref()
    }

    /// Returns true if the stored item equals the one that the plan writes. For a plan without a write id this proves
    /// that the item is right, but not who wrote it.
    pub(super) fn is_equal(&self, item: Option<&AttributeMap>) -> bool {
        let written = self.actions.first().and_then(|action| action.item.as_ref());
        written
            .zip(item)
            .is_some_and(|(written, item)| equal_items(item, written))
    }

    /// Returns true if the stored item proves that the plan was not carried out, because it has another write id and its
    /// version is not above the one that the plan gives. It cannot tell an item that was removed and created again from
    /// an unchanged one.
    pub(super) fn is_surely_unwritten(
        &self,
        request: &WriteRequest,
        item: Option<&AttributeMap>,
    ) -> bool {
        let Some(item) = item.filter(|item| !item.is_empty() && self.write_id.is_some()) else {
            return false;
        };
        let Some(attribute) = request
            .entity
            .version_attribute()
            .filter(|_| !self.is_written(Some(item)))
        else {
            return false;
        };
        let item_of_plan = self.actions.first().and_then(|action| action.item.as_ref());
        let given = item_of_plan.and_then(|item| item.get(attribute));
        // The version that the write gives the item.
        let written = match (given, request.expected_version) {
            (None, Some(expected)) => Some(expected + 1),
            _ => version_in(given),
        };
        let is = match item.get(attribute) {
            Some(stored) => version_in(Some(stored)),
            None => Some(0),
        };
        written.zip(is).is_some_and(|(written, is)| is <= written)
    }

    /// Returns true if the item has changed since the plan read it.
    pub(super) fn changed_since_read(
        &self,
        stored: &StoredItem,
        now: Option<&AttributeMap>,
    ) -> bool {
        let now = now.filter(|now| !now.is_empty());
        if now.is_some() != stored.is_some() {
            return true;
        }
        let Some(now) = now else {
            return false;
        };
        let mut read = self.read.iter();
        read.any(|(name, value)| !super::write_failure::has_value(now, name, value.as_ref(), None))
    }
}
