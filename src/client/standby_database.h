// StandbyDatabase: a database in front of that of a standby. It refuses writes and strongly consistent reads before
// they reach it, because the database below is behind its primary.
#pragma once

#include <partita/database.h>

#include <string>

namespace partita::client {

class StandbyDatabase final : public Database {
 public:
  // `below` must outlive the object. `refusal` is the text of the errors of writes.
  StandbyDatabase(Database& below, std::string refusal) : below_(below), refusal_(std::move(refusal)) {}

  // Errors: ValidationException for an operation that can write, and for a read that must be strongly consistent or
  // serializable.
#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override {
    return below_.subscribe(std::move(request));
  }

 private:
  Database& below_;
  const std::string refusal_;
};

}  // namespace partita::client
