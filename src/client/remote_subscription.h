// Subscriptions to a stream behind HTTP (partita/subscription.h). They poll GetRecords while a next() is under way.
#pragma once

#include <partita/subscription.h>

#include <chrono>

namespace partita::client {

// Runs a task after a delay, unless its loop ends before.
using RunLater = std::function<void(std::chrono::milliseconds, std::function<void()>)>;

// Makes a subscription, which must be destroyed before `database`. Errors: those of Database::subscribe.
Result<std::unique_ptr<Subscription>> subscribe_remotely(Database& database, RunLater later,
                                                         const SubscribeRequest& request);

}  // namespace partita::client
