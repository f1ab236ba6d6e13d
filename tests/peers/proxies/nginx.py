"""nginx with a configuration of docs/proxies.md, word for word but for ports and paths."""

import contextlib
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs/proxies.md"
NAME = "db.example.com"
START_TIMEOUT_S = 10
STOP_TIMEOUT_S = 10
STREAM_MODULE = pathlib.Path("/usr/lib/nginx/modules/ngx_stream_module.so")

# The configuration around a block of the document.
FRAME = """daemon off;
worker_processes 1;
{module}
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
{block}
"""
HTTP = """http {{
access_log off;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
{block}}}
"""


def program():
    # Debian keeps nginx in a directory that only root's PATH has.
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def documented():
    """The two blocks of the document: TLS that ends in Partita, and TLS that ends in nginx."""
    through, ending = re.findall(r"^```nginx\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    return through, ending


def replaced(block, old, new):
    if old not in block:
        raise ValueError(f"the configuration lacks {old!r}")
    return block.replace(old, new)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def write_certificate(folder):
    """A certificate of NAME, and its key: the paths that a client must trust and a server must have."""
    certificate, key = pathlib.Path(folder) / "tls.crt", pathlib.Path(folder) / "tls.key"
    key.touch(mode=0o600)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-out", certificate, "-keyout", key],
        check=True,
        capture_output=True,
    )
    return certificate, key


@contextlib.contextmanager
def nginx(block, backend_url, certificate=None):
    """Runs nginx with a block of the document, which may have been changed, in front of a server, and yields its URL.
    With a certificate, (path, path of its key), TLS ends in nginx."""
    backend = backend_url.split("//")[1]
    port = free_port()
    block = replaced(block, "listen 443", f"listen 127.0.0.1:{port}")
    with tempfile.TemporaryDirectory(prefix="partita-nginx-") as name:
        folder = pathlib.Path(name)
        # The worker may run as another user, who must be able to read the folder.
        folder.chmod(0o755)
        if certificate:
            block = replaced(block, "127.0.0.1:8000", backend)
            block = replaced(block, f"/etc/ssl/{NAME}.crt", str(certificate[0]))
            block = replaced(block, f"/etc/ssl/{NAME}.key", str(certificate[1]))
            whole = FRAME.format(folder=folder, module="", block=HTTP.format(folder=folder, block=block))
        else:
            block = replaced(block, "127.0.0.1:8443", backend)
            module = f"load_module {STREAM_MODULE};" if STREAM_MODULE.exists() else ""
            whole = FRAME.format(folder=folder, module=module, block=block)
        (folder / "nginx.conf").write_text(whole, encoding="ascii")
        process = subprocess.Popen(
            [program(), "-c", str(folder / "nginx.conf"), "-p", name, "-e", str(folder / "error.log")]
        )
        try:
            wait_until_listening(process, port, folder)
            yield f"https://{NAME}:{port}"
        finally:
            process.terminate()
            process.wait(STOP_TIMEOUT_S)


def wait_until_listening(process, port, folder):
    end = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except ConnectionError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"nginx does not start: {(folder / 'error.log').read_text()}") from None
            time.sleep(0.01)
