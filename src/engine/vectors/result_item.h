// The item of a search's result.
#pragma once

#include <partita/item.h>

#include <optional>
#include <string_view>

#include "catalog/table_info.h"
#include "expr/projection.h"

namespace partita::engine {

// The projected attributes in an entry's value. Without a projection these are all that the entry holds but the vector.
// With one they are those that the projection names, and the vector if it is among them. A number of the vector is the
// shortest decimal of its float.
Item result_item(const catalog::IndexInfo& index, std::string_view entry_value,
                 const std::optional<expr::Projection>& projection);

}  // namespace partita::engine
