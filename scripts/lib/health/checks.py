"""The long checks and their slices.

A slice is a command that takes less than an hour. A check has one or more of them. Add a check to `CHECKS`, and say in
CONTRIBUTING.md ("The long checks") which changes can break it.
"""

import dataclasses
import pathlib
import shlex

# A fuzz target that runs for fewer seconds passes only in part.
FUZZ_S = 300
ROOT = pathlib.Path(__file__).resolve().parents[3]


@dataclasses.dataclass
class Slice:
    check: str
    name: str
    # The usual time on two quiet cores, with the builds that the slice needs.
    minutes: int
    # Run by bash in the root of the tree. It fails if the check does.
    command: str
    # A pattern of the lines of the output that the ledger keeps as figures. Of a line, its group is kept if it has one.
    figures: str = ""
    # A pattern of the line that says why the check could not be run here although the command ended. Its group is the
    # reason.
    not_run: str = ""
    # A pattern of the lines that name a part that the command left out. Its group is the part. The slice then passes only
    # in part.
    leaves_out: str = ""
    # The part that the command leaves out with these options, or "".
    left_out: str = ""
    # Why the slice cannot be run here, or "".
    lacks: str = ""

    @property
    def label(self):
        return f"{self.check}/{self.name}"


def one(check, minutes, command, **more):
    """A check of one slice."""
    return [Slice(check, "all", minutes, command, **more)]


def sanitized(options, kind):
    """Each unit test of a layer, the oracle and the benchmark's basis under a sanitizer. The first slices also build the
    layers below theirs."""
    folders = (ROOT / "tests/unit").iterdir()
    units = sorted(f"unit_{folder.name}" for folder in folders if any(folder.rglob("*_test.cc")))
    long = {"unit_modelling": 50, "unit_engine": 30, "unit_model": 40, "unit_server": 30, "unit_client": 30, "oracle": 30}
    return [
        Slice(f"sanitize-{kind}", test, long.get(test, 15), f"scripts/sanitize {kind} {test}")
        for test in [*units, "unit_bench", "oracle", "upgrade_tests"]
    ]


def fuzzed(options):
    seeds = ROOT / "tests/fuzz"
    targets = sorted(file.name.removesuffix("_fuzz.cc") for file in seeds.glob("*_fuzz.cc"))
    figures = r"^fuzz_\w+ for (\d+ s)$|number_of_executed_units: *(\d+)"
    seconds = options.fuzz_seconds
    left_out = f"it ran for {seconds} s in place of {FUZZ_S} s" if seconds < FUZZ_S else ""
    return [
        Slice("fuzz", target, 15 + seconds // 60, f"scripts/fuzz {seconds} {target}", figures, left_out=left_out)
        for target in targets
    ]


def clang(options):
    minutes = {"layers": 50, "programs": 50, "headers": 30, "compile_fail": 10}
    return [Slice("build-clang", part, time, f"scripts/build-clang {part}") for part, time in minutes.items()]


def abuse(options):
    # 64 MB are not enough for 10,000 connections, nor for bodies of 16 MB (docs/serve.md), so some attacks are left out.
    least = "many_expressions pages_of_small_items large_writes scrapers trickling_bodies vector_partitions found_items"
    sizes = {"512": "", "64": f"--limit 64 {least}", "strangers": "--strangers"}
    figures = r"^\d+ of \d+ attacks withstood.*"
    return [Slice("abuse", name, 25, f"scripts/abuse {size}".strip(), figures) for name, size in sizes.items()]


def peers(options):
    minutes = {"dynalite": 10, "dynoxide": 20, "moto": 10}
    minutes |= {"kinesis": 15, "sdk_go": 10, "sdk_java": 10, "sdk_rust": 15, "proxies": 10, "s3rver": 10, "s3mock": 10}
    figures = r"^ *(\d+ ok, \d+ failed.*)|^\d+ tested.*"
    return [
        Slice("test-peers", name, time, f"scripts/test-peers {name}", figures, not_run=r"is left out: (.*)")
        for name, time in minutes.items()
    ]


def console(options):
    commands = {"pages": "", "peers": "--peers peers", "million": "--million walk"}
    figures = r"^\d+ passed, \d+ failed.*|^the console has .*"
    return [Slice("test-console", name, 20, f"scripts/test-console {more}".strip(), figures) for name, more in commands.items()]


# Builds the command, for the checks whose script does not.
BUILD = "for part in common packages build; do source scripts/lib/$part.sh; done; ensure_packages build; build OFF partita"


def model_exports(options):
    checkout = shlex.quote(str(options.mcp)) if options.mcp else ""
    left_out = "" if checkout else "the validator of aws-schema, which needs a checkout of awslabs/mcp (--mcp DIR)"
    command = f"scripts/test-model-exports {checkout}".strip()
    return one("test-model-exports", 15, command, figures=r"^\d+ failed$", left_out=left_out)


def model_files(options):
    folders = options.model_files or [ROOT / "examples", ROOT / "docs/modelling/examples", ROOT / "tests"]
    command = f"{BUILD}; scripts/test-model-files --mutate 20 {shlex.join(map(str, folders))}"
    return one("test-model-files", 20, command, figures=r"^[a-z-]+: .*\d+ (?:read|refused|damaged).*")


def designs(options):
    lacks = "" if options.mcp else "needs a checkout of awslabs/mcp (--mcp DIR)"
    command = f"{BUILD}; scripts/test-designs {shlex.quote(str(options.mcp))}"
    return one("test-designs", 40, command, figures=r"^\d+ passed, \d+ failed.*", lacks=lacks)


def bench(options):
    # The results of the tree are written only by scripts/bench without --out.
    commands = {"quick": (15, "--quick"), "whole": (60, "--minutes 55")}
    out = "build/health/bench"
    # The section of the results that names the peers and the rows without a measurement.
    left_out = r"sed '1,/^## Left out$/d; /^## /,$d; s/^- /left out: /'"
    return [
        Slice(
            "bench", name, time, f"scripts/bench {more} --out {out}-{name}; {left_out} {out}-{name}/results.md",
            r"^Written: .* in (.* minutes)", leaves_out=r"^left out: (.*)",
        )  # fmt: skip
        for name, (time, more) in commands.items()
    ]


def checks(options):
    """All slices, in the order of the ledger. `options` has mcp (a path or None), model_files (paths) and fuzz_seconds."""
    return [
        *one("build", 10, "scripts/measure-build", figures=r".* by the clock, .*"),
        *one("test", 30, "scripts/test", figures=r"^\d+ passed, \d+ failed.*"),
        *sanitized(options, "address"),
        *sanitized(options, "thread"),
        *fuzzed(options),
        *clang(options),
        *one("soak", 15, "scripts/soak", figures=r".*operations a second.*|^latency: .*|^memory: .*"),
        *abuse(options),
        *peers(options),
        *console(options),
        *model_exports(options),
        *model_files(options),
        *designs(options),
        *one("test-languages", 15, "scripts/test-languages", figures=r"^\d+ passed, \d+ failed.*"),
        *one(
            "test-dashboard", 10, f"{BUILD}; (ensure_packages monitor) || true; scripts/test-dashboard",
            figures=r".*expressions have values.*",
            not_run=r"(prometheus is missing.*)",
        ),
        *one("packages", 40, "scripts/package && scripts/test-packages", figures=r"^\|.*\d \|$"),
        *bench(options),
    ]
