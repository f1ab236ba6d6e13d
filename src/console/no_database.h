// A database without tables, for sessions that only prepare requests.
#pragma once

#include <partita/database.h>

namespace partita::console {

class NoDatabase final : public Database {
 public:
#define PARTITA_OPERATION(function, Name)                                       \
  Result<Name##Response> function(Name##Request) override { return nothing(); } \
  void function(Name##Request, Completion<Name##Response> completion) override { completion(nothing()); }
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  static unexpected<Error> nothing() { return fail(ErrorCode::ResourceNotFoundException, "There is no database here"); }
};

}  // namespace partita::console
