// Two tables of a database in memory, for the tests of comparisons and copies.
#pragma once

#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <functional>
#include <optional>
#include <string>

#include "transfer/tables/table_facts.h"

namespace partita::movement_support {

// Passes requests on, unless a function of the test answers them with an error.
class Intercepted : public Database {
 public:
  explicit Intercepted(Database& database) : database_(database) {}

#define PARTITA_OPERATION(function, Name)                                          \
  Result<Name##Response> function(Name##Request request) override {                \
    if (before)                                                                    \
      if (auto error = before(#Name)) return unexpected(*std::move(error));        \
    return database_.function(std::move(request));                                 \
  }                                                                                \
  void function(Name##Request request, Completion<Name##Response> done) override { \
    database_.function(std::move(request), std::move(done));                       \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

  // Takes the name of the operation. It is called on the threads of the callers.
  std::function<std::optional<Error>(std::string_view)> before;

 private:
  Database& database_;
};

class TwoTables : public ::testing::Test {
 protected:
  void SetUp() override {
    OpenOptions options;
    options.in_memory = true;
    auto opened = partita::open("", options);
    ASSERT_TRUE(opened);
    database_ = std::move(*opened);
    for (const char* name : {"first", "second"}) make(name, "pk");
  }

  void make(const std::string& name, const std::string& partition_key) {
    ASSERT_TRUE(database_->create_table(
        {.table_name = name,
         .attribute_definitions = {{{partition_key, ScalarAttributeType::S}, {"b", ScalarAttributeType::N}}},
         .key_schema = {{{partition_key, KeyType::Hash}, {"b", KeyType::Range}}},
         .billing_mode = BillingMode::PayPerRequest}));
  }
  static AttributeMap key(int number) {
    AttributeMap out;
    out.set("pk", "p" + std::to_string(number % 50));
    out.set("b", number);
    return out;
  }
  void put(const std::string& table, int number, int value = 0) {
    AttributeMap item = key(number);
    item.set("value", value);
    item.set("text", std::string(20, 'x'));
    ASSERT_TRUE(database_->put_item({.table_name = table, .item = item}));
  }
  void erase(const std::string& table, int number) {
    ASSERT_TRUE(database_->delete_item({.table_name = table, .key = key(number)}));
  }
  transfer::TableFacts facts(const std::string& table) { return transfer::describe(*database_, table).value(); }

  std::unique_ptr<Database> database_;
};

}  // namespace partita::movement_support
