// The write that makes copies in one item true.
#pragma once

#include <partita/error.h>

#include <string>
#include <utility>
#include <vector>

#include "model/copies/copy_values.h"
#include "model/core/session.h"
#include "model/writes/write_action.h"

namespace partita::model {

// The copies of one holder that differ from their sources, with the value of the source. nullopt means absent.
struct HolderUpdate {
  AttributeMap stored = {};  // the holder as it was read, with the fields that only its keys hold
  std::vector<std::pair<const CopyInfo*, std::optional<AttributeValue>>> copies = {};
};

// Lists the copies of the holder that differ from this source. Of `source` only the copied fields are used.
HolderUpdate compare_holder(std::span<const CopyInfo* const> copies, const AttributeMap& source, AttributeMap holder);

// The actions that write the copies and what follows from them, such as keys of indexes. They are conditional on the
// copies and on the fields that refer to the sources as they were read. Several actions form one transaction.
// Errors: ValidationException if a key of an index cannot hold a value.
// Requires: `update` has copies, all of the same entity.
Result<std::vector<WriteAction>> write_copies(const Session& session, const HolderUpdate& update);

}  // namespace partita::model
