//! Counts the rows of an access pattern on the database, so that the rows do not cross the network.

use aws_sdk_dynamodb::types::Select;

use super::asked_pattern::{AskedPattern, holds_attribute, key_attributes};
use super::attributes::number_value;
use super::calls::{Cost, Operator, Predicate, ReadRequest, all_of, path_to};
use super::costs::side_by_side;
use super::description::{Field, Operation};
use super::errors::{Error, model_error};
use super::page_token::QueryPosition;
use super::prepared_read::{PartRequest, PreparedRead};
use super::read::read;
use super::row_match::RowMatch;
use super::service_errors::ServiceError;
use super::session::Session;
use super::shard_merge::position_after;
use super::stored_row::LONGEST_PAST_SECONDS;

/// The field by which rows of the pattern expire, unless they do not expire.
fn expiry_of(pattern: &AskedPattern, request: &ReadRequest) -> Option<&'static Field> {
    if request.expired_too {
        return None;
    }
    pattern
        .entities()
        .find_map(|entity| Some(&entity.fields[entity.ttl?]))
}

/// The condition of rows that have not expired, which is the opposite of `has_expired`.
fn not_expired(field: &Field, session: &Session) -> Predicate {
    let now = session.now_seconds();
    let ends = [now - LONGEST_PAST_SECONDS, now];
    let values = ends
        .into_iter()
        .map(|end| Some(number_value(end)))
        .collect();
    Predicate::of(Operator::Between, path_to(field.attribute), values).negated()
}

/// Reads and counts the rows, if a filter of the database cannot tell which rows readers may see.
async fn count_by_reading(session: &Session, request: ReadRequest) -> Result<(usize, Cost), Error> {
    let page = read(session, request).await?;
    Ok((page.rows.len() + page.unreadable.len(), page.cost))
}

/// Sends the queries side by side, until each has ended.
async fn count_queries(session: &Session, prepared: &PreparedRead) -> Result<(usize, Cost), Error> {
    let mut positions: Vec<_> = (0..prepared.queries.len())
        .map(|query| prepared.start_of(query))
        .collect();
    let (mut count, mut cost) = (0, Cost::default());
    loop {
        let all = positions.iter().enumerate();
        let round = all.filter(|(_, position)| !matches!(position, QueryPosition::End));
        let requests: Vec<_> = round
            .map(|(query, position)| async move {
                let request = prepared
                    .query_request(session, query, position)?
                    .select(Select::Count);
                Ok((query, request.send().await.map_err(ServiceError::of)?))
            })
            .collect();
        if requests.is_empty() {
            return Ok((count, cost));
        }
        cost.requests += requests.len();
        for (query, answer) in side_by_side(requests).await? {
            let counted = usize::try_from(answer.count).unwrap_or_default();
            count += counted;
            cost.returned += counted;
            cost.evaluated += usize::try_from(answer.scanned_count).unwrap_or_default();
            cost.add_capacity(answer.consumed_capacity());
            positions[query] = position_after(answer.last_evaluated_key);
        }
    }
}

/// The filter of the rows that count, or `None` if no filter expresses it.
fn filter_of(
    pattern: &AskedPattern,
    session: &Session,
    request: &ReadRequest,
) -> Option<Option<Predicate>> {
    let index = pattern.plan.index;
    let expires = expiry_of(pattern, request);
    // A filter can use only attributes that the index projects and that are not key attributes.
    let can_filter = expires.is_none_or(|field| {
        pattern.entities().len() == 1
            && holds_attribute(pattern.table, index, field)
            && !key_attributes(pattern.table, index).contains(&field.attribute)
    });
    if pattern.plan.operation == Operation::GetItem || !can_filter {
        return None;
    }
    let asked = RowMatch::of(pattern, &request.values, request.range.as_ref()).as_filter()?;
    let asked = (!asked.is_empty()).then_some(Predicate::All(asked));
    let unexpired = expires.map(|field| not_expired(field, session));
    Some(all_of([all_of([asked, request.filter.clone()]), unexpired]))
}

/// Returns the number of rows on all pages. Only the numbers come over the wire, unless no filter can
/// tell which rows count. Rows that could not be read are counted too. The errors are those of
/// `read`, and that of a request with `take` or `read_at_most`.
pub async fn count_rows(session: &Session, request: ReadRequest) -> Result<(usize, Cost), Error> {
    if request.take.is_some() || request.read_at_most.is_some() {
        return Err(model_error(
            "count counts all items: leave out take and read_at_most",
        ));
    }
    let pattern = AskedPattern::new(request.table, request.pattern);
    let Some(filter) = filter_of(&pattern, session, &request) else {
        return count_by_reading(session, request).await;
    };
    let filtered = PartRequest {
        read: ReadRequest {
            filter,
            ..request.clone()
        },
        part: None,
    };
    let prepared = PreparedRead::new(session, filtered)?;
    let is_excluding = prepared
        .queries
        .first()
        .is_some_and(|range| range.excluded.is_some());
    if is_excluding || prepared.has_next_bucket() {
        return count_by_reading(session, request).await;
    }
    count_queries(session, &prepared).await
}
