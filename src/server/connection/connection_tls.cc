// The part of Connection that deals with TLS: the handshake, and the reading of encrypted bytes.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <boost/asio/post.hpp>

#include "server/connection/connection.h"

namespace partita::server {
namespace {

// This many failed handshakes give one warning, because every scanner of the network causes some.
constexpr std::uint64_t kFailuresForAWarning = 1000;

}  // namespace

void Connection::begin_handshake() {
  state_ = State::Handshaking;
  begun_at_ = step_at_ = Clock::now();
  deadline_ = begun_at_ + (refused_ ? options_.linger_timeout : options_.header_timeout);
}

bool Connection::shake_hands() {
  if (!transport_.secure()) {
    switch (transport_.greeting()) {
      case Transport::Greeting::Awaited:
        advance_when(Socket::wait_read);
        return false;
      case Transport::Greeting::Ended:
        close();
        return false;
      case Transport::Greeting::Other:
        return refuse_plain_text();
      case Transport::Greeting::Tls:
        break;
    }
    if (!hold_.resize(Transport::kTlsBytes)) {
      starve();
      return false;
    }
    hold_.leave_queue();
    if (!transport_.begin_tls(loop_->shared().tls->new_session())) {
      close();
      return false;
    }
  }
  std::string reason;
  switch (transport_.shake_hands(reason)) {
    case Transport::Handshake::Waits:
      advance_when(transport_.waits_for());
      return false;
    case Transport::Handshake::Failed:
      note_failed_handshake(reason);
      // The peer gets the time to read the alert that says why.
      linger();
      return true;
    case Transport::Handshake::Done:
      break;
  }
  awaits_tls_ = false;
  if (refused_) {
    reject(503, "Too many connections");
    return true;
  }
  state_ = State::Reading;
  read_at_ = Clock::now();
  deadline_ = read_at_ + options_.idle_timeout;
  return true;
}

// Answers a client that does not speak TLS in its own language.
bool Connection::refuse_plain_text() {
  note_failed_handshake("the client does not speak TLS");
  awaits_tls_ = false;
  reject(400, "This port speaks TLS only: use https:// in place of http://");
  return true;
}

void Connection::note_failed_handshake(std::string_view reason) {
  const Shared& shared = loop_->shared();
  const auto failed = loop_->shared().failed_handshakes.fetch_add(1, std::memory_order_relaxed) + 1;
  shared.log(failed % kFailuresForAWarning == 1 ? LogLevel::Warning : LogLevel::Debug,
             fmt::format("event=tls_handshake_failed peer={} reason=\"{}\" failed_total={}",
                         fmt::streamed(peer_endpoint_), reason, failed));
}

// Requires: the input buffer has room.
void Connection::receive_secure() {
  if (!transport_.has_pending()) return readable_when(Socket::wait_read);
  // Other connections have their turn before bytes that have left the socket already.
  boost::asio::post(loop_->io(), [self = ConnectionPtr(this)] { self->go_on([&] { self->readable({}); }); });
}

void Connection::readable_when(Socket::wait_type ready) {
  transport_.socket().async_wait(ready, [self = ConnectionPtr(this)](const boost::system::error_code& error) {
    self->go_on([&] { self->readable(error); });
  });
}

void Connection::readable(const boost::system::error_code& error) {
  if (state_ == State::Closed) return;
  if (error) return received(error, 0);
  boost::system::error_code outcome;
  const std::size_t bytes =
      transport_.read_some(boost::asio::mutable_buffer(in_.data() + in_end_, in_.size() - in_end_), outcome);
  if (outcome != boost::asio::error::would_block) return received(outcome, bytes);
  // The wait may have been cancelled after the socket had become ready.
  if (timed_out_ || resting_ == Resting::Asked) return received(boost::asio::error::operation_aborted, 0);
  readable_when(transport_.waits_for());
}

}  // namespace partita::server
