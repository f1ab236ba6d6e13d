"""Servers in memory on free ports, for as long as tests need them."""

import contextlib
import os
import pathlib
import re
import subprocess
import tempfile
import threading

START_TIMEOUT_S = 30
STOP_TIMEOUT_S = 20


@contextlib.contextmanager
def server(partita, *options, log_level="warning", environment=None):
    """Yields the URL of a server with these options that lives as long as the context. `environment` has variables that
    only the server gets. The environment of this process names the certificate of --tls-self-signed."""
    process = subprocess.Popen(
        [partita, "serve", "--memory", "--port", "0", "--log-level", log_level, *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    watchdog = threading.Timer(START_TIMEOUT_S, process.kill)
    watchdog.start()
    try:
        line = process.stdout.readline()
        watchdog.cancel()
        url = re.search(r"https?://\S+", line)
        if not url:
            raise RuntimeError(f"the server did not start; it said: {line!r}")
        if "--tls-self-signed" in options:
            certificate = re.search(r"certificate: (\S+)", process.stdout.readline()).group(1)
            os.environ.update(AWS_CA_BUNDLE=certificate, NODE_EXTRA_CA_CERTS=certificate)
        yield url.group()
        if process.poll() is not None:
            raise RuntimeError(f"the server ended during the tests with exit code {process.returncode}")
    finally:
        watchdog.cancel()
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@contextlib.contextmanager
def servers_of_other_times(partita, *options, log_level="warning"):
    """Yields variables for the environment of a program: PARTITA_TEST_AHEAD and PARTITA_TEST_BEHIND are the URLs of servers whose
    clocks are an hour ahead and an hour behind."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        library = pathlib.Path(folder) / "other_clock.so"
        source = pathlib.Path(__file__).resolve().parent / "other_clock.c"
        subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-o", library, source], check=True)
        urls = {}
        for variable, offset_s in (("PARTITA_TEST_AHEAD", 3600), ("PARTITA_TEST_BEHIND", -3600)):
            clock = {"LD_PRELOAD": str(library), "PARTITA_TEST_CLOCK_OFFSET_S": str(offset_s)}
            urls[variable] = stack.enter_context(server(partita, *options, log_level=log_level, environment=clock))
        yield urls
