"""docs/fork.md: copies for tests."""

import shutil

from reader import ROOT, Reader, shown_command


class Fork(Reader):
    PAGE = "docs/fork.md"

    def test_a_fork_has_no_original_values(self):
        shutil.copy(ROOT / "examples/systems/commerce/model.yaml", self.folder / "shop.yml")
        self.shell("partita model run shop.yml --data ./shop --show 0")
        command, shown = shown_command(self.take("$ partita fork ./shop"))
        self.assertEqual(self.shell(command), shown)

    def test_the_file_of_rules_is_read(self):
        self.write("rules.yml", self.take("fields:"))
        self.write("shop.yml", """format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    entities:
      - name: CUSTOMER
        fields:
          customer: string
          name: string
          phone: string?
          address: {kind: map, optional: true}
        key: {partition: "CUST#{customer}"}
      - name: PRODUCT
        fields: {product: string}
        key: {partition: "PROD#{product}"}
""")
        printed = self.shell("partita fork ./shop --model shop.yml --rules rules.yml --plan")
        self.assertIn("CUSTOMER.address.city    pseudonym", printed)
        self.assertIn("PRODUCT.product          keep       no rule was given", printed)
