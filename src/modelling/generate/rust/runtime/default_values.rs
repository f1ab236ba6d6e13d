//! The values of absent attributes. Conditions, increments and keys treat an absent attribute, a NULL and the default
//! value as equal.

use super::attributes::{
    AttributeMap, AttributeValue, as_list, as_map, bytes_value, is_null, number_value, string_value,
};
use super::calls::{AbsentValue, Comparison, Operator, Path, PathStep, Predicate};
use super::comparison::holds_for;
use super::description::{DocumentType, EntityInfo, Field, FieldKind};
use super::empty_operands::without_empty_operands;
use super::errors::Error;

fn first_document(field: &Field) -> Option<AttributeValue> {
    match field.document {
        DocumentType::Map => Some(AttributeValue::M(AttributeMap::new())),
        DocumentType::List | DocumentType::Vector => Some(AttributeValue::L(Vec::new())),
        // An empty set is an absent attribute.
        DocumentType::StringSet | DocumentType::NumberSet | DocumentType::BinarySet => None,
        DocumentType::Any => Some(AttributeValue::Null(true)),
    }
}

/// The first value of the field's kind.
fn first_value(field: &Field) -> Option<AttributeValue> {
    let text = match field.kind {
        FieldKind::String => "",
        FieldKind::Bytes => return Some(bytes_value([])),
        FieldKind::Integer
        | FieldKind::Unsigned
        | FieldKind::Double
        | FieldKind::Decimal
        | FieldKind::Seconds => {
            return Some(number_value(0));
        }
        FieldKind::Bool => return Some(AttributeValue::Bool(false)),
        FieldKind::Enum => field.enumerators.first().map_or("", |one| one.attribute),
        FieldKind::Time => "1970-01-01T00:00:00.000Z",
        FieldKind::Date => "1970-01-01",
        FieldKind::Uuid => "00000000-0000-0000-0000-000000000000",
        FieldKind::Ulid => "00000000000000000000000000",
        FieldKind::Document => return first_document(field),
    };
    Some(string_value(text))
}

impl Field {
    /// Returns the value of an absent attribute, if it has one.
    pub(super) fn default_value(&self) -> Option<AttributeValue> {
        if self.has_default && !self.optional {
            first_value(self)
        } else {
            None
        }
    }

    /// Returns true if a stored value counts as an absent attribute. Other programs write NULL for an attribute that
    /// could be absent. The field is then empty or has its default.
    pub(super) fn counts_as_absent(&self, value: Option<&AttributeValue>) -> bool {
        (self.optional || self.has_default) && is_null(value)
    }
}

/// Returns the attribute's default, if it has one.
pub(super) fn default_of(entity: &EntityInfo, attribute: &str) -> Option<AttributeValue> {
    let with_default = entity.fields.iter().filter(|field| field.has_default);
    with_default
        .clone()
        .find(|field| field.attribute == attribute)?
        .default_value()
}

/// Sets the absent and NULL attributes of the item that have a default to it.
pub(super) fn add_defaults(entity: &EntityInfo, item: &mut AttributeMap) {
    for field in entity.fields {
        let stored = item.get(field.attribute);
        if stored.is_some() && !is_null(stored) {
            continue;
        }
        if let Some(value) = field.default_value() {
            item.insert(field.attribute.to_owned(), value);
        }
    }
}

/// True if the comparison has operands.
fn compares(comparison: &Comparison) -> bool {
    match comparison.operator {
        Operator::Exists | Operator::NotExists | Operator::HasType => false,
        Operator::Between => comparison.values.len() == 2,
        _ => !comparison.values.is_empty(),
    }
}

/// Returns the value at one step into `value`.
pub(super) fn value_at_step<'a>(
    value: &'a AttributeValue,
    step: &PathStep,
) -> Option<&'a AttributeValue> {
    match step {
        PathStep::Name(name) => as_map(Some(value))?.get(name),
        PathStep::Element(at) => as_list(Some(value))?.get(*at),
    }
}

/// Returns the value at the end of the steps into `value`.
pub(super) fn value_at<'a>(
    value: Option<&'a AttributeValue>,
    steps: &[PathStep],
) -> Option<&'a AttributeValue> {
    steps
        .iter()
        .try_fold(value?, |value, step| value_at_step(value, step))
}

/// The value at `path` if the value at the first steps of `known` is absent and replaced by it. `all` are all absent
/// values, and some of them may be inside of `known`.
fn value_behind<'a>(
    path: &[PathStep],
    known: &'a AbsentValue,
    all: &'a [AbsentValue],
) -> Option<&'a AttributeValue> {
    let mut value = Some(&known.value);
    for (at, step) in path.iter().enumerate().skip(known.steps) {
        let mut next = value_at_step(value?, step);
        for one in all.iter().filter(|one| one.steps == at + 1) {
            if next.is_none() || (one.is_null && is_null(next)) {
                next = Some(&one.value);
            }
        }
        value = next;
    }
    value
}

/// The condition that the value is NULL.
pub(super) fn is_null_at(path: Path) -> Predicate {
    Predicate::of(Operator::HasType, path, vec![Some(string_value("NULL"))])
}

/// The condition that the value is absent or NULL. A value inside of another one counts as absent only if the outer one
/// exists.
fn is_absent_at(path: &[PathStep], value: &AbsentValue) -> Predicate {
    let here = path[..value.steps.min(path.len())].to_vec();
    if value.is_null {
        return is_null_at(here);
    }
    let mut absent = Predicate::of(Operator::NotExists, here.clone(), Vec::new());
    if value.steps > 1 {
        let outer = Predicate::of(
            Operator::Exists,
            path[..value.steps - 1].to_vec(),
            Vec::new(),
        );
        absent = Predicate::All(vec![outer, absent]);
    }
    Predicate::Any(vec![absent, is_null_at(here)])
}

/// The default of the attribute at which the path begins.
fn default_at(entity: &EntityInfo, path: &[PathStep]) -> Option<AttributeValue> {
    match path.first()? {
        PathStep::Name(name) => default_of(entity, name),
        PathStep::Element(_) => None,
    }
}

fn with_default(entity: &EntityInfo, mut asked: Comparison) -> Predicate {
    if !matches!(asked.path.first(), Some(PathStep::Name(_))) {
        return Predicate::Comparison(asked);
    }
    let mut all = std::mem::take(&mut asked.absent);
    if let Some(value) = default_at(entity, &asked.path) {
        let of_field = AbsentValue {
            steps: 1,
            value,
            is_null: false,
        };
        all.insert(0, of_field);
    }
    let operands: Vec<_> = asked.values.iter().flatten().cloned().collect();
    let mut out = Predicate::Comparison(asked.clone());
    for one in &all {
        let Some(value) = value_behind(&asked.path, one, &all) else {
            continue;
        };
        if holds_for(asked.operator, &operands, value) {
            out = Predicate::Any(vec![is_absent_at(&asked.path, one), out]);
        } else if matches!(asked.operator, Operator::NotEqual | Operator::SizeNotEqual) {
            // The service compares an absent value as different from every value.
            out = Predicate::All(vec![is_absent_at(&asked.path, one).negated(), out]);
        }
    }
    out
}

fn extended(entity: &EntityInfo, predicate: Predicate) -> Predicate {
    let all = |children: Vec<Predicate>| {
        children
            .into_iter()
            .map(|child| extended(entity, child))
            .collect()
    };
    match predicate {
        Predicate::All(children) => Predicate::All(all(children)),
        Predicate::Any(children) => Predicate::Any(all(children)),
        Predicate::Not(child) => extended(entity, *child).negated(),
        Predicate::Comparison(one) if compares(&one) => with_default(entity, one),
        other @ Predicate::Comparison(_) => other,
    }
}

/// Returns the predicate extended so that it holds for an absent or NULL attribute as it does for the default, and for
/// absent values inside of an attribute as [`AbsentValue`] describes them. Tests of existence still test the stored
/// attribute. The error is of a comparison that has no meaning for an absent operand.
pub(super) fn with_defaults(
    entity: &EntityInfo,
    predicate: &Predicate,
) -> Result<Predicate, Error> {
    Ok(extended(entity, without_empty_operands(predicate)?))
}

fn compares_default(entity: &EntityInfo, predicate: &Predicate) -> bool {
    match predicate {
        Predicate::All(children) | Predicate::Any(children) => {
            children.iter().any(|child| compares_default(entity, child))
        }
        Predicate::Not(child) => compares_default(entity, child),
        Predicate::Comparison(one) => {
            !one.absent.is_empty() || (compares(one) && default_at(entity, &one.path).is_some())
        }
    }
}

/// Returns true if the predicate compares an attribute whose absence means a value. The error is that of
/// `with_defaults`.
pub(super) fn compares_defaults(entity: &EntityInfo, predicate: &Predicate) -> Result<bool, Error> {
    Ok(compares_default(
        entity,
        &without_empty_operands(predicate)?,
    ))
}
