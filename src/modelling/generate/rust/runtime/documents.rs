//! Values of any type: the members of maps and lists, and fields that may hold any value.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::primitives::Blob;

use super::attributes::{AttributeMap, AttributeValue, bytes_value, number_value};
use super::decimal::Decimal;
use super::errors::{Error, model_error};
use super::number_text::Number;

/// A value of any type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Document {
    #[default]
    Null,
    Bool(bool),
    Number(Decimal),
    String(String),
    Bytes(Vec<u8>),
    List(Vec<Document>),
    Map(DocumentMap),
    StringSet(BTreeSet<String>),
    NumberSet(BTreeSet<Decimal>),
    BinarySet(BTreeSet<Vec<u8>>),
}

/// A document with named members.
pub type DocumentMap = BTreeMap<String, Document>;

impl Document {
    /// Returns the attribute value. The error is of an empty set, which cannot be stored. `name` is that of the field.
    pub(super) fn into_value(self, name: &str) -> Result<AttributeValue, Error> {
        let is_empty_set = match &self {
            Self::StringSet(set) => set.is_empty(),
            Self::NumberSet(set) => set.is_empty(),
            Self::BinarySet(set) => set.is_empty(),
            _ => false,
        };
        if is_empty_set {
            return Err(model_error(format!(
                "{name}: an empty set cannot be stored"
            )));
        }
        Ok(match self {
            Self::Null => AttributeValue::Null(true),
            Self::Bool(is) => AttributeValue::Bool(is),
            Self::Number(number) => number_value(number),
            Self::String(text) => AttributeValue::S(text),
            Self::Bytes(bytes) => bytes_value(bytes),
            Self::List(all) => list_value(all, name)?,
            Self::Map(members) => map_value(members, name)?,
            Self::StringSet(set) => AttributeValue::Ss(set.into_iter().collect()),
            Self::NumberSet(set) => {
                AttributeValue::Ns(set.iter().map(Decimal::to_string).collect())
            }
            Self::BinarySet(set) => AttributeValue::Bs(set.into_iter().map(Blob::new).collect()),
        })
    }

    /// Returns the document of an attribute value. `None` if it has a number that is not valid, which the database does
    /// not store.
    pub(super) fn of_value(value: AttributeValue) -> Option<Self> {
        let number = |text: &String| Number::read(text).map(Decimal);
        Some(match value {
            AttributeValue::Bool(is) => Self::Bool(is),
            AttributeValue::N(text) => Self::Number(number(&text)?),
            AttributeValue::S(text) => Self::String(text),
            AttributeValue::B(bytes) => Self::Bytes(bytes.into_inner()),
            AttributeValue::L(all) => {
                Self::List(all.into_iter().map(Self::of_value).collect::<Option<_>>()?)
            }
            AttributeValue::M(members) => Self::Map(map_of(members)?),
            AttributeValue::Ss(all) => Self::StringSet(all.into_iter().collect()),
            AttributeValue::Ns(all) => {
                Self::NumberSet(all.iter().map(number).collect::<Option<_>>()?)
            }
            AttributeValue::Bs(all) => {
                Self::BinarySet(all.into_iter().map(Blob::into_inner).collect())
            }
            _ => Self::Null,
        })
    }
}

/// Returns the documents of a map.
pub(super) fn map_of(members: AttributeMap) -> Option<DocumentMap> {
    let all = members.into_iter();
    all.map(|(name, value)| Some((name, Document::of_value(value)?)))
        .collect()
}

pub(super) fn list_value(all: Vec<Document>, name: &str) -> Result<AttributeValue, Error> {
    let values = all.into_iter().map(|one| one.into_value(name));
    values.collect::<Result<_, _>>().map(AttributeValue::L)
}

pub(super) fn map_value(members: DocumentMap, name: &str) -> Result<AttributeValue, Error> {
    let values = members
        .into_iter()
        .map(|(member, one)| Ok((member, one.into_value(name)?)));
    values.collect::<Result<_, Error>>().map(AttributeValue::M)
}

impl From<bool> for Document {
    fn from(is: bool) -> Self {
        Self::Bool(is)
    }
}

impl From<i32> for Document {
    fn from(whole: i32) -> Self {
        Self::Number(whole.into())
    }
}

impl From<i64> for Document {
    fn from(whole: i64) -> Self {
        Self::Number(whole.into())
    }
}

impl From<Decimal> for Document {
    fn from(number: Decimal) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Document {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Document {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<Vec<Document>> for Document {
    fn from(all: Vec<Document>) -> Self {
        Self::List(all)
    }
}

impl From<DocumentMap> for Document {
    fn from(members: DocumentMap) -> Self {
        Self::Map(members)
    }
}
