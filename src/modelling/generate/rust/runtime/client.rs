//! The operations on one entity, and on several ones together.

use std::marker::PhantomData;

use super::batch_get::batch_get;
use super::batch_write::batch_write;
use super::calls::{Cost, GetRequest, Row, WriteKind, WriteRequest};
use super::entity::{Entity, decode_row, values_of_item, values_of_key};
use super::errors::Error;
use super::keyed_reads::{KeyedRows, get, snapshot};
use super::proof::Of;
use super::proof::kinds::{Checking, Creating, Moving, Putting, Removing, Updating, Upserting};
use super::session::Session;
use super::transact::transact;
use super::writes::{Pending, Write};

/// The operations on the entity `E`.
#[derive(Debug)]
pub struct EntityClient<'a, E> {
    session: &'a Session,
    of: Of<E>,
}

/// An entity whose items a batch may write, because it has no version and no unique fields. Generated code implements
/// it.
#[diagnostic::on_unimplemented(
    message = "a batch cannot write items of `{Self}`, because it cannot check a version or keep a field unique"
)]
pub trait Batched: Entity {}

/// A read of one item that has not been sent.
#[derive(Debug)]
#[must_use = "a read is sent by `send`"]
pub struct Get<'a, E> {
    session: &'a Session,
    request: Result<GetRequest, Error>,
    consistent: bool,
    of: Of<E>,
}

impl<E: Entity> Get<'_, E> {
    /// Makes the read see all writes that were acknowledged before it.
    pub fn consistent(mut self) -> Self {
        self.consistent = true;
        self
    }

    /// Returns the item, or `None` without one. The error may be [`Error::Unreadable`].
    pub async fn send(self) -> Result<Option<E>, Error> {
        let row = get(self.session, self.request?, self.consistent).await?;
        row.map(decoded).transpose()
    }
}

fn decoded<E: Entity>(row: Row) -> Result<E, Error> {
    decode_row(E::table(), row).map_err(Error::from)
}

fn get_request<E: Entity>(key: E::Key) -> Result<GetRequest, Error> {
    Ok(GetRequest {
        table: E::table(),
        entity: E::info(),
        values: values_of_key::<E>(key)?,
    })
}

fn get_requests<E: Entity>(
    keys: impl IntoIterator<Item = E::Key>,
) -> Result<Vec<GetRequest>, Error> {
    let all = keys.into_iter().enumerate();
    all.map(|(at, key)| get_request::<E>(key).map_err(|error| error.at_request(at)))
        .collect()
}

fn items_of<E: Entity>(answer: KeyedRows) -> Result<Vec<Option<E>>, Error> {
    if let Some(row) = answer.unreadable.into_iter().next() {
        return Err(row.into());
    }
    answer
        .rows
        .into_iter()
        .map(|row| row.map(decoded).transpose())
        .collect()
}

impl<'a, E: Entity> EntityClient<'a, E> {
    /// Returns the operations of a session. Generated code calls it.
    #[must_use]
    pub fn new(session: &'a Session) -> Self {
        Self {
            session,
            of: PhantomData,
        }
    }

    /// Reads the item with this key.
    pub fn get(&self, key: E::Key) -> Get<'a, E> {
        Get {
            session: self.session,
            request: get_request::<E>(key),
            consistent: false,
            of: PhantomData,
        }
    }

    /// Returns the items with these keys, at the same positions, or `None` for one that does not exist. Any number of
    /// keys.
    pub async fn get_many(
        &self,
        keys: impl IntoIterator<Item = E::Key>,
    ) -> Result<Vec<Option<E>>, Error> {
        let requests = get_requests::<E>(keys)?;
        items_of(batch_get(self.session, &requests, false).await?)
    }

    /// Returns the same as `get_many`, of one moment and of at most 100 keys.
    pub async fn snapshot(
        &self,
        keys: impl IntoIterator<Item = E::Key>,
    ) -> Result<Vec<Option<E>>, Error> {
        let requests = get_requests::<E>(keys)?;
        items_of(snapshot(self.session, &requests).await?)
    }

    /// Makes an item, which must not exist.
    pub fn create(&self, item: E::Input) -> Pending<'a, E, Creating, E::Unknown> {
        Pending::new(self.session, WriteKind::Create, values_of_item::<E>(item))
    }

    /// Makes an item, or replaces the one that is stored.
    pub fn put(&self, item: E::Input) -> Pending<'a, E, Putting, E::Unknown> {
        Pending::new(self.session, WriteKind::Put, values_of_item::<E>(item))
    }

    /// Changes fields of an item, which must exist.
    pub fn update(&self, key: E::Key) -> Pending<'a, E, Updating, E::Unknown> {
        Pending::new(self.session, WriteKind::Update, values_of_key::<E>(key))
    }

    /// Changes an item or creates it. Generated code calls it, and adds the fields that every item has.
    pub fn upserting<F>(&self, key: E::Key) -> Pending<'a, E, Upserting, F> {
        Pending::new(self.session, WriteKind::Upsert, values_of_key::<E>(key))
    }

    /// Removes an item. It need not exist.
    pub fn remove(&self, key: E::Key) -> Pending<'a, E, Removing, E::Unknown> {
        Pending::new(self.session, WriteKind::Remove, values_of_key::<E>(key))
    }

    /// Requires, in a transaction, that the item exists and meets the conditions that are added.
    pub fn check(&self, key: E::Key) -> Pending<'a, E, Checking, E::Unknown> {
        Pending::new(self.session, WriteKind::Check, values_of_key::<E>(key)).requiring_item()
    }

    /// Gives an item another primary key. `item` is the whole item as it shall be.
    pub fn move_to(&self, key: E::Key, item: E::Input) -> Pending<'a, E, Moving, E::Unknown> {
        let moving = Pending::new(self.session, WriteKind::Move, values_of_key::<E>(key));
        moving.with(|request| {
            request.moved_to = values_of_item::<E>(item)?;
            Ok(())
        })
    }
}

impl<E: Entity> EntityClient<'_, E> {
    async fn batch(&self, requests: Result<Vec<WriteRequest>, Error>) -> Result<Cost, Error> {
        batch_write(self.session, requests?).await
    }

    /// Puts items without conditions, 25 in a request, and sends again those that were not processed. Not atomic: after
    /// an error a part of them is written.
    pub async fn put_many(&self, items: impl IntoIterator<Item = E::Input>) -> Result<Cost, Error>
    where
        E: Batched,
    {
        let put = |item| {
            Ok(WriteRequest::new(
                WriteKind::Put,
                E::table(),
                E::info(),
                values_of_item::<E>(item)?,
            ))
        };
        self.batch(items.into_iter().map(put).collect()).await
    }

    /// Removes items, as `put_many` puts them.
    pub async fn remove_many(&self, keys: impl IntoIterator<Item = E::Key>) -> Result<Cost, Error>
    where
        E: Batched,
    {
        let remove = |key| {
            Ok(WriteRequest::new(
                WriteKind::Remove,
                E::table(),
                E::info(),
                values_of_key::<E>(key)?,
            ))
        };
        self.batch(keys.into_iter().map(remove).collect()).await
    }
}

/// Carries out all writes or not one of them: at most 100, with those of the sentinels of unique fields. A refusal has
/// the position of the write.
pub async fn send_all(
    session: &Session,
    writes: impl IntoIterator<Item = Write>,
) -> Result<Cost, Error> {
    let all = writes.into_iter().enumerate();
    let requests = all.map(|(at, write)| write.request.map_err(|error| error.at_request(at)));
    let requests = requests.collect::<Result<Vec<_>, _>>()?;
    transact(session, requests).await
}
