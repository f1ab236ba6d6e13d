// Code that retries, tested with a database that fails on purpose.
#include <partita/database.h>
#include <partita/faults.h>
#include <partita/open.h>

#include <iostream>

using namespace partita;

// The code under test. The token lets it send a write again whose answer was lost.
bool add_one(Database& db, const std::string& token) {
  Update update{.key = {{{"name", "visits"}}}, .update_expression = "ADD n :one", .table_name = "counters"};
  update.expression_attribute_values = {{{":one", 1}}};
  for (int attempt = 0; attempt < 20; ++attempt)
    if (db.transact_write_items({.transact_items = {{{.update = update}}}, .client_request_token = token})) return true;
  return false;
}

int main() {
  auto db = open("", {.in_memory = true}).value();
  CreateTableRequest table{.table_name = "counters", .billing_mode = BillingMode::PayPerRequest};
  table.attribute_definitions = {{"name", ScalarAttributeType::S}};
  table.key_schema = {{"name", KeyType::Hash}};
  if (!db->create_table(table)) return 1;

  Faults faults{.seed = 7};
  faults.rules = {{.operations = {"writes"}, .probability = 0.2, .error = ErrorCode::ThrottlingException},
                  {.operations = {"TransactWriteItems"},
                   .table = "counters",
                   .probability = 0.2,
                   .when = FaultTime::After,  // the write happens, but its answer is lost
                   .error = ErrorCode::InternalServerError}};
  auto faulty = with_faults(*db, faults);
  if (!faulty) return std::cerr << faulty.error().message << '\n', 1;

  for (int i = 0; i < 100; ++i)
    if (!add_one(**faulty, "visit " + std::to_string(i))) return 1;

  auto counter = db->get_item({.table_name = "counters", .key = {{{"name", "visits"}}}}).value();
  std::cout << counter.item->get("n")->n() << " visits, " << (*faulty)->times_acted()[0] << " throttled, "
            << (*faulty)->times_acted()[1] << " answers lost\n";
}
