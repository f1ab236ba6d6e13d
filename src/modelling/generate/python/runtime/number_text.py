"""Exact decimal numbers as DynamoDB has them, with up to 38 significant digits.

The magnitude is 0 or between 1E-130 and 9.99...E+125.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import ModelError

_MOST_DIGITS = 38
_MOST_EXPONENT = 126
_LEAST_EXPONENT = -129
# Exponents beyond this bound are all alike, because the digits of a text cannot make up for them.
_EXPONENT_BOUND = 1_000_000_000_000
_LONGEST_EXPONENT = 19

_NUMBER = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")

_TOO_MANY_DIGITS = "Attempting to store more than 38 significant digits in a Number"
_OVERFLOW = (
    "Number overflow. Attempting to store a number with magnitude larger than supported range"
)
_UNDERFLOW = (
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)


@dataclass(frozen=True, slots=True)
class Exact:
    """The number digits * 10^scale.

    The last digit is not zero, and zero has the scale 0, so that equal numbers have equal parts.
    """

    digits: int
    scale: int


ZERO = Exact(0, 0)


def _digit_count(digits: int) -> int:
    return len(str(abs(digits)))


def _normal(digits: int, scale: int) -> Exact:
    if digits == 0:
        return ZERO
    text = str(digits)
    kept = text.rstrip("0")
    return Exact(int(kept), scale + len(text) - len(kept))


def _fault_of_exponent(exponent: int) -> str | None:
    """Takes the exponent of the number in the form 0.d1d2... * 10^exponent."""
    if exponent > _MOST_EXPONENT:
        return _OVERFLOW
    return _UNDERFLOW if exponent < _LEAST_EXPONENT else None


def _read_exponent(text: str) -> int | None:
    digits = text.lstrip("+-").lstrip("0") or "0"
    if len(digits) > _LONGEST_EXPONENT:
        return None
    exponent = -int(digits) if text.startswith("-") else int(digits)
    if not -(2**63) <= exponent < 2**63:
        return None
    return min(max(exponent, -_EXPONENT_BOUND), _EXPONENT_BOUND)


def _read(text: str) -> Exact | str:
    """Returns the number, or the fault of the text.

    Digits are counted before they become an int, because Python refuses to read very long ones.
    """
    parts = _NUMBER.fullmatch(text)
    whole = parts[2] or "" if parts else ""
    fraction = parts[3] or "" if parts else ""
    exponent = _read_exponent(parts[4] or "0") if parts else None
    if parts is None or not whole + fraction or exponent is None:
        return f"The parameter cannot be converted to a numeric value: {text}"
    scale = exponent - len(fraction)
    digits = (whole + fraction).lstrip("0")
    # A zero must be in range too, by its written exponent. It has one digit, the last one.
    if not digits:
        return _fault_of_exponent(scale + 1) or ZERO
    kept = digits.rstrip("0")
    if len(kept) > _MOST_DIGITS:
        return _TOO_MANY_DIGITS
    fault = _fault_of_exponent(len(digits) + scale)
    if fault is not None:
        return fault
    number = -int(kept) if parts[1] == "-" else int(kept)
    return Exact(number, scale + len(digits) - len(kept))


def parse_number(text: str) -> Exact:
    """Returns the number that the text has.

    Raises ModelError, with the service's words, for a text that is not a number, has more than 38
    significant digits or is out of range.
    """
    number = _read(text)
    if isinstance(number, str):
        raise ModelError(number)
    return number


def read_number(text: str) -> Exact | None:
    """Returns the number that the text has, or None if parse_number() would raise."""
    number = _read(text)
    return None if isinstance(number, str) else number


def exact_of(whole: int) -> Exact:
    """Returns a whole number as a decimal one."""
    return _normal(whole, 0)


def _aligned(a: Exact, b: Exact) -> tuple[int, int, int]:
    scale = min(a.scale, b.scale)
    return a.digits * 10 ** (a.scale - scale), b.digits * 10 ** (b.scale - scale), scale


def _sum(a: Exact, b: Exact) -> Exact | str:
    left, right, scale = _aligned(a, b)
    total = _normal(left + right, scale)
    if total.digits == 0 or a.digits == 0 or b.digits == 0:
        return total
    count = _digit_count(total.digits)
    # The service calls both an overflow.
    if count > _MOST_DIGITS:
        return _OVERFLOW
    return _fault_of_exponent(count + total.scale) or total


def plus(a: Exact, b: Exact) -> Exact:
    """Returns the exact sum. Raises ModelError if it is out of range or has over 38 digits."""
    total = _sum(a, b)
    if isinstance(total, str):
        raise ModelError(total)
    return total


def sum_if_valid(a: Exact, b: Exact) -> Exact | None:
    """Returns the exact sum, or None if plus() would raise."""
    total = _sum(a, b)
    return None if isinstance(total, str) else total


def minus(a: Exact, b: Exact) -> Exact:
    """Returns the exact difference. Raises ModelError as plus() does."""
    return plus(a, Exact(-b.digits, b.scale))


def compare_numbers(a: Exact, b: Exact) -> int:
    """Returns -1, 0 or 1, as a is below, equal to or above b."""
    left, right, _ = _aligned(a, b)
    return (left > right) - (left < right)


def number_text(number: Exact) -> str:
    """Returns the canonical text, in plain decimal notation without superfluous zeros."""
    sign = "-" if number.digits < 0 else ""
    digits = str(abs(number.digits))
    if number.scale >= 0:
        return sign + digits + "0" * number.scale
    point = len(digits) + number.scale
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    return f"{sign}{digits[:point]}.{digits[point:]}"


def same_number_text(text: str) -> str:
    """Returns the canonical text of a number, and any other text as it is."""
    number = read_number(text)
    return text if number is None else number_text(number)


def to_int64(number: Exact | None) -> int | None:
    """Returns the number as an integer of 64 bits with a sign, or None if it is not one."""
    if number is None or number.scale < 0:
        return None
    whole = number.digits * 10**number.scale
    return whole if -(2**63) <= whole < 2**63 else None


def size_of_number(text: str) -> int:
    """Returns the bytes that the service counts for a number in an item's size.

    They are one, another one for a minus sign, and one for each two significant digits before the
    point and after it. A text that is not a number counts its bytes.
    """
    number = read_number(text)
    if number is None:
        return len(text)
    count = 0 if number.digits == 0 else _digit_count(number.digits)
    before = min(max(count + number.scale, 0), count)
    return 1 + (number.digits < 0) + (before + 1) // 2 + (count - before + 1) // 2
