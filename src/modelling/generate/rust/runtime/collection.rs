//! Reads of a partition whose items are of several entities, put together into one value.

use std::marker::PhantomData;

use super::calls::{CollectedMember, Cost, LoadRequest, Row};
use super::description::Model;
use super::entity::{Encoder, Record, decode_row};
use super::errors::{Error, UnreadableRow};
use super::load::load;
use super::proof::Of;
use super::query::request_of;
use super::session::Session;

/// A value that is put together from the items of several entities.
pub trait Collected: Sized + Send {
    /// The items so far.
    type Parts: Default + Send;

    /// For each entity of the pattern, whether it has at most one item.
    const SINGLE: &'static [bool];

    /// Adds an item of the entity at a position of the pattern.
    fn add(parts: &mut Self::Parts, position: usize, row: Row) -> Result<(), UnreadableRow>;

    /// Returns the value, or `None` if its one item does not exist.
    fn finish(parts: Self::Parts) -> Option<Self>;
}

/// A page of a collection.
#[derive(Debug)]
pub struct CollectedPage<W> {
    /// `None` if the one item does not exist.
    pub value: Option<W>,
    /// Continues all lists. `None` after the last page.
    pub token: Option<String>,
    pub unreadable: Vec<UnreadableRow>,
    pub cost: Cost,
}

/// A read that has not been sent. Its functions are like those of a query.
#[derive(Debug)]
#[must_use = "a read is sent by `load`, `page` or `pages`"]
pub struct Collection<'a, W> {
    session: &'a Session,
    request: Result<LoadRequest, Error>,
    of: Of<W>,
}

/// Returns the item of a row, for a part of a collection. Generated code calls it.
pub fn part_of<R: Record>(
    table: &'static super::description::Table,
    row: Row,
) -> Result<R, UnreadableRow> {
    decode_row(table, row)
}

impl<'a, W: Collected> Collection<'a, W> {
    /// Returns the read of pattern number `at`. Generated code calls it.
    pub fn new(
        session: &'a Session,
        model: &'static Model,
        at: usize,
        by: impl FnOnce(&mut Encoder) -> Result<(), Error>,
    ) -> Self {
        let request = request_of(model, at, by).map(|read| {
            let entities = read.pattern.entities.iter().zip(W::SINGLE);
            let members = entities.map(|(entity, single)| CollectedMember {
                entity: &read.table.entities[*entity],
                single: *single,
                below: Vec::new(),
                filters: Vec::new(),
            });
            LoadRequest {
                members: members.collect(),
                read,
            }
        });
        Self {
            session,
            request,
            of: PhantomData,
        }
    }

    fn set(mut self, change: impl FnOnce(&mut LoadRequest)) -> Self {
        if let Ok(request) = &mut self.request {
            change(request);
        }
        self
    }

    /// Limits the number of items of each list, at least 1.
    pub fn take(self, items: usize) -> Self {
        self.set(|request| request.read.take = Some(items))
    }

    /// Continues behind the page that has the token.
    pub fn after(self, token: impl Into<String>) -> Self {
        self.set(|request| request.read.after = Some(token.into()))
    }

    /// Reads in the other direction than the pattern's.
    pub fn reverse(self) -> Self {
        self.set(|request| request.read.reverse = !request.read.reverse)
    }

    /// Makes the read see all writes that were acknowledged before it, or not.
    pub fn consistent(self, is: bool) -> Self {
        self.set(|request| request.read.consistent = Some(is))
    }

    /// Reads also items whose time to live has passed.
    pub fn with_expired(self) -> Self {
        self.set(|request| request.read.expired_too = true)
    }

    /// Returns a page, with the single items and `take` items of each list. The error may be [`Error::Unreadable`] if
    /// the one item cannot be read.
    pub async fn page(self) -> Result<CollectedPage<W>, Error> {
        let request = self.request?;
        let entities: Vec<_> = request.members.iter().map(|member| member.entity).collect();
        let rows = load(self.session, request).await?;
        let mut unreadable = rows.unreadable;
        let mut parts = W::Parts::default();
        for row in rows.rows {
            let position = entities
                .iter()
                .position(|entity| std::ptr::eq(*entity, row.entity));
            if let Some(Err(row)) = position.map(|position| W::add(&mut parts, position, row)) {
                unreadable.push(row);
            }
        }
        let value = W::finish(parts);
        if value.is_none() && !unreadable.is_empty() {
            return Err(unreadable.swap_remove(0).into());
        }
        Ok(CollectedPage {
            value,
            token: rows.token,
            unreadable,
            cost: rows.cost,
        })
    }

    /// Returns page after page, until the end.
    pub fn pages(self) -> CollectedPages<'a, W> {
        CollectedPages {
            session: self.session,
            next: Some(self.request),
            of: PhantomData,
        }
    }

    /// Returns the value with all items, or with `take` items of each list. `None` if its one item does not exist. The
    /// error may be [`Error::Unreadable`].
    pub async fn load(self) -> Result<Option<W>, Error> {
        let page = self.page().await?;
        match page.unreadable.into_iter().next() {
            Some(row) => Err(row.into()),
            None => Ok(page.value),
        }
    }
}

/// Page after page of a collection.
#[derive(Debug)]
#[must_use = "pages are read by `next`"]
pub struct CollectedPages<'a, W> {
    session: &'a Session,
    next: Option<Result<LoadRequest, Error>>,
    of: Of<W>,
}

impl<W: Collected> CollectedPages<'_, W> {
    /// Returns the next page, or `None` at the end. An error ends the pages.
    pub async fn next(&mut self) -> Option<Result<CollectedPage<W>, Error>> {
        let request = self.next.take()?;
        let following = request.as_ref().ok().cloned();
        let collection = Collection {
            session: self.session,
            request,
            of: PhantomData,
        };
        let page = collection.page().await;
        let token = page.as_ref().ok().and_then(|page| page.token.clone());
        if let (Some(token), Some(mut following)) = (token, following) {
            following.read.after = Some(token);
            self.next = Some(Ok(following));
        }
        Some(page)
    }
}
