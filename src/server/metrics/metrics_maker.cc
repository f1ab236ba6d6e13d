#include "server/metrics/metrics_maker.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/lack_of_memory.h"

namespace partita::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array kFormats = {MetricsFormat::Prometheus, MetricsFormat::OpenMetrics};

}  // namespace

MetricsMaker::MetricsMaker(Make make) : make_(std::move(make)) {}

std::chrono::nanoseconds MetricsMaker::rest_after(std::chrono::nanoseconds cost) {
  constexpr int kRest = 9;  // times the cost, so that the thread works for a tenth of the time at most
  constexpr std::chrono::seconds kLongestRest{5};
  return std::min<std::chrono::nanoseconds>(kRest * cost, kLongestRest);
}

void MetricsMaker::start() {
  thread_ = base::start_thread([this] { run(); });
}

void MetricsMaker::ask(Waiter& waiter, MetricsFormat format) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back({&waiter, format});
  changed_.notify_one();
}

void MetricsMaker::hurry() {
  const std::lock_guard lock(mutex_);
  hurries_ = true;
  changed_.notify_one();
}

void MetricsMaker::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    hurries_ = stopping_ = true;
    changed_.notify_one();
  }
  thread_.join();
}

void MetricsMaker::run() {
  Clock::time_point rests_until{};
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    changed_.wait_until(lock, rests_until, [&] { return hurries_; });
    if (stopping_ && waiting_.empty()) return;
    const std::vector<Scrape> scrapes = std::exchange(waiting_, {});
    lock.unlock();
    const auto began = Clock::now();
    answer(scrapes);
    const auto ended = Clock::now();
    rests_until = ended + rest_after(ended - began);
    lock.lock();
  }
}

void MetricsMaker::answer(const std::vector<Scrape>& scrapes) const {
  for (const MetricsFormat format : kFormats) {
    const auto wanted = [&](const Scrape& scrape) { return scrape.format == format; };
    if (std::ranges::none_of(scrapes, wanted)) continue;
    std::optional<std::string> text;
    const bool had_memory = base::had_memory_for([&] { text = make_(format); });
    for (const Scrape& scrape : scrapes)
      if (wanted(scrape)) scrape.waiter->has_metrics(had_memory ? &text : nullptr);
  }
}

}  // namespace partita::server
