"""Tests the packages that `partita model gen python` writes.

1. Types: the packages of many models pass mypy --strict, pyright (strict) and ruff, and have the layout of ruff.
2. Vectors: the model layer of C++ records random calls on the same models, and the library must send the same requests and give the
   same results, synchronously and as coroutines.
3. Refused: each program in refused/ must not pass mypy and pyright, with the messages that its first lines say, and the run time
   refuses it with the error of the third line. A program that only the types refuse ends because its request is sent.
4. Shop: programs use the package of shop.yaml on a server, with boto3 and with aiobotocore, and so do the program of
   docs/modelling/python.md and the service of examples/python.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "sdk"))

from models import models  # noqa: E402
from serving import server  # noqa: E402

RUNTIME = ROOT / "src/modelling/generate/python/runtime"


class Suites:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(options.work).resolve()
        self.bin = self.work / "venv/bin" if options.bin is None else pathlib.Path(options.bin).resolve()
        self.models = models() + (self.designed() if options.designs else [])
        self.failed = False

    def designed(self):
        """The models that Partita designs for the questions of examples/design."""
        folder = self.fresh("designs")
        for questions in sorted(ROOT.glob("examples/design/*.yaml")):
            command = [self.options.partita, "model", "design", str(questions), "-o", str(folder / questions.stem)]
            subprocess.run(command, capture_output=True, check=True)
        return sorted(folder.glob("*/model.yaml"))

    def tool(self, name, *arguments, folder=None, environment=None):
        variables = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        return subprocess.run(
            [str(self.bin / name), *map(str, arguments)],
            cwd=folder or self.work,
            capture_output=True,
            text=True,
            check=False,
            env={**variables, "AWS_DEFAULT_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", **(environment or {})},
        )

    def pyright(self, *arguments, folder):
        return self.tool("pyright", "--project", ".", "--pythonpath", self.bin / "python", *arguments, folder=folder)

    def report(self, name, passed, failed, output=""):
        with open(self.options.results, "a", encoding="utf-8") as results:
            results.write(f"{passed} {failed} 0 languages_python_{name}\n")
        print(f"-- languages_python_{name}: {passed} passed, {failed} failed", flush=True)
        if failed:
            self.failed = True
            print(output[-6000:], flush=True)

    def fresh(self, name):
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copy(HERE / "python/pyproject.toml", folder)
        return folder

    def generate(self, model, folder):
        made = subprocess.run(
            [self.options.partita, "model", "gen", "python", str(model), "-o", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"{model}: {made.stdout}{made.stderr}")

    def report_tools(self, name, passed, runs):
        failures = [f"{run.args}\n{run.stdout}{run.stderr}" for run in runs if run.returncode]
        self.report(name, 0 if failures else passed, len(failures), "\n".join(failures))

    def types(self):
        """All packages in one run of each checker, which reads the library once."""
        folder = self.fresh("packages")
        packages = []
        for number, model in enumerate(self.models):
            package = folder / f"all/m{number}"
            self.generate(model, package)
            packages.append(package)
            if number > 0:
                shutil.rmtree(package / "runtime")
        own = [*(HERE / "python").rglob("*.py"), *(ROOT / "examples/python").rglob("*.py")]
        runs = [self.tool("ruff", "format", "--check", "all", *own, folder=folder)]
        runs.append(self.tool("ruff", "check", "all", *own, folder=folder))
        (folder / "all/__init__.py").touch()
        for package in packages[1:]:
            for file in package.glob("*.py"):
                text = file.read_text(encoding="utf-8")
                file.write_text(re.sub(r"^from \.runtime\b", "from ..m0.runtime", text, flags=re.MULTILINE), encoding="utf-8")
        runs.append(self.tool("mypy", "all", folder=folder))
        runs.append(self.pyright("all", folder=folder))
        program = "import importlib, sys\nfor one in sys.argv[1:]: importlib.import_module(one)"
        runs.append(self.tool("python", "-c", program, *(f"all.{package.name}" for package in packages), folder=folder))
        self.report_tools("types", len(packages), runs)

    def vectors(self):
        folder = self.fresh("vectors")
        shutil.copytree(RUNTIME, folder / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(HERE / "python/vectors.py", folder)
        files = []
        for number, model in enumerate(self.models):
            command = [self.options.record, model, str(self.options.seed), str(self.options.calls)]
            recorded = subprocess.run(command, capture_output=True, check=False)
            if recorded.returncode:
                return self.report("vectors", 0, 1, f"{model}: {recorded.stderr.decode()}")
            files.append(folder / f"{number}.json")
            files[-1].write_bytes(recorded.stdout)
        passed = failed = 0
        for form in ([], ["--async"]):
            played = self.tool("python", "vectors.py", *form, *files, folder=folder)
            counts = re.search(r"^(\d+) passed, (\d+) failed$", played.stdout, re.MULTILINE)
            if not counts:
                return self.report("vectors", 0, 1, played.stdout + played.stderr)
            passed, failed = passed + int(counts.group(1)), failed + int(counts.group(2))
        return self.report("vectors", passed, failed, played.stdout)

    def refused(self):
        folder = self.fresh("refused_programs")
        self.generate(HERE / "shop.yaml", folder / "shop")
        shutil.copytree(HERE / "python/refused", folder / "refused")
        shutil.copy(HERE / "python/silent.py", folder)
        found = {"mypy": {}, "pyright": {}}
        for line in self.tool("mypy", "refused", folder=folder).stdout.splitlines():
            if match := re.match(r"refused/(\w+)\.py:\d+: error: (.*)", line):
                found["mypy"].setdefault(match.group(1), []).append(match.group(2))
        checked = self.pyright("--outputjson", "refused", folder=folder)
        for one in json.loads(checked.stdout)["generalDiagnostics"]:
            found["pyright"].setdefault(pathlib.Path(one["file"]).stem, []).append(one["message"])
        passed, failures = 0, []
        for program in sorted(folder.glob("refused/*.py")):
            head = program.read_text(encoding="utf-8").splitlines()
            faults = []
            for line, tool in zip(head, found, strict=False):
                wanted = line.removeprefix(f"# refused by {tool}: ")
                messages = "\n".join(found[tool].get(program.stem, ["it passes"]))
                if wanted == line or wanted not in messages:
                    faults.append(f"{tool}: {messages}\n  and not: {wanted}")
            faults += self.refused_at_run_time(program, head[2])
            passed += not faults
            failures += [f"{program.name}: {fault}" for fault in faults]
        self.report("refused", passed, len(failures), "\n".join(failures))

    def refused_at_run_time(self, program, line):
        wanted = line.removeprefix("# at run time: ")
        if wanted == line:
            return [f"the third line says the error of the run time, and not {line}"]
        ran = self.tool("python", "-m", f"refused.{program.stem}", folder=program.parent.parent)
        return [] if wanted in ran.stderr else [f"run time: {ran.stderr[-600:] or 'it ends'}\n  and not: {wanted}"]

    def page(self):
        """The program of the page docs/modelling/python.md."""
        folder = self.fresh("page_program")
        self.generate(HERE / "shop.yaml", folder / "shop")
        page = (ROOT / "docs/modelling/python.md").read_text(encoding="utf-8")
        program = "".join(re.findall(r"```py\n(.*?)```", page, re.DOTALL))
        with server(self.options.partita) as endpoint:
            (folder / "page.py").write_text(program.replace("http://127.0.0.1:8000", endpoint), encoding="utf-8")
            checked = self.pyright("page.py", folder=folder)
            ran = self.tool("python", "page.py", folder=folder)
        is_right = ran.returncode == 0 and ran.stdout == "ada 1250\n" and checked.returncode == 0
        return self.report("page", int(is_right), int(not is_right), checked.stdout + ran.stdout + ran.stderr)

    def example(self):
        """The service of examples/python, with its tests on the fixtures of the package for Python."""
        folder = self.fresh("example")
        shutil.copytree(ROOT / "examples/python", folder, dirs_exist_ok=True)
        self.generate(folder / "model.yaml", folder / "shop")
        typed = ["main.py", "service.py", "ulids.py"]
        checks = [self.tool("mypy", *typed, folder=folder), self.pyright(*typed, folder=folder)]
        environment = {
            "PARTITA_COMMAND": str(pathlib.Path(self.options.partita).resolve()),
            "PYTHONPATH": str(ROOT / "packaging/python"),
        }
        ran = self.tool("python", "-m", "unittest", folder=folder, environment=environment)
        count = re.search(r"^Ran (\d+) tests?", ran.stderr, re.MULTILINE)
        failures = [f"{run.stdout}{run.stderr}" for run in (*checks, ran) if run.returncode]
        return self.report("example", int(count.group(1)) if count and not failures else 0, len(failures), "\n".join(failures))

    def shop(self):
        folder = self.fresh("shop_program")
        self.generate(HERE / "shop.yaml", folder / "shop")
        self.generate(HERE / "notes.yaml", folder / "notes")
        for name in ("fixtures.py", "test_shop.py", "test_aio.py", "test_values.py", "test_lost_answers.py", "test_search.py"):
            shutil.copy(HERE / "python" / name, folder)
        checks = [self.tool("mypy", ".", folder=folder), self.pyright(folder=folder)]
        with server(self.options.partita) as endpoint:
            ran = self.tool("python", "-m", "unittest", folder=folder, environment={"PARTITA_TEST_ENDPOINT": endpoint})
        count = re.search(r"^Ran (\d+) tests?", ran.stderr, re.MULTILINE)
        failures = [f"{run.stdout}{run.stderr}" for run in (*checks, ran) if run.returncode]
        return self.report("shop", int(count.group(1)) if count and not failures else 0, len(failures), "\n".join(failures))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("partita", "record", "work", "results"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--bin", help="the folder of the tools, if it is not that of tests/languages/install")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=150)
    parser.add_argument("--designs", action="store_true", help="also the designs of examples/design, which take a while")
    names = ["types", "vectors", "refused", "page", "example", "shop"]
    parser.add_argument("--only", choices=names, action="append", help="this suite; it can be repeated")
    options = parser.parse_args()
    suites = Suites(options)
    for name in options.only or names:
        getattr(suites, name)()
    return 1 if suites.failed else 0


sys.exit(main())
