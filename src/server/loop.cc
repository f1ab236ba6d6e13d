#include "server/loop.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <ctime>

#include "base/check.h"
#include "server/connection.h"

namespace partita::server {
namespace {

// Deadlines are looked at this often, and so may be passed by as much.
std::chrono::milliseconds sweep_interval(const ServerOptions& options) {
  const auto shortest = std::min({options.header_timeout, options.body_timeout, options.idle_timeout,
                                  options.write_timeout, options.linger_timeout, options.stop_timeout});
  return std::clamp<std::chrono::milliseconds>(shortest / 4, std::chrono::milliseconds(1),
                                               std::chrono::milliseconds(500));
}

}  // namespace

Loop::Loop(Shared& shared) : shared_(shared), sweep_timer_(io_) { refresh_date(); }

Loop::~Loop() { PARTITA_CHECK(!thread_.joinable()); }

void Loop::start() {
  work_.emplace(io_.get_executor());
  schedule_sweep();
  thread_ = std::thread([this] { run(); });
}

void Loop::run() {
  io_.run();
  // What arrives from here on has no connection to go to. The inbox goes last and unlocked, as it may hold the last
  // references to connections.
  std::vector<ConnectionPtr> dropped;
  const std::lock_guard lock(mutex_);
  ended_ = true;
  dropped.swap(inbox_);
}

void Loop::drain() {
  boost::asio::post(io_, [this] { begin_drain(); });
}

void Loop::join() {
  if (thread_.joinable()) thread_.join();
}

void Loop::begin_drain() {
  draining_ = true;
  drain_deadline_ = std::chrono::steady_clock::now() + shared_.options.stop_timeout;
  const auto connections = connections_;
  for (const ConnectionPtr& connection : connections) connection->drain();
  end_if_drained();
}

void Loop::end_if_drained() {
  if (!draining_ || !connections_.empty()) return;
  sweep_timer_.cancel();
  work_.reset();
}

void Loop::deliver(ConnectionPtr connection) {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  inbox_.push_back(std::move(connection));
  if (inbox_.size() == 1) boost::asio::post(io_, [this] { take_inbox(); });
}

void Loop::take_inbox() {
  std::vector<ConnectionPtr> arrived;
  {
    const std::lock_guard lock(mutex_);
    arrived.swap(inbox_);
  }
  for (const ConnectionPtr& connection : arrived) connection->resume();
}

void Loop::adopt(Socket socket, Admission admission) {
  ConnectionPtr connection(new Connection(shared_from_this(), std::move(socket), connections_.size()));
  connections_.push_back(connection);
  connection->start(admission);
}

void Loop::forget(Connection& connection) {
  const std::size_t slot = connection.slot();
  PARTITA_CHECK(connections_[slot].get() == &connection);
  connections_.back()->set_slot(slot);
  connections_[slot].swap(connections_.back());
  connections_.pop_back();
  shared_.open_connections.fetch_sub(1, std::memory_order_relaxed);
  end_if_drained();
}

void Loop::schedule_sweep() {
  sweep_timer_.expires_after(sweep_interval(shared_.options));
  sweep_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    sweep();
    if (work_) schedule_sweep();
  });
}

void Loop::sweep() {
  refresh_date();
  const auto now = std::chrono::steady_clock::now();
  const bool stop_now = draining_ && now >= drain_deadline_;
  std::vector<ConnectionPtr> late;
  for (const ConnectionPtr& connection : connections_)
    if (stop_now || connection->deadline() <= now) late.push_back(connection);
  for (const ConnectionPtr& connection : late) stop_now ? connection->close() : connection->time_out();
}

void Loop::refresh_date() {
  const auto now = std::time(nullptr);
  if (now == date_s_) return;
  date_s_ = now;
  date_ = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
}

}  // namespace partita::server
