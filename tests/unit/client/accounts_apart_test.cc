// The operations on tables, and all that is not in operations.def (accounts_apart.h).
#include "unit/client/accounts_apart.h"

#include <partita/faults.h>

namespace partita {
namespace accounts_apart {

#define PARTITA_OPERATION(function, Name) \
  TEST_F(AccountsApart, function) { try_##function(); }
#include <partita/operations.def>
#undef PARTITA_OPERATION

// ---- tables

void AccountsApart::try_create_table() {
  const auto made = bob_->create_table(table("hers"));
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->table_description.table_arn, as_bobs(arn("hers")));
  EXPECT_EQ(owner_of(*bob_, "hers"), "nobody");
}

void AccountsApart::try_describe_table() {
  refuse_hers(DescribeTableRequest{}, &Database::describe_table);
  EXPECT_EQ(bob_->describe_table({.table_name = "shop"}).value().table.table_arn, as_bobs(arn("shop")));
}

void AccountsApart::try_list_tables() {
  EXPECT_EQ(bob_->list_tables({}).value().table_names, std::vector<std::string>{"shop"});
  EXPECT_EQ(bob_->list_tables({.exclusive_start_table_name = "hers"}).value().table_names,
            std::vector<std::string>{"shop"});
  EXPECT_EQ(alice_->list_tables({}).value().table_names.size(), 2u);
}

void AccountsApart::try_update_table() {
  UpdateTableRequest request;
  request.deletion_protection_enabled = true;
  refuse_hers(request, &Database::update_table);
  request.table_name = "shop";
  EXPECT_TRUE(bob_->update_table(request));
}

void AccountsApart::try_delete_table() {
  refuse_hers(DeleteTableRequest{}, &Database::delete_table);
  EXPECT_TRUE(bob_->delete_table({.table_name = "shop"}));
  EXPECT_TRUE(bob_->list_tables({}).value().table_names.empty());
}

void AccountsApart::try_tag_resource() {
  const std::vector<Tag> tags{{.key = "owner", .value = "bob"}};
  expect(bob_->tag_resource({.resource_arn = arn("hers"), .tags = tags}), ErrorCode::AccessDeniedException);
  EXPECT_FALSE(bob_->tag_resource({.resource_arn = as_bobs(arn("hers")), .tags = tags}));
  EXPECT_TRUE(bob_->tag_resource({.resource_arn = as_bobs(arn("shop")), .tags = tags}));
}

void AccountsApart::try_untag_resource() {
  expect(bob_->untag_resource({.resource_arn = arn("hers"), .tag_keys = {{"owner"}}}),
         ErrorCode::AccessDeniedException);
  EXPECT_FALSE(bob_->untag_resource({.resource_arn = as_bobs(arn("hers")), .tag_keys = {{"owner"}}}));
}

void AccountsApart::try_list_tags_of_resource() {
  expect(bob_->list_tags_of_resource({.resource_arn = arn("hers")}), ErrorCode::AccessDeniedException);
  EXPECT_FALSE(bob_->list_tags_of_resource({.resource_arn = as_bobs(arn("hers"))}));
  EXPECT_TRUE(bob_->list_tags_of_resource({.resource_arn = as_bobs(arn("shop"))}).value().tags.empty());
}

constexpr const char* kAnyPolicy =
    R"({"Statement": {"Effect": "Allow", "Principal": {"AWS": "333333333333"}, "Action": "dynamodb:*", "Resource": "*"}})";

void AccountsApart::try_put_resource_policy() {
  const auto put = [&](const std::string& to) {
    return bob_->put_resource_policy({.resource_arn = to, .policy = kAnyPolicy});
  };
  expect(put(arn("hers")), ErrorCode::ValidationException);
  expect(put(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  expect(put(stream_arn()), ErrorCode::ValidationException);
  ASSERT_TRUE(put(as_bobs(arn("shop"))));
  expect(alice_->get_resource_policy({.resource_arn = arn("shop")}), ErrorCode::PolicyNotFoundException);
}

void AccountsApart::try_get_resource_policy() {
  ASSERT_TRUE(alice_->put_resource_policy({.resource_arn = arn("hers"), .policy = kAnyPolicy}));
  expect(bob_->get_resource_policy({.resource_arn = arn("hers")}), ErrorCode::ValidationException);
  expect(bob_->get_resource_policy({.resource_arn = as_bobs(arn("hers"))}), ErrorCode::ResourceNotFoundException);
  expect(bob_->get_resource_policy({.resource_arn = as_bobs(arn("shop"))}), ErrorCode::PolicyNotFoundException);
  expect(bob_->get_resource_policy({.resource_arn = stream_arn()}), ErrorCode::ValidationException);
}

void AccountsApart::try_delete_resource_policy() {
  ASSERT_TRUE(alice_->put_resource_policy({.resource_arn = arn("shop"), .policy = kAnyPolicy}));
  expect(bob_->delete_resource_policy({.resource_arn = arn("shop")}), ErrorCode::ValidationException);
  EXPECT_FALSE(bob_->delete_resource_policy({.resource_arn = as_bobs(arn("shop"))}).value().revision_id);
  EXPECT_TRUE(alice_->get_resource_policy({.resource_arn = arn("shop")}));
}

void AccountsApart::try_update_time_to_live() {
  UpdateTimeToLiveRequest request;
  request.time_to_live_specification = TimeToLiveSpecification{.enabled = true, .attribute_name = "until"};
  refuse_hers(request, &Database::update_time_to_live);
  request.table_name = "shop";
  EXPECT_TRUE(bob_->update_time_to_live(request));
}

void AccountsApart::try_describe_time_to_live() {
  refuse_hers(DescribeTimeToLiveRequest{}, &Database::describe_time_to_live);
}

void AccountsApart::try_update_contributor_insights() {
  UpdateContributorInsightsRequest request;
  request.contributor_insights_action = ContributorInsightsAction::Enable;
  refuse_hers(request, &Database::update_contributor_insights);
  request.table_name = "shop";
  EXPECT_TRUE(bob_->update_contributor_insights(request));
  EXPECT_EQ(alice_->describe_contributor_insights({.table_name = "shop"}).value().contributor_insights_status,
            ContributorInsightsStatus::Disabled);
}

void AccountsApart::try_describe_contributor_insights() {
  refuse_hers(DescribeContributorInsightsRequest{}, &Database::describe_contributor_insights);
}

void AccountsApart::try_list_contributor_insights() {
  for (const char* name : {"hers", "shop"})
    ASSERT_TRUE(alice_->update_contributor_insights(
        {.table_name = name, .contributor_insights_action = ContributorInsightsAction::Enable}));
  refuse_hers(ListContributorInsightsRequest{}, &Database::list_contributor_insights);
  EXPECT_TRUE(bob_->list_contributor_insights({}).value().contributor_insights_summaries.empty());
  const auto first = alice_->list_contributor_insights({.max_results = 1}).value();
  ASSERT_TRUE(first.next_token);
  // A token is only a place in the order of names.
  EXPECT_TRUE(
      bob_->list_contributor_insights({.next_token = first.next_token}).value().contributor_insights_summaries.empty());
}

// These two do not tell of tables.
void AccountsApart::try_describe_limits() {
  EXPECT_EQ(bob_->describe_limits({}).value().table_max_read_capacity_units,
            alice_->describe_limits({}).value().table_max_read_capacity_units);
}
void AccountsApart::try_describe_endpoints() { EXPECT_EQ(bob_->describe_endpoints({}).value().endpoints.size(), 1u); }

// ---- calls that are not in operations.def

TEST_F(AccountsApart, subscribe) {
  const auto subscribe = [&](const std::string& name) {
    SubscribeRequest request;
    request.table_name = name;
    request.from = SubscribeFrom::TrimHorizon;
    return bob_->subscribe(request);
  };
  expect(subscribe("hers"), ErrorCode::ResourceNotFoundException);
  expect(subscribe(arn("hers")), ErrorCode::AccessDeniedException);
  const auto records = subscribe("shop").value()->next().value();
  ASSERT_FALSE(records.empty());
  for (const Record& record : records) EXPECT_EQ(record.dynamodb->new_image->to_map().find("owner")->s(), "bob");
}

TEST(Accounts, ADatabaseInFrontOfAnotherHasNone) {
  OpenOptions options;
  options.in_memory = true;
  const auto faulty = with_faults(open("", options).value(), {}).value();
  const auto other = in_account(*faulty, "222222222222");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::ValidationException);
}

TEST(Accounts, TheDirectoryStaysOpenUntilItsLastDatabaseIsDestroyed) {
  OpenOptions options;
  options.in_memory = true;
  auto database = open("", options).value();
  const auto other = in_account(*database, "222222222222").value();
  database.reset();
  EXPECT_TRUE(other->list_tables({}).value().table_names.empty());
  EXPECT_TRUE(in_account(*other, kDefaultAccount).value()->list_tables({}));
}

}  // namespace accounts_apart
}  // namespace partita
