//! Sums of costs, requests that are sent side by side, and the delays between attempts.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use aws_sdk_dynamodb::config::AsyncSleep;
use aws_sdk_dynamodb::types::ConsumedCapacity;

use super::calls::Cost;
use super::errors::Error;
use super::session::{Session, random_bits};
use super::timer;

impl Cost {
    /// Adds the cost of a part of an operation.
    pub(super) fn add(&mut self, part: Self) {
        self.requests += part.requests;
        self.evaluated += part.evaluated;
        self.returned += part.returned;
        self.stale += part.stale;
        self.capacity_units += part.capacity_units;
        self.search_bytes += part.search_bytes;
    }

    /// Adds the capacity that an answer reports.
    pub(super) fn add_capacity<'a>(
        &mut self,
        consumed: impl IntoIterator<Item = &'a ConsumedCapacity>,
    ) {
        for one in consumed {
            self.capacity_units += one.capacity_units().unwrap_or_default();
        }
    }
}

/// The number of requests of one call that are under way at a time, such as those of the shards of an index.
const MOST_SIDE_BY_SIDE: usize = 16;

enum Job<F: Future> {
    Waiting(Pin<Box<F>>),
    Done(F::Output),
}

/// Runs futures side by side, and waits for all of them, also after one has failed, so that no request is left under
/// way. Returns the answers by position, or the first failure by position.
pub(super) async fn side_by_side<F, T>(mut futures: Vec<F>) -> Result<Vec<T>, Error>
where
    F: Future<Output = Result<T, Error>>,
{
    if futures.len() <= 1 {
        let Some(only) = futures.pop() else {
            return Ok(Vec::new());
        };
        return Ok(vec![only.await?]);
    }
    let mut jobs: Vec<Job<F>> = futures
        .into_iter()
        .map(|one| Job::Waiting(Box::pin(one)))
        .collect();
    poll_fn(|context| {
        let mut under_way = 0;
        for job in &mut jobs {
            if under_way == MOST_SIDE_BY_SIDE {
                break;
            }
            if let Job::Waiting(future) = job {
                match future.as_mut().poll(context) {
                    Poll::Ready(answer) => *job = Job::Done(answer),
                    Poll::Pending => under_way += 1,
                }
            }
        }
        if under_way == 0 {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    let done = jobs.into_iter().filter_map(|job| match job {
        Job::Done(answer) => Some(answer),
        Job::Waiting(_) => None,
    });
    done.collect()
}

pub(super) const FIRST_DELAY: Duration = Duration::from_millis(25);
pub(super) const LONGEST_DELAY: Duration = Duration::from_secs(5);

impl Session {
    /// Returns the delay before attempt number `attempt` (the second attempt is 1) of the same request. It is a random
    /// part of a delay that doubles for each attempt. `None` if the attempts are used up.
    pub(super) fn delay_before(&self, attempt: usize) -> Option<Duration> {
        if attempt >= self.attempts() {
            return None;
        }
        let doubled = FIRST_DELAY * (1 << attempt.saturating_sub(1).min(16));
        let ceiling = doubled.min(LONGEST_DELAY);
        let bits = u32::try_from(random_bits() >> 32).unwrap_or_default();
        Some(ceiling.mul_f64(f64::from(bits) / f64::from(u32::MAX)))
    }

    /// Waits with the timer of the client, if its configuration names one.
    pub(super) async fn wait(&self, delay: Duration) {
        match self.client.config().sleep_impl() {
            Some(timer) => timer.sleep(delay).await,
            None => timer::wait(delay).await,
        }
    }

    /// Waits before attempt number `attempt`, and not at all if the attempts are used up.
    pub(super) async fn pause_before(&self, attempt: usize) {
        if let Some(delay) = self.delay_before(attempt) {
            self.wait(delay).await;
        }
    }
}
