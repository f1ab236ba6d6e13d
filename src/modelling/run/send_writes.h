// The writes of a pattern as the model layer sends them.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <memory>
#include <vector>

#include "modelling/run/context.h"

namespace partita::modelling::run {

// The kind of write that the pattern makes of such an action. A batch has no conditions, so it puts an item that
// another write would create. Requires: the action is not a Get.
model::WriteRequest::Kind write_kind(const Pattern& pattern, Action::Kind action);

// The request of the action, without the values of its item. Requires: the entity is found, and the action is not a
// Get.
model::WriteRequest begin_request(const Pattern& pattern, const Action& action, const FoundEntity& where);

// Sends the requests as the pattern's operation does, and waits for the answer: each by itself, in one transaction, or
// in batches. Errors: those of the database and of the model layer.
Result<void> send_writes(const std::shared_ptr<model::Session>& session, PatternOperation operation,
                         std::vector<model::WriteRequest> requests);

}  // namespace partita::modelling::run
