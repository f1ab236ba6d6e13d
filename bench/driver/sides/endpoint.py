"""Free ports, and the wait for the first answer of a DynamoDB endpoint."""

import http.client
import socket
import ssl
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


def is_healthy(port: int) -> bool:
    """Whether a server of Partita that demands TLS or signatures says so."""
    for connect in (
        lambda: http.client.HTTPConnection("127.0.0.1", port, timeout=5),
        lambda: http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=ssl._create_unverified_context()),
    ):
        connection = connect()
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return True
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
    return False


def wait_for_answer(process: subprocess.Popen, port: int, name: str, pause_s: float = 0.0005, is_up=answers) -> None:
    started = time.monotonic()
    while not is_up(port):
        if process.poll() is not None or time.monotonic() - started > TIMEOUT_S:
            raise RuntimeError(f"does not answer: {name}")
        time.sleep(pause_s)


def fill_in(command: list[str], port: int, data: str) -> list[str]:
    return [word.replace("{port}", str(port)).replace("{data}", data) for word in command]
