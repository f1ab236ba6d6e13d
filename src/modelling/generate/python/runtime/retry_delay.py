"""The delays between the attempts of one request."""

from __future__ import annotations

import random

from .session import Session

_FIRST_DELAY = 0.025
_LONGEST_DELAY = 5.0


def delay_before(session: Session, attempt: int) -> float | None:
    """Returns the seconds before attempt number `attempt` (the second attempt is 1).

    They are a random part of a delay that doubles for each attempt. None if the attempts are used
    up.
    """
    if attempt >= session.options.attempts:
        return None
    return random.uniform(0, min(_FIRST_DELAY * 2 ** (attempt - 1), _LONGEST_DELAY))
