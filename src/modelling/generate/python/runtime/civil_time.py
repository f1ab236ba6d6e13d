"""Days and times of the years 0 to 9999, of which Python's own types lack the first year."""

from __future__ import annotations

DAY_MS = 24 * 60 * 60 * 1000
HOUR_MS = 60 * 60 * 1000

_DAYS_OF_400_YEARS = 146_097
_DAYS_BEFORE_1970 = 719_468  # from the first of March of the year 0


def days_of(year: int, month: int, day: int) -> int:
    """Returns the days since 1970-01-01. A day beyond the month's end is one of the next month."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    day_of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    days = of_era * 365 + of_era // 4 - of_era // 100 + day_of_year
    return era * _DAYS_OF_400_YEARS + days - _DAYS_BEFORE_1970


def date_of(days: int) -> tuple[int, int, int]:
    """Returns the year, month and day of days since 1970-01-01."""
    era, of_era = divmod(days + _DAYS_BEFORE_1970, _DAYS_OF_400_YEARS)
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    day_of_year = of_era - (365 * year + year // 4 - year // 100)
    part = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * part + 2) // 5 + 1
    month = part + (3 if part < 10 else -9)
    return year + era * 400 + (month <= 2), month, day


def time_text(milliseconds: int) -> str | None:
    """Returns a text such as 2026-01-05T10:00:00.000Z. None outside of the years 0 to 9999."""
    days, rest = divmod(milliseconds, DAY_MS)
    year, month, day = date_of(days)
    if not 0 <= year <= 9999:
        return None
    seconds, thousandths = divmod(rest, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    clock = f"{hour:02}:{minute:02}:{second:02}.{thousandths:03}Z"
    return f"{year:04}-{month:02}-{day:02}T{clock}"
