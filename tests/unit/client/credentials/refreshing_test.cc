#include "client/credentials/refreshing.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <semaphore>

namespace partita::client {
namespace refreshing_test {

constexpr std::int64_t kHourMs = 3'600'000;

// A source whose fetches the test lets through one by one. Credentials are k1, k2 ... and last an hour.
class RefreshingTest : public ::testing::Test {
 protected:
  CredentialsResult fetch() {
    begun_.release();
    let_.acquire();
    ++fetches_;
    if (failing_) return no_credentials("broken");
    FoundCredentials found;
    found.credentials.access_key_id = "k" + std::to_string(fetches_);
    found.expires_ms = clock_->now_ms() + kHourMs;
    return found;
  }
  std::string get() {
    const auto [ready, key] = ask();
    return key.get();
  }
  // Whether the request was answered at once, and the answer.
  std::pair<bool, std::shared_future<std::string>> ask() {
    const auto promise = std::make_shared<std::promise<std::string>>();
    std::shared_future<std::string> key = promise->get_future();
    credentials_.get([promise](const Result<Credentials>& result) {
      promise->set_value(result ? result->access_key_id : result.error().message);
    });
    return {key.wait_for(std::chrono::seconds(0)) == std::future_status::ready, key};
  }
  // Waits until the fetched key is in use.
  void wait_for(const std::string& key) {
    while (get() != key) std::this_thread::yield();
  }

  const std::shared_ptr<base::ManualClock> clock_ = std::make_shared<base::ManualClock>(1'000 * kHourMs);
  std::counting_semaphore<> begun_{0}, let_{0};
  std::atomic<int> fetches_ = 0;
  std::atomic<bool> failing_ = false;
  std::atomic<int> warnings_ = 0;
  RefreshingCredentials credentials_{[this] { return fetch(); }, clock_,
                                     base::Log([this](base::Log::Level, std::string_view) { ++warnings_; })};
};

TEST_F(RefreshingTest, fetches_once_for_all_that_wait) {
  std::vector<std::shared_future<std::string>> keys;
  for (int i = 0; i < 10; ++i) {
    const auto [ready, key] = ask();
    EXPECT_FALSE(ready);
    keys.push_back(key);
  }
  let_.release();
  for (const auto& key : keys) EXPECT_EQ(key.get(), "k1");
  EXPECT_TRUE(ask().first);
  EXPECT_EQ(fetches_, 1);
}

TEST_F(RefreshingTest, gives_out_the_old_ones_while_new_ones_are_fetched_before_the_end) {
  let_.release();
  EXPECT_EQ(get(), "k1");
  clock_->advance_ms(kHourMs - RefreshingCredentials::kEarlyMs - 1);
  EXPECT_EQ(get(), "k1");
  EXPECT_EQ(fetches_, 1);
  clock_->advance_ms(1);
  begun_.acquire();
  do EXPECT_EQ(get(), "k1");
  while (!begun_.try_acquire());  // until the fetch begins
  EXPECT_EQ(get(), "k1");
  let_.release();
  wait_for("k2");
  EXPECT_EQ(fetches_, 2);
}

TEST_F(RefreshingTest, waits_for_new_ones_after_the_end) {
  let_.release();
  EXPECT_EQ(get(), "k1");
  clock_->advance_ms(kHourMs);
  const auto [ready, key] = ask();
  EXPECT_FALSE(ready);
  let_.release();
  EXPECT_EQ(key.get(), "k2");
}

TEST_F(RefreshingTest, uses_the_old_ones_to_their_end_where_fetching_fails_and_rests_in_between) {
  let_.release();
  EXPECT_EQ(get(), "k1");
  failing_ = true;
  clock_->advance_ms(kHourMs - RefreshingCredentials::kEarlyMs);
  let_.release();
  while (warnings_ == 0) EXPECT_EQ(get(), "k1");
  EXPECT_EQ(get(), "k1");
  EXPECT_EQ(fetches_, 2);

  clock_->advance_ms(RefreshingCredentials::kEarlyMs);
  let_.release();
  EXPECT_EQ(get(), "broken");
  failing_ = false;
  let_.release();
  const std::string key = get();
  EXPECT_TRUE(key == "k3" || key == "k4") << key;  // because the failure may have answered one get or two
}

TEST_F(RefreshingTest, gives_out_no_more_what_the_endpoint_refused) {
  let_.release();
  EXPECT_EQ(get(), "k1");
  credentials_.drop({"another", ""});
  EXPECT_EQ(get(), "k1");
  credentials_.drop({"k1", ""});
  let_.release();
  EXPECT_EQ(get(), "k2");
}

TEST(FixedCredentials, are_there_at_once) {
  RefreshingCredentials credentials(Credentials{"k", "s"});
  bool given = false;
  credentials.get([&](const Result<Credentials>& result) { given = result->access_key_id == "k"; });
  EXPECT_TRUE(given);
}

}  // namespace refreshing_test
}  // namespace partita::client
