// TableInfo: the engine's description of a table. It is immutable after it was published. A change publishes a new
// TableInfo, and a reader that holds an old one may finish with it.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "iam/resource_policy.h"
#include "keys/key_space.h"

namespace partita::catalog {

struct KeyAttribute {
  std::string name;
  ScalarAttributeType type = ScalarAttributeType::S;
  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

// A table has one partition and at most one sort attribute. A global index has up to four of each.
struct KeySchema {
  std::vector<KeyAttribute> partition;
  std::vector<KeyAttribute> sort;
  friend bool operator==(const KeySchema&, const KeySchema&) = default;

  std::size_t size() const { return partition.size() + sort.size(); }
  const KeyAttribute& at(std::size_t i) const {
    return i < partition.size() ? partition[i] : sort[i - partition.size()];
  }
  // Returns nullptr if `name` is not a key attribute.
  const KeyAttribute* find(std::string_view name) const;
};

struct Throughput {
  std::int64_t read_units = 0;
  std::int64_t write_units = 0;
  friend bool operator==(const Throughput&, const Throughput&) = default;
};

// What makes an index a vector index.
struct VectorDefinition {
  struct Element {
    KeyAttribute attribute;
    SearchSchemaElementType type = SearchSchemaElementType::Hash;
    friend bool operator==(const Element&, const Element&) = default;
  };
  std::string attribute;  // of the vectors
  std::uint32_t dimensions = 1;
  VectorDistanceFunction distance = VectorDistanceFunction::Cosine;
  std::vector<Element> schema;  // in the request's order; at most one HASH
  bool added = false;           // by UpdateTable, which shows both phases of its creation

  // Returns nullptr if the attribute is not in the search schema.
  const Element* find(std::string_view name) const;
};

// The units per second that a table or global index can serve at once (WarmThroughput). They never decrease, so the
// units of earlier settings are kept.
using WarmUnits = std::optional<Throughput>;
// The units that are shown: the kept ones, but at least those that the present settings give.
Throughput warm_units(const WarmUnits& kept, BillingMode mode, const Throughput& provisioned);

// Contributor Insights of a table or a global index. Once a request has enabled them, they are kept.
struct Insights {
  bool enabled = false;
  ContributorInsightsMode mode = ContributorInsightsMode::AccessedAndThrottledKeys;
  std::int64_t rules_ms = 0;         // when they were enabled last, which is in the names of their rules
  std::int64_t changed_ms = 0;       // when a request changed them last
  std::int64_t status_until_ms = 0;  // ENABLING or DISABLING is shown until then
  friend bool operator==(const Insights&, const Insights&) = default;

  // Whether the keys that requests name are looked for. If not, only those of refused requests can be.
  bool of_accessed_keys() const { return enabled && mode == ContributorInsightsMode::AccessedAndThrottledKeys; }
};

struct IndexInfo {
  keys::IndexId id = 0;
  std::string name;
  bool global = false;  // also true for a vector index
  // Of a vector index, the HASH element of its search schema as the partition key, if it has one. derive() fills it
  // then.
  KeySchema keys;
  ProjectionType projection = ProjectionType::All;
  std::vector<std::string> non_key_attributes;  // as given, for ProjectionType::Include
  // The attributes that an entry holds, with the keys, sorted. derive() fills it. It is empty for ProjectionType::All.
  // The vector of a vector index is not among them.
  std::vector<std::string> projected;
  Throughput throughput;
  std::optional<OnDemandThroughput> on_demand;
  WarmUnits warm;
  IndexStatus status = IndexStatus::Active;  // stored; engine/find_table.h tells how --table-delay changes it
  bool backfilling = false;
  std::int64_t status_until_ms = 0;        // Creating and Updating are shown until then
  std::optional<VectorDefinition> vector;  // set for vector indexes
  std::optional<Insights> insights;        // only of global indexes

  // Whether an index entry holds the attribute.
  bool holds(std::string_view attribute) const;
  bool maintained() const { return status != IndexStatus::Deleting; }
};

struct TimeToLive {
  std::string attribute;
  TimeToLiveStatus status = TimeToLiveStatus::Disabled;
  friend bool operator==(const TimeToLive&, const TimeToLive&) = default;
};

// The resource-based policy of a table or of a stream.
struct AttachedPolicy {
  std::optional<iam::ResourcePolicy> policy;  // nullopt: the last one was removed
  // The time of the last change in ms since the epoch, which names the revision. Each is later than those before.
  std::int64_t revision_ms = 0;
};
using AttachedPolicyPtr = std::shared_ptr<const AttachedPolicy>;  // nullptr: there never was one
inline bool has_policy(const AttachedPolicyPtr& attached) { return attached && attached->policy; }

// A stream of a table. It outlives its table and its own end by 24 hours, so it has a record of its own, which repeats
// what its readers need of the table.
//
// Sequence numbers begin with a time (engine/records/sequence_numbers.h). A generation of shards has the numbers from
// its start up to the start of the next generation.
struct StreamInfo {
  keys::TableId id = 0;  // the first part of the keys of its records; never an id of a table
  keys::TableId table = 0;
  std::string table_name;
  KeySchema keys;  // of the table
  StreamViewType view = StreamViewType::NewAndOldImages;
  std::int64_t created_ms = 0;  // unique among the streams of tables with this name, because the label is made of it
  std::vector<std::uint64_t> generations;  // the first sequence number of each, ascending
  std::uint64_t end = 0;                   // the first number behind the stream; 0 while it is enabled
  std::uint64_t trimmed = 0;               // the records with smaller numbers are erased
  std::string secret;                      // 32 random bytes that authenticate the stream's iterators
  AttachedPolicyPtr policy;                // of the stream; that of the table is another one

  bool enabled() const { return end == 0; }
  // Whether records have the item as it was before the change, and as it is after it.
  bool has_old_images() const { return view == StreamViewType::OldImage || view == StreamViewType::NewAndOldImages; }
  bool has_new_images() const { return view == StreamViewType::NewImage || view == StreamViewType::NewAndOldImages; }
};
using StreamPtr = std::shared_ptr<const StreamInfo>;
using Streams = std::map<keys::TableId, StreamPtr>;  // by id

// The counts of a history since the database was opened. All descriptions of a table share it.
struct HistoryState {
  std::atomic<std::uint64_t> written{0};  // bytes of the entries that writers added
  // The three below belong to the job that erases entries (engine/jobs/history_job.h).
  std::atomic<std::uint64_t> written_when_thinned{0};
  std::atomic<bool> is_thinned{false};        // since the database was opened, because the counts are not stored
  std::atomic<std::uint64_t> kept_bytes{0};   // of the entries that the last thinning kept
  std::atomic<std::uint32_t> trimmed_day{0};  // the entries of all days before it are erased
  // Among the entries with smaller numbers some may be erased, so no backup with an earlier moment may be added. It is
  // set and read while no other change of the catalog can be made.
  std::uint64_t thinned_below = 0;
};

// The record of the items as they were before each change (engine/history/). Point-in-time recovery and backups need
// it.
struct History {
  keys::TableId id = 0;        // the first part of the keys of its entries; never an id of a table
  std::uint64_t since = 0;     // all changes with this sequence number or a later one are in it; 0: not yet known
  bool names_writers = false;  // its entries say who made the change
  std::shared_ptr<HistoryState> state;  // derive() makes it
  friend bool operator==(const History& a, const History& b) {
    return a.id == b.id && a.since == b.since && a.names_writers == b.names_writers;
  }
};

// The point-in-time recovery of a table.
struct Recovery {
  std::int64_t period_days = 0;
  std::int64_t enabled_ms = 0;  // when it was enabled last
  std::uint64_t since = 0;      // the first sequence number whose change can be undone
  friend bool operator==(const Recovery&, const Recovery&) = default;
};

// The restore that fills a table. Its source keeps its items and its history until the restore ends.
struct Restore {
  keys::TableId table = 0;    // the source, which may be deleted
  keys::TableId history = 0;  // of the source
  std::uint64_t moment = 0;   // changes with this sequence number or a later one are undone
  std::int64_t time_ms = 0;   // of the moment
  std::string table_name;     // of the source
  std::string backup;         // the name of the backup in its ARN; empty for a point in time
  friend bool operator==(const Restore&, const Restore&) = default;
};

// Whether the hash of the table's items is kept in the batches of the writes.
enum class HashState : std::uint8_t {
  No,
  Begun,  // writes keep it, and the items from before are not in it yet
  Kept,
};

struct TableInfo {
  keys::TableId id = 0;
  std::string name;
  std::string uuid;
  std::int64_t created_ms = 0;
  TableStatus status = TableStatus::Active;
  std::int64_t status_until_ms = 0;
  KeySchema keys;
  std::vector<AttributeDefinition> attribute_definitions;  // as given; see forget_unused_definitions
  std::vector<IndexInfo> indexes;
  keys::IndexId next_index_id = 1;
  BillingMode billing_mode = BillingMode::Provisioned;
  std::optional<std::int64_t> pay_per_request_since_ms;
  Throughput throughput;
  std::int64_t throughput_increased_ms = 0;
  std::int64_t throughput_decreased_ms = 0;
  std::optional<OnDemandThroughput> on_demand;
  std::optional<TableClass> table_class;
  std::int64_t table_class_since_ms = 0;
  bool deletion_protection = false;
  WarmUnits warm;
  // The key of KMS as it was given, or an empty text for the service's own key. nullopt: no request set a key.
  std::optional<std::string> kms_key;
  std::vector<Tag> tags;
  TimeToLive ttl;
  std::optional<Insights> insights;
  StreamPtr stream;                              // the latest stream, until its records are gone
  std::optional<std::int64_t> latest_stream_ms;  // the creation time of the latest stream, for its label
  AttachedPolicyPtr policy;                      // of the table and its indexes
  HashState hash = HashState::No;
  std::optional<History> history;  // while changes must be undoable
  std::optional<Recovery> recovery;
  std::optional<Restore> restore;  // while a restore fills the table, which is CREATING then
  keys::TableId import = 0;        // the import that fills the table, which is CREATING then; 0: no import does

  // Returns nullptr if the table has no such index.
  const IndexInfo* find_index(std::string_view index_name) const;
  bool has_local_indexes() const;
  bool has_vector_indexes() const;
  bool is_backfilling() const;  // whether any index is
  // Whether changes of items are recorded.
  bool has_stream() const { return stream && stream->enabled(); }
  bool records_old_images() const { return history || (has_stream() && stream->has_old_images()); }
  bool tracks_expiry() const {
    return ttl.status == TimeToLiveStatus::Enabled || ttl.status == TimeToLiveStatus::Enabling;
  }
};
using TablePtr = std::shared_ptr<const TableInfo>;

// Fills the members that are derived from others (IndexInfo::projected, the keys of vector indexes, and
// History::state).
void derive(TableInfo& table);

// Removes the definitions of attributes that are not keys of the table or of an index, as the service does. So a new
// index may give another type to an attribute of a dropped index.
void forget_unused_definitions(TableInfo& table);

}  // namespace partita::catalog
