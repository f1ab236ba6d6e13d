// Subscriptions to the stream of a table (partita/subscription.h).
#pragma once

#include <partita/subscription.h>

#include "engine/context.h"

namespace partita::engine {

// Makes a subscription, which must be destroyed before `context`. Errors: those of Database::subscribe.
Result<std::unique_ptr<Subscription>> subscribe(Context& context, const SubscribeRequest& request);

}  // namespace partita::engine
