// A write of an item that has a unique value without owning its sentinel, because another item owns it. Such duplicates
// exist if pt::unique was added to a table that had them. The write must leave that sentinel as it is.
//
// A write is planned as if the item owned the sentinel. If the sentinel turns out to be another item's, the write is
// sent again with a check in place of the action: the sentinel still is another item's. So no sentinel stays behind if
// the item gets it in the meantime.
#pragma once

#include <optional>
#include <vector>

#include "model/plan/write_action.h"

namespace partita::model {

class ForeignSentinels {
 public:
  // Learns from an action of a plan whose condition was refused because of the sentinel `found`. Returns true if the
  // write may succeed once spare() has changed its plan.
  bool learn(const WriteAction& action, const std::optional<Item>& found);
  // Replaces the actions that would release these sentinels or give them another owner. `plan` has all actions of the
  // write of one item.
  void spare(std::vector<WriteAction>& plan) const;

 private:
  std::vector<AttributeMap> keys_;
};

}  // namespace partita::model
