"""A reader of the pages: a home, a folder and a shell with the commands that the pages use, and servers in other terminals."""

import contextlib
import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

import page

ROOT = pathlib.Path(__file__).parents[2]
PAGES = page.Pages(ROOT)
LOCAL = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_DEFAULT_REGION": "us-east-1"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Reader(unittest.TestCase):
    """Tests of one page, whose path from the root of the tree is PAGE. Each test has a home of its own, and ports in place of
    8000, 8001 and 8443."""

    PAGE = ""
    maxDiff = None

    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="partita-pages-"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.folder = self.home / "work"
        self.folder.mkdir()
        self.build_dir = os.path.dirname(os.path.abspath(os.environ["PARTITA"]))
        self.ports = {number: free_port() for number in (8000, 8001, 8443)}
        commands = self.home / "bin"
        commands.mkdir()
        for name, variable in {"partita": "PARTITA", "aws": "PARTITA_AWS", "python3": "PARTITA_PYTHON", "node": "PARTITA_NODE"}.items():
            # A link to the Python of an environment would not find its packages.
            (commands / name).write_text(f'#!/bin/sh\nexec "{os.path.abspath(os.environ[variable])}" "$@"\n')
            (commands / name).chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
        self.env = {
            **kept,
            "HOME": str(self.home),
            "TMPDIR": str(self.home),
            "PATH": f"{commands}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "LANG": "C.UTF-8",
            "AWS_PAGER": "",
            "AWS_MAX_ATTEMPTS": "1",
            "PARTITA_PORT": str(self.ports[8000]),
        }

    def take(self, first, language=None):
        """The text of the page's block that begins with `first`."""
        return PAGES.take(self.PAGE, first, language)

    def commands(self, text):
        return commands_of(text)

    def here(self, text):
        """The text with this reader's ports."""
        for number, port in self.ports.items():
            text = re.sub(rf"(127\.0\.0\.1:|localhost:|--port |--console |= ){number}\b", rf"\g<1>{port}", text)
        return text

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.here(text))
        return path

    def shell(self, text, code=0, **env):
        """Runs the commands in one shell, which ends at the first one that fails, and returns their output. `code` is the exit
        code that the last one must have."""
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", self.here(text)],
            cwd=self.folder, env={**self.env, **env}, text=True, timeout=300, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.assertEqual(done.returncode, code, f"{text}\nprints\n{done.stdout}")
        return done.stdout

    def each(self, text, codes=None, **env):
        """Runs each command by itself, and returns the outputs. `codes` has the exit codes of those that do not end with 0, by a
        part of their text."""
        outputs = []
        for command in commands_of(text):
            [code] = [code for part, code in (codes or {}).items() if part in command] or [0]
            outputs.append(self.shell(command, code, **env))
        return outputs

    @contextlib.contextmanager
    def serving(self, command, line="listening on", **env):
        """A command that runs in another terminal until the block ends, from its line with the text `line` on."""
        process = subprocess.Popen(
            ["bash", "-c", f"exec {self.here(command).strip()}"], cwd=self.folder, env={**self.env, **env}, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        try:
            printed = ""
            while line not in printed:
                ready, _, _ = select.select([process.stdout], [], [], 30)
                piece = os.read(process.stdout.fileno(), 65536).decode() if ready else ""
                if not piece:
                    raise AssertionError(f"{command}\ndoes not print '{line}' but\n{printed}")
                printed += piece
            yield printed
        finally:
            process.send_signal(signal.SIGTERM)
            rest, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 0, f"{command}\nends with\n{rest}")


def commands_of(text):
    """The commands of a text, of which one may have several lines."""
    out, command = [], ""
    for line in text.split("\n"):
        command += line + "\n"
        if line.endswith("\\") or subprocess.run(["bash", "-n", "-c", command], capture_output=True).returncode != 0:
            continue
        if command.strip() and not command.strip().startswith("#"):
            out.append(command.strip())
        command = ""
    if command.strip():
        raise AssertionError(f"not a command: {command}")
    return out


def shown_command(text):
    """The command and the output of an example that begins with `$ `."""
    command, _, output = text.partition("\n")
    return command.removeprefix("$ "), output
