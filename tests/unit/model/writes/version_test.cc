#include <thread>

#include "unit/model/write_fixture.h"

namespace partita::model {
namespace version_test {

class VersionTest : public WriteTest {
 protected:
  void SetUp() override {
    WriteTest::SetUp();
    ASSERT_OK(write(create_order()));
  }
};

TEST_F(VersionTest, AWriteWithTheRightVersionIncrementsIt) {
  const auto updated = write(update_order({set(ledger::kTotal, 7)}, 1));
  ASSERT_OK(updated);
  EXPECT_EQ(in(updated->row->attributes(), "version"), 2);
  EXPECT_EQ(updated->cost.requests, 1);
}

TEST_F(VersionTest, AWriteWithAnotherVersionIsAConflictWithTheStoredItem) {
  const auto updated = write(update_order({set(ledger::kTotal, 7)}, 5));
  EXPECT_FAILS(updated, ErrorCode::VersionConflict, "ORDER: the item has version 1, not version 5");
  ASSERT_TRUE(updated.error().item);
  EXPECT_EQ(updated.error().item->get("total"), AttributeValue(100));
}

TEST_F(VersionTest, AnotherFailedConditionIsNoVersionConflict) {
  auto update = update_order({set(ledger::kTotal, 7)}, 1);
  update.condition = {.kind = Predicate::Kind::Equal, .path = "status", .values = {"OPEN"}};
  EXPECT_REFUSED(write(update), Refusal::ConditionFalse, "the condition was false");
}

TEST_F(VersionTest, APutNeverResetsAVersion) {
  auto put = request(Kind::Put, ledger::kOrder, order_values());
  EXPECT_FAILS(write(put), ErrorCode::VersionConflict, "the item exists with version 1");
  put.expected_version = 1;
  ASSERT_OK(write(put));
  EXPECT_EQ(in(stored_order(), "version"), 2);
  put.expected_version.reset();
  put.any_version = true;
  ASSERT_OK(write(put));
  EXPECT_EQ(in(stored_order(), "version"), 3);
  put.values = order_values("O2");
  ASSERT_OK(write(put));
  EXPECT_EQ(in(stored_order("O2"), "version"), 1);
}

TEST_F(VersionTest, ARemovalChecksTheVersion) {
  auto remove = request(Kind::Remove, ledger::kOrder, order_key());
  remove.expected_version = 4;
  EXPECT_FAILS(write(remove), ErrorCode::VersionConflict, "version 1, not version 4");
  remove.expected_version = 1;
  ASSERT_OK(write(remove));
  EXPECT_REFUSED(write(remove), Refusal::ItemMissing, "there is no such item");
}

TEST_F(VersionTest, AWriteThatHadSucceededIsRecognisedByItsId) {
  database->fail_next("update_item", {unknown_outcome(), true});
  const auto updated = write(update_order({{.kind = Change::Kind::Increment, .field = ledger::kTotal, .value = 1}}, 1));
  ASSERT_OK(updated);
  EXPECT_EQ(in(updated->row->attributes(), "total"), 101);
  EXPECT_EQ(in(stored_order(), "version"), 2);
  EXPECT_EQ(database->calls("update_item"), 1);
}

TEST_F(VersionTest, AWriteThatHadNotHappenedIsRepeated) {
  database->fail_next("update_item", {unknown_outcome()});
  ASSERT_OK(write(update_order({{.kind = Change::Kind::Increment, .field = ledger::kTotal, .value = 1}}, 1)));
  EXPECT_EQ(in(stored_order(), "total"), 101);
  EXPECT_EQ(database->calls("update_item"), 2);
}

TEST_F(VersionTest, AWriteOfUnknownOutcomeThatAnotherOvertookIsAConflict) {
  database->fail_next("update_item", {unknown_outcome()});
  bool first = true;
  database->before = [&](const std::string& operation) {
    if (operation != "get_item" || !std::exchange(first, false)) return;
    EXPECT_TRUE(write(update_order({set(ledger::kTotal, 1)}, 1)));
  };
  EXPECT_FAILS(write(update_order({set(ledger::kTotal, 7)}, 1)), ErrorCode::VersionConflict,
               "version 2, not version 1");
}

// The write is done and its answer is lost. Then another program writes.
TEST_F(VersionTest, AWriteThatIsDoneAndOvertakenIsNoConflict) {
  database->fail_next("update_item", {unknown_outcome(), true});
  bool first = true;
  database->before = [&](const std::string& operation) {
    if (operation != "get_item" || !std::exchange(first, false)) return;
    EXPECT_TRUE(write(update_order({set(ledger::kTotal, 1)}, 2)));
  };
  EXPECT_FAILS(write(update_order({set(ledger::kTotal, 7)}, 1)), ErrorCode::OutcomeUnknown, "version 3, not version 1");
  EXPECT_EQ(in(stored_order(), "version"), 3);
}

TEST_F(VersionTest, ACreateThatIsDoneAndOvertakenIsNoRefusal) {
  database->fail_next("put_item", {unknown_outcome(), true});
  bool first = true;
  database->before = [&](const std::string& operation) {
    if (operation != "get_item" || !std::exchange(first, false)) return;
    auto update = update_order({set(ledger::kTotal, 1)}, 1);
    update.values = order_key("O2");
    EXPECT_TRUE(write(update));
  };
  EXPECT_FAILS(write(create_order("O2")), ErrorCode::OutcomeUnknown, "the item exists already");
}

TEST_F(VersionTest, AWriteThatIsDoneAndWhoseItemIsRemovedIsNotMissing) {
  database->fail_next("update_item", {unknown_outcome(), true});
  bool first = true;
  database->before = [&](const std::string& operation) {
    if (operation != "get_item" || !std::exchange(first, false)) return;
    auto remove = request(Kind::Remove, ledger::kOrder, order_key());
    remove.any_version = true;
    EXPECT_TRUE(write(remove));
  };
  EXPECT_FAILS(write(update_order({set(ledger::kTotal, 7)}, 1)), ErrorCode::OutcomeUnknown, "there is no such item");
}

TEST_F(VersionTest, AnIncrementOfAnyVersionWithUnknownOutcomeIsNotRepeated) {
  database->fail_next("update_item", {unknown_outcome()});
  EXPECT_FAILS(
      write(update_order({{.kind = Change::Kind::Increment, .field = ledger::kTotal, .value = 1}}, std::nullopt)),
      ErrorCode::OutcomeUnknown, "the connection broke");
}

TEST_F(VersionTest, ACreateOfUnknownOutcomeIsRecognised) {
  database->fail_next("put_item", {unknown_outcome(), true});
  ASSERT_OK(write(create_order("O2")));
  database->fail_next("put_item", {unknown_outcome(), false});
  ASSERT_OK(write(create_order("O3")));
  database->fail_next("put_item", {unknown_outcome(), false});
  EXPECT_REFUSED(write(create_order("O1")), Refusal::ItemExists, "the item exists already");
}

TEST_F(VersionTest, ManyWritersLoseNothing) {
  constexpr int kThreads = 8;
  constexpr int kIncrements = 200;
  std::atomic<int> conflicts = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      std::int64_t version = 1;
      for (int done = 0; done < kIncrements;) {
        const AttributeMap item = stored_order();
        version = std::stoll(item.find("version")->n());
        const std::int64_t total = std::stoll(item.find("total")->n());
        const auto updated = write(update_order({set(ledger::kTotal, total + 1)}, version));
        if (updated)
          ++done;
        else if (updated.error().code == ErrorCode::VersionConflict)
          ++conflicts;
        else
          return ADD_FAILURE() << updated.error().message, void();
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(in(stored_order(), "total"), 100 + kThreads * kIncrements);
  EXPECT_EQ(in(stored_order(), "version"), 1 + kThreads * kIncrements);
}

}  // namespace version_test
}  // namespace partita::model
