// ScriptedServer: an HTTP or HTTPS server on a free loopback port that gives the answers that a test wrote down.
//
// Each request takes the next answer of the script. After the last one, the server answers with HTTP status 500 and a
// text that says so.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "support/certificates.h"

namespace partita::test {

struct SeenRequest {
  std::string method;
  std::string target;                          // "/"
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  std::size_t connection = 0;  // connections are numbered in the order in which they were made
};

struct ScriptedAnswer {
  enum class Kind : std::uint8_t {
    Send,      // sends the answer
    Break,     // sends no answer and closes the connection
    BreakOff,  // sends half of the answer, then closes the connection
    Hold,      // sends the answer after release() is called
  };
  Kind kind = Kind::Send;
  int status = 200;
  std::string body = "{}";
  std::map<std::string, std::string> headers = {};

  static ScriptedAnswer breaks() { return {.kind = Kind::Break}; }
  // An answer with DynamoDB's error `type`, such as "ThrottlingException".
  static ScriptedAnswer error(int status, const std::string& type, const std::string& message = "");
};

class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<ScriptedAnswer> script = {});
  // Serves over TLS.
  ScriptedServer(std::vector<ScriptedAnswer> script, const Identity& identity);
  ~ScriptedServer();

  std::string url() const;
  std::vector<SeenRequest> seen() const;
  void add(ScriptedAnswer answer);
  // Waits until `count` requests have come in all; false if they do not come within half a minute.
  bool wait_for(std::size_t count) const;
  // Sends all held answers, and holds no later one.
  void release();

 private:
  class State;
  const std::shared_ptr<State> state_;
};

}  // namespace partita::test
