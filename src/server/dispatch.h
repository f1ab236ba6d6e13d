// Starts the operation that a request asks for and encodes what it answers.
#pragma once

#include <partita/database.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/target.h"
#include "server/answer.h"

namespace partita::server {

// What an operation has done when its answer is refused memory.
enum class Outcome : std::uint8_t {
  Read,     // it can be sent again
  Changed,  // it must be answered
};

// Whether the body is asked for again.
enum class KeepBody : std::uint8_t { No, Yes };

// One operation under way.
class Call {
 public:
  // Called at most once, on the thread of start_operation(): the body is read, and may go unless it is kept.
  virtual void decoded(KeepBody keep) = 0;
  // The body that was kept. Requires: decoded(KeepBody::Yes); not complete. Any thread.
  virtual std::string_view body() const = 0;
  // Asked before an answer of some `bytes` is encoded, on the thread of complete(); false: there is no memory.
  virtual bool may_answer(std::size_t bytes, Outcome outcome) = 0;
  // Scheme, host and port under which the client reached this server, valid until complete(). The service names no scheme,
  // but SDKs put https:// in front of an address without one, and leave alone one that has it.
  virtual std::string own_address() const = 0;
  // Called once, on any thread, when answer() is complete.
  virtual void complete() = 0;
  Answer& answer() { return answer_; }
  const Answer& answer() const { return answer_; }

 protected:
  ~Call() = default;

 private:
  Answer answer_;
};

// Decodes `body` and starts `operation`. `body` must live until call.decoded() or call.complete(), `call` until
// call.complete(), which may come before this returns; until then nobody else may touch call.answer().
void start_operation(Database& database, protocol::Operation operation, std::string_view body, Call& call);

}  // namespace partita::server
