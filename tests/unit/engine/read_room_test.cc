// Reads whose answers come whole: they wait for room for their items, off the event loop, and end if the items are more
// than one answer may have.
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <thread>

#include "engine/pages/roomed_read.h"
#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace read_room_test {

class ReadRoom : public testing::Test {
 protected:
  static constexpr int kItems = 20;
  static constexpr std::size_t kItemBytes = 100'000;

  explicit ReadRoom(test::TestEngine::Options options = {.pages_bytes = 1 << 20}) : engine_(std::move(options)) {
    CreateTableRequest request = test::create_request("items", "pk:S");
    VectorIndex& index = request.vector_indexes.emplace().emplace_back();
    index.index_name = "near";
    index.vector_attribute.emplace().attribute_name = "v";
    index.dimensions = 1;
    index.distance_function = VectorDistanceFunction::Euclidean;
    index.projection.emplace().projection_type = ProjectionType::All;
    EXPECT_TRUE(engine_.create_table(request));
    for (int i = 0; i < kItems; ++i)
      EXPECT_TRUE(engine_.put_item(test::put_request("items", {{"pk", std::to_string(i)},
                                                               {"v", AttributeValue::List{AttributeValue(i)}},
                                                               {"body", std::string(kItemBytes, 'x')}})));
    // Reads the vectors into memory.
    EXPECT_TRUE(engine_.search_vectors(search(1)));
  }

  static SearchVectorsRequest search(int top_k) {
    SearchVectorsRequest request;
    request.table_name = "items";
    request.index_name = "near";
    request.search_vector = AttributeValue::List{AttributeValue(0)};
    request.top_k = top_k;
    return request;
  }
  static BatchExecuteStatementRequest selects(int count) {
    BatchExecuteStatementRequest request;
    request.statements.emplace();
    for (int i = 0; i < count; ++i)
      request.statements->push_back({.statement = "SELECT * FROM items WHERE pk = '" + std::to_string(i) + "'"});
    return request;
  }

  // Whether the read waits while others have the room.
  template <class Response>
  bool waits(std::future<Result<Response>> answer) {
    const auto is_answered = [&] { return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready; };
    while (engine_.statistics().pages.waiting == 0 && !is_answered()) std::this_thread::yield();
    const bool waited = engine_.statistics().pages.waiting == 1 && !is_answered();
    others_.reset();
    EXPECT_TRUE(answer.get());
    while (engine_.statistics().pages.bytes != 0) std::this_thread::yield();
    return waited;
  }
  void let_others_fill_the_room() {
    EXPECT_TRUE(engine_.context().page_room.try_enter(1 << 20));
    others_.emplace(engine_.context().page_room);
    others_->hold(1 << 20);
  }

  template <class Request, class Response>
  bool is_answered_here(void (*operation)(Context&, Request, MayWait, Completion<Response>), Request request) {
    std::promise<std::thread::id> answered;
    operation(engine_.context(), std::move(request), MayWait::No,
              [&](Result<Response>) { answered.set_value(std::this_thread::get_id()); });
    return answered.get_future().get() == std::this_thread::get_id();
  }

  test::TestEngine engine_;
  std::optional<WriteRoom::Share> others_;
};

TEST_F(ReadRoom, large_results_wait_for_it_and_small_ones_do_not) {
  let_others_fill_the_room();
  EXPECT_TRUE(waits(engine_.start_search_vectors(search(10))));
  let_others_fill_the_room();
  EXPECT_TRUE(waits(engine_.start_batch_execute_statement(selects(10))));
  let_others_fill_the_room();
  EXPECT_TRUE(is_answered_here(search_vectors, search(1)));
  EXPECT_TRUE(is_answered_here(batch_execute_statement, selects(1)));
}

TEST_F(ReadRoom, is_given_back_by_each_of_many_reads) {
  std::vector<std::future<Result<SearchVectorsResponse>>> searches;
  std::vector<std::future<Result<BatchExecuteStatementResponse>>> batches;
  for (int i = 0; i < 12; ++i) {
    searches.push_back(engine_.start_search_vectors(search(kItems)));
    batches.push_back(engine_.start_batch_execute_statement(selects(kItems)));
  }
  for (auto& one : searches) EXPECT_EQ(one.get()->search_results.size(), std::size_t(kItems));
  for (auto& one : batches) {
    const auto answer = one.get();
    ASSERT_TRUE(answer);
    for (const auto& response : answer->responses) EXPECT_TRUE(response.item);
  }
  while (engine_.statistics().pages.bytes != 0) std::this_thread::yield();
  EXPECT_EQ(engine_.statistics().pages.waiting, 0u);
}

// Pages wait behind them, and their clients may have gone.
TEST_F(ReadRoom, has_a_bounded_queue_of_whole_answers) {
  let_others_fill_the_room();
  std::vector<std::future<Result<SearchVectorsResponse>>> searches;
  for (std::size_t i = 0; i < RoomedRead::kMostWaiting + 8; ++i)
    searches.push_back(engine_.start_search_vectors(search(10)));
  const auto is_answered = [](auto& answer) {
    return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  while (std::ranges::count_if(searches, is_answered) < 8) std::this_thread::yield();
  EXPECT_EQ(engine_.statistics().pages.waiting, RoomedRead::kMostWaiting);
  others_.reset();
  std::size_t refused = 0;
  for (auto& answer : searches) {
    const auto result = answer.get();
    refused += !result;
    if (!result) {
      EXPECT_EQ(result.error().code, ErrorCode::ThrottlingException);
    }
  }
  EXPECT_EQ(refused, 8u);
}

TEST_F(ReadRoom, large_results_are_not_read_on_an_event_loop) {
  EXPECT_FALSE(is_answered_here(search_vectors, search(4)));
  EXPECT_FALSE(is_answered_here(batch_execute_statement, selects(4)));
}

class AnswerLimit : public ReadRoom {
 protected:
  AnswerLimit() : ReadRoom({.answer_bytes = 5 * kItemBytes}) {}

  template <class Read>
  void expect_refused(Read read) {
    const auto before = engine_.statistics().store.bytes_read;
    const auto answer = read();
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::MemoryLimitExceeded);
    EXPECT_NE(answer.error().message.find("500000 bytes"), std::string::npos) << answer.error().message;
    // Some are read together.
    EXPECT_LT(engine_.statistics().store.bytes_read - before, 10 * kItemBytes);
  }
};

TEST_F(AnswerLimit, ends_a_search_where_its_results_are_too_many) {
  expect_refused([&] { return engine_.search_vectors(search(kItems)); });
  EXPECT_TRUE(engine_.search_vectors(search(4)));
}

TEST_F(AnswerLimit, refuses_statements_that_read_too_much) {
  EXPECT_FALSE(engine_.batch_execute_statement(selects(kItems)));
  EXPECT_TRUE(engine_.batch_execute_statement(selects(4)));
}

}  // namespace read_room_test
}  // namespace partita::engine
