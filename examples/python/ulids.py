"""Identifiers that sort by their time."""

from __future__ import annotations

import secrets
import time

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_ulid() -> str:
    """Returns an identifier of this moment."""
    number = time.time_ns() // 1_000_000 << 80 | secrets.randbits(80)
    return "".join(_DIGITS[number >> shift & 31] for shift in range(125, -1, -5))
