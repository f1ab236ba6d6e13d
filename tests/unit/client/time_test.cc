#include "client/time.h"

#include <gtest/gtest.h>

namespace partita::client {
namespace time_test {

TEST(TimeTest, reads_the_date_of_an_answer) {
  EXPECT_EQ(parse_http_date("Sun, 30 Aug 2015 12:36:00 GMT"), 1'440'938'160'000);
  EXPECT_FALSE(parse_http_date("yesterday, perhaps"));
}

}  // namespace time_test
}  // namespace partita::client
