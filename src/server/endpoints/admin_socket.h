// AdminSocket: a SmallServer on a Unix socket that only the owner of the process can open. It serves the few requests
// of an operator.
#pragma once

#include <partita/expected.h>

#include <memory>
#include <string>

#include "server/endpoints/small_server.h"

namespace partita::server {

using AdminRequest = SmallRequest;
using AdminAnswer = SmallAnswer;

class AdminSocket {
 public:
  using Handler = SmallServer::Handler;

  // Listens on `path`. A socket that an ended process left there is replaced. Errors: a text of one line.
  static expected<std::unique_ptr<AdminSocket>, std::string> listen(std::string path, Handler handler);
  // Ends the requests under way, waits for the threads and removes the socket.
  ~AdminSocket();
  AdminSocket(const AdminSocket&) = delete;

 private:
  explicit AdminSocket(std::string path) : path_(std::move(path)) {}

  const std::string path_;
  std::unique_ptr<SmallServer> server_;
};

// Sends a request to such a socket. Errors: a text of one line, also if no process listens there.
expected<AdminAnswer, std::string> ask_admin_socket(const std::string& path, const AdminRequest& request);

}  // namespace partita::server
