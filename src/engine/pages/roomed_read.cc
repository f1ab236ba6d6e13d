#include "engine/pages/roomed_read.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "engine/table_facts.h"
#include "engine/threads/executor.h"

namespace partita::engine {

void RoomedRead::start(Context& context, std::size_t expected, Read read, const Refuse& refuse) {
  const auto self = std::make_shared<RoomedRead>(context, std::move(read));
  if (expected <= WriteRoom::kSmallBytes) return self->read_(self->share_);
  self->self_ = self;
  switch (context.page_room.wait(*self, expected, kMostWaiting)) {
    case WriteRoom::Wait::Waits:
      return;
    case WriteRoom::Wait::Over:
      self->self_.reset();
      return self->enter(expected);
    case WriteRoom::Wait::Refused:
      self->self_.reset();
      return refuse({ErrorCode::ThrottlingException, "Too many reads are waiting for memory; try again", {}, {}});
  }
}

void RoomedRead::enter(std::size_t bytes) {
  share_.hold(bytes);
  context_.pages.post([self = shared_from_this()] { self->read_(self->share_); });
}

void RoomedRead::has_room(std::size_t bytes) {
  const std::shared_ptr<RoomedRead> self = std::move(self_);
  enter(bytes);
}

Result<std::size_t> expected_bytes(const Context& context, const catalog::TableInfo& table, keys::IndexId index,
                                   std::size_t count) {
  PARTITA_TRY_VALUE(sums, sums_of(context, table, index));
  const auto items = std::max<std::int64_t>(sums.first, 1);
  return count * std::size_t(std::max<std::int64_t>(sums.second, 0) / items);
}

}  // namespace partita::engine
