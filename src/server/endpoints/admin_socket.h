// AdminSocket: HTTP/1.1 on a Unix socket that only the owner of the process can open. It serves the few requests of an
// operator on threads of its own, so that they never hold up the event loops. Each thread serves one client at a time,
// so some silent clients do not keep others waiting.
#pragma once

#include <partita/expected.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace partita::server {

struct AdminRequest {
  std::string method;  // such as "GET"
  std::string path;    // such as "/faults"
  std::string body;
};
struct AdminAnswer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
};

class AdminSocket {
 public:
  // Called on the threads of the socket, by one of them at a time.
  using Handler = std::function<AdminAnswer(const AdminRequest&)>;

  // Listens on `path`. A socket that an ended process left there is replaced. Errors: a text of one line.
  static expected<std::unique_ptr<AdminSocket>, std::string> listen(std::string path, Handler handler);
  // Ends the requests under way, waits for the threads and removes the socket.
  ~AdminSocket();
  AdminSocket(const AdminSocket&) = delete;

  static constexpr std::size_t kMostBodyBytes = 1 << 20;
  static constexpr std::size_t kClients = 8;  // that are served at a time; further ones wait

 private:
  AdminSocket(std::string path, Handler handler, int listener);
  void run();
  void serve(int peer);

  const std::string path_;
  const Handler handler_;
  const int listener_;
  int stop_read_ = -1, stop_write_ = -1;  // a pipe that becomes readable when the threads must end
  std::mutex handling_;                   // held while the handler runs
  std::vector<std::thread> threads_;
};

// Sends a request to such a socket. Errors: a text of one line, also if no process listens there.
expected<AdminAnswer, std::string> ask_admin_socket(const std::string& path, const AdminRequest& request);

}  // namespace partita::server
