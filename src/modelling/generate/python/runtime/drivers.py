"""Carry the steps of an operation out, with a client that waits for each answer.

Requests that an operation sends side by side run in threads. The asynchronous driver runs every
request in a thread, so that the event loop is free meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from .caught import Caught
from .lost_answer import call_client
from .steps import Outcome, Pause, Request, Step, Steps

_Result = TypeVar("_Result")

_MOST_THREADS = 32


def _outcome(client: object, request: Request) -> Outcome:
    answer: dict[str, object] = {}
    with Caught() as caught:  # the operation judges the error
        answer = call_client(client, request.method, request.parameters)
    return answer if caught.error is None else caught.error


def _carry_out(client: object, step: Step) -> list[Outcome]:
    if isinstance(step, Pause):
        time.sleep(step.seconds)
        return []
    if len(step) == 1:
        return [_outcome(client, step[0])]
    with ThreadPoolExecutor(min(len(step), _MOST_THREADS)) as threads:
        return list(threads.map(partial(_outcome, client), step))


async def _carry_out_async(client: object, step: Step) -> list[Outcome]:
    if isinstance(step, Pause):
        await asyncio.sleep(step.seconds)
        return []
    calls = [asyncio.to_thread(_outcome, client, request) for request in _requests(step)]
    return list(await asyncio.gather(*calls))


def _requests(step: Sequence[Request]) -> Sequence[Request]:
    return step


def run(client: object, steps: Steps[_Result]) -> _Result:
    """Carries an operation out and returns its result. Raises its error."""
    try:
        step = next(steps)
        while True:
            step = steps.send(_carry_out(client, step))
    except StopIteration as end:
        result: _Result = end.value
        return result


async def run_async(client: object, steps: Steps[_Result]) -> _Result:
    """Does the same without blocking the event loop."""
    try:
        step = next(steps)
        while True:
            step = steps.send(await _carry_out_async(client, step))
    except StopIteration as end:
        result: _Result = end.value
        return result
