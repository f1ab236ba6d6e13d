//! The fields of an entity as a program names them in conditions and filters. Each has the type `E` of the items that
//! have it, so that the compiler refuses a field that they lack.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use aws_sdk_dynamodb::primitives::DateTime;

use super::attributes::{AttributeValue, bytes_value, number_value};
use super::calls::{AbsentValue, Operator, Path, PathStep, Predicate, path_to};
use super::condition_parts::{Member, SizeOf};
use super::decimal::Decimal;
use super::description::{EntityInfo, Field};
use super::documents::{Document, DocumentMap};
use super::errors::Error;
use super::field_values::FieldValue;
use super::proof::Of;

/// A condition of a write or a filter of a read.
#[derive(Debug)]
pub struct Condition<E> {
    pub(super) predicate: Result<Predicate, Error>,
    of: Of<E>,
}

impl<E> Condition<E> {
    pub(super) fn new(predicate: Result<Predicate, Error>) -> Self {
        Self {
            predicate,
            of: PhantomData,
        }
    }

    fn joined(self, other: Self, join: fn(Vec<Predicate>) -> Predicate) -> Self {
        let both = |first| other.predicate.map(|second| join(vec![first, second]));
        Self::new(self.predicate.and_then(both))
    }

    /// Holds if both conditions hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.joined(other, Predicate::All)
    }

    /// Holds if one of the conditions holds.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.joined(other, Predicate::Any)
    }
}

/// Holds if the condition does not.
impl<E> std::ops::Not for Condition<E> {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(self.predicate.map(Predicate::negated))
    }
}

/// A field with values of the type `V`, which is in items of the type `E`.
#[derive(Debug)]
pub struct FieldOf<E, V> {
    entity: &'static EntityInfo,
    at: usize,
    of: Of<(E, V)>,
}

impl<E, V> Clone for FieldOf<E, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, V> Copy for FieldOf<E, V> {}

/// A value whose order the database has.
#[diagnostic::on_unimplemented(
    message = "the database has no order of values of `{Self}`",
    label = "use `eq`, `ne` or `is_in`"
)]
pub trait Ordered {}

impl Ordered for i64 {}
impl Ordered for u64 {}
impl Ordered for f64 {}
impl Ordered for Decimal {}
impl Ordered for String {}
impl Ordered for Vec<u8> {}
impl Ordered for DateTime {}

impl<E, V: FieldValue> FieldOf<E, V> {
    /// Returns the field at a position of the description. Generated code calls it.
    #[must_use]
    pub const fn new(entity: &'static EntityInfo, at: usize) -> Self {
        Self {
            entity,
            at,
            of: PhantomData,
        }
    }

    fn field(self) -> &'static Field {
        &self.entity.fields[self.at]
    }

    fn path(self) -> Path {
        path_to(self.field().attribute)
    }

    fn compare(self, operator: Operator, values: impl IntoIterator<Item = V>) -> Condition<E> {
        let encoded = values.into_iter().map(|value| value.encode(self.field()));
        let values = encoded.collect::<Result<Vec<_>, _>>();
        Condition::new(values.map(|values| Predicate::of(operator, self.path(), values)))
    }

    /// Holds if the field has the value. An absent field has its default, if it has one.
    #[must_use]
    pub fn eq(self, value: impl Into<V>) -> Condition<E> {
        self.compare(Operator::Equal, [value.into()])
    }

    /// Holds if the field has another value.
    #[must_use]
    pub fn ne(self, value: impl Into<V>) -> Condition<E> {
        self.compare(Operator::NotEqual, [value.into()])
    }

    /// Holds if the field has one of the values.
    #[must_use]
    pub fn is_in(self, values: impl IntoIterator<Item = V>) -> Condition<E> {
        self.compare(Operator::In, values)
    }

    /// Holds if the attribute is stored.
    #[must_use]
    pub fn exists(self) -> Condition<E> {
        self.compare(Operator::Exists, [])
    }

    /// Holds if the attribute is not stored.
    #[must_use]
    pub fn not_exists(self) -> Condition<E> {
        self.compare(Operator::NotExists, [])
    }
}

impl<E, V: FieldValue> FieldOf<E, V> {
    /// Holds if the field is below the value.
    #[must_use]
    pub fn lt(self, value: impl Into<V>) -> Condition<E>
    where
        V: Ordered,
    {
        self.compare(Operator::Less, [value.into()])
    }

    /// Holds if the field is at most the value.
    #[must_use]
    pub fn le(self, value: impl Into<V>) -> Condition<E>
    where
        V: Ordered,
    {
        self.compare(Operator::LessOrEqual, [value.into()])
    }

    /// Holds if the field is above the value.
    #[must_use]
    pub fn gt(self, value: impl Into<V>) -> Condition<E>
    where
        V: Ordered,
    {
        self.compare(Operator::Greater, [value.into()])
    }

    /// Holds if the field is at least the value.
    #[must_use]
    pub fn ge(self, value: impl Into<V>) -> Condition<E>
    where
        V: Ordered,
    {
        self.compare(Operator::GreaterOrEqual, [value.into()])
    }

    /// Holds if the field is from the first to the second value, both included.
    #[must_use]
    pub fn between(self, low: impl Into<V>, high: impl Into<V>) -> Condition<E>
    where
        V: Ordered,
    {
        self.compare(Operator::Between, [low.into(), high.into()])
    }
}

impl<E, V: FieldValue> FieldOf<E, V> {
    /// A part of a date or an identifier does not have the form of a whole one.
    fn part(self, operator: Operator, part: AttributeValue) -> Condition<E> {
        Condition::new(Ok(Predicate::of(operator, self.path(), vec![Some(part)])))
    }

    fn size_of(self) -> SizeOf<E> {
        SizeOf {
            path: self.path(),
            absent: Vec::new(),
            of: PhantomData,
        }
    }

    fn member(self, steps: impl IntoIterator<Item = PathStep>) -> Member<E> {
        let mut path = self.path();
        path.extend(steps);
        Member {
            path,
            name: self.field().name,
            of: PhantomData,
        }
    }
}

impl<E> FieldOf<E, String> {
    /// Holds if the text begins with the prefix.
    #[must_use]
    pub fn begins_with(self, prefix: impl Into<String>) -> Condition<E> {
        self.part(Operator::BeginsWith, AttributeValue::S(prefix.into()))
    }

    /// Holds if the part is somewhere in the text.
    #[must_use]
    pub fn contains(self, part: impl Into<String>) -> Condition<E> {
        self.part(Operator::Contains, AttributeValue::S(part.into()))
    }

    /// Returns the size of the text in UTF-16 units.
    #[must_use]
    pub fn size(self) -> SizeOf<E> {
        self.size_of()
    }
}

impl<E> FieldOf<E, Vec<u8>> {
    /// Holds if the bytes begin with the prefix.
    #[must_use]
    pub fn begins_with(self, prefix: impl Into<Vec<u8>>) -> Condition<E> {
        self.part(Operator::BeginsWith, bytes_value(prefix))
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn size(self) -> SizeOf<E> {
        self.size_of()
    }
}

impl<E> FieldOf<E, BTreeSet<String>> {
    /// Holds if the element is in the set.
    #[must_use]
    pub fn contains(self, element: impl Into<String>) -> Condition<E> {
        self.part(Operator::Contains, AttributeValue::S(element.into()))
    }

    /// Returns the number of elements. That of an absent set is 0.
    #[must_use]
    pub fn size(self) -> SizeOf<E> {
        let mut size = self.size_of();
        // An empty map has the size of an empty set, which has no value.
        size.absent.push(AbsentValue {
            steps: 1,
            value: AttributeValue::M(std::collections::HashMap::new()),
            is_null: false,
        });
        size
    }
}

impl<E> FieldOf<E, BTreeSet<Decimal>> {
    /// Holds if the element is in the set.
    #[must_use]
    pub fn contains(self, element: impl Into<Decimal>) -> Condition<E> {
        self.part(Operator::Contains, number_value(element.into()))
    }
}

impl<E> FieldOf<E, DocumentMap> {
    /// Returns a member of the map, or a member of it.
    #[must_use]
    pub fn at<S: Into<PathStep>>(self, steps: impl IntoIterator<Item = S>) -> Member<E> {
        self.member(steps.into_iter().map(Into::into))
    }
}

impl<E> FieldOf<E, Vec<Document>> {
    /// Returns an element of the list, or a member of it.
    #[must_use]
    pub fn at<S: Into<PathStep>>(self, steps: impl IntoIterator<Item = S>) -> Member<E> {
        self.member(steps.into_iter().map(Into::into))
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn size(self) -> SizeOf<E> {
        self.size_of()
    }
}
