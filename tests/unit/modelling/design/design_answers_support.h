// Answers to reads that span entities, for the tests of copies, second requests and divided reads.
#pragma once

#include <string>

#include "modelling/design/search/answer.h"
#include "unit/modelling/design/design_support.h"

namespace partita::modelling::design_answers_support {

using namespace design_support;

inline design::Answers answers_of(const std::string& yaml, int designs = 1) {
  auto found = design::answer(questions_of(yaml), prices(), {.seconds = 120, .designs = designs});
  EXPECT_TRUE(found) << found.error();
  return found ? std::move(*found) : design::Answers();
}

inline double usd_of(const design::Answers& answers) {
  EXPECT_FALSE(answers.found.designs.empty());
  EXPECT_FALSE(answers.found.timed_out);
  return answers.found.designs.empty() ? 0 : answers.found.designs[0].usd;
}

// A shop whose orders are listed with their customers' names. `rename` is how often a customer gets another name.
inline std::string shop(double list, double rename, const std::string& more = "", const std::string& read = "") {
  return fmt::format(R"(design: 1
name: shop
entities:
  - name: CUSTOMER
    count: 1M
    size_bytes: 300
    fields: {{customerId: ulid, name: string, tier: string}}
    identity: customerId
  - name: ORDER
    count: 20M
    size_bytes: 200
    fields: {{orderId: ulid, customerId: ulid, made: time, status: {{enum: [OPEN, SHUT]}}, cents: integer}}
    identity: orderId
patterns:
  - {{name: Open orders, entities: ORDER, where: {{status: OPEN}}, newest: made, with: CUSTOMER.name, per_second: {},
     items: 20{}}}
  - {{name: Orders of a customer, entities: ORDER, by: customerId, per_second: 2, items: 20}}
  - {{name: Join, create: CUSTOMER, per_second: 0.1}}
  - {{name: Order, create: ORDER, per_second: 1}}
  - {{name: Rename, update: CUSTOMER, set: name, per_second: {}}}
{})",
                     list, read, rename, more);
}

// The same with twice as many orders.
inline std::string many_orders(std::string questions) {
  return questions.replace(questions.find("count: 20M"), 10, "count: 40M");
}

// Sales refer to two persons and to a product.
inline std::string sales(const std::string& patterns) {
  return R"(design: 1
name: sales
entities:
  - {name: PERSON, count: 100k, size_bytes: 200, identity: personId, version: rev,
     fields: {personId: ulid, name: string, rev: integer}}
  - {name: PRODUCT, count: 10k, size_bytes: 400, identity: productId, fields: {productId: ulid, title: string}}
  - name: SALE
    count: 5M
    size_bytes: 120
    identity: saleId
    fields: {saleId: ulid, buyerId: {kind: ulid, references: PERSON}, sellerId: {kind: ulid, references: PERSON},
             productId: ulid, day: date}
patterns:
  - {name: Sales of a day, entities: SALE, by: day, with: [buyerId.name, sellerId.name, PRODUCT.title], per_second: 90,
     items: 40}
)" + patterns;
}

inline const Pattern* pattern_of(const design::Answers& answers, const std::string& name) {
  for (const Pattern& one : answers.found.designs.at(0).model->patterns)
    if (one.name == name) return &one;
  return nullptr;
}

inline const Field* copy_of(const design::Answers& answers, const std::string& name) {
  const Model& model = *answers.found.designs.at(0).model;
  return model.table_of("ORDER")->entity("ORDER")->field(name);
}

}  // namespace partita::modelling::design_answers_support
