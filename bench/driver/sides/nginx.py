"""nginx answers with the bytes with which Partita answers, and so shows the ceiling for one HTTP answer."""

import contextlib
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

from sides.endpoint import free_port
from sides.process import start_process, stop_process

CONFIGURATION = """daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  default_type application/x-amz-json-1.0;
  types {{ }}
  keepalive_timeout 1h;
  keepalive_requests 1000000000;
  client_body_in_single_buffer on;
  client_body_buffer_size 64k;
  open_file_cache max=100;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
{servers}}}
"""
# nginx answers a POST with a file only if the file is the page of an error.
SERVER = """  server {{
    listen 127.0.0.1:{port};
    root {folder}/{workload};
{headers}    location = / {{ error_page 405 =200 /answer; return 405; }}
    location = /answer {{ }}
  }}
"""
# `return` needs no file, but takes at most 4 KB.
SMALL_SERVER = """  server {{
    listen 127.0.0.1:{port};
{headers}    location = / {{ return 200 '{body}'; }}
  }}
"""
OWN_HEADERS = {"server", "date", "content-type", "content-length", "connection", "transfer-encoding"}


def program() -> str | None:
    # Debian keeps nginx in a directory that only root's PATH has.
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def version() -> str:
    return subprocess.run([program(), "-v"], capture_output=True, text=True, check=True).stderr.strip().split("/")[-1]


def server_block(workload: str, port: int, answer: bytes, folder: pathlib.Path) -> str:
    head, body = answer.split(b"\r\n\r\n", 1)
    headers = ""
    for line in head.decode("ascii").split("\r\n")[1:]:
        name, value = line.split(":", 1)
        if name.lower() not in OWN_HEADERS:
            headers += f"    add_header {name} '{value.strip()}' always;\n"
    if len(body) < 3000 and not set(b"'$\\") & set(body):
        return SMALL_SERVER.format(port=port, headers=headers, body=body.decode("ascii"))
    (folder / workload).mkdir()
    (folder / workload / "answer").write_bytes(body)
    return SERVER.format(port=port, folder=folder, workload=workload, headers=headers)


@contextlib.contextmanager
def ceiling(answers: dict[str, bytes], core: set[int] | None):
    """Runs nginx with one port for each workload's answer (head and body, unchanged). Yields a map from workload to
    URL."""
    with tempfile.TemporaryDirectory(prefix="partita-bench-nginx-") as name:
        folder = pathlib.Path(name)
        # The worker may run as another user, who must be able to read the folder.
        folder.chmod(0o755)
        ports = {workload: free_port() for workload in answers}
        blocks = "".join(
            server_block(workload, ports[workload], answer, folder) for workload, answer in answers.items()
        )
        configuration = folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, servers=blocks), encoding="ascii")
        process = start_process([program(), "-c", str(configuration), "-p", name], core)
        try:
            for port in ports.values():
                wait_until_listening(process, port)
            yield {workload: f"http://127.0.0.1:{port}" for workload, port in ports.items()}
        finally:
            stop_process(process)


def wait_until_listening(process: subprocess.Popen, port: int) -> None:
    end = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except ConnectionError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("nginx does not start") from None
            time.sleep(0.02)
