"""Partita: a database with the API of Amazon DynamoDB.

`Server` runs the command of this package. `partita.pytest_plugin` has fixtures for pytest, which pytest finds by itself.
"""

from partita.server import Account, Server, command

__all__ = ["Account", "Server", "command"]
