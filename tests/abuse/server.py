"""The server under attack, and requests as bytes."""

import datetime
import hashlib
import hmac
import json
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess

MB = 1 << 20

CREDENTIALS = "[owner]\naws_access_key_id = AKIDOWNER\naws_secret_access_key = {}\n"

SIGNED = (
    b"Authorization: AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, "
    b"SignedHeaders=host;x-amz-date, Signature=0123\r\nX-Amz-Date: 20260101T000000Z\r\n"
    b"Content-Type: application/x-amz-json-1.0\r\n"
)


def head(operation, length, extra=b""):
    """The head of a request. If `length` is None, the head has no Content-Length."""
    announced = b"" if length is None else b"Content-Length: %d\r\n" % length
    target = b"X-Amz-Target: DynamoDB_20120810." + operation.encode()
    return b"POST / HTTP/1.1\r\nHost: localhost\r\n" + target + b"\r\n" + SIGNED + extra + announced + b"\r\n"


def request(operation, body, extra=b""):
    if not isinstance(body, bytes):
        body = json.dumps(body, separators=(",", ":")).encode()
    if Access.secret:
        return signed(operation, body, Access.secret)
    return head(operation, len(body), extra) + body


def signed(operation, body, secret, key_id="AKIDOWNER"):
    """A request that is signed with this secret (AWS Signature Version 4)."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    scope = f"{now[:8]}/us-east-1/dynamodb/aws4_request"
    target = "DynamoDB_20120810." + operation
    names = "host;x-amz-date;x-amz-target"
    canonical = f"POST\n/\n\nhost:localhost\nx-amz-date:{now}\nx-amz-target:{target}\n\n{names}\n" + sha256(body)
    key = b"AWS4" + secret.encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    text = f"AWS4-HMAC-SHA256\n{now}\n{scope}\n" + sha256(canonical.encode())
    signature = hmac.digest(key, text.encode(), "sha256").hex()
    return (
        f"POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: {target}\r\nX-Amz-Date: {now}\r\n"
        f"Authorization: AWS4-HMAC-SHA256 Credential={key_id}/{scope}, SignedHeaders={names}, Signature={signature}\r\n"
        f"Content-Type: application/x-amz-json-1.0\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Access:
    """How connections reach the server, and how requests are signed. Both are empty for a server without access control."""

    tls = None  # the context of TLS
    secret = None  # of the key AKIDOWNER


class Connection:
    """One blocking connection. Only a server that hangs reaches its time limit."""

    def __init__(self, port, patience_s=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience_s)
        if Access.tls:
            self.socket = Access.tls.wrap_socket(self.socket, server_hostname="localhost")
        self.buffer = b""

    def send(self, data):
        """Sends all bytes. Returns False if the server has closed the connection, which it may do."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def send_some(self, data):
        """Sends as many bytes as go without waiting, and returns their number, or None if the server has closed the
        connection."""
        self.socket.setblocking(False)
        sent = 0
        try:
            while sent < len(data):
                sent += self.socket.send(data[sent : sent + MB])
        except (BlockingIOError, ssl.SSLWantWriteError):
            pass
        except OSError:
            return None
        finally:
            self.socket.settimeout(60)
        return sent

    def read(self):
        """Status and body of the next answer; (0, b"") if none comes."""
        try:
            while b"\r\n\r\n" not in self.buffer:
                got = self.socket.recv(65536)
                if not got:
                    return 0, b""
                self.buffer += got
            answer_head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            length = int(re.search(rb"Content-Length: (\d+)", answer_head)[1])
            parts, have = [self.buffer], len(self.buffer)
            while have < length:
                got = self.socket.recv(1 << 18)
                if not got:
                    return 0, b""
                parts.append(got)
                have += len(got)
            body = b"".join(parts)
            self.buffer = body[length:]
            return int(answer_head.split(b" ", 2)[1]), body[:length]
        except OSError:
            return 0, b""

    def exchange(self, data):
        self.send(data)
        return self.read()

    def call(self, operation, body):
        """The answer of an operation that must succeed."""
        status, answer = self.exchange(request(operation, body))
        if status != 200:
            raise RuntimeError(f"{operation} got {status}: {answer[:300]!r}")
        return json.loads(answer)

    def close(self):
        self.socket.close()


class Server:
    def __init__(self, command, data, memory_limit_mb, with_access=False):
        """With access, the server verifies signatures and speaks TLS, and Access knows how to reach it."""
        access = []
        if with_access:
            Access.secret = os.urandom(16).hex()
            credentials = pathlib.Path(data).with_name("credentials")
            credentials.touch(mode=0o600)
            credentials.write_text(CREDENTIALS.format(Access.secret), encoding="utf-8")
            access = ["--auth", "keys", "--credentials", str(credentials), "--tls-self-signed"]
        self.process = subprocess.Popen(
            [command, "serve", "--data", data, "--port", "0", "--log-level", "error", "--memory-limit", f"{memory_limit_mb}M",
             "--approximate-from", "200", *access],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        first = self.process.stdout.readline()
        named = re.search(r"127\.0\.0\.1:(\d+)", first)
        if not named:
            raise RuntimeError("the server did not start: " + self.process.stderr.read())
        self.port = int(named[1])
        if with_access:
            certificate = re.search(r"certificate: (\S+)", self.process.stdout.readline())[1]
            Access.tls = ssl.create_default_context(cafile=certificate)
        self.neighbour = None  # the well-behaved client beside the attack
        self.patience = 1.0  # factor on the time that attacks stay; 1 in the full form

    def alive(self):
        return self.process.poll() is None

    def memory_mb(self, field):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(field + r":\s+(\d+) kB", status.read())[1]) // 1024

    def forget_peak(self):
        """Resets VmHWM, the kernel's own record of the peak."""
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as clear:
            clear.write("5")

    def metric(self, name):
        connection = Connection(self.port)
        _, body = connection.exchange(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        connection.close()
        found = re.search(rf"^{name} (\S+)$", body.decode(), re.M)
        return float(found[1]) if found else 0.0

    def stop(self):
        """Stops the server. Returns the exit code and the server's stderr."""
        if self.alive():
            self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said


def raise_descriptor_limit(wanted):
    """Raises the limit to `wanted` descriptors, or as near as the system allows, and returns the new limit."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard >= wanted:
        soft = max(soft, wanted)
    else:
        soft = hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


if os.name != "posix":
    raise SystemExit("this needs /proc")
