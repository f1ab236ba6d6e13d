"""Unambiguous sequences of integers, texts and key values, of which page tokens are made."""

from __future__ import annotations

from .attributes import AttributeValue, utf8
from .plain_text import key_bytes


class BinaryWriter:
    """Writes such a sequence."""

    def __init__(self) -> None:
        self._pieces = bytearray()

    def byte(self, value: int) -> None:
        """Writes one byte."""
        self._pieces.append(value)

    def number(self, value: int) -> None:
        """Writes 4 bytes, big-endian."""
        self._pieces += value.to_bytes(4, "big")

    def text(self, value: str | bytes) -> None:
        """Writes the size as a number and then the bytes."""
        data = utf8(value) if isinstance(value, str) else value
        self.number(len(data))
        self._pieces += data

    def key_value(self, value: AttributeValue) -> None:
        """Writes the letter of the type and then the text, number or bytes as a text.

        Requires: `value` can be in a key.
        """
        self.byte(ord("S" if "S" in value else "N" if "N" in value else "B"))
        self.text(key_bytes(value))

    def bytes(self) -> bytes:
        """Returns what was written."""
        return bytes(self._pieces)


class BinaryReader:
    """Reads such a sequence. Each method raises ValueError if the bytes do not hold the value."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def byte(self) -> int:
        """Reads one byte."""
        return self._take(1)[0]

    def number(self) -> int:
        """Reads 4 bytes, big-endian."""
        return int.from_bytes(self._take(4), "big")

    def text(self) -> str:
        """Reads a text."""
        return self._take(self.number()).decode("utf-8", "replace")

    def key_value(self) -> AttributeValue:
        """Reads the value of a key attribute."""
        kind = chr(self.byte())
        if kind == "S":
            return {"S": self.text()}
        if kind == "N":
            return {"N": self.text()}
        if kind == "B":
            return {"B": self._take(self.number())}
        raise ValueError(f"a key value of type {kind}")

    def at_end(self) -> bool:
        """Returns true if there are no further bytes."""
        return self._at == len(self._data)

    def _take(self, size: int) -> bytes:
        if len(self._data) - self._at < size:
            raise ValueError("the bytes end too early")
        self._at += size
        return self._data[self._at - size : self._at]
