//! A prepared read of an access pattern: its requests, the order of their answers, and the binding of its page tokens.
//! It is everything that can be worked out without a database.

use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::asked_pattern::{AskedPattern, sort_attributes};
use super::attributes::AttributeMap;
use super::bucket_read::BucketOfRead;
use super::calls::{Predicate, ReadRequest};
use super::compose::compose_primary;
use super::default_values::with_defaults;
use super::description::{EntityInfo, Operation, SortPlan};
use super::errors::{Error, model_error};
use super::key_range::{KeyRange, key_ranges};
use super::member_range::narrow_to_member;
use super::page_token::{QueryPosition, token_binding};
use super::predicate::Placeholders;
use super::session::Session;

/// A member of a collection that is read by itself, or that `take` counts.
#[derive(Debug, Clone)]
pub(super) struct MemberPart {
    pub(super) entity: &'static EntityInfo,
    /// Their items come directly behind these, in the same read.
    pub(super) below: Vec<&'static EntityInfo>,
    /// If true, only this member's part of the pattern's range is read, and items of other members are left out. If
    /// false, the whole range is read, and `take` counts only this member.
    pub(super) alone: bool,
    /// Items of other members may be between those that `take` counts.
    pub(super) mixed: bool,
    /// If `alone` is false: the number of items of other members that are read first.
    pub(super) singles: usize,
}

impl MemberPart {
    /// Returns true if the items of the entity come directly behind the member's.
    pub(super) fn has_below(&self, entity: &EntityInfo) -> bool {
        self.below.iter().any(|one| std::ptr::eq(*one, entity))
    }
}

/// A read, perhaps of a member of a collection. The filter of such a one already has the defaults of its entities.
#[derive(Debug, Clone)]
pub(super) struct PartRequest {
    pub(super) read: ReadRequest,
    pub(super) part: Option<MemberPart>,
}

#[derive(Debug)]
pub(super) struct PreparedRead {
    pub(super) request: PartRequest,
    pub(super) pattern: AskedPattern,
    pub(super) table_name: String,
    pub(super) forward: bool,
    pub(super) consistent: bool,
    /// A read has either the key of one item or a query for each shard.
    pub(super) item_key: Option<AttributeMap>,
    /// They are equal, except for the partition key's values.
    pub(super) queries: Vec<KeyRange>,
    /// By query. Empty if all queries begin at the beginning.
    pub(super) starts: Vec<QueryPosition>,
    /// It includes the defaults of the entities.
    pub(super) filter: Option<Predicate>,
    pub(super) bucket: Option<BucketOfRead>,
}

/// A `GetItem` cannot filter, so a pattern that names one item becomes a query for that item if the read has a filter.
fn as_query(pattern: &AskedPattern) -> AskedPattern {
    let mut out = pattern.clone();
    let sort = pattern.first().primary.sort;
    out.plan.operation = Operation::Query;
    out.plan.sort = if sort.is_empty() {
        SortPlan::Whole
    } else {
        SortPlan::Equal
    };
    out.plan.sort_parts = sort.len();
    out
}

/// The error is of a filter that cannot be an expression.
fn filter_of(request: &PartRequest, pattern: &AskedPattern) -> Result<Option<Predicate>, Error> {
    let Some(filter) = &request.read.filter else {
        return Ok(None);
    };
    let filter = match request.part {
        Some(_) => filter.clone(),
        None => with_defaults(pattern.first(), filter)?,
    };
    let text = Placeholders::default().render(&filter)?;
    Ok((!text.is_empty()).then_some(filter))
}

impl PreparedRead {
    fn basis(session: &Session, request: PartRequest, pattern: AskedPattern) -> Self {
        Self {
            table_name: session.table_name(pattern.table),
            forward: request.read.is_forward(),
            consistent: request.read.consistent.unwrap_or(pattern.plan.consistent),
            request,
            pattern,
            item_key: None,
            queries: Vec::new(),
            starts: Vec::new(),
            filter: None,
            bucket: None,
        }
    }

    fn get(session: &Session, request: PartRequest, pattern: AskedPattern) -> Result<Self, Error> {
        if request.read.range.is_some() {
            return Err(model_error(format!(
                "The access pattern \"{}\" has no field for a range",
                pattern.name
            )));
        }
        let key = compose_primary(pattern.first(), &request.read.values)?;
        let mut prepared = Self::basis(session, request, pattern);
        prepared.item_key = Some(key);
        Ok(prepared)
    }

    /// Prepares queries that read from the beginning. `keys_of` is the pattern or the same pattern with another plan.
    pub(super) fn queries(
        session: &Session,
        request: PartRequest,
        pattern: AskedPattern,
        keys_of: &AskedPattern,
    ) -> Result<Self, Error> {
        let mut queries = key_ranges(keys_of, &request.read.values, request.read.range.as_ref())?;
        if let Some(part) = request.part.as_ref().filter(|part| part.alone) {
            queries = narrow_to_member(keys_of, part.entity, queries)?;
        }
        let count = queries.len();
        if request.read.read_at_most.is_some_and(|most| most < count) {
            return Err(model_error(format!(
                "read_at_most must be at least {count}, because the read has {count} queries, one for each shard"
            )));
        }
        let filter = filter_of(&request, &pattern)?;
        let mut prepared = Self::basis(session, request, pattern);
        prepared.queries = queries;
        prepared.filter = filter;
        Ok(prepared)
    }

    fn query(
        session: &Session,
        mut request: PartRequest,
        pattern: AskedPattern,
        keys_of: &AskedPattern,
    ) -> Result<Self, Error> {
        let after = request.read.after.take();
        let mut prepared = Self::queries(session, request, pattern, keys_of)?;
        if let Some(token) = after {
            let count = prepared.queries.len();
            prepared.starts = session.read_page_token(
                &token,
                &prepared.binding(),
                count,
                prepared.pattern.name,
            )?;
        }
        Ok(prepared)
    }

    /// Returns the read. The error is of values, ranges, amounts, filters and tokens that do not fit the pattern.
    pub(super) fn new(session: &Session, request: PartRequest) -> Result<Self, Error> {
        if request.read.take == Some(0) {
            return Err(model_error("take must be at least 1"));
        }
        if request.read.read_at_most == Some(0) {
            return Err(model_error("read_at_most must be at least 1"));
        }
        let pattern = AskedPattern::new(request.read.table, request.read.pattern);
        if let Some(field) = pattern.plan.bucket_field {
            return Self::buckets(session, request, pattern, field);
        }
        if pattern.plan.operation == Operation::Query {
            let keys_of = pattern.clone();
            return Self::query(session, request, pattern, &keys_of);
        }
        if request.read.filter.is_some() || request.read.after.is_some() {
            // A GetItem has no page token, so the query path gets the token and refuses it.
            let keys_of = as_query(&pattern);
            return Self::query(session, request, pattern, &keys_of);
        }
        Self::get(session, request, pattern)
    }

    pub(super) fn sort_attributes(&self) -> &'static [&'static str] {
        sort_attributes(self.pattern.table, self.pattern.plan.index)
    }

    /// Returns the position from which a query of this read begins.
    pub(super) fn start_of(&self, query: usize) -> QueryPosition {
        self.starts.get(query).cloned().unwrap_or_default()
    }

    /// Returns true if rows that `take` does not count may come between rows that it counts.
    pub(super) fn skips(&self) -> bool {
        self.filter.is_some() || self.request.part.as_ref().is_some_and(|part| part.mixed)
    }

    /// Returns the request of a read of one item.
    pub(super) fn get_request(&self, session: &Session) -> GetItemFluentBuilder {
        session
            .client
            .get_item()
            .table_name(&self.table_name)
            .set_key(self.item_key.clone())
            .consistent_read(self.consistent)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
    }

    /// Returns the request of one of the queries, from a position and without a limit.
    pub(super) fn query_request(
        &self,
        session: &Session,
        number: usize,
        start: &QueryPosition,
    ) -> Result<QueryFluentBuilder, Error> {
        let mut shared = Placeholders::default();
        let condition = self.queries[number].condition(&mut shared);
        let filter = self
            .filter
            .as_ref()
            .map(|filter| shared.render(filter))
            .transpose()?;
        let start_key = match start {
            QueryPosition::After(key) => Some(key.clone()),
            QueryPosition::Begin | QueryPosition::End => None,
        };
        let index = self
            .pattern
            .plan
            .index
            .map(|index| self.pattern.table.indexes[index].name.to_owned());
        let (names, values) = shared.into_maps();
        Ok(session
            .client
            .query()
            .table_name(&self.table_name)
            .set_index_name(index)
            .consistent_read(self.consistent)
            .scan_index_forward(self.forward)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .key_condition_expression(condition)
            .set_filter_expression(filter)
            .set_exclusive_start_key(start_key)
            .set_expression_attribute_names(names)
            .set_expression_attribute_values(values))
    }

    /// Returns the binding of the queries, without that of a series of partitions.
    pub(super) fn binding_of_queries(&self) -> Vec<u8> {
        token_binding(&self.pattern, &self.table_name, &self.queries, self.forward)
    }

    /// Returns the binding of the read's page tokens.
    pub(super) fn binding(&self) -> Vec<u8> {
        match &self.bucket {
            Some(bucket) => bucket.binding.clone(),
            None => self.binding_of_queries(),
        }
    }

    /// Returns the token of a page that ended at these positions, one for each query.
    pub(super) fn token_of(&self, session: &Session, positions: Vec<QueryPosition>) -> String {
        let all = match &self.bucket {
            Some(bucket) => bucket.with_number(positions),
            None => positions,
        };
        session.make_page_token(&all, &self.binding())
    }
}
