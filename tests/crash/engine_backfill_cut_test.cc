// The power is cut in the middle of a backfill of many batches. The next start must continue it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "storage/open_store.h"
#include "support/power_cut_file_system.h"
#include "support/requests.h"
#include "support/test_engine.h"

namespace partita::test {
namespace engine_backfill_cut_test {

constexpr int kItems = 400;

std::unique_ptr<TestEngine> open_engine(const std::shared_ptr<PowerCutFileSystem>& files) {
  storage::StoreOptions options;
  options.file_system = files;
  return std::make_unique<TestEngine>(storage::open_store("/data", options).value(),
                                      TestEngine::Options{.sync = storage::Store::Sync::Yes});
}

void fill(TestEngine& engine) {
  ASSERT_TRUE(engine.create_table(create_request("items", "pk:S")));
  for (int i = 0; i < kItems; ++i)
    ASSERT_TRUE(engine.put_item(put_request(
        "items",
        {{"pk", fmt::format("k{}", i)}, {"owner", fmt::format("o{}", i % 5)}, {"expires", 2'000'000'000 + i}})));
  ASSERT_TRUE(engine.update_table(add_index_request("items", {.name = "by_owner", .partition = {"owner:S"}})));
  ASSERT_TRUE(engine.update_time_to_live(time_to_live_request("items", "expires", true)));
}

void expect_whole(TestEngine& engine) {
  auto scan = scan_request("items");
  scan.index_name = "by_owner";
  const auto page = engine.scan(scan);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_EQ(page->count, kItems);
  engine.expect_clean();
}

TEST(EngineBackfillCut, goes_on_after_a_power_cut_at_any_boundary) {
  bool finished = false;
  std::uint64_t cuts = 0;
  for (std::uint64_t boundary = 1; !finished; boundary += 2) {
    const auto files = std::make_shared<PowerCutFileSystem>();
    {
      const auto engine = open_engine(files);
      fill(*engine);
      files->disk().cut_at(boundary);
      finished = engine->run_jobs().has_value() && !files->disk().is_cut();
      if (!finished) ++cuts;
      files->disk().cut();
    }
    files->disk().restore(UnsyncedBytes::Lost, boundary);
    const auto engine = open_engine(files);
    for (int i = 0; i < kItems; i += 50) {  // writers come before the backfill goes on
      ASSERT_TRUE(engine->delete_item(delete_request("items", {{"pk", fmt::format("k{}", i)}})));
      ASSERT_TRUE(engine->put_item(put_request("items", {{"pk", fmt::format("new{}", i)}, {"owner", "o"}})));
    }
    ASSERT_TRUE(engine->run_jobs());
    expect_whole(*engine);
    ASSERT_FALSE(HasFailure()) << "cut at boundary " << boundary;
  }
  EXPECT_GT(cuts, 8u);
}

}  // namespace engine_backfill_cut_test
}  // namespace partita::test
