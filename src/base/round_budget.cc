#include "base/round_budget.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace partita::base {
namespace {

thread_local RoundBudget* of_thread = nullptr;

}  // namespace

RoundBudget::RoundBudget(std::size_t bytes, std::function<void()> first)
    : bytes_(bytes), first_(std::move(first)), left_(bytes) {
  PARTITA_CHECK(of_thread == nullptr);
  of_thread = this;
}

RoundBudget::~RoundBudget() { of_thread = nullptr; }

std::size_t RoundBudget::left(std::size_t wanted) noexcept {
  return of_thread ? std::min(wanted, of_thread->left_) : wanted;
}

bool RoundBudget::is_limited() noexcept { return of_thread != nullptr; }

void RoundBudget::spend(std::size_t bytes) noexcept {
  if (!of_thread || bytes == 0) return;
  const bool is_first = of_thread->left_ == of_thread->bytes_;
  of_thread->left_ -= std::min(bytes, of_thread->left_);
  if (is_first) of_thread->first_();
}

}  // namespace partita::base
