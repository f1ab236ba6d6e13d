// Reads the holders of one source, as whole items.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/copies/copy_values.h"
#include "model/core/async_operation.h"

namespace partita::model {

struct HolderPage {
  std::vector<AttributeMap> items = {};  // with the fields that only their keys hold
  std::optional<std::string> token = {};
  Cost cost = {};
};

// Reads at most `take` holders of the source from the token on. An item that no longer refers to the source, or that is
// gone, is left out. The read is consistent if the key that finds the holders allows it.
// Errors: those of read().
void find_holders(const std::shared_ptr<Session>& session, Mode mode, const CopyInfo& copy, const AttributeMap& source,
                  std::int64_t take, std::optional<std::string> token, Done<HolderPage> done);

}  // namespace partita::model
