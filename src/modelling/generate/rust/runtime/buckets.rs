//! The partitions that a range of a time or date spans if the partition key holds its year, month, day or hour.

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeMap, as_string, string_value};
use super::calendar::{Day, time_text};
use super::calls::{Operator, Predicate, SortRange, path_to};
use super::description::{Field, FieldKind, KeyFormat};
use super::errors::{Error, model_error};
use super::text_forms::has_form;

const MOST_PARTITIONS: i64 = 10_000;

#[derive(Debug, Clone)]
pub(super) struct Buckets {
    field: &'static Field,
    unit: KeyFormat,
    /// The range of the call.
    pub(super) given: SortRange,
    /// The first partition, counted in units: years from 0, days and hours from 1970.
    first: i64,
    /// Of the partitions, from 1.
    pub(super) count: usize,
}

/// The finest unit of the field that the partition key holds.
fn unit_of(pattern: &AskedPattern) -> KeyFormat {
    let parts = pattern
        .key()
        .partition
        .iter()
        .flat_map(super::description::KeyAttribute::fields);
    let of_field =
        parts.filter(|part| pattern.plan.bucket_field == Some(part.field) && part.is_cut());
    of_field
        .map(|part| part.format)
        .max()
        .unwrap_or(KeyFormat::Year)
}

fn unit_in_words(unit: KeyFormat) -> &'static str {
    match unit {
        KeyFormat::Month => "months",
        KeyFormat::Day => "days",
        KeyFormat::Hour => "hours",
        _ => "years",
    }
}

/// Returns `None` for a day that the calendar does not have. Requires: the text has the form of a time or date.
fn bucket_number(text: &str, unit: KeyFormat) -> Option<i64> {
    let day = Day::read(text)?;
    Some(match unit {
        KeyFormat::Month => day.year * 12 + day.month - 1,
        KeyFormat::Day => day.number(),
        KeyFormat::Hour => day.number() * 24 + text.get(11..13)?.parse::<i64>().ok()?,
        _ => day.year,
    })
}

fn start_of_bucket(unit: KeyFormat, at: i64) -> Option<String> {
    let first_of = |year: i64, month: i64| {
        Day {
            year,
            month,
            day: 1,
        }
        .number()
    };
    let hours = match unit {
        KeyFormat::Month => first_of(at.div_euclid(12), at.rem_euclid(12) + 1) * 24,
        KeyFormat::Day => at * 24,
        KeyFormat::Hour => at,
        _ => first_of(at, 1) * 24,
    };
    time_text(hours * 3_600_000)
}

impl Buckets {
    /// Returns the buckets of the range of the plan's bucket field. The error is of a range that lacks an end, ends
    /// before it begins, has an end of the wrong form, or spans more than 10,000 partitions.
    pub(super) fn of(
        pattern: &AskedPattern,
        at: usize,
        given: Option<&SortRange>,
    ) -> Result<Self, Error> {
        let field = &pattern.first().fields[at];
        let unit = unit_of(pattern);
        let Some(given) =
            given.filter(|given| matches!(given.operator, Operator::Between | Operator::Equal))
        else {
            return Err(model_error(format!(
                "The access pattern \"{}\" needs both ends of a range of {}",
                pattern.name, field.name
            )));
        };
        let wrong = || {
            model_error(format!(
                "The range of {} needs two ends, each of which is {}",
                field.name,
                field.kind.in_words()
            ))
        };
        let text_of = |value| as_string(value).filter(|text| has_form(field.kind, text));
        let low = text_of(Some(&given.low)).ok_or_else(wrong)?;
        let end = if given.operator == Operator::Between {
            given.high.as_ref()
        } else {
            Some(&given.low)
        };
        let high = text_of(end).ok_or_else(wrong)?;
        if high < low {
            return Err(model_error(format!(
                "The range of {} from {low} to {high} ends before it begins",
                field.name
            )));
        }
        let first = bucket_number(low, unit).ok_or_else(wrong)?;
        let count = bucket_number(high, unit).ok_or_else(wrong)? - first + 1;
        if count > MOST_PARTITIONS {
            return Err(model_error(format!(
                "The range of {} from {low} to {high} spans {count} {}, each of which is a partition: at most \
                 {MOST_PARTITIONS} are read by one call",
                field.name,
                unit_in_words(unit)
            )));
        }
        Ok(Self {
            field,
            unit,
            given: given.clone(),
            first,
            count: usize::try_from(count).map_err(|_| wrong())?,
        })
    }

    /// Returns the values of a call with the field's first value in bucket number `number`. Numbers begin at 0, in the
    /// order of time.
    pub(super) fn values_in(&self, values: &AttributeMap, number: usize) -> AttributeMap {
        let mut out = values.clone();
        let at = i64::try_from(number).unwrap_or_default();
        if let Some(mut text) = start_of_bucket(self.unit, self.first + at) {
            if self.field.kind == FieldKind::Date {
                text.truncate(10);
            }
            out.insert(self.field.attribute.to_owned(), string_value(text));
        }
        out
    }

    /// Returns the whole range as a condition on the field's attribute.
    pub(super) fn filter(&self) -> Predicate {
        let low = self.given.low.clone();
        let high = match (&self.given.high, self.given.operator) {
            (Some(high), Operator::Between) => high.clone(),
            _ => low.clone(),
        };
        Predicate::of(
            Operator::Between,
            path_to(self.field.attribute),
            vec![Some(low), Some(high)],
        )
    }
}
