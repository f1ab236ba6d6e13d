// Which item collections of a source a fork has: those of the sample, and those to which its items refer.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "auth/sha256.h"
#include "movement/forks/treatments.h"

namespace partita::movement {

// An item collection of the source.
struct ItemCollection {
  const modelling::ProvenTable* table = nullptr;
  AttributeValue partition = {};
};

// The item collections to which the item refers, of which the values are all known.
std::vector<std::pair<const Reference*, ItemCollection>> collections_referred_to(const EntityTreatment& entity,
                                                                                 const AttributeMap& values);

class SampledCollections {
 public:
  // `share` as in ForkRules. The choice depends on the key, the table and the partition key only.
  SampledCollections(std::string_view key, double share) : key_(key), share_(share) {}

  bool has_all() const { return share_ >= 1; }
  bool is_in_sample(const ItemCollection& collection) const;
  // Notes an item collection that is not in the sample, and that an item of the fork refers to.
  void want(ItemCollection collection);
  // Takes all that were noted since the last call. Each is given once only.
  std::vector<ItemCollection> take_wanted();

 private:
  const auth::HmacKey key_;
  const double share_;
  std::mutex mutex_;
  // These are guarded by mutex_.
  absl::flat_hash_set<std::string> seen_;
  std::vector<ItemCollection> wanted_;
};

}  // namespace partita::movement
