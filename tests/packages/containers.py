"""The commands and programs of docs/containers.md, with the image and an engine."""

import contextlib
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import threading

import engine
import smoke
from places import refused, run

PAGE = pathlib.Path(__file__).parents[2] / "docs/containers.md"
EXAMPLE = pathlib.Path(__file__).parent / "container_example"
MODEL = pathlib.Path(__file__).parents[2] / "docs/modelling/examples/shop.yml"
KEY = {"TableName": "things", "Key": {"id": {"S": "1"}}}
# The program of the page with its imports. Each prints the address, and stops the container at the end of its input.
AROUND = {
    "python": """import sys
import threading
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HttpWaitStrategy
{program}
    print(endpoint, flush=True)
    sys.stdin.read()
""",
    "js": """import fs from "node:fs";
import {{ GenericContainer, Wait }} from "testcontainers";
{program}
console.log(endpoint);
fs.readFileSync(0);
await partita.stop();
""",
    "java": """import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

class Recipe {{
  public static void main(String[] none) throws Exception {{
{program}
    System.out.println(endpoint);
    System.in.readAllBytes();
    partita.stop();
  }}
}}
""",
    "go": """package recipe

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

func TestRecipe(t *testing.T) {{
	ctx := context.Background()
{program}
	fmt.Println(endpoint)
	io.ReadAll(os.Stdin)
}}
""",
}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def await_line(command, text, env, seconds=60):
    """Waits for a line with `text` of a command that does not end by itself."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env) as process:
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        lines = []
        for line in process.stdout:
            lines.append(line)
            if text in line:
                break
        timer.cancel()
        process.kill()
    if not lines or text not in lines[-1]:
        raise RuntimeError(f"{' '.join(command)}: no line with '{text}': {''.join(lines)}")


class Containers:
    def __init__(self, image, work, version, env):
        self.work, self.version, self.env = work / "containers", version, env
        self.work.mkdir()
        run("docker", "load", "-i", image, env=env)

    @contextlib.contextmanager
    def started(self, *arguments, options=()):
        """A container, by the page's command with another port and without --rm, so that its end can be read."""
        port = free_port()
        name = run("docker", "run", "--detach", "-p", f"127.0.0.1:{port}:8000", *options, f"partita:{self.version}", *arguments,
                   env=self.env).strip()
        self.await_ready(name)
        yield name, f"http://127.0.0.1:{port}"
        run("docker", "stop", name, env=self.env)
        code = run("docker", "inspect", "--format", "{{.State.ExitCode}}", name, env=self.env).strip()
        if code != "0":
            raise RuntimeError(f"the container ended with {code}:\n" + run("docker", "logs", name, env=self.env))

    def await_ready(self, name):
        await_line(["docker", "logs", "--follow", name], "listening on", self.env)

    def await_healthy(self, name):
        await_line(["docker", "events", "--since", "1h", "--filter", f"container={name}", "--filter", "event=health_status"],
                   "health_status: healthy", self.env)

    def commands(self):
        """In memory, with a volume that a second container reads, with a folder of models, and from a container of its network."""
        run("docker", "network", "create", "tests", env=self.env)
        with self.started(options=["--network", "tests", "--name", "partita"]) as (name, url):
            smoke.use(url)
            self.await_healthy(name)
            caller = ["-e", "AWS_REGION=us-east-1", "-e", "AWS_ACCESS_KEY_ID=a", "-e", "AWS_SECRET_ACCESS_KEY=b"]
            shown = run("docker", "run", "--rm", "--network", "tests", *caller, f"partita:{self.version}", "model", "show",
                        "--endpoint", "http://partita:8000", "--table", "things", env=self.env)
            if "things" not in shown:
                raise RuntimeError(f"another container sees {shown}")
        volume = ["-v", "partita:/data"]
        with self.started("--data", "/data", options=volume) as (_, url):
            smoke.use(url)
        with self.started("--data", "/data", options=volume) as (_, url):
            if "Item" not in smoke.call(url, "GetItem", KEY):
                raise RuntimeError("the volume has lost the item")
        models = self.work / "models"
        models.mkdir()
        shutil.copy(MODEL, models)
        # The example has findings, so the exit code is 1.
        refused(["docker", "run", "--rm", "-v", f"{models}:/models", f"partita:{self.version}", "model", "lint", "/models/shop.yml"],
                "/models/shop.yml:11: warning P152", env=self.env)

    def compose(self):
        """The page's compose file, which was written for another image but for the name."""
        [text] = re.findall(r"^    services:\n(?:     .*\n)+", PAGE.read_text(), re.M)
        port = free_port()
        (self.work / "docker-compose.yml").write_text(self.of_version(text).replace("127.0.0.1:8000:", f"127.0.0.1:{port}:"))
        compose = ["docker-compose", "--project-directory", self.work, "--file", self.work / "docker-compose.yml"]
        run(*compose, "up", "--detach", env=self.env)
        [name] = run("docker", "ps", "--quiet", env=self.env).split()
        self.await_ready(name)
        smoke.use(f"http://127.0.0.1:{port}")
        run(*compose, "down", env=self.env)

    def of_version(self, text):
        return re.sub(r"partita:\d+\.\d+\.\d+", f"partita:{self.version}", text)

    def recipe(self, language):
        [program] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.S)
        return AROUND[language].format(program=self.of_version(program))

    def use_program(self, command, **popen):
        """The program prints the address of a server, and ends with its input."""
        process = subprocess.Popen([*map(str, command)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   **popen)
        try:
            smoke.use(smoke.first_line(process, 120).strip())
            _, errors = process.communicate(timeout=60)
            if process.returncode != 0:
                raise RuntimeError(f"{command}: exit code {process.returncode}: {errors}")
        finally:
            process.kill()
            process.wait()
        left = run("docker", "ps", "--quiet", env=self.env).split()
        if left:
            raise RuntimeError(f"{command} leaves its container behind")

    def python(self):
        venv, program = self.work / "venv", self.work / "recipe.py"
        run(sys.executable, "-m", "venv", venv)
        run(venv / "bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "testcontainers>=4.13")
        program.write_text(self.recipe("python"))
        self.use_program([venv / "bin/python", "-W", "error::DeprecationWarning:__main__", program], env=self.env)

    def javascript(self):
        project = self.work / "js"
        project.mkdir()
        shutil.copy(EXAMPLE / "package.json", project)
        run("npm", "install", "--no-audit", "--no-fund", cwd=project, env=self.env)
        (project / "recipe.mjs").write_text(self.recipe("js"))
        self.use_program(["node", "recipe.mjs"], cwd=project, env=self.env)

    def java(self):
        project = self.work / "java"
        source = project / "src/main/java/Recipe.java"
        source.parent.mkdir(parents=True)
        shutil.copy(EXAMPLE / "pom.xml", project)
        source.write_text(self.recipe("java"))
        run("mvn", "--quiet", "--batch-mode", f"-Dmaven.repo.local={self.work / 'maven'}", "compile", "dependency:copy-dependencies",
            cwd=project, env=self.env)
        self.use_program(["java", "-cp", "target/classes:target/dependency/*", "Recipe"], cwd=project, env=self.env)

    def go(self):
        project = self.work / "go"
        project.mkdir()
        shutil.copy(EXAMPLE / "go.mod", project)
        (project / "recipe_test.go").write_text(self.recipe("go"))
        run("go", "test", "-c", "-o", "recipe", ".", cwd=project, env={**self.env, "GOFLAGS": "-mod=mod"})
        self.use_program(["./recipe", "-test.run", "TestRecipe"], cwd=project, env=self.env)


PARTS = ["commands", "compose", "python", "javascript", "java", "go"]


def carry_out(image, work, version):
    with engine.docker(work) as env:
        containers = Containers(image, work, version, env)
        for part in PARTS:
            getattr(containers, part)()
