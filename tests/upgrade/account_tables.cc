#include "upgrade/account_tables.h"

#include <gtest/gtest.h>

#include "base/try.h"
#include "support/requests.h"

namespace partita::test {
namespace {

// An account in the database's own region, one in another region, and the own account in another region.
struct Place {
  const char* account;
  const char* region;
};
constexpr Place kPlaces[] = {{"111122223333", ""}, {"111122223333", "eu-west-1"}, {"", "eu-west-1"}};
// The sample's own tables have other names than this, so that all of them could be mixed up.
constexpr const char* kTableOfAccounts = "of_accounts";

engine::Context& context_of(TestEngine& engine, const Place& place) {
  return *engine.engine().realms().get(place.account, place.region).value();
}

template <class Request, class Response>
Result<Response> answer_of(void (*operation)(engine::Context&, Request, engine::MayWait, Completion<Response>),
                           engine::Context& context, Request request) {
  std::promise<Result<Response>> promise;
  operation(context, std::move(request), engine::MayWait::Yes,
            [&promise](Result<Response> answer) { promise.set_value(std::move(answer)); });
  return promise.get_future().get();
}

std::string owner_in(const engine::Context& context) { return context.account + " " + context.region; }

AttributeMap item_of(const engine::Context& context) { return {{"pk", "1"}, {"owner", owner_in(context)}}; }

std::size_t record_count(engine::Context& context) {
  const std::string arn =
      *answer_of(engine::describe_table, context, {.table_name = kTableOfAccounts}).value().table.latest_stream_arn;
  const auto stream = answer_of(engine::describe_stream, context, {.stream_arn = arn}).value().stream_description;
  const auto iterator = answer_of(engine::get_shard_iterator, context,
                                  {.stream_arn = arn,
                                   .shard_id = stream.shards->front().shard_id,
                                   .shard_iterator_type = ShardIteratorType::TrimHorizon})
                            .value()
                            .shard_iterator;
  return answer_of(engine::get_records, context, {.shard_iterator = iterator}).value().records.size();
}

}  // namespace

Result<void> write_account_tables(TestEngine& engine) {
  for (const Place& place : kPlaces) {
    engine::Context& context = context_of(engine, place);
    CreateTableRequest request = create_request(kTableOfAccounts, "pk:S");
    request.stream_specification =
        StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewImage};
    PARTITA_TRY(answer_of(engine::create_table, context, std::move(request)));
    PARTITA_TRY(answer_of(engine::put_item, context, {.table_name = kTableOfAccounts, .item = item_of(context)}));
  }
  return {};
}

bool has_account_tables(TestEngine& engine) {
  return context_of(engine, kPlaces[0]).catalog.find(kTableOfAccounts) != nullptr;
}

void expect_account_tables(TestEngine& engine) {
  EXPECT_EQ(engine.context().catalog.find(kTableOfAccounts), nullptr);
  for (const Place& place : kPlaces) {
    engine::Context& context = context_of(engine, place);
    SCOPED_TRACE(owner_in(context));
    EXPECT_EQ(answer_of(engine::list_tables, context, {}).value().table_names,
              std::vector<std::string>{kTableOfAccounts});
    const auto got =
        answer_of(engine::get_item, context, {.table_name = kTableOfAccounts, .key = AttributeMap{{"pk", "1"}}});
    ASSERT_TRUE(got) << got.error().message;
    ASSERT_TRUE(got->item);
    EXPECT_EQ(got->item->to_map(), item_of(context));
    EXPECT_EQ(record_count(context), 1u);
  }
}

void use_account_tables(TestEngine& engine) {
  for (const Place& place : kPlaces) {
    engine::Context& context = context_of(engine, place);
    SCOPED_TRACE(owner_in(context));
    ASSERT_TRUE(answer_of(engine::create_table, context, create_request("another", "pk:S")));
    ASSERT_TRUE(
        answer_of(engine::put_item, context, {.table_name = kTableOfAccounts, .item = AttributeMap{{"pk", "2"}}}));
    EXPECT_EQ(answer_of(engine::scan, context, {.table_name = kTableOfAccounts}).value().count, 2);
    ASSERT_TRUE(answer_of(engine::delete_table, context, {.table_name = kTableOfAccounts}));
  }
  ASSERT_TRUE(engine.run_jobs());
  engine.expect_clean();
}

}  // namespace partita::test
