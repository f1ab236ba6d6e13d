// The part of a connection's life from a whole request to the bytes of its answer, and the lines of the logs about it.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/lack_of_memory.h"
#include "base/round_budget.h"
#include "iam/identity.h"
#include "server/answers/host_check.h"
#include "server/answers/router.h"
#include "server/connection/connection.h"
#include "server/logs/audit_record.h"
#include "server/logs/slow_log.h"
#include "server/subject/table_of.h"

namespace partita::server {

bool Connection::begin_work() {
  switch (next_of_request()) {
    case Next::Answered:
      finish_work();
      return true;
    case Next::Metrics:
      return begin_metrics();
    case Next::Operation:
      return begin_operation();
    case Next::TooLarge:
      refuse_for_memory();
      return true;
    case Next::LaterRound:
      advance_later();
      return false;
    case Next::Memory:
      starve();
      return false;
  }
  return false;
}

// A kind of request that needs no other thread is a function in the second line, which answers it. Another kind is a
// value of Next, with its case in begin_work().
Connection::Next Connection::next_of_request() {
  if (refused_answer_ != 0 && !reserve_answer()) return Next::Memory;
  if (answered_by_sts() || answered_by_console()) return Next::Answered;
  if (!may_decode_now()) return Next::LaterRound;
  while (!route_request())
    if (!take_for_inflation()) return Next::Memory;
  body_bytes_ = request_.body.size();
  if (operation_ && !take_for_decoding()) {
    if (hold_.asked_too_much()) return Next::TooLarge;
    answer().clear();
    return Next::Memory;
  }
  hold_.leave_queue();
  if (answer().metrics) return Next::Metrics;
  return operation_ ? Next::Operation : Next::Answered;
}

bool Connection::answered_by_sts() {
  if (!loop_->sts() || !is_for_sts(request_)) return false;
  const StsEndpoint::Origin origin{address_, tls_, options_.audit && options_.audit->refuses()};
  answer().had_memory_for([&] { loop_->sts()->answer(request_, origin, answer()); });
  return true;
}

bool Connection::answered_by_console() {
  ConsoleEndpoint* const console = loop_->console();
  if (!console) return false;
  bool answered = false;
  const bool had_memory = answer().had_memory_for([&] {
    answered = console->answer(request_, {address_, tls_}, loop_->verifier(), answer());
  });
  return answered || !had_memory;
}

// Returns false if the body could not be inflated because others have the memory.
bool Connection::route_request() {
  bool inflation_waits = false;
  // A retry has the memory at once that the inflation lacked before.
  const auto may_hold = [&](std::size_t bytes) {
    const bool got = hold_.bytes() >= buffers() + bytes || hold_.resize(buffers() + bytes);
    inflation_waits = !got && !hold_.asked_too_much();
    return got;
  };
  answer().had_memory_for([&] {
    operation_ = route(request_, loop_->shared().policy, loop_->verifier(), may_hold, answer());
    ConsoleEndpoint* const console = loop_->console();
    if (operation_ && console && !console->may_start(*operation_, request_.body, answer())) operation_.reset();
  });
  return operation_ || !inflation_waits || !answer().lacks_memory;
}

// Takes all the memory that the inflation wanted. The bytes of the unfinished inflation must not be held while the
// request waits for it.
bool Connection::take_for_inflation() {
  answer().clear();
  const std::size_t wanted = hold_.wanted_bytes();
  hold_.force(buffers());
  return hold_.resize(wanted);
}

bool Connection::begin_operation() {
  const Served served = served_for_request();
  if (served.database == nullptr || refused_for_audit()) {
    finish_work();
    return true;
  }
  if (details()) details()->started = Clock::now();
  const base::WriterScope scope(name_writer());
  const bool completed = completes_at_once([&] {
    if (options_.auth == Auth::Iam)
      start_if_allowed(served);
    else
      start_operation(*served.database, *operation_, request_.body, *this);
  });
  if (!completed || starve_for_answer()) return false;
  finish_work();
  return true;
}

const base::WriterName& Connection::name_writer() {
  if (!request_.caller) {
    writer_.reset();
    return writer_;
  }
  const auth::AccessKey& key = *request_.caller->key;
  const std::string& name = key.identity ? key.identity->principal().arn : key.user.empty() ? key.id : key.user;
  // The requests of a connection are nearly always of one caller.
  if ((!writer_ || *writer_ != name) &&
      !base::had_memory_for([&] { writer_ = std::make_shared<const std::string>(name); }))
    writer_.reset();
  return writer_;
}

bool Connection::refused_for_audit() {
  if (!options_.audit || !options_.audit->refuses()) return false;
  answer().set_error(
      {ErrorCode::ServiceUnavailable, "The server cannot write its audit log, and serves no request without a record"});
  return true;
}

// A large body has its turn in a round that has time left. If many rounds in a row have no time left, it goes on
// nevertheless.
bool Connection::may_decode_now() {
  constexpr std::size_t kSmallBody = 16 << 10;
  constexpr int kMostPostponed = 8;
  if (request_.body.size() <= kSmallBody) return true;
  if (base::RoundBudget::left(1) == 0 && ++postponed_ <= kMostPostponed) return false;
  postponed_ = 0;
  base::RoundBudget::spend(request_.body.size());
  return true;
}

bool Connection::begin_metrics() {
  const bool completed = completes_at_once([this] {
    if (!answer().had_memory_for([this] { loop_->shared().metrics->ask(*this, *answer().metrics); })) complete();
  });
  if (!completed) return false;
  finish_work();
  return true;
}

void Connection::has_metrics(const std::optional<std::string>* text) noexcept {
  answer().had_memory_for([&] {
    if (!text)
      answer().set_lack_of_memory();
    else if (!*text)
      answer().set_not_found();
    else if (!may_answer((*text)->size(), Outcome::Read))
      answer().set_no_memory();
    else
      answer().set_body(**text);
  });
  complete();
}

Served Connection::served_for_request() {
  Databases& databases = loop_->shared().databases;
  const Served own = databases.own();
  is_own_ = true;
  other_tables_ = nullptr;
  if (request_.account.empty() && request_.region.empty()) return own;
  Served found;
  answer().had_memory_for([&] {
    auto served = databases.find(request_.account, request_.region);
    if (served)
      found = *served;
    else
      answer().set_error(std::move(served.error()));
  });
  is_own_ = found.database == own.database;
  if (!is_own_) other_tables_ = found.tables;
  return found;
}

std::optional<Neighbour> Connection::cross_to(std::string_view account) {
  Databases& databases = loop_->shared().databases;
  const auto served = databases.find_used(account, request_.region);
  if (!served) return std::nullopt;
  is_own_ = served->database == databases.own().database;
  other_tables_ = is_own_ ? nullptr : served->tables;
  if (details()) details()->owner = account;
  return Neighbour{.database = served->database, .authorizer = &loop_->authorizer_for(*served->tables)};
}

void Connection::is_about(std::string_view table) {
  LoopMetrics& metrics = loop_->metrics();
  const std::string_view known = is_own_ || other_tables_ || table == kNoTable ? table : kOtherTables;
  table_ = other_tables_ ? metrics.table_of_another_account({other_tables_->account(), other_tables_->region(), known})
                         : metrics.table(known);
  if (details()) details()->table = table;
}

void Connection::start_if_allowed(const Served& served) {
  const iam::Identity* identity = request_.caller ? request_.caller->key->identity.get() : nullptr;
  if (!identity) {
    answer().had_memory_for([&] {
      answer().set_error({ErrorCode::AccessDeniedException, "The key has no user with policies.", {}, {}});
    });
    answer().denied = true;
    return complete();
  }
  permissions::Authorizer* authorizer = nullptr;
  if (!answer().had_memory_for([&] { authorizer = &loop_->authorizer_for(*served.tables); })) return complete();
  Asker asker{.authorizer = *authorizer,
              .caller = {.identity = *identity,
                         .surroundings = {.now_ms = loop_->shared().clock().now_ms(),
                                          .source_ip = address_,
                                          .region = request_.caller->region,
                                          .secure_transport = tls_}}};
  start_operation(*served.database, *operation_, request_.body, *this, &asker);
}

std::string Connection::own_address() const {
  const std::string_view scheme = tls_ ? "https" : "http";
  if (request_.has_host && is_callable_host(request_.host)) return fmt::format("{}://{}", scheme, request_.host);
  return fmt::format("{}://{}", scheme, fmt::streamed(own_endpoint_));
}

void Connection::complete() {
  ConnectionPtr self(this, false);
  if (details()) details()->completed = Clock::now();
  compress_elsewhere();
  // If the loop is still starting the operation, completes_at_once() goes on. Otherwise the inbox does.
  if (phase_.exchange(Phase::Completed, std::memory_order_acq_rel) == Phase::Returned) loop_->deliver(std::move(self));
}

bool Connection::wants_gzip() const {
  return !answer().is_compressed() && answer().body().size() >= gzip_from_bytes_ &&
         accepts_gzip(request_.accept_encoding);
}

// Compresses an answer on the thread that completes it, unless that is a loop. A large answer takes longer than the
// other connections of a loop should wait, and large answers come from other threads.
void Connection::compress_elsewhere() {
  if (base::RoundBudget::is_limited() || loop_->console() || !wants_gzip()) return;
  (void)base::had_memory_for([this] {
    thread_local Gzip gzip;
    if (hold_.resize(hold_.bytes() + answer().body().size())) answer().compress(gzip);
  });
}

void Connection::resume() {
  if (state_ != State::Working) return;
  go_on([this] {
    if (starve_for_answer()) return;
    finish_work();
    advance();
  });
}

void Connection::finish_work() {
  hold_.leave_queue();
  refused_answer_ = reserved_ = for_decoding_ = 0;
  if (body_bytes_ == 0) body_bytes_ = request_.body.size();
  keep_alive_ = request_done_ && keep_alive_wanted_ && !answer().close && !loop_->draining();
  if (answer().lacks_memory) {
    loop_->shared().refused_for_memory.fetch_add(1, std::memory_order_relaxed);
    if (hold_.asked_too_much()) answer().set_over_memory(loop_->shared().budget->most_for_one());
  }
  if (answer().denied) loop_->shared().denied_requests.fetch_add(1, std::memory_order_relaxed);
  if (answer().refused_signature) loop_->shared().refused_signatures.fetch_add(1, std::memory_order_relaxed);
  if (loop_->console()) answer().had_memory_for([this] { ConsoleEndpoint::finish(answer()); });
  hold_.force(buffers());
  // Compression is optional, and costs about as much as kGzipWork times the bytes in other work. So an answer that
  // finds the round's budget used up goes out as it is.
  constexpr std::size_t kGzipWork = 8;
  if (wants_gzip() && base::RoundBudget::left(1) > 0 && hold_.resize(buffers() + answer().body().size())) {
    base::RoundBudget::spend(kGzipWork * answer().body().size());
    answer().compress(loop_->gzip());
    hold_.force(buffers());
  }
  const std::string_view id = answer().request_id.empty() ? loop_->request_ids().next() : answer().request_id;
  unsent_ = answer().frame({.date = loop_->date(),
                            .request_id = id,
                            .keep_alive = keep_alive_,
                            .http_1_1 = request_.http_1_1,
                            .with_body = request_.method != Method::Head});
  if (answer().cut) unsent_ = {};
  answered_at_ = Clock::now();
  loop_->metrics().record(table_.get(), operation_, answer().error, answered_at_ - read_at_);
  if (options_.log_requests || answer().status >= 500) log_request(id);
  if (!answer().hidden_text.empty()) log_hidden_text(id);
  if (details()) log_details(id);
  unsent_seen_ = unsent_.size();
  step_at_ = answered_at_;
  deadline_ = answered_at_ + options_.write_timeout;
  state_ = State::Writing;
  if (answer().cut) close();
}

void Connection::log_request(std::string_view request_id) const {
  const auto latency = std::chrono::duration_cast<std::chrono::microseconds>(answered_at_ - read_at_);
  loop_->shared().log(
      answer().status >= 500 ? LogLevel::Warning : LogLevel::Debug,
      fmt::format("event=request operation={} status={} error={} duration_us={} bytes_in={} bytes_out={} id={}",
                  operation_ ? protocol::name_of(*operation_) : "none", answer().status,
                  answer().error ? describe(*answer().error).name : "none", latency.count(), body_bytes_,
                  unsent_.size(), request_id));
}

void Connection::log_hidden_text(std::string_view request_id) const {
  (void)base::had_memory_for([&] {
    if (const auto left_out = loop_->shared().failure_log_rate.admit(answered_at_))
      loop_->shared().log(LogLevel::Error, fmt::format("event=failure id={} left_out={} reason={}", request_id,
                                                       *left_out, answer().hidden_text));
  });
}

void Connection::log_details(std::string_view request_id) {
  const FinishedRequest finished{.id = request_id,
                                 .operation = operation_,
                                 .request = request_,
                                 .answer = answer(),
                                 .details = *details(),
                                 .peer = peer_,
                                 .read_at = read_at_,
                                 .answered_at = answered_at_,
                                 .bytes_in = body_bytes_,
                                 .bytes_out = unsent_.size()};
  const Shared& shared = loop_->shared();
  // A line that finds no memory is left out, because the answer must be sent.
  const bool slow = options_.slow_request.count() > 0 && answered_at_ - read_at_ >= options_.slow_request;
  if (slow)
    (void)base::had_memory_for([&] {
      if (const auto left_out = loop_->shared().slow_log_rate.admit(answered_at_))
        shared.log(LogLevel::Warning, slow_request_line(finished, *left_out));
    });
  if (!options_.audit || request_.method != Method::Post) return;
  const protocol::KeyNames of_another = [this](std::string_view table) {
    std::vector<std::string> names;
    const auto facts = other_tables_ ? other_tables_->find(table_name_in(table)) : nullptr;
    if (!facts) return names;
    names.push_back(facts->partition);
    if (!facts->sort.empty()) names.push_back(facts->sort);
    return names;
  };
  const protocol::KeyNames& names = is_own_ ? options_.key_names : of_another;
  // A request of STS that gave a session has no such time.
  const bool started = details()->started != Clock::time_point() || !answer().error;
  if (!base::had_memory_for([&] {
        options_.audit->append(audit_record(finished, shared.clock().now_ms(), *options_.audit, names),
                               started ? AuditLog::Of::Started : AuditLog::Of::Refused);
      }))
    options_.audit->count_lost();
}

}  // namespace partita::server
