//! Other programs write NULL for an empty member. A change that adds to the stored value must treat that NULL as an
//! absent attribute. And an empty set in a list or map is NULL, but the database removes the whole element with the last
//! element of the set. An update expression cannot express either, so such a write reads the item and sets the result.

use super::attributes::{
    AttributeMap, AttributeValue, as_list, as_number, element_count, is_null, number_value, type_of,
};
use super::calls::{Change, ChangeKind, WholeRange, WriteRequest};
use super::changed_value::{changed_set, joined_lists};
use super::default_values::value_at;
use super::description::Field;
use super::number_text::Number;

impl WholeRange {
    /// Returns true if the sum of an increment is in the range.
    pub(super) fn holds(&self, sum: Number) -> bool {
        sum >= Number::of_int(self.least) && sum <= Number::of_uint(self.most)
    }
}

/// Returns true if the sum of an increment is in the range of its field, if it has one.
pub(super) fn is_sum_in_range(sum: Number, within: Option<&WholeRange>) -> bool {
    within.is_none_or(|within| within.holds(sum))
}

/// The version's field, if the version may be NULL.
fn version_with_default(request: &WriteRequest) -> Option<&'static Field> {
    let field = &request.entity.fields[request.entity.version?];
    field.has_default.then_some(field)
}

/// Returns true if `stored`, the field's stored value, has a NULL at the change's path that counts as absent.
pub(super) fn meets_null(field: &Field, change: &Change, stored: &AttributeValue) -> bool {
    if change.path.is_empty() {
        return field.counts_as_absent(Some(stored));
    }
    is_null(value_at(Some(stored), change.behind_field()))
}

/// Returns true if the change removes elements from a set in a list or map, and `stored`, the field's stored value, has
/// no set there or may have no more elements than those.
fn may_empty_element(change: &Change, stored: &AttributeValue) -> bool {
    if change.kind != ChangeKind::RemoveFromSet || !change.of_element {
        return false;
    }
    let removed = element_count(change.value.as_ref()).unwrap_or_default();
    element_count(value_at(Some(stored), change.behind_field()))
        .is_none_or(|count| count <= removed)
}

/// Returns the change as one that sets the rest of the set, which is NULL without elements. Returns `None` if no element
/// is to be removed. `stored` is the field's stored value. Requires: the change removes from a set and is `of_element`.
pub(super) fn without_elements(
    mut change: Change,
    stored: Option<&AttributeValue>,
) -> Option<Change> {
    let value = value_at(stored, change.behind_field());
    if is_null(value) {
        return None;
    }
    change.of_element = false;
    let Some(set) = value.filter(|value| element_count(Some(value)).is_some()) else {
        return Some(change);
    };
    let is_of_type = change
        .value
        .as_ref()
        .is_some_and(|elements| type_of(elements) == type_of(set));
    let rest = if is_of_type {
        changed_set(change.value.as_ref(), false, Some(set)).flatten()
    } else {
        Some(set.clone())
    };
    change.kind = ChangeKind::Set;
    change.value = Some(rest.unwrap_or(AttributeValue::Null(true)));
    Some(change)
}

fn sum_from(absent: Option<&AttributeValue>, change: &Change) -> Option<Number> {
    let from = match as_number(absent) {
        Some(text) => Number::read(text)?,
        None => Number::ZERO,
    };
    from.sum(Number::of(change.value.as_ref())?)
}

/// Returns the change of an absent value, as a change that does not depend on the stored value. `absent` is its start
/// value, and `None` means zero or an empty list. Returns `None` if the sum is not a value of the field. Requires: the
/// change starts from the stored value.
pub(super) fn change_of_absent(change: &Change, absent: Option<&AttributeValue>) -> Option<Change> {
    let mut out = change.clone();
    out.kind = ChangeKind::Set;
    match change.kind {
        ChangeKind::Increment => {
            let sum = sum_from(absent, change)
                .filter(|sum| is_sum_in_range(*sum, change.range.as_ref()))?;
            out.value = Some(number_value(sum));
        }
        ChangeKind::Append | ChangeKind::Prepend if as_list(absent).is_some() => {
            out.value = joined_lists(
                change.value.as_ref(),
                change.kind == ChangeKind::Prepend,
                absent,
            );
        }
        ChangeKind::RemoveFromSet => {
            // The NULL of an element is the empty set there, and stays.
            out.kind = ChangeKind::Erase;
            return (!change.of_element).then_some(out);
        }
        _ => {}
    }
    Some(out)
}

/// Returns true if a write failed, or may have failed, because one of its changes met a NULL in `item` or would empty
/// such a set. `item` is the one on which a condition failed.
pub(super) fn met_null(request: &WriteRequest, item: Option<&AttributeMap>) -> bool {
    let Some(item) = item else {
        return false;
    };
    let version = version_with_default(request);
    if version.is_some_and(|version| version.counts_as_absent(item.get(version.attribute))) {
        return true;
    }
    request
        .changes
        .iter()
        .filter(|change| change.starts_from_stored())
        .any(|change| {
            let field = &request.entity.fields[change.field];
            let stored = item.get(field.attribute);
            stored.is_some_and(|stored| {
                meets_null(field, change, stored) || may_empty_element(change, stored)
            })
        })
}

/// Returns true if the message of a failed update may say that one of the changes met a NULL.
pub(super) fn may_have_met_null(request: &WriteRequest, message: &str) -> bool {
    let may_start = || request.changes.iter().any(Change::starts_from_stored);
    is_of_operand(message) && (version_with_default(request).is_some() || may_start())
}

/// Returns true if the message says that an update adds to a value of the wrong type.
pub(super) fn is_of_operand(message: &str) -> bool {
    message.contains("operand in the update expression has an incorrect data type")
}
