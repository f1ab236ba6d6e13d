"""The bases of generated clients: the tables of a model, and calls over several entities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import iscoroutinefunction
from typing import Any, Generic, TypeVar

from .calls import Cost, ScoredRows, SearchRequest
from .collection import AsyncCollection, Collection, MemberOf
from .description import ModelDescription
from .drivers import run, run_async
from .entity_type import RowType
from .entity_writer import Write
from .errors import ModelError
from .query import AsyncQuery, Pattern, Query, ReadOptions, read_request
from .read import read
from .search import search
from .session import AsyncClient, Client, Session, SessionOptions
from .tables import check_tables, create_tables
from .transact import transact

_Item = TypeVar("_Item")
_Whole = TypeVar("_Whole")


@dataclass(frozen=True, slots=True)
class Found(Generic[_Item]):
    """An item that a search has found."""

    item: _Item
    score: float


def _found(rows: RowType[_Item], answer: ScoredRows) -> list[Found[_Item]]:
    scored = zip(answer.rows, answer.scores, strict=True)
    return [Found(rows.item(row), score) for row, score in scored]


def _check_computed(description: ModelDescription, functions: Mapping[str, object]) -> None:
    wanted = {
        f"{entity.name}.{entity.fields[one.field].name}"
        for table in description.tables
        for entity in table.entities
        for one in entity.computed
    }
    for name in sorted(wanted - functions.keys()):
        raise ModelError(f'{name} is computed: give its function as computed["{name}"]')
    for name in sorted(functions.keys() - wanted):
        raise ModelError(f"computed has a function for {name}, which is not a computed field")


class _ModelBase:
    _is_awaited = False
    _other_client = "the methods of the client are coroutines: use the client for asyncio"

    def __init__(
        self,
        description: ModelDescription,
        client: Client | AsyncClient,
        options: SessionOptions | None,
    ) -> None:
        self._tables = description.tables
        _check_computed(description, options.computed if options else {})
        self._session = Session(client, options)
        # A client of the other kind would send a request before the difference shows.
        caller = getattr(type(client), "_make_api_call", None)
        if caller is not None and iscoroutinefunction(caller) is not self._is_awaited:
            raise ModelError(self._other_client)

    def table_names(self) -> list[str]:
        """Returns the names of the tables in the database."""
        return [self._session.table_name(table) for table in self._tables]

    def _search_request(
        self,
        pattern: Pattern[Any],
        vector: Sequence[float],
        by: Mapping[str, object],
        take: int | None,
        with_expired: bool,
    ) -> SearchRequest:
        return SearchRequest(
            table=pattern.table,
            pattern=pattern.described,
            values=pattern.values(by),
            vector=vector,
            top_k=10 if take is None else take,
            expired_too=with_expired,
        )


class ModelClient(_ModelBase):
    """The base of a client that waits for each answer."""

    def create_tables(self) -> None:
        """Creates the tables that do not exist and waits until all are ACTIVE.

        Raises ModelError if one differs from the model.
        """
        run(self._session.client, create_tables(self._session, self._tables))

    def check_tables(self) -> None:
        """Raises ModelError that lists the differences of the tables from the model."""
        run(self._session.client, check_tables(self._session, self._tables))

    def transact(self, writes: Iterable[Write]) -> Cost:
        """Carries out all writes together, or not one of them.

        At most 100, with those of the sentinels of unique fields. Raises WriteRefusedError with
        the position of the write that was refused.
        """
        requests = [_part(one).request for one in writes]
        return run(self._session.client, transact(self._session, requests))

    def _query(
        self, pattern: Pattern[_Item], by: Mapping[str, object], options: ReadOptions
    ) -> Query[_Item]:
        return Query(self._session, pattern.rows, read_request(pattern, by, options))

    def _get_one(
        self, pattern: Pattern[_Item], by: Mapping[str, object], options: ReadOptions
    ) -> _Item | None:
        request = read_request(pattern, by, options)
        page = run(self._session.client, read(self._session, request))
        return pattern.rows.item(page.rows[0]) if page.rows else None

    def _collection(
        self,
        pattern: Pattern[Any],
        make: Callable[..., _Whole],
        members: Sequence[MemberOf],
        by: Mapping[str, object],
        options: ReadOptions,
    ) -> Collection[_Whole]:
        request = read_request(pattern, by, options)
        return Collection(self._session, request, make, members)

    def _search(
        self,
        pattern: Pattern[_Item],
        vector: Sequence[float],
        by: Mapping[str, object],
        take: int | None,
        with_expired: bool,
    ) -> list[Found[_Item]]:
        request = self._search_request(pattern, vector, by, take, with_expired)
        return _found(pattern.rows, run(self._session.client, search(self._session, request)))


class AsyncModelClient(_ModelBase):
    """The base of a client whose calls are coroutines."""

    _is_awaited = True
    _other_client = "the methods of the client are not coroutines: use a ThreadedClient over it"

    async def create_tables(self) -> None:
        """Creates the tables that do not exist and waits until all are ACTIVE.

        Raises ModelError if one differs from the model.
        """
        await run_async(self._session.client, create_tables(self._session, self._tables))

    async def check_tables(self) -> None:
        """Raises ModelError that lists the differences of the tables from the model."""
        await run_async(self._session.client, check_tables(self._session, self._tables))

    async def transact(self, writes: Iterable[Write]) -> Cost:
        """Carries out all writes together, or not one of them.

        At most 100, with those of the sentinels of unique fields. Raises WriteRefusedError with
        the position of the write that was refused.
        """
        requests = [_part(one).request for one in writes]
        return await run_async(self._session.client, transact(self._session, requests))

    def _query(
        self, pattern: Pattern[_Item], by: Mapping[str, object], options: ReadOptions
    ) -> AsyncQuery[_Item]:
        return AsyncQuery(self._session, pattern.rows, read_request(pattern, by, options))

    async def _get_one(
        self, pattern: Pattern[_Item], by: Mapping[str, object], options: ReadOptions
    ) -> _Item | None:
        request = read_request(pattern, by, options)
        page = await run_async(self._session.client, read(self._session, request))
        return pattern.rows.item(page.rows[0]) if page.rows else None

    def _collection(
        self,
        pattern: Pattern[Any],
        make: Callable[..., _Whole],
        members: Sequence[MemberOf],
        by: Mapping[str, object],
        options: ReadOptions,
    ) -> AsyncCollection[_Whole]:
        request = read_request(pattern, by, options)
        return AsyncCollection(self._session, request, make, members)

    async def _search(
        self,
        pattern: Pattern[_Item],
        vector: Sequence[float],
        by: Mapping[str, object],
        take: int | None,
        with_expired: bool,
    ) -> list[Found[_Item]]:
        request = self._search_request(pattern, vector, by, take, with_expired)
        steps = search(self._session, request)
        return _found(pattern.rows, await run_async(self._session.client, steps))


def _part(write: object) -> Write:
    if not isinstance(write, Write):
        raise ModelError("a transaction has the writes that `writes` makes")
    return write
