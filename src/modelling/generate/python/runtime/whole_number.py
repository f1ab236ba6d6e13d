"""Whole numbers of up to 64 bits, and their texts in string keys, which sort as the numbers do."""

from __future__ import annotations

import re

from .description import FieldKind
from .number_text import read_number

_END = 2**64
_MOST_DIGITS = 20  # of 64 bits

_WHOLE = re.compile("-?[0-9]+")
_DIGITS = re.compile("[0-9]+")
_NINES_COMPLEMENT = str.maketrans("0123456789", "9876543210")


def whole_number(text: str) -> int | None:
    """Returns the number that an attribute holds, for example as 5, -5, 5.0 or 5E3.

    None if it is not whole or exceeds 64 bits.
    """
    if _WHOLE.fullmatch(text) and len(text.lstrip("-0")) <= _MOST_DIGITS:
        number = int(text.lstrip("-").lstrip("0") or "0")
        if number < _END:
            return -number if text.startswith("-") else number
    exact = read_number(text)
    if exact is None or exact.scale < 0:
        return None
    number = exact.digits * 10**exact.scale
    return number if abs(number) < _END else None


def fits(kind: FieldKind, number: int) -> bool:
    """Returns true if a field of this kind can hold the number.

    The range is that of 64 bits without a sign for "unsigned", and with a sign otherwise.
    Requires: the magnitude is below 2^64.
    """
    return number >= 0 if kind == "unsigned" else -(2**63) <= number < 2**63


def padded(number: int, width: int) -> str | None:
    """Returns the number with leading zeros as `width` digits, or None if it has more digits.

    Requires: the number is at least zero.
    """
    text = str(number)
    return None if len(text) > width else text.rjust(width, "0")


def read_padded(text: str, width: int) -> int | None:
    """Reads a text of exactly `width` digits. Returns None for any other text."""
    if len(text) != width or not _DIGITS.fullmatch(text):
        return None
    kept = text.lstrip("0") or "0"
    number = int(kept) if len(kept) <= _MOST_DIGITS else _END
    return number if number < _END else None


def signed_padded(number: int, width: int) -> str | None:
    """Returns '1' and `width` digits if the number is at least zero.

    A negative number becomes '0' and the nines' complement of its `width` digits. At width 3 the
    texts of 5, 0 and -5 are 1005, 1000 and 0994. The byte order of the texts is the order of the
    numbers. None if the number has more digits.
    """
    digits = padded(abs(number), width)
    if digits is None:
        return None
    return "0" + digits.translate(_NINES_COMPLEMENT) if number < 0 else "1" + digits


def read_signed_padded(text: str, width: int) -> int | None:
    """Reads such a text. Returns None if signed_padded() cannot have written it."""
    sign = text[:1]
    if sign not in ("0", "1") or not sign:
        return None
    digits = text[1:]
    number = read_padded(digits.translate(_NINES_COMPLEMENT) if sign == "0" else digits, width)
    if number is None or (sign == "0" and number == 0):
        return None
    return -number if sign == "0" else number
