"""The steps of an operation, which are the same for synchronous and asynchronous programs.

An operation is a generator. It yields requests, which are sent side by side, or a pause, and gets
an outcome for each request. drivers.py carries the steps out.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

from .caught import Caught

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Request:
    """A call of the client: the name of the method, such as "get_item", and its parameters."""

    method: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pause:
    """A wait before the next request."""

    seconds: float


# The answer of the client, or its exception.
Outcome: TypeAlias = "dict[str, Any] | Exception"
Step: TypeAlias = "Sequence[Request] | Pause"
Steps: TypeAlias = Generator[Step, list[Outcome], _Result]


@dataclass(frozen=True, slots=True)
class _Ended(Generic[_Result]):
    """The end of one of several operations."""

    result: _Result | None = None
    error: Exception | None = None

    def value(self) -> _Result:
        """Returns the result. Raises the error."""
        if self.error is not None:
            raise self.error
        return cast(_Result, self.result)


def send_all(requests: Sequence[Request]) -> Steps[list[dict[str, Any]]]:
    """Sends the requests side by side and returns the answers, by position.

    Raises the first failure by position, after all requests have ended.
    """
    outcomes = yield requests
    answers: list[dict[str, Any]] = []
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
        answers.append(outcome)
    return answers


def send(request: Request) -> Steps[dict[str, Any]]:
    """Sends one request and returns its answer. Raises its failure."""
    answers = yield from send_all([request])
    return answers[0]


def pause(seconds: float) -> Steps[None]:
    """Waits."""
    yield Pause(seconds)


def _advance(steps: Steps[_Result], outcomes: list[Outcome] | None) -> Step | _Ended[_Result]:
    """Continues an operation with the outcomes of its last step, or begins it."""
    with Caught() as caught:
        return next(steps) if outcomes is None else steps.send(outcomes)
    if isinstance(caught.error, StopIteration):
        return _Ended(result=caught.error.value)
    return _Ended(error=caught.error)  # together() raises it after all operations have ended


def together(operations: Sequence[Steps[_Result]]) -> Steps[list[_Result]]:
    """Carries operations out side by side and returns their results, by position.

    The requests of all operations are sent together, step by step. Raises the first error by
    position, after all operations have ended.
    """
    states: list[Step | _Ended[_Result]] = [_advance(one, None) for one in operations]
    while True:
        sending = [(i, one) for i, one in enumerate(states) if isinstance(one, Sequence)]
        waiting = [(i, one) for i, one in enumerate(states) if isinstance(one, Pause)]
        if sending:
            outcomes = yield [request for _, step in sending for request in step]
            begin = 0
            for i, step in sending:
                states[i] = _advance(operations[i], outcomes[begin : begin + len(step)])
                begin += len(step)
        elif waiting:
            yield Pause(max(one.seconds for _, one in waiting))
            for i, _ in waiting:
                states[i] = _advance(operations[i], [])
        else:
            return [one.value() for one in states if isinstance(one, _Ended)]
