"""The reads, writes and batches of one entity, each of which is sent when it is called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, cast

from .batch_get import batch_get
from .batch_write import batch_write
from .calls import GetRequest, WriteAnswer, WriteRequest
from .changes import AnyEntityType
from .drivers import run, run_async
from .entity_type import RowType
from .entity_writer import EntityBase, write_request
from .errors import UnreadableRowError
from .get_by_key import get_by_key
from .key_set import KeyedRows
from .session import Session
from .transact_get import transact_get
from .write import write

_Key = TypeVar("_Key")
_Input = TypeVar("_Input")
_Item = TypeVar("_Item")


def _written(rows: RowType[_Item], answer: WriteAnswer) -> _Item:
    if answer.row is None:
        if answer.unread is not None:
            raise answer.unread
        raise RuntimeError(f"{rows.entity.name}: the write is done, and its answer has no item")
    return rows.item(answer.row)


def _removed(rows: RowType[_Item], answer: WriteAnswer) -> _Item | None:
    return None if answer.row is None else rows.item(answer.row)


def _read(rows: RowType[_Item], answer: KeyedRows) -> list[_Item | None]:
    for one in answer.unreadable:
        raise UnreadableRowError(one.message, one.key, one.entity)
    return [None if row is None else rows.item(row) for row in answer.rows]


class _ClientBase(EntityBase, Generic[_Key, _Item]):
    def __init__(self, session: Session, types: AnyEntityType) -> None:
        self._session = session
        self._types = types

    def _rows(self) -> RowType[_Item]:
        return cast("RowType[_Item]", self._types)

    def _get_request(self, key: _Key) -> GetRequest:
        types = self._types
        return GetRequest(types.table, types.entity, types.key_values(key))

    def _gets(self, keys: Iterable[_Key]) -> list[GetRequest]:
        return [self._get_request(key) for key in keys]

    def _puts(self, items: Iterable[Any]) -> list[WriteRequest]:
        types = self._types
        return [write_request(types, "put", types.new_values(item), {}) for item in items]

    def _removals(self, keys: Iterable[_Key]) -> list[WriteRequest]:
        types = self._types
        return [write_request(types, "remove", types.key_values(key), {}) for key in keys]


class EntityClient(_ClientBase[_Key, _Item]):
    """The operations on one entity."""

    def get(
        self, key: _Key, *, consistent: bool | None = None, with_expired: bool = False
    ) -> _Item | None:
        """Returns the item with this key, or None if it does not exist."""
        request = self._get_request(key)
        steps = get_by_key(self._session, request, consistent=consistent, expired_too=with_expired)
        row = run(self._session.client, steps)
        return None if row is None else self._rows().item(row)

    def get_many(self, keys: Iterable[_Key], *, consistent: bool = False) -> list[_Item | None]:
        """Returns the items with these keys, by position. Any number of keys."""
        steps = batch_get(self._session, self._gets(keys), consistent)
        return _read(self._rows(), run(self._session.client, steps))

    def get_snapshot(self, keys: Iterable[_Key]) -> list[_Item | None]:
        """Returns the items with these keys as of one moment, by position. At most 100 keys."""
        steps = transact_get(self._session, self._gets(keys))
        return _read(self._rows(), run(self._session.client, steps))

    def _write(self, request: WriteRequest) -> _Item:
        answer = run(self._session.client, write(self._session, request))
        return _written(self._rows(), answer)

    def _write_removal(self, request: WriteRequest) -> _Item | None:
        answer = run(self._session.client, write(self._session, request))
        return _removed(self._rows(), answer)


class AsyncEntityClient(_ClientBase[_Key, _Item]):
    """The operations on one entity."""

    async def get(
        self, key: _Key, *, consistent: bool | None = None, with_expired: bool = False
    ) -> _Item | None:
        """Returns the item with this key, or None if it does not exist."""
        request = self._get_request(key)
        steps = get_by_key(self._session, request, consistent=consistent, expired_too=with_expired)
        row = await run_async(self._session.client, steps)
        return None if row is None else self._rows().item(row)

    async def get_many(
        self, keys: Iterable[_Key], *, consistent: bool = False
    ) -> list[_Item | None]:
        """Returns the items with these keys, by position. Any number of keys."""
        steps = batch_get(self._session, self._gets(keys), consistent)
        return _read(self._rows(), await run_async(self._session.client, steps))

    async def get_snapshot(self, keys: Iterable[_Key]) -> list[_Item | None]:
        """Returns the items with these keys as of one moment, by position. At most 100 keys."""
        steps = transact_get(self._session, self._gets(keys))
        return _read(self._rows(), await run_async(self._session.client, steps))

    async def _write(self, request: WriteRequest) -> _Item:
        answer = await run_async(self._session.client, write(self._session, request))
        return _written(self._rows(), answer)

    async def _write_removal(self, request: WriteRequest) -> _Item | None:
        answer = await run_async(self._session.client, write(self._session, request))
        return _removed(self._rows(), answer)


class BatchClient(EntityClient[_Key, _Item], Generic[_Key, _Input, _Item]):
    """The operations on an entity that has neither a version nor unique fields."""

    def put_many(self, items: Iterable[_Input]) -> None:
        """Puts items without conditions, 25 in a request.

        Those that were not processed are sent again. Not atomic: after an error a part of them is
        written. Raises BatchUnfinishedError.
        """
        run(self._session.client, batch_write(self._session, self._puts(items)))

    def remove_many(self, keys: Iterable[_Key]) -> None:
        """Removes items likewise."""
        run(self._session.client, batch_write(self._session, self._removals(keys)))


class AsyncBatchClient(AsyncEntityClient[_Key, _Item], Generic[_Key, _Input, _Item]):
    """The operations on an entity that has neither a version nor unique fields."""

    async def put_many(self, items: Iterable[_Input]) -> None:
        """Puts items without conditions, 25 in a request.

        Those that were not processed are sent again. Not atomic: after an error a part of them is
        written. Raises BatchUnfinishedError.
        """
        await run_async(self._session.client, batch_write(self._session, self._puts(items)))

    async def remove_many(self, keys: Iterable[_Key]) -> None:
        """Removes items likewise."""
        steps = batch_write(self._session, self._removals(keys))
        await run_async(self._session.client, steps)
