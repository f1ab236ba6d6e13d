//! The reads of access patterns: one page, page after page, or item after item.

use std::collections::VecDeque;
use std::marker::PhantomData;

use super::calls::{Cost, Predicate, ReadRequest, RowPage, SortRange};
use super::conditions::Condition;
use super::count::count_rows;
use super::description::Model;
use super::entity::{Encoder, Record, decode_row};
use super::errors::{Error, UnreadableRow, model_error};
use super::field_values::FieldValue;
use super::proof::Of;
use super::ranges::{End, KeyBounds};
use super::read::read;
use super::session::Session;

/// A page of items.
#[derive(Debug)]
pub struct Page<R> {
    pub items: Vec<R>,
    /// Continues behind the page. `None` after the last item.
    pub token: Option<String>,
    /// Rows that cannot be read are beside the others, so that one of them does not hide the rest.
    pub unreadable: Vec<UnreadableRow>,
    pub cost: Cost,
}

/// The type of a range of a pattern without one.
#[derive(Debug, Clone, Copy)]
pub enum NoRange {}

/// A read that has not been sent, of rows `R`. Its filters name fields of `F`, and its range has values `V`.
#[derive(Debug)]
#[must_use = "a read is sent by `all`, `first`, `count`, `page`, `pages` or `items`"]
pub struct Query<'a, R, F = R, V = NoRange> {
    session: &'a Session,
    request: Result<ReadRequest, Error>,
    of: Of<(R, F, V)>,
}

/// Returns the read of pattern number `at`, with the fields that `by` encodes.
pub(super) fn request_of(
    model: &'static Model,
    at: usize,
    by: impl FnOnce(&mut Encoder) -> Result<(), Error>,
) -> Result<ReadRequest, Error> {
    let pattern = &model.patterns[at];
    let table = &model.tables[pattern.table];
    let mut encoder = Encoder::new(&table.entities[pattern.entities[0]]);
    by(&mut encoder)?;
    Ok(ReadRequest::new(table, pattern, encoder.into_values()))
}

impl<'a, R: Record, F, V> Query<'a, R, F, V> {
    /// Returns the read of pattern number `at`. `by` encodes the fields that the pattern asks for. Generated code calls
    /// it.
    pub fn new(
        session: &'a Session,
        model: &'static Model,
        at: usize,
        by: impl FnOnce(&mut Encoder) -> Result<(), Error>,
    ) -> Self {
        Self {
            session,
            request: request_of(model, at, by),
            of: PhantomData,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut ReadRequest) -> Result<(), Error>) -> Self {
        self.request = self.request.and_then(|mut request| {
            change(&mut request)?;
            Ok(request)
        });
        self
    }

    fn set(self, change: impl FnOnce(&mut ReadRequest)) -> Self {
        self.with(|request| {
            change(request);
            Ok(())
        })
    }

    /// Limits the number of items, at least 1. A page then has as many, however many a filter drops.
    pub fn take(self, items: usize) -> Self {
        self.set(|request| request.take = Some(items))
    }

    /// Limits the number of items that are read, at least 1.
    pub fn read_at_most(self, items: usize) -> Self {
        self.set(|request| request.read_at_most = Some(items))
    }

    /// Continues behind the page that has the token.
    pub fn after(self, token: impl Into<String>) -> Self {
        self.set(|request| request.after = Some(token.into()))
    }

    /// Reads in the other direction than the pattern's.
    pub fn reverse(self) -> Self {
        self.set(|request| request.reverse = !request.reverse)
    }

    /// Makes the read see all writes that were acknowledged before it, or not.
    pub fn consistent(self, is: bool) -> Self {
        self.set(|request| request.consistent = Some(is))
    }

    /// Reads also items whose time to live has passed.
    pub fn with_expired(self) -> Self {
        self.set(|request| request.expired_too = true)
    }

    /// Drops items after they were read and paid for.
    pub fn filter(self, condition: Condition<F>) -> Self {
        self.with(|request| {
            let asked = condition.predicate?;
            request.filter = Some(match request.filter.take() {
                Some(before) => Predicate::All(vec![before, asked]),
                None => asked,
            });
            Ok(())
        })
    }

    /// Limits the read to a range of the field that orders the answer, such as `from..=to`, `from..`, `..end`, `..=last`,
    /// [`Above`], [`Only`] or [`Beginning`].
    pub fn range<B: KeyBounds<V>>(self, bounds: B) -> Self
    where
        V: FieldValue,
    {
        self.with(|request| {
            let plan = &request.pattern.plan;
            let entity = &request.table.entities[request.pattern.entities[0]];
            let Some(at) = plan.bucket_field.or(plan.range_field) else {
                return Err(model_error(format!(
                    "The access pattern \"{}\" has no field for a range",
                    request.pattern.name
                )));
            };
            let field = &entity.fields[at];
            let (operator, low, high) = bounds.into_ends();
            let needs_value = || model_error(format!("{}: a range needs a value", field.name));
            let low = match low {
                End::Value(value) => value.encode(field)?.ok_or_else(needs_value)?,
                End::Text(text) => super::attributes::string_value(text),
            };
            let high = high
                .map(|high| high.encode(field)?.ok_or_else(needs_value))
                .transpose()?;
            request.range = Some(SortRange {
                operator,
                low,
                high,
            });
            Ok(())
        })
    }

    /// Returns the same read, whose range is decided. Generated code calls it.
    pub fn without_range(self) -> Query<'a, R, F> {
        Query {
            session: self.session,
            request: self.request,
            of: PhantomData,
        }
    }

    /// Returns the page that `take`, `read_at_most` and `after` ask for, or all items without them.
    pub async fn page(self) -> Result<Page<R>, Error> {
        let request = self.request?;
        let table = request.table;
        Ok(page_of(table, read(self.session, request).await?))
    }

    /// Returns page after page, until the end. Without `take` a page has the items of one request.
    pub fn pages(self) -> Pages<'a, R> {
        let next = self.request.map(|mut request| {
            request.one_round = request.take.is_none() && request.read_at_most.is_none();
            request
        });
        Pages {
            session: self.session,
            next: Some(next),
            of: PhantomData,
        }
    }

    /// Returns item after item, until the end or `take`.
    pub fn items(self) -> Items<'a, R> {
        let is_limited = self
            .request
            .as_ref()
            .is_ok_and(|request| request.take.is_some());
        Items {
            pages: self.pages(),
            is_limited,
            waiting: VecDeque::new(),
        }
    }

    /// Returns all items, or as many as `take` says. The error may be [`Error::Unreadable`].
    pub async fn all(self) -> Result<Vec<R>, Error> {
        readable(self.page().await?)
    }

    /// Returns the first item, or `None` without one.
    pub async fn first(self) -> Result<Option<R>, Error> {
        Ok(self.take(1).all().await?.into_iter().next())
    }

    /// Returns the number of items, which are counted and not transferred.
    pub async fn count(self) -> Result<usize, Error> {
        Ok(count_rows(self.session, self.request?).await?.0)
    }
}

fn page_of<R: Record>(table: &'static super::description::Table, rows: RowPage) -> Page<R> {
    let mut page = Page {
        items: Vec::with_capacity(rows.rows.len()),
        token: rows.token,
        unreadable: rows.unreadable,
        cost: rows.cost,
    };
    for row in rows.rows {
        match decode_row(table, row) {
            Ok(item) => page.items.push(item),
            Err(unreadable) => page.unreadable.push(unreadable),
        }
    }
    page
}

fn readable<R>(page: Page<R>) -> Result<Vec<R>, Error> {
    match page.unreadable.into_iter().next() {
        Some(row) => Err(row.into()),
        None => Ok(page.items),
    }
}

/// Page after page of a read.
#[derive(Debug)]
#[must_use = "pages are read by `next`"]
pub struct Pages<'a, R> {
    session: &'a Session,
    next: Option<Result<ReadRequest, Error>>,
    of: Of<R>,
}

impl<R: Record> Pages<'_, R> {
    /// Returns the next page, or `None` at the end. A last page without rows is left out. An error ends the pages.
    pub async fn next(&mut self) -> Option<Result<Page<R>, Error>> {
        match self.read_next().await {
            Ok(page) => page.map(Ok),
            Err(error) => Some(Err(error)),
        }
    }

    async fn read_next(&mut self) -> Result<Option<Page<R>>, Error> {
        let Some(mut request) = self.next.take().transpose()? else {
            return Ok(None);
        };
        let page = read(self.session, request.clone()).await?;
        let table = request.table;
        let is_empty = page.rows.is_empty() && page.unreadable.is_empty();
        if let Some(token) = page.token.clone() {
            request.after = Some(token);
            self.next = Some(Ok(request));
        } else if is_empty {
            return Ok(None);
        }
        Ok(Some(page_of(table, page)))
    }
}

/// Item after item of a read.
#[derive(Debug)]
#[must_use = "items are read by `next`"]
pub struct Items<'a, R> {
    pages: Pages<'a, R>,
    is_limited: bool,
    waiting: VecDeque<R>,
}

impl<R: Record> Items<'_, R> {
    /// Returns the next item, or `None` at the end. An error ends the items, also [`Error::Unreadable`].
    pub async fn next(&mut self) -> Option<Result<R, Error>> {
        loop {
            if let Some(item) = self.waiting.pop_front() {
                return Some(Ok(item));
            }
            match self.pages.next().await?.and_then(readable) {
                Ok(items) => self.waiting = items.into(),
                Err(error) => {
                    self.pages.next = None;
                    return Some(Err(error));
                }
            }
            if self.is_limited {
                self.pages.next = None;
            }
        }
    }
}
