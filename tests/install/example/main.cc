// A database in a directory, a table, items, a query.
#include <partita/database.h>
#include <partita/open.h>

#include <iostream>

using namespace partita;

int main(int, char** argv) {
  auto db = open(argv[1]);
  if (!db) return std::cerr << db.error().message << '\n', 1;

  CreateTableRequest table{.table_name = "orders", .billing_mode = BillingMode::PayPerRequest};
  table.attribute_definitions = {{"customer", ScalarAttributeType::S}, {"number", ScalarAttributeType::N}};
  table.key_schema = {{"customer", KeyType::Hash}, {"number", KeyType::Range}};
  if (auto created = (*db)->create_table(table); !created) return std::cerr << created.error().message << '\n', 1;

  for (int number : {1, 2, 10})
    if (auto put = (*db)->put_item({.table_name = "orders", .item = {{{"customer", "ada"}, {"number", number}}}}); !put)
      return std::cerr << put.error().message << '\n', 1;

  auto page = (*db)->query({.table_name = "orders",
                            .scan_index_forward = false,
                            .key_condition_expression = "customer = :c",
                            .expression_attribute_values = {{{":c", "ada"}}}});
  if (!page) return std::cerr << page.error().message << '\n', 1;
  for (const Item& item : *page->items) std::cout << item.get("number")->n() << '\n';
}
