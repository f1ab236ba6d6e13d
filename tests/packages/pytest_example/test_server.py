"""The server of the fixtures under the conditions of other projects: faults that are logged, settings and
directories of the environment, processes that are forked or killed, workers that need no server."""

import email
import importlib.metadata
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

import pytest
from botocore.exceptions import ClientError

import partita as package
from partita.server import PartitaError

TABLE = {
    "TableName": "things",
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
}


@pytest.fixture
def temporary(monkeypatch):
    """A directory of this test for the directories of its servers, with a short path."""
    with tempfile.TemporaryDirectory(prefix="t-", dir="/tmp") as directory:
        monkeypatch.setenv("TMPDIR", directory)
        monkeypatch.setattr(tempfile, "tempdir", None)
        yield pathlib.Path(directory)
        monkeypatch.undo()


def wait_for_end(pid):
    """Waits until a process that is not a child has ended."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    with open(process):
        assert select.select([process], [], [], 10)[0]


def pytest_in(directory, files, *arguments, **environment):
    for name, text in files.items():
        (directory / name).write_text(text)
    # The plugin of an outer run would take the inner one for one of its workers.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=directory,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
    )


def test_a_server_that_logs_goes_on(partita):
    client = partita.client()
    client.create_table(**TABLE)
    partita.faults({"operations": ["PutItem"], "error": "InternalServerError"})
    for _ in range(2):
        with pytest.raises(ClientError, match="InternalServerError"):
            partita.client(config=no_retries()).put_item(TableName="things", Item={"id": {"S": "1"}})
    partita.faults()
    client.put_item(TableName="things", Item={"id": {"S": "1"}})


def no_retries():
    from botocore.config import Config

    return Config(retries={"total_max_attempts": 1})


def test_settings_of_other_servers_have_no_influence(monkeypatch, tmp_path):
    for name in ("HOST=0.0.0.0", "AUTH=keys", "TLS_SELF_SIGNED=true", f"DATA={tmp_path}", "CONFIG=/none", "FAULTS=/none", "TABLE_DELAY=60000"):
        monkeypatch.setenv(*f"PARTITA_{name}".split("="))
    with package.Server() as server, server.account() as account:
        account.client().create_table(**TABLE)
        assert account.client().describe_table(TableName="things")["Table"]["TableStatus"] == "ACTIVE"
        assert server.endpoint_url.startswith("http://127.0.0.1:")


def test_a_server_that_does_not_start_says_why(temporary):
    with pytest.raises(PartitaError, match="--no-such-option"):
        package.Server("--no-such-option")
    assert list(temporary.iterdir()) == []


def test_a_server_that_has_died_says_how():
    with package.Server() as server:
        account = server.account()
        os.kill(server._process.pid, signal.SIGKILL)
        server._process.wait()
        with pytest.raises(PartitaError, match="ended with exit code -9.*listening"):
            account.forget()


def test_a_long_path_of_temporary_files(temporary, monkeypatch):
    long = temporary / ("x" * 110)
    long.mkdir()
    monkeypatch.setenv("TMPDIR", str(long))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with package.Server() as server, server.account() as account:
        assert pathlib.Path(server.admin_socket).parent.parent == temporary
        account.faults()


def test_a_server_ends_with_its_object_and_with_the_program(temporary):
    package.Server()
    assert list(temporary.iterdir()) == []
    subprocess.run([sys.executable, "-c", "import partita; server = partita.Server(); raise SystemExit(0)"], check=True)
    assert list(temporary.iterdir()) == []


KILLED = "import os, signal, partita; server = partita.Server(); print(server._process.pid, flush=True); os.kill(os.getpid(), signal.SIGKILL)"


def test_what_a_killed_process_leaves_is_removed(temporary):
    pid = int(subprocess.run([sys.executable, "-c", KILLED], stdout=subprocess.PIPE).stdout)
    [left] = temporary.iterdir()
    wait_for_end(pid)
    foreign = temporary / "partita-fixtures-foreign"
    foreign.mkdir()
    with package.Server() as server:
        own = pathlib.Path(server.admin_socket).parent
        assert left.exists(), "a young directory may belong to a server of another container that starts"
        for directory in (left, foreign, own):
            os.utime(directory, (1, 1))
        with package.Server():
            assert not left.exists()
            assert own.exists() and foreign.exists()


def test_a_forked_process_does_not_keep_the_server(temporary):
    server = package.Server()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writer)
        os.read(reader, 1)
        os._exit(0)
    process = server._process
    began = time.monotonic()
    server.close()
    took = time.monotonic() - began
    os.close(writer)
    os.waitpid(child, 0)
    assert process.returncode == 0 and took < 5


def test_a_forked_process_cannot_end_the_server():
    with package.Server() as server, server.account() as account:
        account.client().create_table(**TABLE)
        child = os.fork()
        if child == 0:
            server.close()
            account.__exit__()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        assert account.client().list_tables()["TableNames"] == ["things"]
        account.faults()


FORKING = """
import os, sys

def test_a_child_leaves_as_a_program_does(partita, dynamodb):
    child = os.fork()
    if child == 0:
        sys.exit(0)
    os.waitpid(child, 0)
    partita.faults()

def test_after_it(partita):
    partita.faults()
"""


def test_a_forked_test_that_exits(tmp_path):
    done = pytest_in(tmp_path, {"test_it.py": FORKING})
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("more", [[], ["-n", "2"]])
def test_only_tests_that_use_a_fixture_start_a_server(tmp_path, more):
    files = {"test_it.py": "def test_without(): pass\ndef test_with(partita): pass\n"}
    done = pytest_in(tmp_path, files, *more, PARTITA_COMMAND="/no/such/command")
    assert "1 passed, 1 error" in done.stdout and "/no/such/command" in done.stdout, done.stdout


def test_an_interrupted_run_cleans_up(temporary):
    # A shell that runs this in the background lets it ignore the signal.
    handled = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    text = f"import os, signal\n{handled}\ndef test_it(partita): os.kill(os.getpid(), signal.SIGINT)\n"
    done = pytest_in(temporary, {"test_it.py": text})
    assert "KeyboardInterrupt" in done.stdout and "Error" not in done.stderr, done.stdout + done.stderr
    assert [path for path in temporary.iterdir() if path.name.startswith("partita")] == []


@pytest.fixture(scope="class")
def table(partita_server):
    with partita_server.account() as account:
        account.client().create_table(**TABLE)
        yield account.resource().Table("things")


class TestOneTable:
    @pytest.mark.parametrize("number", [1, 2])
    def test_each_test_of_a_class_has_the_same_table(self, table, number):
        table.put_item(Item={"id": str(number)})
        assert table.scan()["Count"] == number


def test_the_environment_is_as_before(partita_server, monkeypatch):
    monkeypatch.setenv("AWS_PROFILE", "mine")
    monkeypatch.delenv("AWS_ENDPOINT_URL_DYNAMODB", raising=False)
    with partita_server.account() as account, account.in_environment():
        assert "AWS_PROFILE" not in os.environ
        assert os.environ["AWS_ENDPOINT_URL_DYNAMODB"] == account.endpoint_url
    assert os.environ["AWS_PROFILE"] == "mine"
    assert "AWS_ENDPOINT_URL_DYNAMODB" not in os.environ


def test_another_server(tmp_path):
    text = "def test_it(partita, dynamodb): dynamodb.list_tables(); partita.faults()\n"
    with package.Server() as server:
        arguments = ["--partita-endpoint", server.endpoint_url]
        done = pytest_in(tmp_path, {"test_it.py": text}, *arguments, "--partita-admin-socket", server.admin_socket, PARTITA_COMMAND="/none")
        assert done.returncode == 0, done.stdout
        done = pytest_in(tmp_path, {"test_it.py": text}, *arguments, PARTITA_COMMAND="/none")
        assert "no admin socket that is known" in done.stdout, done.stdout


def test_the_readme(tmp_path):
    """The package's description is its README, whose files are run as they are there."""
    message = email.message_from_string(str(importlib.metadata.metadata("partita")))
    readme = message.get_payload() or importlib.metadata.metadata("partita")["Description"]
    files = dict(re.findall(r"```python\n# (\S+)\n(.*?)```", readme, re.DOTALL))
    assert sorted(files) == ["orders.py", "test_catalogue.py", "test_orders.py"]
    done = pytest_in(tmp_path, files)
    assert "4 passed" in done.stdout, done.stdout
