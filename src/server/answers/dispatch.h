// Starts the operation that a request asks for and encodes its answer.
#pragma once

#include <partita/database.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "permissions/authorizer.h"
#include "protocol/target.h"
#include "server/answers/answer.h"
#include "server/subject/request_details.h"

namespace partita::server {

// The effect of an operation whose answer is about to be encoded.
enum class Outcome : std::uint8_t {
  Read,     // the operation only read, so the client can send it again
  Changed,  // the operation may have written, so it must be answered
};

// Whether Call::body() will be called after Call::decoded().
enum class KeepBody : std::uint8_t { No, Yes };

// The database of another account, and the authorizer that asks the policies of its tables.
struct Neighbour {
  Database* database = nullptr;
  permissions::Authorizer* authorizer = nullptr;
};

// One operation under way.
class Call {
 public:
  // Called before is_about(), on the thread of start_operation(), if all tables of the request are of this account,
  // which is not the caller's. From then on the request counts as one for the account. Returns nullopt if the account
  // has no tables here, and the caller's own database then serves the request. The authorizer that start_operation()
  // was given must not be used any more if there is a neighbour.
  virtual std::optional<Neighbour> cross_to(std::string_view /*account*/) { return std::nullopt; }
  // Called before the database gets the request, on the thread of start_operation(), with the result of table_of().
  virtual void is_about(std::string_view table) = 0;
  // Called at most once, on the thread of start_operation(), when the body is decoded. Its memory may be freed unless
  // `keep` is Yes.
  virtual void decoded(KeepBody keep) = 0;
  // The body that was kept. May be called from any thread. Requires: decoded(KeepBody::Yes) was called and complete()
  // was not.
  virtual std::string_view body() const = 0;
  // Called before an operation that may write and then return items of `bytes` bytes at most, on the thread of
  // start_operation(). Returns false if there is too little memory for them. The operation must not be started then.
  virtual bool may_change(std::size_t bytes) = 0;
  // Called before an answer of about `bytes` bytes is encoded, on any thread. Returns false if there is too little
  // memory for it. It must return true if `outcome` is Changed.
  virtual bool may_answer(std::size_t bytes, Outcome outcome) = 0;
  // The scheme, host and port under which the client reached this server. The service gives no scheme here. Partita
  // gives one, because SDKs put https:// before an address without a scheme and leave one with a scheme as it is. May
  // be called until complete(), on any thread.
  virtual std::string own_address() const = 0;
  // Called once, on any thread, when answer() is complete. The call may be destroyed by it.
  virtual void complete() = 0;
  // The details of the request for the logs. nullptr if no log needs them.
  RequestDetails* details() const { return details_.get(); }
  // Whether the request only reads, although others of its operation write.
  bool only_reads() const { return only_reads_; }
  void set_only_reads(bool only_reads) { only_reads_ = only_reads; }
  // The answer of the operation. start_operation() and the database's thread write it until complete().
  Answer& answer() { return answer_; }
  const Answer& answer() const { return answer_; }

 protected:
  ~Call() = default;
  // From now on details are noted.
  void want_details() { details_ = std::make_unique<RequestDetails>(); }

 private:
  Answer answer_;
  std::unique_ptr<RequestDetails> details_;
  bool only_reads_ = false;
};

// Asks the policies of one caller.
struct Asker {
  permissions::Authorizer& authorizer;
  permissions::Caller caller;
};

// Decodes `body` and starts `operation`. If `asker` is not null, its policies must allow the request, otherwise the
// database does not see it. A statement of BatchExecuteStatement that they do not allow fails alone. If all tables of
// the request are of one other account (owner_of.h), call.cross_to() gives its database and its policies, and both take
// the place of `database` and of the authorizer. `body` must live until call.decoded() or call.complete(), and `call`
// until call.complete(), which may come before this returns. Until then other code must not use call.answer(). `asker`
// is not used after the return.
void start_operation(Database& database, protocol::Operation operation, std::string_view body, Call& call,
                     Asker* asker = nullptr);

}  // namespace partita::server
