// A table with point-in-time recovery, the versions of its items as the test knows them, and restores of it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::engine {
namespace item_versions_test {

using test::create_request;
using test::delete_request;
using test::put_request;
using test::TestEngine;

constexpr std::int64_t kDay = 24 * 60 * 60 * 1000;

using Items = std::map<std::string, std::string>;  // the value of `v` by key

// A version, as the test knows it.
struct Version {
  std::int64_t time_ms = 0;          // 0: it is older than the recovery
  std::optional<std::string> value;  // nullopt: the item did not exist
  friend bool operator==(const Version&, const Version&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Version& of) {
    return out << of.time_ms << ":" << of.value.value_or("none");
  }
};

class ItemVersionsTest : public testing::Test {
 protected:
  explicit ItemVersionsTest(std::unique_ptr<storage::Store> store = storage::make_memory_store())
      : engine_(std::move(store), {}) {
    EXPECT_TRUE(engine_.create_table(create_request("items", "pk:S", "sk:N")));
    EXPECT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "expires", true)));
  }

  static AttributeMap key(const std::string& name) { return {{"pk", name}, {"sk", 7}}; }
  static AttributeMap item(const std::string& name, const std::string& value) {
    return {{"pk", name}, {"sk", 7}, {"v", value}};
  }
  void later(std::int64_t ms) { engine_.clock().advance_ms(ms); }
  std::int64_t now() { return engine_.clock().now_ms(); }
  double seconds() { return double(now()) / 1000; }

  void enable(bool enabled = true, std::optional<std::int64_t> days = {}) {
    UpdateContinuousBackupsRequest request{.table_name = "items"};
    request.point_in_time_recovery_specification =
        PointInTimeRecoverySpecification{.point_in_time_recovery_enabled = enabled, .recovery_period_in_days = days};
    const auto updated = engine_.update_continuous_backups(request);
    ASSERT_TRUE(updated) << updated.error().message;
    versions_.clear();
    states_.clear();
    for (const auto& [name, value] : items_) versions_[name].push_back({0, value});
  }
  // Notes that one batch gives these items these values.
  void note(const std::map<std::string, std::optional<std::string>>& batch) {
    const Items before = items_;
    for (const auto& [name, value] : batch) {
      const auto old = items_.find(name);
      if (old == items_.end() ? !value : value == old->second) continue;
      if (!versions_.contains(name)) versions_[name].push_back({0, std::nullopt});
      versions_[name].push_back({now(), value});
    }
    for (const auto& [name, value] : batch) {
      if (value)
        items_[name] = *value;
      else
        items_.erase(name);
    }
    for (const auto& [name, value] : batch)
      if (versions_.contains(name) && versions_[name].back().time_ms == now())
        states_[{name, now()}] = {before, items_};
  }
  void put(const std::string& name, const std::string& value) {
    ASSERT_TRUE(engine_.put_item(put_request("items", item(name, value))));
    note({{name, value}});
  }
  void erase(const std::string& name) {
    ASSERT_TRUE(engine_.delete_item(delete_request("items", key(name))));
    note({{name, std::nullopt}});
  }
  void expire(const std::string& name) {
    AttributeMap expiring = item(name, "expires");
    expiring.set("expires", now() / 1000 + 10);
    ASSERT_TRUE(engine_.put_item(put_request("items", expiring)));
    note({{name, "expires"}});
    later(60'000);
    ASSERT_TRUE(engine_.run_jobs());
    note({{name, std::nullopt}});
  }
  void batch(const std::map<std::string, std::optional<std::string>>& writes) {
    BatchWriteItemRequest request;
    auto& requests = request.request_items.emplace().emplace_back("items", std::vector<WriteRequest>()).second;
    for (const auto& [name, value] : writes) {
      WriteRequest& write = requests.emplace_back();
      if (value)
        write.put_request = PutRequest{.item = item(name, *value)};
      else
        write.delete_request = DeleteRequest{.key = key(name)};
    }
    ASSERT_TRUE(engine_.batch_write_item(request));
    note(writes);
  }
  void transact(const std::map<std::string, std::optional<std::string>>& writes) {
    TransactWriteItemsRequest request;
    request.transact_items.emplace();
    for (const auto& [name, value] : writes) {
      TransactWriteItem& member = request.transact_items->emplace_back();
      if (value)
        member.put = Put{.item = item(name, *value), .table_name = "items"};
      else
        member.delete_ = Delete{.key = key(name), .table_name = "items"};
    }
    const auto done = engine_.transact_write_items(request);
    ASSERT_TRUE(done) << done.error().message;
    note(writes);
  }

  // All versions in pages of `limit`, in the order of the answers.
  std::vector<ItemVersion> list(ListItemVersionsRequest request) {
    std::vector<ItemVersion> all;
    request.table_name = "items";
    for (int page = 0; page < 10'000; ++page) {
      const auto answer = engine_.list_item_versions(request);
      EXPECT_TRUE(answer) << answer.error().message;
      if (!answer) break;
      EXPECT_LE(answer->versions.size(), static_cast<std::size_t>(request.limit.value_or(1'000'000)));
      all.insert(all.end(), answer->versions.begin(), answer->versions.end());
      if (!answer->next_token) return all;
      EXPECT_FALSE(answer->versions.empty());
      request.next_token = answer->next_token;
    }
    ADD_FAILURE() << "the pages do not end";
    return all;
  }
  static Version seen(const ItemVersion& version) {
    EXPECT_EQ(version.sequence_number.has_value(), version.change_date_time.has_value());
    Version out;
    if (version.change_date_time) out.time_ms = std::llround(*version.change_date_time * 1000);
    if (version.item) out.value = version.item->get("v")->s();
    return out;
  }
  static std::vector<Version> seen(const std::vector<ItemVersion>& versions) {
    std::vector<Version> out;
    for (const ItemVersion& version : versions) out.push_back(seen(version));
    return out;
  }
  // The versions that the answers must have, the oldest first. An item that did not exist before all changes has no
  // version for it.
  std::vector<Version> expected(const std::string& name) {
    std::vector<Version> all = versions_[name];
    if (!all.empty() && !all.front().value) all.erase(all.begin());
    return all;
  }

  Items items_of(const std::string& table) {
    Items found;
    ScanRequest request;
    request.table_name = table;
    const auto page = engine_.scan(request);
    EXPECT_TRUE(page) << page.error().message;
    if (page)
      for (const Item& one : *page->items) found[one.get("pk")->s()] = one.get("v")->s();
    return found;
  }
  RestoreTableToVersionRequest restore_request() {
    return {.source_table_name = "items", .target_table_name = "restored"};
  }
  // The items of the table that the request makes, which is deleted again.
  Items restored(const RestoreTableToVersionRequest& request, std::string* number = nullptr) {
    const auto begun = engine_.restore_table_to_version(request);
    EXPECT_TRUE(begun) << begun.error().message;
    if (!begun) return {};
    if (number) *number = *begun->sequence_number;
    EXPECT_EQ(begun->table_description.table_status, TableStatus::Creating);
    EXPECT_TRUE(engine_.run_jobs());
    Items found = items_of("restored");
    engine_.expect_clean();
    EXPECT_TRUE(engine_.delete_table({.table_name = "restored"}));
    EXPECT_TRUE(engine_.run_jobs());
    return found;
  }
  Items restored_before(const std::string& number) {
    auto request = restore_request();
    request.before_sequence_number = number;
    return restored(request);
  }
  Items restored_after(const std::string& number) {
    auto request = restore_request();
    request.after_sequence_number = number;
    return restored(request);
  }
  // The change with which `v` of the item became the value, or with which the item was deleted.
  RestoreTableToVersionRequest became(const std::string& name, const std::optional<std::string>& value) {
    auto request = restore_request();
    ItemMatch& match = request.before_item.emplace();
    match.key = key(name);
    match.condition_expression = value ? "v = :v" : "attribute_not_exists(pk)";
    if (value) match.expression_attribute_values = AttributeMap{{":v", *value}};
    return request;
  }
  Error refusal(const RestoreTableToVersionRequest& request) {
    const auto answer = engine_.restore_table_to_version(request);
    EXPECT_FALSE(answer);
    return answer ? Error{} : answer.error();
  }
  Error refusal(ListItemVersionsRequest request) {
    request.table_name = request.table_name.value_or("items");
    const auto answer = engine_.list_item_versions(request);
    EXPECT_FALSE(answer);
    return answer ? Error{} : answer.error();
  }

  TestEngine engine_;
  Items items_;
  std::map<std::string, std::vector<Version>> versions_;  // since the recovery was enabled, the oldest first
  std::map<std::pair<std::string, std::int64_t>, std::pair<Items, Items>> states_;  // before and after each change
};

}  // namespace item_versions_test
}  // namespace partita::engine
