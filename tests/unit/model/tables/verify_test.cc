#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/model/runtime/session.h>
#include <partita/model/runtime/table_creation.h>
#include <partita/model/runtime/verify.h>
#include <partita/open.h>

#include <future>

#include "model/core/session.h"
#include "model/keys/compose.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "unit/model/fake_database.h"
#include "unit/model/shop.h"

namespace partita::model {
namespace verify_test {

using market::kTable;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

AttributeMap stored(const EntityInfo& entity, AttributeMap item) {
  const auto keys = compose_all(kTable, entity, item).value();
  for (const auto& [name, value] : keys.present) item.set(name, value);
  for (const FieldInfo& field : entity.fields)
    if (!field.stored) item.erase(field.attribute);
  item.set("type", entity.name);
  return item;
}

AttributeMap order(std::string id) {
  return stored(
      market::kOrder,
      {{"customerId", "C1"}, {"orderId", std::move(id)}, {"createdAt", "2026-01-05T10:00:00.000Z"}, {"st", "open"}});
}

AttributeMap customer(std::string id, const std::string& email) {
  return stored(market::kCustomer, {{"customerId", std::move(id)}, {"email", email}, {"name", "N"}});
}

AttributeMap sentinel(const AttributeMap& owner) {
  const auto key = unique_key(kTable, market::kCustomer, market::kUniqueEmail[0], *owner.find("email")).value();
  return unique_item(kTable, key, primary_key_of(kTable, owner));
}

AttributeMap with(AttributeMap item, std::string_view name, AttributeValue value) {
  item.set(name, std::move(value));
  return item;
}

AttributeMap without(AttributeMap item, std::string_view name) {
  EXPECT_TRUE(item.erase(name)) << name;
  return item;
}

// ---- one item

struct JudgeCase {
  std::string name;
  AttributeMap item;
  std::string kind;
  std::string detail;
  bool repairable = false;
};

TEST(Judge, what_is_written_is_right) {
  for (const AttributeMap& item : {order("O1"), customer("C1", "a@b.c"),
                                   stored(market::kItem, {{"customerId", "C1"}, {"orderId", "O1"}, {"line", 7}})})
    EXPECT_THAT(judge(kTable, item).findings, IsEmpty());
}

TEST(Judge, each_fault_is_found_alone) {
  const AttributeMap right = order("O1");
  const JudgeCase cases[] = {
      {"a stale index key", with(right, "GSI1SK", "ORDER#old"), "stale",
       "GSI1SK is \"ORDER#old\", but the fields say \"ORDER#2026-01-05T10:00:00.000Z#O1\"", true},
      {"a missing index key", without(right, "GSI1PK"), "stale", "GSI1PK is absent, but the fields say \"CUST#C1\"",
       true},
      {"the key of an index that it left", with(right, "GSI2PK", "COUPON#X"), "stale",
       "GSI2PK is \"COUPON#X\", but the fields say that it is absent", true},
      {"no shard", without(right, "shard"), "stale", "shard is absent", true},
      {"a shard out of range", with(right, "shard", 9), "stale", "shard is 9, but the fields say ", true},
      {"a shard of another type", with(right, "shard", "1"), "stale", "must have a value of type N from 0 to 4"},
      {"no tag", without(right, "type"), "stale", "it lacks the type tag type", true},
      {"another primary key", with(right, "SK", "ORDER#O2"), "stale",
       "SK is \"ORDER#O2\", but the fields say \"ORDER#O1\""},
      {"an unknown tag", with(right, "type", "INVOICE"), "foreign", "it belongs to no entity of the model"},
      {"no required field", without(right, "createdAt"), "phantom", "attribute `createdAt` is missing"},
      {"no such enumerator", with(right, "st", "gone"), "phantom",
       "attribute `st` must be S (one of open, in hand), but is "},
      {"a time of another form", with(right, "createdAt", "2026-01-05T10:00:00Z"), "phantom", "must be a time"},
      {"a field of another type", with(right, "orderId", 5), "phantom", "attribute `orderId` must be S, but is N"},
      {"the key of an index of other entities", with(customer("C1", "a@b.c"), "GSI1PK", "CUST#C1"), "stale",
       "GSI1PK is \"CUST#C1\", but the fields say that it is absent", true},
  };
  for (const JudgeCase& c : cases) {
    const auto findings = judge(kTable, c.item).findings;
    ASSERT_EQ(findings.size(), 1u) << c.name;
    EXPECT_EQ(to_text(findings[0].kind), c.kind) << c.name;
    EXPECT_THAT(findings[0].detail, HasSubstr(c.detail)) << c.name;
    EXPECT_EQ(findings[0].repairable, c.repairable) << c.name;
    EXPECT_EQ(findings[0].key, primary_key_of(kTable, c.item)) << c.name;
  }
}

// ---- tables

class VerifyTable : public testing::TestWithParam<Mode> {
 protected:
  VerifyTable() { EXPECT_TRUE(database->create_table(create_table_request(*session, kTable))); }

  void put(AttributeMap item) {
    PutItemRequest request;
    request.table_name = "shop";
    request.item = std::move(item);
    const auto answer = database->put_item(std::move(request));
    ASSERT_TRUE(answer) << answer.error().message;
  }
  AttributeMap get(AttributeMap key) {
    GetItemRequest request;
    request.table_name = "shop";
    request.key = std::move(key);
    const auto answer = database->get_item(std::move(request)).value();
    return answer.item ? answer.item->to_map() : AttributeMap();
  }
  AttributeMap get_again(const AttributeMap& item) { return get(primary_key_of(kTable, item)); }
  VerifyReport check(VerifyOptions options) {
    std::promise<Result<VerifyReport>> report;
    verify(session, GetParam(), kTable, std::move(options),
           [&](Result<VerifyReport> result) { report.set_value(std::move(result)); });
    return report.get_future().get().value();
  }
  VerifyReport check(Repair repair = Repair::No) { return check(VerifyOptions{repair, {}}); }

  std::shared_ptr<Database> database = open("", {.in_memory = true}).value();
  std::shared_ptr<Session> session = make_session(database, {});
};
INSTANTIATE_TEST_SUITE_P(Modes, VerifyTable, testing::Values(Mode::Wait, Mode::Async),
                         [](const auto& mode) { return mode.param == Mode::Wait ? "wait" : "async"; });

std::vector<std::string> texts(const VerifyReport& report) {
  std::vector<std::string> all;
  for (const Finding& finding : report.findings)
    all.push_back(std::string(to_text(finding.kind)) + ' ' + finding.entity + ": " + finding.detail);
  return all;
}

TEST_P(VerifyTable, a_right_table_has_no_findings) {
  const auto owner = customer("C1", "a@b.c");
  put(owner);
  put(sentinel(owner));
  for (int i = 0; i < 50; ++i) put(order("O" + std::to_string(i)));
  const auto report = check();
  EXPECT_THAT(texts(report), IsEmpty());
  EXPECT_EQ(report.items, 52);
  EXPECT_EQ(report.sentinels, 1);
}

TEST_P(VerifyTable, stale_keys_are_repaired_and_nothing_else_changes) {
  const auto right = with(order("O1"), "note", "not of the model");
  put(with(without(with(right, "GSI1SK", "ORDER#old"), "shard"), "GSI2PK", "COUPON#X"));
  const auto found = check();
  EXPECT_EQ(found.findings.size(), 3u);
  EXPECT_EQ(found.repaired, 0);
  EXPECT_NE(get_again(right), right);
  EXPECT_EQ(check(Repair::Yes).repaired, 3);
  EXPECT_EQ(get_again(right), right);
  EXPECT_THAT(texts(check()), IsEmpty());
}

TEST_P(VerifyTable, what_cannot_be_repaired_is_left) {
  const auto moved = with(order("O1"), "SK", "ORDER#O2");
  put(moved);
  put({{"PK", "X"}, {"SK", "Y"}});
  const auto report = check(Repair::Yes);
  EXPECT_EQ(report.repaired, 0);
  EXPECT_EQ(report.count(Finding::Kind::Foreign), 1);
  EXPECT_EQ(report.count(Finding::Kind::Stale), 1);
  EXPECT_EQ(get_again(moved), moved);
}

TEST_P(VerifyTable, a_sentinel_without_owner_is_removed) {
  const auto gone = customer("C1", "a@b.c");
  put(sentinel(gone));
  const auto changed = customer("C2", "old@b.c");
  put(sentinel(changed));
  const auto now = customer("C2", "new@b.c");
  put(now);
  put(sentinel(now));
  EXPECT_THAT(texts(check(Repair::Yes)),
              UnorderedElementsAre(
                  "orphan : the owner of this unique value, {PK: \"CUST#C1\", SK: \"PROFILE\"}, does not exist",
                  "orphan : the owner of this unique value, {PK: \"CUST#C2\", SK: \"PROFILE\"}, has another one"));
  EXPECT_TRUE(get_again(sentinel(gone)).empty());
  EXPECT_TRUE(get_again(sentinel(changed)).empty());
  EXPECT_EQ(get_again(sentinel(now)), sentinel(now));
  EXPECT_THAT(texts(check()), IsEmpty());
}

TEST_P(VerifyTable, an_owner_without_sentinel_gets_one) {
  const auto owner = customer("C1", "a@b.c");
  put(owner);
  const auto report = check(Repair::Yes);
  EXPECT_THAT(texts(report), ElementsAre(HasSubstr("orphan CUSTOMER: its unique value has no sentinel")));
  EXPECT_EQ(report.repaired, 1);
  EXPECT_EQ(get_again(sentinel(owner)), sentinel(owner));
}

TEST_P(VerifyTable, a_value_that_two_owners_have_is_reported) {
  const auto first = customer("C1", "a@b.c");
  put(first);
  put(sentinel(first));
  put(customer("C2", "a@b.c"));
  const auto report = check(Repair::Yes);
  EXPECT_THAT(texts(report), ElementsAre("orphan CUSTOMER: its unique value is held by {PK: \"CUST#C1\", SK: "
                                         "\"PROFILE\"}"));
  EXPECT_EQ(report.repaired, 0);
}

TEST_P(VerifyTable, progress_is_told_page_by_page_and_can_end_it) {
  const std::string large(100'000, 'x');
  for (int i = 0; i < 30; ++i) put(with(order("O" + std::to_string(i)), "note", large));
  std::vector<std::int64_t> items;
  const auto count = [&](const VerifyReport& report) {
    items.push_back(report.items);
    return true;
  };
  EXPECT_EQ(check({Repair::No, count}).items, 30);
  EXPECT_GE(items.size(), 3u);
  EXPECT_EQ(items.back(), 30);
  EXPECT_LT(check({Repair::No, [](const VerifyReport&) { return false; }}).items, 30);
}

// Another program writes between scan and repair. The repair's condition fails, and the newer item stays.
TEST_P(VerifyTable, an_item_that_changed_since_it_was_read_is_left_alone) {
  const auto stale = with(order("O1"), "GSI1SK", "ORDER#old");
  const auto newer = with(stale, "createdAt", "2026-02-02T00:00:00.000Z");
  put(stale);
  auto between = std::make_shared<FakeDatabase>();
  between->on_scan = [&](ScanRequest request) {
    auto page = database->scan(std::move(request));
    put(newer);
    return page;
  };
  between->on_update_item = [&](UpdateItemRequest request) { return database->update_item(std::move(request)); };
  session = make_session(between, {});
  const auto report = check(Repair::Yes);
  EXPECT_EQ(report.repaired, 0);
  EXPECT_THAT(texts(report), ElementsAre(HasSubstr("(not repaired: The conditional request failed)")));
  EXPECT_EQ(get_again(stale), newer);
}

// A sentinel that was read before its owner was removed is not a finding.
TEST_P(VerifyTable, a_removal_during_the_scan_is_no_finding) {
  const auto owner = customer("C1", "a@b.c");
  put(sentinel(owner));
  auto between = std::make_shared<FakeDatabase>();
  between->on_scan = [&](ScanRequest request) {
    auto page = database->scan(std::move(request));
    DeleteItemRequest removal;
    removal.table_name = "shop";
    removal.key = primary_key_of(kTable, sentinel(owner));
    EXPECT_TRUE(database->delete_item(std::move(removal)));
    return page;
  };
  between->on_get_item = [&](GetItemRequest request) { return database->get_item(std::move(request)); };
  session = make_session(between, {});
  EXPECT_THAT(texts(check(Repair::Yes)), IsEmpty());
}

}  // namespace verify_test
}  // namespace partita::model
