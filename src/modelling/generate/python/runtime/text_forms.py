"""The texts of times and identifiers in string keys."""

from __future__ import annotations

import re

from .description import FieldKind, KeyFormat

# In a form, 'd' is a decimal digit, 'x' a lower-case hex digit and 'u' a digit of Crockford's base
# 32 in upper case. Any other character is itself.
_FORMS: dict[FieldKind, str] = {
    "time": "dddd-dd-ddTdd:dd:dd.dddZ",
    "date": "dddd-dd-dd",
    "uuid": "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    "ulid": "u" * 26,
}
_CHARACTERS = {
    "d": frozenset("0123456789"),
    "x": frozenset("0123456789abcdef"),
    "u": frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
}
# The place of a number in a time, with its least and greatest value.
_CALENDAR = ((5, 1, 12), (8, 1, 31), (11, 0, 23), (14, 0, 59), (17, 0, 60))
_CUTS: dict[KeyFormat | None, int] = {"year": 4, "month": 7, "day": 10, "hour": 13}

_HEX = re.compile("(?:[0-9a-f]{2})*")


def _in_calendar(text: str) -> bool:
    return all(
        low <= int(text[at : at + 2]) <= high for at, low, high in _CALENDAR if len(text) >= at + 2
    )


def begins_form(kind: FieldKind, text: str) -> bool:
    """Returns true if the text is the beginning of a text of the kind's form, or is empty.

    True for kinds without a form.
    """
    form = _FORMS.get(kind)
    if form is None:
        return True
    if len(text) > len(form):
        return False
    for wanted, character in zip(form, text, strict=False):
        if character not in _CHARACTERS.get(wanted, wanted):
            return False
    if kind == "ulid":
        return text == "" or text[0] <= "7"  # a ULID has 128 bits
    return kind == "uuid" or _in_calendar(text)


def has_form(kind: FieldKind, text: str) -> bool:
    """Returns true if the text has the one form of its kind.

    It is 2026-01-05T10:00:00.000Z for a time, 2026-01-05 for a date, lower-case hex with hyphens
    for a UUID, and 26 upper-case characters for a ULID. True for other kinds.
    """
    form = _FORMS.get(kind)
    return form is None or (len(text) == len(form) and begins_form(kind, text))


def cut_size(kind: FieldKind, key_format: KeyFormat | None) -> int:
    """Returns the number of characters of a time or date that the format keeps.

    0 if the format or the kind does not cut.
    """
    if kind not in ("time", "date") or (kind == "date" and key_format == "hour"):
        return 0
    return _CUTS.get(key_format, 0)


def read_hex(text: str) -> bytes | None:
    """Returns the bytes of lower-case hex, or None for any other text."""
    return bytes.fromhex(text) if _HEX.fullmatch(text) else None
