#include "archive/archiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/lack_of_memory.h"
#include "base/try.h"

namespace partita::archive {
namespace {

using namespace std::chrono_literals;

// The head tells others that the server lives, so it is written without changes too.
constexpr auto kHeartbeat = 10s;
constexpr auto kLongestPause = 30s;
constexpr auto kLookForBase = 10s;
constexpr auto kPatienceAtStart = 5s;

// Whether a later attempt cannot succeed.
bool is_final(const Error& error) { return error.code == ErrorCode::ResourceInUseException; }
bool is_wrong_at_start(const Error& error) {
  return is_final(error) || error.code == ErrorCode::ValidationException ||
         error.code == ErrorCode::DataDirectoryNewer || error.code == ErrorCode::Corruption;
}

bool is_past(std::chrono::steady_clock::rep time) {
  return std::chrono::steady_clock::now().time_since_epoch().count() >= time;
}

}  // namespace

std::string_view name_of(ArchiveCondition condition) {
  switch (condition) {
    case ArchiveCondition::Starting:
      return "starting";
    case ArchiveCondition::Current:
      return "current";
    case ArchiveCondition::Unreachable:
      return "unreachable";
    case ArchiveCondition::Lost:
      return "lost";
  }
  return "";
}

Archiver::Archiver(storage::Store& store, const base::Clock& clock, ArchiverOptions options)
    : store_(store),
      clock_(clock),
      options_(std::move(options)),
      rate_(std::make_shared<Rate>(options_.bytes_per_second)),
      archive_(options_.location, rate_),
      writer_(archive_, store, clock, options_.writer),
      end_of_requests_(std::make_shared<EndOfRequests>(INT64_MAX)),
      caught_up_ms_(clock.now_ms()) {
  options_.location.place->end_if([end = end_of_requests_] { return is_past(*end); });
}

bool Archiver::requests_are_over() const { return is_past(*end_of_requests_); }

Result<std::unique_ptr<Archiver>> Archiver::start(storage::Store& store, const base::Clock& clock,
                                                  ArchiverOptions options) {
  std::unique_ptr<Archiver> archiver(new Archiver(store, clock, std::move(options)));
  archiver->changes_ = std::thread([raw = archiver.get()] { raw->write_changes(); });
  archiver->bases_ = std::thread([raw = archiver.get()] { raw->write_bases(); });
  archiver->watch_ = std::thread([raw = archiver.get()] { raw->watch(); });
  // A wrong archive is told at once. A place that does not answer must not keep the server from its clients.
  std::optional<Error> wrong;
  {
    std::unique_lock lock(archiver->mutex_);
    archiver->wake_.wait_for(lock, kPatienceAtStart, [&] { return archiver->begun_ || archiver->first_error_; });
    if (archiver->first_error_ && is_wrong_at_start(*archiver->first_error_)) wrong = archiver->first_error_;
  }
  if (wrong) return unexpected(*std::move(wrong));
  return archiver;
}

Archiver::~Archiver() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  rate_->stop();
  *end_of_requests_ = (std::chrono::steady_clock::now() + options_.last_changes).time_since_epoch().count();
  if (watch_.joinable()) watch_.join();
  if (changes_.joinable()) changes_.join();
  // A base that is not complete is of no use.
  *end_of_requests_ = 0;
  if (bases_.joinable()) bases_.join();
}

bool Archiver::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, time, [this] { return stop_.load(); });
  return !stop_;
}

void Archiver::note(const Result<void>& result) {
  const std::lock_guard lock(mutex_);
  const ArchiveCondition before = state_.condition;
  if (before == ArchiveCondition::Lost) return;
  if (result) {
    state_.condition = ArchiveCondition::Current;
    state_.fault.clear();
  } else {
    ++state_.failures;
    state_.fault = result.error().message;
    state_.condition = is_final(result.error()) ? ArchiveCondition::Lost : ArchiveCondition::Unreachable;
  }
  if (before == state_.condition) return;
  const base::Log& log = options_.writer.log;
  if (result)
    log.info(fmt::format("event=archive_current archive={}", archive_.name_of("")));
  else
    log.error(fmt::format("event=archive_{} reason=\"{}\"", name_of(state_.condition), state_.fault));
}

bool Archiver::is_lost() const {
  const std::lock_guard lock(mutex_);
  return state_.condition == ArchiveCondition::Lost;
}

void Archiver::note_base(const Error& error) {
  if (is_final(error)) return note(unexpected(error));
  const std::lock_guard lock(mutex_);
  ++state_.failures;
  if (state_.base_fault != error.message)
    options_.writer.log.error(fmt::format("event=archive_base_failed reason=\"{}\"", error.message));
  state_.base_fault = error.message;
}

void Archiver::watch() {
  constexpr std::chrono::milliseconds kLook = 1s;
  while (wait(std::min(options_.every, kLook))) watch_lag();
}

void Archiver::watch_lag() {
  const ArchiveState now = state();
  const bool lost = now.condition == ArchiveCondition::Lost;
  const bool behind = lost || now.lag_ms > options_.most_lag.count();
  if (behind != is_behind_) {
    const base::Log& log = options_.writer.log;
    if (behind)
      log.error(fmt::format("event=archive_behind lag_s={} writes={} reason=\"{}\"", now.lag_ms / 1000,
                            options_.required ? "refused" : "accepted", now.fault));
    else
      log.info("event=archive_caught_up");
  }
  is_behind_ = behind;
  if (options_.required) store_.change_log()->refuse_writes(behind);
}

std::chrono::milliseconds Archiver::pause_after(const Result<void>& result) {
  pause_ = result ? options_.every
                  : std::clamp<std::chrono::milliseconds>(
                        2 * pause_, options_.every, std::max<std::chrono::milliseconds>(kLongestPause, options_.every));
  return pause_;
}

Result<void> Archiver::write_all_changes() {
  std::int64_t looked_ms = 0;
  bool is_head_old = false;
  for (bool more = true; more;) {
    looked_ms = clock_.now_ms();
    const auto began = std::chrono::steady_clock::now();
    const bool wants_sums = began >= sums_due_;
    const std::uint64_t segment_before = writer_.position().end.segment;
    PARTITA_TRY_VALUE(goes_on, writer_.write_changes(wants_sums ? ArchiveWriter::Wants::ChangesAndSums
                                                                : ArchiveWriter::Wants::ChangesOnly));
    more = goes_on;
    const auto now = std::chrono::steady_clock::now();
    // Sums of many tables take long, so they are made for a small part of the time.
    if (wants_sums)
      sums_due_ = now + std::max<std::chrono::steady_clock::duration>(options_.every / 2, 20 * (now - began));
    if (writer_.position().end.segment == segment_before) continue;
    {
      const std::lock_guard lock(mutex_);
      ++state_.segments;
      // Until all changes are written, the lag is that of the last batch that is.
      caught_up_ms_ = std::max(caught_up_ms_, writer_.position().end.time_ms);
    }
    if (is_lost()) return {};
    const std::int64_t now_ms = clock_.now_ms();
    if (more && now_ms - head_written_ms_ >= std::chrono::milliseconds(kHeartbeat).count()) {
      PARTITA_TRY(writer_.write_head(ArchiveWriter::ServerState::Alive));
      head_written_ms_ = now_ms;
    }
    is_head_old = true;
  }
  if (is_head_old) head_written_ms_ = 0;
  const std::int64_t now_ms = clock_.now_ms();
  {
    const std::lock_guard lock(mutex_);
    caught_up_ms_ = looked_ms;
  }
  if (now_ms - head_written_ms_ < std::chrono::milliseconds(kHeartbeat).count() && now_ms >= head_written_ms_)
    return {};
  PARTITA_TRY(writer_.write_head(ArchiveWriter::ServerState::Alive));
  head_written_ms_ = now_ms;
  return {};
}

void Archiver::write_changes() {
  const auto attempt = [this]() -> Result<void> {
    Result<void> result = unexpected(base::lack_of_memory());
    (void)base::had_memory_for([&] {
      bool begun = false;
      {
        const std::lock_guard lock(mutex_);
        begun = begun_;
      }
      if (begun && writer_.must_begin()) begun = false;
      result = begun ? Result<void>() : writer_.begin();
      if (!begun) {
        const std::lock_guard lock(mutex_);
        begun_ = result.has_value();
        if (!result) first_error_ = result.error();
        wake_.notify_all();
      }
      if (result) result = write_all_changes();
    });
    return result;
  };
  for (;;) {
    const Result<void> result = attempt();
    note(result);
    if (is_lost()) return;
    if (!wait(pause_after(result))) break;
  }
  // Clients may still have been writing when the last look for changes ended.
  sums_due_ = {};
  if (is_lost()) return;
  Result<void> last = attempt();
  while (!last && !is_final(last.error()) && !requests_are_over()) {
    std::this_thread::sleep_for(500ms);
    last = attempt();
  }
  if (last) last = writer_.write_head(ArchiveWriter::ServerState::Closed);
  if (!last) options_.writer.log.error(fmt::format("event=archive_behind reason=\"{}\"", last.error().message));
}

void Archiver::write_bases() {
  std::chrono::steady_clock::time_point due{};
  std::uint64_t last_number = 0;
  while (wait(std::min<std::chrono::milliseconds>(options_.every, kLookForBase))) {
    {
      const std::lock_guard lock(mutex_);
      if (!begun_) continue;
      if (state_.condition == ArchiveCondition::Lost) return;
    }
    const auto now = std::chrono::steady_clock::now();
    const std::uint64_t number = store_.change_log()->last_number();
    const bool has_changes = number != last_number;
    // The first base after each start makes certain that the archive does not depend on a log that a crash may have
    // cut.
    if (!writer_.needs_base() && (now < due || !has_changes)) continue;
    Result<void> result = unexpected(base::lack_of_memory());
    (void)base::had_memory_for([&] {
      result = writer_.write_base(
          [this](std::uint64_t done, std::uint64_t all) {
            const std::lock_guard lock(mutex_);
            state_.base_done_bytes = done;
            state_.base_all_bytes = all;
          },
          [this] { return wait(std::min<std::chrono::milliseconds>(options_.every, 100ms)) && !is_lost(); }, stop_);
    });
    {
      const std::lock_guard lock(mutex_);
      state_.base_done_bytes = state_.base_all_bytes = 0;
      if (result) {
        state_.base_ms = clock_.now_ms();
        state_.base_fault.clear();
        head_written_ms_ = 0;
      }
    }
    if (stop_) return;
    if (result) {
      due = now + options_.base_every;
      last_number = number;
    } else {
      note_base(result.error());
      if (!wait(kLookForBase)) return;
    }
  }
}

ArchiveState Archiver::state() const {
  ArchiveState state;
  std::int64_t caught_up = 0;
  {
    const std::lock_guard lock(mutex_);
    state = state_;
    caught_up = caught_up_ms_;
  }
  state.position = writer_.position();
  state.last_ms = state.position.end.time_ms;
  const std::uint64_t last = store_.change_log()->last_number();
  if (state.position.generation > 0 && last <= state.position.end.number) return state;
  const std::int64_t pending = writer_.pending_since_ms();
  state.lag_ms = std::max<std::int64_t>(clock_.now_ms() - std::max(pending, caught_up), 0);
  return state;
}

}  // namespace partita::archive
