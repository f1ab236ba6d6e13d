"""Starts `partita serve` in memory on a free port, runs the SDK suites against it, and counts their tests. Then does so
once more over TLS, with a certificate that the SDKs are told to trust. The server verifies the signatures of the SDKs,
so every test of the suites is a test of that too. Two further servers have clocks that are wrong.

Appends one line a suite to the results: passed failed skipped name. A suite that cannot run counts as failed.
"""

import argparse
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from serving import server, servers_of_other_times

HERE = pathlib.Path(__file__).parent
SUITE_TIMEOUT_S = 300


# The keys of the suites' clients. test_access.py and access.test.js know the last two.
CREDENTIALS = """
[suites]
aws_access_key_id = local
aws_secret_access_key = local
[another account]
aws_access_key_id = AKIDOTHER
aws_secret_access_key = other
aws_account_id = 222222222222
[temporary]
aws_access_key_id = ASIATEMPORARY
aws_secret_access_key = temporary/secret+
aws_session_token = a/session+token==
[expired]
aws_access_key_id = ASIAEXPIRED
aws_secret_access_key = expired
aws_session_token = token
expires = 2020-01-01T00:00:00Z
"""


@contextlib.contextmanager
def credentials_file():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "credentials"
        path.touch(mode=0o600)
        path.write_text(CREDENTIALS, encoding="utf-8")
        yield path


def run_unittest(folder):
    sys.path.insert(0, str(HERE / folder))
    tests = unittest.TestLoader().discover(str(HERE / folder), top_level_dir=str(HERE / folder))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(tests)
    failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
    skipped = len(result.skipped)
    return max(result.testsRun - failed - skipped, 0), failed, skipped


def run_node(node, folder):
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap"], cwd=folder, capture_output=True, text=True, timeout=SUITE_TIMEOUT_S
    )
    counts = dict(re.findall(r"^# (pass|fail|cancelled|skipped|todo) (\d+)$", done.stdout, re.MULTILINE))
    passed, failed = int(counts.get("pass", 0)), int(counts.get("fail", 0)) + int(counts.get("cancelled", 0))
    if done.returncode != 0:
        print(done.stdout, done.stderr)
        failed = max(failed, 1)
    return passed, failed, int(counts.get("skipped", 0)) + int(counts.get("todo", 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("--partita", "--node", "--javascript", "--results"):
        parser.add_argument(name, required=True)
    arguments = parser.parse_args()

    ways = {"": [], "_tls": ["--tls-self-signed"]}
    suites = {
        "sdk_python": lambda: run_unittest("python"),
        "sdk_javascript": lambda: run_node(arguments.node, arguments.javascript),
        "sdk_cli": lambda: run_unittest("cli"),
    }
    counts = {name + way: (0, 1, 0) for way in ways for name in suites}
    try:
        with credentials_file() as credentials:
            keys = ["--auth", "keys", "--credentials", str(credentials)]
            with servers_of_other_times(arguments.partita, *keys) as others:
                os.environ.update(others, PARTITA_COMMAND=arguments.partita)
                for way, options in ways.items():
                    with (
                        tempfile.TemporaryDirectory() as buckets,
                        server(arguments.partita, *keys, "--s3", buckets, *options) as url,
                    ):
                        # Its folders are the buckets of the server.
                        os.environ["PARTITA_TEST_S3"] = buckets
                        os.environ["PARTITA_TEST_ENDPOINT"] = url
                        for name, run in suites.items():
                            print(f"-- {name}{way}", flush=True)
                            passed, failed, skipped = run()
                            counts[name + way] = (passed, failed or int(passed + skipped == 0), skipped)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        print(f"the SDK tests stopped: {error}")
        counts["sdk_server"] = (0, 1, 0)
    with open(arguments.results, "a", encoding="utf-8") as results:
        for name, numbers in counts.items():
            print(*numbers, name, file=results)
    return any(failed for _, failed, _ in counts.values())


if __name__ == "__main__":
    sys.exit(main())
