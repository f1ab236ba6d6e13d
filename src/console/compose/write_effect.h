// The effect of a write on each item, and the least that it costs.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <memory>
#include <span>
#include <vector>

#include "console/compose/compose_request.h"
#include "modelling/core/model.h"

namespace partita::console {

// By position. No request is sent over the session.
std::vector<WriteEffect> effects_of(const std::shared_ptr<model::Session>& session, const modelling::Pattern& pattern,
                                    std::span<const model::WriteRequest> requests);

}  // namespace partita::console
