//! The text of one field's value in a key.

use super::attributes::{AttributeValue, as_bytes, as_number, as_string};
use super::description::{Field, FieldKind, KeyEscape, KeyField, KeyFormat};
use super::errors::{Error, model_error};
use super::key_fields::shard_of_value;
use super::text_forms::{cut_size, escape_into, has_form, hex_of, needs_escape};
use super::whole_number::Whole;

impl FieldKind {
    /// Returns words such as "a string".
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Bytes => "binary",
            Self::Integer => "a whole number",
            Self::Unsigned => "a whole number of at least zero",
            Self::Double => "a floating-point number",
            Self::Decimal => "a decimal number",
            Self::Bool => "a boolean",
            Self::Enum => "an enumerator",
            Self::Time => "a time",
            Self::Date => "a date",
            Self::Uuid => "a UUID",
            Self::Ulid => "a ULID",
            Self::Seconds => "a time in seconds",
            Self::Document => "a document",
        }
    }

    /// Returns an example for the kinds whose texts have only one form.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Time => ", such as 2026-01-05T09:00:00.000Z",
            Self::Date => ", such as 2026-01-05",
            Self::Uuid => ", such as 0f8fad5b-d9cb-469f-a165-70867728950e",
            Self::Ulid => ", such as 01ARZ3NDEKTSV4RRFFQ69G5FAV",
            _ => "",
        }
    }

    /// Returns true for the kinds of whole numbers.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::Integer | Self::Unsigned | Self::Seconds)
    }
}

/// Returns the error of a value that cannot be in a key.
fn refused_in_key(field: &Field, why: &str) -> Error {
    model_error(format!(
        "The field {} cannot be in a key: {why}",
        field.name
    ))
}

/// Returns the error of a value that has another type or form than its field.
fn wrong_type(field: &Field) -> Error {
    let (kind, example) = (field.kind.in_words(), field.kind.example());
    refused_in_key(field, &format!("its value must be {kind}{example}"))
}

/// Returns the number of a field of a whole kind. The error is of a value that the field cannot hold.
fn whole_of(field: &Field, value: &AttributeValue) -> Result<Whole, Error> {
    as_number(Some(value))
        .and_then(Whole::read)
        .filter(|number| number.fits(field.kind))
        .ok_or_else(|| wrong_type(field))
}

fn text_of_enumerator(field: &Field, value: &AttributeValue) -> Result<String, Error> {
    let text = as_string(Some(value)).ok_or_else(|| wrong_type(field))?;
    match field.enumerators.iter().find(|one| one.attribute == text) {
        Some(one) => Ok(one.key.to_owned()),
        None => Err(refused_in_key(
            field,
            &format!("no enumerator has the text \"{text}\""),
        )),
    }
}

/// Returns the text that a part without a format writes, before it is escaped. The error names the field, if the value
/// has another type or form than the field or names no enumerator, or if the field's kind has no such text.
pub(super) fn plain_text(field: &Field, value: &AttributeValue) -> Result<String, Error> {
    match (field.kind, value) {
        (
            FieldKind::String
            | FieldKind::Time
            | FieldKind::Date
            | FieldKind::Uuid
            | FieldKind::Ulid,
            AttributeValue::S(text),
        ) if has_form(field.kind, text) => Ok(text.clone()),
        (FieldKind::Enum, _) => text_of_enumerator(field, value),
        (FieldKind::Bool, AttributeValue::Bool(is)) => Ok(is.to_string()),
        (FieldKind::Bytes, AttributeValue::B(bytes)) => Ok(hex_of(bytes.as_ref())),
        (FieldKind::Integer | FieldKind::Unsigned | FieldKind::Seconds, _) => {
            whole_of(field, value).map(|number| number.to_string())
        }
        (FieldKind::Double | FieldKind::Decimal | FieldKind::Document, _) => Err(refused_in_key(
            field,
            &format!(
                "{} has no text that sorts in the order of its values",
                field.kind.in_words()
            ),
        )),
        _ => Err(wrong_type(field)),
    }
}

fn escape_plain(out: &mut String, part: &KeyField, field: &Field, text: &str) -> Result<(), Error> {
    if text.is_empty() {
        return Err(refused_in_key(field, "it is empty"));
    }
    if !text.starts_with(part.must_begin) {
        return Err(refused_in_key(
            field,
            &format!("it must begin with \"{}\"", part.must_begin),
        ));
    }
    match part.escape {
        KeyEscape::Hex => escape_into(out, text),
        KeyEscape::Reject if needs_escape(text.as_bytes()) => {
            return Err(refused_in_key(
                field,
                "it holds a byte that would have to be escaped",
            ));
        }
        KeyEscape::Raw | KeyEscape::Reject => out.push_str(text),
    }
    Ok(())
}

fn add_plain(
    out: &mut String,
    part: &KeyField,
    field: &Field,
    value: &AttributeValue,
) -> Result<(), Error> {
    match (field.kind, value) {
        // Most keys are made of texts, which need no copy before the escape.
        (
            FieldKind::String
            | FieldKind::Time
            | FieldKind::Date
            | FieldKind::Uuid
            | FieldKind::Ulid,
            AttributeValue::S(text),
        ) if has_form(field.kind, text) => escape_plain(out, part, field, text),
        _ => escape_plain(out, part, field, &plain_text(field, value)?),
    }
}

fn text_of_number(part: &KeyField, field: &Field, value: &AttributeValue) -> Result<String, Error> {
    if !field.kind.is_whole() {
        return Err(refused_in_key(field, "only a whole number can be padded"));
    }
    let number = whole_of(field, value)?;
    let width = part.width;
    let text = if part.format == KeyFormat::Signed {
        number.signed_padded(width)
    } else if number.negative {
        let name = field.name;
        return Err(refused_in_key(
            field,
            &format!(
                "{number} is negative; {{{name}:s{width:03}d}} keeps the order of negative numbers too"
            ),
        ));
    } else {
        number.padded(width)
    };
    text.ok_or_else(|| refused_in_key(field, &format!("{number} has more than {width} digits")))
}

fn add_cut(
    out: &mut String,
    part: &KeyField,
    field: &Field,
    value: &AttributeValue,
) -> Result<(), Error> {
    let size = cut_size(field.kind, part.format);
    if size == 0 {
        return Err(refused_in_key(field, "it is not a time with such a part"));
    }
    match as_string(Some(value)) {
        Some(text) if has_form(field.kind, text) => {
            out.push_str(&text[..size]);
            Ok(())
        }
        _ => Err(wrong_type(field)),
    }
}

/// Adds the escaped text of `value` as `part` writes it. The error, which names the field, is of a value that has
/// another type or form than the field, is empty, names no enumerator, does not begin with `must_begin`, holds a byte
/// that the part rejects, is negative in a part without a sign, or has more digits than the width; or of a field whose
/// kind has no text for such a part.
pub(super) fn add_key_text(
    out: &mut String,
    part: &KeyField,
    field: &Field,
    value: &AttributeValue,
) -> Result<(), Error> {
    match part.format {
        KeyFormat::Plain => add_plain(out, part, field, value)?,
        KeyFormat::Padded | KeyFormat::Signed => out.push_str(&text_of_number(part, field, value)?),
        KeyFormat::Shard => {
            out.push_str(&shard_of_value(field, value, part.shards.max(1))?.to_string());
        }
        _ => add_cut(out, part, field, value)?,
    }
    Ok(())
}

/// Returns the text that `add_key_text` adds.
pub(super) fn key_text(
    part: &KeyField,
    field: &Field,
    value: &AttributeValue,
) -> Result<String, Error> {
    let mut out = String::new();
    add_key_text(&mut out, part, field, value)?;
    Ok(out)
}

/// Returns the hex digits of bytes, or the text of a string. `None` for another value.
pub(super) fn prefix_of(field: &Field, value: &AttributeValue) -> Option<String> {
    if field.kind == FieldKind::Bytes {
        return as_bytes(Some(value)).map(hex_of);
    }
    as_string(Some(value)).map(str::to_owned)
}
