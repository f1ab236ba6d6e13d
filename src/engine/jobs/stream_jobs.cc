#include "engine/jobs/stream_jobs.h"

#include <algorithm>

#include "base/try.h"
#include "engine/age_clock.h"
#include "engine/jobs/erased_range.h"
#include "engine/jobs/jobs.h"
#include "engine/records/sequence_numbers.h"
#include "engine/streams/settings.h"
#include "keys/system_keys.h"

namespace partita::engine {
namespace {

// Records are erased once for each hour of them, because a store keeps a note of each erased range for a while.
constexpr std::int64_t kTrimEveryMs = 60 * 60 * 1000;
// A page of GetRecords that began at the oldest record must end within this time.
constexpr std::int64_t kReadersMs = 60 * 1000;

// The number below which the records are to be erased.
SequenceNumber erasable_below(const Context& context) {
  return first_number_at(time_of(trim_horizon(context)) - kReadersMs);
}

bool must_trim(const Context& context, const catalog::StreamInfo& stream) {
  return time_of(erasable_below(context)) - time_of(stream.trimmed) >= kTrimEveryMs;
}

bool must_roll(const Context& context, const catalog::StreamInfo& stream) {
  return context.stream_roll.count() > 0 && can_roll(stream) &&
         context.ages.now_ms() - time_of(stream.generations.back()) >= context.stream_roll.count();
}

// A stream that is gone meanwhile needs no work.
Result<void> unless_gone(const Result<void>& outcome) {
  return !outcome && outcome.error().code == ErrorCode::ResourceNotFoundException ? Result<void>() : outcome;
}

class StreamJob final : public Job {
 public:
  explicit StreamJob(keys::TableId stream) : stream_(stream) {}

  Result<Slice> run_slice(Context& context) override {
    const catalog::StreamPtr stream = context.catalog.find_stream(stream_);
    if (!stream) return Slice::Done;
    if (is_gone(context, *stream)) {
      PARTITA_TRY(unless_gone(context.catalog.remove_stream(stream_)));
      context.jobs.wake();
      return Slice::Done;
    }
    if (must_trim(context, *stream) || range_) return trim(context, *stream);
    if (must_roll(context, *stream)) {
      SequenceNumbers::Ticket boundary(context.numbers);
      PARTITA_TRY(change(context, *stream, [&](catalog::TableInfo& table) { return roll_stream(table, boundary); }));
    }
    return Slice::Done;
  }

 private:
  using Change = std::function<Result<void>(catalog::TableInfo&)>;

  // Changes the stream through its table. The table's stream may be another one meanwhile.
  Result<void> change(Context& context, const catalog::StreamInfo& stream, const Change& change) const {
    auto changed = context.catalog.update(stream.table, [&](catalog::TableInfo& table) -> Result<void> {
      if (!table.stream || table.stream->id != stream_) return {};
      return change(table);
    });
    return unless_gone(changed ? Result<void>() : unexpected(std::move(changed.error())));
  }

  Result<Slice> trim(Context& context, const catalog::StreamInfo& stream) {
    if (!range_) {
      below_ = erasable_below(context);
      range_.emplace(std::pair(keys::stream_record_key(stream_, 0), keys::stream_record_key(stream_, below_)));
    }
    PARTITA_TRY_VALUE(erased, range_->erase_some(context));
    if (!erased) return Slice::More;
    range_.reset();
    PARTITA_TRY(change(context, stream, [this](catalog::TableInfo& table) -> Result<void> {
      table.stream = std::make_shared<const catalog::StreamInfo>(trimmed(*table.stream));
      return {};
    }));
    return Slice::Done;
  }

  catalog::StreamInfo trimmed(catalog::StreamInfo stream) const {
    stream.trimmed = below_;
    // A generation ends where the next one begins. The last one stays, and so does the parent of the first one that is
    // left, because its child names it, and a reader may ask for its children.
    const auto left = std::ranges::upper_bound(stream.generations, below_);
    const auto trimmed_count = std::distance(stream.generations.begin(), left) - 2;
    if (trimmed_count > 0)
      stream.generations.erase(stream.generations.begin(), stream.generations.begin() + trimmed_count);
    return stream;
  }

  const keys::TableId stream_;
  SequenceNumber below_ = 0;
  std::optional<ErasedRange> range_;  // set while records are erased
};

}  // namespace

void plan_stream_jobs(const Context& context, std::vector<PlannedJob>& out) {
  for (const catalog::StreamPtr& stream : context.catalog.streams()) {
    const bool is_of_table = [&] {
      const catalog::TablePtr table = context.catalog.find(stream->table);
      return table && table->stream && table->stream->id == stream->id;
    }();
    const bool is_due =
        is_gone(context, *stream) || (is_of_table && (must_trim(context, *stream) || must_roll(context, *stream)));
    if (is_due)
      out.push_back({{JobKey::Kind::Stream, stream->id, keys::kStreamIndex}, std::make_unique<StreamJob>(stream->id)});
  }
}

}  // namespace partita::engine
