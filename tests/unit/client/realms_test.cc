// Realms of an engine, each with a database of its own: they share the store, the jobs and the threads, but no thing
// that has a name.
#include "engine/realms.h"

#include <gtest/gtest.h>

#include "client/embedded_database.h"
#include "engine/jobs/jobs.h"
#include "engine/jobs/verify.h"
#include "keys/key_space.h"
#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/test_engine.h"

namespace partita::client {
namespace realms_test {

using engine::Context;
using engine::EngineOptions;
using engine::verify;
using engine::VerifyReport;

constexpr const char* kBob = "111122223333";

class RealmsTest : public testing::Test {
 protected:
  void open(std::size_t most_realms = 100, std::string account = kDefaultAccount, std::string region = "us-east-1") {
    close();
    storage::StoreOptions store;
    store.file_system = files_;
    EngineOptions options;
    options.background_jobs = false;
    options.clock = clock_;
    options.most_realms = most_realms;
    options.most_regions = most_regions_;
    options.account = std::move(account);
    options.region = std::move(region);
    auto opened = EmbeddedDatabase::open(storage::open_store("/data", store).value(), options);
    if (!opened) {
      open_error_ = opened.error();
      return;
    }
    own_ = *std::move(opened);
    bob_ = own_->in_account(kBob, "").value();
  }
  void close() {
    bob_.reset();
    own_.reset();
  }
  void cut_power() {
    files_->disk().cut();
    close();
    files_->disk().restore(test::UnsyncedBytes::Lost, 0);
  }
  static void create(Database& database, const std::string& name) {
    const auto created = database.create_table(
        {.table_name = name,
         .attribute_definitions = {{{.attribute_name = "id", .attribute_type = ScalarAttributeType::S}}},
         .key_schema = {{{.attribute_name = "id", .key_type = KeyType::Hash}}},
         .billing_mode = BillingMode::PayPerRequest,
         .stream_specification =
             StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewImage}});
    ASSERT_TRUE(created) << created.error().message;
  }
  static void put(Database& database, const std::string& table, AttributeMap item) {
    const auto done = database.put_item({.table_name = table, .item = std::move(item)});
    ASSERT_TRUE(done) << done.error().message;
  }
  static std::string owner_of(Database& database, const std::string& table, const std::string& id = "1") {
    const auto got = database.get_item({.table_name = table, .key = AttributeMap{{"id", id}}});
    if (!got) return got.error().message;
    return got->item ? got->item->to_map().find("owner")->s() : "nobody";
  }
  void run_jobs() {
    Context& context = own_->engine().context();
    ASSERT_TRUE(context.jobs.run_due(context));
  }
  VerifyReport verified() { return verify(own_->engine().context(), {}).value(); }

  const std::shared_ptr<test::PowerCutFileSystem> files_ = std::make_shared<test::PowerCutFileSystem>();
  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(test::kStartMs);
  std::unique_ptr<EmbeddedDatabase> own_, bob_;
  Error open_error_;
  std::size_t most_regions_ = 100;
};

TEST_F(RealmsTest, NamesArePassedThroughPowerCutsAndRestarts) {
  open();
  create(*own_, "shop");
  create(*bob_, "shop");
  const auto both = own_->in_account(kBob, "eu-west-1").value();
  create(*both, "shop");
  put(*own_, "shop", {{"id", "1"}, {"owner", "alice"}});
  put(*bob_, "shop", {{"id", "1"}, {"owner", "bob"}});
  put(*both, "shop", {{"id", "1"}, {"owner", "bob in Ireland"}});
  for (const bool cut : {true, false}) {
    if (cut) cut_power();
    open();
    EXPECT_EQ(owner_of(*own_, "shop"), "alice");
    EXPECT_EQ(owner_of(*bob_, "shop"), "bob");
    EXPECT_EQ(owner_of(*own_->in_account(kBob, "eu-west-1").value(), "shop"), "bob in Ireland");
    EXPECT_EQ(owner_of(*own_->in_account("", "eu-west-1").value(), "shop"), "Requested resource not found");
    const VerifyReport report = verified();
    EXPECT_EQ(report.tables, 3u);
    EXPECT_EQ(report.items, 3u);
    EXPECT_EQ(report.streams, 3u);
    EXPECT_EQ(report.records, 3u);
    EXPECT_EQ(report.finding_count, 0u);
  }
}

TEST_F(RealmsTest, TheOwnAccountAndRegionAreTheSameByNameAndWithout) {
  open();
  create(*own_, "shop");
  put(*own_, "shop", {{"id", "1"}, {"owner", "alice"}});
  EXPECT_EQ(owner_of(*own_->in_account(kDefaultAccount, "us-east-1").value(), "shop"), "alice");
  EXPECT_EQ(owner_of(*own_->in_account("", "").value(), "shop"), "alice");
  EXPECT_EQ(owner_of(*own_->in_account(kDefaultAccount, "us-east-2").value(), "shop"), "Requested resource not found");
}

TEST_F(RealmsTest, ARealmWithoutTablesLeavesNothingBehind) {
  open();
  const auto keys = [&] { return test::keys_between(own_->engine().store(), std::string(1, '\0'), {}); };
  const std::size_t before = keys();  // the secret of the hashes
  for (int i = 0; i < 50; ++i) {
    const auto other = own_->in_account(std::to_string(500000000000 + i), "").value();
    EXPECT_TRUE(other->list_tables({}).value().table_names.empty());
    EXPECT_FALSE(other->delete_table({.table_name = "shop"}));
    EXPECT_FALSE(other->put_item({.table_name = "shop", .item = AttributeMap{{"id", "1"}}}));
  }
  EXPECT_EQ(keys(), before);
  EXPECT_EQ(own_->engine().realms().in_use().size(), 1u);
  // A table that is created and deleted leaves only the series of ids, and its stream for 24 hours. Jobs keep
  // the clock of ages.
  create(*bob_, "shop");
  EXPECT_EQ(own_->engine().realms().in_use().size(), 2u);
  ASSERT_TRUE(bob_->delete_table({.table_name = "shop"}));
  clock_->advance_ms(25 * 3'600'000);
  run_jobs();
  EXPECT_EQ(own_->engine().realms().in_use().size(), 1u);
  EXPECT_EQ(keys(), before + 2);
}

TEST_F(RealmsTest, JobsServeAllRealms) {
  open();
  create(*own_, "shop");
  create(*bob_, "shop");
  const auto enabled = bob_->update_time_to_live(
      {.table_name = "shop", .time_to_live_specification = {{.enabled = true, .attribute_name = "until"}}});
  ASSERT_TRUE(enabled) << enabled.error().message;
  run_jobs();
  const AttributeMap item{{"id", "1"}, {"owner", "x"}, {"until", test::kStartMs / 1000 + 10}};
  put(*own_, "shop", item);
  put(*bob_, "shop", item);
  clock_->advance_ms(60'000);
  run_jobs();
  EXPECT_EQ(owner_of(*own_, "shop"), "x");
  EXPECT_EQ(owner_of(*bob_, "shop"), "nobody");
  const auto index = bob_->update_table(
      {.table_name = "shop",
       .attribute_definitions = {{{.attribute_name = "owner", .attribute_type = ScalarAttributeType::S}}},
       .global_secondary_index_updates = {
           {{.create = CreateGlobalSecondaryIndexAction{
                 .index_name = "by_owner",
                 .key_schema = {{{.attribute_name = "owner", .key_type = KeyType::Hash}}},
                 .projection = Projection{.projection_type = ProjectionType::All}}}}}});
  ASSERT_TRUE(index) << index.error().message;
  put(*bob_, "shop", {{"id", "2"}, {"owner", "bob"}});
  run_jobs();
  const auto found = bob_->query({.table_name = "shop",
                                  .index_name = "by_owner",
                                  .key_condition_expression = "#o = :o",
                                  .expression_attribute_names = {{{"#o", "owner"}}},
                                  .expression_attribute_values = AttributeMap{{":o", "bob"}}});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->items.value().size(), 1u);
  ASSERT_TRUE(bob_->delete_table({.table_name = "shop"}));
  run_jobs();
  EXPECT_EQ(owner_of(*own_, "shop"), "x");
  EXPECT_TRUE(own_->engine().context().catalog.pending_drops().value().empty());
  EXPECT_EQ(verified().finding_count, 0u);
}

TEST_F(RealmsTest, TokensOfDifferentAccountsDoNotMeet) {
  open();
  const auto write = [](Database& database, const std::string& owner) {
    return database.transact_write_items(
        {.transact_items = {{{.put = Put{.item = AttributeMap{{"id", "1"}, {"owner", owner}}, .table_name = "shop"}}}},
         .client_request_token = "token"});
  };
  create(*own_, "shop");
  create(*bob_, "shop");
  ASSERT_TRUE(write(*own_, "alice"));
  ASSERT_TRUE(write(*bob_, "bob"));
  EXPECT_EQ(owner_of(*own_, "shop"), "alice");
  EXPECT_EQ(owner_of(*bob_, "shop"), "bob");
  ASSERT_TRUE(write(*bob_, "bob"));  // a repetition
  const auto other = write(*bob_, "another");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::IdempotentParameterMismatchException);
  // After ten minutes the tokens are free, and their records go.
  clock_->advance_ms(11 * 60'000);
  run_jobs();
  EXPECT_EQ(test::keys_between(own_->engine().store(), keys::index_lower(keys::kSystemTable, 4),
                               keys::index_upper(keys::kSystemTable, 5)),
            0u);
  ASSERT_TRUE(write(*bob_, "another"));
}

TEST_F(RealmsTest, NamesOfAccountsAndRegionsAreChecked) {
  open();
  const struct {
    const char* account;
    const char* region;
  } kWrong[] = {
      {"12", ""}, {"11112222333x", ""}, {kBob, "EU"}, {"", "a b"}, {"", "abcdefghijklmnopqrstuvwxyz-0123456"}};
  for (const auto& [account, region] : kWrong) {
    const auto made = own_->in_account(account, region);
    ASSERT_FALSE(made) << account << region;
    EXPECT_EQ(made.error().code, ErrorCode::ValidationException);
  }
}

TEST_F(RealmsTest, TheirNumberIsLimited) {
  open(3);  // of which the fixture has made one
  EXPECT_TRUE(own_->in_account("000000000001", ""));
  EXPECT_TRUE(own_->in_account("000000000002", ""));
  const auto beyond = own_->in_account("000000000003", "");
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::LimitExceededException);
  EXPECT_TRUE(own_->in_account("000000000001", ""));
}

TEST_F(RealmsTest, TheRegionsOfAnAccountAreLimited) {
  most_regions_ = 2;
  open();  // the fixture has made one region of bob
  const auto refused = [&](const char* account, const char* region) {
    const auto made = own_->in_account(account, region);
    return !made && made.error().code == ErrorCode::LimitExceededException;
  };
  EXPECT_FALSE(refused(kBob, "r-1"));
  EXPECT_TRUE(refused(kBob, "r-2"));
  EXPECT_FALSE(refused(kBob, "r-1"));
  EXPECT_FALSE(refused("000000000001", "r-2"));
  // The own region of the own account is not among those that are limited.
  EXPECT_FALSE(refused("", "r-1"));
  EXPECT_FALSE(refused("", "r-2"));
  EXPECT_TRUE(refused("", "r-3"));
  // A region that has tables is opened nevertheless.
  create(*own_->in_account("", "r-1").value(), "shop");
  create(*own_->in_account("", "r-2").value(), "shop");
  most_regions_ = 1;
  open();
  EXPECT_FALSE(refused("", "r-1"));
  EXPECT_FALSE(refused("", "r-2"));
  EXPECT_TRUE(refused("", "r-3"));
}

TEST_F(RealmsTest, TablesOfANamedAccountAreNotMixedWithTheOwnOnes) {
  open();
  create(*own_, "shop");
  create(*bob_, "shop");
  open(100, kBob);
  EXPECT_EQ(open_error_.code, ErrorCode::ValidationException);
  EXPECT_EQ(open_error_.message,
            "the data has tables of account 111122223333 apart from those of the account with which it was opened "
            "then; open it with another account than 111122223333");
  // Tables of the own account go with it.
  open(100, "444455556666");
  EXPECT_EQ(own_->describe_table({.table_name = "shop"}).value().table.table_arn,
            "arn:aws:dynamodb:us-east-1:444455556666:table/shop");
}

}  // namespace realms_test
}  // namespace partita::client
