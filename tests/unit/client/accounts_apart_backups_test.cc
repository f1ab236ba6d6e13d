// The operations on backups and the restores (accounts_apart.h).
#include "unit/client/accounts_apart.h"

namespace partita {
namespace accounts_apart {
namespace {

std::string back_up(Database& database, const std::string& table) {
  return *database.create_backup({.table_name = table, .backup_name = "backup"}).value().backup_details.backup_arn;
}

UpdateContinuousBackupsRequest enable(const std::string& table) {
  UpdateContinuousBackupsRequest request{.table_name = table};
  request.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
  return request;
}

}  // namespace

// These operations have an error of their own for a table that does not exist.
template <class Request, class Response>
void AccountsApart::refuse_to_back_up_hers(Request request, Result<Response> (Database::*operation)(Request)) {
  for (const std::string& name : {std::string("hers"), as_bobs(arn("hers"))}) {
    request.table_name = name;
    expect(((*bob_).*operation)(request), ErrorCode::TableNotFoundException);
  }
  for (const char* name : {"hers", "shop"}) {
    request.table_name = arn(name);
    expect(((*bob_).*operation)(request), ErrorCode::AccessDeniedException);
  }
}

void AccountsApart::try_create_backup() {
  refuse_to_back_up_hers(CreateBackupRequest{.backup_name = "backup"}, &Database::create_backup);
  EXPECT_TRUE(bob_->create_backup({.table_name = "shop", .backup_name = "backup"}));
  EXPECT_TRUE(alice_->list_backups({}).value().backup_summaries.empty());
}

void AccountsApart::try_describe_backup() {
  const std::string hers = back_up(*alice_, "hers");
  expect(bob_->describe_backup({.backup_arn = hers}), ErrorCode::AccessDeniedException);
  expect(bob_->describe_backup({.backup_arn = as_bobs(hers)}), ErrorCode::BackupNotFoundException);
}

void AccountsApart::try_list_backups() {
  const std::string hers = back_up(*alice_, "hers");
  EXPECT_TRUE(bob_->list_backups({}).value().backup_summaries.empty());
  EXPECT_TRUE(bob_->list_backups({.table_name = "hers"}).value().backup_summaries.empty());
  expect(bob_->list_backups({.table_name = arn("hers")}), ErrorCode::AccessDeniedException);
  expect(bob_->list_backups({.exclusive_start_backup_arn = hers}), ErrorCode::AccessDeniedException);
}

void AccountsApart::try_delete_backup() {
  const std::string hers = back_up(*alice_, "hers");
  expect(bob_->delete_backup({.backup_arn = hers}), ErrorCode::AccessDeniedException);
  expect(bob_->delete_backup({.backup_arn = as_bobs(hers)}), ErrorCode::BackupNotFoundException);
  EXPECT_TRUE(alice_->describe_backup({.backup_arn = hers}));
}

void AccountsApart::try_update_continuous_backups() {
  refuse_to_back_up_hers(enable("hers"), &Database::update_continuous_backups);
  EXPECT_TRUE(bob_->update_continuous_backups(enable("shop")));
  EXPECT_EQ(alice_->describe_continuous_backups({.table_name = "shop"})
                .value()
                .continuous_backups_description->point_in_time_recovery_description->point_in_time_recovery_status,
            PointInTimeRecoveryStatus::Disabled);
}

void AccountsApart::try_describe_continuous_backups() {
  refuse_to_back_up_hers(DescribeContinuousBackupsRequest{}, &Database::describe_continuous_backups);
}

void AccountsApart::try_restore_table_from_backup() {
  const std::string hers = back_up(*alice_, "hers");
  expect(bob_->restore_table_from_backup({.target_table_name = "stolen", .backup_arn = hers}),
         ErrorCode::AccessDeniedException);
  expect(bob_->restore_table_from_backup({.target_table_name = "stolen", .backup_arn = as_bobs(hers)}),
         ErrorCode::BackupNotFoundException);
  ASSERT_TRUE(bob_->restore_table_from_backup({.target_table_name = "hers", .backup_arn = back_up(*bob_, "shop")}));
  expect(alice_->restore_table_from_backup({.target_table_name = "hers", .backup_arn = hers}),
         ErrorCode::TableAlreadyExistsException);
}

void AccountsApart::try_restore_table_to_point_in_time() {
  ASSERT_TRUE(alice_->update_continuous_backups(enable("hers")));
  RestoreTableToPointInTimeRequest request{.target_table_name = "stolen", .use_latest_restorable_time = true};
  request.source_table_name = "hers";
  expect(bob_->restore_table_to_point_in_time(request), ErrorCode::TableNotFoundException);
  request.source_table_name.reset();
  request.source_table_arn = arn("hers");
  expect(bob_->restore_table_to_point_in_time(request), ErrorCode::ValidationException);
  request.source_table_arn = as_bobs(arn("hers"));
  expect(bob_->restore_table_to_point_in_time(request), ErrorCode::TableNotFoundException);
}

void AccountsApart::try_list_changed_items() {
  for (const char* table : {"hers", "shop"}) ASSERT_TRUE(alice_->update_continuous_backups(enable(table)));
  ASSERT_TRUE(bob_->update_continuous_backups(enable("shop")));
  refuse_hers(ListChangedItemsRequest{.start_time = 1}, &Database::list_changed_items);
  for (Database* database : {alice_.get(), bob_.get()})
    for (const char* owner : {"carol", database == bob_.get() ? "bob" : "alice"})
      ASSERT_TRUE(database->put_item({.table_name = "shop", .item = item(owner)}));
  // The time of a change is within the recovery.
  const auto versions = bob_->list_item_versions({.table_name = "shop", .key = key(), .limit = 1});
  ASSERT_TRUE(versions) << versions.error().message;
  const auto his =
      bob_->list_changed_items({.table_name = "shop", .start_time = versions->versions.at(0).change_date_time});
  ASSERT_TRUE(his) << his.error().message;
  ASSERT_EQ(his->changed_items.size(), 1u);
  EXPECT_EQ(his->changed_items[0].new_image->get("owner")->s(), "bob");
  before_ = all_of_alice();
}

void AccountsApart::try_list_item_versions() {
  for (const char* table : {"hers", "shop"}) ASSERT_TRUE(alice_->update_continuous_backups(enable(table)));
  ASSERT_TRUE(bob_->update_continuous_backups(enable("shop")));
  refuse_hers(ListItemVersionsRequest{.key = key()}, &Database::list_item_versions);
  for (Database* database : {alice_.get(), bob_.get()})
    for (const char* owner : {"carol", "dave", database == bob_.get() ? "bob" : "alice"})
      ASSERT_TRUE(database->put_item({.table_name = "shop", .item = item(owner)}));
  ListItemVersionsRequest request{.table_name = "shop", .key = key(), .limit = 1};
  const auto hers = alice_->list_item_versions(request);
  ASSERT_TRUE(hers) << hers.error().message;
  const auto his = bob_->list_item_versions(request);
  ASSERT_TRUE(his) << his.error().message;
  EXPECT_EQ(his->versions.at(0).item->get("owner")->s(), "bob");
  request.next_token = hers->next_token;
  expect(bob_->list_item_versions(request), ErrorCode::ValidationException);
  request.next_token = his->next_token;
  EXPECT_TRUE(bob_->list_item_versions(request));
  before_ = all_of_alice();  // her stream has the records of her writes
}

void AccountsApart::try_restore_table_to_version() {
  for (const char* table : {"hers", "shop"}) ASSERT_TRUE(alice_->update_continuous_backups(enable(table)));
  RestoreTableToVersionRequest request{.target_table_name = "stolen"};
  ItemMatch& match = request.before_item.emplace();
  match.key = key();
  match.condition_expression = "attribute_exists(id)";
  request.source_table_name = "hers";
  expect(bob_->restore_table_to_version(request), ErrorCode::TableNotFoundException);
  request.source_table_name = "shop";
  expect(bob_->restore_table_to_version(request), ErrorCode::PointInTimeRecoveryUnavailableException);
  request.source_table_name.reset();
  request.source_table_arn = arn("hers");
  expect(bob_->restore_table_to_version(request), ErrorCode::ValidationException);
  request.source_table_arn = as_bobs(arn("hers"));
  expect(bob_->restore_table_to_version(request), ErrorCode::TableNotFoundException);
}

}  // namespace accounts_apart
}  // namespace partita
