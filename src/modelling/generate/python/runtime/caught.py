"""Errors as values."""

from __future__ import annotations

from types import TracebackType
from typing import final


@final
class Caught:
    """A context that ends at an error, which `error` then is."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    def __enter__(self) -> Caught:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        """Keeps the error. Exits such as that of the keyboard go on."""
        if not isinstance(error, Exception):
            return False
        self.error = error
        return True
