"""The texts of single-precision numbers, of which vectors are made."""

from __future__ import annotations

import math
import struct
from decimal import Decimal

from .errors import ModelError
from .number_text import number_text, read_number

# Shortest digits that end this many places before the point are written as the whole number's own
# digits, as C++ does.
_MOST_OWN_DIGITS = 5


def to_single(number: float) -> float:
    """Returns the nearest single-precision number."""
    try:
        single: float = struct.unpack("<f", struct.pack("<f", number))[0]
        return single
    except OverflowError:
        return math.copysign(math.inf, number)


def _with_own_digits(single: float, whole: int, exponent: int) -> str:
    """Returns all digits of a whole number, if the shortest ones leave few of them out."""
    kept = str(whole).rstrip("0")
    places = exponent + len(str(whole)) - len(kept)
    most = _MOST_OWN_DIGITS - 1 if len(kept.lstrip("-")) == 1 else _MOST_OWN_DIGITS
    return str(int(single)) if 0 <= places <= most else f"{whole}e{exponent}"


def _shortest_text(single: float) -> str:
    """Returns the shortest digits of the number.

    Beside a power of two the nearest digits can mean another number, but those next to them the
    same one.
    """
    if not math.isfinite(single):
        return str(single)
    for digits in range(1, 10):
        mantissa, exponent = f"{single:.{digits - 1}e}".split("e")
        nearest = int(mantissa.replace(".", ""))
        place = int(exponent) - (digits - 1)
        for near in (nearest, nearest + 1, nearest - 1):
            if to_single(float(f"{near}e{place}")) == single:
                return _with_own_digits(single, near, place)
    return str(single)


def float_text(number: float) -> str:
    """Returns the shortest text of the nearest single-precision number, as the database has it.

    Raises ModelError for a number that it cannot store.
    """
    single = to_single(number)
    exact = read_number(_shortest_text(single))
    if exact is None:
        raise ModelError(
            f"the value holds {single}, which is not a number that the database can store"
        )
    return number_text(exact)


def double_text(number: float) -> str:
    """Returns the text of a finite number, so that each program stores equal numbers alike.

    It has all digits of a whole number, if the shortest digits leave few of them out. Raises
    ModelError for a number that the database cannot store.
    """
    if number.is_integer() and abs(number) < 2**53:
        return str(int(number))
    _, digits, place = Decimal(repr(number)).normalize().as_tuple()
    most = _MOST_OWN_DIGITS - 1 if len(digits) == 1 else _MOST_OWN_DIGITS
    is_near = isinstance(place, int) and 0 <= place <= most
    exact = read_number(str(int(number)) if is_near else repr(number))
    if exact is None:
        raise ModelError(f"{number} is not a number that the database can store")
    return number_text(exact)
