//! The fields of an entity as values of Rust, and as attributes.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::{Blob, DateTime};

use super::attributes::{AttributeValue, as_string, bytes_value, number_value};
use super::calendar::{Day, read_time};
use super::decimal::Decimal;
use super::description::{Field, FieldKind};
use super::documents::{Document, DocumentMap, list_value, map_of, map_value};
use super::errors::{Error, model_error};
use super::float_text::{double_text, float_text};
use super::kept_members::time_as;
use super::number_text::Number;
use super::text_forms::has_form;

/// A value that a field may have. Values are moved and not copied.
pub trait FieldValue: Sized {
    /// Returns the attribute value, or `None` for an absent attribute. The error is of a value that the field cannot
    /// have.
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error>;

    /// Returns the value of an attribute, or `None` if the field does not have such values.
    fn decode(field: &Field, value: AttributeValue) -> Option<Self>;

    /// Returns the value of an absent attribute without a default, or `None` if the attribute must not be absent.
    #[must_use]
    fn of_absent() -> Option<Self> {
        None
    }
}

/// An enumeration of a model.
pub trait Enumeration: Copy + Sized + 'static {
    /// The enumerators in the order of the model.
    const ALL: &'static [Self];

    /// Returns the position of the enumerator in the model.
    fn position(self) -> usize;
}

impl<V: FieldValue> FieldValue for Option<V> {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        self.map_or(Ok(None), |value| value.encode(field))
    }

    fn decode(field: &Field, value: AttributeValue) -> Option<Self> {
        V::decode(field, value).map(Some)
    }

    fn of_absent() -> Option<Self> {
        Some(None)
    }
}

/// The calendar is checked too, because a text such as 2026-02-30 has the form of a date.
fn has_whole_form(kind: FieldKind, text: &str) -> bool {
    has_form(kind, text) && (kind != FieldKind::Date || Day::read(text).is_some())
}

/// Strings, dates (2026-01-05), UUIDs in small letters and ULIDs are texts.
impl FieldValue for String {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        if !has_whole_form(field.kind, &self) {
            let (kind, example) = (field.kind.in_words(), field.kind.example());
            return Err(model_error(format!(
                "{} must be {kind}{example}, and not {self:?}",
                field.name
            )));
        }
        Ok(Some(AttributeValue::S(self)))
    }

    fn decode(field: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::S(text) if has_whole_form(field.kind, &text) => Some(text),
            _ => None,
        }
    }
}

impl FieldValue for Vec<u8> {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok(Some(bytes_value(self)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::B(bytes) => Some(bytes.into_inner()),
            _ => None,
        }
    }
}

impl FieldValue for bool {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok(Some(AttributeValue::Bool(self)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::Bool(is) => Some(is),
            _ => None,
        }
    }
}

/// Whole numbers with a sign, and seconds since 1970.
impl FieldValue for i64 {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok(Some(number_value(self)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match &value {
            AttributeValue::N(text) => text.parse().ok().or_else(|| Number::read(text)?.int64()),
            _ => None,
        }
    }
}

impl FieldValue for u64 {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok(Some(number_value(self)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        let (is_negative, magnitude) = Number::of(Some(&value))?.whole64()?;
        (!is_negative).then_some(magnitude)
    }
}

impl FieldValue for f64 {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        double_text(self, field.name).map(|text| Some(AttributeValue::N(text)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::N(text) => text.parse().ok(),
            _ => None,
        }
    }
}

impl FieldValue for Decimal {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok(Some(number_value(self)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        Number::of(Some(&value)).map(Self)
    }
}

/// Points in time, of which milliseconds are stored.
impl FieldValue for DateTime {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        match self.to_millis() {
            Ok(millis) => time_as(field, millis).map(Some),
            Err(error) => Err(model_error(format!("{}: {error}", field.name))),
        }
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        let text = as_string(Some(&value)).filter(|text| has_form(FieldKind::Time, text))?;
        read_time(text).map(Self::from_millis)
    }
}

impl FieldValue for Document {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        self.into_value(field.name).map(Some)
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        Self::of_value(value)
    }
}

impl FieldValue for DocumentMap {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        map_value(self, field.name).map(Some)
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::M(members) => map_of(members),
            _ => None,
        }
    }
}

impl FieldValue for Vec<Document> {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        list_value(self, field.name).map(Some)
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::L(all) => all.into_iter().map(Document::of_value).collect(),
            _ => None,
        }
    }
}

/// An empty set is an absent attribute.
impl FieldValue for BTreeSet<String> {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok((!self.is_empty()).then(|| AttributeValue::Ss(self.into_iter().collect())))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::Ss(all) => Some(all.into_iter().collect()),
            _ => None,
        }
    }

    fn of_absent() -> Option<Self> {
        Some(Self::new())
    }
}

/// An empty set is an absent attribute.
impl FieldValue for BTreeSet<Decimal> {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok((!self.is_empty())
            .then(|| AttributeValue::Ns(self.iter().map(Decimal::to_string).collect())))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::Ns(all) => all
                .iter()
                .map(|one| Number::read(one).map(Decimal))
                .collect(),
            _ => None,
        }
    }

    fn of_absent() -> Option<Self> {
        Some(Self::new())
    }
}

/// An empty set is an absent attribute.
impl FieldValue for BTreeSet<Vec<u8>> {
    fn encode(self, _: &Field) -> Result<Option<AttributeValue>, Error> {
        Ok((!self.is_empty())
            .then(|| AttributeValue::Bs(self.into_iter().map(Blob::new).collect())))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::Bs(all) => Some(all.into_iter().map(Blob::into_inner).collect()),
            _ => None,
        }
    }

    fn of_absent() -> Option<Self> {
        Some(Self::new())
    }
}

/// The vectors of a search index.
impl FieldValue for Vec<f32> {
    fn encode(self, field: &Field) -> Result<Option<AttributeValue>, Error> {
        let all = self.into_iter().map(|one| match float_text(one) {
            Ok(text) => Ok(AttributeValue::N(text)),
            Err(error) => Err(model_error(format!("{}: {error}", field.name))),
        });
        all.collect::<Result<_, _>>()
            .map(|all| Some(AttributeValue::L(all)))
    }

    fn decode(_: &Field, value: AttributeValue) -> Option<Self> {
        let AttributeValue::L(all) = value else {
            return None;
        };
        let numbers = all
            .iter()
            .map(|one| super::attributes::as_number(Some(one))?.parse::<f32>().ok());
        numbers
            .map(|one| one.filter(|one| one.is_finite()))
            .collect()
    }
}

/// Returns the attribute value of an enumerator. Generated code calls it.
pub fn encode_enumerator<V: Enumeration>(
    value: V,
    field: &Field,
) -> Result<Option<AttributeValue>, Error> {
    match field.enumerators.get(value.position()) {
        Some(one) => Ok(Some(AttributeValue::S(one.attribute.to_owned()))),
        None => Err(model_error(format!(
            "{} has no such enumerator",
            field.name
        ))),
    }
}

/// Returns the enumerator of an attribute value, or `None` without one. Generated code calls it.
#[must_use]
pub fn decode_enumerator<V: Enumeration>(field: &Field, value: &AttributeValue) -> Option<V> {
    let text = as_string(Some(value))?;
    let at = field
        .enumerators
        .iter()
        .position(|one| one.attribute == text)?;
    V::ALL.get(at).copied()
}

/// Returns the error of a stored value that a field does not have.
pub(super) fn wrong_kind(field: &Field, type_name: &str) -> Error {
    model_error(format!(
        "{} is a {type_name} that is not {}",
        field.name,
        field.kind.in_words()
    ))
}
