"""The reads of an access pattern: one page, page after page, or item after item."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from .attributes import AttributeMap
from .calls import Cost, ReadRequest, RowPage, SortRange
from .codec import encoder_of
from .conditions import predicate_of
from .count import count
from .description import FieldDescription, ModelDescription
from .drivers import run, run_async
from .entity_type import RowType
from .errors import ModelError, UnreadableRowError
from .pages import read_pages, read_pages_async
from .ranges import Range
from .read import read
from .session import Session

_Item = TypeVar("_Item")


class Pattern(Generic[_Item]):
    """An access pattern of a model, with the class of its items."""

    def __init__(
        self,
        model: ModelDescription,
        position: int,
        item: type[_Item],
        conditions: Callable[[], Any] | None = None,
    ) -> None:
        self.described = model.patterns[position]
        self.table = model.tables[self.described.table]
        self.entity = self.table.entities[self.described.entities[0]]
        self.rows = RowType(self.table, self.entity, item)
        self.conditions = conditions
        self._by = [
            (field.name, field.attribute, encoder_of(field))
            for field in (self.entity.fields[position] for position in self.described.by)
        ]

    def values(self, by: Mapping[str, object]) -> AttributeMap:
        """Returns the values that a call gives. Raises ModelError if one is missing."""
        out: AttributeMap = {}
        for name, attribute, encode in self._by:
            value = by.get(name)
            encoded = None if value is None else encode(value)
            if encoded is None:
                raise ModelError(f'the pattern "{self.described.name}" needs a value for {name}')
            out[attribute] = encoded
        return out


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """The options of a read."""

    range: Range[Any] | None = None
    take: int | None = None  # the most items; a page has as many, however many are dropped
    read_at_most: int | None = None  # the most items that are read
    after: str | None = None  # the token of the page before
    reverse: bool = False  # the other direction than the pattern's
    consistent: bool | None = None
    where: Callable[[Any], object] | None = None  # drops items after they were read and paid for
    with_expired: bool = False  # also items whose time to live has passed


def _checked(name: str, amount: object) -> None:
    if amount is not None and (isinstance(amount, bool) or not isinstance(amount, int)):
        raise ModelError(f"{name} must be an int")


def _range_of(asked: object, field: FieldDescription) -> SortRange | None:
    if asked is None:
        return None
    if not isinstance(asked, Range):
        raise ModelError(f"{field.name} takes a Range or a Between")
    return asked.sort_range(field)


def read_request(
    pattern: Pattern[Any], by: Mapping[str, object], options: ReadOptions
) -> ReadRequest:
    """Returns the read. Raises ModelError for a value that does not suit its field."""
    described = pattern.described
    _checked("take", options.take)
    _checked("read_at_most", options.read_at_most)
    plan = described.plan
    ranged = plan.range_field if plan.bucket_field is None else plan.bucket_field
    filter_ = None
    if options.where is not None and pattern.conditions is not None:
        filter_ = predicate_of(pattern.conditions, options.where)
    return ReadRequest(
        table=pattern.table,
        pattern=described,
        values=pattern.values(by),
        range=None if ranged is None else _range_of(options.range, pattern.entity.fields[ranged]),
        take=options.take,
        read_at_most=options.read_at_most,
        after=options.after,
        forward=not plan.forward if options.reverse else None,
        consistent=options.consistent,
        filter=filter_,
        expired_too=options.with_expired or described.with_expired,
    )


@dataclass(frozen=True, slots=True)
class Page(Generic[_Item]):
    """A page of items. The token continues behind it, and is None after the last item."""

    items: list[_Item]
    unreadable: list[UnreadableRowError]
    cost: Cost
    token: str | None = None


def _page_of(rows: RowType[_Item], page: RowPage) -> Page[_Item]:
    items, unreadable = rows.items(page)
    return Page(items, unreadable, page.cost, page.token)


def _items_of(page: Page[_Item]) -> list[_Item]:
    if page.unreadable:
        raise page.unreadable[0]
    return page.items


class _QueryBase(Generic[_Item]):
    def __init__(self, session: Session, rows: RowType[_Item], request: ReadRequest) -> None:
        self._session = session
        self._rows = rows
        self._request = request


class Query(_QueryBase[_Item]):
    """A read that has not been sent. Each function sends it anew."""

    def page(self) -> Page[_Item]:
        """Returns the page that take, read_at_most and after ask for; without them all items."""
        page = run(self._session.client, read(self._session, self._request))
        return _page_of(self._rows, page)

    def pages(self) -> Iterator[Page[_Item]]:
        """Returns page after page. Without `take` a page has the items of one request."""
        for page in read_pages(self._session, self._request):
            yield _page_of(self._rows, page)

    def __iter__(self) -> Iterator[_Item]:
        """Returns item after item, until the end or `take`.

        Raises UnreadableRowError for one that cannot be read.
        """
        if self._request.take is not None:
            yield from self.all()
            return
        for page in self.pages():
            yield from _items_of(page)

    def all(self) -> list[_Item]:
        """Returns all items, or as many as `take` says.

        Raises UnreadableRowError if one cannot be read.
        """
        return _items_of(self.page())

    def first(self) -> _Item | None:
        """Returns the first item. Raises UnreadableRowError if it cannot be read."""
        one = Query(self._session, self._rows, replace(self._request, take=1))
        return next(iter(one.all()), None)

    def count(self) -> int:
        """Returns the number of items, which are counted and not transferred."""
        return run(self._session.client, count(self._session, self._request)).count


class AsyncQuery(_QueryBase[_Item]):
    """A read that has not been sent. Each function sends it anew."""

    async def page(self) -> Page[_Item]:
        """Returns the page that take, read_at_most and after ask for; without them all items."""
        page = await run_async(self._session.client, read(self._session, self._request))
        return _page_of(self._rows, page)

    async def pages(self) -> AsyncIterator[Page[_Item]]:
        """Returns page after page. Without `take` a page has the items of one request."""
        async for page in read_pages_async(self._session, self._request):
            yield _page_of(self._rows, page)

    async def __aiter__(self) -> AsyncIterator[_Item]:
        """Returns item after item, until the end or `take`.

        Raises UnreadableRowError for one that cannot be read.
        """
        if self._request.take is not None:
            for item in await self.all():
                yield item
            return
        async for page in self.pages():
            for item in _items_of(page):
                yield item

    async def all(self) -> list[_Item]:
        """Returns all items, or as many as `take` says.

        Raises UnreadableRowError if one cannot be read.
        """
        return _items_of(await self.page())

    async def first(self) -> _Item | None:
        """Returns the first item. Raises UnreadableRowError if it cannot be read."""
        one = AsyncQuery(self._session, self._rows, replace(self._request, take=1))
        return next(iter(await one.all()), None)

    async def count(self) -> int:
        """Returns the number of items, which are counted and not transferred."""
        return (await run_async(self._session.client, count(self._session, self._request))).count
