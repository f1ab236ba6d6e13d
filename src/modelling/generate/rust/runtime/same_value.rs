//! Equality and order of attribute values as the service defines them, and equality of whole items. Single numbers are
//! compared by value, but numbers inside of documents and sets by their texts.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::attributes::{AttributeMap, AttributeValue, sorted};
use super::number_text::{Number, canonical_number, size_of_number};

/// Returns true if the service takes two values for equal.
pub(super) fn same_value(a: &AttributeValue, b: &AttributeValue) -> bool {
    if a == b {
        return true;
    }
    match (Number::of(Some(a)), Number::of(Some(b))) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// Returns true if both values are absent, or both are present and the service takes them for equal.
pub(super) fn same_or_absent(a: Option<&AttributeValue>, b: Option<&AttributeValue>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same_value(a, b),
        (None, None) => true,
        _ => false,
    }
}

/// Returns the service's order of two values. `None` if the types differ, the type has no order or a value is absent;
/// then no comparison holds.
pub(super) fn order_between(
    a: Option<&AttributeValue>,
    b: Option<&AttributeValue>,
) -> Option<Ordering> {
    match (a?, b?) {
        (AttributeValue::S(left), AttributeValue::S(right)) => Some(left.cmp(right)),
        (AttributeValue::B(left), AttributeValue::B(right)) => {
            Some(left.as_ref().cmp(right.as_ref()))
        }
        (left, right) => Some(Number::of(Some(left))?.cmp(&Number::of(Some(right))?)),
    }
}

// ---- whole items

fn texts_of_set(mut elements: Vec<String>) -> String {
    elements.sort_unstable();
    format!("{elements:?}")
}

/// A text that is the same for values that the service keeps alike: a number by its value, and a set without an order.
fn text_of_stored(value: &AttributeValue) -> String {
    match value {
        AttributeValue::N(text) => format!("N{:?}", canonical_number(text)),
        AttributeValue::Ss(all) => format!("SS{}", texts_of_set(all.clone())),
        AttributeValue::Ns(all) => {
            format!(
                "NS{}",
                texts_of_set(all.iter().map(|one| canonical_number(one)).collect())
            )
        }
        AttributeValue::Bs(all) => {
            let texts = all.iter().map(|one| format!("{:?}", one.as_ref()));
            format!("BS{}", texts_of_set(texts.collect()))
        }
        AttributeValue::L(all) => {
            format!("L{:?}", all.iter().map(text_of_stored).collect::<Vec<_>>())
        }
        AttributeValue::M(members) => format!("M{}", text_of_item(members)),
        other => format!("{other:?}"),
    }
}

fn text_of_item(all: &AttributeMap) -> String {
    let mut text = String::from("{");
    for (name, value) in sorted(all) {
        // A String takes all texts.
        let _ = write!(text, "{name:?}:{},", text_of_stored(value));
    }
    text.push('}');
    text
}

/// Returns true if both items would be stored alike.
pub(super) fn equal_items(a: &AttributeMap, b: &AttributeMap) -> bool {
    a.len() == b.len() && (a == b || text_of_item(a) == text_of_item(b))
}

/// Returns a text that is equal for equal items of equal tables. `key` is the primary key.
pub(super) fn item_identity(table_name: &str, key: &AttributeMap) -> String {
    format!("{table_name:?}{:?}", sorted(key))
}

// ---- sizes

const CONTAINER_BYTES: usize = 3;
const ELEMENT_BYTES: usize = 1;

fn size_of_value(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(text) => size_of_number(text),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        AttributeValue::Ss(all) => all.iter().map(String::len).sum(),
        AttributeValue::Ns(all) => all.iter().map(|one| size_of_number(one)).sum(),
        AttributeValue::Bs(all) => all.iter().map(|one| one.as_ref().len()).sum(),
        AttributeValue::L(all) => {
            CONTAINER_BYTES
                + all
                    .iter()
                    .map(|one| ELEMENT_BYTES + size_of_value(one))
                    .sum::<usize>()
        }
        AttributeValue::M(members) => {
            CONTAINER_BYTES + ELEMENT_BYTES * members.len() + size_of_item(members)
        }
        _ => 1,
    }
}

/// Returns the bytes of a whole item by the service's formula ("`DynamoDB` item sizes and formats" in the developer
/// guide). Names and strings count their UTF-8 bytes, and a number about half its digits plus one. A list or map counts
/// 3 bytes and 1 more for each element.
pub(super) fn size_of_item(item: &AttributeMap) -> usize {
    item.iter()
        .map(|(name, value)| name.len() + size_of_value(value))
        .sum()
}
