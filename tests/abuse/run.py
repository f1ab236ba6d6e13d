"""Attacks a server and reports its memory and the answers that a well-behaved client got."""

import argparse
import sys
import tempfile

import attacks
import means
import strangers
from neighbour import TABLE, Neighbour
from server import Connection, Server, raise_descriptor_limit

DESCRIPTORS = 12_000


def run_one(server, attack, size, limit_mb):
    """Returns a line of the table, and whether the server withstood the attack."""
    server.forget_peak()
    neighbour = Neighbour(server.port)
    server.neighbour = neighbour
    fault, note = None, None
    try:
        note = attack(server, size)
    except (AssertionError, OSError, RuntimeError) as error:
        fault = str(error) or repr(error)
    answered, failed, worst_s = neighbour.end()
    if not server.alive():
        return f"{attack.__name__:26} the server ended", False
    peak_mb = server.memory_mb("VmHWM")
    if peak_mb > limit_mb:
        fault = fault or f"more than {limit_mb} MB"
    if failed:
        fault = f"{len(failed)} of the neighbour's requests failed, the first: {failed[0]}"
    if note:
        print("  " + note)
    verdict = "withstood" if not fault else "FAILED: " + fault
    return f"{attack.__name__:26} {peak_mb:7} {answered:9} {worst_s * 1000:12.0f}  {verdict}", not fault


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", help="the partita command")
    parser.add_argument("--short", action="store_true", help="a tenth of each attack, for the tests")
    parser.add_argument("--limit", type=int, default=512, metavar="MB", help="the server's memory, 512 MB unless told otherwise")
    parser.add_argument(
        "--strangers", action="store_true", help="attacks without a key, on a server that verifies signatures and speaks TLS"
    )
    parser.add_argument("attack", nargs="*", help="only these")
    arguments = parser.parse_intermixed_args()
    size = 0.1 if arguments.short else 1
    known = strangers.ALL if arguments.strangers else attacks.ALL
    chosen = [attack for attack in known if not arguments.attack or attack.__name__ in arguments.attack]
    unknown = set(arguments.attack) - {attack.__name__ for attack in known}
    if unknown:
        sys.exit(f"there is no attack {', '.join(sorted(unknown))}; there are {', '.join(a.__name__ for a in known)}")
    descriptors = raise_descriptor_limit(DESCRIPTORS)
    if descriptors < DESCRIPTORS and not arguments.short:
        print(f"only {descriptors} descriptors may be open here: fewer idle connections than there should be")

    with tempfile.TemporaryDirectory(prefix="partita-abuse-") as data:
        server = Server(arguments.command, data + "/data", arguments.limit, arguments.strangers)
        server.patience = 0.3 if arguments.short else 1.0
        setup = Connection(server.port)
        means.prepare(setup)
        setup.call("CreateTable", TABLE)
        setup.close()
        print(f"{'attack':26} peak MB  answered  longest wait (ms) of the neighbour")
        withstood = []
        for attack in chosen:
            line, good = run_one(server, attack, size, arguments.limit)
            print(line, flush=True)
            withstood.append(good)
            if not server.alive():
                break
        code, said = server.stop()
        if code != 0:
            print(f"the server ended with {code}: {said[-2000:]}")
    passed = sum(withstood)
    print(f"{passed} of {len(chosen)} attacks withstood within {arguments.limit} MB")
    sys.exit(0 if passed == len(chosen) and code == 0 else 1)


if __name__ == "__main__":
    main()
