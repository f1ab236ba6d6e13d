//! Attribute values as they go over the wire, and maps of them.

use std::collections::HashMap;

pub use aws_sdk_dynamodb::types::AttributeValue;

use aws_sdk_dynamodb::primitives::Blob;

use super::description::ScalarType;

/// Attribute values by the names of attributes.
pub type AttributeMap = HashMap<String, AttributeValue>;

/// Attribute values by the names of attributes, of which `None` is an absent attribute.
pub type PartialMap = HashMap<String, Option<AttributeValue>>;

pub(super) fn string_value(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

pub(super) fn number_value(text: impl ToString) -> AttributeValue {
    AttributeValue::N(text.to_string())
}

pub(super) fn bytes_value(bytes: impl Into<Vec<u8>>) -> AttributeValue {
    AttributeValue::B(Blob::new(bytes))
}

// The functions below return the content of a value, or `None` if it is absent or has another type.

pub(super) fn as_string(value: Option<&AttributeValue>) -> Option<&str> {
    match value {
        Some(AttributeValue::S(text)) => Some(text),
        _ => None,
    }
}

pub(super) fn as_number(value: Option<&AttributeValue>) -> Option<&str> {
    match value {
        Some(AttributeValue::N(text)) => Some(text),
        _ => None,
    }
}

pub(super) fn as_bytes(value: Option<&AttributeValue>) -> Option<&[u8]> {
    match value {
        Some(AttributeValue::B(bytes)) => Some(bytes.as_ref()),
        _ => None,
    }
}

pub(super) fn as_list(value: Option<&AttributeValue>) -> Option<&[AttributeValue]> {
    match value {
        Some(AttributeValue::L(all)) => Some(all),
        _ => None,
    }
}

pub(super) fn as_map(value: Option<&AttributeValue>) -> Option<&AttributeMap> {
    match value {
        Some(AttributeValue::M(members)) => Some(members),
        _ => None,
    }
}

pub(super) fn is_null(value: Option<&AttributeValue>) -> bool {
    matches!(value, Some(AttributeValue::Null(_)))
}

/// Returns the name of the value's type, such as "S" or "NULL".
pub(super) fn type_of(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::S(_) => "S",
        AttributeValue::N(_) => "N",
        AttributeValue::B(_) => "B",
        AttributeValue::Bool(_) => "BOOL",
        AttributeValue::Null(_) => "NULL",
        AttributeValue::M(_) => "M",
        AttributeValue::L(_) => "L",
        AttributeValue::Ss(_) => "SS",
        AttributeValue::Ns(_) => "NS",
        AttributeValue::Bs(_) => "BS",
        _ => "",
    }
}

impl ScalarType {
    /// Returns the name of the type, such as "S".
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }

    /// Returns true if the value has this type.
    pub(super) fn is_of(self, value: &AttributeValue) -> bool {
        type_of(value) == self.name()
    }

    /// Returns the value of this type whose text, number or bytes are `text`.
    pub(super) fn value(self, text: impl Into<String>) -> AttributeValue {
        match self {
            Self::S => AttributeValue::S(text.into()),
            Self::N => AttributeValue::N(text.into()),
            Self::B => bytes_value(text.into().into_bytes()),
        }
    }
}

/// Returns the bytes of a key attribute's value, which is a string or binary, or the text of a number. Other values,
/// which keys never have, have no bytes.
pub(super) fn key_bytes(value: &AttributeValue) -> &[u8] {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => text.as_bytes(),
        AttributeValue::B(bytes) => bytes.as_ref(),
        _ => &[],
    }
}

/// Returns the number of elements of a set, or `None` if the value is not a set.
pub(super) fn element_count(value: Option<&AttributeValue>) -> Option<usize> {
    match value? {
        AttributeValue::Ss(all) | AttributeValue::Ns(all) => Some(all.len()),
        AttributeValue::Bs(all) => Some(all.len()),
        _ => None,
    }
}

/// Returns the entries in the order of the bytes of their names, in which the expressions and messages of Partita name
/// attributes.
pub(super) fn sorted<V>(all: &HashMap<String, V>) -> Vec<(&str, &V)> {
    let mut entries: Vec<_> = all
        .iter()
        .map(|(name, value)| (name.as_str(), value))
        .collect();
    entries.sort_unstable_by_key(|(name, _)| *name);
    entries
}

/// Returns a map with one entry.
pub(super) fn one_attribute(name: &str, value: AttributeValue) -> AttributeMap {
    AttributeMap::from([(name.to_owned(), value)])
}
