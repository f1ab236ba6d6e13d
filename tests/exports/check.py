#!/usr/bin/env python3
"""Checks the exports of models with the tools that read them: check.py PARTITA TOOLS WORK [--awslabs CHECKOUT] MODEL...

PARTITA is the command, TOOLS the directory where scripts/test-model-exports installed the tools, and WORK a directory
that is made anew. The checks are

  cloudformation, sam  cfn-lint has nothing to say, and PyYAML reads the same as Partita's JSON
  cloudformation, sam, serverless, cdk  Partita's reader of templates makes the tables of the model from them. The CDK's
                       stack is compiled and synthesized before.
  terraform            python-hcl2 reads it, with the same names, keys and indexes
  onetable             OneTable loads the schema, creates the table at `partita serve`, and writes the samples with the
                       keys that Partita composes
  aws-schema           the validator of AWS's repository generation tool accepts it, if its checkout is given
"""

import argparse
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

import hcl2
import yaml


class Failed(Exception):
    pass


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failed(f"{' '.join(str(part) for part in command)}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


def check(condition, what):
    if not condition:
        raise Failed(what)


class Model:
    """A model with the directory that its exports go to."""

    def __init__(self, partita, file, work):
        self.partita, self.file, self.directory = partita, file, work / file.stem
        self.directory.mkdir()

    def export(self, to, name, *options):
        path = self.directory / name
        run(self.partita, "model", "export", self.file, "--to", to, "-o", path, *options)
        return path

    def tables(self):
        """The tables of the model as bodies of CreateTable, by name."""
        text = run(self.partita, "model", "export", self.file, "--to", "create-table-lines")
        return {body["TableName"]: body for body in map(json.loads, text.strip().split("\n"))}


def normal(body, without=()):
    """A body of CreateTable without order in definitions and tags, and without the members `without`."""
    body = {name: value for name, value in body.items() if name not in without}
    used = {element["AttributeName"] for element in body["KeySchema"]}
    for indexes in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
        for index in body.get(indexes, []):
            used |= {element["AttributeName"] for element in index["KeySchema"]}
    if without:
        body["AttributeDefinitions"] = [one for one in body["AttributeDefinitions"] if one["AttributeName"] in used]
    body["AttributeDefinitions"].sort(key=lambda one: one["AttributeName"])
    body.get("Tags", []).sort(key=lambda one: one["Key"])
    for indexes in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
        body.get(indexes, []).sort(key=lambda one: one["IndexName"])
        for index in body.get(indexes, []):
            index["Projection"].get("NonKeyAttributes", []).sort()
    return body


def tables_of_template(partita, template):
    """What Partita's reader makes of a template, as bodies of CreateTable by name."""
    text = run(partita, "table", "create", "--from", template, "--dry-run", "--ignore-unsupported")
    bodies = [json.loads(line.split(" ", 1)[1]) for line in text.split("\n") if line.startswith("CreateTable ")]
    return {body["TableName"]: body for body in bodies}


def check_template(model, template, without=()):
    read, expected = tables_of_template(model.partita, template), model.tables()
    check(read.keys() == expected.keys(), f"{template}: has the tables {sorted(read)}, not {sorted(expected)}")
    for name, body in expected.items():
        wanted, got = normal(body, without), normal(read[name], without)
        check(got == wanted, f"{template}: {name} is\n{json.dumps(got)}\nand not\n{json.dumps(wanted)}")


def cloudformation(model, tools):
    text = model.export("cloudformation", "cloudformation.yaml")
    as_json = model.export("cloudformation-json", "cloudformation.json")
    check(yaml.safe_load(text.read_text()) == json.loads(as_json.read_text()), f"{text} and {as_json} differ")
    sam, serverless = model.export("sam", "sam.yaml"), model.export("serverless", "serverless.yml")
    check(
        yaml.safe_load(serverless.read_text())["resources"]["Resources"] == json.loads(as_json.read_text())["Resources"],
        f"{serverless} and {as_json} differ",
    )
    for template in (text, as_json, sam, serverless):
        check_template(model, template)
    # I3011 asks for policies of deletion, and W3011 for both of them: a model has no opinion about them.
    ignored = ["I3011", "W3011"]
    # E3039 does not count the attributes of vector indexes among those that need a definition.
    if "VectorIndexes" in text.read_text():
        ignored.append("E3039")
    for template in (text, as_json, sam):
        run(tools / "python/bin/cfn-lint", "--ignore-checks", *ignored, "--", template)


def without_variables(tree):
    """The template with "${" hidden in a Fn::Join, because Partita's reader takes it for a Serverless variable."""
    if isinstance(tree, dict):
        return {name: without_variables(value) for name, value in tree.items()}
    if isinstance(tree, list):
        return [without_variables(value) for value in tree]
    if isinstance(tree, str) and "${" in tree:
        return {"Fn::Join": ["", [part for piece in tree.split("${") for part in (piece, "$", "{")][:-2]]}
    return tree


def cdk(models, tools):
    """All stacks are compiled together, because the declarations of the CDK take most of the time."""
    files = []
    for model in models:
        files.append(model.export("cdk", "stack.ts"))
    work = files[0].parent.parent
    options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "node20", "--types", "node"]
    run(tools / "node/node_modules/.bin/tsc", *options, "--rootDir", work, "--outDir", work, *files, cwd=work)
    shutil.copy(pathlib.Path(__file__).with_name("synthesize.js"), work / "synthesize.cjs")
    run("node", work / "synthesize.cjs", *(file.with_suffix(".js") for file in files), cwd=work)
    for model in models:
        template = model.directory / "stack.template.json"
        template.write_text(json.dumps(without_variables(json.loads(template.read_text())), ensure_ascii=False))
        check_template(model, template, without=("VectorIndexes",))


def unquoted(text):
    """The value of a text of HCL, which python-hcl2 gives as it is written."""
    check(text[0] == text[-1] == '"', f"{text} is no text")
    body = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text[1:-1])
    body = re.sub(r"\\([nrt\"\\])", lambda match: {"n": "\n", "r": "\r", "t": "\t"}.get(match[1], match[1]), body)
    return body.replace("$${", "${").replace("%%{", "%{")


def terraform(model):
    path = model.export("terraform", "tables.tf")
    tables = {}
    for resource in hcl2.loads(path.read_text())["resource"]:
        for named in resource['"aws_dynamodb_table"'].values() if '"aws_dynamodb_table"' in resource else []:
            tables[unquoted(named["name"])] = named
    expected = model.tables()
    check(tables.keys() == expected.keys(), f"{path}: has the tables {sorted(tables)}, not {sorted(expected)}")
    for name, body in expected.items():
        check_terraform_table(tables[name], normal(body, without=("VectorIndexes",)), path)


def check_terraform_table(table, body, path):
    def key(block):
        if "key_schema" in block:
            return [(unquoted(one["attribute_name"]), unquoted(one["key_type"])) for one in block["key_schema"]]
        parts = (("hash_key", "HASH"), ("range_key", "RANGE"))
        return [(unquoted(block[part]), kind) for part, kind in parts if part in block]

    def schema(of):
        return [(one["AttributeName"], one["KeyType"]) for one in of["KeySchema"]]

    check(key(table) == schema(body), f"{path}: another key")
    attributes = sorted((unquoted(one["name"]), unquoted(one["type"])) for one in table["attribute"])
    wanted = sorted((one["AttributeName"], one["AttributeType"]) for one in body["AttributeDefinitions"])
    check(attributes == wanted, f"{path}: the attributes are {attributes}, not {wanted}")
    indexes = {unquoted(one["name"]): one for one in table.get("global_secondary_index", [])}
    for index in body.get("GlobalSecondaryIndexes", []):
        written = indexes.pop(index["IndexName"])
        check(key(written) == schema(index), f"{path}: another key of {index['IndexName']}")
        included = sorted(map(unquoted, written.get("non_key_attributes", [])))
        check(included == index["Projection"].get("NonKeyAttributes", []), f"{path}: {index['IndexName']} has {included}")
    check(not indexes, f"{path}: unknown indexes {indexes}")
    local = sorted(unquoted(one["name"]) for one in table.get("local_secondary_index", []))
    check(local == [one["IndexName"] for one in body.get("LocalSecondaryIndexes", [])], f"{path}: local indexes {local}")


@contextlib.contextmanager
def server(partita):
    """The endpoint of a server with an empty database in memory."""
    process = subprocess.Popen([partita, "serve", "--memory", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = process.stdout.readline()
        found = re.search(r"listening on (\S+?:\d+)", line)
        check(found, f"the server says: {line}")
        address = found[1]
        yield address if address.startswith("http") else f"http://{address}"
    finally:
        process.terminate()
        process.wait()


def onetable(model, tools):
    workbench = model.export("workbench", "workbench.json")
    program = model.directory.parent / "onetable.mjs"
    shutil.copy(pathlib.Path(__file__).with_name("onetable.mjs"), program)
    results = []
    with server(model.partita) as endpoint:
        for name, body in model.tables().items():
            schema = model.export("onetable", f"onetable.{name}.json", "--table", name)
            results.append(run("node", program, endpoint, name, schema, workbench).strip())
    return ", ".join(results)


def aws_schema(model, checkout):
    try:
        paths = [model.export("aws-schema", "schema.json")]
    except Failed as failure:
        if "differ in all tables" not in str(failure):
            raise
        paths = [model.export("aws-schema", f"schema.{name}.json", "--table", name) for name in model.tables()]
    sys.path.insert(0, str(checkout / "src/dynamodb-mcp-server"))
    from awslabs.dynamodb_mcp_server.repo_generation_tool.core import schema_validator

    for path in paths:
        validator = schema_validator.SchemaValidator()
        result = validator.validate_schema_file(str(path))
        check(result.is_valid, f"{path}: {validator.format_validation_result()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--awslabs", type=pathlib.Path)
    parser.add_argument("partita", type=pathlib.Path)
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("models", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    (arguments.work / "node_modules").symlink_to(arguments.tools / "node/node_modules")
    models = [Model(arguments.partita, file, arguments.work) for file in arguments.models]
    failures = 0

    def attempt(name, function):
        nonlocal failures
        try:
            print(f"{name}: ok {function() or ''}".rstrip(), flush=True)
        except Failed as failure:
            failures += 1
            print(f"{name}: FAILED\n{failure}", flush=True)

    attempt("cdk of all models", lambda: cdk(models, arguments.tools))
    for model in models:
        name = model.file.stem
        attempt(f"cloudformation, sam and serverless.yml of {name}", lambda: cloudformation(model, arguments.tools))
        attempt(f"terraform of {name}", lambda: terraform(model))
        if name == "hostile":  # it has no entities
            continue
        attempt(f"onetable of {name}", lambda: onetable(model, arguments.tools))
        if arguments.awslabs:
            attempt(f"aws-schema of {name}", lambda: aws_schema(model, arguments.awslabs))
    print(f"{failures} failed")
    sys.exit(1 if failures else 0)


main()
