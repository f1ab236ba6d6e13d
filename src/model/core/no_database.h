// Stands for the database of a session that was made with a null pointer.
#pragma once

#include <partita/database.h>

#include <memory>
#include <utility>

namespace partita::model {

// Each operation is a ValidationException that says so.
class NoDatabase final : public Database {
 public:
#define PARTITA_OPERATION(function, Name)                                     \
  Result<Name##Response> function(Name##Request) override { return error(); } \
  void function(Name##Request, Completion<Name##Response> completion) override { completion(error()); }
#include <partita/operations.def>
#undef PARTITA_OPERATION
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest) override { return error(); }

 private:
  static unexpected<Error> error() {
    return invalid(
        "This db has no database, because it was made with a null pointer: make it with the database that "
        "partita::open or partita::connect returns, and look at their error first");
  }
};

}  // namespace partita::model
