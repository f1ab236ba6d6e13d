// SmallServer: HTTP/1.1 for a few clients, on threads of its own, so that they never hold up the event loops. Each
// thread serves one client at a time, so some silent clients do not keep others waiting. A connection has one request.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace partita::server {

struct SmallRequest {
  std::string method;  // such as "GET"
  std::string path;    // such as "/faults"
  std::string body = {};
  std::map<std::string, std::string> headers = {};  // by their names in lower case; the first one of a name
  std::set<std::string> repeated = {};              // the names that come more than once

  // The value of the header, or an empty text. The name is in lower case.
  const std::string& header(const std::string& name) const;
};
struct SmallAnswer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::string further_headers = {};  // lines that end with CRLF
};

class SmallServer {
 public:
  // Called on the threads of the server, by one of them at a time.
  using Handler = std::function<SmallAnswer(const SmallRequest&)>;

  static constexpr std::size_t kMostBodyBytes = 1 << 20;
  static constexpr std::size_t kClients = 8;  // that are served at a time; further ones wait

  // Serves the clients of `listener`, a listening socket that does not block, and closes it in the end. nullptr, with
  // errno, if the system has no pipe left. Throws std::bad_alloc if a thread cannot start.
  static std::unique_ptr<SmallServer> start(int listener, Handler handler);
  // Ends the requests under way and waits for the threads.
  ~SmallServer();
  SmallServer(const SmallServer&) = delete;
  SmallServer& operator=(const SmallServer&) = delete;

 private:
  SmallServer(int listener, Handler handler) : handler_(std::move(handler)), listener_(listener) {}
  void run();
  void serve(int peer);

  const Handler handler_;
  const int listener_;
  int stop_read_ = -1, stop_write_ = -1;  // a pipe that becomes readable when the threads must end
  std::mutex handling_;                   // held while the handler runs
  std::vector<std::thread> threads_;
};

}  // namespace partita::server
