// A database that carries no request out: it keeps the requests, and answers them with the answers that it was given.
#pragma once

#include <partita/database.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "console/compose/compose_request.h"
#include "model/core/session.h"

namespace partita::console {

// Only one thread may use it.
class ScriptedDatabase final : public Database {
 public:
  struct Options {
    std::vector<GivenAnswer> answers = {};  // of the first requests, in their order
    // If true, every further request finds no items, so that a read asks for all of its partitions at once. If false,
    // it fails, so that the model layer ends there. Batches of writes depend on no answer and always go on.
    bool finds_nothing = false;
    std::optional<std::int64_t> limit = {};  // of Queries and Scans without a limit
  };
  explicit ScriptedDatabase(Options options) : options_(std::move(options)) {}

  const std::vector<ComposedRequest>& requests() const { return requests_; }
  bool waits() const { return requests_.size() > options_.answers.size(); }

#define PARTITA_OPERATION(function, Name)                  \
  Result<Name##Response> function(Name##Request) override; \
  void function(Name##Request, Completion<Name##Response>) override;
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  template <class Response, class Request>
  Result<Response> answer(std::string_view operation, Request request);

  const Options options_;
  std::vector<ComposedRequest> requests_;
};

// A session that never waits, whose random bytes follow from the seed and whose time does not pass. It gives up after
// one attempt, because the user decides whether to repeat a request.
std::shared_ptr<model::Session> session_over(std::shared_ptr<ScriptedDatabase> database, const std::string& seed,
                                             std::int64_t now_ms);

// A seed that no other call has.
std::string new_seed();

}  // namespace partita::console
