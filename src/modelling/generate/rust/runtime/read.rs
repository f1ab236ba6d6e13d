//! Carries out the plan of an access pattern: a `GetItem`, or Query pages until `take`, `read_at_most` or the end is
//! reached. All shards of a sharded index are read side by side and merged by the sort key.

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;

use super::asked_pattern::AskedPattern;
use super::attributes::AttributeMap;
use super::calls::{ReadRequest, RowPage};
use super::costs::side_by_side;
use super::description::{EntityInfo, Operation};
use super::errors::Error;
use super::member_range::is_in_narrowed;
use super::page_token::QueryPosition;
use super::prepared_read::{MemberPart, PartRequest, PreparedRead};
use super::row_match::RowMatch;
use super::service_errors::ServiceError;
use super::session::Session;
use super::shard_merge::ShardMerge;
use super::stored_row::{Reader, StoredRow};

/// Larger limits are left out, because the service ends a page at 1 MB anyway.
const LARGEST_LIMIT: usize = 1 << 20;
/// The smallest limit if a filter or the member of a collection may drop rows.
const FILTERED_PAGE: usize = 32;
/// The smallest limit of the second round. It doubles in each later round.
const SECOND_PAGE: usize = 32;

/// The rows of the page so far.
#[derive(Default)]
struct Collected {
    page: RowPage,
    /// Of the page's rows, those that count for `take`.
    counted: usize,
    /// Positions before a row of the next page.
    stopped: Option<Vec<QueryPosition>>,
}

impl Collected {
    fn is_full(&self, prepared: &PreparedRead) -> bool {
        prepared
            .request
            .read
            .take
            .is_some_and(|take| self.counted >= take)
    }

    fn has_enough(&self, prepared: &PreparedRead) -> bool {
        // Items that belong to the part's items come after their owners in the order of the read.
        let part = prepared.request.part.as_ref();
        let is_followed = prepared.forward && part.is_some_and(|part| !part.below.is_empty());
        self.is_full(prepared) && (self.stopped.is_some() || !is_followed)
    }

    /// Hands the item out if readers may see it. A read of one item by its primary key has no `question`.
    fn take_row(
        &mut self,
        session: &Session,
        prepared: &PreparedRead,
        row: StoredRow,
        question: Option<&RowMatch<'_>>,
    ) {
        let pattern = &prepared.pattern;
        if is_excluded(prepared, &row.item) {
            return;
        }
        let Some(entity) = row.entity.filter(|entity| pattern.names(entity)) else {
            self.counted += 1;
            let message = row.misfit(pattern.table, reader_of(pattern));
            self.page
                .unreadable
                .push(row.unreadable(pattern.table, message));
            return;
        };
        if question.is_some_and(|question| !question.matches(entity, &row.item)) {
            self.page.cost.stale += 1;
            return;
        }
        if !prepared.request.read.expired_too && row.is_expired(session) {
            return;
        }
        match &prepared.request.part {
            Some(part) if !std::ptr::eq(part.entity, entity) => {
                if !part.alone || part.has_below(entity) {
                    self.page.rows.push(row.handed_out(entity));
                }
            }
            _ => {
                self.counted += 1;
                self.page.rows.push(row.handed_out(entity));
            }
        }
    }
}

fn reader_of(pattern: &AskedPattern) -> Reader {
    let is_get =
        pattern.plan.operation == Operation::GetItem && pattern.name == pattern.first().name;
    if is_get {
        Reader::Get(pattern.name)
    } else {
        Reader::Pattern(pattern.name)
    }
}

/// True if the key condition, which includes both ends of a range, let an end through that the range excludes.
fn is_excluded(prepared: &PreparedRead, item: &AttributeMap) -> bool {
    let Some(range) = prepared.queries.first() else {
        return false;
    };
    match (&range.excluded, range.comparisons.last()) {
        (Some(excluded), Some(last)) => item.get(last.attribute) == Some(excluded),
        _ => false,
    }
}

/// The state of one read.
struct Reading<'a> {
    session: &'a Session,
    prepared: PreparedRead,
    merge: ShardMerge,
    collected: Collected,
    rounds: u32,
}

impl Reading<'_> {
    /// Hands out items of the merge, up to the wanted number.
    fn collect(&mut self) {
        let prepared = &self.prepared;
        let read = &prepared.request.read;
        let question = RowMatch::of(&prepared.pattern, &read.values, read.range.as_ref());
        let collected = &mut self.collected;
        while !collected.has_enough(prepared) {
            let is_full = collected.is_full(prepared);
            let before = is_full.then(|| self.merge.positions());
            let Some(item) = self.merge.take() else {
                return;
            };
            let row = StoredRow::of(prepared.pattern.table, prepared.pattern.plan.index, item);
            let is_counted = |part: &MemberPart| is_same(row.entity, part.entity);
            if is_full && prepared.request.part.as_ref().is_some_and(is_counted) {
                collected.stopped = before;
                return;
            }
            collected.take_row(self.session, prepared, row, Some(&question));
        }
    }

    /// The number of items that one request should evaluate. `None` sends no limit, so that a full page is read.
    fn page_limit(&self) -> Option<usize> {
        let take = self.prepared.request.read.take?;
        let mut wanted = take.saturating_sub(self.collected.counted).max(1);
        if let Some(part) = self
            .prepared
            .request
            .part
            .as_ref()
            .filter(|part| !part.alone)
        {
            wanted = wanted.saturating_add(part.singles);
        }
        let mut limit = wanted;
        let shards = self.prepared.queries.len();
        if shards > 1 {
            // Shards hold about equally many items, and a shard that runs dry is asked again.
            limit = wanted.min((wanted / shards).saturating_mul(3) / 2 + 8);
        }
        if self.prepared.skips() {
            limit = limit.saturating_mul(2).max(FILTERED_PAGE);
        }
        // Further rounds replace the dropped items. They grow, so that a thousand dropped items do not cost as many
        // requests.
        if self.rounds > 0 {
            limit = limit.max(SECOND_PAGE << (self.rounds - 1).min(20));
        }
        (limit < LARGEST_LIMIT).then_some(limit)
    }

    /// Returns one request for each query that ran dry. Their limits keep the read from reading more than is wanted and
    /// allowed. The result is empty if no more items may be read.
    fn round_requests(&self) -> Result<Vec<(usize, QueryFluentBuilder)>, Error> {
        let dry = self.merge.dry();
        let mut limit = self.page_limit();
        if let (Some(most), false) = (self.prepared.request.read.read_at_most, dry.is_empty()) {
            let share = most.saturating_sub(self.collected.page.cost.evaluated) / dry.len();
            if share < 1 {
                return Ok(Vec::new());
            }
            limit = Some(limit.map_or(share, |limit| limit.min(share)));
        }
        let limit = limit.and_then(|limit| i32::try_from(limit).ok());
        let request_of = |(query, start): (usize, &QueryPosition)| {
            let request = self.prepared.query_request(self.session, query, start)?;
            Ok((query, request.set_limit(limit)))
        };
        dry.into_iter().map(request_of).collect()
    }

    /// Hands out the merged items, then asks the queries that ran dry for their next pages, side by side. Returns false
    /// if the page is complete.
    async fn round(&mut self) -> Result<bool, Error> {
        self.collect();
        if self.merge.ended()
            && !self.collected.has_enough(&self.prepared)
            && let Some(next) = self.prepared.next_bucket(self.session)?
        {
            self.merge = ShardMerge::new(&next);
            self.prepared = next;
            self.rounds = 0;
        }
        let is_last = self.prepared.request.read.one_round && self.rounds > 0;
        if is_last || self.collected.has_enough(&self.prepared) {
            return Ok(false);
        }
        let requests = self.round_requests()?;
        if requests.is_empty() {
            return Ok(false);
        }
        self.rounds += 1;
        self.collected.page.cost.requests += requests.len();
        let send = |(query, request): (usize, QueryFluentBuilder)| async move {
            Ok((query, request.send().await.map_err(ServiceError::of)?))
        };
        for (query, answer) in side_by_side(requests.into_iter().map(send).collect()).await? {
            let cost = &mut self.collected.page.cost;
            cost.evaluated += usize::try_from(answer.scanned_count).unwrap_or_default();
            cost.returned += usize::try_from(answer.count).unwrap_or_default();
            cost.add_capacity(answer.consumed_capacity());
            self.merge.add(query, answer);
        }
        Ok(true)
    }

    /// A page that was read together with other members has a token that continues with this member only.
    fn token_of_part(
        &self,
        part: &MemberPart,
        mut positions: Vec<QueryPosition>,
    ) -> Result<String, Error> {
        let mut request = self.prepared.request.clone();
        request.part = Some(MemberPart {
            alone: true,
            ..part.clone()
        });
        let alone = PreparedRead::new(self.session, request)?;
        for (position, range) in positions.iter_mut().zip(&alone.queries) {
            if matches!(position, QueryPosition::After(key) if !is_in_narrowed(range, key)) {
                *position = QueryPosition::Begin;
            }
        }
        Ok(self.session.make_page_token(&positions, &alone.binding()))
    }

    fn token_of_page(&mut self) -> Result<Option<String>, Error> {
        let stopped = self.collected.stopped.take();
        if stopped.is_none() && self.merge.ended() && !self.prepared.has_next_bucket() {
            return Ok(None);
        }
        let positions = stopped.unwrap_or_else(|| self.merge.positions());
        if let Some(part) = self
            .prepared
            .request
            .part
            .as_ref()
            .filter(|part| !part.alone)
        {
            return self.token_of_part(part, positions).map(Some);
        }
        Ok(Some(self.prepared.token_of(self.session, positions)))
    }
}

fn is_same(entity: Option<&EntityInfo>, other: &EntityInfo) -> bool {
    entity.is_some_and(|entity| std::ptr::eq(entity, other))
}

async fn read_one(session: &Session, prepared: PreparedRead) -> Result<RowPage, Error> {
    let mut collected = Collected::default();
    let cost = &mut collected.page.cost;
    cost.requests += 1;
    let answer = prepared
        .get_request(session)
        .send()
        .await
        .map_err(ServiceError::of)?;
    cost.add_capacity(answer.consumed_capacity());
    if let Some(item) = answer.item.filter(|item| !item.is_empty()) {
        cost.evaluated = 1;
        cost.returned = 1;
        let row = StoredRow::of(prepared.pattern.table, None, item);
        collected.take_row(session, &prepared, row, None);
    }
    Ok(collected.page)
}

/// Reads as `read` does, perhaps only a member of a collection.
pub(super) async fn read_part(session: &Session, request: PartRequest) -> Result<RowPage, Error> {
    let prepared = PreparedRead::new(session, request)?;
    if prepared.item_key.is_some() {
        return read_one(session, prepared).await;
    }
    let mut reading = Reading {
        session,
        merge: ShardMerge::new(&prepared),
        prepared,
        collected: Collected::default(),
        rounds: 0,
    };
    while reading.round().await? {}
    let token = reading.token_of_page()?;
    let mut page = reading.collected.page;
    page.token = token;
    Ok(page)
}

/// Returns the rows of an access pattern. Rows that belong to no entity of the pattern are in `unreadable`. The error is
/// [`Error::Model`] if the token belongs to another read or a value cannot be in a key, or it is one of the SDK.
pub async fn read(session: &Session, request: ReadRequest) -> Result<RowPage, Error> {
    read_part(
        session,
        PartRequest {
            read: request,
            part: None,
        },
    )
    .await
}
