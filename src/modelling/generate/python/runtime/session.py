"""The connection to the tables, with the settings of all calls."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from .attributes import AttributeMap, AttributeValue
from .description import TableDescription
from .lost_answer import watch_writes

# Takes and returns attribute values by attribute names; A missing value means an absent attribute.
ComputeFunction: TypeAlias = Callable[[AttributeMap], "AttributeValue | None"]
# The functions of computed fields, by "ENTITY.field".
ComputedFunctions: TypeAlias = Mapping[str, ComputeFunction]


class Client(Protocol):
    """The methods of a boto3 client that are always used, so that a test can stand in for it."""

    def get_item(self, *args: Any, **kwargs: Any) -> Any:
        """Reads an item."""

    def query(self, *args: Any, **kwargs: Any) -> Any:
        """Reads items of a partition."""

    def put_item(self, *args: Any, **kwargs: Any) -> Any:
        """Writes an item."""

    def update_item(self, *args: Any, **kwargs: Any) -> Any:
        """Changes an item."""

    def delete_item(self, *args: Any, **kwargs: Any) -> Any:
        """Removes an item."""

    def transact_write_items(self, *args: Any, **kwargs: Any) -> Any:
        """Writes items, all or none."""


class AsyncClient(Protocol):
    """The same methods as coroutines, such as those of aiobotocore's client."""

    def get_item(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Reads an item."""
        ...

    def query(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Reads items of a partition."""
        ...

    def put_item(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Writes an item."""
        ...

    def update_item(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Changes an item."""
        ...

    def delete_item(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Removes an item."""
        ...

    def transact_write_items(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Writes items, all or none."""
        ...


def _now() -> float:
    return time.time() * 1000


def _random_id() -> str:
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """The settings of a session.

    Tokens of pages are signed with the first key, and accepted with any. Without keys the session
    makes one, and its tokens are valid in this session only.
    """

    table_prefix: str = ""  # in front of each table's name
    # By the model's name, in the place of prefix and name.
    table_names: Mapping[str, str] = field(default_factory=dict[str, str])
    page_token_keys: Sequence[str | bytes] = ()
    # Of a request whose items stay unprocessed, and of a write that reads first.
    attempts: int = 10
    now: Callable[[], float] = _now  # milliseconds since 1970
    # The text that each write of a versioned item stores beside the version.
    write_id: Callable[[], str] = _random_id
    request_token: Callable[[], str] = _random_id  # the ClientRequestToken of a transaction
    computed: ComputedFunctions = field(default_factory=dict[str, ComputeFunction])


class Session:
    """A client with the settings of its calls."""

    def __init__(self, client: Client | AsyncClient, options: SessionOptions | None = None) -> None:
        self.client = client
        self.options = options or SessionOptions()
        keys = [
            key.encode() if isinstance(key, str) else key for key in self.options.page_token_keys
        ]
        if any(not key for key in keys):
            raise ValueError("a key of page tokens is empty, so everybody could make such tokens")
        self.page_token_keys: Sequence[bytes] = keys or [secrets.token_bytes(32)]
        watch_writes(client)

    def table_name(self, table: TableDescription) -> str:
        """Returns the name of the table in the database."""
        options = self.options
        return options.table_names.get(table.name, options.table_prefix + table.name)
