// HotKeys: which partition keys of each table and index the requests of the last minutes have named most often.
//
// It looks at a sample of the requests. The counts are halved every minute, so a key that is not used any more
// disappears within some minutes. Memory is bounded: at most kMostSketches tables and indexes are watched, the first
// ones that are used, with kCounters keys each.
#pragma once

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

// A partition key that many requests name.
struct HotKey {
  std::string table;
  std::string index;                     // empty for the table itself
  std::optional<AttributeMap> key = {};  // the attributes of the partition key; nullopt if it is too long
  double share = 0;                      // of the requests to the table or index that name a key, at most
  double least_share = 0;                // the same, at least
  catalog::Realm realm = {};             // left empty by HotKeys
};

// Each realm has one of its own. Any thread may call its functions.
class HotKeys {
 public:
  // One of `sample` requests is looked at. The clock and the catalog must outlive the object.
  HotKeys(const base::Clock& clock, const catalog::Catalog& catalog, std::uint32_t sample = kSample)
      : clock_(clock), catalog_(catalog), sample_(sample) {}

  // Notes a request that names an item. `key` is the key of the item in the store.
  void saw_item(std::string_view key) noexcept;
  // Notes a request for a range of items. `partition` is the beginning that all their keys have (key_range.h).
  void saw_partition(std::string_view partition) noexcept;

  // At most `most` keys of each table and index that exists, those of one table and index by their share. Keys below a
  // share of `least` are left out.
  std::vector<HotKey> report(std::size_t most, double least = 0.01);

  static constexpr std::uint32_t kSample = 16;
  static constexpr std::size_t kCounters = 64;
  static constexpr std::size_t kMostSketches = 256;

 private:
  using Place = std::pair<keys::TableId, keys::IndexId>;
  struct Sketch {
    SpaceSaving keys{kCounters};
    std::int64_t minute = 0;  // in which it was halved last
  };
  bool is_sampled() const;
  void note(std::string_view partition) noexcept;
  static void age(Sketch& sketch, std::int64_t minute);

  const base::Clock& clock_;
  const catalog::Catalog& catalog_;
  const std::uint32_t sample_;
  std::mutex mutex_;
  std::map<Place, Sketch> sketches_;  // guarded by mutex_
};

}  // namespace partita::engine
