// The access patterns of the favourites, each with a check against the sample data.
#pragma once

#include <memory>
#include <vector>

#include "favorites/repository.h"
#include "shared/system.h"

namespace favorites {

std::vector<systems::PatternGroup> patterns(const std::shared_ptr<Repository>& repository);

}  // namespace favorites
