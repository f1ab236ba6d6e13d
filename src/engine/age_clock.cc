#include "engine/age_clock.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/try.h"
#include "keys/key_space.h"

namespace partita::engine {
namespace {

// The index of the system table (catalog/FORMAT.md). The number is stored, so never renumber it.
constexpr keys::IndexId kAgeClock = 7;
// The longest age that matters is that of stream records.
constexpr std::int64_t kWatchMs = 24ll * 60 * 60 * 1000;
constexpr std::int64_t kSavedEveryMs = 10ll * 60 * 1000;

std::string stored_key() { return keys::index_lower(keys::kSystemTable, kAgeClock); }

std::int64_t take_time(std::string_view& bytes) {
  return static_cast<std::int64_t>(base::take_big_endian<std::uint64_t>(bytes));
}

}  // namespace

AgeClock::AgeClock(const base::Clock& clock) : clock_(clock), boot_(clock.boot()) {
  state_.elapsed_ms = saved_elapsed_ms_ = clock_.elapsed_ms();
  state_.time_ms = clock_.now_ms();
}

Result<void> AgeClock::load(const storage::Store& store) {
  PARTITA_TRY_VALUE(stored, store.get(stored_key()));
  if (stored.state != storage::ReadState::Found) return {};
  std::string_view bytes = stored.value.bytes;
  if (bytes.size() < 4 * sizeof(std::uint64_t))
    return fail(ErrorCode::Corruption, "the stored time of the clock of ages does not decode");
  State state;
  state.time_ms = take_time(bytes);
  const std::int64_t elapsed_ms = take_time(bytes);
  state.watched_ms = take_time(bytes);
  state.least_ahead_ms = take_time(bytes);
  const std::int64_t now_elapsed_ms = clock_.elapsed_ms();
  const bool same_run = !boot_.empty() && bytes == boot_ && elapsed_ms <= now_elapsed_ms;
  state.elapsed_ms = same_run ? elapsed_ms : now_elapsed_ms;
  const std::lock_guard lock(mutex_);
  state_ = state;
  go_on();
  return {};
}

std::int64_t AgeClock::now_ms() const {
  const std::lock_guard lock(mutex_);
  go_on();
  return state_.time_ms;
}

void AgeClock::go_on() const {
  const std::int64_t elapsed_ms = clock_.elapsed_ms();
  const std::int64_t time_of_day_ms = clock_.now_ms();
  const std::int64_t passed_ms = std::max<std::int64_t>(0, elapsed_ms - state_.elapsed_ms);
  state_.elapsed_ms = elapsed_ms;
  state_.time_ms += passed_ms;
  if (time_of_day_ms <= state_.time_ms) {
    state_ = {.time_ms = time_of_day_ms, .elapsed_ms = elapsed_ms};
    return;
  }
  // The time before this moment counts only if the time of day was ahead then too.
  if (state_.least_ahead_ms != kNever) state_.watched_ms += passed_ms;
  state_.least_ahead_ms = std::min(state_.least_ahead_ms, time_of_day_ms - state_.time_ms);
  if (state_.watched_ms < kWatchMs) return;
  state_ = {.time_ms = state_.time_ms + state_.least_ahead_ms, .elapsed_ms = elapsed_ms};
}

std::string AgeClock::encode(const State& state, const std::string& boot) {
  std::string value;
  for (const std::int64_t time : {state.time_ms, state.elapsed_ms, state.watched_ms, state.least_ahead_ms})
    base::put_big_endian(value, static_cast<std::uint64_t>(time));
  return value + boot;
}

Result<void> AgeClock::save(storage::Store& store) {
  storage::Batch batch;
  {
    const std::lock_guard lock(mutex_);
    go_on();
    saved_elapsed_ms_ = state_.elapsed_ms;
    batch.put(stored_key(), encode(state_, boot_));
  }
  return store.write(batch, storage::Store::Sync::No);
}

Result<void> AgeClock::save_if_due(storage::Store& store) {
  {
    const std::lock_guard lock(mutex_);
    if (clock_.elapsed_ms() - saved_elapsed_ms_ < kSavedEveryMs) return {};
  }
  return save(store);
}

}  // namespace partita::engine
