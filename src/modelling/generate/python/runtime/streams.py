"""Records of a table's stream as items of its entities, before and after a change."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

from .attributes import AttributeMap, AttributeValue
from .calls import Row
from .entity_type import EntityType
from .identify import row_of

_Item = TypeVar("_Item")
_AnyType: TypeAlias = "EntityType[Any, Any, Any, Any]"


@dataclass(frozen=True, slots=True)
class Changed(Generic[_Item]):
    """A change of an item: `before` is None for a new one, and `after` for a removed one."""

    entity: str  # its name
    before: _Item | None
    after: _Item | None

    @property
    def item(self) -> _Item:
        """The item after the change, or before it if it was removed."""
        item = self.before if self.after is None else self.after
        if item is None:
            raise ValueError("a change without an item")
        return item


def _bytes(value: Any) -> bytes:
    return base64.b64decode(value) if isinstance(value, str) else bytes(value)


def _wire(value: Mapping[str, Any]) -> AttributeValue:
    """Returns the value with bytes, which records of a Lambda function have as base64."""
    out: dict[str, Any] = dict(value)
    if "B" in out:
        out["B"] = _bytes(out["B"])
    elif "BS" in out:
        out["BS"] = [_bytes(one) for one in out["BS"]]
    elif "L" in out:
        out["L"] = [_wire(one) for one in out["L"]]
    elif "M" in out:
        out["M"] = {name: _wire(one) for name, one in out["M"].items()}
    return cast(AttributeValue, out)


def _image(change: Mapping[str, Any], name: str) -> AttributeMap:
    image: Mapping[str, Mapping[str, Any]] = change.get(name) or {}
    return {key: _wire(value) for key, value in image.items()}


def _types_of(entities: Sequence[_AnyType], image: AttributeMap) -> tuple[_AnyType, Row] | None:
    """Returns the entity of an image, with its row. None if it belongs to no entity."""
    for table in dict.fromkeys(types.table for types in entities) if image else ():
        entity, attributes = row_of(table, image)
        for types in entities:
            if entity is types.entity:
                return types, Row(types.entity, attributes)
    return None


def parse_change(entities: Sequence[_AnyType], record: Mapping[str, Any]) -> Changed[Any] | None:
    """Returns the change of an item that a record of a stream says.

    None if the item belongs to no entity of the model, such as the sentinel of a unique value.
    Raises UnreadableRowError if an image has a value that its entity's fields do not have.
    """
    change: Mapping[str, Any] = record.get("dynamodb") or {}
    before = _types_of(entities, _image(change, "OldImage"))
    after = _types_of(entities, _image(change, "NewImage"))
    found = after or before
    if found is None:
        return None
    types, _ = found
    old, new = (
        types.item(one[1]) if one is not None and one[0] is types else None
        for one in (before, after)
    )
    return Changed(types.entity.name, old, new)
