#include "mcp/mcp_lines.h"

#include <algorithm>
#include <utility>

namespace partita::tools {

McpLines::McpLines(McpServer& server, Interrupt& interrupt, Send send)
    : server_(server), interrupt_(interrupt), send_(std::move(send)), thread_([this] { run(); }) {}

McpLines::~McpLines() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void McpLines::take(std::string line) {
  if (line.find_first_not_of(" \t\r") == line.npos) return;
  if (const auto id = McpServer::cancelled_by(line)) return cancel(*id);
  std::string id = McpServer::id_of(line);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
  waiting_.push_back({std::move(id), std::move(line)});
  changed_.notify_all();
}

void McpLines::drop() {
  const std::lock_guard lock(mutex_);
  waiting_.clear();
}

void McpLines::cancel(std::string_view id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [id](const Message& message) { return message.id == id; });
  if (running_ != id) return;
  is_cancelled_ = true;
  interrupt_.cancel();
}

void McpLines::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Message message = std::move(waiting_.front());
    waiting_.pop_front();
    running_ = message.id;
    lock.unlock();
    changed_.notify_all();

    const auto answer = server_.answer(message.line);

    lock.lock();
    running_.clear();
    const bool was_cancelled = std::exchange(is_cancelled_, false);
    if (was_cancelled) interrupt_.clear();
    lock.unlock();
    if (answer && !was_cancelled) send_(*answer);
  }
}

}  // namespace partita::tools
