//! Compares the rows of an index with the question. The key of an index tells the item as it was when a program that
//! knows the index wrote it. A program without the index, such as an earlier version that still runs, leaves the key as
//! it was when it changes a field. Such a row answers the question by its key and not by its fields.

use std::cmp::Ordering;

use super::asked_pattern::{AskedPattern, holds_attribute};
use super::attributes::{AttributeMap, AttributeValue, as_string, is_null, key_bytes, type_of};
use super::calls::{Operator, SortRange};
use super::default_values::default_of;
use super::description::{
    EntityInfo, EntityKey, Field, FieldKind, KeyField, KeyFormat, KeyPart, SortPlan, When,
};
use super::key_fields::KeyRole;
use super::same_value::order_between;
use super::text_forms::{cut_size, has_form};

/// A field that is compared in the form that a part of the key has.
pub(super) struct AskedField {
    pub(super) field: &'static Field,
    pub(super) part: &'static KeyField,
}

/// The question to the rows of one entity.
pub(super) struct AskedEntity {
    entity: &'static EntityInfo,
    /// The fields with the values that they have to equal.
    pub(super) equal: Vec<(AskedField, AttributeValue)>,
    pub(super) ranged: Option<AskedField>,
    pub(super) when: Option<(&'static Field, &'static When)>,
}

/// The question to the rows of one read. It is empty for rows that are read by the table's own key, because a write
/// finds an item only by this key, so that they always match.
pub(super) struct RowMatch<'a> {
    pub(super) pattern: &'a AskedPattern,
    pub(super) given: Option<&'a SortRange>,
    /// Those with something to compare.
    pub(super) entities: Vec<AskedEntity>,
}

/// The part of a value's text by which a key orders it. `None` if the field cannot hold the text.
fn ordered_text<'a>(of: &AskedField, text: &'a str) -> Option<&'a str> {
    if of.field.kind == FieldKind::Enum {
        let one = of
            .field
            .enumerators
            .iter()
            .find(|one| one.attribute == text)?;
        return Some(one.key);
    }
    if !has_form(of.field.kind, text) {
        return None;
    }
    if of.part.is_cut() {
        return text.get(..cut_size(of.field.kind, of.part.format));
    }
    Some(text)
}

impl AskedField {
    /// The order of a stored value and a value of the question, as the part of a key has it. `None` if the field cannot
    /// hold the stored value.
    fn order(&self, stored: &AttributeValue, asked: &AttributeValue) -> Option<Ordering> {
        match (stored, asked) {
            (AttributeValue::S(mine), AttributeValue::S(theirs)) => {
                Some(ordered_text(self, mine)?.cmp(ordered_text(self, theirs)?))
            }
            (AttributeValue::Bool(mine), AttributeValue::Bool(theirs)) => Some(mine.cmp(theirs)),
            (AttributeValue::N(mine), AttributeValue::N(theirs)) if mine == theirs => {
                Some(Ordering::Equal)
            }
            _ => order_between(Some(stored), Some(asked)),
        }
    }

    fn is_in_range(&self, given: &SortRange, value: &AttributeValue) -> bool {
        if given.operator == Operator::BeginsWith {
            let is_text = matches!(value, AttributeValue::S(_) | AttributeValue::B(_));
            return !is_text
                || type_of(value) != type_of(&given.low)
                || key_bytes(value).starts_with(key_bytes(&given.low));
        }
        let Some(low) = self.order(value, &given.low) else {
            return true;
        };
        match given.operator {
            Operator::Less => low.is_lt(),
            Operator::LessOrEqual => low.is_le(),
            Operator::Greater => low.is_gt(),
            Operator::GreaterOrEqual => low.is_ge(),
            Operator::Between => {
                let high = given.high.as_ref().and_then(|high| self.order(value, high));
                low.is_ge() && high.is_none_or(Ordering::is_le)
            }
            _ => low.is_eq(),
        }
    }
}

/// A place of a part in a key.
#[derive(Clone, Copy)]
struct KeyPlace {
    role: KeyRole,
    attribute: usize,
    part: usize,
}

fn part_at(key: &EntityKey, place: KeyPlace) -> Option<&'static KeyField> {
    let attributes = match place.role {
        KeyRole::Partition => key.partition,
        KeyRole::Sort => key.sort,
    };
    match attributes.get(place.attribute)?.parts.get(place.part)? {
        KeyPart::Field(part) => Some(part),
        KeyPart::Literal(_) => None,
    }
}

/// The part of `own` that is at the place of a part in the key of the first entity. `None` if their forms differ.
fn same_part(own: &EntityKey, first: &EntityKey, place: KeyPlace) -> Option<&'static KeyField> {
    let (part, other) = (part_at(first, place)?, part_at(own, place)?);
    let is_same =
        other.format == part.format && other.width == part.width && other.escape == part.escape;
    is_same.then_some(other)
}

/// The places of the first entity's key that a value decides, with the values.
fn known_places(
    pattern: &AskedPattern,
    key: &EntityKey,
    values: &AttributeMap,
) -> Vec<(KeyPlace, AttributeValue)> {
    let fields = pattern.first().fields;
    let mut places = Vec::new();
    for (at, (role, one)) in key.attributes().enumerate() {
        if one.natural {
            continue; // The field itself is the key.
        }
        let (known, attribute) = match role {
            KeyRole::Partition => (one.parts.len(), at),
            KeyRole::Sort if pattern.plan.sort == SortPlan::Equal => {
                (one.parts.len(), at - key.partition.len())
            }
            KeyRole::Sort => (pattern.plan.sort_parts, at - key.partition.len()),
        };
        for (number, part) in one.parts.iter().enumerate().take(known) {
            let KeyPart::Field(part) = part else {
                continue;
            };
            if part.format == KeyFormat::Shard {
                continue;
            }
            if let Some(value) = values.get(fields[part.field].attribute) {
                let place = KeyPlace {
                    role,
                    attribute,
                    part: number,
                };
                places.push((place, value.clone()));
            }
        }
    }
    places
}

/// The place of the range's field in the sort key, behind the known parts.
fn place_of_range(pattern: &AskedPattern, key: &EntityKey) -> Option<KeyPlace> {
    let plan = &pattern.plan;
    let ranged = plan.range_field.filter(|_| plan.sort == SortPlan::Ranged)?;
    for (attribute, one) in key.sort.iter().enumerate() {
        if one.natural {
            continue;
        }
        let begin = if attribute == 0 { plan.sort_parts } else { 0 };
        for (number, part) in one.parts.iter().enumerate().skip(begin) {
            if matches!(part, KeyPart::Field(part) if part.field == ranged) {
                return Some(KeyPlace {
                    role: KeyRole::Sort,
                    attribute,
                    part: number,
                });
            }
        }
    }
    None
}

fn question_to(
    entity: &'static EntityInfo,
    pattern: &AskedPattern,
    values: &AttributeMap,
    is_ranged: bool,
) -> Option<AskedEntity> {
    let index = pattern.plan.index;
    let first = pattern.first().key_in(index)?;
    let own = entity.key_in(index)?;
    // Rows that lack the field's attribute are not compared: the key itself gives the field.
    let field_of = |position: usize| {
        let field = &entity.fields[position];
        holds_attribute(pattern.table, index, field).then_some(field)
    };
    let asked_at = |place: KeyPlace| {
        let part = same_part(own, first, place)?;
        let field = field_of(part.field)?;
        Some(AskedField { field, part })
    };
    let known = known_places(pattern, first, values).into_iter();
    let equal: Vec<_> = known
        .filter_map(|(place, value)| Some((asked_at(place)?, value)))
        .collect();
    let place = place_of_range(pattern, first).filter(|_| is_ranged);
    let ranged = place.and_then(asked_at);
    let when = own
        .when
        .as_ref()
        .and_then(|when| Some((field_of(when.field)?, when)));
    let has_question = !equal.is_empty() || ranged.is_some() || when.is_some();
    has_question.then_some(AskedEntity {
        entity,
        equal,
        ranged,
        when,
    })
}

impl<'a> RowMatch<'a> {
    /// Returns the question of a read. `values` and `given` are those of a read request.
    pub(super) fn of(
        pattern: &'a AskedPattern,
        values: &AttributeMap,
        given: Option<&'a SortRange>,
    ) -> Self {
        let entities = if pattern.plan.index.is_none() {
            Vec::new()
        } else {
            let all = pattern.entities();
            all.filter_map(|entity| question_to(entity, pattern, values, given.is_some()))
                .collect()
        };
        Self {
            pattern,
            given,
            entities,
        }
    }

    /// Returns false if a field of the row is known and is not the one that the question or the index's `when` asks for.
    /// Fields that are missing or of a wrong type are left to the reader of the row. Requires: `entity` is the entity of
    /// `item`.
    pub(super) fn matches(&self, entity: &EntityInfo, item: &AttributeMap) -> bool {
        let Some(asked) = self
            .entities
            .iter()
            .find(|one| std::ptr::eq(one.entity, entity))
        else {
            return true;
        };
        let meets = |field: &Field, test: &dyn Fn(&AttributeValue) -> bool| {
            let stored = item
                .get(field.attribute)
                .filter(|value| !is_null(Some(value)));
            match stored {
                Some(value) => test(value),
                // A missing field is the reader's to report.
                None => match default_of(entity, field.attribute) {
                    Some(value) => test(&value),
                    None => !field.optional,
                },
            }
        };
        let is_equal = asked.equal.iter().all(|(of, value)| {
            meets(of.field, &|stored| {
                of.order(stored, value).is_none_or(Ordering::is_eq)
            })
        });
        let is_in_range = match (&asked.ranged, self.given) {
            (Some(of), Some(given)) => meets(of.field, &|stored| of.is_in_range(given, stored)),
            _ => true,
        };
        let is_held = match asked.when {
            Some((field, when)) => meets(field, &|stored| when.is_met_by(stored)),
            None => true,
        };
        is_equal && is_in_range && is_held
    }
}

/// Returns the part of a question's text that a cut keeps, if the key has a cut.
pub(super) fn cut_text<'a>(of: &AskedField, value: &'a AttributeValue) -> Option<&'a str> {
    let text = as_string(Some(value)).filter(|_| of.part.is_cut())?;
    Some(
        text.get(..cut_size(of.field.kind, of.part.format))
            .unwrap_or(text),
    )
}
