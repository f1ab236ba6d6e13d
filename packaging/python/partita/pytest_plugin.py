"""Fixtures for pytest, which finds this module by itself once the package is installed.

partita_server   a server in memory for the whole run, the same one for all workers of pytest-xdist
partita          an account of its own for each test (partita.Account). Meanwhile the environment leads every AWS SDK to it
dynamodb         boto3's client of that account
dynamodb_resource, dynamodb_streams   likewise

With --partita-endpoint URL the tests use a server that runs already, such as one in a container. Faults and forget() then
need --partita-admin-socket PATH.
"""

import pytest

from partita.server import Account, Server


def pytest_addoption(parser):
    group = parser.getgroup("partita", "a database with the API of Amazon DynamoDB")
    group.addoption("--partita-endpoint", metavar="URL", help="use this server in place of one that the run starts")
    group.addoption("--partita-admin-socket", metavar="PATH", help="the --admin-socket of that server")
    parser.addini("partita_options", "further options of partita serve", type="args", default=[])


class _Place:
    """The place of the server. A worker of pytest-xdist gets it from the process that started the workers."""

    def __init__(self, endpoint_url, admin_socket, server=None):
        self.endpoint_url, self.admin_socket, self._server = endpoint_url, admin_socket, server

    def account(self):
        return Account(self.endpoint_url, self.admin_socket)

    def close(self):
        if self._server is not None:
            self._server.close()


_place = pytest.StashKey()


def _place_of(config):
    if _place not in config.stash:
        options = config.option
        if hasattr(config, "workerinput"):
            config.stash[_place] = _Place(*config.workerinput["partita"])
        elif options.partita_endpoint:
            config.stash[_place] = _Place(options.partita_endpoint, options.partita_admin_socket)
        else:
            server = Server(*config.getini("partita_options"))
            config.stash[_place] = _Place(server.endpoint_url, server.admin_socket, server)
    return config.stash[_place]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    """Called by pytest-xdist for each worker, in the process that starts them."""
    place = _place_of(node.config)
    node.workerinput["partita"] = (place.endpoint_url, place.admin_socket)


def pytest_unconfigure(config):
    if _place in config.stash:
        config.stash[_place].close()


@pytest.fixture(scope="session")
def partita_server(pytestconfig):
    return _place_of(pytestconfig)


@pytest.fixture
def partita(partita_server, monkeypatch):
    account = partita_server.account()
    for name, value in account.environment.items():
        monkeypatch.setenv(name, value)
    # Keys of a session, and profiles, would take the place of the account's.
    for name in ("AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    yield account
    if partita_server.admin_socket is not None:
        account.forget()


@pytest.fixture
def dynamodb(partita):
    return partita.client()


@pytest.fixture
def dynamodb_resource(partita):
    return partita.resource()


@pytest.fixture
def dynamodb_streams(partita):
    return partita.client("dynamodbstreams")
