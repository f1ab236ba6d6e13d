"""The library of generated packages. Programs use the names that the package re-exports."""

from __future__ import annotations

from .attributes import AttributeMap, AttributeValue
from .batch_unfinished import BatchUnfinishedError
from .calls import Cost
from .changes import MemberChange, member
from .collection import AsyncCollection, CollectedPage, Collection
from .conditions import Condition, Where
from .documents import DocumentList, DocumentMap, DocumentSet, DocumentValue
from .entity_writer import Version, Write
from .errors import (
    ModelError,
    OutcomeUnknownError,
    RefusalReason,
    UnreadableRowError,
    WriteRefusedError,
)
from .model_client import Found
from .query import AsyncQuery, Page, Query
from .ranges import Between, Range
from .session import AsyncClient, Client, SessionOptions
from .streams import Changed
from .threaded_client import ThreadedClient

__all__ = [
    "AsyncClient",
    "AsyncCollection",
    "AsyncQuery",
    "AttributeMap",
    "AttributeValue",
    "BatchUnfinishedError",
    "Between",
    "Changed",
    "Client",
    "CollectedPage",
    "Collection",
    "Condition",
    "Cost",
    "DocumentList",
    "DocumentMap",
    "DocumentSet",
    "DocumentValue",
    "Found",
    "MemberChange",
    "ModelError",
    "OutcomeUnknownError",
    "Page",
    "Query",
    "Range",
    "RefusalReason",
    "SessionOptions",
    "ThreadedClient",
    "UnreadableRowError",
    "Version",
    "Where",
    "Write",
    "WriteRefusedError",
    "member",
]
