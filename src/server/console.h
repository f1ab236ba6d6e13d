// Console: the additions of a console's port to DynamoDB's API: pages, and operations of its own. A server has one only
// if ServerOptions::console is set. Its rules for requests are in console_endpoint.h.
#pragma once

#include <partita/error.h>

#include <optional>
#include <string>
#include <string_view>

#include "iam/action.h"
#include "protocol/target.h"
#include "server/metrics/metrics_writer.h"

namespace partita::server {

// A file of the console's pages. The views live as long as the console.
struct ConsoleFile {
  std::string_view content_type;
  std::string_view etag;  // with its quotes
  std::string_view gzip;  // the bytes, compressed
};

// An operation of the console. Its X-Amz-Target is kConsoleService, a dot and the name.
struct ConsoleOperation {
  std::string_view name;
  // With Auth::Iam the policies must allow this action on "*". Such an operation shows data of all accounts, so no key
  // of another account than the server's own may ask for it.
  std::optional<iam::Action> action = {};
  bool opens_session = false;  // it is the only one that needs no session
};
inline constexpr std::string_view kConsoleService = "PartitaConsole_20261101";

// All loops of the server call it, so it must be safe from several threads.
class Console {
 public:
  virtual ~Console() = default;
  // `path` begins with '/'. nullptr if the console has no such file.
  virtual const ConsoleFile* file(std::string_view path) const = 0;
  // The JSON of console.json: the facts that the pages must know of the server before they send a request.
  virtual std::string description() const = 0;
  // The text of GET /metrics. nullopt if this console shows no metrics.
  virtual std::optional<std::string> metrics(MetricsFormat format) const = 0;
  // The account of the server.
  virtual std::string_view account() const = 0;
  // Whether a request with this value of X-Partita-Session, which is empty without the field, may ask for an operation.
  virtual bool admits(std::string_view session) const = 0;
  // nullptr if the console has no such operation. The result lives as long as the console.
  virtual const ConsoleOperation* operation(std::string_view name) const = 0;
  // The JSON of the answer. Errors: the answer to the request.
  virtual Result<std::string> answer(const ConsoleOperation& operation, std::string_view body) = 0;
  // The refusal of a request for DynamoDB's API that this console does not pass on. `body` was inflated and may be no
  // JSON.
  virtual std::optional<Error> refusal(protocol::Operation operation, std::string_view body) const = 0;
};

}  // namespace partita::server
