#include "base/late_wakes.h"

#include <utility>

namespace partita::base {
namespace {

thread_local LateWakes* gathering[2] = {};

LateWakes*& gathering_of(LateWakes::Of kind) { return gathering[static_cast<std::size_t>(kind)]; }

}  // namespace

LateWakes::LateWakes(Of kind, std::function<void()> first)
    : kind_(kind), first_(std::move(first)), outer_(std::exchange(gathering_of(kind), this)) {}

LateWakes::~LateWakes() {
  gathering_of(kind_) = outer_;
  wake_all();
}

void LateWakes::later(Of kind, Sleeper& sleeper, std::shared_ptr<void> owner) noexcept {
  LateWakes* const wakes = gathering_of(kind);
  if (!wakes) return sleeper.wake();
  for (std::size_t i = 0; i < wakes->count_; ++i)
    if (wakes->entries_[i].sleeper == &sleeper) return;
  if (wakes->count_ == kMostSleepers) return sleeper.wake();
  wakes->entries_[wakes->count_++] = {&sleeper, std::move(owner)};
  if (wakes->count_ == 1 && wakes->first_) wakes->first_();
}

void LateWakes::wake_now(Of kind) noexcept {
  if (LateWakes* const wakes = gathering_of(kind)) wakes->wake_all();
}

void LateWakes::wake_all() noexcept {
  for (std::size_t i = 0; i < count_; ++i) {
    const Entry entry = std::exchange(entries_[i], {});
    entry.sleeper->wake();
  }
  count_ = 0;
}

}  // namespace partita::base
