#include "server/connection/loop.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <ctime>
#include <utility>

#include "base/check.h"
#include "base/lack_of_memory.h"
#include "base/round_budget.h"
#include "server/connection/connection.h"

namespace partita::server {
namespace {

// The time between two attempts of a request that waits for memory.
constexpr std::chrono::milliseconds kStarvedRetry{10};

// The time between two checks of the deadlines. A connection may pass its deadline by as much.
std::chrono::milliseconds sweep_interval(const ServerOptions& options) {
  const auto shortest =
      std::min({options.header_timeout, options.body_timeout, options.idle_timeout, options.write_timeout,
                options.linger_timeout, options.stop_timeout, options.memory_timeout, options.rest_after});
  return std::clamp<std::chrono::milliseconds>(shortest / 4, std::chrono::milliseconds(1),
                                               std::chrono::milliseconds(500));
}

// Of the sessions that a loop's verifier keeps. With little memory it is less, because the policies of the tokens take
// ten times as much when they are compiled.
std::size_t most_token_bytes(const ServerOptions& options) {
  return std::min(auth::VerifierOptions().most_token_bytes, options.memory_bytes / 256);
}

}  // namespace

Inbox::~Inbox() {
  while (take_first()) {
  }
}

void Inbox::add(ConnectionPtr connection) noexcept {
  Connection* added = connection.detach();
  (first_ == nullptr ? first_ : last_->next_in_inbox) = added;
  last_ = added;
}

ConnectionPtr Inbox::take_first() noexcept {
  if (first_ == nullptr) return nullptr;
  ConnectionPtr taken(first_, false);
  first_ = std::exchange(taken->next_in_inbox, nullptr);
  return taken;
}

void Inbox::swap(Inbox& other) noexcept {
  std::swap(first_, other.first_);
  std::swap(last_, other.last_);
}

Loop::Loop(Shared& shared)
    : shared_(shared), budget_(shared.budget), sweep_timer_(io_), retry_timer_(io_), metrics_(shared.labels) {
  refresh_date();
  const ServerOptions& options = shared.options;
  if (verifies(options.auth) && options.keys) {
    verifier_.emplace(
        *options.keys, shared.shown_clock(),
        auth::VerifierOptions{.explain = options.explain_signatures, .most_token_bytes = most_token_bytes(options)});
    // Requests for STS are forms, which a console refuses.
    if (!options.console) sts_.emplace(*options.keys, shared.shown_clock(), options.explain_signatures);
  }
  if (options.console) console_.emplace(*options.console, shared);
}

permissions::Authorizer& Loop::authorizer_for(const permissions::Tables& tables) {
  // Each keeps descriptions of tables, so a loop has only those of the accounts that it served lately.
  constexpr std::size_t kMostAuthorizers = 256;
  const auto known = authorizers_.find(&tables);
  if (known != authorizers_.end()) return known->second;
  if (authorizers_.size() >= kMostAuthorizers) authorizers_.clear();
  return authorizers_.try_emplace(&tables, tables).first->second;
}

Loop::~Loop() { PARTITA_CHECK(!thread_.joinable()); }

void Loop::start() {
  work_.emplace(io_.get_executor());
  schedule_sweep();
  // Each timer is started once here, so that Asio's queues have memory for both from now on.
  retry_timer_.expires_after(kStarvedRetry);
  retry_timer_.async_wait(in_memory(retry_memory_, [](const boost::system::error_code&) {}));
  thread_ = std::thread([this] { run(); });
}

void Loop::run() {
  // The posted handler runs after the handlers of the connections that are ready now.
  base::LateWakes wakes(base::LateWakes::Of::Work, [this, &wakes] {
    boost::asio::post(io_, in_memory(wakes_memory_, [&wakes] { wakes.wake_all(); }));
  });
  base::RoundBudget round(
      kRoundBytes, [this, &round] { boost::asio::post(io_, in_memory(round_memory_, [&round] { round.renew(); })); });
  // A handler outside a connection that finds too little memory is given up, such as the one that adopts a new
  // connection.
  while (!base::had_memory_for([this] { io_.run(); })) {
  }
  // These connections are closed by now, but they and the loop hold each other.
  starved_.clear();
  // Answers that come from here on are dropped. The inbox is destroyed last and without the mutex, because it may hold
  // the last references to connections.
  Inbox dropped;
  const std::lock_guard lock(mutex_);
  ended_ = true;
  dropped.swap(inbox_);
}

void Loop::drain() {
  boost::asio::post(io_, in_memory(drain_memory_, [this] { begin_drain(); }));
}

void Loop::join() {
  if (thread_.joinable()) thread_.join();
}

void Loop::begin_drain() {
  draining_ = true;
  drain_deadline_ = std::chrono::steady_clock::now() + shared_.options.stop_timeout;
  // This goes from the last slot to the first, because a connection that closes leaves its slot to the last one, which
  // this loop has visited already.
  for (std::size_t slot = connections_.size(); slot-- > 0;) {
    const ConnectionPtr connection = connections_[slot];
    connection->drain();
  }
  end_if_drained();
}

void Loop::end_if_drained() {
  if (!draining_ || !connections_.empty()) return;
  sweep_timer_.cancel();
  retry_timer_.cancel();
  work_.reset();
}

void Loop::deliver(ConnectionPtr connection) noexcept {
  // The connection may hold the last reference to the loop, and it may be destroyed as soon as the loop's thread has
  // it. So this function holds the loop too.
  std::shared_ptr<Loop> woken;
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    if (inbox_.empty()) woken = shared_from_this();
    inbox_.add(std::move(connection));
  }
  // The wake comes after the mutex is released, because otherwise the loop's thread would be woken only to wait for the
  // mutex.
  if (woken) base::LateWakes::later(base::LateWakes::Of::Answers, *this, woken);
}

void Loop::wake() noexcept {
  boost::asio::post(io_, in_memory(inbox_memory_, [this] { take_inbox(); }));
}

void Loop::take_inbox() {
  Inbox arrived;
  {
    const std::lock_guard lock(mutex_);
    arrived.swap(inbox_);
  }
  while (const ConnectionPtr connection = arrived.take_first()) connection->resume();
}

void Loop::ask_to_shed() {
  const std::lock_guard lock(mutex_);
  if (ended_) return;
  boost::asio::post(io_, [this] { shared_.shed(); });
}

void Loop::shed_later() {
  if (shed_posted_.exchange(true)) return;
  boost::asio::post(io_, in_memory(shed_memory_, [this] {
                      shed_posted_ = false;
                      shed();
                    }));
}

void Loop::shed() {
  if (!budget_->scarce()) return;
  // A request that needs little must not wait for requests that need much, even if those make progress.
  const bool urgent = std::any_of(starved_.begin(), starved_.end(),
                                  [](const ConnectionPtr& connection) { return connection->needs_little(); });
  const auto stalled_before = std::chrono::steady_clock::now() - shared_.options.stalled_after;
  enum class Order : std::uint8_t { PeerStalls, Starves, GoesOn };
  struct Candidate {
    Order order;
    std::chrono::steady_clock::time_point since;
    ConnectionPtr connection;
  };
  std::vector<Candidate> candidates;
  for (const ConnectionPtr& connection : connections_) {
    if (connection->keeps_much()) connection->rest();
    const auto since = connection->stalled_since();
    if (!since || connection->held_bytes() == 0) continue;
    const bool peer_stalls = !connection->starved() && *since <= stalled_before;
    // A request that began less than stalled_after ago is never given up for another one.
    if (!peer_stalls && (!urgent || connection->holds_little() || connection->begun_at() > stalled_before)) continue;
    const Order order = peer_stalls ? Order::PeerStalls : connection->starved() ? Order::Starves : Order::GoesOn;
    candidates.push_back({order, peer_stalls ? *since : connection->begun_at(), connection});
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.order != b.order) return a.order < b.order;
    return a.since < b.since;
  });
  for (const auto& [order, since, connection] : candidates) {
    if (!budget_->scarce()) return;
    // Connections whose peers do not stall are given up only until a request that needs little gets memory.
    if (order != Order::PeerStalls && budget_->reserve_is_free()) return;
    // The connection may have made progress while others were shed.
    if (connection->stalled_since()) connection->shed();
  }
}

void Loop::starve(ConnectionPtr connection) {
  starved_.push_back(std::move(connection));
  if (starved_.size() == 1) schedule_retry();
}

void Loop::schedule_retry() {
  shared_.shed();
  retry_timer_.expires_after(kStarvedRetry);
  retry_timer_.async_wait(in_memory(retry_memory_, [this](const boost::system::error_code& error) {
    if (!error) retry_starved();
  }));
}

void Loop::retry_starved() {
  std::vector<ConnectionPtr> waiting;
  waiting.swap(starved_);
  // A connection that starves again comes back to starved_, and the first one starts the timer again. The retries run
  // one after the other, so that the next one can use memory that one gives up.
  for (const ConnectionPtr& connection : waiting)
    if (!base::had_memory_for([&] { connection->retry(); })) connection->close();
}

bool Loop::close_idle() {
  const auto idle_for = std::chrono::steady_clock::now() - shared_.options.rest_after;
  ConnectionPtr longest;
  for (const ConnectionPtr& connection : connections_)
    if (connection->idle_since(idle_for) && (!longest || connection->last_active() < longest->last_active()))
      longest = connection;
  if (longest) longest->close();
  return longest != nullptr;
}

void Loop::adopt(Socket socket, const boost::asio::ip::tcp::endpoint& peer, Admission admission) {
  if (admission == Admission::Refused && close_idle()) admission = Admission::Served;
  ConnectionPtr connection;
  const bool had_memory = base::had_memory_for([&] {
    connection.reset(new Connection(shared_from_this(), std::move(socket), peer, connections_.size()));
    connections_.push_back(connection);
  });
  if (had_memory) return connection->start(admission);
  shared_.open_connections.fetch_sub(1, std::memory_order_relaxed);
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
  sweep_timer_.async_wait(in_memory(sweep_memory_, [this](const boost::system::error_code& error) {
    if (error) return;
    (void)base::had_memory_for([this] { sweep(); });
    if (work_) schedule_sweep();
  }));
}

void Loop::sweep() {
  refresh_date();
  metrics_.forget_removed_tables();
  const auto now = std::chrono::steady_clock::now();
  const bool stop_now = draining_ && now >= drain_deadline_;
  std::vector<ConnectionPtr> late;
  for (const ConnectionPtr& connection : connections_) {
    if (stop_now || connection->deadline() <= now)
      late.push_back(connection);
    else if (!connection->resting() && connection->idle_since(now - shared_.options.rest_after))
      connection->rest();
  }
  for (const ConnectionPtr& connection : late) stop_now ? connection->close() : connection->time_out();
  if (budget_->scarce()) shed();
  budget_->forget_wanted();
}

std::string_view Loop::date() {
  // A clock that is wrong on purpose may be set at any time, and a client corrects its own clock by the next answer.
  if (shared_.options.skewed_clock) (void)base::had_memory_for([this] { refresh_date(); });
  return date_;
}

void Loop::refresh_date() {
  const std::int64_t now = shared_.shown_clock().now_ms() / 1000;
  if (now == date_s_) return;
  date_s_ = now;
  date_ = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(static_cast<std::time_t>(now)));
}

}  // namespace partita::server
