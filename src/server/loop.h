// One event loop and its thread: it runs its connections, hands them answers that come from other threads, and closes
// those that are too slow.
//
// Connections keep their loop alive, so that an answer that comes after the end still finds it; deliver() then drops
// it. What gets connections on takes no memory: the inbox is a list of the connections themselves, and the handlers that empty
// it, sweep and make room have memory of their own.
#pragma once

#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/late_wakes.h"
#include "server/gzip.h"
#include "server/handler_memory.h"
#include "server/metrics.h"
#include "server/request_id.h"
#include "server/shared.h"
#include "server/socket.h"

namespace partita::server {

class Connection;
using ConnectionPtr = boost::intrusive_ptr<Connection>;

// Connections in a row, the first of which came first. Each is in one inbox at most, which holds a reference to it.
class Inbox {
 public:
  Inbox() = default;
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;
  ~Inbox();
  bool empty() const { return first_ == nullptr; }
  void add(ConnectionPtr connection) noexcept;
  ConnectionPtr take_first() noexcept;  // nullptr where it is empty
  void swap(Inbox& other) noexcept;

 private:
  Connection* first_ = nullptr;
  Connection* last_ = nullptr;
};

class Loop : public std::enable_shared_from_this<Loop>, private base::Sleeper {
 public:
  explicit Loop(Shared& shared);
  ~Loop();

  // Any thread, once each, in this order.
  void start();
  void drain();  // closes idle connections, and the rest when they have answered or stop_timeout has passed
  void join();   // waits for the end of that

  // Any thread.
  void deliver(ConnectionPtr connection) noexcept;  // calls connection->resume() on the loop's thread
  void ask_to_shed();                      // has all loops call shed(); drops it after the end
  // On the loop's thread, later: gives up connections that hold memory and make nothing of it until memory is not scarce any
  // more: first those whose peers have made no step for long. Then, if somebody waits who needs little, until there is enough
  // for that: who began long ago, at first of those that wait for memory themselves.
  void shed_later();
  IoContext& io() { return io_; }
  const LoopMetrics& metrics() const { return metrics_; }

  // The loop's thread only.
  void adopt(Socket socket, Admission admission);
  void forget(Connection& connection);
  // Calls connection->retry() soon, and has all loops make room meanwhile.
  void starve(ConnectionPtr connection);
  // Makes place for another connection: closes the one that has been idle longest. False where none is.
  bool close_idle();
  bool draining() const { return draining_; }
  Shared& shared() { return shared_; }
  LoopMetrics& metrics() { return metrics_; }
  Gzip& gzip() { return gzip_; }
  RequestIds& request_ids() { return request_ids_; }
  std::string_view date() const { return date_; }

 private:
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock, boost::asio::wait_traits<std::chrono::steady_clock>,
                                        IoContext::executor_type>;
  void run();
  void wake() noexcept override;
  void begin_drain();
  void take_inbox();
  void schedule_sweep();
  void sweep();
  void shed();
  void schedule_retry();
  void retry_starved();
  void refresh_date();
  void end_if_drained();

  Shared& shared_;
  const std::shared_ptr<MemoryBudget> budget_;  // connections refer to it, also after the server's end
  std::atomic<bool> shed_posted_{false};
  HandlerMemory inbox_memory_, sweep_memory_, retry_memory_, shed_memory_, drain_memory_, wakes_memory_;  // outlive io_
  IoContext io_{1};
  std::optional<boost::asio::executor_work_guard<IoContext::executor_type>> work_;
  Timer sweep_timer_;
  Timer retry_timer_;
  std::thread thread_;

  // The loop's thread only.
  std::vector<ConnectionPtr> connections_;
  std::vector<ConnectionPtr> starved_;  // not empty: retry_timer_ runs
  bool draining_ = false;
  std::chrono::steady_clock::time_point drain_deadline_{};
  LoopMetrics metrics_;
  Gzip gzip_;
  RequestIds request_ids_;
  std::int64_t date_s_ = 0;
  std::string date_;

  std::mutex mutex_;
  Inbox inbox_;         // guarded by mutex_; not empty: take_inbox() is posted
  bool ended_ = false;  // guarded by mutex_
};

}  // namespace partita::server
