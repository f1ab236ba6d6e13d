#include "engine/jobs/transfer_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <tuple>

#include "base/json_lines.h"
#include "engine/jobs/jobs.h"

namespace partita::engine {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kPatienceMs = 10 * 60'000;
constexpr std::chrono::milliseconds kLongestPause = 10s;
constexpr std::chrono::milliseconds kLook = 50ms;  // how often a pause looks whether it must end

using Checkpoint = std::tuple<std::string, std::string, std::int64_t, bool>;

std::optional<Checkpoint> checkpoint_of(const Context& context, keys::TableId id) {
  const catalog::TransferPtr now = context.catalog.find_transfer(id);
  if (!now) return std::nullopt;
  return Checkpoint{now->done_key, now->partial_key, now->done_records, now->has_read_all};
}

bool is_cancelled(const Context& context, keys::TableId id) {
  const catalog::TransferPtr now = context.catalog.find_transfer(id);
  return !now || now->status == BulkOperationStatus::Cancelling;
}

}  // namespace

Result<void> TransferJob::give_up(Context& context, const TransferFailure& failure) {
  return fail_transfer(context, id_, failure);
}

Result<void> TransferJob::work(Context& context) {
  std::optional<Checkpoint> failing_at;
  std::int64_t failing_since_ms = 0;
  std::chrono::milliseconds pause = 100ms;
  for (;;) {
    const Result<void> done = attempt(context);
    if (done || context.jobs.stopping()) return done;
    const std::int64_t now_ms = context.clock.elapsed_ms();
    const auto checkpoint = checkpoint_of(context, id_);
    if (!failing_at || checkpoint != failing_at) {
      failing_at = checkpoint;
      failing_since_ms = now_ms;
      pause = 100ms;
      context.log.warning(
          fmt::format("event=transfer_waits id={} reason={}", id_, base::json_text(done.error().message)));
    }
    if (done.error().code == ErrorCode::Corruption || now_ms - failing_since_ms >= kPatienceMs)
      return give_up(
          context, {"InternalError", "The database failed; the log of the server has the cause", done.error().message});
    const auto until = std::chrono::steady_clock::now() + pause;
    pause = std::min(2 * pause, kLongestPause);
    while (std::chrono::steady_clock::now() < until && !context.jobs.stopping() && !is_cancelled(context, id_))
      std::this_thread::sleep_for(kLook);
    if (context.jobs.stopping()) return {};
  }
}

}  // namespace partita::engine
