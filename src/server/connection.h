// One client's connection: reads a request, has it answered, writes the answer, and so on, one at a time.
//
// Everything but complete() runs on the loop's thread. Invariants:
// 1. While Working, the database owns the answer and the request's body, and holds a reference to the connection.
// 2. At most one read or write is pending in Asio; its handler holds a reference.
// 3. Bytes behind a request stay in the input buffer until its answer is written.
// 4. What its buffers and its request hold is taken from the budget before it is allocated, but for what is bounded and
//    small. A request that lacks memory waits for it, starved: nothing is pending in Asio then. Who is idle holds nothing.
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "server/dispatch.h"
#include "server/loop.h"
#include "server/memory_budget.h"
#include "server/request_parser.h"

namespace partita::server {

class Connection final : public Call, public boost::intrusive_ref_counter<Connection> {
 public:
  using Clock = std::chrono::steady_clock;

  // `slot` is its place among the loop's connections.
  Connection(std::shared_ptr<Loop> loop, Socket socket, std::size_t slot);

  void start(Admission admission);
  void resume();  // the answer, which came on another thread, is complete
  void drain();   // closes if idle; else the answer under way is the last
  void time_out();
  void close();
  Clock::time_point deadline() const { return deadline_; }

  void retry();  // starved: tries again, and gives up after memory_timeout
  // Since when it has made no step while it reads a request or sends an answer, or waits for memory; nullopt where it
  // does something else.
  std::optional<Clock::time_point> stalled_since() const;
  void shed();  // gives up what it does, for others' memory. Requires: stalled_since()
  bool starved() const { return starved_; }
  Clock::time_point begun_at() const { return begun_at_; }  // its request
  std::size_t held_bytes() const { return hold_.bytes(); }
  bool holds_little() const { return hold_.bytes() <= loop_->shared().budget->little(); }
  // Idle since before `time`: between requests, and not one byte of the next is there.
  bool idle_since(Clock::time_point time) const;
  Clock::time_point last_active() const { return read_at_; }
  void rest();  // gives all buffers back until the peer sends again. Requires: idle
  // Idle, with large buffers kept for the next request. What one that is not idle holds, another thread may be changing.
  bool keeps_much() const { return idle_since(Clock::time_point::max()) && hold_.bytes() > kLittleKept; }
  bool resting() const { return resting_ == Resting::Yes; }
  Connection* next_in_inbox = nullptr;  // the inbox's own
  std::size_t slot() const { return slot_; }
  void set_slot(std::size_t slot) { slot_ = slot; }

  void decoded(KeepBody keep) override;
  std::string_view body() const override { return request_.body; }
  std::string own_address() const override;
  // Any thread.
  bool may_answer(std::size_t bytes, Outcome outcome) override;
  void complete() override;

 private:
  static constexpr std::size_t kLittleKept = 64 << 10;
  static constexpr std::size_t kFirstInput = 8 << 10;
  static constexpr auto kNever = Clock::time_point::max();
  enum class State : std::uint8_t { Reading, Working, Writing, Lingering, Closed };
  enum class Phase : std::uint8_t { Started, Returned, Completed };
  enum class KeepAlive : std::uint8_t { No, Yes };
  enum class Resting : std::uint8_t { No, Asked, Yes };  // Asked: the pending read is being cancelled

  // Goes on until the connection has to wait for its peer or for the database.
  template <class Step>
  void go_on(Step step);
  void advance();
  // Each gives false when it has to wait.
  bool read_request();
  bool begin_work();
  bool write_answer();

  bool parse();  // true when a request is complete or refused
  void request_read(KeepAlive wanted);
  void header_read();
  void reject_for_time();
  void reject(int status, std::string_view message);
  void reject_syntax(const boost::system::error_code& error);
  void finish_work();  // the answer is complete: frames it
  void answer_written();
  std::size_t buffers() const;  // bytes of all buffers, and what is reserved for the answer
  bool grow_body(std::size_t incoming);
  bool take_for_decoding();
  void refuse_for_memory();
  void starve();
  bool starve_for_answer();
  bool reserve_answer();
  void await_request();
  void woken(const boost::system::error_code& error);
  void receive();
  void received(const boost::system::error_code& error, std::size_t bytes);
  void send_continue();
  void linger();
  void log_request(std::string_view request_id) const;

  const std::shared_ptr<Loop> loop_;
  const ServerOptions& options_;
  Socket socket_;
  std::size_t slot_;
  State state_ = State::Reading;
  Clock::time_point deadline_;
  Clock::time_point read_at_;  // when the last bytes came
  Clock::time_point answered_at_;
  bool timed_out_ = false;
  bool starved_ = false;
  bool retrying_ = false;
  Clock::time_point starved_until_;
  bool shed_ = false;
  Resting resting_ = Resting::No;
  Clock::time_point begun_at_;  // when the request's first bytes were there
  Clock::time_point step_at_;  // when it last made a step of kStep bytes, in or out
  MemoryHold hold_;

  std::vector<char> in_;
  std::size_t in_begin_ = 0;
  std::size_t in_end_ = 0;
  std::optional<RequestParser> parser_;  // absent between requests, and for a plain one
  bool header_done_ = false;
  bool request_done_ = false;       // all of it was read,
  bool keep_alive_wanted_ = false;  // and asked for this
  std::size_t body_seen_ = 0;   // at its last step
  std::size_t decoded_bytes_ = 0;  // what the request takes that the database has
  std::size_t refused_answer_ = 0;  // for so many bytes of an answer there was no memory
  std::size_t reserved_ = 0;        // held for it before the operation is begun again
  std::size_t body_bytes_ = 0;  // of the request that is being answered, for the log
  Request request_;

  std::optional<protocol::Operation> operation_;
  std::atomic<Phase> phase_{Phase::Started};
  bool keep_alive_ = true;
  std::string_view unsent_;
  std::size_t unsent_seen_ = 0;  // at the last step
  std::size_t lingered_ = 0;  // bytes dropped
};

}  // namespace partita::server
