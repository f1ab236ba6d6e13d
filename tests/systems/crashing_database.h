#pragma once

#include <partita/database.h>

namespace partita::test {

// Passes requests on until the process "crashes". After `left` requests it answers no request. The last of them is
// still performed if `carries_out` is true.
class CrashingDatabase final : public Database {
 public:
  CrashingDatabase(Database& database, int left, bool carries_out)
      : database_(database), left_(left), carries_out_(carries_out) {}

  bool crashed() const { return crashed_; }

#define PARTITA_OPERATION(function, Name)                                        \
  Result<Name##Response> function(Name##Request request) override {              \
    if (!crashed_ && left_-- > 0) return database_.function(std::move(request)); \
    if (!crashed_ && carries_out_) (void)database_.function(std::move(request)); \
    crashed_ = true;                                                             \
    return fail(ErrorCode::AccessDeniedException, "crashed");                    \
  }                                                                              \
  void function(Name##Request request, Completion<Name##Response> done) override { done(function(std::move(request))); }
#include <partita/operations.def>
#undef PARTITA_OPERATION
  // Reading the changes of a stream does not send a request of the API.
  Result<std::unique_ptr<Subscription>> subscribe(SubscribeRequest request) override {
    return database_.subscribe(std::move(request));
  }

 private:
  Database& database_;
  int left_;
  const bool carries_out_;
  bool crashed_ = false;
};

}  // namespace partita::test
