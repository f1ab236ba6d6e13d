#include "auth/claimed_time.h"

#include <gtest/gtest.h>

#include <string>

namespace partita::auth {
namespace claimed_time_test {

constexpr std::int64_t kMs = 1'440'938'160'000;  // 2015-08-30T12:36:00Z

TEST(ClaimedTimeTest, ReadsBothForms) {
  EXPECT_EQ(parse_basic_time("20150830T123600Z"), kMs);
  EXPECT_EQ(parse_basic_time("20150830T123660Z"), kMs + 60'000);
  EXPECT_EQ(parse_http_time("Sun, 30 Aug 2015 12:36:00 GMT"), kMs);
  EXPECT_EQ(parse_http_time("Thu, 29 Feb 2024 00:00:00 GMT"), 1'709'164'800'000);
}

TEST(ClaimedTimeTest, RefusesOtherTexts) {
  for (const char* text : {"", "201", "20150830T123600", "20150830T123600z", "20150830 123600Z", "20151330T123600Z",
                           "20150230T123600Z", "20150830T243600Z", "20150830T126000Z", "2015083OT123600Z",
                           "20150830T1236000Z", "-0150830T123600Z", "2015-08-30T12:36:00Z"})
    EXPECT_FALSE(parse_basic_time(text)) << text;
  for (const char* text :
       {"", "Sun, 30 Aug 2015 12:36:00", "Sun, 30 Aug 2015 12:36:00 CET", "Xyz, 30 Aug 2015 12:36:00 GMT",
        "Sun, 30 Xyz 2015 12:36:00 GMT", "Sun, 31 Feb 2015 12:36:00 GMT", "Sun; 30 Aug 2015 12:36:00 GMT",
        "Sun, 30 Aug 2015 12-36-00 GMT", "Sunday, 30-Aug-15 12:36:00 GMT"})
    EXPECT_FALSE(parse_http_time(text)) << text;
}

TEST(ClaimedTimeTest, WritesTheBasicForm) {
  const BasicTime time(kMs + 999);
  EXPECT_EQ(time.text(), "20150830T123600Z");
  EXPECT_EQ(time.date(), "20150830");
  EXPECT_EQ(BasicTime(-1).text(), "19691231T235959Z");
}

}  // namespace claimed_time_test
}  // namespace partita::auth
