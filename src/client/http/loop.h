// HttpLoop: one thread that carries any number of HTTP exchanges, on kept connections, and runs tasks now or later.
//
// 1. All tasks run on its thread, posted ones in the order in which they were posted, delayed ones when they are due.
// 2. Exchanges beyond `max_connections` wait for their turn. The timeout of an exchange begins when its turn comes.
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
  // Requires: no exchange is running or waiting, and the calling thread is not the loop's. Drops tasks that are not due
  // yet.
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  // These may be called from any thread.
  void post(Task task);
  bool on_own_thread() const { return std::this_thread::get_id() == thread_.get_id(); }

  // These must be called on the loop's thread. `then` is called on it too.
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

  // Only the loop's thread uses these.
  std::multimap<Clock::time_point, Task> later_;
  std::deque<std::pair<HttpRequest, Then>> waiting_;
  std::map<CURL*, Exchange> under_way_;
  std::vector<std::unique_ptr<Transfer>> idle_;

  std::thread thread_;
};

}  // namespace partita::client
