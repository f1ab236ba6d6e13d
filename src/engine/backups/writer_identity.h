// The originator of a change as answers name it.
#pragma once

#include <partita/database.h>

#include <optional>
#include <string>

#include "engine/records/record.h"

namespace partita::engine {

// nullopt if it is a caller whose name is not known. The type of a caller is that of its ARN, as CloudTrail names
// types: Root, IAMUser, AssumedRole or FederatedUser; that of another name is AccessKey.
std::optional<Identity> identity_of(ChangedBy by, const std::string& writer);

}  // namespace partita::engine
