#include "unit/model/fake_database.h"
#include "unit/model/write_fixture.h"

namespace partita::model {
namespace batch_write_test {

class BatchWriteTest : public WriteTest {
 protected:
  static model::WriteRequest put(int number) {
    return request(Kind::Put, ledger::kCounter, {{"counterId", std::to_string(number)}, {"count", number}});
  }
  static std::vector<model::WriteRequest> puts(int count) {
    std::vector<model::WriteRequest> requests;
    for (int i = 0; i < count; ++i) requests.push_back(put(i));
    return requests;
  }
  AttributeMap stored_counter(int number) {
    return stored({{"PK", "COUNTER#" + std::to_string(number)}, {"SK", "COUNTER"}});
  }
};

TEST_F(BatchWriteTest, GoesInChunksOf25) {
  const auto done = batch_write(puts(60));
  ASSERT_OK(done);
  EXPECT_EQ(done->cost.requests, 3);
  EXPECT_EQ(in(stored_counter(59), "count"), 59);
  EXPECT_EQ(in(stored_counter(59), "type"), "COUNTER");
  const auto removed = batch_write({request(Kind::Remove, ledger::kCounter, {{"counterId", "59"}})});
  ASSERT_OK(removed);
  EXPECT_TRUE(stored_counter(59).empty());
}

TEST_F(BatchWriteTest, RefusesWhatABatchCannotKeep) {
  EXPECT_FAILS(batch_write({request(Kind::Put, ledger::kOrder, order_values())}), ErrorCode::ValidationException,
               "request 0: ORDER: a batch write cannot check a version");
  EXPECT_FAILS(batch_write({request(Kind::Put, ledger::kCustomer, customer_values("C1", "a@x"))}),
               ErrorCode::ValidationException, "cannot keep a field unique");
  EXPECT_FAILS(batch_write({put(1), count(1)}), ErrorCode::ValidationException,
               "request 1: COUNTER: a batch write puts");
  EXPECT_FAILS(batch_write({put(1), put(2), put(1)}), ErrorCode::ValidationException,
               "requests 0 and 2 are on the same item");
  EXPECT_EQ(database->calls("batch_write_item"), 0);
}

// Answers `times` times that the first `refused` writes of each request are unprocessed.
std::shared_ptr<FakeDatabase> busy_database(std::size_t refused, int times, std::vector<std::size_t>& sizes) {
  auto database = std::make_shared<FakeDatabase>();
  database->on_batch_write_item =
      [=, &sizes, left = times](BatchWriteItemRequest request) mutable -> Result<BatchWriteItemResponse> {
    BatchWriteItemResponse response;
    for (auto& [table, writes] : request.request_items.value()) {
      sizes.push_back(writes.size());
      writes.resize(std::min(refused, writes.size()));
      if (left-- > 0) response.unprocessed_items.emplace_back(table, writes);
    }
    return response;
  };
  return database;
}

TEST_F(BatchWriteTest, WhatIsUnprocessedIsSentAgainWithDelays) {
  std::vector<std::size_t> sizes;
  SessionDependencies dependencies;
  dependencies.sleep = [this](std::chrono::milliseconds) { ++waits; };
  session = std::make_shared<Session>(busy_database(10, 2, sizes), SessionOptions{}, dependencies);
  const auto done = batch_write(puts(30));
  ASSERT_OK(done);
  EXPECT_EQ(sizes, (std::vector<std::size_t>{25, 15, 10}));
  EXPECT_EQ(waits, 2);
}

TEST_F(BatchWriteTest, WhatIsLeftInTheEndIsNamed) {
  std::vector<std::size_t> sizes;
  SessionDependencies dependencies;
  dependencies.sleep = [this](std::chrono::milliseconds) { ++waits; };
  SessionOptions options;
  options.retries.attempts = 3;
  session = std::make_shared<Session>(busy_database(2, 100, sizes), options, dependencies);
  const auto done = batch_write(puts(4));
  EXPECT_FAILS(done, ErrorCode::ProvisionedThroughputExceededException,
               "The database left 2 of the 4 writes undone in 3 attempts in a row: Error::unfinished has their "
               "positions, so that only they need to be sent again later; the requests 2 to 3 are written");
  EXPECT_EQ(done.error().unfinished, (std::vector<std::size_t>{0, 1}));
}

TEST_F(BatchWriteTest, AThrottledChunkIsSentAgain) {
  database->fail_next("batch_write_item", {throttled()});
  const auto done = batch_write(puts(30));
  ASSERT_OK(done);
  EXPECT_EQ(done->cost.requests, 3);
}

TEST_F(BatchWriteTest, OtherErrorsEndIt) {
  database->fail_next("batch_write_item", {Error{ErrorCode::ResourceNotFoundException, "no table", {}, {}}});
  EXPECT_FAILS(batch_write(puts(2)), ErrorCode::ResourceNotFoundException, "no table");
}

TEST_F(BatchWriteTest, AnItemThatIsTooLargeIsRefusedBeforeAnythingIsSent) {
  auto requests = puts(60);
  requests[40].values.set("log", std::string(410'000, 'x'));
  EXPECT_FAILS(batch_write(requests), ErrorCode::ValidationException, "request 40: COUNTER: the item has 4100");
  EXPECT_EQ(database->calls("batch_write_item"), 0);
}

TEST_F(BatchWriteTest, AnErrorSaysWhatWasWrittenBefore) {
  int calls = 0;
  database->before = [&](const std::string& operation) {
    if (operation == "batch_write_item" && ++calls == 3)
      database->fail_next(operation, {Error{ErrorCode::AccessDeniedException, "no more", {}, {}}});
  };
  EXPECT_FAILS(batch_write(puts(60)), ErrorCode::AccessDeniedException,
               "no more; the requests 0 to 49 are written; the others are not written, or their outcome is unknown");
  EXPECT_FALSE(stored_counter(49).empty());
  EXPECT_TRUE(stored_counter(50).empty());
}

}  // namespace batch_write_test
}  // namespace partita::model
