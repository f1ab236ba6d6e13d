#include "model/plan/write_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/model/write_fixture.h"

namespace partita::model {
namespace write_plan_test {

using Kind = model::WriteRequest::Kind;
using ::testing::HasSubstr;
using ::testing::Not;

model::WriteRequest update_of_order(std::vector<Change> changes) {
  model::WriteRequest update;
  update.kind = Kind::Update;
  update.table = &ledger::kTable;
  update.entity = &ledger::kOrder;
  update.values = {{"customerId", "C1"}, {"orderId", "O1"}};
  update.changes = std::move(changes);
  update.expected_version = 3;
  return update;
}

// The action's expressions with their names and values filled in.
std::string spelled(const std::string& expression, const WriteAction& action) {
  std::string text;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    if (expression[at] != '#' && expression[at] != ':') {
      text += expression[at];
      continue;
    }
    std::string placeholder(1, expression[at]);
    while (at + 1 < expression.size() && std::isdigit(expression[at + 1])) placeholder += expression[++at];
    if (placeholder[0] == '#') {
      text += action.names->at(placeholder);
    } else {
      const AttributeValue& value = *action.values->find(placeholder);
      text += value.is(AttributeType::L) ? "[]" : value.is(AttributeType::SS) ? "{}" : value.text();
    }
  }
  return text;
}

std::string update_text(const model::WriteRequest& request, const StoredItem* stored = nullptr) {
  auto plan = plan_write(request, stored, "W");
  if (!plan) return "error: " + plan.error().message;
  return spelled(plan->actions.front().update, plan->actions.front());
}

std::string condition_text(const model::WriteRequest& request, const StoredItem* stored = nullptr) {
  auto plan = plan_write(request, stored, "W");
  if (!plan) return "error: " + plan.error().message;
  return spelled(plan->actions.front().condition, plan->actions.front());
}

TEST(WritePlan, AnUpdateWritesTheVersionAndItsId) {
  auto update = update_of_order({{.field = ledger::kTotal, .value = 7}});
  EXPECT_EQ(update_text(update), "SET total = 7, version = 4, _write_id = W");
  EXPECT_EQ(condition_text(update), "attribute_exists(PK) AND version = 3");
  update.expected_version.reset();
  update.any_version = true;
  EXPECT_EQ(update_text(update), "SET total = 7, version = if_not_exists(version, 0) + 1, _write_id = W");
  EXPECT_EQ(condition_text(update), "attribute_exists(PK)");
}

// Another program may have written fields that no key of this program can hold.
TEST(WritePlan, AnItemThatWasReadIsAddressedByItsStoredKey) {
  const AttributeMap key{{"PK", "CUST#C1"}, {"SK", "ORDER#of a newer program"}};
  StoredItem stored{key};
  stored.attributes->set("customerId", "C1");
  stored.attributes->set("orderId", "");
  for (const Kind kind : {Kind::Update, Kind::Remove}) {
    model::WriteRequest request = update_of_order({});
    request.kind = kind;
    if (kind == Kind::Update) request.changes = {{.field = ledger::kTotal, .value = 7}};
    request.values = *stored.attributes;
    EXPECT_FALSE(plan_write(request, nullptr, "W"));
    const auto plan = plan_write(request, &stored, "W");
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->actions.front().key, key);
  }
}

TEST(WritePlan, AnUpdateRewritesTheIndexKeysThatHoldTheChangedField) {
  const auto text = update_text(update_of_order({{.field = ledger::kCreatedAt, .value = "2026-02-01T00:00:00.000Z"}}));
  EXPECT_THAT(text, HasSubstr("GSI2SK = 2026-02-01T00:00:00.000Z"));
  EXPECT_THAT(text, HasSubstr("GSI1SK = ORDER#2026-02-01T00:00:00.000Z#O1"));
  EXPECT_THAT(text, Not(HasSubstr("GSI1PK")));
}

TEST(WritePlan, AFieldThatTurnsUpBringsItsIndex) {
  EXPECT_EQ(update_text(update_of_order({{.field = ledger::kCoupon, .value = "X"}})),
            "SET coupon = X, version = 4, _write_id = W, GSI3PK = COUPON#X, GSI3SK = ORDER#O1");
}

TEST(WritePlan, AFieldThatGoesTakesItsIndexAlong) {
  EXPECT_EQ(update_text(update_of_order({{.kind = Change::Kind::Remove, .field = ledger::kCoupon}})),
            "SET version = 4, _write_id = W REMOVE coupon, GSI3PK, GSI3SK");
}

TEST(WritePlan, WhereTheItemLeavesAnIndexOnlyTheShardGoesAndMembersStay) {
  EXPECT_EQ(update_text(update_of_order({{.field = ledger::kStatus, .value = "PAID"}})),
            "SET status = PAID, version = 4, _write_id = W, GSI2PK = STATUS#PAID REMOVE shard");
}

TEST(WritePlan, WhereTheItemEntersAShardedIndexItGetsAShard) {
  auto update = update_of_order({{.field = ledger::kStatus, .value = "OPEN"}});
  EXPECT_EQ(update_text(update), "SET status = OPEN, version = 4, _write_id = W, GSI2PK = STATUS#OPEN, shard = 4");
  update.changes.push_back({.field = ledger::kShard, .value = 3});
  EXPECT_EQ(update_text(update), "SET status = OPEN, shard = 3, version = 4, _write_id = W, GSI2PK = STATUS#OPEN");
}

TEST(WritePlan, AnUnknownPartOfAnIndexKeyIsRefusedWithTheCure) {
  auto update = update_of_order({{.kind = Change::Kind::SetIfAbsent, .field = ledger::kCoupon, .value = "X"}});
  EXPECT_EQ(update_text(update),
            "error: ORDER: the update changes the key of index by_coupon, and the field coupon, which is a part of "
            "that key, gets a value that is not known: add .given(\"coupon\"_f = value) or .read_first()");
  update.given = {{"coupon", AttributeValue()}};
  EXPECT_THAT(update_text(update), HasSubstr("GSI3PK = COUPON#X"));
  EXPECT_THAT(condition_text(update), HasSubstr("attribute_not_exists(coupon)"));
}

TEST(WritePlan, WhatWasReadIsACondition) {
  const StoredItem stored{.attributes = AttributeMap{{"customerId", "C1"}, {"coupon", "OLD"}, {"total", 5}}};
  auto update = update_of_order({{.kind = Change::Kind::SetIfAbsent, .field = ledger::kCoupon, .value = "X"}});
  update.read_first = true;
  EXPECT_THAT(update_text(update, &stored), HasSubstr("GSI3PK = COUPON#OLD"));
  EXPECT_EQ(condition_text(update, &stored), "attribute_exists(PK) AND version = 3 AND coupon = OLD");
}

TEST(WritePlan, ChangesBecomeClauses) {
  auto update =
      update_of_order({{.kind = Change::Kind::Increment, .field = ledger::kTotal, .value = -5},
                       {.kind = Change::Kind::Append, .field = ledger::kTags, .value = AttributeValue::list({"a"})}});
  EXPECT_EQ(update_text(update),
            "SET total = if_not_exists(total, 0) + -5, tags = list_append(if_not_exists(tags, []), []), version = 4, "
            "_write_id = W");
  update.changes = {{.kind = Change::Kind::AddToSet,
                     .field = ledger::kTags,
                     .path = {"tags", "a", 2, "b"},
                     .value = AttributeValue::string_set({"x"})}};
  EXPECT_EQ(update_text(update), "SET version = 4, _write_id = W ADD tags.a[2].b {}");
}

TEST(WritePlan, RefusesWhatNoWriteMayDo) {
  struct Case {
    std::string_view error;
    std::function<void(model::WriteRequest&)> with;
  };
  const Case cases[] = {
      {"ORDER: the field version is its version, which every write sets by itself",
       [](auto& w) { w.changes = {{.field = ledger::kVersion, .value = 1}}; }},
      {"ORDER: the field orderId is part of the primary key: use move()",
       [](auto& w) { w.changes = {{.field = ledger::kOrderId, .value = "O2"}}; }},
      {"ORDER: it has a version: add .expect_version(...) or .any_version()",
       [](auto& w) { w.expected_version.reset(); }},
      {"ORDER: the field total is required and cannot be removed",
       [](auto& w) { w.changes = {{.kind = Change::Kind::Remove, .field = ledger::kTotal}}; }},
      {"The path total.a does not lead into the attribute tags",
       [](auto& w) {
         w.changes = {{.field = ledger::kTags, .path = {"total", "a"}, .value = 1}};
       }},
      {"ORDER: an upsert may create the item, and does not set its required fields createdAt, status",
       [](auto& w) {
         w.kind = Kind::Upsert;
         w.changes = {{.field = ledger::kTotal, .value = 1}};
       }},
  };
  for (const Case& refused : cases) {
    auto update = update_of_order({});
    refused.with(update);
    EXPECT_EQ(update_text(update), "error: " + std::string(refused.error));
  }
}

// A list, map or nested struct is required like any other field.
TEST(WritePlan, ARequiredDocumentIsNeitherLeftOutNorRemoved) {
  static constexpr FieldInfo fields[] = {ledger::member("counterId", FieldKind::String),
                                         ledger::member("lines", FieldKind::Document)};
  EntityInfo basket = ledger::kCounter;
  basket.fields = fields;
  model::WriteRequest write;
  write.table = &ledger::kTable;
  write.entity = &basket;
  write.values = {{"counterId", "1"}};
  write.kind = Kind::Update;
  write.changes = {{.kind = Change::Kind::Remove, .field = 1}};
  EXPECT_EQ(update_text(write), "error: COUNTER: the field lines is required and cannot be removed");
  write.kind = Kind::Upsert;
  write.changes = {{.kind = Change::Kind::Set, .field = 1, .path = {"lines", 0}, .value = 1}};
  EXPECT_EQ(update_text(write),
            "error: COUNTER: an upsert may create the item, and does not set its required field lines");
  write.changes = {{.kind = Change::Kind::Append, .field = 1, .value = AttributeValue::list({1})}};
  EXPECT_THAT(update_text(write), HasSubstr("SET lines = list_append"));
}

TEST(WritePlan, AnUpsertMakesAWholeItem) {
  auto upsert = update_of_order({{.field = ledger::kTotal, .value = 1},
                                 {.field = ledger::kStatus, .value = "PAID"},
                                 {.field = ledger::kCreatedAt, .value = "2026-02-01T00:00:00.000Z"}});
  upsert.kind = Kind::Upsert;
  upsert.expected_version.reset();
  upsert.any_version = true;
  const std::string text = update_text(upsert);
  for (const char* part : {"type = ORDER", "customerId = C1", "orderId = O1", "GSI1PK = CUST#C1",
                           "GSI2PK = STATUS#PAID", "GSI1SK = ORDER#2026-02-01T00:00:00.000Z#O1"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("GSI3")));
  EXPECT_EQ(condition_text(upsert), "");
}

}  // namespace write_plan_test
}  // namespace partita::model
