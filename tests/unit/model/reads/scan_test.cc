#include <gtest/gtest.h>
#include <partita/model/runtime/item_reads.h>
#include <partita/model/runtime/predicate.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <set>

#include "model/core/session.h"
#include "unit/model/fake_database.h"
#include "unit/model/sample_model.h"

namespace partita::model {
namespace scan_test {

using namespace sample;

class Scan : public testing::Test {
 protected:
  std::shared_ptr<Database> database_ = open_with_tables();
  std::shared_ptr<Session> session_ = make_session(database_, {.now_ms = [] { return std::int64_t{1'000'000}; }});
  std::vector<std::string> ids_;

  void SetUp() override {
    for (int i = 0; i < 120; ++i) {
      const std::string customer = "C" + std::to_string(i % 17);
      AttributeMap values = order(customer, "O" + std::to_string(i), "2026-01-05T10:00:00.000Z", "OPEN", i);
      if (i >= 110) values.set("expiresAt", 1000);
      store(*database_, shop::kTable, shop::kOrder, values);
      store(*database_, shop::kTable, shop::kNote, {{"customerId", customer}, {"title", std::to_string(i)}});
    }
    // The item has no tag, but an order's key.
    AttributeMap item = item_of(shop::kTable, shop::kOrder, order("C99", "O999", "2026-01-05T10:00:00.000Z"));
    item.erase("type");
    EXPECT_TRUE(database_->put_item(test::put_request("shop", item)));
    EXPECT_TRUE(database_->put_item(test::put_request("shop", {{"PK", "CUST#C1"}, {"SK", "ALIEN"}})));
  }
  Result<Cost> go(int segments, Predicate filter = {}, Mode mode = Mode::Wait, int batches = 1'000'000) {
    std::promise<Result<Cost>> answer;
    scan(
        session_, mode, shop::kTable, shop::kOrder, segments, std::move(filter),
        [this, batches](std::vector<Row> rows) mutable {
          for (const Row& row : rows) {
            EXPECT_EQ(row.entity, &shop::kOrder);
            ids_.push_back(row.attributes().find("orderId")->s());
          }
          return --batches > 0;
        },
        [&](Result<Cost> cost) { answer.set_value(std::move(cost)); });
    return answer.get_future().get();
  }
};

TEST_F(Scan, FindsEveryItemOfTheEntityOnceHoweverManySegments) {
  for (const Mode mode : {Mode::Wait, Mode::Async})
    for (const int segments : {1, 2, 7}) {
      ids_.clear();
      const Cost cost = go(segments, {}, mode).value();
      EXPECT_EQ(ids_.size(), 111u) << "110 that have not expired, and the one without a tag";
      EXPECT_EQ(std::set<std::string>(ids_.begin(), ids_.end()).size(), 111u);
      EXPECT_EQ(cost.requests, segments);
      EXPECT_EQ(cost.evaluated, 242);
      EXPECT_EQ(cost.returned, 122);
      EXPECT_GT(cost.capacity_units, 0);
    }
}

TEST_F(Scan, Filters) {
  ASSERT_TRUE(go(3, {.kind = Predicate::Kind::Less, .path = "total", .values = {2}}));
  std::sort(ids_.begin(), ids_.end());
  EXPECT_EQ(ids_, (std::vector<std::string>{"O0", "O1", "O999"}));
}

TEST_F(Scan, EndsWhenTheConsumerHasEnough) {
  ASSERT_TRUE(go(5, {}, Mode::Wait, 2));
  EXPECT_LT(ids_.size(), 111u);
  EXPECT_GT(ids_.size(), 0u);
}

TEST_F(Scan, NeedsASegment) {
  const auto cost = go(0);
  ASSERT_FALSE(cost);
  EXPECT_EQ(cost.error().message, "A scan needs at least one segment, not 0");
}

TEST_F(Scan, SendsNothingForMoreSegmentsThanThereCanBe) {
  auto fake = std::make_shared<FakeDatabase>();
  session_ = make_session(fake, {});
  int sent = 0;
  fake->on_scan = [&](ScanRequest) -> Result<ScanResponse> {
    ++sent;
    return fail(ErrorCode::ValidationException, "too many");
  };
  const auto cost = go(1'000'001);
  ASSERT_FALSE(cost);
  EXPECT_EQ(cost.error().message, "A scan has at most 1000000 segments, not 1000001");
  EXPECT_EQ(sent, 0);
}

// The thread of the completion may be the one that would deliver the answers.
TEST(ScanModes, WaitsForNoCompletionInsideOfACompletion) {
  class Counting final : public FakeDatabase {
   public:
    using FakeDatabase::FakeDatabase;
    using FakeDatabase::scan;
    void scan(ScanRequest request, Completion<ScanResponse> done) override {
      ++started;
      // No answer comes before the first call has returned. Otherwise its completion could run inside of that call, in
      // which the second scan may wait for completions.
      FakeDatabase::scan(std::move(request), [this, done = std::move(done)](Result<ScanResponse> answer) mutable {
        has_returned.wait();
        done(std::move(answer));
      });
    }
    std::atomic<int> started = 0;
    std::promise<void> returned;
    const std::shared_future<void> has_returned = returned.get_future().share();
  };
  const auto fake = std::make_shared<Counting>(Delivery::Threads);
  std::atomic<int> scans = 0;
  fake->on_scan = [&](ScanRequest) -> Result<ScanResponse> {
    ++scans;
    return ScanResponse{};
  };
  const auto session = make_session(fake, {});
  const auto scan_segments = [&](Mode mode, std::function<void()> then) {
    scan(
        session, mode, shop::kTable, shop::kOrder, 4, {}, [](std::vector<Row>) { return true; },
        [then = std::move(then)](Result<Cost> answer) {
          EXPECT_TRUE(answer);
          then();
        });
  };
  std::promise<void> ended;
  scan_segments(Mode::Async, [&] {
    scan_segments(Mode::Wait, [] {});
    ended.set_value();
  });
  fake->returned.set_value();
  ended.get_future().get();
  EXPECT_EQ(scans, 8);
  EXPECT_EQ(fake->started, 4) << "the other four by the form that waits";
}

TEST(ScanModes, ManyPagesAndAnErrorAtTheEnd) {
  for (const Mode mode : {Mode::Wait, Mode::Async})
    for (const Delivery delivery : {Delivery::Inline, Delivery::Later}) {
      if (mode == Mode::Wait && delivery == Delivery::Later) continue;
      auto fake = std::make_shared<FakeDatabase>(delivery);
      int pages = 0;
      fake->on_scan = [&](ScanRequest request) -> Result<ScanResponse> {
        if (++pages > 20'000) return fail(ErrorCode::AccessDeniedException, "enough");
        ScanResponse page;
        page.last_evaluated_key = AttributeMap{{"PK", "x"}, {"SK", "y"}};
        EXPECT_EQ(request.exclusive_start_key.has_value(), pages > 2) << "two segments";
        return page;
      };
      std::optional<Result<Cost>> cost;
      scan(
          make_session(fake, {}), mode, shop::kTable, shop::kOrder, 2, {}, [](std::vector<Row>) { return true; },
          [&](Result<Cost> answer) { cost = std::move(answer); });
      fake->deliver();
      ASSERT_TRUE(cost);
      ASSERT_FALSE(*cost);
      EXPECT_EQ(cost->error().message, "enough");
    }
}

}  // namespace scan_test
}  // namespace partita::model
