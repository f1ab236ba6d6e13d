//! Reads of one partition after the other, because a range of time spans several partitions.

use super::asked_pattern::AskedPattern;
use super::attributes::{AttributeValue, as_number, number_value, one_attribute};
use super::buckets::Buckets;
use super::calls::{Predicate, SortRange, all_of};
use super::description::SortPlan;
use super::errors::Error;
use super::page_token::{BinaryText, QueryPosition, foreign_token};
use super::prepared_read::{PartRequest, PreparedRead};
use super::session::Session;

/// The place of a read in a series of partitions that follow each other: the partition that its queries read, and the
/// data that all partitions share.
#[derive(Debug, Clone)]
pub(super) struct BucketOfRead {
    all: Buckets,
    number: usize,
    /// The filter of the call.
    filter: Option<Predicate>,
    /// It is made from the first partition and the whole range.
    pub(super) binding: Vec<u8>,
}

/// In a token of such a read the first position holds the number of the partition to which the other positions belong.
const BUCKET_NAME: &str = "bucket";

/// Adds the range to the binding, because the keys do not hold it.
fn bind_range(binding: &[u8], given: &SortRange) -> Vec<u8> {
    let mut out = BinaryText::default();
    out.text(binding);
    out.text(format!("{:?}", given.operator).as_bytes());
    out.key_value(&given.low);
    if let Some(high) = &given.high {
        out.key_value(high);
    }
    out.into_bytes()
}

fn number_in(position: &QueryPosition) -> Option<usize> {
    match position {
        QueryPosition::After(key) => as_number(key.get(BUCKET_NAME))?.parse().ok(),
        QueryPosition::Begin | QueryPosition::End => None,
    }
}

impl BucketOfRead {
    /// Returns the positions of a token, behind one with the partition's number.
    pub(super) fn with_number(&self, mut positions: Vec<QueryPosition>) -> Vec<QueryPosition> {
        let number: AttributeValue = number_value(self.number);
        positions.insert(0, QueryPosition::After(one_attribute(BUCKET_NAME, number)));
        positions
    }
}

impl PreparedRead {
    fn bucket(
        session: &Session,
        mut request: PartRequest,
        pattern: AskedPattern,
        bucket: BucketOfRead,
    ) -> Result<Self, Error> {
        let all = &bucket.all;
        request.read.values = all.values_in(&request.read.values, bucket.number);
        request.read.range = None;
        request.read.filter.clone_from(&bucket.filter);
        if pattern.plan.sort == SortPlan::Ranged {
            request.read.range = Some(all.given.clone());
        } else if bucket.number == 0 || bucket.number + 1 == all.count {
            request.read.filter = all_of([bucket.filter.clone(), Some(all.filter())]);
        }
        let keys_of = pattern.clone();
        let mut prepared = Self::queries(session, request, pattern, &keys_of)?;
        prepared.bucket = Some(bucket);
        Ok(prepared)
    }

    /// Prepares the first partition of a range, or the one to which a token belongs.
    pub(super) fn buckets(
        session: &Session,
        mut request: PartRequest,
        pattern: AskedPattern,
        field: usize,
    ) -> Result<Self, Error> {
        let after = request.read.after.take();
        let all = Buckets::of(&pattern, field, request.read.range.as_ref())?;
        let number = if request.read.is_forward() {
            0
        } else {
            all.count - 1
        };
        let mut bucket = BucketOfRead {
            filter: request.read.filter.clone(),
            all,
            number,
            binding: Vec::new(),
        };
        let mut prepared = Self::bucket(session, request.clone(), pattern.clone(), bucket.clone())?;
        bucket.binding = bind_range(&prepared.binding_of_queries(), &bucket.all.given);
        let Some(token) = after else {
            prepared.bucket = Some(bucket);
            return Ok(prepared);
        };
        let count = prepared.queries.len() + 1;
        let mut places = session.read_page_token(&token, &bucket.binding, count, pattern.name)?;
        bucket.number = number_in(&places.remove(0)).ok_or_else(|| foreign_token(pattern.name))?;
        let mut prepared = Self::bucket(session, request, pattern, bucket)?;
        prepared.starts = places;
        Ok(prepared)
    }

    /// Returns the read of the next partition, from its beginning. `None` if this partition is the last one.
    pub(super) fn next_bucket(&self, session: &Session) -> Result<Option<Self>, Error> {
        let Some(number) = self.next_number() else {
            return Ok(None);
        };
        let Some(bucket) = self
            .bucket
            .clone()
            .map(|bucket| BucketOfRead { number, ..bucket })
        else {
            return Ok(None);
        };
        Self::bucket(session, self.request.clone(), self.pattern.clone(), bucket).map(Some)
    }

    fn next_number(&self) -> Option<usize> {
        let bucket = self.bucket.as_ref()?;
        if !self.forward {
            return bucket.number.checked_sub(1);
        }
        Some(bucket.number + 1).filter(|next| *next < bucket.all.count)
    }

    /// Returns true if another partition must be read after this one.
    pub(super) fn has_next_bucket(&self) -> bool {
        self.next_number().is_some()
    }
}
