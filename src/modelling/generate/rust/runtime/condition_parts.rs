//! Members of documents, and sizes, in conditions.

use super::attributes::number_value;
use super::calls::{AbsentValue, Comparison, Operator, Path, Predicate};
use super::conditions::Condition;
use super::documents::Document;
use super::proof::Of;

/// A value inside of a map or list, in a condition.
#[derive(Debug)]
pub struct Member<E> {
    pub(super) path: Path,
    pub(super) name: &'static str,
    pub(super) of: Of<E>,
}

impl<E> Member<E> {
    fn compare(self, operator: Operator, value: impl Into<Document>) -> Condition<E> {
        let value = value.into().into_value(self.name);
        Condition::new(value.map(|value| Predicate::of(operator, self.path, vec![Some(value)])))
    }

    /// Holds if the member has the value.
    #[must_use]
    pub fn eq(self, value: impl Into<Document>) -> Condition<E> {
        self.compare(Operator::Equal, value)
    }

    /// Holds if the member has another value.
    #[must_use]
    pub fn ne(self, value: impl Into<Document>) -> Condition<E> {
        self.compare(Operator::NotEqual, value)
    }

    /// Holds if the member is below the value.
    #[must_use]
    pub fn lt(self, value: impl Into<Document>) -> Condition<E> {
        self.compare(Operator::Less, value)
    }

    /// Holds if the member is above the value.
    #[must_use]
    pub fn gt(self, value: impl Into<Document>) -> Condition<E> {
        self.compare(Operator::Greater, value)
    }

    /// Holds if the member exists.
    #[must_use]
    pub fn exists(self) -> Condition<E> {
        Condition::new(Ok(Predicate::of(Operator::Exists, self.path, Vec::new())))
    }

    /// Holds if the member does not exist.
    #[must_use]
    pub fn not_exists(self) -> Condition<E> {
        Condition::new(Ok(Predicate::of(
            Operator::NotExists,
            self.path,
            Vec::new(),
        )))
    }
}

/// The size of a value, in a condition.
#[derive(Debug)]
pub struct SizeOf<E> {
    pub(super) path: Path,
    pub(super) absent: Vec<AbsentValue>,
    pub(super) of: Of<E>,
}

impl<E> SizeOf<E> {
    fn compare(self, operator: Operator, size: usize) -> Condition<E> {
        Condition::new(Ok(Predicate::Comparison(Comparison {
            operator,
            path: self.path,
            values: vec![Some(number_value(size))],
            absent: self.absent,
        })))
    }

    /// Holds if the size is the number.
    #[must_use]
    pub fn eq(self, size: usize) -> Condition<E> {
        self.compare(Operator::SizeEqual, size)
    }

    /// Holds if the size is below the number.
    #[must_use]
    pub fn lt(self, size: usize) -> Condition<E> {
        self.compare(Operator::SizeLess, size)
    }

    /// Holds if the size is above the number.
    #[must_use]
    pub fn gt(self, size: usize) -> Condition<E> {
        self.compare(Operator::SizeGreater, size)
    }
}
