//! The values of an item's fields before and after a write, as far as they are known.
//!
//! A field is known from the primary key, from the caller (`given`), from an item that was read, or from a change that
//! sets it. A use of a field that is known only from the item that was read makes the write depend on that item. Those
//! fields are collected, and the write becomes conditional on them.

use std::cell::Cell;

use super::attributes::{AttributeMap, AttributeValue, as_number, number_value};
use super::calls::{Change, ChangeKind, WriteKind, WriteRequest};
use super::changed_value::{changed_value, in_order_of_effect};
use super::default_values::default_of;
use super::description::{EntityInfo, Field};
use super::errors::Error;
use super::number_text::Number;
use super::same_value::same_value;

/// An item as it was read, with the fields that only its keys hold. `None` if the item does not exist.
pub(super) type StoredItem = Option<AttributeMap>;

/// The value of a field, as far as it is known.
#[derive(Debug, Clone, Default)]
pub(super) struct FieldState {
    pub(super) known: bool,
    /// Of a known field. `None` if the field is absent, and has no default.
    pub(super) value: Option<AttributeValue>,
    /// The attribute is, or may be, absent and means the value.
    pub(super) is_default: bool,
}

impl FieldState {
    /// Returns the state of a field with this value.
    pub(super) fn of(value: Option<AttributeValue>) -> Self {
        Self {
            known: true,
            value,
            is_default: false,
        }
    }

    fn absent(entity: &EntityInfo, attribute: &str) -> Self {
        let value = default_of(entity, attribute);
        Self {
            known: true,
            is_default: value.is_some(),
            value,
        }
    }

    fn within(entity: &EntityInfo, values: &AttributeMap, field: &Field) -> Self {
        let value = values.get(field.attribute);
        match value.filter(|value| !field.counts_as_absent(Some(value))) {
            Some(value) => Self::of(Some(value.clone())),
            None => Self::absent(entity, field.attribute),
        }
    }

    /// The write depends on the attribute having the value, or being absent if the value is its default.
    fn given(entity: &EntityInfo, value: Option<&AttributeValue>, attribute: &str) -> Self {
        let Some(value) = value else {
            return Self::absent(entity, attribute);
        };
        let otherwise = default_of(entity, attribute);
        Self {
            known: true,
            value: Some(value.clone()),
            is_default: otherwise.is_some_and(|otherwise| same_value(&otherwise, value)),
        }
    }
}

#[derive(Debug)]
struct StateOfField {
    before: FieldState,
    after: FieldState,
    /// The state before comes from the item that was read.
    from_read: bool,
    after_from_read: bool,
    changed: bool,
    used: Cell<bool>,
}

/// The states of all fields of one write.
#[derive(Debug)]
pub(super) struct FieldStates {
    entity: &'static EntityInfo,
    fields: Vec<StateOfField>,
}

fn state_before(
    request: &WriteRequest,
    stored: Option<&StoredItem>,
    field: &Field,
    is_identifying: bool,
) -> (FieldState, bool) {
    if is_identifying {
        return (
            FieldState::within(request.entity, &request.values, field),
            false,
        );
    }
    if let Some(value) = request.given.get(field.attribute) {
        return (
            FieldState::given(request.entity, value.as_ref(), field.attribute),
            false,
        );
    }
    match stored {
        None => (FieldState::default(), false),
        Some(Some(item)) => (FieldState::within(request.entity, item, field), true),
        Some(None) => (FieldState::absent(request.entity, field.attribute), true),
    }
}

impl FieldStates {
    /// Returns the states. `stored` is `None` if no item was read.
    pub(super) fn new(request: &WriteRequest, stored: Option<&StoredItem>) -> Self {
        let identifying = request.entity.identifying_fields();
        // The item after the write if the request has all its fields.
        let whole = match request.kind {
            WriteKind::Create | WriteKind::Put => Some(&request.values),
            WriteKind::Move => Some(&request.moved_to),
            _ => None,
        };
        let state_of = |(position, field): (usize, &'static Field)| {
            let (before, from_read) =
                state_before(request, stored, field, identifying.contains(&position));
            let after = match whole {
                Some(whole) => FieldState::within(request.entity, whole, field),
                None => before.clone(),
            };
            StateOfField {
                before,
                after,
                from_read,
                after_from_read: from_read && whole.is_none(),
                changed: false,
                used: Cell::new(false),
            }
        };
        Self {
            entity: request.entity,
            fields: request
                .entity
                .fields
                .iter()
                .enumerate()
                .map(state_of)
                .collect(),
        }
    }

    /// Applies the request's changes in their order. The error is of a sum that is not a valid number.
    pub(super) fn apply_changes(&mut self, changes: &[Change]) -> Result<(), Error> {
        for change in in_order_of_effect(changes) {
            let of = &self.fields[change.field];
            let (state, keeps_origin) = self.state_after(change, &of.after, of.after_from_read)?;
            let of = &mut self.fields[change.field];
            of.changed = true;
            of.after = state;
            of.after_from_read &= keeps_origin;
        }
        Ok(())
    }

    /// Sets the new value of a field that does not come from one of the request's changes.
    pub(super) fn set_after(&mut self, field: usize, state: FieldState) {
        let of = &mut self.fields[field];
        of.changed = true;
        of.after = state;
        of.after_from_read = false;
    }

    /// Notes the value of a field that the write holds without changing it.
    pub(super) fn keep(&mut self, field: usize, value: AttributeValue) {
        let of = &mut self.fields[field];
        of.after = FieldState::of(Some(value));
        of.after_from_read = false;
    }

    /// Returns the field's state before the write. If it comes from the item that was read, the field is then consulted.
    pub(super) fn before(&self, field: usize) -> &FieldState {
        let of = &self.fields[field];
        of.used.set(of.used.get() || of.from_read);
        &of.before
    }

    /// Returns the field's state after the write, as `before` does.
    pub(super) fn after(&self, field: usize) -> &FieldState {
        let of = &self.fields[field];
        of.used.set(of.used.get() || of.after_from_read);
        &of.after
    }

    /// Returns true if the write changes the field.
    pub(super) fn changed(&self, field: usize) -> bool {
        self.fields[field].changed
    }

    /// Returns true if the write changes one of the fields.
    pub(super) fn any_changed(&self, fields: &[usize]) -> bool {
        fields.iter().any(|field| self.changed(*field))
    }

    /// Returns the known values after the write, by attribute.
    pub(super) fn values_after(&self) -> AttributeMap {
        let all = self.fields.iter().zip(self.entity.fields);
        let known = all.filter_map(|(state, field)| {
            Some((field.attribute.to_owned(), state.after.value.clone()?))
        });
        known.collect()
    }

    /// Returns the fields that were used and are known only from the item that was read, in the order of the fields.
    pub(super) fn consulted(&self) -> impl Iterator<Item = &'static Field> {
        let all = self.fields.iter().zip(self.entity.fields);
        all.filter(|(state, _)| state.used.get())
            .map(|(_, field)| field)
    }

    /// The state after the change, and whether it depends on the stored item as the one before does.
    fn state_after(
        &self,
        change: &Change,
        before: &FieldState,
        is_from_read: bool,
    ) -> Result<(FieldState, bool), Error> {
        let field = &self.entity.fields[change.field];
        let is_whole = change.path.is_empty();
        if is_whole && matches!(change.kind, ChangeKind::Set | ChangeKind::Erase) {
            let value = change.value.as_ref().filter(|value| {
                change.kind == ChangeKind::Set && !field.counts_as_absent(Some(value))
            });
            let state = match value {
                Some(value) => FieldState::of(Some(value.clone())),
                None => FieldState::absent(self.entity, field.attribute),
            };
            return Ok((state, false));
        }
        // A given value that equals the default does not tell whether the attribute exists.
        let may_be_stored = before.is_default && !is_from_read;
        if is_whole && change.kind == ChangeKind::SetIfAbsent && before.known && !may_be_stored {
            let is_stored = before.value.is_some() && !before.is_default;
            let state = if is_stored {
                before.clone()
            } else {
                FieldState::of(change.value.clone())
            };
            return Ok((state, true));
        }
        // The database reports a value that is not a number.
        let stored = as_number(before.value.as_ref());
        let adds = is_whole && change.kind == ChangeKind::Increment;
        if adds && before.known && (before.value.is_none() || stored.is_some()) {
            let from = stored.map_or(Ok(Number::ZERO), Number::parse)?;
            let by = Number::parse(as_number(change.value.as_ref()).unwrap_or_default())?;
            return Ok((FieldState::of(Some(number_value(from.plus(by)?))), true));
        }
        // A change of a part, of a list or of a set keeps the rest of the stored value.
        let keeps_rest =
            !is_whole || !matches!(change.kind, ChangeKind::SetIfAbsent | ChangeKind::Increment);
        if before.known
            && keeps_rest
            && let Some(value) = changed_value(before.value.as_ref(), change)
        {
            return Ok((FieldState::of(value), true));
        }
        Ok((FieldState::default(), false))
    }
}
