#include <partita/model/runtime/pattern_reads.h>

#include <algorithm>
#include <future>

#include "unit/model/read_fixture.h"

namespace partita::model {
namespace read_test {

TEST_F(Read, AnItemByItsKeyIsOneGetItem) {
  put_orders("C1", 3);
  const auto page = go({.pattern = &shop::kOneOrder, .values = {{"customerId", "C1"}, {"orderId", "O1"}}}).value();
  ASSERT_EQ(page.rows.size(), 1u);
  EXPECT_EQ(page.rows[0].entity, &shop::kOrder);
  EXPECT_EQ(page.rows[0].attributes().find("total")->n(), "1");
  EXPECT_EQ(page.token, std::nullopt);
  EXPECT_EQ(page.cost.requests, 1);
  EXPECT_EQ(page.cost.evaluated, 1);
  EXPECT_EQ(page.cost.capacity_units, 0.5);
  const auto none = go({.pattern = &shop::kOneOrder, .values = {{"customerId", "C1"}, {"orderId", "O9"}}}).value();
  EXPECT_TRUE(none.rows.empty());
  EXPECT_EQ(none.cost.evaluated, 0);
}

TEST_F(Read, AnItemByItsKeyMayHaveAFilter) {
  put_orders("C1", 3);
  const auto with_total = [&](int total) {
    return go({.pattern = &shop::kOneOrder,
               .values = {{"customerId", "C1"}, {"orderId", "O1"}},
               .filter = {.kind = Predicate::Kind::Equal, .path = "total", .values = {total}}})
        .value()
        .rows.size();
  };
  EXPECT_EQ(with_total(1), 1u);
  EXPECT_EQ(with_total(2), 0u);
}

TEST_F(Read, AMissingFieldIsNamed) {
  const auto no_order = go({.pattern = &shop::kOrderWithItems, .values = {{"customerId", "C1"}}});
  ASSERT_FALSE(no_order);
  EXPECT_EQ(
      no_order.error().message,
      "The access pattern \"An order with its items\" needs the field orderId of ORDER: its key contains that field");
  const auto no_customer = go({.pattern = &shop::kEverything});
  ASSERT_FALSE(no_customer);
  EXPECT_EQ(no_customer.error().code, ErrorCode::ValidationException);
}

TEST_F(Read, ATreeIsTheParentAndItsChildrenAndNoNeighbour) {
  for (const std::string id : {"O1", "O10", "O1 ", "O1$", "O", "O1!"}) {
    put(shop::kOrder, order("C1", id, time_of(1)));
    put(shop::kLineItem, {{"customerId", "C1"}, {"orderId", id}, {"itemId", "I1"}});
    put(shop::kLineItem, {{"customerId", "C1"}, {"orderId", id}, {"itemId", "I#2"}});
  }
  for (const std::string id : {"O1", "O1 ", "O1$", "O1!"}) {
    const auto page =
        go({.pattern = &shop::kOrderWithItems, .values = {{"customerId", "C1"}, {"orderId", id}}}).value();
    EXPECT_EQ(texts(page, "orderId"), (std::vector<std::string>{id, id, id}));
    EXPECT_EQ(page.rows[0].entity, &shop::kOrder);
    EXPECT_EQ(page.rows[1].entity, &shop::kLineItem);
    EXPECT_EQ(page.cost.evaluated, page.cost.returned);
  }
}

TEST_F(Read, AnItemOfAnotherEntityIsReportedOrAnErrorThatNamesIt) {
  put(shop::kCustomer, {{"customerId", "C1"}});
  PatternInfo pattern = shop::kEverything;
  pattern.entities = shop::kOrderOnly;
  put(shop::kOrder, order("C1", "O1", time_of(1)));
  const auto reported = go({.pattern = &pattern, .values = {{"customerId", "C1"}}}).value();
  EXPECT_EQ(texts(reported, "orderId"), (std::vector<std::string>{"O1"}));
  ASSERT_EQ(reported.unreadable.size(), 1u);
  EXPECT_EQ(reported.unreadable[0].key, (AttributeMap{{"PK", "CUST#C1"}, {"SK", "PROFILE"}}));
  EXPECT_EQ(reported.unreadable[0].entity, "CUSTOMER");
  const auto page = go({.pattern = &pattern, .values = {{"customerId", "C1"}}, .unreadable = Unreadable::Fail});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, reported.unreadable[0].reason.message);
  EXPECT_EQ(page.error().message,
            "The access pattern \"All of a customer\" read an item of the entity CUSTOMER, which it does not name: "
            "{PK: \"CUST#C1\", SK: \"PROFILE\"}. Name the entity in the pattern, or give its keys another shape");
}

TEST_F(Read, AForeignItemIsAnErrorThatShowsItsKey) {
  ASSERT_TRUE(database_->put_item(test::put_request("shop", {{"PK", "CUST#C1"}, {"SK", "ALIEN"}})));
  const auto page =
      go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .unreadable = Unreadable::Fail});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, ErrorCode::ValidationException);
  EXPECT_NE(page.error().message.find("{PK: \"CUST#C1\", SK: \"ALIEN\"}"), std::string::npos) << page.error().message;
}

TEST_F(Read, TakeReadsNoMoreThanItNeeds) {
  put_orders("C1", 10);
  const auto page = go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .take = 3}).value();
  EXPECT_EQ(texts(page, "orderId"), (std::vector<std::string>{"O9", "O8", "O7"}));
  EXPECT_EQ(page.cost.requests, 1);
  EXPECT_EQ(page.cost.evaluated, 3);
  const auto rest =
      go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .after = page.token}).value();
  EXPECT_EQ(texts(rest, "orderId"), (std::vector<std::string>{"O6", "O5", "O4", "O3", "O2", "O1", "O0"}));
  EXPECT_EQ(rest.token, std::nullopt);
}

TEST_F(Read, TakeMeansMatchingItemsAndTheTokenStandsBehindTheLastOfThem) {
  put_orders("C1", 50);
  ReadRequest request{.pattern = &shop::kOrdersByTime,
                      .values = {{"customerId", "C1"}},
                      .take = 7,
                      .filter = {.kind = Predicate::Kind::In, .path = "total", .values = {}}};
  for (int i = 0; i < 50; i += 3) request.filter.values.emplace_back(i);
  std::vector<std::string> seen;
  for (const Row& row : pages(request)) seen.push_back(row.attributes().find("total")->n());
  std::vector<std::string> expected;
  for (int i = 48; i >= 0; i -= 3) expected.push_back(std::to_string(i));
  EXPECT_EQ(seen, expected);
}

TEST_F(Read, ReadAtMostCountsEvaluatedItems) {
  put_orders("C1", 30);
  ReadRequest request{.pattern = &shop::kOrdersByTime,
                      .values = {{"customerId", "C1"}},
                      .read_at_most = 10,
                      .filter = {.kind = Predicate::Kind::Less, .path = "total", .values = {5}}};
  std::vector<std::size_t> rows;
  for (int i = 0; i < 3; ++i) {
    const auto page = go(request).value();
    EXPECT_EQ(page.cost.evaluated, 10);
    rows.push_back(page.rows.size());
    request.after = page.token;
  }
  EXPECT_EQ(rows, (std::vector<std::size_t>{0, 0, 5}));
}

TEST_F(Read, PagesOverAMegabyteAreFollowed) {
  const std::string large(100'000, 'x');
  for (int i = 0; i < 25; ++i) {
    AttributeMap values = order("C1", "O" + std::to_string(10 + i), time_of(i));
    values.set("note", large);
    put(shop::kOrder, std::move(values));
  }
  const auto page = go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}}).value();
  EXPECT_EQ(page.rows.size(), 25u);
  EXPECT_EQ(page.cost.requests, 3);
  EXPECT_EQ(page.cost.evaluated, 25);
  EXPECT_EQ(page.token, std::nullopt);
  EXPECT_GT(page.cost.capacity_units, 300);
}

TEST_F(Read, ExpiredItemsAreHiddenAndTakeStillGetsItsNumber) {
  for (int i = 0; i < 40; ++i) {
    AttributeMap values = order("C1", "O" + std::to_string(10 + i), time_of(i));
    if (i >= 5) values.set("expiresAt", now_ms_ / 1000 - (i % 2 == 0 ? 0 : -1));
    put(shop::kOrder, std::move(values));
  }
  ReadRequest request{.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}};
  EXPECT_EQ(go(request)->rows.size(), 5u + 18u) << "5 without, 18 whose time is still to come";
  request.take = 20;
  EXPECT_EQ(go(request)->rows.size(), 20u);
  request.expired_too = true;
  request.take.reset();
  EXPECT_EQ(go(request)->rows.size(), 40u);
  request.expired_too = false;
  now_ms_ += 6ll * 365 * 24 * 60 * 60 * 1000;
  EXPECT_EQ(go(request)->rows.size(), 40u) << "the service leaves items that expired more than five years ago alone";
}

TEST_F(Read, ManyHiddenItemsDoNotCostAsManyRequests) {
  for (int i = 0; i < 300; ++i) {
    AttributeMap values = order("C1", "O" + std::to_string(1000 + i), "2026-01-05T10:00:00.000Z");
    if (i >= 1) values.set("expiresAt", now_ms_ / 1000);
    put(shop::kOrder, std::move(values));
  }
  const auto page = go({.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}, .take = 1}).value();
  EXPECT_EQ(page.rows.size(), 1u);
  EXPECT_LE(page.cost.requests, 6);
}

TEST_F(Read, ARangeOfAPatternWithoutOneIsRefused) {
  const auto page =
      go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .range = {.kind = Kind::Less, .low = "x"}});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, "The access pattern \"All of a customer\" has no field for a range");
}

TEST_F(Read, TakeOfNothingIsRefused) {
  EXPECT_FALSE(go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .take = 0}));
  EXPECT_FALSE(go({.pattern = &shop::kEverything, .values = {{"customerId", "C1"}}, .read_at_most = 0}));
}

// ---- both modes

TEST_F(Read, AHundredReadsAtOnceWithoutWaiting) {
  put_orders("C1", 30);
  for (int i = 0; i < 60; ++i) put_lot("S1", i, "OPEN", "2026-01-05", i);
  std::vector<std::promise<std::size_t>> answers(100);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ReadRequest request{.pattern = &shop::kOrdersByTime, .values = {{"customerId", "C1"}}};
    if (i % 2 == 0) request = {.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}};
    read(session_, Mode::Async, request,
         [&answer = answers[i]](Result<RowPage> page) { answer.set_value(page ? page->rows.size() : 0); });
  }
  for (std::size_t i = 0; i < answers.size(); ++i) EXPECT_EQ(answers[i].get_future().get(), i % 2 == 0 ? 60u : 30u);
}

// Queries answer with pages of one item each.
class OnePagePerItem {
 public:
  OnePagePerItem(Delivery delivery, int items) : items_(items), fake_(std::make_shared<FakeDatabase>(delivery)) {
    fake_->on_query = [this](QueryRequest request) -> Result<QueryResponse> {
      int at = 0;
      if (request.exclusive_start_key) at = std::stoi(request.exclusive_start_key->find("SK")->s().substr(5)) + 1;
      QueryResponse page;
      page.count = page.scanned_count = 1;
      AttributeMap key{{"PK", "CUST#C1"}, {"SK", "NOTE#" + std::to_string(at)}};
      AttributeMap item = key;
      item.set("type", "NOTE");
      page.items = {Item(item)};
      if (at + 1 < items_) page.last_evaluated_key = key;
      return page;
    };
  }
  const std::shared_ptr<FakeDatabase>& fake() const { return fake_; }

 private:
  const int items_;
  std::shared_ptr<FakeDatabase> fake_;
};

TEST(ReadModes, GiveTheSameAnswersHoweverTheDatabaseCompletes) {
  for (const Mode mode : {Mode::Wait, Mode::Async})
    for (const Delivery delivery : {Delivery::Inline, Delivery::Later, Delivery::Threads}) {
      const int items = delivery == Delivery::Threads ? 100 : 5000;
      OnePagePerItem pages(delivery, items);
      auto session = make_session(pages.fake(), {});
      std::atomic<std::size_t> rows = 0;
      std::atomic<int> calls = 0;
      read(session, mode, {.pattern = &shop::kNotes, .values = {{"customerId", "C1"}}}, [&](Result<RowPage> page) {
        ++calls;
        rows = page ? page->rows.size() : 0;
      });
      pages.fake()->deliver();
      pages.fake()->join();
      EXPECT_EQ(rows, static_cast<std::size_t>(items));
      EXPECT_EQ(calls, 1);
    }
}

TEST(ReadModes, AnErrorOfTheDatabaseEndsTheRead) {
  for (const Mode mode : {Mode::Wait, Mode::Async}) {
    auto fake = std::make_shared<FakeDatabase>();
    fake->on_query = [](QueryRequest) -> Result<QueryResponse> {
      return fail(ErrorCode::AccessDeniedException, "not for you");
    };
    int calls = 0;
    read(make_session(fake, {}), mode, {.pattern = &warehouse::kByAmount, .values = {{"status", "OPEN"}}},
         [&](Result<RowPage> page) {
           ++calls;
           ASSERT_FALSE(page);
           EXPECT_EQ(page.error().message, "not for you");
         });
    EXPECT_EQ(calls, 1);
  }
}

}  // namespace read_test
}  // namespace partita::model
