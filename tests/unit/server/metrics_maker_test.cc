// How often the metrics' text is made for many scrapes, and on which thread.
#include "server/metrics/metrics_maker.h"

#include <gmock/gmock.h>

#include <atomic>
#include <condition_variable>
#include <future>
#include <new>
#include <thread>

#include "unit/server/fixture.h"

namespace partita::server {
namespace metrics_maker_test {

using testing::HasSubstr;

// Makes texts that are numbered, each only when the test lets it.
class Gate {
 public:
  std::optional<std::string> make() {
    std::unique_lock lock(mutex_);
    ++begun_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return begun_ <= allowed_; });
    return "text " + std::to_string(begun_);
  }
  void allow(int texts) {
    const std::lock_guard lock(mutex_);
    allowed_ = texts;
    changed_.notify_all();
  }
  void await_begun(int texts) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return begun_ >= texts; });
  }
  int begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int begun_ = 0;
  int allowed_ = 0;
};

struct Scraper final : MetricsMaker::Waiter {
  void has_metrics(const std::optional<std::string>* text) noexcept override {
    got.set_value(!text ? "no memory" : text->value_or("none"));
  }
  std::promise<std::string> got;
};

TEST(MetricsMaker, AnswersAllScrapesThatWaitByOneTextThatIsBegunAfterThem) {
  Gate gate;
  MetricsMaker maker([&](MetricsFormat) { return gate.make(); });
  maker.start();
  Scraper first;
  std::vector<Scraper> later(50);
  maker.ask(first, MetricsFormat::Prometheus);
  gate.await_begun(1);
  for (Scraper& scraper : later) maker.ask(scraper, MetricsFormat::Prometheus);
  gate.allow(100);
  EXPECT_EQ(first.got.get_future().get(), "text 1");
  for (Scraper& scraper : later) EXPECT_EQ(scraper.got.get_future().get(), "text 2");
  EXPECT_EQ(gate.begun(), 2);
}

TEST(MetricsMaker, AnswersEachScrapeInItsFormatAlsoWithoutMemoryAndWithoutMetrics) {
  std::atomic<int> calls{0};
  MetricsMaker maker([&](MetricsFormat format) -> std::optional<std::string> {
    if (++calls > 3) throw std::bad_alloc();
    if (calls == 3) return std::nullopt;
    return format == MetricsFormat::OpenMetrics ? "open" : "plain";
  });
  maker.start();
  const auto ask = [&](MetricsFormat format) {
    Scraper scraper;
    maker.ask(scraper, format);
    return scraper.got.get_future().get();
  };
  EXPECT_EQ(ask(MetricsFormat::OpenMetrics), "open");
  EXPECT_EQ(ask(MetricsFormat::Prometheus), "plain");
  EXPECT_EQ(ask(MetricsFormat::Prometheus), "none");
  EXPECT_EQ(ask(MetricsFormat::Prometheus), "no memory");
}

TEST(MetricsMaker, RestsSeveralTimesAsLongAsATextTook) {
  using std::chrono::milliseconds;
  EXPECT_GE(MetricsMaker::rest_after(milliseconds(100)), milliseconds(500));
  EXPECT_LE(MetricsMaker::rest_after(milliseconds(1)), milliseconds(10));
  EXPECT_LE(MetricsMaker::rest_after(std::chrono::minutes(1)), std::chrono::seconds(5)) << "or a scraper gives up";
}

TEST(MetricsMaker, AnswersWhoWaitsWhenItStops) {
  MetricsMaker maker([](MetricsFormat) {
    std::this_thread::yield();
    return std::optional<std::string>("text");
  });
  maker.start();
  std::vector<Scraper> scrapers(20);
  for (Scraper& scraper : scrapers) maker.ask(scraper, MetricsFormat::Prometheus);
  maker.stop();
  for (Scraper& scraper : scrapers) EXPECT_EQ(scraper.got.get_future().get(), "text");
}

class ScrapeTest : public ServerTest {};

// The server has one loop, which answers others while the text of the metrics is being made.
TEST_F(ScrapeTest, ATextUnderWayKeepsNoLoopFromOthers) {
  Gate gate;
  auto options = defaults();
  options.loops = 1;
  options.extra_metrics = [&] {
    (void)gate.make();
    return std::vector<Metric>();
  };
  start(options);
  std::vector<std::unique_ptr<Client>> scrapers;
  for (int i = 0; i < 20; ++i) {
    scrapers.push_back(std::make_unique<Client>(port()));
    scrapers.back()->send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  gate.await_begun(1);
  Client other(port());
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(other.exchange("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 200);
  EXPECT_EQ(gate.begun(), 1);
  gate.allow(100);
  for (const auto& scraper : scrapers) EXPECT_THAT(scraper->read().body, HasSubstr("partita_open_connections"));
  EXPECT_LE(gate.begun(), 20);
}

}  // namespace metrics_maker_test
}  // namespace partita::server
