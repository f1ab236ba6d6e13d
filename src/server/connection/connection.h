// Connection: one client's connection. It reads a request, starts the operation, writes the answer, and goes on with
// the next request.
//
// All functions run on the loop's thread, except complete(), may_answer(), body() and own_address(), which the
// database's thread may call, and has_metrics(), which the thread of the metrics calls.
//
// Invariants
// 1. While Working, the database owns the answer and the request's body, and holds a reference to the connection.
// 2. At most one read or write is pending in Asio. Its handler holds a reference.
// 3. Bytes after a request stay in the input buffer until its answer is written.
// 4. The bytes of its buffers and its request are taken from the budget before they are allocated, unless they are
//    bounded and few. A request that lacks memory is starved and waits. Then no read or write is pending in Asio. A
//    resting connection holds no bytes.
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/lack_of_memory.h"
#include "base/writer.h"
#include "server/answers/dispatch.h"
#include "server/connection/loop.h"
#include "server/connection/transport.h"
#include "server/http/request_parser.h"
#include "server/memory/memory_budget.h"

namespace partita::server {

class Connection final : public Call, private MetricsMaker::Waiter, public boost::intrusive_ref_counter<Connection> {
 public:
  using Clock = std::chrono::steady_clock;

  // `slot` is its index among the loop's connections.
  // `peer` is the address from which the connection came. The socket does not tell it any more after a reset.
  Connection(std::shared_ptr<Loop> loop, Socket socket, const boost::asio::ip::tcp::endpoint& peer, std::size_t slot);

  // Must be called once, after the loop has the connection in its list.
  void start(Admission admission);
  void resume();    // goes on after an answer that another thread has completed
  void drain();     // closes the connection if it is idle; otherwise the answer under way is the last
  void time_out();  // refuses a request that is too slow or waits too long for memory; otherwise closes the connection
  void close();     // closes the socket at once and makes the loop forget the connection
  Clock::time_point deadline() const { return deadline_; }  // when the loop must call time_out(), at the earliest

  void retry();  // tries again to get memory, and gives up after memory_timeout; has no effect unless starved()
  // The time of the last progress while the connection reads a request, sends an answer or waits for memory. nullopt in
  // other states.
  std::optional<Clock::time_point> stalled_since() const;
  // Gives up the request or the answer, so that others get its memory. Requires: stalled_since() has a value.
  void shed();
  bool starved() const { return starved_; }                 // whether it waits for memory
  Clock::time_point begun_at() const { return begun_at_; }  // when the request's first bytes came
  std::size_t held_bytes() const { return hold_.bytes(); }
  // Whether it would be a holder of little if it got the bytes for which it waits.
  bool needs_little() const { return hold_.wanted_bytes() <= loop_->shared().budget->little(); }
  // Whether it is a holder of little in the sense of memory_budget.h.
  bool holds_little() const { return hold_.bytes() <= loop_->shared().budget->little(); }
  // Whether the connection has been idle since before `time`. It is idle between requests, until a byte of the next one
  // comes.
  bool idle_since(Clock::time_point time) const;
  Clock::time_point last_active() const { return read_at_; }  // when the last bytes came
  void rest();  // gives all buffers back until the peer sends again. Requires: the connection is idle
  // Whether the connection is idle and keeps large buffers for the next request. It looks at held bytes only if idle,
  // because otherwise another thread may be changing them.
  bool keeps_much() const { return idle_since(Clock::time_point::max()) && hold_.bytes() > kLittleKept; }
  bool resting() const { return resting_ == Resting::Yes; }
  Connection* next_in_inbox = nullptr;  // only the inbox uses it
  std::size_t slot() const { return slot_; }
  void set_slot(std::size_t slot) { slot_ = slot; }

  std::optional<Neighbour> cross_to(std::string_view account) override;
  void is_about(std::string_view table) override;
  void decoded(KeepBody keep) override;
  std::string_view body() const override { return request_.body; }
  std::string own_address() const override;
  // Any thread may call these.
  bool may_change(std::size_t bytes) override;
  bool may_answer(std::size_t bytes, Outcome outcome) override;
  void complete() override;

 private:
  static constexpr std::size_t kLittleKept = 64 << 10;
  static constexpr std::size_t kFirstInput = 8 << 10;
  static constexpr auto kNever = Clock::time_point::max();
  enum class State : std::uint8_t { Handshaking, Reading, Working, Writing, Lingering, Closed };
  enum class Phase : std::uint8_t { Started, Returned, Completed };
  enum class KeepAlive : std::uint8_t { No, Yes };
  // The next step for a request that has been read.
  enum class Next : std::uint8_t {
    Answered,    // its answer is complete
    Metrics,     // the text of the metrics must be asked for
    Operation,   // the operation must be started
    TooLarge,    // it must be refused, because it needs more memory than one request may have
    LaterRound,  // this round of the loop has no time to decode the body
    Memory,      // it must wait for memory
  };
  enum class Resting : std::uint8_t { No, Asked, Yes };  // Asked while the pending read is being cancelled

  // Runs `step`, and closes the connection if memory runs out. The loop then goes on with the others.
  template <class Step>
  void go_on(Step step) {
    if (!base::had_memory_for(step)) close();
  }
  // Goes on until the connection must wait for its peer, for the database or for memory.
  void advance();
  // Each of these returns false if the connection must wait.
  bool shake_hands();
  bool read_request();
  bool begin_work();       // answers the request, or starts the work that will answer it
  bool begin_metrics();    // asks for the text of the metrics, which becomes the answer's body
  bool begin_operation();  // starts the operation of the database
  // Answers the request if that needs no other thread. Otherwise finds the operation, and takes the memory for it.
  Next next_of_request();
  // Each of these returns true if the answer is complete, because the request is for that endpoint or is refused.
  bool answered_by_sts();
  bool answered_by_console();
  bool route_request();  // finds the operation, or another endpoint
  bool take_for_inflation();
  bool may_decode_now();  // whether this round of the loop has time to decode the body
  // Whether the server may not serve the request because it cannot record it.
  bool refused_for_audit();
  // The name of the request's caller, for the engine to note. Null if it is not known.
  const base::WriterName& name_writer();
  void has_metrics(const std::optional<std::string>* text) noexcept override;
  // Runs `start`, after which complete() is called once, perhaps before `start` returns and perhaps by another thread.
  // Returns whether it was called. Otherwise resume() goes on.
  template <class Start>
  bool completes_at_once(Start start) {
    // This reference belongs to the database, or to the maker of the metrics. complete() gives it back.
    intrusive_ptr_add_ref(this);
    phase_.store(Phase::Started, std::memory_order_relaxed);
    start();
    return phase_.exchange(Phase::Returned, std::memory_order_acq_rel) == Phase::Completed;
  }
  // Has no database if the request's account or region does not have one. The answer then has the error.
  Served served_for_request();
  bool write_answer();  // sends as many bytes as the socket takes
  // Starts the operation if the policies allow the request.
  void start_if_allowed(const Served& served);

  bool parse();  // returns true once a request is complete or refused
  void request_read(KeepAlive wanted);
  void header_read();
  void reject_for_time();
  void reject(int status, std::string_view message);
  void reject_syntax(const boost::system::error_code& error);
  bool wants_gzip() const;
  void compress_elsewhere();  // any thread may call it before the answer is handed over
  void finish_work();         // frames the complete answer
  void answer_written();
  std::size_t buffers() const;  // the bytes of all buffers and those reserved for the answer
  bool grow_body(std::size_t incoming);
  bool admit(std::size_t announced);
  // Takes bytes for the decoded request. Returns false if the budget does not have them.
  bool take_for_decoding();
  void refuse_for_memory();
  // Makes the loop call retry() until the request gets memory or memory_timeout has passed.
  void starve();
  bool starve_for_answer();
  bool reserve_answer();
  // Frees all buffers and waits for the first byte of the next request.
  void await_request();
  void woken(const boost::system::error_code& error);
  // Calls advance() when the socket is ready.
  void advance_when(Socket::wait_type ready);
  void receive();
  // Makes room in the input buffer for more bytes. Returns false if the budget has no memory for a larger buffer.
  bool make_room();
  // Calls advance() after the handlers of other connections that are ready.
  void advance_later();
  void received(const boost::system::error_code& error, std::size_t bytes);
  void send_continue();
  void linger();
  void drop_later();  // calls drop() when bytes have come
  void drop(boost::system::error_code error);

  // For a connection in TLS (connection_tls.cc).
  void begin_handshake();
  bool refuse_plain_text();
  void note_failed_handshake(std::string_view reason);
  void receive_secure();
  void readable_when(Socket::wait_type ready);
  void readable(const boost::system::error_code& error);

  void log_request(std::string_view request_id) const;
  // Writes the text of an error that the client did not get, because it names files of the server.
  void log_hidden_text(std::string_view request_id) const;
  // Writes the lines of the slow-request log and of the audit log. Requires: there are details.
  void log_details(std::string_view request_id);

  const std::shared_ptr<Loop> loop_;
  const ServerOptions& options_;
  Transport transport_;
  const boost::asio::ip::tcp::endpoint peer_endpoint_;
  // The socket's own, kept because own_address() must not use the socket, which the loop may close at any time.
  Socket::endpoint_type own_endpoint_;
  std::string peer_;     // the client's address and port, if details are wanted
  std::string address_;  // the client's address, if signatures are verified
  std::size_t slot_;
  // Copies, because complete() and own_address() must not use Shared: an operation may end after the server has gone.
  const std::size_t gzip_from_bytes_;
  const bool tls_;          // whether the server speaks TLS
  bool awaits_tls_ = tls_;  // a handshake must come before the first request
  State state_ = State::Reading;
  bool refused_ = false;  // the connection is beyond the limit, and is told so after the handshake
  Clock::time_point deadline_;
  Clock::time_point read_at_;  // when the last bytes came
  Clock::time_point answered_at_;
  bool timed_out_ = false;
  bool starved_ = false;
  bool retrying_ = false;
  Clock::time_point starved_until_;
  bool shed_ = false;
  Resting resting_ = Resting::No;
  Clock::time_point begun_at_;  // when the request's first bytes came
  Clock::time_point step_at_;   // when the last step of kStep bytes was made, in or out
  MemoryHold hold_;

  std::vector<char> in_;
  std::size_t in_begin_ = 0;
  std::size_t in_end_ = 0;
  std::optional<RequestParser> parser_;  // empty between requests and for a plain request
  bool header_done_ = false;
  bool request_done_ = false;       // the whole request was read
  bool keep_alive_wanted_ = false;  // the request asked to keep the connection open
  std::size_t body_seen_ = 0;       // the size of the body at the last step
  std::size_t decoded_bytes_ = 0;   // of the decoded request that the database has
  std::size_t refused_answer_ = 0;  // the bytes of an answer that got no memory
  std::size_t reserved_ = 0;        // held for that answer before the operation is started again
  std::size_t for_decoding_ = 0;    // held for the decoding of a body that is being read
  bool admitted_ = false;           // the memory for that body was taken, at admitted_at_
  Clock::time_point admitted_at_;
  int postponed_ = 0;           // how many rounds of the loop had no time to decode the body
  std::size_t body_bytes_ = 0;  // of the request that is being answered, for the log
  Request request_;

  std::optional<protocol::Operation> operation_;
  TableCountsPtr table_;  // nullptr if the request names no table
  // The tables of the request's database. nullptr for Databases::own(), and if Served has no tables.
  const permissions::Tables* other_tables_ = nullptr;
  base::WriterName writer_;  // of the last request
  bool is_own_ = true;       // whether the database of the request is Databases::own()
  std::atomic<Phase> phase_{Phase::Started};
  bool keep_alive_ = true;
  std::string_view unsent_;
  std::size_t unsent_seen_ = 0;  // the size of unsent_ at the last step
  std::size_t lingered_ = 0;     // the bytes that were read and dropped
};

}  // namespace partita::server
