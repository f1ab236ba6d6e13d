//! Conditions and filters as data.

use super::attributes::AttributeValue;

/// A step into a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathStep {
    /// The name of an attribute or of an entry of a map.
    Name(String),
    /// An element of a list, counted from 0.
    Element(usize),
}

impl From<&str> for PathStep {
    fn from(name: &str) -> Self {
        Self::Name(name.to_owned())
    }
}

impl From<usize> for PathStep {
    fn from(element: usize) -> Self {
        Self::Element(element)
    }
}

/// A path begins with an attribute.
pub type Path = Vec<PathStep>;

pub(super) fn path_to(attribute: &str) -> Path {
    vec![PathStep::from(attribute)]
}

/// The operator of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    In,
    Exists,
    NotExists,
    HasType,
    BeginsWith,
    Contains,
    SizeEqual,
    SizeNotEqual,
    SizeLess,
    SizeLessOrEqual,
    SizeGreater,
    SizeGreaterOrEqual,
}

/// The meaning of an absent value of the whole path, or of its first steps.
#[derive(Debug, Clone)]
pub struct AbsentValue {
    pub steps: usize,
    pub value: AttributeValue,
    /// The value is an element of a list or map: an empty one is NULL and not absent.
    pub is_null: bool,
}

/// A comparison of the value at a path.
#[derive(Debug, Clone)]
pub struct Comparison {
    pub operator: Operator,
    pub path: Path,
    /// The operands. `None`, of [`Operator::Equal`], [`Operator::NotEqual`] and [`Operator::In`], means an absent
    /// attribute.
    pub values: Vec<Option<AttributeValue>>,
    pub absent: Vec<AbsentValue>,
}

/// A condition or filter.
#[derive(Debug, Clone)]
pub enum Predicate {
    Comparison(Comparison),
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
}

impl Predicate {
    /// Returns a comparison without absent values.
    #[must_use]
    pub fn of(operator: Operator, path: Path, values: Vec<Option<AttributeValue>>) -> Self {
        Self::Comparison(Comparison {
            operator,
            path,
            values,
            absent: Vec::new(),
        })
    }

    /// Returns the comparison of an attribute with one value.
    pub(super) fn compare(operator: Operator, attribute: &str, value: AttributeValue) -> Self {
        Self::of(operator, path_to(attribute), vec![Some(value)])
    }

    /// Returns the opposite.
    pub(super) fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }
}

/// Returns a predicate that holds if all of those hold that are given.
pub(super) fn all_of<const N: usize>(predicates: [Option<Predicate>; N]) -> Option<Predicate> {
    let mut given: Vec<_> = predicates.into_iter().flatten().collect();
    match given.len() {
        0 | 1 => given.pop(),
        _ => Some(Predicate::All(given)),
    }
}
