// Random operations against a naive model of capacity, which fills in steps of a millisecond. Each operation costs its
// ConsumedCapacity, so the buckets and the answers must agree to the unit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace throttle_property_test {

using test::create_request;
using test::put_request;

// Thousandths of units.
struct NaiveBucket {
  std::int64_t level = 0, rate = 0, most = 0;

  void set_rate(std::int64_t units, std::int64_t seconds) {
    rate = units;
    most = units * seconds * 1000;
    level = std::min(level, most);
  }
  void pass_ms() { level = std::min(most, level + rate); }
  void take(double units) { level -= static_cast<std::int64_t>(units * 1000); }
};

class ThrottleProperty : public testing::TestWithParam<unsigned> {
 public:
  static constexpr std::int64_t kBurstSeconds = 3;

  void SetUp() override {
    CreateTableRequest request = create_request("items", "pk:S", "", {{.name = "by_g", .partition = {"g:S"}}});
    request.billing_mode = BillingMode::Provisioned;
    request.provisioned_throughput = ProvisionedThroughput{10, 10};
    request.global_secondary_indexes->front().provisioned_throughput = ProvisionedThroughput{10, 10};
    ASSERT_TRUE(engine_.create_table(request));
    for (NaiveBucket* bucket : {&reads_, &writes_, &index_reads_, &index_writes_}) {
      bucket->set_rate(10, kBurstSeconds);
      bucket->level = bucket->most;
    }
  }
  std::size_t below(std::size_t limit) { return random_() % limit; }
  void pass(std::size_t ms) {
    engine_.clock().advance_ms(static_cast<std::int64_t>(ms));
    for (std::size_t i = 0; i < ms; ++i)
      for (NaiveBucket* bucket : {&reads_, &writes_, &index_reads_, &index_writes_}) bucket->pass_ms();
  }
  AttributeMap random_item() {
    AttributeMap item{{"pk", "k" + std::to_string(below(6))}, {"fill", std::string(below(3000), 'x')}};
    if (below(2) == 0) item.set("g", "g" + std::to_string(below(3)));
    return item;
  }
  static double index_units(const ConsumedCapacity& consumed) {
    if (!consumed.global_secondary_indexes) return 0;
    return consumed.global_secondary_indexes->at("by_g").capacity_units.value_or(0);
  }
  // The refusal must be of a bucket that is empty.
  void expect_refusal(const Error& error, const NaiveBucket& table, const NaiveBucket& index) {
    ASSERT_EQ(error.code, ErrorCode::ProvisionedThroughputExceededException) << error.message;
    const bool of_index = error.throttling_reasons.at(0).reason->starts_with("Index");
    EXPECT_LE((of_index ? index : table).level, 0);
    ++refusals_;
  }
  void expect_write(const ConsumedCapacity& consumed) {
    EXPECT_GT(writes_.level, 0);
    EXPECT_TRUE(index_units(consumed) == 0 || index_writes_.level > 0);
    writes_.take(consumed.table->capacity_units.value_or(0));
    index_writes_.take(index_units(consumed));
  }

  void put() {
    auto request = put_request("items", random_item());
    request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
    const auto answer = engine_.put_item(request);
    if (!answer) return expect_refusal(answer.error(), writes_, index_writes_);
    expect_write(*answer->consumed_capacity);
  }
  void remove() {
    auto request = test::delete_request("items", {{"pk", "k" + std::to_string(below(6))}});
    request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
    const auto answer = engine_.delete_item(request);
    if (!answer) return expect_refusal(answer.error(), writes_, index_writes_);
    expect_write(*answer->consumed_capacity);
  }
  void fail_condition() {
    const std::size_t bytes = below(4000);
    auto request = put_request("items", {{"pk", "never"}, {"fill", std::string(bytes, 'x')}});
    request.condition_expression = "attribute_exists(pk)";
    const auto answer = engine_.put_item(request);
    ASSERT_FALSE(answer);
    if (answer.error().code != ErrorCode::ConditionalCheckFailedException)
      return expect_refusal(answer.error(), writes_, index_writes_);
    EXPECT_GT(writes_.level, 0);
    writes_.take(static_cast<double>((2 + 5 + 4 + bytes + 1023) / 1024));
  }
  // The members are admitted one by one, so the naive model repeats them in order.
  void batch() {
    std::vector<WriteRequest> members;
    std::vector<double> costs;
    for (std::size_t i = 0, count = 1 + below(10); i < count; ++i) {
      const std::size_t bytes = below(3000);
      const std::string key = "batch" + std::to_string(batched_++);
      members.push_back({.put_request = PutRequest{.item = AttributeMap{{"pk", key}, {"f", std::string(bytes, 'x')}}}});
      costs.push_back(static_cast<double>((2 + key.size() + 1 + bytes + 1023) / 1024));
    }
    std::size_t left_out = 0;
    NaiveBucket after = writes_;
    for (const double cost : costs) after.level > 0 ? after.take(cost) : void(++left_out);
    BatchWriteItemRequest request;
    request.request_items = NamedList<std::vector<WriteRequest>>{{"items", members}};
    const auto answer = engine_.batch_write_item(request);
    if (left_out == members.size()) {
      ASSERT_FALSE(answer);
      return expect_refusal(answer.error(), writes_, index_writes_);
    }
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->unprocessed_items.empty() ? 0 : answer->unprocessed_items[0].second.size(), left_out);
    writes_ = after;
  }
  void transact() {
    auto request =
        test::transact_request({test::transact_put("items", {{"pk", "k0"}, {"fill", std::string(below(3000), 'x')}}),
                                test::transact_put("items", {{"pk", "k1"}})});
    request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
    const auto answer = engine_.transact_write_items(request);
    if (answer) return expect_write(answer->consumed_capacity->front());
    ASSERT_EQ(answer.error().code, ErrorCode::TransactionCanceledException);
    EXPECT_TRUE(writes_.level <= 0 || index_writes_.level <= 0);
    ++refusals_;
  }
  void get() {
    auto request = test::get_request("items", {{"pk", "k" + std::to_string(below(6))}});
    request.consistent_read = below(2) == 0;
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    const auto answer = engine_.get_item(request);
    if (!answer) return expect_refusal(answer.error(), reads_, index_reads_);
    EXPECT_GT(reads_.level, 0);
    reads_.take(*answer->consumed_capacity->capacity_units);
  }
  void query_index() {
    auto request = test::query_request("items", "g = :g", {{":g", "g" + std::to_string(below(3))}});
    request.index_name = "by_g";
    request.return_consumed_capacity = ReturnConsumedCapacity::Indexes;
    const auto answer = engine_.query(request);
    if (!answer) return expect_refusal(answer.error(), reads_, index_reads_);
    EXPECT_GT(index_reads_.level, 0);
    index_reads_.take(index_units(*answer->consumed_capacity));
  }
  void scan() {
    auto request = test::scan_request("items");
    request.return_consumed_capacity = ReturnConsumedCapacity::Total;
    const auto answer = engine_.scan(request);
    if (!answer) return expect_refusal(answer.error(), reads_, index_reads_);
    EXPECT_GT(reads_.level, 0);
    reads_.take(*answer->consumed_capacity->capacity_units);
    // A page that ends early has used up the units, and any other one has left some.
    EXPECT_TRUE(answer->scanned_count == 0 || answer->last_evaluated_key.has_value() == (reads_.level <= 0));
  }
  void change_rate() {
    const auto units = static_cast<std::int64_t>(1 + below(20));
    UpdateTableRequest request;
    request.table_name = "items";
    request.provisioned_throughput = ProvisionedThroughput{10, units};
    if (engine_.update_table(request)) writes_.set_rate(units, kBurstSeconds);
  }

  test::TestEngine engine_{
      test::TestEngine::Options{.throttle = true, .throttle_burst = std::chrono::seconds(kBurstSeconds)}};
  std::mt19937 random_{GetParam()};
  NaiveBucket reads_, writes_, index_reads_, index_writes_;
  int refusals_ = 0;
  int batched_ = 0;
};

TEST_P(ThrottleProperty, agrees_with_the_naive_model) {
  using Operation = void (ThrottleProperty::*)();
  constexpr Operation kOperations[] = {&ThrottleProperty::put,         &ThrottleProperty::put,
                                       &ThrottleProperty::remove,      &ThrottleProperty::fail_condition,
                                       &ThrottleProperty::batch,       &ThrottleProperty::transact,
                                       &ThrottleProperty::get,         &ThrottleProperty::get,
                                       &ThrottleProperty::scan,        &ThrottleProperty::query_index,
                                       &ThrottleProperty::query_index, &ThrottleProperty::change_rate};
  for (int step = 0; step < 1500 && !HasFailure(); ++step) {
    (this->*kOperations[below(std::size(kOperations))])();
    if (below(2) == 0) pass(below(400));
  }
  EXPECT_GT(refusals_, 100);
  engine_.expect_clean();
}

INSTANTIATE_TEST_SUITE_P(Seeds, ThrottleProperty, testing::Values(1u, 2u, 3u));

}  // namespace throttle_property_test
}  // namespace partita::engine
