// The clock of ages: no jump of the time of day makes anything older than it is.
#include "engine/age_clock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "storage/memory/memory_store.h"
#include "storage/open_store.h"
#include "support/requests.h"
#include "support/temporary_directory.h"
#include "support/test_engine.h"
#include "value/limits.h"

namespace partita::engine {
namespace age_clock_test {

using test::kStartMs;
using test::TestEngine;

constexpr std::int64_t kMinuteMs = 60 * 1000;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;

// A clock of a machine that was started again: no earlier elapsed time is comparable.
class OtherBoot final : public base::Clock {
 public:
  OtherBoot(std::int64_t now_ms, std::string boot) : now_ms_(now_ms), boot_(std::move(boot)) {}
  std::int64_t now_ms() const override { return now_ms_; }
  std::int64_t elapsed_ms() const override { return elapsed_ms_; }
  std::string boot() const override { return boot_; }
  void advance_ms(std::int64_t by_ms) {
    now_ms_ += by_ms;
    elapsed_ms_ += by_ms;
  }

 private:
  std::int64_t now_ms_;
  std::int64_t elapsed_ms_ = 1000;
  const std::string boot_;
};

TEST(AgeClockTest, goes_as_fast_as_time_and_never_ahead_of_the_time_of_day) {
  base::ManualClock clock(kStartMs);
  const AgeClock ages(clock);
  EXPECT_EQ(ages.now_ms(), kStartMs);
  clock.set_ahead_ms(26 * kHourMs);
  clock.advance_ms(2500);
  EXPECT_EQ(ages.now_ms(), kStartMs + 2500);
  clock.set_ahead_ms(-2 * kHourMs);
  EXPECT_EQ(ages.now_ms(), clock.now_ms());
  clock.set_ahead_ms(0);
  clock.advance_ms(1);
  EXPECT_EQ(ages.now_ms(), kStartMs + 2501 - 2 * kHourMs) << "what was stamped meanwhile has such stamps";
}

TEST(AgeClockTest, makes_up_after_a_day_for_what_the_time_of_day_was_ahead_throughout) {
  base::ManualClock clock(kStartMs);
  const AgeClock ages(clock);
  clock.set_ahead_ms(5 * kHourMs);
  EXPECT_EQ(ages.now_ms(), kStartMs);
  clock.advance_ms(12 * kHourMs);
  ages.now_ms();
  clock.set_ahead_ms(3 * kHourMs);
  ages.now_ms();
  clock.set_ahead_ms(5 * kHourMs);
  clock.advance_ms(12 * kHourMs - 1);
  EXPECT_EQ(ages.now_ms(), kStartMs + 24 * kHourMs - 1);
  clock.advance_ms(1);
  EXPECT_EQ(ages.now_ms(), kStartMs + 27 * kHourMs);
}

TEST(AgeClockTest, goes_on_after_a_restart_of_the_process_and_stays_behind_after_one_of_the_machine) {
  const auto store = storage::make_memory_store();
  OtherBoot first(kStartMs, "first");
  {
    AgeClock ages(first);
    ASSERT_TRUE(ages.load(*store));
    first.advance_ms(kHourMs);
    ASSERT_TRUE(ages.save(*store));
  }
  first.advance_ms(kHourMs);
  {
    AgeClock ages(first);
    ASSERT_TRUE(ages.load(*store));
    EXPECT_EQ(ages.now_ms(), kStartMs + 2 * kHourMs);
    ASSERT_TRUE(ages.save(*store));
  }
  OtherBoot second(kStartMs + 100 * kHourMs, "second");
  for (int run = 0; run < 24; ++run) {  // no run lasts a day
    AgeClock ages(second);
    ASSERT_TRUE(ages.load(*store));
    EXPECT_EQ(ages.now_ms(), kStartMs + (2 + run) * kHourMs);
    second.advance_ms(kHourMs);
    ASSERT_TRUE(ages.save(*store));
  }
  AgeClock ages(second);
  ASSERT_TRUE(ages.load(*store));
  EXPECT_EQ(ages.now_ms(), second.now_ms());
}

TEST(AgeClockTest, refuses_a_stored_time_that_does_not_decode) {
  const auto store = storage::make_memory_store();
  base::ManualClock clock(kStartMs);
  ASSERT_TRUE(AgeClock(clock).save(*store));
  auto it = store->iterate({});
  storage::Batch batch;
  batch.put(it->key(), "short");
  it.reset();
  ASSERT_TRUE(store->write(batch, storage::Store::Sync::No));
  EXPECT_EQ(AgeClock(clock).load(*store).error().code, ErrorCode::Corruption);
}

// Whatever the time of day does, an entry stamped with it does not reach an age before that time has passed.
TEST(AgeClockTest, no_stamp_is_older_than_it_really_is) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    base::ManualClock clock(kStartMs);
    const AgeClock ages(clock);
    struct Stamp {
      std::int64_t time_ms;
      std::int64_t elapsed_ms;
    };
    std::vector<Stamp> stamps;
    for (int step = 0; step < 400; ++step) {
      if (random() % 4 == 0) clock.set_ahead_ms(std::int64_t(random() % 200 - 100) * kHourMs / 2);
      const std::int64_t now = ages.now_ms();
      for (const Stamp& stamp : stamps) {
        const std::int64_t really = clock.elapsed_ms() - stamp.elapsed_ms;
        if (really > 24 * kHourMs) continue;
        ASSERT_LE(now - stamp.time_ms, really) << "seed " << seed << " step " << step;
      }
      stamps.push_back({clock.now_ms(), clock.elapsed_ms()});
      clock.advance_ms(std::int64_t(random() % 120) * kMinuteMs);
    }
  }
}

// -- The engine by this clock

class EngineWhoseClockJumps : public testing::Test {
 protected:
  EngineWhoseClockJumps() {
    CreateTableRequest request = test::create_request("items", "pk:S");
    request.stream_specification =
        StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::NewImage};
    EXPECT_TRUE(engine_.create_table(std::move(request)));
    EXPECT_TRUE(engine_.update_time_to_live(test::time_to_live_request("items", "expires", true)));
    EXPECT_TRUE(engine_.run_jobs());
  }
  std::size_t records() {
    const auto id = engine_.context().catalog.find("items")->stream->id;
    return test::keys_between(engine_.engine().store(), keys::table_lower(id), keys::table_upper(id));
  }
  std::size_t items() { return static_cast<std::size_t>(engine_.scan(test::scan_request("items"))->count); }
  bool add_once() {
    return bool(engine_.transact_write_items(
        test::transact_request({test::transact_update("items", {{"pk", "n"}}, "ADD n :one", {{":one", 1}})}, "token")));
  }
  std::int64_t added() {
    return test::number_in(*engine_.get_item(test::get_request("items", {{"pk", "n"}}))->item, "n");
  }

  TestEngine engine_;
};

TEST_F(EngineWhoseClockJumps, erases_and_forgets_nothing_early_and_everything_in_time) {
  ASSERT_TRUE(add_once());
  const std::int64_t expires = kStartMs / 1000 + 3600;
  ASSERT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a"}, {"expires", expires}})));
  const std::size_t before = records();
  for (const std::int64_t ahead_ms :
       {12 * kMinuteMs, 26 * kHourMs, 400 * 24 * kHourMs, -2 * kHourMs, std::int64_t{0}}) {
    engine_.clock().set_ahead_ms(ahead_ms);
    engine_.clock().advance_ms(2500);
    ASSERT_TRUE(engine_.run_jobs());
    ASSERT_TRUE(add_once());
    EXPECT_EQ(added(), 1) << ahead_ms;
    EXPECT_EQ(records(), before) << ahead_ms;
    EXPECT_EQ(items(), 2u) << ahead_ms;
  }
  engine_.clock().advance_ms(4 * kHourMs);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(items(), 1u);
  ASSERT_TRUE(add_once());
  EXPECT_EQ(added(), 2);
  engine_.clock().advance_ms(30 * kHourMs);
  ASSERT_TRUE(engine_.run_jobs());
  EXPECT_EQ(records(), 0u);
}

TEST(EngineOfADirectory, keeps_its_age_over_a_restart) {
  const test::TemporaryDirectory directory;
  const auto clock = std::make_shared<base::ManualClock>(kStartMs);
  const auto open = [&] {
    TestEngine::Options options;
    options.clock = clock;
    return std::make_unique<TestEngine>(storage::open_store(directory / "data", {}).value(), std::move(options));
  };
  open().reset();
  clock->set_ahead_ms(26 * kHourMs);
  clock->advance_ms(kMinuteMs);
  EXPECT_EQ(open()->context().ages.now_ms(), kStartMs + kMinuteMs);
}

}  // namespace age_clock_test
}  // namespace partita::engine
