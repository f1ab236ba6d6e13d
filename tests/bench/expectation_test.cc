// Tests which answers the load generator takes for wrong.
#include "load/generator/expectation.h"

#include <gmock/gmock.h>

namespace partita::bench {
namespace {

using testing::HasSubstr;

const std::string kPage = R"({"Count":2,"Items":[{"pk":{"S":"a"}},{"pk":{"S":"b"}}],"ScannedCount":20})";

TEST(Expectation, TakesTheRightAnswer) {
  EXPECT_EQ(fault_of({}, 200, "{}"), "");
  for (const char* body : {"{}", R"({"UnprocessedItems":{}})"})
    EXPECT_EQ(fault_of({.all_processed = true}, 200, body), "");
  EXPECT_EQ(fault_of({.contains = "\"b\"", .count = 2, .scanned_count = 20}, 200, kPage), "");
}

TEST(Expectation, NamesTheFault) {
  EXPECT_THAT(fault_of({}, 500, "oh"), HasSubstr("status 500: oh"));
  EXPECT_THAT(fault_of({.contains = "\"c\""}, 200, kPage), HasSubstr("there is no \"c\""));
  EXPECT_THAT(fault_of({.least_bytes = 1000}, 200, kPage), HasSubstr("expected 1000 or more"));
  EXPECT_THAT(fault_of({.count = 3}, 200, kPage), HasSubstr("Count is 2, expected 3"));
  EXPECT_THAT(fault_of({.scanned_count = 3}, 200, kPage), HasSubstr("ScannedCount is 20, expected 3"));
  EXPECT_THAT(fault_of({.count = 3}, 200, "{}"), HasSubstr("Count is missing"));
  EXPECT_THAT(fault_of({.all_processed = true}, 200, R"({"UnprocessedItems":{"t":[{}]}})"), HasSubstr("unprocessed"));
}

TEST(Expectation, FewerItemsAreRightOnlyAtTheEndOfTheTable) {
  const std::string more = R"({"Count":2,"LastEvaluatedKey":{"pk":{"S":"b"}}})";
  EXPECT_EQ(fault_of({.count = 3, .fewer_at_the_end = true}, 200, kPage), "");
  EXPECT_THAT(fault_of({.count = 3, .fewer_at_the_end = true}, 200, more), HasSubstr("Count is 2"));
}

TEST(Expectation, FindsMembersBeforeBehindAndInsideLongLists) {
  const std::string filler(1000, 'x');
  for (const std::string& body :
       {R"({"Count": 7,"Items":")" + filler + "\"}", R"({"Items":")" + filler + R"(","Count":7})",
        R"({"A":")" + filler + R"(","Count":7,"B":")" + filler + "\"}"})
    EXPECT_EQ(number_member(body, "Count"), 7u);
  EXPECT_EQ(number_member(R"({"ScannedCount":7})", "Count"), std::nullopt);
  EXPECT_EQ(object_member(R"({"LastEvaluatedKey":{"pk":{"S":"a"}},"x":{}})", "LastEvaluatedKey"),
            R"({"pk":{"S":"a"}})");
  EXPECT_EQ(object_member("{}", "LastEvaluatedKey"), "");
}

}  // namespace
}  // namespace partita::bench
