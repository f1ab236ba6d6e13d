"""docs/modelling.md and the pages on `partita model ask`, `verify`, `docs` and `export`: models, their items and their texts."""

import gzip
import json

from modelling import Modelling
from reader import LOCAL, shown_command

SERVE = "partita serve --memory"


class Overview(Modelling):
    PAGE = "docs/modelling.md"

    def test_each_subcommand(self):
        self.put_shop()
        self.put("examples/design/booking.yaml", "questions.yml")
        self.put("tests/unit/modelling/data/commerce_v1.yml", "old.yml")
        self.put("tests/unit/modelling/data/commerce_v2.yml", "new.yml")
        self.shell("partita model export shop.yml --to cloudformation -o template.yml")
        with self.serving(SERVE):
            self.load()
            # One pattern of the shop is refused, and without a frequency.
            codes = {"model lint": 1, "model run": 1, "model cost": 2}
            outputs = self.each(self.take("partita model design"), codes, **LOCAL)
        expected = ["No design of the ", "1 error, 2 warnings", "7 of 8 patterns right", '"email": "ada@example.com"', "# shop",
                    "Not priced:", "none throttled", "AWS::DynamoDB::Table", *["note: The pattern Forget a customer"] * 4,
                    "1 safe, 6 careful, 0 unsafe", "FINDINGS: 0 new, 1 as before", "create the table", "each as the model says",
                    "index by_status: GSI1PK S / GSI1SK S"]
        self.assertEqual(len(outputs), len(expected))
        for text, output in zip(expected, outputs):
            with self.subTest(text):
                self.assertIn(text, output)
        self.assertIn("namespace shop", (self.folder / "shop.h").read_text())
        self.assertIn("extends ModelClient", (self.folder / "shop/index.ts").read_text())
        self.assertIn("package goshop", (self.folder / "goshop/client.go").read_text())


class Ask(Modelling):
    PAGE = "docs/modelling/ask.md"

    def test_synopsis(self):
        self.assert_synopsis(self.take("partita model ask FILE"))

    def test_items_are_on_standard_output_and_the_cost_on_standard_error(self):
        self.put_shop()
        with self.serving(SERVE):
            self.load()
            command, shown = shown_command(self.take("$ partita model ask"))
            item, cost = shown.split("\n", 1)
            self.assert_prints(item, self.shell(f"{command} 2>/dev/null", **LOCAL))
            self.assert_prints(cost, self.shell(f"{command} 2>&1 >/dev/null", **LOCAL))
            # In one pipe the items come first.
            self.assert_prints(shown, self.shell(f"{command} 2>&1 | cat", **LOCAL))


class Verify(Modelling):
    PAGE = "docs/modelling/verify.md"

    def spoil(self, partition, sort, name, value):
        key = json.dumps({"PK": {"S": partition}, "SK": {"S": sort}})
        self.shell(f"aws dynamodb update-item --table-name shop --key '{key}' --update-expression 'SET {name} = :value' "
                   f"--expression-attribute-values '{json.dumps({':value': {'S': value}})}'", **self.aws())

    def test_findings_of_a_live_table(self):
        self.put_shop()
        with self.serving(SERVE):
            self.load()
            self.spoil("CUST#customer-002", "CUSTOMER", "email", "ada@example.com")
            self.spoil("CUST#customer-001", "ORDER#01KE789CV050P4BKY9JRVJWNZ2", "GSI1PK", "STATUS#LOST")
            command, shown = shown_command(self.take("$ partita model verify"))
            self.assert_prints(shown, self.shell(command, 1, **LOCAL))
            # The two that are repairable are repaired, and the others are left.
            self.assertIn("2 repaired; 3 findings", self.shell(command + " --yes", 1, **LOCAL))

    def test_dumps(self):
        self.put_shop()
        with self.serving(SERVE):
            self.load()
            items = json.loads(self.shell("aws dynamodb scan --table-name shop", **self.aws()))["Items"]
            data = self.folder / "AWSDynamoDB/01/data"
            data.mkdir(parents=True)
            for name, part in {"a": items[:9], "b": items[9:]}.items():
                lines = "".join(json.dumps({"Item": item}) + "\n" for item in part)
                (data / f"{name}.json.gz").write_bytes(gzip.compress(lines.encode()))
            for output in self.each(self.take("partita model verify shop.yml --items"), **self.aws()):
                self.assertEqual(output, "30 items, 7 of them sentinels of unique values; each as the model says\n")


class Docs(Modelling):
    PAGE = "docs/modelling/docs.md"

    def test_each_place_of_the_pages(self):
        self.put_shop()
        self.shell("partita model export shop.yml --to aws-schema -o schema.json")
        self.each(self.take("partita model docs"))
        for name in ["shop.html", "pages/docs.html", "pages/docs.md", "docs/shop.md", "model.md"]:
            with self.subTest(name):
                self.assertIn("Orders in one status, newest first", (self.folder / name).read_text())
        for pictures in ["pages/docs", "docs/shop"]:
            with self.subTest(pictures):
                names = [path.name for path in (self.folder / pictures).iterdir()]
                # The shop has a table, two indexes and two further pictures.
                self.assertEqual(len(names), 5)
                self.assertTrue(all(name.endswith(".svg") for name in names), names)


class Export(Modelling):
    PAGE = "docs/modelling/export.md"

    def test_the_table_is_created_from_an_export(self):
        self.put_shop()
        with self.serving(SERVE):
            outputs = self.each(self.take("partita model export"), **self.aws())
            table = json.loads(outputs[-1])["TableDescription"]
        self.assertEqual([index["IndexName"] for index in table["GlobalSecondaryIndexes"]], ["by_status", "by_sku"])
        self.assertIn("Type: AWS::DynamoDB::Table", (self.folder / "shop.template.yaml").read_text())
        self.assertIn('resource "aws_dynamodb_table"', (self.folder / "tables.tf").read_text())

    def test_notes_on_a_format(self):
        self.put_shop()
        command, shown = shown_command(self.take("$ partita model export"))
        self.assert_prints(shown, self.shell(command))
        self.assertIn("entities", json.loads((self.folder / "schema.json").read_text())["tables"][0])

    def test_the_stack_of_the_cdk_has_the_name_that_the_page_imports(self):
        self.put_shop()
        self.assertIn("export class ShopStack ", self.shell("partita model export shop.yml --to cdk"))
