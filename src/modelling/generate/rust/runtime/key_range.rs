//! The items that an access pattern reads, as comparisons of key attributes: a plan with the caller's values.
//!
//! Composed sort keys are ranges of texts. For a known text T ("ORDER#7") the items of T and everything below it are in
//! T .. T$, both included. Items whose first segment is greater than T begin after T$, because '$' follows '#' and no
//! key ends in a bare '$'. So every bound of a field is exact, even if further segments follow the field.

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeMap, AttributeValue};
use super::calls::{Operator, SortRange};
use super::compose::compose_in_shard;
use super::description::{EntityInfo, Field, KeyAttribute, KeyFormat, Shards};
use super::errors::{Error, model_error};
use super::key_fields::{KeyRole, shard_of_value};
use super::predicate::{Placeholders, text_of};
use super::sort_range::sort_comparisons;

#[derive(Debug, Clone)]
pub(super) struct KeyComparison {
    pub(super) attribute: &'static str,
    pub(super) operator: Operator,
    /// The only operand, except of [`Operator::Between`].
    pub(super) low: AttributeValue,
    pub(super) high: Option<AttributeValue>,
}

impl KeyComparison {
    /// Returns a comparison with one operand.
    pub(super) fn new(attribute: &'static str, operator: Operator, low: AttributeValue) -> Self {
        Self {
            attribute,
            operator,
            low,
            high: None,
        }
    }
}

/// The items that one query reads.
#[derive(Debug, Clone, Default)]
pub(super) struct KeyRange {
    /// The partition's comparisons, then those of the sort key.
    pub(super) comparisons: Vec<KeyComparison>,
    /// BETWEEN includes both its ends. If one of them must be left out, the reader drops the items that have this value
    /// in the attribute of the last comparison.
    pub(super) excluded: Option<AttributeValue>,
}

impl KeyRange {
    /// Returns the key condition's text, for which the placeholders get the values.
    pub(super) fn condition(&self, shared: &mut Placeholders) -> String {
        let mut text = String::new();
        for one in &self.comparisons {
            let place = shared.name(one.attribute);
            let ends = [Some(&one.low), one.high.as_ref()];
            let operands: Vec<_> = ends
                .into_iter()
                .flatten()
                .map(|end| shared.value(end.clone()))
                .collect();
            if !text.is_empty() {
                text.push_str(" AND ");
            }
            text.push_str(&text_of(one.operator, &place, &operands));
        }
        text
    }
}

/// The shards into which a partition attribute divides a read.
struct ShardsAsked<'a> {
    count: usize,
    /// The earlier count, or 0 without one.
    was: usize,
    /// The field that gives the shard, with its value, if the read has it. Otherwise every shard is asked.
    of: Option<(&'static Field, &'a AttributeValue)>,
}

/// True if a field shows the shard. If so, a writer may choose the shard.
fn shows_shard(entity: &EntityInfo, shards: &Shards) -> bool {
    let mut stored = entity.fields.iter().filter(|field| !field.key_only);
    stored.any(|field| field.attribute == shards.attribute)
}

/// The shards of a partition attribute. `None` if the attribute holds no shard or the caller gives it.
fn asked_shards<'a>(
    pattern: &AskedPattern,
    key: &KeyAttribute,
    values: &'a AttributeMap,
) -> Option<ShardsAsked<'a>> {
    let entity = pattern.first();
    let if_given = |field: &'static Field| Some((field, values.get(field.attribute)?));
    if let Some(shards) = pattern
        .shards()
        .filter(|shards| shards.attribute == key.attribute)
    {
        if values.contains_key(key.attribute) {
            return None;
        }
        let of = entity.fields.iter().find(|field| field.name == shards.of);
        return Some(ShardsAsked {
            count: shards.count,
            was: shards.was,
            of: of
                .filter(|_| !shows_shard(entity, shards))
                .and_then(if_given),
        });
    }
    let part = key.fields().find(|part| part.format == KeyFormat::Shard)?;
    Some(ShardsAsked {
        count: part.shards,
        was: part.was_shards,
        of: if_given(&entity.fields[part.field]),
    })
}

/// The shards that the queries must ask because of this attribute.
fn shard_numbers(
    pattern: &AskedPattern,
    key: &KeyAttribute,
    values: &AttributeMap,
) -> Result<Vec<usize>, Error> {
    let Some(asked) = asked_shards(pattern, key, values) else {
        return Ok(Vec::new());
    };
    let Some((field, value)) = asked.of else {
        return Ok((0..asked.count.max(asked.was)).collect());
    };
    let mut numbers = Vec::with_capacity(2);
    for count in [asked.count, asked.was] {
        if count == 0 {
            continue;
        }
        let shard = shard_of_value(field, value, count)?;
        if !numbers.contains(&shard) {
            numbers.push(shard);
        }
    }
    Ok(numbers)
}

fn partition_value(
    pattern: &AskedPattern,
    key: &KeyAttribute,
    values: &AttributeMap,
    shard: usize,
) -> Result<AttributeValue, Error> {
    if pattern
        .shards()
        .is_some_and(|shards| shards.attribute == key.attribute)
    {
        return match values.get(key.attribute) {
            None => Ok(key.scalar.value(shard.to_string())),
            Some(given) if key.scalar.is_of(given) => Ok(given.clone()),
            Some(_) => Err(model_error(format!(
                "The shard attribute {} must have a value of type {}",
                key.attribute,
                key.scalar.name()
            ))),
        };
    }
    compose_in_shard(
        key,
        KeyRole::Partition,
        pattern.first(),
        values,
        Some(shard),
    )?
    .ok_or_else(|| pattern.missing_field(key.parts, values))
}

/// The error if the caller asks for items that the index leaves out.
fn check_when(pattern: &AskedPattern, values: &AttributeMap) -> Result<(), Error> {
    let key = pattern.key();
    let (Some(when), Some(index)) = (&key.when, key.index) else {
        return Ok(());
    };
    let field = &pattern.first().fields[when.field];
    match values.get(field.attribute) {
        Some(given) if !when.is_met_by(given) => Err(model_error(format!(
            "The access pattern \"{}\" cannot find items whose {} is not {}: the index {} leaves them out",
            pattern.name, field.name, when.equals, pattern.table.indexes[index].name
        ))),
        _ => Ok(()),
    }
}

/// Returns one range, or one for each shard if the index is sharded and the values do not give the shard. The error is
/// of a field that is missing, a value that cannot be in the key, a range that ends before it begins, items that the
/// index leaves out, or a range that is given for a plan without one.
pub(super) fn key_ranges(
    pattern: &AskedPattern,
    values: &AttributeMap,
    given: Option<&SortRange>,
) -> Result<Vec<KeyRange>, Error> {
    check_when(pattern, values)?;
    let partition = pattern.partition();
    let mut shards = vec![0];
    for key in partition {
        let of_attribute = shard_numbers(pattern, key, values)?;
        if !of_attribute.is_empty() {
            shards = of_attribute;
        }
    }
    let sort = sort_comparisons(pattern, values, given)?;
    let range_of = |shard: usize| {
        let mut comparisons = Vec::with_capacity(partition.len() + sort.comparisons.len());
        for key in partition {
            let value = partition_value(pattern, key, values, shard)?;
            comparisons.push(KeyComparison::new(key.attribute, Operator::Equal, value));
        }
        comparisons.extend(sort.comparisons.iter().cloned());
        Ok(KeyRange {
            comparisons,
            excluded: sort.excluded.clone(),
        })
    };
    shards.into_iter().map(range_of).collect()
}
