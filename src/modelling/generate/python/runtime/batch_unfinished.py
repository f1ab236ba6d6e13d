"""The error of a batch that was not carried out whole."""

from __future__ import annotations

from collections.abc import Sequence

from .service_errors import message_of


class BatchUnfinishedError(Exception):
    """A batch that ended before all of its requests were carried out.

    `positions` are those of the requests that are not carried out, or whose outcome is unknown, in
    ascending order.
    """

    def __init__(self, message: str, positions: Sequence[int], cause: Exception | None) -> None:
        super().__init__(message)
        self.positions = tuple(positions)
        self.__cause__ = cause


def _ranges_without(positions: Sequence[int], count: int) -> str:
    """Returns the positions below `count` that are left, as a text such as "0 to 24, 30"."""
    ranges: list[str] = []
    begin = 0
    for position in (*positions, count):
        if position == begin + 1:
            ranges.append(f"{begin}")
        elif position > begin:
            ranges.append(f"{begin} to {position - 1}")
        begin = position + 1
    return ", ".join(ranges)


def writes_unfinished(
    why: str, positions: Sequence[int], count: int, cause: Exception | None
) -> BatchUnfinishedError:
    """Returns the error of a batch of `count` writes.

    Those at `positions` are not written, and `why` is the reason.
    """
    in_order = sorted(positions)
    written = _ranges_without(in_order, count)
    others = (
        f"; the requests {written} are written; "
        "the others are not written, or their outcome is unknown"
    )
    return BatchUnfinishedError(why + (others if written else ""), in_order, cause)


def left_undone(left: int, count: int, what: str, attempts: int, last: Exception | None) -> str:
    """Returns the reason of a batch of which the service left `left` of `count` requests undone.

    `what` is "reads" or "writes", `attempts` are those in a row, and `last` is the error of the
    last request, if it failed as a whole.
    """
    failure = "" if last is None else f", the last of which failed: {message_of(last)}"
    return (
        f"The database left {left} of the {count} {what} undone in {attempts} attempts in a row"
        f"{failure}: the error's positions say which, so that only they need to be sent again "
        "later"
    )
