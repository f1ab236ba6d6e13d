"""Tests the packages that `partita model gen go` writes.

1. Vectors: the library must send the requests of the recorded calls (run_typescript.py records them) and give their results.
2. Types: the packages of the same models have the layout of gofmt and pass go vet, and staticcheck if it is installed.
3. Refused: each program in go/refused must not compile, with the message that its first line says.
4. Programs: the tests of go/ use the packages of shop.yaml and of the commerce system on a server; so do the program of
   docs/modelling/go.md and the service of examples/go, with its tests.

Without Go, all suites are counted as skipped.
"""

import argparse
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

MODULE = "partita.example/languages"
CREDENTIALS = {"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}
SUITES = ("vectors", "types", "refused", "programs", "page", "example")


class Suites:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(options.work).resolve()
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        for name in ("go.mod", "go.sum"):
            shutil.copy(HERE / "go" / name, self.work)
        self.failed = False

    def report(self, name, passed, failed, skipped=0, output=""):
        with open(self.options.results, "a", encoding="utf-8") as results:
            results.write(f"{passed} {failed} {skipped} languages_go_{name}\n")
        print(f"-- languages_go_{name}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
        if failed:
            self.failed = True
            print(output[-6000:], flush=True)

    def run(self, *command, environment=None):
        return subprocess.run(
            list(map(str, command)),
            cwd=self.work,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "GOFLAGS": "-mod=readonly", **(environment or {})},
        )

    def generate(self, model, name):
        """Makes the package of the model in a folder of the module."""
        made = self.run(self.options.partita, "model", "gen", "go", model, "-o", self.work / name)
        if made.returncode:
            raise RuntimeError(f"{model}: {made.stdout}{made.stderr}")

    def vectors(self):
        shutil.copytree(ROOT / "src/modelling/generate/go/runtime", self.work / "runtime")
        shutil.copytree(HERE / "go/vectors", self.work / "vectors")
        played = self.run("go", "run", "./vectors", *sorted(pathlib.Path(self.options.vectors).resolve().glob("*.json")))
        counts = re.search(r"^(\d+) passed, (\d+) failed", played.stdout, re.MULTILINE)
        if not counts:
            return self.report("vectors", 0, 1, output=played.stdout + played.stderr)
        return self.report("vectors", *map(int, counts.groups()), output=played.stdout)

    def types(self):
        names = []
        self.generate(HERE / "shop.yaml", "shop")
        for number, model in enumerate(models()):
            name = f"model{number}"
            self.generate(model, name)
            names.append(name)
            # One library is enough for all packages.
            shutil.rmtree(self.work / name / "rt")
            for file in (self.work / name).glob("*.go"):
                file.write_text(file.read_text(encoding="utf-8").replace(f'"{MODULE}/{name}/rt"', f'"{MODULE}/shop/rt"'), encoding="utf-8")
        folders = ["shop", *names]
        layout = self.run("gofmt", "-d", *folders)
        problems = [layout.stdout + layout.stderr] if layout.stdout or layout.returncode else []
        patterns = [f"./{name}/..." for name in folders]
        tools = [("go", "vet")]
        staticcheck = shutil.which("staticcheck") or shutil.which("staticcheck", path=self.run("go", "env", "GOPATH").stdout.strip() + "/bin")
        if staticcheck:
            tools.append((staticcheck,))
        for tool in tools:
            checked = self.run(*tool, *patterns)
            if checked.returncode:
                problems.append(checked.stdout + checked.stderr)
        self.report("types", 0 if problems else len(folders), len(problems), 0 if staticcheck else 1, "\n".join(problems))

    def refused(self):
        if not (self.work / "shop").exists():
            self.generate(HERE / "shop.yaml", "shop")
        programs = sorted((HERE / "go/refused").glob("*.go"))
        for program in programs:
            folder = self.work / "refused" / program.stem
            folder.mkdir(parents=True)
            shutil.copy(program, folder)
        built = self.run("go", "build", "-gcflags=-e", "./refused/...")
        problems = []
        for program in programs:
            message = program.read_text(encoding="utf-8").splitlines()[0].removeprefix("// refused: ")
            errors = [line for line in built.stderr.splitlines() if line.startswith(f"refused/{program.name[:-3]}/")]
            if len(errors) != 1 or message not in errors[0]:
                problems.append(f"{program.name} should be refused with: {message}\n" + "\n".join(errors))
        self.report("refused", len(programs) - len(problems), len(problems), output="\n".join(problems))

    def programs(self):
        if not (self.work / "shop").exists():
            self.generate(HERE / "shop.yaml", "shop")
        self.generate(ROOT / "examples/systems/commerce/model.yaml", "commerce")
        shutil.copytree(HERE / "go/shoptest", self.work / "shoptest")
        shutil.copytree(HERE / "go/commercetest", self.work / "commercetest")
        # The tests of the library are of its own package.
        for file in (HERE / "go/runtime").glob("*.go"):
            shutil.copy(file, self.work / "shop/rt")
        with server(self.options.partita) as endpoint:
            tested = self.run("go", "test", "-count=1", "-v", "./shoptest", "./commercetest", "./shop/rt", environment={"PARTITA_TEST_ENDPOINT": endpoint})
        self.report_tests("programs", tested)

    def page(self):
        """The program of the page docs/modelling/go.md."""
        folder = self.work / "page"
        folder.mkdir()
        page = (ROOT / "docs/modelling/go.md").read_text(encoding="utf-8")
        program = "".join(re.findall(r"```go\n(.*?)```", page, re.DOTALL))
        (folder / "main.go").write_text(program.replace("example.com/app/shop", f"{MODULE}/shop"), encoding="utf-8")
        if not (self.work / "shop").exists():
            self.generate(HERE / "shop.yaml", "shop")
        layout = self.run("gofmt", "-d", "page")
        with server(self.options.partita) as endpoint:
            ran = self.run("go", "run", "./page", environment={**CREDENTIALS, "AWS_ENDPOINT_URL_DYNAMODB": endpoint})
        is_right = ran.returncode == 0 and ran.stdout == "ada 1250\nVersionConflict 1\n" and not layout.stdout
        self.report("page", int(is_right), int(not is_right), output=layout.stdout + ran.stdout + ran.stderr)

    def example(self):
        """The service of examples/go, with its tests on the fixtures of the package for Go."""
        folder = self.work / "example"
        shutil.copytree(ROOT / "examples/go", folder)
        self.generate(folder / "model.yaml", "example/shop")
        for module in ("", "/awsv2"):
            self.run("go", "mod", "edit", "-C", folder, "-replace", f"partita.test/partitatest{module}={ROOT}/packaging/go{module}")
        layout = self.run("gofmt", "-d", "example")
        vetted = self.run("go", "vet", "-C", folder, "./...")
        tested = self.run("go", "test", "-C", folder, "-count=1", "-v", "./...", environment={"PARTITA_COMMAND": self.options.partita})
        self.report_tests("example", tested, layout.stdout + vetted.stderr)

    def report_tests(self, name, tested, problems=""):
        passed = len(re.findall(r"^\s*--- PASS", tested.stdout, re.MULTILINE))
        failed = len(re.findall(r"^\s*--- FAIL", tested.stdout, re.MULTILINE))
        if (tested.returncode or problems) and not failed:
            failed = 1
        self.report(name, passed, failed, output=problems + tested.stdout + tested.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("partita", "work", "vectors", "results"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--only", choices=SUITES, action="append", help="a suite; it can be repeated")
    options = parser.parse_args()
    options.partita = str(pathlib.Path(options.partita).resolve())
    suites = Suites(options)
    for name in options.only or SUITES:
        if shutil.which("go"):
            getattr(suites, name)()
        else:
            suites.report(name, 0, 0, 1)
    return 1 if suites.failed else 0


if __name__ == "__main__":
    sys.exit(main())
