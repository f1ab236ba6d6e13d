//! The part of a collection's range that holds the items of one of its members.

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeMap, AttributeValue, as_string, string_value};
use super::calls::Operator;
use super::description::{EntityInfo, KeyEscape, KeyPart};
use super::errors::{Error, model_error};
use super::key_range::{KeyComparison, KeyRange};
use super::sort_range::end_of_tree;
use super::text_forms::DELIMITER;

/// The known beginning of a key's segment. `open` is true if a value follows it.
#[derive(Debug, Default)]
struct KnownSegment {
    lead: String,
    open: bool,
}

/// Returns `None` if there is a raw field, because it may hold a '#'.
fn segments_of(parts: &[KeyPart]) -> Option<Vec<KnownSegment>> {
    let mut segments = Vec::new();
    let mut last = KnownSegment::default();
    for part in parts {
        match part {
            KeyPart::Field(part) if part.escape == KeyEscape::Raw => return None,
            KeyPart::Field(part) => {
                if !last.open && last.lead.is_empty() {
                    part.must_begin.clone_into(&mut last.lead);
                }
                last.open = true;
            }
            KeyPart::Literal(text) => {
                for (at, literal) in text.split(DELIMITER).enumerate() {
                    if at > 0 {
                        segments.push(std::mem::take(&mut last));
                    }
                    if !last.open {
                        last.lead.push_str(literal);
                    }
                }
            }
        }
    }
    segments.push(last);
    Some(segments)
}

/// The member's keys below `begin`, which consists of whole segments, each with its '#'.
fn below_text(attribute: &'static str, begin: &str, segments: &[KnownSegment]) -> KeyComparison {
    let mut known = begin.to_owned();
    for at in begin.matches(DELIMITER).count()..segments.len() {
        known.push_str(&segments[at].lead);
        if segments[at].open {
            return KeyComparison::new(attribute, Operator::BeginsWith, string_value(known));
        }
        if at + 1 < segments.len() {
            known.push(DELIMITER);
        }
    }
    KeyComparison::new(attribute, Operator::Equal, string_value(known))
}

/// Returns the text of a composed key.
pub(super) fn text_in(value: &AttributeValue) -> &str {
    as_string(Some(value)).unwrap_or_default()
}

/// The comparison that the sort key condition of one range becomes.
fn narrowed(
    attribute: &'static str,
    sort: Option<&KeyComparison>,
    segments: &[KnownSegment],
) -> KeyComparison {
    let Some(sort) = sort else {
        return below_text(attribute, "", segments);
    };
    let text = text_in(&sort.low);
    if sort.operator == Operator::BeginsWith {
        let begin = text.rfind(DELIMITER).map_or("", |at| &text[..=at]);
        let out = below_text(attribute, begin, segments);
        // The prefix may contain the beginning of a value. Then the literals do not narrow it.
        return if text_in(&out.low).starts_with(text) {
            out
        } else {
            sort.clone()
        };
    }
    if segments.len() <= text.matches(DELIMITER).count() + 1 {
        return KeyComparison::new(attribute, Operator::Equal, string_value(text));
    }
    below_text(attribute, &format!("{text}{DELIMITER}"), segments)
}

fn is_tree(sort: &KeyComparison) -> bool {
    let high = as_string(sort.high.as_ref());
    sort.operator == Operator::Between && high == Some(&end_of_tree(text_in(&sort.low)))
}

fn is_known(sort: &KeyComparison) -> bool {
    matches!(sort.operator, Operator::BeginsWith | Operator::Equal) || is_tree(sort)
}

/// Returns the ranges of a collection, one for each shard, narrowed to the part that can hold `member`. The literals of
/// the member's sort key that follow the collection's range decide it. Items of other members may be in that part too.
/// The error is that the member's keys do not decide it, because the sort keys are the members' own values or hold raw
/// fields, or because the range is a range of a member's values.
pub(super) fn narrow_to_member(
    pattern: &AskedPattern,
    member: &'static EntityInfo,
    mut ranges: Vec<KeyRange>,
) -> Result<Vec<KeyRange>, Error> {
    let refused = || {
        model_error(format!(
            "\"{}\": the items of {} cannot be read or counted by themselves, because their keys do not show their \
             position: load the whole collection, without a range, a filter and take",
            pattern.name, member.name
        ))
    };
    let key = member.key_in(pattern.plan.index).ok_or_else(refused)?;
    let [own] = key.sort else {
        return Err(refused());
    };
    let segments = if own.natural {
        None
    } else {
        segments_of(own.parts)
    }
    .ok_or_else(refused)?;
    let partition = key.partition.len().max(1);
    for range in &mut ranges {
        let sort = range.comparisons.get(partition);
        if range.excluded.is_some() || !sort.is_none_or(is_known) {
            return Err(refused());
        }
        let one = narrowed(own.attribute, sort, &segments);
        range.comparisons.truncate(partition);
        if one.operator != Operator::BeginsWith || !text_in(&one.low).is_empty() {
            range.comparisons.push(one);
        }
    }
    Ok(ranges)
}

/// Returns true if a position with the attributes of the sort key meets the sort key condition of the range. Requires:
/// the range was narrowed.
pub(super) fn is_in_narrowed(rows: &KeyRange, position: &AttributeMap) -> bool {
    let Some(last) = rows.comparisons.last() else {
        return true;
    };
    let Some(AttributeValue::S(value)) = position.get(last.attribute) else {
        return true;
    };
    if last.operator == Operator::BeginsWith {
        return value.starts_with(text_in(&last.low));
    }
    value == text_in(&last.low)
}
