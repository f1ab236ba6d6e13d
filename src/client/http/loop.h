// HttpLoop: one thread that carries any number of HTTP exchanges, on kept connections, and runs what is to run later.
//
// 1. Everything handed to it runs on its thread, in the order in which it was posted.
// 2. Beyond `max_connections` exchanges wait their turn; their time begins when they are begun.
// 3. The thread takes no signals.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "client/http/transfer.h"

namespace partita::client {

class HttpLoop {
 public:
  using Task = std::function<void()>;
  using Then = std::function<void(HttpResult)>;

  explicit HttpLoop(std::size_t max_connections);
  // Requires: no exchange is under way, and this is not the loop's thread. Tasks that were not due yet are dropped.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // From any thread.
  void post(Task task);
  bool on_own_thread() const { return std::this_thread::get_id() == thread_.get_id(); }

  // On the loop's thread only.
  void after(std::chrono::milliseconds delay, Task task);
  void send(HttpRequest request, Then then);

 private:
  using Clock = std::chrono::steady_clock;
  struct Exchange {
    std::unique_ptr<Transfer> transfer;
    Then then;
  };

  void run();
  void run_posted();
  void run_due();
  void begin(HttpRequest request, Then then);
  void finish_ended();
  void finish(CURL* handle, CURLcode code);
  int milliseconds_to_wait() const;

  const std::size_t max_connections_;
  CURLM* const multi_;

  std::mutex mutex_;
  std::vector<Task> posted_;  // guarded by mutex_
  bool stopping_ = false;     // guarded by mutex_

  // Of the loop's thread.
  std::multimap<Clock::time_point, Task> later_;
  std::deque<std::pair<HttpRequest, Then>> waiting_;
  std::map<CURL*, Exchange> under_way_;
  std::vector<std::unique_ptr<Transfer>> idle_;

  std::thread thread_;
};

}  // namespace partita::client
