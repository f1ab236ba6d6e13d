"""Page tokens.

A token says how far a read of an access pattern has come, as text that only the same read accepts.
It is base64url without padding of these bytes: the version (1), the number of queries, for each
query the position after which it continues, and an HMAC-SHA256 over the binding and all bytes
before it. The binding is not in the token. Integers are big-endian, and a text follows its length
in 4 bytes. A position is 0 (the beginning), 1 (a key) or 2 (the end was reached).
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .asked_pattern import AskedPattern, find_key
from .attributes import AttributeMap, AttributeValue, utf8
from .binary_text import BinaryReader, BinaryWriter
from .description import EntityKey
from .errors import ModelError
from .sort_range import KeyRange


@dataclass(frozen=True, slots=True)
class QueryPosition:
    """The position from which a query continues. `key` of "after" is an ExclusiveStartKey."""

    kind: Literal["begin", "after", "end"]
    key: AttributeMap = dataclasses.field(default_factory=dict[str, AttributeValue])


BEGIN = QueryPosition("begin")
END = QueryPosition("end")

_VERSION = 1
_MAC_BYTES = 32


def _key_shape(key: EntityKey | None) -> object:
    if key is None:
        return None
    return [[dataclasses.asdict(one) for one in part] for part in (key.partition, key.sort)]


def _digest_of(pattern: AskedPattern) -> bytes:
    """Returns the binding's part that comes from the pattern, which only the program writes."""
    index = pattern.plan.index
    entities = [
        [
            entity.name,
            [field.attribute for field in entity.fields],
            _key_shape(entity.primary),
            _key_shape(None if index is None else find_key(entity, index)),
        ]
        for entity in pattern.entities
    ]
    name = "" if index is None else pattern.table.indexes[index].name
    shape = json.dumps([pattern.name, name, entities], sort_keys=True)
    return hashlib.sha256(utf8(shape)).digest()


def token_binding(
    pattern: AskedPattern, table_name: str, ranges: Sequence[KeyRange], forward: bool
) -> bytes:
    """Returns the read that a token belongs to, as bytes.

    They hold the table, the direction, the keys that are read, and a digest of everything that
    only the program decides (the pattern, the index, and the key templates of the pattern's
    entities). The filter and the amounts to read are not part of it, because they may change
    between pages.
    """
    out = BinaryWriter()
    out.text(_digest_of(pattern))
    out.text(table_name)
    out.byte(1 if forward else 0)
    out.number(len(ranges))
    for one in ranges:
        out.number(len(one.comparisons))
        for comparison in one.comparisons:
            out.text(comparison.attribute)
            out.text(comparison.kind)
            out.key_value(comparison.low)
            if comparison.high is not None:
                out.key_value(comparison.high)
        out.byte(0 if one.excluded is None else 1)
        if one.excluded is not None:
            out.key_value(one.excluded)
    return out.bytes()


def _mac_of(binding: bytes, payload: bytes, key: bytes) -> bytes:
    signed = BinaryWriter()
    signed.text(binding)
    signed.text(payload)
    return hmac.digest(key, signed.bytes(), "sha256")


def _write_position(position: QueryPosition, out: BinaryWriter) -> None:
    out.byte(("begin", "after", "end").index(position.kind))
    if position.kind != "after":
        return
    out.number(len(position.key))
    for name, value in position.key.items():
        out.text(name)
        out.key_value(value)


def _read_position(source: BinaryReader) -> QueryPosition:
    kind = source.byte()
    if kind == 0:
        return BEGIN
    if kind == 2:
        return END
    if kind != 1:
        raise ValueError(f"a position of kind {kind}")
    key: AttributeMap = {}
    for _ in range(source.number()):
        name = source.text()
        key[name] = source.key_value()
    return QueryPosition("after", key)


def _read_positions(payload: bytes, queries: int) -> list[QueryPosition]:
    source = BinaryReader(payload)
    if source.byte() != _VERSION or source.number() != queries:
        raise ValueError("a token of another read")
    positions = [_read_position(source) for _ in range(queries)]
    if not source.at_end():
        raise ValueError("a token with further bytes")
    return positions


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def make_page_token(
    positions: Sequence[QueryPosition], binding: bytes, keys: Sequence[bytes]
) -> str:
    """Returns the token of these positions. Requires: there is a key. The first one signs."""
    out = BinaryWriter()
    out.byte(_VERSION)
    out.number(len(positions))
    for position in positions:
        _write_position(position, out)
    payload = out.bytes()
    return _encode(payload + _mac_of(binding, payload, keys[0]))


def _verifies(binding: bytes, payload: bytes, mac: bytes, keys: Sequence[bytes]) -> bool:
    """Compares with all keys, so that the time does not tell which key it was."""
    return True in [hmac.compare_digest(_mac_of(binding, payload, key), mac) for key in keys]


def read_page_token(
    token: str, binding: bytes, keys: Sequence[bytes], queries: int, pattern_name: str
) -> list[QueryPosition]:
    """Returns the positions of a token, as many as `queries`.

    Raises ModelError, which names the pattern, if another key made the token, or if it was made
    for another read or was changed.
    """
    try:
        data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except (binascii.Error, ValueError):
        raise foreign_token(pattern_name) from None
    # The decoder skips characters that are not of base64url.
    if len(data) <= _MAC_BYTES or _encode(data) != token:
        raise foreign_token(pattern_name)
    payload, mac = data[:-_MAC_BYTES], data[-_MAC_BYTES:]
    if not _verifies(binding, payload, mac, keys):
        raise foreign_token(pattern_name)
    try:
        return _read_positions(payload, queries)
    except ValueError:
        raise foreign_token(pattern_name) from None


def foreign_token(pattern_name: str) -> ModelError:
    """Returns the error of a token that does not belong to this read."""
    return ModelError(
        f'The page token does not belong to this read of "{pattern_name}": it was changed, or '
        "made for another access pattern, table, key values, range or direction, by another "
        "version of the model, or with a page token key that this session does not have. Read "
        "the first page again without a token; to use tokens across processes, give all of them "
        "the same page_token_keys"
    )
