"""A server of Partita for the time of a program or of tests, and the accounts in it."""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time
import weakref

REGION = "us-east-1"

_PREFIX = "partita-fixtures-"
_START_SECONDS = 30
# The longest path of a Unix socket, without the zero at its end.
_SOCKET_PATH_BYTES = 107
# A directory younger than this may belong to a server that another container starts at this moment.
_ABANDONED_SECONDS = 10


def command():
    """The path of the `partita` command: PARTITA_COMMAND, otherwise the one of this package, otherwise the one on PATH."""
    named = os.environ.get("PARTITA_COMMAND")
    if named:
        return named
    own = pathlib.Path(__file__).parent / "bin" / "partita"
    if own.exists():
        # An installer may have dropped the permission.
        if not os.access(own, os.X_OK):
            own.chmod(0o755)
        return str(own)
    found = shutil.which("partita")
    if found:
        return found
    raise FileNotFoundError("partita: there is no command in this package, and none on PATH. Set PARTITA_COMMAND to its path")


class PartitaError(Exception):
    """The command or the server refused something, with its reason."""


def _without_settings(environment):
    """The environment without the variables that are settings of `partita`, because those are meant for other servers."""
    return {name: value for name, value in environment.items() if not name.startswith("PARTITA_")}


class _SocketConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _bases():
    """The directories in which a server's directory may be: the usual one, and shorter ones if its path is too long."""
    candidates = [tempfile.gettempdir(), os.environ.get("XDG_RUNTIME_DIR"), "/tmp"]
    unique = dict.fromkeys(os.path.abspath(path) for path in candidates if path)
    rest = f"/{_PREFIX}12345678/admin.sock"
    return [path for path in unique if len(os.fsencode(path + rest)) <= _SOCKET_PATH_BYTES and os.access(path, os.W_OK | os.X_OK)]


def _accepts(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1)
        try:
            connection.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError:
            return True
    return True


def _is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _is_abandoned(directory):
    """Whether the process that made `directory` was killed. The process is looked for, and its server too, because a process
    of another container that shares the directory cannot be seen."""
    found = os.lstat(directory)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or time.time() - found.st_mtime < _ABANDONED_SECONDS:
        return False
    with open(os.path.join(directory, "owner")) as file:
        owner = int(file.read())
    return not _is_alive(owner) and not _accepts(os.path.join(directory, "admin.sock"))


def _remove_abandoned(base):
    with os.scandir(base) as entries:
        paths = [entry.path for entry in entries if entry.name.startswith(_PREFIX)]
    for path in paths:
        # Another process may remove the directory at the same time, and one without a number of its owner stays.
        with contextlib.suppress(OSError, ValueError):
            if _is_abandoned(path):
                shutil.rmtree(path, ignore_errors=True)


def _new_directory():
    bases = _bases()
    if not bases:
        raise PartitaError("there is no directory for the server's socket: set TMPDIR to one that can be written and has a short path")
    for base in bases:
        with contextlib.suppress(OSError):
            _remove_abandoned(base)
    directory = tempfile.mkdtemp(prefix=_PREFIX, dir=bases[0])
    with open(os.path.join(directory, "owner"), "w") as file:
        file.write(f"{os.getpid()}\n")
    return directory


def _end(process, directory, owner):
    """Ends the server and removes its directory. A process that was forked from the owner has a copy of the Server, and no
    right to end it."""
    if os.getpid() != owner:
        return
    if process is not None:
        process.stdin.close()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    shutil.rmtree(directory, ignore_errors=True)


_servers = weakref.WeakSet()


def _leave_servers():
    # The server ends when all copies of the pipe to its stdin are closed.
    for server in list(_servers):
        with contextlib.suppress(OSError):
            server._process.stdin.close()


os.register_at_fork(after_in_child=_leave_servers)


class Server:
    """A server in memory on a free port of this machine. It ends with close(), or at the end of a `with` statement, or with
    this object, or, whatever happens, with this process, because it ends when its stdin does. A process that is forked from
    this one may use the server, and cannot end it.

    `options` are further options of `partita serve`. The variables PARTITA_* of the environment are not settings of this
    server. Raises PartitaError with the server's reason if it does not start.
    """

    def __init__(self, *options):
        path = command()
        self._directory = _new_directory()
        self._process = None
        self._owner = os.getpid()
        self.admin_socket = os.path.join(self._directory, "admin.sock")
        arguments = [path, "serve", "--memory", "--port", "0", "--admin-socket", self.admin_socket, "--exit-with-stdin"]
        try:
            with open(self._file("out"), "wb") as out, open(self._file("log"), "wb") as log:
                # In a session of its own the server does not get the SIGINT of a terminal, so that tests which are interrupted
                # can still clean up.
                self._process = subprocess.Popen(
                    [*arguments, *map(str, options)],
                    stdin=subprocess.PIPE,
                    stdout=out,
                    stderr=log,
                    env=_without_settings(os.environ),
                    start_new_session=True,
                )
            _servers.add(self)
            self.endpoint_url = self._wait_for_endpoint()
        except BaseException:
            _end(self._process, self._directory, self._owner)
            raise
        self._finalizer = weakref.finalize(self, _end, self._process, self._directory, self._owner)

    def _file(self, name):
        return os.path.join(self._directory, name)

    def _text(self, name):
        with contextlib.suppress(OSError), open(self._file(name), errors="replace") as file:
            return file.read()
        return ""

    def _wait_for_endpoint(self):
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            ended = self._process.poll() is not None
            found = re.search(r"https?://[^\s,;]*[^\s,;.](?=.*\n)", self._text("out"))
            if found:
                return found.group()
            if ended:
                raise PartitaError(f"partita serve did not start: {self._reason()}")
            time.sleep(0.002)
        raise PartitaError(f"partita serve did not start within {_START_SECONDS} s: {self._reason()}")

    def _reason(self):
        said = (self._text("log").strip() or self._text("out").strip())[-2000:]
        return said or f"it said nothing, and its exit code is {self._process.poll()}"

    def _end_of_log(self):
        """Why the server has ended, or None if it runs, was closed, or belongs to another process."""
        if os.getpid() != self._owner or not self._finalizer.alive or self._process.poll() is None:
            return None
        return f"the server has ended with exit code {self._process.returncode}: {self._reason()}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the server. Its data is gone."""
        self._finalizer()

    def account(self):
        """An account that no other test uses, so that its tables may have any names."""
        return Account(self.endpoint_url, self.admin_socket, server=self)


_random = random.SystemRandom()
_numbers = itertools.count(_random.randrange(10**9))


def _new_account_id():
    # Of processes that share a server each begins at another place, far enough from the others' by chance.
    return f"{_random.randrange(100, 999)}{next(_numbers) % 10**9:09}"


class Account:
    """An account of a server, with its own tables and streams.

    endpoint_url   the server
    id             the account, 12 digits, which is its access key too
    environment    the variables by which any AWS SDK and the aws command use the account

    At the end of a `with` statement the account's tables are dropped, if the server's admin socket is known.
    """

    def __init__(self, endpoint_url, admin_socket=None, id=None, region=REGION, server=None):
        self.endpoint_url = endpoint_url
        self.id = id or _new_account_id()
        self.region = region
        self._admin_socket = admin_socket
        self._server = server
        self._owner = os.getpid()
        self.environment = {
            "AWS_ENDPOINT_URL_DYNAMODB": endpoint_url,
            "AWS_ENDPOINT_URL_DYNAMODB_STREAMS": endpoint_url,
            "AWS_ACCESS_KEY_ID": self.id,
            "AWS_SECRET_ACCESS_KEY": "local",
            "AWS_DEFAULT_REGION": region,
            "AWS_REGION": region,
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # A process that a test has forked may run to the end of the statement too, while the test still uses the tables.
        if self._admin_socket is not None and os.getpid() == self._owner:
            self.forget()

    @contextlib.contextmanager
    def in_environment(self):
        """A context in which the environment of this process leads every AWS SDK to the account, and boto3.client() and
        boto3.resource() too. Afterwards both are as they were before. Clients that were made before keep their account."""
        # Keys of a session, and profiles, would take the place of the account's.
        changed = {**self.environment, **dict.fromkeys(("AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_PROFILE"))}
        before = {name: os.environ.get(name) for name in changed}

        # boto3's own session, which boto3.client() and boto3.resource() use, keeps the keys and the region of its first use.
        sdk = sys.modules.get("boto3")
        session = getattr(sdk, "DEFAULT_SESSION", None)

        def begin_session(value):
            if "boto3" in sys.modules:
                sys.modules["boto3"].DEFAULT_SESSION = value

        def put(variables):
            for name, value in variables.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value

        put(changed)
        begin_session(None)
        try:
            yield self
        finally:
            put(before)
            begin_session(session)

    def _boto3_arguments(self):
        return {
            "endpoint_url": self.endpoint_url,
            "region_name": self.region,
            "aws_access_key_id": self.id,
            "aws_secret_access_key": "local",
        }

    def client(self, service="dynamodb", **more):
        """boto3's client of `service`, dynamodb or dynamodbstreams."""
        import boto3

        return boto3.client(service, **{**self._boto3_arguments(), **more})

    def resource(self, **more):
        """boto3's resource of dynamodb."""
        import boto3

        return boto3.resource("dynamodb", **{**self._boto3_arguments(), **more})

    def run(self, *arguments):
        """Runs `partita ARGUMENTS...` with the account's environment and returns its output. Raises PartitaError."""
        environment = {**_without_settings(os.environ), **self.environment}
        done = subprocess.run([command(), *map(str, arguments)], env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            # A command that finds something, such as a model's mistakes, prints it as its output and fails.
            raise PartitaError("\n".join(filter(None, (done.stderr.strip(), done.stdout.strip()))))
        return done.stdout

    def create_tables(self, template, **parameters):
        """Creates the tables of a CloudFormation or SAM template, a serverless.yml, or a data model in any format that
        `partita model` reads. `parameters` are those of a template."""
        given = [f"--param={name}={value}" for name, value in parameters.items()]
        return self.run("table", "create", "--from", template, "--endpoint", self.endpoint_url, *given)

    def faults(self, *rules, seed=1):
        """Replaces the account's faults on purpose by these rules (docs/faults.md), such as
        {"operations": ["PutItem"], "error": "ProvisionedThroughputExceededException", "count": 1}. Without rules there are
        no faults."""
        self._admin("PUT", f"/faults?account={self.id}", {"seed": seed, "rules": list(rules)})

    def advance_clock(self, seconds):
        """Sets the account's clock further ahead, a whole number of seconds, and deletes the items that have expired by
        then. Client request tokens and shard iterators age too; stream records do not. Returns by how many seconds the
        clock is ahead now."""
        if not isinstance(seconds, int) or isinstance(seconds, bool) or seconds < 0:
            raise ValueError(f"advance_clock takes a whole number of seconds, and not {seconds!r}: a clock is never set back")
        answer = self._admin("PUT", f"/clock?account={self.id}", {"advance_seconds": seconds})
        return json.loads(answer)["ahead_seconds"]

    def forget(self):
        """Drops all tables of the account and its faults, and sets its clock back."""
        self._admin("DELETE", f"/accounts/{self.id}")

    def _admin(self, method, path, body=None):
        if self._admin_socket is None:
            raise PartitaError("the server was not started by partita.Server, so it has no admin socket that is known; set "
                               "PARTITA_TEST_ADMIN_SOCKET to the path of its --admin-socket")
        connection = _SocketConnection(self._admin_socket)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            answer = connection.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            ended = self._server and self._server._end_of_log()
            raise PartitaError(ended or f"{self._admin_socket}: {error or type(error).__name__}") from error
        finally:
            connection.close()
        if answer.status >= 300:
            raise PartitaError(text.strip())
        return text
