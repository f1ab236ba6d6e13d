// The write that makes copies in one item true.
#pragma once

#include <partita/error.h>

#include <string>
#include <utility>
#include <vector>

#include "model/copies/copy_values.h"
#include "model/core/session.h"
#include "model/plan/write_action.h"

namespace partita::model {

// The copies of one holder that differ from their sources, with the value of the source. nullopt means absent.
struct HolderUpdate {
  AttributeMap stored = {};  // the holder as it was read, with the fields that only its keys hold
  std::vector<std::pair<const CopyInfo*, std::optional<AttributeValue>>> copies = {};
  // Further attributes that must have these values when the copies are written. A value without a type means absent.
  AttributeMap given = {};
};

// Lists the copies of the holder that differ from this source. Of `source` only the copied fields are used.
HolderUpdate compare_holder(std::span<const CopyInfo* const> copies, const AttributeMap& source, AttributeMap holder);

// The holder with the copies of the update.
AttributeMap with_copies(const HolderUpdate& update);

// True if the holder, as it was read, lacks the key of the index that finds the holders, or has another one there than
// its fields give. Then a write of the source does not find it. Programs that do not know the index make such items.
bool hides_from_source(const CopyInfo& copy, const AttributeMap& holder);

// The actions that write the copies and all that follows from the item's fields: computed members, the type tag and the
// keys of every index, also those that the item lacked before. They are conditional on the copies, on the fields that
// refer to the sources, and on all else that they used, as these were read. Several actions form one transaction.
// Errors: ValidationException if a key of an index cannot hold a value, or if a computed member cannot be computed.
// Requires: `update` is of an item with the copy.
Result<std::vector<WriteAction>> write_copies(const Session& session, const CopyInfo& copy, const HolderUpdate& update);

// Takes the copies that write_copies() refuses out of the update, each with the reason, so that the others can be
// written. Requires: as write_copies().
std::vector<std::pair<const CopyInfo*, Error>> take_unwritable(const Session& session, const CopyInfo& copy,
                                                               HolderUpdate& update);

}  // namespace partita::model
