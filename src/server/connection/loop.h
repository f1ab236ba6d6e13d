// Loop: one event loop and its thread. It runs its connections, hands them answers that come from other threads, and
// closes connections that are too slow.
//
// Connections keep their loop alive, so an answer that comes after the end still finds the loop, and deliver() drops
// it. The steps that keep connections going take no memory. The inbox is a list of the connections themselves, and the
// handlers that empty it, sweep and make room have memory of their own.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/late_wakes.h"
#include "permissions/authorizer.h"
#include "server/connection/socket.h"
#include "server/endpoints/console_endpoint.h"
#include "server/endpoints/sts_endpoint.h"
#include "server/http/gzip.h"
#include "server/http/request_id.h"
#include "server/memory/handler_memory.h"
#include "server/metrics/metrics.h"
#include "server/shared.h"

namespace partita::server {

class Connection;
using ConnectionPtr = boost::intrusive_ptr<Connection>;

// A list of connections in the order in which they came. A connection is in at most one inbox, which holds a reference
// to it.
class Inbox {
 public:
  Inbox() = default;
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;
  ~Inbox();
  bool empty() const { return first_ == nullptr; }
  void add(ConnectionPtr connection) noexcept;
  ConnectionPtr take_first() noexcept;  // nullptr if the inbox is empty
  void swap(Inbox& other) noexcept;

 private:
  Connection* first_ = nullptr;
  Connection* last_ = nullptr;
};

class Loop final : public std::enable_shared_from_this<Loop>, private base::Sleeper {
 public:
  // The work of one round, in the bytes of base/round_budget.h. It takes about two milliseconds.
  static constexpr std::size_t kRoundBytes = 1 << 20;

  explicit Loop(Shared& shared);
  ~Loop();

  // Any thread may call these three, but each only once and in this order.
  void start();
  void drain();  // closes idle connections, and the others when they have answered or stop_timeout has passed
  void join();   // waits until all connections are closed and the thread has ended

  // Any thread may call these.
  void deliver(ConnectionPtr connection) noexcept;  // makes the loop's thread call connection->resume()
  void ask_to_shed();                               // makes all loops call shed(); has no effect after the end
  // Makes the loop's thread give up connections until memory is not scarce any more. It begins with the connections
  // whose peers have made no progress for stalled_after. If a request that needs little waits, it goes on with
  // connections that hold much and began more than stalled_after ago, until there is enough for such a request. Of
  // these the ones that wait for memory themselves come first.
  void shed_later();
  IoContext& io() { return io_; }
  const LoopMetrics& metrics() const { return metrics_; }  // its counters are atomic

  // Only the loop's thread may call these.
  // Makes a connection of the socket. open_connections counts it already.
  void adopt(Socket socket, const boost::asio::ip::tcp::endpoint& peer, Admission admission);
  // Gives up the loop's reference to a closed connection.
  void forget(Connection& connection);
  // Calls connection->retry() soon, and makes all loops free memory until then.
  void starve(ConnectionPtr connection);
  // Closes the connection that has been idle longest, to make room for another one. Returns false if no connection is
  // idle.
  bool close_idle();
  bool draining() const { return draining_; }
  Shared& shared() { return shared_; }
  LoopMetrics& metrics() { return metrics_; }
  Gzip& gzip() { return gzip_; }
  RequestIds& request_ids() { return request_ids_; }
  // nullptr unless signatures are verified.
  auth::Verifier* verifier() { return verifier_ ? &*verifier_ : nullptr; }
  // nullptr unless signatures are verified.
  StsEndpoint* sts() { return sts_ ? &*sts_ : nullptr; }
  // nullptr unless the port is that of a console.
  ConsoleEndpoint* console() { return console_ ? &*console_ : nullptr; }
  // The one that asks about `tables`. Valid until the next call. Throws std::bad_alloc.
  permissions::Authorizer& authorizer_for(const permissions::Tables& tables);
  // The Date field of answers, which each sweep renews. The view is valid until the next call and the next sweep.
  std::string_view date();
  // Room that all connections of the loop share, for bytes that are read and dropped.
  boost::asio::mutable_buffer dropped() { return boost::asio::buffer(dropped_); }

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
  const std::shared_ptr<MemoryBudget> budget_;  // connections refer to it even after the server's end
  std::atomic<bool> shed_posted_{false};
  // The handlers' memory must outlive io_.
  HandlerMemory inbox_memory_, sweep_memory_, retry_memory_, shed_memory_, drain_memory_, wakes_memory_, round_memory_;
  IoContext io_{1};
  std::optional<boost::asio::executor_work_guard<IoContext::executor_type>> work_;
  Timer sweep_timer_;
  Timer retry_timer_;
  std::thread thread_;

  // Only the loop's thread uses these, except that any thread may read metrics_.
  std::vector<ConnectionPtr> connections_;
  std::vector<ConnectionPtr> starved_;  // retry_timer_ runs if it is not empty
  bool draining_ = false;
  std::chrono::steady_clock::time_point drain_deadline_{};
  LoopMetrics metrics_;
  Gzip gzip_;
  RequestIds request_ids_;
  std::optional<auth::Verifier> verifier_;
  std::optional<StsEndpoint> sts_;
  std::optional<ConsoleEndpoint> console_;
  std::unordered_map<const permissions::Tables*, permissions::Authorizer> authorizers_;
  std::int64_t date_s_ = 0;
  std::string date_;
  std::array<char, 64 << 10> dropped_;

  std::mutex mutex_;
  Inbox inbox_;         // guarded by mutex_; take_inbox() is posted if it is not empty
  bool ended_ = false;  // guarded by mutex_
};

}  // namespace partita::server
