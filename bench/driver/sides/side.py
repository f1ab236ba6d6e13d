"""The compared programs: their versions, and the commands that start them."""

import json
import subprocess
from dataclasses import dataclass, field

from plan.rows import EXACT, IAM, KEYS, SIGNED, TLS


@dataclass(frozen=True)
class Side:
    """A program that answers requests. `commands` maps a durability to a command in which {port} and {data} are left
    open. A side can be measured only with the durabilities for which it has a command."""

    name: str
    version: str
    commands: dict[str, list[str]] = field(default_factory=dict)
    # The URL of an endpoint that runs already.
    url: str | None = None
    # The URL of a side that is started here. It may have a key with which the load generator signs.
    url_form: str = "http://127.0.0.1:{port}"
    # The files in the data directory that it needs.
    files: dict[str, str] = field(default_factory=dict)


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


KEY, SECRET = "AKIABENCH", "bench/secret"
URL_WITH_KEY = f"http://{KEY}:{SECRET}@127.0.0.1:{{port}}"
CREDENTIALS = f"[bench]\naws_access_key_id = {KEY}\naws_secret_access_key = {SECRET}\n"


def with_access(program: str) -> list[Side]:
    """Partita that gets signed requests, that verifies them, that also asks 100 statements of a policy, and that speaks
    TLS."""
    whole = partita(program)

    def commands(*options: str) -> dict[str, list[str]]:
        return {durability: [*command, *options] for durability, command in whole.commands.items()}

    keys = commands("--auth", "keys", "--credentials", "{data}/credentials")
    iam = commands("--auth", "iam", "--credentials", "{data}/credentials")
    # A policy may have 6 KB, so the statements are divided.
    names = [f"policy{number}.json" for number in range(4)]
    parts = {name: json.dumps(policy_of(25)) for name in names}
    with_policy = {"credentials": CREDENTIALS + f"policy = {', '.join(names)}\n", **parts}
    encrypted = commands("--tls-self-signed")
    return [
        Side(SIGNED, whole.version, commands(), url_form=URL_WITH_KEY),
        Side(KEYS, whole.version, keys, url_form=URL_WITH_KEY, files={"credentials": CREDENTIALS}),
        Side(IAM, whole.version, iam, url_form=URL_WITH_KEY, files=with_policy),
        Side(TLS, whole.version, encrypted, url_form=URL_WITH_KEY.replace("http:", "https:")),
    ]


def policy_of(statements: int) -> dict:
    """A policy of which the last statement allows what the benchmark does, and half of the others have its actions."""
    others = [
        {
            "Effect": "Allow",
            "Action": ["dynamodb:GetItem", "dynamodb:PutItem"] if number % 2 else "dynamodb:Query",
            "Resource": f"arn:aws:dynamodb:*:*:table/other-{number}",
            "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [f"user-{number}"]}},
        }
        for number in range(statements - 1)
    ]
    all_of_bench = {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}
    return {"Version": "2012-10-17", "Statement": [*others, all_of_bench]}


def dynoxide(version: str, command: list[str]) -> Side:
    # On a file it runs SQLite with a write-ahead log and SQLite's default, synchronous=FULL, so each commit is fsync'd.
    return Side("dynoxide", version, {"memory": command, "sync": [*command, "--db-path", "{data}/dynoxide.db"]})


def dynalite(version: str, command: list[str]) -> Side:
    # LevelDB syncs writes only if asked to, and dynalite does not ask.
    return Side("dynalite", version, {"memory": command, "os": [*command, "--path", "{data}/dynalite"]})
