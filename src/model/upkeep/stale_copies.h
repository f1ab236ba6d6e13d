// Finds copies that differ from their sources, for verify().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/copies/copy_values.h"
#include "model/copies/holder_update.h"
#include "model/core/session.h"

namespace partita::model {

// An item whose copies differ from their source as of one moment.
struct StaleHolder {
  const CopyInfo* copy = nullptr;         // one of those of this source
  AttributeMap holder = {};               // the attributes of the item's primary key
  HolderUpdate update = {};               // the item, and the copies that differ
  std::vector<std::string> details = {};  // what differs, in words, for each copy that does
  // False if the copies cannot be written, or if a required copy is missing, and so is its source.
  bool repairable = true;
  bool lacks_copy = false;  // a required copy is missing, and so is its source
  // No key can hold the fields that refer to the source. `details` says why.
  bool refers_to_nothing = false;
};
struct StaleCopies {
  std::vector<StaleHolder> found = {};  // those of one item follow each other
  Cost cost = {};
};

// True if items of the entity have copies.
bool has_copies(const Session& session, const TableInfo& table, const EntityInfo& entity);

// Compares the copies of these items, which are holders in the table. The sources are read in batches, and an item that
// seems to differ is read again together with its source, as of one moment. A source that does not exist leaves its
// holders as they are. An item whose source or copy no key can hold is listed, and the others are compared. Errors:
// those of the database.
void find_stale_copies(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                       std::vector<AttributeMap> items, Done<StaleCopies> done);

}  // namespace partita::model
