// The part of Connection that deals with the memory budget. A connection takes bytes from the budget before it
// allocates them, waits if it gets too few, and gives memory back if others lack it or if the connection is idle.
#include <algorithm>
#include <utility>

#include "server/connection/connection.h"
#include "server/memory/decoding_bytes.h"

namespace partita::server {
namespace {

constexpr std::size_t kSmallStep = 1 << 20;
constexpr std::size_t kUnadmitted = 64 << 10;  // of a body that may be read before its memory is taken
constexpr std::size_t kAdmitted = 3;           // times its bytes are taken for a body and its decoding
constexpr std::size_t kUncounted = 1 << 10;    // a body up to this size decodes to a request too small to count
constexpr std::size_t kFastStep = 1 << 20;     // of a body in each stalled_after, while others wait for memory
// The bytes that are taken for a body whose length is not announced, if the budget allows it.
constexpr std::size_t kUnannounced = 4 << 20;
// An admitted body's first bytes may take this part of stalled_after, because its sender learns late that it may go on.
constexpr int kFirstStep = 4;

}  // namespace

std::size_t Connection::buffers() const {
  // A string keeps a few bytes in the object itself.
  const auto of = [](std::size_t capacity) { return capacity < 64 ? 0 : capacity; };
  const std::size_t tls = transport_.secure() ? Transport::kTlsBytes : 0;
  return tls + in_.size() + of(request_.body.capacity()) + of(answer().capacity()) + of(request_.fields.capacity()) +
         reserved_ + for_decoding_;
}

// Makes room for `incoming` more bytes of the body. Returns false without a change if the budget has no memory.
bool Connection::grow_body(std::size_t incoming) {
  std::string& body = request_.body;
  const std::size_t needed = std::min(body.size() + incoming, options_.max_body_bytes);
  if (needed <= body.capacity() && (needed <= kUnadmitted || admitted_)) return true;
  const std::size_t announced =
      parser_->content_length() ? std::size_t(*parser_->content_length()) : options_.max_body_bytes;
  std::size_t capacity = std::max(
      needed, std::min(std::max(2 * body.capacity(), kFirstInput), std::min(announced, options_.max_body_bytes)));
  // A body that can never be held whole is refused before its first byte is stored.
  if (parser_->content_length() && announced > loop_->shared().budget->most_for_one()) return hold_.resize(announced);
  if (needed > kUnadmitted && !admitted_) {
    const std::size_t most = std::min(options_.max_body_bytes, loop_->shared().budget->most_for_one() / kAdmitted);
    return admit(parser_->content_length() ? announced : std::max(needed, std::min(most, kUnannounced)));
  }
  // The bytes for decoding were taken for the expected length.
  if (admitted_) for_decoding_ = 0;
  // A body that grows needs memory for both copies. It grows in small steps if the budget has no room for large ones.
  if (!hold_.resize(buffers() + capacity)) {
    if (!hold_.asked_too_much()) return false;
    capacity = std::min(capacity, needed + kSmallStep);
    if (!hold_.resize(buffers() + capacity)) return false;
  }
  body.reserve(capacity);
  hold_.force(buffers());
  return true;
}

// Takes the memory of the whole body and of its decoding before more of the body is read. So no request holds a large
// part of a body while it waits for the rest, and the bytes that wait are in the kernel's buffers. Requires: the body
// can be held.
bool Connection::admit(std::size_t announced) {
  const std::size_t most = loop_->shared().budget->most_for_one();
  // Ordinary bodies decode to less. Whether one can be decoded at all is known when it is here.
  constexpr std::size_t kDecoding = kAdmitted - 1;
  const auto in_all = [&] {
    const std::size_t body = request_.body.capacity() < announced ? announced : 0;
    // The first bytes are copied into the memory of the whole body.
    return std::min(buffers() + body + kDecoding * announced, std::max(most, buffers() + body));
  };
  if (!hold_.resize(in_all())) {
    if (hold_.asked_too_much()) return false;
    // The buffer may be that of the request before, which must not be held while this one waits.
    request_.body.shrink_to_fit();
    hold_.force(buffers());
    if (!hold_.resize(in_all())) {
      hold_.queue();
      if (!hold_.resize(in_all())) return false;
    }
  }
  const std::size_t taken = hold_.bytes();
  hold_.leave_queue();
  request_.body.reserve(announced);
  const std::size_t with_body = buffers();
  for_decoding_ = taken - std::min(taken, with_body);
  admitted_ = true;
  // The clock stopped for the peer while the request waited.
  admitted_at_ = step_at_ = Clock::now();
  hold_.force(buffers());
  return true;
}

bool Connection::take_for_decoding() {
  for_decoding_ = 0;
  if (request_.body.size() <= kUncounted) return true;
  const DecodingBytes bytes = decoding_bytes(request_.body);
  decoded_bytes_ = bytes.request;
  if (hold_.resize(buffers() + bytes.parsed + bytes.request)) return true;
  // The bytes for an ordinary body go back, so that of several such requests the first one gets all of them.
  hold_.force(buffers());
  return false;
}

void Connection::decoded(KeepBody keep) {
  if (body_bytes_ <= kUncounted) return;
  // The logs need the body at the end.
  if (keep == KeepBody::No && !details() && request_.body.capacity() > Request::kKeptBytes) release(request_.body);
  hold_.force(buffers() + decoded_bytes_);
}

// Reserves the bytes that the operation may return before it changes anything, if they are many, or if memory is
// scarce.
bool Connection::may_change(std::size_t bytes) {
  const MemoryBudget& budget = *loop_->shared().budget;
  constexpr std::size_t kManyBytes = 16;  // this part of the budget
  if (bytes == 0 || (!budget.scarce() && bytes <= budget.limit() / kManyBytes)) return true;
  bytes = std::min(bytes, budget.most_for_one() / 2);
  if (reserved_ >= bytes) return true;
  if (hold_.resize(hold_.bytes() + bytes - reserved_)) {
    reserved_ = bytes;
    return true;
  }
  loop_->ask_to_shed();
  refused_answer_ = bytes;
  return false;
}

bool Connection::may_answer(std::size_t bytes, Outcome outcome) {
  refused_answer_ = 0;
  if (bytes <= Answer::kKeptBytes) return true;
  const std::size_t in_all = hold_.bytes() + bytes - std::min(bytes, reserved_);
  if (hold_.resize(in_all)) return true;
  loop_->ask_to_shed();
  if (outcome == Outcome::Changed) hold_.force(in_all);
  if (outcome == Outcome::Read) refused_answer_ = bytes;
  return outcome == Outcome::Changed;
}

// If the answer of a read got no memory, makes the connection wait until memory for the answer is reserved. The read is
// then done once more. Returns false if the answer must be sent as it is.
bool Connection::starve_for_answer() {
  if (!answer().lacks_memory || refused_answer_ == 0 || reserved_ != 0 || hold_.asked_too_much() ||
      request_.body.empty())
    return false;
  answer().clear();
  hold_.force(buffers());
  starve();
  return true;
}

bool Connection::reserve_answer() {
  if (!hold_.resize(buffers() + refused_answer_)) return false;
  reserved_ = std::exchange(refused_answer_, 0);
  return true;
}

// Answers a request that needs more memory than one request may ever hold, so that it would wait in vain.
void Connection::refuse_for_memory() {
  answer().set_no_memory();
  answer().close = !request_done_;
  finish_work();
}

void Connection::starve() {
  if (!retrying_) {
    starved_until_ = Clock::now() + options_.memory_timeout;
    loop_->shared().starved_requests.fetch_add(1, std::memory_order_relaxed);
  }
  starved_ = true;
  hold_.queue(state_ == State::Working ? QueueAs::Request : QueueAs::Newcomer);
  deadline_ = kNever;
  loop_->starve(ConnectionPtr(this));
}

void Connection::retry() {
  if (!starved_ || state_ == State::Closed) return;
  starved_ = false;
  if (state_ == State::Reading) deadline_ = Clock::now() + options_.body_timeout;
  if (state_ == State::Handshaking)
    deadline_ = begun_at_ + (refused_ ? options_.linger_timeout : options_.header_timeout);
  retrying_ = true;
  advance();
  retrying_ = false;
  if (starved_ && Clock::now() >= starved_until_) time_out();
}

std::optional<Connection::Clock::time_point> Connection::stalled_since() const {
  const bool reads = state_ == State::Reading && parser_ && !shed_ && !timed_out_;
  // A body whose memory was taken before it came must come fast while others wait for memory.
  if (reads && !starved_ && for_decoding_ > 0)
    return std::min(step_at_,
                    admitted_at_ + options_.stalled_after / kFirstStep +
                        options_.stalled_after * std::int64_t(request_.body.size()) / std::int64_t(kFastStep));
  if (starved_ || reads || state_ == State::Handshaking || state_ == State::Writing) return step_at_;
  return std::nullopt;
}

void Connection::shed() {
  Shared& shared = loop_->shared();
  if (state_ == State::Writing) {
    shared.shed_readers.fetch_add(1, std::memory_order_relaxed);
    return close();
  }
  if (state_ == State::Handshaking) return time_out();
  shared.shed_bodies.fetch_add(1, std::memory_order_relaxed);
  body_bytes_ = request_.body.size();
  release(request_.body);
  for_decoding_ = 0;
  hold_.force(buffers());
  shed_ = true;
  time_out();
}

bool Connection::idle_since(Clock::time_point time) const {
  return state_ == State::Reading && !parser_ && !starved_ && resting_ != Resting::Asked && in_begin_ == in_end_ &&
         read_at_ < time;
}

void Connection::rest() {
  if (resting_ != Resting::No) return;
  // The cancelled read ends, and its handler waits without a buffer.
  resting_ = Resting::Asked;
  boost::system::error_code ignored;
  transport_.socket().cancel(ignored);
}

}  // namespace partita::server
