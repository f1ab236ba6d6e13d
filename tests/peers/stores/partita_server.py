"""Servers on directories, and the commands, with the keys and the store of the environment."""

import contextlib
import json
import os
import re
import subprocess
import time

import boto3
from botocore.config import Config

STORE = os.environ["PARTITA_TEST_STORE"]
DEADLINE_S = 60
KEYS = dict(
    region_name="us-east-1",
    aws_access_key_id=os.environ["AWS_ACCESS_KEY_ID"],
    aws_secret_access_key=os.environ["AWS_SECRET_ACCESS_KEY"],
)


def s3_client():
    # The checksums that newer SDKs add by themselves are an encoding of their own, which not every store knows.
    plain = Config(s3={"addressing_style": "path"}, request_checksum_calculation="when_required")
    return boto3.client("s3", endpoint_url=STORE, config=plain, **KEYS)


def partita(*arguments, fails=False):
    """All that a command prints, which has to fail if `fails`."""
    done = subprocess.run(
        [os.environ["PARTITA_COMMAND"], *map(str, arguments)], capture_output=True, text=True, timeout=DEADLINE_S * 2, check=False
    )
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{arguments}: exit code {done.returncode}: {done.stdout} {done.stderr}")
    return done.stdout + done.stderr


class Server:
    def __init__(self, process, url, folder):
        self.process, self.url, self.folder = process, url, folder
        self.dynamodb = boto3.client("dynamodb", endpoint_url=url, config=Config(retries={"total_max_attempts": 1}), **KEYS)

    def archive(self):
        socket = self.folder.with_suffix(".sock")
        answer = subprocess.run(
            ["curl", "--silent", "--unix-socket", socket, "http://localhost/archive"], capture_output=True, check=True
        )
        return json.loads(answer.stdout)

    def wait_for_archive(self):
        """Waits until the archive has a base and all changes."""
        wait_until(
            self.archive, lambda state: state["state"] == "current" and state["lag_ms"] == 0 and state["base_complete_ms"] > 0
        )


def wait_until(look, is_there):
    until = time.monotonic() + DEADLINE_S
    while not is_there(seen := look()):
        if time.monotonic() > until:
            raise AssertionError(f"after {DEADLINE_S} s: {seen}")
    return seen


@contextlib.contextmanager
def server(folder, *options):
    """A server whose data are in a folder. Its log is the file of that name that ends in .log."""
    with folder.with_suffix(".log").open("a") as log:
        process = subprocess.Popen(
            [os.environ["PARTITA_COMMAND"], "serve", "--data", folder, "--port", "0", "--durability", "os"]
            + ["--admin-socket", folder.with_suffix(".sock"), *options],
            stdout=subprocess.PIPE, stderr=log, text=True,
        )  # fmt: skip
        try:
            line = process.stdout.readline()
            if not (url := re.search(r"http://\S+", line)):
                raise AssertionError(f"it did not start: {line!r} {folder.with_suffix('.log').read_text()}")
            one = Server(process, url.group(), folder)
            with contextlib.closing(one.dynamodb):
                yield one
        finally:
            process.terminate()
            process.wait(DEADLINE_S)
            process.stdout.close()
