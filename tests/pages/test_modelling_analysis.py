"""The pages on the model format and other formats, and on `partita model lint`, `run`, `cost`, `simulate`, `diff` and `gen`."""

import json
import re

from modelling import Modelling
from reader import LOCAL, ROOT

PLAYERS = {
    "ModelName": "Players",
    "ModelMetadata": {"Version": "3.0"},
    "DataModel": [{
        "TableName": "players",
        "KeyAttributes": {
            "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
            "SortKey": {"AttributeName": "SK", "AttributeType": "S"},
        },
        "TableFacets": [
            {
                "FacetName": "Players",
                "KeyAttributeAlias": {"PartitionKeyAlias": "playerId", "SortKeyAlias": "PROFILE"},
                "TableData": [{"PK": {"S": "p1"}, "SK": {"S": "PROFILE"}, "name": {"S": "Ada"}, "level": {"N": "7"}}],
            },
            {
                "FacetName": "Items",
                "KeyAttributeAlias": {"PartitionKeyAlias": "playerId", "SortKeyAlias": "ITEM#itemId"},
                "TableData": [
                    {"PK": {"S": "p1"}, "SK": {"S": "ITEM#1"}, "name": {"S": "sword"}, "magic": {"BOOL": True}},
                    {"PK": {"S": "p1"}, "SK": {"S": "ITEM#2"}, "name": {"S": "ring"}, "worth": {"N": "12"}},
                ],
            },
        ],
    }],
}

# The page on run says that its shop is a smaller one.
SMALLER_SHOP = """\
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK}
    entities:
      - name: ORDER
        fields: {customer: string, id: string, created: time, status: {enum: [CREATED, PAID]}, cents: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{id}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{customer}#{id}"}
      - name: LINE
        fields: {customer: string, order: string, id: string, sku: string, quantity: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{order}#LINE#{id}"}
patterns:
  - {name: "Orders in one status, newest first", entities: ORDER, by: status, newest: created}
  - {name: "An order with its lines", entities: [ORDER, LINE], by: [customer, id]}
  - {name: "Orders by price", entities: ORDER, by: cents}
  - {name: "Pay an order", update: ORDER, set: status, given: created}
"""

# A shop with the two faults that the page on lint shows, at its lines.
FAULTY_SHOP = """\
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    type_attribute: type
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK}
    entities:
      - name: ORDER
        fields:
          customer: string
          orderId: ulid
          created: time
          status: {enum: [CREATED, PAID]}
          cents: integer
          version: integer
        key: {partition: "CUST#{customer}", sort: "ORDER#{orderId}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{customer}#{orderId}"}
        version: version
      - name: LINE
        count: 1M
        fields: {customer: string, orderId: ulid, id: string, sku: string, quantity: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{orderId}#LINE#{id}"}
patterns:
  - {name: "Orders in one status, newest first", entities: ORDER, by: status, newest: created}
  - {name: "An order with its lines", entities: [ORDER, LINE], by: [customer, orderId]}
  - {name: "Place an order", transact: [{create: ORDER}, {create: LINE, items: 3}]}
  - {name: "Lines of an article", entities: LINE, by: sku}
"""

# The workload of the page on simulate names a table that the shop lacks.
CARTS = """\
  - name: carts
    partition_key: id
    billing: provisioned
    throughput: {read: 5, write: 5}
    entities:
      - {name: CART, fields: {id: string}, key: {partition: "{id}"}}
"""


class Format(Modelling):
    PAGE = "docs/modelling/format.md"

    def test_the_model_is_without_findings_and_runs(self):
        self.write("shop.yml", self.take("format: 1", "yaml"))
        self.assertEqual(self.shell("partita model lint shop.yml"), "no findings\n")
        self.assertIn("4 of 4 patterns right", self.shell("partita model run shop.yml"))

    def test_an_export_loses_nothing(self):
        self.write("shop.yml", self.take("format: 1", "yaml"))
        for name in ["yaml", "json"]:
            self.assertEqual(self.shell(f"partita model export shop.yml --to {name} -o other.{name}"), "")
            self.assertEqual(self.shell("partita model show shop.yml"), self.shell(f"partita model show other.{name}"))


class Formats(Modelling):
    PAGE = "docs/modelling/formats.md"

    def test_the_outline_of_a_model_of_nosql_workbench(self):
        self.write("players.json", json.dumps(PLAYERS))
        self.assert_example("$ partita model show")

    def test_live_tables(self):
        self.put_shop(("name: shop\n", "name: orders\n"))
        # The second table of the page is on AWS. This one is its copy.
        commands = self.take("partita model show --endpoint").replace(
            "https://dynamodb.eu-west-1.amazonaws.com", "http://127.0.0.1:8000")
        with self.serving("partita serve --memory"):
            self.load()
            shown, findings = self.each(commands, **LOCAL)
        self.assertIn("entity ORDER (guessed)", shown)
        self.assertIn("read units", shown)
        self.assertIn("no findings", findings)


class Lint(Modelling):
    PAGE = "docs/modelling/lint.md"

    def test_findings(self):
        self.write("shop.yml", FAULTY_SHOP)
        self.assert_example("$ partita model lint", 1)


class Run(Modelling):
    PAGE = "docs/modelling/run.md"

    def test_each_pattern_of_a_small_shop(self):
        self.write("shop.yml", SMALLER_SHOP)
        self.assert_example("$ partita model run", 1)


class Cost(Modelling):
    PAGE = "docs/modelling/cost.md"

    def test_synopsis(self):
        self.assert_synopsis(self.take("partita model cost FILE"))

    def test_the_bill_of_the_shop(self):
        self.put_shop()
        self.assert_prints(self.take("shop: $"), self.shell("partita model cost shop.yml", 2))

    def test_prices_of_a_file(self):
        self.put_shop()
        self.write("prices.yml", self.take("date:", "yaml"))
        printed = self.shell("partita model cost shop.yml --prices prices.yml --region eu-central-1", 2)
        self.assertIn("Reserved capacity for a year of 700 read and 3800 write units costs", printed)
        self.assertIn("not verified: read_request_million = 0.1 per million read request units (the price list)", printed)

    def test_the_file_of_printed_prices_is_read(self):
        self.put_shop()
        self.shell("partita model cost shop.yml --print-prices > prices.yml")
        self.assertIn("shop: $4,636.04 a month", self.shell("partita model cost shop.yml --prices prices.yml", 2))


class Simulate(Modelling):
    PAGE = "docs/modelling/simulate.md"

    def test_synopsis(self):
        self.assert_synopsis(self.take("partita model simulate FILE"))

    def test_a_workload(self):
        self.put_shop(("patterns:\n  - name", f"{CARTS}patterns:\n  - name"))
        self.write("workload.yml", self.take("seasons:", "yaml"))
        printed = self.shell("partita model simulate shop.yml --workload workload.yml", 2)
        # Without the workload, the shop is on demand, carts has 5 units, and there are 2000000 customers.
        self.assertRegex(printed, r"\n  carts +\d+ +reads +- +12000 ")
        self.assertRegex(printed, r"\n  shop +\d+ +reads +\d+ +500 .*\n +writes +\d+ +100 ")
        self.assertRegex(printed, r"\n  shop +CUST#\{customer\} +write +10000000 ")

    def test_a_table_that_the_model_lacks_is_an_error(self):
        self.put_shop()
        self.write("workload.yml", self.take("seasons:", "yaml"))
        printed = self.shell("partita model simulate shop.yml --workload workload.yml", 1)
        self.assertIn("the model has no table 'carts'", printed)

    def test_half_an_hour_with_more_orders(self):
        self.put_shop()
        self.put("docs/modelling/examples/sale.yml", "sale.yml")
        self.assert_prints(self.take("shop: "), self.shell("partita model simulate shop.yml --workload sale.yml", 2))


class Diff(Modelling):
    PAGE = "docs/modelling/diff.md"

    def test_steps_and_changes(self):
        for name in ["commerce_v1.yml", "commerce_v2.yml"]:
            self.put(f"tests/unit/modelling/data/{name}", name)
        self.assert_example("$ partita model diff")


class Check(Modelling):
    PAGE = "docs/modelling/check.md"

    def test_the_review_of_a_change(self):
        for name in ["commerce_v1.yml", "commerce_v2.yml"]:
            self.put(f"tests/unit/modelling/data/{name}", name)
        self.assert_example("$ partita model check")


class Migrate(Modelling):
    PAGE = "docs/modelling/migrate.md"

    def test_the_plan_of_a_migration(self):
        for name in ["commerce_v1.yml", "commerce_v2.yml"]:
            self.put(f"tests/unit/modelling/data/{name}", name)
        test = (ROOT / "tests/tools/model_migrate_test.cc").read_text()
        order = "".join(re.findall(r'R"\((.*)\)"', test[test.index("kOrder"):test.index("class ModelMigrate")]))
        self.write("order.json", order + "\n")
        self.shell("partita model migrate commerce_v1.yml --data ./shop --run")
        self.shell("partita import order.json --table commerce_single_table --data ./shop")
        self.assert_example("$ partita model migrate commerce_v2.yml")

    def test_new_fields_are_filled(self):
        example = ROOT / "examples/migrations/field_added"
        self.assertIn(self.take("          alias:", "yaml").split("#")[0].strip(), (example / "v2.yml").read_text())
        for version in ["v1", "v2"]:
            self.write(f"people_{version}.yml", (example / f"{version}.yml").read_text())
            self.write(f"shop_{version}.yml", (example / f"{version}.yml").read_text())
        self.shell("partita model run people_v1.yml --data ./people --items 3 --show 0")
        self.assert_example("$ partita model migrate people_v2.yml")
        for command in self.take("partita model gen cpp shop_v1.yml").strip().splitlines():
            self.shell(command.strip())
        self.write("both.cc", '#include "shop_v1.h"\n#include "shop_v2.h"\nvoid use(const shop_v1::Db&, const shop_v2::Db&) {}\n')
        self.shell(f"g++ -std=c++20 -fsyntax-only -I{ROOT / 'include'} both.cc")

    def test_the_plan_of_new_tables(self):
        snippet = self.take("tables:\n  - name: customers_2")
        self.write("customers_v2.yml", "format: 1\nname: customers\n" + snippet[:snippet.index("      - name: REFUND")])
        self.write("customers_v1.yml", """format: 1
name: customers
tables:
  - name: customers
    partition_key: PK
    entities:
      - name: CUSTOMER
        fields: {customer: string, name: {kind: string}, street: string, city: string}
        key: {partition: "C#{customer}"}
""")
        self.shell("partita model run customers_v1.yml --data ./shop --items 3 --show 0")
        self.assert_example("$ partita model migrate customers_v2.yml")


class Gen(Modelling):
    PAGE = "docs/modelling/gen.md"

    def setUp(self):
        super().setUp()
        # The page's pattern has a shorter name and answers with whole orders.
        self.put_shop(("name: Orders in one status, newest first\n", "name: By status\n"), ("    wanted: [id, created]\n", ""))
        self.shell("partita model gen cpp shop.yml -o shop.h")

    def test_the_function_of_a_pattern(self):
        self.assertIn(self.take("// By status", "cpp"), (self.folder / "shop.h").read_text())

    def test_the_program_compiles(self):
        self.write("program.cc", self.take("#include <partita/open.h>", "cpp"))
        self.write("use.h", '#include "shop.h"\ninline void use(const shop::Order&) {}\n')
        self.shell(f"g++ -std=c++20 -Wall -Wextra -fsyntax-only -I{ROOT / 'include'} -include ./use.h program.cc")
