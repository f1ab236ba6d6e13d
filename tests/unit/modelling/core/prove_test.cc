// The plans and refusals of models in files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelling/core/proof.h"
#include "modelling/read/read_model.h"

namespace partita::modelling {
namespace prove_test {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kShop = R"(
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
        fields:
          customer: string
          id: ulid
          created: time
          status: {enum: [CREATED, PAID]}
          cents: integer
          version: integer
        key: {partition: "CUST#{customer}", sort: "ORDER#{id}"}
        in:
          by_status: {partition: "STATUS#{status}", sort: "{created}#{customer}#{id}"}
        version: version
      - name: LINE
        fields: {customer: string, order: ulid, id: string, sku: string, quantity: integer}
        key: {partition: "CUST#{customer}", sort: "ORDER#{order}#LINE#{id}"}
)";

std::shared_ptr<const Proof> prove_text(const std::string& text) {
  auto model = read_model_text(text, "shop.yml");
  if (!model) {
    ADD_FAILURE() << model.error().message;
    return prove(std::make_shared<const Model>());
  }
  return prove(std::make_shared<const Model>(std::move(*model)));
}

std::vector<std::string> texts_of_refusals(const Proof& proof) {
  std::vector<std::string> out;
  for (const Refusal& refusal : proof.refusals())
    out.push_back(std::to_string(refusal.place.line) + ": " + refusal.particulars);
  return out;
}

TEST(Prove, PlansReadsByKeysAndIndexes) {
  const auto proof = prove_text(std::string(kShop) + R"(
patterns:
  - {name: One order, entities: ORDER, by: [customer, id], consistent: true}
  - {name: By status, entities: ORDER, by: status, newest: created}
  - {name: With lines, entities: [ORDER, LINE], by: [customer, id]}
)");
  EXPECT_THAT(texts_of_refusals(*proof), IsEmpty());
  std::vector<std::string> shapes;
  for (const ProvenPattern& pattern : proof->patterns()) {
    ASSERT_TRUE(pattern.served()) << pattern.declared->name;
    shapes.push_back(model::key_condition_shape(pattern.info));
  }
  EXPECT_THAT(shapes, ElementsAre(R"(PK = "CUST#{customer}" AND SK = "ORDER#{id}")",
                                  R"(GSI1PK = "STATUS#{status}" AND GSI1SK in a range of {created})",
                                  R"(PK = "CUST#{customer}" AND SK BETWEEN "ORDER#{id}" AND "ORDER#{id}$")"));
  EXPECT_EQ(proof->patterns()[0].info.plan.operation, model::PlanOperation::GetItem);
  EXPECT_FALSE(proof->patterns()[1].info.plan.forward);
}

TEST(Prove, RefusesWhatTheCompilerRefuses) {
  struct Case {
    const char* pattern;
    model::Mistake mistake;
  };
  const Case cases[] = {
      {"{name: x, entities: LINE, by: sku}", model::Mistake::NoIndexServes},
      {"{name: x, entities: ORDER, by: customer, newest: created}", model::Mistake::RangeNotNext},
      {"{name: x, entities: ORDER, by: status, consistent: true}", model::Mistake::ConsistentOnGlobalIndex},
      {"{name: x, entities: ORDER, by: customer}", model::Mistake::ForeignRows},
      {"{name: x, entities: ORDER, by: owner}", model::Mistake::NoSuchField},
      {"{name: x, update: ORDER, set: [status]}", model::Mistake::None},
      {"{name: x, update: ORDER, set: [created]}", model::Mistake::None},
      {"{name: x, update: ORDER, set: [id]}", model::Mistake::PrimaryKeyField},
      {"{name: x, update: ORDER, set: [status], version_unchecked: true}", model::Mistake::VersionUnchecked},
      {"{name: x, batch_write: [{put: ORDER}]}", model::Mistake::BatchNeedsCondition},
  };
  for (const Case& one : cases) {
    const auto proof = prove_text(std::string(kShop) + "patterns:\n  - " + one.pattern);
    const model::Mistake found = proof->refusals().empty() ? model::Mistake::None : proof->refusals().front().mistake;
    EXPECT_EQ(found, one.mistake) << one.pattern << ": "
                                  << (proof->refusals().empty() ? "" : proof->refusals().front().particulars);
  }
}

TEST(Prove, ReportsEveryFaultOfATableWithItsLine) {
  const auto proof = prove_text(R"(
format: 1
tables:
  - name: table_one
    partition_key: PK
    sort_key: SK
    entities:
      - name: A
        fields: {id: string, count: integer, day: time}
        key:
          {partition: "A#{id}", sort: "N#{count}#{nobody}"}
      - name: B
        fields: {id: string, count: integer, price: double}
        key:
          {partition: "B#{id}", sort: "{count}#{price}"}
      - name: C
        fields: {id: string, other: string}
        key:
          {partition: "B#{id}", sort: "{other}-x"}
)");
  EXPECT_THAT(texts_of_refusals(*proof),
              ElementsAre(R"(11: {nobody} names no member: nobody, in the template "N#{count}#{nobody}")",
                          R"(15: entity B: the field count in "{count}#{price}" for the key attribute SK)",
                          R"(19: "-x" follows a field, in the template "{other}-x")"));
  EXPECT_EQ(proof->entity("table_one", "A"), nullptr);
  EXPECT_NE(proof->entity("table_one", "C"), nullptr);
}

TEST(Prove, RefusesAKeyInAnIndexWithoutAName) {
  const auto proof = prove_text(std::string(kShop) + R"(
      - name: OTHER
        fields: {id: string}
        key: {partition: "OTHER#{id}", sort: "OTHER"}
        in:
          "": {partition: "X#{id}", sort: "Y"}
)");
  EXPECT_THAT(texts_of_refusals(*proof), ElementsAre("31: entity OTHER: a key in an index without a name"));
  EXPECT_EQ(proof->entity("shop", "OTHER")->indexes.size(), 0u);
}

}  // namespace prove_test
}  // namespace partita::modelling
