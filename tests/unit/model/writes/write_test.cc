#include "unit/model/write_fixture.h"

namespace partita::model {
namespace write_test {

TEST_F(WriteTest, CreateStoresFieldsKeysAndType) {
  const auto created = write(create_order("O1", "OPEN"));
  ASSERT_OK(created);
  const AttributeMap item = stored_order();
  EXPECT_EQ(in(item, "type"), "ORDER");
  EXPECT_EQ(in(item, "GSI1SK"), "ORDER#2026-01-05T10:00:00.000Z#O1");
  EXPECT_EQ(in(item, "GSI2PK"), "STATUS#OPEN");
  EXPECT_TRUE(item.contains("shard"));
  EXPECT_FALSE(item.contains("GSI3PK"));
  EXPECT_EQ(in(item, "version"), 1);
  EXPECT_EQ(created->row->attributes(), item);
  EXPECT_EQ(created->cost.requests, 1);
  EXPECT_GT(created->cost.capacity_units, 0);
}

TEST_F(WriteTest, CreateRefusesAnItemThatExists) {
  ASSERT_OK(write(create_order()));
  const auto again = write(create_order());
  EXPECT_REFUSED(again, Refusal::ItemExists, "ORDER: the item exists already");
  EXPECT_TRUE(again.error().item);
}

TEST_F(WriteTest, PutReplaces) {
  auto put = request(Kind::Put, ledger::kCounter, {{"counterId", "1"}, {"count", 5}});
  ASSERT_OK(write(put));
  put.values.set("count", 6);
  ASSERT_OK(write(put));
  EXPECT_EQ(in(stored({{"PK", "COUNTER#1"}, {"SK", "COUNTER"}}), "count"), 6);
}

TEST_F(WriteTest, UpdateOfAMissingItemMakesNone) {
  EXPECT_REFUSED(write(update_order({set(ledger::kTotal, 1)})), Refusal::ItemMissing, "ORDER: there is no such item");
  EXPECT_TRUE(stored_order().empty());
}

TEST_F(WriteTest, UpdateKeepsIndexesAndUnknownAttributes) {
  ASSERT_OK(write(create_order()));
  PutItemRequest raw;
  raw.table_name = "ledger";
  raw.item = stored_order();
  raw.item->set("unknown", "stays");
  ASSERT_TRUE(database->put_item(raw));
  const auto updated = write(update_order({set(ledger::kStatus, "OPEN"), set(ledger::kCoupon, "X")}));
  ASSERT_OK(updated);
  const AttributeMap item = stored_order();
  EXPECT_EQ(in(item, "GSI2PK"), "STATUS#OPEN");
  EXPECT_EQ(in(item, "GSI3PK"), "COUPON#X");
  EXPECT_TRUE(item.contains("shard"));
  EXPECT_EQ(in(item, "unknown"), "stays");
  EXPECT_EQ(updated->row->attributes(), item);
  ASSERT_OK(write(update_order({set(ledger::kStatus, "PAID"), without(ledger::kCoupon)}, 2)));
  EXPECT_FALSE(stored_order().contains("shard"));
  EXPECT_FALSE(stored_order().contains("GSI3PK"));
  EXPECT_EQ(in(stored_order(), "createdAt"), "2026-01-05T10:00:00.000Z");
}

TEST_F(WriteTest, UpsertOfNothingIsACreate) {
  auto upsert = update_order(
      {set(ledger::kTotal, 100), set(ledger::kStatus, "PAID"), set(ledger::kCreatedAt, "2026-01-05T10:00:00.000Z")},
      std::nullopt);
  upsert.kind = Kind::Upsert;
  ASSERT_OK(write(upsert));
  AttributeMap upserted = stored_order();
  ASSERT_OK(write(create_order("O2")));
  AttributeMap created = stored_order("O2");
  for (AttributeMap* item : {&upserted, &created})
    for (const char* own : {"_write_id", "SK", "orderId", "GSI1SK"}) item->erase(own);
  EXPECT_EQ(upserted, created);
}

TEST_F(WriteTest, RemoveAnswersTheItemAndMayBeRequired) {
  ASSERT_OK(write(create_order()));
  auto remove = request(Kind::Remove, ledger::kOrder, order_key());
  const auto removed = write(remove);
  ASSERT_OK(removed);
  EXPECT_EQ(in(removed->row->attributes(), "total"), 100);
  const auto again = write(remove);
  ASSERT_OK(again);
  EXPECT_FALSE(again->row);
  remove.must_exist = true;
  EXPECT_REFUSED(write(remove), Refusal::ItemMissing, "there is no such item");
}

TEST_F(WriteTest, GivenValuesAreConditions) {
  ASSERT_OK(write(create_order()));
  auto update = update_order({set(ledger::kTotal, 1)});
  update.given = {{"status", "OPEN"}};
  EXPECT_REFUSED(write(update), Refusal::NotAsGiven, "the field status does not hold the value given");
  update.given = {{"status", "PAID"}, {"coupon", AttributeValue()}};
  ASSERT_OK(write(update));
}

TEST_F(WriteTest, ConditionsAreChecked) {
  ASSERT_OK(write(create_order()));
  auto update = update_order({set(ledger::kTotal, 1)});
  update.condition = {.kind = Predicate::Kind::Less, .path = "total", .values = {50}};
  EXPECT_REFUSED(write(update), Refusal::ConditionFalse, "the condition was false");
  update.condition.values = {500};
  ASSERT_OK(write(update));
}

TEST_F(WriteTest, ReadFirstTriesAgainWhereTheItemChangedMeanwhile) {
  ASSERT_OK(write(create_order()));
  int reads = 0;
  bool inside = false;
  database->before = [&](const std::string& operation) {
    if (inside || operation != "update_item" || ++reads > 1) return;
    inside = true;
    EXPECT_TRUE(write(update_order({set(ledger::kCoupon, "OTHER")})));
    inside = false;
  };
  auto update =
      update_order({{.kind = Change::Kind::SetIfAbsent, .field = ledger::kCoupon, .value = "MINE"}}, std::nullopt);
  update.read_first = true;
  const auto updated = write(update);
  ASSERT_OK(updated);
  EXPECT_EQ(in(stored_order(), "GSI3PK"), "COUPON#OTHER");
  EXPECT_EQ(updated->cost.requests, 4);
}

TEST_F(WriteTest, ReadFirstGivesUpAfterABoundedNumberOfTimes) {
  ASSERT_OK(write(create_order()));
  int changes = 0;
  bool inside = false;
  database->before = [&](const std::string& operation) {
    if (inside || operation != "update_item") return;
    inside = true;
    EXPECT_TRUE(write(update_order({set(ledger::kCoupon, std::to_string(++changes))}, std::nullopt)));
    inside = false;
  };
  auto update =
      update_order({{.kind = Change::Kind::SetIfAbsent, .field = ledger::kCoupon, .value = "MINE"}}, std::nullopt);
  update.read_first = true;
  EXPECT_FAILS(write(update), ErrorCode::TransactionConflictException, "each of the 5 times");
  EXPECT_EQ(changes, 5);
}

TEST_F(WriteTest, ThrottledWritesAreRetried) {
  database->fail_next("put_item", {throttled()});
  database->fail_next("put_item", {throttled()});
  const auto created = write(create_order());
  ASSERT_OK(created);
  EXPECT_EQ(created->cost.requests, 3);
  EXPECT_EQ(waits, 2);
}

TEST_F(WriteTest, ThrottledWritesAreNotRetriedForEver) {
  for (int i = 0; i < 4; ++i) database->fail_next("put_item", {throttled()});
  EXPECT_FAILS(write(create_order()), ErrorCode::ProvisionedThroughputExceededException, "slow down");
}

TEST_F(WriteTest, AnIncrementWithUnknownOutcomeIsNotRepeated) {
  ASSERT_OK(write(create_counter()));
  database->fail_next("update_item", {unknown_outcome(), true});
  EXPECT_FAILS(write(count(1)), ErrorCode::OutcomeUnknown, "the connection broke");
  EXPECT_EQ(database->calls("update_item"), 1);
}

TEST_F(WriteTest, AnIncrementThatWasThrottledIsRepeated) {
  ASSERT_OK(write(create_counter()));
  database->fail_next("update_item", {throttled()});
  ASSERT_OK(write(count(1)));
  EXPECT_EQ(in(stored({{"PK", "COUNTER#1"}, {"SK", "COUNTER"}}), "count"), 1);
}

TEST_F(WriteTest, APlainSetWithUnknownOutcomeIsRepeated) {
  ASSERT_OK(write(create_counter()));
  database->fail_next("update_item", {unknown_outcome(), true});
  auto update = count(0);
  update.changes = {set(ledger::kCount, 9)};
  ASSERT_OK(write(update));
  EXPECT_EQ(database->calls("update_item"), 2);
}

// Without a version, this write's item cannot be told from an equal one that another program wrote.
TEST_F(WriteTest, ACreateOfUnknownOutcomeThatFindsAnEqualItemSaysSo) {
  for (const bool done : {true, false}) {
    // Either the first attempt creates the item, or another program does.
    if (!done) ASSERT_OK(write(create_counter()));
    database->fail_next("put_item", {unknown_outcome(), done});
    const auto created = write(create_counter());
    EXPECT_FAILS(created, ErrorCode::OutcomeUnknown,
                 "the item is equal to the one to write, but this write or another one may have written it");
    EXPECT_TRUE(created.error().item);
    ASSERT_OK(write(request(Kind::Remove, ledger::kCounter, {{"counterId", "1"}})));
  }
}

TEST_F(WriteTest, ACreateOfUnknownOutcomeThatFindsAnotherItemSaysSo) {
  ASSERT_OK(write(count_of(3)));
  database->fail_next("put_item", {unknown_outcome()});
  EXPECT_FAILS(write(create_counter()), ErrorCode::OutcomeUnknown, "the item exists already");
}

// The repeated request would return the item that the first attempt wrote.
TEST_F(WriteTest, TheOldItemOfARepeatedWriteIsNotKnown) {
  ASSERT_OK(write(count_of(3)));
  auto put = count_of(4);
  put.returns_old = true;
  const auto replaced = write(put);
  ASSERT_OK(replaced);
  ASSERT_TRUE(replaced->old);
  EXPECT_EQ(in(replaced->old->attributes(), "count"), 3);
  database->fail_next("put_item", {unknown_outcome(), true});
  put.values.set("count", 5);
  const auto repeated = write(put);
  ASSERT_OK(repeated);
  EXPECT_FALSE(repeated->old);
  ASSERT_TRUE(repeated->unread);
  EXPECT_EQ(describe(repeated->unread->code).name, "OutcomeUnknown");
  EXPECT_EQ(in(repeated->row->attributes(), "count"), 5);
}

TEST_F(WriteTest, AsyncWritesAnswerOnce) {
  std::vector<std::promise<Result<WriteAnswer>>> answers(100);
  for (std::size_t i = 0; i < answers.size(); ++i)
    model::write(session, Mode::Async, create_order("O" + std::to_string(i)),
                 [&answers, i](Result<WriteAnswer> answer) { answers[i].set_value(std::move(answer)); });
  for (auto& answer : answers) ASSERT_OK(answer.get_future().get());
}

TEST_F(WriteTest, ACheckAloneIsRefused) {
  EXPECT_FAILS(write(request(Kind::Check, ledger::kOrder, order_key())), ErrorCode::ValidationException,
               "a check is possible only in a transaction");
}

}  // namespace write_test
}  // namespace partita::model
