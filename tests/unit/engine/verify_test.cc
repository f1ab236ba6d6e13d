// verify() must find each kind of damage and read on after it.
#include "engine/jobs/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "keys/system_keys.h"
#include "storage/sums.h"
#include "support/requests.h"
#include "support/test_engine.h"
#include "value/encode.h"

namespace partita::engine {
namespace verify_test {

using testing::HasSubstr;

class VerifyTest : public testing::Test {
 protected:
  VerifyTest() {
    EXPECT_TRUE(engine_.create_table(
        test::create_request("items", "pk:S", "", {{.name = "by_owner", .partition = {"owner:S"}}})));
    EXPECT_TRUE(engine_.put_item(test::put_request("items", {{"pk", "a"}, {"owner", "o"}})));
    engine_.expect_clean();
  }

  std::string first_key(keys::IndexId index) {
    storage::IteratorOptions range;
    range.lower = keys::index_lower(1, index);
    return std::string(engine_.engine().store().iterate(range)->key());
  }
  void write(const std::string& key, std::optional<std::string> value) {
    storage::Batch batch;
    if (value)
      batch.put(key, *value);
    else
      batch.erase(key);
    ASSERT_TRUE(engine_.context().store.write(batch, storage::Store::Sync::No));
  }
  void expect_finding(const std::string& text) {
    const auto report = verify(engine_.context(), {});
    ASSERT_TRUE(report);
    EXPECT_THAT(report->findings, testing::Contains(HasSubstr(text)));
  }

  test::TestEngine engine_;
};

TEST_F(VerifyTest, finds_a_missing_entry) {
  write(first_key(1), std::nullopt);
  expect_finding("has no entry in index by_owner");
}
TEST_F(VerifyTest, finds_a_missing_item) {
  write(first_key(keys::kBaseTable), std::nullopt);
  expect_finding("has no item");
}
TEST_F(VerifyTest, finds_a_stale_entry) {
  write(first_key(1), value::encode_item({{"pk", "a"}, {"owner", "p"}}));
  expect_finding("is stale");
}
TEST_F(VerifyTest, finds_wrong_sums) {
  std::string sums;
  storage::encode_sums({7, 7}, sums);
  write(keys::counts_key(1, keys::kBaseTable), sums);
  expect_finding("counted 1 with");
}
TEST_F(VerifyTest, finds_sums_that_do_not_decode) {
  write(keys::counts_key(1, keys::kBaseTable), "x");
  expect_finding("the sums do not decode");
}
TEST_F(VerifyTest, finds_an_item_that_does_not_decode) {
  write(first_key(keys::kBaseTable), "x");
  expect_finding("does not decode");
}
TEST_F(VerifyTest, finds_an_item_without_its_key) {
  write(first_key(keys::kBaseTable), value::encode_item({{"owner", "o"}}));
  expect_finding("does not decode");
}
TEST_F(VerifyTest, finds_an_entry_that_does_not_decode) {
  write(first_key(1), "x");
  expect_finding("of index by_owner does not decode");
}

}  // namespace verify_test
}  // namespace partita::engine
