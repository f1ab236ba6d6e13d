// The division between an event loop and the executor must follow the work of a condition, not only its bytes.
#include <gtest/gtest.h>

#include <thread>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace loop_budget_test {

class LoopBudget : public testing::Test {
 protected:
  LoopBudget() {
    EXPECT_TRUE(engine_.create_table(test::create_request("items", "pk:S", "sk:S")));
    for (const std::string sort : {"1", "2", "3"})
      EXPECT_TRUE(engine_.put_item(test::put_request("items", item(sort))));
  }

  static AttributeMap item(const std::string& sort) {
    return {{"pk", "p"}, {"sk", sort}, {"body", std::string(40'000, 'a')}};
  }

  // contains(body, :v) OR contains(body, :v) ..., all of which are false.
  static std::string searches(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text.append(i == 0 ? "" : " OR ").append("contains(body, :v)");
    return text;
  }

  // Whether the operation is answered on the calling thread, which must not wait.
  template <class Request, class Response>
  bool is_answered_here(void (*operation)(Context&, Request, MayWait, Completion<Response>), Request request) {
    std::promise<std::thread::id> answered;
    operation(engine_.context(), std::move(request), MayWait::No,
              [&](Result<Response>) { answered.set_value(std::this_thread::get_id()); });
    return answered.get_future().get() == std::this_thread::get_id();
  }

  test::TestEngine engine_;
};

TEST_F(LoopBudget, a_page_whose_filter_searches_much_goes_on_elsewhere) {
  const auto query = [](int count) {
    auto request = test::query_request("items", "pk = :p", {{":p", "p"}, {":v", "b"}});
    request.filter_expression = searches(count);
    return request;
  };
  EXPECT_TRUE(is_answered_here(engine::query, query(1)));
  EXPECT_FALSE(is_answered_here(engine::query, query(20)));
}

TEST_F(LoopBudget, a_write_whose_condition_searches_much_is_evaluated_elsewhere) {
  const auto put = [](int count) {
    auto request = test::put_request("items", item("1"));
    request.condition_expression = "NOT (" + searches(count) + ")";
    request.expression_attribute_values = AttributeMap{{":v", "b"}};
    return request;
  };
  EXPECT_TRUE(is_answered_here(put_item, put(2)));
  EXPECT_FALSE(is_answered_here(put_item, put(20)));
  engine_.expect_clean();
}

TEST_F(LoopBudget, an_update_with_many_actions_on_a_large_item_is_carried_out_elsewhere) {
  const auto update = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      text.append(i == 0 ? "SET a" : ", a").append(number).append(" = :v");
    }
    return test::update_request("items", {{"pk", "p"}, {"sk", "1"}}, text, {{":v", 1}});
  };
  EXPECT_TRUE(is_answered_here(update_item, update(1)));
  EXPECT_FALSE(is_answered_here(update_item, update(50)));
  engine_.expect_clean();
}

}  // namespace loop_budget_test
}  // namespace partita::engine
