// Two tables of a database in memory, for the tests of comparisons and copies.
#pragma once

#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <string>

#include "transfer/tables/table_facts.h"

namespace partita::movement_support {

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
