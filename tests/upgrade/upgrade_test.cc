// Data directories that earlier versions wrote must open, verify, finish their jobs, and take further writes.
#include <gtest/gtest.h>

#include <filesystem>

#include "storage/open_store.h"
#include "support/temporary_directory.h"
#include "upgrade/account_tables.h"
#include "upgrade/sample.h"
#include "upgrade/searched_table.h"

namespace partita::test {
namespace upgrade_test {

std::unique_ptr<TestEngine> open_engine(const std::string& directory, bool read_only = false) {
  storage::StoreOptions options;
  options.read_only = read_only;
  auto store = storage::open_store(directory, options);
  EXPECT_TRUE(store) << store.error().message;
  if (!store) return nullptr;
  return std::make_unique<TestEngine>(*std::move(store),
                                      TestEngine::Options{.sync = storage::Store::Sync::Yes, .read_only = read_only});
}

// The features of the data that the version could write.
enum class Has : std::uint8_t { Neither, Vectors, VectorsAndAccounts };

void expect_upgrade(const std::string& directory, Has has) {
  {
    const auto engine = open_engine(directory, true);
    ASSERT_TRUE(engine);
    expect_sample(*engine);
    EXPECT_EQ(has_searched_table(*engine), has != Has::Neither);
    EXPECT_EQ(has_account_tables(*engine), has == Has::VectorsAndAccounts);
  }
  {
    const auto engine = open_engine(directory);
    ASSERT_TRUE(engine);
    expect_sample(*engine);
    finish_sample(*engine);
    // Each table has got the hash of its items.
    for (const engine::Context* context : engine->engine().realms().in_use())
      for (const catalog::TablePtr& table : context->catalog.tables())
        EXPECT_EQ(table->hash, catalog::HashState::Kept) << table->name;
    engine->expect_clean();
  }
  const auto engine = open_engine(directory);
  ASSERT_TRUE(engine);
  expect_finished_sample(*engine);
  use_finished_sample(*engine);
}

TEST(Upgrade, every_earlier_version_s_directory_is_read_and_written_on) {
  std::size_t directories = 0;
  for (const auto& earlier : std::filesystem::directory_iterator(PARTITA_UPGRADE_DATA)) {
    SCOPED_TRACE(earlier.path().filename().string());
    const TemporaryDirectory copy;
    std::filesystem::copy(earlier.path(), copy.string(), std::filesystem::copy_options::recursive);
    const std::string name = earlier.path().filename().string();
    const bool is_without = name == "0.1.0-whole-indexes" || name == "0.1.0-before-streams";
    expect_upgrade(copy.string(), is_without                ? Has::Neither
                                  : name == "0.1.0-vectors" ? Has::Vectors
                                                            : Has::VectorsAndAccounts);
    ++directories;
  }
  EXPECT_GT(directories, 0u);
}

TEST(Upgrade, this_version_s_sample_is_what_the_test_takes_it_for) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_sample(directory / "sample"));
  expect_upgrade(directory / "sample", Has::VectorsAndAccounts);
}

}  // namespace upgrade_test
}  // namespace partita::test
