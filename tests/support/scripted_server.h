// ScriptedServer: an HTTP or HTTPS server on a free loopback port that answers what a test tells it to.
//
// A request takes the next answer of the script; one past its end is answered by an HTTP status 500 that says so.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

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
    Send,      // the answer
    Break,     // nothing: the connection is closed
    BreakOff,  // half of the answer, then the connection is closed
    Hold,      // the answer once release() is called
  };
  Kind kind = Kind::Send;
  int status = 200;
  std::string body = "{}";
  std::map<std::string, std::string> headers = {};

  static ScriptedAnswer breaks() { return {.kind = Kind::Break}; }
  // With DynamoDB's error `type`, such as "ThrottlingException".
  static ScriptedAnswer error(int status, const std::string& type, const std::string& message = "");
};

// A certificate for 127.0.0.1 that nobody but itself has signed, and its key, in PEM.
struct SelfSigned {
  std::string certificate;
  std::string key;
};
SelfSigned make_self_signed();

class ScriptedServer {
 public:
  explicit ScriptedServer(std::vector<ScriptedAnswer> script = {});
  // Over TLS.
  ScriptedServer(std::vector<ScriptedAnswer> script, const SelfSigned& identity);
  ~ScriptedServer();

  std::string url() const;
  std::vector<SeenRequest> seen() const;
  void add(ScriptedAnswer answer);
  // Waits until `count` requests have come in all; false where they do not come within half a minute.
  bool wait_for(std::size_t count) const;
  // Answers what is held, and holds nothing any more.
  void release();

 private:
  class State;
  const std::shared_ptr<State> state_;
};

}  // namespace partita::test
