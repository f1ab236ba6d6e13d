"""Takes the keys of a stored item apart by their templates.

Fields are added only after all the keys agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .attributes import AttributeMap, AttributeValue, type_of, utf8
from .description import (
    EntityDescription,
    FieldDescription,
    FieldKind,
    KeyAttribute,
    KeyField,
    KeyPart,
)
from .errors import ModelError
from .escape import DELIMITER, needs_escape, unescape_text
from .key_fields import is_lossless
from .key_text import key_text
from .plain_text import key_bytes
from .shards import shard_of_value
from .text_forms import begins_form, cut_size, has_form, read_hex
from .whole_number import fits, read_padded, read_signed_padded, whole_number


@dataclass(frozen=True, slots=True)
class KnownValues:
    """The attributes of an item, and the fields that were read from its keys.

    An attribute with the name of a field that only keys hold is ignored, because an earlier model
    wrote it.
    """

    stored: Mapping[str, AttributeValue]
    added: AttributeMap = field(default_factory=dict[str, AttributeValue])

    def get(self, attribute: str) -> AttributeValue | None:
        """Returns the value of the attribute or of a field that was read from a key."""
        value = self.stored.get(attribute)
        return self.added.get(attribute) if value is None else value


_Segment: TypeAlias = "tuple[KeyField, str]"


def _match_raw(parts: tuple[KeyPart, ...], part: KeyField, key: str) -> list[_Segment] | None:
    rest = parts[1:]
    for size in range(1 if rest else len(key), len(key) + 1):
        behind = _match(rest, key[size:])
        if behind is not None:
            return [(part, key[:size]), *behind]
    return None


def _match(parts: tuple[KeyPart, ...], key: str) -> list[_Segment] | None:
    """Returns the texts of the fields of a key, or None if it has another shape."""
    if not parts:
        return [] if key == "" else None
    part = parts[0]
    if isinstance(part, str):
        return _match(parts[1:], key[len(part) :]) if key.startswith(part) else None
    if part.format is None and part.escape == "raw":
        return _match_raw(parts, part, key)
    text = key.partition(DELIMITER)[0]
    behind = _match(parts[1:], key[len(text) :])
    return None if behind is None else [(part, text), *behind]


def _read_number(kind: FieldKind, number: int | None) -> AttributeValue | None:
    return None if number is None or not fits(kind, number) else {"N": str(number)}


def _read_plain(info: FieldDescription, text: str) -> AttributeValue | None:
    """Returns the value whose plain text is `text`."""
    kind = info.kind
    if kind == "bool":
        return {"BOOL": text == "true"} if text in ("true", "false") else None
    if kind == "enum":
        for enumerator in info.enumerators:
            if enumerator.key == text:
                return {"S": enumerator.attribute}
        return None
    if kind == "bytes":
        data = read_hex(text)
        return None if data is None else {"B": data}
    if kind in ("integer", "unsigned", "seconds"):
        number = whole_number(text)
        return _read_number(kind, number) if str(number) == text else None
    if kind in ("string", "time", "date", "uuid", "ulid"):
        return {"S": text} if has_form(kind, text) else None
    return None


def _read_value(part: KeyField, info: FieldDescription, text: str) -> AttributeValue | None:
    """Reads the value of a part from which it can be read back."""
    if part.format == "padded":
        return _read_number(info.kind, read_padded(text, part.width))
    if part.format == "signed":
        return _read_number(info.kind, read_signed_padded(text, part.width))
    if text == "" or (part.escape == "reject" and needs_escape(text)):
        return None
    plain = text if part.escape == "raw" else unescape_text(text)
    if plain is None or not plain.startswith(part.must_begin):
        return None
    return _read_plain(info, plain)


def _is_lossy_text(part: KeyField, info: FieldDescription, text: str) -> bool:
    """Returns true if a part that keeps only a piece of the value can have written `text`."""
    if part.format != "shard":
        is_long = len(utf8(text)) == cut_size(info.kind, part.format)
        return is_long and begins_form(info.kind, text)
    shard = whole_number(text)
    if shard is None or str(shard) != text:
        return False
    return 0 <= shard < max(part.shards or 1, part.was_shards)


def _text_of(write: Callable[[], str]) -> str | None:
    """Returns the text of a value, or None if it has no text in the part."""
    try:
        return write()
    except ModelError:
        return None


def _writes(part: KeyField, info: FieldDescription, value: AttributeValue, text: str) -> bool:
    """Returns true if the part writes `text`, or wrote it under the earlier count of shards."""
    written = _text_of(lambda: key_text(part, info, value))
    if written is None or written == text:
        return written is not None
    was = part.was_shards
    return was > 0 and _text_of(lambda: str(shard_of_value(info, value, was))) == text


def _composed_text(key: AttributeValue) -> str | None:
    """Returns the text of a composed key. Bytes that are not a text match no template."""
    if "B" not in key:
        return key.get("S", key.get("N"))
    try:
        return bytes(key["B"]).decode()
    except UnicodeDecodeError:
        return None


def _natural_part(attribute: KeyAttribute, key: AttributeValue) -> KeyField | None:
    """Returns the part of a natural key, if the key can be the field's value."""
    part = attribute.parts[0] if attribute.parts else ""
    if isinstance(part, str):
        return None
    if attribute.type == "N":
        return part
    data = key_bytes(key)
    if not data.startswith(utf8(part.must_begin)):
        return None
    return None if part.escape == "reject" and needs_escape(data) else part


class _KeyReading:
    """One reading of keys of an item."""

    def __init__(self, entity: EntityDescription, known: KnownValues) -> None:
        self.fields = entity.fields
        self.known = known
        self.read: dict[int, AttributeValue] = {}
        self.segments: list[_Segment] = []

    def in_item(self, info: FieldDescription) -> AttributeValue | None:
        """Returns the value that the item has."""
        known = self.known
        return known.added.get(info.attribute) if info.key_only else known.get(info.attribute)

    def find(self, position: int) -> AttributeValue | None:
        """Returns the value that the item has or that was read."""
        value = self.in_item(self.fields[position])
        return self.read.get(position) if value is None else value

    def take(self, attribute: KeyAttribute, key: AttributeValue) -> bool:
        """Takes one key apart. Returns false if it has another shape or value."""
        if type_of(key) != attribute.type:
            return False
        if not attribute.natural:
            text = _composed_text(key)
            found = None if text is None else _match(attribute.parts, text)
            self.segments += found or []
            return found is not None
        part = _natural_part(attribute, key)
        if part is None:
            return False
        value = self.find(part.field)
        if value is None:
            self.read[part.field] = key
        return value is None or value == key

    def read_segments(self) -> bool:
        """Reads the values of the segments. Returns false if one has none or another one."""
        for part, text in self.segments:
            if not is_lossless(part) or self.find(part.field) is not None:
                continue
            value = _read_value(part, self.fields[part.field], text)
            if value is None:
                return False
            self.read[part.field] = value
        return all(self._agrees(part, text) for part, text in self.segments)

    def _agrees(self, part: KeyField, text: str) -> bool:
        info = self.fields[part.field]
        value = self.find(part.field)
        if value is None:
            return _is_lossy_text(part, info, text)
        return _writes(part, info, value, text)

    def add_read(self) -> None:
        """Adds the fields that the item lacks and that were read."""
        for position, value in self.read.items():
            info = self.fields[position]
            if self.in_item(info) is None:
                self.known.added[info.attribute] = value


def read_keys(
    entity: EntityDescription, known: KnownValues, attributes: Iterable[KeyAttribute]
) -> bool:
    """Reads key attributes of one item.

    Returns true if the item has them all, each has the shape of its template, and the values in
    them agree with each other and with the known values. If so, the fields that the item lacks and
    that can be read back (those of lossless formats) are added to `known`. Otherwise `known` is
    unchanged.
    """
    reading = _KeyReading(entity, known)
    keys: list[tuple[KeyAttribute, AttributeValue]] = []
    for attribute in attributes:
        key = known.get(attribute.attribute)
        if key is None:
            return False
        keys.append((attribute, key))
    if not all(reading.take(attribute, key) for attribute, key in keys):
        return False
    if not reading.read_segments():
        return False
    reading.add_read()
    return True
