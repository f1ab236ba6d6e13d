//! The part of a key range that the sort key gives.

use std::cmp::Ordering;

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeMap, AttributeValue};
use super::calls::{Operator, SortRange};
use super::compose::{compose, compose_text};
use super::description::{
    Field, FieldKind, KeyAttribute, KeyEscape, KeyField, KeyFormat, KeyPart, ScalarType, SortPlan,
};
use super::errors::{Error, model_error};
use super::key_fields::{KeyRole, SORT_BYTES};
use super::key_range::{KeyComparison, KeyRange};
use super::plain_text::{key_text, prefix_of};
use super::same_value::order_between;
use super::spell::spell;
use super::text_forms::{AFTER_DELIMITER, DELIMITER, escape_into, needs_escape};

const LAST_CHARACTER: &str = "\u{10FFFF}";

/// Returns the upper end of the keys that are `text` or below it. It is `text` itself if `text` has the longest size,
/// because no longer key exists.
pub(super) fn end_of_tree(text: &str) -> String {
    if text.len() < SORT_BYTES {
        format!("{text}{AFTER_DELIMITER}")
    } else {
        text.to_owned()
    }
}

/// The least value above all keys that begin with `prefix`. Requires: `prefix` is not empty.
fn end_of_prefix(prefix: &str, scalar: ScalarType) -> AttributeValue {
    let mut bytes = prefix.as_bytes().to_vec();
    let Some(last) = bytes.last_mut() else {
        return scalar.value(prefix);
    };
    if scalar == ScalarType::B || *last < 0x7f {
        *last += 1;
    } else {
        // With the greatest characters behind it the text is as long as a key can be.
        let repeated = SORT_BYTES.saturating_sub(prefix.len()) / LAST_CHARACTER.len();
        bytes.extend_from_slice(LAST_CHARACTER.repeat(repeated).as_bytes());
    }
    match String::from_utf8(bytes) {
        Ok(text) => scalar.value(text),
        // Only a binary key can end in a part of a character.
        Err(no_text) => super::attributes::bytes_value(no_text.into_bytes()),
    }
}

/// The prefix of a field's text in a key. It may end anywhere, unlike a whole value.
fn prefix_text(part: &KeyField, field: &Field, value: &AttributeValue) -> Result<String, Error> {
    let own_texts = field.enumerators.iter().any(|one| one.key != one.attribute);
    let text = prefix_of(field, value)
        .filter(|_| part.format == KeyFormat::Plain && !field.kind.is_whole() && !own_texts);
    let Some(text) = text else {
        return Err(model_error(format!(
            "The field {} has no prefixes in the key: ask for a range of values",
            field.name
        )));
    };
    if field.kind == FieldKind::Bytes {
        return Ok(text);
    }
    match part.escape {
        KeyEscape::Hex => {
            let mut escaped = String::with_capacity(text.len());
            escape_into(&mut escaped, &text);
            Ok(escaped)
        }
        KeyEscape::Reject if needs_escape(text.as_bytes()) => Err(model_error(format!(
            "The field {} cannot begin with a byte that its key refuses",
            field.name
        ))),
        KeyEscape::Raw | KeyEscape::Reject => Ok(text),
    }
}

fn ends_before(name: &str, given: &SortRange) -> Error {
    let high = given.high.as_ref().map_or_else(String::new, spell);
    model_error(format!(
        "The range of {name} from {} to {high} ends before it begins",
        spell(&given.low)
    ))
}

/// A range of one comparison with one text.
fn range_of_text(key: &KeyAttribute, operator: Operator, text: &str) -> KeyRange {
    KeyRange {
        comparisons: vec![KeyComparison::new(
            key.attribute,
            operator,
            key.scalar.value(text),
        )],
        excluded: None,
    }
}

/// A range between two texts.
fn range_between(key: &KeyAttribute, low: &str, high: AttributeValue) -> KeyRange {
    let mut out = range_of_text(key, Operator::Between, low);
    out.comparisons[0].high = Some(high);
    out
}

/// The bounds of a range in a composed key.
struct Bounds<'a> {
    key: &'a KeyAttribute,
    /// The known text before the field, with which all texts begin.
    prefix: String,
    low: String,
    high: String,
    /// The pattern reads no item below the field of the range.
    alone: bool,
}

impl Bounds<'_> {
    fn text(&self, text: &str) -> AttributeValue {
        self.key.scalar.value(text)
    }

    fn from(&self, low: &str, excluded: Option<AttributeValue>) -> KeyRange {
        if self.prefix.is_empty() {
            let mut out = range_of_text(self.key, Operator::GreaterOrEqual, low);
            out.excluded = excluded;
            return out;
        }
        let end = end_of_prefix(&self.prefix, self.key.scalar);
        // After a '#' the end cannot be a key. After any other text it can be the key of another item.
        let excluded = if self.prefix.ends_with(DELIMITER) {
            excluded
        } else {
            Some(end.clone())
        };
        let mut out = range_between(self.key, low, end);
        out.excluded = excluded;
        out
    }

    fn up_to(&self, operator: Operator) -> KeyRange {
        let is_less = operator == Operator::Less;
        let end = if is_less {
            self.low.clone()
        } else {
            end_of_tree(&self.low)
        };
        if self.prefix.is_empty() {
            return range_of_text(self.key, operator, &end);
        }
        let mut out = range_between(self.key, &self.prefix, self.text(&end));
        if is_less {
            out.excluded = Some(self.text(&end));
        }
        out
    }

    fn above(&self) -> KeyRange {
        let end = end_of_tree(&self.low);
        if self.prefix.is_empty() {
            return range_of_text(self.key, Operator::Greater, &end);
        }
        let excluded = (end == self.low).then(|| self.text(&end));
        self.from(&end, excluded)
    }

    fn bounded(&self, operator: Operator) -> KeyRange {
        match operator {
            Operator::Equal if self.alone => range_of_text(self.key, Operator::Equal, &self.low),
            Operator::Equal => {
                range_between(self.key, &self.low, self.text(&end_of_tree(&self.low)))
            }
            Operator::Between => {
                range_between(self.key, &self.low, self.text(&end_of_tree(&self.high)))
            }
            Operator::Less | Operator::LessOrEqual => self.up_to(operator),
            Operator::GreaterOrEqual => self.from(&self.low, None),
            Operator::Greater => self.above(),
            _ if self.low.is_empty() => KeyRange::default(),
            _ => range_of_text(self.key, Operator::BeginsWith, &self.low),
        }
    }
}

/// The comparison with a composed sort key, behind the known text of its first `at` parts.
fn composed_range(
    pattern: &AskedPattern,
    key: &KeyAttribute,
    given: Option<&SortRange>,
    known: String,
    mut at: usize,
) -> Result<KeyRange, Error> {
    let mut prefix = known;
    while let Some(KeyPart::Literal(literal)) = key.parts.get(at) {
        prefix.push_str(literal);
        at += 1;
    }
    let (Some(given), Some(KeyPart::Field(part))) = (given, key.parts.get(at)) else {
        return Ok(if prefix.is_empty() {
            KeyRange::default()
        } else {
            range_of_text(key, Operator::BeginsWith, &prefix)
        });
    };
    let field = &pattern.first().fields[part.field];
    let low = if given.operator == Operator::BeginsWith {
        prefix_text(part, field, &given.low)?
    } else {
        key_text(part, field, &given.low)?
    };
    let high = match (&given.high, given.operator) {
        (Some(high), Operator::Between) => key_text(part, field, high)?,
        _ => String::new(),
    };
    if given.operator == Operator::Between && high < low {
        return Err(ends_before(field.name, given));
    }
    let bounds = Bounds {
        key,
        low: format!("{prefix}{low}"),
        high: format!("{prefix}{high}"),
        prefix,
        alone: pattern.entities().len() == 1 && at + 1 == key.parts.len(),
    };
    Ok(bounds.bounded(given.operator))
}

/// A sort key that is composed in one attribute.
fn composed_sort(
    pattern: &AskedPattern,
    key: &KeyAttribute,
    values: &AttributeMap,
    given: Option<&SortRange>,
) -> Result<KeyRange, Error> {
    let plan = &pattern.plan;
    let parts = if plan.sort == SortPlan::Equal {
        key.parts.len()
    } else {
        plan.sort_parts
    };
    let first = &key.parts[..parts.min(key.parts.len())];
    let Some(mut known) = compose_text(first, pattern.first(), values, None)? else {
        return Err(pattern.missing_field(key.parts, values));
    };
    let ends_in_field = parts <= key.parts.len() && matches!(first.last(), Some(KeyPart::Field(_)));
    Ok(match plan.sort {
        SortPlan::Ranged => return composed_range(pattern, key, given, known, parts),
        SortPlan::Equal => range_of_text(key, Operator::Equal, &known),
        SortPlan::Prefix => {
            if ends_in_field {
                known.push(DELIMITER);
            }
            if known.is_empty() {
                KeyRange::default()
            } else {
                range_of_text(key, Operator::BeginsWith, &known)
            }
        }
        SortPlan::Tree => {
            if !ends_in_field && known.ends_with(DELIMITER) {
                known.pop();
            }
            range_between(key, &known, key.scalar.value(end_of_tree(&known)))
        }
        SortPlan::Whole => KeyRange::default(),
    })
}

/// A range of an attribute that is a field. The service compares it.
fn natural_range(key: &KeyAttribute, given: &SortRange) -> Result<KeyComparison, Error> {
    let high = given
        .high
        .as_ref()
        .filter(|_| given.operator == Operator::Between);
    let is_of_type = |value: &AttributeValue| key.scalar.is_of(value);
    if !is_of_type(&given.low) || !high.is_none_or(is_of_type) {
        return Err(model_error(format!(
            "The range of the key attribute {} must have values of type {}",
            key.attribute,
            key.scalar.name()
        )));
    }
    if order_between(Some(&given.low), high) == Some(Ordering::Greater) {
        return Err(ends_before(key.attribute, given));
    }
    Ok(KeyComparison {
        attribute: key.attribute,
        operator: given.operator,
        low: given.low.clone(),
        high: high.cloned(),
    })
}

/// A sort key whose attributes are fields. Known ones are compared for equality, and the next one with the range.
fn natural_sort(
    pattern: &AskedPattern,
    values: &AttributeMap,
    given: Option<&SortRange>,
) -> Result<KeyRange, Error> {
    let attributes = pattern.key().sort;
    let known = pattern.plan.sort_parts.min(attributes.len());
    let mut out = KeyRange::default();
    for one in &attributes[..known] {
        let value = compose(one, KeyRole::Sort, pattern.first(), values)?
            .ok_or_else(|| pattern.missing_field(one.parts, values))?;
        out.comparisons
            .push(KeyComparison::new(one.attribute, Operator::Equal, value));
    }
    let (SortPlan::Ranged, Some(given), Some(next)) =
        (pattern.plan.sort, given, attributes.get(known))
    else {
        return Ok(out);
    };
    if next.natural {
        out.comparisons.push(natural_range(next, given)?);
    } else {
        let composed = composed_range(pattern, next, Some(given), String::new(), 0)?;
        out.comparisons.extend(composed.comparisons);
        out.excluded = composed.excluded;
    }
    Ok(out)
}

/// Returns the comparisons of the sort attributes. The errors are those of `key_ranges`.
pub(super) fn sort_comparisons(
    pattern: &AskedPattern,
    values: &AttributeMap,
    given: Option<&SortRange>,
) -> Result<KeyRange, Error> {
    if pattern.plan.sort != SortPlan::Ranged && given.is_some() {
        return Err(model_error(format!(
            "The access pattern \"{}\" has no field for a range",
            pattern.name
        )));
    }
    match pattern.key().sort.first() {
        Some(key) if pattern.plan.sort != SortPlan::Whole => {
            if key.natural {
                natural_sort(pattern, values, given)
            } else {
                composed_sort(pattern, key, values, given)
            }
        }
        _ => Ok(KeyRange::default()),
    }
}
