"""Updates: the changes of fields, from the form that programs write to the planner's form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias, cast

from .attributes import AttributeValue
from .calls import Change, ChangeKind
from .codec import Encoder, encode_elements
from .description import FieldDescription
from .documents import DocumentValue, encode_document, exact_text
from .entity_type import EntityType, encode_or_absent
from .errors import ModelError

AnyEntityType: TypeAlias = "EntityType[Any, Any, Any, Any]"
_Encode: TypeAlias = "Callable[[FieldDescription, Encoder, object], AttributeValue | None]"

_RANGES = {
    "integer": (-(2**63), 2**63 - 1),
    "seconds": (-(2**63), 2**63 - 1),
    "unsigned": (0, 2**64 - 1),
}


@dataclass(frozen=True, slots=True)
class MemberChange:
    """A change of a member of a document. member() makes it."""

    path: tuple[str | int, ...]
    kind: ChangeKind
    value: AttributeValue | None


class MemberPath:
    """A member of a document, whose functions say its change."""

    __slots__ = ("_path",)

    def __init__(self, path: tuple[str | int, ...]) -> None:
        self._path = path

    def _change(self, kind: ChangeKind, value: object) -> MemberChange:
        return MemberChange(self._path, kind, encode_document(value, str(self._path[0])))

    def set(self, value: DocumentValue) -> MemberChange:
        """Sets the member."""
        return self._change("set", value)

    def increment(self, by: int | Decimal) -> MemberChange:
        """Adds to a number."""
        number = exact_text(by, str(self._path[0]))
        return MemberChange(self._path, "increment", {"N": number})

    def append(self, values: Sequence[DocumentValue]) -> MemberChange:
        """Adds elements at the end of a list."""
        return self._change("append", values)

    def prepend(self, values: Sequence[DocumentValue]) -> MemberChange:
        """Adds elements at the beginning of a list."""
        return self._change("prepend", values)

    def remove(self) -> MemberChange:
        """Removes the member."""
        return MemberChange(self._path, "remove", None)


def member(field: str, *path: str | int) -> MemberPath:
    """Returns a member of a field's document: member("address", "city").set("Bonn")."""
    if not path:
        raise ModelError(f"{field} is a whole field: change it with set")
    return MemberPath((field, *path))


def _number(field: FieldDescription, encode: Encoder, value: object) -> AttributeValue | None:
    if field.kind in _RANGES and (isinstance(value, bool) or not isinstance(value, int)):
        raise ModelError(f"{field.name} counts whole numbers, and grows by an int")
    if field.kind == "double":
        return encode(value)
    if field.kind not in (*_RANGES, "decimal"):
        raise ModelError(f"{field.name} is not a number, which an update could increment")
    return {"N": exact_text(value, field.name)}


def _list(field: FieldDescription, encode: Encoder, value: object) -> AttributeValue | None:
    if field.document not in ("list", "any"):
        raise ModelError(f"{field.name} is not a list, which an update could extend")
    if not isinstance(value, (list, tuple)):
        raise ModelError(f"{field.name} grows by a list or a tuple")
    return encode_document(cast(object, value), field.name)


def _elements(field: FieldDescription, encode: Encoder, value: object) -> AttributeValue | None:
    if not (field.document or "").endswith("_set"):
        raise ModelError(f"{field.name} is not a set")
    elements = encode_elements(field, value)
    if elements is None:
        raise ModelError(f"{field.name}: an empty set changes no element")
    return elements


_KINDS: dict[str, tuple[ChangeKind, _Encode]] = {
    "set": ("set", encode_or_absent),
    "set_if_absent": ("setIfAbsent", encode_or_absent),
    "increment": ("increment", _number),
    "append": ("append", _list),
    "prepend": ("prepend", _list),
    "add_to_set": ("addToSet", _elements),
    "remove_from_set": ("removeFromSet", _elements),
}
CHANGES = frozenset({*_KINDS, "members"})


def _check_absent(field: FieldDescription, name: str) -> None:
    if name != "set":
        raise ModelError(f"{field.name}: {name} needs a value, and this one is an absent attribute")
    if not field.optional:
        raise ModelError(f"{field.name} is required, so no update can remove it")


def _fields_changed(
    types: AnyEntityType, name: str, values: Mapping[str, object]
) -> Iterable[Change]:
    kind, encode = _KINDS[name]
    for field_name, value in values.items():
        position, field, encoder = types.field(field_name)
        if value is None and not field.optional:
            raise ModelError(f"{field_name} is required, so no update can remove it")
        encoded = encode(field, encoder, value)
        if encoded is None:
            _check_absent(field, name)
        range_ = _RANGES.get(field.kind) if kind == "increment" else None
        yield Change(kind, position, value=encoded, range=range_)


def _member_changed(types: AnyEntityType, change: object) -> Change:
    if not isinstance(change, MemberChange):
        raise ModelError('a change of a member is such as member("address", "city").set("Bonn")')
    position, field, _ = types.field(change.path[0])
    path = (field.attribute, *change.path[1:])
    return Change(change.kind, position, path=path, of_element=True, value=change.value)


def changes_of(types: AnyEntityType, changes: Mapping[str, Any]) -> tuple[Change, ...]:
    """Returns the changes of an update.

    Raises ModelError if a change names a field that the entity lacks, if a value does not suit its
    field, and without a change.
    """
    out: list[Change] = []
    for name in _KINDS:
        values = changes.get(name)
        if values is None:
            continue
        if not isinstance(values, Mapping):
            raise ModelError(f"{name} takes a dict of fields and values")
        out += _fields_changed(types, name, cast("Mapping[str, object]", values))
    out += [_member_changed(types, one) for one in changes.get("members") or ()]
    if not out:
        raise ModelError(f"the update of {types.entity.name} changes no field")
    return tuple(out)


def given_of(types: AnyEntityType, given: Mapping[str, object]) -> dict[str, AttributeValue | None]:
    """Returns the stored values that a write expects. None means absent."""
    out: dict[str, AttributeValue | None] = {}
    for name, value in given.items():
        _, field, encode = types.field(name)
        out[field.attribute] = encode_or_absent(field, encode, value)
    return out
