"""Free ports, and the wait for the first answer of a DynamoDB endpoint."""

import http.client
import socket
import subprocess
import time

HEADERS = {
    "X-Amz-Target": "DynamoDB_20120810.ListTables",
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20260101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=" + 64 * "0",
}
TIMEOUT_S = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    """Whether ListTables is answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("POST", "/", "{}", HEADERS)
        return connection.getresponse().status == 200
    except ConnectionError:
        return False
    finally:
        connection.close()


def wait_for_answer(process: subprocess.Popen, port: int, name: str, pause_s: float = 0.0005) -> None:
    started = time.monotonic()
    while not answers(port):
        if process.poll() is not None or time.monotonic() - started > TIMEOUT_S:
            raise RuntimeError(f"does not answer: {name}")
        time.sleep(pause_s)


def fill_in(command: list[str], port: int, data: str) -> list[str]:
    return [word.replace("{port}", str(port)).replace("{data}", data) for word in command]
