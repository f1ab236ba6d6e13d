"""The compared programs: their versions, and the commands that start them."""

import subprocess
from dataclasses import dataclass, field

from plan.rows import EXACT


@dataclass(frozen=True)
class Side:
    """A program that answers requests. `commands` maps a durability to a command in which {port} and {data} are left
    open. A side can be measured only with the durabilities for which it has a command."""

    name: str
    version: str
    commands: dict[str, list[str]] = field(default_factory=dict)
    # The URL of an endpoint that runs already.
    url: str | None = None


def partita(program: str) -> Side:
    serve = [program, "serve", "--port", "{port}", "--log-level", "warning"]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    on_disk = [*serve, "--data", "{data}/partita", "--durability"]
    return Side(
        "partita", version, {"memory": [*serve, "--memory"], "sync": [*on_disk, "sync"], "os": [*on_disk, "os"]}
    )


def partita_exact(program: str) -> Side:
    """Partita that compares each search with all vectors of its partition."""
    whole = partita(program)
    return Side(EXACT, whole.version, {"memory": [*whole.commands["memory"], "--approximate-from", "0"]})


def dynoxide(version: str, command: list[str]) -> Side:
    # On a file it runs SQLite with a write-ahead log and SQLite's default, synchronous=FULL, so each commit is fsync'd.
    return Side("dynoxide", version, {"memory": command, "sync": [*command, "--db-path", "{data}/dynoxide.db"]})


def dynalite(version: str, command: list[str]) -> Side:
    # LevelDB syncs writes only if asked to, and dynalite does not ask.
    return Side("dynalite", version, {"memory": command, "os": [*command, "--path", "{data}/dynalite"]})
