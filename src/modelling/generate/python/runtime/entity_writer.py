"""The writes of one entity, which are sent one by one or are the parts of a transaction.

The generated class of an entity adds the writes whose parameters depend on the model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from .attributes import AttributeMap
from .calls import WriteKind, WriteRequest
from .changes import CHANGES, AnyEntityType, changes_of, given_of
from .conditions import Where, predicate_of
from .documents import spelled
from .errors import ModelError

_Key = TypeVar("_Key")
_Input = TypeVar("_Input")
_Given = TypeVar("_Given")
_Fields = TypeVar("_Fields")
_Written = TypeVar("_Written")
_Removed = TypeVar("_Removed")

# The version that the item must have, or "any" to write it whatever its version is.
Version: TypeAlias = 'int | Literal["any"]'

_OPTIONS = frozenset({"version", "given", "where", "read_first", "must_exist"})


def _version_of(options: Mapping[str, Any]) -> int | None:
    version = options.get("version")
    if version is None or version == "any":
        return None
    if isinstance(version, bool) or not isinstance(version, int):
        raise ModelError(f'a version is an int or "any", and not {spelled(version)}')
    return version


def write_request(
    types: AnyEntityType, kind: WriteKind, values: AttributeMap, options: Mapping[str, Any]
) -> WriteRequest:
    """Returns a write. Raises ModelError for an option that a write does not have."""
    changes: dict[str, Any] = {}
    for name, value in options.items():
        if name in CHANGES:
            changes[name] = value
        elif name not in _OPTIONS:
            raise ModelError(f"{types.entity.name}: {name} is not an option of a write")
    if changes and kind not in ("update", "upsert"):
        raise ModelError(f"{types.entity.name}: {next(iter(changes))} belongs to an update")
    entity = types.entity
    is_unchecked = options.get("version") is None and options.get("read_first") is not True
    if kind in ("put", "remove") and entity.version is not None and is_unchecked:
        raise ModelError(f'{entity.name} has a version: give version=N, or version="any"')
    where, given = options.get("where"), options.get("given")
    return WriteRequest(
        kind=kind,
        table=types.table,
        entity=types.entity,
        values=values,
        changes=changes_of(types, changes) if kind in ("update", "upsert") else (),
        given={} if given is None else given_of(types, given),
        read_first=options.get("read_first") is True,
        must_exist=options.get("must_exist") is True,
        expected_version=_version_of(options),
        any_version=options.get("version") == "any",
        condition=None if where is None else predicate_of(types.conditions, where),
    )


class EntityBase:
    """The entity of a client."""

    _types: AnyEntityType


class EntityWriter(EntityBase, ABC, Generic[_Key, _Input, _Fields, _Written, _Removed]):
    """The writes that each entity has."""

    @abstractmethod
    def _write(self, request: WriteRequest) -> _Written: ...

    @abstractmethod
    def _write_removal(self, request: WriteRequest) -> _Removed: ...

    def create(self, item: _Input, *, where: Where[_Fields] | None = None) -> _Written:
        """Makes an item, which must not exist, and returns it as it is stored.

        Raises WriteRefusedError: ItemExists, UniqueValueTaken.
        """
        values = self._types.new_values(item)
        return self._write(write_request(self._types, "create", values, {"where": where}))

    def _put(self, item: _Input, options: Mapping[str, Any]) -> _Written:
        values = self._types.new_values(item)
        return self._write(write_request(self._types, "put", values, options))

    def _update(self, kind: WriteKind, key: _Key, options: Mapping[str, Any]) -> _Written:
        values = self._types.key_values(key)
        return self._write(write_request(self._types, kind, values, options))

    def _move(self, key: _Key, item: _Input, options: Mapping[str, Any]) -> _Written:
        request = write_request(self._types, "move", self._types.key_values(key), options)
        return self._write(_moved(request, self._types.new_values(item)))

    def _remove(self, key: _Key, options: Mapping[str, Any]) -> _Removed:
        values = self._types.key_values(key)
        return self._write_removal(write_request(self._types, "remove", values, options))


def _moved(request: WriteRequest, values: AttributeMap) -> WriteRequest:
    return WriteRequest(
        kind="move",
        table=request.table,
        entity=request.entity,
        values=request.values,
        moved_to=values,
        given=request.given,
        read_first=request.read_first,
        expected_version=request.expected_version,
        any_version=request.any_version,
        condition=request.condition,
    )


class PlainWriter(
    EntityWriter[_Key, _Input, _Fields, _Written, _Removed],
    Generic[_Key, _Input, _Given, _Fields, _Written, _Removed],
):
    """The writes of an entity without a version."""

    def put(
        self,
        item: _Input,
        *,
        given: _Given | None = None,
        read_first: bool = False,
        where: Where[_Fields] | None = None,
    ) -> _Written:
        """Makes an item or replaces the one that is stored, and returns it.

        Raises WriteRefusedError: ConditionFailed, UniqueValueTaken.
        """
        return self._put(item, {"given": given, "read_first": read_first, "where": where})

    def move(
        self,
        key: _Key,
        item: _Input,
        *,
        given: _Given | None = None,
        where: Where[_Fields] | None = None,
    ) -> _Written:
        """Gives an item another primary key, and replaces its fields. It is read first.

        Raises WriteRefusedError: ItemMissing, ItemExists.
        """
        return self._move(key, item, {"given": given, "where": where})


class VersionedWriter(
    EntityWriter[_Key, _Input, _Fields, _Written, _Removed],
    Generic[_Key, _Input, _Given, _Fields, _Written, _Removed],
):
    """The writes of an entity with a version."""

    def put(
        self,
        item: _Input,
        *,
        version: Version,
        given: _Given | None = None,
        where: Where[_Fields] | None = None,
    ) -> _Written:
        """Makes an item or replaces the one that is stored, and returns it.

        Raises WriteRefusedError: VersionConflict, ConditionFailed, UniqueValueTaken.
        """
        return self._put(item, {"version": version, "given": given, "where": where})

    def move(
        self,
        key: _Key,
        item: _Input,
        *,
        version: Version,
        given: _Given | None = None,
        where: Where[_Fields] | None = None,
    ) -> _Written:
        """Gives an item another primary key, and replaces its fields. It is read first.

        Raises WriteRefusedError: ItemMissing, ItemExists, VersionConflict.
        """
        return self._move(key, item, {"version": version, "given": given, "where": where})


class Write:
    """A part of a transaction."""

    __slots__ = ("request",)

    def __init__(self, request: WriteRequest) -> None:
        self.request = request


class EntityParts(EntityBase, Generic[_Key, _Fields]):
    """The writes of an entity as parts of a transaction."""

    def __init__(self, types: AnyEntityType) -> None:
        self._types = types

    def _write(self, request: WriteRequest) -> Write:
        return Write(request)

    def _write_removal(self, request: WriteRequest) -> Write:
        return Write(request)

    def check(self, key: _Key, *, where: Where[_Fields] | None = None) -> Write:
        """Requires that the item exists and meets the condition."""
        values = self._types.key_values(key)
        options = {"where": where, "must_exist": True}
        return Write(write_request(self._types, "check", values, options))
