#include "server/connection/connection.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/http/error.hpp>

#include "base/lack_of_memory.h"
#include "server/http/plain_request.h"

namespace partita::server {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t kStep = 64 << 10;     // the bytes that a body or a reader must move in each timeout
constexpr std::size_t kMostKept = 4 << 20;  // of a buffer between requests while memory is ample; fits a page's answer
constexpr std::size_t kLingerBodies = 4;    // after this many bodies of the largest size, a peer gets no more time

// The text of the peer's address, as policies compare it. An IPv4 address that came in over IPv6 is an IPv4 address.
std::string address_of_peer(const boost::asio::ip::tcp::endpoint& peer) {
  auto address = peer.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped())
    address = boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6());
  return address.to_string();
}

}  // namespace

Connection::Connection(std::shared_ptr<Loop> loop, Socket socket, const boost::asio::ip::tcp::endpoint& peer,
                       std::size_t slot)
    : loop_(std::move(loop)),
      options_(loop_->shared().options),
      transport_(std::move(socket)),
      peer_endpoint_(peer),
      slot_(slot),
      gzip_from_bytes_(options_.gzip_from_bytes),
      tls_(loop_->shared().tls != nullptr),
      hold_(*loop_->shared().budget) {
  request_.keeps_fields = verifies(options_.auth) || options_.console;
  if (options_.slow_request.count() == 0 && !options_.audit) return;
  want_details();
  answer().keeps_error_text = true;
}

void Connection::start(Admission admission) {
  error_code ignored;
  Socket& socket = transport_.socket();
  socket.non_blocking(true, ignored);
  socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  own_endpoint_ = socket.local_endpoint(ignored);
  if (details()) (void)base::had_memory_for([&] { peer_ = fmt::format("{}", fmt::streamed(peer_endpoint_)); });
  read_at_ = step_at_ = Clock::now();
  deadline_ = read_at_ + options_.idle_timeout;
  if (admission != Admission::Refused && loop_->draining()) return close();
  // Policies, of STS too, may depend on the address, so a peer is not served if memory for the address's text lacks.
  if (verifies(options_.auth) && !base::had_memory_for([&] { address_ = address_of_peer(peer_endpoint_); }))
    return close();
  go_on([this, admission] {
    refused_ = admission == Admission::Refused;
    if (refused_ && awaits_tls_) {
      begin_handshake();
      return advance();
    }
    if (refused_) {
      reject(503, "Too many connections");
      answer().error = ErrorCode::ServiceUnavailable;
      return advance();
    }
    resting_ = Resting::Yes;
    await_request();
  });
}

void Connection::advance() {
  bool going = true;
  while (going) {
    switch (state_) {
      case State::Handshaking:
        going = shake_hands();
        break;
      case State::Reading:
        going = read_request();
        break;
      case State::Working:
        going = begin_work();
        break;
      case State::Writing:
        going = write_answer();
        // A peer that sends many requests at once must not keep the loop to itself.
        if (going && state_ == State::Reading && in_begin_ < in_end_) return advance_later();
        break;
      case State::Lingering:
        return drop_later();
      case State::Closed:
        return;
    }
  }
}

// ---- reading

bool Connection::read_request() {
  if (parse()) return true;
  if (starved_) return false;
  if (!make_room()) {
    answer().clear();
    refuse_for_memory();
    return true;
  }
  receive();
  return false;
}

bool Connection::parse() {
  while (in_begin_ < in_end_) {
    if (!parser_) {
      // Empty lines before a request must be ignored (RFC 9112, 2.2).
      if (in_[in_begin_] == '\r' || in_[in_begin_] == '\n') {
        ++in_begin_;
        continue;
      }
      const std::string_view input(in_.data() + in_begin_, in_end_ - in_begin_);
      if (const std::size_t taken =
              read_plain_request(input, options_.max_header_bytes, options_.max_body_bytes, request_)) {
        in_begin_ += taken;
        begun_at_ = step_at_ = read_at_;
        request_read(KeepAlive::Yes);
        return true;
      }
      request_.clear();
      parser_.emplace(request_, options_.max_header_bytes, options_.max_body_bytes);
      begun_at_ = step_at_ = read_at_;
      deadline_ = read_at_ + options_.header_timeout;
    }
    if (header_done_ && !grow_body(in_end_ - in_begin_)) {
      if (hold_.asked_too_much()) {
        answer().clear();
        refuse_for_memory();
        return true;
      }
      starve();
      return false;
    }
    error_code error;
    in_begin_ += parser_->put(boost::asio::const_buffer(in_.data() + in_begin_, in_end_ - in_begin_), error);
    if (error && error != http::error::need_more) {
      reject_syntax(error);
      return true;
    }
    if (!header_done_ && parser_->is_header_done()) header_read();
    if (parser_->is_done()) {
      request_read(parser_->keep_alive() ? KeepAlive::Yes : KeepAlive::No);
      return true;
    }
    if (error == http::error::need_more) break;
  }
  // Only headers, of requests and of chunks, wait in the buffer until they are complete.
  if (in_end_ - in_begin_ > options_.max_header_bytes + kFirstInput) {
    reject_syntax(http::error::header_limit);
    return true;
  }
  if (header_done_ && request_.body.size() >= body_seen_ + kStep) {
    body_seen_ = request_.body.size();
    step_at_ = std::max(step_at_, read_at_);  // it may have been admitted since its last bytes came
    deadline_ = step_at_ + options_.body_timeout;
  }
  hold_.force(buffers());
  return false;
}

void Connection::request_read(KeepAlive wanted) {
  deadline_ = kNever;
  state_ = State::Working;
  request_done_ = true;
  keep_alive_wanted_ = wanted == KeepAlive::Yes;
}

void Connection::header_read() {
  header_done_ = true;
  deadline_ = read_at_ + options_.body_timeout;
  if (request_.expects_continue && request_.http_1_1 && !parser_->is_done() && in_begin_ == in_end_) send_continue();
}

void Connection::send_continue() {
  // A socket that cannot take 25 bytes is full of answers that the peer does not read. The peer then goes on after its
  // own timeout.
  transport_.write_interim("HTTP/1.1 100 Continue\r\n\r\n");
}

void Connection::await_request() {
  in_ = std::vector<char>();
  in_begin_ = in_end_ = 0;
  request_.release();
  answer().release();
  hold_.force(0);
  transport_.socket().async_wait(Socket::wait_read, [self = ConnectionPtr(this)](const error_code& error) {
    self->go_on([&] { self->woken(error); });
  });
}

void Connection::woken(const error_code& error) {
  if (state_ == State::Closed) return;
  if (error) return close();
  resting_ = Resting::No;
  answer().clear();
  if (awaits_tls_) begin_handshake();
  advance();
}

bool Connection::make_room() {
  if (in_begin_ == in_end_) in_begin_ = in_end_ = 0;
  if (in_begin_ > 0) {
    std::copy(in_.begin() + std::ptrdiff_t(in_begin_), in_.begin() + std::ptrdiff_t(in_end_), in_.begin());
    in_end_ -= in_begin_;
    in_begin_ = 0;
  }
  if (in_end_ < in_.size()) return true;
  // The buffer is full if a header is long or the peer sends fast. Long headers get no memory if it is scarce, so that
  // they leave some to bodies and answers. Both buffers are held while the bytes move.
  if (!in_.empty() && (loop_->shared().budget->scarce() || !hold_.resize(buffers() + 2 * in_.size()))) return false;
  in_.resize(in_.empty() ? kFirstInput : in_.size() * 2);
  hold_.force(buffers());
  return true;
}

void Connection::advance_later() {
  boost::asio::post(loop_->io(), [self = ConnectionPtr(this)] { self->go_on([&] { self->advance(); }); });
}

// Requires: the input buffer has room.
void Connection::receive() {
  if (transport_.secure()) return receive_secure();
  transport_.socket().async_read_some(boost::asio::mutable_buffer(in_.data() + in_end_, in_.size() - in_end_),
                                      [self = ConnectionPtr(this)](const error_code& error, std::size_t bytes) {
                                        self->go_on([&] { self->received(error, bytes); });
                                      });
}

void Connection::advance_when(Socket::wait_type ready) {
  transport_.socket().async_wait(
      ready, [self = ConnectionPtr(this)](const error_code&) { self->go_on([&] { self->advance(); }); });
}

void Connection::received(const error_code& error, std::size_t bytes) {
  if (state_ == State::Closed) return;
  if (timed_out_ && state_ == State::Reading) {
    reject_for_time();
  } else if (resting_ == Resting::Asked && bytes == 0 && error == boost::asio::error::operation_aborted) {
    resting_ = Resting::Yes;
    return await_request();
  } else if (error) {
    if (!parser_ || error != boost::asio::error::eof) return close();
    reject(400, "The connection ended before the end of a request");
  }
  resting_ = Resting::No;
  read_at_ = Clock::now();
  in_end_ += bytes;
  loop_->metrics().received(bytes);
  advance();
}

void Connection::reject_syntax(const error_code& error) {
  if (error == http::error::body_limit) {
    answer().clear();
    answer().set_too_large();
    finish_work();
  } else if (error == http::error::header_limit) {
    reject(431, fmt::format("The request header is larger than {} bytes", options_.max_header_bytes));
  } else {
    reject(400, "The request is not well-formed HTTP/1.1: " + error.message());
  }
}

void Connection::reject_for_time() {
  if (!shed_ && !starved_) return reject(408, "The request took too long to arrive");
  starved_ = false;
  answer().clear();
  answer().set_no_memory();
  answer().close = !request_done_;
  finish_work();
}

void Connection::reject(int status, std::string_view message) {
  const auto code = status == 503 ? ErrorCode::ServiceUnavailable : ErrorCode::SerializationException;
  answer().clear();
  answer().content_type = ContentType::Json;
  answer().set_error({code, std::string(message)});
  answer().status = status;
  answer().close = true;
  finish_work();
}

// ---- writing

bool Connection::write_answer() {
  error_code error;
  while (!unsent_.empty()) {
    const std::size_t sent = transport_.write_some(unsent_, error);
    if (error == boost::asio::error::would_block) {
      if (unsent_.size() + kStep <= unsent_seen_) {
        unsent_seen_ = unsent_.size();
        step_at_ = Clock::now();
        deadline_ = step_at_ + options_.write_timeout;
      }
      advance_when(transport_.waits_for());
      return false;
    }
    if (error) {
      close();
      return false;
    }
    loop_->metrics().sent(sent);
    unsent_.remove_prefix(sent);
  }
  answer_written();
  return true;
}

void Connection::answer_written() {
  if (!keep_alive_) return linger();
  const std::size_t most_kept = loop_->shared().budget->ample() ? kMostKept : Answer::kKeptBytes;
  request_.clear(most_kept);
  answer().clear(most_kept);
  hold_.force(buffers());
  parser_.reset();
  operation_.reset();
  table_.reset();
  if (details()) *details() = {};
  header_done_ = request_done_ = shed_ = admitted_ = false;
  body_seen_ = body_bytes_ = 0;
  state_ = State::Reading;
  deadline_ = answered_at_ + options_.idle_timeout;
  if (loop_->draining()) close();
}

// Closing a socket while bytes from the peer are unread sends a reset, which may destroy the answer on its way. So the
// connection reads and drops the rest for a while, until the peer closes. It keeps no buffer, because many peers that
// are refused for lack of memory would otherwise hold the memory that they were refused.
void Connection::linger() {
  error_code error;
  const bool all_read = request_done_ && in_begin_ == in_end_;
  if (all_read && transport_.socket().available(error) == 0) return close();
  transport_.end_sending(error);
  if (error) return close();
  deadline_ = Clock::now() + options_.linger_timeout;
  state_ = State::Lingering;
  in_ = std::vector<char>();
  in_begin_ = in_end_ = 0;
  request_.release();
  answer().release();
  hold_.force(buffers());
}

void Connection::drop_later() {
  transport_.socket().async_wait(Socket::wait_read, [self = ConnectionPtr(this)](const error_code& error) {
    self->go_on([&] { self->drop(error); });
  });
}

void Connection::drop(error_code error) {
  if (state_ == State::Closed) return;
  const std::size_t bytes = error ? 0 : transport_.socket().read_some(loop_->dropped(), error);
  if (error && error != boost::asio::error::would_block) return close();
  loop_->metrics().received(bytes);
  if (bytes > 0 && (lingered_ += bytes) <= kLingerBodies * options_.max_body_bytes)
    deadline_ = Clock::now() + options_.linger_timeout;
  drop_later();
}

void Connection::drain() {
  if (state_ == State::Handshaking || (state_ == State::Reading && !parser_)) close();
}

void Connection::time_out() {
  if (state_ == State::Handshaking) {
    if (starved_ || transport_.secure()) note_failed_handshake(starved_ ? "no memory was free" : "it took too long");
    return close();
  }
  if (starved_) {
    reject_for_time();
    return advance();
  }
  if (state_ != State::Reading || !parser_) return close();
  // The cancelled read ends, and its handler answers.
  timed_out_ = true;
  deadline_ = kNever;
  error_code ignored;
  transport_.socket().cancel(ignored);
}

void Connection::close() {
  if (state_ == State::Closed) return;
  const ConnectionPtr self(this);
  const bool working = state_ == State::Working && !starved_;
  state_ = State::Closed;
  transport_.close();
  // While the database works, it may still use the request and the answer, so their memory stays. So does the input
  // buffer, which Asio may still use.
  if (!working) {
    unsent_ = {};
    hold_.leave_queue();
    request_.release();
    answer().release();
    hold_.force(in_.size());
  }
  starved_ = false;
  loop_->forget(*this);
}

}  // namespace partita::server
