// McpLines: the messages of a client that come one on each line. A thread of its own answers them in their order, so
// that the notification that cancels a request is read while the request is carried out.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "mcp/interrupt.h"
#include "mcp/mcp_server.h"

namespace partita::tools {

class McpLines {
 public:
  // Called with each answer, on the thread of this object.
  using Send = std::function<void(const std::string&)>;

  // `server` and `interrupt`, by which the server's calls are cancelled, must outlive this object. Throws
  // std::system_error if the system has no thread left.
  McpLines(McpServer& server, Interrupt& interrupt, Send send);
  // Answers the messages that have come, unless drop() was called.
  ~McpLines();
  McpLines(const McpLines&) = delete;
  McpLines& operator=(const McpLines&) = delete;

  // Takes a message. Waits while kMostWaiting others wait for their answers.
  void take(std::string line);
  // Drops the messages that wait for their answers.
  void drop();

  static constexpr std::size_t kMostWaiting = 1000;

 private:
  struct Message {
    std::string id;  // of the request, as JSON; empty for a notification
    std::string line;
  };

  void run();
  // Cancels a request that waits or is carried out. It then gets no answer, as the protocol wants it.
  void cancel(std::string_view id);

  McpServer& server_;
  Interrupt& interrupt_;
  const Send send_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> waiting_;  // guarded by mutex_, like all below
  std::string running_;          // the id of the request that is carried out, or empty
  bool is_cancelled_ = false;    // that request
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace partita::tools
