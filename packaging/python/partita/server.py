"""A server of Partita for the time of a program or of tests, and the accounts in it."""

import http.client
import itertools
import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import tempfile

REGION = "us-east-1"


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


class _SocketConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Server:
    """A server in memory on a free port of this machine. It ends with close(), or at the end of a `with` statement, or,
    whatever happens, with this process, because it ends when its stdin does.

    `options` are further options of `partita serve`.
    """

    def __init__(self, *options):
        self._directory = tempfile.mkdtemp(prefix="partita-")
        self.admin_socket = os.path.join(self._directory, "admin.sock")
        arguments = [command(), "serve", "--memory", "--port", "0", "--admin-socket", self.admin_socket, "--exit-with-stdin"]
        self._process = subprocess.Popen(
            [*arguments, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        line = self._process.stdout.readline()
        if "http" not in line:
            problem = self._process.stderr.read().strip()
            self.close()
            raise PartitaError(f"partita serve did not start: {problem or line.strip()}")
        self.endpoint_url = line[line.index("http"):].split()[0].rstrip(",;.")
        # The log of the server is not read, and a full pipe would stop it.
        self._process.stderr.close()
        self._process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the server. Its data is gone."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        shutil.rmtree(self._directory, ignore_errors=True)

    def account(self):
        """An account that no other test uses, so that its tables may have any names."""
        return Account(self.endpoint_url, self.admin_socket)


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
    """

    def __init__(self, endpoint_url, admin_socket=None, id=None, region=REGION):
        self.endpoint_url = endpoint_url
        self.id = id or _new_account_id()
        self.region = region
        self._admin_socket = admin_socket
        self.environment = {
            "AWS_ENDPOINT_URL_DYNAMODB": endpoint_url,
            "AWS_ENDPOINT_URL_DYNAMODB_STREAMS": endpoint_url,
            "AWS_ACCESS_KEY_ID": self.id,
            "AWS_SECRET_ACCESS_KEY": "local",
            "AWS_DEFAULT_REGION": region,
            "AWS_REGION": region,
        }

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
        done = subprocess.run(
            [command(), *map(str, arguments)], env={**os.environ, **self.environment}, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise PartitaError(done.stderr.strip() or done.stdout.strip())
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
        answer = self._admin("PUT", f"/clock?account={self.id}", {"advance_seconds": seconds})
        return json.loads(answer)["ahead_seconds"]

    def forget(self):
        """Drops all tables of the account and its faults, and sets its clock back."""
        self._admin("DELETE", f"/accounts/{self.id}")

    def _admin(self, method, path, body=None):
        if self._admin_socket is None:
            raise PartitaError("the server was not started by partita.Server, so it has no admin socket that is known")
        connection = _SocketConnection(self._admin_socket)
        try:
            connection.request(method, path, None if body is None else json.dumps(body))
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status >= 300:
            raise PartitaError(text.strip())
        return text
