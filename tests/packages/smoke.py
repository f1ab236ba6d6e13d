"""A server that is started by a command, asked over HTTP as an SDK does, and ended."""

import contextlib
import json
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request


class Failure(Exception):
    pass


def call(endpoint, operation, body):
    """One request of DynamoDB's API, with credentials that nobody verifies."""
    authorization = (
        "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=" + "0" * 64
    )
    request = urllib.request.Request(
        endpoint,
        json.dumps(body).encode(),
        {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": f"DynamoDB_20120810.{operation}",
            "X-Amz-Date": "20260101T000000Z",
            "Authorization": authorization,
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise Failure(f"{operation}: {error.code} {error.read().decode()}") from None


def use(endpoint):
    """Creates a table, puts an item and reads it."""
    call(
        endpoint,
        "CreateTable",
        {
            "TableName": "things",
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        },
    )
    item = {"id": {"S": "1"}, "n": {"N": "1.5"}}
    call(endpoint, "PutItem", {"TableName": "things", "Item": item})
    got = call(endpoint, "GetItem", {"TableName": "things", "Key": {"id": {"S": "1"}}})
    if got.get("Item") != item:
        raise Failure(f"GetItem answered {got}")


def first_line(process, seconds):
    """The first line of the process's output, in which the server names its address."""
    import selectors

    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        if not selector.select(seconds):
            raise Failure(f"no line within {seconds} s")
    line = process.stdout.readline()
    if not line:
        raise Failure("the server did not start: " + process.stderr.read())
    return line


@contextlib.contextmanager
def served(command, seconds=20, **popen):
    """The address of the server that `command` starts. It is ended afterwards, and must then exit with 0."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **popen)
    try:
        line = first_line(process, seconds)
        found = re.search(r"(https?://[^\s]*:\d+)", line)
        if not found:
            raise Failure(f"the first line names no address: {line}")
        yield found.group(1)
        process.send_signal(signal.SIGTERM)
        code = process.wait(timeout=20)
        if code != 0:
            raise Failure(f"exit code {code} after SIGTERM: {process.stderr.read()}")
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def serve_and_use(command, seconds=20, **popen):
    """Starts `command`, which must serve, uses the server, ends it, and returns the seconds until the answer of GetItem."""
    began = time.monotonic()
    with served(command, seconds, **popen) as url:
        use("http://127.0.0.1:" + url.rsplit(":", 1)[1])
        return time.monotonic() - began
