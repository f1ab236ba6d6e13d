#include "load/generator/load_loop.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <deque>
#include <memory>
#include <optional>

#include "lib/fatal.h"
#include "load/generator/answer_reader.h"
#include "load/generator/answer_timeout.h"
#include "load/generator/signer.h"
#include "load/generator/wire.h"

namespace partita::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeout{60};
constexpr std::chrono::milliseconds kLongestSleep{1'000};

struct Connection {
  std::unique_ptr<Wire> wire;
  AnswerReader reader;
  Expectation expected;
  Clock::time_point begun;
  // The bytes that the socket did not take at once.
  std::string unsent;
  bool waits_for_space = false;
};

class Loop {
 public:
  Loop(const Endpoint& endpoint, Workload& workload, const LoopSettings& settings)
      : workload_(workload), settings_(settings), connections_(settings.connections), epoll_(epoll_create1(0)) {
    if (!endpoint.key_id.empty()) signer_.emplace(endpoint.key_id, endpoint.secret);
    for (unsigned i = 0; i < connections_.size(); ++i) open(i, endpoint);
  }
  ~Loop() { close(epoll_); }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  LoopResult run();

 private:
  void open(unsigned index, const Endpoint& endpoint);
  void watch(unsigned index, int change, std::uint32_t events);
  void begin_due_operations(Clock::time_point now);
  bool begin(unsigned index, Clock::time_point begun);
  void send(unsigned index, std::string_view bytes);
  void send_rest(unsigned index);
  void receive(unsigned index);
  void complete(unsigned index);
  void wait();
  bool is_over(Clock::time_point at) const { return at >= end_ && result_.operations >= settings_.least_operations; }
  bool measures(Clock::time_point at) const { return at >= measured_from_ && !is_over(at); }

  Workload& workload_;
  LoopSettings settings_;
  std::vector<Connection> connections_;
  std::optional<Signer> signer_;
  int epoll_;
  // In the open loop: the connections without an operation, and the number of operations begun.
  std::deque<unsigned> idle_;
  std::uint64_t begun_ = 0;
  std::size_t in_flight_ = 0;
  Clock::time_point start_, measured_from_, measured_to_, end_, last_;
  Clock::duration waited_{0};
  AnswerTimeout timeout_{kTimeout, 2 * kLongestSleep};
  LoopResult result_;
};

void Loop::open(unsigned index, const Endpoint& endpoint) {
  Connection& connection = connections_[index];
  connection.wire = std::make_unique<Wire>(endpoint);
  connection.wire->stop_blocking();
  watch(index, EPOLL_CTL_ADD, EPOLLIN);
}

void Loop::watch(unsigned index, int change, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u32 = index;
  if (epoll_ctl(epoll_, change, connections_[index].wire->descriptor(), &event) != 0) fatal("epoll_ctl failed");
}

// False if the workload has no more requests for this connection.
bool Loop::begin(unsigned index, Clock::time_point begun) {
  auto request = workload_.next(index);
  if (!request) return false;
  Connection& connection = connections_[index];
  connection.begun = begun;
  connection.expected = std::move(request->expected);
  ++in_flight_;
  send(index, signer_ ? signer_->sign(request->bytes) : request->bytes);
  return true;
}

void Loop::send(unsigned index, std::string_view bytes) {
  Connection& connection = connections_[index];
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const ssize_t sent = connection.wire->send(bytes.substr(taken));
    if (sent == Wire::kClosed) fatal("the server closed a connection");
    if (sent == Wire::kWait) break;
    taken += static_cast<std::size_t>(sent);
  }
  if (taken == bytes.size()) return;
  connection.unsent.assign(bytes.substr(taken));
  connection.waits_for_space = true;
  watch(index, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

void Loop::send_rest(unsigned index) {
  Connection& connection = connections_[index];
  connection.waits_for_space = false;
  watch(index, EPOLL_CTL_MOD, EPOLLIN);
  const std::string rest = std::move(connection.unsent);
  send(index, rest);
}

void Loop::receive(unsigned index) {
  Connection& connection = connections_[index];
  for (;;) {
    const auto space = connection.reader.free_space();
    const ssize_t bytes = connection.wire->receive(space);
    if (bytes == Wire::kWait) return;
    if (bytes == Wire::kClosed) fatal("the server closed a connection");
    switch (connection.reader.received(static_cast<std::size_t>(bytes))) {
      case AnswerReader::State::Malformed:
        fatal("an answer is not HTTP/1.1");
      case AnswerReader::State::Complete:
        return complete(index);
      case AnswerReader::State::NeedsMore:
        break;
    }
    // A full buffer means that more bytes may be ready; otherwise epoll reports when more have come.
    if (static_cast<std::size_t>(bytes) < space.size() && !connection.wire->has_pending()) return;
  }
}

void Loop::complete(unsigned index) {
  Connection& connection = connections_[index];
  const std::string_view body = connection.reader.body();
  if (const std::string fault = fault_of(connection.expected, connection.reader.status(), body); !fault.empty())
    fatal("a wrong answer: " + fault);
  --in_flight_;
  last_ = Clock::now();
  const std::uint64_t operations = workload_.answered(index, body);
  if (measures(last_)) {
    result_.answer_bytes += body.size();
    result_.operations += operations;
    measured_to_ = last_;
    if (operations > 0)
      result_.latencies.add(static_cast<std::uint64_t>(std::chrono::nanoseconds(last_ - connection.begun).count()));
  }
  connection.reader.next();
  if (operations == 0) {
    // The operation needs another request, so its time continues.
    if (!begin(index, connection.begun)) fatal("the workload breaks an operation off");
  } else if (settings_.rate > 0) {
    idle_.push_back(index);
  } else if (!is_over(last_)) {
    begin(index, last_);
  }
}

// In the open loop: begins the operations that are due, as long as connections are free.
void Loop::begin_due_operations(Clock::time_point now) {
  while (!idle_.empty() && now < end_) {
    const auto due =
        start_ + std::chrono::nanoseconds(std::llround(static_cast<double>(begun_) * 1e9 / settings_.rate));
    if (due > now) return;
    ++begun_;
    const unsigned index = idle_.front();
    idle_.pop_front();
    begin(index, due);
  }
}

void Loop::wait() {
  std::array<epoll_event, 256> events;
  const auto before = Clock::now();
  const bool sleeps = !settings_.spin && settings_.rate == 0;
  const int ready =
      epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), sleeps ? kLongestSleep.count() : 0);
  if (ready < 0 && errno != EINTR) fatal("epoll_wait failed");
  const auto after = Clock::now();
  if (sleeps || ready == 0) waited_ += after - before;
  const bool misses_answers = ready <= 0 && in_flight_ > 0;
  if (!timeout_.look(after, misses_answers ? AnswerTimeout::Seen::Nothing : AnswerTimeout::Seen::Something))
    fatal("nothing came for 60 seconds");
  for (int i = 0; i < ready; ++i) {
    const unsigned index = events[static_cast<std::size_t>(i)].data.u32;
    if (events[static_cast<std::size_t>(i)].events & EPOLLOUT && connections_[index].waits_for_space) send_rest(index);
    if (events[static_cast<std::size_t>(i)].events & ~static_cast<std::uint32_t>(EPOLLOUT)) receive(index);
  }
}

LoopResult Loop::run() {
  start_ = last_ = Clock::now();
  measured_from_ = start_ + settings_.warm_up;
  end_ = settings_.duration.count() == 0 ? Clock::time_point::max() : measured_from_ + settings_.duration;
  for (unsigned i = 0; i < connections_.size(); ++i) {
    if (settings_.rate > 0)
      idle_.push_back(i);
    else
      begin(i, start_);
  }
  for (;;) {
    if (settings_.rate > 0) {
      const auto now = Clock::now();
      begin_due_operations(now);
      if (in_flight_ == 0 && now >= end_) break;
    } else if (in_flight_ == 0) {
      break;
    }
    wait();
  }
  // Slow operations may end the run later than its duration.
  const auto measured_to = std::max(std::min(end_, last_), measured_to_);
  result_.seconds = std::chrono::duration<double>(measured_to - measured_from_).count();
  result_.busy =
      1 - std::chrono::duration<double>(waited_).count() / std::chrono::duration<double>(last_ - start_).count();
  return std::move(result_);
}

}  // namespace

LoopResult run_loop(const Endpoint& endpoint, Workload& workload, const LoopSettings& settings) {
  return Loop(endpoint, workload, settings).run();
}

}  // namespace partita::bench
