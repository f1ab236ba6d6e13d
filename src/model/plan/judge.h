// Judges whether a stored item is the item that the model would write. It sends no requests.
#pragma once

#include <partita/model/runtime/verify.h>

#include <string>
#include <vector>

namespace partita::model {

struct Judgement {
  const EntityInfo* entity = nullptr;
  AttributeMap key = {};               // the item's primary key, as stored
  std::vector<Finding> findings = {};  // of every kind; Orphan only for values that can have no sentinel
  // The changes that repair a stale item. Both are empty if the item is right or if its repair cannot be told.
  AttributeMap set = {};
  std::vector<std::string> remove = {};
  // The primary key that the fields give, if the item has another one.
  AttributeMap moved_to = {};
  // The attributes on which `set` and `remove` depend.
  std::vector<std::string> sources = {};
  // The primary keys of the sentinels that its unique fields need, even if the item has other faults.
  std::vector<AttributeMap> sentinels = {};
};

// Requires: the item is not a sentinel.
Judgement judge(const TableInfo& table, const AttributeMap& item);

// The item's attributes that form the table's primary key.
AttributeMap primary_key_of(const TableInfo& table, const AttributeMap& item);

}  // namespace partita::model
