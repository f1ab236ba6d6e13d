"""Escapes of field values in string keys. A value must not hold a '#', because '#' joins fields.

A byte up to '$' is escaped. This keeps the order of texts, also if one text begins with another.
All these bytes are characters of ASCII, so the characters of a text can stand for its bytes.
"""

from __future__ import annotations

import re

DELIMITER = "#"
# The byte after the delimiter. All keys of a parent and its children are below the parent's key
# followed by this byte.
AFTER_DELIMITER = "$"

_ESCAPED = re.compile("[\x00-$]")
_ESCAPES = re.compile(r"\$(..)")
_ESCAPED_TEXT = re.compile("(?:[^\x00-$]|\\$[01][0-9A-F]|\\$2[0-4])*")


def needs_escape(text: str | bytes) -> bool:
    """Returns true if one of the bytes has to be escaped."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return any(byte <= 0x24 for byte in data)


def escape_text(text: str) -> str:
    """Returns the escape of a text.

    The byte order of escapes is that of the texts, and the escape of a prefix is a prefix of the
    escape.
    """
    return _ESCAPED.sub(lambda found: f"${ord(found[0]):02X}", text)


def unescape_text(escaped: str) -> str | None:
    """Returns the text of an escape, or None if escape_text() cannot have written it."""
    if _ESCAPED_TEXT.fullmatch(escaped) is None:
        return None
    return _ESCAPES.sub(lambda found: chr(int(found[1], 16)), escaped)
