"""The models of which the tests of generated clients make packages."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def models():
    """The systems, the later models of the migrations, and the models of the tests."""
    patterns = [
        "tests/languages/*.yaml",
        "examples/systems/*/model.yaml",
        "examples/migrations/*/v2.yml",
        "tests/generate/*.yaml",
        "tests/unit/modelling/data/*.y*ml",
    ]
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
