"""Times, dates and identifiers as programs have them, and as attributes store them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone

from .documents import spelled
from .errors import ModelError

# The constant has a name from Python 3.11 on, which checkers then prefer.
_UTC = timezone(timedelta())

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z"
)
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}")


def is_date(text: str) -> bool:
    """Returns true for a day of the calendar, such as 2026-01-05, of the years 1 to 9999."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def stored_time(value: object, name: str) -> str:
    """Returns the text of an aware datetime, with its milliseconds in UTC.

    Raises ModelError for any other value, and for a naive datetime, which could mean any zone.
    """
    if not isinstance(value, datetime):
        raise ModelError(f"{name} must be a datetime, and not {spelled(value)}")
    if value.tzinfo is None or value.utcoffset() is None:
        raise ModelError(
            f"{name} must be a datetime with a time zone, and not {spelled(value)}: write "
            "datetime.now(timezone.utc) and not datetime.now()"
        )
    utc = value if value.tzinfo is _UTC else value.astimezone(_UTC)
    return utc.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def read_time(text: str) -> datetime | None:
    """Returns the time in UTC, or None if the text has another form."""
    if not _TIME.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text[:23] + "+00:00")
    except ValueError:
        return None
