#include "base/iso_time.h"

#include <gtest/gtest.h>

namespace partita::base {
namespace iso_time_test {

TEST(IsoTimeTest, reads_the_forms_of_iso_8601_that_occur) {
  constexpr std::int64_t kMs = 1'440'938'160'000;
  EXPECT_EQ(parse_iso_time("2015-08-30T12:36:00Z"), kMs);
  EXPECT_EQ(parse_iso_time("2015-08-30T12:36:00.250Z"), kMs + 250);
  EXPECT_EQ(parse_iso_time("2015-08-30T14:36:00+02:00"), kMs);
  EXPECT_EQ(parse_iso_time("2015-08-30T07:06:00-0530"), kMs);
  EXPECT_EQ(parse_iso_time("1970-01-01T00:00:00Z"), 0);
}

TEST(IsoTimeTest, refuses_other_texts) {
  for (const char* text :
       {"", "soon", "2015-08-30", "2015-08-30T12:36:00", "2015-13-30T12:36:00Z", "2015-02-30T12:36:00Z",
        "2015-08-30T24:36:00Z", "2015-08-30T12:36:00Zz", "2015-08-30T12:36:00+2", "2015-08-30T12:36:-5Z",
        "2015-08-30T+2:36:00Z", "2015-08-30T12:36:00.1e400Z"})
    EXPECT_FALSE(parse_iso_time(text)) << text;
}

}  // namespace iso_time_test
}  // namespace partita::base
