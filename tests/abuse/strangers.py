"""Attacks by those who know the address of a server but no key. The server verifies signatures and speaks TLS. Each attack
takes the server and its size, as in attacks.py, and fails if a request of a stranger was answered with success."""

import contextlib
import socket
import ssl
import threading
import time

from means import answered, large_key, many, settle
from server import MB, Access, Connection, head, request, signed

WRONG = "not the secret"
# The fields of a request that carries no signature.
FIELDS = (
    b"Host: localhost\r\nX-Amz-Target: DynamoDB_20120810.DeleteTable\r\nContent-Type: application/x-amz-json-1.0\r\n"
    b"Content-Length: 2\r\n\r\n"
)


@contextlib.contextmanager
def nothing_changes(server):
    """Fails if the large table is another one afterwards."""

    def state():
        connection = Connection(server.port)
        key = {"TableName": "large", "Key": large_key(0), "ProjectionExpression": "pk, sk, n"}
        seen = connection.call("GetItem", key), connection.call("ListTables", {})
        connection.close()
        return seen

    before = state()
    yield
    if state() != before:
        raise AssertionError("a request of a stranger had an effect")


def refusals(server):
    return server.metric("partita_signature_refusals_total")


def delete(secret, key_id="AKIDOWNER"):
    return signed("DeleteTable", b'{"TableName":"large"}', secret, key_id)


def wrong_signatures(server, size):
    """Each of several connections sends refused requests one after the other."""
    count = int(4000 * size)

    def send(data):
        connection = Connection(server.port)
        for _ in range(count):
            status, body = connection.exchange(data)
            if status != 400:
                faults.append(f"got {status}: {body[:200]!r}")
                break
        connection.close()

    faults, before = [], refusals(server)
    old_date = head("DeleteTable", 21) + b'{"TableName":"large"}'
    no_header = b"POST / HTTP/1.1\r\n" + FIELDS + b"{}"
    kinds = [delete(WRONG), delete(WRONG, "AKIDNOBODY"), old_date, no_header]
    with nothing_changes(server):
        threads = [threading.Thread(target=send, args=(data,)) for data in kinds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if faults:
        raise AssertionError(faults[0])
    if refusals(server) - before != count * len(kinds):
        raise AssertionError(f"{refusals(server) - before:.0f} refusals were counted in place of {count * len(kinds)}")


def large_bodies(server, size):
    """Bodies of 16 MB whose signature is wrong, which the server must hash before it knows that."""
    body = b'{"TableName":"large"}' + b" " * (16 * MB - 100)
    for _ in range(int(20 * size) + 2):
        answered(server, signed("DeleteTable", body, WRONG), 1, (400, 413, 503))


def unfinished_bodies(server, size):
    settle(server, many(server, int(64 * size), head("PutItem", 16 * MB) + b" " * (8 * MB)))


def gzip_bombs(server, size):
    """A body that would be 1,000 times as large must not be inflated before its signature is right."""
    import gzip

    body = gzip.compress(b" " * (15 * MB))
    data = signed("PutItem", body, WRONG).replace(b"Content-Length", b"Content-Encoding: gzip\r\nContent-Length")
    for _ in range(int(300 * size) + 5):
        answered(server, data, 1, (400,))


def many_parameters(server, size):
    query = b"&".join(b"X-Amz-%d=%%41" % number for number in range(4000))
    answered(server, b"POST /?" + query + b" HTTP/1.1\r\n" + FIELDS + b"{}", int(300 * size) + 5, (400, 431))


def many_signed_headers(server, size):
    names = [b"x-%05d" % number for number in range(3000)]
    data = delete(WRONG).replace(b"SignedHeaders=", b"SignedHeaders=" + b";".join(names) + b";")
    data = data.replace(b"Content-Type", b"".join(name + b": 1\r\n" for name in names) + b"Content-Type")
    answered(server, data, int(300 * size) + 5, (400, 431))


def replays_of_changed_requests(server, size):
    """A right signature must not fit another operation, body, date or host."""
    right = request("GetItem", {"TableName": "large", "Key": large_key(0)})
    changes = [
        (b".GetItem", b".DeleteItem"),
        (b'"sk":{"N":"0"}', b'"sk":{"N":"1"}'),
        (b"Host: localhost", b"Host: 127.0.0.1"),
        (b"POST / ", b"POST /?a=b "),
        (b"AKIDOWNER", b"AKIDNOBOD"),
    ]
    with nothing_changes(server):
        for before, after in changes:
            if before not in right:
                raise AssertionError(f"the request has no {before!r}")
            answered(server, right.replace(before, after), int(20 * size) + 1, (400,))


def unfinished_handshakes(server, size):
    """Connections that begin TLS and say no more, and some that say nothing at all."""
    hello = client_hello()
    plain = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(int(4000 * size))]
    for number, connection in enumerate(plain):
        with contextlib.suppress(OSError):
            connection.sendall(hello[: len(hello) * (number % 4) // 4])
    settle(server, plain)


def handshake_flood(server, size):
    """Clients that only shake hands. They must not keep others from the server."""
    for _ in range(int(1500 * size)):
        with contextlib.suppress(OSError):
            Connection(server.port).close()


def garbage_instead_of_tls(server, size):
    for data in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\0" * 70_000, b"\x80\x2e\x01\x00\x02", b"\0" * 10_000):
        for _ in range(int(200 * size) + 2):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            with contextlib.suppress(OSError):
                connection.sendall(data)
                while connection.recv(65536):
                    pass
            connection.close()


def old_protocols(server, size):
    """TLS 1.1 and suites without forward secrecy are refused."""
    for limit in ({"maximum_version": ssl.TLSVersion.TLSv1_1}, {"ciphers": "AES128-SHA"}):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = limit.get("maximum_version", ssl.TLSVersion.TLSv1_2)
        context.set_ciphers(limit.get("ciphers", "ALL:@SECLEVEL=0"))
        for _ in range(int(50 * size) + 1):
            plain = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            try:
                context.wrap_socket(plain).close()
            except (ssl.SSLError, OSError):
                continue
            finally:
                plain.close()
            raise AssertionError(f"a handshake with {limit} succeeded")


def cut_requests(server, size):
    """A request whose sender is gone before its end has no effect, with and without the end of TLS."""
    data = request("DeleteTable", {"TableName": "large"})
    with nothing_changes(server):
        for number in range(int(100 * size) + 4):
            connection = Connection(server.port)
            connection.send(data[: -1 - number % 20])
            with contextlib.suppress(OSError):
                if number % 4 == 1:
                    connection.socket.unwrap()
                elif number % 4 == 3:
                    connection.socket.shutdown(socket.SHUT_WR)
            connection.close()
        time.sleep(0.2 * server.patience)


def client_hello():
    """The first message of a handshake."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    session = Access.tls.wrap_bio(incoming, outgoing, server_hostname="localhost")
    with contextlib.suppress(ssl.SSLWantReadError):
        session.do_handshake()
    return outgoing.read()


ALL = [
    wrong_signatures,
    large_bodies,
    unfinished_bodies,
    gzip_bombs,
    many_parameters,
    many_signed_headers,
    replays_of_changed_requests,
    unfinished_handshakes,
    handshake_flood,
    garbage_instead_of_tls,
    old_protocols,
    cut_requests,
]
