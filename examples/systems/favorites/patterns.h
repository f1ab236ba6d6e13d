// The access patterns of the favourites, each with a check against the sample data.
#pragma once

#include "favorites/repository.h"
#include "shared/system.h"

#include <memory>
#include <vector>

namespace favorites {

std::vector<systems::PatternGroup> patterns(const std::shared_ptr<Repository>& repository);

}  // namespace favorites
