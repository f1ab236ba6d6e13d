// Tests the answers of `partita serve` to wrong options, and the division of a memory limit.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

#include "run_command.h"
#include "serve/memory_shares.h"

namespace partita {
namespace serve_options_test {

using ::testing::HasSubstr;

std::string error_text(const std::string& option) {
  // If the option is accepted, the command refuses --log-level, which it checks last.
  const Outcome outcome = run_command(fmt::format("serve --memory {} --log-level=none", option));
  EXPECT_NE(outcome.exit_code, 0);
  return outcome.output;
}

TEST(ServeOptions, NameTheFaultOfASize) {
  const struct {
    const char* given;
    const char* said;
  } kCases[] = {
      {"-5M", "'-5M' is negative; give a whole number with K, M, G or T after it, such as 512M or 2G"},
      {"1.5G", "'1.5G' is not a whole number; give a whole number"},
      {"12X", "'12X' has the unknown unit 'X'; give a whole number"},
      {"M", "'M' does not begin with a number; give a whole number"},
      {"99999999999999999999", "'99999999999999999999' is too large"},
      {"32M", "'32M' is less than a server needs; give 64M or more"},
      {"2000000000", "--log-level"},
      {"512M", "--log-level"},
      {"1gib", "--log-level"},
      {"2GB", "--log-level"},
  };
  for (const auto& one : kCases)
    EXPECT_THAT(error_text(fmt::format("--memory-limit={}", one.given)), HasSubstr(one.said)) << one.given;
}

TEST(ServeOptions, NameTheFaultOfANumberOfVectors) {
  for (const char* given : {"-1", "many", "1e6", "99999999999999999999"})
    EXPECT_THAT(error_text(fmt::format("--approximate-from={}", given)),
                HasSubstr(fmt::format("--approximate-from: '{}' is not a number of 0 or more", given)));
  EXPECT_THAT(error_text("--approximate-from=0"), HasSubstr("--log-level"));
}

TEST(ServeOptions, NameTheFaultOfANumberOfTables) {
  for (const char* given : {"-1", "many", "1001"})
    EXPECT_THAT(error_text(fmt::format("--metrics-tables={}", given)), HasSubstr("--metrics-tables")) << given;
  EXPECT_THAT(error_text("--metrics-tables=0"), HasSubstr("--log-level"));
}

TEST(ServeOptions, NameTheFaultsOfTheLogs) {
  EXPECT_THAT(error_text("--slow-request-ms=-1"), HasSubstr("--slow-request-ms"));
  EXPECT_THAT(run_command("serve --memory --port 0 --audit-keys").output,
              HasSubstr("--audit-keys requires --audit-log"));
  EXPECT_THAT(error_text("--audit-log=x --audit-log-size=1K"), HasSubstr("'1K' is too small; give 64K or more"));
  EXPECT_THAT(error_text("--audit-log=x --audit-log-size=1M --audit-log-files=0 --audit-refuse"),
              HasSubstr("--log-level"));
  const Outcome outcome = run_command("serve --memory --port 0 --audit-log /proc/none/audit.log");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("cannot write the key of the audit log, /proc/none/audit.log.key"));
}

// Counts two memtables, each larger by a group of commits than it should be.
TEST(ServeOptions, TheSharesOfALimitFitIntoIt) {
  constexpr std::uint64_t kMb = 1 << 20, kGroup = 4 * kMb, kProgram = 20 * kMb;
  for (std::uint64_t limit = 64 * kMb; limit <= kMb * kMb; limit *= 2) {
    const auto shares = tools::memory_shares(limit);
    EXPECT_LE(shares.requests_bytes + shares.cache_bytes + 2 * (shares.memtable_bytes + kGroup) +
                  shares.large_writes_bytes + shares.vector_cache_bytes + shares.syntax_tree_bytes +
                  shares.pages_bytes + kProgram,
              limit);
    // Four threads read, and there are two event loops.
    EXPECT_LE(6 * shares.batch_get_bytes, std::max(limit / 8, 6 * kMb));
  }
  EXPECT_LT(tools::large_block_bytes(256 * kMb), 400'000u);
  EXPECT_EQ(tools::allocator_heaps(64 * kMb, 64), 2u);
  EXPECT_EQ(tools::allocator_heaps(1024 * kMb, 64), 32u);
  EXPECT_EQ(tools::allocator_heaps(1024 * kMb, 2), 16u);
}

}  // namespace serve_options_test
}  // namespace partita
