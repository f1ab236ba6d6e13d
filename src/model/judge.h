// Whether a stored item is what the model would write. Pure: it asks no database.
#pragma once

#include <partita/model/runtime.h>

#include <string>
#include <vector>

namespace partita::model {

struct Judgement {
  const EntityInfo* entity = nullptr;
  AttributeMap key = {};                  // the item's primary key, as stored
  std::vector<Finding> findings = {};     // of every kind; Orphan only where a value can have no sentinel
  // What makes a stale item right; empty where it is, or where that cannot be told.
  AttributeMap set = {};
  std::vector<std::string> remove = {};
  // The primary key that the fields say, where the item has another one.
  AttributeMap moved_to = {};
  // The attributes from which `set` and `remove` follow.
  std::vector<std::string> sources = {};
  // The primary keys of the sentinels that its unique fields need, also where the item is otherwise wrong.
  std::vector<AttributeMap> sentinels = {};
};

// Requires: the item is no sentinel.
Judgement judge(const TableInfo& table, const AttributeMap& item);

// The item's attributes that are the table's primary key.
AttributeMap primary_key_of(const TableInfo& table, const AttributeMap& item);

}  // namespace partita::model
