// Requests and responses of Partita's own operations on the past of a table with point-in-time recovery. The rules of
// item_operations.h and backup_operations.h hold here too.
//
// Each change of an item has a sequence number, and all changes of one transaction have the same one. Numbers rise with
// time. They are decimal texts of up to 40 digits. Times are seconds since 1970, with the milliseconds as a fraction.
//
// Members with the same meaning in several structs:
//   start_time, end_time  Only changes from `start_time` on and before `end_time` count. Default: all changes that the
//                         recovery period has. A time before the earliest restorable one is refused.
#pragma once

#include <partita/backup_operations.h>
#include <partita/item_operations.h>
#include <partita/stream_operations.h>

namespace partita {

// ---- ListItemVersions

// The request of Database::list_item_versions.
struct ListItemVersionsRequest {
  OptionalString table_name = {};
  OptionalItem key = {};
  OptionalString projection_expression = {};
  OptionalNames expression_attribute_names = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
  OptionalInteger limit = {};  // at least 1; absent: as many as 1 MB has; a version counts with its whole item
  OptionalBool scan_index_forward = {};  // default: false, the newest version first
  OptionalString next_token = {};        // of the page before, whose request was the same except `limit`
};
// An item as a change left it. The oldest version can be older than `start_time`, or than the recovery period: it is
// the item as it was before the first change that counts, and has neither a number nor a time.
struct ItemVersion {
  OptionalString sequence_number = {};
  std::optional<double> change_date_time = {};
  std::optional<Item> item = {};  // absent if the change deleted the item
  // Who made the change. The time to live has the identity that it has in a stream record. A caller has its ARN, or
  // without policies the name of its key's section or user. Absent if it is not known: of a database in process, of a
  // server without signatures, and of changes that an earlier Partita recorded.
  std::optional<Identity> user_identity = {};
};
// The response of Database::list_item_versions.
struct ListItemVersionsResponse {
  std::vector<ItemVersion> versions = {};
  OptionalString next_token = {};  // absent in the last page
};

// ---- RestoreTableToVersion

// The change with which an item came to match a condition: the item did not match it before and did afterwards. An item
// that does not exist is one without attributes, so attribute_not_exists() of its key finds the change that deleted it.
struct ItemMatch {
  OptionalItem key = {};
  OptionalString condition_expression = {};  // required
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  std::optional<double> start_time = {};
  std::optional<double> end_time = {};
  OptionalBool scan_index_forward = {};  // default: false, the latest such change; true: the first one
};
// The request of Database::restore_table_to_version. It names the source by exactly one of two members, and the moment
// by exactly one of three.
struct RestoreTableToVersionRequest {
  OptionalString source_table_arn = {};
  OptionalString source_table_name = {};
  OptionalString target_table_name = {};       // required; the name of no table
  OptionalString before_sequence_number = {};  // the changes with lower numbers are restored
  OptionalString after_sequence_number = {};   // this number's changes are restored too
  std::optional<ItemMatch> before_item = {};   // the changes before this one are restored
  OptionalEnum<BillingMode> billing_mode_override = {};
  OptionalList<GlobalSecondaryIndex> global_secondary_index_override = {};  // without `warm_throughput`
  OptionalList<LocalSecondaryIndex> local_secondary_index_override = {};
  std::optional<ProvisionedThroughput> provisioned_throughput_override = {};
  std::optional<OnDemandThroughput> on_demand_throughput_override = {};
  std::optional<SSESpecification> sse_specification_override = {};
  OptionalList<VectorIndex> vector_index_override = {};
};
// The response of Database::restore_table_to_version.
struct RestoreTableToVersionResponse {
  TableDescription table_description = {};  // with the status CREATING
  OptionalString sequence_number = {};      // that of the change before or after which the table was so
};

// ---- ListChangedItems

// The request of Database::list_changed_items.
struct ListChangedItemsRequest {
  OptionalString table_name = {};
  std::optional<double> start_time = {};  // required
  std::optional<double> end_time = {};    // default: the moment of the first page
  OptionalInteger limit = {};             // at least 1; absent: as many as 1 MB has, with both images
  OptionalString next_token = {};         // of the page before, whose request was the same except `limit`
};
// An item that changed within a span of time.
struct ChangedItem {
  std::optional<Item> key = {};
  std::optional<Item> old_image = {};  // before the span; absent if the item did not exist
  std::optional<Item> new_image = {};  // after the span, likewise
  // Who made all of the changes within the span, as in ItemVersion. Absent if several did, or if it is not known.
  std::optional<Identity> user_identity = {};
  OptionalString sequence_number = {};          // of the last change within the span
  std::optional<double> change_date_time = {};  // of the same change
};
// The response of Database::list_changed_items.
struct ListChangedItemsResponse {
  std::vector<ChangedItem> changed_items = {};
  OptionalString next_token = {};  // absent in the last page
};

}  // namespace partita
