//! The texts of times, identifiers and bytes in string keys.

use super::description::{FieldKind, KeyFormat};

/// In a form, 'd' is a decimal digit, 'x' a lower-case hex digit and 'u' a digit of Crockford's base 32 in upper case.
/// Any other character is itself.
fn form_of(kind: FieldKind) -> Option<&'static [u8]> {
    match kind {
        FieldKind::Time => Some(b"dddd-dd-ddTdd:dd:dd.dddZ"),
        FieldKind::Date => Some(b"dddd-dd-dd"),
        FieldKind::Uuid => Some(b"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"),
        FieldKind::Ulid => Some(b"uuuuuuuuuuuuuuuuuuuuuuuuuu"),
        _ => None,
    }
}

fn matches_form(form: u8, byte: u8) -> bool {
    match form {
        b'd' => byte.is_ascii_digit(),
        b'x' => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        b'u' => byte.is_ascii_digit() || (byte.is_ascii_uppercase() && !b"ILOU".contains(&byte)),
        _ => form == byte,
    }
}

/// Checks the month, day, hour, minute and second, each if the text contains it.
fn in_calendar(text: &[u8]) -> bool {
    let within = |at: usize, low: u8, high: u8| match text.get(at..at + 2) {
        Some(digits) => (low..=high).contains(&((digits[0] - b'0') * 10 + (digits[1] - b'0'))),
        None => true,
    };
    within(5, 1, 12)
        && within(8, 1, 31)
        && within(11, 0, 23)
        && within(14, 0, 59)
        && within(17, 0, 60)
}

/// Returns true if the text is the beginning of a text of the kind's form, or is empty. True for kinds without a form.
pub(super) fn begins_form(kind: FieldKind, text: &str) -> bool {
    let Some(form) = form_of(kind) else {
        return true;
    };
    let bytes = text.as_bytes();
    if bytes.len() > form.len()
        || !bytes
            .iter()
            .zip(form)
            .all(|(byte, form)| matches_form(*form, *byte))
    {
        return false;
    }
    match kind {
        // A ULID has 128 bits.
        FieldKind::Ulid => bytes.first().is_none_or(|first| *first <= b'7'),
        FieldKind::Uuid => true,
        _ => in_calendar(bytes),
    }
}

/// Returns true if the text has the one form of its kind: 2026-01-05T10:00:00.000Z for a time, 2026-01-05 for a date,
/// lower-case hex with hyphens for a UUID, 26 upper-case characters for a ULID. True for other kinds.
pub(super) fn has_form(kind: FieldKind, text: &str) -> bool {
    form_of(kind).is_none_or(|form| text.len() == form.len() && begins_form(kind, text))
}

/// Returns the number of characters of a time or date that the format keeps: 4, 7, 10 or 13. 0 if the format or the
/// kind does not cut.
pub(super) fn cut_size(kind: FieldKind, format: KeyFormat) -> usize {
    match (kind, format) {
        (FieldKind::Time | FieldKind::Date, KeyFormat::Year) => 4,
        (FieldKind::Time | FieldKind::Date, KeyFormat::Month) => 7,
        (FieldKind::Time | FieldKind::Date, KeyFormat::Day) => 10,
        (FieldKind::Time, KeyFormat::Hour) => 13,
        _ => 0,
    }
}

const LOWER_HEX: &[u8; 16] = b"0123456789abcdef";
const UPPER_HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Returns the bytes as lower-case hex.
pub(super) fn hex_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(LOWER_HEX[usize::from(byte >> 4)]));
        text.push(char::from(LOWER_HEX[usize::from(byte & 15)]));
    }
    text
}

fn hex_value(digits: &[u8; 16], high: u8, low: u8) -> Option<u8> {
    let value = |digit: u8| {
        let at = digits.iter().position(|one| *one == digit)?;
        u8::try_from(at).ok()
    };
    Some(value(high)? << 4 | value(low)?)
}

/// Returns the bytes of lower-case hex, or `None` for any other text.
pub(super) fn read_hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs
        .iter()
        .map(|[high, low]| hex_value(LOWER_HEX, *high, *low))
        .collect()
}

// ---- escapes
//
// A value in a string key must not hold a '#', because '#' joins the fields. A byte up to '$' is escaped. This keeps
// the order of texts, also if one text begins with another.

pub(super) const DELIMITER: char = '#';
/// The byte after the delimiter. All keys of a parent and its children are below the parent's key followed by it.
pub(super) const AFTER_DELIMITER: char = '$';
const LAST_ESCAPED: u8 = b'$';

/// Returns true if one of the bytes has to be escaped.
pub(super) fn needs_escape(text: &[u8]) -> bool {
    text.iter().any(|byte| *byte <= LAST_ESCAPED)
}

/// Adds the escape of a text. The byte order of escapes is that of the texts, and the escape of a prefix is a prefix of
/// the escape.
pub(super) fn escape_into(out: &mut String, text: &str) {
    if !needs_escape(text.as_bytes()) {
        out.push_str(text);
        return;
    }
    for character in text.chars() {
        match u8::try_from(character) {
            Ok(byte) if byte <= LAST_ESCAPED => {
                out.push(AFTER_DELIMITER);
                out.push(char::from(UPPER_HEX[usize::from(byte >> 4)]));
                out.push(char::from(UPPER_HEX[usize::from(byte & 15)]));
            }
            _ => out.push(character),
        }
    }
}

/// Returns the text of an escape, or `None` if `escape_into` cannot have written it.
pub(super) fn unescape_text(escaped: &str) -> Option<String> {
    let mut out = String::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if u32::from(character) > u32::from(LAST_ESCAPED) {
            out.push(character);
            continue;
        }
        let [high, low, ..] = *rest.as_bytes() else {
            return None;
        };
        let byte = hex_value(UPPER_HEX, high, low)?;
        if character != AFTER_DELIMITER || byte > LAST_ESCAPED {
            return None;
        }
        out.push(char::from(byte));
        rest = &rest[2..];
    }
    Some(out)
}
