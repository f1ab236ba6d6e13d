#include "storage/rocks/cache/cache_size.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/temporary_directory.h"

namespace partita::storage {
namespace cache_size_test {

constexpr std::uint64_t kMb = 1 << 20;

TEST(CacheSize, is_a_quarter_of_the_memory_and_64_MB_at_least) {
  EXPECT_EQ(default_cache_bytes(4096 * kMb), 1024 * kMb);
  EXPECT_EQ(default_cache_bytes(128 * kMb), 64 * kMb);
}

TEST(CacheSize, heeds_the_limit_of_a_control_group) {
  const test::TemporaryDirectory group;
  const std::uint64_t machine = usable_memory_bytes(group.string());
  EXPECT_GT(machine, kMb);
  std::ofstream(group / "memory.max") << "max\n";
  EXPECT_EQ(usable_memory_bytes(group.string()), machine);
  std::ofstream(group / "memory.max") << kMb << "\n";
  EXPECT_EQ(usable_memory_bytes(group.string()), kMb);
  std::filesystem::remove(group / "memory.max");
  std::filesystem::create_directory(group / "memory");
  std::ofstream(group / "memory/memory.limit_in_bytes") << 2 * kMb << "\n";
  EXPECT_EQ(usable_memory_bytes(group.string()), 2 * kMb);
}

}  // namespace cache_size_test
}  // namespace partita::storage
