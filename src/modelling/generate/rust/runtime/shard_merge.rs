//! Joins the answers of queries that run side by side into one answer in the order of the sort key.
//!
//! Invariant: a row is handed out only while every query that has not ended has a row waiting. So no row can come later
//! that belongs before it. A query's position is directly after its last item that was handed out.

use std::cmp::Ordering;
use std::collections::VecDeque;

use aws_sdk_dynamodb::operation::query::QueryOutput;

use super::asked_pattern::key_attributes;
use super::attributes::AttributeMap;
use super::identify::only_named;
use super::page_token::QueryPosition;
use super::prepared_read::PreparedRead;
use super::same_value::order_between;

#[derive(Debug)]
struct QueryState {
    /// Of the last page, those that were not handed out.
    items: VecDeque<AttributeMap>,
    /// Before the first item that waits.
    position: QueryPosition,
    /// After the last page.
    next: QueryPosition,
}

impl QueryState {
    fn has_ended(&self) -> bool {
        matches!(self.next, QueryPosition::End)
    }
}

#[derive(Debug)]
pub(super) struct ShardMerge {
    queries: Vec<QueryState>,
    order: &'static [&'static str],
    forward: bool,
    /// The attributes of positions. Empty if the read ends only at the end of a page of each query, because then no
    /// position within a page is needed.
    names: Vec<&'static str>,
}

impl ShardMerge {
    pub(super) fn new(prepared: &PreparedRead) -> Self {
        let state_of = |query| {
            let start = prepared.start_of(query);
            QueryState {
                items: VecDeque::new(),
                position: start.clone(),
                next: start,
            }
        };
        let read = &prepared.request.read;
        let ends_anywhere = read.take.is_some() || read.read_at_most.is_some() || read.one_round;
        let names = if ends_anywhere {
            key_attributes(prepared.pattern.table, prepared.pattern.plan.index)
        } else {
            Vec::new()
        };
        Self {
            queries: (0..prepared.queries.len()).map(state_of).collect(),
            order: prepared.sort_attributes(),
            forward: prepared.forward,
            names,
        }
    }

    /// Returns the numbers of the queries that may have more rows but have no row waiting, with the positions from which
    /// they continue. If no query is left, `take` can continue or all queries have ended.
    pub(super) fn dry(&self) -> Vec<(usize, &QueryPosition)> {
        let all = self.queries.iter().enumerate();
        let dry = all.filter(|(_, query)| query.items.is_empty() && !query.has_ended());
        dry.map(|(number, query)| (number, &query.next)).collect()
    }

    /// Returns true if all queries have ended and all their rows were handed out.
    pub(super) fn ended(&self) -> bool {
        self.queries
            .iter()
            .all(|query| query.items.is_empty() && query.has_ended())
    }

    /// Adds a page of a query, which must be dry.
    pub(super) fn add(&mut self, number: usize, page: QueryOutput) {
        let query = &mut self.queries[number];
        query.position =
            std::mem::replace(&mut query.next, position_after(page.last_evaluated_key));
        query.items = page.items.unwrap_or_default().into();
    }

    /// The query whose first waiting item comes first. `None` if a query is dry or all have ended.
    fn first(&self) -> Option<usize> {
        let mut first: Option<(usize, &AttributeMap)> = None;
        for (number, query) in self.queries.iter().enumerate() {
            match (query.items.front(), first) {
                (None, _) if !query.has_ended() => return None,
                (Some(item), Some((_, before))) if !self.is_before(item, before) => {}
                (Some(item), _) => first = Some((number, item)),
                (None, _) => {}
            }
        }
        first.map(|(number, _)| number)
    }

    /// Returns the next item, or `None` if a query is dry or all have ended.
    pub(super) fn take(&mut self) -> Option<AttributeMap> {
        let first = self.first()?;
        let query = &mut self.queries[first];
        let item = query.items.pop_front()?;
        if !self.names.is_empty() {
            query.position = QueryPosition::After(only_named(&self.names, &item));
        }
        Some(item)
    }

    /// Returns the position of each query after the items that `take` has handed out.
    pub(super) fn positions(&self) -> Vec<QueryPosition> {
        let position_of = |query: &QueryState| {
            let is_waiting = !query.items.is_empty();
            if is_waiting {
                query.position.clone()
            } else {
                query.next.clone()
            }
        };
        self.queries.iter().map(position_of).collect()
    }

    fn is_before(&self, left: &AttributeMap, right: &AttributeMap) -> bool {
        for name in self.order {
            match order_between(left.get(*name), right.get(*name)) {
                None | Some(Ordering::Equal) => {}
                Some(order) => return order.is_lt() == self.forward,
            }
        }
        false
    }
}

/// Returns the position from which a query continues after one of its pages.
pub(super) fn position_after(last_key: Option<AttributeMap>) -> QueryPosition {
    match last_key {
        Some(key) if !key.is_empty() => QueryPosition::After(key),
        _ => QueryPosition::End,
    }
}
