// HotKeys: which keys of tables and indexes the requests of the last minutes have named most often, and for which of
// them requests were refused for lack of capacity.
//
// Watched are the tables and global indexes with Contributor Insights, or all tables and indexes if Options::all. Of
// what requests name, it looks at a sample. The counts are halved every minute, so a key that is not used any more
// disappears within some minutes. Memory is bounded: at most kMostPlaces tables and indexes of all realms are watched,
// the first ones that are used, with kCounters keys for each rule.
//
// A request costs one branch while nothing is watched.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "catalog/catalog.h"
#include "engine/hot_keys/space_saving.h"

namespace partita::engine {

// What a key is hot for. The service has a rule of CloudWatch for each.
enum class KeyRule : std::uint8_t {
  AccessedPartition,   // PKC: partition keys that requests name
  AccessedItem,        // SKC: partition keys with sort keys that requests name
  ThrottledPartition,  // PKT: partition keys whose requests were refused
  ThrottledItem,       // SKT: partition keys with sort keys whose requests were refused
};
inline constexpr std::size_t kKeyRules = 4;

// A key that many requests name.
struct HotKey {
  std::string table;
  std::string index;  // empty for the table itself
  KeyRule rule = KeyRule::AccessedPartition;
  std::optional<AttributeMap> key = {};  // the attributes of the key; nullopt if it is too long
  double share = 0;                      // of the requests that the rule counts for the table or index, at most
  double least_share = 0;                // the same, at least
  std::uint64_t requests = 0;            // those that the rule counts, an estimate; they are halved every minute
  catalog::Realm realm = {};             // left empty by HotKeys
};

// The requests that Contributor Insights of a table or a global index have counted since the start.
struct InsightCounts {
  std::string table;
  std::string index;            // empty for the table itself
  std::uint64_t accessed = 0;   // an estimate, because of the sample
  std::uint64_t throttled = 0;  // exact
  catalog::Realm realm = {};    // left empty by HotKeys
};

// Each realm has one of its own. Any thread may call its functions.
class HotKeys {
 public:
  struct Options {
    bool all = false;                // whether tables and indexes without Contributor Insights are watched too
    std::uint32_t sample = kSample;  // one of so many requests is looked at
  };
  // The clock, the catalog and `places`, which counts the places that all realms watch, must outlive the object.
  HotKeys(const base::Clock& clock, const catalog::Catalog& catalog, std::atomic<std::size_t>& places, Options options)
      : clock_(clock), catalog_(catalog), options_(options), places_(places), is_on_(options.all) {}
  ~HotKeys();
  HotKeys(const HotKeys&) = delete;
  HotKeys& operator=(const HotKeys&) = delete;

  // Whether anything is watched.
  bool is_on() const { return is_on_.load(std::memory_order_relaxed); }
  // Must be called after the catalog was loaded and after Contributor Insights were enabled or disabled.
  void refresh();
  // Must be called after a table or an index was deleted, so that its place is free for another one.
  void forget_gone();

  // Notes a request that names an item of the table. `key` is the key of the item in the store.
  void saw_item(const catalog::TableInfo& table, std::string_view key) noexcept {
    if (is_on()) note_item(table, key);
  }
  // Notes a request for a range of items. `partition` begins with the partition key that all of them have, in the form
  // of the store. `index` may be nullptr.
  void saw_partition(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                     std::string_view partition) noexcept {
    if (is_on()) note_partition(table, index, partition);
  }
  // What a request names.
  enum class Named : std::uint8_t { Item, Partition };
  // Notes a request that was refused for lack of capacity. `key` begins with the partition key in the form of the
  // store. `index` may be nullptr.
  void was_throttled(const catalog::TableInfo& table, const catalog::IndexInfo* index, std::string_view key,
                     Named named) noexcept {
    if (is_on()) note_throttled(table, index, key, named);
  }

  // At most `most` keys of each rule of each table and index that exists, those of one rule by their share. Keys below
  // a share of `least` are left out.
  std::vector<HotKey> report(std::size_t most, double least = 0.01);
  // The counts of the tables and indexes with Contributor Insights.
  std::vector<InsightCounts> counts();

  static constexpr std::uint32_t kSample = 16;
  static constexpr std::size_t kCounters = 64;
  static constexpr std::size_t kMostPlaces = 256;

 private:
  struct Sketch {
    SpaceSaving keys{kCounters};
    std::int64_t minute = 0;  // in which it was halved last
  };
  using Place = std::pair<keys::TableId, keys::IndexId>;
  struct Watched {
    std::array<Sketch, kKeyRules> sketches;  // by KeyRule
    std::uint64_t accessed = 0, throttled = 0;
  };
  // A watched place as the catalog describes it now.
  struct Found {
    catalog::TablePtr table;
    const catalog::IndexInfo* index = nullptr;  // points into `table`; nullptr for the table itself

    const catalog::KeySchema& keys() const { return index ? index->keys : table->keys; }
    bool has_insights() const;
  };

  bool is_sampled() const;
  void note_item(const catalog::TableInfo& table, std::string_view key) noexcept;
  void note_partition(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                      std::string_view partition) noexcept;
  void note_throttled(const catalog::TableInfo& table, const catalog::IndexInfo* index, std::string_view key,
                      Named named) noexcept;
  enum class Outcome : std::uint8_t { Accessed, Throttled };
  // Adds the key to the sketches of the partition and, for Named::Item, of the item. `keys` is the schema of the place.
  void note(const Place& place, const catalog::KeySchema& keys, std::string_view key, Outcome outcome, Named named,
            std::uint32_t weight);
  // Requires: mutex_ is held. nullptr if too many places are watched.
  Watched* watched(const Place& place);
  static void age(Sketch& sketch, std::int64_t minute);
  // Calls `visit(Found, Watched&)` for each place, and forgets those that are not watched any more. Requires: mutex_ is
  // held.
  template <class Visit>
  void each(const Visit& visit);

  const base::Clock& clock_;
  const catalog::Catalog& catalog_;
  const Options options_;
  std::atomic<std::size_t>& places_;
  std::atomic<bool> is_on_;
  std::mutex mutex_;
  std::map<Place, Watched> watched_;  // guarded by mutex_
};

}  // namespace partita::engine
