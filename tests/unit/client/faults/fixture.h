// A database in memory with the tables "items" (pk:S) and "others" (pk:N), behind faults.
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/embedded_database.h"
#include "client/faults/database_with_faults.h"
#include "support/requests.h"

namespace partita::client {

// Delays that end when the test says so. Waiting calls do not wait, but their delays are noted.
class ManualDelays final : public Delays {
 public:
  struct State {
    std::vector<std::pair<std::chrono::milliseconds, std::function<void()>>> waiting;
    std::vector<std::chrono::milliseconds> waited;
    bool ended = false;

    // Ends the delays that have begun so far, in their order.
    void end() {
      for (auto& [delay, run] : std::exchange(waiting, {})) run();
    }
  };
  explicit ManualDelays(State& state) : state_(state) {}
  void after(std::chrono::milliseconds delay, std::function<void()> run) override {
    state_.waiting.emplace_back(delay, std::move(run));
  }
  void wait(std::chrono::milliseconds delay) override { state_.waited.push_back(delay); }
  void end_all() override {
    state_.ended = true;
    state_.end();
  }

 private:
  State& state_;
};

class FaultsFixture : public ::testing::Test {
 protected:
  FaultsFixture() {
    EXPECT_TRUE(database_->create_table(test::create_request("items", "pk:S")));
    EXPECT_TRUE(database_->create_table(test::create_request("others", "pk:N")));
  }

  DatabaseWithFaults& set(std::vector<Fault> rules, std::uint64_t seed = 1,
                          CutError cut_error = CutError::OfRemoteDatabase) {
    auto made = DatabaseWithFaults::make(*database_, {.rules = std::move(rules), .seed = seed},
                                         {.cut_error = cut_error, .delays = std::make_unique<ManualDelays>(delays_)});
    EXPECT_TRUE(made) << made.error().message;
    faulty_ = std::move(*made);
    return *faulty_;
  }

  // The pk of all items, without a fault.
  std::vector<std::string> stored() {
    std::vector<std::string> keys;
    const auto page = database_->scan(test::scan_request("items"));
    for (const Item& item : *page->items) keys.push_back(item.get("pk")->s());
    std::sort(keys.begin(), keys.end());
    return keys;
  }
  Result<PutItemResponse> put(const std::string& key) {
    return faulty_->put_item(test::put_request("items", {{"pk", key}}));
  }
  // A put's result for each of `count` puts: '.' for success and 'x' for an error.
  std::string outcomes(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += put("k" + std::to_string(i)) ? '.' : 'x';
    return text;
  }

  const std::unique_ptr<EmbeddedDatabase> database_ = EmbeddedDatabase::open("", {.in_memory = true}).value();
  ManualDelays::State delays_;
  std::unique_ptr<DatabaseWithFaults> faulty_;
};

}  // namespace partita::client
