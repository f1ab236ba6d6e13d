//! The update and the condition of one write action, with the placeholders that they share.

use super::attributes::{
    AttributeMap, AttributeValue, as_number, element_count, number_value, sorted, string_value,
};
use super::calls::{Change, ChangeKind, PathStep, Predicate};
use super::errors::{Error, model_error};
use super::number_text::Number;
use super::operator_count::operator_count;
use super::predicate::Placeholders;
use super::same_value::same_value;
use super::spell::{spell_name, spell_path};
use super::write_action::ConditionTexts;

const EXPRESSION_BYTES: usize = 4096;
const EXPRESSION_OPERATORS: usize = 300;

/// Attribute names are taken literally, also if they contain a '.'. Paths are those of predicates.
#[derive(Debug, Default)]
pub(super) struct WriteExpression {
    shared: Placeholders,
    pub(super) conditions: Vec<String>,
    /// Further conditions, after the others.
    ranges: Vec<String>,
    sets: Vec<String>,
    removals: Vec<String>,
    additions: Vec<String>,
    deletions: Vec<String>,
}

impl WriteExpression {
    // ---- the condition, which is all of these joined by AND

    pub(super) fn exists(&mut self, attribute: &str) {
        let name = self.shared.name(attribute);
        self.conditions.push(format!("attribute_exists({name})"));
    }

    pub(super) fn not_exists(&mut self, attribute: &str) {
        let name = self.shared.name(attribute);
        self.conditions
            .push(format!("attribute_not_exists({name})"));
    }

    /// The attribute is absent, or NULL, which other programs write for an empty value.
    pub(super) fn is_empty(&mut self, attribute: &str) {
        let emptiness = self.emptiness(attribute);
        self.conditions.push(format!("({emptiness})"));
    }

    /// The attribute has the value, or is absent if the value is. An absent or NULL attribute also counts as the value
    /// `absent`, if there is one.
    pub(super) fn equals(
        &mut self,
        attribute: &str,
        value: Option<&AttributeValue>,
        absent: Option<&AttributeValue>,
    ) {
        // The placeholder of the value comes before that of the type.
        let equality = self.equality(attribute, value);
        let condition = match (absent, value) {
            (Some(absent), Some(value)) if same_value(absent, value) => {
                let emptiness = self.emptiness(attribute);
                format!("({emptiness} OR {equality})")
            }
            _ => equality,
        };
        self.conditions.push(condition);
    }

    /// Either `missing` does not exist, or the attributes of `also` have the values that they have there.
    pub(super) fn not_exists_or_equals(&mut self, missing: &str, also: &AttributeMap) {
        let entries = sorted(also).into_iter();
        let all: Vec<_> = entries
            .map(|(name, value)| self.equality(name, Some(value)))
            .collect();
        let name = self.shared.name(missing);
        self.conditions.push(format!(
            "(attribute_not_exists({name}) OR ({}))",
            all.join(" AND ")
        ));
    }

    /// The error is that of a predicate. The text joins the others by AND without parentheses, because a predicate has
    /// put OR in them and the service refuses two pairs.
    pub(super) fn holds(&mut self, predicate: &Predicate) -> Result<(), Error> {
        let text = self.shared.render(predicate)?;
        if !text.is_empty() {
            self.conditions.push(text);
        }
        Ok(())
    }

    /// Returns true if the condition is within the service's limits of length and of operators.
    pub(super) fn condition_fits(&self) -> bool {
        let text = self.condition();
        text.len() <= EXPRESSION_BYTES && operator_count(&text) <= EXPRESSION_OPERATORS
    }

    // ---- the update

    pub(super) fn set(&mut self, attribute: &str, value: AttributeValue) {
        let name = self.shared.name(attribute);
        let value = self.shared.value(value);
        self.sets.push(format!("{name} = {value}"));
    }

    /// Sets the attribute only if it is absent.
    pub(super) fn set_if_absent(&mut self, attribute: &str, value: AttributeValue) {
        let name = self.shared.name(attribute);
        let value = self.shared.value(value);
        self.sets
            .push(format!("{name} = if_not_exists({name}, {value})"));
    }

    pub(super) fn remove(&mut self, attribute: &str) {
        let name = self.shared.name(attribute);
        self.removals.push(name);
    }

    /// Adds one to a version. An absent one starts from `absent`, or from zero without it. With `most`, the write fails
    /// if the stored number exceeds it.
    pub(super) fn increment_version(
        &mut self,
        attribute: &str,
        absent: Option<AttributeValue>,
        most: Option<i64>,
    ) {
        let name = self.shared.name(attribute);
        let from = self.shared.value(absent.unwrap_or_else(|| number_value(0)));
        let amount = self.shared.value(number_value(1));
        self.sets
            .push(format!("{name} = if_not_exists({name}, {from}) + {amount}"));
        if let Some(most) = most {
            let end = self.shared.value(number_value(most));
            self.ranges
                .push(format!("(attribute_not_exists({name}) OR {name} <= {end})"));
        }
    }

    /// Adds the request's change to the update. `attribute` is the attribute of the changed field. `absent` is the value
    /// from which the change starts if the stored value is absent, and `None` means zero or an empty list. An increment
    /// with a range adds the condition that the sum is in the range, and a removal from a set in a list or map the
    /// condition that the set has more elements than are removed. The error is of a path that does not lead into the
    /// attribute or of an invalid number.
    pub(super) fn apply(
        &mut self,
        change: &Change,
        attribute: &str,
        absent: Option<AttributeValue>,
    ) -> Result<(), Error> {
        let name = self.target(change, attribute)?;
        let operand = change
            .value
            .as_ref()
            .filter(|_| change.kind != ChangeKind::Erase);
        let Some(operand) = operand else {
            self.removals.push(name);
            return Ok(());
        };
        let value = self.shared.value(operand.clone());
        match change.kind {
            ChangeKind::Set => self.sets.push(format!("{name} = {value}")),
            ChangeKind::SetIfAbsent => self
                .sets
                .push(format!("{name} = if_not_exists({name}, {value})")),
            ChangeKind::Increment => {
                let absent = absent.unwrap_or_else(|| number_value(0));
                let start = self.shared.value(absent.clone());
                self.sets
                    .push(format!("{name} = if_not_exists({name}, {start}) + {value}"));
                self.stay_in_range(change, &name, &absent)?;
            }
            ChangeKind::Append | ChangeKind::Prepend => {
                let empty = self
                    .shared
                    .value(absent.unwrap_or_else(|| AttributeValue::L(Vec::new())));
                let stored = format!("if_not_exists({name}, {empty})");
                let in_front = change.kind == ChangeKind::Prepend;
                let (first, second) = if in_front {
                    (value, stored)
                } else {
                    (stored, value)
                };
                self.sets
                    .push(format!("{name} = list_append({first}, {second})"));
            }
            ChangeKind::AddToSet => self.additions.push(format!("{name} {value}")),
            ChangeKind::RemoveFromSet => {
                self.deletions.push(format!("{name} {value}"));
                // The database would remove the element of the list or map together with the last element of its set.
                if change.of_element {
                    let count = element_count(Some(operand)).unwrap_or_default();
                    let size = self.shared.value(number_value(count));
                    self.ranges.push(format!("size({name}) > {size}"));
                }
            }
            ChangeKind::Erase => {}
        }
        Ok(())
    }

    /// Returns the texts and the placeholders for an action.
    pub(super) fn into_texts(self) -> (String, ConditionTexts) {
        let condition = self.condition();
        let clauses = [
            ("SET ", self.sets),
            ("REMOVE ", self.removals),
            ("ADD ", self.additions),
            ("DELETE ", self.deletions),
        ];
        let given = clauses.into_iter().filter(|(_, parts)| !parts.is_empty());
        let texts: Vec<_> = given
            .map(|(keyword, parts)| format!("{keyword}{}", parts.join(", ")))
            .collect();
        let (names, values) = self.shared.into_maps();
        let texts_of_condition = ConditionTexts {
            condition,
            names,
            values,
        };
        (texts.join(" "), texts_of_condition)
    }

    /// Returns the condition of an action without an update.
    pub(super) fn into_condition(self) -> ConditionTexts {
        self.into_texts().1
    }

    fn condition(&self) -> String {
        let all: Vec<_> = self
            .conditions
            .iter()
            .chain(&self.ranges)
            .map(String::as_str)
            .collect();
        all.join(" AND ")
    }

    fn emptiness(&mut self, attribute: &str) -> String {
        let name = self.shared.name(attribute);
        let null = self.shared.value(string_value("NULL"));
        format!("attribute_not_exists({name}) OR attribute_type({name}, {null})")
    }

    fn equality(&mut self, attribute: &str, value: Option<&AttributeValue>) -> String {
        let name = self.shared.name(attribute);
        match value {
            None => format!("attribute_not_exists({name})"),
            Some(value) => format!("{name} = {}", self.shared.value(value.clone())),
        }
    }

    fn target(&mut self, change: &Change, attribute: &str) -> Result<String, Error> {
        let path = &change.path;
        if path.is_empty() {
            return Ok(self.shared.name(attribute));
        }
        let is_within = matches!(path.first(), Some(PathStep::Name(name)) if name == attribute);
        if path.len() < 2 || !is_within {
            return Err(model_error(format!(
                "The path {} does not lead into the attribute {}",
                spell_path(path),
                spell_name(attribute)
            )));
        }
        self.shared.path(path)
    }

    /// Adds the condition that the sum of the stored value, or of `start`, and the change's value is in the change's
    /// range.
    fn stay_in_range(
        &mut self,
        change: &Change,
        name: &str,
        start: &AttributeValue,
    ) -> Result<(), Error> {
        let Some(range) = &change.range else {
            return Ok(());
        };
        let by = Number::parse(as_number(change.value.as_ref()).unwrap_or_default())?;
        if by.is_zero() {
            return Ok(());
        }
        let falls = by.is_negative();
        let (bound, comparator) = if falls {
            (Number::of_int(range.least), ">=")
        } else {
            (Number::of_uint(range.most), "<=")
        };
        // The last value from which the change stays in the range.
        let furthest = bound.minus(by)?;
        let end = self.shared.value(number_value(furthest));
        let mut in_range = format!("{name} {comparator} {end}");
        let first = match as_number(Some(start)) {
            Some(text) => Number::read(text),
            None => Some(Number::ZERO),
        };
        if first.is_some_and(|first| first == furthest || (first > furthest) == falls) {
            in_range = format!("(attribute_not_exists({name}) OR {in_range})");
        }
        self.ranges.push(in_range);
        Ok(())
    }
}
