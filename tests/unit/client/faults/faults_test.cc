// Databases that fail as their rules say: the errors of the caller, and the operations that were carried out.
#include <future>
#include <thread>

#include "base/completing.h"
#include "unit/client/faults/fixture.h"

namespace partita::client {
namespace faults_test {

using test::get_request;
using test::put_request;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Faulty = FaultsFixture;

TEST_F(Faulty, a_call_without_a_rule_is_passed_on) {
  set({});
  ASSERT_TRUE(put("a"));
  EXPECT_THAT(stored(), ElementsAre("a"));
  EXPECT_EQ(faulty_->get_item(get_request("items", {{"pk", "a"}}))->item->get("pk"), AttributeValue("a"));
  EXPECT_EQ(faulty_->get_item({}).error().message, database_->get_item({}).error().message);
}

TEST_F(Faulty, an_error_before_the_call_keeps_it_from_being_carried_out) {
  set({{.operations = {"PutItem"}, .error = ErrorCode::ProvisionedThroughputExceededException}});
  const auto refused = put("a");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::ProvisionedThroughputExceededException);
  EXPECT_EQ(refused.error().message,
            "The level of configured provisioned throughput for the table was exceeded. Consider increasing your "
            "provisioning level with the UpdateTable API.");
  EXPECT_THAT(stored(), IsEmpty());
  EXPECT_TRUE(faulty_->get_item(get_request("items", {{"pk", "a"}})));
  EXPECT_THAT(faulty_->times_acted(), ElementsAre(1));
}

TEST_F(Faulty, an_error_after_the_call_loses_only_the_answer) {
  set({{.operations = {"PutItem"},
        .when = FaultTime::After,
        .error = ErrorCode::InternalServerError,
        .message = "lost"}});
  EXPECT_EQ(put("a").error().message, "lost");
  EXPECT_THAT(stored(), ElementsAre("a"));
}

TEST_F(Faulty, both_forms_of_a_call_meet_the_same_faults) {
  set({{.probability = 0.5, .error = ErrorCode::InternalServerError}}, 7);
  const std::string waited = outcomes(64);
  set({{.probability = 0.5, .error = ErrorCode::InternalServerError}}, 7);
  std::string completed;
  for (int i = 0; i < 64; ++i)
    faulty_->put_item(put_request("items", {{"pk", "b"}}), [&](Result<PutItemResponse> result) {
      EXPECT_TRUE(base::Completing::here());
      completed += result ? '.' : 'x';
    });
  EXPECT_EQ(completed, waited);
  EXPECT_THAT(waited, HasSubstr("x"));
  EXPECT_THAT(waited, HasSubstr("."));
}

TEST_F(Faulty, a_cut_connection_gives_the_errors_of_a_remote_database) {
  set({{.connection = FaultConnection::Cut}});
  const auto write = put("a");
  EXPECT_EQ(write.error().code, ErrorCode::OutcomeUnknown);
  EXPECT_EQ(write.error().message,
            "The outcome of PutItem is unknown. No answer from the database: a fault on purpose has cut the "
            "connection");
  EXPECT_EQ(faulty_->get_item(get_request("items", {{"pk", "a"}})).error().code, ErrorCode::InternalServerError);
  EXPECT_THAT(stored(), IsEmpty());
  set({{.when = FaultTime::After, .connection = FaultConnection::Cut}});
  EXPECT_EQ(put("a").error().code, ErrorCode::OutcomeUnknown);
  EXPECT_THAT(stored(), ElementsAre("a"));
  set({{.connection = FaultConnection::Cut}}, 1, CutError::OutcomeUnknown);
  EXPECT_EQ(faulty_->get_item(get_request("items", {{"pk", "a"}})).error().code, ErrorCode::OutcomeUnknown);
}

TEST_F(Faulty, a_delay_holds_a_waiting_call_and_no_thread_of_a_call_with_a_completion) {
  using std::chrono::milliseconds;
  set({{.operations = {"PutItem"}, .delay = milliseconds(20)}, {.delay = milliseconds(3)}});
  ASSERT_TRUE(put("a"));
  EXPECT_THAT(delays_.waited, ElementsAre(milliseconds(23)));

  int answers = 0;
  const auto count = [&](const Result<PutItemResponse>& result) { answers += result ? 1 : 0; };
  faulty_->put_item(put_request("items", {{"pk", "b"}}), count);
  ASSERT_EQ(delays_.waiting.size(), 1u);
  EXPECT_EQ(delays_.waiting[0].first, milliseconds(23));
  EXPECT_THAT(stored(), ElementsAre("a"));
  delays_.end();
  EXPECT_EQ(answers, 1);
  EXPECT_THAT(stored(), ElementsAre("a", "b"));

  set({{.when = FaultTime::After, .delay = milliseconds(20)}});
  faulty_->put_item(put_request("items", {{"pk", "c"}}), count);
  EXPECT_THAT(stored(), ElementsAre("a", "b", "c"));
  EXPECT_EQ(answers, 1);
  delays_.end();
  EXPECT_EQ(answers, 2);
}

TEST_F(Faulty, the_destructor_ends_delays_and_answers_all_calls) {
  set({{.delay = std::chrono::hours(1)}});
  int answers = 0;
  for (const char* key : {"a", "b"})
    faulty_->put_item(put_request("items", {{"pk", key}}), [&](const auto& result) { answers += result ? 1 : 0; });
  EXPECT_EQ(answers, 0);
  faulty_.reset();
  EXPECT_TRUE(delays_.ended);
  EXPECT_EQ(answers, 2);
  EXPECT_THAT(stored(), ElementsAre("a", "b"));
}

TEST_F(Faulty, timed_delays_call_in_the_order_of_their_ends_and_all_at_the_end) {
  std::vector<int> order;
  std::promise<void> second;
  {
    TimedDelays delays;
    delays.after(std::chrono::hours(1), [&] { order.push_back(3); });
    delays.after(std::chrono::milliseconds(2), [&] {
      order.push_back(2);
      second.set_value();
    });
    delays.after(std::chrono::milliseconds(1), [&] { order.push_back(1); });
    second.get_future().wait();
    delays.wait(std::chrono::milliseconds(1));
    delays.after(std::chrono::hours(1), [&] { delays.after(std::chrono::hours(1), [&] { order.push_back(4); }); });
    delays.end_all();
    delays.wait(std::chrono::hours(1));
  }
  EXPECT_THAT(order, ElementsAre(1, 2, 3, 4));
}

TEST_F(Faulty, calls_of_many_threads_are_each_answered_once) {
  const auto made = with_faults(
      *database_, {.rules = {{.probability = 0.3, .delay = std::chrono::milliseconds(1)},
                             {.probability = 0.3, .when = FaultTime::After, .error = ErrorCode::InternalServerError}}});
  ASSERT_TRUE(made);
  constexpr int kThreads = 4, kCalls = 200;
  std::atomic<int> answers = 0, errors = 0;
  {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread)
      threads.emplace_back([&, thread] {
        for (int i = 0; i < kCalls; ++i)
          (*made)->put_item(put_request("items", {{"pk", std::to_string(thread) + "-" + std::to_string(i)}}),
                            [&](const Result<PutItemResponse>& result) {
                              ++answers;
                              errors += result ? 0 : 1;
                            });
      });
    for (std::thread& thread : threads) thread.join();
  }
  const auto acted = (*made)->times_acted();
  const_cast<std::unique_ptr<FaultyDatabase>&>(*made).reset();
  EXPECT_EQ(answers, kThreads * kCalls);
  EXPECT_EQ(std::uint64_t(errors), acted[1]);
  EXPECT_EQ(stored().size(), std::size_t{kThreads * kCalls});
}

TEST_F(Faulty, owns_the_database_that_it_is_given) {
  std::unique_ptr<Database> database = partita::open("", {.in_memory = true}).value();
  const auto made = with_faults(std::move(database),
                                {.rules = {{.operations = {"ListTables"}, .error = ErrorCode::ThrottlingException}}});
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)->list_tables({}).error().message, "Rate of requests exceeds the allowed throughput.");
  EXPECT_TRUE((*made)->create_table(test::create_request("items", "pk:S")));
}

TEST_F(Faulty, new_rules_replace_the_old_ones_unless_they_are_wrong) {
  set({{.count = 1, .error = ErrorCode::InternalServerError}});
  EXPECT_FALSE(put("a"));
  EXPECT_TRUE(put("a"));
  EXPECT_FALSE(faulty_->set_faults({.rules = {{}}}));
  EXPECT_THAT(faulty_->times_acted(), ElementsAre(1));
  ASSERT_TRUE(faulty_->set_faults({.rules = {{.count = 1, .error = ErrorCode::ServiceUnavailable}}}));
  EXPECT_EQ(put("a").error().code, ErrorCode::ServiceUnavailable);
  ASSERT_TRUE(faulty_->set_faults({}));
  EXPECT_TRUE(put("a"));
}

TEST_F(Faulty, subscriptions_are_passed_on) {
  auto request = test::create_request("changes", "pk:S");
  request.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly};
  ASSERT_TRUE(database_->create_table(request));
  set({{.operations = {"reads"}, .error = ErrorCode::InternalServerError}});
  const auto changes = faulty_->subscribe({.table_name = "changes"});
  ASSERT_TRUE(changes);
  ASSERT_TRUE(faulty_->put_item(put_request("changes", {{"pk", "a"}})));
  const auto records = (*changes)->next();
  ASSERT_TRUE(records);
  EXPECT_EQ(records->size(), 1u);
}

}  // namespace faults_test
}  // namespace partita::client
