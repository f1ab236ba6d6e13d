//! Decides a comparison for a known value, as the service does.

use std::cmp::Ordering;

use super::attributes::{AttributeValue, element_count, number_value};
use super::calls::Operator;
use super::same_value::{order_between, same_value};

fn holds_begin(value: &AttributeValue, begin: &AttributeValue) -> bool {
    match (value, begin) {
        (AttributeValue::S(text), AttributeValue::S(first)) => text.starts_with(first),
        (AttributeValue::B(bytes), AttributeValue::B(first)) => {
            bytes.as_ref().starts_with(first.as_ref())
        }
        _ => false,
    }
}

fn contains_bytes(all: &[u8], part: &[u8]) -> bool {
    part.is_empty() || all.windows(part.len()).any(|window| window == part)
}

/// A set has no default, so that it is not among the known values.
fn holds_part(value: &AttributeValue, part: &AttributeValue) -> bool {
    match (value, part) {
        (AttributeValue::L(all), _) => all.iter().any(|one| same_value(one, part)),
        (AttributeValue::S(text), AttributeValue::S(wanted)) => text.contains(wanted),
        (AttributeValue::B(bytes), AttributeValue::B(wanted)) => {
            contains_bytes(bytes.as_ref(), wanted.as_ref())
        }
        _ => false,
    }
}

/// The size of a text is in UTF-16 units.
fn size_in(value: &AttributeValue) -> Option<usize> {
    match value {
        AttributeValue::M(members) => Some(members.len()),
        AttributeValue::S(text) => Some(text.encode_utf16().count()),
        AttributeValue::B(bytes) => Some(bytes.as_ref().len()),
        AttributeValue::L(all) => Some(all.len()),
        _ => element_count(Some(value)),
    }
}

fn comparison_of_size(operator: Operator) -> Option<Operator> {
    match operator {
        Operator::SizeEqual => Some(Operator::Equal),
        Operator::SizeNotEqual => Some(Operator::NotEqual),
        Operator::SizeLess => Some(Operator::Less),
        Operator::SizeLessOrEqual => Some(Operator::LessOrEqual),
        Operator::SizeGreater => Some(Operator::Greater),
        Operator::SizeGreaterOrEqual => Some(Operator::GreaterOrEqual),
        _ => None,
    }
}

/// Returns true if a comparison holds for the value.
pub(super) fn holds_for(
    operator: Operator,
    operands: &[AttributeValue],
    value: &AttributeValue,
) -> bool {
    if let Some(of_size) = comparison_of_size(operator) {
        return size_in(value)
            .is_some_and(|size| holds_for(of_size, operands, &number_value(size)));
    }
    let Some(first) = operands.first() else {
        return false;
    };
    let order = || order_between(Some(value), Some(first));
    match operator {
        Operator::Equal => same_value(value, first),
        Operator::NotEqual => !same_value(value, first),
        Operator::GreaterOrEqual => order().is_some_and(Ordering::is_ge),
        Operator::LessOrEqual => order().is_some_and(Ordering::is_le),
        Operator::Greater => order().is_some_and(Ordering::is_gt),
        Operator::Less => order().is_some_and(Ordering::is_lt),
        Operator::Between => {
            let end = order_between(Some(value), operands.get(1));
            order().is_some_and(Ordering::is_ge) && end.is_some_and(Ordering::is_le)
        }
        Operator::In => operands.iter().any(|one| same_value(value, one)),
        Operator::BeginsWith => holds_begin(value, first),
        Operator::Contains => holds_part(value, first),
        _ => false,
    }
}
