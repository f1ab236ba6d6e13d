//! Ranges of the field that orders the answer of a pattern.

use std::ops::{RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::calls::Operator;

/// The values above one, which is not included.
#[derive(Debug, Clone, Copy)]
pub struct Above<V>(pub V);

/// One value.
#[derive(Debug, Clone, Copy)]
pub struct Only<V>(pub V);

/// The texts that begin with a prefix.
#[derive(Debug, Clone)]
pub struct Beginning<T>(pub T);

/// An end of a range.
#[derive(Debug)]
pub enum End<V> {
    Value(V),
    /// The beginning of a text.
    Text(String),
}

/// A range that one key condition expresses. A range such as `a..b`, which leaves one of two ends out, is not among them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range of `{V}` that a key condition expresses",
    label = "use `a..=b`, `a..`, `..b`, `..=b`, `Above(a)`, `Only(a)` or `Beginning(text)`"
)]
pub trait KeyBounds<V> {
    /// Returns the comparison with its operands.
    fn into_ends(self) -> (Operator, End<V>, Option<V>);
}

impl<V> KeyBounds<V> for RangeInclusive<V> {
    fn into_ends(self) -> (Operator, End<V>, Option<V>) {
        let (low, high) = self.into_inner();
        (Operator::Between, End::Value(low), Some(high))
    }
}

impl<V> KeyBounds<V> for RangeFrom<V> {
    fn into_ends(self) -> (Operator, End<V>, Option<V>) {
        (Operator::GreaterOrEqual, End::Value(self.start), None)
    }
}

impl<V> KeyBounds<V> for RangeTo<V> {
    fn into_ends(self) -> (Operator, End<V>, Option<V>) {
        (Operator::Less, End::Value(self.end), None)
    }
}

impl<V> KeyBounds<V> for RangeToInclusive<V> {
    fn into_ends(self) -> (Operator, End<V>, Option<V>) {
        (Operator::LessOrEqual, End::Value(self.end), None)
    }
}

impl<V> KeyBounds<V> for Above<V> {
    fn into_ends(self) -> (Operator, End<V>, Option<V>) {
        (Operator::Greater, End::Value(self.0), None)
    }
}

impl<V> KeyBounds<V> for Only<V> {
    fn into_ends(self) -> (Operator, End<V>, Option<V>) {
        (Operator::Equal, End::Value(self.0), None)
    }
}

impl<T: Into<String>> KeyBounds<String> for Beginning<T> {
    fn into_ends(self) -> (Operator, End<String>, Option<String>) {
        (Operator::BeginsWith, End::Text(self.0.into()), None)
    }
}
