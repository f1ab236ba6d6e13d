//! Searches of the items whose vectors are the most similar.

use super::attributes::AttributeMap;
use super::calls::SearchRequest;
use super::description::Model;
use super::entity::{Encoder, Record, decode_row};
use super::errors::Error;
use super::query::request_of;
use super::search::{USUAL_RESULTS, search};
use super::session::Session;

/// An item that a search found.
#[derive(Debug, Clone)]
pub struct Found<R> {
    pub item: R,
    pub score: f64,
}

/// Searches the items whose vectors are the most similar. `take` is from 1 to 100, or `None` for 10. Generated code calls
/// it.
pub async fn search_items<R: Record>(
    session: &Session,
    model: &'static Model,
    at: usize,
    by: impl FnOnce(&mut Encoder) -> Result<(), Error>,
    vector: Vec<f32>,
    take: Option<usize>,
) -> Result<Vec<Found<R>>, Error> {
    let read = request_of(model, at, by)?;
    let table = read.table;
    let request = SearchRequest {
        table,
        pattern: read.pattern,
        values: read.values,
        filters: AttributeMap::new(),
        vector,
        top_k: take.unwrap_or(USUAL_RESULTS),
        expired_too: read.expired_too,
    };
    let answer = search(session, &request).await?;
    let rows = answer.rows.into_iter().zip(answer.scores);
    let found = rows.map(|(row, score)| {
        Ok(Found {
            item: decode_row(table, row)?,
            score,
        })
    });
    found.collect()
}
