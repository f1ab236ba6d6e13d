"""The examples that are run by other tests, or that no test can run, with the name of the test or the reason."""

# Whole pages.
PAGES = {
    "docs/model-guide.md": "the test model_guide",
    "docs/modelling/tutorial.md": "the test modelling_tutorial",
    "examples/python/README.md": "tests/languages, which makes the package of the example and runs its tests",
    "docs/modelling/python.md": "tests/languages, which makes the package and runs the program of the page",
    "examples/typescript/README.md": "tests/languages, which builds the example and runs its tests",
    "examples/go/README.md": "tests/languages, which builds the example and runs its tests",
    "docs/modelling/go.md": "tests/languages, which makes the package and runs the program of the page",
    "docs/modelling/typescript.md": "tests/languages, which makes the package and runs the program of the page",
    "docs/modelling/design.md": "the test design_tutorial",
    "docs/containers.md": "scripts/test-packages containers",
    "docs/proxies.md": "scripts/test-peers proxies",
    "packaging/go/README.md": "scripts/test-packages go",
    "packaging/java/README.md": "scripts/test-packages java",
    "packaging/npm/README.md": "scripts/test-packages npm",
    "packaging/python/README.md": "scripts/test-packages wheel",
}

# The page and the beginning of the example.
EXAMPLES = {
    ("README.md", "// The README's model"): "the tests install_*",
    ("README.md", "./scripts/run"): "CI runs scripts/test; scripts/run is for people",
    ("docs/compatibility.md", "npm install --no-package-lock"): "it needs a checkout of a suite that is not part of this tree",
    ("docs/console.md", "ssh -L"): "it needs another machine",
    ("docs/embedded.md", "// A database in a directory"): "the tests install_*",
    ("docs/embedded.md", "find_package"): "the test install_find_package, with other names",
    ("docs/export-import.md", '{"Item": {"pk"'): "the scenario bulk_writes",
    ("docs/faults.md", "// Code that retries"): "the tests install_*",
    ("docs/install.md", "sh install.sh"): "scripts/test-packages installer",
    ("docs/install.md", "bin/partita"): "scripts/test-packages installer",
    ("docs/modelling/check.md", "- uses:"): "the test ModelCheckCommand runs the action's script",
    ("docs/modelling/cost.md", "on demand    units per second"): "formulas",
    ("docs/modelling/export.md", "import * as cdk"): "scripts/test-model-exports makes a stack of the CDK in the same way",
    ("docs/modelling/migrate.md", "partita model migrate new.yml"): "the tests ModelMigrate and ModelMigrateAnew, with other names",
    ("docs/modelling/migrate.md", "partita model migrate customers_v2.yml --against-table"):
        "the tests ModelMigrateAnew, with other names",
    ("docs/moving.md", "$ partita copy"): "it needs Amazon DynamoDB; the test CopyCommand copies to another server",
    ("docs/moving.md", "$ partita move http://127.0.0.1:8000 aws:eu-central-1 --table orders --yes\n"):
        "it needs Amazon DynamoDB; the test MoveCommand moves to another server",
    ("docs/moving.md", "$ partita move http://127.0.0.1:8000 aws:eu-central-1 --table orders --cutover"):
        "it needs Amazon DynamoDB; the test MoveCommand cuts over to another server",
    ("docs/operations.md", "scrape_configs"): "scripts/test-dashboard, with its own port",
    ("docs/releasing.md", "scripts/release"): "scripts/test-packages, after scripts/package",
    ("docs/security.md", "[Service]"): "it needs systemd",
    ("docs/security.md", "cryptsetup"): "it needs a disk that it may erase",
    ("docs/serve.md", "cp partita.service"): "it needs systemd",
    ("docs/serve.md", "[Service]"): "it needs systemd",
    ("docs/vectors.md", "// The items whose"): "the tests install_*",
    ("docs/vectors.md", "// The same search"): "the tests install_*",
}
