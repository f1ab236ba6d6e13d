// Models as texts, for the tests of modelling/run, modelling/diff and modelling/verify_data.
#pragma once

#include <gtest/gtest.h>
#include <partita/database.h>
#include <partita/open.h>

#include <chrono>
#include <memory>
#include <string>

#include "modelling/core/proof.h"
#include "modelling/read/read_model.h"

namespace partita::modelling::run_support {

inline std::shared_ptr<const Proof> proof_of(const std::string& yaml) {
  auto model = read_model_text(yaml, "model.yml");
  EXPECT_TRUE(model) << model.error().message;
  if (!model) return prove(std::make_shared<const Model>());
  return prove(std::make_shared<const Model>(std::move(*model)));
}

inline std::shared_ptr<Database> database_in_memory() {
  OpenOptions options;
  options.in_memory = true;
  options.ttl_interval = std::chrono::milliseconds(0);  // The tests have a clock of their own.
  auto database = partita::open("", options);
  EXPECT_TRUE(database) << database.error().message;
  return database ? std::shared_ptr<Database>(std::move(*database)) : nullptr;
}

// Passes on every request that a test does not replace.
class PassingDatabase : public Database {
 public:
  explicit PassingDatabase(std::shared_ptr<Database> database) : database_(std::move(database)) {}

#define PARTITA_OPERATION(function, Name)                                                                             \
  Result<Name##Response> function(Name##Request request) override { return database_->function(std::move(request)); } \
  void function(Name##Request request, Completion<Name##Response> done) override {                                    \
    database_->function(std::move(request), std::move(done));                                                         \
  }
#include <partita/operations.def>
#undef PARTITA_OPERATION

 protected:
  std::shared_ptr<Database> database_;
};

// A customer's orders with their lines, with every kind of pattern.
inline constexpr const char* kShop = R"(
format: 1
name: shop
tables:
  - name: shop
    partition_key: PK
    sort_key: SK
    type_attribute: type
    indexes:
      - {name: by_status, partition: GSI1PK, sort: GSI1SK}
      - {name: open_orders, partition: GSI2PK, sort: GSI2SK, projection: KEYS_ONLY}
    entities:
      - name: CUSTOMER
        fields: {customer: string, email: string, joined: time}
        key: {partition: "CUST#{customer}", sort: "PROFILE"}
        unique: [email]
      - name: ORDER
        fields:
          customer: {kind: string, references: CUSTOMER}
          id: ulid
          created: time
          status: {enum: [CREATED, PAID, SHIPPED]}
          cents: integer
          note: {kind: string, optional: true}
          version: integer
        key: {partition: "CUST#{customer}", sort: "ORDER#{id}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{customer}#{id}"}
          open_orders: {partition: "OPEN#{customer}", sort: "{created}#{id}", when: {field: status, equals: CREATED}}
        version: version
      - name: LINE
        fields:
          customer: string
          order: {kind: ulid, references: ORDER}
          line: integer
          sku: string
        key: {partition: "CUST#{customer}", sort: "ORDER#{order}#LINE#{line:04d}"}
patterns:
  - {name: newest in a status, entities: ORDER, by: [status], newest: created}
  - {name: since, entities: ORDER, by: [status], range: created, range_comparison: ">="}
  - {name: open, entities: ORDER, by: [customer], range: created, index: open_orders, wanted: [customer, id]}
  - {name: order with lines, entities: [ORDER, LINE], by: [customer, id]}
  - {name: customer, entities: CUSTOMER, by: [customer]}
  - {name: all orders, scan: ORDER}
  - {name: some, batch_get: [ORDER, LINE]}
  - {name: as of one moment, transact_get: [CUSTOMER, ORDER]}
  - {name: place, transact: [{create: ORDER}, {create: LINE, items: 2}]}
  - {name: register, create: CUSTOMER}
  - {name: replace, put: LINE}
  - {name: change email, update: CUSTOMER, set: [email], read_first: true}
  - {name: pay, update: ORDER, set: [status], given: [created]}
  - {name: cancel, delete: ORDER}
  - {name: import, batch_write: [{put: LINE, items: 3}, {delete: LINE}]}
)";

}  // namespace partita::modelling::run_support
