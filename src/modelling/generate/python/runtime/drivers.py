"""Carry the steps of an operation out, with a client that waits or one that is awaited.

Requests that an operation sends side by side run in threads, or as tasks of the event loop.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from .caught import Caught
from .lost_answer import await_client, call_client
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


async def _outcome_async(client: object, request: Request) -> Outcome:
    answer: dict[str, object] = {}
    with Caught() as caught:
        answer = await await_client(client, request.method, request.parameters)
    return answer if caught.error is None else caught.error


async def _carry_out_async(client: object, step: Step) -> list[Outcome]:
    if isinstance(step, Pause):
        await asyncio.sleep(step.seconds)
        return []
    if len(step) == 1:
        return [await _outcome_async(client, step[0])]
    return list(await asyncio.gather(*(_outcome_async(client, request) for request in step)))


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
    """Does the same with a client whose methods are coroutines."""
    try:
        step = next(steps)
        while True:
            step = steps.send(await _carry_out_async(client, step))
    except StopIteration as end:
        result: _Result = end.value
        return result
