"""An entity with the classes that a program sees, and its values as attributes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, Generic, TypeVar

from .attributes import AttributeMap, AttributeValue
from .calls import Row, RowPage
from .codec import Encoder, absent_value, decoder_of, encoder_of
from .description import EntityDescription, FieldDescription, TableDescription
from .errors import ModelError, UnreadableRowError
from .identify import primary_key_of
from .key_fields import primary_fields

_Key = TypeVar("_Key")
_Input = TypeVar("_Input")
_Item = TypeVar("_Item")
_Fields = TypeVar("_Fields")

_OTHERS = "other_attributes"


def _own_attributes(table: TableDescription, entity: EntityDescription) -> frozenset[str]:
    """Returns the attributes that a field names or that the package writes itself."""
    names = {field.attribute for field in entity.fields} | {table.partition, "_write_id"}
    names |= {table.sort or "", table.type_attribute or ""}
    for index in table.indexes:
        names |= {*index.partition, *index.sort}
        names |= set() if index.shards is None else {index.shards.attribute}
    return frozenset(names)


def _names_of(made: Any) -> list[str]:
    """Returns the names of the members of a dataclass."""
    return [one.name for one in fields(made)]


def _absent(field: FieldDescription) -> Callable[[], object] | None:
    """Returns the function that makes the value of an absent attribute.

    None if items may not lack the field.
    """
    value = absent_value(field)
    if value is None and not field.optional:
        return None
    # A list or a map of its own for each item.
    return partial(absent_value, field) if value in ([], {}) else lambda: value


class RowType(Generic[_Item]):
    """The class of the items of a read, with the fields that it has."""

    def __init__(
        self, table: TableDescription, entity: EntityDescription, item: type[_Item]
    ) -> None:
        self.table = table
        self.entity = entity
        self._item = item
        named = {field.name: field for field in entity.fields}
        members = _names_of(item)
        self._members = [
            (name, named[name].attribute, decoder_of(named[name]), _absent(named[name]))
            for name in members
            if name in named
        ]
        self._own = _own_attributes(table, entity) if _OTHERS in members else None

    def item(self, row: Row) -> _Item:
        """Returns the item. Raises UnreadableRowError if a value is not one of its field."""
        try:
            return self._item(**self._values(row.attributes))
        except (ModelError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise self._unreadable(row.attributes, str(error)) from error

    def _values(self, attributes: AttributeMap) -> dict[str, Any]:
        values: dict[str, Any] = {}
        name, stored = "", None
        try:
            for name, attribute, decode, absent in self._members:
                stored = attributes.get(attribute)
                # Other programs write an empty field as NULL.
                if stored is None or ("NULL" in stored and absent is not None):
                    if absent is None:
                        raise ValueError("it is absent")
                    values[name] = absent()
                else:
                    values[name] = decode(stored)
        except KeyError as error:
            raise ValueError(f"{name} has the wrong type {next(iter(stored or ()), '')}") from error
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from error
        if self._own is not None:
            own = self._own
            values[_OTHERS] = {name: one for name, one in attributes.items() if name not in own}
        return values

    def _unreadable(self, attributes: AttributeMap, reason: str) -> UnreadableRowError:
        key = primary_key_of(self.table, attributes)
        return UnreadableRowError(f"{self.entity.name}: {reason}", key, self.entity.name)

    def items(self, page: RowPage) -> tuple[list[_Item], list[UnreadableRowError]]:
        """Returns the items, and the rows that cannot be read.

        A row that cannot be read does not hide the others.
        """
        items: list[_Item] = []
        faults = [UnreadableRowError(one.message, one.key, one.entity) for one in page.unreadable]
        for row in page.rows:
            try:
                items.append(self.item(row))
            except UnreadableRowError as error:
                faults.append(error)
        return items, faults


class EntityType(RowType[_Item], Generic[_Key, _Input, _Item, _Fields]):
    """An entity with the classes of its keys, its new items, its items and its conditions."""

    def __init__(
        self,
        table: TableDescription,
        position: int,
        key: type[_Key],
        new: type[_Input],
        item: type[_Item],
        conditions: type[_Fields],
    ) -> None:
        entity = table.entities[position]
        super().__init__(table, entity, item)
        self.conditions = conditions
        self._key = key
        self._new = new
        self.by_name: Mapping[str, tuple[int, FieldDescription, Encoder]] = {
            field.name: (at, field, encoder_of(field)) for at, field in enumerate(entity.fields)
        }
        given = _names_of(new)
        self._written = [one for name, one in self.by_name.items() if name in given]
        in_key = primary_fields(entity)
        self._in_key = [one for one in self.by_name.values() if one[0] in in_key]
        self._has_others = _OTHERS in given
        created = entity.created
        self._created = None if created is None else self.by_name[entity.fields[created].name]

    def field(self, name: object) -> tuple[int, FieldDescription, Encoder]:
        """Returns the field's position, facts and encoder. Raises ModelError without a field."""
        found = self.by_name.get(name) if isinstance(name, str) else None
        if found is None:
            raise ModelError(f"{self.entity.name} has no field {name}")
        return found

    def key_values(self, key: object) -> AttributeMap:
        """Returns the fields of the primary key by attributes. Items serve as their keys."""
        if not isinstance(key, self._key):
            wanted, name = self._key.__name__, type(key).__name__
            raise ModelError(f"{self.entity.name}: a key is a {wanted}, and not a {name}")
        out: AttributeMap = {}
        for _, field, encode in self._in_key:
            value = getattr(key, field.name)
            encoded = None if value is None else encode(value)
            if encoded is None:
                raise ModelError(f"{field.name} is missing in the key of {self.entity.name}")
            out[field.attribute] = encoded
        return out

    def new_values(self, item: object) -> AttributeMap:
        """Returns the fields of a new item by attributes, without those that the package keeps."""
        if not isinstance(item, self._new):
            wanted, name = self._new.__name__, type(item).__name__
            raise ModelError(f"{self.entity.name}: an item is a {wanted}, and not a {name}")
        out: AttributeMap = {}
        for _, field, encode in self._written:
            value = getattr(item, field.name)
            encoded = encode_or_absent(field, encode, value)
            if encoded is not None:
                out[field.attribute] = encoded
        if self._created is not None:
            # A put of an item that was read keeps the time at which it was made.
            _, field, encode = self._created
            value = getattr(item, field.name, None)
            encoded = None if value is None else encode(value)
            if encoded is not None:
                out[field.attribute] = encoded
        if self._has_others:
            others: Mapping[str, AttributeValue] = getattr(item, _OTHERS)
            for name, value in others.items():
                out.setdefault(name, value)
        return out


def encode_or_absent(
    field: FieldDescription, encode: Encoder, value: object
) -> AttributeValue | None:
    """Returns the attribute value. None is absent, but in a required field of any type NULL."""
    if value is not None:
        return encode(value)
    is_null = field.kind == "document" and field.document == "any" and not field.optional
    return {"NULL": True} if is_null else None
