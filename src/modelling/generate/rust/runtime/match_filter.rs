//! The question to the rows of an index as a filter of the database, for counts.

use super::asked_pattern::key_attributes;
use super::attributes::{AttributeValue, string_value, type_of};
use super::calls::{Operator, Predicate, path_to};
use super::default_values::default_of;
use super::description::{Field, FieldKind, When};
use super::row_match::{RowMatch, cut_text};

/// The value of the text in `when`. `None` for a field whose values have other texts.
fn value_of_when(field: &Field, when: &When) -> Option<AttributeValue> {
    match field.kind {
        FieldKind::Bool => Some(AttributeValue::Bool(when.equals == "true")),
        FieldKind::String
        | FieldKind::Enum
        | FieldKind::Time
        | FieldKind::Date
        | FieldKind::Uuid
        | FieldKind::Ulid => Some(string_value(when.equals)),
        FieldKind::Integer | FieldKind::Unsigned | FieldKind::Seconds => {
            Some(AttributeValue::N(when.equals.to_owned()))
        }
        FieldKind::Bytes | FieldKind::Double | FieldKind::Decimal | FieldKind::Document => None,
    }
}

impl RowMatch<'_> {
    /// Adds a condition on a field to a filter.
    fn add_to(
        &self,
        filter: &mut Vec<Predicate>,
        field: &Field,
        operator: Operator,
        values: Vec<AttributeValue>,
    ) {
        // A filter may not name key attributes. The question itself compares them.
        if key_attributes(self.pattern.table, self.pattern.plan.index).contains(&field.attribute) {
            return;
        }
        let path = path_to(field.attribute);
        let type_name = values.first().map_or("", type_of);
        let condition = Predicate::of(
            operator,
            path.clone(),
            values.into_iter().map(Some).collect(),
        );
        if field.optional || default_of(self.pattern.first(), field.attribute).is_some() {
            filter.push(condition);
            return;
        }
        // A missing field, and one of another type, is the reader's to report.
        let has_type = Predicate::of(Operator::HasType, path, vec![Some(string_value(type_name))]);
        filter.push(Predicate::Any(vec![has_type.negated(), condition]));
    }

    /// Returns the question as a filter of the database, or `None` if no filter expresses it: a range in an order that
    /// only keys have, or rows of several entities. It needs the defaults of the entity's fields. An empty list lets all
    /// rows pass.
    pub(super) fn as_filter(&self) -> Option<Vec<Predicate>> {
        let mut filter = Vec::new();
        let Some(only) = self.entities.first() else {
            return Some(filter);
        };
        if self.pattern.entities().len() > 1 {
            return None;
        }
        for (of, value) in &only.equal {
            match cut_text(of, value) {
                Some(text) => self.add_to(
                    &mut filter,
                    of.field,
                    Operator::BeginsWith,
                    vec![string_value(text)],
                ),
                None => self.add_to(&mut filter, of.field, Operator::Equal, vec![value.clone()]),
            }
        }
        if let Some((field, when)) = only.when {
            let value = value_of_when(field, when)?;
            self.add_to(&mut filter, field, Operator::Equal, vec![value]);
        }
        if let (Some(of), Some(given)) = (&only.ranged, self.given) {
            let has_own_texts = of
                .field
                .enumerators
                .iter()
                .any(|one| one.key != one.attribute);
            if of.part.is_cut() || has_own_texts {
                return None;
            }
            let mut values = vec![given.low.clone()];
            values.extend(
                given
                    .high
                    .clone()
                    .filter(|_| given.operator == Operator::Between),
            );
            self.add_to(&mut filter, of.field, given.operator, values);
        }
        Some(filter)
    }
}
