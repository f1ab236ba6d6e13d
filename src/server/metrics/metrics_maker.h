// MetricsMaker: makes the text of GET /metrics on a thread of its own, because the text of many tables takes long and
// any client can ask for it without a key.
//
// All scrapes that wait are answered by one text, which is begun after they came. After a text that took long, the
// thread rests for several times as long. So scrapes take a small part of one core at most, however many come.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "server/metrics/metrics_writer.h"

namespace partita::server {

class MetricsMaker {
 public:
  // Makes the text. nullopt if this server has no metrics.
  using Make = std::function<std::optional<std::string>(MetricsFormat)>;

  class Waiter {
   public:
    // Called once, on the maker's thread. `text` is nullptr if memory lacked for it, or if the server ends. It points
    // to nullopt if this server has no metrics. It is valid during the call.
    virtual void has_metrics(const std::optional<std::string>* text) noexcept = 0;

   protected:
    ~Waiter() = default;
  };

  explicit MetricsMaker(Make make);
  ~MetricsMaker() { stop(); }
  MetricsMaker(const MetricsMaker&) = delete;
  MetricsMaker& operator=(const MetricsMaker&) = delete;

  // Starts the thread. Throws std::bad_alloc if the system refuses one.
  void start();
  // Makes the thread call waiter.has_metrics(), which may happen before the return. The waiter must live until then.
  // Throws std::bad_alloc, and then never calls it.
  void ask(Waiter& waiter, MetricsFormat format);
  // From now on the thread does not rest between two texts, because the server ends.
  void hurry();
  // Answers all waiters and ends the thread. No caller may ask afterwards.
  void stop();

  // How long the thread rests after a text that took `cost`.
  static std::chrono::nanoseconds rest_after(std::chrono::nanoseconds cost);

 private:
  struct Scrape {
    Waiter* waiter;
    MetricsFormat format;
  };
  void run();
  void answer(const std::vector<Scrape>& scrapes) const;

  const Make make_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Scrape> waiting_;  // guarded by mutex_, like the next two
  bool hurries_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace partita::server
