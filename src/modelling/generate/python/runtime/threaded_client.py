"""A client of boto3 for programs of asyncio, which runs each request in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from .session import Client


class ThreadedClient:
    """The methods of a client as coroutines. It needs no package beside boto3.

    A client whose methods are coroutines by themselves, such as that of aiobotocore, needs no
    thread for a request.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self.meta: Any = getattr(client, "meta", None)

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, Any]]:
        method: Callable[..., Any] = getattr(self._client, name)

        async def call(**parameters: Any) -> Any:
            return await asyncio.to_thread(method, **parameters)

        return call

    async def get_item(self, *args: Any, **kwargs: Any) -> Any:
        """Reads an item."""
        return await asyncio.to_thread(self._client.get_item, *args, **kwargs)

    async def query(self, *args: Any, **kwargs: Any) -> Any:
        """Reads items of a partition."""
        return await asyncio.to_thread(self._client.query, *args, **kwargs)

    async def put_item(self, *args: Any, **kwargs: Any) -> Any:
        """Writes an item."""
        return await asyncio.to_thread(self._client.put_item, *args, **kwargs)

    async def update_item(self, *args: Any, **kwargs: Any) -> Any:
        """Changes an item."""
        return await asyncio.to_thread(self._client.update_item, *args, **kwargs)

    async def delete_item(self, *args: Any, **kwargs: Any) -> Any:
        """Removes an item."""
        return await asyncio.to_thread(self._client.delete_item, *args, **kwargs)

    async def transact_write_items(self, *args: Any, **kwargs: Any) -> Any:
        """Writes items, all or none."""
        return await asyncio.to_thread(self._client.transact_write_items, *args, **kwargs)
