// Starts the operation that a request asks for and encodes what it answers.
#pragma once

#include <partita/database.h>

#include <string_view>

#include "protocol/target.h"
#include "server/answer.h"

namespace partita::server {

// One operation under way.
class Call {
 public:
  // Called once, on any thread, when answer() is complete.
  virtual void complete() = 0;
  Answer& answer() { return answer_; }
  const Answer& answer() const { return answer_; }

 protected:
  ~Call() = default;

 private:
  Answer answer_;
};

// Decodes `body` and starts `operation`. Until call.complete(), which may come before this returns, `body` and `call`
// must live and nobody else may touch call.answer().
void start_operation(Database& database, protocol::Operation operation, std::string_view body, Call& call);

}  // namespace partita::server
