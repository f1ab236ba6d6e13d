//! Changes of an update: facts about them, and the value of a field after a change of a part of it, so that values that
//! follow from the whole field are known.

use std::cmp::Ordering;

use super::attributes::{
    AttributeMap, AttributeValue, as_list, element_count, is_null, number_value,
};
use super::calls::{Change, ChangeKind, PathStep, WriteRequest};
use super::default_values::default_of;
use super::number_text::{Number, canonical_number};

/// Returns true if the two paths have the same first steps, as many as the shorter one has.
pub(super) fn same_path_to(a: &[PathStep], b: &[PathStep]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

impl Change {
    /// Returns true if the result of the change depends on the stored value.
    pub(super) fn starts_from_stored(&self) -> bool {
        !matches!(self.kind, ChangeKind::Set | ChangeKind::Erase)
    }

    /// Returns true if this change exists only to give the start value of `next`, the change directly after it, for the
    /// case that the value is absent.
    pub(super) fn is_start_of(&self, next: &Self) -> bool {
        let adds = matches!(
            next.kind,
            ChangeKind::Increment | ChangeKind::Append | ChangeKind::Prepend
        );
        let is_start = self.kind == ChangeKind::SetIfAbsent && !self.path.is_empty();
        adds && is_start && self.field == next.field && self.path == next.path
    }

    pub(super) fn removes(&self) -> bool {
        self.kind == ChangeKind::Erase || (self.kind == ChangeKind::Set && self.value.is_none())
    }

    fn removes_element(&self) -> bool {
        matches!(self.path.last(), Some(PathStep::Element(_))) && self.removes()
    }

    /// Returns the steps of the path behind the attribute of the field.
    pub(super) fn behind_field(&self) -> &[PathStep] {
        self.path.split_first().map_or(&[], |(_, rest)| rest)
    }
}

/// Returns the value from which the request's change at `position` starts if the stored value is absent. `None` means
/// zero or an empty list.
pub(super) fn start_of(request: &WriteRequest, position: usize) -> Option<AttributeValue> {
    let change = &request.changes[position];
    if change.path.is_empty() {
        return default_of(
            request.entity,
            request.entity.fields[change.field].attribute,
        );
    }
    let before = &request.changes[position.checked_sub(1)?];
    before.value.clone().filter(|_| before.is_start_of(change))
}

/// A NULL counts as absent if a change starts from the stored value.
pub(super) fn present_value(value: Option<&AttributeValue>) -> Option<&AttributeValue> {
    value.filter(|value| !is_null(Some(value)))
}

/// A value after a change, which may be an absent one. The outer `None` means that the database refuses the change, or
/// that the change empties a set inside of a list.
pub(super) type Changed = Option<Option<AttributeValue>>;

fn summed(by: Option<&AttributeValue>, to: Option<&AttributeValue>) -> Changed {
    let from = match present_value(to) {
        Some(stored) => Number::of(Some(stored))?,
        None => Number::ZERO,
    };
    Some(Some(number_value(from.sum(Number::of(by)?)?)))
}

/// Returns the list with the elements at its end or in front of it. `None` if one of them is not a list.
pub(super) fn joined_lists(
    elements: Option<&AttributeValue>,
    in_front: bool,
    to: Option<&AttributeValue>,
) -> Option<AttributeValue> {
    let added = as_list(elements)?;
    let stored = match present_value(to) {
        Some(stored) => as_list(Some(stored))?,
        None => &[],
    };
    let (first, second) = if in_front {
        (added, stored)
    } else {
        (stored, added)
    };
    Some(AttributeValue::L([first, second].concat()))
}

fn changed_elements<E: Clone>(
    stored: &[E],
    elements: &[E],
    adds: bool,
    same: impl Fn(&E, &E) -> bool,
) -> Vec<E> {
    let mut all = stored.to_vec();
    for element in elements {
        match all.iter().position(|other| same(other, element)) {
            None if adds => all.push(element.clone()),
            Some(found) if !adds => {
                all.remove(found);
            }
            _ => {}
        }
    }
    all
}

/// Returns the set with the elements added to it or removed from it.
pub(super) fn changed_set(
    elements: Option<&AttributeValue>,
    adds: bool,
    to: Option<&AttributeValue>,
) -> Changed {
    let elements = elements.filter(|elements| element_count(Some(elements)).is_some())?;
    let Some(stored) = present_value(to) else {
        return Some(adds.then(|| elements.clone()));
    };
    let out = match (stored, elements) {
        (AttributeValue::Ss(set), AttributeValue::Ss(of)) => {
            AttributeValue::Ss(changed_elements(set, of, adds, PartialEq::eq))
        }
        (AttributeValue::Ns(set), AttributeValue::Ns(of)) => {
            AttributeValue::Ns(changed_elements(set, of, adds, |a, b| {
                // Equal numbers may have different texts.
                canonical_number(a) == canonical_number(b)
            }))
        }
        (AttributeValue::Bs(set), AttributeValue::Bs(of)) => {
            AttributeValue::Bs(changed_elements(set, of, adds, PartialEq::eq))
        }
        _ => return None,
    };
    Some((element_count(Some(&out)) != Some(0)).then_some(out))
}

/// The value at the end of the path.
fn changed_end(change: &Change, value: Option<&AttributeValue>) -> Changed {
    let operand = change.value.as_ref();
    match change.kind {
        ChangeKind::Set => Some(change.value.clone()),
        ChangeKind::SetIfAbsent => Some(present_value(value).or(operand).cloned()),
        ChangeKind::Increment => summed(operand, value),
        ChangeKind::Append => joined_lists(operand, false, value).map(Some),
        ChangeKind::Prepend => joined_lists(operand, true, value).map(Some),
        ChangeKind::AddToSet => changed_set(operand, true, value),
        ChangeKind::RemoveFromSet => changed_set(operand, false, value),
        ChangeKind::Erase => Some(None),
    }
}

fn changed_entry(
    change: &Change,
    name: &str,
    rest: &[PathStep],
    members: &AttributeMap,
) -> Changed {
    let entry = changed_at(change, rest, members.get(name))?;
    let mut out = members.clone();
    match entry {
        Some(value) => out.insert(name.to_owned(), value),
        None => out.remove(name),
    };
    Some(Some(AttributeValue::M(out)))
}

/// The database appends an element that is set behind the end.
fn changed_element(
    change: &Change,
    at: usize,
    rest: &[PathStep],
    all: &[AttributeValue],
) -> Changed {
    let element = changed_at(change, rest, all.get(at))?;
    let mut out = all.to_vec();
    match element {
        Some(value) if at < out.len() => out[at] = value,
        Some(value) => out.push(value),
        None if rest.is_empty() && change.removes() => {
            if at < out.len() {
                out.remove(at);
            }
        }
        None => return None,
    }
    Some(Some(AttributeValue::L(out)))
}

fn changed_at(change: &Change, path: &[PathStep], value: Option<&AttributeValue>) -> Changed {
    let Some((step, rest)) = path.split_first() else {
        return changed_end(change, value);
    };
    match (value?, step) {
        (AttributeValue::L(all), PathStep::Element(at)) => changed_element(change, *at, rest, all),
        (AttributeValue::M(members), PathStep::Name(name)) => {
            changed_entry(change, name, rest, members)
        }
        _ => None,
    }
}

/// Returns the value after the change, as the database makes it of `before`.
pub(super) fn changed_value(before: Option<&AttributeValue>, change: &Change) -> Changed {
    // The first step of a path is the attribute of the field.
    changed_at(change, change.behind_field(), before)
}

/// A name comes behind all elements of lists.
fn compare_steps(a: &PathStep, b: &PathStep) -> Ordering {
    match (a, b) {
        (PathStep::Name(a), PathStep::Name(b)) => a.cmp(b),
        (PathStep::Element(a), PathStep::Element(b)) => a.cmp(b),
        (PathStep::Element(_), PathStep::Name(_)) => Ordering::Less,
        (PathStep::Name(_), PathStep::Element(_)) => Ordering::Greater,
    }
}

fn compare_paths(a: &[PathStep], b: &[PathStep]) -> Ordering {
    let first = a
        .iter()
        .zip(b)
        .map(|(a, b)| compare_steps(a, b))
        .find(|order| order.is_ne());
    first.unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// Returns the changes in an order in which they can be applied one after the other, although the database applies all
/// of them to the item as it was: the removals of elements of lists come last, and those behind come before those in
/// front.
pub(super) fn in_order_of_effect(changes: &[Change]) -> Vec<&Change> {
    let mut out: Vec<_> = changes.iter().collect();
    out.sort_by(|a, b| match (a.removes_element(), b.removes_element()) {
        (true, true) => compare_paths(&b.path, &a.path),
        (false, false) => compare_paths(&a.path, &b.path),
        (a, b) => a.cmp(&b),
    });
    out
}
