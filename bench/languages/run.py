"""Measures the processor time of generated clients beside the SDK's calls written by hand, and writes bench/languages.md.

Each language has a program that reads items of the table of tests/languages/shop.yaml from a server in memory. The time is
that of the program's process, so the server is not in it.
"""

import argparse
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests/sdk"))

from serving import server  # noqa: E402

CREDENTIALS = {"AWS_REGION": "us-east-1", "AWS_DEFAULT_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local"}
ORDERS = 20


def run(*command, cwd=None, environment=None):
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False, env={**os.environ, **(environment or {})}
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


class Bench:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(options.work).resolve()
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        self.partita = pathlib.Path(options.partita).resolve()

    def folder(self, language):
        shutil.copytree(HERE / language, self.work / language)
        return self.work / language

    def generate(self, language, folder):
        run(self.partita, "model", "gen", language, ROOT / "tests/languages/shop.yaml", "-o", folder)

    def go(self):
        """Returns the command, and the folder that it runs in."""
        folder = self.folder("go")
        for name in ("go.mod", "go.sum"):
            shutil.copy(ROOT / "tests/languages/go" / name, folder)
        run("go", "mod", "edit", "-module", "partita.example/bench", cwd=folder)
        self.generate("go", folder / "shop")
        run("go", "build", "-o", "bench", ".", cwd=folder)
        return [folder / "bench"], folder, run("go", "version").strip()

    def typescript(self):
        folder = self.folder("typescript")
        run("npm", "ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", cwd=folder)
        self.generate("typescript", folder / "shop")
        for name in ("package.json", "tsconfig.json"):
            (folder / "shop" / name).unlink()
        files = sorted((folder / "shop").rglob("*.ts"))
        options = ["--strict", "--module", "nodenext", "--target", "es2022", "--rootDir", ".", "--outDir", "out"]
        run("node", "node_modules/typescript/bin/tsc", *options, *files, cwd=folder)
        return ["node", "bench.mjs"], folder, "Node.js " + run("node", "--version").strip()

    def python(self):
        folder = self.folder("python")
        self.generate("python", folder / "shop")
        return [pathlib.Path(self.options.sdk).resolve() / "venv/bin/python", "bench.py"], folder, "Python " + platform.python_version()

    def load(self, endpoint):
        """Twenty open orders, as a program of any language writes them."""
        model = ROOT / "tests/languages/shop.yaml"
        lines = []
        for number in range(ORDERS):
            placed = f"2026-01-{number + 1:02}T00:00:00.000Z"
            order = f"01ARZ3NDEKTSV4RRFFQ69G5F{number:02}"
            index = f"{placed}#{order}"
            item = {
                "PK": "C#ada", "SK": f"PROFILE#ORDER#{order}", "type": "ORDER", "customer": "ada", "order": order, "placed": placed,
                "status": "OPEN", "note": "a note", "_write_id": "x", "GSI1PK": "S#OPEN", "GSI1SK": index,
                "GSI2PK": f"D#{placed[:10]}", "GSI2SK": index, "GSI3PK": "OPEN#ada", "GSI3SK": index,
            }  # fmt: skip
            typed = {name: {"S": value} for name, value in item.items()}
            typed.update(cents={"N": str(number)}, gift={"BOOL": False}, version={"N": "1"})
            lines.append(json.dumps({"Item": typed}))
        file = self.work / "orders.json"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        command = [self.partita, "import", file, "--table", "shop", "--create", model, "--format", "dynamodb-json"]
        run(*command, "--endpoint", endpoint, environment=CREDENTIALS)

    def measure(self, language):
        command, folder, version = getattr(self, language)()
        with server(self.partita) as endpoint:
            self.load(endpoint)
            environment = {**CREDENTIALS, "AWS_ENDPOINT_URL_DYNAMODB": endpoint}
            output = run(*command, self.options.rounds, self.options.calls, cwd=folder, environment=environment)
        return version, [json.loads(line) for line in output.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("partita", "work", "sdk"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=500)
    parser.add_argument("--only", action="append")
    options = parser.parse_args()
    bench = Bench(options)
    for language in options.only or ("typescript", "go", "python"):
        version, cases = bench.measure(language)
        print(f"\n{version}")
        for case in cases:
            times = sorted(case["us"])
            kind = case["case"].split(":")[0]
            by_hand = next(statistics.median(one["us"]) for one in cases if one["case"] == f"{kind}: SDK by hand")
            middle = statistics.median(times)
            print(f"| {case['case']} | {middle:.0f} | {times[0]:.0f} to {times[-1]:.0f} | {100 * middle / by_hand - 100:+.1f} % |", flush=True)


if __name__ == "__main__":
    main()
