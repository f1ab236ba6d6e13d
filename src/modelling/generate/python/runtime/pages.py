"""The pages of a read, one after the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace

from .calls import ReadRequest, RowPage
from .drivers import run, run_async
from .read import first_of_pages, read
from .session import Session


def _is_empty_end(page: RowPage) -> bool:
    return page.token is None and not page.rows and not page.unreadable


def read_pages(session: Session, request: ReadRequest) -> Iterator[RowPage]:
    """Returns the pages.

    Each has `take` rows, or without `take` the rows of one request. A last page without rows is
    left out. Raises as read() does.
    """
    following = first_of_pages(request)
    while True:
        page = run(session.client, read(session, following))
        if not _is_empty_end(page):
            yield page
        if page.token is None:
            return
        following = replace(following, after=page.token)


async def read_pages_async(session: Session, request: ReadRequest) -> AsyncIterator[RowPage]:
    """Does the same without blocking the event loop."""
    following = first_of_pages(request)
    while True:
        page = await run_async(session.client, read(session, following))
        if not _is_empty_end(page):
            yield page
        if page.token is None:
            return
        following = replace(following, after=page.token)
