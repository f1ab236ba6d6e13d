#include "model/core/session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>

#include "model/core/async_operation.h"
#include "unit/model/fake_database.h"

namespace partita::model {
namespace session_test {

using std::chrono::milliseconds;

constexpr TableInfo kFavorite{.name = "Favorite", .partition = "userId", .sort = "", .type_attribute = ""};
constexpr TableInfo kTag{.name = "Tag", .partition = "userId", .sort = "", .type_attribute = ""};

QueryResponse page_of(std::int64_t count) {
  QueryResponse response;
  response.count = count;
  return response;
}

std::shared_ptr<FakeDatabase> counting_database(Delivery delivery, std::atomic<int>& queries) {
  auto database = std::make_shared<FakeDatabase>(delivery);
  database->on_query = [&queries](QueryRequest request) -> Result<QueryResponse> {
    ++queries;
    return page_of(request.limit.value_or(0));
  };
  return database;
}

TEST(Session, NamesTablesByPrefixOrByList) {
  Session session(std::make_shared<FakeDatabase>(),
                  {.table_prefix = "develop.", .table_names = {{"Tag", "tags-of-production"}}});
  EXPECT_EQ(session.table_name(kFavorite), "develop.Favorite");
  EXPECT_EQ(session.table_name(kTag), "tags-of-production");
}

TEST(Session, HasARandomTokenKeyWhereNoneIsGiven) {
  Session one(std::make_shared<FakeDatabase>(), {});
  Session other(std::make_shared<FakeDatabase>(), {});
  ASSERT_EQ(one.page_token_keys().size(), 1u);
  EXPECT_EQ(one.page_token_keys()[0].size(), 32u);
  EXPECT_NE(one.page_token_keys()[0], other.page_token_keys()[0]);
}

// Two tables of a db that would be one table of the database, by each way of naming them.
TEST(Session, RefusesEveryCallIfTwoTablesHaveOneName) {
  using Names = std::vector<std::pair<std::string, std::string>>;
  const std::array<const TableInfo*, 2> tables{&kFavorite, &kTag};
  for (const Names& names : {Names{{"Tag", "one"}, {"Favorite", "one"}}, Names{{"Tag", "develop.Favorite"}},
                             Names{{"Favorite", "develop.Tag"}}}) {
    const auto session = std::make_shared<Session>(std::make_shared<FakeDatabase>(),
                                                   SessionOptions{.table_prefix = "develop.", .table_names = names});
    session->check_table_names(tables);
    ASSERT_NE(session->fault(), nullptr);
    EXPECT_NE(session->fault()->message.find("the tables Favorite and Tag of this db would both be the table"),
              std::string::npos);
    RequestSender(session, Mode::Wait).call(QueryRequest(), [](const Result<QueryResponse>& answer) {
      EXPECT_FALSE(answer);
      EXPECT_EQ(answer.error().code, ErrorCode::ValidationException);
    });
    RequestSender(session, Mode::Async)
        .all(std::vector<QueryRequest>(2), [](const std::vector<Result<QueryResponse>>& answers) {
          ASSERT_EQ(answers.size(), 2u);
          EXPECT_FALSE(answers[0] || answers[1]);
        });
  }
  const auto apart =
      std::make_shared<Session>(std::make_shared<FakeDatabase>(), SessionOptions{.table_names = {{"Tag", "one"}}});
  apart->check_table_names(tables);
  EXPECT_EQ(apart->fault(), nullptr);
}

TEST(Session, RefusesAnEmptyKeyOfPageTokens) {
  EXPECT_NE(Session(std::make_shared<FakeDatabase>(), {.page_token_keys = {"key", ""}}).fault(), nullptr);
  EXPECT_EQ(Session(std::make_shared<FakeDatabase>(), {.page_token_keys = {"key"}}).fault(), nullptr);
}

TEST(Session, BacksOffByARandomPartOfAGrowingDelay) {
  const SessionOptions options{
      .retries = {.attempts = 5, .first_delay = milliseconds(100), .longest_delay = milliseconds(300)}};
  const Session longest(std::make_shared<FakeDatabase>(), options,
                        {.random_bytes = [](std::size_t n) { return std::string(n, '\xff'); }});
  EXPECT_EQ(longest.back_off(1), milliseconds(100));
  EXPECT_EQ(longest.back_off(2), milliseconds(200));
  EXPECT_EQ(longest.back_off(3), milliseconds(300));
  EXPECT_EQ(longest.back_off(4), milliseconds(300));
  EXPECT_EQ(longest.back_off(5), std::nullopt);
  const Session shortest(std::make_shared<FakeDatabase>(), options,
                         {.random_bytes = [](std::size_t n) { return std::string(n, '\0'); }});
  EXPECT_EQ(shortest.back_off(4), milliseconds(0));
}

TEST(Session, UniformStaysBelowOne) {
  const Session session(std::make_shared<FakeDatabase>(), {},
                        {.random_bytes = [](std::size_t n) { return std::string(n, '\xff'); }});
  EXPECT_LT(session.uniform(), 1.0);
}

TEST(Timer, RunsWhatIsDueInOrderOfTime) {
  Timer timer;
  std::promise<std::string> finished;
  std::string order;
  timer.after(milliseconds(20), [&] { finished.set_value(order + "late"); });
  timer.after(milliseconds(0), [&] { order += "early "; });
  EXPECT_EQ(finished.get_future().get(), "early late");
}

TEST(Timer, MayBeDestroyedOnItsOwnThread) {
  auto timer = std::make_shared<Timer>();
  std::promise<void> gone;
  Timer& same = *timer;
  same.after(milliseconds(0), [timer = std::exchange(timer, nullptr), &gone]() mutable {
    timer.reset();
    gone.set_value();
  });
  gone.get_future().get();
}

class CallerModes : public testing::TestWithParam<std::pair<Mode, Delivery>> {
 protected:
  Mode mode() const { return GetParam().first; }
  Delivery delivery() const { return GetParam().second; }
  std::atomic<int> queries_ = 0;
  std::shared_ptr<FakeDatabase> database_ = counting_database(delivery(), queries_);
  std::shared_ptr<Session> session_ = std::make_shared<Session>(database_, SessionOptions{});

  // Runs the work that the test started to its end.
  void settle() {
    database_->deliver();
    database_->join();
  }
};

TEST_P(CallerModes, CallHandsOverTheAnswer) {
  std::atomic<std::int64_t> count = -1;
  RequestSender(session_, mode()).call(QueryRequest{.limit = 7}, [&](Result<QueryResponse> page) {
    count = page->count;
  });
  settle();
  EXPECT_EQ(count, 7);
}

// In Mode::Wait, too, several requests at once wait for deliveries.
class CallerOfSeveral : public CallerModes {};
TEST_P(CallerOfSeveral, AllAnswersByPosition) {
  std::vector<QueryRequest> requests;
  for (int i = 0; i < 20; ++i) requests.push_back({.limit = i});
  std::vector<std::int64_t> counts;
  RequestSender(session_, mode()).all(std::move(requests), [&](std::vector<Result<QueryResponse>> pages) {
    for (const auto& page : pages) counts.push_back(page->count);
  });
  settle();
  ASSERT_EQ(counts.size(), 20u);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(counts[static_cast<std::size_t>(i)], i);
}

TEST_P(CallerModes, AllOfNothingAnswersAtOnce) {
  bool answered = false;
  RequestSender(session_, mode()).all(std::vector<QueryRequest>{}, [&](auto pages) { answered = pages.empty(); });
  EXPECT_TRUE(answered);
}

TEST_P(CallerModes, ALoopOfManyPagesKeepsTheStackFlat) {
  const int pages = delivery() == Delivery::Threads ? 200 : 100'000;
  struct Reading : AsyncOperation<int> {
    using AsyncOperation::AsyncOperation;
    int read = 0;
  };
  std::atomic<int> result = 0;
  auto reading = std::make_shared<Reading>(session_, mode(), [&](Result<int> n) { result = n.value_or(-1); });
  repeat(
      mode(),
      [reading, pages](auto next) {
        reading->caller.call(QueryRequest{}, [reading, pages, next](Result<QueryResponse>) {
          next(++reading->read < pages ? Loop::Again : Loop::Stop);
        });
      },
      [reading] { reading->finish(reading->read); });
  settle();
  EXPECT_EQ(result, pages);
  EXPECT_EQ(queries_, pages);
}

INSTANTIATE_TEST_SUITE_P(
    Modes, CallerModes,
    testing::Values(std::pair(Mode::Wait, Delivery::Inline), std::pair(Mode::Wait, Delivery::Later),
                    std::pair(Mode::Wait, Delivery::Threads), std::pair(Mode::Async, Delivery::Inline),
                    std::pair(Mode::Async, Delivery::Later), std::pair(Mode::Async, Delivery::Threads)));

// Mode::Wait with Delivery::Later is left out, because no thread would deliver.
INSTANTIATE_TEST_SUITE_P(Modes, CallerOfSeveral,
                         testing::Values(std::pair(Mode::Wait, Delivery::Inline),
                                         std::pair(Mode::Wait, Delivery::Threads),
                                         std::pair(Mode::Async, Delivery::Inline),
                                         std::pair(Mode::Async, Delivery::Later),
                                         std::pair(Mode::Async, Delivery::Threads)));

TEST(Caller, WaitsOnTheCallingThreadOrByTheTimer) {
  std::vector<std::string> waits;
  auto session = std::make_shared<Session>(
      std::make_shared<FakeDatabase>(), SessionOptions{},
      SessionDependencies{
          .sleep = [&](milliseconds delay) { waits.push_back("sleep " + std::to_string(delay.count())); },
          .after =
              [&](milliseconds delay, std::function<void()> run) {
                waits.push_back("after " + std::to_string(delay.count()));
                run();
              }});
  int ran = 0;
  RequestSender(session, Mode::Wait).after(milliseconds(5), [&] { ++ran; });
  RequestSender(session, Mode::Async).after(milliseconds(6), [&] { ++ran; });
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(waits, (std::vector<std::string>{"sleep 5", "after 6"}));
}

// A database whose destructor waits for its completions, as real ones do.
class WaitingDatabase : public FakeDatabase {
 public:
  explicit WaitingDatabase(std::promise<void>& gone) : FakeDatabase(Delivery::Threads), gone_(gone) {}
  ~WaitingDatabase() override {
    join();
    gone_.set_value();
  }

 private:
  std::promise<void>& gone_;
};

TEST(Session, TheCallerMayLetGoOfEverythingWhileWorkIsUnderWay) {
  std::promise<void> gone;
  std::latch let_go(1);
  auto database = std::make_shared<WaitingDatabase>(gone);
  database->on_query = [](QueryRequest) -> Result<QueryResponse> { return page_of(1); };
  auto session = std::make_shared<Session>(std::exchange(database, nullptr), SessionOptions{});
  auto work = std::make_shared<AsyncOperation<int>>(session, Mode::Async, [](Result<int>) {});
  AsyncOperation<int>& started = *work;
  started.caller.call(QueryRequest{}, [work = std::exchange(work, nullptr), &let_go](Result<QueryResponse>) {
    let_go.wait();
    work->finish(1);  // the last reference to the database goes here, on a thread of the database
  });
  session.reset();
  let_go.count_down();
  gone.get_future().get();
}

}  // namespace session_test
}  // namespace partita::model
