"""Starts a store with the API of S3 on a port of 127.0.0.1, runs the tests with it, and stops it:
with_store.py PARTITA LOG PORT STORE...

LOG gets the output of the store. The keys of the store are in the environment, as the AWS SDKs read them.
"""

import os
import pathlib
import socket
import subprocess
import sys
import time

START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 20
TESTS_TIMEOUT_S = 900
TESTS = pathlib.Path(__file__).resolve().parent / "test_store.py"


def wait_until_listening(process, port):
    end = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the store does not start") from None


def main():
    partita, log, port, *store = sys.argv[1:]
    with open(log, "wb") as output:
        process = subprocess.Popen(store, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    try:
        wait_until_listening(process, int(port))
        places = {"PARTITA_COMMAND": partita, "PARTITA_TEST_STORE": f"http://127.0.0.1:{port}"}
        done = subprocess.run([sys.executable, "-B", TESTS], env={**os.environ, **places}, timeout=TESTS_TIMEOUT_S, check=False)
        return done.returncode
    finally:
        process.terminate()
        process.wait(STOP_TIMEOUT_S)


if __name__ == "__main__":
    sys.exit(main())
