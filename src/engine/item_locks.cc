#include "engine/item_locks.h"

#include "base/check.h"

#include <algorithm>
#include <condition_variable>
#include <functional>

namespace partita::engine {

ItemLocks::Stripe ItemLocks::stripe_of(std::string_view item_key) {
  return static_cast<Stripe>(std::hash<std::string_view>{}(item_key) % kStripes);
}

std::vector<ItemLocks::Stripe> ItemLocks::stripes_of(const std::vector<std::string_view>& item_keys) {
  std::vector<Stripe> stripes;
  for (std::string_view key : item_keys) stripes.push_back(stripe_of(key));
  std::sort(stripes.begin(), stripes.end());
  stripes.erase(std::unique(stripes.begin(), stripes.end()), stripes.end());
  return stripes;
}

void ItemLocks::acquire(Stripe stripe, std::function<void()> then) {
  State& state = stripes_[stripe];
  {
    std::lock_guard lock(state.mutex);
    if (state.held) {
      state.waiting.push_back(std::move(then));
      return;
    }
    state.held = true;
  }
  then();
}

void ItemLocks::acquire(const std::vector<Stripe>& stripes, std::function<void()> then) {
  acquire_from(stripes, 0, std::move(then));
}

void ItemLocks::acquire_from(const std::vector<Stripe>& stripes, std::size_t next, std::function<void()> then) {
  for (; next < stripes.size(); ++next) {
    State& state = stripes_[stripes[next]];
    std::lock_guard lock(state.mutex);
    if (state.held) {
      state.waiting.push_back([this, &stripes, next, then = std::move(then)]() mutable {
        acquire_from(stripes, next + 1, std::move(then));
      });
      return;
    }
    state.held = true;
  }
  then();
}

void ItemLocks::release(Stripe stripe) {
  State& state = stripes_[stripe];
  std::function<void()> next;
  {
    std::lock_guard lock(state.mutex);
    PARTITA_CHECK(state.held);
    if (state.waiting.empty()) {
      state.held = false;
      return;
    }
    next = std::move(state.waiting.front());
    state.waiting.pop_front();
  }
  executor_.post(std::move(next));
}

void ItemLocks::release(const std::vector<Stripe>& stripes) {
  for (Stripe stripe : stripes) release(stripe);
}

void ItemLocks::wait_for_writers() {
  for (std::size_t i = 0; i < kStripes; ++i) {
    const auto stripe = static_cast<Stripe>(i);
    std::mutex mutex;
    std::condition_variable passed;
    bool done = false;
    acquire(stripe, [&] {
      release(stripe);
      std::lock_guard lock(mutex);
      done = true;
      passed.notify_one();
    });
    std::unique_lock lock(mutex);
    passed.wait(lock, [&] { return done; });
  }
}

}  // namespace partita::engine
