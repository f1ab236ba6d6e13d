#include "engine/jobs/drops.h"

#include "base/try.h"
#include "engine/commit/item_locks.h"
#include "engine/jobs/erased_range.h"
#include "engine/vector_cache/vector_cache.h"

namespace partita::engine {
namespace {

class DropJob final : public Job {
 public:
  explicit DropJob(const catalog::Drop& drop) : drop_(drop), range_(catalog::keys_of(drop)) {}

  Result<Slice> run_slice(Context& context) override {
    if (!is_left_) {
      context.locks.wait_for_writers();
      is_left_ = true;
    }
    if (context.catalog.is_held(drop_.table)) return Slice::Later;
    PARTITA_TRY_VALUE(erased, range_.erase_some(context));
    if (!erased) return Slice::More;
    const auto [lower, upper] = catalog::keys_of(drop_);
    context.vectors.forget(lower, upper);
    PARTITA_TRY(context.catalog.forget(drop_));
    return Slice::Done;
  }

 private:
  const catalog::Drop drop_;
  ErasedRange range_;
  bool is_left_ = false;  // true once all writers that may have found it in the catalog have finished
};

}  // namespace

Result<void> plan_drops(const Context& context, std::vector<PlannedJob>& out) {
  PARTITA_TRY_VALUE(drops, context.catalog.pending_drops());
  for (const catalog::Drop& drop : drops)
    out.push_back({{JobKey::Kind::Drop, drop.table, drop.index}, std::make_unique<DropJob>(drop)});
  return {};
}

}  // namespace partita::engine
