#include "archive/follower.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "archive/contents.h"
#include "archive/names.h"
#include "base/lack_of_memory.h"
#include "base/try.h"

namespace partita::archive {
namespace {

// Between two comparisons of the tables, which read the sums of all of them.
constexpr std::int64_t kCompareEveryMs = 10'000;

bool is_for_ever(FollowCondition condition) {
  return condition == FollowCondition::Diverged || condition == FollowCondition::Outdated;
}

}  // namespace

std::string_view name_of(FollowCondition condition) {
  switch (condition) {
    case FollowCondition::Current:
      return "current";
    case FollowCondition::Unreachable:
      return "unreachable";
    case FollowCondition::Diverged:
      return "diverged";
    case FollowCondition::Outdated:
      return "outdated";
  }
  return "";
}

Follower::Follower(storage::Store& store, const base::Clock& clock, FollowerOptions options, Applied applied)
    : store_(store),
      clock_(clock),
      options_(std::move(options)),
      abandons_(std::make_shared<std::atomic<bool>>(false)),
      archive_(options_.location),
      applied_(std::move(applied)),
      known_ms_(applied_.time_ms) {
  state_.applied = applied_;
  options_.location.place->end_if([abandons = abandons_] { return abandons->load(); });
}

Result<std::unique_ptr<Follower>> Follower::start(storage::Store& store, const base::Clock& clock,
                                                  FollowerOptions options) {
  PARTITA_TRY_VALUE(applied, read_applied(store));
  if (!applied) return invalid("the data directory does not follow an archive");
  std::unique_ptr<Follower> follower(new Follower(store, clock, std::move(options), *std::move(applied)));
  follower->thread_ = std::thread([raw = follower.get()] { raw->run(); });
  return follower;
}

Follower::~Follower() { stop(); }

void Follower::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  *abandons_ = true;
  if (thread_.joinable()) thread_.join();
  *abandons_ = false;
}

void Follower::run() {
  for (;;) {
    Result<void> looked = unexpected(base::lack_of_memory());
    (void)base::had_memory_for([&] { looked = look(); });
    {
      std::unique_lock lock(mutex_);
      state_.applied = applied_;
      const FollowCondition before = state_.condition;
      if (!is_for_ever(before)) state_.condition = looked ? FollowCondition::Current : FollowCondition::Unreachable;
      if (!looked) state_.fault = looked.error().message;
      if (looked && state_.condition == FollowCondition::Current) state_.fault.clear();
      if (state_.condition != before) {
        if (state_.condition == FollowCondition::Current)
          options_.log.info("event=standby_current");
        else
          options_.log.error(fmt::format("event=standby_{} reason=\"{}\"", name_of(state_.condition), state_.fault));
      }
      if (wake_.wait_for(lock, options_.every, [this] { return stopped_; })) return;
      if (is_for_ever(state_.condition)) return;
    }
  }
}

Result<void> Follower::look() {
  // Everything that was archived until now is applied if the end of the changes is reached.
  if (!knows_archive_) PARTITA_TRY(archive_.check_format());
  knows_archive_ = true;
  PARTITA_TRY_VALUE(head_text, archive_.get(kHeadName, kMostRecordBytes));
  PARTITA_TRY_VALUE(head, parse_head(head_text));
  const auto take = [this](Segment&& segment, const ChangesEnd& end) -> Result<bool> {
    PARTITA_TRY(apply(store_, segment, end, {}, applied_, options_.applied_batch));
    if (options_.applied_segment) PARTITA_TRY(options_.applied_segment());
    PARTITA_TRY(compare(segment));
    const std::lock_guard lock(mutex_);
    state_.applied = applied_;
    known_ms_ = std::max(known_ms_, applied_.time_ms);
    return !stopped_ && state_.condition != FollowCondition::Diverged;
  };
  PARTITA_TRY(read_changes(archive_, applied_.generation, applied_.end, take));
  const std::lock_guard lock(mutex_);
  if (is_for_ever(state_.condition)) return {};
  const bool has_all = head.generation == applied_.generation && applied_.end.segment >= head.end.segment;
  if (has_all && applied_.end.segment == head.end.segment && !applied_.end.chain.empty() &&
      applied_.end.chain != head.end.chain) {
    state_.condition = FollowCondition::Diverged;
    state_.fault = "the archive has other changes than those that were applied";
    options_.log.error(fmt::format("event=standby_diverged reason=\"{}\"", state_.fault));
    return {};
  }
  if (has_all) {
    known_ms_ = std::max(known_ms_, head.time_ms);
    return {};
  }
  if (stopped_) return {};
  if (head.base == 0)
    return fail(
        ErrorCode::ServiceUnavailable,
        fmt::format("the archive goes on in generation {}, whose first base is not complete yet", head.generation));
  state_.condition = FollowCondition::Outdated;
  state_.fault =
      head.generation != applied_.generation
          ? fmt::format("the archive goes on in generation {}", head.generation)
          : fmt::format("{} is missing", archive_.name_of(changes_name(applied_.generation, applied_.end.segment + 1)));
  options_.log.error(fmt::format("event=standby_outdated reason=\"{}\"", state_.fault));
  return {};
}

Result<void> Follower::compare(const Segment& segment) {
  const std::int64_t now_ms = clock_.now_ms();
  if (!segment.has_sums || !options_.differences || now_ms < compare_due_ms_) return {};
  compare_due_ms_ = now_ms + kCompareEveryMs;
  PARTITA_TRY_VALUE(found, options_.differences(segment.sums));
  const std::lock_guard lock(mutex_);
  ++state_.compared;
  if (found.empty()) return {};
  state_.condition = FollowCondition::Diverged;
  state_.fault = found.front();
  options_.log.error(fmt::format("event=standby_diverged reason=\"{}\"", state_.fault));
  return {};
}

FollowState Follower::state() const {
  const std::lock_guard lock(mutex_);
  FollowState state = state_;
  state.lag_ms = std::max<std::int64_t>(clock_.now_ms() - known_ms_, 0);
  return state;
}

Result<void> Follower::promote() {
  stop();
  const auto finish = [this]() -> Result<void> {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = false;
    }
    PARTITA_TRY(look());
    {
      const std::lock_guard lock(mutex_);
      if (is_for_ever(state_.condition))
        return fail(
            ErrorCode::InternalServerError,
            fmt::format(
                "the standby is {} and lacks changes: {}; wait until it has restored itself anew, or promote its "
                "directory as it is with --data",
                name_of(state_.condition), state_.fault));
    }
    storage::Batch batch;
    erase_applied(batch);
    return store_.write(batch, storage::Store::Sync::Yes);
  };
  auto promoted = finish();
  // A standby that is not promoted goes on.
  if (!promoted) thread_ = std::thread([this] { run(); });
  return promoted;
}

}  // namespace partita::archive
