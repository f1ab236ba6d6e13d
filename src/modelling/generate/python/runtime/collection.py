"""Reads of a partition whose items are of several entities, put together into one object."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from .calls import CollectedMember, Cost, ReadRequest, RowPage
from .drivers import run, run_async
from .entity_type import RowType
from .errors import UnreadableRowError
from .load import load
from .session import Session

_Whole = TypeVar("_Whole")

# How the items of one entity are put into the object: as one item, as an item or None, or as a
# tuple of items.
Role: TypeAlias = Literal["one", "maybe", "many"]


@dataclass(frozen=True, slots=True)
class MemberOf:
    """A member of the object."""

    name: str
    role: Role
    rows: RowType[Any]


@dataclass(frozen=True, slots=True)
class CollectedPage(Generic[_Whole]):
    """A page of a collection. The value is None if the one item of the collection does not exist.

    The token continues all lists, and is None after the last items.
    """

    value: _Whole | None
    unreadable: list[UnreadableRowError]
    cost: Cost
    token: str | None = None


class _CollectionBase(Generic[_Whole]):
    def __init__(
        self,
        session: Session,
        request: ReadRequest,
        make: Callable[..., _Whole],
        members: Sequence[MemberOf],
    ) -> None:
        self._session = session
        self._request = request
        self._make = make
        self._members = members
        self._collected = [
            CollectedMember(one.rows.entity, single=one.role != "many") for one in members
        ]

    def _page_of(self, page: RowPage) -> CollectedPage[_Whole]:
        """Returns the object of the rows.

        Raises UnreadableRowError if the item is missing without which there is no object, and a
        row cannot be read, because that row may be the item.
        """
        unreadable = [
            UnreadableRowError(one.message, one.key, one.entity) for one in page.unreadable
        ]
        whole: dict[str, object] = {}
        is_missing = False
        for member in self._members:
            rows = [row for row in page.rows if row.entity is member.rows.entity]
            items, faults = member.rows.items(replace(page, rows=rows, unreadable=[]))
            unreadable += faults
            is_missing = is_missing or (member.role == "one" and not items)
            single = items[0] if items else None
            whole[member.name] = tuple(items) if member.role == "many" else single
        if is_missing and unreadable:
            raise unreadable[0]
        value = None if is_missing else self._make(**whole)
        return CollectedPage(value, unreadable, page.cost, page.token)


def _value_of(page: CollectedPage[_Whole]) -> _Whole | None:
    if page.unreadable:
        raise page.unreadable[0]
    return page.value


class Collection(_CollectionBase[_Whole]):
    """A read that has not been sent. Each function sends it anew."""

    def load(self) -> _Whole | None:
        """Returns the object with all items, or with `take` items of each list.

        None if its one item does not exist. Raises UnreadableRowError if an item cannot be read.
        """
        return _value_of(self.page())

    def page(self) -> CollectedPage[_Whole]:
        """Returns the object with the rows that cannot be read beside it."""
        steps = load(self._session, self._request, self._collected)
        return self._page_of(run(self._session.client, steps))

    def pages(self) -> Iterator[CollectedPage[_Whole]]:
        """Returns page after page. A page has the single items, and `take` of each list."""
        request = self._request
        while True:
            page = Collection(self._session, request, self._make, self._members).page()
            yield page
            if page.token is None:
                return
            request = replace(request, after=page.token)


class AsyncCollection(_CollectionBase[_Whole]):
    """A read that has not been sent. Each function sends it anew."""

    async def load(self) -> _Whole | None:
        """Returns the object with all items, or with `take` items of each list.

        None if its one item does not exist. Raises UnreadableRowError if an item cannot be read.
        """
        return _value_of(await self.page())

    async def page(self) -> CollectedPage[_Whole]:
        """Returns the object with the rows that cannot be read beside it."""
        steps = load(self._session, self._request, self._collected)
        return self._page_of(await run_async(self._session.client, steps))

    async def pages(self) -> AsyncIterator[CollectedPage[_Whole]]:
        """Returns page after page. A page has the single items, and `take` of each list."""
        request = self._request
        while True:
            page = await AsyncCollection(self._session, request, self._make, self._members).page()
            yield page
            if page.token is None:
                return
            request = replace(request, after=page.token)
