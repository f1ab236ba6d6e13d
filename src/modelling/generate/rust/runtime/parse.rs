//! Takes the keys of a stored item apart by their templates. Fields are added only after all the keys agree.

use super::attributes::{AttributeMap, AttributeValue, bytes_value, key_bytes, string_value};
use super::description::{
    EntityInfo, Field, FieldKind, KeyAttribute, KeyEscape, KeyField, KeyFormat, KeyPart,
};
use super::key_fields::{KeyRole, shard_of_value};
use super::plain_text::key_text;
use super::text_forms::{
    DELIMITER, begins_form, cut_size, has_form, needs_escape, read_hex, unescape_text,
};
use super::whole_number::Whole;

/// The attributes of an item, and the fields that were read from its keys. An attribute with the name of a field that
/// only keys hold is ignored, because an earlier model wrote it.
pub(super) struct KnownValues<'a> {
    pub(super) stored: &'a AttributeMap,
    pub(super) added: AttributeMap,
}

impl KnownValues<'_> {
    /// Returns the value of the attribute or of a field that was read from a key.
    fn value(&self, attribute: &str) -> Option<&AttributeValue> {
        self.stored
            .get(attribute)
            .or_else(|| self.added.get(attribute))
    }
}

/// The text of a field in a key.
struct Segment<'a> {
    part: &'static KeyField,
    text: &'a str,
}

/// Adds the segments behind a raw field. Returns false if the key has another shape.
fn match_raw<'a>(
    rest: &'static [KeyPart],
    part: &'static KeyField,
    key: &'a str,
    found: &mut Vec<Segment<'a>>,
) -> bool {
    let first = if rest.is_empty() { key.len() } else { 1 };
    let before = found.len();
    for size in first..=key.len() {
        let Some((text, behind)) = key.split_at_checked(size) else {
            continue;
        };
        found.push(Segment { part, text });
        if match_parts(rest, behind, found) {
            return true;
        }
        found.truncate(before);
    }
    false
}

/// Adds the texts of the fields of a key. Returns false if the key has another shape.
fn match_parts<'a>(parts: &'static [KeyPart], key: &'a str, found: &mut Vec<Segment<'a>>) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return key.is_empty();
    };
    match first {
        KeyPart::Literal(literal) => key
            .strip_prefix(literal)
            .is_some_and(|behind| match_parts(rest, behind, found)),
        KeyPart::Field(part)
            if part.format == KeyFormat::Plain && part.escape == KeyEscape::Raw =>
        {
            match_raw(rest, part, key, found)
        }
        KeyPart::Field(part) => {
            let (text, behind) = key.split_at(key.find(DELIMITER).unwrap_or(key.len()));
            found.push(Segment { part, text });
            match_parts(rest, behind, found)
        }
    }
}

fn value_of_whole(kind: FieldKind, number: Option<Whole>) -> Option<AttributeValue> {
    let number = number.filter(|number| number.fits(kind))?;
    Some(AttributeValue::N(number.to_string()))
}

/// The value whose plain text is `text`.
fn read_plain(field: &Field, text: &str) -> Option<AttributeValue> {
    match field.kind {
        FieldKind::Bool => text.parse().ok().map(AttributeValue::Bool),
        FieldKind::Enum => {
            let one = field.enumerators.iter().find(|one| one.key == text)?;
            Some(string_value(one.attribute))
        }
        FieldKind::Bytes => read_hex(text).map(bytes_value),
        FieldKind::Integer | FieldKind::Unsigned | FieldKind::Seconds => {
            let number = Whole::read(text).filter(|number| number.to_string() == text);
            value_of_whole(field.kind, number)
        }
        FieldKind::String
        | FieldKind::Time
        | FieldKind::Date
        | FieldKind::Uuid
        | FieldKind::Ulid => has_form(field.kind, text).then(|| string_value(text)),
        FieldKind::Double | FieldKind::Decimal | FieldKind::Document => None,
    }
}

/// The value of a text in a key. Requires: the part is lossless.
fn read_key_text(part: &KeyField, field: &Field, text: &str) -> Option<AttributeValue> {
    match part.format {
        KeyFormat::Padded => {
            return value_of_whole(field.kind, Whole::read_padded(text, part.width));
        }
        KeyFormat::Signed => {
            return value_of_whole(field.kind, Whole::read_signed_padded(text, part.width));
        }
        _ => {}
    }
    if text.is_empty() || (part.escape == KeyEscape::Reject && needs_escape(text.as_bytes())) {
        return None;
    }
    let plain = match part.escape {
        KeyEscape::Raw => text.to_owned(),
        KeyEscape::Hex | KeyEscape::Reject => unescape_text(text)?,
    };
    if plain.starts_with(part.must_begin) {
        read_plain(field, &plain)
    } else {
        None
    }
}

/// True if a part that keeps only a piece of the value can have written `text`.
fn is_lossy_text(part: &KeyField, field: &Field, text: &str) -> bool {
    if part.format != KeyFormat::Shard {
        return text.len() == cut_size(field.kind, part.format) && begins_form(field.kind, text);
    }
    let count = part.shards.max(1).max(part.was_shards);
    Whole::read(text).is_some_and(|shard| {
        !shard.negative
            && shard.to_string() == text
            && usize::try_from(shard.magnitude).is_ok_and(|at| at < count)
    })
}

/// True if the part writes `text` for the value, or wrote it under the earlier count of shards.
fn writes_text(part: &KeyField, field: &Field, value: &AttributeValue, text: &str) -> bool {
    let Ok(written) = key_text(part, field, value) else {
        return false;
    };
    if written == text || part.was_shards == 0 {
        return written == text;
    }
    shard_of_value(field, value, part.was_shards).is_ok_and(|shard| shard.to_string() == text)
}

/// The reading of the keys of one item.
struct KeyReading<'a> {
    entity: &'a EntityInfo,
    known: &'a KnownValues<'a>,
    read: Vec<(usize, AttributeValue)>,
    segments: Vec<Segment<'a>>,
}

impl<'a> KeyReading<'a> {
    fn in_item(&self, field: &Field) -> Option<&AttributeValue> {
        if field.key_only {
            self.known.added.get(field.attribute)
        } else {
            self.known.value(field.attribute)
        }
    }

    fn find(&self, field: usize) -> Option<&AttributeValue> {
        self.in_item(&self.entity.fields[field]).or_else(|| {
            self.read
                .iter()
                .find(|(at, _)| *at == field)
                .map(|(_, value)| value)
        })
    }

    /// Reads the field that is the key attribute itself. Returns false if the key cannot be its value.
    fn take_natural(&mut self, key: &KeyAttribute, value: &AttributeValue) -> bool {
        let Some(part) = key.fields().next() else {
            return false;
        };
        if !matches!(value, AttributeValue::N(_)) {
            let text = key_bytes(value);
            let is_rejected = part.escape == KeyEscape::Reject && needs_escape(text);
            if is_rejected || !text.starts_with(part.must_begin.as_bytes()) {
                return false;
            }
        }
        if let Some(known) = self.find(part.field) {
            return known == value;
        }
        self.read.push((part.field, value.clone()));
        true
    }

    /// Takes one key apart. Returns false if it does not have the shape of its template.
    fn take(&mut self, key: &KeyAttribute, value: &'a AttributeValue) -> bool {
        if !key.scalar.is_of(value) {
            return false;
        }
        if key.natural {
            return self.take_natural(key, value);
        }
        // Bytes that are not a text match no template.
        str::from_utf8(key_bytes(value))
            .is_ok_and(|text| match_parts(key.parts, text, &mut self.segments))
    }

    /// Reads the fields that the item lacks. Returns false if a segment is not the text of a value.
    fn read_lossless(&mut self) -> bool {
        for one in &self.segments {
            if !one.part.is_lossless() || self.find(one.part.field).is_some() {
                continue;
            }
            let field = &self.entity.fields[one.part.field];
            match read_key_text(one.part, field, one.text) {
                Some(value) => self.read.push((one.part.field, value)),
                None => return false,
            }
        }
        true
    }

    fn agrees(&self, one: &Segment<'_>) -> bool {
        let field = &self.entity.fields[one.part.field];
        match self.find(one.part.field) {
            Some(value) => writes_text(one.part, field, value, one.text),
            None => is_lossy_text(one.part, field, one.text),
        }
    }
}

/// Reads the keys with these templates. Returns true if the item has each key, each has the shape of its template, and
/// the values in them agree with each other and with the known values. If so, the fields that the item lacks and that
/// can be read back (those of lossless formats) are added to `known`. Otherwise `known` is unchanged.
pub(super) fn read_from(
    entity: &EntityInfo,
    attributes: impl Iterator<Item = (KeyRole, &'static KeyAttribute)>,
    known: &mut KnownValues<'_>,
) -> bool {
    let mut reading = KeyReading {
        entity,
        known,
        read: Vec::new(),
        segments: Vec::new(),
    };
    for (_, attribute) in attributes {
        match reading.known.value(attribute.attribute) {
            Some(value) if reading.take(attribute, value) => {}
            _ => return false,
        }
    }
    if !reading.read_lossless() || !reading.segments.iter().all(|one| reading.agrees(one)) {
        return false;
    }
    let read = std::mem::take(&mut reading.read);
    let new: Vec<_> = read
        .into_iter()
        .map(|(at, value)| (&entity.fields[at], value))
        .filter(|(field, _)| reading.in_item(field).is_none())
        .collect();
    for (field, value) in new {
        known.added.insert(field.attribute.to_owned(), value);
    }
    true
}
