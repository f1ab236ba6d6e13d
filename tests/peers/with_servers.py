"""Runs a program that uses an AWS SDK against servers that verify its signatures, in plain text and then over TLS:
with_servers.py PARTITA COMMAND...

The command finds in its environment

    PARTITA_TEST_ENDPOINT     the server's URL
    PARTITA_CERTIFICATE       the certificate that it must trust, if the URL is https
    PARTITA_TEST_S3           a directory whose folders are the buckets of the server
    PARTITA_TEST_AHEAD        the URL of a server whose clock is an hour ahead, and
    PARTITA_TEST_BEHIND       of one whose clock is an hour behind, both without TLS

and the keys of tests/sdk/run_suites.py are known. Fails if a run fails.
"""

import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "sdk"))

import serving  # noqa: E402
from run_suites import credentials_file  # noqa: E402

# A client that does not trust the certificate ends its handshake. The server logs only a warning for that.
server = functools.partial(serving.server, log_level="error")
servers_of_other_times = functools.partial(serving.servers_of_other_times, log_level="error")

RUN_TIMEOUT_S = 300
# Waiters must wait for something.
TABLE_DELAY_MS = 200


def run(command, way, **places):
    started = time.monotonic()
    done = subprocess.run(command, env={**os.environ, **places}, timeout=RUN_TIMEOUT_S, check=False)
    print(f"-- {way}: exit code {done.returncode} after {time.monotonic() - started:.1f} s", flush=True)
    return done.returncode == 0


def main():
    partita, *command = sys.argv[1:]
    with credentials_file() as credentials:
        options = ["--auth", "keys", "--credentials", str(credentials), "--table-delay", str(TABLE_DELAY_MS)]
        with (
            tempfile.TemporaryDirectory() as buckets,
            server(partita, *options, "--s3", buckets) as url,
            servers_of_other_times(partita, *options) as others,
        ):
            well = run(command, "plain text", PARTITA_TEST_ENDPOINT=url, PARTITA_TEST_S3=buckets, **others)
        with tempfile.TemporaryDirectory() as buckets, server(partita, *options, "--s3", buckets, "--tls-self-signed") as url:
            places = {"PARTITA_CERTIFICATE": os.environ["AWS_CA_BUNDLE"], "PARTITA_TEST_S3": buckets}
            well = run(command, "TLS", PARTITA_TEST_ENDPOINT=url, **places) and well
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
