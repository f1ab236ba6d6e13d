"""Plays the calls of files of vectors (record_vectors) through the run time.

The client knows the recorded answers. Each call must send the recorded requests, no others, and
give the recorded result.

    python vectors.py [--async] FILE...
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from botocore.exceptions import ClientError

from runtime import drivers
from runtime.attributes import AttributeMap, AttributeValue
from runtime.batch_get import batch_get
from runtime.batch_unfinished import BatchUnfinishedError
from runtime.batch_write import batch_write
from runtime.calls import (
    AbsentValue,
    Change,
    CollectedMember,
    GetRequest,
    Predicate,
    ReadRequest,
    Row,
    RowPage,
    SortRange,
    WriteRequest,
)
from runtime.caught import Caught
from runtime.count import count
from runtime.description import ModelDescription, TableDescription
from runtime.description_json import model_from_json
from runtime.errors import ModelError, WriteRefusedError
from runtime.load import load
from runtime.read import read
from runtime.service_errors import code_of, message_of
from runtime.session import Session, SessionOptions
from runtime.steps import Steps
from runtime.threaded_client import ThreadedClient
from runtime.transact import transact
from runtime.transact_get import transact_get
from runtime.write import write

_Result = TypeVar("_Result")
Driver = Callable[[object, "Steps[Any]"], Any]

# ---- attribute values as JSON


def from_wire(value: Any, name: str = "") -> Any:
    """Returns the form of boto3: bytes are not texts."""
    if isinstance(value, str):
        return base64.b64decode(value) if name == "B" else value
    if isinstance(value, list):
        return [base64.b64decode(one) if name == "BS" else from_wire(one) for one in value]
    if isinstance(value, dict):
        return {key: from_wire(one, key) for key, one in value.items()}
    return value


def _plain(value: Any, name: str) -> Any:
    if isinstance(value, (bytes, bytearray)):
        return base64.b64encode(value).decode()
    if isinstance(value, str):
        return "<id>" if value.startswith("fefefefe-") else value
    if isinstance(value, (list, tuple)):
        elements = [_plain(one, "") for one in value]
        return sorted(elements) if name in ("SS", "NS", "BS") else elements
    if isinstance(value, dict):
        return {key: _plain(one, key) for key, one in value.items()}
    return value


def canonical(value: Any) -> str:
    """Returns equal texts for equal requests: bytes in base64, and sets sorted.

    Ids of writes are all alike.
    """
    return json.dumps(_plain(value, ""), sort_keys=True)


# ---- the client

_MEMBERS = {
    "get_item": "GetItem",
    "query": "Query",
    "put_item": "PutItem",
    "update_item": "UpdateItem",
    "delete_item": "DeleteItem",
    "batch_get_item": "BatchGetItem",
    "batch_write_item": "BatchWriteItem",
    "transact_get_items": "TransactGetItems",
    "transact_write_items": "TransactWriteItems",
}


def client_error(error: dict[str, Any], operation: str) -> ClientError:
    """Returns the error as boto3 raises it."""
    details = {name: from_wire(value, name) for name, value in error.items()}
    code = str(details.pop("__type")).rpartition("#")[2]
    message = str(details.pop("message", details.pop("Message", "")))
    response: Any = {
        "Error": {"Code": code, "Message": message},
        "ResponseMetadata": {"HTTPStatusCode": 400},
        **details,
    }
    return ClientError(response, operation)


class RecordedClient:
    """A client that gives the recorded answers."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._waiting: list[tuple[str, str, dict[str, Any]]] = []
        self._lock = threading.Lock()

    def begin(self, exchanges: list[dict[str, Any]]) -> None:
        """Begins a case."""
        self.faults = []
        self._waiting = [
            (one["operation"], canonical(from_wire(one["request"])), one) for one in exchanges
        ]

    def end(self) -> None:
        """Ends a case."""
        self.faults += [f"not sent: {operation} {text}" for operation, text, _ in self._waiting]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in _MEMBERS:
            raise AttributeError(name)
        return lambda **parameters: self._call(_MEMBERS[name], parameters)

    def _call(self, operation: str, parameters: dict[str, Any]) -> Any:
        text = canonical(parameters)
        with self._lock:
            for at, waiting in enumerate(self._waiting):
                if waiting[:2] == (operation, text):
                    del self._waiting[at]
                    return self._answer(operation, waiting[2])
            self.faults.append(f"unexpected: {operation} {text}")
        raise RuntimeError(f"no answer for {operation}")

    def _answer(self, operation: str, exchange: dict[str, Any]) -> Any:
        if "error" in exchange:
            raise client_error(exchange["error"], operation)
        return from_wire(exchange.get("response", {}))


# ---- calls


def _value(value: Any) -> AttributeValue | None:
    found: AttributeValue | None = from_wire(value)
    return found


def _map(values: list[tuple[str, Any]]) -> AttributeMap:
    return {name: from_wire(value) for name, value in values}


def _predicate(data: dict[str, Any]) -> Predicate:
    return Predicate(
        data["kind"],
        tuple(data.get("path", ())),
        tuple(_value(one) for one in data.get("values", ())),
        tuple(_predicate(one) for one in data.get("children", ())),
        tuple(
            AbsentValue(one["steps"], _value(one.get("value")), one.get("isNull", False))
            for one in data.get("absent", ())
        ),
    )


def _change(data: dict[str, Any]) -> Change:
    ends = data.get("range")
    return Change(
        data["kind"],
        data["field"],
        path=tuple(data.get("path", ())),
        of_element=data.get("ofElement", False),
        value=_value(data.get("value")),
        range=None if ends is None else (int(ends["least"]), int(ends["most"])),
    )


class Player:
    """Plays calls."""

    def __init__(
        self, session: Session, model: ModelDescription, client: RecordedClient, driver: Driver
    ) -> None:
        self._session = session
        self._model = model
        self._client = client
        self._driver = driver
        self._token: str | None = None

    def _table(self, name: str) -> TableDescription:
        return next(table for table in self._model.tables if table.name == name)

    def _read(self, call: dict[str, Any]) -> ReadRequest:
        pattern = self._model.patterns[call["pattern"]]
        asked = from_wire(call.get("range"))
        return ReadRequest(
            table=self._model.tables[pattern.table],
            pattern=pattern,
            values=_map(call["values"]),
            range=None
            if asked is None
            else SortRange(asked["kind"], asked["low"], asked.get("high")),
            take=call.get("take"),
            read_at_most=call.get("readAtMost"),
            after=self._token if "afterLast" in call else None,
            forward=call.get("forward"),
            consistent=call.get("consistent"),
            filter=None if "filter" not in call else _predicate(call["filter"]),
            expired_too=call.get("expiredToo", False),
            one_round=call.get("oneRound", False),
        )

    def _write(self, call: dict[str, Any]) -> WriteRequest:
        table = self._table(call["table"])
        expected = call.get("expectedVersion")
        given: dict[str, AttributeValue | None] = {
            name: _value(value) for name, value in call.get("given", ())
        }
        return WriteRequest(
            kind=call["kind"],
            table=table,
            entity=table.entities[call["entity"]],
            values=_map(call["values"]),
            moved_to=_map(call.get("movedTo", [])),
            changes=tuple(_change(one) for one in call.get("changes", ())),
            given=given,
            read_first=call.get("readFirst", False),
            must_exist=call.get("mustExist", False),
            returns_old=call.get("returnsOld", False),
            expected_version=None if expected is None else int(expected),
            any_version=call.get("anyVersion", False),
            condition=None if "condition" not in call else _predicate(call["condition"]),
        )

    def _gets(self, gets: list[dict[str, Any]]) -> list[GetRequest]:
        requests: list[GetRequest] = []
        for one in gets:
            table = self._table(one["table"])
            entity = table.entities[one["entity"]]
            requests.append(GetRequest(table, entity, _map(one["values"])))
        return requests

    def _row(self, row: Row | None) -> Any:
        if row is None:
            return None
        table = next(one for one in self._model.tables if row.entity in one.entities)
        return {"entity": table.entities.index(row.entity), "attributes": row.attributes}

    def _rows(self, rows: list[Row | None] | list[Row]) -> Any:
        return {"rows": [self._row(row) for row in rows]}

    def _run(self, steps: Steps[_Result]) -> _Result:
        result: _Result = self._driver(self._client, steps)
        return result

    def _page(self, call: dict[str, Any]) -> RowPage:
        request = self._read(call)
        if "members" not in call:
            return self._run(read(self._session, request))
        entities = request.table.entities
        members = [
            CollectedMember(entities[one["entity"]], one["single"]) for one in call["members"]
        ]
        return self._run(load(self._session, request, members))

    def play(self, call: dict[str, Any]) -> Any:
        """Returns the result in the form of the recorded one."""
        session = self._session
        kind = call["call"]
        if kind in ("read", "load"):
            page = self._page(call)
            self._token = page.token
            return {
                **self._rows(page.rows),
                "hasToken": page.token is not None,
                "unreadable": len(page.unreadable),
                "stale": page.cost.stale,
                "requests": page.cost.requests,
            }
        if kind == "count":
            return {"count": self._run(count(session, self._read(call))).count}
        if kind == "batchGet":
            gets = self._gets(call["gets"])
            steps = batch_get(session, gets, call.get("consistent", False))
            return self._rows(self._run(steps).rows)
        if kind == "transactGet":
            return self._rows(self._run(transact_get(session, self._gets(call["gets"]))).rows)
        if kind == "write":
            answer = self._run(write(session, self._write(call["write"])))
            return {
                **({} if answer.row is None else {"row": [self._row(answer.row)]}),
                **({} if answer.old is None else {"old": [self._row(answer.old)]}),
                "requests": answer.cost.requests,
            }
        writes = [self._write(one) for one in call["writes"]]
        self._run((transact if kind == "transact" else batch_write)(session, writes))
        return {}


# ---- the comparison

_REASONS = {
    "NotAsGiven": "ConditionFailed",
    "ConditionFalse": "ConditionFailed",
    "OutOfRange": "ConditionFailed",
}

# The advice of an error is in the words of each language: ": add .read_first()" in C++.
_ADVICE = re.compile(
    r": (add |say |give |name ).*\Z|: set the .*\Z|, or keep the stored value with .*\Z"
    r"|\. Read the first page again .*\Z|: (pt::|a version of ).*\Z"
)


def _describe(error: Exception) -> str:
    if isinstance(error, WriteRefusedError):
        return f"refused {error.reason}"
    if isinstance(error, ModelError):
        return f"wrong {_ADVICE.sub('', str(error))}"
    # The layer in C++ tells the positions beside the error.
    if isinstance(error, BatchUnfinishedError):
        return f"wrong {_ADVICE.sub('', str(error))}"
    return f"error {code_of(error) or type(error).__name__}: {message_of(error)}"


def _expected(error: dict[str, Any]) -> str:
    if error.get("code") == "VersionConflict":
        return "refused VersionConflict"
    refusal = error.get("refusal")
    if refusal is not None:
        return f"refused {_REASONS.get(refusal, refusal)}"
    return f"wrong {_ADVICE.sub('', str(error['message']))}"


def play_case(player: Player, client: RecordedClient, case: dict[str, Any]) -> list[str]:
    """Returns the faults of a case."""
    client.begin(case["exchanges"])
    expected = case["answer"].get("error")
    faults: list[str] = []
    result = ""
    with Caught() as caught:
        result = canonical(player.play(case["call"]))
    if caught.error is not None:
        failure = _describe(caught.error)
        client.end()
        if expected is None:
            return [*client.faults, "".join(traceback.format_exception(caught.error))]
        service = f"error {expected.get('code')}: {expected.get('message')}"
        if failure not in (_expected(expected), service):
            faults.append(f"it fails with: {failure}\n  and not: {_expected(expected)}")
        return [*client.faults, *faults]
    client.end()
    if expected is not None:
        faults.append(f"it succeeds, and should fail: {_expected(expected)}")
    elif result != canonical(from_wire(case["answer"])):
        faults.append(f"result: {result}\n  and not: {canonical(from_wire(case['answer']))}")
    return [*client.faults, *faults]


def _run_async(client: object, steps: Steps[Any]) -> Any:
    return asyncio.run(drivers.run_async(ThreadedClient(client), steps))


def play_file(path: str, driver: Driver, most_shown: int) -> tuple[int, int]:
    """Returns the numbers of cases that passed and that failed."""
    with open(path, encoding="utf-8") as source:
        data = json.load(source)
    client = RecordedClient()
    ids = iter(range(1, sys.maxsize))

    def next_id() -> str:
        return f"fefefefe-{next(ids)}"

    options = SessionOptions(
        page_token_keys=["a key of the vectors"],
        now=lambda: data["nowMs"],
        write_id=next_id,
        request_token=next_id,
    )
    model = model_from_json(json.dumps(data["description"]))
    player = Player(Session(client, options), model, client, driver)
    wrong = 0
    for number, case in enumerate(data["cases"]):
        faults = play_case(player, client, case)
        if not faults:
            continue
        wrong += 1
        if wrong <= most_shown:
            text = "\n  ".join(faults)
            print(f"{path} case {number}: {json.dumps(case['call'])}\n  {text}")
    return len(data["cases"]) - wrong, wrong


def main(arguments: list[str]) -> int:
    """Plays the files."""
    driver: Driver = _run_async if "--async" in arguments else drivers.run
    passed = wrong = 0
    for path in arguments:
        if path != "--async":
            of_file = play_file(path, driver, max(0, 10 - wrong))
            passed += of_file[0]
            wrong += of_file[1]
    print(f"{passed} passed, {wrong} failed")
    return 0 if wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
