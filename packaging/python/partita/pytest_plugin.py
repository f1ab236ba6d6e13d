"""Fixtures for pytest, which finds this module by itself once the package is installed.

partita_server   a server in memory, which the first test that uses it starts. Each worker of pytest-xdist has its own
partita          an account of its own for each test (partita.Account). Meanwhile the environment leads every AWS SDK to it
dynamodb         boto3's client of that account
dynamodb_resource, dynamodb_streams   likewise

With --partita-endpoint URL the tests use a server that runs already, such as one in a container. Faults, clocks and forget()
then need --partita-admin-socket PATH.
"""

import pytest

from partita.server import Account, Server


def pytest_addoption(parser):
    group = parser.getgroup("partita", "a database with the API of Amazon DynamoDB")
    group.addoption("--partita-endpoint", metavar="URL", help="use this server in place of one that the run starts")
    group.addoption("--partita-admin-socket", metavar="PATH", help="the --admin-socket of that server")
    parser.addini("partita_options", "further options of partita serve", type="args", default=[])


class _OtherServer:
    """A server that others have started, with the members of partita.Server that tests use."""

    def __init__(self, endpoint_url, admin_socket):
        self.endpoint_url, self.admin_socket = endpoint_url, admin_socket

    def account(self):
        return Account(self.endpoint_url, self.admin_socket)


@pytest.fixture(scope="session")
def partita_server(pytestconfig):
    options = pytestconfig.option
    if options.partita_endpoint:
        yield _OtherServer(options.partita_endpoint, options.partita_admin_socket)
    else:
        with Server(*pytestconfig.getini("partita_options")) as server:
            yield server


@pytest.fixture
def partita(partita_server):
    with partita_server.account() as account, account.in_environment():
        yield account


@pytest.fixture
def dynamodb(partita):
    return partita.client()


@pytest.fixture
def dynamodb_resource(partita):
    return partita.resource()


@pytest.fixture
def dynamodb_streams(partita):
    return partita.client("dynamodbstreams")
